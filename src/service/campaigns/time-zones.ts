import { BadRequest } from "../http/errors.js";

/** Date and time of day as a clock on the wall shows them; months count from 1. */
export interface WallTime {
    readonly year: number;
    readonly month: number;
    readonly day: number;
    readonly hour: number;
    readonly minute: number;
}

/** @throws BadRequest when the name is none of an IANA time zone. */
export function checkTimeZone(field: string, name: string | undefined): void {
    if (name === undefined) return;
    try {
        formatOf(name);
    } catch {
        throw new BadRequest(`${field}: must be an IANA time zone such as Europe/Madrid; found ${name}.`);
    }
}

export function wallTime(moment: Date, timeZone: string): WallTime {
    const parts = formatOf(timeZone).formatToParts(moment);
    const numbers = parts.filter(({ type }) => type !== "literal").map(({ type, value }) => [type, Number(value)]);
    // The format has these numbers and no others.
    return Object.fromEntries(numbers) as WallTime;
}

/**
 * The moment at which clocks of the zone show this time. Of a time that is shown twice in autumn the first, of one that is skipped in
 * spring the moment as far after the change.
 */
export function momentOf(wall: WallTime, timeZone: string): Date {
    const utc = Date.UTC(wall.year, wall.month - 1, wall.day, wall.hour, wall.minute);
    // No zone is further than 14 hours off, and none changes twice within two days.
    const before = utc - offsetAt(utc - DAY, timeZone);
    const after = utc - offsetAt(utc + DAY, timeZone);
    const fits = [before, after].filter((time) => time + offsetAt(time, timeZone) === utc);
    return new Date(fits.length > 0 ? Math.min(...fits) : before);
}

/** The first moment of the day that follows, where clocks show the time of the zone. */
export function startOfTomorrow(now: Date, timeZone: string): Date {
    const { year, month, day } = wallTime(now, timeZone);
    return momentOf({ year, month, day: day + 1, hour: 0, minute: 0 }, timeZone);
}

const DAY = 24 * 60 * 60 * 1000;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
    const known = formats.get(timeZone);
    if (known) return known;
    const made = new Intl.DateTimeFormat("en-US", {
        timeZone,
        hourCycle: "h23",
        year: "numeric",
        month: "numeric",
        day: "numeric",
        hour: "numeric",
        minute: "numeric",
    });
    formats.set(timeZone, made);
    return made;
}

/** Milliseconds that the clocks of the zone are ahead of UTC at a moment. */
function offsetAt(time: number, timeZone: string): number {
    const { year, month, day, hour, minute } = wallTime(new Date(time), timeZone);
    return Date.UTC(year, month - 1, day, hour, minute) - Math.floor(time / 60_000) * 60_000;
}
