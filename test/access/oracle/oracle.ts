import type { Aspect } from "../../../src/access/model/model.js";
import { accessTo, groupsOf } from "../../../src/local/service/access/access.js";
import { mustAdminister } from "../../../src/local/service/access/rights.js";
import { Viewer } from "../../../src/local/service/access/viewer.js";
import { Forbidden } from "../../../src/local/service/http/errors.js";
import { passTime } from "../../../src/local/service/passage.js";
import { requests } from "../../../src/local/service/requests/requests.js";
import { requestReviews } from "../../../src/local/service/requests/reviews.js";
import { allReviewers } from "../../../src/local/service/requests/stages.js";
import type { Store } from "../../../src/local/service/storage/store.js";
import { NOW } from "./organizations.js";

/** Access according to the service, by aspect, as sentences such as `user … has resource … at admin until …`. */
export type Sentences = ReadonlyMap<Aspect, ReadonlySet<string>>;

/** Asks the service for the access of each user to each target. */
export function oracleOf(store: Store): Sentences {
    const said = new Map<Aspect, Set<string>>();
    const say = (aspect: Aspect, ...parts: readonly string[]): void => {
        said.set(aspect, (said.get(aspect) ?? new Set()).add(parts.join(" ")));
    };
    const users = store.users.all().map(({ user_id }) => user_id);
    for (const { resource_id } of store.resources.all())
        for (const one of accessTo(store, resource_id)) {
            const isSure = (!one.has_direct_access || one.num_access_paths === 1) && !isLinked(store, one.user_id);
            // With several paths, the service returns the end of the direct one, because only that end can be changed.
            const end = isSure ? (one.expiration_date ?? "") : "?";
            say("has", one.user_id, resource_id, `at "${one.access_level.access_level_remote_id}"`, end);
        }
    for (const user of users) {
        for (const group of groupsOf(store, user)) say("has", user, group);
        const viewer = new Viewer({ store, caller: { user_id: user, role: "MEMBER" }, now: NOW });
        for (const { group_id } of store.groups.all()) if (viewer.sees("groups", group_id)) say("sees", user, group_id);
        for (const { resource_id } of store.resources.all())
            if (viewer.sees("resources", resource_id)) say("sees", user, resource_id);
        for (const { bundle_id } of store.bundles.all())
            if (viewer.sees("bundles", bundle_id)) say("sees", user, bundle_id);
        for (const [id, body, level] of askable(store)) {
            const { isTaken, reviewers, isGiven } = ask(store, user, body);
            if (!isTaken) continue;
            say("mayRequest", user, id, `at "${level}"`);
            for (const reviewer of reviewers) say("mayApprove", reviewer, id);
            if (isGiven) say("getsWithoutApproval", user, id, `at "${level}"`);
        }
        for (const id of assignable(store, user)) say("getsWithoutApproval", user, id, "unasked");
    }
    return said;
}

/** Returns whether memberships of a user may end early because a membership in a linked group ends. */
function isLinked(store: Store, userId: string): boolean {
    return store.groupUsers.all().some(({ user_id, group_id, expiration_date }) => {
        const isBound = Boolean(store.groups.get(group_id).group_binding_id);
        return user_id === userId && isBound && expiration_date !== null;
    });
}

/** Groups and resources that a user can grant to themselves, and groups of which they are a break-glass user. */
export function assignable(store: Store, user_id: string): string[] {
    const situation = { store, caller: { user_id, role: "MEMBER" as const }, now: NOW, query: {}, body: undefined };
    const isLet = (operation: "addGroupUser" | "addResourceUser", path: object): boolean => {
        try {
            mustAdminister({ ...situation, operation, path } as never); // same call as from the HTTP server
            return true;
        } catch (error) {
            if (error instanceof Forbidden) return false;
            throw error;
        }
    };
    const groups = store.groups
        .all()
        .filter(
            ({ group_id, configuration_template_id: template }) =>
                store.configurationTemplates.find(template ?? "")?.break_glass_user_ids?.includes(user_id) ||
                isLet("addGroupUser", { group_id, user_id }),
        );
    const resources = store.resources
        .all()
        .filter(({ resource_id }) => isLet("addResourceUser", { resource_id, user_id }));
    return [...groups.map(({ group_id }) => group_id), ...resources.map(({ resource_id }) => resource_id)];
}

