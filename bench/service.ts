import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { Agent, get } from "node:http";
import { join } from "node:path";
import { createInterface } from "node:readline";

const TOKEN = "bench-token";
const PAGE = 1000;

export interface LoadOptions {
    readonly seed: string;
    /** Duration of the load for each kind of call. */
    readonly seconds: number;
    readonly concurrency: number;
}

/**
 * Measures how many calls per second the built service answers in a separate process, and its memory. This process creates the load, over
 * persistent connections, so on a small machine the two compete for the processors. Needs `npm run build`.
 */
export async function loadService({ seed, seconds, concurrency }: LoadOptions): Promise<void> {
    const start = performance.now();
    const { child, url } = await serve(seed);
    const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
    const call = (path: string) => read(agent, url + path);
    try {
        console.log(`${seed}, ${concurrency} connections, ${seconds} s each`);
        console.log(`answers after ${((performance.now() - start) / 1000).toFixed(1)} s, ${memoryOf(child)} MB`);
        const ids = await idsOf(call);
        const measure = async (words: string, paths: readonly string[]) => {
            // The first calls compile the code and fill caches.
            await load(call, paths, concurrency, 1);
            const before = processorOf(child);
            const latencies = await load(call, paths, concurrency, seconds);
            const processor = ((processorOf(child) - before) / latencies.length).toFixed(2).padStart(6);
            const at = (share: number) => latencies[Math.floor(latencies.length * share)]?.toFixed(1).padStart(6);
            const rate = Math.round(latencies.length / seconds);
            console.log(
                `${words.padEnd(28)} ${String(rate).padStart(6)} a second, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, processor ${processor} ms each, ${memoryOf(child)} MB`,
            );
        };
        await measure(
            "a group by id",
            ids.groups.map((id) => `/groups/${id}`),
        );
        await measure(
            "a resource by id",
            ids.resources.map((id) => `/resources/${id}`),
        );
        await measure(`a page of ${PAGE} groups`, [`/groups?page_size=${PAGE}`]);
        await measure(`a page of ${PAGE} resources`, [`/resources?page_size=${PAGE}`]);
        await measure(`a page of ${PAGE} users`, [`/users?page_size=${PAGE}`]);
    } finally {
        agent.destroy();
        child.kill("SIGTERM");
    }
}

/** Returns the duration of each call in milliseconds, the shortest first. */
async function load(
    call: (path: string) => Promise<string>,
    paths: readonly string[],
    concurrency: number,
    seconds: number,
): Promise<number[]> {
    const latencies: number[] = [];
    const end = performance.now() + seconds * 1000;
    let next = 0;
    const worker = async () => {
        while (performance.now() < end) {
            const path = paths[next++ % paths.length] ?? "/";
            const start = performance.now();
            await call(path);
            latencies.push(performance.now() - start);
        }
    };
    await Promise.all(Array.from({ length: concurrency }, worker));
    return latencies.sort((a, b) => a - b);
}

async function idsOf(call: (path: string) => Promise<string>): Promise<{ groups: string[]; resources: string[] }> {
    const groups = JSON.parse(await call(`/groups?page_size=${PAGE}`)) as { results: { group_id: string }[] };
    const resources = JSON.parse(await call(`/resources?page_size=${PAGE}`)) as { results: { resource_id: string }[] };
    return {
        groups: groups.results.map(({ group_id }) => group_id),
        resources: resources.results.map(({ resource_id }) => resource_id),
    };
}

function read(agent: Agent, url: string): Promise<string> {
    return new Promise((resolve, reject) => {
        const request = get(url, { agent, headers: { authorization: `Bearer ${TOKEN}` } }, (response) => {
            const parts: Buffer[] = [];
            response.on("data", (part) => parts.push(part));
            response.on("error", reject);
            response.on("end", () => {
                const text = Buffer.concat(parts).toString();
                if (response.statusCode === 200) resolve(text);
                else reject(new Error(`${url} answered ${response.statusCode}: ${text}`));
            });
        });
        request.on("error", reject);
    });
}

async function serve(seed: string): Promise<{ child: ChildProcess; url: string }> {
    const main = join(__dirname, "../dist/cli/main.js");
    const options = ["serve", "--port", "0", "--token", TOKEN, "--seed", seed];
    const child = spawn(process.execPath, [...(process.env.BENCH_NODE_OPTIONS?.split(" ") ?? []), main, ...options], {
        stdio: ["ignore", "pipe", "inherit"],
    });
    for await (const line of createInterface(child.stdout)) {
        const [, url] = /ACCESS_GOVERNANCE_URL=(\S+)/.exec(line) ?? [];
        if (url) return { child, url };
    }
    await once(child, "close");
    throw new Error("The service did not start. Run `npm run build` first.");
}

/** Processor time of the process in milliseconds, which depends less on other load than the rate does; NaN if unknown. */
function processorOf({ pid }: ChildProcess): number {
    if (!existsSync("/proc/self/stat")) return Number.NaN;
    const [, , ...fields] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    // User and system time, fields 14 and 15 of all, in ticks of 10 ms.
    return (Number(fields[9]) + Number(fields[10])) * 10;
}

/** Resident memory of the process in megabytes. */
function memoryOf({ pid }: ChildProcess): number {
    return Math.round(Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) / 1024);
}
