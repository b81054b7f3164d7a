import { createInterface } from "node:readline/promises";
import { printable, wrapped } from "../../common/printable.js";

/** Prints a progress line on standard error. Results go to standard output. */
export function tellProgress(line: string): void {
    process.stderr.write(`${printable(line)}\n`);
}

/** Prints the result of a command in the format of its option `--format`. An object is printed as JSON. */
export function printResult<Format extends string>(
    format: Format,
    forms: Readonly<Record<Format, () => string | object>>,
): void {
    const form = forms[format]();
    process.stdout.write(typeof form === "string" ? form : `${JSON.stringify(form, undefined, 4)}\n`);
}

/** Whether the terminal is interactive. */
export function isWatched(): boolean {
    return process.stdin.isTTY === true && process.stderr.isTTY === true;
}

/** Asks a question and waits for yes or no. Returns false if `signal` aborts. */
export async function isAgreed(question: string, signal?: AbortSignal): Promise<boolean> {
    const lines = createInterface({ input: process.stdin, output: process.stderr });
    // The interface receives Ctrl-C instead of the process.
    lines.once("SIGINT", () => process.emit("SIGINT"));
    try {
        const answer = await lines.question(printable(question), signal ? { signal } : {});
        return /^y(es)?$/i.test(answer.trim());
    } catch (error) {
        if (signal?.aborted) return false;
        throw error;
    } finally {
        lines.close();
    }
}

/** Wraps the paragraphs of a help text to the width. Indented lines stay unchanged. */
export function reflowed(help: string, width: number): string {
    return help.replace(/^\S.*(\n\S.*)*$/gm, (paragraph) => wrapped(paragraph.replaceAll("\n", " "), width));
}
