import { createHash } from "node:crypto";
import { InvalidRecord } from "../http/errors.js";
import { validationText } from "../http/validation.js";
import type { Organization, Records } from "./organization.js";
import { layouts } from "./records.js";
import { type Layout, type RecordChange, Table } from "./table.js";

/** The number of ids that were derived from a name. */
interface IdsMade {
    readonly name: string;
    readonly made: number;
}

/** The tables of an organization, by name. */
export type Tables = { readonly [Name in keyof Records]: Table<Records[Name]> } & { readonly idsMade: Table<IdsMade> };

/**
 * Receives changes in order. The changes of a successful transaction are received together, and other changes one at a time. Receives
 * undefined if the whole organization was replaced.
 */
export type StoreWatcher = (changes: readonly RecordChange[] | undefined) => void;

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
    follow(change: RecordChange): void;
}

/** The properties of an organization that are not tables. */
interface OrganizationIdentity {
    namespace: string;
    currentUserId: string;
    numbering: string;
}

const NAMES = Object.keys(layouts) as (keyof Records)[];

/** Creates a store with a copy of an organization. */
export function createStore(organization: Organization): Store {
    const { namespace, current_user_id: currentUserId, ids_made, ...records } = structuredClone(organization);
    const identity = { namespace, currentUserId, numbering: "" };
    const store = emptyStore(identity);
    for (const [name, made] of Object.entries(ids_made)) store.idsMade.set({ name, made });
    for (const name of NAMES) {
        // Snapshots from earlier versions do not contain newer tables.
        for (const record of records[name] ?? []) tableOf(store, name).set(record);
    }
    // The numbering is derived from the order of all records, because the same order results in the same positions.
    identity.numbering = uuid(namespace, NAMES.map((name) => [name, ...store[name].keys()].join(" ")).join("\n\n"));
    return store;
}

function emptyStore(identity: OrganizationIdentity): Store {
    const watchers = new Set<StoreWatcher>();
    /** The changes of the current transaction. Undefined outside of transactions. */
    let changes: RecordChange[] | undefined;
    let isChecked = false;
    const entries = NAMES.map((name) => [name, new Table(name, layouts[name] as object as Layout<object>, changed)]);
    const idsMade = new Table<IdsMade>("idsMade", { noun: "name", key: ["name"] }, changed);

    function changed(change: RecordChange): void {
        if (!changes) notify([change]);
        else {
            changes.push(change);
            if (isChecked) checkRecord(change);
        }
    }

    function notify(changes: readonly RecordChange[] | undefined): void {
        for (const watcher of watchers) watcher(changes);
    }

    function become(other: Store): void {
        const { namespace, current_user_id: currentUserId } = other.view();
        Object.assign(identity, { namespace, currentUserId, numbering: other.numbering });
        copyTables(other, store);
    }

    function replace(other: Store): void {
        const before = store.copy();
        become(other);
        try {
            notify(undefined);
        } catch (error) {
            become(before);
            throw error;
        }
    }

    const store: Store = {
        // The compiler cannot infer that each layout matches the record type of its name.
        ...(Object.fromEntries(entries) as unknown as Tables),
        idsMade,
        get currentUserId() {
            return identity.currentUserId;
        },
        get numbering() {
            return identity.numbering;
        },
        newId(noun, object) {
            const name = `${noun} ${object}`;
            const made = (idsMade.find(name)?.made ?? 0) + 1;
            idsMade.set({ name, made });
            return uuid(identity.namespace, `${name} ${made}`);
        },
        transaction(work, checked = false) {
            const own: RecordChange[] = [];
            changes = own;
            isChecked = checked;
            try {
                const result = work((...kinds) =>
                    kinds.length > 0 ? own.some(({ table }) => kinds.some((kind) => kind === table)) : own.length > 0,
                );
                if (own.length > 0) notify(own);
                return { result, changed: own.length > 0 };
            } catch (error) {
                for (const { record, before, ...change } of own.reverse()) {
                    store.follow({ ...change, record: before, before: record });
                }
                throw error;
            } finally {
                changes = undefined;
            }
        },
        snapshot: () => structuredClone(store.view()),
        view() {
            const { namespace, currentUserId: current_user_id } = identity;
            const ids_made = Object.fromEntries(idsMade.all().map(({ name, made }) => [name, made]));
            const records = Object.fromEntries(NAMES.map((name) => [name, store[name].all()]));
            // `records` contains all tables, because its names come from `layouts`.
            return { namespace, current_user_id, ids_made, ...records } as unknown as Organization;
        },
        restore: (organization) => replace(createStore(organization)),
        revert: replace,
        watch(watcher) {
            watchers.add(watcher);
            return () => watchers.delete(watcher);
        },
        copy() {
            const copy = emptyStore({ ...identity });
            copyTables(store, copy);
            return copy;
        },
        follow: (change) => tableOf(store, change.table).follow(change),
    };
    return store;
}

function copyTables(from: Store, to: Store): void {
    for (const name of [...NAMES, "idsMade"]) tableOf(to, name).copy(tableOf(from, name));
}

/** Returns a table without the type of its records. The name is one of `layouts`, or `idsMade`. */
function tableOf(store: Store, name: string): Table<object> {
    // Tables with the same name have records of the same type.
    return store[name as keyof Tables] as object as Table<object>;
}

/**
 * Validates a new record, because an invalid record would make the data file unreadable.
 * @throws InvalidRecord if the record is invalid
 */
function checkRecord({ table, record }: RecordChange): void {
    if (!record || table === "idsMade") return;
    const { noun, schema } = layouts[table as keyof Records];
    const { error } = schema.safeParse(record);
    if (error) throw new InvalidRecord(noun, validationText(error, "the record"));
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
