import { differing } from "./reach.js";
import type { Edge, Records } from "./records.js";
import type { Entry, Row } from "./row.js";

/** Times after `at` at which something that differs between two records begins or ends, in order. */
export function momentsBetween(before: Records, after: Records): number[] {
    const found = new Set([
        ...endsIn(before.memberships, after.memberships, endingInRow),
        ...endsIn(before.grants, after.grants, endingInRow),
        ...endsIn(before.links, after.links, endingInEdges),
        ...endsIn(before.nestings, after.nestings, endingInEdges),
        ...[...differing(before.delegations, after.delegations)]
            .flatMap((id) => [before, after].flatMap(({ delegations }) => delegations.get(id) ?? []))
            .flatMap(({ from, until }) => [Date.parse(from), Date.parse(until)]),
    ]);
    return ordered(found, after.at);
}

/** Times after `at` at which a delegation begins that one of these users gives or receives. */
export function delegationsOf(userIds: ReadonlySet<string>, { delegations, at }: Records): number[] {
    const theirs = [...delegations.values()].filter(
        ({ delegatorId, delegateId }) => userIds.has(delegatorId) || userIds.has(delegateId),
    );
    return ordered(new Set(theirs.map(({ from }) => Date.parse(from))), at);
}

/** Ends of what only one side has. */
function endsIn<Value>(
    before: ReadonlyMap<string, Value>,
    after: ReadonlyMap<string, Value>,
    endingIn: (value: Value) => readonly Ending[],
): number[] {
    return [...differing(before, after)].flatMap((key) => {
        const [was, is] = [before, after].map((table) => {
            const value = table.get(key);
            return new Map((value === undefined ? [] : endingIn(value)).map((one) => [one.key, one.end]));
        });
        return [
            ...[...(was ?? [])].filter(([one]) => !is?.has(one)),
            ...[...(is ?? [])].filter(([one]) => !was?.has(one)),
        ].map(([, end]) => end);
    });
}

interface Ending {
    /** What ends, and when. */
    readonly key: string;
    readonly end: number;
}

function endingInRow(row: Row): Ending[] {
    return row.ending().map(({ member, level, end }: Entry) => ({ key: `${member} ${level} ${end}`, end }));
}

function endingInEdges(edges: readonly Edge[]): Ending[] {
    return edges
        .filter(({ end }) => Number.isFinite(end))
        .map(({ groupId, level, end }) => ({ key: `${groupId} ${level} ${end}`, end }));
}

/** Excludes what is not a date. */
function ordered(times: ReadonlySet<number>, at: number): number[] {
    return [...times].filter((time) => time > at && Number.isFinite(time)).sort((a, b) => a - b);
}
