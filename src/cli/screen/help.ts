import { wrapped } from "../../provider/schema/wrapped.js";

/** Wraps the paragraphs of a help text to the width. Indented lines stay unchanged. */
export function reflowed(help: string, width: number): string {
    return help.replace(/^\S.*(\n\S.*)*$/gm, (paragraph) => wrapped(paragraph.replaceAll("\n", " "), width));
}
