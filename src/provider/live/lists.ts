import type { Client } from "../../api/client.js";
import type { Properties } from "../../common/properties.js";
import { ObjectList } from "./object-list.js";
import { propertiesIn, type Source } from "./source.js";
import type { LiveUnknownFields } from "./unknown-fields.js";

/** Maximum number of objects of a kind to read individually. If more are needed, the list is read instead. */
const READ_ONE_BY_ONE = 3;

/** Number of individual reads that cost as much as one page of a list. */
const WORTH_A_PAGE = 4;

/** The lists of objects of all kinds. Each list is read once, and only as many pages as are worthwhile. */
export class LiveLists {
    private readonly lists = new Map<string, ObjectList>();
    private readonly counts = new Map<string, number>();
    private readonly expected = new Map<string, number>();

    constructor(
        private readonly client: Client,
        private readonly unknownFields: LiveUnknownFields,
    ) {}

    /**
     * Runs `take` with the list of a kind.
     * @throws the error of a failed call, after which the next call starts a new list
     */
    async take<T>(source: Source, take: (list: ObjectList) => Promise<T>): Promise<T> {
        const list = this.lists.get(source.name) ?? new ObjectList(this.pagesOf(source), source.id);
        this.lists.set(source.name, list);
        try {
            return await take(list);
        } catch (error) {
            if (this.lists.get(source.name) === list) this.lists.delete(source.name);
            throw error;
        }
    }

    /** Reads the first page again and returns its objects. */
    async first(source: Source): Promise<readonly Properties[]> {
        for await (const { objects } of this.pagesOf(source)) return objects;
        return [];
    }

    /** Returns how many pages of a list are worth reading for all current and expected requests. */
    worth({ name, list }: Source, how: "by id" | "named" | "listed"): number {
        if (!list) return 0;
        const what = `${name} ${how}`;
        if (how !== "listed") this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
        const count = Math.max(this.counts.get(what) ?? 0, this.expected.get(name) ?? 0);
        return count > READ_ONE_BY_ONE ? Math.ceil(count / WORTH_A_PAGE) : 0;
    }

    /** Yields all objects read from lists, each with the name of its kind. */
    *known(): Iterable<readonly [name: string, object: Properties]> {
        for (const [name, list] of this.lists) for (const object of list.known()) yield [name, object];
    }

    /** Announces further requests for objects of a kind. */
    expect(name: string, count = 1): void {
        this.expected.set(name, (this.expected.get(name) ?? 0) + count);
    }

    /** Records a write. The list is then outdated for this object. */
    outdate(name: string, id: string): void {
        this.lists.get(name)?.outdated.add(id);
    }

    /** Discards a list, so that the next request reads it again. */
    drop({ name }: Source): void {
        this.lists.delete(name);
    }

    private async *pagesOf(source: Source) {
        const { list, name, id } = source;
        if (!list) return;
        for await (const { items, next } of list.pages(this.client)) {
            const objects = items.map((answer) => {
                const object = propertiesIn(source, answer);
                this.unknownFields.check(name, String(object[id]), list.name, answer, "item");
                return object;
            });
            yield { objects, isLast: next === undefined };
        }
    }
}
