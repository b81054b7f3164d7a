import type { Aspect } from "../../../src/access/model/model.js";
import { accessTo, groupsOf, isWithin, membersIn } from "../../../src/local/service/access/access.js";
import { leads, owns, roleOf, userPermissionsOver } from "../../../src/local/service/access/roles.js";
import { Viewer } from "../../../src/local/service/access/viewer.js";
import { revokeMembership } from "../../../src/local/service/groups/memberships.js";
import type { Store } from "../../../src/local/service/storage/store.js";
import { ask, askable, assignable, levelsOf } from "../oracle/oracle.js";

/** One thing that a user can do according to the service, not the model, with its end in milliseconds. */
export interface Ability {
    readonly aspect: Aspect;
    readonly user: string;
    readonly target: string;
    /** Distinguishes abilities of the same user on the same target, for example by level. */
    readonly detail: string;
    readonly until: number;
}

/** Abilities by a key of their distinguishing fields. */
export type Truth = ReadonlyMap<string, Ability>;

/** Everything that the service lets users do, determined for each user and target. Includes a user without any access of their own. */
export function truthOf(organization: Store, now: Date): Truth {
    const store = organization.copy();
    const nameless = { full_name: "", first_name: "", last_name: "", position: "" };
    store.users.set({ user_id: STRANGER, email: `${STRANGER}@example.com`, ...nameless });
    const truth = new Map<string, Ability>();
    const say = (aspect: Aspect, user: string, target: string, detail = "", until = NEVER): void => {
        const ability: Ability = { aspect, user, target, detail, until };
        if (until > untilIn(truth, ability)) truth.set(keyOf(ability), ability);
    };
    holdings(store, now, say);
    sights(store, now, say);
    requestings(store, now, say);
    administrations(store, say);
    return truth;
}

/**
 * Access in `after` that users did not have before or that lasts longer. Abilities that any user without access of their own has do not count
 * as gains of new users. @param users users who existed before
 */
export function gainsBetween(before: Truth, after: Truth, users: ReadonlySet<string>): Ability[] {
    return [...after.values()].filter((ability) => {
        const peer = users.has(ability.user) ? ability.user : STRANGER;
        return ability.user !== STRANGER && ability.until > untilIn(before, { ...ability, user: peer }) + TOLERANCE_MS;
    });
}

function untilIn(truth: Truth, ability: Ability): number {
    return truth.get(keyOf(ability))?.until ?? Number.NEGATIVE_INFINITY;
}

function keyOf({ aspect, user, target, detail }: Ability): string {
    return [aspect, user, target, detail].join(" ");
}

const STRANGER = "5f3b7f0e-53f1-4c57-9a6e-3f1f0c1d2e3f";

const NEVER = Number.POSITIVE_INFINITY;
/** An update takes some time, so an end that moved by no more than this was not extended. */
export const TOLERANCE_MS = 60_000;

type Say = (aspect: Aspect, user: string, target: string, detail?: string, until?: number) => void;

/** Access of each user with its end. The service is asked again after each end date. */
function holdings(store: Store, now: Date, say: Say): void {
    const ends = [store.groupUsers, store.resourceUsers, store.groupResources, store.groupContainingGroups]
        .flatMap((table) => table.all().map(({ expiration_date }) => expiration_date))
        .flatMap((end) => (end === null ? [] : [Date.parse(end)]))
        .filter((end) => end > now.getTime());
    const moments = [...new Set(ends)].sort((a, b) => a - b);
    const later = store.copy();
    for (const [place, moment] of [now.getTime(), ...moments].entries()) {
        expire(later, new Date(moment));
        held(later, (user, target, detail) => say("has", user, target, detail, moments[place] ?? NEVER));
    }
}

/** Removes expired access. A user who leaves one of several linked groups leaves all of them. */
export function expire(store: Store, now: Date): void {
    for (const membership of store.groupUsers.deleteDue(now)) revokeMembership(store, membership);
    store.resourceUsers.deleteDue(now);
    store.groupResources.deleteDue(now);
    store.groupContainingGroups.deleteDue(now);
}

function held(store: Store, say: (user: string, target: string, detail: string) => void): void {
    for (const { user_id } of store.users.all()) for (const group of groupsOf(store, user_id)) say(user_id, group, "");
    for (const { group_id } of store.groups.all()) {
        // A group without levels is held at the default level.
        if (store.groupAccessLevels.where("group_id", group_id).length === 0) continue;
        for (const { user_id, access_level_remote_id } of store.groupUsers.where("group_id", group_id))
            say(user_id, group_id, `at "${access_level_remote_id}"`);
        for (const nested of store.groupContainingGroups.where("containing_group_id", group_id))
            for (const user of membersIn(store, nested.group_id))
                say(user, group_id, `at "${nested.access_level_remote_id}"`);
    }
    for (const { resource_id } of store.resources.all())
        for (const { user_id, access_level } of accessTo(store, resource_id))
            say(user_id, resource_id, `at "${access_level.access_level_remote_id}"`);
}

