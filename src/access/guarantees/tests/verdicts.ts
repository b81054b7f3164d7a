import { type Phrase, prose } from "../../../common/phrase.js";
import type { Knowledge } from "../../answers/questions.js";
import { whoAt } from "../../model/change/impact.js";
import type { Target, Unknown } from "../../model/facts/facts.js";
import { PrincipalSet } from "../../model/facts/principals.js";
import { governedOf } from "../../model/facts/records.js";
import type { AccessModel, Aspect } from "../../model/model.js";
import { pathOf } from "../../model/path.js";
import type { PathStep } from "../../model/path-step.js";
import { Escalation, type Take } from "../escalation/escalation.js";
import { type AccessTest, expectationOf, isTestable } from "./access-test.js";
import type { Expectation, Verb } from "./expectation.js";
import type { NewUser } from "./new-users.js";
import { namesakes, principalsBy, targetsBy } from "./selectors.js";
import { unmatchedPerson, unmatchedTarget } from "./unmatched.js";
import { weakestRequest } from "./weakest-request.js";

/** Result of an access test. */
export interface TestResult {
    readonly test: AccessTest;
    /** `unknown`: no violation was found, but the API does not return enough data to rule out violations. */
    readonly status: "passed" | "failed" | "unknown";
    /** Number of people and machines that the test covers. */
    readonly principals: number;
    /** Number of groups, resources and bundles that the test covers. */
    readonly targets: number;
    /** Sentence that explains why the test cannot be evaluated, for example because a selector does not match anything. */
    readonly problem?: Phrase;
    /** The first violations, up to a maximum number. */
    readonly violations: readonly TestViolation[];
    /** Number of all violations. Each combination of a principal and a target counts as one. */
    readonly violationCount: number;
    /** Reasons why there may be more violations. */
    readonly unknowns: readonly Unknown[];
    /** Clauses that explain why the status is `unknown`, although the test would otherwise pass. */
    readonly doubt?: readonly Phrase[];
    /** What was checked for possible new users. Undefined if only current users were checked. */
    readonly future?: {
        /** Number of combinations of tags, statuses and memberships that were checked. */
        readonly checked: number;
        /** Number of combinations that were not checked because there are too many. */
        readonly unchecked: number;
        /** Why nothing was checked. */
        readonly skipped?: Phrase;
    };
}

/** Maximum number of violations to list per test, since finding the path of each one takes time. */
const MAX_LISTED = 200;

/** A principal who can do something that they must not do, or cannot do something that they must be able to do. */
export interface TestViolation {
    readonly personId: string;
    /** The person, if they are a possible new user. */
    readonly newUser?: NewUser;
    readonly target: Target;
    /** Why the principal can do it. Empty if the principal cannot do it, or if the path is unknown. */
    readonly path: readonly PathStep[];
    /** People whose approvals are enough for the request, although the test requires more approvals. */
    readonly approverIds?: readonly string[];
    /** The steps of the chain, if the test is about chains (verb `climb to`). */
    readonly takes?: readonly Take[];
}

/**
 * Runs access tests in order. A test fails if it does not match any principal or target.
 * @param doubt clauses that explain why results are not certain, such as changes that could not be evaluated in a preview
 * @param mayMatchNobody whether a selector may match no current user. Default: none may, because it is probably misspelled.
 */
export function runTests(
    knowledge: Knowledge,
    tests: readonly AccessTest[],
    doubt: readonly Phrase[] = [],
    mayMatchNobody: (selector: string) => boolean = () => false,
): TestResult[] {
    let found: Escalation | undefined;
    const escalation = (): Escalation => {
        found ??= new Escalation(knowledge.model);
        return found;
    };
    return tests.map((test) => {
        const result = new Run(knowledge, test, escalation).result(mayMatchNobody);
        return result.status === "passed" && doubt.length > 0 ? { ...result, status: "unknown", doubt } : result;
    });
}

/** Tests whether one user violates an access test, without considering whether the test selects this user. */
export function examineUser(
    knowledge: Knowledge,
    test: AccessTest,
    userId: string,
    targets: readonly Target[],
): Pick<TestResult, "violations" | "unknowns"> {
    const run = new Run(knowledge, test, () => new Escalation(knowledge.model));
    return run.resultFor(PrincipalSet.of([knowledge.model.records.principals.number(userId)]), targets);
}

