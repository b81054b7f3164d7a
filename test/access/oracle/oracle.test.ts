import { expect, test } from "vitest";
import { compare, type Tally } from "./comparison.js";

/** Number of organizations, starting with this seed. `npm run prove access` uses more. */
const COUNT = Number(process.env.ACCESS_ORGANIZATIONS ?? 200);
const SEED = Number(process.env.ACCESS_SEED ?? 1);

test("the access model agrees with the service before and after a change", () => {
    const tally: Tally = { organizations: 0, sentences: 0, disagreements: [] };
    for (let seed = SEED; seed < SEED + COUNT; seed += 1) {
        compare(seed, tally);
        if (process.env.ACCESS_ORGANIZATIONS && tally.organizations % 1000 === 0)
            console.log(`${tally.organizations} organizations, ${tally.disagreements.length} disagreements`);
    }
    if (process.env.ACCESS_ORGANIZATIONS)
        console.log(
            `${tally.organizations} organizations and as many changes, ${tally.sentences} answers compared, ${tally.disagreements.length} disagreements`,
        );
    expect(tally.disagreements.slice(0, 10)).toEqual([]);
    expect(tally.sentences).toBeGreaterThan(COUNT * 50);
});
