import stringWidth from "string-width";
import { joined, type Phrase, prose } from "../phrase.js";
import { printable } from "../printable.js";
import type { Outline, OutlineItem, OutlineSection, OutlineVerdicts } from "./outline.js";

/** Minimum width of a line in columns. */
const MIN_WIDTH = 40;

export interface TextOptions {
    /** Number of columns of the terminal. Default: lines are not wrapped. */
    readonly width?: number;
    readonly isColoured?: boolean;
}

/** Formats a report as plain text for a terminal or a job log. */
export function outlineText(
    { title, brief = title, lead, hint, alerts = [], errors = [], groups }: Outline,
    { width = Number.POSITIVE_INFINITY, isColoured = false }: TextOptions = {},
): string {
    const failure = (words: Phrase): TextLine[] => itemLines({ sign: prose`!`, words }, 2);
    const blocks = [
        ...alerts.map((alert) => [headingLine(alert.title), ...alert.lines.flatMap(failure)]),
        [
            headingLine(prose`${brief}: ${lead}`),
            ...errors.flatMap(failure),
            ...(hint ? [{ text: hint.toString() }] : []),
        ],
        ...groups.flat().flatMap(sectionBlocks),
    ];
    return blocks
        .map((lines) => lines.map((line) => `${shown(line, Math.max(width, MIN_WIDTH), isColoured)}\n`).join(""))
        .join("\n");
}

/** Formats items as a list. */
export function itemsText(items: readonly OutlineItem[]): string {
    return items
        .flatMap((item) => itemLines(item, 0))
        .map(({ text }) => `${text}\n`)
        .join("");
}

/** Terminal colors. Signs and words convey the same meaning. */
const STYLES = { bold: "1", red: "31", yellow: "33", cyan: "36" } as const;

interface TextLine {
    readonly text: string;
    readonly style?: keyof typeof STYLES | undefined;
}

const SIGN_STYLES: Readonly<Record<string, TextLine["style"]>> = {
    "!": "red",
    "+": "yellow",
    "?": "yellow",
    "−": "cyan",
};

function headingLine(words: Phrase): TextLine {
    return { text: words.toString(), style: "bold" };
}

/** Lists of lines, to be separated by empty lines. */
function sectionBlocks(section: OutlineSection): TextLine[][] {
    const { title, sign, isCounted, lead, hint, items = [], sections = [], remarks = [], verdicts } = section;
    const signed = sign ? prose`${sign} ` : "";
    const heading = prose`${signed}${title ?? ""}${isCounted ? prose` (${items.length})` : ""}${lead ? prose`: ${lead}` : ""}`;
    const first = [
        ...(title ? [headingLine(heading)] : []),
        ...(hint ? [{ text: `  ${hint}` }] : []),
        ...items.flatMap((item) => itemLines(item, 2)),
    ];
    return [
        first,
        ...sections.flatMap(sectionBlocks),
        ...remarks.map((words) => [headingLine(words)]),
        verdictLines(verdicts),
    ].filter((lines) => lines.length > 0);
}

const VERDICTS = {
    stopped: { label: "STOPPED", style: "red" },
    waived: { label: "WAIVED ", style: "yellow" },
    kept: { label: "ok     ", style: undefined },
} as const;

function verdictLines({ list }: Partial<OutlineVerdicts> = {}): TextLine[] {
    return (list ?? []).map(({ status, words }) => {
        const { label, style } = VERDICTS[status];
        return { text: `${label} ${words}`, style };
    });
}

/** Below an item, words are aligned whether they have a sign or not. */
function itemLines(item: OutlineItem, indent: number, isBelow = false): TextLine[] {
    const { sign, title, resource, words = prose``, items = [] } = item;
    const pieces = [
        title,
        resource === undefined ? undefined : prose`[${resource}]`,
        words.isEmpty ? undefined : words,
    ];
    const text = joined(
        pieces.filter((piece) => piece !== undefined),
        prose`  `,
    );
    const column = sign ? `${sign} ` : isBelow ? "  " : "";
    return [
        { text: `${" ".repeat(indent)}${column}${text}`, style: SIGN_STYLES[String(sign)] },
        ...items.flatMap((one) => itemLines(one, indent + 2, true)),
    ];
}

function shown({ text, style }: TextLine, width: number, isColoured: boolean): string {
    const lines = wrappedAt(text, width);
    if (!isColoured || !style) return lines.join("\n");
    return lines.map((line) => line.replace(/^( *)(.*)$/, `$1\u001b[${STYLES[style]}m$2\u001b[0m`)).join("\n");
}

/** Wraps a line with a hanging indent. A value is not split unless it is longer than a line. */
function wrappedAt(line: string, width: number): string[] {
    const [indent = ""] = /^ *([!+?−] )?/.exec(line) ?? [];
    // Must be deeper than the indent of the lines below this one.
    const under = " ".repeat(indent.length + (indent.length > 2 ? 2 : 4));
    const room = width - under.length;
    const words = (line.slice(indent.length).match(/\s*("[^"]*"[^\s"]*|\S+)/g) ?? []).flatMap((word) =>
        stringWidth(word) <= room ? [word] : (word.match(/\s*\S+/g) ?? []),
    );
    const lines: string[] = [];
    let current = indent;
    for (const [index, word] of words.entries()) {
        if (index > 0 && stringWidth(current) + stringWidth(word) > width) {
            lines.push(current);
            // Text at the start of a line could be interpreted as a workflow command by the CI system.
            current = under + printable(word.trimStart());
        } else current += word;
    }
    return [...lines, current];
}
