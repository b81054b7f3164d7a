import { createHash } from "node:crypto";
import { InvalidRecord } from "../http/errors.js";
import { validationText } from "../http/validation.js";
import type { Organization, Records } from "./organization.js";
import { layouts } from "./records.js";
import { type Layout, type RecordChange, type Recorder, Table } from "./table.js";

/** The tables of an organization, by name. */
export type Tables = { readonly [Name in keyof Records]: Table<Records[Name]> };

/** A change of a record, or of the number of ids derived from a name. */
export type StoreChange = RecordChange | { readonly idsOf: string; readonly made: number };

/**
 * Receives changes in order. The changes of a successful transaction are received together, and other changes one at a time. Receives
 * undefined if the whole organization was replaced.
 */
export type StoreWatcher = (changes: readonly StoreChange[] | undefined) => void;

/** An organization in memory. Tests can read and change it directly instead of calling the API. */
export interface Store extends Tables {
    /** The id of the current user, who owns the service's token. */
    readonly currentUserId: string;
    /** An id that changes when the positions of records are reassigned. */
    readonly numbering: string;
    /**
     * Returns a new id. The id is derived from the namespace, the name, and the number of ids already derived from this name, so it does
     * not depend on other names.
     */
    newId(noun: string, name: string): string;
    /**
     * Runs work atomically. If it throws, its changes are undone.
     * @param work receives a function that returns whether the transaction has changed any record, or any record in specific tables
     * @param checked whether to validate each record with the schema of its table
     */
    transaction<T>(
        work: (changed: (...kinds: (keyof Records)[]) => boolean) => T,
        checked?: boolean,
    ): { result: T; changed: boolean };
    /** Returns a copy of the organization. */
    snapshot(): Organization;
    /** Returns the organization without copying it. The result must not be modified. */
    view(): Organization;
    /** Replaces the organization with a copy of another one. If a watcher throws, the previous organization is restored. */
    restore(organization: Organization): void;
    /** Undoes all changes that were made since the copy was created. */
    revert(copy: Store): void;
    /** Calls the watcher for all future changes. Returns a function that removes the watcher. */
    watch(watcher: StoreWatcher): () => void;
    /** Returns a copy of the store. This is fast, because the records are shared. */
    copy(): Store;
    /** Applies a change that was made to the store from which this one was copied. */
    follow(change: StoreChange): void;
}

/** Creates a store with a copy of an organization. */
export function createStore(organization: Organization): Store {
    const store = emptyStore();
    store.restore(organization);
    return store;
}

/** @param original store to copy; if undefined, the new store is empty */
function emptyStore(original?: Store): Store {
    let namespace = "";
    let currentUserId = "";
    let numbering = "";
    let idsMade = new Map<string, number>();
    const watchers = new Set<StoreWatcher>();
    let changes: StoreChange[] = [];
    let inTransaction = false;
    const recorder: Recorder = { checked: false, changed };
    const names = Object.keys(layouts) as (keyof Records)[];
    const entries = names.map((name) => {
        const layout = layouts[name] as object as Layout<object>;
        return [name, new Table(name, layout, recorder, (record) => checkRecord(name, record))];
    });
    // The compiler cannot infer that each layout matches the record type of its name.
    const tables = Object.fromEntries(entries) as unknown as Tables;

    function changed(change: StoreChange): void {
        if (inTransaction) changes.push(change);
        else notify([change]);
    }

    function notify(changes: readonly StoreChange[] | undefined): void {
        for (const watcher of watchers) watcher(changes);
    }

    function copyFrom(other: Store): void {
        const { ids_made, ...rest } = other.view();
        ({ namespace, current_user_id: currentUserId } = rest);
        numbering = other.numbering;
        idsMade = new Map(Object.entries(ids_made));
        // Tables with the same name have records of the same type.
        for (const name of names)
            (tables[name] as object as Table<object>).copy(other[name] as object as Table<object>);
    }

    const store: Store = {
        ...tables,
        get currentUserId() {
            return currentUserId;
        },
        get numbering() {
            return numbering;
        },
        newId(noun, name) {
            const full = `${noun} ${name}`;
            const made = (idsMade.get(full) ?? 0) + 1;
            idsMade.set(full, made);
            changed({ idsOf: full, made });
            return uuid(namespace, `${full} ${made}`);
        },
        transaction(work, checked = false) {
            recorder.checked = checked;
            inTransaction = true;
            try {
                const result = work((...kinds) =>
                    kinds.length > 0
                        ? changes.some((one) => "table" in one && kinds.some((kind) => kind === one.table))
                        : changes.length > 0,
                );
                if (changes.length > 0) notify(changes);
                return { result, changed: changes.length > 0 };
            } catch (error) {
                for (const change of changes.reverse()) store.follow(inverse(change));
                throw error;
            } finally {
                changes = [];
                inTransaction = false;
                recorder.checked = false;
            }
        },
        snapshot: () => structuredClone(store.view()),
        view() {
            const records = Object.fromEntries(names.map((name) => [name, tables[name].all()]));
            const ids_made = Object.fromEntries(idsMade);
            // `records` contains all tables, because its names come from `layouts`.
            return { namespace, current_user_id: currentUserId, ids_made, ...records } as unknown as Organization;
        },
        restore(organization) {
            const before = store.copy();
            recorder.changed = undefined;
            const { ids_made, ...rest } = structuredClone(organization);
            ({ namespace, current_user_id: currentUserId } = rest);
            idsMade = new Map(Object.entries(ids_made));
            for (const name of names) {
                const table = tables[name] as object as Table<object>;
                table.clear();
                // Snapshots from earlier versions do not contain newer tables.
                for (const record of rest[name] ?? []) table.set(record);
            }
            // The numbering is derived from the order of all records, because the same order results in the same positions.
            numbering = uuid(namespace, names.map((name) => [name, ...tables[name].keys()].join(" ")).join("\n\n"));
            recorder.changed = changed;
            try {
                notify(undefined);
            } catch (error) {
                copyFrom(before);
                throw error;
            }
        },
        revert(copy) {
            copyFrom(copy);
            notify(undefined);
        },
        watch(watcher) {
            watchers.add(watcher);
            return () => watchers.delete(watcher);
        },
        copy: () => emptyStore(store),
        follow(change) {
            if (!("idsOf" in change)) {
                // `change.table` is the name of a table in this store.
                tables[change.table as keyof Records].follow(change);
            } else if (change.made > 0) idsMade.set(change.idsOf, change.made);
            else idsMade.delete(change.idsOf);
        },
    };
    if (original) copyFrom(original);
    return store;
}

function inverse(change: StoreChange): StoreChange {
    if ("idsOf" in change) return { ...change, made: change.made - 1 };
    return { ...change, record: change.before, before: change.record };
}

/**
 * Validates a record, because an invalid record would make the data file unreadable.
 * @throws InvalidRecord if the record is invalid
 */
function checkRecord(name: keyof Records, record: object): void {
    const { error } = layouts[name].schema.safeParse(record);
    if (error) throw new InvalidRecord(layouts[name].noun, validationText(error, "the record"));
}

/** Returns a name-based UUID (RFC 9562, version 5). */
export function uuid(namespace: string, name: string): string {
    const hash = createHash("sha1")
        .update(Buffer.from(namespace.replaceAll("-", ""), "hex"))
        .update(name)
        .digest();
    const bytes = hash.subarray(0, 16);
    bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50;
    bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
    return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
