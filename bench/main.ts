/** `npm run bench -- [calls|service] [options]`: what a program costs in calls, and how fast the local service answers. */
import { Command, InvalidArgumentError, Option } from "commander";
import { type CallsOptions, countCalls } from "./calls.js";
import { type LoadOptions, loadService } from "./service.js";

const program = new Command("bench")
    .description("Measures the package on this machine.")
    .exitOverride(({ exitCode }) => process.exit(exitCode && 2));

program
    .command("calls", { isDefault: true })
    .description("count the calls of a large program, and time it")
    .option("--owners <count>", "so many owners", whole, 100)
    .option("--groups <count>", "so many groups, each with visibility, channels and schedules", whole, 100)
    .option("--latency <ms>", "so long takes each call", whole, 20)
    .addOption(
        new Option("--engine <name>", "what runs the program").choices(["auto", "pulumi", "local"]).default("auto"),
    )
    .action((options: CallsOptions) => countCalls(options));

program
    .command("service")
    .description("measure how many calls a second the built service answers (after `npm run build`)")
    .option("--seed <name>", "the organization", "large")
    .option("--seconds <count>", "so long for each kind of call", whole, 5)
    .option("--concurrency <count>", "so many connections", whole, 16)
    .action((options: LoadOptions) => loadService(options));

program.parseAsync().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
});

function whole(text: string): number {
    if (!/^\d+$/.test(text)) throw new InvalidArgumentError("It must be a whole number.");
    return Number(text);
}
