import { UsageError } from "../../common/errors.js";
import { hint } from "../../common/spelling.js";
import type { Kind } from "../../kernel.js";
import type { Fixture } from "./fixture.js";
import type { KindName } from "./naming.js";

/** Kinds chosen by the user. */
export interface KindChoice {
    /** Names of kinds to try. Default: all. */
    readonly only?: readonly string[];
    /** Names of kinds to try that are skipped by default. */
    readonly include?: readonly string[];
}

/** The plan for one kind. */
export interface PlannedKind {
    readonly kind: KindName;
    readonly creates: string;
    readonly needs: readonly KindName[];
    readonly effect?: string;
    /** The reason why the object remains after the run. */
    readonly stays?: string;
    /** The reason why the kind is not tried. */
    readonly skipped?: string;
}

/**
 * Plans the chosen kinds. `unlisted` contains the kinds that cannot be tried in this organization, with the reasons.
 * @throws UsageError if a name is unknown, or no kind is left to try
 */
export function planTrials(
    kinds: readonly Kind[],
    fixtures: Readonly<Record<KindName, Fixture>>,
    choice: KindChoice,
    unlisted: ReadonlyMap<string, string> = new Map(),
): readonly PlannedKind[] {
    const only = choice.only && checkedKinds("--only", choice.only, fixtures);
    const include = checkedKinds("--include", choice.include ?? [], fixtures);
    const names = namesIn(fixtures).filter((name) => !only || only.includes(name));
    const plan = names.map((kind): PlannedKind => {
        const { creates, needs, effect, skipped } = fixtures[kind];
        const stays = staysOf(kinds.find(({ name }) => name === kind));
        const lacking = unlisted.get(kind);
        const because =
            skipped !== undefined && !include.includes(kind)
                ? `${skipped}; to try it anyway, add --include ${kind}`
                : lacking;
        return {
            kind,
            creates,
            needs,
            ...(effect === undefined ? {} : { effect }),
            ...(stays === undefined ? {} : { stays }),
            ...(because === undefined ? {} : { skipped: because }),
        };
    });
    const other = include.find((name) => !names.includes(name));
    if (other)
        throw new UsageError(`--include ${other} has no effect, because --only does not contain it. Add it to --only.`);
    if (plan.every(({ skipped }) => skipped !== undefined)) {
        const reasons = plan.map(({ kind, skipped }) => `${kind}: ${skipped}`);
        throw new UsageError("Every chosen kind is skipped.", reasons);
    }
    return plan;
}

/** @throws UsageError if one of the names is not the name of a kind */
function checkedKinds(
    option: string,
    names: readonly string[],
    fixtures: Readonly<Record<KindName, Fixture>>,
): readonly KindName[] {
    const known = namesIn(fixtures);
    return names.map((name) => {
        const found = known.find((one) => one === name);
        if (found) return found;
        throw new UsageError(
            `${option}: ${JSON.stringify(name)} is not the name of a kind${hint(name, known, 2) || `. Use names such as ${known.slice(0, 3).join(", ")}`}`,
        );
    });
}

function namesIn(fixtures: Readonly<Record<KindName, Fixture>>): readonly KindName[] {
    // The cast is safe: the type does not allow other keys.
    return Object.keys(fixtures) as KindName[];
}

/**
 * Returns the reason why an object of a kind remains. Undefined for subresources, which are deleted with the object that they belong to.
 */
function staysOf(kind: Kind | undefined): string | undefined {
    return kind?.shape === "entity" && kind.removal.does === "leave" ? kind.removal.because : undefined;
}
