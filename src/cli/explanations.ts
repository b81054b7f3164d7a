import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What docs/errors.md says of one class of errors, or of one exit code that has no class. */
export interface Entry {
    /** Name of the class, or `Exit code 17`. */
    readonly title: string;
    /** What commands exit with; undefined if no command does. */
    readonly exitCode: number | undefined;
    /** The first paragraph says what it means. */
    readonly text: string;
}

const page = join(__dirname, "../../docs/errors.md");

/** Every entry, in the order of the page. */
export function entries(): Entry[] {
    const [, ...sections] = readFileSync(page, "utf8").split(/^## /m);
    return sections.flatMap((section) => section.split(/^### /m).slice(1).map(entryOf));
}

/** Whether the page has an entry for a class of errors. Whoever packs the package anew may leave the page out. */
export function isExplained(name: string): boolean {
    return existsSync(page) && entries().some(({ title }) => title === name);
}

function entryOf(part: string): Entry {
    const end = part.indexOf("\n");
    const title = part.slice(0, end);
    const text = part.slice(end).trim();
    const [, code] = /^Exit code:? (\d+)$/m.exec(part) ?? [];
    return { title, exitCode: code === undefined ? undefined : Number(code), text };
}
