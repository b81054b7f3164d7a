import type {
    Bundle,
    Change,
    Group,
    Permission,
    Resource,
    Tag,
    Target,
    Unknown,
} from "../../../access/model/facts/facts.js";
import type { Properties } from "../../../provider/schema/fields.js";
import type { Draft } from "../draft.js";

/** A declaration as a preview shows it. New objects have their URN as id, since the real id is not known yet. */
export interface Declared {
    readonly id: string;
    /** Declared values. */
    readonly given: Properties;
    /** Previously declared values, as they are now. Absent for a new object. */
    readonly was?: Properties;
    /** When a grant ends, if the declaration does not change it; undefined for a new grant. */
    readonly until?: string | null;
}

/** Effect of declaring a kind on access. */
export interface Effect {
    /** Returns what the declaration affects directly. */
    touches(declared: Declared): Touched;
    /** Applies the declaration to the organization. */
    put(draft: Draft, declared: Declared): void;
    /** Removes the declaration from the organization. */
    remove(draft: Draft, declared: Declared): void;
    /** Returns what else is unknown, in addition to its targets and owners, if the preview hides these properties. */
    concerns?(draft: Draft, declared: Declared, hidden: readonly string[]): Pick<Unknown, "type" | "id">[];
}

export interface Touched {
    readonly targets?: readonly Target[];
    readonly ownerIds?: readonly string[];
    readonly tags?: readonly Tag[];
    /** Users whose reviews other people may decide after the change. */
    readonly reviewerIds?: readonly string[];
    readonly templateIds?: readonly string[];
    /** Permissions that a role gets. */
    readonly permissions?: readonly Permission[];
    /** Whether users may match other access rules than before. */
    readonly hasOtherTags?: boolean;
}

export function group(id: string): Target {
    return { type: "group", id };
}

export function resource(id: string): Target {
    return { type: "resource", id };
}

export function change(draft: Draft, type: Target["type"], id: string, part: Partial<Group & Resource & Bundle>): void {
    const one = draft.find(type, id);
    // The cast is safe: `one` is a record of the type, and callers pass properties of that type.
    if (one) draft.apply({ put: type, value: { ...one, ...part } } as Change);
}

export function endIn(draft: Draft, { durationMinutes }: Properties, until: string | null | undefined): string | null {
    if (until !== undefined) return until;
    return draft.endOf(typeof durationMinutes === "number" ? durationMinutes : 0);
}

export function isSameTag(one: Tag, other: Tag): boolean {
    return one.key === other.key && one.value === other.value;
}

export function text(value: unknown): string {
    return typeof value === "string" ? value : "";
}

export function texts(value: unknown): string[] {
    return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}

export function objects(value: unknown): Properties[] {
    return Array.isArray(value) ? value.filter((one) => one !== null && typeof one === "object") : [];
}
