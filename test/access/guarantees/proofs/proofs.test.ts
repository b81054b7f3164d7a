/** Compares the proofs and refutations of Z3 with an enumeration of all possible people in the model and in the local service. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { Directory } from "../../../../src/access/answers/directory.js";
import type { Knowledge } from "../../../../src/access/answers/questions.js";
import { type PossiblePerson, withPerson } from "../../../../src/access/guarantees/proofs/person.js";
import { proofsText } from "../../../../src/access/guarantees/proofs/proof-reports.js";
import { type Proof, prove, type Refutation } from "../../../../src/access/guarantees/proofs/proofs.js";
import { Solver } from "../../../../src/access/guarantees/proofs/solver.js";
import { accessTestSchema } from "../../../../src/access/guarantees/tests/access-test.js";
import { principalsBy } from "../../../../src/access/guarantees/tests/selectors.js";
import type { Assumptions, Facts } from "../../../../src/access/model/facts/facts.js";
import { NO_FACTS } from "../../../../src/access/model/facts/records.js";
import { AccessModel, type Aspect } from "../../../../src/access/model/model.js";
import { fillRules } from "../../../../src/local/service/rules/members.js";
import type { Store } from "../../../../src/local/service/storage/store.js";
import { factsOf } from "../../oracle/facts.js";
import { oracleOf } from "../../oracle/oracle.js";
import { Dice, randomStore } from "../../oracle/organizations.js";

/** Number of organizations, starting with this seed. `npm run prove proofs` uses more. */
const COUNT = Number(process.env.ACCESS_ORGANIZATIONS ?? 15);
const SEED = Number(process.env.ACCESS_SEED ?? 1);
const ASPECTS = { have: "has", reach: "getsWithoutApproval", request: "mayRequest", see: "sees" } as const;
const VERBS = ["have", "reach", "request", "see"] as const;

let solver: Solver;
beforeAll(async () => {
    solver = await Solver.start();
});
afterAll(() => solver.close());

test("refutes a test if and only if a possible person violates it", async () => {
    const tally = { proved: 0, refuted: 0, unknown: 0, disagreements: [] as string[] };
    for (let seed = SEED; seed < SEED + COUNT; seed += 1) {
        const store = randomStore(seed);
        const facts = factsOf(store);
        const knowledge = knowledgeOf(facts);
        const dice = new Dice(seed * 17);
        for (const verb of VERBS) {
            const target = dice.pick([...facts.groups, ...facts.resources]).id;
            const group = dice.pick(facts.groups).id;
            const who = dice.pick(["everybody", `group:${group}`, "tag:team=0", "status:ACTIVE"]);
            const except = dice.pick([[], ["tag:team=1"], [`group:${dice.pick(facts.groups).id}`]]);
            const one = accessTestSchema.parse({ name: verb, who, except, cannot: `${verb} ${target}` });
            const [proof] = await prove(knowledge, [one], solver);
            if (!proof) throw new Error("There is no proof.");
            tally[proof.status] += 1;
            const violators = everybody(facts, who).filter((person) =>
                violates(knowledge.model, person, proof, target),
            );
            const where = `organization ${seed}: ${JSON.stringify({ who, except })} cannot ${verb} ${target}`;
            if (proof.problem) throw new Error(`${where}: ${proof.problem}`);
            if (proof.status === "proved" && violators.length > 0)
                tally.disagreements.push(`${where} is proved, but violated by ${JSON.stringify(violators[0])}`);
            if (proof.status === "refuted" && violators.length === 0)
                tally.disagreements.push(`${where}: nobody violates it`);
            for (const refutation of proof.refutations)
                if (!isPossible(store, knowledge.model, refutation, verb))
                    tally.disagreements.push(`${where}: not in the service: ${JSON.stringify(refutation.person)}`);
        }
    }
    if (process.env.ACCESS_ORGANIZATIONS) console.log(JSON.stringify({ ...tally, organizations: COUNT }));
    expect(tally.disagreements.slice(0, 10)).toEqual([]);
    expect(tally.proved).toBeGreaterThan(COUNT / 3);
    expect(tally.refuted).toBeGreaterThan(COUNT / 3);
});

/** Contractors are not in the engineers' group only because of the tags that they currently have. */
const CONTRACTORS: Facts = {
    ...NO_FACTS,
    identities: [{ id: "robot", name: "Robot" }],
    at: "2026-03-01T12:00:00Z",
    users: [{ id: "ada", name: "Ada", tags: [{ key: "employment", value: "contractor" }], status: "ACTIVE" }],
    owners: [{ id: "keepers", name: "Keepers", userIds: [], escalationMinutes: 0 }],
    groups: [
        {
            id: "engineers",
            name: "Engineers",
            adminOwnerId: "keepers",
            rule: {
                isActive: true,
                when: [{ tags: [{ key: "employment", value: "employee" }], statuses: [] }],
                unless: [{ tags: [], statuses: ["SUSPENDED"] }],
            },
        },
    ],
};
const KEPT_OUT = accessTestSchema.parse({
    name: "Contractors are not engineers",
    who: "tag:employment=contractor",
    cannot: "have group:Engineers",
});

test("a user with two values of a tag refutes a test unless the tag is assumed to have a single value", async () => {
    const [open] = await prove(knowledgeOf(CONTRACTORS), [KEPT_OUT], solver);
    expect(open?.status).toBe("refuted");
    expect(open?.refutations[0]?.person.tags.map(({ value }) => value).sort()).toEqual(["contractor", "employee"]);
    const [closed] = await prove(knowledgeOf(CONTRACTORS, { singleValuedTags: ["employment"] }), [KEPT_OUT], solver);
    expect(closed?.status).toBe("proved");
});

