/**
 * `npm run prove bad-input -- [options]`
 *
 * Passes generated arguments to check and, if it accepts them, to create, with the local service in this process.
 */
import { Command } from "commander";
import { wholeNumber } from "../../../src/cli/options/option-values.js";
import { subjects } from "../conformance/subject.js";
import type { ArgumentSet } from "./arguments.js";
import { isFine, lineOf, newTally, run, shareOf, shortest } from "./runs.js";

interface Options {
    readonly runs: number;
    readonly seed: number;
    readonly kinds?: string[];
    readonly shrink: boolean;
}

const command = new Command("bad-input")
    .description(
        "Gives argument sets that are wrong here and there to every kind: each is refused with path and reason before any call, or accepted by the service.\n" +
            "A 4xx of the service for what check accepted is counted by reason; a raw error, a stack, a 5xx, a refusal without a path, a secret that is shown,\n" +
            "and a program that is not clean after its `up` count as crashed.",
    )
    .option("--runs <number>", "argument sets over all kinds", wholeNumber(1), 10_000)
    .option("--seed <number>", "other sets for another number", wholeNumber(0), 1)
    .option("--kinds <names>", "only these kinds, such as Group,Owner", (text) =>
        text.split(",").map((name) => name.trim()),
    )
    .option("--shrink", "look for the shortest argument set of each reason", false)
    .addHelpText(
        "after",
        "\nExit code: 0 if nothing crashed, and the service refused only what it alone can know; 1 otherwise; 2 for a wrong option.",
    )
    .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2));

async function main(): Promise<void> {
    const { runs, seed, kinds, shrink } = command.parse().opts<Options>();
    const names = subjects.map(({ kind }) => kind.name);
    const unknown = (kinds ?? []).filter((name) => !names.includes(name));
    if (unknown.length > 0) {
        console.error(`There is no kind ${unknown.join(", ")}. The kinds are ${names.join(", ")}.`);
        process.exitCode = 2;
        return;
    }
    const wanted = subjects.filter(({ kind }) => kinds?.includes(kind.name) ?? true);
    const tally = newTally();
    for (const [index, subject] of wanted.entries()) {
        if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${index + 1}/${wanted.length} ${subject.kind.name}`);
        await run(subject, shareOf(runs, index, wanted.length), seed, tally);
    }
    if (process.stderr.isTTY) process.stderr.write("\r\u001b[K");
    const exampleOf = async (is: "crashed" | "refused by the service", reason: string, seen: ArgumentSet) => {
        if (!shrink) return textOf(seen);
        const index = wanted.findIndex(({ kind }) => kind.name === seen.kind);
        const subject = wanted[index];
        const found = subject && (await shortest(subject, shareOf(runs, index, wanted.length), seed, { is, reason }));
        return textOf(found ?? seen);
    };
    for (const [reason, { count, example, isItsOwnKnowledge }] of sorted(tally.refusedByService)) {
        console.log(`refused by the service ${count}: ${reason}${isItsOwnKnowledge ? " (its own knowledge)" : ""}`);
        if (!isItsOwnKnowledge) console.log(`    ${await exampleOf("refused by the service", reason, example)}`);
    }
    for (const [reason, { count, example }] of sorted(tally.crashed)) {
        console.log(`crashed ${count}: ${reason}\n    ${await exampleOf("crashed", reason, example)}`);
    }
    for (const [reason, { count, example }] of sorted(tally.badlySaid)) {
        console.log(`badly said ${count}: ${reason}\n    ${textOf(example)}`);
    }
    console.log(lineOf(tally));
    if (!isFine(tally)) process.exitCode = 1;
}

main().catch((error: unknown) => {
    console.error(error);
    process.exitCode = 1;
});

function sorted<Value extends { readonly count: number }>(counted: ReadonlyMap<string, Value>): [string, Value][] {
    return [...counted].sort(([, a], [, b]) => b.count - a.count);
}

function textOf({ kind, given, secrets }: ArgumentSet): string {
    // JSON would omit or change these values.
    const odd = (_: string, value: unknown): unknown =>
        typeof value === "number" && (!Number.isFinite(value) || Object.is(value, -0))
            ? `<${Object.is(value, -0) ? "-0" : value}>`
            : value;
    let text: string;
    try {
        text = JSON.stringify(given, odd);
    } catch {
        text = "<too deep for JSON>";
    }
    const shown = text.length > 700 ? `${text.slice(0, 350)} … ${text.slice(-300)}` : text;
    return `${kind} ${shown}${secrets.length > 0 ? `, secret: ${secrets.join(", ")}` : ""}`;
}
