import type { ID, Output } from "@pulumi/pulumi";
import { z } from "zod";
import { operation } from "../../../api/calls.js";
import { bulk } from "../../../provider/live/bulk.js";
import { evaluated, irrelevant } from "../../../provider/schema/access.js";
import { field } from "../../../provider/schema/fields.js";
import { entity } from "../../../provider/shapes/entity.js";
import { id, minutesField, textField } from "../../fields/values.js";
import { AccessObject, type ArgsOf, type OutputsOf } from "../../program/resource.js";
import { groupSource, messageChannelSource, ownerSource } from "../../sources.js";
import { OwnerUsers, userIds } from "./owner-users.js";

const fields = {
    /** Name of the owner. Must be unique in the organization. */
    name: irrelevant(textField()),
    /** Purpose of the owner. */
    description: irrelevant(z.string()).optional(),
    /** Users of the owner (complete list). With an escalation period, their order is the order of escalation; otherwise it is ignored. */
    userIds: userIds.optional(),
    /** Minutes until the next user in the list is notified; 0 disables escalation. */
    accessRequestEscalationPeriod: irrelevant(field(minutesField(0), { wire: { cleared: 0 } })).optional(),
    /** Message channel notified of each review; null for none. */
    reviewerMessageChannelId: irrelevant(
        field(id(messageChannelSource).nullable(), { wire: { cleared: "" } }),
    ).optional(),
    /** Group whose members become the users of the owner; null for none. Cannot be combined with `userIds`. */
    sourceGroupId: evaluated(
        field(id(groupSource).nullable(), { wire: { cleared: "" }, exported: "always" }),
    ).optional(),
};

/**
 * A set of users that administers objects or reviews requests. An owner that is still in use cannot be deleted. Import id: the owner's id
 * or name. Operations: POST and PUT /owners, GET and DELETE /owners/{owner_id}, GET and PUT /owners/{owner_id}/users.
 */
export class Owner extends AccessObject<OwnerArgs> {
    static readonly kind = entity({
        noun: "owner",
        source: ownerSource,
        fields,
        access: { created: "none", deleted: "narrows" },
        rules: [
            [
                "userIds",
                "leave it out if sourceGroupId is set: the users are the members of that group",
                ({ userIds, sourceGroupId }) => userIds === undefined || (sourceGroupId ?? undefined) === undefined,
            ],
        ],
        key: ["name"],
        // Always send `user_ids`, because the API requires it even if it is empty.
        create: operation("createOwner", (body: { name: string; user_ids?: string[] }) => ({
            body: { user_ids: [], ...body },
        })),
        createFields: Object.keys(fields),
        update: bulk("updateOwners", "owners", "owner_id"),
        remove: operation("deleteOwner"),
        parts: { userIds: OwnerUsers.kind },
    });

    /** Id of the owner; same as `id`. */
    get ownerId(): Output<ID> {
        return this.id;
    }
}

export interface Owner extends OutputsOf<typeof fields> {}
export interface OwnerArgs extends ArgsOf<typeof fields> {}
