import type { Adapter } from "./adapter.js";
import { Dice } from "./dice.js";
import { drawStep } from "./draw.js";
import { type Figures, Simulation, type Step } from "./simulation.js";
import type { Violation } from "./verdict.js";

/** Steps that led to a violation. */
export interface Failure {
    readonly steps: readonly Step[];
    readonly violations: readonly Violation[];
}

export interface Played {
    readonly figures: Figures;
    /** Hash of the log of all events. */
    readonly digest: string;
    readonly failure: Failure | undefined;
    readonly log: readonly string[];
}

/** Selects violations to ignore. */
type Ignored = (violation: Violation) => boolean;

/** Options of a simulation. */
export interface Playing {
    readonly keepLog?: boolean;
    readonly ignored?: Ignored | undefined;
    readonly adapter?: Adapter | undefined;
}

/** Plays `count` steps drawn from a seed and a final `settle`, up to the first violation. */
export function play(seed: number, count: number, options: Playing = {}): Promise<Played> {
    const dice = new Dice(seed);
    return played(options, function* (simulation) {
        for (let number = 1; number < count; number += 1) yield drawStep(dice, simulation.program, number);
        yield { do: "settle" };
    });
}

/** Plays the given steps up to the first violation. */
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
