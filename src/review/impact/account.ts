import { propertyOf } from "../../common/paths.js";
import { joined, type Phrase, plain, prose } from "../../common/phrase.js";
import { isObject, type Properties, same } from "../../common/properties.js";
import { accessAt, changesIn, type Kind, marksOf, type Risk, settingsIn, type ValueChange } from "../../kernel.js";
import { detailed } from "../report/details.js";
import { programName } from "../report/history.js";

/** Counts how much of a preview was evaluated. Each changed value and each deleted object counts as one change. */
export interface Account {
    readonly evaluated: number;
    /** Number of changes that cannot widen access, according to the definition of their kind. */
    readonly irrelevant: number;
    readonly unknown: readonly UnknownChange[];
}

/** A change that may grant access to unknown people. */
export interface UnknownChange {
    /** Clause that describes the change, without a full stop. */
    readonly words: Phrase;
    /**
     * What the change may affect. `anything`: any target, in any way. `requests`: what people can see and request. `reported`: targets that
     * the access model itself reports as unknown.
     */
    readonly concerns: "anything" | "requests" | "reported";
    /** The reason that the access model reports for this change. */
    readonly because?: string;
}

/** Reason to report if the effect of a change is unknown because the preview hides a property. */
export const HIDDEN_PROPERTY = "the preview does not show a value";

/** The part of a declaration's changes that the preview shows. */
export interface ShownChange {
    readonly kind: Kind;
    readonly urn: string;
    readonly does: "put" | "remove";
    readonly given: Properties;
    /** Previous values. Undefined for a new or imported object. */
    readonly was?: Properties;
    /** Values of the object that is replaced. */
    readonly replaced?: Properties;
    /** Id or name of the existing object that the declaration imports or adopts. The preview does not show the settings of that object. */
    readonly adopts?: string;
    /** Names of the properties whose values the preview does not show. */
    readonly hidden: readonly string[];
    /** Names of the hidden properties that determine which objects the declaration affects. */
    readonly unbounded: readonly string[];
    /** Fields that this version does not know, may decide who gets access, and were changed outside Pulumi. */
    readonly changedFields?: readonly string[];
    /** Whether the access model can evaluate objects of this kind. */
    readonly isEvaluated: boolean;
}

/** Returns the account of a single declaration. */
export function accountOf(changed: ShownChange): Account {
    const { kind, does, was, hidden } = changed;
    const existence = does === "remove" ? kind.access.deleted : was === undefined ? kind.access.created : "none";
    const judged = valuesOf(changed).map((value) => ({ value, verdict: verdictOn(changed, value) }));
    const counted = judged.filter(({ value }) => !hidden.includes(propertyOf(value.path)));
    const isOpen = isRisky(existence) && !changed.isEvaluated;
    const unknown = [...new Set(counted.filter(({ verdict }) => verdict === "unknown").map(({ value }) => value.path))];
    const of = (verdict: AccountVerdict): number => counted.filter((one) => one.verdict === verdict).length;
    return {
        evaluated: of("evaluated") + (does === "remove" && !isOpen ? 1 : 0),
        irrelevant: of("irrelevant"),
        unknown: [
            ...(isOpen ? [unknownOf(changed, does === "remove" ? prose`deleting it is` : prose`creating it is`)] : []),
            ...(unknown.length > 0
                ? [unknownOf(changed, prose`${listed(unknown)} ${unknown.length === 1 ? prose`is` : prose`are`}`)]
                : []),
            ...hiddenIn(changed),
            ...(changed.changedFields ?? []).map(
                (path): UnknownChange => ({
                    words: prose`${subjectOf(changed)}: ${path} was changed outside, and this version does not know the field`,
                    concerns: "reported",
                }),
            ),
        ],
    };
}

/** Returns an account that contains only unknown changes, which are described by the clauses. */
export function unknownAccount(clauses: readonly Phrase[], concerns: UnknownChange["concerns"]): Account {
    return { evaluated: 0, irrelevant: 0, unknown: clauses.map((words) => ({ words, concerns })) };
}

