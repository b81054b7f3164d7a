import { once } from "../../api/once.js";
import { printable, wrapped } from "../../common/printable.js";

/** Minimum width of wrapped sentences. */
const NARROWEST = 60;

/** Maximum width of a cell. */
const WIDEST_CELL = 44;

/**
 * Prints objects as a table with as many columns as fit, the most useful ones first.
 * @param width columns of the terminal; infinite without one
 * @param fields columns to show even if they do not fit; their cells are shortened only if a line would be too long
 */
export function tableOf(rows: readonly object[], width: number, fields?: readonly string[]): string {
    if (fields) {
        const whole = gridOf(fields, rows, cellText);
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

/** Prints an object with one line per property, or several for a structure that is too wide. */
export function objectText(object: object, width: number): string {
    const names = Object.keys(object).map(printable);
    const indent = widest(names) + GAP.length;
    const values = Object.values(object).map((value) => {
        const line = cellText(value);
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

/** Sorts columns by usefulness: names, types, a time, the id. Columns with the same value in all lines come last. */
function columnsOf(rows: readonly object[]): string[] {
    const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
    // Structures and empty columns are not useful in a table.
    const useful = names.filter((name) => rows.some((row) => isUseful(Reflect.get(row, name))));
    const [own] = useful;
    const when = useful.find((name) => TIME.test(name));
    const hasName = useful.some((name) => NAMES.test(name));
    /** Ranks of columns. The first match determines the rank. */
    const ranks: readonly ((name: string) => boolean)[] = [
        (name) => NAMES.test(name),
        (name) => SORT.test(name),
        (name) => name === when,
        // An object without a name is identified by other names, such as its author.
        (name) => !hasName && /_name$/.test(name),
        (name) => name === own,
        (name) => TIME.test(name),
        (name) => !name.endsWith("_id"),
    ];
    const rankOf = (name: string): number => {
        const rank = isCommon(rows, name) ? -1 : ranks.findIndex((isOf) => isOf(name));
        return rank < 0 ? ranks.length : rank;
    };
    return useful.length > 0 ? useful.sort((a, b) => rankOf(a) - rankOf(b)) : names;
}

/** Patterns of columns that contain a name, a type or a time. */
const NAMES = /^(name|full_name|email|key|value|title)$/;
const SORT = /(^|_)(type|status|role|level)$/;
const TIME = /_(at|date|time)$/;

/** Whether all lines have the same value, such as a requested id. */
function isCommon(rows: readonly object[], name: string): boolean {
    const [first, ...others] = rows.map((row): unknown => Reflect.get(row, name));
    return others.length > 0 && others.every((value) => value === first);
}

function isUseful(value: unknown): boolean {
    return value !== null && value !== "" && value !== undefined && typeof value !== "object";
}

/** Returns the indexes of columns that fit. A column that does not fit is skipped in favor of later ones. */
function fitting(widths: readonly number[], width: number): number[] {
    let used = 0;
    const places = widths.flatMap((each, at) => {
        const next = used === 0 ? each : used + GAP.length + each;
        if (next > width) return [];
        used = next;
        return [at];
    });
    // Shows the first column even if it does not fit.
    return places.length > 0 ? places : [0];
}

function cell(value: unknown): string {
    const whole = cellText(value);
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

function cellText(value: unknown): string {
    if (value === undefined || value === null) return "";
    return printable(typeof value === "object" ? JSON.stringify(value) : String(value));
}

const characters = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Loaded on demand: loading takes longer than drawing a table, and few tables need it. */
const stringWidth = once(() => (require("string-width") as typeof import("string-width")).default);

/** Returns the width of a text on a terminal, in columns. */
function widthOf(text: string): number {
    // Fast path for ASCII.
    return /^[ -~]*$/.test(text) ? text.length : stringWidth()(text);
}

const GAP = "  ";

/** Aligns columns. The table libraries that were tried took minutes for the lines of `--all`. */
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
