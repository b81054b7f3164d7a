import { compareText } from "../../common/collections.js";
import { counted } from "../../common/counts.js";
import { type Phrase, plain, prose } from "../../common/phrase.js";
import { RISKS, type Risk, riskiest } from "../../kernel.js";

/** One line about an object, with its effect on access. */
export interface ReportLine {
    readonly effect: Risk;
    readonly phrase: Phrase;
}

/** What a deployment does with an object. `none`: the object is no longer managed, or only its metadata changes. */
export const ACTIONS = ["create", "import", "update", "replace", "delete", "none"] as const;
export type ReportedAction = (typeof ACTIONS)[number];

/** A change to an object that was made outside Pulumi. */
export interface Outside {
    readonly does: "changed" | "deleted";
    /** Set if the program accepts the whole change, because it declares the live values or no longer declares the deleted object. */
    readonly isKept?: true;
    /** Email or name of the author. Not set if unknown. */
    readonly by?: string;
    /** Time of the change as an ISO date. Not set if unknown. */
    readonly at?: string;
    /** Details from audit events, including a note if they are uncertain. Not set if there are no details. */
    readonly words?: Phrase;
}

/** One object in a report, with its lines. */
export interface ReportEntry {
    readonly section: ReportSection;
    readonly title: Phrase;
    /** Pulumi type, URN, and the id on the service. A new object does not have an id yet. */
    readonly type: string;
    readonly urn: string;
    readonly id?: string;
    /** Name of the resource in the program. */
    readonly resource: string;
    readonly action: ReportedAction;
    /** Summary, such as `new` or `changed outside`. Empty if the lines already express it. */
    readonly fate: Phrase;
    /** Not set if the object was not changed outside Pulumi. */
    readonly outside?: Outside;
    readonly lines: readonly ReportLine[];
}

/** A part of a report with its title. */
interface ReportPart {
    readonly title: Phrase;
    /** Title after `pulumi up`. Default: the same title. */
    readonly past?: Phrase;
    /** Sign in front of the lines in this part. Conveys the meaning without relying on color, including to screen readers. */
    readonly sign?: Phrase;
    /** Explanation for readers who are not familiar with reports. */
    readonly hint?: Phrase;
}

/** Parts in the order in which they are shown: failures first, then changes that widen access. */
const REPORT_PARTS = {
    // The next three parts occur only after `pulumi up`. They contain planned changes that were not completed.
    failed: {
        title: prose`Failed`,
        sign: prose`!`,
        hint: prose`It is unknown whether these changes took effect. Run the deployment again: it first checks this, then continues.`,
    },
    unfinished: {
        title: prose`Started, not finished`,
        sign: prose`!`,
        hint: prose`The run ended before the service responded. The next run first checks whether these changes took effect.`,
    },
    notDone: { title: prose`Not started`, sign: prose`!`, hint: prose`These objects are unchanged on the service.` },
    widens: { title: prose`Widens access`, past: prose`Widened access`, sign: prose`+` },
    mayWiden: {
        title: prose`May widen access`,
        past: prose`May have widened access`,
        sign: prose`?`,
        hint: prose`The effect of these changes depends on other settings.`,
    },
    narrows: { title: prose`Narrows access`, past: prose`Narrowed access`, sign: prose`−` },
    none: { title: prose`Does not affect access`, past: prose`Did not affect access` },
    /** Objects that the program no longer manages, and that are not changed. */
    released: {
        title: prose`No longer declared`,
        hint: prose`These objects stay as they are, but are no longer managed.`,
    },
    /** Changes to resources of other packages. */
    others: { title: prose`Other packages`, hint: prose`Resources of other Pulumi packages.` },
} satisfies Readonly<Record<ReportSection, ReportPart>>;

/** Reasons why `pulumi up` did not complete a planned change. */
export type Shortfall = "failed" | "unfinished" | "notDone";

/** The section in which an entry is shown. Determined by its effect on access, or by its outcome if `pulumi up` did not complete it. */
export type ReportSection = Risk | Shortfall | "released" | "others";

// The cast is safe because PARTS does not have other keys.
export const sections = Object.keys(REPORT_PARTS) as ReportSection[];

