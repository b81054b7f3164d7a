/** Compares violations by new users with a search through all possible new users in random organizations, and with the local service. */
import { expect, test } from "vitest";
import { Directory } from "../../../../src/access/answers/directory.js";
import type { Knowledge } from "../../../../src/access/answers/questions.js";
import { type AccessTest, accessTestSchema } from "../../../../src/access/guarantees/tests/access-test.js";
import { runFutureTests } from "../../../../src/access/guarantees/tests/future.js";
import { NEW_USER_ID, type NewUser, withNewUser } from "../../../../src/access/guarantees/tests/new-users.js";
import { principalsBy } from "../../../../src/access/guarantees/tests/selectors.js";
import type { Facts, Target } from "../../../../src/access/model/facts/facts.js";
import { AccessModel, type Aspect } from "../../../../src/access/model/model.js";
import { fillRules } from "../../../../src/local/service/rules/members.js";
import type { Store } from "../../../../src/local/service/storage/store.js";
import { factsOf } from "../../facts-of.js";
import { oracleOf } from "../../oracle/oracle.js";
import { Dice, randomStore } from "../../oracle/organizations.js";

/** Number of organizations, starting with this seed. `npm run prove future` uses more. */
const COUNT = Number(process.env.ACCESS_ORGANIZATIONS ?? 15);
const SEED = Number(process.env.ACCESS_SEED ?? 1);
/** What a verb is about. */
const ASPECTS = {
    have: ["has"],
    administer: ["administers"],
    see: ["sees"],
    reach: ["has", "getsWithoutApproval"],
    request: ["mayRequest"],
    "approve requests for": ["mayApprove"],
} as const satisfies Record<string, readonly Aspect[]>;
const VERBS = Object.keys(ASPECTS) as (keyof typeof ASPECTS)[]; // the keys of the object above

test("a new user violates a test if and only if one of all possible new users does", () => {
    const tally = { failed: 0, others: 0, disagreements: [] as string[] };
    for (let seed = SEED; seed < SEED + COUNT; seed += 1) {
        const store = randomStore(seed);
        const facts = factsOf(store);
        const knowledge = knowledgeOf(facts);
        const dice = new Dice(seed * 17);
        for (const verb of VERBS) {
            const targetId = dice.pick([...facts.groups, ...facts.resources]).id;
            const selectors = [`group:${dice.pick(facts.groups).id}`, `owner:${dice.pick(facts.owners).id}`];
            const who = dice.pick(["everybody", ...selectors, "tag:team=0", "status:ACTIVE"]);
            const except = dice.pick([[], ["tag:team=1"], [`group:${dice.pick(facts.groups).id}`]]);
            const one = accessTestSchema.parse({ name: verb, who, except, cannot: `${verb} ${targetId}` });
            const [result] = runFutureTests(knowledge, [one]);
            const where = `organization ${seed}: ${JSON.stringify({ who, except })} cannot ${verb} ${targetId}`;
            const found = (result?.violations ?? []).filter(({ newUser }) => newUser !== undefined);
            const violator = everybody(facts, knowledge, who).find((person) =>
                violates(knowledge.model, person, one, verb, targetId),
            );
            if (violator && found.length === 0 && !result?.problem)
                tally.disagreements.push(`${where}: not found: ${JSON.stringify(violator)}`);
            if (!violator && found.length > 0) tally.disagreements.push(`${where}: nobody violates it`);
            for (const { newUser, target } of found)
                if (newUser && !isPossible(store, knowledge.model, newUser, target, verb))
                    tally.disagreements.push(`${where}: not in the service: ${JSON.stringify(newUser)}`);
            if (found.length > 0) tally.failed += 1;
            else tally.others += 1;
        }
    }
    if (process.env.ACCESS_ORGANIZATIONS) console.log(JSON.stringify({ ...tally, organizations: COUNT }));
    expect(tally.disagreements.slice(0, 10)).toEqual([]);
    expect(Math.min(tally.failed, tally.others)).toBeGreaterThan(COUNT / 2);
});

