import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Progress } from "../../../src/cli/screen/progress.js";

beforeEach(() => {
    vi.useFakeTimers();
});
afterEach(() => {
    vi.useRealTimers();
});

function screen(isTTY: boolean) {
    const written: string[] = [];
    // Progress uses only these parts of a stream.
    const out = { isTTY, write: (text: string) => written.push(text) } as unknown as NodeJS.WriteStream;
    return { written, progress: new Progress(out) };
}

test("shows a bar on a terminal, which a message replaces and `end` clears", () => {
    const { written, progress } = screen(true);
    vi.advanceTimersByTime(1000);
    progress.show(5, 10);
    expect(written.at(-1)).toMatch(/^\r█{12}░{12} 5 of 10 read, about 1 s left/);
    progress.say("The service requested a wait of 3 s.");
    expect(written.slice(-2)).toEqual(["\r\u001b[K", "The service requested a wait of 3 s.\n"]);
    vi.advanceTimersByTime(1000);
    progress.show(6, 10);
    progress.end();
    expect(written.at(-1)).toBe("\r\u001b[K");
});

test("prints a service message on one line, without control characters", () => {
    const { written, progress } = screen(true);
    progress.say("returned 503: wait\n\u001b[2Jlonger");
    expect(written.at(-1)).toBe("returned 503: wait [2Jlonger\n");
});

test("prints occasional lines to a log, without characters that move the cursor", () => {
    const { written, progress } = screen(false);
    for (let at = 1; at <= 60; at += 1) {
        vi.advanceTimersByTime(1000);
        progress.show(at, 60);
    }
    expect(written).toHaveLength(4);
    expect(written[0]).toBe("15 of 60 read, about 45 s left\n");
    expect(written.at(-1)).toBe("60 of 60 read\n");
});

test.each([true, false])("shows nothing after the end, for example after an error (terminal: %s)", (isTTY) => {
    const { written, progress } = screen(isTTY);
    progress.end();
    vi.advanceTimersByTime(60_000);
    progress.show(5, 10);
    expect(written).toEqual([]);
});
