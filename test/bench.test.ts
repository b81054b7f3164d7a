/** What a program costs in calls: whoever makes it more has to say why. */
import { expect, test, vi } from "vitest";
import { countCalls } from "../bench/calls.js";

test("a program costs no more calls than it did", { timeout: 120_000 }, async () => {
    let output = "";
    vi.spyOn(console, "log").mockImplementation((line) => (output += `${line}\n`));
    await countCalls({ owners: 10, groups: 10, latency: 0, engine: "local" }).finally(() => vi.restoreAllMocks());
    const rows = [...output.matchAll(/^(.*\S) +\d+\.\d s +(\d+) calls, (\d+) of them writes$/gm)];
    expect(rows.map(([, words, calls, writes]) => [words, Number(calls), Number(writes)])).toEqual([
        ["create all", 86, 61],
        ["  as many by a provider that does nothing", 0, 0],
        ["preview, nothing to do", 43, 0],
        ["  by a provider that does nothing", 0, 0],
        ["preview, nothing to do, parallel diff", 43, 0],
        ["preview --refresh, nothing to do", 49, 0],
        ["change the description of every group", 63, 10],
        ["destroy", 21, 21],
        ["  by a provider that does nothing", 0, 0],
    ]);
});
