import type { RequestRule, Target } from "../../../access/model/facts/facts.js";
import type { Properties } from "../../../common/properties.js";
import type { Draft } from "../draft.js";
import { type Effect, objects, type PreviewedDeclaration, stringValue } from "./effect.js";

/** How a complete set of grants relates to single ones. */
export interface SetRelation {
    /** Effect of a single grant. */
    readonly single: Effect;
    /** Property with the id of the object that the set belongs to. */
    readonly parent: string;
    /** Property with the elements. */
    readonly elements: string;
    /** Properties that identify a grant, other than the access level. */
    readonly key: readonly string[];
    /** Returns the grants of the object with this id, as declarations of single ones. */
    found(draft: Draft, id: string): readonly Properties[];
    /** Whether people may request such a grant, so that those that the program does not declare may stay. */
    mayBeRequested(draft: Draft, id: string, one: Properties): boolean;
}

/**
 * Effect of a complete set of grants. Grants that the preview does not show as live elements may have been requested. They stay, so that the
 * model does not miss what they give.
 */
export function setEffect(relation: SetRelation): Effect {
    const { single, elements } = relation;
    return {
        touches: ({ id, given }) => {
            if (!Array.isArray(given[elements])) return {};
            const own = { [relation.parent]: given[relation.parent] };
            const all = [own, ...grantsIn(relation, given)].flatMap(
                (one) => single.touches({ id, given: one }).targets ?? [],
            );
            const byKey = new Map(all.map((target) => [`${target.type} ${target.id}`, target]));
            return { targets: [...byKey.values()].filter((target) => target.id !== "") };
        },
        put(draft, { id, given, was }) {
            if (!Array.isArray(given[elements])) return;
            const wanted = grantsIn(relation, given);
            const found = relation.found(draft, stringValue(given[relation.parent]));
            for (const one of replaced(relation, draft, given, was, found))
                if (!includes(relation, wanted, one)) single.remove(draft, { id, given: one });
            for (const one of wanted)
                if (!isFound(relation, found, one)) single.put(draft, { id, given: one, until: endOf(one) });
        },
        remove(draft, { id, given }) {
            for (const one of grantsIn(relation, given)) single.remove(draft, { id, given: one });
        },
    };
}

/** Returns a grant of the model as the declaration of a single grant. */
export function declaredForm<Grant extends { readonly level: string }>({ level, ...grant }: Grant): Properties {
    return { ...grant, accessLevelRemoteId: level };
}

/** Whether people may request an object. True if this is unknown. */
export function mayBeRequested(object: { readonly requestRules?: readonly RequestRule[] } | undefined): boolean {
    return object?.requestRules?.some(({ allowRequests }) => allowRequests) ?? true;
}

/** Returns the targets that the sets in a declaration of their object affect. */
export function inlineTargets(sets: readonly SetRelation[], declared: PreviewedDeclaration): readonly Target[] {
    return sets.flatMap((set) => setEffect(set).touches(inlineSet(set, declared)).targets ?? []);
}

/** Returns the declaration of a set that is a property of its object. */
export function inlineSet(
    { parent, elements }: SetRelation,
    { id, given, was }: PreviewedDeclaration,
): PreviewedDeclaration {
    const part = (all: Properties): Properties => ({ [parent]: id, [elements]: all[elements] });
    return { id, given: part(given), ...(was && { was: part(was) }) };
}

/** Returns the grants that a write of the set replaces. */
function replaced(
    relation: SetRelation,
    draft: Draft,
    given: Properties,
    was: Properties | undefined,
    found: readonly Properties[],
): readonly Properties[] {
    const { parent, elements } = relation;
    const id = stringValue(given[parent]);
    const live = was && Array.isArray(was[elements]) ? grantsIn(relation, { ...was, [parent]: given[parent] }) : [];
    const others = found.filter((one) => given.removeRequested === true || !relation.mayBeRequested(draft, id, one));
    return [...live, ...others];
}

function grantsIn({ parent, elements }: SetRelation, properties: Properties): Properties[] {
    return objects(properties[elements]).map((one) => ({ ...one, [parent]: properties[parent] }));
}

function endOf({ expirationDate }: Properties): string | null {
    return typeof expirationDate === "string" ? expirationDate : null;
}

/** Whether a grant exists, until the same date if it sets one. */
function isFound(relation: SetRelation, found: readonly Properties[], one: Properties): boolean {
    const same = found.filter((other) => includes(relation, [other], one));
    if (one.expirationDate === undefined) return same.length > 0;
    const timeOf = (until: unknown): number => (typeof until === "string" ? Date.parse(until) : Infinity);
    return same.some(({ until }) => timeOf(until) === timeOf(one.expirationDate));
}

function includes({ key }: SetRelation, some: readonly Properties[], one: Properties): boolean {
    const textOf = (grant: Properties): string =>
        JSON.stringify([...key, "accessLevelRemoteId"].map((name) => grant[name] ?? ""));
    const text = textOf(one);
    return some.some((other) => textOf(other) === text);
}
