/** Compares the chains of the model with a search through everything that the local service lets a person do. */
import { expect, test } from "vitest";
import { type Chain, Escalation } from "../../../../src/access/guarantees/escalation/escalation.js";
import type { Target } from "../../../../src/access/model/facts/facts.js";
import { AccessModel } from "../../../../src/access/model/model.js";
import { accessTo, groupsOf } from "../../../../src/local/service/access/access.js";
import type { Store } from "../../../../src/local/service/storage/store.js";
import { factsOf } from "../../facts-of.js";
import { ask, askable, assignable } from "../../oracle/oracle.js";
import { randomStore } from "../../oracle/organizations.js";
import { plantedStore } from "./planted.js";

/** Number of organizations, starting with this seed. `npm run prove escalation` uses more. */
const COUNT = Number(process.env.ACCESS_ORGANIZATIONS ?? 30);
const SEED = Number(process.env.ACCESS_SEED ?? 1);
/** Only every seventh planted chain is performed, but all of them in `npm run prove`. Coprime to the number of lengths, so that each length occurs. */
const PERFORMED_EVERY = process.env.ACCESS_ORGANIZATIONS ? 1 : 7;
/** Maximum number of steps in the search. */
const DEPTH = 4;

test("finds exactly the chains that the service allows, and performs them", () => {
    const tally = { people: 0, chains: 0, steps: 0, disagreements: [] as string[] };
    for (let seed = SEED; seed < SEED + COUNT; seed += 1) compare(seed, tally);
    // In this organization, a step that seems unnecessary is the only way to a later one.
    compare(995, tally);
    if (process.env.ACCESS_ORGANIZATIONS) console.log(JSON.stringify({ ...tally, organizations: COUNT }));
    expect(tally.disagreements.slice(0, 10)).toEqual([]);
    expect(tally.chains).toBeGreaterThan(COUNT / 5);
});

test("finds and performs planted chains of one to six steps", () => {
    const lengths = new Map<number, number>();
    for (let seed = SEED; seed < SEED + 20 * COUNT; seed += 1) {
        const { store, userId, length, goal } = plantedStore(seed);
        const model = AccessModel.of(factsOf(store));
        const escalation = new Escalation(model);
        const number = model.records.principals.number(userId);
        const target: Target = { type: "resource", id: goal };
        lengths.set(length, (lengths.get(length) ?? 0) + 1);
        if (length === 1) {
            expect(model.withoutApproval(target).has(number), `organization ${seed}`).toBe(true);
            expect(escalation.climbers(target).has(number)).toBe(false);
        } else {
            expect(escalation.targetsOf(number), `organization ${seed}`).toContainEqual(target);
            const chain = escalation.chain(number, target);
            expect([chain?.takes.length, chain?.isShortest], `organization ${seed}`).toEqual([length, true]);
            if (!chain || seed % PERFORMED_EVERY !== 0) continue;
            expect(refusedStep(store, chain), `organization ${seed}`).toBeUndefined();
        }
    }
    if (process.env.ACCESS_ORGANIZATIONS) console.log(JSON.stringify([...lengths]));
    expect([...lengths.keys()].sort()).toEqual([1, 2, 3, 4, 5, 6]);
});

interface Tally {
    people: number;
    chains: number;
    steps: number;
    readonly disagreements: string[];
}

function compare(seed: number, tally: Tally): void {
    const store = randomStore(seed);
    const model = AccessModel.of(factsOf(store));
    const escalation = new Escalation(model);
    const targets: Target[] = [
        ...store.groups.all().map(({ group_id }): Target => ({ type: "group", id: group_id })),
        ...store.resources.all().map(({ resource_id }): Target => ({ type: "resource", id: resource_id })),
    ];
    for (const { user_id } of store.users.all()) {
        const number = model.records.principals.number(user_id);
        const found = search(store, user_id);
        tally.people += 1;
        for (const target of targets) {
            const chain = escalation.climbers(target).has(number) ? escalation.chain(number, target) : undefined;
            const depth = found.get(target.id) ?? Number.POSITIVE_INFINITY;
            const where = `organization ${seed}: ${user_id} to ${target.id}`;
            if (chain) {
                const refused = refusedStep(store, chain);
                if (refused !== undefined)
                    tally.disagreements.push(`${where}: step ${refused} of ${JSON.stringify(chain)}`);
                tally.chains += 1;
                tally.steps += chain.takes.length;
                if (chain.takes.length <= DEPTH && chain.isShortest && chain.takes.length !== depth)
                    tally.disagreements.push(`${where}: a chain of ${chain.takes.length}, the search has ${depth}`);
                if (chain.takes.length > DEPTH && depth <= DEPTH) tally.disagreements.push(`${where}: too long`);
            } else if (depth > 1 && depth <= DEPTH)
                tally.disagreements.push(`${where}: no chain, the search has ${depth}`);
        }
    }
}

/** Minimum number of steps after which a user has each group and resource; 0 for what the user already has. */
function search(store: Store, userId: string): Map<string, number> {
    const found = new Map<string, number>();
    const origin = store.snapshot();
    const seen = new Set<string>([""]);
    let level: string[][] = [[]];
    for (let depth = 0; depth <= DEPTH && level.length > 0; depth += 1) {
        const next: string[][] = [];
        for (const taken of level) {
            store.restore(origin);
            for (const id of taken) take(store, userId, id);
            const held = heldBy(store, userId);
            for (const id of held) if (!found.has(id)) found.set(id, depth);
            if (depth === DEPTH) continue;
            for (const id of takeable(store, userId)) {
                if (held.has(id) || store.accessRules.has(id)) continue;
                const more = [...taken, id].sort();
                if (seen.has(more.join())) continue;
                seen.add(more.join());
                next.push([...taken, id]);
            }
        }
        level = next;
    }
    store.restore(origin);
    return found;
}

/** Targets that a user gets by requesting and approving alone, or can grant to themselves. */
function takeable(store: Store, userId: string): Set<string> {
    const asked = askable(store).flatMap(([id, body]) => (ask(store, userId, body).isGiven ? [id] : []));
    return new Set([...asked, ...assignable(store, userId)]);
}

/** Performs a chain in the local service, and restores the organization. Returns the number of the first step that is refused, if any. */
function refusedStep(store: Store, { personId, target, takes }: Chain): number | undefined {
    const origin = store.snapshot();
    try {
        for (const [index, { target: taken }] of takes.entries()) {
            if (!takeable(store, personId).has(taken.id)) return index + 1;
            take(store, personId, taken.id);
        }
        return heldBy(store, personId).has(target.id) ? undefined : takes.length;
    } finally {
        store.restore(origin);
    }
}

/** Ids of the groups and resources that a user has. */
function heldBy(store: Store, userId: string): Set<string> {
    const resources = store.resources.all().map(({ resource_id }) => resource_id);
    return new Set([
        ...groupsOf(store, userId),
        ...resources.filter((id) => accessTo(store, id).some(({ user_id }) => user_id === userId)),
    ]);
}

/** Gives a user a group or a resource. */
function take(store: Store, user_id: string, id: string): void {
    const granted = { user_id, access_level_remote_id: "", expiration_date: null, propagation_status: null };
    if (store.groups.has(id)) store.groupUsers.set({ ...granted, group_id: id });
    else store.resourceUsers.set({ ...granted, resource_id: id });
}