/** A report on a preview or on the result of `pulumi up`. */
export interface Report {
    /** Each object occurs once, in the section for its effect on access or its outcome. */
    readonly entries: readonly ReportEntry[];
    /** Name such as `access/prod`. Undefined if the preview failed before the stack was known. */
    readonly stack: string | undefined;
    /** Result of `pulumi up`. Undefined for a preview. `interrupted` means that it was terminated before it reported a result. */
    readonly up?: UpResult;
    /** What reviewers must know first, above everything else. */
    readonly alerts?: readonly Alert[];
    /** Reasons for the failure. Empty if the run did not fail. */
    readonly errors: readonly Phrase[];
    /** Additional messages of the provider. */
    readonly notes: readonly Phrase[];
    /** Reason why some names could not be read. In that case, the report contains ids instead of names. */
    readonly unnamed?: string;
    /** Number of objects of this package that are declared in the program. */
    readonly objects: number;
}

/** A message at the top of a report. */
export interface Alert {
    readonly title: Phrase;
    readonly lines: readonly Phrase[];
}

export const UP_RESULTS = ["succeeded", "failed", "interrupted"] as const;
export type UpResult = (typeof UP_RESULTS)[number];

/** The entries of a section, in the order in which they are shown. */
export function entriesIn({ entries }: Pick<Report, "entries">, section: ReportSection): ReportEntry[] {
    return entries.filter((entry) => entry.section === section).sort(compareEntries);
}

/** Returns the parts of a report that contain entries. */
export function reportParts(report: Report) {
    return sections
        .map((section) => {
            const part: ReportPart = REPORT_PARTS[section];
            const title = report.up ? (part.past ?? part.title) : part.title;
            return { ...part, title, section, entries: entriesIn(report, section) };
        })
        .filter(({ entries }) => entries.length > 0);
}

/**
 * Adjusts the sections to the effects that were evaluated. An object is then never in a section that says less than its effects do, and if it
 * is certain that no one gains access, possible gains are shown as lines that do not affect access.
 */
export function evaluatedReport(
    report: Report,
    { isWithoutGain, effects }: { readonly isWithoutGain: boolean; readonly effects: ReadonlyMap<string, Risk> },
): Report {
    const evaluated = (entry: ReportEntry): ReportEntry => {
        const { section, urn } = entry;
        if (!isRisk(section)) return entry;
        const lines = entry.lines.map(
            (line): ReportLine => (isWithoutGain && line.effect === "mayWiden" ? { ...line, effect: "none" } : line),
        );
        const isSettled = isWithoutGain && section === "mayWiden";
        const own = isSettled ? riskiest(lines.map(({ effect }) => effect)) : section;
        return { ...entry, section: riskiest([own, effects.get(urn) ?? "none"]), lines };
    };
    return { ...report, entries: report.entries.map(evaluated) };
}

function isRisk(section: ReportSection): section is Risk {
    return RISKS.some((risk) => risk === section);
}

/** Compares entries by title, so that the text of a comment is deterministic. The order of the engine varies between runs. */
function compareEntries(a: ReportEntry, b: ReportEntry): number {
    return compareText(a.title.toJSON() + a.resource, b.title.toJSON() + b.resource);
}

/** Sign for the effect of a line on access. Undefined if the line does not affect access. */
export function signOf({ effect }: ReportLine): Phrase | undefined {
    const { sign }: ReportPart = REPORT_PARTS[effect];
    return sign;
}

/** Number of objects that were changed and that were deleted outside Pulumi. */
export function outsideOf({ entries }: Report): { readonly changed: number; readonly deleted: number } {
    const count = (wanted: Outside["does"]): number => entries.filter(({ outside }) => outside?.does === wanted).length;
    return { changed: count("changed"), deleted: count("deleted") };
}

/** `5 objects change: 1 widens access, 3 narrow it, 1 does not affect it (10 objects declared)`, or `Nothing to do: …`. */
export function reportSummary(report: Report): Phrase {
    return plain(summaryText(report));
}

