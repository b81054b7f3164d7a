import { confirmed, type Program, type State } from "../metadata.js";
import { type Difference, differences } from "../schema/differences.js";
import { same } from "../schema/equality.js";
import { marksOf, type Properties, propertyOf } from "../schema/fields.js";
import { droppedPaths, type Stray, strays } from "../schema/undeclared.js";
import { remembered } from "../schema/unreadable.js";
import { type Kind, without } from "../shapes/kind.js";

/** How program, state and service stand to each other for one object. */
export interface Comparison {
    /** What the program declares and may be written. */
    readonly declared: Properties;
    /** The live state, with what cannot be read as the state has it. */
    readonly live: Properties;
    /** Where the service is not as declared: what a write puts right. */
    readonly changes: readonly Difference[];
    /** Those of `changes` that somebody made outside of the program, each with what it declared there before. */
    readonly drift: readonly (Difference & { readonly before: unknown })[];
    /** Those of `changes` that the last run failed to write. */
    readonly unwritten: readonly Difference[];
    /** Edits of fields that are given once and never again. */
    readonly tooLate: readonly Difference[];
    /** Differences that no write can put right, each with the reason. */
    readonly stuck: readonly (Difference & { readonly because: string })[];
    /** Whether the program asks for something else than last time, written or not. */
    readonly intended: boolean;
    /** Paths that the program no longer gives. */
    readonly dropped: readonly string[];
    /** Settings that nobody declares and that a write moves or loses. */
    readonly strays: readonly Stray[];
}

/** Compares what the program gives and what the state keeps with the live object. */
export function compare(kind: Kind, program: Program, state: State, found: Properties): Comparison {
    const last = without(state.declared ?? {}, program.ignored);
    const given = without(program.given, program.ignored);
    const removed = Object.keys(last).filter((name) => !(name in given));
    const declared = { ...restored(kind, removed), ...given };
    const live = remembered(kind.fields, found, state.outputs);
    const before = confirmed(last, state.tried, live);
    const fixed = kind.fixed(live);
    const markOf = (name: string) => marksOf(kind.fields[name]).onChange;
    const all = differences(kind.fields, declared, live);
    const isLate = ({ property }: Difference): boolean => markOf(property) === "ignore";
    const isWritten = (difference: Difference): boolean => !isLate(difference) && !(difference.property in fixed);
    const changes = all.filter(isWritten);
    const moved = differences(kind.fields, before, live);
    const wished = differences(kind.fields, given, { ...live, ...before }).filter(isWritten);
    const dropped = droppedPaths(kind.fields, last, given).filter((path) => markOf(path) !== "local");
    const written = new Set(changes.map(({ property }) => property));
    return {
        declared,
        live,
        changes,
        drift: changes.flatMap((change) => {
            const { path, property } = change;
            // What was ignored so far may have moved long ago: the state went along.
            const isMoved = state.ignored.includes(property) || moved.some((other) => touches(path, other.path));
            if (!(property in before) || !isMoved) return [];
            return [{ ...change, before: moved.find((other) => other.path === path)?.declared ?? change.declared }];
        }),
        unwritten: changes.filter(({ property }) => state.tried.includes(property)),
        tooLate: all.filter(isLate),
        stuck: all.flatMap((difference) => {
            const because = fixed[difference.property];
            return because === undefined || isLate(difference) ? [] : [{ ...difference, because }];
        }),
        intended:
            wished.length > 0 ||
            removed.length > 0 ||
            dropped.length > 0 ||
            // What is known here alone is no difference to the service, yet the state must hear of it.
            Object.keys(given).some(
                (name) => !(name in before) || (markOf(name) === "local" && !same(given[name], before[name])),
            ) ||
            // Outputs keep what they were told last: a refresh goes by them.
            program.secrets.some((name) => !state.secrets.includes(name)) ||
            !same(program.ignored, state.ignored),
        dropped,
        strays: strays(kind.fields, last, given, live).filter(({ path }) => written.has(propertyOf(path))),
    };
}

/** Names of the top-level properties that differ, each once. */
export function propertiesOf(changes: readonly Difference[]): string[] {
    return [...new Set(changes.map(({ property }) => property))];
}

/** True if one of two paths lies inside of the other, or is it. */
export function touches(one: string, other: string): boolean {
    return holds(one, other) || holds(other, one);
}

/** What the API itself states for properties that the program no longer gives. */
function restored(kind: Kind, removed: readonly string[]): Properties {
    const defaults = removed.map((name) => [name, marksOf(kind.fields[name]).standard] as const);
    return Object.fromEntries(defaults.filter(([, value]) => value !== undefined));
}

/** True if `path` is `outer` or lies inside of it. */
function holds(outer: string, path: string): boolean {
    return path === outer || path.startsWith(`${outer}.`) || path.startsWith(`${outer}[`);
}
