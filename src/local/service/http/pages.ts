import { type OperationName, operations } from "../../../api/generated/operations.gen.js";
import type { Store } from "../storage/store.js";
import type { Table } from "../storage/table.js";
import { BadRequest } from "./errors.js";

/** What a cursor belongs to. */
export interface Listing {
    readonly operation: OperationName;
    readonly store: Store;
}

interface PagedCall extends Listing {
    readonly query: { readonly cursor?: string; readonly page_size?: number };
}

interface LimitedCall extends Listing {
    readonly query: { readonly cursor?: string; readonly limit?: number };
}

interface Page<T> {
    readonly items: T[];
    readonly next: string | null;
    readonly previous: string | null;
}

/**
 * The requested page of records in order of creation. A cursor holds the position of the last
 * record before the page: it stays valid if that record is deleted, and no record is shown twice or
 * skipped because of writes between two pages.
 * @throws BadRequest for a size below 1 or a cursor of another list. (Sizes above the maximum are
 * refused by the schema.)
 */
export function page<T extends object>(call: PagedCall, table: Table<T>, records: readonly T[]): Page<T> {
    const { cursor, page_size } = call.query;
    const paging = operations[call.operation].paging;
    if (paging?.optIn && cursor === undefined && page_size === undefined) {
        return { items: [...records], next: null, previous: null };
    }
    const size = page_size ?? paging?.defaultSize ?? 200;
    if (size < 1) throw new BadRequest("page_size: must be at least 1.");
    const after = cursor === undefined ? 0 : readCursor(call, cursor);
    const start = after === 0 ? 0 : firstAfter(table, records, after);
    const items = records.slice(start, start + size);
    const last = items.at(-1);
    const beforePrevious = records[start - size - 1];
    return {
        items,
        next: last && start + size < records.length ? makeCursor(call, table.positionOf(last)) : null,
        previous: start > 0 ? makeCursor(call, beforePrevious ? table.positionOf(beforePrevious) : 0) : null,
    };
}

/** The same page as an answer that calls its items results; of the whole table if no records are given. */
export function listed<T extends object>(call: PagedCall, table: Table<T>, records = table.all()) {
    return listedAs(call, table, records, (record) => record);
}

/** As `listed`, with the results mapped by `answer`. */
export function listedAs<T extends object, Answer>(
    call: PagedCall,
    table: Table<T>,
    records: readonly T[],
    answer: (record: T) => Answer,
) {
    const { items, ...rest } = page(call, table, records);
    return { results: items.map(answer), ...rest };
}

/**
 * The requested part of a list without records of its own, by limit and cursor, in order of a text
 * unique to each item. The cursor holds that text, so it stays valid if the item is deleted.
 * Inferred: the default limit is 200 items.
 * @throws BadRequest for a limit below 1 or a cursor of another list.
 */
export function limitedPage<T>(call: LimitedCall, items: readonly T[], keyOf: (item: T) => string): Page<T> {
    const after = call.query.cursor === undefined ? "" : readMark(call, call.query.cursor);
    const left = items
        .map((item) => ({ item, key: keyOf(item) }))
        .filter(({ key }) => key > after)
        .sort((a, b) => (a.key < b.key ? -1 : 1));
    const taken = left.slice(0, readLimit(call.query.limit) ?? 200);
    const last = taken.at(-1);
    return {
        items: taken.map(({ item }) => item),
        next: last && taken.length < left.length ? makeCursor(call, last.key) : null,
        previous: null,
    };
}

/** Inferred: a limit is at least 1; no upper bound is stated. @throws BadRequest */
export function readLimit(limit: number | undefined): number | undefined {
    if (limit !== undefined && limit < 1) throw new BadRequest("limit: must be at least 1.");
    return limit;
}

/** Returns a test whether a record matches the filters that are named after its fields. */
export function fits<Field extends string>(query: { readonly [F in Field]?: string }, ...fields: Field[]) {
    return (record: { readonly [F in Field]?: string }): boolean =>
        fields.every((field) => !query[field] || query[field] === record[field]);
}

/** For the filters of the API that say "of this name". */
export function isNamed({ name }: { readonly name?: string }, wanted: string | undefined): boolean {
    return wanted === undefined || name === wanted;
}

/** For the filters of the API that say "containing this". Inferred: case does not matter in any of them. */
export function nameMatches(name: string | undefined, wanted: string | undefined): boolean {
    return wanted === undefined || (name ?? "").toLowerCase().includes(wanted.toLowerCase());
}

/** Index of the first record after the position. Records are sorted by position: a binary search. */
function firstAfter<T extends object>(table: Table<T>, records: readonly T[], position: number): number {
    let [low, high] = [0, records.length];
    while (low < high) {
        const middle = (low + high) >>> 1;
        const record = records[middle];
        if (record && table.positionOf(record) <= position) low = middle + 1;
        else high = middle;
    }
    return low;
}

export function makeCursor({ operation, store }: Listing, mark: number | string): string {
    return Buffer.from(`${operation} ${store.numbering} ${mark}`).toString("base64url");
}

/** @param field what the call names the cursor. @throws BadRequest */
export function readCursor(listing: Listing, cursor: string, field = "cursor"): number {
    const position = readMark(listing, cursor, field);
    if (!/^\d+$/.test(position)) throw foreignCursor(field);
    return Number(position);
}

/** @throws BadRequest for a cursor of another list, or of an earlier numbering of positions. */
function readMark({ operation, store }: Listing, cursor: string, field = "cursor"): string {
    const [, made, numbering, mark] = /^(\S+) (\S+) (.*)$/s.exec(Buffer.from(cursor, "base64url").toString()) ?? [];
    if (made !== operation || mark === undefined) throw foreignCursor(field);
    if (numbering !== store.numbering) {
        throw new BadRequest(
            `${field}: is from before the service restarted or loaded another organization; read the list again without a cursor.`,
        );
    }
    return mark;
}

function foreignCursor(field: string): BadRequest {
    return new BadRequest(`${field}: must be a cursor from an earlier page of the same list.`);
}
