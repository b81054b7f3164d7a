import type { Output } from "@pulumi/pulumi";
import { listing, operation } from "../../../api/calls.js";
import type { GroupUser as Member } from "../../../api/generated/types.gen.js";
import type { Properties } from "../../../common/properties.js";
import { fromWire } from "../../../common/wire-names.js";
import { evaluated } from "../../../provider/schema/access.js";
import { membership } from "../../../provider/shapes/membership.js";
import { accessLevel, grantEnds, grantFields } from "../../fields/grants.js";
import { id } from "../../fields/values.js";
import { AccessResource, type ArgsOf, type OutputsOf } from "../../program/resource.js";
import { requestedGroup } from "../../queries/requests.js";
import { groupSource, userSource } from "../../sources.js";

const fields = {
    /** Group that the user is a member of. */
    groupId: evaluated(id(groupSource)),
    /** User who is a member. */
    userId: evaluated(id(userSource)),
    /** Access level in the group, by its id in the end system. Required if the group has levels. */
    accessLevelRemoteId: evaluated(accessLevel("groupId")),
    ...grantFields,
};

/** Whether the members of a group are those of an access rule. */
export function isRuleGroup({ groupType }: Properties): boolean {
    return groupType === "SVC_ACCESS_RULE" || groupType === "OPAL_ACCESS_RULE";
}

/** Operations that list, add and remove the members of a group. */
export const groupMembers = {
    list: listing("getGroupUsers"),
    value: (member: Member) => ({
        ...fromWire(member),
        accessLevelRemoteId: member.access_level?.access_level_remote_id ?? "",
    }),
    add: operation("addGroupUser"),
    remove: operation("deleteGroupUser"),
};

/**
 * Membership of a user in a group, at one access level. An expired membership stays expired, unless `renew` is true or its duration
 * changes. To declare all members of a group at once, use `GroupUsers`; do not use both for the same group. Pulumi id and import id:
 * `<group id>/<user id>`, followed by `/<access level>` unless it is the default. Operations: GET /groups/{group_id}/users, POST, PUT and
 * DELETE /groups/{group_id}/users/{user_id}.
 */
export class GroupUser extends AccessResource<GroupUserArgs> {
    static readonly kind = membership({
        name: "GroupUser",
        noun: "member of a group",
        parent: groupSource,
        fields,
        access: { created: "widens", deleted: "narrows" },
        results: ["expirationDate"],
        key: ["groupId", "userId", "accessLevelRemoteId"],
        ...groupMembers,
        update: operation("updateGroupUser"),
        ends: grantEnds,
        memberOf: { GroupUsers: "groupId" },
        requested: requestedGroup,
        derived: membersDerived,
    });

    /** Expiration date of the membership in ISO format; null if it does not expire. */
    declare readonly expirationDate: Output<string | null>;
}

export interface GroupUser extends OutputsOf<typeof grantFields & typeof fields> {}
export interface GroupUserArgs extends ArgsOf<typeof grantFields & typeof fields> {}

/** Returns the reason why a program cannot declare single members of a group, or undefined if it can. */
function membersDerived(group: Properties): string | undefined {
    return allDerived(group) ?? (isSynced(group) ? "they are synced from the end system" : undefined);
}

/** Whether members of a group may come from its end system. */
export function isSynced({ remoteInfo, remoteName }: Properties): boolean {
    return Boolean(remoteInfo || remoteName);
}

/** Returns the reason why nobody can tell which members of a group a program could declare, or undefined if they can. */
export function allDerived(group: Properties): string | undefined {
    const { onCallScheduleIds } = group;
    if (isRuleGroup(group)) return "they are determined by the access rule";
    const isOnCall = Array.isArray(onCallScheduleIds) && onCallScheduleIds.length > 0;
    return isOnCall ? "they are determined by on-call schedules" : undefined;
}
