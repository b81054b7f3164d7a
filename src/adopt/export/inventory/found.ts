import type { Properties } from "../../../common/properties.js";
import { argumentsOf, type Existing, isExported, type Kind, keyText, undeclarable } from "../../../kernel.js";

/** An object on the service, and the kind that declares it. */
export interface ServiceObject extends Existing {
    readonly kind: Kind;
}

/** An object that a program can declare. */
export interface Declarable extends ServiceObject {
    readonly given: Properties;
}

/** An object or property that a program does not declare. */
export interface Undeclared {
    readonly kind: Kind;
    /** Id of the object, or of its parent. */
    readonly id: string;
    /** The property that cannot be declared; undefined for the whole object. */
    readonly path?: string;
    readonly because: string;
    /** Set if the user might want it declared. Not set for objects that should not be declared, such as members that follow from a rule. */
    readonly isFault?: true;
    /** The service did not return it, so it is unknown. */
    readonly isUnread?: true;
    /** Set for access that expires: an export leaves it out, but until then somebody has it. */
    readonly isTemporary?: true;
}

/** A declarable object, with its properties that cannot be declared. */
export type FoundObject = Declarable & { readonly left: readonly Undeclared[] };

/** Returns a key that is unique for the kind and id of an object. */
export function objectKey({ kind, id }: { readonly kind: Kind; readonly id: string }): string {
    return `${kind.name} ${id}`;
}

/** Whether a program can declare an object. */
export function isDeclarable(one: FoundObject | Undeclared): one is FoundObject {
    return "given" in one;
}

/** Returns the declaration of an existing object, or the reason why it cannot be declared. */
export function resultOf(kind: Kind, { id, live }: Existing): FoundObject | Undeclared {
    const found = argumentsOf(kind, live);
    if ("because" in found) return undeclaredObject(kind, id, found.because);
    const left = found.left.map(({ path, reason }): Undeclared => ({ kind, id, path, because: reason, isFault: true }));
    return { kind, id, live, given: found.given, left };
}

/** Returns an undeclared object. It counts as a fault unless objects of its kind can never be declared. */
export function undeclaredObject(kind: Kind, id: string, because: string): Undeclared {
    return { kind, id, because, ...(undeclarable(kind) === undefined ? { isFault: true } : {}) };
}

/** Refuses objects that have the same key as an earlier object. */
export function withoutDuplicates(objects: readonly (FoundObject | Undeclared)[]): (FoundObject | Undeclared)[] {
    const taken = new Set<string>();
    return objects.map((one) => {
        if (!isDeclarable(one)) return one;
        const { kind, id, given } = one;
        const key = `${kind.name} ${keyText(kind, given) ?? id}`;
        const isDuplicate = taken.has(key);
        taken.add(key);
        const parts = kind.key.map((name) => `${name} ${JSON.stringify(given[name] ?? "")}`).join(", ");
        return isDuplicate
            ? undeclaredObject(kind, id, `another ${kind.noun} has the same key (${parts}): rename one of them`)
            : one;
    });
}

/** Returns the reason why an object is not declared because it is temporary: it expires, or has expired. */
export function temporaryReason(kind: Kind, live: Properties): string | undefined {
    const because = kind.undeclarable?.(live);
    const date = kind.ends?.date === undefined ? undefined : live[kind.ends.date];
    if (because !== undefined || typeof date !== "string") return because;
    const isOver = Date.parse(date) <= Date.now();
    if (kind.ends?.date !== undefined && kind.ends.date in kind.fields)
        return isOver ? `it expired on ${date}` : undefined;
    return `it expires on ${date}`;
}

/** Refuses objects that another declaration writes. */
export function withoutCovered(found: readonly (FoundObject | Undeclared)[]): (FoundObject | Undeclared)[] {
    const covered = new Set(
        found.flatMap((one) => {
            if (!isDeclarable(one)) return [];
            const { kind, given } = one;
            return (kind.covers?.(given) ?? []).map((id) => objectKey({ kind, id }));
        }),
    );
    return found.map((one) => {
        if (!isDeclarable(one) || !covered.has(objectKey(one))) return one;
        return { kind: one.kind, id: one.id, because: "another declaration of this kind contains it" };
    });
}

/** Returns documents whose values differ from those of a new object. */
export function documents(kind: Kind, found: readonly Existing[]): (FoundObject | Undeclared)[] {
    return found
        .map((one) => resultOf(kind, one))
        .filter(
            (one) =>
                !isDeclarable(one) ||
                Object.entries(one.given).some(
                    ([name, value]) => !kind.key.includes(name) && isExported(kind.fields[name], value),
                ),
        );
}

/** Returns the kind that exports use to declare all memberships of a kind below an object as one set, if there is one. */
export function setKind(kind: Kind, kinds: readonly Kind[]): Kind | undefined {
    const [first] = kind.memberOf(Object.fromEntries(kind.key.map((name) => [name, ""])));
    return first && kinds.find((one) => one.document === first.document);
}
