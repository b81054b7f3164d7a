import { mkdtempSync, readdirSync, rmSync, watch, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Run, Stack } from "../src/local/engine/contract/stack.js";
import { openStack } from "../src/local/engine/open-stack.js";
import type { Declared } from "./declared.js";
import type { Deployed, Side } from "./peer.js";

export interface PulumiOptions {
    /** Folder of the program. */
    readonly program: string;
    readonly engine: "auto" | "pulumi" | "local";
    readonly url: string;
    readonly token: string;
    /** Saves the state only once, at the end. */
    readonly speed?: true | undefined;
}

/** A program of this package. It reads its declarations from a file, because thousands of objects are too many for the configuration. */
export class PulumiSide implements Side {
    private constructor(
        private readonly stack: Stack,
        private readonly folder: string,
        private readonly backend: string,
    ) {}

    static async open({ program, engine, url, token, speed }: PulumiOptions): Promise<PulumiSide> {
        const folder = mkdtempSync(join(tmpdir(), "bench-"));
        const config = {
            "access-governance:url": url,
            "access-governance:token": { secret: token },
            "access-governance:writesPerSecond": "1000",
            "access-governance:readsPerSecond": "1000",
            "bench:declared": join(folder, DECLARED),
        };
        const backend = join(folder, "state");
        const stack = await openStack({ program, engine, config, backend, ...(speed && { env: UNSAVED }) });
        return new PulumiSide(stack, folder, backend);
    }

    get engine(): string {
        return this.stack.engine;
    }

    async up(declared: Declared): Promise<Deployed> {
        writeFileSync(join(this.folder, DECLARED), JSON.stringify(declared));
        return deployed(await this.stack.up());
    }

    async preview(): Promise<Deployed & { readonly hasChanges: boolean }> {
        const run = await this.stack.preview();
        return { ...deployed(run), hasChanges: run.steps.some(({ op }) => !UNCHANGED.has(op)) };
    }

    /** Counts the files that the engine renames to that of the state: it writes a temporary file each time. */
    async stateWrites(work: () => Promise<unknown>): Promise<number> {
        let writes = 0;
        const stacks = join(this.backend, ".pulumi/stacks");
        const [project = ""] = readdirSync(stacks);
        const watcher = watch(join(stacks, project), (event, file) => {
            if (event === "rename" && file === "dev.json") writes += 1;
        });
        try {
            await work();
            // The last events arrive in a later turn of the event loop.
            await sleep(100);
            return writes;
        } finally {
            watcher.close();
        }
    }

    async close(): Promise<void> {
        await this.stack.close();
        rmSync(this.folder, { recursive: true });
    }
}

/** Experimental settings of the Pulumi CLI that skip checkpoints: a killed run loses the objects that it created. */
const UNSAVED = { PULUMI_EXPERIMENTAL: "true", PULUMI_SKIP_CHECKPOINTS: "true" };

const DECLARED = "declared.json";

/** Steps of a run without changes. With the plugin, the engine reads each object before it compares it. */
const UNCHANGED: ReadonlySet<string> = new Set(["same", "read", "refresh"]);

function deployed({ exitCode, output }: Run): Deployed {
    return { exitCode, output };
}