test("refutes a test that passes today if a future user could violate it", async () => {
    const test = accessTestSchema.parse({
        name: "Nobody suspended has it, and no one else",
        who: "everybody",
        except: "status:SUSPENDED",
        cannot: "have group:Engineers",
    });
    const knowledge = knowledgeOf(CONTRACTORS);
    const proofs = await prove(knowledge, [test, { ...test, who: "status:SUSPENDED", except: undefined }], solver);
    expect(proofs.map(({ status }) => status)).toEqual(["refuted", "proved"]);
    const text = proofsText(
        proofs,
        { assumptions: knowledge.model.records.assumptions, idOf: String },
        knowledge.directory,
    );
    expect(text).toContain('"Engineers": a new user with the tag employment=employee: ');
    expect(text).toContain("2 tests: 1 proved, 1 refuted.");
});

test("returns unknown for unknown names, machines and chains of steps", async () => {
    const tests = [
        accessTestSchema.parse({ name: "misspelled", who: "everybody", cannot: "have group:Enginers" }),
        accessTestSchema.parse({ name: "misspelled", who: "group:Enginers", cannot: "have group:Engineers" }),
        accessTestSchema.parse({ name: "machines", who: "machines", cannot: "have group:Engineers" }),
        accessTestSchema.parse({ name: "chains", who: "everybody", cannot: "climb to group:Engineers" }),
    ];
    const proofs = await prove(knowledgeOf(CONTRACTORS), tests, solver);
    expect(proofs.map(({ status }) => status)).toEqual(["unknown", "unknown", "unknown", "unknown"]);
    expect(proofs.map(({ problem }) => problem === undefined)).toEqual([false, false, true, true]);
});

function knowledgeOf(facts: Facts, assumptions: Partial<Assumptions> = {}): Knowledge {
    const model = AccessModel.of({ ...facts, assumptions });
    return { model, directory: new Directory([facts]), isOfProgram: false, limits: [] };
}

/** All possible people that the rules of the random organizations can distinguish. */
function everybody(facts: Facts, who: string): PossiblePerson[] {
    const tags = ["0", "1"].map((value) => ({ key: "team", value, connectionId: "another app" }));
    const group = who.startsWith("group:") ? who.slice("group:".length) : undefined;
    const isOpen = facts.groups.find(({ id }) => id === group)?.rule?.isActive !== true;
    const people: PossiblePerson[] = [];
    for (const number of [undefined, ...facts.users.flatMap(({ isPaladin }, at) => (isPaladin ? [] : [at]))])
        for (const some of [[], tags.slice(0, 1), tags.slice(1), tags])
            for (const status of ["", "ACTIVE", "SUSPENDED"])
                for (const groupIds of group !== undefined && isOpen ? [[], [group]] : [[]])
                    people.push({ number, tags: some, status, groupIds });
    return people;
}

function violates(model: AccessModel, person: PossiblePerson, { test: one }: Proof, targetId: string): boolean {
    const { model: after, id } = withPerson(model, person);
    const number = after.records.principals.number(id);
    const isAmong = (list: readonly string[]): boolean =>
        list.some((selector) => principalsBy(after, selector).has(number));
    if (!isAmong([one.who].flat()) || isAmong([one.except ?? []].flat())) return false;
    const target = { type: after.records.groups.has(targetId) ? "group" : "resource", id: targetId } as const;
    const verb = VERBS.find((name) => name === one.name) ?? "have";
    const aspects: readonly Aspect[] = verb === "reach" ? ["has", "getsWithoutApproval"] : [ASPECTS[verb]];
    return aspects.some((aspect) => after.who(aspect, target).has(number));
}

/** Returns whether the local service lets the person do it. */
function isPossible(
    store: Store,
    model: AccessModel,
    { person, target }: Refutation,
    verb: (typeof VERBS)[number],
): boolean {
    const origin = store.snapshot();
    const known = person.number === undefined ? undefined : model.records.principals.id(person.number);
    const user_id = known ?? "00000001-0000-4000-8000-000000000999";
    const [example] = store.users.all();
    const { hr_idp_status: _, ...user } = store.users.find(user_id) ?? { ...example, user_id };
    store.users.set({ ...user, ...(person.status !== "" && { hr_idp_status: person.status }) } as never); // a copy of an existing user
    if (known === undefined)
        store.userFacts.set({ user_id, role: "MEMBER", manager_id: null, idp_managed: false, immutable: false });
    for (const link of store.userTags.where("user_id", user_id)) store.userTags.delete(link);
    for (const { tag_id, key, value } of store.tags.all())
        if (person.tags.some((tag) => tag.key === key && tag.value === value)) store.userTags.set({ tag_id, user_id });
    for (const group_id of person.groupIds)
        store.groupUsers.set({
            group_id,
            user_id,
            access_level_remote_id: "",
            expiration_date: null,
            propagation_status: null,
        });
    fillRules(store);
    const access = oracleOf(store);
    store.restore(origin);
    const giving = [target, ...model.memberships.giving(target)];
    const isSaid = (aspect: Aspect, ids: readonly string[]): boolean =>
        [...(access.get(aspect) ?? [])].some((one) => ids.some((id) => `${one} `.startsWith(`${user_id} ${id} `)));
    const ids = giving.map(({ id }) => id);
    if (verb === "reach") return isSaid("has", [target.id]) || isSaid("getsWithoutApproval", ids);
    return isSaid(ASPECTS[verb], verb === "request" ? ids : [target.id]);
}
