import { EFFECTS, type Effect } from "./effect.js";
import type { Phrase } from "./phrase.js";

/** One thing to be said of an object, and what it does to access. */
export interface Line {
    readonly effect: Effect;
    readonly phrase: Phrase;
}

/** One object and what is to be said of it. */
export interface Entry {
    readonly title: Phrase;
    /** What the program calls it. */
    readonly resource: string;
    /** What happens to it, such as `new` or `changed outside`; "" where its lines say so. */
    readonly fate: string;
    /** Somebody changed or deleted it on the service. */
    readonly isOutside: boolean;
    readonly lines: readonly Line[];
}

/** A part of a report that people read as one. */
interface Part {
    readonly title: string;
    /** Stands before the lines that do this: read aloud, and seen without colour. */
    readonly sign?: string;
    /** What a reader must know who has never seen one. */
    readonly hint?: string;
}

/** In the order in which they are read: what lets somebody do more comes first. */
const PARTS = {
    widens: { title: "Widens access", sign: "+" },
    mayWiden: { title: "May widen access", sign: "?", hint: "What these do depends on what else there is." },
    narrows: { title: "Narrows access", sign: "−" },
    none: { title: "Leaves access as it is" },
    /** No longer looked after by the program, and left as they are. */
    released: {
        title: "No longer declared",
        hint: "These stay as they are, and nobody looks after them here any more.",
    },
    /** What changes without being a kind of this package. */
    others: { title: "Beyond access", hint: "Resources of other Pulumi packages." },
} satisfies Readonly<Record<Section, Part>>;

/** Where an entry belongs: by what the deployment does to access, whoever caused it. */
export type Section = Effect | "released" | "others";

// The literal above has these keys and no others.
export const sections = Object.keys(PARTS) as Section[];

/** What a preview means for access, apart by what it does. Each object stands in it once. */
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

/** What a line does to access; "" for nothing. */
export function signOf({ effect }: Line): string {
    const { sign = "" }: Part = PARTS[effect];
    return sign;
}

/** `5 objects change: 1 widens access, 3 narrow it, 1 leaves it as it is (10 objects declared)`, or that nothing is to do. */
export function summaryOf(report: Report): string {
    const said = EFFECTS.flatMap((effect) => {
        const count = report[effect].length;
        return count > 0 ? [{ count, verb: VERBS[effect][count === 1 ? 0 : 1] }] : [];
    });
    const clauses = said.map(
        ({ count, verb }, index) => `${count} ${index === 0 ? verb.replace(/ it(?= as|$)/, " access") : verb}`,
    );
    const count = EFFECTS.reduce((sum, effect) => sum + report[effect].length, 0);
    const outside = EFFECTS.flatMap((effect) => report[effect]).filter(({ isOutside }) => isOutside).length;
    const parts = [
        ...(count > 0 ? [`${objectsOf(count)} change${count === 1 ? "s" : ""}: ${clauses.join(", ")}`] : []),
        ...(outside > 0 ? [`${outside} of them changed outside`] : []),
        ...(report.released.length > 0 ? [`${report.released.length} no longer declared`] : []),
        ...(report.others.length > 0 ? [`${report.others.length} beyond access`] : []),
    ].join("; ");
    if (report.errors.length > 0) return `The preview failed${parts ? `; what it saw until then: ${parts}` : "."}`;
    if (!parts) return `Nothing to do: ${objectsOf(report.objects)} declared, all as they should be.`;
    return `${parts} (${objectsOf(report.objects)} declared)`;
}

/** What somebody must know who reads of things that were changed outside; "" if none was. */
export function outsideHint(report: Report): string {
    const isAny = EFFECTS.some((effect) => report[effect].some(({ isOutside }) => isOutside));
    return isAny ? "Outside: somebody did it on the service, past this repository. Deploying puts it back." : "";
}

/** For one object, and for several. */
const VERBS: Readonly<Record<Effect, readonly [string, string]>> = {
    widens: ["widens it", "widen it"],
    mayWiden: ["may widen it", "may widen it"],
    narrows: ["narrows it", "narrow it"],
    none: ["leaves it as it is", "leave it as it is"],
};

function objectsOf(count: number): string {
    return count === 1 ? "1 object" : `${count.toLocaleString("en")} objects`;
}
