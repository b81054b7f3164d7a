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

/** Result of an access test for every person who could exist. */
export interface Proof {
    readonly test: AccessTest;
    /** `unknown`: the API does not return enough data, or the test uses a feature that proofs do not support. */
    readonly status: "proved" | "refuted" | "unknown";
    /** Number of groups, resources and bundles that the test covers. */
    readonly targets: number;
    /** Reason why the test cannot be evaluated. */
    readonly problem?: Phrase;
    /** Examples of people who violate the test, one or none for each target. */
    readonly refutations: readonly Refutation[];
    readonly unknowns: readonly Unknown[];
    /** Clauses that explain why the status is `unknown`, although the test would otherwise be proved. */
    readonly doubt?: readonly Phrase[];
}

/** A counterexample: a possible person who violates the test. */
export interface Refutation {
    readonly person: PossiblePerson;
    readonly target: Target;
    /** The result of the test when run for this person only. */
    readonly result: TestResult;
}

/**
 * Proves or refutes access tests, in order, for every person who could exist.
 * @param doubt clauses that explain why results are not certain, such as changes that could not be evaluated in a preview
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

/**
 * Finds a person for whom the formula is true, or the reasons why such a person may exist. Returns undefined if no such person can exist.
 */
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
    // Keep only the unknowns that affect the result: without a value for them, the formula is not true.
    const needed = people.unknowns.filter(
        ({ key }) => evaluate(formula, (atom) => (atom.key === key ? undefined : possible(atom))) !== true,
    );
    const reasons = needed.length > 0 ? needed : people.unknowns;
    return { unknowns: reasons.map(({ unknown }) => unknown) };
}

/**
 * Returns the reason why a test cannot be evaluated, if any. Groups, and everything else that a selector names, must exist. Tags and
 * statuses do not need to be in use, and groups can be empty.
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

const UNCONFIRMED =
    "the solver found a person who violates the test, but the access model does not confirm the violation";