function summaryText(report: Report): string {
    const { changed, deleted } = outsideOf(report);
    const countIn = (section: ReportSection, words: string): string[] => {
        const { length } = entriesIn(report, section);
        return length > 0 ? [`${length} ${words}`] : [];
    };
    const parts = [
        ...changesOf(report),
        ...countIn("failed", "failed"),
        ...countIn("unfinished", "started, not finished"),
        ...countIn("notDone", "not started"),
        ...(changed + deleted > 0 ? [outsideWords(changed, deleted)] : []),
        ...countIn("released", "no longer declared"),
        ...countIn("others", "of other packages"),
    ].join("; ");
    const declared = `${counted(report.objects, "object")} declared`;
    if (report.up === "interrupted" || report.up === "failed") {
        const how = report.up === "failed" ? "failed" : "was interrupted";
        // If a program fails immediately, the number of declared objects is 0, so it is not shown.
        return `The deployment ${how}: ${parts}${report.objects > 0 ? ` (${declared})` : ""}`;
    }
    if (report.errors.length > 0)
        return `The preview failed${parts ? `; changes found before the failure: ${parts}` : "."}`;
    if (!parts) return `Nothing ${report.up ? "was " : ""}to do: ${declared}, no differences.`;
    return `${parts} (${declared})`;
}

/** `2 of them changed outside, 1 deleted outside`. */
function outsideWords(changed: number, deleted: number): string {
    const counts = [[changed, "changed outside"] as const, [deleted, "deleted outside"] as const];
    const said = counts.filter(([count]) => count > 0);
    return said.map(([count, what], index) => `${count}${index === 0 ? " of them" : ""} ${what}`).join(", ");
}

/** Describes the number of changes, by effect on access. */
function changesOf(report: Report): string[] {
    const found = RISKS.map((effect) => [effect, entriesIn(report, effect).length] as const).filter(
        ([, count]) => count > 0,
    );
    const count = found.reduce((sum, [, own]) => sum + own, 0);
    if (count === 0) return report.up && report.up !== "succeeded" ? ["no change is known to have completed"] : [];
    const clauses = found.map(([effect, own], index) => {
        const verb = report.up ? PAST[effect] : VERBS[effect][own === 1 ? 0 : 1];
        const who = count === 1 && !report.up ? "it" : own;
        return `${who} ${index === 0 ? verb.replace(/ it(?= as|$)/, " access") : verb}`;
    });
    const what = report.up
        ? `${counted(count, "object")} ${count === 1 ? "was" : "were"} changed (${actionsOf(report)})`
        : `${counted(count, "object")} change${count === 1 ? "s" : ""}`;
    return [`${what}: ${clauses.join(", ")}`];
}

/** `2 created, 1 deleted`. */
function actionsOf(report: Report): string {
    const done = report.entries.filter(({ section }) => isRisk(section)).map(({ action }) => action);
    return ACTIONS.filter((action) => done.includes(action))
        .map((action) => `${done.filter((one) => one === action).length} ${DONE[action]}`)
        .join(", ");
}

/** Explanation of outside changes. Undefined if there are none. */
export function outsideHint(report: Report): Phrase | undefined {
    const { changed, deleted } = outsideOf(report);
    const kept = report.entries.filter(({ section, outside }) => isRisk(section) && outside?.isKept).length;
    if (changed + deleted === 0) return undefined;
    const except = kept > 0 ? prose`, except those that the program now accepts` : prose``;
    const back = {
        preview:
            kept === changed + deleted
                ? prose`The program now accepts these changes.`
                : prose`The deployment reverts these changes${except}.`,
        succeeded: prose`The deployment reverted these changes${except}.`,
        failed: prose`The deployment reverted some of these changes.`,
        interrupted: prose`The deployment reverted some of these changes.`,
    }[report.up ?? "preview"];
    return prose`Outside: changed on the service, not through this repository. ${back}`;
}

/** Verb phrases for one object, and for several objects. */
const VERBS: Readonly<Record<Risk, readonly [string, string]>> = {
    widens: ["widens it", "widen it"],
    mayWiden: ["may widen it", "may widen it"],
    narrows: ["narrows it", "narrow it"],
    none: ["does not affect it", "do not affect it"],
};

const PAST: Readonly<Record<Risk, string>> = {
    widens: "widened it",
    mayWiden: "may have widened it",
    narrows: "narrowed it",
    none: "did not affect it",
};

const DONE: Readonly<Record<ReportedAction, string>> = {
    create: "created",
    import: "imported",
    update: "updated",
    replace: "replaced",
    delete: "deleted",
    none: "changed only in metadata",
};
