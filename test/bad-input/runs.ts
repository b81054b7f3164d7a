import fc from "fast-check";
import type { Subject } from "../conformance/subject.js";
import { type ArgumentSet, argumentSets } from "./arguments.js";
import { Trial, type Verdict } from "./trial.js";

/** What argument sets came to. */
export interface Tally {
    sets: number;
    refused: number;
    accepted: number;
    /** By reason; what the service alone can know apart. */
    readonly refusedByService: Map<string, { count: number; isItsOwnKnowledge: boolean; example: ArgumentSet }>;
    readonly crashed: Map<string, { count: number; example: ArgumentSet }>;
}

export function newTally(): Tally {
    return { sets: 0, refused: 0, accepted: 0, refusedByService: new Map(), crashed: new Map() };
}

/** Gives `runs` argument sets to a kind. The same seed gives the same ones. */
export async function run(subject: Subject, runs: number, seed: number, tally: Tally): Promise<void> {
    const trial = await Trial.open(subject);
    try {
        for (const set of fc.sample(setsOf(trial), { numRuns: runs, seed })) {
            const verdict = await trial.judge(set);
            count(tally, set, verdict);
        }
    } finally {
        await trial.close();
    }
}

/** The shortest argument set of those that this seed gives with the same verdict and reason. */
export async function shortest(
    subject: Subject,
    runs: number,
    seed: number,
    wanted: { readonly is: Verdict["is"]; readonly reason: string },
): Promise<ArgumentSet | undefined> {
    const trial = await Trial.open(subject);
    try {
        const found = await fc.check(
            fc.asyncProperty(setsOf(trial), async (set) => {
                const verdict = await trial.judge(set);
                return verdict.is !== wanted.is || !("reason" in verdict) || verdict.reason !== wanted.reason;
            }),
            { numRuns: runs, seed, interruptAfterTimeLimit: 60_000 },
        );
        return found.counterexample?.[0];
    } finally {
        await trial.close();
    }
}

function setsOf({ subject, bases }: Trial): fc.Arbitrary<ArgumentSet> {
    return argumentSets(subject.kind.name, bases, Object.keys(subject.kind.fields));
}

function count(tally: Tally, set: ArgumentSet, verdict: Verdict): void {
    tally.sets += 1;
    switch (verdict.is) {
        case "refused":
            tally.refused += 1;
            break;
        case "accepted":
            tally.accepted += 1;
            break;
        case "refused by the service": {
            const { reason, isItsOwnKnowledge } = verdict;
            const known = tally.refusedByService.get(reason) ?? { count: 0, isItsOwnKnowledge, example: set };
            tally.refusedByService.set(reason, { ...known, count: known.count + 1 });
            break;
        }
        case "crashed": {
            const known = tally.crashed.get(verdict.reason) ?? { count: 0, example: set };
            tally.crashed.set(verdict.reason, { ...known, count: known.count + 1 });
        }
    }
}
