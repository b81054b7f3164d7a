import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "../../../src/api/client.js";
import { kinds } from "../../../src/kinds.js";
import { Cache } from "../../../src/live/cache/cache.js";
import { Live, orAbsent } from "../../../src/live/live.js";
import type { PartOptions } from "../../../src/live/part-options.js";
import { Patience } from "../../../src/live/patience.js";
import type { Source } from "../../../src/live/source.js";
import { fromWire, toWire } from "../../../src/schema/wire.js";
import { type Organization, type Service, startService } from "../../../src/service/index.js";
import type { Kind } from "../../../src/shapes/kind.js";
import { NOW } from "../../api/world.js";
import { callOf, lineOf, send } from "../../service/model/calls.js";
import { operations } from "../../service/model/operations.js";
import { chance } from "../../service/model/values.js";
import { weightOf } from "../../service/model/walk-weights.js";
import { linksWith, TOKENS } from "../../service/model/world.js";
import { inMemory } from "../../transport.js";

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
}

/**
 * Makes so many random edits of everything past a program, a few between two of its runs, and holds every answer that a run would take from
 * its cache against the service.
 */
export async function editOutside(start: Organization, edits: number, seed: number, tally: Tally): Promise<void> {
    const folder = mkdtempSync(join(tmpdir(), "cache-"));
    const service = await startService({ organization: start, token: TOKENS.admin, clock: NOW });
    const transport = inMemory(service, service.url);
    try {
        for (let made = 0, round = 0; made < edits; round += 1) {
            const count = 1 + Math.floor(chance(seed, `edits of ${round}`) * 20);
            const lines: string[] = [];
            for (let number = 0; number < count; number += 1) {
                const line = await edit(service, seed * 1_000_003 + round * 101 + number);
                if (line) lines.push(line);
            }
            made += lines.length;
            tally.edits += lines.length;
            await hold(service, join(folder, "cache.jsonl"), `${seed} ${round}`, tally, lines);
        }
    } finally {
        transport.close();
        await service.close();
        rmSync(folder, { recursive: true });
    }
}

/** A random write, or time that passes; undefined if nothing came of it. */
async function edit(service: Service, seed: number): Promise<string | undefined> {
    if (chance(seed, "time") < 0.1) {
        service.clock.advance((MINUTES[Math.floor(chance(seed, "minutes") * MINUTES.length)] ?? 0) * 60_000);
        return undefined;
    }
    const one = weighted[Math.floor(chance(seed, "operation") * weighted.length)];
    if (!one) return undefined;
    const call = callOf({ call: one.operation, caller: "admin", wild: false, seed }, service, []);
    // Whoever looks at everything must go on to be let in.
    if (call.path.user_id === service.store.currentUserId) return undefined;
    const answer = await send(service, "admin", one.method, call.url, call.body);
    return answer.status < 300 ? lineOf(call, answer) : undefined;
}

/** How much time may pass at once: more and less than what is remembered, and than what an audit event may be late. */
const MINUTES = [1, 5, 61, 700];

const weighted = operations
    .filter(({ reads, operation }) => !reads && operation !== "deleteToken")
    .flatMap((one) => Array.from({ length: weightOf(one) }, () => one));

/** A run with the cache that looks at some of all there is. */
async function hold(
    service: Service,
    path: string,
    seed: string,
    tally: Tally,
    edits: readonly string[],
): Promise<void> {
    const client = new Client({ url: service.url, token: TOKENS.admin, retries: 0, readsPerSecond: 1e6 }, () =>
        service.clock.now().getTime(),
    );
    const cache = new Cache({
        client,
        path,
        userId: async () => service.store.currentUserId,
        say: () => {},
    });
    const live = new Recording(client, cache);
    for (const [kind, id] of subjects(service.store.view(), seed)) {
        // What was deleted, or is refused, is nothing that a cache could hide.
        await kind.observe(live.recalling(), id, Object.keys(kind.fields)).catch(() => {});
    }
    for (const { key, load, recalled } of live.questions.values()) {
        tally.asked += 1;
        if (recalled === undefined) continue;
        tally.recalled += 1;
        const [then, now] = [recalled, await orAbsent(load(client)).catch(String)].map((one) => JSON.stringify(one));
        if (then !== now) tally.wrong.push([`${key} was ${then}, is ${now}, after`, ...edits].join("\n    "));
    }
    await new Promise(setImmediate);
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
        const key = [name, of, ...(options.beside ?? []).map(([, id]) => id)].join(" ");
        const recalled = this.questions.get(key)?.recalled ?? (await this.memory.recall(key));
        this.questions.set(key, { key, load, recalled });
        return super.part(name, parent, of, load, options);
    }
}

/** Some of everything that a program could declare. */
function subjects(organization: Organization, seed: string): [Kind, string][] {
    const all = kinds.flatMap((kind) => idsOf(kind, organization).map((id): [Kind, string] => [kind, id]));
    return all.filter(([kind, id]) => chance(0, `${seed} ${kind.name} ${id}`) < 0.2);
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