export function sumOf(accounts: readonly Account[]): Account {
    return {
        evaluated: accounts.reduce((sum, { evaluated }) => sum + evaluated, 0),
        irrelevant: accounts.reduce((sum, { irrelevant }) => sum + irrelevant, 0),
        unknown: accounts.flatMap(({ unknown }) => unknown),
    };
}

type AccountVerdict = "evaluated" | "irrelevant" | "unknown";

function verdictOn(
    { kind, was, given, replaced, adopts }: ShownChange,
    { path, from, to, siblings }: ValueChange,
): AccountVerdict {
    const { risk, relevance, isHarmlessWhenNew } = accessAt(kind.fields, path);
    if (relevance !== "unevaluated") return relevance;
    // Users of the replaced object will use the new one, so a value that differs between the two is a change to their access.
    const isAsBefore = !replaced || same(replaced[propertyOf(path)], given[propertyOf(path)]);
    const isNew = was === undefined && adopts === undefined && kind.shape === "entity" && isAsBefore;
    if (isNew && isHarmlessWhenNew) return "irrelevant";
    return isRisky(risk(from, to, siblings)) ? "unknown" : "irrelevant";
}

/** All values that change. For a new object, these are all declared values. */
function valuesOf({ kind: { fields }, does, given, was }: ShownChange): ValueChange[] {
    if (does === "remove") return [];
    if (was === undefined) return Object.entries(given).flatMap(([name, value]) => settingsIn(name, value));
    const local = Object.keys(fields).filter((name) => marksOf(fields[name]).onChange === "local");
    return [
        ...detailed(fields, given, was).flatMap(({ path, live: from, declared: to }) => [
            ...changesIn({ path, from, to, siblings: was }),
            ...newItems(path, from, to),
        ]),
        ...local.flatMap((path) => changesIn({ path, from: was[path], to: given[path], siblings: was })),
        // A property that is no longer declared does not change on the service, unless the API has a default for it.
        ...Object.keys(was).flatMap((path) => {
            const { standard } = marksOf(fields[path]);
            return path in given || standard === undefined
                ? []
                : changesIn({ path, from: was[path], to: standard, siblings: was });
        }),
    ].filter(({ path }) => marksOf(fields[propertyOf(path)]).onChange !== "ignore");
}

/** The values of the objects that were added to a list. */
function newItems(path: string, from: unknown, to: unknown): ValueChange[] {
    if (!Array.isArray(to)) return [];
    const old: readonly unknown[] = Array.isArray(from) ? from : [];
    return to.flatMap((item, index) =>
        isObject(item) && !old.some((one) => same(one, item)) ? settingsIn(`${path}[${index}]`, item) : [],
    );
}

function hiddenIn(changed: ShownChange): UnknownChange[] {
    const { hidden, unbounded } = changed;
    return hidden.map((name): UnknownChange => {
        const words = prose`${subjectOf(changed)}: ${plain(name)} is secret, or known only after the deployment`;
        return unbounded.includes(name)
            ? { words: prose`${words}, so it is unknown what the change affects`, concerns: "anything" }
            : { words, concerns: "reported", because: HIDDEN_PROPERTY };
    });
}

function unknownOf(changed: ShownChange, what: Phrase): UnknownChange {
    return { words: prose`${subjectOf(changed)}: ${what} not evaluated`, concerns: "anything" };
}

function subjectOf({ kind, urn }: ShownChange): Phrase {
    return prose`${plain(kind.noun)} "${programName(urn)}"`;
}

function isRisky(risk: Risk): boolean {
    return risk === "widens" || risk === "mayWiden";
}

function listed(paths: readonly string[]): Phrase {
    const names = paths.map((path) => prose`${path}`);
    return names.length < 2
        ? joined(names, prose``)
        : prose`${joined(names.slice(0, -1), prose`, `)} and ${names.at(-1) ?? ""}`;
}
