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

/** What edits came to. */
export interface Tally {
    /** Writes that the service took. */
    edits: number;
    /** Answers that were taken from the cache. */
    recalled: number;
    /** Answers that were asked for. */
    asked: number;
    /** What the cache said and the service did not. */
    readonly wrong: string[];
    /** The same while the events of the edits were not listed yet. */
    late: number;
}

/**
 * Makes so many random edits of everything past a program, a few between two of its runs, and holds every answer that a run would take from
 * its cache against the service.
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
            // Mostly few: many drop everything that is in the cache.
            const count = Math.floor(chance(seed, `edits of ${round}`) ** 3 * 20);
            const lines = [await setVisibility(service, seed * 1_000_003 + round)];
            for (let number = 0; number < count; number += 1) {
                const line = await edit(service, seed * 1_000_003 + round * 101 + number);
                if (line) lines.push(line);
            }
            if (other) await look(other.live, service, `${seed} ${round} during`);
            made += lines.length;
            tally.edits += lines.length;
            await hold(service, path, `${seed} ${round}`, tally, lines, events.isLate);
            if (other) await look(other.live, service, `${seed} ${round} after`);
            await new Promise(setImmediate);
        }
    } finally {
        transport.close();
        await service.close();
        rmSync(folder, { recursive: true });
    }
}

/** Writes of the program before any edit: most event types are learned from these. */
const LESSONS = 500;

/** Who edits outside. */
const SECOND = { token: TOKENS.second, email: "elif@tidewater.example", role: "ADMIN" } as const;

/** A run that looks at some objects and then makes random writes, one a minute. */
async function program(service: Service, path: string, seed: string, writes: number): Promise<void> {
    const { client, live } = runOf(service, path);
    await look(live, service, seed);
    for (let number = 0; number < writes; number += 1) {
        // Each operation has its turn: most random calls are refused.
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
        // What is refused teaches nothing.
        await client.send(one.operation, { path, body }).catch(() => {});
        service.clock.advance(60_000);
    }
    await new Promise(setImmediate);
    service.clock.advance(60 * 60_000);
}

/** Shows a group to everybody, or hides it again. */
async function setVisibility(service: Service, seed: number): Promise<string> {
    const { groups } = service.store.view();
    const group = groups[Math.floor(chance(seed, "group") * groups.length)];
    const body = { visibility: chance(seed, "visibility") < 0.5 ? "GLOBAL" : "LIMITED" };
    const url = `/groups/${group?.group_id}/visibility`;
    const { status } = await send(service, "second", "PUT", url, body);
    return `second: PUT ${url} ${body.visibility} -> ${status}`;
}

/** A random write, or time that passes; undefined if nothing came of it. */
async function edit(service: Service, seed: number): Promise<string | undefined> {
    if (chance(seed, "time") < 0.1) {
        service.clock.advance((MINUTES[Math.floor(chance(seed, "minutes") * MINUTES.length)] ?? 0) * 60_000);
        return undefined;
    }
    const one = weighted[Math.floor(chance(seed, "operation") * weighted.length)];
    if (!one) return undefined;
    // Some edits are of the program's own user, in the console or another program.
    const caller = chance(seed, "caller") < 0.1 ? "admin" : "second";
    const call = callOf({ call: one.operation, caller, wild: false, seed }, service, []);
    // Whoever looks at everything must go on to be let in.
    if (call.path.user_id === service.store.currentUserId) return undefined;
    const answer = await send(service, caller, one.method, call.url, call.body);
    return answer.status < 300 ? lineOf(call, answer) : undefined;
}

/** How much time may pass at once: more and less than what is remembered, and than what an audit event may be late. */
const MINUTES = [1, 5, 61, 700];

const writing = operations.filter(({ reads, operation }) => !reads && operation !== "deleteToken");
const weighted = writing.flatMap((one) => Array.from({ length: weightOf(one) }, () => one));

/** A run with the cache that looks at some of all there is. */
async function hold(
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
        // What was deleted, or is refused, is nothing that a cache could hide.
        await kind.observe(live.recalling(), id, Object.keys(kind.fields)).catch(() => {});
    }
}

/** Notes which parts were asked for, and what the cache would give. */
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

/** Some of everything that a program could declare. */
function subjects(organization: Organization, seed: string): [Kind, string][] {
    const all = kinds.flatMap((kind) => idsOf(kind, organization).map((id): [Kind, string] => [kind, id]));
    return all.filter(([kind, id]) => kind.name === "GroupVisibility" || chance(0, `${seed} ${kind.name} ${id}`) < 0.2);
}

/** Whatever names all that the key of the kind names; of an object of its own, whatever names that. */
function idsOf(kind: Kind, organization: Organization): string[] {
    const own = `${kind.name.charAt(0).toLowerCase()}${kind.name.slice(1)}Id`;
    const key = kind.shape === "entity" ? [own] : kind.key.filter((name) => name !== "accessLevelRemoteId");
    const fields = Object.keys(toWire(Object.fromEntries(key.map((name) => [name, ""]))));
    const links = linksWith(organization, fields).map((link) => fromWire(link));
    const ids = links.map((link) => (kind.shape === "entity" ? String(link[own]) : kind.idOf(link)));
    return [...new Set(ids.filter((id) => id !== undefined))];
}
