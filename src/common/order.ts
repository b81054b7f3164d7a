/** Compares strings by code units, so that the order does not depend on the locale. */
export function compareText(a: string, b: string): number {
    return a < b ? -1 : a > b ? 1 : 0;
}
