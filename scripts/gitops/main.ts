/**
 * `npm run gitops [-- --engine pulumi|local|both] [-- --verbose]`
 *
 * Plays the life of a pull request, from its branch to later drift, with a git repository in a temporary folder, the pipelines of
 * examples/pipelines and a local service. Prints a line for each step. Checks each step against the service, and ends with exit code 1 at the
 * first unexpected result.
 */
import { parseArgs } from "node:util";
import { findPulumi } from "../../src/local/engine/pulumi.js";
import { StoryError, tell } from "./story.js";

type Engine = "pulumi" | "local";

const { values: flags } = parseArgs({
    options: {
        /** Engine of the pipelines. Default: both if the Pulumi CLI is on PATH, otherwise the local one. */
        engine: { type: "string" },
        /** Prints the log of each job. */
        verbose: { type: "boolean", default: false },
    },
});

async function main(): Promise<void> {
    for (const engine of enginesOf(flags.engine)) {
        console.log(`\ngitops on ${engine === "pulumi" ? `pulumi ${findPulumi(true)}` : "the local engine"}`);
        await tell(engine, flags.verbose ? console.log : () => {});
    }
}

main().catch((error: unknown) => {
    console.error(error instanceof StoryError ? `\ngitops: ${error.message}` : error);
    process.exitCode = 1;
});

function enginesOf(text: string | undefined): Engine[] {
    if (text === undefined) return findPulumi(false) ? ["local", "pulumi"] : ["local"];
    if (text === "both") return ["local", "pulumi"];
    if (text === "local" || text === "pulumi") return [text];
    throw new StoryError(`--engine ${text}: it must be pulumi, local or both`);
}
