import { addTo } from "../../common/collections.js";
import { Escalation } from "../guarantees/escalation/escalation.js";
import type { Target } from "../model/facts/facts.js";
import { NEVER } from "../model/facts/principals.js";
import { type AccessModel, dateOf } from "../model/model.js";
import type { PathStep } from "../model/path-step.js";
import { RuleMatches } from "../model/rules/rule-matches.js";

/** A principal or target, at which a step starts or ends. */
export interface WayPlace {
    readonly type: "user" | "identity" | Target["type"];
    readonly id: string;
}

/** Why one place leads to the next. Includes only steps that grant access, not steps that allow requesting it. */
export type Cause = Extract<PathStep["by"], "member" | "rule" | "grant" | "nesting" | "link" | "parent">;

/**
 * One step of access: from a person to a group or resource, from a group to a group that contains it or to a resource that it grants, or
 * from a resource to a child resource.
 */
export interface WayStep {
    /** Keys of the places at which the step starts and ends. */
    readonly from: string;
    readonly to: string;
    readonly by: Cause;
    /**
     * Id of the access level; "" is the default level. Ignored for `parent`, because child resources have the same level as their parent.
     */
    readonly level: string;
    /** Expiration in milliseconds since 1970, or NEVER. */
    readonly end: number;
}

/** Access of a principal to a target at one level. */
export interface LeveledWay {
    readonly level: string;
    /** Expiration of the path that lasts longest. */
    readonly end: number;
    /** The last step of each path to the target. */
    readonly through: readonly WayStep[];
}

export function placeKey({ type, id }: WayPlace): string {
    return `${type} ${id}`;
}

export function placeOfKey(key: string): WayPlace {
    const space = key.indexOf(" ");
    return { type: key.slice(0, space) as WayPlace["type"], id: key.slice(space + 1) }; // the cast is safe because `keyOf` created the key
}

/** Converts steps of this graph to steps of an access path. */
export function pathAlong(way: readonly WayStep[]): PathStep[] {
    // The cast is safe because each of these steps leads to a group or resource.
    return way.map(({ by, to, level, end }) => ({ by, target: placeOfKey(to) as Target, level, until: dateOf(end) }));
}

/** A graph of the steps that lead to access. The access model determines who has access; this graph explains how. */
export class Ways {
    #escalation: Escalation | undefined;
    readonly #from = new Map<string, WayStep[]>();
    readonly #into = new Map<string, WayStep[]>();

    constructor(readonly model: AccessModel) {
        this.#readPeople();
        this.#readGroups();
    }

    /** Access that people can get in several steps. Evaluated on first use, because it takes seconds in a large organization. */
    get escalation(): Escalation {
        this.#escalation ??= new Escalation(this.model);
        return this.#escalation;
    }

    /** Returns the steps that start at a place. */
    from(key: string): readonly WayStep[] {
        return this.#from.get(key) ?? [];
    }

    /** Returns the steps that end at a place. */
    into(key: string): readonly WayStep[] {
        return this.#into.get(key) ?? [];
    }

