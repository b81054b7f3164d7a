import { expect, test } from "vitest";
import { tangled } from "../../../local/service/model/world.js";
import { editOutside, type Tally } from "./outside-edits.js";

/** How many edits are made, from this seed on. `npm run prove cache` makes more. */
const EDITS = Number(process.env.CACHE_EDITS ?? 300);
const SEED = Number(process.env.CACHE_SEED ?? 1);

/** An organization grows, and so does what is to be read of it: so many edits of one are enough. */
const OF_ONE = 300;

test("a cache hides no edit, whatever is edited outside", { timeout: 60_000 + EDITS * 300 }, async () => {
    const tally: Tally = { edits: 0, recalled: 0, asked: 0, wrong: [], late: 0 };
    const start = await tangled();
    for (let seed = SEED; tally.edits < EDITS; seed += 1) await editOutside(start, OF_ONE, seed, tally);
    if (process.env.CACHE_EDITS) {
        console.log(
            `${tally.edits} edits; of ${tally.asked} answers ${tally.recalled} were taken from the cache, ${tally.late} of edits whose events were not listed yet`,
        );
    }
    expect(tally.wrong).toEqual([]);
    // It depends on which event types the first writes teach, and on when an event is lost: from then on everything is read.
    expect(tally.recalled).toBeGreaterThan(tally.asked / 50);
});
