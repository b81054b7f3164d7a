#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { addCall } from "./call.js";
import { exitCodeOf } from "./exit-codes.js";
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

async function main(): Promise<void> {
    // The library is made of ES modules only.
    const { default: completion } = await import("@bomb.sh/tab/commander");
    completion(program);
    await program.parseAsync(process.argv.map(spelled));
}

main().catch((error: unknown) => {
    console.error(`error: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = exitCodeOf(error);
});

/** Names of the interface have underscores, options of a shell hyphens: both are understood. */
function spelled(argument: string): string {
    return argument.replace(/^--[a-z_]+(?==|$)/, (name) => name.replaceAll("_", "-"));
}
