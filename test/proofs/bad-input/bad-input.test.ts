import { expect, it } from "vitest";
import { subjects } from "../conformance/subject.js";
import { newTally, run, shareOf } from "./runs.js";

/** Takes about ten seconds. `npm run prove bad-input` does more runs with other seeds. */
const RUNS = 860;
const SEED = 1;

it("is rejected with path and reason before any request, or accepted by the service", async () => {
    const tally = newTally();
    for (const [index, subject] of subjects.entries()) {
        await run(subject, shareOf(RUNS, index, subjects.length), SEED, tally);
    }
    // Both outcomes must occur, otherwise the test would prove nothing.
    expect(tally.sets).toBe(RUNS);
    expect(tally.accepted).toBeGreaterThan(RUNS / 10);
    expect(tally.refused).toBeGreaterThan(RUNS / 10);
    const beyond = [...tally.refusedByService].filter(([, { isItsOwnKnowledge }]) => !isItsOwnKnowledge);
    const reasons = (counted: Iterable<readonly [string, object]>) => [...counted].map(([reason]) => reason);
    expect(reasons(tally.crashed)).toEqual([]);
    expect(reasons(tally.badlySaid)).toEqual([]);
    expect(reasons(beyond)).toEqual([]);
});
