/**
 * `npm run demo [-- --engine pulumi|local] [-- --steps FILE]`
 *
 * Demonstrates the package on one machine: deploys a program to the local service, changes objects outside the program, previews the drift and
 * repairs it with another deployment. Every number of the last line is counted. Ends with exit code 1 at the first step with an unexpected
 * result.
 */
import { parseArgs } from "node:util";
import { DemoError, type DemoOptions, show } from "./demo.js";

const { values: flags } = parseArgs({
    options: {
        /** Engine that runs the program. Default: the Pulumi CLI if a recent one is on PATH, otherwise the local engine. */
        engine: { type: "string", default: "auto" },
        /** File to write the steps of every run to, as JSON. */
        steps: { type: "string" },
    },
});

async function main(): Promise<void> {
    await show({ engine: engineOf(flags.engine), steps: flags.steps });
}

main().catch((error: unknown) => {
    console.error(error instanceof DemoError ? `\ndemo: ${error.message}` : error);
    process.exitCode = 1;
});

function engineOf(text: string): DemoOptions["engine"] {
    if (text === "auto" || text === "pulumi" || text === "local") return text;
    throw new DemoError(`--engine ${text}: it must be auto, pulumi or local`);
}
