import { written } from "./phrase.js";
import { type Entry, outsideHint, partsOf, type Report, signOf, summaryOf } from "./sections.js";

export interface MarkdownOptions {
    /** Address of the run that made the report. */
    readonly link?: string;
    /** Characters that it may have at most: comments and issues of GitHub take 65,536. */
    readonly maxLength: number;
    /** Who gains and who loses by it, in blocks of Markdown, the most important one first. */
    readonly impact?: readonly string[];
}

/** So many errors, notes and lines of one object are shown. */
const MOST_LINES = 20;

/**
 * A report as a comment: one for a stack, which a marker in its first line lets a pipeline find again. Names come from people and from the
 * service, so every value stands in a code span, where it neither formats the page nor calls anybody.
 */
export function markdownOf(report: Report, { link, maxLength, impact = [] }: MarkdownOptions): string {
    const stack = report.stack ?? "unknown";
    const head = [
        `<!-- access-governance: ${stack.replace(/[^\w./ -]/g, "_")} -->`,
        `### Access changes in ${span(stack)}`,
        "",
        report.errors.length > 0 ? `**${summaryOf(report)}**` : summaryOf(report),
        ...listed(report.errors.map((error) => escaped(error))),
        ...(outsideHint(report) ? ["", outsideHint(report)] : []),
    ].join("\n");
    const foot = link ? `\n\n[The run that says so](${encodeURI(link)})` : "";
    const blocks = partsOf(report).flatMap(({ title, sign, hint, entries }) => [
        { text: `\n\n#### ${title}${sign ? ` (${sign})` : ""}\n${hint ? `\n${hint}\n` : ""}`, entries: 0 },
        ...entries.map((entry) => ({ text: `\n${entryOf(entry)}`, entries: 1 })),
    ]);
    if (report.notes.length > 0)
        blocks.push({ text: ["\n\n#### Notes\n", ...listed(report.notes.map(escaped))].join("\n"), entries: 0 });
    // Neither of the two takes the place of the other.
    const room = maxLength - head.length - foot.length;
    const parts = impact.length > 0 ? ["#### Who gains access, who loses it", ...impact] : [];
    const told = fitted(
        parts.map((text) => ({ text: `\n\n${text}`, entries: 1 })),
        Math.max(room / 2, room - lengthOf(blocks)),
        "parts of this",
    );
    return `${head}${told}${fitted(blocks, room - told.length, "objects")}${foot}\n`;
}

interface Block {
    readonly text: string;
    /** How many objects it tells of. */
    readonly entries: number;
}

/** As many blocks as there is room for, and a line for the others. */
function fitted(blocks: readonly Block[], room: number, noun: string): string {
    if (lengthOf(blocks) <= room) return blocks.map(({ text }) => text).join("");
    const reserve = 120;
    let text = "";
    for (const [index, block] of blocks.entries()) {
        if (text.length + block.text.length > room - reserve) {
            const left = blocks.slice(index).reduce((sum, { entries }) => sum + entries, 0);
            return `${text}\n\n**${left} more ${noun} do not fit here: the log of the run has all of them.**`;
        }
        text += block.text;
    }
    return text;
}

function lengthOf(blocks: readonly Block[]): number {
    return blocks.reduce((sum, { text }) => sum + text.length, 0);
}

function entryOf({ title, resource, fate, lines }: Entry): string {
    const spanned = lines.map((line) => {
        const sign = signOf(line);
        // Alone at the beginning, a plus or a minus would be another list.
        return `${sign && `**${sign}** `}${written(line.phrase, span)}`;
    });
    const shown = listed(spanned, "  ", " lines");
    return [`- **${written(title, span)}** (${span(resource)})${fate && `: ${escaped(fate)}`}`, ...shown].join("\n");
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
