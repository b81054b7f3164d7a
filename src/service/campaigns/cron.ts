import { BadRequest } from "../http/errors.js";
import { momentOf, wallTime } from "./time-zones.js";

/** A schedule in the five fields of cron: minute, hour, day of the month, month, day of the week. */
export interface Schedule {
    readonly minutes: readonly number[];
    readonly hours: readonly number[];
    readonly days: readonly number[];
    readonly months: readonly number[];
    /** 0 is Sunday. */
    readonly weekdays: readonly number[];
    /** Whether both kinds of day are restricted: a day of either kind is then one of the schedule. */
    readonly eitherDay: boolean;
}

const MONTHS = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];
const WEEKDAYS = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"];

/** Long enough for a 29th of February that falls on a certain day of the week, across a century that has no leap year. */
const HORIZON_DAYS = 41 * 366;

/**
 * Reads `*`, numbers, names of months and days, lists, ranges and steps; 7 is Sunday too.
 * @throws BadRequest naming the part that cannot be read.
 */
export function readSchedule(field: string, expression: string): Schedule {
    const parts = expression.trim().split(/\s+/);
    const [minute = "", hour = "", day = "", month = "", weekday = ""] = parts;
    if (parts.length !== 5) {
        throw new BadRequest(
            `${field}: must have five fields (minute, hour, day of month, month, day of week); found ${expression}.`,
        );
    }
    const read = (name: string, text: string, low: number, high: number, names: readonly string[] = []) =>
        readField(`${field}: the ${name}`, text, low, high, names);
    return {
        minutes: read("minute", minute, 0, 59),
        hours: read("hour", hour, 0, 23),
        days: read("day of month", day, 1, 31),
        months: read("month", month, 1, 12, MONTHS),
        weekdays: read("day of week", weekday, 0, 7, WEEKDAYS).map((number) => number % 7),
        eitherDay: !day.startsWith("*") && !weekday.startsWith("*"),
    };
}

/** The first moment of the schedule after another; null when there is none, such as a 30th of February. */
export function nextRun(schedule: Schedule, after: Date, timeZone: string): Date | null {
    const start = wallTime(after, timeZone);
    for (let passed = 0; passed < HORIZON_DAYS; passed++) {
        // Noon: days are counted without regard to a time zone.
        const date = new Date(Date.UTC(start.year, start.month - 1, start.day + passed, 12));
        if (!isDay(schedule, date)) continue;
        // Times of day that are long past need not be looked at; two hours are more than clocks are ever put forward.
        const run = firstOf(schedule, date, passed === 0 ? start.hour - 2 : 0, after, timeZone);
        if (run) return run;
    }
    return null;
}

function firstOf(
    { hours, minutes }: Schedule,
    date: Date,
    fromHour: number,
    after: Date,
    timeZone: string,
): Date | undefined {
    const day = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
    for (const hour of hours.filter((one) => one >= fromHour)) {
        for (const minute of minutes) {
            const run = momentOf({ ...day, hour, minute }, timeZone);
            if (run > after) return run;
        }
    }
    return undefined;
}

function isDay({ months, days, weekdays, eitherDay }: Schedule, date: Date): boolean {
    if (!months.includes(date.getUTCMonth() + 1)) return false;
    const fits = [days.includes(date.getUTCDate()), weekdays.includes(date.getUTCDay())];
    return eitherDay ? fits.includes(true) : !fits.includes(false);
}

function readField(what: string, text: string, low: number, high: number, names: readonly string[]): number[] {
    const found = new Set<number>();
    for (const part of text.split(",")) {
        const [, from = "", to, step] = /^(\*|\w+)(?:-(\w+))?(?:\/(\d+))?$/.exec(part) ?? [];
        const whole = from === "*";
        const first = whole ? low : numberOf(from, names, low);
        // A number with a step goes on to the end, as in 10/15.
        const last = to !== undefined ? numberOf(to, names, low) : whole || step !== undefined ? high : first;
        const by = step === undefined ? 1 : Number(step);
        if (!(first >= low && first <= last && last <= high && by > 0) || (whole && to !== undefined)) {
            const allowed = names.length > 0 ? ` or ${names.join(", ")}` : "";
            throw new BadRequest(`${what} must be *, or numbers from ${low} to ${high}${allowed}; found ${text}.`);
        }
        for (let number = first; number <= last; number += by) found.add(number);
    }
    return [...found].sort((a, b) => a - b);
}

/** NaN for what is neither a number nor a name, which no comparison lets pass. */
function numberOf(text: string, names: readonly string[], low: number): number {
    const named = names.indexOf(text.toUpperCase());
    if (named >= 0) return named + low;
    return /^\d+$/.test(text) ? Number(text) : Number.NaN;
}
