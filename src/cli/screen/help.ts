import { wrapped } from "../../schema/wrapped.js";

/** A help text whose sentences end where the terminal ends, and not where their lines end in a source file. What is indented stays as it is. */
export function reflowed(help: string, width: number): string {
    return help.replace(/^\S.*(\n\S.*)*$/gm, (paragraph) => wrapped(paragraph.replaceAll("\n", " "), width));
}
