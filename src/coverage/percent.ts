import type { Counts } from "./coverage.js";

/** A share as people read it: 100 % is everything, and nothing less. */
export function percentOf({ there, declared }: Counts): string {
    return `${shareOf({ there, declared })} %`;
}

/** The share in whole percent, rounded down: whoever reads 100 need not look on. */
export function shareOf({ there, declared }: Counts): number {
    return there === 0 ? 100 : Math.floor((100 * declared) / there);
}
