import { compareText } from "../../common/collections.js";
import type { Target } from "../model/facts/facts.js";
import { type AccessModel, type Aspect, targetsOf } from "../model/model.js";
import type { Atlas } from "./atlas.js";
import { type LeveledWay, placeKey, type WayStep, type Ways } from "./ways.js";
import type { Mark } from "./wording.js";

/** One row of a list, which covers the state before and after the change. */
export interface ListRow {
    readonly key: string;
    readonly mark: Mark;
    /** Id of the access level, if rows in this list have one. */
    readonly level?: string;
    /** Expiration of the access before (`was`) and after (`is`) the change. Undefined if there is no access. */
    readonly was?: number;
    readonly is?: number;
    /**
     * Last steps of the paths to the target, after the change if it still exists then. Undefined in rows about people, for which the steps
     * are computed on demand.
     */
    readonly through?: readonly WayStep[];
}

/** Rows for the groups or resources that a principal has. */
export function reachRows(atlas: Atlas, who: string, type: "group" | "resource"): ListRow[] {
    const sides = atlas.sides.map((ways) => ways.reach(who));
    const keys = new Set(sides.flatMap((reach) => [...reach.keys()]).filter((key) => key.startsWith(`${type} `)));
    const rows = [...keys].flatMap((key) => {
        const held = sides.map((reach) => reach.get(key) ?? []);
        const levels = new Set(held.flatMap((list) => list.map(({ level }) => level)));
        return [...levels].map((level): ListRow => {
            const [was, is = atlas.after ? undefined : was] = held.map((list) =>
                list.find((one) => one.level === level),
            );
            return rowOf(key, was, is, level);
        });
    });
    return sorted(rows, atlas);
}

/** Rows for the holders of a target, by level. */
export function holderRows(atlas: Atlas, target: Target): ListRow[] {
    const ends = atlas.sides.map(({ model }) => endsOf(model, target));
    const [was, is = was] = ends;
    const rows = [...new Set(ends.flatMap((levels) => [...levels.keys()]))].flatMap((level) => {
        const [before, after] = [was?.get(level), is?.get(level)];
        const numbers = new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])]);
        return [...numbers].map((number): ListRow => {
            const [one, other] = [before?.get(number), after?.get(number)];
            const held = (end: number | undefined): LeveledWay | undefined =>
                end === undefined ? undefined : { level, end, through: [] };
            const { through: _, ...row } = rowOf(atlas.principal(number), held(one), held(other), level);
            return row;
        });
    });
    return sorted(rows, atlas);
}

/** Rows for the objects with these keys before or after the change. */
export function keyRows(atlas: Atlas, keysOf: (ways: Ways) => readonly string[]): ListRow[] {
    const [was, is = was] = atlas.sides.map((ways) => new Set(keysOf(ways)));
    const rows = [...new Set([...(was ?? []), ...(is ?? [])])].map((key): ListRow => {
        return { key, mark: !was?.has(key) ? "gained" : is?.has(key) ? "same" : "lost" };
    });
    return sorted(rows, atlas);
}

/** Rows for the people to whom the aspect applies for a target. */
export function aspectRows(atlas: Atlas, aspect: Aspect, target: Target): ListRow[] {
    return keyRows(atlas, ({ model }) => atlas.keys(model.who(aspect, target)));
}

/** Rows for the targets for which the aspect applies to a principal. Examines all groups, resources and bundles. */
export function personRows(atlas: Atlas, aspect: Aspect, who: string): ListRow[] {
    const number = atlas.number(who);
    if (number === undefined) return [];
    return keyRows(atlas, ({ model }) =>
        // `includes` is used because `has` would build an index for a single lookup.
        [...targetsOf(model)].filter((target) => model.who(aspect, target).members.includes(number)).map(placeKey),
    );
}

/** Reasons why the rows may be incomplete, before or after the change. */
export function unknownsOf(atlas: Atlas, aspect: Aspect, target: Target): string[] {
    const found = atlas.sides.flatMap(({ model }) => [...model.who(aspect, target).unknowns]);
    return [...new Set(found.map(({ because }) => because))];
}

export function markOf(was: number | undefined, is: number | undefined): Mark {
    if (was === undefined) return "gained";
    if (is === undefined) return "lost";
    return is === was ? "same" : is > was ? "longer" : "shorter";
}

function rowOf(key: string, was: LeveledWay | undefined, is: LeveledWay | undefined, level: string): ListRow {
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

/** Sorts by kind of change, with gains first and unchanged rows last, then by name. */
function sorted(rows: readonly ListRow[], atlas: Atlas): ListRow[] {
    const named = rows.map((row) => ({ row, name: atlas.name(row.key).toLowerCase(), rank: RANKS.indexOf(row.mark) }));
    return named
        .sort(
            (a, b) =>
                a.rank - b.rank ||
                compareText(a.name, b.name) ||
                compareText(a.row.key, b.row.key) ||
                compareText(a.row.level ?? "", b.row.level ?? ""),
        )
        .map(({ row }) => row);
}
