import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { findPulumi } from "../../src/engine/pulumi.js";
import { StoryError } from "./story-error.js";

type Engine = "pulumi" | "local";

/** Runs `npm run gitops` with these options, and returns the exit code. */
export async function gitops(args: string[]): Promise<number> {
    try {
        const { values } = parseArgs({
            args,
            options: {
                /** Which engine the pipelines use; both where the Pulumi CLI is on PATH, the local one elsewhere, when left out. */
                engine: { type: "string" },
                /** Prints the log of each job. */
                verbose: { type: "boolean", default: false },
            },
        });
        for (const engine of enginesOf(values.engine)) await tell(engine, values.verbose);
        return 0;
    } catch (error) {
        console.error(error instanceof StoryError ? `\ngitops: ${error.message}` : error);
        return 1;
    }
}

async function tell(engine: Engine, verbose: boolean): Promise<void> {
    // A wrong option is said before the service is loaded.
    const { Story } = await import("./story.js");
    const started = performance.now();
    const folder = mkdtempSync(join(tmpdir(), "gitops-"));
    console.log(`\ngitops on ${engine === "pulumi" ? `pulumi ${findPulumi(true)}` : "the local engine"}`);
    const story = await Story.open(engine, folder, verbose ? console.log : () => {});
    try {
        for await (const line of story.tell()) console.log(`  ✓ ${line}`);
        const seconds = Math.round((performance.now() - started) / 1000);
        console.log(
            `gitops: ${story.steps} steps, ${story.jobs} jobs, ${story.drifts} drifts shown and repaired (${seconds} s)`,
        );
    } finally {
        await story.close();
        rmSync(folder, { recursive: true, force: true });
    }
}

function enginesOf(text: string | undefined): Engine[] {
    if (text === undefined) return findPulumi(false) ? ["local", "pulumi"] : ["local"];
    if (text === "both") return ["local", "pulumi"];
    if (text === "local" || text === "pulumi") return [text];
    throw new StoryError(`--engine ${text}: it must be pulumi, local or both`);
}
