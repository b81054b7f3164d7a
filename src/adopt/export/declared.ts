import type { Properties } from "../../provider/schema/fields.js";
import { resourceName } from "../../provider/schema/names.js";
import { kindNameOf } from "../../provider/schema/pulumi-type.js";
import type { Kind } from "../../provider/shapes/kind.js";
import type { DeploymentDocument } from "../../stack/deployment.js";
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

/** Whether a stack declares an object directly, as part of another declaration, or by declaring all of its members. */
export function isDeclaredInStack(
    { kind, id, given, members }: Declarable,
    declared: ReadonlyMap<string, StackDeclaration>,
    kinds: readonly Kind[],
): boolean {
    if (declared.has(objectKey({ kind, id }))) return true;
    const root = kind.rootOf(id);
    const document = kind.document ?? kind.memberOf(given)?.document;
    const holders =
        document === undefined ? [] : kinds.flatMap((one) => declared.get(objectKey({ kind: one, id: root })) ?? []);
    if (holders.some((one) => document !== undefined && one.kind.documents(one.given).includes(document))) return true;
    return members?.every((member) => declared.has(objectKey(member))) ?? false;
}

/** Returns declared objects that an inventory did not find. */
export function missingOf(
    declared: ReadonlyMap<string, StackDeclaration>,
    inventory: OrganizationInventory,
): StackDeclaration[] {
    const { things, declarable, undeclared } = inventory;
    const found = new Set(
        [...declarable.flatMap((one) => [one, ...(one.members ?? [])]), ...undeclared].map(objectKey),
    );
    return [...declared.values()].filter(({ kind, id }) => {
        const root = kind.rootOf(id);
        const isThere = kind.shape === "membership" ? found.has(objectKey({ kind, id })) : things.has(root);
        // Undeclared memberships that were not read are listed with the id of the object that they belong to.
        return !isThere && !found.has(objectKey({ kind, id: root })) && inventory.hasLooked(kind, id);
    });
}
