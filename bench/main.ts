/** `npm run bench -- [calls|service] [options]`: what a program costs in calls, and how fast the local service answers. */
import { Command, Option } from "commander";
import { wholeNumber } from "../src/cli/whole-number.js";
import { type CallsOptions, countCalls } from "./calls.js";
import { type LoadOptions, loadService } from "./service.js";

const program = new Command("bench")
    .description("Measures the package on this machine.")
    .exitOverride(({ exitCode }) => process.exit(exitCode && 2));

program
    .command("calls", { isDefault: true })
    .description("count the calls of a large program, and time it")
    .option("--owners <count>", "so many owners", wholeNumber(0), 100)
    .option("--groups <count>", "so many groups, each with visibility, channels and schedules", wholeNumber(0), 100)
    .option("--latency <ms>", "so long takes each call", wholeNumber(0), 20)
    .addOption(
        new Option("--engine <name>", "what runs the program").choices(["auto", "pulumi", "local"]).default("auto"),
    )
    .action((options: CallsOptions) => countCalls(options));

program
    .command("service")
    .description("measure how many calls a second the built service answers (after `npm run build`)")
    .option("--seed <name>", "the organization", "large")
    .option("--seconds <count>", "so long for each kind of call", wholeNumber(1), 5)
    .option("--concurrency <count>", "so many connections", wholeNumber(1), 16)
    .action((options: LoadOptions) => loadService(options));

program.parseAsync().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
});
