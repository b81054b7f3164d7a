import type { Client } from "../../api/client.js";
import { ContradictionError } from "../../common/errors.js";
import { same } from "../schema/comparison/equality.js";
import type { Marks, Properties } from "../schema/fields.js";
import { orAbsent } from "./absent.js";
import { Batcher } from "./batcher.js";
import type { Cache } from "./cache/cache.js";
import { Lists } from "./lists.js";
import type { ObjectList } from "./object-list.js";
import type { PartOptions } from "./part-options.js";
import { Patience } from "./patience.js";
import { propertiesIn, type Source } from "./source.js";

/** How fresh an answer must be; see `Live.named`. */
export type Freshness = "fresh" | "listed";

/** A natural key for `Live.named`. */
interface Wanted {
    readonly key: Properties;
    fits(object: Properties): boolean;
    form(value: unknown): unknown;
}

/**
 * The live state of the service, in camelCase. Only this class reads it, and each read is made once per process and shared
 * by all callers. A write drops the reads that it makes outdated. Pages of lists are kept, but are no longer used for the
 * written objects.
 *
 * Absence is reported only if two reads agree: a GET by id and a list, or twice in a row if there is only one
 * call; a part of an object is absent only together with the object.
 */
export class Live {
    private readonly kept = new Map<string, Promise<unknown>>();
    /** Answers of completed reads. */
    private readonly answers = new Map<string, unknown>();
    private readonly lists: Lists;
    private readonly lookups = new Map<string, Batcher<Wanted, Properties[]>>();
    private readonly written = new Set<string>();
    private recalls = false;

    constructor(
        readonly client: Client,
        readonly patience = new Patience(),
        /** Cache of earlier runs. */
        private readonly cache?: Cache,
    ) {
        this.lists = new Lists(client);
    }

    /**
     * Returns a view of this state that takes parts from the cache if this run has not read them yet. It can show that nothing
     * differs, but its values must never be written.
     */
    recalling(): Live {
        if (!this.cache) return this;
        const view: Live = Object.create(this);
        view.recalls = true;
        return view;
    }

    /** Returns the object, or undefined if it does not exist. */
    async object(source: Source, id: string): Promise<Properties | undefined> {
        const key = `${source.name} ${id}`;
        const { read } = source;
        if (!read) return this.listed(source, id);
        if (source.list && !this.kept.has(key) && !this.written.has(key)) {
            const pages = this.lists.worth(source, "by id");
            const listed = pages > 0 && (await this.lists.take(source, (list) => list.get(id, pages)));
            if (listed) return listed;
            // A list may lack an object because of the token's rights or a lagging index, so a GET by id decides.
        }
        return this.once(key, async () => {
            const get = async (): Promise<Properties | undefined> => {
                const answer = await orAbsent(read.send(this.client, id));
                return answer && propertiesIn(source, answer);
            };
            return (await get()) ?? (await this.confirmAbsence(source, id, get));
        });
    }

    /** Returns all objects of the kind, and keeps them for later reads; undefined if the API has no list. */
    async all(source: Source): Promise<readonly Properties[] | undefined> {
        if (!source.list) return undefined;
        this.lists.expect(source.name, Number.POSITIVE_INFINITY);
        return this.lists.take(source, (list) => list.everything());
    }

    /**
     * Returns the objects whose natural key is `key`, as decided by `fits`. The first property of the key must be equal in all
     * of them, after conversion by `form`. "fresh" asks the service again even if the answer is known; "listed" only reads a
     * list, and only if that is worthwhile.
     */
    async named(
        source: Source,
        key: Properties,
        how?: Freshness,
        fits: (object: Properties) => boolean = (object) => isSubset(key, object),
        form: (value: unknown) => unknown = (value) => value,
    ): Promise<Properties[]> {
        const wanted = { key, fits, form };
        if (how === "fresh") return source.find ? this.filtered(source, wanted) : this.lookup(source).ask(wanted);
        const pages = this.lists.worth(source, how ?? "named");
        const needsAll = !source.find && how !== "listed";
        return this.lists.take(source, async (list) => {
            const hasAll = await list.hasAll(needsAll ? Number.POSITIVE_INFINITY : pages);
            if (!hasAll && how !== "listed") return this.filtered(source, wanted);
            // An object written since the list was read may have another name.
            const found = among(list, wanted).filter((object) => !list.outdated.has(String(object[source.id])));
            if (how === "listed") return found;
            for (const id of list.outdated) {
                const now = (await list.get(id, 0)) && (await this.object(source, id));
                if (now && fits(now)) found.push(now);
            }
            return found;
        });
    }

    /** Returns the first page of objects. Does not share it with other reads, because an earlier read must not confirm a create. */
    async sample(source: Source): Promise<readonly Properties[]> {
        return this.once(`sample ${source.name}`, () => this.lists.first(source));
    }

    /** Returns a value in the spelling of the first page of objects; unchanged if none of them has it. */
    async spelled(source: Source, property: string, value: unknown, marks: Marks): Promise<unknown> {
        const { canonical = (one) => one, wire: { spellings = {} } = {} } = marks;
        if (!source.list || !Object.entries(spellings).flat().includes(String(value))) return value;
        // A token that may not list can still create.
        const first = await this.sample(source).catch(() => []);
        return first.map((object) => object[property]).find((one) => canonical(one) === canonical(value)) ?? value;
    }

