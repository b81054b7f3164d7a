/**
 * `npm run prove faults -- [options]`
 *
 * Runs the fault matrix: for each kind, every fault in every request of its creation, updates, replacements and deletion, followed by `pulumi up`.
 */
import { Command } from "commander";
import { wholeNumber } from "../../../src/cli/options/option-values.js";
import { virtualTime } from "../../support/virtual-time.js";
import { subjects } from "../conformance/subject.js";
import { faults } from "./faults.js";
import { type Cell, countOf, damages, scenariosOf, storyOf, totalsOf } from "./matrix.js";

interface Options {
    readonly kinds?: string[];
    readonly faults?: string[];
    readonly stories: boolean;
    readonly operation?: string;
    readonly retries: number;
}

const command = new Command("faults")
    .description(
        "Strikes every call of every kind's create, updates, replacements and delete with every fault, runs `up` again (3 times at most), and looks at the service:\n" +
            "each object is there once and as declared, nothing else changed, and nothing is left after `destroy`.",
    )
    .option("--kinds <names>", "only these kinds, such as Group,Owner", listed)
    .option("--operation <text>", "only operations that begin so, such as delete")
    .option("--faults <texts>", "only faults whose names hold one of these texts, such as 404,reset", listed)
    .option("--retries <number>", "how often the client repeats a call", wholeNumber(0), 0)
    .option("--stories", "print what was seen in every scenario that did not end well", false)
    .addHelpText(
        "after",
        `
Faults: ${faults.map(({ name }) => name).join(", ")}.
Exit code: 0 if nothing was lost, doubled, widened or stuck, 1 otherwise, 2 for a wrong option.`,
    )
    .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2));

async function main(): Promise<void> {
    const options = command.parse().opts<Options>();
    const names = subjects.map(({ kind }) => kind.name);
    const unknown = (options.kinds ?? []).filter((name) => !names.includes(name));
    if (unknown.length > 0) {
        console.error(`There is no kind ${unknown.join(", ")}. The kinds are ${names.join(", ")}.`);
        process.exitCode = 2;
        return;
    }
    const wanted = subjects.filter(({ kind }) => options.kinds?.includes(kind.name) ?? true);
    const real = virtualTime();
    const all: Cell[] = [];
    try {
        console.log(rowOf("", ["scenarios", ...damages, "failed", "2 runs", "3 runs"]));
        for (const [index, subject] of wanted.entries()) {
            progress(`${index + 1}/${wanted.length} ${subject.kind.name}`);
            const cells = await scenariosOf(subject, {
                retries: options.retries,
                wants: (plan, _call, fault) =>
                    plan.operation.startsWith(options.operation ?? "") &&
                    (options.faults?.some((text) => fault.name.includes(text)) ?? true),
            });
            all.push(...cells);
            progress("");
            console.log(rowOf(subject.kind.name, figures(cells)));
            if (options.stories) {
                for (const cell of cells) if (cell.result.damage) console.log(`\n${storyOf(cell)}`);
            }
        }
    } finally {
        real();
    }
    console.log(`\n${totalsOf(all)}`);
    if (all.some(({ result }) => result.damage)) process.exitCode = 1;
}

main().catch((error: unknown) => {
    console.error(error);
    process.exitCode = 1;
});

/**
 * Totals of the damage, the number of faulty runs that failed, and how many runs were needed after them.
 */
function figures(cells: readonly Cell[]): string[] {
    const failed = cells.filter(({ result }) => result.failed).length;
    const [twice, thrice] = [2, 3].map((wanted) => cells.filter(({ result: { runs } }) => runs === wanted).length);
    return [cells.length, ...damages.map((damage) => countOf(cells, damage)), failed, twice, thrice].map(String);
}

function rowOf(name: string, values: readonly string[]): string {
    return `${name.padEnd(26)}${values.map((value) => value.padStart(10)).join("")}`;
}

/** Overwrites the progress line if the output is a terminal. */
function progress(text: string): void {
    if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`);
}

function listed(text: string): string[] {
    return text.split(",").map((part) => part.trim());
}
