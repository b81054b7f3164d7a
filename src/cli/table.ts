import Table from "cli-table3";

/** Longer texts are cut in a table. */
const WIDEST_CELL = 44;

/** Objects as lines of a table: the columns that fit into the width, ids of other objects last. */
export function tableOf(rows: readonly object[], width: number): string {
    const columns = columnsOf(rows);
    const cells = rows.map((row) => columns.map((column) => cell(Reflect.get(row, column))));
    const widths = columns.map((column, at) => Math.max(column.length, ...cells.map((line) => line[at]?.length ?? 0)));
    const fitting = fit(widths, width);
    const table = plain(columns.slice(0, fitting));
    for (const line of cells) table.push(line.slice(0, fitting));
    const hidden = columns.slice(fitting);
    return lines(table) + (hidden.length > 0 ? `\n(--json also shows ${hidden.join(", ")})` : "");
}

/** One object as a line for each of its properties. */
export function recordOf(object: object): string {
    const table = plain([]);
    for (const [name, value] of Object.entries(object)) table.push([name, text(value)]);
    return lines(table);
}

function columnsOf(rows: readonly object[]): string[] {
    const names = new Set(rows.flatMap((row) => Object.keys(row)));
    // What has a structure, or is the same nothing in every line, tells little in a table.
    const [first, ...others] = [...names].filter((name) => rows.some((row) => isTelling(Reflect.get(row, name))));
    const isForeign = (name: string) => name.endsWith("_id");
    return first === undefined
        ? []
        : [first, ...others.filter((name) => !isForeign(name)), ...others.filter(isForeign)];
}

function isTelling(value: unknown): boolean {
    return value !== null && value !== "" && value !== undefined && typeof value !== "object";
}

function fit(widths: readonly number[], width: number): number {
    let used = 0;
    const first = widths.findIndex((each) => {
        used += each + 2;
        return used > width;
    });
    // At least one column, however narrow the terminal is.
    return first < 0 ? widths.length : Math.max(1, first);
}

function cell(value: unknown): string {
    const whole = text(value);
    return whole.length > WIDEST_CELL ? `${whole.slice(0, WIDEST_CELL - 1)}…` : whole;
}

/** Control characters would move the cursor of whoever reads. */
function text(value: unknown): string {
    if (value === undefined || value === null) return "";
    const written = typeof value === "object" ? JSON.stringify(value) : String(value);
    return written.replace(/\p{Cc}+/gu, " ");
}

type Grid = InstanceType<typeof Table>;

const NOTHING = { top: "", "top-mid": "", "top-left": "", "top-right": "", bottom: "", "bottom-mid": "" };
const NO_LINES = { "bottom-left": "", "bottom-right": "", left: "", "left-mid": "", mid: "", "mid-mid": "" };
const GAP = { right: "", "right-mid": "", middle: "  " };

function plain(head: string[]): Grid {
    const style = { head: [], border: [], "padding-left": 0, "padding-right": 0, compact: true };
    return new Table({ head, style, chars: { ...NOTHING, ...NO_LINES, ...GAP } });
}

function lines(table: Grid): string {
    return table.toString().replace(/ +$/gm, "");
}
