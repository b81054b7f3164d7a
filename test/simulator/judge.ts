import { readFileSync } from "node:fs";
import { Command, InvalidArgumentError } from "commander";
import { judge, type Mutant, mutated, type Verdict } from "./mutants.js";

interface Options {
    readonly list: string;
    readonly seconds: number;
    readonly jobs: number;
    readonly ignore: readonly string[];
}

const program = new Command("simulate:mutants")
    .description(
        "Plants faults in copies of the kernel, one at a time, and prints which of them the simulator notices.",
    )
    .option("--list <file>", "a JSON list of faults: name, file, find, replace", "test/simulator/mutants/kernel.json")
    .option("--seconds <number>", "for how long each is played at most", whole, 20)
    .option("--jobs <number>", "how many at once", whole, 2)
    .option("--ignore <text...>", "violations that the kernel shows without any fault", [])
    .addHelpText(
        "after",
        "\nThe kernel as it is is played first: what it shows without any fault would count for each.\nExit code: 0 when all were noticed, 1 when one was not, 2 for a list that does not fit the kernel, or a kernel that fails without a fault.",
    )
    .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))
    .action(main);

async function main({ list, seconds, jobs, ignore }: Options): Promise<void> {
    // A list that is written by hand, and fails at its first fault if it is none.
    const mutants = JSON.parse(readFileSync(list, "utf8")) as Mutant[];
    try {
        for (const mutant of mutants) mutated(mutant);
    } catch (error) {
        process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
        process.exit(2);
    }
    const verdicts: Verdict[] = [];
    const left = [...mutants];
    const start = Date.now();
    const options = ignore.length > 0 ? ["--ignore", ...ignore] : [];
    const control = await judge(undefined, 2 * seconds, options);
    if (control.caught) {
        process.stderr.write(`The kernel fails without any fault: ${control.by}\n`);
        process.exit(2);
    }
    const worker = async () => {
        for (let mutant = left.shift(); mutant; mutant = left.shift()) {
            const verdict = await judge(mutant, seconds, options);
            verdicts.push(verdict);
            const { caught, by } = verdict;
            process.stdout.write(
                `${caught ? "caught" : "MISSED"} ${mutant.name} (${verdict.seconds.toFixed(1)} s) ${by}\n`,
            );
        }
    };
    await Promise.all(Array.from({ length: jobs }, worker));
    const caught = verdicts.filter((verdict) => verdict.caught).length;
    process.stdout.write(`${caught} of ${mutants.length} caught, ${Math.round((Date.now() - start) / 1000)} s\n`);
    process.exitCode = caught === mutants.length ? 0 : 1;
}

function whole(text: string): number {
    const number = Number(text);
    if (!Number.isInteger(number) || number < 1)
        throw new InvalidArgumentError("It must be a whole number, at least 1.");
    return number;
}

program.parseAsync();
