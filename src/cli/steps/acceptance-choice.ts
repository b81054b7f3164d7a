import { type AcceptOptions, itemKey } from "../../adopt/accept/acceptance.js";
import { changersOf, type Drifted } from "../../adopt/accept/drift.js";
import { requestedIn } from "../../adopt/accept/requested.js";
import { UsageError } from "../../common/errors.js";
import { quoted } from "../../common/printable.js";
import { hint } from "../../common/spelling.js";
import type { ServiceConnection } from "./connection.js";

/** Options that select the drift to accept. */
export interface ChoiceOptions {
    only?: string[];
    property?: string[];
    /** Emails, or `request`. */
    by?: string[];
    notBy?: string[];
}

/** The drift to accept, and its causes as far as they are known. */
export interface DriftChoice {
    readonly isWanted: AcceptOptions["isWanted"];
    /** Email of the person who last changed each resource, by URN; empty if it was not needed. */
    readonly changers: ReadonlyMap<string, string>;
    /** Changes that approved access requests explain, by `itemKey`; empty if they were not needed. */
    readonly requested: ReadonlySet<string>;
}

/** Value of --by and --not-by that refers to approved access requests. */
const REQUEST = "request";

/**
 * Selects drift by resource, property and cause. Reads causes from the service only if an option or the caller needs them.
 * @throws UsageError if a named resource or property did not drift, or if causes are needed and cannot be read
 */
export async function choose(
    drifted: readonly Drifted[],
    { client, problem }: ServiceConnection,
    options: ChoiceOptions,
    { needsChangers, needsRequests }: { readonly needsChangers: boolean; readonly needsRequests: boolean },
): Promise<DriftChoice> {
    const causes = [...(options.by ?? []), ...(options.notBy ?? [])];
    if (causes.length > 0 && !client) throw new UsageError(`Cannot determine who made the changes: ${problem}`);
    const isByPeople = causes.some((one) => one !== REQUEST);
    const changers =
        client && (needsChangers || isByPeople) ? await changersOf(drifted, client) : new Map<string, string>();
    const requested =
        client && (needsRequests || causes.includes(REQUEST)) ? await requestedIn(drifted, client) : new Set<string>();
    return { isWanted: wantedOf(drifted, changers, requested, options), changers, requested };
}

/**
 * Returns a function that decides whether a change is selected.
 * @throws UsageError if a named resource or property did not drift
 */
function wantedOf(
    drifted: readonly Drifted[],
    changers: ReadonlyMap<string, string>,
    requested: ReadonlySet<string>,
    { only, property, by, notBy }: ChoiceOptions,
): AcceptOptions["isWanted"] {
    const check = (wanted: readonly string[] = [], there: Iterable<string>, words: (one: string) => string): void => {
        const known = [...new Set(there)];
        for (const one of wanted)
            if (!known.includes(one)) throw new UsageError(`${words(quoted(one))}${hint(one, known, 2) || "."}`, known);
    };
    const properties = drifted.flatMap(({ changes }) => changes.map((one) => one.property));
    check(
        only,
        drifted.map(({ name }) => name),
        (one) => `The resource ${one} did not drift`,
    );
    check(property, properties, (one) => `The property ${one} did not drift`);
    check(
        [...(by ?? []), ...(notBy ?? [])].filter((one) => one !== REQUEST),
        changers.values(),
        (one) => `No drift is known to be caused by ${one}`,
    );
    return ({ urn, name }, changed) => {
        const changer = changers.get(urn);
        const isRequested = requested.has(itemKey({ urn, property: changed }));
        const isAmong = (some: readonly string[]): boolean =>
            (isRequested && some.includes(REQUEST)) || (changer !== undefined && some.includes(changer));
        const isBy = by === undefined || isAmong(by);
        // An unknown author could be one of the excluded people.
        const isKnown = changer !== undefined || !notBy?.some((one) => one !== REQUEST);
        const isNotBy = notBy === undefined || (isKnown && !isAmong(notBy));
        return (only?.includes(name) ?? true) && (property?.includes(changed) ?? true) && isBy && isNotBy;
    };
}
