import type { Declarable } from "../../../src/adopt/export/inventory/found.js";
import type { Inventory } from "../../../src/adopt/export/inventory/inventory.js";
import type { Thing } from "../../../src/adopt/export/inventory/thing.js";
import type { Properties } from "../../../src/provider/schema/fields.js";
import type { Kind } from "../../../src/provider/shapes/kind.js";
import { kinds } from "../../../src/resources/kinds.js";

/** A kind by its name. */
export function kindOf(name: string): Kind {
    const kind = kinds.find((one) => one.name === name);
    if (!kind) throw new Error(`There is no kind ${name}.`);
    return kind;
}

/** Something of a kind that a program declares with all that is live of it. */
export function declarable(name: string, id: string, given: Properties): Declarable {
    return { kind: kindOf(name), id, given, live: given };
}

/** What of the declarables has an id of its own, and what is there beside it. */
export function inventoryOf(declarables: readonly Declarable[], others: readonly Thing[] = []): Inventory {
    const things = declarables.flatMap(({ kind, id, live }): Thing[] =>
        "source" in kind.discovery ? [{ source: kind.discovery.source, id, live, kind }] : [],
    );
    return {
        things: new Map([...things, ...others].map((one) => [one.id, one])),
        declarable: declarables,
        undeclared: [],
        hasLooked: () => true,
    };
}
