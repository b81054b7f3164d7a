/** `npm run bench -- [preview|up|scale|service|access|impact|peer|chart] [options]`: measures programs and the local service. */
import { Command, InvalidArgumentError, Option } from "commander";
import { wholeNumber } from "../src/cli/options/option-values.js";
import { type AccessOptions, measureAccess, measureEscalation } from "./access.js";
import { writeChart } from "./chart.js";
import type { ComparisonOptions } from "./comparison.js";
import { addTable, figuresOf, type Table } from "./figures.js";
import { type ImpactOptions, measureImpact } from "./impact.js";
import { comparePeer, type PeerOptions } from "./peer.js";
import { measureDrift } from "./peer-drift.js";
import { type Measured, measurePreview } from "./preview.js";
import { costsOfOne, measureScale, type ScaleOptions } from "./scale.js";
import { type LoadOptions, loadService } from "./service.js";
import { textOf } from "./text-table.js";
import { measureUp } from "./up.js";

const ABOUT_FIGURES = `
Each row is compared with as many resources of a provider that does nothing, in the same run. The difference is the cost of this package. A
figure is the median of all runs, with the minimum and maximum in parentheses.

Calls are exact. Processor time and memory are the sums over all processes of a run: the CLI, its language host, the program and the provider.
For the local engine, they include the processes that it starts, but not the engine itself. It keeps these processes for the next run, so their
memory grows from row to row. The figures are read from /proc every 20 ms, in steps of 10 ms. The time of a process that has ended is exact if
its parent awaited it, otherwise up to 20 ms are missing. On systems other than Linux, both are "–". Memory that processes share is counted for
each of them. Wall time includes all other load on this machine.`;

const program = new Command("bench")
    .description("Measures the package on this machine. Needs `npm run build`.")
    .exitOverride(({ exitCode }) => process.exit(exitCode && 2));

const sized = (name: string, description: string) =>
    measuring(name, description)
        .option("--owners <count>", "number of owners", wholeNumber(0), 100)
        .option(
            "--groups <count>",
            "number of groups, each with visibility, channels and schedules",
            wholeNumber(0),
            100,
        );

sized("preview", "measure previews without changes")
    .addHelpText("after", ABOUT_FIGURES)
    .action(async (options: Options) => {
        say("preview", options, await measurePreview({ ...options, onProgress }), 0);
    });

sized("up", "measure creating, changing and deleting; each run starts with an empty stack")
    .addHelpText("after", `\nFor groups alone: --owners 0 --groups 500\n${ABOUT_FIGURES}`)
    .action(async (options: Options) => {
        say("up", options, await measureUp({ ...options, onProgress }), options.groups);
    });

const LARGE_SIZES = `
With --runs 1 on two cores, 5,000 objects take 5 minutes and 3 GB of memory, and 20,000 take 35 minutes and 8 GB, mostly to create them. For 20,000,
set NODE_OPTIONS=--max-old-space-size=12000: the program alone needs 4.4 GB, about the default limit of a Node process.
`;

measuring("scale", "measure previews of different sizes, and the cost of one object")
    .option(
        "--objects <counts>",
        "numbers of objects, half of them groups; the others are compared with the smallest",
        counts,
        [1, 200, 1000],
    )
    .addHelpText("after", LARGE_SIZES + ABOUT_FIGURES)
    .action(async (options: ScaleOptions & Options) => {
        const { rows } = say("scale", options, await measureScale({ ...options, onProgress }), 0);
        console.log(`\n${costsOfOne(rows)}`);
    });

program
    .command("service")
    .description("measure how many calls per second the built service answers")
    .option("--seed <name>", "organization to start with", "large")
    .option("--seconds <count>", "duration for each kind of call in seconds", wholeNumber(1), 5)
    .option("--concurrency <count>", "number of connections", wholeNumber(1), 16)
    .action((options: LoadOptions) => loadService(options));

program
    .command("access")
    .description("measure the model of effective access in memory, before and after edits")
    .option("--people <counts>", "numbers of people", counts, [1_000, 10_000, 100_000])
    .option("--edits <count>", "number of edits at once", wholeNumber(1), 200)
    .option("--escalation", "measure chains of steps instead")
    .action(({ escalation, ...options }: AccessOptions & { escalation?: true }) => {
        return escalation ? measureEscalation(options.people) : measureAccess(options);
    });

