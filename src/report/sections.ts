import type { Phrase } from "./phrase.js";

/** One object and what is to be said of it. */
export interface Entry {
    readonly title: Phrase;
    /** What the program calls it. */
    readonly resource: string;
    readonly lines: readonly Phrase[];
}

/** A part of a report that people read as one. */
interface Part {
    readonly title: string;
    /** What a reader must know who has never seen one. */
    readonly hint?: string;
}

/** In the order in which they are read: what takes access away comes first. */
const PARTS = {
    /** Taken away, or taken away and made again. */
    taken: { title: "Taken away" },
    changed: { title: "Changed" },
    added: { title: "New" },
    /** No longer looked after by the program, and left as they are. */
    released: {
        title: "No longer declared",
        hint: "These stay as they are, and nobody looks after them here any more.",
    },
    /** Changed outside of the program. */
    drifted: {
        title: "Drift",
        hint: "Somebody changed these on the service, past this repository. Deploying puts them back.",
    },
    /** What changes without being a kind of this package. */
    others: { title: "Beyond access", hint: "Resources of other Pulumi packages." },
} satisfies Readonly<Record<string, Part>>;

/** Where an entry belongs: by what happens to the object, or who did it. */
export type Section = keyof typeof PARTS;

// The literal above has these keys and no others.
export const sections = Object.keys(PARTS) as Section[];

/** What a preview means for access, apart by what caused it and by what it does. */
export interface Report extends Readonly<Record<Section, readonly Entry[]>> {
    /** Such as `access/prod`; undefined where the preview failed before anything had a name. */
    readonly stack: string | undefined;
    /** Why the preview failed; empty where it did not. */
    readonly errors: readonly string[];
    /** What the provider has to say beyond that. */
    readonly notes: readonly string[];
    /** So many objects of this package does the program declare. */
    readonly objects: number;
}

/** The parts with something in them. */
export function partsOf(report: Report): (Part & { readonly entries: readonly Entry[] })[] {
    return sections
        .map((section) => ({ ...PARTS[section], entries: report[section] }))
        .filter(({ entries }) => entries.length > 0);
}

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
