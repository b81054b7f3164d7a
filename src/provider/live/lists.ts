import type { Client } from "../../api/client.js";
import type { Properties } from "../schema/fields.js";
import { ObjectList } from "./object-list.js";
import { propertiesIn, type Source } from "./source.js";

/** So many objects of a kind are read one by one; with the next one its list is read, which then serves all. */
const READ_ONE_BY_ONE = 3;

/** A page of a list costs as much as so many objects read one by one: no more of it is read than that pays for. */
const WORTH_A_PAGE = 4;

/** The lists of all kinds, each read once, as far as that pays. */
export class Lists {
    private readonly lists = new Map<string, ObjectList>();
    private readonly counts = new Map<string, number>();
    private readonly expected = new Map<string, number>();

    constructor(private readonly client: Client) {}

    /** Takes something of the list of a kind. @throws what a call throws: then another list is read next time */
    async take<T>(source: Source, take: (list: ObjectList) => Promise<T>): Promise<T> {
        const list = this.lists.get(source.name) ?? new ObjectList(pagesOf(source, this.client), source.id);
        this.lists.set(source.name, list);
        try {
            return await take(list);
        } catch (error) {
            if (this.lists.get(source.name) === list) this.lists.delete(source.name);
            throw error;
        }
    }

    /** The objects on the first page of a list, read anew. */
    async first(source: Source): Promise<readonly Properties[]> {
        for await (const { objects } of pagesOf(source, this.client)) return objects;
        return [];
    }

    /** So many pages of a list are worth reading for all who ask in this way, or will ask. */
    worth({ name, list }: Source, how: "by id" | "named" | "listed"): number {
        if (!list) return 0;
        const what = `${name} ${how}`;
        if (how !== "listed") this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
        const count = Math.max(this.counts.get(what) ?? 0, this.expected.get(name) ?? 0);
        return count > READ_ONE_BY_ONE ? Math.ceil(count / WORTH_A_PAGE) : 0;
    }

    /** Every object that was read of a list, with the name of its kind. */
    *known(): Iterable<readonly [name: string, object: Properties]> {
        for (const [name, list] of this.lists) for (const object of list.known()) yield [name, object];
    }

    /** So many more objects of the kind will be asked for. */
    expect(name: string, count = 1): void {
        this.expected.set(name, (this.expected.get(name) ?? 0) + count);
    }

    /** An object was written: what the list says of it is from before. */
    outdate(name: string, id: string): void {
        this.lists.get(name)?.outdated.add(id);
    }

    /** The next who asks gets a new list. */
    drop({ name }: Source): void {
        this.lists.delete(name);
    }
}

async function* pagesOf(source: Source, client: Client) {
    for await (const { items, next } of source.list?.pages(client) ?? []) {
        yield { objects: items.map((answer) => propertiesIn(source, answer)), isLast: next === undefined };
    }
}
