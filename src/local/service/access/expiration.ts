/** Returns the expiration date of access that is granted now. Returns null (no expiration) for a duration of 0. */
export function expirationOf(now: Date, durationMinutes: number): string | null {
    return durationMinutes === 0 ? null : new Date(now.getTime() + durationMinutes * 60_000).toISOString();
}

/** Returns the earlier of two dates. Null means no expiration, which is later than any date. */
export function earlier(one: string | null, other: string | null): string | null {
    if (one === null || other === null) return one ?? other;
    return Date.parse(one) <= Date.parse(other) ? one : other;
}

/** Returns the later of two dates. Null means no expiration, which is later than any date. */
export function laterExpiration(one: string | null, other: string | null): string | null {
    return one === null || other === null ? null : earlier(one, other) === one ? other : one;
}
