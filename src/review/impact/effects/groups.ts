import * as records from "../../../access/reader/records/records.js";
import type { Properties } from "../../../provider/schema/fields.js";
import type { Draft } from "../draft.js";
import {
    type Effect,
    grantEffect,
    group,
    objects,
    recordEffect,
    resource,
    stringValue,
    stringValues,
} from "./effect.js";

/** Effects of groups, their members, and the access that they grant. */
export const GROUPS: Readonly<Record<string, Effect>> = {
    AccessRule: {
        touches: ({ id, given }) => ({
            targets: [group(id)],
            tags: [...records.accessRuleOf(given).when, ...records.accessRuleOf(given).unless].flatMap(
                ({ tags }) => tags,
            ),
        }),
        put(draft, { id, given }) {
            const base = draft.find("group", id);
            const rule = records.accessRuleOf(given, base?.rule);
            draft.apply({ put: "group", value: { ...records.groupOf(given, id, base), rule } });
        },
        remove: (draft, { id }) => removeGroup(draft, id),
    },
    ContainingGroup: grantEffect(
        "nesting",
        ({ groupId, containingGroupId }) => [groupId, containingGroupId].map((id) => group(stringValue(id))),
        ({ groupId, containingGroupId, accessLevelRemoteId }) => ({
            groupId: stringValue(groupId),
            containingGroupId: stringValue(containingGroupId),
            level: stringValue(accessLevelRemoteId),
        }),
    ),
    Group: {
        touches: ({ id }) => ({ targets: [group(id)] }),
        put(draft, { id, given, was }) {
            const base = draft.find("group", id);
            draft.apply({ put: "group", value: records.groupOf(given, id, base) });
            onCall(draft, id, given, was);
            if (base === undefined)
                for (const userId of stringValues(given.initialUserIds))
                    draft.apply({ put: "membership", value: { groupId: id, userId, level: "", until: null } });
        },
        remove: (draft, { id }) => removeGroup(draft, id),
        concerns: (_, { id }, hidden) => (hidden.includes("groupLeaderUserIds") ? [{ type: "assigners", id }] : []),
    },
    GroupBinding: recordEffect(
        "binding",
        ({ given }) => ({ targets: [stringValue(given.sourceGroupId), ...linkedIds(given)].map(group) }),
        (given, id) => ({ id, sourceGroupId: stringValue(given.sourceGroupId), groupIds: linkedIds(given) }),
    ),
    GroupOnCallSchedules: {
        touches: ({ given }) => ({ targets: [group(stringValue(given.groupId))] }),
        put: (draft, { given, was }) => onCall(draft, stringValue(given.groupId), given, was),
        // Does not remove members, because it is unknown who was on call.
        remove: () => {},
    },
    GroupResource: grantEffect(
        "link",
        ({ groupId, resourceId }) => [group(stringValue(groupId)), resource(stringValue(resourceId))],
        linkOf,
    ),
    GroupResources: {
        touches: ({ given }) => ({
            targets: [
                group(stringValue(given.groupId)),
                ...objects(given.resources).map((one) => resource(stringValue(one.resourceId))),
            ],
        }),
        put(draft, { given }) {
            const groupId = stringValue(given.groupId);
            const wanted = objects(given.resources).map((one) => linkOf({ ...one, groupId }));
            const found = draft.links(groupId);
            for (const link of lacking(found, wanted, "resourceId")) draft.apply({ remove: "link", value: link });
            for (const link of lacking(wanted, found, "resourceId"))
                draft.apply({ put: "link", value: { ...link, until: null } });
        },
        remove(draft, { given }) {
            for (const one of objects(given.resources))
                draft.apply({ remove: "link", value: linkOf({ ...one, groupId: given.groupId }) });
        },
    },
    GroupUser: {
        ...grantEffect("membership", ({ groupId }) => [group(stringValue(groupId))], memberOf),
        remove: (draft, { given }) => removeMember(draft, memberOf(given)),
    },
    GroupUsers: {
        touches: ({ given }) => ({ targets: [group(stringValue(given.groupId))] }),
        put(draft, { given }) {
            const groupId = stringValue(given.groupId);
            const wanted = objects(given.users).map((one) => memberOf({ ...one, groupId }));
            const found = draft.members(groupId);
            for (const member of lacking(found, wanted, "userId")) removeMember(draft, member);
            for (const member of lacking(wanted, found, "userId"))
                draft.apply({ put: "membership", value: { ...member, until: null } });
        },
        remove(draft, { given }) {
            for (const one of objects(given.users)) removeMember(draft, memberOf({ ...one, groupId: given.groupId }));
        },
    },
};

/** Users who are on call in a schedule that is added become members of the group. */
function onCall(draft: Draft, id: string, given: Properties, was: Properties = {}): void {
    const known = stringValues(was.onCallScheduleIds);
    if (stringValues(given.onCallScheduleIds).some((one) => !known.includes(one)))
        draft.unknown(group(id), "the API does not return who is on call");
}

/** Removes a group. Owners that used it as their source group keep its members as users. */
function removeGroup(draft: Draft, id: string): void {
    const userIds = [...new Set(draft.members(id).map(({ userId }) => userId))];
    for (const { sourceGroupId, ...owner } of draft.ownersFrom(id))
        draft.apply({ put: "owner", value: { ...owner, userIds } });
    draft.apply({ remove: "group", id });
}

/**
 * A user who leaves a linked group also leaves all groups that it is linked to. Access rules are an exception, because their members follow
 * from conditions.
 */
function removeMember(draft: Draft, { groupId, userId, level }: ReturnType<typeof memberOf>): void {
    for (const id of draft.linkedWith(groupId))
        if (id === groupId || !draft.find("group", id)?.rule)
            draft.apply({ remove: "membership", value: { groupId: id, userId, level } });
}

function memberOf({ groupId, userId, accessLevelRemoteId }: Properties) {
    return { groupId: stringValue(groupId), userId: stringValue(userId), level: stringValue(accessLevelRemoteId) };
}

function linkOf({ groupId, resourceId, accessLevelRemoteId }: Properties) {
    return {
        groupId: stringValue(groupId),
        resourceId: stringValue(resourceId),
        level: stringValue(accessLevelRemoteId),
    };
}

function linkedIds({ groups }: Properties): string[] {
    return objects(groups).map(({ groupId }) => stringValue(groupId));
}

/**
 * Returns the items that do not occur in `others`.
 * @param id property that, together with the level, identifies an item
 */
function lacking<Id extends string, T extends { readonly level: string } & { readonly [Name in Id]: string }>(
    some: readonly T[],
    others: readonly ({ readonly level: string } & { readonly [Name in Id]: string })[],
    id: Id,
): T[] {
    return some.filter((one) => !others.some((other) => other[id] === one[id] && other.level === one.level));
}
