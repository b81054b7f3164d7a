import { BadRequest } from "./errors.js";

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/i;
/** Milliseconds of a day. */
export const DAY_MS = 24 * 60 * 60 * 1000;

interface Period {
    readonly start_date_filter?: string;
    readonly end_date_filter?: string;
}

/**
 * Returns a predicate for times in RFC 3339 format that are within a period. Both bounds are inclusive; each is a date or an ISO 8601
 * date-time. We assume that an end date includes the whole day, and that date-times without a time zone are in UTC (not documented by the
 * API).
 * @throws BadRequest if a bound is not a valid date
 */
export function within({ start_date_filter, end_date_filter }: Period): (time: string) => boolean {
    const start = parseDate("start_date_filter", start_date_filter) ?? Number.NEGATIVE_INFINITY;
    const end = parseDate("end_date_filter", end_date_filter) ?? Number.POSITIVE_INFINITY;
    const last = DATE.test(end_date_filter ?? "") ? end + DAY_MS - 1 : end;
    return (time) => start <= Date.parse(time) && Date.parse(time) <= last;
}

function parseDate(field: string, text: string | undefined): number | undefined {
    if (text === undefined) return undefined;
    const zoned = DATE.test(text) || /(Z|[+-]\d{2}:?\d{2})$/i.test(text) ? text : `${text}Z`;
    const time = DATE.test(text) || DATE_TIME.test(text) ? Date.parse(zoned) : Number.NaN;
    if (Number.isNaN(time))
        throw new BadRequest(`${field} must be a date or an ISO 8601 date-time; found ${JSON.stringify(text)}.`);
    return time;
}
