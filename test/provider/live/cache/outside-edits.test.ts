import { expect, test } from "vitest";
import { tangled } from "../../../local/service/model/world.js";
import { editOutside, type Tally } from "./outside-edits.js";

/** Number of edits, and the first seed. `npm run prove cache` makes more edits. */
const EDITS = Number(process.env.CACHE_EDITS ?? 300);
const SEED = Number(process.env.CACHE_SEED ?? 1);

/** Maximum edits of one organization: it grows with each edit, and so does the time to read it. */
const OF_ONE = 300;

test("the cache does not hide any outside edit", async () => {
    const tally: Tally = { edits: 0, recalled: 0, asked: 0, wrong: [], late: 0 };
    const start = await tangled();
    for (let seed = SEED; tally.edits < EDITS; seed += 1) await editOutside(start, OF_ONE, seed, tally);
    if (process.env.CACHE_EDITS) {
        console.log(
            `${tally.edits} edits; of ${tally.asked} answers ${tally.recalled} were taken from the cache, ${tally.late} of edits whose events were not listed yet`,
        );
    }
    expect(tally.wrong).toEqual([]);
    // The share depends on the event types that the first writes teach, and on when an event is lost, which ends the use of the cache.
    expect(tally.recalled).toBeGreaterThan(tally.asked / 50);
});
