/** Compares chains of several people with a search through everything that the local service lets them do together. */
import { expect, test } from "vitest";
import { Accomplices } from "../../../../src/access/guarantees/escalation/accomplices.js";
import { Escalation } from "../../../../src/access/guarantees/escalation/escalation.js";
import { accomplicesIn } from "../../../../src/access/guarantees/escalation/take.js";
import type { Target } from "../../../../src/access/model/facts/facts.js";
import { AccessModel } from "../../../../src/access/model/model.js";
import type { Store } from "../../../../src/local/service/storage/store.js";
import { factsOf } from "../../oracle/facts.js";
import { askable, askTogether, assignable } from "../../oracle/oracle.js";
import { randomStore } from "../../oracle/organizations.js";
import { heldBy, rehearsalOf, take } from "./performed.js";

/** Seeds of organizations that have every sort of chain: with several steps, with approvals and with two accomplices. */
const SEEDS = [7, 9, 10, 11];
/** Number of other organizations, starting with this seed. `npm run prove escalation` sets it. */
const COUNT = Math.floor(Number(process.env.ACCESS_ORGANIZATIONS ?? 0) / 10);
const SEED = Number(process.env.ACCESS_SEED ?? 12);
/** Maximum number of steps in the search. */
const DEPTH = 2;

test.each([1, 2])(
    "finds exactly the chains with %i accomplices that the service allows, and performs them",
    async (most) => {
        const tally = { chains: 0, approvals: 0, longer: 0, pairs: 0, disagreements: [] as string[] };
        for (const seed of SEEDS) await compare(seed, most, tally);
        // With two accomplices, the search takes much longer.
        for (let seed = SEED; seed < SEED + COUNT / most; seed += 1) await compare(seed, most, tally);
        if (process.env.ACCESS_ORGANIZATIONS)
            console.log(JSON.stringify({ ...tally, organizations: SEEDS.length + Math.ceil(COUNT / most), most }));
        expect(tally.disagreements.slice(0, 10)).toEqual([]);
        expect(Math.min(tally.approvals, tally.longer)).toBeGreaterThan(0);
        expect(tally.pairs > 0).toBe(most > 1);
    },
);

interface Tally {
    chains: number;
    /** Chains that need the approval of an accomplice, and chains with several steps. */
    approvals: number;
    longer: number;
    /** Chains with two accomplices. */
    pairs: number;
    readonly disagreements: string[];
}

async function compare(seed: number, most: number, tally: Tally): Promise<void> {
    const store = storeOf(seed);
    const model = AccessModel.of(factsOf(store));
    const rehearsal = await rehearsalOf(store, model);
    const alone = new Escalation(model);
    const accomplices = new Accomplices(model, most);
    const targets: Target[] = [
        ...store.groups.all().map(({ group_id }): Target => ({ type: "group", id: group_id })),
        ...store.resources.all().map(({ resource_id }): Target => ({ type: "resource", id: resource_id })),
    ];
    const users = store.users.all().map(({ user_id }) => user_id);
    for (const user of users) {
        const number = model.records.principals.number(user);
        const reached = new Map<string, number>();
        for (const others of teamsOf(
            users.filter((one) => one !== user),
            most,
        ))
            for (const id of search(store, [user, ...others]))
                reached.set(id, Math.min(others.length, reached.get(id) ?? Number.POSITIVE_INFINITY));
        for (const target of targets) {
            if (alone.reachers(target).has(number)) continue;
            const where = `organization ${seed}: ${user} to ${target.id}`;
            const chain = accomplices.chain(number, target);
            if (chain === undefined || chain === "unexamined") {
                if (reached.has(target.id)) tally.disagreements.push(`${where}: no chain, the search has one`);
                continue;
            }
            tally.chains += 1;
            if (chain.takes.some(({ help }) => help?.by === "approval")) tally.approvals += 1;
            if (chain.takes.length > 1) tally.longer += 1;
            if (accomplicesIn(chain).length > 1) tally.pairs += 1;
            const outcome = await rehearsal.perform(chain);
            if (!outcome.isPerformed) tally.disagreements.push(`${where}: ${JSON.stringify([chain, outcome])}`);
            const count = accomplicesIn(chain).length;
            if (chain.takes.length <= DEPTH && reached.get(target.id) !== count)
                tally.disagreements.push(`${where}: ${count} accomplices, the search needs ${reached.get(target.id)}`);
            if (chain.takes.length > DEPTH && (reached.get(target.id) ?? most + 1) <= count)
                tally.disagreements.push(`${where}: too long`);
        }
    }
    await rehearsal.close();
}

/** A random organization. Half of them have no administrators, because an administrator would make other accomplices unnecessary. */
function storeOf(seed: number): Store {
    const store = randomStore(seed);
    if (seed % 2 === 0) return store;
    const owner_id = "00000004-0000-4000-8000-000000000099";
    store.owners.set({
        owner_id,
        name: owner_id,
        description: "",
        access_request_escalation_period: 0,
        reviewer_message_channel_id: null,
        source_group_id: null,
    });
    store.ownerUsers.set({ owner_id, user_ids: [] });
    for (const group of store.groups.all())
        store.groups.set({ ...group, admin_owner_id: owner_id, group_leader_user_ids: [] });
    for (const resource of store.resources.all()) store.resources.set({ ...resource, admin_owner_id: owner_id });
    return store;
}

function teamsOf(others: readonly string[], most: number): string[][] {
    const pairs = others.flatMap((one, at) => others.slice(at + 1).map((other) => [one, other]));
    return [...others.map((one) => [one]), ...(most > 1 ? pairs : [])];
}

/** Targets that the first person of a team has after at most this many steps of any team member. */
function search(store: Store, team: readonly [string, ...string[]]): Set<string> {
    const origin = store.snapshot();
    const found = new Set<string>();
    const seen = new Set<string>();
    let level: [user: string, id: string][][] = [[]];
    for (let depth = 0; depth <= DEPTH; depth += 1) {
        const next: [string, string][][] = [];
        for (const taken of level) {
            store.restore(origin);
            for (const [user, id] of taken) take(store, user, id);
            for (const id of heldBy(store, team[0])) found.add(id);
            if (depth === DEPTH) continue;
            for (const user of team) {
                const held = heldBy(store, user);
                for (const id of takeable(store, user, team)) {
                    if (held.has(id) || store.accessRules.has(id)) continue;
                    const more: [string, string][] = [...taken, [user, id]];
                    const key = more.map(String).sort().join();
                    if (!seen.has(key)) next.push(more);
                    seen.add(key);
                }
            }
        }
        level = next;
    }
    store.restore(origin);
    return found;
}

/** Targets that a person gets if the whole team approves, or that a team member can assign. */
function takeable(store: Store, user: string, team: readonly string[]): Set<string> {
    const others = team.filter((one) => one !== user);
    const asked = askable(store).flatMap(([id, body]) =>
        askTogether(store, [user, ...others], body).isGiven ? [id] : [],
    );
    return new Set([...asked, ...assignable(store, user), ...others.flatMap((one) => assignable(store, one, false))]);
}
