import stringWidth from "string-width";
import { printable } from "../schema/printable.js";

/** Longer texts are cut in a table. */
const WIDEST_CELL = 44;

/** Objects as lines of a table: the columns that fit into the width, ids of other objects last. */
export function tableOf(rows: readonly object[], width: number): string {
    const columns = columnsOf(rows);
    const grid = columns.map((column) => [column, ...rows.map((row) => Reflect.get(row, column))].map(cell));
    const shown = grid.slice(0, fitting(grid.map(widest), width));
    const hidden = columns.slice(shown.length).map(printable);
    return beside(shown) + (hidden.length > 0 ? `\n(--json also shows ${hidden.join(", ")})` : "");
}

/** One object as a line for each of its properties. */
export function recordOf(object: object): string {
    return beside([Object.keys(object).map(printable), Object.values(object).map(text)]);
}

function columnsOf(rows: readonly object[]): string[] {
    const names = new Set(rows.flatMap((row) => Object.keys(row)));
    // What has a structure, or is the same nothing in every line, tells little in a table.
    const telling = [...names].filter((name) => rows.some((row) => isTelling(Reflect.get(row, name))));
    const [first, ...others] = telling.length > 0 ? telling : names;
    const isForeign = (name: string) => name.endsWith("_id");
    return first === undefined
        ? []
        : [first, ...others.filter((name) => !isForeign(name)), ...others.filter(isForeign)];
}

function isTelling(value: unknown): boolean {
    return value !== null && value !== "" && value !== undefined && typeof value !== "object";
}

function fitting(widths: readonly number[], width: number): number {
    let used = 0;
    const first = widths.findIndex((each) => {
        used += each + GAP.length;
        // No gap follows the last column that is shown.
        return used - GAP.length > width;
    });
    // At least one column, however narrow the terminal is.
    return first < 0 ? widths.length : Math.max(1, first);
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

/** Columns that a text takes on a terminal. */
function widthOf(text: string): number {
    // Almost every text is of this kind, and looking at each character is slow.
    return /^[ -~]*$/.test(text) ? text.length : stringWidth(text);
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
