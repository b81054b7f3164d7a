/** Programs in many styles accept what somebody changed outside. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Rounds } from "./rounds.js";

const programs = join(__dirname, "programs");

/** How many edits there are in all, from this seed on. `npm run prove accept` makes more. */
const EDITS = Number(process.env.ACCEPT_EDITS ?? 100);
const SEED = Number(process.env.ACCEPT_SEED ?? 1);

describe.each(readdirSync(programs))("%s", (name) => {
    test("accepts what it can, and says what it cannot", { timeout: 120_000 + EDITS * 1_000 }, async () => {
        const rounds = await Rounds.of(join(programs, name), SEED);
        try {
            await rounds.play(Math.ceil(EDITS / readdirSync(programs).length));
            console.log(rounds.text(name));
            expect(rounds.faults).toEqual([]);
        } finally {
            await rounds.close();
        }
    });
});
