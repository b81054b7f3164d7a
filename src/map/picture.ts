import type { Atlas } from "./atlas.js";
import { markOf } from "./rows.js";
import { type Place, placeOf, type Step, type Ways } from "./ways.js";
import type { Mark } from "./wording.js";

/** What is drawn: places and the steps between them, before and after in one, so that both are laid out alike. */
export interface Picture {
    readonly nodes: readonly PictureNode[];
    readonly lines: readonly PictureLine[];
    /** How many places on the ways are not drawn. */
    readonly leftOut: number;
}

export interface PictureNode {
    /** Key of a place, or of a crowd. */
    readonly key: string;
    /** Of a crowd: how many are not drawn by themselves, on each side, and what they are. */
    readonly crowd?: { readonly of: string; readonly type: Place["type"]; readonly counts: readonly number[] };
    /** Whether it is there, side by side. */
    readonly isOn: readonly boolean[];
    readonly mark: Mark;
    /** What lies beyond is not drawn. */
    readonly isCut?: boolean;
}

export interface PictureLine {
    readonly from: string;
    readonly to: string;
    /** Why one leads to the other. Of a line to a crowd nothing is told. */
    readonly reasons: readonly Reason[];
    readonly isOn: readonly boolean[];
    readonly mark: Mark;
}

/** The same step, side by side; undefined where it is not. */
export interface Reason {
    readonly steps: readonly (Step | undefined)[];
    readonly mark: Mark;
}

/** Once there are so many, nothing is drawn that lies beyond: nobody could read it. */
export const MOST_NODES = 44;

/** So many of the same type are drawn beside a place before the rest becomes a crowd, unless it was opened. */
const FAN: Readonly<Record<Place["type"], number>> = { user: 3, identity: 3, group: 6, resource: 2, bundle: 0 };

/** The ways between somebody and something, so many at most. */
export function pathsPicture(atlas: Atlas, from: string, to: string, most: number): Picture {
    const { sides } = atlas;
    const on = sides.map((ways) => ways.between(from, to));
    const shown = new Set<string>([from, to]);
    for (const ways of sides)
        for (const path of ways.paths(from, to, most))
            if (shown.size < MOST_NODES) for (const step of path) shown.add(step.to);
    const all = new Set([...on.flatMap((keys) => [...keys]), from, to]);
    // Both ends are drawn even where nothing leads from one to the other.
    const isOn = (key: string, side: number): boolean => key === from || key === to || on[side]?.has(key) === true;
    const nodes = [...shown].map((key) =>
        nodeOf(
            key,
            sides.map((_, side) => isOn(key, side)),
        ),
    );
    return { nodes, lines: linesAmong(sides, nodes), leftOut: all.size - shown.size };
}

/**
 * What a person reaches, or who reaches a group or a resource, with what lies between. Of many alike a few are drawn, what changes first, and
 * the others are a crowd.
 * @param opened keys of crowds that are drawn one by one
 */
export function neighbourhood(atlas: Atlas, start: string, opened: ReadonlySet<string>): Picture {
    const { sides } = atlas;
    const isForward = ["user", "identity"].includes(placeOf(start).type);
    const present = sides.map((ways) =>
        isForward ? new Set(ways.reach(start).keys()) : new Set(ways.leadingTo(start).keys()),
    );
    const isOn = (key: string): boolean[] => present.map((keys) => key === start || keys.has(key));
    const shown = new Set([start]);
    const cut = new Set<string>();
    const fans: { key: string; at: string; type: Place["type"]; ends: readonly string[] }[] = [];
    let count = 1;
    for (const at of shown) {
        // Nobody is in a resource: what lies beyond the first one is of no interest.
        if (isForward && placeOf(at).type === "resource") continue;
        const isFull = count >= MOST_NODES;
        for (const [type, ends] of endsAt(sides, at, isForward, atlas, isOn)) {
            const key = `crowd ${type} ${at}`;
            if (isFull && !opened.has(key)) {
                if (ends.some((end) => !shown.has(end))) cut.add(at);
                continue;
            }
            const room = opened.has(key) ? Number.POSITIVE_INFINITY : FAN[type] * (at === start ? 2 : 1);
            // One that is left alone takes no less room as a crowd.
            const few = ends.length <= room + 1 ? ends : ends.slice(0, room);
            const size = shown.size;
            for (const end of few) shown.add(end);
            // What somebody opened is more than there was room for, and takes none from the rest.
            if (!opened.has(key)) count += shown.size - size + (few === ends ? 0 : 1);
            fans.push({ key, at, type, ends });
        }
    }
    const crowds = fans.flatMap(({ key, at, type, ends }) => {
        const rest = ends.filter((end) => !shown.has(end));
        const counts = sides.map((ways, side) => {
            if (!isOn(at)[side]) return 0;
            const steps = isForward ? ways.from(at) : ways.into(at);
            const there = new Set(steps.map((step) => (isForward ? step.to : step.from)));
            return rest.filter((end) => isOn(end)[side] && there.has(end)).length;
        });
        return rest.length === 0 ? [] : [{ key, at, type, counts }];
    });
    const nodes = [
        ...[...shown].map((key) => ({ ...nodeOf(key, isOn(key)), ...(cut.has(key) && { isCut: true }) })),
        ...crowds.map(({ key, at, type, counts }): PictureNode => {
            const isThere = counts.map((count) => count > 0);
            return { key, crowd: { of: at, type, counts }, isOn: isThere, mark: markOfSides(isThere) };
        }),
    ];
    const toCrowds = crowds.map(({ key, at, counts }): PictureLine => {
        const isThere = counts.map((count) => count > 0);
        const [from, to] = isForward ? [at, key] : [key, at];
        return { from, to, reasons: [], isOn: isThere, mark: markOfSides(isThere) };
    });
    const leftOut = new Set(present.flatMap((keys) => [...keys]).filter((key) => !shown.has(key))).size;
    return { nodes, lines: [...linesAmong(sides, nodes), ...toCrowds], leftOut };
}

