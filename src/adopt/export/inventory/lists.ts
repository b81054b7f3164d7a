import { ForbiddenError } from "../../../api/errors.js";
import type { Source } from "../../../provider/live/source.js";
import type { Properties } from "../../../provider/schema/fields.js";
import { undeclarable } from "../../../provider/shapes/arguments.js";
import type { Existing, Kind } from "../../../provider/shapes/kind.js";
import type { Undeclared } from "./found.js";
import { type InventoryReads, type Refusal, refusalText } from "./reads.js";
import type { ServiceObject } from "./thing.js";

/** Reads all objects that have their own ids, by source. */
export class InventoryLists {
    /** All objects by id. */
    readonly things = new Map<string, ServiceObject>();
    /** Lists that the token cannot read, and objects without a list that it cannot read. */
    readonly refused: Undeclared[] = [];
    private readonly objects = new Map<Source, readonly Existing[]>();
    /** Names of sources that could not be listed completely. */
    private readonly unlisted = new Set<string>();
    private readonly unownable = new Set<string>();

    private constructor(
        private readonly kinds: readonly Kind[],
        private readonly reads: InventoryReads,
    ) {}

    /**
     * Reads the objects of all kinds and of `others`.
     * @throws errors from API calls, except if the token is not allowed to list a kind
     */
    static async read(
        kinds: readonly Kind[],
        others: readonly Source[],
        reads: InventoryReads,
    ): Promise<InventoryLists> {
        const lists = new InventoryLists(kinds, reads);
        const own = kinds.flatMap(({ discovery }) => ("source" in discovery ? [discovery.source] : []));
        const sources = [...new Set([...own, ...others])];
        const found = await reads.each(sources, (source) => lists.listed(source));
        for (const [at, source] of sources.entries()) lists.add(source, found[at] ?? []);
        lists.gather();
        return lists;
    }

    /** Returns the objects of a source. */
    of(source: Source): readonly Existing[] {
        return this.objects.get(source) ?? [];
    }

    /** Whether all objects of a source could be listed. */
    isWhole({ name }: Source): boolean {
        return !this.unlisted.has(name);
    }

    /**
     * Whether a program can declare the objects of a source. Users are never declared, because the service does not return all required
     * properties.
     */
    isOwnable(source: Source): boolean {
        const kind = this.kindOf(source);
        return kind !== undefined && !undeclarable(kind);
    }

    /** Whether the object with this id can never be declared. */
    isUnownable(id: string): boolean {
        return this.unownable.has(id);
    }

    private kindOf(source: Source): Kind | undefined {
        return this.kinds.find(({ discovery }) => "source" in discovery && discovery.source === source);
    }

    private add(source: Source, all: readonly Properties[]): void {
        const objects = all.map((live) => ({ id: String(live[source.id]), live }));
        this.objects.set(source, objects);
        if (!this.isOwnable(source)) for (const { id } of objects) this.unownable.add(id);
    }

    /** Collects all objects by id. An access rule is also listed as a group, and a Paladin as a user: the more specific list wins. */
    private gather(): void {
        for (const [source, objects] of [...this.objects].sort(([, a], [, b]) => a.length - b.length)) {
            const kind = this.kindOf(source);
            for (const { id, live } of objects) {
                const known = this.things.get(id);
                // The group of a rule has additional properties, such as its app.
                if (known) this.things.set(id, { ...known, live: { ...live, ...known.live } });
                else this.things.set(id, { source, id, live, ...(kind && { kind }) });
            }
        }
    }

    /** Lists the objects of a source. If the token is not allowed to list them, records that and returns an empty list. */
    private async listed(source: Source): Promise<readonly Properties[]> {
        try {
            return (await this.reads.live.all(source)) ?? (await this.byIds(source));
        } catch (error) {
            // Sources without a kind are required, because other objects refer to their objects.
            if (!(error instanceof ForbiddenError) || !this.kindOf(source)) throw error;
            this.refuse(source, "all of them", refusalText(error));
            return [];
        }
    }

    /** Reads the objects of a kind without a list, by candidate ids. */
    private async byIds(source: Source): Promise<Properties[]> {
        const report = (id: string, { because }: Refusal): void => this.refuse(source, id, because);
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

    private refuse(source: Source, id: string, because: string): void {
        this.unlisted.add(source.name);
        const kind = this.kindOf(source);
        if (kind) this.refused.push({ kind, id, because, isFault: true, isUnread: true });
    }
}
