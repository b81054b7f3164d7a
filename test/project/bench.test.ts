/** Numbers of API requests that a program needs. A change that needs more must raise them deliberately. */
import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { Comparison, type Measurement, type Row } from "../../bench/comparison.js";
import { figuresOf } from "../../bench/figures.js";
import { measurePreview } from "../../bench/preview.js";
import { costsOfOne } from "../../bench/scale.js";
import { textOf } from "../../bench/text-table.js";
import { measureUp } from "../../bench/up.js";
import { Watcher } from "../../bench/watcher.js";

const options = { owners: 10, groups: 10, latency: 0, engine: "local", runs: 1 } as const;

/** Calls and writes of each row. */
const callsOf = (rows: readonly Row[], side: "ours" | "nothing") =>
    rows.map((row) => [row.words, ...row[side].flatMap(({ calls, writes }) => [calls, writes])] as const);

test("a preview sends exactly the expected number of requests", async () => {
    const { rows } = await measurePreview(options);
    expect(callsOf(rows, "ours")).toEqual([
        ["preview", 43, 0],
        ["preview, parallel diff", 43, 0],
        ["preview --refresh", 49, 0],
        ["preview --target one", 14, 0],
    ]);
    expect(callsOf(rows, "nothing").flatMap(([, ...calls]) => calls)).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
});

test("creating, changing and deleting objects sends no more requests than expected", async () => {
    const { rows } = await measureUp(options);
    // Upper limits, since the number of writes depends on timing: simultaneous writes are sent in one request.
    const most = [
        ["create all", 88, 61],
        ["nothing to do", 43, 0],
        ["one edit", 46, 1],
        ["change every group", 63, 10],
        ["destroy", 21, 21],
    ] as const;
    for (const [at, [words, ...counts]] of callsOf(rows, "ours").entries()) {
        const [expected, ...limits] = most[at] ?? [];
        expect(words).toBe(expected);
        for (const [number, limit] of limits.entries()) expect(counts[number], words).toBeLessThanOrEqual(limit);
    }
    expect(rows).toHaveLength(most.length);
    expect(callsOf(rows, "nothing").flatMap(([, ...calls]) => calls)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
});

test("a table shows the median, the range, and a dash for values that the platform does not provide", () => {
    const one = (wall: number): Measurement => ({ calls: 7, writes: 1, wall });
    const row = (words: string, objects: number, wall: number): Row => ({
        words,
        objects,
        ours: [wall * 3, wall, wall * 2].map(one),
        nothing: [one(1)],
    });
    const rows = [row("small", 1, 1), row("middle", 201, 2), row("large", 1001, 6)].map(figuresOf);
    const lines = (text: string) => text.split("\n").map((line) => line.trim().split(/ {2,}/));
    expect(lines(textOf({ rows: rows.slice(0, 1), groups: 7 }))).toEqual([
        ["calls", "writes", "calls per group", "wall s", "processor s", "memory MB"],
        ["small", "7", "1", "1.0", "2.00 (1.00–3.00)", "–", "–"],
        ["a provider that does nothing", "7", "1", "1.0", "1.00", "–", "–"],
    ]);
    // Compared with the smallest program, the middle one needs 2 s more for 200 objects and the large one 10 s more for 1,000.
    expect(lines(costsOfOne(rows)).slice(1)).toEqual([
        ["at 201", "10.0", "1.00", "–", "–"],
        ["a provider that does nothing", "0.0", "–", "–", "–"],
        ["at 1,001", "10.0", "1.00", "–", "–"],
        ["a provider that does nothing", "0.0", "–", "–", "–"],
    ]);
});

test("the error of a failed run includes the name of the run and its own error message", async () => {
    const comparison = await Comparison.open({ ...options, owners: 0, groups: 0 });
    const measuring = comparison.measure("preview", (stack) => stack.preview({ expectNoChanges: true }));
    await expect(measuring).rejects.toThrow(/^"preview" failed: .*no changes were expected/s);
    await comparison.close();
});

test.runIf(process.platform === "linux")(
    "measures the processor time of a process and of its child processes",
    async () => {
        const working = `while (process.cpuUsage().user < 1_000_000);`;
        const reporting = `${working} const { user, system } = process.cpuUsage(); console.log(user + system);`;
        const starting = `${reporting} process.stdout.write(require("node:child_process").execFileSync(process.execPath, ["-e", ${JSON.stringify(reporting)}]));`;
        const watcher = new Watcher([]);
        await watcher.begin();
        const output = execFileSync(process.execPath, ["-e", starting], { encoding: "utf8" });
        const { processor = 0, memory } = await watcher.end();
        await watcher.close();
        const microseconds = output.split("\n").map(Number);
        const expected = microseconds.reduce((sum, one) => sum + one, 0) / 1_000_000;
        expect(processor).toBeGreaterThan(0.9 * expected);
        // The time that a process needs to exit is missing in its own figure. The child process counted twice would be more.
        expect(processor).toBeLessThan(1.4 * expected);
        expect(memory).toBeGreaterThan(20);
    },
);
