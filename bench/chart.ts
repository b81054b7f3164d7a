import { writeFileSync } from "node:fs";
import { type FiguredRow, type Figures, readTables, type Table } from "./figures.js";

/** Draws the tables of a file as bar charts, each with its own scale. */
export function writeChart(figures: string, picture: string): void {
    const tables = Object.entries(readTables(figures)).flatMap(([command, table]) =>
        table ? [{ command, table }] : [],
    );
    if (tables.length === 0) throw new Error(`${figures} contains no figures. Write some with --json ${figures}.`);
    writeFileSync(picture, chartOf(tables));
}

/** The command that measured a table, and the table. */
interface Panel {
    readonly command: string;
    readonly table: Table;
}

const WIDTH = 760;
/** Horizontal position at which bars start. */
const LEFT = 200;
/** Length of the longest bar, which leaves space for its number. */
const LONGEST = 480;
const ROW = 34;
const TITLE = 44;

function chartOf(panels: readonly Panel[]): string {
    let top = 28;
    const parts = panels.map((panel) => {
        const part = panelOf(panel, top);
        top += TITLE + panel.table.rows.length * ROW;
        return part;
    });
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${top + 12}" role="img">
<title>Processor seconds of this package next to a provider that does nothing</title>
<style>
text { font: 13px system-ui, sans-serif; fill: #24292f; }
.title { font-weight: 600; }
.number { font-size: 11px; }
.ours { fill: #0969da; }
.nothing { fill: #afb8c1; }
@media (prefers-color-scheme: dark) {
    text { fill: #e6edf3; }
    .ours { fill: #4493f8; }
    .nothing { fill: #656c76; }
}
</style>
<rect class="ours" x="12" y="10" width="12" height="12"/><text x="30" y="21">this package</text>
<rect class="nothing" x="132" y="10" width="12" height="12"/><text x="150" y="21">as many resources of a provider that does nothing</text>
${parts.join("\n")}
</svg>
`;
}

function panelOf({ command, table }: Panel, top: number): string {
    const hasProcessor = table.rows.every(({ ours, nothing }) => ours.processor && nothing.processor);
    const of = ({ processor, wall }: Figures) => (hasProcessor && processor ? processor : wall).median;
    const most = Math.max(...table.rows.flatMap(({ ours, nothing }) => [of(ours), of(nothing)]));
    const bar = (side: "ours" | "nothing", seconds: number, y: number) => {
        const width = ((seconds / most) * LONGEST).toFixed(1);
        const end = LEFT + Number(width) + 6;
        return `<rect class="${side}" x="${LEFT}" y="${y}" width="${width}" height="11"/><text class="number" x="${end}" y="${y + 9.5}">${seconds.toFixed(1)} s</text>`;
    };
    const rowOf = ({ words, ours, nothing }: FiguredRow, place: number) => {
        const y = top + TITLE + place * ROW;
        return `<text x="12" y="${y + 14}">${escaped(words)}</text>${bar("ours", of(ours), y)}${bar("nothing", of(nothing), y + 12)}`;
    };
    const sizes = [...new Set(table.rows.map(({ objects }) => objects.toLocaleString("en")))];
    const [unit, objects] = [hasProcessor ? "processor seconds" : "seconds", sizes.join(", ")];
    const title = `${command}: ${unit}, ${objects} objects, ${table.engine}`;
    return [`<text class="title" x="12" y="${top + 30}">${escaped(title)}</text>`, ...table.rows.map(rowOf)].join("\n");
}

function escaped(text: string): string {
    return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
