import type { Client } from "../api/client.js";
import { NotFoundError } from "../api/errors.js";
import type { Properties } from "./fields.js";
import { fromWire, same } from "./normalize.js";
import type { Listing, Operation } from "./operation.js";

/** Where the objects of one kind are read. */
export interface Source {
    /** Name of the kind. */
    readonly name: string;
    /** The property that holds the id, such as `ownerId`. */
    readonly id: string;
    /** One object by its id. Absent where the interface has no such call: then the whole list decides what is gone. */
    readonly read?: Operation<[id: string], object | undefined>;
    /** Every object of the kind, in large pages. Absent where the interface has no such list: then `read` and `find` do all. */
    readonly list?: Listing<[], object>;
    /** The objects that may have a natural key, by the key's properties; what it answers is compared again. */
    readonly find?: Listing<[key: Properties], object>;
    /** The properties in an answer, where they are not simply the answer in camelCase (such as settings inside of an object). */
    // A method, so that a source may state the exact type of its answers.
    value?(answer: object): Properties;
}

/** The properties of an object, as an answer of `source` has them. */
export function propertiesIn(source: Source, answer: object): Properties {
    return source.value ? source.value(answer) : fromWire(answer);
}

/** So many objects of a kind are read one by one; the next one reads the kind's whole list, which then serves all. */
const readOneByOne = 3;

/**
 * The live state of the service, read once a process through this one place, in camelCase. What is being read is shared by all who
 * ask meanwhile. A write drops what it changed; list pages stay, and serve all objects but those written.
 */
export class Live {
    private readonly kept = new Map<string, Promise<unknown>>();
    private readonly counts = new Map<string, number>();
    private readonly written = new Set<string>();

    constructor(readonly client: Client) {}

    /** The object, or undefined when a GET by its id says that there is none. */
    async object(source: Source, id: string): Promise<Properties | undefined> {
        const key = `${source.name} ${id}`;
        const { read } = source;
        if (!read) {
            // Only a list read after the last write can tell.
            if (this.written.delete(key)) this.drop(`${source.name} list`);
            return (await this.all(source)).get(id);
        }
        if (source.list && !this.kept.has(key) && !this.written.has(key) && this.prefersList(source.name)) {
            const listed = (await this.all(source)).get(id);
            if (listed) return listed;
            // Absence from a list may come of the rights of the token or of a lagging index; a GET by id decides.
        }
        return this.once(key, async () => {
            const answer = await orGone(read.send(this.client, id));
            return answer && propertiesIn(source, answer);
        });
    }

    /**
     * The objects whose natural key is `key`, as `fits` sees it. `anew` asks the service again although the answer is known.
     */
    async named(
        source: Source,
        key: Properties,
        anew = false,
        fits: (object: Properties) => boolean = (object) => isSubset(key, object),
    ): Promise<Properties[]> {
        const { find } = source;
        if (anew) this.drop(`${source.name} list`);
        const isListed = source.list !== undefined && !anew && this.kept.has(`${source.name} list`);
        const few = find && !isListed && !(source.list && this.prefersList(`${source.name} named`));
        const pool = few
            ? (await find.all(this.client, key)).map((answer) => propertiesIn(source, answer))
            : [...(await this.all(source)).values()];
        return pool.filter(fits);
    }

    /** A document of its own below an object, such as its visibility; undefined when the object is gone. */
    document(name: string, id: string, read: Operation<[id: string], object | undefined>): Promise<object | undefined> {
        return this.once(`${name} ${id}`, () => orGone(read.send(this.client, id)));
    }

    /** All children of one parent, as `load` gives them; undefined when the parent is gone. */
    children(
        name: string,
        parent: string,
        load: (client: Client) => Promise<Properties[]>,
    ): Promise<Properties[] | undefined> {
        return this.once(`${name} ${parent}`, () => orGone(load(this.client)));
    }

    /** After a write: `name` and `id` as they were read. */
    wrote(name: string, id: string): void {
        this.written.add(`${name} ${id}`);
        this.drop(`${name} ${id}`);
    }

    private async all(source: Source): Promise<Map<string, Properties>> {
        return this.once(`${source.name} list`, async () => {
            const objects = (await source.list?.all(this.client)) ?? [];
            const values = objects.map((answer) => propertiesIn(source, answer));
            return new Map(values.map((object) => [String(object[source.id]), object] as const));
        });
    }

    private prefersList(what: string): boolean {
        const count = (this.counts.get(what) ?? 0) + 1;
        this.counts.set(what, count);
        return count > readOneByOne;
    }

    private once<T>(key: string, load: () => Promise<T>): Promise<T> {
        // A key always holds what the same line of this class put there.
        const known = this.kept.get(key) as Promise<T> | undefined;
        if (known) return known;
        const loading = load();
        this.kept.set(key, loading);
        loading.catch(() => this.drop(key));
        return loading;
    }

    private drop(key: string): void {
        this.kept.delete(key);
    }
}

function isSubset(key: Properties, object: Properties): boolean {
    return Object.keys(key).every((name) => same(object[name], key[name]));
}

async function orGone<T>(answer: Promise<T>): Promise<T | undefined> {
    try {
        return await answer;
    } catch (error) {
        if (error instanceof NotFoundError) return undefined;
        throw error;
    }
}
