/** Draws the end of the demo as an animated terminal, one screen after the other. */

export interface Screen {
    /** Title of the step in the demo. */
    readonly title: string;
    readonly lines: readonly string[];
}

const WIDTH = 880;
const LINE = 19;
const MARGIN = 24;
/** Characters that fit on a line. */
const COLUMNS = 98;
/** Lines that fit on a screen. */
const ROWS = 26;
/** Seconds until the next line appears, and seconds that a whole screen stays. */
const PER_LINE = 0.12;
const STAYS = 5;

/** @param still the screen to show if the reader prefers reduced motion */
export function terminalPicture(screens: readonly Screen[], still: number): string {
    const shown = screens.map(({ title, lines }) => ({ title, lines: lines.flatMap(wrapped).slice(0, ROWS) }));
    const height = MARGIN * 2 + LINE * (1 + Math.max(...shown.map(({ lines }) => lines.length)));
    const seconds = shown.map(({ lines }) => lines.length * PER_LINE + STAYS);
    const total = seconds.reduce((sum, one) => sum + one, 0);
    const rules: string[] = [];
    let begins = 0;
    const groups = shown.map(({ title, lines }, screen) => {
        const ends = begins + (seconds[screen] ?? 0);
        const texts = [`▶ ${title}`, ...lines].map((line, row) => {
            const name = `s${screen}r${row}`;
            const [from, to] = [begins + row * PER_LINE, ends].map((second) => ((second / total) * 100).toFixed(2));
            rules.push(
                `@keyframes ${name} { 0%, ${to}%, 100% { visibility: hidden } ${from}% { visibility: visible } }`,
            );
            const style = `animation: ${name} ${total.toFixed(1)}s step-end infinite`;
            const y = MARGIN + LINE * (row + 1);
            return `<text class="${styleOf(line)}" style="${style}" x="${MARGIN}" y="${y}" xml:space="preserve">${escaped(line)}</text>`;
        });
        begins = ends;
        return `<g class="screen${screen === still ? " still" : ""}">${texts.join("\n")}</g>`;
    });
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img">
<title>Objects are changed outside; a preview names what drifted; an update repairs it; the next preview has no changes</title>
<style>
rect { fill: #f6f8fa; stroke: #d0d7de; }
text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; fill: #1f2328; visibility: hidden; }
.title { font-weight: 600; fill: #0550ae; }
.drift { fill: #953800; }
.good { fill: #116329; }
.quiet { fill: #59636e; }
@media (prefers-color-scheme: dark) {
rect { fill: #0d1117; stroke: #3d444d; }
text { fill: #f0f6fc; }
.title { fill: #79c0ff; }
.drift { fill: #ffa657; }
.good { fill: #7ee787; }
.quiet { fill: #9198a1; }
}
${rules.join("\n")}
@media (prefers-reduced-motion: reduce) {
text { animation: none !important; }
.still text { visibility: visible; }
}
</style>
<rect x="0.5" y="0.5" width="${WIDTH - 1}" height="${height - 1}" rx="8"/>
${groups.join("\n")}
</svg>
`;
}

/** Breaks a line between words, and indents the continuation. */
function wrapped(line: string): string[] {
    const indent = `${/^\s*/.exec(line)?.[0] ?? ""}    `;
    const lines = [""];
    for (const word of line.split(/(?<=\S)(?= )/)) {
        if (`${lines.at(-1)}${word}`.length > COLUMNS) lines.push(`${indent}${word.trimStart()}`);
        else lines[lines.length - 1] += word;
    }
    return lines;
}

function styleOf(line: string): string {
    if (line.startsWith("▶")) return "title";
    if (/^\s*(✓|\+ )|unchanged|updated|demo: /.test(line)) return "good";
    if (/drifted|deleted outside|^\s*(~|\+-) /.test(line)) return "drift";
    if (/^\s*(Preview|Update|Diagnostics|Outputs):|known after/.test(line)) return "quiet";
    return "plain";
}

function escaped(text: string): string {
    return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
}
