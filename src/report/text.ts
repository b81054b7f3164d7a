import { type Phrase, written } from "./phrase.js";
import { outsideHint, partsOf, type Report, signOf, summaryOf } from "./sections.js";

/** A report for a terminal or the log of a job. `impact` says who gains and who loses by it. */
export function textOf(report: Report, impact?: string): string {
    const lines = [`Access${report.stack ? ` in ${report.stack}` : ""}: ${summaryOf(report)}`];
    const hint = outsideHint(report);
    if (hint) lines.push(hint);
    for (const error of report.errors) lines.push(`  ! ${error}`);
    if (impact) lines.push("", impact.trimEnd());
    for (const { title, sign, hint, entries } of partsOf(report)) {
        lines.push("", `${sign ? `${sign} ` : ""}${title}${hint ? `: ${hint}` : ""}`);
        for (const { title, resource, fate, lines: all } of entries) {
            lines.push(`  ${quoted(title)}  [${resource}]${fate && `  ${fate}`}`);
            for (const line of all) lines.push(`    ${signOf(line).padEnd(1)} ${quoted(line.phrase)}`);
        }
    }
    if (report.notes.length > 0) lines.push("", "Notes", ...report.notes.map((note) => `  ${note}`));
    return `${lines.join("\n")}\n`;
}

function quoted(phrase: Phrase): string {
    return written(phrase, (value) => `"${value}"`);
}
