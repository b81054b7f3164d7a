import { compareText } from "../../common/collections.js";
import type { Atlas } from "./atlas.js";
import { markOf } from "./rows.js";
import { placeOfKey, type WayPlace, type WayStep, type Ways } from "./ways.js";
import type { Mark } from "./wording.js";

/** Nodes and lines of a drawing. The drawings before and after the change share one layout. */
export interface Picture {
    readonly nodes: readonly PictureNode[];
    readonly lines: readonly PictureLine[];
    /** Number of places that are not drawn. */
    readonly leftOut: number;
}

export interface PictureNode {
    /** Key of a place, or of a crowd. */
    readonly key: string;
    /** Set if the node is a crowd, which represents several places. Contains their type, and their number on each side. */
    readonly crowd?: { readonly of: string; readonly type: WayPlace["type"]; readonly counts: readonly number[] };
    /** Whether the node exists on each side (before and after the change). */
    readonly isOn: readonly boolean[];
    readonly mark: Mark;
    /** Whether some neighbors of the node are not drawn. */
    readonly isCut?: boolean;
}

export interface PictureLine {
    readonly from: string;
    readonly to: string;
    /** Why one node leads to the other. Empty for a line to a crowd. */
    readonly reasons: readonly StepPair[];
    readonly isOn: readonly boolean[];
    readonly mark: Mark;
}

/** One step for each side. Undefined for a side on which the step does not exist. */
export interface StepPair {
    readonly steps: readonly (WayStep | undefined)[];
    readonly mark: Mark;
}

/** Maximum number of nodes in a readable drawing. Nodes of expanded crowds are not counted. */
export const MAX_NODES = 44;

/** Maximum number of neighbors of each type to draw. The remaining neighbors are combined into a crowd. */
const FAN: Readonly<Record<WayPlace["type"], number>> = { user: 3, identity: 3, group: 6, resource: 2, bundle: 0 };

/** Draws the paths from one place to another, up to `most` of them. */
export function pathsPicture(atlas: Atlas, from: string, to: string, most: number): Picture {
    const { sides } = atlas;
    const on = sides.map((ways) => ways.between(from, to));
    const shown = new Set<string>([from, to]);
    for (const ways of sides)
        for (const path of ways.paths(from, to, most))
            if (shown.size < MAX_NODES) for (const step of path) shown.add(step.to);
    const all = new Set([...on.flatMap((keys) => [...keys]), from, to]);
    // Both ends of the paths are always drawn.
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
 * Draws everything that a person can reach, or everyone who can reach a group or resource, with all steps in between. If a node has many
 * neighbors of a type, draws only some of them (changed ones first), and combines the others into a crowd.
 * @param opened keys of crowds that are expanded
 */
export function neighbourhood(atlas: Atlas, start: string, opened: ReadonlySet<string>): Picture {
    const { sides } = atlas;
    const isForward = ["user", "identity"].includes(placeOfKey(start).type);
    const present = sides.map((ways) =>
        isForward ? new Set(ways.reach(start).keys()) : new Set(ways.leadingTo(start).keys()),
    );
    const isOn = (key: string): boolean[] => present.map((keys) => key === start || keys.has(key));
    const shown = new Set([start]);
    const cut = new Set<string>();
    const fans: { key: string; at: string; type: WayPlace["type"]; ends: readonly string[] }[] = [];
    let count = 1;
    for (const at of shown) {
        // A resource leads only to the resources that it contains, which are not drawn.
        if (isForward && placeOfKey(at).type === "resource") continue;
        const isFull = count >= MAX_NODES;
        for (const [type, ends] of endsAt(sides, at, isForward, atlas, isOn)) {
            const key = `crowd ${type} ${at}`;
            if (isFull && !opened.has(key)) {
                if (ends.some((end) => !shown.has(end))) cut.add(at);
                continue;
            }
            const room = opened.has(key) ? Number.POSITIVE_INFINITY : FAN[type] * (at === start ? 2 : 1);
            // A crowd of one place would take up as much space as the place itself.
            const few = ends.length <= room + 1 ? ends : ends.slice(0, room);
            const size = shown.size;
            for (const end of few) shown.add(end);
            // Nodes of expanded crowds do not count toward the limit.
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

/** Returns the neighbors of a place by type: changed ones first, then sensitive ones, then by name. */
function endsAt(
    sides: readonly Ways[],
    at: string,
    isForward: boolean,
    atlas: Atlas,
    isOn: (key: string) => boolean[],
): Map<WayPlace["type"], string[]> {
    const found = new Map<WayPlace["type"], Map<string, (number | undefined)[]>>();
    for (const [side, ways] of sides.entries())
        for (const step of isForward ? ways.from(at) : ways.into(at)) {
            const end = isForward ? step.to : step.from;
            if (!isOn(end).includes(true)) continue;
            const { type } = placeOfKey(end);
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
            ranked.sort((a, b) => a.rank - b.rank || compareText(a.name, b.name) || compareText(a.key, b.key));
            return [type, ranked.map(({ key }) => key)];
        }),
    );
}

function nodeOf(key: string, isOn: readonly boolean[]): PictureNode {
    return { key, isOn, mark: markOfSides(isOn) };
}

/** Combines all steps between two drawn nodes into one line. */
function linesAmong(sides: readonly Ways[], nodes: readonly PictureNode[]): PictureLine[] {
    const byKey = new Map(nodes.filter(({ crowd }) => !crowd).map((node) => [node.key, node]));
    const lines = new Map<string, Map<string, (WayStep | undefined)[]>>();
    for (const [side, ways] of sides.entries())
        for (const [key, node] of byKey)
            for (const step of ways.from(key)) {
                const end = byKey.get(step.to);
                if (!end?.isOn[side] || !node.isOn[side]) continue;
                const between = JSON.stringify([step.from, step.to]);
                const reasons = lines.get(between) ?? new Map<string, (WayStep | undefined)[]>();
                lines.set(between, reasons);
                const name = JSON.stringify([step.by, step.level]);
                const steps = reasons.get(name) ?? sides.map(() => undefined);
                steps[side] = step;
                reasons.set(name, steps);
            }
    return [...lines].map(([between, found]): PictureLine => {
        const [from, to] = JSON.parse(between) as [string, string]; // the entry was added above
        const reasons = [...found.values()].map((steps): StepPair => {
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
