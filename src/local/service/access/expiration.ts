import { BadRequest } from "../http/errors.js";

/** The expiration date of access that is granted now: in this many minutes, or never (null) for 0. */
export function expirationOf(now: Date, durationMinutes: number): string | null {
    return durationMinutes === 0 ? null : new Date(now.getTime() + durationMinutes * 60_000).toISOString();
}

/** Refuses a negative duration where the schema allows one but it has no meaning. @throws BadRequest */
export function mustNotBeNegative(durationMinutes: number): number {
    if (durationMinutes < 0) throw new BadRequest("duration_minutes: must be 0 (indefinite) or more minutes.");
    return durationMinutes;
}

/** The earlier of two dates. Null means never, which is later than every date. */
export function earlier(one: string | null, other: string | null): string | null {
    if (one === null || other === null) return one ?? other;
    return Date.parse(one) <= Date.parse(other) ? one : other;
}

/** The later of two dates. Null means never, which is later than every date. */
export function later(one: string | null, other: string | null): string | null {
    return one === null || other === null ? null : earlier(one, other) === one ? other : one;
}
