import type { Adapter } from "./adapter.js";
import { Dice } from "./dice.js";
import { drawStep } from "./draw.js";
import { type Figures, Simulation, type Step } from "./simulation.js";
import type { Violation } from "./verdict.js";

/** A run that showed something wrong. */
export interface Failure {
    readonly steps: readonly Step[];
    readonly violations: readonly Violation[];
}

export interface Played {
    readonly figures: Figures;
    /** A hash of everything that happened. */
    readonly digest: string;
    readonly failure: Failure | undefined;
    readonly log: readonly string[];
}

/** Which violations are passed over. */
type Ignored = (violation: Violation) => boolean;

/** Options of a simulation. */
export interface Playing {
    readonly keepLog?: boolean;
    readonly ignored?: Ignored | undefined;
    readonly adapter?: Adapter | undefined;
}

/** Plays so many steps drawn from a seed, the last of which settles, up to the first that shows something wrong. */
export function play(seed: number, count: number, options: Playing = {}): Promise<Played> {
    const dice = new Dice(seed);
    return played(options, function* (simulation) {
        for (let number = 1; number < count; number += 1) yield drawStep(dice, simulation.program, number);
        yield { do: "settle" };
    });
}

/** Plays the given steps, up to the first that shows something wrong. */
export function replay(steps: readonly Step[], options: Playing = {}): Promise<Played> {
    return played(options, function* () {
        yield* steps;
    });
}

async function played(
    { keepLog, ignored, adapter }: Playing,
    draw: (simulation: Simulation) => Iterable<Step>,
): Promise<Played> {
    const simulation = new Simulation(keepLog, ignored, adapter);
    const steps: Step[] = [];
    try {
        for (const step of draw(simulation)) {
            steps.push(step);
            const violations = await simulation.apply(step);
            if (violations.length > 0) return { ...kept(simulation), failure: { steps, violations } };
        }
        return { ...kept(simulation), failure: undefined };
    } finally {
        simulation.close();
    }
}

function kept({ figures, digest, log }: Simulation): Omit<Played, "failure"> {
    return { figures, digest, log };
}
