import { createHash } from "node:crypto";
import { layouts, type Organization, type Records } from "./organization.js";
import { Table, type Transaction } from "./table.js";

/** The tables of an organization, by kind. */
export type Tables = { readonly [Name in keyof Records]: Table<Records[Name]> };

/** An organization in memory. Reading and writing it directly is for tests that look past the interface. */
export interface Store extends Tables {
    /** The user that the token stands for. */
    readonly currentUserId: string;
    /** A new id. The same organization gives the same name the same id, in whatever order names come; asked again, it gives another one. */
    newId(noun: string, name: string): string;
    /** Runs a change whole or not at all; tells whether anything was changed. */
    transaction<T>(work: () => T): { result: T; changed: boolean };
    /** A copy of everything, as JSON. */
    snapshot(): Organization;
}

/** Takes over an organization; the argument is not changed. */
export function createStore(organization: Organization): Store {
    const { namespace, current_user_id: currentUserId } = organization;
    const transaction: Transaction = { undo: undefined };
    const names = Object.keys(layouts) as (keyof Records)[];
    const tables = Object.fromEntries(names.map((name) => [name, filled(name)])) as unknown as Tables;
    const idsMade = new Map(Object.entries(organization.ids_made));

    // The compiler cannot follow that layout and records have the same name; the organization's type says so.
    function filled(name: keyof Records): Table<object> {
        const table = new Table<object>(
            layouts[name] as object as ConstructorParameters<typeof Table<object>>[0],
            transaction,
        );
        for (const record of organization[name]) table.set(structuredClone(record));
        return table;
    }

    return {
        ...tables,
        currentUserId,
        newId(noun, name) {
            const full = `${noun} ${name}`;
            const made = (idsMade.get(full) ?? 0) + 1;
            idsMade.set(full, made);
            transaction.undo?.push(() => (made > 1 ? idsMade.set(full, made - 1) : idsMade.delete(full)));
            return uuid(namespace, `${full} ${made}`);
        },
        transaction(work) {
            const undo: (() => void)[] = [];
            transaction.undo = undo;
            try {
                const result = work();
                return { result, changed: undo.length > 0 };
            } catch (error) {
                transaction.undo = undefined;
                for (const step of undo.reverse()) step();
                throw error;
            } finally {
                transaction.undo = undefined;
            }
        },
        snapshot() {
            const records = Object.fromEntries(names.map((name) => [name, tables[name].all()]));
            const organization = {
                namespace,
                current_user_id: currentUserId,
                ids_made: Object.fromEntries(idsMade),
                ...records,
            };
            // Every kind is there: the names are those of the layouts.
            return structuredClone(organization) as unknown as Organization;
        },
    };
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
