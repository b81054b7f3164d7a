import type { Phrase } from "../../../common/phrase.js";
import type { Knowledge } from "../../answers/questions.js";
import type { Target, Unknown } from "../../model/facts/facts.js";
import { type AccessTest, testedTargets } from "../tests/access-test.js";
import { namesakes } from "../tests/selectors.js";
import { runTests, type TestResult } from "../tests/verdicts.js";
import { all, evaluate, type Formula } from "./formula.js";
import { PossiblePeople, type PossiblePerson, withPerson } from "./person.js";
import type { Solver } from "./solver.js";
import { Statements } from "./statements.js";

/** Whether an access test passes for every person who may exist. */
export interface Proof {
    readonly test: AccessTest;
    /** `unknown`: the API does not return enough, or the test is not in the fragment that can be proved. */
    readonly status: "proved" | "refuted" | "unknown";
    /** Number of groups, resources and bundles that the test is about. */
    readonly targets: number;
    /** Why the test cannot be judged. */
    readonly problem?: Phrase;
    /** People who violate the test, at most one for each target. */
    readonly refutations: readonly Refutation[];
    readonly unknowns: readonly Unknown[];
    /** Clauses about why the status is `unknown`, although the test is proved otherwise. */
    readonly doubt?: readonly Phrase[];
}

/** A counterexample: a possible person for whom the test fails. */
export interface Refutation {
    readonly person: PossiblePerson;
    readonly target: Target;
    /** The result of the test for this person alone. */
    readonly result: TestResult;
}

/**
 * Proves or refutes access tests, in order, for every person who may exist.
 * @param doubt clauses about reasons to doubt every result, such as changes of a preview that could not be evaluated
 */
export async function prove(
    knowledge: Knowledge,
    tests: readonly AccessTest[],
    solver: Solver,
    doubt: readonly Phrase[] = [],
): Promise<Proof[]> {
    const proofs: Proof[] = [];
    for (const test of tests) {
        const proof = await proofOf(knowledge, test, solver);
        proofs.push(proof.status === "proved" && doubt.length > 0 ? { ...proof, status: "unknown", doubt } : proof);
    }
    return proofs;
}

async function proofOf(knowledge: Knowledge, test: AccessTest, solver: Solver): Promise<Proof> {
    const { model } = knowledge;
    const targets = testedTargets(model, test);
    const problem = problemOf(knowledge, test);
    if (problem) return { test, status: "unknown", targets: targets.length, problem, refutations: [], unknowns: [] };
    const statements = new Statements(model, test);
    const refutations: Refutation[] = [];
    const unknowns = new Set<Unknown>();
    for (const target of targets) {
        const found = await violatorOf(knowledge, statements.violation(target), solver);
        if (!found) continue;
        for (const one of found.unknowns) unknowns.add(one);
        if (!found.person) continue;
        const { model: after, id } = withPerson(model, found.person);
        const [result] = runTests({ ...knowledge, model: after }, [{ ...test, who: `user:${id}`, except: [] }]);
        const isConfirmed = result?.violations.some((one) => one.target.id === target.id) ?? false;
        if (result && isConfirmed) refutations.push({ person: found.person, target, result: onlyOf(result, target) });
        else unknowns.add({ ...target, because: UNCONFIRMED });
    }
    const status = refutations.length > 0 ? "refuted" : unknowns.size > 0 ? "unknown" : "proved";
    return { test, status, targets: targets.length, refutations, unknowns: [...unknowns] };
}

/** Finds a person of whom the formula is true, or the reasons why there may be one. Undefined if there is no such person. */
async function violatorOf(
    { model }: Knowledge,
    formula: Formula,
    solver: Solver,
): Promise<{ readonly person?: PossiblePerson; readonly unknowns: readonly Unknown[] } | undefined> {
    if (formula === false) return undefined;
    const people = new PossiblePeople(model, formula);
    const violating = all([formula, people.exist]);
    const possible = await solver.solve(violating);
    if (!possible) return undefined;
    const sure =
        (await solver.solve(all([violating, people.isNew]), people.unknowns)) ??
        (await solver.solve(violating, people.unknowns));
    if (sure) return { person: people.simplest(violating, sure), unknowns: [] };
    // The unknowns that the result depends on: if their values are not known, the formula is not true.
    const needed = people.unknowns.filter(
        ({ key }) => evaluate(formula, (atom) => (atom.key === key ? undefined : possible(atom))) !== true,
    );
    const reasons = needed.length > 0 ? needed : people.unknowns;
    return { unknowns: reasons.map(({ unknown }) => unknown) };
}

/**
 * Why a test cannot be judged. No user needs to have the tag or status of a selector today, and no user needs to be in its group, but the
 * group itself, and everything else that a selector names, must exist.
 */
function problemOf(knowledge: Knowledge, test: AccessTest): Phrase | undefined {
    const [who, except] = [[test.who].flat(), [test.except ?? []].flat()];
    const count = (one: string): number | undefined => namesakes(knowledge.model, one);
    const unmatched = [...who, ...except].filter((one) => !/^(tag|status):/.test(one) && (count(one) ?? 0) === 0);
    const ambiguous = except.filter((one) => (count(one) ?? 0) > 1);
    const doubtful = { ...test, who: unmatched.length > 0 ? unmatched : "everybody", except: ambiguous };
    return runTests(knowledge, [doubtful])[0]?.problem;
}

function onlyOf(result: TestResult, { id }: Target): TestResult {
    const violations = result.violations.filter(({ target }) => target.id === id);
    return { ...result, violations, violationCount: violations.length };
}

const UNCONFIRMED = "a person was found who violates the test, but the access model does not confirm it";
