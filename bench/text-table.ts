import type { Figure, FiguredRow, Figures, Table } from "./figures.js";

/** Formats a table with two lines for each row. The second is that of the provider that does nothing. */
export function textOf({ rows, groups }: Pick<Table, "rows" | "groups">): string {
    const perGroup = groups > 0;
    const head = [
        "",
        "calls",
        "writes",
        ...(perGroup ? ["calls per group"] : []),
        "wall s",
        "processor s",
        "memory MB",
    ];
    const cells = (words: string, { calls, writes, wall, processor, memory }: Figures) => [
        words,
        shown(calls, 0),
        shown(writes, 0),
        ...(perGroup ? [(calls.median / groups).toFixed(1)] : []),
        shown(wall, 2),
        shown(processor, 2),
        shown(memory, 0),
    ];
    const lines = rows.flatMap(({ words, ours, nothing }: FiguredRow) => [
        cells(words, ours),
        cells("  a provider that does nothing", nothing),
    ]);
    return aligned([head, ...lines]);
}

/** Aligns cells in columns: the first to the left, the others to the right. */
export function aligned(lines: readonly (readonly string[])[]): string {
    const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)));
    const padded = (cell: string, column: number) => {
        const width = widths[column] ?? 0;
        return column === 0 ? cell.padEnd(width) : cell.padStart(width);
    };
    return lines.map((cells) => cells.map(padded).join("  ").trimEnd()).join("\n");
}

/** Omits the spread if all runs have the same value. A dash if unknown. */
function shown(value: Figure | null, digits: number): string {
    if (!value) return "–";
    const { median, least, most } = value;
    const spread = least === most ? "" : ` (${least.toFixed(digits)}–${most.toFixed(digits)})`;
    return `${median.toFixed(digits)}${spread}`;
}
