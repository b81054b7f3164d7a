import { once } from "../../api/once.js";
import { printable } from "../../schema/printable.js";
import { wrapped } from "../../schema/wrapped.js";

/** Sentences are not broken into lines shorter than this. */
const NARROWEST = 60;

/** Longer texts are cut in a table. */
const WIDEST_CELL = 44;

/**
 * Objects as lines of a table: of their columns as many as fit into the width, what people know things by first. `fields` are the columns
 * that somebody asked for: they are shown, whatever fits, and texts are cut only if a line would be too long. Where there is no terminal the width
 * is infinite.
 */
export function tableOf(rows: readonly object[], width: number, fields?: readonly string[]): string {
    if (fields) {
        const whole = gridOf(fields, rows, text);
        const used = whole.reduce((sum, column) => sum + GAP.length + widest(column), -GAP.length);
        return beside(used <= width ? whole : gridOf(fields, rows, cell));
    }
    const columns = columnsOf(rows);
    const grid = gridOf(columns, rows, cell);
    const shown = fitting(grid.map(widest), width);
    const hidden = columns.filter((_, at) => !shown.includes(at)).map(printable);
    const note = wrapped(`(--fields or --json also shows ${hidden.join(", ")})`, Math.max(width, NARROWEST));
    return beside(shown.map((at) => grid[at] ?? [])) + (hidden.length > 0 ? `\n${note}` : "");
}

/** One object as a line for each of its properties; a structure that is too wide takes a line for each of its own. */
export function recordOf(object: object, width: number): string {
    const names = Object.keys(object).map(printable);
    const indent = widest(names) + GAP.length;
    const values = Object.values(object).map((value) => {
        const line = text(value);
        if (typeof value !== "object" || indent + widthOf(line) <= width) return line;
        const lines = JSON.stringify(value, undefined, 2).split("\n").map(printable);
        return lines.join(`\n${" ".repeat(indent)}`);
    });
    return names
        .map((name, at) => `${name}${" ".repeat(indent - widthOf(name))}${values[at] ?? ""}`.trimEnd())
        .join("\n");
}

function gridOf(columns: readonly string[], rows: readonly object[], cellOf: (value: unknown) => string): string[][] {
    return columns.map((column) => [column, ...rows.map((row) => Reflect.get(row, column))].map(cellOf));
}

/** The most telling ones first: names, kinds, a time and the own id; what all lines have in common tells nothing, and comes last. */
function columnsOf(rows: readonly object[]): string[] {
    const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
    // What has a structure, or is the same nothing in every line, tells little in a table.
    const telling = names.filter((name) => rows.some((row) => isTelling(Reflect.get(row, name))));
    const [own] = telling;
    const when = telling.find((name) => TIME.test(name));
    const hasName = telling.some((name) => NAMES.test(name));
    /** The first of these that is true of a column says how early it comes. */
    const ranks: readonly ((name: string) => boolean)[] = [
        (name) => NAMES.test(name),
        (name) => SORT.test(name),
        (name) => name === when,
        // What has no name of its own is known by those of others, such as who did it.
        (name) => !hasName && /_name$/.test(name),
        (name) => name === own,
        (name) => TIME.test(name),
        (name) => !name.endsWith("_id"),
    ];
    const rankOf = (name: string): number => {
        const rank = isCommon(rows, name) ? -1 : ranks.findIndex((isOf) => isOf(name));
        return rank < 0 ? ranks.length : rank;
    };
    return telling.length > 0 ? telling.sort((a, b) => rankOf(a) - rankOf(b)) : names;
}

/** What people know something by, of which kind it is, and when it was. */
const NAMES = /^(name|full_name|email|key|value|title)$/;
const SORT = /(^|_)(type|status|role|level)$/;
const TIME = /_(at|date|time)$/;

/** The same in every line, such as the id that was asked for. */
function isCommon(rows: readonly object[], name: string): boolean {
    const [first, ...others] = rows.map((row): unknown => Reflect.get(row, name));
    return others.length > 0 && others.every((value) => value === first);
}

function isTelling(value: unknown): boolean {
    return value !== null && value !== "" && value !== undefined && typeof value !== "object";
}

/** The places of the columns that fit, each that does not being left out for those after it. */
function fitting(widths: readonly number[], width: number): number[] {
    let used = 0;
    const places = widths.flatMap((each, at) => {
        const next = used === 0 ? each : used + GAP.length + each;
        if (next > width) return [];
        used = next;
        return [at];
    });
    // At least one column, however narrow the terminal is.
    return places.length > 0 ? places : [0];
}

function cell(value: unknown): string {
    const whole = text(value);
    if (widthOf(whole) <= WIDEST_CELL) return whole;
    let kept = "";
    let used = 1;
    for (const { segment } of characters.segment(whole)) {
        used += widthOf(segment);
        if (used > WIDEST_CELL) break;
        kept += segment;
    }
    return `${kept}…`;
}

function text(value: unknown): string {
    if (value === undefined || value === null) return "";
    return printable(typeof value === "object" ? JSON.stringify(value) : String(value));
}

const characters = new Intl.Segmenter("en", { granularity: "grapheme" });

/** It takes longer to load than a table takes to draw, and few tables need it. */
const stringWidth = once(() => (require("string-width") as typeof import("string-width")).default);

/** Columns that a text takes on a terminal. */
function widthOf(text: string): number {
    // Almost every text is of this kind, and looking at each character is slow.
    return /^[ -~]*$/.test(text) ? text.length : stringWidth()(text);
}

const GAP = "  ";

/** Columns side by side. The tables of libraries take minutes for the lines that `--all` brings. */
function beside(columns: readonly (readonly string[])[]): string {
    const padded = columns.map((cells) => {
        const width = widest(cells);
        return cells.map((text) => text + " ".repeat(width - widthOf(text)));
    });
    const [first = []] = padded;
    const line = (at: number) => padded.map((cells) => cells[at]).join(GAP);
    return first.map((_, at) => line(at).trimEnd()).join("\n");
}

function widest(cells: readonly string[]): number {
    return cells.reduce((width, text) => Math.max(width, widthOf(text)), 0);
}
