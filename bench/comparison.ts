import { join } from "node:path";
import type { Run, Stack } from "../src/local/engine/contract/stack.js";
import { openStack } from "../src/local/engine/open-stack.js";
import { type Calls, CountedService } from "./counted-service.js";
import { type Usage, Watcher } from "./watcher.js";

export interface ComparisonOptions {
    readonly owners: number;
    readonly groups: number;
    /** Milliseconds that the service takes for a call. */
    readonly latency: number;
    readonly engine: "auto" | "pulumi" | "local";
    /** Number of measurements for each row. */
    readonly runs: number;
    /** Environment variables for both stacks, in addition to those of this process. */
    readonly env?: Record<string, string>;
    /** Receives progress messages. */
    readonly onProgress?: (words: string) => void;
}

/** One run of one stack. */
export interface Measurement extends Calls, Usage {
    /** Wall time in seconds. */
    readonly wall: number;
}

/** All measurements of one operation, for both stacks. */
export interface Row {
    readonly words: string;
    /** Number of resources in each stack. */
    readonly objects: number;
    readonly ours: Measurement[];
    readonly nothing: Measurement[];
}

/** An operation on a stack. `urnOf` returns the URN of a resource that `create` created. */
type Act = (stack: Stack, urnOf: (name: string) => string) => Promise<Run>;

/** Compares a stack of many owners and groups on the local service with a stack of as many resources of a provider that does nothing. */
export class Comparison {
    readonly #rows = new Map<string, Row>();

    private constructor(
        private readonly options: ComparisonOptions,
        private readonly service: CountedService,
        private readonly watcher: Watcher,
        private readonly sides: Record<"ours" | "nothing", Side>,
    ) {}

    static async open(options: ComparisonOptions): Promise<Comparison> {
        const service = await CountedService.start(options.latency);
        const size = { "bench:owners": String(options.owners), "bench:groups": String(options.groups) };
        const open = async (program: string, config: Record<string, string | { secret: string }>) => {
            const { engine, env = {} } = options;
            const stack = await openStack({ program: join(__dirname, program), engine, env, config });
            return { stack, urns: new Map<string, string>() };
        };
        const settings = {
            "access-governance:url": service.url,
            "access-governance:token": { secret: service.token },
            "access-governance:writesPerSecond": "1000",
            "access-governance:readsPerSecond": "1000",
        };
        const ours = await open("program", { ...settings, ...size }).catch((error: unknown) => {
            service.close();
            throw error;
        });
        const nothing = await open("nothing", size);
        return new Comparison(options, service, new Watcher([service.processId]), { ours, nothing });
    }

    get engine(): string {
        return this.sides.ours.stack.engine;
    }

    /** Number of resources in each stack, including the owner of all groups. */
    get objects(): number {
        return this.options.owners + this.options.groups + 1;
    }

    get rows(): Row[] {
        return [...this.#rows.values()];
    }

    /** Sets a configuration value that both programs read. */
    async configure(key: string, value: string): Promise<void> {
        for (const { stack } of Object.values(this.sides)) await stack.setConfig(`bench:${key}`, value);
    }

    /** Creates all resources of both stacks, without measuring. */
    async create(): Promise<void> {
        this.options.onProgress?.(`create all, objects: ${this.objects}`);
        for (const side of Object.values(this.sides)) {
            const { steps } = succeeded("create all", await side.stack.up());
            for (const { name, urn } of steps) side.urns.set(name, urn);
        }
    }

    /** Measures an operation on both stacks, and adds the results to its row. @throws Error if the operation fails */
    async measure(words: string, act: Act): Promise<void> {
        const row = this.#rows.get(words) ?? { words, objects: this.objects, ours: [], nothing: [] };
        this.#rows.set(words, row);
        for (const side of ["ours", "nothing"] as const) row[side].push(await this.#measure(words, act, side));
        const times = `${row.ours.at(-1)?.wall.toFixed(1)} s, doing nothing ${row.nothing.at(-1)?.wall.toFixed(1)} s`;
        this.options.onProgress?.(`${words}, ${row.ours.length} of ${this.options.runs}: ${times}`);
    }

    async close(): Promise<void> {
        for (const { stack } of Object.values(this.sides)) await stack.close();
        await this.watcher.close();
        this.service.close();
    }

    async #measure(words: string, act: Act, side: "ours" | "nothing"): Promise<Measurement> {
        const { stack, urns } = this.sides[side];
        await this.service.clear();
        await this.watcher.begin();
        const start = performance.now();
        const run = await act(stack, (name) => urns.get(name) ?? name);
        const wall = (performance.now() - start) / 1000;
        const usage = await this.watcher.end();
        succeeded(side === "ours" ? words : `${words}, by the provider that does nothing`, run);
        return { ...(await this.service.count()), wall, ...usage };
    }
}

interface Side {
    readonly stack: Stack;
    readonly urns: Map<string, string>;
}

function succeeded(words: string, run: Run): Run {
    if (run.exitCode === 0) return run;
    const errors = run.diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message);
    throw new Error(`"${words}" failed: ${errors.join("\n") || run.output}`);
}