/** Possible requests at each level, by the id of the target that they give. */
export function askable(store: Store): [id: string, body: { groups: object[]; resources: object[] }, level: string][] {
    const groups = store.groups.all().flatMap(({ group_id, group_binding_id = "" }) => {
        // A request for a linked group gives its source group.
        const { source_group_id = group_id } = store.groupBindings.find(group_binding_id ?? "") ?? {};
        return levelsOf(store, source_group_id).map(
            (level): [string, { groups: object[]; resources: object[] }, string] => [
                source_group_id,
                { groups: [{ id: group_id, access_level_remote_id: level }], resources: [] },
                level,
            ],
        );
    });
    const resources = store.resources
        .all()
        .flatMap(({ resource_id }) =>
            levelsOf(store, resource_id).map((level): [string, { groups: object[]; resources: object[] }, string] => [
                resource_id,
                { groups: [], resources: [{ id: resource_id, access_level_remote_id: level }] },
                level,
            ]),
        );
    return [...groups, ...resources];
}

/** Levels of a group or a resource; only the default level if it has none. */
export function levelsOf(store: Store, id: string): string[] {
    const levels = store.groups.has(id)
        ? store.groupAccessLevels.where("group_id", id)
        : store.resourceAccessLevels.where("resource_id", id);
    return levels.length > 0 ? levels.map(({ access_level_remote_id }) => access_level_remote_id) : [""];
}

/** Fields of a request form that every user can fill in. */
const FORM = {
    reason: "It is needed",
    support_ticket: { ticketing_provider: "JIRA", remote_id: "1", identifier: "OPS-1", url: "https://tickets.test/1" },
};

class Undone extends Error {}

/** Requests access as one user (-1 minutes: without end) and approves as often and as late as that user can. Rolls everything back. */
export function ask(store: Store, user_id: string, body: object, start = NOW, duration_minutes = -1) {
    let isTaken = false;
    let isGiven = false;
    const reviewers = new Set<string>();
    const situation = { store, caller: { user_id, role: "MEMBER" as const }, now: start, path: {}, query: {} };
    try {
        store.transaction(() => {
            const call = { ...situation, body: { ...body, ...FORM, duration_minutes } };
            const { id } = requests.createRequest(call as never); // same call as from the HTTP server
            isTaken = true;
            const asked = () => allReviewers(store.requests.get(id)).map((reviewer) => reviewer.id);
            for (const one of [
                ...asked(),
                ...store.requestEscalations.where("request_id", id).flatMap(({ user_ids }) => user_ids),
            ])
                reviewers.add(one);
            let now = start;
            for (let times = 0; times < 40 && store.requests.get(id).status === "PENDING"; times += 1) {
                try {
                    const approval = { ...situation, now, path: { id }, body: { level: "REGULAR" } };
                    requestReviews.approveRequest(approval as never);
                } catch {
                    // The user cannot approve now, but may be able to later.
                }
                now = new Date(now.getTime() + 5 * 60_000);
                passTime(store, now);
            }
            isGiven = store.requests.get(id).status === "APPROVED";
            throw new Undone();
        });
    } catch (error) {
        if (!(error instanceof Undone) && isTaken) throw error;
    }
    // Delegation is not transitive: a delegate's own delegate does not review.
    const asked = new Set(reviewers);
    for (const { delegator_user_id, delegate_user_id, start_time, end_time } of store.delegations.all())
        if (
            asked.has(delegator_user_id) &&
            Date.parse(start_time) <= start.getTime() &&
            start.getTime() < Date.parse(end_time)
        )
            reviewers.add(`${delegate_user_id}`);
    if (isTaken) for (const one of deciders(store, user_id, body, start, duration_minutes)) reviewers.add(one);
    return { isTaken, isGiven, reviewers };
}

/** Users who may approve such a request without being its reviewer. Tries every user. Returns none if no approval is needed. */
function deciders(store: Store, user_id: string, body: object, now: Date, duration_minutes: number): string[] {
    const found: string[] = [];
    const situation = { store, now, query: {} };
    const call = { ...body, ...FORM, duration_minutes };
    for (const one of store.users.all())
        try {
            store.transaction(() => {
                const caller = { user_id, role: "MEMBER" as const };
                const { id } = requests.createRequest({ ...situation, caller, path: {}, body: call } as never); // same call as from the HTTP server
                const decider = { user_id: one.user_id, role: "MEMBER" as const };
                const approval = { ...situation, caller: decider, path: { id }, body: { level: "ADMIN" } };
                requestReviews.approveRequest(approval as never);
                found.push(one.user_id);
                throw new Undone();
            });
        } catch {
            // The service refused the approval, or the transaction was rolled back on purpose.
        }
    return found;
}
