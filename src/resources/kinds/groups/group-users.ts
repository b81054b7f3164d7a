import { z } from "zod";
import type { Properties } from "../../../common/properties.js";
import type { Live } from "../../../provider/live/live.js";
import { evaluated, moreWidens } from "../../../provider/schema/access.js";
import { type FilledElements, memberSet } from "../../../provider/shapes/member-set.js";
import { accessLevel, endField, requestedField } from "../../fields/grants.js";
import { id, setField } from "../../fields/values.js";
import { AccessResource, type ArgsOf, type OutputsOf } from "../../program/resource.js";
import { configurationTemplateSource, groupSource, userSource } from "../../sources.js";
import { GroupOnCallSchedules } from "./group-on-call-schedules.js";
import { allDerived, GroupUser, isRuleGroup, isSynced } from "./group-user.js";

const member = z.strictObject({
    /** User who is a member. */
    userId: evaluated(id(userSource)),
    /** Access level in the group, by its id in the end system. Required if the group has levels. */
    accessLevelRemoteId: evaluated(accessLevel("groupId")),
    ...endField,
});

/** Members of a group. */
export const memberList = evaluated(
    setField(member, ["userId", "accessLevelRemoteId"], { exported: "always" }),
    moreWidens,
);

const fields = {
    /** Group that the members belong to. */
    groupId: evaluated(id(groupSource)),
    /** Members of the group (complete list). New memberships do not expire; existing ones keep their expiration date. */
    users: memberList,
    ...requestedField,
};

/**
 * The complete list of members of a group. All other members are removed, except those with an approved request, and those that an access
 * rule, an on-call schedule, break-glass access or the end system adds. To declare single members, use `GroupUser`; do not use both for the
 * same group. Removing the declaration removes the declared members, except those with an approved request. Pulumi id and import id: the
 * group's id. Operations: GET /groups/{group_id}/users, GET /requests, POST and DELETE /groups/{group_id}/users/{user_id}.
 */
export class GroupUsers extends AccessResource<GroupUsersArgs> {
    static readonly kind = memberSet({
        name: "GroupUsers",
        noun: "member list of a group",
        parent: groupSource,
        fields,
        access: { created: "widens", deleted: "narrows" },
        of: GroupUser.kind,
        elements: "users",
        filled,
        derived: allDerived,
    });
}

export interface GroupUsers extends OutputsOf<typeof requestedField & typeof fields> {}
export interface GroupUsersArgs extends ArgsOf<typeof requestedField & typeof fields> {}

/** Longest time that a use of break-glass access lasts, in milliseconds. */
const BREAK_GLASS_MS = 12 * 3_600_000;

/**
 * Returns the members that the service adds by itself. Members of a group with on-call schedules cannot be told from those that were added
 * by hand, because the API does not return who is on call.
 */
async function filled(live: Live, groupId: string, undeclared: readonly Properties[]): Promise<FilledElements> {
    const group = (await live.object(groupSource, groupId)) ?? {};
    if (isRuleGroup(group)) return { elements: undeclared, because: "the access rule adds it" };
    const schedules = await GroupOnCallSchedules.kind.value(live, groupId);
    if (Array.isArray(schedules?.onCallScheduleIds) && schedules.onCallScheduleIds.length > 0)
        return { elements: undeclared, because: "it may be that of a user who is on call" };
    // The service pushes what it grants to the end system. Members that it read from there have no status.
    const synced = isSynced(group) ? undeclared.filter(({ propagationStatus }) => !propagationStatus) : [];
    if (synced.length > 0) return { elements: synced, because: "the end system adds it" };
    const template = String(group.configurationTemplateId ?? "");
    const found = template === "" ? undefined : await live.object(configurationTemplateSource, template);
    const users = new Set(Array.isArray(found?.breakGlassUserIds) ? found.breakGlassUserIds : []);
    const end = live.client.now() + BREAK_GLASS_MS;
    const isBreakGlass = ({ userId, expirationDate }: Properties): boolean =>
        users.has(userId) && typeof expirationDate === "string" && Date.parse(expirationDate) <= end;
    return { elements: undeclared.filter(isBreakGlass), because: "it is a use of break-glass access" };
}
