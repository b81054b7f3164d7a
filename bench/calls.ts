import { join } from "node:path";
import type { Run } from "../src/engine/contract/stack.js";
import { openStack } from "../src/engine/open-stack.js";
import { startService } from "../src/service/index.js";

export interface CallsOptions {
    readonly owners: number;
    readonly groups: number;
    /** Milliseconds that the service takes for a call. */
    readonly latency: number;
    readonly engine: "auto" | "pulumi" | "local";
}

/**
 * Counts the calls that a program of so many owners and groups costs, every group with visibility, channels and schedules, against the
 * local service, beside as many resources of a provider that calls nobody. Calls are exact; times are those of this machine.
 */
export async function countCalls({ owners, groups, latency, engine }: CallsOptions): Promise<void> {
    const service = await startService({ seed: "small", latencyMs: latency });
    const size = { "bench:owners": String(owners), "bench:groups": String(groups) };
    const stack = await openStack({
        program: join(__dirname, "program"),
        engine,
        config: {
            "access-governance:url": service.url,
            "access-governance:token": { secret: service.token },
            "access-governance:writesPerSecond": "1000",
            "access-governance:readsPerSecond": "1000",
            ...size,
        },
    });
    const nothing = await openStack({ program: join(__dirname, "nothing"), engine, config: size });
    const measure = async (words: string, run: () => Promise<Run>): Promise<void> => {
        service.calls.clear();
        const start = performance.now();
        const { exitCode, diagnostics } = await run();
        if (exitCode !== 0) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
        const seconds = ((performance.now() - start) / 1000).toFixed(1);
        const writes = service.calls.writes().length;
        const calls = service.calls.all().length;
        console.log(
            `${words.padEnd(44)} ${seconds.padStart(6)} s ${String(calls).padStart(6)} calls, ${writes} of them writes`,
        );
    };
    try {
        console.log(`${owners} owners, ${groups} groups, ${latency} ms a call, ${stack.engine}`);
        await measure("create all", () => stack.up());
        await measure("  as many by a provider that does nothing", () => nothing.up());
        await measure("preview, nothing to do", () => stack.preview());
        await measure("  by a provider that does nothing", () => nothing.preview());
        await measure("preview, nothing to do, parallel diff", () => stack.preview({ parallelDiff: true }));
        await measure("preview --refresh, nothing to do", () => stack.preview({ refresh: true }));
        await stack.setConfig("bench:description", "Another description");
        await measure("change the description of every group", () => stack.up({ parallelDiff: true }));
        await measure("destroy", () => stack.destroy());
        await measure("  by a provider that does nothing", () => nothing.destroy());
    } finally {
        await nothing.close();
        await stack.close();
        await service.close();
    }
}
