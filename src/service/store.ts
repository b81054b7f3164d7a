import { createHash } from "node:crypto";
import { DishonestRecord } from "./errors.js";
import { emptyOrganization, layouts, type Organization, type Records } from "./organization.js";
import { type RecordChange, Table, type Transaction } from "./table.js";
import { problemsOf } from "./validation.js";

/** The tables of an organization, by kind. */
export type Tables = { readonly [Name in keyof Records]: Table<Records[Name]> };

/** A change of the store: of a record, or that so many ids have been made of a name. */
export type Change = RecordChange | { readonly idsOf: string; readonly made: number };

/** Told of what stays: what is undone is never told. */
export interface Watcher {
    /** The changes of a transaction together, in their order; others one by one. */
    changed(changes: readonly Change[]): void;
    /** Everything is another organization's now. */
    restored(): void;
}

/** An organization in memory. Reading and writing it directly is for tests that look past the interface. */
export interface Store extends Tables {
    /** The user that the token stands for. */
    readonly currentUserId: string;
    /** A new id. The same organization gives the same name the same id, in whatever order names come; asked again, it gives another one. */
    newId(noun: string, name: string): string;
    /**
     * Runs a change whole or not at all; tells whether anything was changed, which the change itself may ask as well: of anything, or of records
     * of these kinds. With `checked` every record is held against the shape of its kind.
     */
    transaction<T>(
        work: (changed: (...kinds: (keyof Records)[]) => boolean) => T,
        checked?: boolean,
    ): { result: T; changed: boolean };
    /** A copy of everything, as JSON. */
    snapshot(): Organization;
    /** Everything as it is, without the cost of a copy: not to be changed. */
    view(): Organization;
    /** Becomes another organization; the argument is not changed. */
    restore(organization: Organization): void;
    /** Returns what ends the watching. */
    watch(watcher: Watcher): () => void;
    /** Another store that holds the same, at a small cost: records are shared. */
    copy(): Store;
    /** Makes a change that a store was told which this one is a copy of. */
    follow(change: Change): void;
}

/** Takes over an organization; the argument is not changed. */
export function createStore(organization: Organization): Store {
    const store = emptyStore();
    store.restore(organization);
    return store;
}

function emptyStore(): Store {
    let namespace = "";
    let currentUserId = "";
    let idsMade = new Map<string, number>();
    const transaction: Transaction = { undo: undefined, checked: false, touched: new Set(), tell: undefined };
    const watchers = new Set<Watcher>();
    let changes: Change[] = [];
    const names = Object.keys(layouts) as (keyof Records)[];
    const tables = Object.fromEntries(names.map((name) => [name, tableOf(name)])) as unknown as Tables;

    // The compiler cannot follow that layout and records have the same name; the organization's type says so.
    function tableOf(name: keyof Records): Table<object> {
        const layout = layouts[name] as object as ConstructorParameters<typeof Table<object>>[1];
        return new Table<object>(name, layout, transaction, (record) => checkRecord(name, record));
    }

    function tell(change: Change): void {
        if (watchers.size === 0) return;
        changes.push(change);
        if (!transaction.undo) tellAll();
    }

    function tellAll(): void {
        if (changes.length === 0) return;
        const told = changes;
        changes = [];
        for (const watcher of watchers) watcher.changed(told);
    }

    const store: Store = {
        ...tables,
        get currentUserId() {
            return currentUserId;
        },
        newId(noun, name) {
            const full = `${noun} ${name}`;
            const made = (idsMade.get(full) ?? 0) + 1;
            idsMade.set(full, made);
            transaction.undo?.push(() => (made > 1 ? idsMade.set(full, made - 1) : idsMade.delete(full)));
            tell({ idsOf: full, made });
            return uuid(namespace, `${full} ${made}`);
        },
        transaction(work, checked = false) {
            const undo: (() => void)[] = [];
            transaction.checked = checked;
            transaction.undo = undo;
            transaction.touched.clear();
            try {
                const result = work((...kinds) =>
                    kinds.length > 0 ? kinds.some((kind) => transaction.touched.has(kind)) : undo.length > 0,
                );
                tellAll();
                return { result, changed: undo.length > 0 };
            } catch (error) {
                transaction.undo = undefined;
                changes = [];
                for (const step of undo.reverse()) step();
                throw error;
            } finally {
                transaction.undo = undefined;
            }
        },
        snapshot: () => structuredClone(store.view()),
        view() {
            const records = Object.fromEntries(names.map((name) => [name, tables[name].all()]));
            const ids_made = Object.fromEntries(idsMade);
            // Every kind is there: the names are those of the layouts.
            return { namespace, current_user_id: currentUserId, ids_made, ...records } as unknown as Organization;
        },
        restore(organization) {
            transaction.tell = undefined;
            namespace = organization.namespace;
            currentUserId = organization.current_user_id;
            idsMade = new Map(Object.entries(organization.ids_made));
            for (const name of names) {
                const table = tables[name] as object as Table<object>;
                table.clear();
                for (const record of organization[name]) table.set(structuredClone(record));
            }
            transaction.tell = tell;
            for (const watcher of watchers) watcher.restored();
        },
        watch(watcher) {
            watchers.add(watcher);
            return () => watchers.delete(watcher);
        },
        copy() {
            const copy = createStore({
                ...emptyOrganization(namespace, currentUserId),
                ids_made: Object.fromEntries(idsMade),
            });
            for (const name of names) {
                // Two tables of one name hold records of one type.
                (copy[name] as object as Table<object>).copy(tables[name] as object as Table<object>);
            }
            return copy;
        },
        follow(change) {
            if ("idsOf" in change) idsMade.set(change.idsOf, change.made);
            // Changes are told with the names of tables.
            else tables[change.table as keyof Records].follow(change);
        },
    };
    return store;
}

/**
 * A record that no file could be read with again must not get into the store, whatever a handler made of its input.
 * @throws DishonestRecord
 */
function checkRecord(name: keyof Records, record: object): void {
    const { error } = layouts[name].schema.safeParse(record);
    if (error) throw new DishonestRecord(layouts[name].noun, problemsOf(error, "it"));
}

/** A name-based UUID (RFC 9562, version 5). */
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
