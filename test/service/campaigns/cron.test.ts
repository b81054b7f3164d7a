import { describe, expect, test } from "vitest";
import { nextRun, readSchedule } from "../../../src/service/campaigns/cron.js";
import { momentOf, wallTime } from "../../../src/service/campaigns/time-zones.js";

const next = (expression: string, after: string, timeZone = "UTC") =>
    nextRun(readSchedule("cron", expression), new Date(after), timeZone)?.toISOString() ?? null;

describe("a schedule comes next", () => {
    test.each([
        ["* * * * *", "2026-05-01T10:00:30Z", "2026-05-01T10:01:00.000Z"],
        ["0 9 * * *", "2026-05-01T09:00:00Z", "2026-05-02T09:00:00.000Z"],
        ["0 9 * * *", "2026-05-01T08:59:59Z", "2026-05-01T09:00:00.000Z"],
        ["*/20 8-9 * * *", "2026-05-01T08:45:00Z", "2026-05-01T09:00:00.000Z"],
        ["10/25 * * * *", "2026-05-01T08:36:00Z", "2026-05-01T09:10:00.000Z"],
        ["0 0 1 1,7 *", "2026-05-01T00:00:00Z", "2026-07-01T00:00:00.000Z"],
        ["0 0 31 * *", "2026-05-31T00:00:00Z", "2026-07-31T00:00:00.000Z"],
        ["0 0 29 2 *", "2026-05-01T00:00:00Z", "2028-02-29T00:00:00.000Z"],
        ["0 0 * * 7", "2026-05-01T00:00:00Z", "2026-05-03T00:00:00.000Z"],
        ["0 0 * DEC fri", "2026-05-01T00:00:00Z", "2026-12-04T00:00:00.000Z"],
        // Where both kinds of day are restricted either will do: the 15th, or a Monday.
        ["0 0 15 * MON", "2026-05-01T00:00:00Z", "2026-05-04T00:00:00.000Z"],
        ["0 0 15 * MON", "2026-05-12T00:00:00Z", "2026-05-15T00:00:00.000Z"],
    ])("%s after %s", (expression, after, expected) => {
        expect(next(expression, after)).toBe(expected);
    });

    test("never, where there is no such day", () => {
        expect(next("0 0 30 2 *", "2026-05-01T00:00:00Z")).toBeNull();
    });

    test("at the time of day of its zone, on both sides of a change of the clocks", () => {
        expect(next("0 9 * * *", "2026-03-28T00:00:00Z", "Europe/Madrid")).toBe("2026-03-28T08:00:00.000Z");
        expect(next("0 9 * * *", "2026-03-28T12:00:00Z", "Europe/Madrid")).toBe("2026-03-29T07:00:00.000Z");
        // 02:30 is skipped on that night.
        expect(next("30 2 * * *", "2026-03-29T00:00:00Z", "Europe/Madrid")).toBe("2026-03-29T01:30:00.000Z");
        expect(next("30 2 * * *", "2026-03-29T01:10:00Z", "Europe/Madrid")).toBe("2026-03-29T01:30:00.000Z");
    });
});

test.each([
    "",
    "0 9 * *",
    "60 * * * *",
    "* 24 * * *",
    "* * 0 * *",
    "* * * 13 *",
    "* * * * 8",
    "a * * * *",
    "5-1 * * * *",
    "*/0 * * * *",
    "*-5 * * * *",
    "1,,2 * * * *",
])("%j cannot be read", (expression) => {
    expect(() => readSchedule("cron", expression)).toThrow(/^cron: /);
});

test("a time on the wall that is shown twice is the first of the two", () => {
    const twice = momentOf({ year: 2026, month: 10, day: 25, hour: 2, minute: 30 }, "Europe/Madrid");
    expect(twice.toISOString()).toBe("2026-10-25T00:30:00.000Z");
    expect(wallTime(twice, "Europe/Madrid")).toEqual({ year: 2026, month: 10, day: 25, hour: 2, minute: 30 });
});
