import type { Counts, Coverage } from "./coverage.js";

/** Returns the declared share as text, such as `99 %`. */
export function percentOf({ there, declared }: Counts): string {
    return `${shareOf({ there, declared })} %`;
}

/** Returns the declared share in percent, rounded down, so that 100 means that everything is declared. */
export function shareOf({ there, declared }: Counts): number {
    return there === 0 ? 100 : Math.floor((100 * declared) / there);
}

/** Sorts the reasons for objects that do not need to be declared, most frequent first. */
export function mostFrequent(leftOut: Coverage["leftOut"]): Coverage["leftOut"] {
    return [...leftOut].sort((a, b) => b.count - a.count);
}
