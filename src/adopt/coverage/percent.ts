import type { Counts, Coverage } from "./coverage.js";

/** The share in whole percent, such as `99 %`. */
export function percentOf({ there, declared }: Counts): string {
    return `${shareOf({ there, declared })} %`;
}

/** The share in whole percent, rounded down: 100 means everything. */
export function shareOf({ there, declared }: Counts): number {
    return there === 0 ? 100 : Math.floor((100 * declared) / there);
}

/** The reasons for what is left out, the most frequent first. */
export function mostFrequent(leftOut: Coverage["leftOut"]): Coverage["leftOut"] {
    return [...leftOut].sort((a, b) => b.count - a.count);
}
