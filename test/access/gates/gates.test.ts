import { expect, test } from "vitest";
import { play } from "./run.js";
import { describeCase, Summary } from "./summary.js";

/** Minimum number of edits that widen access, and of edits that do not. `npm run prove gates` tries more. */
const COUNT = Number(process.env.ACCESS_GATES ?? 10);
const SEED = Number(process.env.ACCESS_SEED ?? 1);

test("the access gate stops every edit that widens access, and few others, and the report agrees with it", async () => {
    const summary = new Summary();
    for (let seed = SEED; summary.planted.length < COUNT || summary.harmless.length < COUNT; seed += 1)
        summary.add(await play(seed));
    if (process.env.ACCESS_GATES)
        console.log([...[...summary.missed, ...summary.alarms].map(describeCase), summary.text()].join("\n"));
    expect(summary.missed.map(describeCase)).toEqual([]);
    expect(summary.tried.filter(({ contradictions }) => contradictions.length > 0).map(describeCase)).toEqual([]);
    // In a short run, a single false stop is already more than 1 %.
    const most = Math.max(1, summary.harmless.length / 100);
    expect(summary.alarms.length, summary.alarms.map(describeCase).join("\n")).toBeLessThanOrEqual(most);
    // Most of the drawn edits must be deployable.
    expect(summary.refused).toBeLessThan(summary.tried.length / 4);
});
