import type { Kind } from "../../../kernel.js";
import {
    type FoundObject,
    objectKey,
    resultOf,
    type ServiceObject,
    temporaryReason,
    type Undeclared,
} from "./found.js";
import type { InventoryReads } from "./reads.js";
import type { SelectedObject } from "./selection.js";

/** Objects selected individually, including those that no list contains. */
export class NamedObjects {
    private readonly all: readonly SelectedObject[];

    constructor(
        named: readonly SelectedObject[],
        private readonly reads: InventoryReads,
    ) {
        this.all = [...new Map(named.map((one) => [objectKey(one), one])).values()];
    }

    /**
     * Reads named objects that are missing in `things` and adds them: lists may be out of date, or lack objects that the token cannot list.
     */
    async missing(things: Map<string, ServiceObject>): Promise<Undeclared[]> {
        const objects = this.all.filter(({ kind, id }) => kind.shape === "entity" && things.get(id)?.kind !== kind);
        const left = await this.reads.each(objects, async ({ kind, id }): Promise<Undeclared[]> => {
            const listed = things.get(id);
            if (listed) return [{ kind, id, because: `the service returns it as ${listed.kind.name}`, isFault: true }];
            const answer = await this.observed(kind, id);
            if ("because" in answer) return [answer];
            things.set(id, { id, live: answer.live, kind });
            return [];
        });
        return left.flat();
    }

    /** Reads the named memberships and documents. A named member of a synced group is declared, even if its group is declared elsewhere. */
    read(): Promise<(FoundObject | Undeclared)[]> {
        const below = this.all.filter(({ kind }) => kind.shape !== "entity");
        const sets = new Set(below.map(({ kind, id }) => `${kind.document} ${kind.rootOf(id)}`));
        return this.reads.each(below, async ({ kind, id }): Promise<FoundObject | Undeclared> => {
            const set = kind.memberOf(kind.keyOf(id)).find(({ document, of }) => sets.has(`${document} ${of}`));
            if (set) {
                return { kind, id, because: `${set.document} declares it together with all others`, isFault: true };
            }
            const answer = await this.observed(kind, id);
            if ("because" in answer) return answer;
            const because = temporaryReason(kind, answer.live);
            return because === undefined ? resultOf(kind, answer) : { kind, id, because, isFault: true };
        });
    }

    private async observed(kind: Kind, id: string) {
        const key = `${kind.name} ${id} alone`;
        const answer = await this.reads.one(key, async () => kind.observe(this.reads.live, id, [], {}));
        const undeclared = (because: string): Undeclared => ({ kind, id, because, isFault: true });
        if ("because" in answer) return undeclared(answer.because);
        return answer.value ? { id, live: answer.value } : undeclared(ABSENT);
    }
}

const ABSENT = "the service does not return it: it was deleted outside, or the token cannot see it";
