import stringWidth from "string-width";
import { type Phrase, prose } from "../../common/phrase.js";
import { printable } from "../../common/printable.js";
import { accessLines, accessTitle, type Judgement, notEvaluatedSentence, ruleLines } from "./judgement.js";
import { entryLines, outsideHint, type Report, reportParts, reportSummary, signOf } from "./sections.js";

/** Minimum width of a line in columns. */
const MIN_WIDTH = 40;

export interface TextOptions {
    /** Number of columns of the terminal. Default: 80. */
    readonly width?: number;
    readonly isColoured?: boolean;
    /** Describes who gains and who loses access. */
    readonly judgement?: Judgement;
}

/** Formats a report as plain text for a terminal or a job log. */
export function reportText(report: Report, { width = 80, isColoured = false, judgement }: TextOptions = {}): string {
    const alerts = (report.alerts ?? []).flatMap(({ title, lines }) => [
        title,
        ...lines.map((line) => prose`  ! ${line}`),
        prose``,
    ]);
    const lines = [...alerts, prose`Access${report.stack ? prose` in ${report.stack}` : ""}: ${reportSummary(report)}`];
    for (const error of report.errors) lines.push(prose`  ! ${error}`);
    const hint = outsideHint(report);
    if (!hint.isEmpty) lines.push(hint);
    const judged = judgement ? judgementLines(judgement, accessTitle(report.up !== undefined)) : [];
    if (judged.length > 0) lines.push(prose``, ...judged);
    for (const { title, sign, hint, entries } of reportParts(report)) {
        lines.push(prose``, prose`${sign ? prose`${sign} ` : ""}${title} (${entries.length})`);
        if (hint) lines.push(prose`  ${hint}`);
        for (const entry of entries) {
            const { title, resource, fate } = entry;
            lines.push(prose`  ${title}  [${resource}]${fate.isEmpty ? "" : prose`  ${fate}`}`);
            for (const line of entryLines(entry)) {
                const sign = signOf(line);
                lines.push(prose`    ${sign.isEmpty ? prose` ` : sign} ${line.phrase}`);
            }
        }
    }
    if (report.notes.length > 0) lines.push(prose``, prose`Notes`, ...report.notes.map((note) => prose`  ${note}`));
    const shown = lines.map(String).flatMap((line) => {
        const wrapped = wrappedAt(line, Math.max(width, MIN_WIDTH));
        const style = isColoured && styleOf(line);
        return style ? wrapped.map((one) => coloured(one, style)) : wrapped;
    });
    return `${shown.join("\n")}\n`;
}

function judgementLines({ access, notEvaluated, rules }: Judgement, title: Phrase): Phrase[] {
    const accessText = access
        ? accessLines(access, title)
        : notEvaluated === undefined
          ? []
          : [prose`${title}: ${notEvaluatedSentence(notEvaluated)}`];
    return rules.length > 0
        ? [...accessText, ...(accessText.length > 0 ? [prose``] : []), ...ruleLines(rules)]
        : accessText;
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

/** Terminal colors: bold, red, yellow and cyan. Signs and words convey the same meaning. */
const STYLES: readonly (readonly [RegExp, string])[] = [
    [/^\S/, "1"],
    [/^ *!/, "31"],
    [/^ *[+?] /, "33"],
    [/^ *− /, "36"],
];

function styleOf(line: string): string | undefined {
    if (line.startsWith("STOPPED")) return "31";
    if (line.startsWith("WAIVED")) return "33";
    if (line.startsWith("ok ") || line.startsWith("Outside:")) return undefined;
    return STYLES.find(([pattern]) => pattern.test(line))?.[1];
}

function coloured(line: string, style: string): string {
    return line.replace(/^( *)(.*)$/, `$1\u001b[${style}m$2\u001b[0m`);
}
