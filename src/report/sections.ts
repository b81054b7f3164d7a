import type { Entry } from "./findings.js";
import type { Report } from "./report.js";

/** A part of a report that people read as one. */
export interface Part {
    readonly title: string;
    /** What a reader must know who has never seen one. */
    readonly hint?: string;
    readonly entries: readonly Entry[];
}

/** The parts with something in them; what takes access away comes first. */
export function partsOf(report: Report): Part[] {
    const parts: Part[] = [
        { title: "Taken away", entries: report.taken },
        { title: "Changed", entries: report.changed },
        { title: "New", entries: report.added },
        {
            title: "No longer declared",
            hint: "These stay as they are, and nobody looks after them here any more.",
            entries: report.released,
        },
        {
            title: "Drift",
            hint: "Somebody changed these on the service, past this repository. Deploying puts them back.",
            entries: report.drifted,
        },
        { title: "Beyond access", hint: "Resources of other Pulumi packages.", entries: report.others },
    ];
    return parts.filter(({ entries }) => entries.length > 0);
}

/** `1 taken away, 2 changed; 1 drifted`, or that nothing is to do. */
export function summaryOf(report: Report): string {
    const count = (entries: readonly Entry[], word: string): string[] =>
        entries.length > 0 ? [`${entries.length} ${word}`] : [];
    const intended = [
        ...count(report.taken, "taken away"),
        ...count(report.changed, "changed"),
        ...count(report.added, "new"),
        ...count(report.released, "no longer declared"),
        ...count(report.others, "beyond access"),
    ].join(", ");
    const drift = count(report.drifted, "drifted").join("");
    const objects = report.objects === 1 ? "1 object" : `${report.objects} objects`;
    if (report.errors.length > 0) return `The preview failed${intended || drift ? "; what it saw until then:" : "."}`;
    if (!intended && !drift) return `Nothing to do: ${objects} declared, all as they should be.`;
    return `${[intended, drift].filter(Boolean).join("; ")} (${objects} declared)`;
}
