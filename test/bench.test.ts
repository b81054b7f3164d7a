/** What a program costs in calls: whoever makes it more has to say why. */
import { expect, test } from "vitest";
import type { Row } from "../bench/comparison.js";
import { figuresOf } from "../bench/figures.js";
import { measurePreview } from "../bench/preview.js";
import { costsOfOne, measureScale } from "../bench/scale.js";
import { textOf } from "../bench/text-table.js";
import { measureUp } from "../bench/up.js";

const options = { owners: 10, groups: 10, latency: 0, engine: "local", runs: 1 } as const;

/** Calls of each row, and how many of them are writes. */
const callsOf = (rows: readonly Row[], side: "ours" | "nothing") =>
    rows.map((row) => [row.words, ...row[side].flatMap(({ calls, writes }) => [calls, writes])]);

test("a preview costs no more calls than it did", { timeout: 120_000 }, async () => {
    const { rows } = await measurePreview(options);
    expect(callsOf(rows, "ours")).toEqual([
        ["preview", 43, 0],
        ["preview, parallel diff", 43, 0],
        ["preview --refresh", 49, 0],
        ["preview --target one", 14, 0],
    ]);
    expect(callsOf(rows, "nothing").flatMap(([, ...calls]) => calls)).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
});

test("creating, changing and deleting cost no more calls than they did", { timeout: 120_000 }, async () => {
    const { rows } = await measureUp(options);
    expect(callsOf(rows, "ours")).toEqual([
        ["create all", 86, 61],
        ["nothing to do", 43, 0],
        ["one edit", 44, 1],
        ["change every group", 63, 10],
        ["destroy", 21, 21],
    ]);
    expect(callsOf(rows, "nothing").flatMap(([, ...calls]) => calls)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
});
