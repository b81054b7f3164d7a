import { marksOf, type Properties } from "./fields.js";
import { declaredOf, type Metadata } from "./metadata.js";
import type { Kind } from "./kind.js";
import { type Difference, differences, same } from "./normalize.js";
import { remembered } from "./unreadable.js";

/** How program, state and service stand to each other for one object. */
export interface Comparison {
    /** What the program declares and may be written. */
    readonly declared: Properties;
    /** The live state, with what cannot be read as the state has it. */
    readonly live: Properties;
    /** Where the service is not as declared: what a write puts right. */
    readonly changes: readonly Difference[];
    /** Those of `changes` that somebody made outside of the program. */
    readonly drift: readonly Difference[];
    /** Edits of fields that are given once and never again. */
    readonly tooLate: readonly Difference[];
    /** Differences that no write can put right, each with the reason. */
    readonly stuck: readonly (Difference & { readonly because: string })[];
    /** Whether the program asks for something else than last time, written or not. */
    readonly intended: boolean;
    /** Properties that the program no longer gives. */
    readonly dropped: readonly string[];
}

/** Compares what the program gives (`news`) and what the state keeps (`outputs`) with the live object. */
export function compare(
    kind: Kind,
    outputs: Properties,
    state: Metadata,
    news: Properties,
    now: Metadata,
    found: Properties,
): Comparison {
    const before = without(declaredOf(outputs, state), now.ignored);
    const given = without(news, now.ignored);
    const dropped = Object.keys(before).filter((name) => !(name in given));
    const declared = { ...restored(kind, dropped), ...given };
    const live = { ...remembered(kind.fields, found, outputs), __expires: outputs.__expires };
    const fixed = kind.fixed(live);
    const all = differences(kind.fields, declared, live);
    const isLate = ({ property }: Difference): boolean => marksOf(kind.fields[property]).createOnly === true;
    const isWritten = (difference: Difference): boolean => !isLate(difference) && !(difference.property in fixed);
    const changes = all.filter(isWritten);
    const moved = new Set(differences(kind.fields, before, live).map(({ path }) => path));
    const wished = differences(kind.fields, given, { ...live, ...before }).filter(isWritten);
    // What is known here alone is no difference to the service, yet the state must hear of it.
    const isLocal = (name: string): boolean => marksOf(kind.fields[name]).local === true;
    return {
        declared,
        live,
        changes,
        drift: changes.filter(({ path, property }) => property in before && isTouched(path, moved)),
        tooLate: all.filter(isLate),
        stuck: all.flatMap((difference) => {
            const because = fixed[difference.property];
            return because === undefined || isLate(difference) ? [] : [{ ...difference, because }];
        }),
        intended:
            wished.length > 0 ||
            dropped.length > 0 ||
            Object.keys(given).some(
                (name) => !(name in before) || (isLocal(name) && !same(given[name], before[name])),
            ) ||
            // Outputs keep what they were told last: a property that became secret must be known as one there too.
            now.secrets.some((name) => !state.secrets.includes(name)),
        dropped: dropped.filter((name) => !isLocal(name)),
    };
}

/** True where one of two paths lies inside of the other, or is it. */
export function touches(one: string, other: string): boolean {
    return holds(one, other) || holds(other, one);
}

function without(properties: Properties, names: readonly string[]): Properties {
    const left = Object.entries(properties).filter(([name]) => !names.includes(name));
    return Object.fromEntries(left);
}

/** What the interface itself states for properties that the program no longer gives. */
function restored(kind: Kind, dropped: readonly string[]): Properties {
    const defaults = dropped.map((name) => [name, marksOf(kind.fields[name]).default] as const);
    return Object.fromEntries(defaults.filter(([, value]) => value !== undefined));
}

function isTouched(path: string, moved: ReadonlySet<string>): boolean {
    return [...moved].some((other) => touches(path, other));
}

/** True where `path` is `outer` or lies inside of it. */
function holds(outer: string, path: string): boolean {
    return path === outer || path.startsWith(`${outer}.`) || path.startsWith(`${outer}[`);
}
