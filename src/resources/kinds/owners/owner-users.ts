import { operation } from "../../../api/calls.js";
import type { Properties } from "../../../common/properties.js";
import { evaluated, moreWidens } from "../../../provider/schema/access.js";
import { field } from "../../../provider/schema/fields.js";
import type { Scope } from "../../../provider/shapes/kind.js";
import { subresource } from "../../../provider/shapes/subresource.js";
import { id, ids } from "../../fields/values.js";
import { AccessResource, type ArgsOf, type OutputsOf } from "../../program/resource.js";
import { ownerSource, userSource } from "../../sources.js";

/** Users of an owner, in the order of escalation. Without escalation, the order is ignored. */
export const userIds = evaluated(
    field(ids(userSource), {
        list: { unordered: (owner) => !owner.accessRequestEscalationPeriod },
        exported: "always",
    }),
    moreWidens,
);

const fields = {
    /** Owner that the users belong to. */
    ownerId: evaluated(id(ownerSource)),
    /** Users of the owner (complete list). With an escalation period, their order is the order of escalation; otherwise it is ignored. */
    userIds,
};

/**
 * The users of an owner that is declared elsewhere. If the owner is declared in the same program, set `userIds` on `Owner` instead; do not
 * use both for the same owner. Removing the declaration leaves the owner without users. Pulumi id and import id: the owner's id.
 * Operations: GET and PUT /owners/{owner_id}/users.
 */
export class OwnerUsers extends AccessResource<OwnerUsersArgs> {
    static readonly kind = subresource({
        name: "OwnerUsers",
        noun: "user list of an owner",
        parent: ownerSource,
        fields,
        access: { created: "widens", deleted: "narrows" },
        read: operation("getOwnerUsers"),
        value: ({ users }) => ({ userIds: users.map((user) => user.user_id) }),
        write: { operations: ["updateOwners", "setOwnerUsers"], run: writeUsers },
        ending: { writes: { userIds: [] } },
    });
}

export interface OwnerUsers extends OutputsOf<typeof fields> {}
export interface OwnerUsersArgs extends ArgsOf<typeof fields> {}

const setUsers = operation("setOwnerUsers");

/** Writes the users. An owner whose users are those of a group, which somebody may have set outside the program, is detached from the group. */
async function writeUsers({ client, live }: Scope, id: string, { userIds }: Properties): Promise<void> {
    const owner = await live.object(ownerSource, id);
    if (typeof owner?.sourceGroupId === "string") {
        try {
            await client.call("updateOwners", {
                body: { owners: [{ owner_id: id, source_group_id: "" }] },
            });
        } finally {
            live.wrote(ownerSource.name, id);
        }
    }
    await setUsers.send(client, id, { user_ids: userIds });
}
