import type { Declarable, ServiceObject } from "../../../src/adopt/export/inventory/found.js";
import type { OrganizationInventory } from "../../../src/adopt/export/inventory/inventory.js";
import type { Properties } from "../../../src/common/properties.js";
import { LiveUnknownFields } from "../../../src/provider/live/unknown-fields.js";
import type { Kind } from "../../../src/provider/shapes/kind.js";
import { kinds } from "../../../src/resources/kinds.js";

/** Returns a kind by its name. */
export function kindOf(name: string): Kind {
    const kind = kinds.find((one) => one.name === name);
    if (!kind) throw new Error(`There is no kind ${name}.`);
    return kind;
}

/** Returns a declarable object whose declared properties equal its live ones. */
export function declarable(name: string, id: string, given: Properties): Declarable {
    return { kind: kindOf(name), id, given, live: given };
}

/** Returns an inventory of the declarables and of other objects that are only looked up. */
export function inventoryOf(
    declarables: readonly Declarable[],
    others: readonly ServiceObject[] = [],
): OrganizationInventory {
    const things = declarables.filter(({ kind }) => kind.shape === "entity");
    return {
        things: new Map([...things, ...others].map((one) => [one.id, one])),
        declarable: declarables,
        undeclared: [],
        unknownFields: new LiveUnknownFields(),
        hasLooked: () => true,
    };
}
