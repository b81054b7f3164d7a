import { BadRequest } from "../http/errors.js";
import { readSchedule } from "./cron.js";

/** @throws BadRequest if the name is not an IANA time zone */
export function checkTimeZone(field: string, name: string | undefined): void {
    try {
        if (name !== undefined) formatOf(name);
    } catch {
        throw new BadRequest(
            `${field} must be an IANA time zone such as Europe/Madrid; found ${JSON.stringify(name)}.`,
        );
    }
}

/** Returns the date in a time zone, such as 2026-05-01. */
export function dayIn(timeZone: string, moment: Date): string {
    return formatOf(timeZone).format(moment);
}

/** Returns the start of the next day in a time zone. */
export function startOfTomorrow(now: Date, timeZone: string): Date {
    return readSchedule("tomorrow", "0 0 * * *", timeZone).nextRun(now) ?? now; // `nextRun` always finds a next day
}

/** Returns a formatter for ISO dates. Swedish dates have the ISO format. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
    return new Intl.DateTimeFormat("sv", { timeZone });
}
