import { type ChildProcess, fork } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { wholeNumber } from "../../../src/cli/options/option-values.js";
import { judge, type Mutant, mutated, type Trial, type Verdict } from "./mutants.js";

interface Options {
    readonly list: string;
    readonly seconds: number;
    readonly steps: number;
    readonly jobs: number;
    readonly cases: string | false;
    readonly only?: string;
    readonly find?: string;
}

/** Task for a process. Without a mutant, it tests the unchanged kernel. */
interface Task {
    readonly mutant?: Mutant;
    readonly trial: Trial;
}

/** Seconds after its time limit when a process without a result is considered hung. */
const GRACE = 120;

const program = new Command("simulate:mutants")
    .description("Plants faults in the kernel, one at a time, and prints which of them the simulator notices.")
    .option(
        "--list <file>",
        "a JSON list of faults: name, file, find, replace",
        "test/proofs/simulator/mutants/kernel.json",
    )
    .option("--seconds <number>", "for how long each is played at most", wholeNumber(1), 25)
    .option("--steps <number>", "steps of each seed", wholeNumber(1), 100)
    .option("--jobs <number>", "how many at once", wholeNumber(1), 2)
    .option(
        "--cases <folder>",
        "sequences that are played before the seeds",
        join("test", "proofs", "simulator", "cases"),
    )
    .option("--no-cases", "play seeds only")
    .option("--only <text>", "only the faults whose name has this in it")
    .option("--find <folder>", "write down the shortest sequence of each fault that a seed shows, by the fault's name")
    .addHelpText(
        "after",
        "\nThe kernel as it is is played first: what it shows without any fault would count for each.\nExit code: 0 when all were noticed, 1 when one was not, 2 for a list that does not fit the kernel, or a kernel that fails without a fault.",
    )
    .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))
    .action(main);

async function main({ list, seconds, steps, jobs, cases, only, find }: Options): Promise<void> {
    // Written by hand and not validated: an invalid entry fails when it is used.
    const all = JSON.parse(readFileSync(list, "utf8")) as Mutant[];
    const mutants = all.filter(({ name }) => only === undefined || name.includes(only));
    try {
        for (const mutant of mutants) mutated(mutant);
    } catch (error) {
        process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
        process.exit(2);
    }
    const start = Date.now();
    const trial: Trial = { seconds, steps, cases: cases === false ? undefined : cases, shrink: find !== undefined };
    const tasks: Task[] = [{ trial }, ...mutants.map((mutant) => ({ mutant, trial }))];
    let caught = 0;
    const worker = async () => {
        let child = started();
        for (let task = tasks.shift(); task; task = tasks.shift()) {
            const verdict = await asked(child, task);
            if (child.killed || !child.connected) child = started();
            if (task.mutant === undefined && verdict.caught) {
                process.stderr.write(`The kernel fails without any fault: ${verdict.by}\n`);
                process.exit(2);
            }
            if (task.mutant === undefined) continue;
            if (verdict.caught) caught += 1;
            const word = verdict.caught ? "caught" : "MISSED";
            process.stdout.write(`${word} ${verdict.mutant} (${verdict.seconds.toFixed(1)} s) ${verdict.by}\n`);
            if (find && verdict.shortest) written(find, verdict);
        }
        child.kill();
    };
    await Promise.all(Array.from({ length: jobs }, worker));
    const took = Math.round((Date.now() - start) / 1000);
    process.stdout.write(`${caught} of ${mutants.length} caught, ${took} s\n`);
    process.exitCode = caught === mutants.length ? 0 : 1;
}

function started(): ChildProcess {
    return fork(__filename, ["--judge"]);
}

/** Verdict of a process. A mutant that makes the process exit or hang counts as detected. */
function asked(child: ChildProcess, task: Task): Promise<Verdict> {
    return new Promise((resolve) => {
        const start = Date.now();
        const end = (by: string) => {
            child.kill("SIGKILL");
            const seconds = (Date.now() - start) / 1000;
            finish({ mutant: task.mutant?.name ?? "", caught: true, by, seconds });
        };
        const exit = (code: number | null) => end(`the process ended with ${code}`);
        const timer = setTimeout(() => end("the process hangs"), (task.trial.seconds + GRACE) * 1000);
        const finish = (verdict: Verdict) => {
            clearTimeout(timer);
            child.off("exit", exit);
            child.off("message", finish);
            resolve(verdict);
        };
        child.once("exit", exit);
        child.once("message", finish);
        child.send(task);
    });
}

function written(folder: string, { mutant, by, shortest }: Verdict): void {
    mkdirSync(folder, { recursive: true });
    const text = JSON.stringify({ violation: by, steps: shortest }, null, 2);
    writeFileSync(join(folder, `${mutant.replaceAll(/[^\w]+/g, "-")}.json`), `${text}\n`);
}

if (process.argv.includes("--judge")) {
    process.on("message", async ({ mutant, trial }: Task) => process.send?.(await judge(mutant, trial)));
} else program.parseAsync();
