import type { Command } from "commander";
import { UsageError } from "../../common/errors.js";
import { hint } from "../../common/spelling.js";
import { type Entry, entries } from "../explanations.js";

/** `access-governance explain`: what an error or an exit code means, from docs/errors.md. */
export function addExplain(program: Command): void {
    program
        .command("explain")
        .summary("explain an error or an exit code")
        .description(
            "Prints what an error or an exit code means, its usual causes, and what to do. Without a name, it lists all of them.",
        )
        .argument("[name]", "name of an error, such as NotFoundError, or an exit code")
        .addHelpText("after", EXAMPLES)
        .action(run);
}

const EXAMPLES = `
Examples:
  $ access-governance explain NotFoundError
  $ access-governance explain 17`;

function run(name?: string): void {
    const all = entries();
    if (name === undefined) {
        for (const { title, text } of all) console.log(`${title}: ${text.split("\n")[0]}`);
        return;
    }
    const found = all.filter((entry) => isOf(entry, name));
    if (found.length === 0) {
        const names = all.map(({ title }) => title);
        throw new UsageError(`Unknown error or exit code ${JSON.stringify(name)}${hint(name, names)}`, names);
    }
    console.log(found.map(({ title, text }) => `${title}\n\n${text}`).join("\n\n"));
}

function isOf({ title, exitCode }: Entry, name: string): boolean {
    return title.toLowerCase() === name.toLowerCase() || (exitCode !== undefined && String(exitCode) === name);
}
