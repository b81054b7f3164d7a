import { expect, test } from "vitest";
import { tangled } from "../../service/model/world.js";
import { editOutside, type Tally } from "./outside-edits.js";

test("no edit is hidden by the cache", { timeout: 3_600_000 }, async () => {
    const tally: Tally = { edits: 0, recalled: 0, read: 0, unclear: 0, wrong: new Map() };
    const start = await tangled();
    const edits = Number(process.env.CACHE_EDITS ?? 500);
    const seed = Number(process.env.CACHE_SEED ?? 1);
    for (let at = 0; tally.edits < edits; at += 1) await editOutside(start, Math.min(300, edits), seed + at, tally);
    console.log(JSON.stringify({ ...tally, wrong: [...tally.wrong] }));
    expect([...tally.wrong]).toEqual([]);
});
