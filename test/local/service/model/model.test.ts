import fc from "fast-check";
import { test } from "vitest";
import { type Tally, take, walks } from "./walk.js";
import { tangled } from "./world.js";

/** Number of walks, maximum steps of each walk, and maximum seconds in total, if any. A failing walk prints its seed. */
const WALKS = Number(process.env.MODEL_WALKS ?? 12);
const STEPS = Number(process.env.MODEL_STEPS ?? 60);
const { MODEL_SECONDS } = process.env;

test("the laws of the service hold after any calls in any order", async () => {
    const start = await tangled();
    const tally: Tally = { walks: 0, steps: 0, statuses: new Map() };
    await fc.assert(
        fc.asyncProperty(walks(STEPS), (walk) => take(walk, start, tally)),
        {
            numRuns: WALKS,
            ...(MODEL_SECONDS && { interruptAfterTimeLimit: Number(MODEL_SECONDS) * 1_000 }),
            ...seeded(),
        },
    );
    if (process.env.MODEL_TALLY) console.log(tellOf(tally));
});

/** A fixed seed in a normal test run, and a random seed if MODEL_WALKS sets the number of walks. */
function seeded(): { seed?: number } {
    const { MODEL_SEED, MODEL_WALKS } = process.env;
    if (MODEL_SEED) return { seed: Number(MODEL_SEED) };
    return MODEL_WALKS ? {} : { seed: 1 };
}

function tellOf({ walks: taken, steps, statuses }: Tally): string {
    const lines = [...statuses].map(([name, counts]) => `${name} ${[...counts].map((one) => one.join("x")).join(" ")}`);
    return [`${taken} walks, ${steps} steps`, ...lines.sort()].join("\n");
}
