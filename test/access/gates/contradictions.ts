import { isWidening } from "../../../src/access/model/change/shifts.js";
import { kindNameOf } from "../../../src/common/pulumi-type.js";
import { kinds } from "../../../src/resources/kinds.js";
import { accessSummaryOf } from "../../../src/review/impact/impact-outline.js";
import type { PreviewImpact } from "../../../src/review/impact/preview-impact.js";
import type { PreviewDocument } from "../../../src/review/report/document.js";
import { reportOf } from "../../../src/review/report/report.js";
import { evaluatedReport, reportParts } from "../../../src/review/report/sections.js";
import { kindOf } from "../../review/report/document.js";

/** Places where the sections of a report contradict who gains and loses access, or what is unknown, and lines that occur twice. */
export async function contradictionsIn(document: PreviewDocument, preview: PreviewImpact): Promise<string[]> {
    const summary = accessSummaryOf(preview);
    const parts = reportParts(evaluatedReport(await reportOf(document, kindOf), summary));
    const shifts = preview.impact.targets.flatMap((one) =>
        one.shifts.map((shift) => ({ ...shift, id: one.target.id })),
    );
    const unknown = preview.account.unknown.map(({ words }) => words.toString());
    const isIrrelevant = (wanted: string): boolean =>
        preview.parts.every(
            ({ urn, account, step }) =>
                urn !== wanted ||
                (account.evaluated + account.unknown.length === 0 &&
                    step?.does !== "remove" &&
                    (!step || step.was !== undefined)),
        );
    const found = parts.flatMap(({ section, entries }) =>
        entries.flatMap(({ title, resource, type, urn, id, action }) => {
            const kind = kinds.find(({ name }) => name === kindNameOf(type));
            const own = kind?.shape === "entity" ? shifts.filter((one) => one.id === id || one.id === urn) : [];
            const isWider = own.some(({ fate, unknown }) => isWidening(fate) || unknown?.isWider);
            const isOpen = unknown.some((words) => words.startsWith(`${kind?.noun} "${resource}": `));
            const says = (what: string) => `${section}: ${title} (${action}), but ${what}`;
            return [
                ...(section === "none" && own.length > 0 && !isIrrelevant(urn) ? [says("its access changes")] : []),
                ...(section === "none" && isOpen ? [says("its effect is unknown")] : []),
                ...(section === "narrows" && isWider && action !== "delete" && !isIrrelevant(urn)
                    ? [says("somebody gains access to it")]
                    : []),
                ...(section === "mayWiden" && summary.isWithoutGain ? [says("nobody gains access")] : []),
            ];
        }),
    );
    const lists = [
        summary.remarks.map(String),
        ...summary.targets.map(({ items = [] }) => items.map(({ sign, words }) => `${sign} ${words}`)),
        ...parts.map(({ entries }) => entries.map(({ title, resource, fate }) => `${title} [${resource}] ${fate}`)),
        ...parts.flatMap(({ entries }) => entries.map(({ lines }) => lines.map(({ phrase }) => `${phrase}`))),
    ];
    const twice = lists.flatMap((list) => list.filter((text, at) => list.indexOf(text) < at));
    return [...found, ...twice.map((text) => `twice: ${text}`)];
}
