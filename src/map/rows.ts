import type { Target } from "../access/facts.js";
import type { AccessModel, Aspect } from "../access/model.js";
import type { Atlas } from "./atlas.js";
import { type Held, keyOf, placeOf, type Step } from "./ways.js";
import type { Mark } from "./wording.js";

/** A line of a list: somebody or something, before and after. */
export interface Row {
    readonly key: string;
    readonly mark: Mark;
    /** Id of the level; left out if there is none to tell. */
    readonly level?: string;
    /** When it ends on each side; left out where it is not there. */
    readonly was?: number;
    readonly is?: number;
    /** The last steps of the ways there, on the side that counts; of people only when asked for. */
    readonly through?: readonly Step[];
}

/** What somebody has of a type. Without an after everything is the same. */
export function reachRows(atlas: Atlas, who: string, type: "group" | "resource"): Row[] {
    const sides = atlas.sides.map((ways) => ways.reach(who));
    const keys = new Set(sides.flatMap((reach) => [...reach.keys()]).filter((key) => key.startsWith(`${type} `)));
    const rows = [...keys].flatMap((key) => {
        const held = sides.map((reach) => reach.get(key) ?? []);
        const levels = new Set(held.flatMap((list) => list.map(({ level }) => level)));
        return [...levels].map((level): Row => {
            const [was, is = atlas.after ? undefined : was] = held.map((list) =>
                list.find((one) => one.level === level),
            );
            return rowOf(key, was, is, level);
        });
    });
    return sorted(rows, atlas);
}

/** Who has a target, by level. */
export function holderRows(atlas: Atlas, target: Target): Row[] {
    const ends = atlas.sides.map(({ model }) => endsOf(model, target));
    const [was, is = was] = ends;
    const rows = [...new Set(ends.flatMap((levels) => [...levels.keys()]))].flatMap((level) => {
        const [before, after] = [was?.get(level), is?.get(level)];
        const numbers = new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])]);
        return [...numbers].map((number): Row => {
            const [one, other] = [before?.get(number), after?.get(number)];
            const held = (end: number | undefined): Held | undefined =>
                end === undefined ? undefined : { level, end, through: [] };
            const { through: _, ...row } = rowOf(atlas.principal(number), held(one), held(other), level);
            return row;
        });
    });
    return sorted(rows, atlas);
}

/** Who can do something else with a target than have it. */
export function aspectRows(atlas: Atlas, aspect: Aspect, target: Target): Row[] {
    const [was, is = was] = atlas.sides.map(({ model }) => new Set(model.who(aspect, target).members));
    const numbers = new Set([...(was ?? []), ...(is ?? [])]);
    const rows = [...numbers].map((number): Row => {
        const mark = !was?.has(number) ? "gained" : is?.has(number) ? "same" : "lost";
        return { key: atlas.principal(number), mark };
    });
    return sorted(rows, atlas);
}

/** With what somebody can do something. Every group, resource and bundle is looked at. */
export function personRows(atlas: Atlas, aspect: Aspect, who: string): Row[] {
    const number = atlas.before.model.records.principals.find(placeOf(who).id);
    if (number === undefined) return [];
    const [was, is = was] = atlas.sides.map(({ model }) => {
        const { groups, resources, bundles } = model.records;
        const tables = [
            ["group", groups],
            ["resource", resources],
            ["bundle", bundles],
        ] as const;
        const targets = tables.flatMap(([type, table]) => [...table.keys()].map((id): Target => ({ type, id })));
        // A set would make an index of itself for one question.
        return new Set(targets.filter((target) => model.who(aspect, target).members.includes(number)).map(keyOf));
    });
    const keys = new Set([...(was ?? []), ...(is ?? [])]);
    const rows = [...keys].map((key): Row => {
        const mark = !was?.has(key) ? "gained" : is?.has(key) ? "same" : "lost";
        return { key, mark };
    });
    return sorted(rows, atlas);
}

/** Why there may be others than the rows tell of, on either side. */
export function unknownsOf(atlas: Atlas, aspect: Aspect, target: Target): string[] {
    const found = atlas.sides.flatMap(({ model }) => [...model.who(aspect, target).unknowns]);
    return [...new Set(found.map(({ because }) => because))];
}

export function markOf(was: number | undefined, is: number | undefined): Mark {
    if (was === undefined) return "gained";
    if (is === undefined) return "lost";
    return is === was ? "same" : is > was ? "longer" : "shorter";
}

function rowOf(key: string, was: Held | undefined, is: Held | undefined, level: string): Row {
    return {
        key,
        level,
        mark: markOf(was?.end, is?.end),
        ...(was && { was: was.end }),
        ...(is && { is: is.end }),
        through: (is ?? was)?.through ?? [],
    };
}

function endsOf(model: AccessModel, target: Target): Map<string, Map<number, number>> {
    return new Map(
        [...model.holdersByLevel(target)].map(([level, set]) => [
            level,
            new Map([...set.members].map((number, place) => [number, set.endAt(place)])),
        ]),
    );
}

const RANKS: readonly Mark[] = ["gained", "longer", "lost", "shorter", "same"];

/** What changes first, widening before all; then by name. */
function sorted(rows: readonly Row[], atlas: Atlas): Row[] {
    const named = rows.map((row) => ({ row, name: atlas.name(row.key).toLowerCase(), rank: RANKS.indexOf(row.mark) }));
    const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
    return named
        .sort(
            (a, b) =>
                a.rank - b.rank ||
                compare(a.name, b.name) ||
                compare(a.row.key, b.row.key) ||
                compare(a.row.level ?? "", b.row.level ?? ""),
        )
        .map(({ row }) => row);
}
