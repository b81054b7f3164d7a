import { counted } from "../../common/counts.js";
import { messageLine, wrapped } from "../../common/printable.js";
import type { Examination } from "./examination.js";
import type { DoctorFinding, Status } from "./finding.js";

/** Prints the findings: one line per check, and below it what will not work and what to do. Wraps lines longer than `columns`. */
export function examinationText({ findings }: Examination, columns = Number.POSITIVE_INFINITY): string {
    const width = Math.max(...findings.map(({ check }) => check.length));
    const lines = findings.flatMap((finding) => findingLines(finding, width, columns));
    return `${[...lines, "", findingsSummary(findings)].join("\n")}\n`;
}

/** Labels of equal width, to align the findings in one column. */
const LABELS: Readonly<Record<Status, string>> = {
    ok: "ok         ",
    warning: "warning    ",
    problem: "problem    ",
    "not checked": "not checked",
};

function findingLines(
    { check, status, found, effect, remedy }: DoctorFinding,
    width: number,
    columns: number,
): string[] {
    const label = `${LABELS[status]}  ${check.padEnd(width)}  `;
    const indent = " ".repeat(label.length);
    const line = (text: string): string => wrapped(messageLine(text), columns, label.length);
    return [
        label + line(found),
        ...(effect === undefined ? [] : [indent + line(`Effect: ${effect}`)]),
        ...(remedy === undefined ? [] : [indent + line(`To do: ${remedy}`)]),
    ];
}

function findingsSummary(findings: readonly DoctorFinding[]): string {
    const parts = (["problem", "warning"] as const).flatMap((status) => {
        const number = findings.filter((finding) => finding.status === status).length;
        return number === 0 ? [] : [counted(number, status)];
    });
    return parts.length === 0 ? "No problem was found." : `Found ${parts.join(" and ")}.`;
}