/** What lies next to a place, by type: what changes first, then what is sensitive, then by name. */
function endsAt(
    sides: readonly Ways[],
    at: string,
    isForward: boolean,
    atlas: Atlas,
    isOn: (key: string) => boolean[],
): Map<Place["type"], string[]> {
    const found = new Map<Place["type"], Map<string, (number | undefined)[]>>();
    for (const [side, ways] of sides.entries())
        for (const step of isForward ? ways.from(at) : ways.into(at)) {
            const end = isForward ? step.to : step.from;
            if (!isOn(end).includes(true)) continue;
            const { type } = placeOf(end);
            const ofType = found.get(type) ?? new Map<string, (number | undefined)[]>();
            found.set(type, ofType);
            const until = ofType.get(end) ?? sides.map(() => undefined);
            until[side] = Math.max(until[side] ?? 0, step.end);
            ofType.set(end, until);
        }
    return new Map(
        [...found].map(([type, ends]) => {
            const ranked = [...ends].map(([key, [was, is]]) => {
                const isSame = sides.length < 2 || (markOf(was, is) === "same" && !isOn(key).includes(false));
                return { key, name: atlas.name(key), rank: (isSame ? 2 : 0) + (atlas.sensitivity(key) === "" ? 1 : 0) };
            });
            const byName = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
            ranked.sort((a, b) => a.rank - b.rank || byName(a.name, b.name) || byName(a.key, b.key));
            return [type, ranked.map(({ key }) => key)];
        }),
    );
}

function nodeOf(key: string, isOn: readonly boolean[]): PictureNode {
    return { key, isOn, mark: markOfSides(isOn) };
}

/** Steps between what is drawn: one line from place to place, whatever the number of reasons. */
function linesAmong(sides: readonly Ways[], nodes: readonly PictureNode[]): PictureLine[] {
    const byKey = new Map(nodes.filter(({ crowd }) => !crowd).map((node) => [node.key, node]));
    const lines = new Map<string, Map<string, (Step | undefined)[]>>();
    for (const [side, ways] of sides.entries())
        for (const [key, node] of byKey)
            for (const step of ways.from(key)) {
                const end = byKey.get(step.to);
                if (!end?.isOn[side] || !node.isOn[side]) continue;
                const between = JSON.stringify([step.from, step.to]);
                const reasons = lines.get(between) ?? new Map<string, (Step | undefined)[]>();
                lines.set(between, reasons);
                const name = JSON.stringify([step.by, step.level]);
                const steps = reasons.get(name) ?? sides.map(() => undefined);
                steps[side] = step;
                reasons.set(name, steps);
            }
    return [...lines].map(([between, found]): PictureLine => {
        const [from, to] = JSON.parse(between) as [string, string]; // as just written
        const reasons = [...found.values()].map((steps): Reason => {
            const [was, is] = steps.map((step) => step?.end);
            return { steps, mark: sides.length < 2 ? "same" : markOf(was, is) };
        });
        const isOn = sides.map((_, side) => reasons.some(({ steps }) => steps[side] !== undefined));
        const isThroughout = !isOn.includes(false);
        const marks = reasons.map(({ mark }) => mark).filter((mark) => mark !== "same");
        return { from, to, reasons, isOn, mark: isThroughout ? (marks[0] ?? "same") : markOfSides(isOn) };
    });
}

function markOfSides(isOn: readonly boolean[]): Mark {
    const [was, is = was] = isOn;
    if (was === is) return "same";
    return is ? "gained" : "lost";
}
