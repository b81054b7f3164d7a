import type { Store } from "../../../src/local/service/storage/store.js";
import { expire, TOLERANCE_MS } from "./truth.js";

/** Times after `now` at which a record begins or ends that only one of the two organizations contains. */
export function momentsBetween(before: Store, after: Store, now: Date): Date[] {
    const [was, is] = [before, after].map(spansOf);
    if (!was || !is) return [];
    const changed = [
        ...[...was].filter(([record]) => !is.has(record)),
        ...[...is].filter(([record]) => !was.has(record)),
    ];
    const times = changed.flatMap(([, dates]) => dates).filter((time) => time > now.getTime());
    return [...new Set(times)].sort((a, b) => a - b).map((time) => new Date(time + TOLERANCE_MS));
}

/** A copy of the organization at a later time. */
export function stateAt(store: Store, moment: Date): Store {
    const later = store.copy();
    expire(later, moment);
    return later;
}

/** Every record that begins or ends, with its times in milliseconds. */
function spansOf(store: Store): Map<string, number[]> {
    const grants = [
        ...store.groupUsers.all(),
        ...store.resourceUsers.all(),
        ...store.groupResources.all(),
        ...store.groupContainingGroups.all(),
    ].map((one) => [one, [one.expiration_date]] as const);
    const delegations = store.delegations.all().map((one) => [one, [one.start_time, one.end_time]] as const);
    return new Map(
        [...grants, ...delegations].map(([record, dates]) => [
            JSON.stringify(record),
            dates.flatMap((date) => (typeof date === "string" ? [Date.parse(date)] : [])),
        ]),
    );
}
