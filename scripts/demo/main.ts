/**
 * `npm run demo [-- --engine pulumi|local] [-- --steps FILE]`
 *
 * The package at work, on one machine: a program goes up against the local service, its organization is edited behind the program's
 * back, a preview names what drifted, up repairs it. Every number of the last line is counted; any step that differs from what it
 * should show ends the demo with exit code 1.
 */
import { parseArgs } from "node:util";
import { DemoError, type DemoOptions, show } from "./demo.js";

const { values: flags } = parseArgs({
    options: {
        /** Which engine runs the program; the Pulumi CLI where a recent one is on PATH, when left out. */
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
