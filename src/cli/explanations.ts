import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Entry of docs/errors.md for an error class, or for an exit code without a class. */
export interface ErrorEntry {
    /** Name of the class, or `Exit code 17`. */
    readonly title: string;
    /** Exit code of commands, if any. */
    readonly exitCode: number | undefined;
    /** The first paragraph is the meaning. */
    readonly text: string;
}

const page = join(__dirname, "../../docs/errors.md");

/** Returns all entries, in the order of the page. */
export function entries(): ErrorEntry[] {
    const [, ...sections] = readFileSync(page, "utf8").split(/^## /m);
    return sections.flatMap((section) => section.split(/^### /m).slice(1).map(parseErrorEntry));
}

/** Whether the page has an entry for an error class. The page is missing from some repackaged copies. */
export function isExplained(name: string): boolean {
    return existsSync(page) && entries().some(({ title }) => title === name);
}

function parseErrorEntry(part: string): ErrorEntry {
    const end = part.indexOf("\n");
    const title = part.slice(0, end);
    const text = part.slice(end).trim();
    const [, code] = /^Exit code:? (\d+)$/m.exec(part) ?? [];
    return { title, exitCode: code === undefined ? undefined : Number(code), text };
}
