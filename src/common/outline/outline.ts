import { type Phrase, prose } from "../phrase.js";

/** Maximum number of items or sections of a report to show expanded, where the others can be folded. */
export const MAX_EXPANDED = 20;

/** A report as a tree, from which text, Markdown and HTML are rendered. */
export interface Outline {
    readonly title: Phrase;
    /** Title in a line of text that also contains the lead. Default: `title`. */
    readonly brief?: Phrase;
    /** The first sentence. */
    readonly lead: Phrase;
    /** Explanation of the lead. */
    readonly hint?: Phrase | undefined;
    /** What readers must know first, above everything else. */
    readonly alerts?: readonly { readonly title: Phrase; readonly lines: readonly Phrase[] }[];
    /** Reasons why the report is incomplete. */
    readonly errors?: readonly Phrase[];
    /** Groups of sections. If space is limited, each group gets at least half of what the former ones left. */
    readonly groups: readonly (readonly OutlineSection[])[];
    /** Identifies a comment, so that a pipeline can find and update it. */
    readonly marker?: string;
    /** URL of the run that created the report. Not shown as text, because that is printed by the run. */
    readonly link?: string | undefined;
}

/** A heading with everything below it. */
export interface OutlineSection {
    readonly title?: Phrase;
    /** Sign of the items, shown next to the title. */
    readonly sign?: Phrase | undefined;
    readonly isCounted?: boolean;
    readonly lead?: Phrase;
    readonly verdicts?: OutlineVerdicts;
    /** Explanation for readers who are not familiar with reports. */
    readonly hint?: Phrase | undefined;
    readonly items?: readonly OutlineItem[];
    readonly sections?: readonly OutlineSection[];
    /** Plural noun for the items or sections. */
    readonly noun?: Phrase;
    /** Sentences at the end. */
    readonly remarks?: readonly Phrase[];
}

/** One line, with the lines below it. */
export interface OutlineItem {
    /** `+`, `−`, `?` or `!`. Conveys the meaning without relying on color, including to screen readers. */
    readonly sign?: Phrase | undefined;
    /** The object that the item is about, and its name in the program. */
    readonly title?: Phrase;
    readonly resource?: string;
    readonly words?: Phrase;
    readonly items?: readonly OutlineItem[];
}

/** What rules say about a change. */
export interface OutlineVerdicts {
    readonly list: readonly { readonly status: "stopped" | "waived" | "kept"; readonly words: Phrase }[];
    /** Replaces the rules that are kept, except in text. Empty if there are none. */
    readonly summary: Phrase;
}

/** Sentences for readers who need to know only about rules that are not kept, each with its label. */
export function verdictNotices({ list }: OutlineVerdicts): { readonly label: Phrase; readonly words: Phrase }[] {
    return NOTICES.flatMap(([wanted, label]) =>
        list.filter(({ status }) => status === wanted).map(({ words }) => ({ label, words })),
    );
}

const NOTICES = [
    ["stopped", prose`Stopped:`],
    ["waived", prose`Waived:`],
] as const;
