import fc from "fast-check";
import type { Subject } from "../conformance/subject.js";
import { type ArgumentSet, argumentSets } from "./arguments.js";
import { Trial, type Verdict } from "./trial.js";

/** Counts of the results of argument sets. */
export interface Tally {
    sets: number;
    refused: number;
    accepted: number;
    /** By reason. `isItsOwnKnowledge` marks reasons that only the service can know. */
    readonly refusedByService: Map<string, { count: number; isItsOwnKnowledge: boolean; example: ArgumentSet }>;
    /** Unreadable rejections, by problem. */
    readonly badlySaid: Map<string, { count: number; example: ArgumentSet }>;
    readonly crashed: Map<string, { count: number; example: ArgumentSet }>;
}

export function newTally(): Tally {
    return { sets: 0, refused: 0, accepted: 0, refusedByService: new Map(), badlySaid: new Map(), crashed: new Map() };
}

/** Tests a kind with `runs` argument sets, which depend only on the seed. */
export async function run(subject: Subject, runs: number, seed: number, tally: Tally): Promise<void> {
    const trial = await Trial.open(subject);
    try {
        for (const set of fc.sample(setsOf(trial), { numRuns: runs, seed: seedOf(seed, subject) })) {
            const verdict = await trial.judge(set);
            count(tally, set, verdict);
        }
    } finally {
        await trial.close();
    }
}

/** `argument sets N, refused N, accepted N, refused by the service N, crashed N`. */
export function lineOf(tally: Tally): string {
    const service = [...tally.refusedByService.values()];
    const own = sum(service.filter(({ isItsOwnKnowledge }) => isItsOwnKnowledge));
    return [
        `argument sets ${tally.sets}`,
        `refused ${tally.refused} (${sum([...tally.badlySaid.values()])} badly said)`,
        `accepted ${tally.accepted}`,
        `refused by the service ${sum(service)} (${own} by what it alone can know)`,
        `crashed ${sum([...tally.crashed.values()])}`,
    ].join(", ");
}

/** Whether nothing crashed, every rejection is readable, and the service rejected only for reasons that it alone can know. */
export function isFine({ refusedByService, badlySaid, crashed }: Tally): boolean {
    const known = [...refusedByService.values()].every(({ isItsOwnKnowledge }) => isItsOwnKnowledge);
    return crashed.size === 0 && badlySaid.size === 0 && known;
}

/** Number of runs of one kind if all runs are distributed evenly. */
export function shareOf(runs: number, index: number, kinds: number): number {
    return Math.floor(((index + 1) * runs) / kinds) - Math.floor((index * runs) / kinds);
}

/** The shortest argument set of this seed with the same result and reason. */
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
            { numRuns: runs, seed: seedOf(seed, subject), interruptAfterTimeLimit: 60_000 },
        );
        return found.counterexample?.[0];
    } finally {
        await trial.close();
    }
}

/** A different seed for each kind, so that they do not all get the same edits. */
function seedOf(seed: number, { kind }: Subject): number {
    return [...kind.name].reduce((hash, letter) => (Math.imul(hash, 31) + letter.charCodeAt(0)) | 0, seed);
}

function setsOf({ subject, bases }: Trial): fc.Arbitrary<ArgumentSet> {
    return argumentSets(subject.kind.name, bases, Object.keys(subject.kind.fields));
}

function count(tally: Tally, set: ArgumentSet, verdict: Verdict): void {
    tally.sets += 1;
    switch (verdict.is) {
        case "refused":
            tally.refused += 1;
            if (verdict.badlySaid) add(tally.badlySaid, verdict.badlySaid, { example: set });
            break;
        case "accepted":
            tally.accepted += 1;
            break;
        case "refused by the service": {
            const { reason, isItsOwnKnowledge } = verdict;
            add(tally.refusedByService, reason, { isItsOwnKnowledge, example: set });
            break;
        }
        case "crashed":
            add(tally.crashed, verdict.reason, { example: set });
    }
}

function add<Rest extends object>(counted: Map<string, Rest & { count: number }>, reason: string, rest: Rest): void {
    const known = counted.get(reason) ?? { ...rest, count: 0 };
    counted.set(reason, { ...known, count: known.count + 1 });
}

function sum(counted: readonly { readonly count: number }[]): number {
    return counted.reduce((total, { count }) => total + count, 0);
}
