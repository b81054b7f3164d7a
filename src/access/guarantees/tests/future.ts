import { grouped } from "../../../common/collections.js";
import { type Phrase, prose } from "../../../common/phrase.js";
import type { Knowledge } from "../../answers/questions.js";
import type { Group, Target, Unknown } from "../../model/facts/facts.js";
import { unknownText } from "../../model/facts/records.js";
import type { AccessModel } from "../../model/model.js";
import { RuleMatches } from "../../model/rules/rule-matches.js";
import { type AccessTest, expectationOf, testedTargets } from "./access-test.js";
import {
    isOfNewUsers,
    NEW_USER_ID,
    type NewUser,
    newUserCombinations,
    RuleEffects,
    userRecordOf,
    withNewUser,
} from "./new-users.js";
import { groupsAndOwnersBy, isUserSelected, principalsBy } from "./selectors.js";
import { examineUser, runTests, type TestResult, type TestViolation } from "./verdicts.js";

/** Maximum number of new users to check for each target. */
export const MAX_NEW_USERS = 2000;

/**
 * Runs access tests for the current users and for possible new users, one at a time. Lists one example of a new user for each target. If
 * there are too many combinations of tags, statuses and memberships to check, a test that would otherwise pass is unknown.
 * @param doubt see `runTests`
 * @param most maximum number of new users to check for each target
 */
export function runFutureTests(
    knowledge: Knowledge,
    tests: readonly AccessTest[],
    doubt: readonly Phrase[] = [],
    most: number = MAX_NEW_USERS,
): TestResult[] {
    const effects = new RuleEffects(knowledge.model);
    return runTests(knowledge, tests, doubt).map((strict) => {
        const { test } = strict;
        const skipped = skippedBecause(test);
        if (skipped) return { ...strict, future: { checked: 0, unchecked: 0, skipped } };
        // Groups and owners that exist, and what access rules name, are not misspelled, even if they match no current user.
        const isKnown = (selector: string): boolean => isOfNewUsers(knowledge.model, selector);
        const lenient = strict.problem ? (runTests(knowledge, [test], doubt, isKnown)[0] ?? strict) : strict;
        if (lenient.problem) return strict;
        const { checked, unchecked, isSelected, violations, unknowns } = checkTest(knowledge, test, effects, most);
        if (lenient.principals === 0 && !isSelected) return strict;
        const isUnknown = lenient.status === "unknown" || unchecked > 0 || unknowns.length > 0;
        return {
            ...lenient,
            status: lenient.violationCount + violations.length > 0 ? "failed" : isUnknown ? "unknown" : "passed",
            violations: [...lenient.violations, ...violations],
            violationCount: lenient.violationCount + violations.length,
            unknowns: distinctUnknowns([...lenient.unknowns, ...unknowns]),
            future: { checked, unchecked },
        };
    });
}

/** Why a test says nothing about new users. Undefined if it does. */
function skippedBecause(test: AccessTest): Phrase | undefined {
    if (expectationOf(test).verb === "climb to") return prose`chains of steps are examined for current users only`;
    const isOpen = [test.who].flat().some((one) => one === "everybody" || /^(group|owner|tag|status):/.test(one));
    return isOpen ? undefined : prose`the test selects only machines or individual users`;
}

interface NewUserFindings {
    /** Number of combinations that were checked, and that were not. */
    readonly checked: number;
    readonly unchecked: number;
    /** Whether the test selects any of the new users. */
    readonly isSelected: boolean;
    readonly violations: readonly TestViolation[];
    readonly unknowns: readonly Unknown[];
}

function checkTest(knowledge: Knowledge, test: AccessTest, effects: RuleEffects, most: number): NewUserFindings {
    const { model } = knowledge;
    const { groupIds, owners } = groupsAndOwnersBy(model, [test.who, test.except ?? []].flat());
    const named = [...groupIds, ...owners.flatMap(({ sourceGroupId }) => sourceGroupId ?? [])];
    const withRules = testedTargets(model, test).map((target) => ({ target, rules: effects.rulesFor(target, named) }));
    const alike = grouped(withRules, ({ rules }) => JSON.stringify(rules.map(({ id }) => id)));
    const findings = [...alike.values()].map((ones) => {
        const targets = ones.map(({ target }) => target);
        return checkTargets(knowledge, test, targets, ones[0]?.rules ?? [], most);
    });
    const sum = (name: "checked" | "unchecked"): number => findings.reduce((total, one) => total + one[name], 0);
    return {
        checked: sum("checked"),
        unchecked: sum("unchecked"),
        isSelected: findings.some((one) => one.isSelected),
        violations: findings.flatMap(({ violations }) => violations),
        unknowns: findings.flatMap(({ unknowns }) => unknowns),
    };
}

/** Checks targets that depend on the same access rules. */
function checkTargets(
    knowledge: Knowledge,
    test: AccessTest,
    targets: readonly Target[],
    rules: readonly Group[],
    most: number,
): NewUserFindings {
    const combinations = newUserCombinations(knowledge.model, test, rules);
    const violations: TestViolation[] = [];
    const unknowns: Unknown[] = [];
    const seen = new Set<string>();
    let left = targets;
    let checked = 0;
    let isSelected = false;
    for (const newUser of combinations.all()) {
        if (left.length === 0) return { checked, unchecked: 0, isSelected, violations, unknowns };
        if (checked === most) break;
        checked += 1;
        // Only the rules that a user matches and the memberships have an effect.
        const likeness = likenessOf(newUser, test, rules);
        if (seen.has(likeness)) continue;
        seen.add(likeness);
        let after: AccessModel | undefined;
        const model = (): AccessModel => {
            after ??= withNewUser(knowledge.model, newUser);
            return after;
        };
        if (!isTested(model, test, newUser)) continue;
        isSelected = true;
        const found = examineUser({ ...knowledge, model: model() }, test, NEW_USER_ID, left);
        violations.push(...found.violations.map((one) => ({ ...one, newUser })));
        unknowns.push(...found.unknowns);
        left = left.filter(({ type, id }) =>
            found.violations.every(({ target }) => target.type !== type || target.id !== id),
        );
    }
    return { checked, unchecked: combinations.count - checked, isSelected, violations, unknowns };
}

/** A text that is the same for new users whom neither the test nor the access rules distinguish. */
function likenessOf(newUser: NewUser, { who, except = [] }: AccessTest, rules: readonly Group[]): string {
    const user = userRecordOf(newUser);
    const matches = new RuleMatches(new Map([[0, user]]));
    return JSON.stringify([
        rules.map(({ id, rule }) => rule !== undefined && matches.of(rule, id).has(0)),
        [who, except].flat().map((one) => isUserSelected(one, user)),
        newUser.groupIds,
        newUser.ownerIds,
    ]);
}

/** Whether the test selects the new user. */
function isTested(model: () => AccessModel, { who, except = [] }: AccessTest, newUser: NewUser): boolean {
    const user = userRecordOf(newUser);
    const isMember = (selector: string): boolean => {
        const number = model().records.principals.number(NEW_USER_ID);
        return principalsBy(model(), selector).has(number);
    };
    const isAmong = (selectors: readonly string[]): boolean =>
        selectors.some((one) => isUserSelected(one, user) ?? isMember(one));
    return isAmong([who].flat()) && !isAmong([except].flat());
}

function distinctUnknowns(unknowns: readonly Unknown[]): Unknown[] {
    return [...new Map(unknowns.map((one) => [unknownText(one), one])).values()];
}