program
    .command("impact")
    .description("count the calls that the impact of one new member of a group needs")
    .option("--seed <name>", "organization to start with", "large")
    .option("--groups <count>", "number of groups to try, one after the other", wholeNumber(1), 10)
    .option("--whole", "read everything that the new member can then see")
    .action((options: ImpactOptions) => measureImpact(options));

program
    .command("peer")
    .description("compare with the vendor's Terraform provider, with the same objects and service")
    .option("--owners <count>", "number of owners", wholeNumber(1), 100)
    .option("--groups <count>", "number of groups, with visibility, channels and schedules", wholeNumber(1), 100)
    .option("--latency <ms>", "duration of each call in milliseconds", wholeNumber(0), 20)
    .option("--runs <count>", "number of measured previews", wholeNumber(1), 3)
    .option("--speed", "measure only previews and creates that save the state once, for thousands of objects")
    .option("--cli <program>", "terraform or tofu, or its path", "terraform")
    .option("--provider <folder>", "folder of the provider's executable (default: download from the registry)")
    .option("--drift", "edit every property outside instead, and show which side notices and repairs it")
    .option("--kinds <names>", "with --drift: kinds to edit, comma-separated (default: all that both sides have)")
    .addOption(new Option("--write", "with --drift: write the table to docs/comparison.md").conflicts("kinds"))
    .addOption(engineOption())
    .addHelpText(
        "after",
        `
Calls include those of lookups. "Shown" means that a preview announces a change. For the create that fails halfway, the service refuses the visibility after it
has created the group. The same run is then repeated without faults.`,
    )
    .action(async ({ drift, kinds, ...options }: Omit<PeerOptions, "onProgress"> & PeerDriftOptions) => {
        if (!drift) return comparePeer({ ...options, onProgress });
        return measureDrift({ ...options, ...(kinds && { kinds: kinds.split(",") }), onProgress });
    });

program
    .command("chart")
    .description("draw docs/performance.svg from figures that --json wrote")
    .argument("[figures]", "file that --json wrote", "bench/figures.json")
    .argument("[picture]", "file to write", "docs/performance.svg")
    .action(writeChart);

program.parseAsync().catch((error: unknown) => {
    onProgress("");
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
});

interface PeerDriftOptions {
    readonly drift?: true;
    readonly kinds?: string;
    readonly write?: true;
}

interface Options extends ComparisonOptions {
    readonly json?: string;
}

function measuring(name: string, description: string): Command {
    return program
        .command(name, { isDefault: name === "preview" })
        .description(description)
        .option("--runs <count>", "number of measurements for each row", wholeNumber(1), 5)
        .option("--latency <ms>", "duration of each call in milliseconds", wholeNumber(0), 20)
        .option("--json <file>", "also write the figures to this file; keeps those of other commands")
        .addOption(engineOption());
}

function engineOption(): Option {
    return new Option("--engine <name>", "engine that runs the program")
        .choices(["auto", "pulumi", "local"])
        .default("auto");
}

/** Prints the figures, and writes them to a file if `json` is given. */
function say(command: string, options: Options, { engine, rows }: Measured, groups: number): Table {
    const { runs, latency, json } = options;
    const table = { engine, runs, latency, groups, rows: rows.map(figuresOf) };
    onProgress("");
    const sizes = [...new Set(rows.map(({ objects }) => objects))].join(", ");
    console.log(`${command}: ${sizes} objects, ${latency} ms a call, ${engine}, median of ${runs} (least–most)`);
    console.log(textOf(table));
    if (json) addTable(json, command, table);
    return table;
}

/** Prints progress: on a terminal as one changing line, elsewhere as separate lines. */
function onProgress(words: string): void {
    if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${words}`);
    else if (words) console.error(words);
}

function counts(text: string): number[] {
    const least = wholeNumber(1);
    const all = text.split(",").map((count) => least(count.trim()));
    if (new Set(all).size === all.length) return all.sort((a, b) => a - b);
    throw new InvalidArgumentError("Each number must occur only once.");
}
