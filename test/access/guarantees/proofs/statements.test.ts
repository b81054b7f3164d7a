/** Compares formulas about possible people with the access model after these people are added to it. */
import { expect, test } from "vitest";
import { Directory } from "../../../../src/access/answers/directory.js";
import { evaluate } from "../../../../src/access/guarantees/proofs/formula.js";
import { assignmentOf, type PossiblePerson, withPerson } from "../../../../src/access/guarantees/proofs/person.js";
import { Statements } from "../../../../src/access/guarantees/proofs/statements.js";
import { testedTargets } from "../../../../src/access/guarantees/tests/access-test.js";
import { runTests } from "../../../../src/access/guarantees/tests/verdicts.js";
import type { Facts, Target } from "../../../../src/access/model/facts/facts.js";
import { AccessModel } from "../../../../src/access/model/model.js";
import { factsOf } from "../../oracle/facts.js";
import { Dice, randomStore } from "../../oracle/organizations.js";

/** Number of organizations, starting with this seed. `npm run prove proofs` uses more. */
const COUNT = Number(process.env.ACCESS_ORGANIZATIONS ?? 40);
const SEED = Number(process.env.ACCESS_SEED ?? 1);
const VERBS = [
    "have",
    "reach",
    "reach * at level admin",
    "have * at level admin",
    "request * at level admin",
    "request",
    "see",
    "administer",
    "approve requests for",
    "approve own requests for",
    "reach * unless approved by 1",
    "reach * unless approved by 2",
    "reach * unless approved by 3",
];

test("formulas agree with the access model about possible people", () => {
    const tally = { comparisons: 0, true: 0, unknown: 0, disagreements: [] as string[] };
    for (let seed = SEED; seed < SEED + COUNT; seed += 1) compare(seed, tally);
    if (process.env.ACCESS_ORGANIZATIONS) console.log(JSON.stringify({ ...tally, organizations: COUNT }));
    expect(tally.disagreements.slice(0, 10)).toEqual([]);
    expect(tally.comparisons).toBeGreaterThan(COUNT * 100);
    expect(tally.true).toBeGreaterThan(tally.comparisons / 50);
    expect(tally.unknown).toBeLessThan(tally.comparisons / 3);
});

interface Tally {
    comparisons: number;
    true: number;
    unknown: number;
    readonly disagreements: string[];
}

function compare(seed: number, tally: Tally): void {
    const dice = new Dice(seed * 31);
    const facts: Facts = {
        ...factsOf(randomStore(seed)),
        assumptions: { selfApproval: dice.chance(0.8), inheritGrants: dice.chance(0.8) },
    };
    const model = AccessModel.of(facts);
    const joinable = dice.some(
        facts.groups.filter(({ rule }) => rule?.isActive !== true).map(({ id }) => id),
        0.5,
    );
    for (const verb of VERBS) {
        const cannot = verb.includes("*") ? verb : `${verb} *`;
        const accessTest = {
            name: verb,
            who: ["everybody", ...joinable.map((id) => `group:${id}`)],
            cannot,
            ifUnknown: "fail" as const,
        };
        const statements = new Statements(model, accessTest);
        for (let times = 0; times < 3; times += 1) {
            const person = personOf(dice, facts, model, joinable);
            const { model: after, id } = withPerson(model, person);
            const knowledge = { model: after, directory: new Directory([facts]), isOfProgram: false, limits: [] };
            const [result] = runTests(knowledge, [{ ...accessTest, who: `user:${id}` }]);
            for (const target of testedTargets(model, accessTest)) {
                const value = evaluate(statements.violation(target), assignmentOf(person));
                const isListed = result?.violations.some((one) => one.target.id === target.id) ?? false;
                tally.comparisons += 1;
                if (value === true) tally.true += 1;
                if (value === undefined) tally.unknown += 1;
                if ((value === true && !isListed) || (value === false && isListed))
                    tally.disagreements.push(
                        `organization ${seed}: ${id} ${cannot} on ${nameOf(target)}: formula ${value}, model ${isListed} ${JSON.stringify(person)}`,
                    );
            }
        }
    }
}

function personOf(dice: Dice, facts: Facts, model: AccessModel, joinable: readonly string[]): PossiblePerson {
    const users = [...model.records.users].filter(([, { isPaladin }]) => isPaladin !== true).map(([number]) => number);
    const tags = facts.groups
        .flatMap(({ rule }) => [...(rule?.when ?? []), ...(rule?.unless ?? [])])
        .flatMap((one) => one.tags);
    return {
        number: dice.chance(0.4) ? undefined : dice.pick(users),
        tags: dice
            .some(tags, 0.4)
            .map(({ key, value, connectionId = "another app" }) => ({ key, value, connectionId })),
        status: dice.pick(["", "ACTIVE", "SUSPENDED"]),
        groupIds: dice.some(joinable, 0.5),
    };
}

function nameOf({ type, id }: Target): string {
    return `${type} ${id}`;
}
