import * as records from "../../../access/reader/records/records.js";
import type { Properties } from "../../../common/properties.js";
import type { Draft } from "../draft.js";

import {
    type Effect,
    grantEffect,
    group,
    objects,
    partEffect,
    recordEffect,
    resource,
    stringValue,
    stringValues,
} from "./effect.js";
import { declaredForm, inlineSet, inlineTargets, mayBeRequested, type SetRelation, setEffect } from "./sets.js";

const NESTING = grantEffect(
    "nesting",
    ({ groupId, containingGroupId }) => [groupId, containingGroupId].map((id) => group(stringValue(id))),
    ({ groupId, containingGroupId, accessLevelRemoteId }) => ({
        groupId: stringValue(groupId),
        containingGroupId: stringValue(containingGroupId),
        level: stringValue(accessLevelRemoteId),
    }),
);

const LINK = grantEffect(
    "link",
    ({ groupId, resourceId }) => [group(stringValue(groupId)), resource(stringValue(resourceId))],
    linkOf,
);

const MEMBERSHIP: Effect = {
    ...grantEffect("membership", ({ groupId }) => [group(stringValue(groupId))], memberOf),
    remove: (draft, { given }) => removeMember(draft, memberOf(given)),
};

/** The complete sets that connect groups with users, resources and other groups. */
const SETS = {
    users: {
        single: MEMBERSHIP,
        parent: "groupId",
        elements: "users",
        key: ["userId"],
        found: (draft, id) => draft.members(id).map(declaredForm),
        mayBeRequested: (draft, id) => mayBeRequested(draft.find("group", id)),
    },
    resources: {
        single: LINK,
        parent: "groupId",
        elements: "resources",
        key: ["resourceId"],
        found: (draft, groupId) => draft.links({ groupId }).map(declaredForm),
        mayBeRequested: (draft, _, { resourceId }) => mayBeRequested(draft.find("resource", stringValue(resourceId))),
    },
    resourceGroups: {
        single: LINK,
        parent: "resourceId",
        elements: "groups",
        key: ["groupId"],
        found: (draft, resourceId) => draft.links({ resourceId }).map(declaredForm),
        mayBeRequested: (draft, id) => mayBeRequested(draft.find("resource", id)),
    },
    nested: {
        single: NESTING,
        parent: "containingGroupId",
        elements: "nestedGroups",
        key: ["groupId"],
        found: (draft, containingGroupId) => draft.nestings({ containingGroupId }).map(declaredForm),
        mayBeRequested: (draft, id) => mayBeRequested(draft.find("group", id)),
    },
    containing: {
        single: NESTING,
        parent: "groupId",
        elements: "containingGroups",
        key: ["containingGroupId"],
        found: (draft, groupId) => draft.nestings({ groupId }).map(declaredForm),
        mayBeRequested: (draft, _, { containingGroupId }) =>
            mayBeRequested(draft.find("group", stringValue(containingGroupId))),
    },
} satisfies Readonly<Record<string, SetRelation>>;

/** The complete set of the groups that grant access to a resource. */
export const RESOURCE_GROUPS: SetRelation = SETS.resourceGroups;

/** The sets that a declaration of a group may contain. */
const INLINE: readonly SetRelation[] = [SETS.users, SETS.resources, SETS.nested];

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
    ContainingGroup: NESTING,
    Group: {
        touches: (declared) => ({
            targets: [group(declared.id), ...inlineTargets(INLINE, declared)],
        }),
        put(draft, declared) {
            const { id, given, was } = declared;
            const base = draft.find("group", id);
            draft.apply({ put: "group", value: records.groupOf(given, id, base) });
            for (const set of INLINE) setEffect(set).put(draft, inlineSet(set, declared));
            onCall(draft, id, given, was);
            if (base === undefined)
                for (const userId of stringValues(given.initialUserIds))
                    draft.apply({ put: "membership", value: { groupId: id, userId, level: "", until: null } });
        },
        remove: (draft, { id }) => removeGroup(draft, id),
        concerns: (_, { id }, hidden) => (hidden.includes("groupLeaderUserIds") ? [{ type: "assigners", id }] : []),
    },
    GroupLeaders: {
        ...partEffect(
            "group",
            "groupId",
            (_, { given }) => ({ leaderIds: stringValues(given.userIds) }),
            () => ({ leaderIds: [] }),
        ),
        concerns: (_, { given }, hidden) =>
            hidden.includes("userIds") ? [{ type: "assigners", id: stringValue(given.groupId) }] : [],
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
    GroupResource: LINK,
    GroupResources: setEffect(SETS.resources),
    ResourceGroups: setEffect(SETS.resourceGroups),
    GroupUser: MEMBERSHIP,
    GroupUsers: setEffect(SETS.users),
    ContainingGroups: setEffect(SETS.containing),
    NestedGroups: setEffect(SETS.nested),
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
