import { written } from "./phrase.js";
import { type Entry, partsOf, type Report, summaryOf } from "./sections.js";

export interface MarkdownOptions {
    /** Address of the run that made the report. */
    readonly link?: string;
    /** Characters that it may have at most: comments and issues of GitHub take 65,536. */
    readonly maxLength: number;
}

/** So many errors, notes and lines of one object are shown. */
const MOST_LINES = 20;

/**
 * A report as a comment: one for a stack, which a marker in its first line lets a pipeline find again. Names come from people and from the
 * service, so every value stands in a code span, where it neither formats the page nor calls anybody.
 */
export function markdownOf(report: Report, { link, maxLength }: MarkdownOptions): string {
    const stack = report.stack ?? "unknown";
    const head = [
        `<!-- access-governance: ${stack.replace(/[^\w./ -]/g, "_")} -->`,
        `### Access changes in ${span(stack)}`,
        "",
        report.errors.length > 0 ? `**${summaryOf(report)}**` : summaryOf(report),
        ...listed(report.errors.map((error) => escaped(error))),
    ].join("\n");
    const foot = link ? `\n\n[The run that says so](${encodeURI(link)})` : "";
    const blocks = partsOf(report).flatMap(({ title, hint, entries }) => [
        { text: `\n\n#### ${title}\n${hint ? `\n${hint}\n` : ""}`, entries: 0 },
        ...entries.map((entry) => ({ text: `\n${entryOf(entry)}`, entries: 1 })),
    ]);
    if (report.notes.length > 0)
        blocks.push({ text: ["\n\n#### Notes\n", ...listed(report.notes.map(escaped))].join("\n"), entries: 0 });
    return `${head}${fitted(blocks, maxLength - head.length - foot.length)}${foot}\n`;
}

interface Block {
    readonly text: string;
    /** How many objects it tells of. */
    readonly entries: number;
}

/** As many blocks as there is room for, and a line for the others. */
function fitted(blocks: readonly Block[], room: number): string {
    const whole = blocks.map(({ text }) => text).join("");
    if (whole.length <= room) return whole;
    const reserve = 120;
    let text = "";
    for (const [index, block] of blocks.entries()) {
        if (text.length + block.text.length > room - reserve) {
            const left = blocks.slice(index).reduce((sum, { entries }) => sum + entries, 0);
            return `${text}\n\n**${left} more objects do not fit here: the log of the run has all of them.**`;
        }
        text += block.text;
    }
    return text;
}

function entryOf({ title, resource, lines }: Entry): string {
    const spanned = lines.map((line) => written(line, span));
    const shown = listed(spanned, "  ", " lines");
    return [`- **${written(title, span)}** (${span(resource)})`, ...shown].join("\n");
}

function listed(lines: readonly string[], indent = "", noun = ""): string[] {
    const shown = lines.slice(0, MOST_LINES).map((line) => `${indent}- ${line}`);
    if (lines.length > MOST_LINES) shown.push(`${indent}- and ${lines.length - MOST_LINES} more${noun}`);
    return shown;
}

/** A code span whose fence is longer than any run of backticks in it. */
function span(text: string): string {
    const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
    const fence = "`".repeat(longest + 1);
    const pad = /^`|`$|^ .* $/.test(text) ? " " : "";
    return `${fence}${pad}${text || " "}${pad}${fence}`;
}

/** Prose that formats nothing: sentences of the provider repeat names that people chose. */
function escaped(text: string): string {
    return text.replace(/[\\`*_{}[\]<>#|~!]/g, "\\$&").replace(/@/g, "@\u200b");
}
