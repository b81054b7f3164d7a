import type { Outline, OutlineItem, OutlineSection } from "../../common/outline/outline.js";
import { type Phrase, prose } from "../../common/phrase.js";
import {
    outsideHint,
    type Report,
    type ReportEntry,
    type ReportLine,
    reportParts,
    reportSummary,
    signOf,
} from "./sections.js";

export interface ReportOutlineOptions {
    /** URL of the run that created the report. */
    readonly link?: string | undefined;
    /** Who gains and who loses access, and what the rules say about it. */
    readonly access?: OutlineSection | undefined;
}

/** Returns a report as an outline, for output as text, Markdown and HTML. */
export function reportOutline(report: Report, { link, access }: ReportOutlineOptions = {}): Outline {
    const { stack, up, alerts = [], errors, notes } = report;
    const where = stack ? prose` in ${stack}` : "";
    const parts = reportParts(report).map(
        ({ title, sign, hint, entries }): OutlineSection => ({
            title,
            sign,
            isCounted: true,
            hint,
            items: entries.map(entryItem),
            noun: prose`objects`,
        }),
    );
    return {
        title: prose`Access ${up ? prose`changed` : prose`changes`}${where}`,
        brief: prose`Access${where}`,
        lead: reportSummary(report),
        hint: outsideHint(report),
        alerts,
        errors,
        groups: [access ? [access] : [], [...parts, ...(notes.length > 0 ? [notesSection(notes)] : [])]],
        // The preview for a pull request and the result of its deployment are posted as separate comments.
        marker: `access-governance${up ? " up" : ""}: ${stack ?? "unknown"}`,
        link,
    };
}

function entryItem({ title, resource, fate, outside, lines }: ReportEntry): OutlineItem {
    const author: readonly ReportLine[] = outside?.words ? [{ effect: "none", phrase: outside.words }] : [];
    const items = [...author, ...lines].map((line) => ({ sign: signOf(line), words: line.phrase }));
    return { title, resource, words: fate, items };
}

function notesSection(notes: readonly Phrase[]): OutlineSection {
    return { title: prose`Notes`, items: notes.map((words) => ({ words })), noun: prose`notes` };
}
