#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { printable } from "../schema/printable.js";
import { addCall } from "./call.js";
import { EXIT_CODES, exitCodeOf } from "./exit-codes.js";
import { addRecover } from "./recover.js";
import { addReport } from "./report.js";
import { addServe } from "./serve.js";

const manifest = JSON.parse(readFileSync(join(__dirname, "../../package.json"), "utf8")) as { version: string };
const program = new Command("access-governance")
    .description("Access governance as code: tools beside the Pulumi package.")
    .version(manifest.version)
    .showHelpAfterError("Run it with --help to see what it takes.")
    // Commander's own code for bad usage is 1, which here means that a command failed.
    .exitOverride((end) => process.exit(exitCodeOf(end)));

addServe(program);
addCall(program);
addReport(program);
addRecover(program);

async function main(): Promise<void> {
    // The library is made of ES modules only.
    const { default: completion } = await import("@bomb.sh/tab/commander");
    completion(program);
    await program.parseAsync();
}

for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
        // Whoever reads has read enough, as `head` does.
        if (error.code === "EPIPE") process.exit();
        tell(error);
        process.exit(EXIT_CODES.failed);
    });
}

main().catch((error: unknown) => {
    tell(error);
    process.exitCode = exitCodeOf(error);
});

function tell(error: unknown): void {
    console.error(`error: ${printable(error instanceof Error ? error.message : String(error))}`);
}
