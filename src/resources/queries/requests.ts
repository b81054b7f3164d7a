import type { Live } from "../../provider/live/live.js";
import type { RequestedMembership } from "../../provider/shapes/requested.js";
import { groupBindingSource, groupSource, resourceSource } from "../sources.js";

/** Membership of a user in a group that the user requested. */
export const requestedGroup: RequestedMembership = {
    source: groupSource,
    item: "group_id",
    target: "groupId",
    receiver: "userId",
    requestedAs,
};

/** Nesting of a group for which somebody requested the containing group. */
export const requestedNesting: RequestedMembership = {
    ...requestedGroup,
    target: "containingGroupId",
    receiver: "groupId",
};

/** Access of a user to a resource that the user requested. */
export const requestedResource: RequestedMembership = {
    source: resourceSource,
    item: "resource_id",
    target: "resourceId",
    receiver: "userId",
};

/** Access of a group for which somebody requested the resource. */
export const requestedForGroup: RequestedMembership = { ...requestedResource, receiver: "groupId" };

/** A request for a group in a binding is a request for the source group of the binding. */
async function requestedAs(live: Live, groupId: string): Promise<string> {
    const group = await live.object(groupSource, groupId);
    if (typeof group?.groupBindingId !== "string") return groupId;
    const binding = await live.object(groupBindingSource, group.groupBindingId);
    return typeof binding?.sourceGroupId === "string" ? binding.sourceGroupId : groupId;
}
