import { expect, it } from "vitest";
import { dynamic } from "./dynamic.js";
import { play } from "./play.js";
import { plugin } from "./plugin.js";
import type { Violation } from "./verdict.js";

/**
 * These seeds detect all mutants of `npm run prove simulate:mutants` that no stored sequence detects. `npm run prove simulate` plays more and
 * longer seeds.
 */
const SEEDS = 6;
const STEPS = 200;

it.each([dynamic, plugin])(
    "random programs with faults cause no lost, duplicate or wider access and no stuck runs, through $package",
    async (adapter) => {
        const total = { seeds: 0, steps: 0, settles: 0, ups: 0, calls: 0, strikes: 0, kills: 0, answers: 0 };
        const found: (Violation & { seed: number })[] = [];
        for (let seed = 1; seed <= SEEDS && found.length === 0; seed += 1) {
            const { figures, failure } = await play(seed, STEPS, { adapter });
            total.seeds += 1;
            for (const [name, count] of Object.entries(figures)) total[name as keyof typeof figures] += count;
            found.push(...(failure?.violations ?? []).map((violation) => ({ ...violation, seed })));
        }
        console.log(
            Object.entries(total)
                .map(([name, count]) => `${name} ${count}`)
                .join(", "),
        );
        // To shrink a failure: npm run prove simulate -- --adapter <adapter> --seed <seed> --steps 200
        expect(found).toEqual([]);
        expect(total.settles).toBeGreaterThan(0);
    },
);
