import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "../../../../src/api/client.js";
import { type Organization, type Service, startService } from "../../../../src/local/service/index.js";
import { orAbsent } from "../../../../src/provider/live/absent.js";
import { Cache } from "../../../../src/provider/live/cache/cache.js";
import { Live } from "../../../../src/provider/live/live.js";
import type { PartOptions } from "../../../../src/provider/live/part-options.js";
import { Patience } from "../../../../src/provider/live/patience.js";
import type { Source } from "../../../../src/provider/live/source.js";
import { fromWire, toWire } from "../../../../src/provider/schema/wire.js";
import type { Kind } from "../../../../src/provider/shapes/kind.js";
import { kinds } from "../../../../src/resources/kinds.js";
import { NOW } from "../../../api/world.js";
import { type CallStep, callOf, lineOf, send } from "../../../local/service/model/calls.js";
import { operations } from "../../../local/service/model/operations.js";
import { chance } from "../../../local/service/model/values.js";
import { weightOf } from "../../../local/service/model/walk-weights.js";
import { linksWith, TOKENS } from "../../../local/service/model/world.js";
import { inMemory } from "../../../support/transport.js";
import { UnreliableEvents } from "./unreliable-events.js";

/** Counts of what happened after the edits. */
export interface Tally {
    /** Writes that the service accepted. */
    edits: number;
    /** Responses taken from the cache. */
    recalled: number;
    /** Responses requested, from the cache or the service. */
    asked: number;
    /** Cached responses that differ from the current response of the service. */
    readonly wrong: string[];
    /** Number of such responses while the events of the edits were not listed yet. */
    late: number;
}

/**
 * Makes random edits outside the program, a few between two of its runs, and compares every response that a run would take from
 * its cache with that of the service.
 */
export async function editOutside(start: Organization, edits: number, seed: number, tally: Tally): Promise<void> {
    const folder = mkdtempSync(join(tmpdir(), "cache-"));
    const service = await startService({ organization: start, token: TOKENS.admin, tokens: [SECOND], clock: NOW });
    const path = join(folder, "cache.jsonl");
    const transport = inMemory(service, service.url);
    const events = new UnreliableEvents(service, seed);
    try {
        await program(service, path, `${seed} at first`, LESSONS);
        transport.between = events.between;
        for (let made = 0, round = 0; made < edits; round += 1) {
            events.next(round);
            if (round % 4 === 0) await program(service, path, `${seed} ${round}`, 3);
            // Another run begins before the edits and reads during and after them.
            const other = round % 6 === 0 ? runOf(service, path) : undefined;
            await other?.cache.recall("");
            // Mostly a few edits: many would invalidate the whole cache.
            const count = Math.floor(chance(seed, `edits of ${round}`) ** 3 * 20);
            const lines = [await setVisibility(service, seed * 1_000_003 + round)];
            for (let number = 0; number < count; number += 1) {
                const line = await edit(service, seed * 1_000_003 + round * 101 + number);
                if (line) lines.push(line);
            }
            if (other) await look(other.live, service, `${seed} ${round} during`);
            made += lines.length;
            tally.edits += lines.length;
            await checkCache(service, path, `${seed} ${round}`, tally, lines, events.isLate);
            if (other) await look(other.live, service, `${seed} ${round} after`);
            await new Promise(setImmediate);
        }
    } finally {
        transport.close();
        await service.close();
        rmSync(folder, { recursive: true });
    }
}

/** Number of writes of the program before the first edit. The cache learns most event types from these. */
const LESSONS = 500;

/** The user who makes the outside edits. */
const SECOND = { token: TOKENS.second, email: "elif@tidewater.example", role: "ADMIN" } as const;

/** Runs a program that reads some objects and then makes random writes, one per minute. */
async function program(service: Service, path: string, seed: string, writes: number): Promise<void> {
    const { client, live } = runOf(service, path);
    await look(live, service, seed);
    for (let number = 0; number < writes; number += 1) {
        // Every operation is used in turn, because most random calls are refused.
        const one = writing[(number + Math.floor(chance(0, seed) * writing.length)) % writing.length];
        if (!one) continue;
        const step: CallStep = {
            call: one.operation,
            caller: "admin",
            wild: false,
            seed: Math.floor(chance(0, `${seed} ${number}`) * 1e9),
        };
        const { path, url, body } = callOf(step, service, []);
        if (path.user_id === service.store.currentUserId || url.includes("?")) continue;
        // A refused write teaches no event type.
        await client.send(one.operation, { path, body }).catch(() => {});
        service.clock.advance(60_000);
    }
    await new Promise(setImmediate);
    service.clock.advance(60 * 60_000);
}

/** Makes a group visible to all users, or hides it again. */
async function setVisibility(service: Service, seed: number): Promise<string> {
    const { groups } = service.store.view();
    const group = groups[Math.floor(chance(seed, "group") * groups.length)];
    const body = { visibility: chance(seed, "visibility") < 0.5 ? "GLOBAL" : "LIMITED" };
    const url = `/groups/${group?.group_id}/visibility`;
    const { status } = await send(service, "second", "PUT", url, body);
    return `second: PUT ${url} ${body.visibility} -> ${status}`;
}

