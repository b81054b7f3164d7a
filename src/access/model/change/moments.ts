import { NEVER } from "../facts/principals.js";
import type { GroupEdge, Records } from "../facts/records.js";
import type { PrincipalRow } from "../facts/row.js";
import { differing } from "../rules/reach.js";

/**
 * Maximum number of later times to compare, not counting the start and end of changed delegations. Comparing each one takes as long as
 * comparing the present.
 */
const MAX_TIMES = 100;

/**
 * Returns the later times at which people may gain access because of a change, in order.
 * @param gaining returns the ids of users who gain access immediately
 */
export function laterTimes(gaining: () => ReadonlySet<string>, before: Records, records: Records) {
    // A delegate may later gain what the delegator gains now.
    const all = inOrder([
        ...endsBetween(before, records),
        ...(records.delegations.size > 0 ? delegationStartsOf(gaining(), records) : []),
    ]);
    const step = Math.max(1, all.length / MAX_TIMES);
    // The last time is always included, because all permanent gains have begun by then.
    const some = all.filter((_, place) => place === all.length - 1 || Math.floor(place % step) === 0);
    return {
        times: inOrder([...delegationTimes(before, records), ...some]),
        skipped: all.length - some.length,
    };
}

function inOrder(times: readonly number[]): number[] {
    return [...new Set(times)].sort((a, b) => a - b);
}

/** Times after `at` at which a changed delegation begins or ends. */
function delegationTimes(before: Records, after: Records): number[] {
    const changed = [...differing(before.delegations, after.delegations)].flatMap((id) =>
        [before, after].flatMap(({ delegations }) => delegations.get(id) ?? []),
    );
    return timesAfter(
        changed.flatMap(({ from, until }) => [Date.parse(from), Date.parse(until)]),
        after,
    );
}

/** Times after `at` at which a changed membership, grant, link or nesting expires. */
function endsBetween(before: Records, after: Records): number[] {
    const found = [
        ...endsIn(before.memberships, after.memberships, endingInRow),
        ...endsIn(before.grants, after.grants, endingInRow),
        ...endsIn(before.links, after.links, endingInEdges),
        ...endsIn(before.nestings, after.nestings, endingInEdges),
    ];
    return timesAfter(found, after);
}

/** Times after `at` at which a delegation by or to one of these users begins. */
function delegationStartsOf(userIds: ReadonlySet<string>, records: Records): number[] {
    const theirs = [...records.delegations.values()].filter(
        ({ delegatorId, delegateId }) => userIds.has(delegatorId) || userIds.has(delegateId),
    );
    return timesAfter(
        theirs.map(({ from }) => Date.parse(from)),
        records,
    );
}

/** Expiration times of the entries that exist only before or only after the change. */
function endsIn<Value>(
    before: ReadonlyMap<string, Value>,
    after: ReadonlyMap<string, Value>,
    endingIn: (value: Value) => readonly Ending[],
): number[] {
    return [...differing(before, after)].flatMap((key) => {
        const [was = new Map(), is = new Map()] = [before.get(key), after.get(key)].map(
            (value) => new Map<string, number>(value === undefined ? [] : endingIn(value)),
        );
        return [...[...was].filter(([one]) => !is.has(one)), ...[...is].filter(([one]) => !was.has(one))].map(
            ([, end]) => end,
        );
    });
}

type Ending = readonly [what: string, end: number];

function endingInRow(row: PrincipalRow): Ending[] {
    return row.ending().map(({ member, level, end }) => [`${member} ${level} ${end}`, end]);
}

function endingInEdges(edges: readonly GroupEdge[]): Ending[] {
    return edges
        .filter(({ end }) => end !== NEVER)
        .map(({ groupId, level, end }) => [`${groupId} ${level} ${end}`, end]);
}

/** Keeps only times after `at`, and drops invalid dates. */
function timesAfter(times: readonly number[], { at }: Records): number[] {
    return times.filter((time) => time > at && Number.isFinite(time));
}
