import { ForbiddenError } from "../../../api/errors.js";
import type { Properties } from "../../../common/properties.js";
import { type Kind, type Source, undeclarable } from "../../../kernel.js";
import type { ServiceObject, Undeclared } from "./found.js";
import { type InventoryReads, type Refusal, refusalText } from "./reads.js";

/** Reads all objects that have their own ids, by source. */
export class InventoryLists {
    /** All objects by id. */
    readonly things = new Map<string, ServiceObject>();
    /** Lists that the token cannot read, and objects without a list that it cannot read. */
    readonly refused: Undeclared[] = [];
    private readonly objects = new Map<Source, readonly ServiceObject[]>();
    /** Names of sources that could not be listed completely. */
    private readonly unlisted = new Set<string>();
    private readonly unownable = new Set<string>();

    private constructor(private readonly reads: InventoryReads) {}

    /**
     * Reads the objects of all kinds.
     * @throws errors from API calls, except if the token is not allowed to list a kind
     */
    static async read(kinds: readonly Kind[], reads: InventoryReads): Promise<InventoryLists> {
        const lists = new InventoryLists(reads);
        const own = kinds.flatMap((kind) =>
            "source" in kind.discovery ? [[kind.discovery.source, kind] as const] : [],
        );
        const found = await reads.each(own, ([source, kind]) => lists.listed(source, kind));
        for (const [at, [source, kind]] of own.entries()) lists.add(source, kind, found[at] ?? []);
        lists.gather();
        return lists;
    }

    /** Returns the objects of a source. */
    of(source: Source): readonly ServiceObject[] {
        return this.objects.get(source) ?? [];
    }

    /** Whether all objects of a source could be listed. */
    isWhole({ name }: Source): boolean {
        return !this.unlisted.has(name);
    }

    /** Whether the object with this id can never be declared. */
    isUnownable(id: string): boolean {
        return this.unownable.has(id);
    }

    private add(source: Source, kind: Kind, all: readonly Properties[]): void {
        const objects = all.map((live) => ({ kind, id: String(live[source.id]), live }));
        this.objects.set(source, objects);
        // Users are never declared, because the service does not return all required properties.
        if (undeclarable(kind) !== undefined) for (const { id } of objects) this.unownable.add(id);
    }

    /** Collects all objects by id. An access rule is also listed as a group, and a Paladin as a user: the more specific list wins. */
    private gather(): void {
        for (const one of [...this.objects.values()].sort((a, b) => a.length - b.length).flat()) {
            const known = this.things.get(one.id);
            // The group of a rule has additional properties, such as its app.
            this.things.set(one.id, known ? { ...known, live: { ...one.live, ...known.live } } : one);
        }
    }

    /** Lists the objects of a source. If the token is not allowed to list them, records that and returns an empty list. */
    private async listed(source: Source, kind: Kind): Promise<readonly Properties[]> {
        try {
            return (await this.reads.live.all(source)) ?? (await this.byIds(source, kind));
        } catch (error) {
            if (!(error instanceof ForbiddenError)) throw error;
            this.refuse(kind, "all of them", refusalText(error));
            return [];
        }
    }

    /** Reads the objects of a kind without a list, by candidate ids. */
    private async byIds(source: Source, kind: Kind): Promise<Properties[]> {
        const report = (id: string, { because }: Refusal): void => this.refuse(kind, id, because);
        const ids = await this.reads.one(
            `ids of ${source.name}`,
            async () => (await source.ids?.(this.reads.client)) ?? [],
        );
        if ("because" in ids) {
            report("all of them", ids);
            return [];
        }
        const found = await this.reads.each(ids.value, async (id) => {
            const answer = await this.reads.one(`${source.name} ${id}`, () => this.reads.live.object(source, id));
            if ("because" in answer && !answer.isUnfit) report(id, answer);
            return answer;
        });
        return found.flatMap((one) => ("value" in one && one.value ? [one.value] : []));
    }

    private refuse(kind: Kind, id: string, because: string): void {
        this.unlisted.add(kind.name);
        this.refused.push({ kind, id, because, isFault: true, isUnread: true });
    }
}
