import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { exportOrganization } from "../../../src/adopt/export/export.js";
import { DEFAULT_TOKEN, type LoggedCall } from "../../../src/local/service/index.js";
import { kinds } from "../../../src/resources/kinds.js";
import type { Workplace } from "./trip.js";

/** Additional latency of every request. */
const LATENCY_MS = 20;

const MAIN = join(__dirname, "../../../dist/cli/main.js");

/** Cost and results of an export. */
export interface CostFigures {
    readonly seed: string;
    readonly seconds: number;
    readonly processorSeconds: number;
    readonly megabytes: number;
    readonly calls: number;
    readonly declarations: number;
    /** Declared objects that have their own id. */
    readonly objects: number;
    /** Objects of the service that have their own id, declared or not. */
    readonly things: number;
    readonly byOperation: readonly (readonly [operation: string, calls: number])[];
    /** Ids in the text of the program. */
    readonly ids: number;
    /** Ids in the declared values, which the program expresses as references or lookups. */
    readonly references: number;
    readonly typeErrors: number;
    readonly typeSeconds: number;
}

/** Exports a large organization from a service in a separate process with added latency. */
export async function figuresOf(seed: string, place: Workplace): Promise<CostFigures> {
    const { child, url } = await serve(seed);
    const out = join(place.folder, `figures-${seed}`);
    try {
        const processor = process.cpuUsage();
        const start = performance.now();
        const { plan, inventory } = await exportOrganization({
            settings: {
                url,
                token: DEFAULT_TOKEN,
                readsPerSecond: 100_000,
                concurrency: 20,
                allowMissing: false,
                allowTakeover: false,
            },
            kinds,
            out,
            project: "figures",
            stack: "dev",
        });
        const seconds = (performance.now() - start) / 1000;
        const { user, system } = process.cpuUsage(processor);
        const megabytes = process.memoryUsage().rss / 2 ** 20;
        const calls = await callsOf(url);
        const counts = new Map<string, number>();
        for (const { operation } of calls) counts.set(String(operation), (counts.get(String(operation)) ?? 0) + 1);
        const known = (text: string): number =>
            (text.match(UUID) ?? []).filter((id) => inventory.things.has(id)).length;
        const files = readdirSync(out, { recursive: true, withFileTypes: true }).filter(({ name }) =>
            name.endsWith(".ts"),
        );
        const program = files.map((file) => readFileSync(join(file.parentPath, file.name), "utf8")).join("\n");
        const before = performance.now();
        const typeErrors = place.typeErrors(out).length;
        return {
            seed,
            seconds,
            processorSeconds: (user + system) / 1e6,
            megabytes,
            calls: calls.length,
            declarations: plan.length,
            objects: plan.filter(({ kind }) => kind.shape === "entity").length,
            things: inventory.things.size,
            byOperation: [...counts].sort(([, a], [, b]) => b - a),
            ids: program.match(UUID)?.length ?? 0,
            references: plan.reduce((sum, { given }) => sum + known(JSON.stringify(given)), 0),
            typeErrors,
            typeSeconds: (performance.now() - before) / 1000,
        };
    } finally {
        child.kill("SIGKILL");
    }
}

/** Formats the figures. */
export function figuresText(all: CostFigures): string {
    const { seed, seconds, processorSeconds, megabytes, calls, declarations, objects, things, ids, references } = all;
    const share = (100 * references) / Math.max(references + ids, 1);
    return [
        `${seed} with ${LATENCY_MS} ms a call: ${seconds.toFixed(1)} s (processor ${processorSeconds.toFixed(1)} s, ${Math.round(megabytes)} MB)`,
        `calls ${calls}: ${(calls / declarations).toFixed(2)} for each of ${declarations} declarations, ${(calls / things).toFixed(2)} for each of ${things} objects with an id (${objects} declared)`,
        `calls by operation: ${all.byOperation.map(([name, count]) => `${name} ${count}`).join(", ")}`,
        `references ${references}, ids in the text ${ids}: ${share.toFixed(2)} % by reference or name`,
        `type check ${all.typeSeconds.toFixed(1)} s, lines of errors ${all.typeErrors}`,
    ].join("\n");
}

const UUID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g;

async function serve(seed: string): Promise<{ child: ChildProcess; url: string }> {
    const args = [
        MAIN,
        "serve",
        "--port",
        "0",
        "--seed",
        seed,
        "--latency",
        String(LATENCY_MS),
        "--calls-kept",
        "1000000",
    ];
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
    const url = await new Promise<string>((resolve, reject) => {
        createInterface(child.stdout).on("line", (line) => {
            const [address] = /http:\/\/\S+\/v1/.exec(line) ?? [];
            if (address) resolve(address);
        });
        once(child, "close").then(() => reject(new Error("The service ended.")));
    });
    return { child, url };
}

async function callsOf(url: string): Promise<LoggedCall[]> {
    const headers = { authorization: `Bearer ${DEFAULT_TOKEN}` };
    const response = await fetch(url.replace(/v1$/, "control/calls"), { headers });
    const { calls } = (await response.json()) as { calls: LoggedCall[] }; // response type of the local service
    return calls;
}
