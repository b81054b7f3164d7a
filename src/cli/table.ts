import { once } from "../api/once.js";
import { printable } from "../schema/printable.js";

/** Longer texts are cut in a table. */
const WIDEST_CELL = 44;

/**
 * Objects as lines of a table: of their columns as many as fit into the width, what people know things by first. `fields` are the columns
 * that somebody asked for: they are shown, whatever fits.
 */
export function tableOf(rows: readonly object[], width: number, fields?: readonly string[]): string {
    if (fields) return beside(gridOf(fields, rows));
    const columns = columnsOf(rows);
    const grid = gridOf(columns, rows);
    const shown = fitting(grid.map(widest), width);
    const hidden = columns.filter((_, at) => !shown.includes(at)).map(printable);
    const more = hidden.length > 0 ? `\n(--fields or --json also shows ${hidden.join(", ")})` : "";
    return beside(shown.map((at) => grid[at] ?? [])) + more;
}

/** One object as a line for each of its properties. */
export function recordOf(object: object): string {
    return beside([Object.keys(object).map(printable), Object.values(object).map(text)]);
}

function gridOf(columns: readonly string[], rows: readonly object[]): string[][] {
    return columns.map((column) => [column, ...rows.map((row) => Reflect.get(row, column))].map(cell));
}

/** The most telling ones first: names, kinds and times before ids; of the same nothing is told by what all lines have in common. */
function columnsOf(rows: readonly object[]): string[] {
    const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
    // What has a structure, or is the same nothing in every line, tells little in a table.
    const telling = names.filter((name) => rows.some((row) => isTelling(Reflect.get(row, name))));
    const [own] = telling;
    // What has no name of its own is known by those of others, such as who did it.
    const ranks = telling.some((name) => NAMES.test(name)) ? RANKS : [...RANKS, /_name$/];
    const rankOf = (name: string): number => {
        if (isCommon(rows, name)) return ranks.length + 2;
        const rank = ranks.findIndex((pattern) => pattern.test(name));
        if (rank >= 0) return rank;
        if (name === own) return ranks.length;
        return name.endsWith("_id") ? ranks.length + 2 : ranks.length + 1;
    };
    return telling.length > 0 ? telling.sort((a, b) => rankOf(a) - rankOf(b)) : names;
}

/** What people know something by, of which kind it is, and when it was. */
const NAMES = /^(name|full_name|email|key|value|title)$/;
const RANKS: readonly RegExp[] = [NAMES, /(^|_)(type|status|role|level)$/, /_(at|date|time)$/];

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