    /** Reads a part of an object, such as its visibility or its members. Returns undefined if the object or one of `otherParents` does not exist. */
    async part<T>(
        name: string,
        parent: Source,
        /** The id of the object. */
        of: string,
        load: (client: Client) => Promise<T>,
        { otherParents = [], changesUnseen, writtenBy = [] }: PartOptions = {},
    ): Promise<T | undefined> {
        const key = [name, of, ...otherParents.map(([, id]) => id)].join(" ");
        const recalled = this.recalls && !this.kept.has(key) ? await this.cache?.recall(key) : undefined;
        // This method stored it under this key, in the same version of the package.
        if (recalled !== undefined) return recalled as T;
        const get = () => {
            const reading: Promise<T | undefined> = this.once(key, async () => {
                const mayKeep = this.cache !== undefined && changesUnseen !== true && writtenBy.length > 0;
                const look = this.cache?.look;
                const [answer, object] = await Promise.all([
                    orAbsent(load(this.client)),
                    mayKeep ? this.object(parent, of).catch(() => undefined) : undefined,
                ]);
                // If a write was made since the request, the answer may or may not contain it.
                const isNew = this.kept.get(key) === reading;
                const isSeen = typeof changesUnseen !== "function" || (object && !changesUnseen(object));
                if (answer !== undefined && object && isNew && isSeen)
                    this.cache?.keep({ key, answer, object, writtenBy, look });
                return answer;
            });
            return reading;
        };
        const found = await get();
        if (found !== undefined) return found;
        for (const [source, id] of [[parent, of] as const, ...otherParents]) {
            if (!(await this.object(source, id))) return undefined;
        }
        await this.patience.wait(0);
        this.drop(key);
        const again = await get();
        if (again !== undefined) return again;
        this.drop(key);
        throw new ContradictionError(
            `The service returns the ${parent.name} ${of}, but answers that its ${name} does not exist. Nothing was changed. Run again; if the error persists, ask the service's administrator.`,
        );
    }

    /** All valid reads, each with the name of its kind or part. Parts are as received. */
    *known(): Iterable<readonly [name: string, answer: unknown]> {
        yield* this.lists.known();
        for (const [key, answer] of this.answers) yield [key.slice(0, key.indexOf(" ")), answer];
    }

    /** Announces that one more object of the kind will be requested. */
    expect(name: string): void {
        this.lists.expect(name);
    }

    /** Forgets the reads of `name` and `id` after a write. */
    wrote(name: string, id: string): void {
        this.written.add(`${name} ${id}`);
        this.lists.outdate(name, id);
        this.drop(`${name} ${id}`);
        this.drop(`${name} ${id} again`);
    }

    /** Repeats the read of `name` and `id`, once for all callers. Use it if the answer lacks something that should exist. */
    async again<T>(name: string, id: string, get: () => Promise<T>): Promise<T> {
        return this.once(`${name} ${id} again`, async () => {
            await this.patience.wait(0);
            this.drop(`${name} ${id}`);
            return get();
        });
    }

    private async listed(source: Source, id: string): Promise<Properties | undefined> {
        // Only a list read after the last write is conclusive.
        if (this.written.delete(`${source.name} ${id}`)) {
            this.lists.drop(source);
            this.drop(`${source.name} list again`);
        }
        const get = () => this.lists.take(source, (list) => list.get(id));
        const listed = await get();
        if (listed) return listed;
        await this.once(`${source.name} list again`, async () => {
            await this.patience.wait(0);
            this.lists.drop(source);
        });
        return get();
    }

    /**
     * Confirms that an object does not exist, after a GET by id did not find it: with the list, or with another GET if there is
     * none. Returns the object if it does exist.
     */
    private async confirmAbsence(
        source: Source,
        id: string,
        get: () => Promise<Properties | undefined>,
    ): Promise<Properties | undefined> {
        if (!source.list) {
            await this.patience.wait(0);
            return get();
        }
        if (this.written.has(`${source.name} ${id}`)) this.lists.drop(source);
        const listed = await this.lists.take(source, (list) => list.get(id));
        if (!listed) return undefined;
        await this.patience.wait(0);
        const found = await get();
        if (found) return found;
        this.lists.drop(source);
        return this.lists.take(source, (list) => list.get(id));
    }

    private async filtered(source: Source, { key, fits }: Wanted): Promise<Properties[]> {
        const found = (await source.find?.all(this.client, key)) ?? [];
        return found.map((answer) => propertiesIn(source, answer)).filter(fits);
    }

    /** Looks up names in a newly read list, for kinds without a search in the API. */
    private lookup(source: Source): Batcher<Wanted, Properties[]> {
        const known = this.lookups.get(source.name);
        if (known) return known;
        const lookup = new Batcher<Wanted, Properties[]>(async (wanted) => {
            this.lists.drop(source);
            return this.lists.take(source, async (list) => {
                await list.hasAll();
                return wanted.map((one) => among(list, one));
            });
        });
        this.lookups.set(source.name, lookup);
        return lookup;
    }

    private once<T>(key: string, load: () => Promise<T>): Promise<T> {
        // Each key is always used with the same type.
        const known = this.kept.get(key) as Promise<T> | undefined;
        if (known) return known;
        const loading = load();
        this.kept.set(key, loading);
        const keep = (answer: T): void => {
            if (this.kept.get(key) === loading) this.answers.set(key, answer);
        };
        loading.then(keep, () => this.drop(key));
        return loading;
    }

    private drop(key: string): void {
        this.kept.delete(key);
        this.answers.delete(key);
        this.cache?.forget(key);
    }
}

/** The wanted objects among those read from a list. */
function among(list: ObjectList, { key, fits, form }: Wanted): Properties[] {
    const [property = ""] = Object.keys(key);
    return list.having(property, key[property], form).filter(fits);
}

function isSubset(key: Properties, object: Properties): boolean {
    return Object.keys(key).every((name) => same(object[name], key[name]));
}