/** Makes a random write or advances the clock. Returns undefined if nothing was written. */
async function edit(service: Service, seed: number): Promise<string | undefined> {
    if (chance(seed, "time") < 0.1) {
        service.clock.advance((MINUTES[Math.floor(chance(seed, "minutes") * MINUTES.length)] ?? 0) * 60_000);
        return undefined;
    }
    const one = weighted[Math.floor(chance(seed, "operation") * weighted.length)];
    if (!one) return undefined;
    // Some edits are made by the program's own user, as in the console or in another program.
    const caller = chance(seed, "caller") < 0.1 ? "admin" : "second";
    const call = callOf({ call: one.operation, caller, wild: false, seed }, service, []);
    // The user whose token reads everything must keep its access.
    if (call.path.user_id === service.store.currentUserId) return undefined;
    const answer = await send(service, caller, one.method, call.url, call.body);
    return answer.status < 300 ? lineOf(call, answer) : undefined;
}

/** Minutes by which the clock may advance: below and above the time for which writes are remembered, and the delay of an audit event. */
const MINUTES = [1, 5, 61, 700];

const writing = operations.filter(({ reads, operation }) => !reads && operation !== "deleteToken");
const weighted = writing.flatMap((one) => Array.from({ length: weightOf(one) }, () => one));

/** Runs a preview that reads some objects, and compares its cached responses with the service. */
async function checkCache(
    service: Service,
    path: string,
    seed: string,
    tally: Tally,
    edits: readonly string[],
    isLate: boolean,
): Promise<void> {
    const { client, live } = runOf(service, path);
    await look(live, service, seed);
    for (const { key, load, recalled } of live.questions.values()) {
        tally.asked += 1;
        if (recalled === undefined) continue;
        tally.recalled += 1;
        const [then, now] = [recalled, await orAbsent(load(client)).catch(String)].map((one) => JSON.stringify(one));
        if (then === now) continue;
        if (isLate) tally.late += 1;
        else tally.wrong.push([`${key} was ${then}, is ${now}, after`, ...edits].join("\n    "));
    }
    await new Promise(setImmediate);
}

function runOf(service: Service, path: string): { client: Client; cache: Cache; live: Recording } {
    const client = new Client(
        { url: service.url, token: TOKENS.admin, retries: 0, readsPerSecond: 1e6, writesPerSecond: 1e6 },
        () => service.clock.now().getTime(),
    );
    const cache = new Cache({
        client,
        path,
        mayProbe: true,
        patience: new Patience(0),
        userId: async () => service.store.currentUserId,
        say: () => {},
    });
    return { client, cache, live: new Recording(client, cache) };
}

async function look(live: Live, service: Service, seed: string): Promise<void> {
    for (const [kind, id] of subjects(service.store.view(), seed)) {
        // The cache cannot hide an edit of an object that is deleted or refused.
        await kind.observe(live.recalling(), id, Object.keys(kind.fields)).catch(() => {});
    }
}

/** Records which parts are requested, and what the cache returns for them. */
class Recording extends Live {
    readonly questions = new Map<string, { key: string; load(client: Client): Promise<unknown>; recalled: unknown }>();

    constructor(
        client: Client,
        private readonly memory: Cache,
    ) {
        super(client, new Patience(0), memory);
    }

    override async part<T>(
        name: string,
        parent: Source,
        of: string,
        load: (client: Client) => Promise<T>,
        options: PartOptions = {},
    ): Promise<T | undefined> {
        const key = [name, of, ...(options.otherParents ?? []).map(([, id]) => id)].join(" ");
        const recalled = this.questions.get(key)?.recalled ?? (await this.memory.recall(key));
        this.questions.set(key, { key, load, recalled });
        return super.part(name, parent, of, load, options);
    }
}

/** A random selection of the objects that a program could declare. */
function subjects(organization: Organization, seed: string): [Kind, string][] {
    const all = kinds.flatMap((kind) => idsOf(kind, organization).map((id): [Kind, string] => [kind, id]));
    return all.filter(([kind, id]) => kind.name === "GroupVisibility" || chance(0, `${seed} ${kind.name} ${id}`) < 0.2);
}

/** The ids of all objects of a kind, found in any record. For other shapes than an entity, a record must have all fields of the key. */
function idsOf(kind: Kind, organization: Organization): string[] {
    const own = `${kind.name.charAt(0).toLowerCase()}${kind.name.slice(1)}Id`;
    const key = kind.shape === "entity" ? [own] : kind.key.filter((name) => name !== "accessLevelRemoteId");
    const fields = Object.keys(toWire(Object.fromEntries(key.map((name) => [name, ""]))));
    const links = linksWith(organization, fields).map((link) => fromWire(link));
    const ids = links.map((link) => (kind.shape === "entity" ? String(link[own]) : kind.idOf(link)));
    return [...new Set(ids.filter((id) => id !== undefined))];
}
