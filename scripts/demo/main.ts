/**
 * `npm run demo [-- --engine pulumi|local] [-- --steps FILE]`
 *
 * The package at work, on one machine: a program goes up against the local service, its organization is edited behind the program's
 * back, a preview names what drifted, up repairs it. Every number of the last line is counted; any step that differs from what it
 * should show ends the demo with exit code 1.
 */
import { createRequire } from "node:module";
import { parseArgs } from "node:util";
import type { DemoOptions } from "./demo.js";
import { DemoError } from "./demo-error.js";

const { values: flags } = parseArgs({
    options: {
        /** Which engine runs the program; the Pulumi CLI where a recent one is on PATH, when left out. */
        engine: { type: "string", default: "auto" },
        /** File to write the steps of every run to, as JSON. */
        steps: { type: "string" },
    },
});

async function main(): Promise<void> {
    const engine = engineOf(flags.engine);
    // What the service loads takes longer than to say that an option is wrong.
    const { show } = createRequire(__filename)("./demo.js") as typeof import("./demo.js");
    await show({ engine, steps: flags.steps });
}

main().catch((error: unknown) => {
    console.error(error instanceof DemoError ? `\ndemo: ${error.message}` : error);
    process.exitCode = 1;
});

function engineOf(text: string): DemoOptions["engine"] {
    if (text === "auto" || text === "pulumi" || text === "local") return text;
    throw new DemoError(`--engine ${text}: it must be auto, pulumi or local`);
}