/** Overall result: `failed` if any test failed, otherwise `unknown` if any result is unknown and the test does not accept that. */
export function outcomeOf(results: readonly TestResult[]): TestResult["status"] {
    if (results.some(({ status }) => status === "failed")) return "failed";
    return results.some(isFailing) ? "unknown" : "passed";
}

/** Whether this result makes the whole run fail. */
export function isFailing({ status, test }: TestResult): boolean {
    return status === "failed" || (status === "unknown" && test.ifUnknown === "fail");
}

/** A selector with the principals that it matches. */
interface Selected {
    readonly one: string;
    readonly set: PrincipalSet;
}

class Run {
    readonly #model: AccessModel;
    readonly #expected: Expectation;
    readonly #violations: TestViolation[] = [];
    #violationCount = 0;
    readonly #unknowns = new Set<Unknown>();
    /** Targets that a principal may be able to reach in several steps, although no valid order of the steps was found. */
    readonly #unproved = new Map<string, Unknown>();

    constructor(
        private readonly knowledge: Knowledge,
        private readonly test: AccessTest,
        private readonly escalation: () => Escalation,
    ) {
        this.#model = knowledge.model;
        this.#expected = expectationOf(test);
    }

    result(mayMatchNobody: (selector: string) => boolean): TestResult {
        const selected = [this.test.who].flat().map((one) => ({ one, set: principalsBy(this.#model, one) }));
        const excepted = [this.test.except ?? []].flat().map((one) => ({ one, set: principalsBy(this.#model, one) }));
        const all = this.#together(...selected.map(({ set }) => set));
        const who = this.#model.memberships.union.split(all, this.#together(...excepted.map(({ set }) => set))).outside;
        const found = targetsBy(this.#model, this.#expected.target);
        const targets = found.filter((one) => isTestable(this.#model, this.#expected, one));
        const problem = this.#problem(selected, excepted, who, found, targets, mayMatchNobody);
        return this.resultFor(who, targets, problem);
    }

    /** Returns the result for these principals and targets. */
    resultFor(who: PrincipalSet, targets: readonly Target[], problem?: Phrase): TestResult {
        if (!problem) for (const target of targets) this.#examine(who, target);
        const unknowns = [...this.#unknowns, ...this.#unproved.values()];
        const isFailed = problem !== undefined || this.#violationCount > 0;
        return {
            test: this.test,
            status: isFailed ? "failed" : unknowns.length > 0 ? "unknown" : "passed",
            principals: who.size,
            targets: targets.length,
            ...(problem && { problem }),
            violations: this.#violations,
            violationCount: this.#violationCount,
            unknowns,
        };
    }

    /** Returns the reason why the test cannot be evaluated, if any. */
    #problem(
        selected: readonly Selected[],
        excepted: readonly Selected[],
        who: PrincipalSet,
        found: readonly Target[],
        targets: readonly Target[],
        mayMatchNobody: (selector: string) => boolean,
    ): Phrase | undefined {
        const isEmpty = ({ size, unknowns }: PrincipalSet): boolean => size + unknowns.size === 0;
        const unmatched = [...selected, ...excepted].find(({ one, set }) => isEmpty(set) && !mayMatchNobody(one));
        if (unmatched) return unmatchedPerson(this.knowledge, unmatched.one);
        const ambiguous = excepted.find(({ one }) => (namesakes(this.#model, one) ?? 0) > 1);
        if (ambiguous)
            return prose`Several objects match the exception "${ambiguous.one}". Use an id or an email address.`;
        if (isEmpty(who) && !selected.some(({ one }) => mayMatchNobody(one)))
            return prose`The exceptions exclude everyone whom the test selects.`;
        return targets.length === 0 ? unmatchedTarget(this.knowledge, this.#expected, found) : undefined;
    }

    /** Unites sets. Ignores expiration dates. */
    #together(...sets: readonly PrincipalSet[]): PrincipalSet {
        return this.#model.memberships.together(sets).withoutEnds;
    }

    /**
     * Records the principals who violate the test for a target: those who cannot do something that they must be able to do, or can do
     * something that they must not do.
     */
    #examine(who: PrincipalSet, target: Target): void {
        const able = this.#able(target);
        const { union } = this.#model.memberships;
        // If all users are able, `split` without this would count machines as able too.
        const inside = union.common(new PrincipalSet(who.members), able);
        const { outside } = union.split(new PrincipalSet(who.members), inside);
        const isPositive = this.test.can !== undefined;
        for (const number of (isPositive ? outside : inside).members) {
            if (isPositive && mayContain(able, number)) for (const one of able.unknowns) this.#unknowns.add(one);
            else this.#add(number, target, isPositive);
        }
        // The test may cover additional principals that are unknown, and unknown principals may be able to perform the action.
        for (const one of who.unknowns) this.#unknowns.add(one);
        if (this.#isLevelUnread(target, able)) this.#unknowns.add({ ...target, because: UNREAD_LEVELS });
        if (isPositive) return;
        for (const one of able.unknowns)
            if (one.among === undefined || who.members.some((number) => one.among?.has(number) === true))
                this.#unknowns.add(one);
    }

    #add(number: number, target: Target, isMissing: boolean): void {
        const isListed = this.#violations.length < MAX_LISTED;
        const violation = isListed ? this.#violation(number, target, isMissing) : undefined;
        if (isListed && !violation) {
            this.#unproved.set(target.id, { ...target, because: UNPROVED });
            return;
        }
        this.#violationCount += 1;
        if (violation) this.#violations.push(violation);
    }

    /** Principals who are able to perform the action that the test is about. */
    #able(target: Target): PrincipalSet {
        const { level, approvals, verb } = this.#expected;
        const model = this.#model;
        const holders = (): PrincipalSet => {
            const all = model.holders(target);
            if (level === undefined) return all;
            const { members } = model.holdersByLevel(target).get(level) ?? PrincipalSet.empty;
            // Holders that are unknown may have any level.
            return new PrincipalSet(members, undefined, all.unknowns);
        };
        switch (verb) {
            case "reach":
                return approvals === undefined
                    ? this.#together(holders(), whoAt(model, "getsWithoutApproval", target, level))
                    : this.#together(model.withFewerApprovals(target, approvals), model.matching(target));
            case "have":
                return this.#together(holders());
            case "request":
                return this.#together(whoAt(model, "mayRequest", target, level));
            case "climb to":
                return this.escalation().climbers(target);
            case "get by machine approval":
                return this.#together(model.decidedByMachines(target));
            case "approve own requests for":
                return this.#together(model.ownApprovers(target));
            default:
                return this.#together(...ASPECTS_BY_VERB[verb].map((aspect) => model.who(aspect, target)));
        }
    }

    /**
     * Describes how a person violates the test. Undefined if the test is about chains of steps and none was found, because it is then
     * uncertain whether the person can reach the target.
     */
    #violation(number: number, target: Target, isMissing: boolean): TestViolation | undefined {
        const personId = this.#model.records.principals.id(number);
        if (isMissing) return { personId, target, path: [] };
        const { verb, approvals, level } = this.#expected;
        if (verb === "climb to") {
            const { takes } = this.escalation().chain(number, target) ?? {};
            return takes && { personId, target, path: takes.at(-1)?.path ?? [], takes };
        }
        if (approvals !== undefined) {
            const weak = weakestRequest(this.#model, number, target);
            if (weak) return { personId, target, ...weak };
        }
        for (const aspect of ASPECTS_BY_VERB[verb]) {
            const path = pathOf(this.#model, personId, aspect, target, aspect === "has" ? level : undefined);
            if (path) return { personId, target, path };
        }
        return { personId, target, path: [] };
    }

    /** Whether it is unknown if the target has the level that the test specifies. */
    #isLevelUnread(target: Target, able: PrincipalSet): boolean {
        const { level = "" } = this.#expected;
        const isRead = governedOf(this.#model.records, target)?.levels !== undefined;
        return level !== "" && !isRead && able.size === 0 && !this.#model.holdersByLevel(target).has(level);
    }
}

const UNPROVED = "some steps lead to it, but they exclude each other, and no valid order was found";
const UNREAD_LEVELS = "its access levels were not read, so the level in the test may not exist";

/** What a person who violates a test can do, by the verb of the test. */
const ASPECTS_BY_VERB: Readonly<Record<Exclude<Verb, "climb to">, readonly Aspect[]>> = {
    reach: ["has", "getsWithoutApproval"],
    have: ["has"],
    request: ["mayRequest"],
    "get by machine approval": ["mayRequest"],
    "approve own requests for": ["getsWithoutApproval"],
    "approve requests for": ["mayApprove"],
    administer: ["administers"],
    see: ["sees"],
};

/** Whether a principal outside the set may be one of its unknown members. */
function mayContain({ unknowns }: PrincipalSet, number: number): boolean {
    return [...unknowns].some(({ among }) => among === undefined || among.has(number));
}
