import type { Existing, Kind } from "../../../kernel.js";
import { isDeclarable, resultOf, temporaryReason, type Undeclared } from "./found.js";
import type { InventoryReads, Refusal } from "./reads.js";

/** A set of memberships, as a program can declare it. */
export interface FoundSet {
    /** The elements. Undefined if one of the memberships cannot be declared. */
    readonly elements?: readonly unknown[];
    /** Memberships that belong to others, such as those with an approved request. */
    readonly others: readonly Undeclared[];
}

/** Reads complete sets of memberships. */
export class InventorySets {
    constructor(private readonly reads: InventoryReads) {}

    /** Reads a set of the kind `kind` below the object `id`. */
    async read(kind: Kind, id: string): Promise<{ readonly value: FoundSet } | Refusal> {
        const { set } = kind;
        if (!set || (await this.isEmpty(kind, id))) return { value: { elements: [], others: [] } };
        const { of, element } = set;
        const answer = await this.reads.one(`${kind.name} ${id}`, () => set.found(this.reads.live, id));
        if ("because" in answer) return answer;
        if (!answer.value) return { value: { others: [] } };
        const { own, left, because } = answer.value;
        const others = left.map((one): Undeclared => ({ kind: of, id: one.id, because }));
        const elements = own.every((one) => canDeclare(of, one, set.hasEnds))
            ? own.map(({ live }) => element(live))
            : undefined;
        return { value: { ...(elements ? { elements } : {}), others } };
    }

    /** Whether a query shows that the set is empty, so that it does not have to be read. */
    private async isEmpty({ name, discovery }: Kind, id: string): Promise<boolean> {
        const holders = "ways" in discovery ? discovery.ways[0].holders : undefined;
        if (!holders) return false;
        // These queries are about all objects.
        const answer = await this.reads.shared(`holders of ${name}`, () => holders(this.reads.client, []));
        return "value" in answer && answer.value !== undefined && !answer.value.includes(id);
    }
}

function canDeclare(kind: Kind, one: Existing, hasEnds: boolean): boolean {
    return (hasEnds || temporaryReason(kind, one.live) === undefined) && isDeclarable(resultOf(kind, one));
}
