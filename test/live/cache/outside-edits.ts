import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "../../../src/api/client.js";
import { kinds } from "../../../src/kinds.js";
import { Cache } from "../../../src/live/cache/cache.js";
import { CacheFile } from "../../../src/live/cache/cache-file.js";
import { Live, orAbsent } from "../../../src/live/live.js";
import { Patience } from "../../../src/live/patience.js";
import type { Properties } from "../../../src/schema/fields.js";
import { fromWire, toWire } from "../../../src/schema/wire.js";
import { type Organization, type Service, startService } from "../../../src/service/index.js";
import type { Kind } from "../../../src/shapes/kind.js";
import { NOW } from "../../api/world.js";
import { callOf, lineOf, send } from "../../service/model/calls.js";
import { operations } from "../../service/model/operations.js";
import { chance, pick } from "../../service/model/values.js";
import { linksWith, TOKENS } from "../../service/model/world.js";
import { inMemory } from "../../transport.js";

/** What edits came to. */
export interface Tally {
    edits: number;
    recalled: number;
    read: number;
    /** Runs in which nothing of the cache counted. */
    unclear: number;
    /** Answers that the cache gave and the service did not. */
    readonly wrong: Map<string, number>;
}

/** Makes so many edits of everything past the program, and after some of them holds all that the cache would say against the service. */
export async function editOutside(start: Organization, edits: number, seed: number, tally: Tally): Promise<void> {
    const folder = mkdtempSync(join(tmpdir(), "cache-"));
    const service = await startService({ organization: start, token: TOKENS.admin, clock: NOW });
    const transport = inMemory(service, service.url);
    const path = join(folder, "cache.jsonl");
    try {
        let since = new Date(service.clock.now().getTime());
        for (let made = 0, round = 0; made < edits; round += 1) {
            const lines: string[] = [];
            const count = 1 + Math.floor(chance(seed, `edits of ${round}`) * 20);
            for (let i = 0; i < count; i += 1) {
                if (await edit(service, seed * 1_000_003 + round * 101 + i, lines)) made += 1;
            }
            tally.edits += count;
            await hold(service, path, seed + round, tally, lines, since);
            since = service.clock.now();
        }
    } finally {
        transport.close();
        await service.close();
        rmSync(folder, { recursive: true });
    }
}

async function edit(service: Service, seed: number, lines: string[]): Promise<boolean> {
    if (chance(seed, "time") < 0.1) {
        const minutes = [1, 5, 61, 700][Math.floor(chance(seed, "minutes") * 4)] ?? 1;
        service.clock.advance(minutes * 60_000);
        lines.push(`${minutes} minutes pass`);
        return false;
    }
    const writes = operations.filter(({ reads, operation }) => !reads && operation !== "deleteToken");
    const one = writes[Math.floor(chance(seed, "operation") * writes.length)];
    if (!one) throw new Error("The API has no writes.");
    const call = callOf({ call: one.operation, caller: "admin", wild: false, seed }, service, []);
    if (one.operation === "updateUser" && call.path.user_id === service.store.currentUserId) return false;
    if (one.operation === "deleteUser" && call.path.user_id === service.store.currentUserId) return false;
    const answer = await send(service, "admin", one.method, call.url, call.body);
    if (answer.status < 300) lines.push(lineOf(call, answer).slice(0, 300));
    return answer.status < 300;
}

/** A run with the cache: what it would recall is asked for, and then everything is read through it. */
async function hold(service: Service, path: string, seed: number, tally: Tally, lines: string[], _since: Date) {
    const client = new Client(
        { url: service.url, token: TOKENS.admin, retries: 0, readsPerSecond: 1e6, writesPerSecond: 1e6 },
        () => service.clock.now().getTime(),
    );
    const said: string[] = [];
    const userId = async () => service.store.currentUserId;
    const cache = new Cache({ client, path, userId, say: (line) => said.push(line) });
    const live = new Recording(client, new Patience(0), cache);
    for (const [kind, id] of subjects(service.store.view(), seed)) {
        await kind.observe(live.recalling(), id, Object.keys(kind.fields)).catch(() => undefined);
    }
    if (process.env.CACHE_SAY) console.log(said.join("\n"));
    if (said.some((line) => line.startsWith("Nothing"))) tally.unclear += 1;
    for (const { key, load, given } of live.questions) {
        const now = await orAbsent(load(client)).catch((error: unknown) => String(error));
        tally.read += 1;
        if (given === undefined) continue;
        tally.recalled += 1;
        if (JSON.stringify(given) === JSON.stringify(now)) continue;
        const name = key.split(" ")[0] ?? "";
        tally.wrong.set(name, (tally.wrong.get(name) ?? 0) + 1);
        if (process.env.CACHE_TELL) {
            console.log(
                `${key}\n  was ${JSON.stringify(given)}\n  now ${JSON.stringify(now)}\n  ${lines.join("\n  ")}`,
            );
        }
    }
    await new Promise(setImmediate);
    void CacheFile;
}

/** Notes what parts were asked for, and what the cache gave. */
class Recording extends Live {
    readonly questions: { key: string; load: (client: Client) => Promise<unknown>; given: unknown }[] = [];

    constructor(
        client: Client,
        patience: Patience,
        private readonly memory: Cache,
    ) {
        super(client, patience, memory);
    }

    override async part<T>(...args: Parameters<Live["part"]>): Promise<T | undefined> {
        const [name, , of, load, { beside = [] } = {}] = args;
        const key = [name, of, ...beside.map(([, id]) => id)].join(" ");
        const given = this.questions.some((one) => one.key === key) ? undefined : await this.memory.recall(key);
        this.questions.push({ key, load, given });
        return super.part(...args) as Promise<T | undefined>;
    }
}

/** Some of everything that a program could declare. */
function subjects(organization: Organization, seed: number): [Kind, string][] {
    const all = kinds.flatMap((kind) => idsOf(kind, organization).map((id): [Kind, string] => [kind, id]));
    return all.filter(([kind, id]) => chance(seed, `${kind.name} ${id}`) < 0.2);
}

function idsOf(kind: Kind, organization: Organization): string[] {
    const names = Object.keys(toWire(Object.fromEntries(kind.key.map((name) => [name, ""]))));
    if (kind.shape === "membership") {
        const links = linksWith(
            organization,
            names.filter((name) => name !== "access_level_remote_id"),
        );
        return [
            ...new Set(links.map((link) => kind.idOf(fromWire(link) as Properties)).filter((id) => id !== undefined)),
        ];
    }
    const table = { Group: "groups", Resource: "resources", Owner: "owners", Bundle: "bundles" } as const;
    const parent = Object.entries(table).find(([name]) => kind.name.startsWith(name));
    if (!parent) return [];
    const id = `${parent[0].toLowerCase()}_id`;
    return (organization[parent[1]] as unknown as Record<string, string>[]).map((record) => record[id] ?? "");
}

void pick;
