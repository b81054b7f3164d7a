import type { AccessPathQueryBody, AccessResultNode } from "../../../api/generated/types.gen.js";
import { grouped } from "../../../common/collections.js";
import { BadRequest } from "../http/errors.js";
import type { GrantEdge } from "./entities.js";
import { checkAccessFilters, checkFilters, type EntityView } from "./entity-filters.js";

/** A way from a principal to an entitlement: its grants in order. */
type AccessWay = readonly [GrantEdge, ...GrantEdge[]];

/** Checks the body of a query for access. @throws BadRequest if it has neither of the two filters, or a misplaced one */
export function checkAccessQuery(field: string, query: AccessPathQueryBody): void {
    if (!query.principalFilter && !query.entitlementFilter)
        throw new BadRequest(`${field} must contain principalFilter, entitlementFilter, or both.`);
    checkFilters(`${field}.principalFilter`, query.principalFilter);
    checkFilters(`${field}.entitlementFilter`, query.entitlementFilter);
    checkAccessFilters(`${field}.principalAccessFilters`, query.principalAccessFilters);
    checkAccessFilters(`${field}.entitlementAccessFilters`, query.entitlementAccessFilters);
}

/** Returns the access that matches a query: one result for each principal, entitlement and level, with all ways to it. */
export function accessFound(view: EntityView, query: AccessPathQueryBody): AccessResultNode[] {
    const {
        principalFilter,
        entitlementFilter,
        accessLevelRemoteIds: ids,
        accessLevelNames: names,
        edgeFilter,
    } = query;
    const isEntitlement = (id: string) =>
        view.matches(id, entitlementFilter) &&
        (!entitlementFilter || view.matchesAccess(id, query.entitlementAccessFilters));
    const principals = [...view.entities.keys()]
        .filter((id) => view.matches(id, principalFilter))
        .filter((id) => !principalFilter || view.matchesAccess(id, query.principalAccessFilters));
    const ways = principals.flatMap((id) => (edgeFilter?.directOnly ? view.directWays(id) : view.ways(id)));
    const results = [...grouped(ways, keyOfWay).values()].map((those) => resultOf(view, those));
    return results
        .filter(({ entitlementId }) => isEntitlement(entitlementId))
        .filter(({ accessLevelRemoteId: level }) => !ids || ids.includes(level ?? ""))
        .filter(({ accessLevelName: name }) => !names || names.includes(name ?? ""))
        .filter(({ effectiveExpiration: end }) => {
            const wanted = edgeFilter?.accessDurationType;
            return !wanted || (wanted === "EXPIRING_ONLY") === (end !== null);
        });
}

/** The last grant decides what the access is to, and at which level. */
function keyOfWay(way: AccessWay): string {
    const last = lastOf(way);
    return JSON.stringify([way[0].principal_id, last.entitlement_id, last.access_level_remote_id]);
}

function resultOf(view: EntityView, ways: readonly AccessWay[]): AccessResultNode {
    const [first] = ways as [AccessWay]; // a group of `grouped` is not empty
    const last = lastOf(first);
    const ends = ways.map(endOf);
    return {
        principalId: first[0].principal_id,
        entitlementId: last.entitlement_id,
        accessLevelRemoteId: last.access_level_remote_id,
        accessLevelName: last.access_level_name,
        effectiveExpiration: latest(ends),
        isDirect: ways.some((way) => way.length === 1 && view.isGranted(way[0])),
        paths: ways.map((way, i) => ({
            path: [first[0].principal_id, ...way.map(({ entitlement_id }) => entitlement_id)],
            expiration: ends[i] ?? null,
        })),
    };
}

/** The time when the first of the grants ends; null if none does. */
function endOf(way: AccessWay): string | null {
    const ends = way.flatMap(({ expiration_date }) => expiration_date ?? []);
    return ends.sort((a, b) => Date.parse(a) - Date.parse(b))[0] ?? null;
}

function latest(ends: readonly (string | null)[]): string | null {
    if (ends.includes(null)) return null;
    return [...ends].sort((a, b) => Date.parse(b ?? "") - Date.parse(a ?? ""))[0] ?? null;
}

function lastOf(way: AccessWay): GrantEdge {
    return way.at(-1) ?? way[0];
}
