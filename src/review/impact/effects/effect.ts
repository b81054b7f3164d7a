import type { Change } from "../../../access/model/facts/change.js";
import type { Bundle, Group, Permission, Resource, Tag, Target, Unknown } from "../../../access/model/facts/facts.js";
import type { Properties } from "../../../provider/schema/fields.js";
import type { Draft } from "../draft.js";

/** A declaration as shown in a preview. New objects have their URN as id, since the real id is not known yet. */
export interface PreviewedDeclaration {
    readonly id: string;
    /** The declared values. */
    readonly given: Properties;
    /** The live values of the properties that were declared before. Undefined for a new object. */
    readonly was?: Properties;
    /** When a grant expires, if the declaration does not change this. Undefined for a new grant. */
    readonly until?: string | null;
}

/** How declaring an object of a kind affects access. */
export interface Effect {
    /** Returns the objects that the declaration affects directly. */
    touches(declared: PreviewedDeclaration): Touched;
    /** Applies the declaration to the draft. */
    put(draft: Draft, declared: PreviewedDeclaration): void;
    /** Removes the declared object from the draft. */
    remove(draft: Draft, declared: PreviewedDeclaration): void;
    /**
     * Returns what else becomes unknown, besides the targets and owners that the declaration affects, if the preview hides these
     * properties.
     */
    concerns?(draft: Draft, declared: PreviewedDeclaration, hidden: readonly string[]): Pick<Unknown, "type" | "id">[];
}

export interface Touched {
    readonly targets?: readonly Target[];
    readonly ownerIds?: readonly string[];
    readonly tags?: readonly Tag[];
    /** Ids of users whose reviews other people may be able to decide after the change. */
    readonly reviewerIds?: readonly string[];
    readonly templateIds?: readonly string[];
    /** Permissions that are added to a role. */
    readonly permissions?: readonly Permission[];
    /** Whether users may match different access rules after the change. */
    readonly hasOtherTags?: boolean;
}

export function group(id: string): Target {
    return { type: "group", id };
}

export function resource(id: string): Target {
    return { type: "resource", id };
}

export function changeRecord(
    draft: Draft,
    type: Target["type"],
    id: string,
    part: Partial<Group & Resource & Bundle>,
): void {
    const one = draft.find(type, id);
    // The cast is safe because `one` is a record of this type, and callers pass properties of the same type.
    if (one) draft.apply({ put: type, value: { ...one, ...part } } as Change);
}

export function endIn(draft: Draft, { durationMinutes }: Properties, until: string | null | undefined): string | null {
    if (until !== undefined) return until;
    return draft.endOf(typeof durationMinutes === "number" ? durationMinutes : 0);
}

export function isSameTag(one: Tag, other: Tag): boolean {
    return one.key === other.key && one.value === other.value;
}

export function stringValue(value: unknown): string {
    return typeof value === "string" ? value : "";
}

export function stringValues(value: unknown): string[] {
    return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}

export function objects(value: unknown): Properties[] {
    return Array.isArray(value) ? value.filter((one) => one !== null && typeof one === "object") : [];
}
