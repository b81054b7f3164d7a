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
    // It is all of a stream that is written to.
    const out = { isTTY, write: (text: string) => written.push(text) } as unknown as NodeJS.WriteStream;
    return { written, progress: new Progress(out) };
}

test("a terminal has a bar that a line for people takes the place of, and that ends", () => {
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

test("what the service says does nothing to a terminal, and takes one line", () => {
    const { written, progress } = screen(true);
    progress.say("returned 503: wait\n\u001b[2Jlonger");
    expect(written.at(-1)).toBe("returned 503: wait [2Jlonger\n");
});

test("a log has a line now and then, and no character that moves the cursor", () => {
    const { written, progress } = screen(false);
    for (let at = 1; at <= 60; at += 1) {
        vi.advanceTimersByTime(1000);
        progress.show(at, 60);
    }
    expect(written).toHaveLength(4);
    expect(written[0]).toBe("15 of 60 read, about 45 s left\n");
    expect(written.at(-1)).toBe("60 of 60 read\n");
});

test.each([true, false])("nothing is shown after the end, such as behind an error (terminal: %s)", (isTTY) => {
    const { written, progress } = screen(isTTY);
    progress.end();
    vi.advanceTimersByTime(60_000);
    progress.show(5, 10);
    expect(written).toEqual([]);
});
