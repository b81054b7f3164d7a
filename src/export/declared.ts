import type { DeploymentDocument } from "../deployment.js";
import type { Properties } from "../schema/fields.js";
import type { Kind } from "../shapes/kind.js";
import type { Declarable } from "./found.js";
import type { Inventory } from "./inventory.js";
import { keyOf } from "./program/circles.js";

/** What a stack declares. */
export interface Declared {
    readonly kind: Kind;
    readonly id: string;
    readonly resource: string;
    readonly given: Properties;
}

const TYPE = /^pulumi-nodejs:dynamic\/access-governance:(\w+)$/;

/** What stacks declare, by kind and id. */
export function declaredIn(stacks: readonly DeploymentDocument[], kinds: readonly Kind[]): Map<string, Declared> {
    const byName = new Map(kinds.map((kind) => [kind.name, kind]));
    const found = stacks.flatMap(({ deployment: { resources } }) =>
        (resources ?? []).flatMap((entry): [string, Declared][] => {
            const kind = byName.get(TYPE.exec(entry.type)?.[1] ?? "");
            // What is still to be deleted is declared no more.
            if (!kind || entry.id === undefined || entry.delete || entry.external === true) return [];
            const resource = entry.urn.split("::").slice(3).join("::");
            return [[keyOf({ kind, id: entry.id }), { kind, id: entry.id, resource, given: entry.inputs ?? {} }]];
        }),
    );
    return new Map(found);
}

/** Whether a stack declares it: by itself, with the whole that it is a part of, or by all of its members. */
export function isDeclared(
    { kind, id, given, members }: Declarable,
    declared: ReadonlyMap<string, Declared>,
    kinds: readonly Kind[],
): boolean {
    if (declared.has(keyOf({ kind, id }))) return true;
    const root = kind.rootOf(id);
    const document = kind.document ?? kind.memberOf(given)?.document;
    const holders =
        document === undefined ? [] : kinds.flatMap((one) => declared.get(keyOf({ kind: one, id: root })) ?? []);
    if (holders.some((one) => document !== undefined && one.kind.documents(one.given).includes(document))) return true;
    return members?.every((member) => declared.has(keyOf(member))) ?? false;
}

/** What is declared and not on the service, as far as an inventory has looked. */
export function missingOf(declared: ReadonlyMap<string, Declared>, inventory: Inventory): Declared[] {
    const { things, declarable, undeclared, chosen } = inventory;
    const found = new Set([...declarable.flatMap((one) => [one, ...(one.members ?? [])]), ...undeclared].map(keyOf));
    return [...declared.values()].filter((one) => {
        const root = one.kind.rootOf(one.id);
        if (!things.has(root)) return true;
        if (one.kind.shape !== "membership" || found.has(keyOf(one))) return false;
        // What could not be read below an object, or follows from something else there, is listed by the object's id.
        return chosen.has(root) && !found.has(keyOf({ kind: one.kind, id: root }));
    });
}
