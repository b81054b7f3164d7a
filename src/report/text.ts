import { type Phrase, written } from "./phrase.js";
import { partsOf, type Report, summaryOf } from "./sections.js";

/** A report for a terminal or the log of a job. */
export function textOf(report: Report): string {
    const lines = [`Access${report.stack ? ` in ${report.stack}` : ""}: ${summaryOf(report)}`];
    for (const error of report.errors) lines.push(`  ! ${error}`);
    for (const { title, hint, entries } of partsOf(report)) {
        lines.push("", `${title}${hint ? `: ${hint}` : ""}`);
        for (const entry of entries) {
            lines.push(`  ${quoted(entry.title)}  [${entry.resource}]`);
            for (const line of entry.lines) lines.push(`      ${quoted(line)}`);
        }
    }
    if (report.notes.length > 0) lines.push("", "Notes", ...report.notes.map((note) => `  ${note}`));
    return `${lines.join("\n")}\n`;
}

function quoted(phrase: Phrase): string {
    return written(phrase, (value) => `"${value}"`);
}
