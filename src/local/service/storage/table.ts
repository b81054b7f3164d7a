import { BadRequest, NotFound } from "../http/errors.js";

/** Description of the records of a table. */
export interface Layout<T> {
    /** Name of a record in error messages, such as "group". */
    readonly noun: string;
    /** The fields that identify a record. */
    readonly key: readonly (keyof T & string)[];
}

/** A change of a single record. If `record` is undefined, the record with this key was deleted. */
export interface RecordChange {
    readonly table: string;
    readonly key: string;
    readonly position: number;
    readonly record: object | undefined;
    /** The previous record with this key, if any. */
    readonly before: object | undefined;
}

interface TableRow<T> {
    readonly position: number;
    readonly record: T;
}

type Index<T> = Map<unknown, Map<string, TableRow<T>>>;

/**
 * A table of records in the order in which they were created. Records are immutable: changing a record replaces it. A record that was
 * validated once therefore stays valid.
 */
export class Table<T extends object> {
    #rows = new Map<string, TableRow<T>>();
    /**
     * Whether the rows are in the order in which they were created. False after a deletion was undone, because the restored row is added at
     * the end.
     */
    #ordered = true;
    #indexes: Map<string, Index<T>> | undefined;
    #lastPosition = 0;
    /** A time before which no record expires, in milliseconds since 1970. */
    #nextDue = Number.POSITIVE_INFINITY;

    constructor(
        private readonly name: string,
        private readonly layout: Layout<T>,
        /** Called immediately after each change. */
        private readonly changed: (change: RecordChange) => void,
    ) {}

    get size(): number {
        return this.#rows.size;
    }

