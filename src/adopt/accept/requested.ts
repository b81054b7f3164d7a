import type { AccessGovernanceClient } from "../../api/access-governance-client.js";
import type { Request } from "../../api/generated/types.gen.js";
import { isObject, type Properties, same } from "../../common/properties.js";
import { counterparts } from "../../kernel.js";
import { itemKey } from "./acceptance.js";
import type { Drifted, DriftedProperty } from "./drift.js";

/**
 * Finds changes that approved access requests explain, by `itemKey`: each user that was added to a list or changed in it has an approved
 * request for this group or resource at this level. The request must be for access that does not expire, because users in a list have such
 * access. Removed users do not need a request. Uses `getRequests`, two calls per user.
 */
export async function requestedIn(
    drifted: readonly Drifted[],
    client: AccessGovernanceClient,
): Promise<ReadonlySet<string>> {
    const asked = new Map<string, Promise<readonly Request[]>>();
    const requestsFor = (userId: string): Promise<readonly Request[]> => {
        const known = asked.get(userId) ?? approvedFor(userId, client);
        asked.set(userId, known);
        return known;
    };
    const found = new Set<string>();
    for (const one of drifted)
        for (const change of one.changes) {
            const given = givenBy(one, change);
            if (given === undefined || given.length === 0) continue;
            const requests = await Promise.all(
                given.map(async (element) =>
                    (await requestsFor(String(element.userId))).some((request) => isFor(request, one.id, element)),
                ),
            );
            if (requests.every(Boolean)) found.add(itemKey({ urn: one.urn, property: change.property }));
        }
    return found;
}

/** Returns the new and changed elements of a list of users; undefined if the property is not such a list. */
function givenBy(
    { of: kind }: Drifted,
    { property, declared, live }: DriftedProperty,
): readonly Properties[] | undefined {
    if (!Array.isArray(declared) || !Array.isArray(live)) return undefined;
    const users = live.filter((one): one is Properties => isObject(one) && typeof one.userId === "string");
    if (users.length < live.length) return undefined;
    const before = counterparts(users, declared, kind.fields[property]);
    return users.filter((user, index) => !same(user, before[index]));
}

/** Returns the approved requests of a user for access that does not expire. */
async function approvedFor(userId: string, client: AccessGovernanceClient): Promise<readonly Request[]> {
    const lists = await Promise.all([
        client.requests.list({ target_user_id: userId }).all(),
        client.requests.list({ requester_id: userId }).all(),
    ]);
    return lists.flat().filter((request) => {
        const { status, target_user_id: target, target_group_id: group, requester_id: requester } = request;
        // A request without a target is for the requester.
        const isTheirs = target === userId || (target === undefined && group === undefined && requester === userId);
        return status === "APPROVED" && isTheirs && (request.duration_minutes ?? 0) <= 0;
    });
}

function isFor(
    { requested_items_list: items = [] }: Request,
    targetId: string,
    { accessLevelRemoteId }: Properties,
): boolean {
    return items.some(
        ({ group_id: group, resource_id: resource, access_level_remote_id: level }) =>
            (group === targetId || resource === targetId) && (level ?? "") === (accessLevelRemoteId ?? ""),
    );
}
