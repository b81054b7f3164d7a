#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { addServe } from "./serve.js";

const USAGE_ERROR = 2;

const manifest = JSON.parse(readFileSync(join(__dirname, "../../package.json"), "utf8")) as { version: string };
const program = new Command("access-governance")
    .description("Access governance as code: tools beside the Pulumi package.")
    .version(manifest.version)
    .showHelpAfterError("Run it with --help to see what it takes.")
    // Commander's own code for bad usage is 1, which here means that a command failed.
    .exitOverride((end) => process.exit(end.exitCode === 0 ? 0 : USAGE_ERROR));

addServe(program);

program.parseAsync().catch((error: unknown) => {
    console.error(`error: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
});
