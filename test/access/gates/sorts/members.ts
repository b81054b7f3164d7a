import type { Declaration } from "../../../proofs/simulator/program.js";
import { type Bench, type Draw, objectsIn, type Sorts, textsIn, without } from "../edit.js";
import { LEVELS } from "../organization.js";
import { delegationOf } from "../programs.js";

/** Edits of members, holders and tags. Most of them widen access. */
export const MEMBERS_WIDER: Sorts = {
    "add a user to a group": (on) =>
        member(
            on,
            on.joinable.filter((group) => on.around.levelOf(group) === ""),
        ),
    "add a member at a level": (on) =>
        member(
            on,
            on.joinable.filter((group) => on.around.levelOf(group) !== ""),
        ),
    "extend a membership": (on) => longer(on, "GroupUser"),
    "extend a grant": (on) => longer(on, "ResourceUser"),
    "extend a link": (on) => longer(on, "GroupResource"),
    "add a user to a declared set of members": (on) => {
        const set = on.one(["GroupUsers"]);
        if (!set) return undefined;
        const users = objectsIn(set.args.users);
        const user = on.dice.maybe(on.users.filter((id) => !users.some(({ userId }) => userId === id)));
        return user === undefined ? undefined : on.set(set, { users: [...users, { userId: user }] });
    },
    "grant a resource": (on) => {
        const resourceId = on.dice.pick(on.resources);
        const userId = on.dice.pick(on.users);
        if (granted(on, resourceId, userId)) return undefined;
        return on.add("new-grant", "ResourceUser", {
            resourceId,
            userId,
            ...on.around.atLevel(resourceId),
            ...on.around.duration(),
        });
    },
    "grant at another level": (on) => otherLevel(on, "ResourceUser"),
    "link at another level": (on) => otherLevel(on, "GroupResource"),
    "add a member at another level": (on) => otherLevel(on, "GroupUser"),
    "add a leader": (on) => {
        const group = on.one(["Group"]);
        const leaders = textsIn(group?.args.groupLeaderUserIds);
        const user = on.dice.maybe(on.users.filter((id) => !leaders.includes(id)));
        return group && user ? on.set(group, { groupLeaderUserIds: [...leaders, user] }) : undefined;
    },
    "tag a user": (on) => {
        const [userId, tagId] = [on.dice.pick(on.users), on.dice.pick(on.around.tags)];
        const isTagged = on.store.userTags.where("user_id", userId).some(({ tag_id }) => tag_id === tagId);
        return isTagged ? undefined : on.add("new-tag", "UserTag", { userId, tagId });
    },
    "remove the tag by which a rule excludes a user": (on) => taken(on, on.one(["UserTag"])),
    "delegate reviews": (on) => {
        const [from = "", to = ""] = on.dice.some(on.users, 2);
        const isThere = on.store.delegations.where("delegator_user_id", from).length > 0;
        return isThere ? undefined : on.add("new-delegation", "Delegation", delegationOf(from, to));
    },
    // A stricter request configuration no longer applies to a user who leaves its group, so the default one does.
    "remove a member of a group that is used in conditions": (on) => {
        const named = new Set(
            on.program.flatMap(({ args }) =>
                objectsIn(args.requestConfigurations).flatMap(({ condition }) => textsIn(Object(condition).groupIds)),
            ),
        );
        return taken(
            on,
            on.one(["GroupUser"], ({ groupId }) => named.has(String(groupId))),
        );
    },
};

