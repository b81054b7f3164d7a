import { BadRequest } from "../http/errors.js";

/** When access granted now expires: after this many minutes, or never (null) for 0. */
export function expirationOf(now: Date, durationMinutes: number): string | null {
    return durationMinutes === 0 ? null : new Date(now.getTime() + durationMinutes * 60_000).toISOString();
}

/** Where the schema allows a negative duration that means nothing there. @throws BadRequest */
export function mustNotBeNegative(durationMinutes: number): number {
    if (durationMinutes < 0) throw new BadRequest("duration_minutes: must be 0 (indefinite) or more minutes.");
    return durationMinutes;
}

/** The earlier of two dates; null means never, and is later than all. */
export function earlier(one: string | null, other: string | null): string | null {
    if (one === null || other === null) return one ?? other;
    return Date.parse(one) <= Date.parse(other) ? one : other;
}

/** The later of two dates; null means never, and is later than all. */
export function later(one: string | null, other: string | null): string | null {
    return one === null || other === null ? null : earlier(one, other) === one ? other : one;
}
