import { afterEach, describe, expect, test, vi } from "vitest";
import { Clock, StartError, startService } from "../../../../src/local/service/index.js";

afterEach(() => {
    vi.useRealTimers();
});

describe("a clock without a start", () => {
    test("follows the clock of the machine, and continues after it was set", () => {
        vi.useFakeTimers({ now: new Date("2026-03-01T10:00:00Z") });
        const clock = new Clock();
        expect(clock.now().toISOString()).toBe("2026-03-01T10:00:00.000Z");
        clock.advance(60_000);
        vi.advanceTimersByTime(500);
        expect(clock.now().toISOString()).toBe("2026-03-01T10:01:00.500Z");
        clock.set(new Date("2030-01-01T00:00:00Z"));
        vi.advanceTimersByTime(500);
        expect(clock.now().toISOString()).toBe("2030-01-01T00:00:00.500Z");
    });

    test("does not go back with the clock of the machine, but can be set back", () => {
        vi.useFakeTimers({ now: new Date("2026-03-01T10:00:00Z") });
        const clock = new Clock();
        clock.now();
        vi.setSystemTime(new Date("2026-03-01T09:00:00Z"));
        expect(clock.now().toISOString()).toBe("2026-03-01T10:00:00.000Z");
        clock.set(new Date("2026-02-01T00:00:00Z"));
        expect(clock.now().toISOString()).toBe("2026-02-01T00:00:00.000Z");
    });
});

describe("a clock with a start", () => {
    test("stands still until it is set or advanced", () => {
        vi.useFakeTimers({ now: new Date("2026-03-01T10:00:00Z") });
        const clock = new Clock("2027-06-01");
        vi.advanceTimersByTime(500);
        expect(clock.now().toISOString()).toBe("2027-06-01T00:00:00.000Z");
        clock.advance(1);
        expect(clock.now().toISOString()).toBe("2027-06-01T00:00:00.001Z");
    });

    test("a start that is not a date is refused", async () => {
        await expect(startService({ clock: "someday" })).rejects.toThrow(
            new StartError("The clock cannot start at someday. Specify an ISO 8601 date or date-time."),
        );
    });
});

test("a clock rejects invalid times", () => {
    const clock = new Clock("2027-06-01");
    expect(() => clock.advance(-1)).toThrow(RangeError);
    expect(() => clock.advance(Number.NaN)).toThrow(RangeError);
    expect(() => clock.set(new Date("someday"))).toThrow(RangeError);
    expect(clock.now().toISOString()).toBe("2027-06-01T00:00:00.000Z");
});
