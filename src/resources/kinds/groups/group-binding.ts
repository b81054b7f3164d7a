import type { ID, Output } from "@pulumi/pulumi";
import { z } from "zod";
import { operation } from "../../../api/calls.js";
import type { CreateGroupBindingInfo } from "../../../api/generated/types.gen.js";
import { evaluated, moreWidens } from "../../../provider/schema/access.js";
import { entity } from "../../../provider/shapes/entity.js";
import { id, setField } from "../../fields/values.js";
import { AccessObject, type ArgsOf, type OutputsOf } from "../../program/resource.js";
import { groupBindingSource, groupSource } from "../../sources.js";

const boundGroup = z.strictObject({
    /** Linked group. */
    groupId: evaluated(id(groupSource)),
});

const fields = {
    /** Source group. A request for a linked group is treated as a request for this group. */
    sourceGroupId: evaluated(id(groupSource)),
    /** Groups that are linked to the source group (complete list). It may contain the source group, if the service lists it. */
    groups: evaluated(setField(boundGroup, ["groupId"]), moreWidens),
};

/**
 * A set of linked groups. A request for one of them goes to the source group, and a user who is removed from one group is removed from all
 * of them. A link does not add members or grant access. A group can be in only one binding. To move a group, make the new binding depend on
 * the old one. Import id: the id of the binding or of its source group. Operations: POST and PUT /group-bindings, GET and DELETE
 * /group-bindings/{group_binding_id}.
 */
export class GroupBinding extends AccessObject<GroupBindingArgs> {
    static readonly kind = entity({
        noun: "group binding",
        source: groupBindingSource,
        fields,
        access: { created: "mayWiden", deleted: "mayWiden" },
        results: ["createdById", "createdAt"],
        key: ["sourceGroupId"],
        create: operation("createGroupBinding"),
        update: operation("updateGroupBindings", (id: string, body: CreateGroupBindingInfo) => ({
            body: {
                group_bindings: [
                    {
                        group_binding_id: id,
                        source_group_id: body.source_group_id,
                        // Drop the types of groups, which the API returns but does not accept.
                        groups: body.groups.map(({ group_id }) => ({ group_id })),
                    },
                ],
            },
        })),
        updateAlways: ["sourceGroupId", "groups"],
        remove: operation("deleteGroupBinding"),
    });

    /** User who created the binding. */
    declare readonly createdById: Output<string | null>;
    /** Creation date in ISO format. */
    declare readonly createdAt: Output<string | null>;

    /** Id of the binding; same as `id`. */
    get groupBindingId(): Output<ID> {
        return this.id;
    }
}

export interface GroupBinding extends OutputsOf<typeof fields> {}
export interface GroupBindingArgs extends ArgsOf<typeof fields> {}
