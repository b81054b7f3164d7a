import { type AcceptOptions, itemKey } from "../../adopt/accept/acceptance.js";
import { changersOf, type Drifted } from "../../adopt/accept/drift.js";
import { requestedIn } from "../../adopt/accept/requested.js";
import { UsageError } from "../../common/errors.js";
import { quoted } from "../../common/printable.js";
import { hint } from "../../common/spelling.js";
import type { Connection } from "./connection.js";

/** Options that choose among the drift. */
export interface ChoiceOptions {
    only?: string[];
    property?: string[];
    /** Emails, or `request`. */
    by?: string[];
    notBy?: string[];
}

/** The chosen drift, and what is known about its causes. */
export interface Choice {
    readonly isWanted: AcceptOptions["isWanted"];
    /** Email of the person who last changed each resource, by URN; empty if not needed. */
    readonly changers: ReadonlyMap<string, string>;
    /** Changes that approved access requests explain, by `itemKey`; empty if they were not needed. */
    readonly requested: ReadonlySet<string>;
}

/** Represents approved access requests among the people of --by and --not-by. */
const REQUEST = "request";

/**
 * Chooses among the drift by resource, property and cause. Reads causes from the service only if an option or the caller needs them.
 * @throws UsageError for a name that did not drift, or if causes are needed and cannot be read
 */
export async function choose(
    drifted: readonly Drifted[],
    { client, problem }: Connection,
    options: ChoiceOptions,
    { needsChangers, needsRequests }: { readonly needsChangers: boolean; readonly needsRequests: boolean },
): Promise<Choice> {
    const causes = [...(options.by ?? []), ...(options.notBy ?? [])];
    if (causes.length > 0 && !client) throw new UsageError(`Cannot determine who made the changes: ${problem}`);
    const isByPeople = causes.some((one) => one !== REQUEST);
    const changers =
        client && (needsChangers || isByPeople) ? await changersOf(drifted, client) : new Map<string, string>();
    const requested =
        client && (needsRequests || causes.includes(REQUEST)) ? await requestedIn(drifted, client) : new Set<string>();
    return { isWanted: wantedOf(drifted, changers, requested, options), changers, requested };
}

/** Returns whether a change is chosen: not if people were named and its author is unknown. @throws UsageError for a name that did not drift */
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
        (one) => `No change is known to be by ${one}`,
    );
    return ({ urn, name }, changed) => {
        const changer = changers.get(urn);
        const isRequested = requested.has(itemKey({ urn, property: changed }));
        const isAmong = (some: readonly string[]): boolean =>
            (isRequested && some.includes(REQUEST)) || (changer !== undefined && some.includes(changer));
        const isBy = by === undefined || isAmong(by);
        // An unknown author could be one of them.
        const isKnown = changer !== undefined || !notBy?.some((one) => one !== REQUEST);
        const isNotBy = notBy === undefined || (isKnown && !isAmong(notBy));
        return (only?.includes(name) ?? true) && (property?.includes(changed) ?? true) && isBy && isNotBy;
    };
}