function sights(store: Store, now: Date, say: Say): void {
    for (const { user_id } of store.users.all()) {
        const viewer = new Viewer({ store, caller: { user_id, role: "MEMBER" }, now });
        for (const [kind, ids] of objectsOf(store))
            for (const id of ids) if (viewer.sees(kind, id)) say("sees", user_id, id);
    }
}

function objectsOf(store: Store): ["groups" | "resources" | "bundles", string[]][] {
    return [
        ["groups", store.groups.all().map(({ group_id }) => group_id)],
        ["resources", store.resources.all().map(({ resource_id }) => resource_id)],
        ["bundles", store.bundles.all().map(({ bundle_id }) => bundle_id)],
    ];
}

/** Requests every target as every user to find who may request it, who may approve and who gets it without approval. Includes what a requested group gives. */
function requestings(store: Store, now: Date, say: Say): void {
    const asked = askable(store);
    const through = new Map(asked.map(([id, , level]) => [`${id} ${level}`, givenBy(store, id, level)]));
    for (const { user_id } of store.users.all())
        for (const [id, body, level] of asked) {
            const answer = longest(store, user_id, body, now);
            if (!answer) continue;
            // The duration of the request, counted from now.
            const until = answer.minutes === -1 ? NEVER : answer.minutes * 60_000;
            for (const [target = "", at] of through.get(`${id} ${level}`) ?? []) {
                for (const detail of ["", ...(at === undefined ? [] : [`at "${at}"`])]) {
                    say("mayRequest", user_id, target, detail, until);
                    if (answer.isGiven) say("getsWithoutApproval", user_id, target, detail, until);
                }
                for (const reviewer of answer.reviewers) say("mayApprove", reviewer, target);
            }
        }
}

/** The longest request that the service accepts. */
function longest(store: Store, user: string, body: object, now: Date) {
    const limits = [...store.groups.all(), ...store.resources.all()].flatMap(({ request_configurations = [] }) =>
        request_configurations.flatMap(({ max_duration_minutes: most = -1 }) => (most === -1 ? [] : [most])),
    );
    for (const minutes of [-1, ...[...new Set(limits)].sort((a, b) => b - a)]) {
        const answer = ask(store, user, body, now, minutes);
        if (answer.isTaken) return { ...answer, minutes };
    }
    return undefined;
}

/** What a resource or a group gives: the resources below it, and what its containing groups give, each with its level. */
function givenBy(store: Store, id: string, level?: string): [target: string, level?: string][] {
    if (!store.groups.has(id)) return level === undefined ? [] : withBelow(store, id, level);
    const above = store.groups.all().flatMap(({ group_id }) => (isWithin(store, id, group_id) ? [group_id] : []));
    const given = above.flatMap((group) => store.groupResources.where("group_id", group));
    return [
        ...(level === undefined ? [] : [[id, level] as [string, string]]),
        ...above.map((group): [string] => [group]),
        // A member of a group is also in its containing groups, at the level of the last nesting.
        ...store.groupContainingGroups
            .all()
            .filter((one) => one.group_id === id || above.includes(one.group_id))
            .map((one): [string, string] => [one.containing_group_id, one.access_level_remote_id]),
        ...given.flatMap((one) => withBelow(store, one.resource_id, one.access_level_remote_id)),
    ];
}

/** A resource and the resources below it. A resource without levels is held at the default level, whatever the level of its parent. */
function withBelow(store: Store, id: string, level: string): [target: string, level: string][] {
    const below = store.resources.get(id).descendant_resource_ids ?? [];
    const levelOf = (one: string): string =>
        store.resourceAccessLevels.where("resource_id", one).length > 0 ? level : "";
    return [[id, level], ...below.map((one): [string, string] => [one, levelOf(one)])];
}

/**
 * No call returns the administrators of a target, so they are collected from the users of an owner, the leaders of a group and the holders of
 * roles. Whether users can grant a target to themselves is tried out.
 */
function administrations(store: Store, say: Say): void {
    for (const [kind, ids] of objectsOf(store))
        for (const id of ids)
            for (const { user_id } of store.users.all()) {
                const permissions: readonly string[] = userPermissionsOver(store, user_id, kind, id);
                const administers =
                    roleOf(store, { user_id, role: "MEMBER" }) === "ADMIN" ||
                    owns(store, user_id, kind, id) ||
                    (kind === "groups" && leads(store, user_id, id)) ||
                    permissions.some((name) => !name.startsWith("READ") && name !== "EXPORT");
                if (administers) say("administers", user_id, id);
            }
    // Users who grant a target to themselves choose the level.
    for (const { user_id } of store.users.all())
        for (const id of assignable(store, user_id)) {
            const given = levelsOf(store, id).flatMap((level) => givenBy(store, id, level));
            for (const [target, at] of [[id], ...given])
                for (const detail of ["", ...(at === undefined ? [] : [`at "${at}"`])])
                    if (target) say("getsWithoutApproval", user_id, target, detail);
        }
}
