import { createHash } from "node:crypto";
import { DishonestRecord } from "../http/errors.js";
import { problemsOf } from "../http/validation.js";
import type { Organization, Records } from "./organization.js";
import { layouts } from "./records.js";
import { type Layout, type RecordChange, type Recorder, Table } from "./table.js";

/** The tables of an organization, by kind. */
export type Tables = { readonly [Name in keyof Records]: Table<Records[Name]> };

/** A change of the store: of a record, of the number of ids made from a name, or of the whole organization. */
export type Change = SmallChange | { readonly restoredFrom: Store };

type SmallChange = RecordChange | { readonly idsOf: string; readonly made: number };

/** Receives the changes of a successful transaction together, in order; others one by one. */
export type Watcher = (changes: readonly Change[]) => void;

/** An organization in memory. Reading and writing it directly is for tests that look past the API. */
export interface Store extends Tables {
    /** The user that the token stands for. */
    readonly currentUserId: string;
    /** Identifies the numbering of positions. Changes whenever different records are numbered from the start. */
    readonly numbering: string;
    /**
     * A new id. The same organization always gives the same id to the same name, in any order of
     * names; asked again, it gives another one.
     */
    newId(noun: string, name: string): string;
    /**
     * Runs a change completely or not at all, and returns whether anything changed. The change can
     * ask `changed` for the same, in general or for records of some kinds. With `checked`, every
     * record is validated against the schema of its kind.
     */
    transaction<T>(
        work: (changed: (...kinds: (keyof Records)[]) => boolean) => T,
        checked?: boolean,
    ): { result: T; changed: boolean };
    /** A copy of everything, as JSON. */
    snapshot(): Organization;
    /** Everything, without copying: do not modify it. */
    view(): Organization;
    /** Becomes another organization; the argument is not changed. If a watcher throws, the one before is back. */
    restore(organization: Organization): void;
    /** Reverts the latest changes: all since the first of these. */
    undo(changes: readonly Change[]): void;
    /** Returns a function that stops watching. */
    watch(watcher: Watcher): () => void;
    /** Another store that holds the same, at a small cost: records are shared. */
    copy(): Store;
    /** Applies a change reported by the store that this is a copy of. */
    follow(change: SmallChange): void;
}

/** Takes over an organization; the argument is not changed. */
export function createStore(organization: Organization): Store {
    const store = emptyStore();
    store.restore(organization);
    return store;
}

/** @param original whose records it shares */
function emptyStore(original?: Store): Store {
    let namespace = "";
    let currentUserId = "";
    let numbering = "";
    let idsMade = new Map<string, number>();
    const watchers = new Set<Watcher>();
    let changes: Change[] = [];
    let inTransaction = false;
    const recorder: Recorder = { checked: false, changed };
    const names = Object.keys(layouts) as (keyof Records)[];
    const made = names.map((name) => {
        const layout = layouts[name] as object as Layout<object>;
        return [name, new Table(name, layout, recorder, (record) => checkRecord(name, record))];
    });
    // The compiler cannot follow that layout and records have the same name; the organization's type says so.
    const tables = Object.fromEntries(made) as unknown as Tables;

    function changed(change: Change): void {
        if (inTransaction) changes.push(change);
        else tell([change]);
    }

    function tell(told: readonly Change[]): void {
        if (told.length > 0) for (const watcher of watchers) watcher(told);
    }

    function revert(change: Change): void {
        if ("restoredFrom" in change) take(change.restoredFrom);
        else store.follow(inverse(change));
    }

    function take(other: Store): void {
        const { ids_made, ...rest } = other.view();
        ({ namespace, current_user_id: currentUserId } = rest);
        numbering = other.numbering;
        idsMade = new Map(Object.entries(ids_made));
        // Two tables of one name hold records of one type.
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
                tell(changes);
                return { result, changed: changes.length > 0 };
            } catch (error) {
                for (const change of changes.reverse()) revert(change);
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
            // Every kind is there: the names are those of the layouts.
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
                // A snapshot of an earlier version has no records of a kind that came later.
                for (const record of rest[name] ?? []) table.set(record);
            }
            // Equal records in an equal order have equal positions.
            numbering = uuid(namespace, names.map((name) => [name, ...tables[name].keys()].join(" ")).join("\n\n"));
            recorder.changed = changed;
            try {
                changed({ restoredFrom: before });
            } catch (error) {
                take(before);
                throw error;
            }
        },
        undo(undone) {
            const told = undone.toReversed().map((change) => {
                const back = "restoredFrom" in change ? { restoredFrom: store.copy() } : inverse(change);
                revert(change);
                return back;
            });
            tell(told);
        },
        watch(watcher) {
            watchers.add(watcher);
            return () => watchers.delete(watcher);
        },
        copy: () => emptyStore(store),
        follow(change) {
            if (!("idsOf" in change)) {
                // Changes contain the names of tables.
                tables[change.table as keyof Records].follow(change);
            } else if (change.made > 0) idsMade.set(change.idsOf, change.made);
            else idsMade.delete(change.idsOf);
        },
    };
    if (original) take(original);
    return store;
}

function inverse(change: SmallChange): SmallChange {
    if ("idsOf" in change) return { ...change, made: change.made - 1 };
    return { ...change, record: change.before, before: change.record };
}

/**
 * Rejects records that would make a data file unreadable, regardless of the handler.
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
