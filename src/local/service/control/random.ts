/**
 * Returns a pseudorandom number generator (mulberry32) for numbers from 0 (inclusive) to 1 (exclusive). The same seed always produces the
 * same numbers.
 */
export function randomNumbers(seed: number): () => number {
    let state = seed >>> 0;
    return () => {
        state = (state + 0x6d2b79f5) >>> 0;
        let mixed = Math.imul(state ^ (state >>> 15), state | 1);
        mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
        return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
    };
}
