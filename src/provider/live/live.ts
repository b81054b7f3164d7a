import { orAbsent } from "../../api/absent.js";
import type { Client } from "../../api/client.js";
import { ContradictionError } from "../../common/errors.js";
import { Patience } from "../../common/patience.js";
import { type Properties, same } from "../../common/properties.js";
import type { Marks } from "../schema/fields.js";
import { Batcher } from "./batcher.js";
import { LiveLists } from "./lists.js";
import type { ObjectList } from "./object-list.js";
import { propertiesIn, type Source } from "./source.js";
import { LiveUnknownFields } from "./unknown-fields.js";

/** How a lookup uses earlier reads; see `Live.named`. */
export type Freshness = "fresh" | "listed";

/** A natural key that `Live.named` looks up. */
interface WantedKey {
    readonly key: Properties;
    fits(object: Properties): boolean;
    form(value: unknown): unknown;
}

/**
 * The live state of the service, in camelCase. Only this class reads that state. Each read is made once per process and shared by all
 * callers. A write discards the reads that it makes outdated. Pages of lists are kept, but are no longer used for the written objects.
 *
 * An object is reported as missing only if two reads agree: a GET by id and a list, or the same call repeated if the API has only one. A
 * part of an object is reported as missing only if the object is missing, too.
 */
export class Live {
    private readonly kept = new Map<string, Promise<unknown>>();
    /** Responses of completed reads. */
    private readonly answers = new Map<string, unknown>();
    readonly unknownFields = new LiveUnknownFields();
    private readonly lists: LiveLists;
    private readonly lookups = new Map<string, Batcher<WantedKey, Properties[]>>();
    private readonly written = new Set<string>();
    private readonly left = new Map<string, number>();

    constructor(
        readonly client: Client,
        readonly patience = new Patience(),
    ) {
        this.lists = new LiveLists(client, this.unknownFields);
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
            // The object may be missing from the list because of the token's permissions or because the list lags, so a GET by id decides.
        }
        return this.once(key, async () => {
            const get = async (): Promise<Properties | undefined> => {
                const answer = await orAbsent(read.send(this.client, id));
                if (answer) this.unknownFields.check(source.name, id, read.name, answer);
                return answer && propertiesIn(source, answer);
            };
            return (await get()) ?? (await this.confirmAbsence(source, id, get));
        });
    }

    /** Returns all objects of the kind, and caches them for later reads. Undefined if the API has no list of them. */
    async all(source: Source): Promise<readonly Properties[] | undefined> {
        if (!source.list) return undefined;
        this.lists.expect(source.name, Number.POSITIVE_INFINITY);
        return this.lists.take(source, (list) => list.everything());
    }

    /**
     * Returns the objects whose natural key is `key`, as decided by `fits`. The first property of the key must be equal in all of them,
     * after conversion by `form`. "fresh" reads from the service even if the result is already known; "listed" only reads a list, and only
     * if that is worthwhile.
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
            // An object that was written after the list was read may have a different name now.
            const found = among(list, wanted).filter((object) => !list.outdated.has(String(object[source.id])));
            if (how === "listed") return found;
            for (const id of list.outdated) {
                const now = (await list.get(id, 0)) && (await this.object(source, id));
                if (now && fits(now)) found.push(now);
            }
            return found;
        });
    }

    /**
     * Returns the first page of objects. Does not share reads with other methods, because a read made before a create must not be used to
     * confirm the create.
     */
    async sample(source: Source): Promise<readonly Properties[]> {
        return this.once(`sample ${source.name}`, () => this.lists.first(source));
    }

    /** Returns a value in the spelling that the first page of objects uses. Returns it unchanged if no object there has the value. */
    async spelled(source: Source, property: string, value: unknown, marks: Marks): Promise<unknown> {
        const { canonical = (one) => one, wire: { spellings = {} } = {} } = marks;
        if (!source.list || !Object.entries(spellings).flat().includes(String(value))) return value;
        // A token that is not authorized to list objects may still be authorized to create them.
        const first = await this.sample(source).catch(() => []);
        return first.map((object) => object[property]).find((one) => canonical(one) === canonical(value)) ?? value;
    }

    /**
     * Reads a part of an object, such as its visibility or its members. Returns undefined if the object or one of `otherParents` does not
     * exist.
     */
    async part<T>(
        name: string,
        parent: Source,
        /** The id of the object that the part belongs to. */
        of: string,
        load: (client: Client) => Promise<T>,
        otherParents: readonly (readonly [source: Source, id: string])[] = [],
    ): Promise<T | undefined> {
        const key = [name, of, ...otherParents.map(([, id]) => id)].join(" ");
        const get = (): Promise<T | undefined> => this.once(key, () => orAbsent(load(this.client)));
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
            `The service returns the ${parent.name} ${of}, but responds that its ${name} does not exist. Run again; if the error persists, ask the service's administrator.`,
        );
    }

    /** Yields all valid reads, each with the name of its kind or part. Parts are yielded as they were received. */
    *known(): Iterable<readonly [name: string, answer: unknown]> {
        yield* this.lists.known();
        for (const [key, answer] of this.answers) yield [key.slice(0, key.indexOf(" ")), answer];
    }

    /** Announces that another object of the kind will be requested. */
    expect(name: string): void {
        this.lists.expect(name);
    }

    /** Records how many members of a set belong to others, such as those with an approved request. */
    leaves(name: string, id: string, count: number): void {
        this.left.set(`${name} ${id}`, count);
    }

    /** Number of members of sets that belong to others. */
    get leftMembers(): number {
        return [...this.left.values()].reduce((sum, count) => sum + count, 0);
    }

    /** Discards the reads of `name` and `id` after a write. */
    wrote(name: string, id: string): void {
        this.written.add(`${name} ${id}`);
        this.unknownFields.wrote(name, id);
        this.lists.outdate(name, id);
        this.drop(`${name} ${id}`);
        this.drop(`${name} ${id} again`);
    }

    /** Repeats the read of `name` and `id`, once for all callers. Used when the response lacks something that should exist. */
    async again<T>(name: string, id: string, get: () => Promise<T>): Promise<T> {
        return this.once(`${name} ${id} again`, async () => {
            await this.patience.wait(0);
            this.drop(`${name} ${id}`);
            return get();
        });
    }

    private async listed(source: Source, id: string): Promise<Properties | undefined> {
        // Only a list that was read after the last write is conclusive.
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
     * Checks whether an object that a GET by id did not find really does not exist: reads the list or, if the API has no list, sends
     * another GET. Returns the object if it does exist.
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

    private async filtered(source: Source, { key, fits }: WantedKey): Promise<Properties[]> {
        const found = (await source.find?.all(this.client, key)) ?? [];
        return found.map((answer) => propertiesIn(source, answer)).filter(fits);
    }

    /** Returns the batcher that looks up names in a newly read list, for kinds that the API cannot search. */
    private lookup(source: Source): Batcher<WantedKey, Properties[]> {
        const known = this.lookups.get(source.name);
        if (known) return known;
        const lookup = new Batcher<WantedKey, Properties[]>(async (wanted) => {
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
        // A key is always used with the same type.
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
    }
}

/** Returns the wanted objects among those read from a list. */
function among(list: ObjectList, { key, fits, form }: WantedKey): Properties[] {
    const [property = ""] = Object.keys(key);
    return list.having(property, key[property], form).filter(fits);
}

function isSubset(key: Properties, object: Properties): boolean {
    return Object.keys(key).every((name) => same(object[name], key[name]));
}
