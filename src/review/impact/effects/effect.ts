import type { Change } from "../../../access/model/facts/change.js";
import type { Permission, Tag, Target, Unknown } from "../../../access/model/facts/facts.js";
import type { Properties } from "../../../common/properties.js";
import type { Draft, DraftRecords } from "../draft.js";

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

/** Effect of a kind whose objects are records of the organization. */
export function recordEffect<Type extends keyof DraftRecords>(
    type: Type,
    touches: Effect["touches"],
    recordOf: (
        given: Properties,
        id: string,
        base: DraftRecords[Type] | undefined,
        was: Properties | undefined,
    ) => DraftRecords[Type],
): Effect {
    return {
        touches,
        put: (draft, { id, given, was }) => {
            const value = recordOf(given, id, draft.find(type, id), was);
            draft.apply({ put: type, value } as Change); // the cast is safe because the record is of this type
        },
        remove: (draft, { id }) => draft.apply({ remove: type, id } as Change), // the cast is safe because records have ids
    };
}

type PartOf<Type extends keyof DraftRecords> = (
    record: DraftRecords[Type],
    declared: PreviewedDeclaration,
    draft: Draft,
) => Partial<DraftRecords[Type]> | undefined;

/**
 * Effect of a kind that declares a part of a group, resource or bundle.
 * @param key property with the id of that object
 * @param remove if undefined, removing the declaration does not change the part
 */
export function partEffect<Type extends Target["type"]>(
    type: Type,
    key: string,
    put: PartOf<Type>,
    remove: PartOf<Type> = () => undefined,
): Effect {
    const idIn = ({ given }: PreviewedDeclaration): string => stringValue(given[key]);
    const change =
        (partOf: PartOf<Type>) =>
        (draft: Draft, declared: PreviewedDeclaration): void => {
            const found = draft.find(type, idIn(declared));
            const part = found && partOf(found, declared, draft);
            // The cast is safe because the record and the part are of this type.
            if (part) draft.apply({ put: type, value: { ...found, ...part } } as Change);
        };
    return {
        touches: (declared) => ({ targets: [{ type, id: idIn(declared) }] }),
        put: change(put),
        remove: change(remove),
    };
}

/** Effect of a kind that grants access at a level, which may expire. */
export function grantEffect(
    type: "grant" | "link" | "membership" | "nesting",
    targetsOf: (given: Properties) => readonly Target[],
    grantOf: (given: Properties) => object,
): Effect {
    // The casts are safe because `grantOf` returns what a grant of this type consists of, other than its end.
    return {
        touches: ({ given }) => ({ targets: targetsOf(given) }),
        put: (draft, { given, until }) =>
            draft.apply({ put: type, value: { ...grantOf(given), until: endIn(draft, given, until) } } as Change),
        remove: (draft, { given }) => draft.apply({ remove: type, value: grantOf(given) } as Change),
    };
}

function endIn(draft: Draft, { durationMinutes }: Properties, until: string | null | undefined): string | null {
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
