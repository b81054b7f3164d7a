import { parseArgs } from "node:util";
import type { DemoOptions } from "./demo.js";
import { DemoError } from "./demo-error.js";

/** Runs `npm run demo` with these options, and returns the exit code. */
export async function demo(args: string[]): Promise<number> {
    try {
        const { values } = parseArgs({
            args,
            options: {
                /** Which engine runs the program; the Pulumi CLI where a recent one is on PATH, when left out. */
                engine: { type: "string", default: "auto" },
                /** File to write the steps of every run to, as JSON. */
                steps: { type: "string" },
            },
        });
        const engine = engineOf(values.engine);
        // A wrong option is said before the service is loaded.
        const { show } = await import("./demo.js");
        await show({ engine, steps: values.steps });
        return 0;
    } catch (error) {
        console.error(error instanceof DemoError ? `\ndemo: ${error.message}` : error);
        return 1;
    }
}

function engineOf(text: string): DemoOptions["engine"] {
    if (text === "auto" || text === "pulumi" || text === "local") return text;
    throw new DemoError(`--engine ${text}: it must be auto, pulumi or local`);
}
