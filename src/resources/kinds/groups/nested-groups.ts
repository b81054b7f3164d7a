import { z } from "zod";
import { accessEdges, groupsReached } from "../../../api/holders.js";
import { evaluated, moreWidens } from "../../../provider/schema/access.js";
import { memberSet } from "../../../provider/shapes/member-set.js";
import type { MembershipListing } from "../../../provider/shapes/membership.js";
import { accessLevel, endField, requestedField } from "../../fields/grants.js";
import { id, setField } from "../../fields/values.js";
import { AccessResource, type ArgsOf, type OutputsOf } from "../../program/resource.js";
import { groupSource } from "../../sources.js";
import { ContainingGroup } from "./containing-group.js";

const nested = z.strictObject({
    /** Nested group. */
    groupId: evaluated(id(groupSource)),
    /** Access level in the containing group, by its id in the end system. Required if the containing group has levels. */
    accessLevelRemoteId: evaluated(accessLevel("containingGroupId")),
    ...endField,
});

/** Finds the nested groups with a query, because the API does not list them. */
const nestedListing: MembershipListing = {
    name: "runQuery",
    whole: { type: "ACCESS", pageInfo: {} },
    isQuery: true,
    entries: async (client, containingGroupId) => {
        const found = await accessEdges(client, {
            principalFilter: { entityTypes: ["GROUP"] },
            entitlementFilter: { entityTypes: ["GROUP"], entityIDs: [containingGroupId] },
            edgeFilter: { directOnly: true },
        });
        return found.map(({ node, ...edge }) => ({
            item: { ...edge, node },
            properties: {
                groupId: node.principalId,
                accessLevelRemoteId: node.accessLevelRemoteId ?? "",
                expirationDate: node.effectiveExpiration ?? null,
            },
        }));
    },
};

/** Groups nested in a group. */
export const nestedList = evaluated(
    setField(nested, ["groupId", "accessLevelRemoteId"], { exported: "always" }),
    moreWidens,
);

const fields = {
    /** Group that contains the nested groups. Their members become members of it. */
    containingGroupId: evaluated(id(groupSource)),
    /** Groups that are directly nested in the group (complete list). New entries do not expire. */
    nestedGroups: nestedList,
    ...requestedField,
};

/**
 * The complete list of groups that are nested in a group. All others are removed from it, except those for which somebody has an approved
 * request. To declare all groups that a group is nested in, use `ContainingGroups`; both groups may have a complete list if both contain
 * the nesting. To declare single nestings, use `ContainingGroup`. Removing the declaration removes the declared nestings, except those with
 * an approved request. Pulumi id and import id: the id of the containing group. Operations: POST /query, GET /requests, POST
 * /groups/{group_id}/containing-groups, DELETE /groups/{group_id}/containing-groups/{containing_group_id}.
 */
export class NestedGroups extends AccessResource<NestedGroupsArgs> {
    static readonly kind = memberSet({
        name: "NestedGroups",
        noun: "nested group list of a containing group",
        parent: groupSource,
        parentField: "containingGroupId",
        fields,
        access: { created: "widens", deleted: "narrows" },
        of: ContainingGroup.kind,
        elements: "nestedGroups",
        listing: nestedListing,
        holders: groupsReached,
    });
}

export interface NestedGroups extends OutputsOf<typeof requestedField & typeof fields> {}
export interface NestedGroupsArgs extends ArgsOf<typeof requestedField & typeof fields> {}
