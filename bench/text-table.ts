import type { Figure, FiguredRow, Figures, Table } from "./figures.js";

/** A table for people: two lines for each row, the second of the provider that does nothing. */
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
        counted(calls),
        counted(writes),
        ...(perGroup ? [(calls.median / groups).toFixed(1)] : []),
        measured(wall, 2),
        measured(processor, 2),
        measured(memory, 0),
    ];
    const lines = rows.flatMap(({ words, ours, nothing }: FiguredRow) => [
        cells(words, ours),
        cells("  a provider that does nothing", nothing),
    ]);
    return aligned([head, ...lines]);
}

/** Lines of cells as columns: the first begins at the left, the others end at the right. */
export function aligned(lines: readonly (readonly string[])[]): string {
    const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)));
    const padded = (cell: string, column: number) => {
        const width = widths[column] ?? 0;
        return column === 0 ? cell.padEnd(width) : cell.padStart(width);
    };
    return lines.map((cells) => cells.map(padded).join("  ").trimEnd()).join("\n");
}

/** What nobody tells is a dash. */
function measured(value: Figure | null, digits: number): string {
    if (!value) return "–";
    const [median, least, most] = [value.median, value.least, value.most].map((number) => number.toFixed(digits));
    return `${median} (${least}–${most})`;
}

/** The same in all runs, as it should be, has no spread. */
function counted({ median, least, most }: Figure): string {
    return least === most ? String(median) : `${median} (${least}–${most})`;
}
