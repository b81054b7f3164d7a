import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Run } from "../src/local/engine/contract/stack.js";
import { openStack } from "../src/local/engine/open-stack.js";
import { type Service, startService } from "../src/local/service/index.js";
import { aligned } from "./text-table.js";

export interface CacheOptions {
    readonly groups: number;
    readonly engine: "auto" | "pulumi" | "local";
    readonly onProgress: (words: string) => void;
}

/** Time between two runs, in milliseconds. */
const LATER = 20 * 60_000;

/** Number of groups that are edited outside the program. */
const EDITED = 10;

/** The user who edits them. */
const OTHER = { token: "other", email: "bruno@tidewater.example", role: "ADMIN" } as const;

/** Prints how many calls each run of a stack makes while its cache learns event types. Calls are exact. */
export async function measureCache({ groups, engine, onProgress }: CacheOptions): Promise<void> {
    const folder = mkdtempSync(join(tmpdir(), "cache-"));
    const service = await startService({ tokens: [OTHER] });
    const file = (name: string) => join(folder, `${name}.jsonl`);
    const stack = await openStack({
        program: join(__dirname, "program"),
        engine,
        config: {
            "access-governance:url": service.url,
            "access-governance:token": { secret: service.token },
            "access-governance:writesPerSecond": "1000",
            "access-governance:readsPerSecond": "1000",
            "access-governance:cache": file("first"),
            "access-governance:cacheProbe": "true",
            "bench:owners": "0",
            "bench:groups": String(groups),
        },
    });
    const rows: string[][] = [["", "calls", "of parts", "of events", "writes"]];
    const measure = async (words: string, run: () => Promise<Run>): Promise<void> => {
        onProgress(words);
        service.calls.clear();
        const { exitCode, output } = await run();
        if (exitCode !== 0) throw new Error(`${words}: ${output}`);
        const calls = service.calls.all();
        const count = (pattern: RegExp) => String(calls.filter((one) => pattern.test(String(one.operation))).length);
        rows.push([words, String(calls.length), count(/^getGroup[A-Z]/), count(/^getEvents/), count(/^(?!get)/)]);
        service.clock.advance(LATER);
    };
    const preview = () => stack.preview();
    try {
        await measure("up: create all", () => stack.up());
        await stack.setConfig("access-governance:cacheProbe", "false");
        await measure("preview, no probe", preview);
        await stack.setConfig("access-governance:cacheProbe", "true");
        // The cache must learn that its token can read the events of other users.
        await invite(service, "first");
        await measure("preview", preview);
        await measure("preview", preview);
        await editGroups(service);
        await measure(`preview, ${EDITED} groups edited outside`, preview);
        await measure("up: repair them", () => stack.up());
        await measure("preview", preview);
        await invite(service, "second");
        await measure("preview, an event of a type not learned", preview);
        await measure("preview", preview);
        await stack.setConfig("access-governance:cache", file("second"));
        for (let run = 0; run < 3; run += 1) await measure("preview, new file, only previews", preview);
        onProgress("");
        console.log(`cache: ${groups} groups with visibility, channels and schedules, ${stack.engine}`);
        console.log(aligned(rows));
    } finally {
        await stack.close();
        await service.close();
        rmSync(folder, { recursive: true });
    }
}

async function editGroups(service: Service): Promise<void> {
    const groups = service
        .snapshot()
        .groups.filter(({ name }) => name?.startsWith("Group "))
        .slice(0, EDITED);
    for (const { group_id } of groups)
        await call(service, "PUT", `/groups/${group_id}/visibility`, { visibility: "GLOBAL" });
}

/** Leaves an event of a type that the cache has not learned. */
async function invite(service: Service, name: string): Promise<void> {
    const names = { first_name: "N", last_name: "N" };
    await call(service, "POST", "/users", { email: `${name}@tidewater.example`, ...names, role: "MEMBER" });
}

async function call(service: Service, method: string, path: string, body: unknown): Promise<void> {
    const headers = { authorization: `Bearer ${OTHER.token}`, "content-type": "application/json" };
    const request = new Request(service.url + path, { method, headers, body: JSON.stringify(body) });
    const { status } = await service.fetch(request);
    if (status >= 300) throw new Error(`${method} ${path}: ${status}`);
    service.clock.advance(2 * 60_000);
}
