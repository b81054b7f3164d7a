import { isIgnored, propertyOf, touches, withoutIgnored } from "../../common/paths.js";
import { confirmed, type Properties, pick, same } from "../../common/properties.js";
import type { DeclaredResource, KernelState } from "../metadata.js";
import { type Difference, differences } from "../schema/comparison/differences.js";
import { droppedPaths, type Stray, strays, wholeElements } from "../schema/comparison/undeclared.js";
import { remembered } from "../schema/comparison/unreadable.js";
import { marksOf } from "../schema/fields.js";
import type { Kind } from "../shapes/kind.js";

/** Result of comparing the program, the state and the live object. */
export interface StateComparison {
    /** Declared values that can be written. */
    readonly declared: Properties;
    /** The live properties. Values that the service does not return come from the state. */
    readonly live: Properties;
    /** Differences between the program and the service that a write corrects. */
    readonly changes: readonly Difference[];
    /** The subset of `changes` that were made outside the program, each with the previously declared value. */
    readonly drift: readonly (Difference & { readonly before: unknown })[];
    /** The subset of `changes` that the last run failed to write. */
    readonly unwritten: readonly Difference[];
    /** Differences in fields that are used only on creation. */
    readonly tooLate: readonly Difference[];
    /** Differences that no write can correct, each with the reason. */
    readonly stuck: readonly (Difference & { readonly because: string })[];
    /** Whether the program changed, even if no write is needed. */
    readonly intended: boolean;
    /** Paths of values that the program no longer declares. */
    readonly dropped: readonly string[];
    /** Undeclared settings that a write would move or lose. */
    readonly strays: readonly Stray[];
}

/** Compares the program and the state with the live object. */
export function compare(kind: Kind, program: DeclaredResource, state: KernelState, found: Properties): StateComparison {
    const last = withoutIgnored(state.declared ?? {}, program.ignored);
    const given = withoutIgnored(program.given, program.ignored);
    const removed = Object.keys(last).filter((name) => !(name in given));
    const live = remembered(kind.fields, found, state.outputs);
    // A list that the program declares for the first time is declared as a whole, including what its elements omit.
    const added = Object.keys(given).filter((name) => !(name in last) || state.added.includes(name));
    const whole = wholeElements(kind.fields, pick(given, added), live);
    const declared = { ...restored(kind, removed), ...given, ...whole };
    const before = confirmed(last, state.tried, live);
    const fixed = kind.fixed(live, given);
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
            // For an ignored property, the state follows the service, so an earlier outside change cannot be detected in it.
            const isMoved = isIgnored(path, state.ignored) || moved.some((other) => touches(path, other.path));
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
            // A local value is not on the service, so it never differs from it, but the change must be stored in the state.
            Object.keys(given).some(
                (name) => !(name in before) || (markOf(name) === "local" && !same(given[name], before[name])),
            ) ||
            // A value that has become secret must become secret in the state, too.
            program.secrets.some((name) => !state.secrets.includes(name)) ||
            // A refresh takes from the state what is ignored. It matters only where the service differs.
            (!same(program.ignored, state.ignored) &&
                differences(kind.fields, state.declared ?? {}, live).some(({ path }) =>
                    isIgnored(path, program.ignored),
                )),
        dropped,
        // After an import by the engine, the state contains live values as the last declared ones, although the program did not declare
        // them.
        strays: strays(kind.fields, state.written === undefined ? {} : last, given, live).filter(({ path }) =>
            written.has(propertyOf(path)),
        ),
    };
}

/** Returns the names of the top-level properties that differ, without duplicates. */
export function propertiesOf(changes: readonly Difference[]): string[] {
    return [...new Set(changes.map(({ property }) => property))];
}

/** Returns the API's defaults for properties that the program no longer declares. */
function restored(kind: Kind, removed: readonly string[]): Properties {
    const defaults = removed.map((name) => [name, marksOf(kind.fields[name]).standard] as const);
    return Object.fromEntries(defaults.filter(([, value]) => value !== undefined));
}
