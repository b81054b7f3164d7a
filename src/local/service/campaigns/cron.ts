import { Cron } from "croner";
import { BadRequest } from "../http/errors.js";

/**
 * Matches five fields that consist of numbers, three-letter names, `*`, lists, ranges and steps. Croner also accepts nicknames, dates, and
 * special letters such as L, which are refused here.
 */
const FIELDS = /^(?:(?:[\d*,/-]|[a-z]{3})+(?:\s+|$)){5}$/i;

/**
 * Parses a cron expression with five fields: minute, hour, day of month, month, day of week.
 * @throws BadRequest if it is invalid
 */
export function readSchedule(field: string, expression: string, timezone = "UTC"): Cron {
    if (!FIELDS.test(expression.trim())) {
        throw new BadRequest(
            `${field} must have five fields (minute, hour, day of month, month, day of week), each with numbers, names, *, lists, ranges or steps; found ${JSON.stringify(expression)}.`,
        );
    }
    try {
        // `sloppyRanges` allows a step after a single number, as in 10/15.
        return new Cron(expression.trim(), { mode: "5-part", paused: true, sloppyRanges: true, timezone });
    } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        throw new BadRequest(
            `${field}: ${message.replace(/^CronPattern: /, "")}; found ${JSON.stringify(expression)}.`,
        );
    }
}
