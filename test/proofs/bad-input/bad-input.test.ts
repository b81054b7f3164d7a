import { expect, it } from "vitest";
import { subjects } from "../../resources/subjects.js";
import { newTally, run, shareOf } from "./runs.js";

/** About ten seconds; `npm run prove bad-input` takes more, and other seeds. */
const RUNS = 860;
const SEED = 1;

it("is refused with path and reason before any call, or accepted by the service", { timeout: 300_000 }, async () => {
    const tally = newTally();
    for (const [index, subject] of subjects.entries()) {
        await run(subject, shareOf(RUNS, index, subjects.length), SEED, tally);
    }
    // Both ways are taken, else nothing would be shown.
    expect(tally.sets).toBe(RUNS);
    expect(tally.accepted).toBeGreaterThan(RUNS / 10);
    expect(tally.refused).toBeGreaterThan(RUNS / 10);
    const beyond = [...tally.refusedByService].filter(([, { isItsOwnKnowledge }]) => !isItsOwnKnowledge);
    const reasons = (counted: Iterable<readonly [string, object]>) => [...counted].map(([reason]) => reason);
    expect(reasons(tally.crashed)).toEqual([]);
    expect(reasons(tally.badlySaid)).toEqual([]);
    expect(reasons(beyond)).toEqual([]);
});