function knowledgeOf(facts: Facts): Knowledge {
    return { model: AccessModel.of(facts), directory: new Directory([facts]), isOfProgram: false, limits: [] };
}

/** All new users that the rules of the random organizations can distinguish. */
function everybody(facts: Facts, { model }: Knowledge, who: string): NewUser[] {
    const rules = facts.groups.flatMap(({ rule }) => [...(rule?.when ?? []), ...(rule?.unless ?? [])]);
    const [{ connectionId } = {}] = rules.flatMap(({ tags }) => tags);
    const tags = ["0", "1"].map((value) => ({ key: "team", value, ...(connectionId && { connectionId }) }));
    const [kind = "", name = ""] = who.split(":");
    const owner = kind === "owner" ? model.records.owners.get(name) : undefined;
    const groupId = kind === "group" ? name : owner?.sourceGroupId;
    const isOpen = groupId !== undefined && model.records.groups.get(groupId)?.rule === undefined;
    const ownerIds = owner && !owner.sourceGroupId ? [owner.id] : [];
    return [[], tags.slice(0, 1), tags.slice(1), tags].flatMap((some) =>
        ["", "ACTIVE", "SUSPENDED", "OTHER"].flatMap((status) =>
            [false, true].map((isJoined) => ({
                tags: some,
                status,
                groupIds: isJoined && isOpen ? [groupId] : [],
                ownerIds: isJoined ? ownerIds : [],
            })),
        ),
    );
}

function violates(
    model: AccessModel,
    person: NewUser,
    { who, except = [] }: AccessTest,
    verb: keyof typeof ASPECTS,
    id: string,
): boolean {
    const after = withNewUser(model, person);
    const number = after.records.principals.number(NEW_USER_ID);
    const isAmong = (list: readonly string[]): boolean =>
        list.some((selector) => principalsBy(after, selector).has(number));
    if (!isAmong([who].flat()) || isAmong([except].flat())) return false;
    const target = { type: after.records.groups.has(id) ? "group" : "resource", id } as const;
    return ASPECTS[verb].some((aspect) => after.who(aspect, target).has(number));
}

/** Whether the local service lets the new user do it. It does not say who administers an object. */
function isPossible(
    store: Store,
    model: AccessModel,
    { tags, status, groupIds, ownerIds }: NewUser,
    target: Target,
    verb: keyof typeof ASPECTS,
): boolean {
    if (verb === "administer") return true;
    const origin = store.snapshot();
    const user_id = "00000001-0000-4000-8000-000000000999";
    const [example] = store.users.all();
    const { hr_idp_status: _, ...user } = { ...example, user_id };
    store.users.set({ ...user, ...(status !== "" && { hr_idp_status: status }) } as never); // a copy of an existing user
    store.userFacts.set({ user_id, role: "MEMBER", manager_id: null, idp_managed: false, immutable: false });
    for (const { tag_id, key, value } of store.tags.all())
        if (tags.some((tag) => tag.key === key && tag.value === value)) store.userTags.set({ tag_id, user_id });
    const granted = { user_id, access_level_remote_id: "", expiration_date: null, propagation_status: null };
    for (const group_id of groupIds) store.groupUsers.set({ ...granted, group_id });
    for (const owner_id of ownerIds) {
        const { user_ids } = store.ownerUsers.get(owner_id);
        store.ownerUsers.set({ owner_id, user_ids: [...user_ids, user_id] });
    }
    fillRules(store);
    const access = oracleOf(store);
    store.restore(origin);
    const ids = [target, ...model.memberships.giving(target)].map(({ id }) => id);
    return ASPECTS[verb].some((aspect) => {
        // The service says this about each object that can be requested, so it may be something that grants the target.
        const isOfGiving = aspect === "getsWithoutApproval" || aspect === "mayRequest" || aspect === "mayApprove";
        return (isOfGiving ? ids : [target.id]).some((id) =>
            [...(access.get(aspect) ?? [])].some((one) => `${one} `.startsWith(`${user_id} ${id} `)),
        );
    });
}
