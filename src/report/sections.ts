import type { Entry, Section } from "./findings.js";
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
    return PARTS.map(({ section, ...part }) => ({ ...part, entries: report[section] })).filter(
        ({ entries }) => entries.length > 0,
    );
}

const PARTS: readonly (Omit<Part, "entries"> & { readonly section: Section })[] = [
    { section: "taken", title: "Taken away" },
    { section: "changed", title: "Changed" },
    { section: "added", title: "New" },
    {
        section: "released",
        title: "No longer declared",
        hint: "These stay as they are, and nobody looks after them here any more.",
    },
    {
        section: "drifted",
        title: "Drift",
        hint: "Somebody changed these on the service, past this repository. Deploying puts them back.",
    },
    { section: "others", title: "Beyond access", hint: "Resources of other Pulumi packages." },
];

/** `1 taken away, 2 changed; 1 drifted`, or that nothing is to do. */
export function summaryOf(report: Report): string {
    const intended = partsOf({ ...report, drifted: [] })
        .map(({ title, entries }) => `${entries.length} ${title.toLowerCase()}`)
        .join(", ");
    const drift = report.drifted.length > 0 ? `${report.drifted.length} drifted` : "";
    const objects = report.objects === 1 ? "1 object" : `${report.objects} objects`;
    if (report.errors.length > 0) return `The preview failed${intended || drift ? "; what it saw until then:" : "."}`;
    if (!intended && !drift) return `Nothing to do: ${objects} declared, all as they should be.`;
    return `${[intended, drift].filter(Boolean).join("; ")} (${objects} declared)`;
}
