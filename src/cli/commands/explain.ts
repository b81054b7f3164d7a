import type { Command } from "commander";
import { UsageError } from "../../common/errors.js";
import { wrapped } from "../../common/printable.js";
import { hint } from "../../common/spelling.js";
import { type ErrorEntry, entries } from "../explanations.js";

/** `access-governance explain`: explains an error or an exit code with the text of docs/errors.md. */
export function addExplain(program: Command): void {
    program
        .command("explain")
        .summary("explain an error or an exit code")
        .description(
            "Prints the meaning of an error or exit code, its usual causes, and what to do. Without a name, lists all errors and exit codes.",
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
    console.log(explanationOf(name, Math.min(process.stdout.columns ?? WIDEST, WIDEST)));
}

/** Returns the explanation of an error or an exit code. @throws UsageError for an unknown name */
export function explanationOf(name: string, width = WIDEST): string {
    const all = entries();
    const found = all.filter((entry) => isOf(entry, name));
    if (found.length === 0) {
        const names = all.map(({ title }) => title);
        const next = hint(name, names) || ". Run `access-governance explain` to list all.";
        throw new UsageError(`Unknown error or exit code ${JSON.stringify(name)}${next}`);
    }
    return found.map(({ title, text }) => `${title}\n\n${plainText(text, width)}`).join("\n\n");
}

/** Maximum width of the text, in columns. */
const WIDEST = 100;

/** Removes the Markdown of links and emphasis, and wraps lines at `width` columns. Code keeps its backticks. */
function plainText(markdown: string, width: number): string {
    const blocks = markdown
        .replace(/\[([^\]]+)\]\([^)]*\)/g, "$1")
        .replaceAll("**", "")
        .split(/\n(?=- |\n)/);
    return blocks
        .map((block) => {
            const text = block.trim().replace(/\s+/g, " ");
            return wrapped(text, width, text.startsWith("- ") ? 2 : 0);
        })
        .join("\n");
}

function isOf({ title, exitCode }: ErrorEntry, name: string): boolean {
    return title.toLowerCase() === name.toLowerCase() || (exitCode !== undefined && String(exitCode) === name);
}