    /** All groups of a principal, each with the expiration of the path that lasts longest. */
    groupsOf(key: string): ReadonlyMap<string, number> {
        return this.#spread(
            key,
            (at) => this.from(at).filter(({ to }) => to.startsWith("group ")),
            ({ to }) => to,
        );
    }

    /** All places from which a path leads to the target, each with the expiration of the path that lasts longest. */
    leadingTo(key: string): ReadonlyMap<string, number> {
        return this.#spread(
            key,
            (at) => this.into(at),
            ({ from }) => from,
        );
    }

    /** The access of a principal, by target and level. */
    reach(key: string): ReadonlyMap<string, readonly LeveledWay[]> {
        const groups = this.groupsOf(key);
        const found = new Map<string, LeveledWay[]>();
        const sources = [[key, NEVER] as const, ...groups];
        for (const [at, until] of sources)
            for (const step of this.from(at)) hold(found, step, step.level, Math.min(until, step.end));
        // Access to a resource includes its child resources, at the same levels.
        const open = [...found.keys()];
        for (const key of open)
            for (const step of this.from(key).filter(({ by }) => by === "parent"))
                for (const { level, end } of found.get(key) ?? [])
                    if (hold(found, step, level, end)) open.push(step.to);
        return found;
    }

    /** Keys of all places on paths from one place to another, including both. Empty if no path exists. */
    between(from: string, to: string): ReadonlySet<string> {
        const back = this.leadingTo(to);
        if (!back.has(from)) return new Set();
        const forth = this.#spread(
            from,
            (at) => this.from(at),
            ({ to }) => to,
        );
        return new Set([from, ...[...forth.keys()].filter((key) => back.has(key)), to]);
    }

    /** Returns up to `most` paths, shortest first. A path does not visit any place twice. */
    paths(from: string, to: string, most: number): readonly (readonly WayStep[])[] {
        const on = this.between(from, to);
        const found: WayStep[][] = [];
        let open: WayStep[][] = on.size === 0 ? [] : [[]];
        // Searches breadth-first, so that shorter paths come first. The number of paths per round is limited to bound the work.
        while (open.length > 0 && found.length < most) {
            const next: WayStep[][] = [];
            for (const path of open) {
                const at = path.at(-1)?.to ?? from;
                const visited = new Set([from, ...path.map((step) => step.to)]);
                for (const step of this.from(at)) {
                    if (step.to === to) found.push([...path, step]);
                    else if (on.has(step.to) && !visited.has(step.to)) next.push([...path, step]);
                }
            }
            open = next.slice(0, MAX_WAYS);
        }
        return found.slice(0, most);
    }

    /** Follows steps from a place. Returns the places that can be reached, each with the expiration of the path that lasts longest. */
    #spread(
        start: string,
        stepsAt: (key: string) => readonly WayStep[],
        nextOf: (step: WayStep) => string,
    ): ReadonlyMap<string, number> {
        const ends = new Map<string, number>();
        const open = new Map([[start, NEVER]]);
        for (const [key, until] of open) {
            open.delete(key);
            for (const step of stepsAt(key)) {
                const next = nextOf(step);
                const end = Math.min(until, step.end);
                if (next === start || end <= (ends.get(next) ?? Number.NEGATIVE_INFINITY)) continue;
                ends.set(next, end);
                open.set(next, end);
            }
        }
        return ends;
    }

    #readPeople(): void {
        const { records } = this.model;
        const { principals, levels } = records;
        const matches = new RuleMatches(records.users);
        const keyOfNumber = (number: number): string | undefined => {
            if (records.users.has(number)) return `user ${principals.id(number)}`;
            return records.identities.has(number) ? `identity ${principals.id(number)}` : undefined;
        };
        const read = (table: "memberships" | "grants", id: string, to: string, by: Cause): void => {
            for (const { member, level, end } of records[table].get(id)?.entries() ?? []) {
                const from = keyOfNumber(member);
                if (from !== undefined) this.#add({ from, to, by, level: levels.id(level), end });
            }
        };
        for (const [id, { rule }] of records.groups) {
            const to = `group ${id}`;
            const whole = { to, level: "", end: NEVER };
            if (rule?.isActive)
                for (const number of matches.of(rule, id).members)
                    this.#add({ from: `user ${principals.id(number)}`, by: "rule", ...whole });
            else read("memberships", id, to, "member");
        }
        for (const id of records.resources.keys()) read("grants", id, `resource ${id}`, "grant");
    }

    #readGroups(): void {
        const { nestings, links, levels, resources } = this.model.records;
        const tables = [
            ["group", "nesting", nestings],
            ["resource", "link", links],
        ] as const;
        for (const [type, by, table] of tables)
            for (const [id, edges] of table)
                for (const { groupId, level, end } of edges)
                    this.#add({ from: `group ${groupId}`, to: `${type} ${id}`, by, level: levels.id(level), end });
        for (const id of resources.keys()) {
            const [parent] = this.model.memberships.givingAbove(id);
            if (parent !== undefined)
                this.#add({ from: `resource ${parent}`, to: `resource ${id}`, by: "parent", level: "", end: NEVER });
        }
    }

    #add(step: WayStep): void {
        addTo(this.#from, step.from, step);
        addTo(this.#into, step.to, step);
    }
}

/** Maximum number of paths to continue in each round. */
const MAX_WAYS = 2000;

/** Records that a step grants access at a level. Returns whether this access is new or lasts longer than before. */
function hold(found: Map<string, LeveledWay[]>, step: WayStep, level: string, end: number): boolean {
    const held = found.get(step.to) ?? [];
    const known = held.find((one) => one.level === level);
    const through = known?.through.includes(step) ? known.through : [...(known?.through ?? []), step];
    found.set(step.to, [
        ...held.filter((one) => one !== known),
        { level, end: known ? Math.max(known.end, end) : end, through },
    ]);
    return known === undefined || end > known.end;
}
