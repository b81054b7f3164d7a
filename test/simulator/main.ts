import { Dice } from "./dice.js";
import { drawStep } from "./draw.js";
import type { Violation } from "./ledger.js";
import { type Figures, Simulation, type Step } from "./simulation.js";

/** A run that showed something wrong. */
export interface Failure {
    readonly steps: readonly Step[];
    readonly violations: readonly Violation[];
}

export interface Result {
    readonly figures: Figures;
    readonly digest: string;
    readonly failure: Failure | undefined;
}

/** Plays so many steps drawn from a seed, up to the first that shows something wrong. */
export async function play(seed: number, count: number): Promise<Result> {
    const simulation = new Simulation();
    const dice = new Dice(seed);
    const steps: Step[] = [];
    try {
        for (let number = 0; number < count; number += 1) {
            const step: Step = number === count - 1 ? { do: "settle" } : drawStep(dice, simulation.program, number);
            steps.push(step);
            const violations = await simulation.apply(step);
            if (violations.length > 0)
                return { figures: simulation.figures, digest: simulation.digest, failure: { steps, violations } };
        }
        return { figures: simulation.figures, digest: simulation.digest, failure: undefined };
    } finally {
        simulation.close();
    }
}

/** Plays given steps, with the log. */
export async function replay(
    steps: readonly Step[],
): Promise<{ violations: Violation[]; log: string[]; digest: string }> {
    const simulation = new Simulation(true);
    try {
        for (const step of steps) {
            const violations = await simulation.apply(step);
            if (violations.length > 0) return { violations, log: simulation.log, digest: simulation.digest };
        }
        return { violations: [], log: simulation.log, digest: simulation.digest };
    } finally {
        simulation.close();
    }
}
async function main() {
    const from = Number(process.argv[2] ?? 1),
        to = Number(process.argv[3] ?? 1),
        count = Number(process.argv[4] ?? 100);
    const t = performance.now();
    let n = 0;
    for (let seed = from; seed <= to; seed++) {
        const r = await play(seed, count);
        n += r.figures.steps;
        console.log(
            seed,
            JSON.stringify(r.figures),
            r.digest.slice(0, 12),
            r.failure?.violations.map((v) => `${v.what}: ${v.why.slice(0, 300)}`).join("\n   ") ?? "ok",
        );
    }
    console.log(n, "steps", Math.round((n / (performance.now() - t)) * 1000), "a second");
}
if (require.main === module) main();
