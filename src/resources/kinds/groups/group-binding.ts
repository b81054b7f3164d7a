import type { ID, Output } from "@pulumi/pulumi";
import { z } from "zod";
import type { CreateGroupBindingInfo } from "../../../api/generated/types.gen.js";
import { operation } from "../../../provider/live/operation.js";
import { evaluated, mayWiden, moreWidens } from "../../../provider/schema/access.js";
import { same } from "../../../provider/schema/comparison/equality.js";
import { hasUnknown } from "../../../provider/schema/fields.js";
import { entity } from "../../../provider/shapes/entity.js";
import { id, setOf } from "../../fields/values.js";
import { AccessObject, type ArgsOf, type OutputsOf } from "../../program/resource.js";
import { groupBindings, groups } from "../../sources.js";

const boundGroup = z.strictObject({
    /** Linked group. */
    groupId: evaluated(id(groups), mayWiden),
});

const fields = {
    /** Source group: a request for a linked group is a request for this one. */
    sourceGroupId: evaluated(id(groups), mayWiden),
    /** All groups that are linked to the source, excluding the source itself. */
    groups: evaluated(setOf(boundGroup, ["groupId"]), moreWidens),
};

/**
 * Linked groups. A request for one of them goes to the source group, and a user removed from one is removed from all. A
 * link adds no members and grants no access. A group can be in only one binding: to move it, make the new binding
 * depend on the old one. Import id: the id of the binding or of its source group.
 * Operations: POST and PUT /group-bindings, GET and DELETE /group-bindings/{group_binding_id}.
 */
export class GroupBinding extends AccessObject<GroupBindingArgs> {
    static readonly kind = entity({
        noun: "group binding",
        source: groupBindings,
        fields,
        access: { created: "mayWiden", deleted: "mayWiden" },
        rules: [
            [
                "groups",
                "they must not include the group of sourceGroupId",
                ({ sourceGroupId, groups }) =>
                    hasUnknown(sourceGroupId) ||
                    !Array.isArray(groups) ||
                    !groups.some((group) => same(group, { groupId: sourceGroupId })),
            ],
        ],
        results: ["createdById", "createdAt"],
        key: ["sourceGroupId"],
        create: operation("createGroupBinding"),
        update: operation("updateGroupBindings", (id: string, body: CreateGroupBindingInfo) => ({
            body: {
                group_bindings: [
                    {
                        group_binding_id: id,
                        source_group_id: body.source_group_id,
                        // Groups that were read also contain their types.
                        groups: body.groups.map(({ group_id }) => ({ group_id })),
                    },
                ],
            },
        })),
        updateAlways: ["sourceGroupId", "groups"],
        remove: operation("deleteGroupBinding"),
    });

    /** User who created the object. */
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
