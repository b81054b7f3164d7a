/** Compares the fewest approvals of a request with a search through all sets of people. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Facts, Stage } from "../../../../src/access/model/facts/facts.js";
import { AccessModel } from "../../../../src/access/model/model.js";
import { fewestApprovals } from "../../../../src/access/model/rules/approvals.js";
import { factsWith } from "../../empty-facts.js";

const PEOPLE = ["ada", "bob", "cyn", "dan", "eve"] as const;
const GUARD = "guard";
const person = fc.constantFrom(...PEOPLE);
const reviewers = fc.uniqueArray(fc.constantFrom(...PEOPLE, GUARD), { maxLength: 4 });

const stageOf = fc.record({
    operator: fc.constantFrom("AND" as const, "OR" as const),
    owners: fc.array(reviewers, { maxLength: 3 }),
    requireManagerApproval: fc.boolean(),
    guards: fc.boolean(),
});

const settings = fc.record({
    stages: fc.array(stageOf, { maxLength: 3 }),
    selfApproval: fc.boolean(),
    managers: fc.array(fc.option(person), { minLength: PEOPLE.length, maxLength: PEOPLE.length }),
    delegations: fc.array(fc.record({ from: person, to: person }), { maxLength: 2 }),
});
type Settings = typeof settings extends fc.Arbitrary<infer Value> ? Value : never;

test("the fewest approvals are those of the smallest set of people that passes all stages", () => {
    let compared = 0;
    fc.assert(
        fc.property(settings, (given) => {
            const model = AccessModel.of(factsOf(given));
            const { principals } = model.records;
            for (const offer of model.requests.offers({ type: "group", id: "vault" }))
                for (const requester of PEOPLE) {
                    const found = fewestApprovals(model.requests.stages, offer, principals.number(requester));
                    expect(found?.count, `${requester} in ${JSON.stringify(given)}`).toBe(searched(given, requester));
                    expect(found?.least).toBe(found?.count);
                    const approvers = found?.people.map((number) => principals.id(number)) ?? [];
                    if (found) expect(passes(given, requester, approvers)).toBe(true);
                    compared += 1;
                }
        }),
        { numRuns: 400, seed: 39 },
    );
    expect(compared).toBe(400 * PEOPLE.length);
});

test("lists exactly the users who need fewer approvals than a given number", () => {
    fc.assert(
        fc.property(settings, fc.integer({ min: 1, max: 3 }), (given, count) => {
            const model = AccessModel.of(factsOf(given));
            const set = model.withFewerApprovals({ type: "group", id: "vault" }, count);
            const ids = [...set.members].map((number) => model.records.principals.id(number)).sort();
            const expected = PEOPLE.filter((one) => (searched(given, one) ?? count) < count);
            // A Paladin that sees the group can also request it.
            expect(ids.filter((id) => id !== GUARD)).toEqual([...expected].sort());
        }),
        { numRuns: 200, seed: 39 },
    );
});

test("the fewest approvals may be fewer if the manager is unknown", () => {
    const given = { stages: [stage([["ada"]]), stage([], true)], selfApproval: true, managers: [], delegations: [] };
    const facts = factsOf(given);
    const model = AccessModel.of({ ...facts, users: facts.users.map(({ managerId, ...user }) => user) });
    const [offer] = model.requests.offers({ type: "group", id: "vault" });
    const found = offer && fewestApprovals(model.requests.stages, offer, model.records.principals.number("bob"));
    expect(found).toMatchObject({ count: 2, least: 1 });
    const set = model.withFewerApprovals({ type: "group", id: "vault" }, 2);
    expect([...set.unknowns].map(({ because }) => because)).toEqual(["the API does not return the managers of users"]);
});

function stage(owners: string[][], requireManagerApproval = false): Settings["stages"][number] {
    return { operator: "AND", owners, requireManagerApproval, guards: false } as Settings["stages"][number]; // the ids are among PEOPLE
}

/** Size of the smallest set of other people whose approvals are enough; undefined if no set is. */
function searched(given: Settings, requester: string): number | undefined {
    const others = PEOPLE.filter((one) => one !== requester);
    const sizes = Array.from({ length: 2 ** others.length }, (_, mask) =>
        others.filter((_, place) => (mask & (1 << place)) !== 0),
    )
        .filter((approvers) => passes(given, requester, approvers))
        .map(({ length }) => length);
    return sizes.length > 0 ? Math.min(...sizes) : undefined;
}

/** Returns whether a request passes if these people, the requester and the Paladin approve wherever they can. */
function passes(given: Settings, requester: string, approvers: readonly string[]): boolean {
    const approving = new Set([...approvers, GUARD, ...(given.selfApproval ? [requester] : [])]);
    const approves = (one: string): boolean =>
        approving.has(one) || given.delegations.some(({ from, to }) => from === one && approving.has(to));
    if (given.stages.length === 0) return false;
    return given.stages.every(({ operator, owners, requireManagerApproval, guards }) => {
        const manager = given.managers[PEOPLE.map(String).indexOf(requester)];
        const parties = [
            ...owners.filter(({ length }) => length > 0),
            ...(guards ? [[GUARD]] : []),
            ...(requireManagerApproval && manager ? [[manager]] : []),
        ];
        if (parties.length === 0) return false;
        const isPassed = (party: readonly string[]): boolean => party.some(approves);
        return operator === "AND" ? parties.every(isPassed) : parties.some(isPassed);
    });
}

function factsOf({ stages, selfApproval, managers, delegations }: Settings): Facts {
    const owners = stages.flatMap((one, at) =>
        one.owners.map((userIds, place) => ({
            id: `${at}-${place}`,
            name: `${at}-${place}`,
            userIds: [...userIds],
            escalationMinutes: 0,
        })),
    );
    const reviewed = stages.map(
        ({ operator, owners, requireManagerApproval, guards }, at): Stage => ({
            operator,
            ownerIds: owners.map((_, place) => `${at}-${place}`),
            serviceUserIds: guards ? [GUARD] : [],
            requireManagerApproval,
            requireAdminApproval: false,
        }),
    );
    return factsWith({
        users: [
            ...PEOPLE.map((id, at) => ({ id, name: id, tags: [], managerId: managers[at] ?? null })),
            { id: GUARD, name: GUARD, isPaladin: true, managerId: null },
        ],
        owners,
        groups: [
            {
                id: "vault",
                name: "vault",
                requestRules: [{ priority: 0, allowRequests: true, autoApproval: false, stages: reviewed }],
            },
        ],
        delegations: delegations.map(({ from, to }, at) => ({
            id: `d${at}`,
            delegatorId: from,
            delegateId: to,
            from: "2026-01-01T00:00:00Z",
            until: "2027-01-01T00:00:00Z",
        })),
        assumptions: { selfApproval },
    });
}