    all(): T[] {
        if (!this.#ordered) {
            this.#rows = new Map([...this.#rows].sort(([, a], [, b]) => a.position - b.position));
            this.#ordered = true;
        }
        return Array.from(this.#rows.values(), (row) => row.record);
    }

    find(...key: string[]): T | undefined {
        return this.#rows.get(join(key))?.record;
    }

    /** Returns the record with the same key as this one. */
    same(record: T): T | undefined {
        return this.#rows.get(this.keyOf(record))?.record;
    }

    has(...key: string[]): boolean {
        return this.#rows.has(join(key));
    }

    /** Returns the record with this key. Used for ids in a path. @throws NotFound if it does not exist */
    get(...key: string[]): T {
        const record = this.find(...key);
        if (!record) throw this.missing(...key);
        return record;
    }

    /** Returns the error for an id in a path that does not exist or is hidden from the caller. */
    missing(...key: string[]): NotFound {
        return new NotFound(`The ${this.layout.noun} ${key.filter(Boolean).join(", ")} does not exist.`);
    }

    /**
     * Checks that ids in a body exist. Ignores undefined and null.
     * @param field path of the ids
     * @throws BadRequest if an id does not exist
     */
    mustKnow(field: string, ids: string | readonly string[] | null | undefined): void {
        if (typeof ids === "string") {
            if (!this.has(ids)) throw this.unknown(field, ids);
        } else {
            for (const [i, id] of (ids ?? []).entries()) this.mustKnow(`${field}[${i}]`, id);
        }
    }

    /** Returns the error for an id in a body that does not exist or is hidden from the caller. */
    unknown(field: string, id: string): BadRequest {
        return new BadRequest(`${field}: the ${this.layout.noun} ${id} does not exist.`);
    }

    /** Returns the records with this value in a key field. Uses an index. */
    where<F extends keyof T & string>(field: F, value: T[F]): T[] {
        const rows = this.indexes().get(field)?.get(value)?.values() ?? [];
        return Array.from(rows)
            .sort((a, b) => a.position - b.position)
            .map((row) => row.record);
    }

    /** Adds a record. If a record with the same key exists, replaces it and keeps its position. */
    set(record: T): T {
        const key = this.keyOf(record);
        const old = this.#rows.get(key);
        const position = old?.position ?? ++this.#lastPosition;
        this.put(key, { position, record: Object.freeze(record) });
        this.changed({ table: this.name, key, position, record, before: old?.record });
        return record;
    }

    /** Updates fields of the record with this key. Undefined fields stay unchanged. */
    change(key: string | readonly string[], fields: Partial<T>): T {
        const given = Object.entries(fields).filter(([, value]) => value !== undefined);
        return this.set({ ...this.get(...[key].flat()), ...Object.fromEntries(given) });
    }

    delete(record: T): void {
        this.deleteKey(this.keyOf(record));
    }

    /** Deletes the record with this key, if it exists. */
    deleteKey(...parts: string[]): void {
        const key = join(parts);
        const old = this.remove(key);
        if (!old) return;
        const { position, record: before } = old;
        this.changed({ table: this.name, key, position, record: undefined, before });
    }

    /** Deletes all records with this value in a key field. */
    deleteWhere<F extends keyof T & string>(field: F, value: T[F]): void {
        for (const record of this.where(field, value)) this.delete(record);
    }

    /** Deletes and returns all expired records. Fast if no record has expired. */
    deleteDue(now: Date): T[] {
        if (now.getTime() < this.#nextDue) return [];
        const deleted: T[] = [];
        this.#nextDue = Number.POSITIVE_INFINITY;
        for (const record of this.all()) {
            const due = dueOf(record);
            if (due > now.getTime()) {
                this.#nextDue = Math.min(this.#nextDue, due);
            } else {
                this.delete(record);
                deleted.push(record);
            }
        }
        return deleted;
    }

    /** Returns the keys in the order in which the records were created. */
    keys(): string[] {
        return this.all().map((record) => this.keyOf(record));
    }

    /**
     * Returns the position of a record in the order of creation. Positions are not reused, so a cursor stays valid
     * if its record is deleted.
     */
    positionOf(record: T): number {
        return this.#rows.get(this.keyOf(record))?.position ?? 0;
    }

    /** Applies a change that was made to a table with the same records. Does not notify watchers. */
    follow({ key, position, record }: RecordChange): void {
        if (!record) {
            this.remove(key);
            return;
        }
        if (!this.#rows.has(key) && position < this.#lastPosition) this.#ordered = false;
        this.#lastPosition = Math.max(this.#lastPosition, position);
        // The caller passes only changes of a table with the same name.
        this.put(key, { position, record: record as T });
    }

    /** Replaces all records and positions with those of another table. */
    copy(other: Table<T>): void {
        this.#rows = new Map(other.#rows);
        this.#ordered = other.#ordered;
        this.#lastPosition = other.#lastPosition;
        this.#nextDue = other.#nextDue;
        this.#indexes = undefined;
    }

    private put(key: string, row: TableRow<T>): void {
        this.#rows.set(key, row);
        this.#nextDue = Math.min(this.#nextDue, dueOf(row.record));
        for (const [field, index] of this.#indexes ?? []) entry(index, fieldOf(row.record, field)).set(key, row);
    }

    private remove(key: string): TableRow<T> | undefined {
        const row = this.#rows.get(key);
        if (!row) return undefined;
        this.#rows.delete(key);
        for (const [field, index] of this.#indexes ?? []) {
            const value = fieldOf(row.record, field);
            const rows = entry(index, value);
            rows.delete(key);
            if (rows.size === 0) index.delete(value);
        }
        return row;
    }

    private keyOf(record: T): string {
        return join(this.layout.key.map((field) => String(record[field])));
    }

    private indexes(): Map<string, Index<T>> {
        if (!this.#indexes) {
            this.#indexes = new Map(this.layout.key.map((field) => [field, new Map()]));
            for (const [key, row] of this.#rows) {
                for (const [field, index] of this.#indexes) entry(index, fieldOf(row.record, field)).set(key, row);
            }
        }
        return this.#indexes;
    }
}

// Ids do not contain newlines, and an access level is always the last part of a key.
function join(key: readonly string[]): string {
    return key.join("\n");
}

function fieldOf(record: object, field: string): unknown {
    return Reflect.get(record, field);
}

/** Returns the expiration time of a record in milliseconds since 1970, or Infinity if it does not expire. */
function dueOf(record: object): number {
    const date = fieldOf(record, "expiration_date");
    const due = typeof date === "string" ? Date.parse(date) : Number.NaN;
    return Number.isNaN(due) ? Number.POSITIVE_INFINITY : due;
}

function entry<T>(index: Index<T>, value: unknown): Map<string, TableRow<T>> {
    const rows = index.get(value) ?? new Map<string, TableRow<T>>();
    index.set(value, rows);
    return rows;
}
