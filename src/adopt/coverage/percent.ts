import type { Counts } from "./coverage.js";

/** The share in whole percent, such as `99 %`. */
export function percentOf({ there, declared }: Counts): string {
    return `${shareOf({ there, declared })} %`;
}

/** The share in whole percent, rounded down: 100 means everything. */
export function shareOf({ there, declared }: Counts): number {
    return there === 0 ? 100 : Math.floor((100 * declared) / there);
}
