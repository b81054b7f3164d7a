import { resourceName } from "../../common/names.js";
import type { Properties } from "../../common/properties.js";
import { kindNameOf } from "../../common/pulumi-type.js";
import type { DeploymentDocument, Kind } from "../../kernel.js";
import { type Declarable, objectKey } from "./inventory/found.js";
import type { OrganizationInventory } from "./inventory/inventory.js";

/** One declaration in a stack. */
export interface StackDeclaration {
    readonly kind: Kind;
    readonly id: string;
    readonly resource: string;
    /** Name of the Pulumi project that the stack belongs to. */
    readonly project: string;
    /** Base URL of the API that contains the object. Undefined if the state does not contain it. */
    readonly url?: string;
    readonly given: Properties;
}

/** Returns the declarations of stacks, by kind and id. */
export function declaredIn(
    stacks: readonly DeploymentDocument[],
    kinds: readonly Kind[],
): Map<string, StackDeclaration> {
    const byName = new Map(kinds.map((kind) => [kind.name, kind]));
    const found = stacks.flatMap(({ deployment: { resources } }) =>
        (resources ?? []).flatMap((entry): [string, StackDeclaration][] => {
            const kind = byName.get(kindNameOf(entry.type) ?? "");
            // Resources pending deletion are not declared.
            if (!kind || entry.id === undefined || entry.delete || entry.external === true) return [];
            const [, project = ""] = entry.urn.split("::");
            const { __url: url } = entry.outputs ?? {};
            const one = { kind, id: entry.id, resource: resourceName(entry.urn), project, given: entry.inputs ?? {} };
            return [[objectKey(one), { ...one, ...(typeof url === "string" ? { url } : {}) }]];
        }),
    );
    return new Map(found);
}

/**
 * Returns a function that decides whether the memberships of an object are declared one by one, because a stack declares the object, or some
 * of its memberships.
 */
export function declaredSingly(
    stacks: readonly DeploymentDocument[],
    kinds: readonly Kind[],
): (object: { readonly kind: Kind; readonly id: string }) => boolean {
    const declared = declaredIn(stacks, kinds);
    const parents = new Set(
        [...declared.values()].flatMap(({ kind, id }) =>
            kind.shape === "membership" ? kind.memberOf(kind.keyOf(id)).map(({ of }) => of) : kind.rootOf(id),
        ),
    );
    return (object) => declared.has(objectKey(object)) || parents.has(object.id);
}

/** Whether a stack declares an object directly, as part of another declaration, or by declaring the set that contains it. */
export function isDeclaredInStack(
    { kind, id, given }: Declarable,
    declared: ReadonlyMap<string, StackDeclaration>,
    kinds: readonly Kind[],
): boolean {
    if (declared.has(objectKey({ kind, id }))) return true;
    const sets =
        kind.document === undefined ? kind.memberOf(given) : [{ document: kind.document, of: kind.rootOf(id) }];
    return sets.some(({ document, of }) =>
        kinds.some((one) => {
            const holder = declared.get(objectKey({ kind: one, id: of }));
            return holder?.kind.documents(holder.given).includes(document) ?? false;
        }),
    );
}

/** Returns declared objects that an inventory did not find. */
export function missingOf(
    declared: ReadonlyMap<string, StackDeclaration>,
    inventory: OrganizationInventory,
): StackDeclaration[] {
    const { things, declarable, undeclared } = inventory;
    const found = new Set([...declarable, ...undeclared].map(objectKey));
    return [...declared.values()].filter(({ kind, id }) => {
        const root = kind.rootOf(id);
        const isThere = kind.shape === "membership" ? found.has(objectKey({ kind, id })) : things.has(root);
        // Undeclared memberships that were not read are listed with the id of the object that they belong to.
        return !isThere && !found.has(objectKey({ kind, id: root })) && inventory.hasLooked(kind, id);
    });
}