export const MEMBERS_NARROWER: Sorts = {
    "remove a member": (on) => taken(on, on.one(["GroupUser"])),
    "remove a grant": (on) => taken(on, on.one(["ResourceUser"])),
    "remove a link": (on) => taken(on, on.one(["GroupResource"])),
    "remove a nesting": (on) => taken(on, on.one(["ContainingGroup"])),
    "remove a delegation": (on) => taken(on, on.one(["Delegation"])),
    "remove a user from a declared set of members": (on) => {
        const set = on.one(["GroupUsers"], ({ users }) => objectsIn(users).length > 0);
        if (!set) return undefined;
        const users = objectsIn(set.args.users);
        return on.set(set, { users: without(users, on.dice.pick(users)) });
    },
    "end a membership sooner": (on) => sooner(on, "GroupUser"),
    "end a grant sooner": (on) => sooner(on, "ResourceUser"),
    "end a link sooner": (on) => sooner(on, "GroupResource"),
    "add a leader as a member": (on) => {
        const group = on.one(["Group"], ({ groupLeaderUserIds }) => textsIn(groupLeaderUserIds).length > 0);
        const [userId = ""] = textsIn(group?.args.groupLeaderUserIds);
        const groupId = `@=${group?.name}`;
        if (!group || !on.joinable.includes(groupId) || on.userIn(groupId, userId)) return undefined;
        return on.add("new-member", "GroupUser", { groupId, userId });
    },
    "add a member for a shorter time than through a nesting": (on) => {
        const nesting = on.one(["ContainingGroup"]);
        if (!nesting) return undefined;
        const { groupId, containingGroupId, accessLevelRemoteId } = nesting.args;
        const inner = on.store.groupUsers.where("group_id", on.id(groupId)).filter((one) => !one.expiration_date);
        const userId = on.dice.maybe(inner)?.user_id;
        if (!userId || on.userIn(on.id(containingGroupId), userId)) return undefined;
        return on.add("new-member", "GroupUser", {
            groupId: containingGroupId ?? "",
            userId,
            ...(accessLevelRemoteId !== undefined && { accessLevelRemoteId }),
            durationMinutes: 60,
        });
    },
    "remove a leader": (on) => {
        const group = on.one(["Group"], ({ groupLeaderUserIds }) => textsIn(groupLeaderUserIds).length > 0);
        return group && on.set(group, { groupLeaderUserIds: [] });
    },
};

function member(on: Bench, groups: readonly string[]) {
    const groupId = on.dice.maybe(groups);
    const userId = on.dice.pick(on.users);
    if (groupId === undefined || on.userIn(groupId, userId)) return undefined;
    return on.add("new-member", "GroupUser", {
        groupId,
        userId,
        ...on.around.atLevel(groupId),
        ...on.around.duration(),
    });
}

function granted(on: Bench, resource: string, user: string): boolean {
    return on.store.resourceUsers.where("resource_id", on.id(resource)).some(({ user_id }) => user_id === user);
}

/** Durations in minutes; 0 means without end. */
const DURATIONS = [60, 1440, 43_200, 0];

function longer(on: Bench, kind: string) {
    const ending = on.one([kind], ({ durationMinutes = 0 }) => durationMinutes !== 0);
    if (!ending) return undefined;
    const place = DURATIONS.indexOf(Number(ending.args.durationMinutes));
    return on.set(ending, { durationMinutes: on.dice.pick(DURATIONS.slice(place + 1)) });
}

function sooner(on: Bench, kind: string) {
    const given = on.one([kind], ({ durationMinutes }) => durationMinutes !== 60);
    if (!given) return undefined;
    const place = DURATIONS.indexOf(Number(given.args.durationMinutes ?? 0));
    return on.set(given, { durationMinutes: on.dice.pick(DURATIONS.slice(0, place)) });
}

function otherLevel(on: Bench, kind: string) {
    const given = on.one([kind], ({ accessLevelRemoteId }) => accessLevelRemoteId !== undefined);
    if (!given) return undefined;
    const [other = ""] = LEVELS.filter((level) => level !== given.args.accessLevelRemoteId);
    return on.set(given, { accessLevelRemoteId: other });
}

function taken(on: Bench, declaration: Declaration | undefined): ReturnType<Draw> {
    return declaration && on.remove(declaration);
}
