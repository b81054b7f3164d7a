import { describe, expect, test } from "vitest";
import { readSchedule } from "../../../../src/local/service/campaigns/cron.js";
import { dayIn, startOfTomorrow } from "../../../../src/local/service/campaigns/time-zones.js";

const next = (expression: string, after: string, timeZone = "UTC") =>
    readSchedule("cron", expression, timeZone).nextRun(new Date(after))?.toISOString() ?? null;

describe("the next run of a schedule", () => {
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
        // If both kinds of day are restricted, either one matches: the 15th, or a Monday.
        ["0 0 15 * MON", "2026-05-01T00:00:00Z", "2026-05-04T00:00:00.000Z"],
        ["0 0 15 * MON", "2026-05-12T00:00:00Z", "2026-05-15T00:00:00.000Z"],
    ])("is correct for %s after %s", (expression, after, expected) => {
        expect(next(expression, after)).toBe(expected);
    });

    test("does not exist if no date matches", () => {
        expect(next("0 0 30 2 *", "2026-05-01T00:00:00Z")).toBeNull();
    });

    test("is at the time of day of its zone, before and after a change of the clocks", () => {
        expect(next("0 9 * * *", "2026-03-28T00:00:00Z", "Europe/Madrid")).toBe("2026-03-28T08:00:00.000Z");
        expect(next("0 9 * * *", "2026-03-28T12:00:00Z", "Europe/Madrid")).toBe("2026-03-29T07:00:00.000Z");
        // 02:30 does not exist on that night: clocks go from 02:00 to 03:00.
        expect(next("30 2 * * *", "2026-03-29T00:00:00Z", "Europe/Madrid")).toBe("2026-03-29T01:00:00.000Z");
        expect(next("30 2 * * *", "2026-03-29T01:00:00Z", "Europe/Madrid")).toBe("2026-03-30T00:30:00.000Z");
        // 02:30 occurs twice on that night, and counts once.
        expect(next("30 2 * * *", "2026-10-24T22:00:00Z", "Europe/Madrid")).toBe("2026-10-25T00:30:00.000Z");
        expect(next("30 2 * * *", "2026-10-25T00:30:00Z", "Europe/Madrid")).toBe("2026-10-26T01:30:00.000Z");
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
    "@daily",
    "2026-05-01T00:00:00",
    "0 0 L * *",
    "0 0 * * MON#1",
])("%j is not a valid schedule", (expression) => {
    expect(() => readSchedule("cron", expression)).toThrow(/^cron\b/);
});

test.each([
    ["2026-03-28T12:00:00Z", "Europe/Madrid", "2026-03-28T23:00:00.000Z"],
    ["2026-03-29T12:00:00Z", "Europe/Madrid", "2026-03-29T22:00:00.000Z"],
    ["2026-05-01T10:00:00Z", "Pacific/Kiritimati", "2026-05-02T10:00:00.000Z"],
    // Clocks there skip midnight in spring.
    ["2026-09-05T12:00:00Z", "America/Santiago", "2026-09-06T04:00:00.000Z"],
])("after %s, the next day in %s starts at %s", (now, timeZone, expected) => {
    expect(startOfTomorrow(new Date(now), timeZone).toISOString()).toBe(expected);
});

test("the date of a moment depends on the time zone", () => {
    const moment = new Date("2026-05-01T23:30:00Z");
    expect(["UTC", "Asia/Tokyo", "America/Lima"].map((zone) => dayIn(zone, moment))).toEqual([
        "2026-05-01",
        "2026-05-02",
        "2026-05-01",
    ]);
});
