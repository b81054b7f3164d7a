import { type OperationName, operations } from "../../../api/generated/operations.gen.js";
import type { Store } from "../storage/store.js";
import type { Table } from "../storage/table.js";
import { BadRequest } from "./errors.js";

/** The list for which a cursor is valid. */
export interface CursorListing {
    readonly operation: OperationName;
    readonly store: Store;
}

interface PagedCall extends CursorListing {
    readonly query: { readonly cursor?: string; readonly page_size?: number };
}

interface LimitedCall extends CursorListing {
    readonly query: { readonly cursor?: string; readonly limit?: number };
}

interface Page<T> {
    readonly items: T[];
    readonly next: string | null;
    readonly previous: string | null;
}

/**
 * Returns the requested page of records, in the order in which they were created. A cursor contains the position of the last record before
 * the page. It stays valid if that record is deleted. If records change between two pages, no record is repeated or skipped.
 * @throws BadRequest if the page size is below 1 or the cursor belongs to another list. (Sizes above the maximum are refused by the
 * schema.)
 */
export function page<T extends object>(call: PagedCall, table: Table<T>, records: readonly T[]): Page<T> {
    const { cursor, page_size } = call.query;
    const paging = operations[call.operation].paging;
    if (paging?.optIn && cursor === undefined && page_size === undefined) {
        return { items: [...records], next: null, previous: null };
    }
    const size = page_size ?? paging?.defaultSize ?? 200;
    if (size < 1) throw new BadRequest("page_size must be at least 1.");
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

/**
 * Returns the requested page of items in their order, which is not that of a table. The cursor is the number of items before the page, so
 * items may be repeated or skipped if others come or go between two pages.
 */
export function countedPage<T>(call: PagedCall, items: readonly T[]): Page<T> {
    const { cursor, page_size } = call.query;
    const size = page_size ?? operations[call.operation].paging?.defaultSize ?? 200;
    if (size < 1) throw new BadRequest("page_size must be at least 1.");
    const start = cursor === undefined ? 0 : readCursor(call, cursor);
    return {
        items: items.slice(start, start + size),
        next: start + size < items.length ? makeCursor(call, start + size) : null,
        previous: start > 0 ? makeCursor(call, Math.max(0, start - size)) : null,
    };
}

/** Returns the requested page in the `results` field. @param records default: all records of the table */
export function listed<T extends object>(call: PagedCall, table: Table<T>, records = table.all()) {
    return listedAs(call, table, records, (record) => record);
}

/** Same as `listed`, but each result is converted by `answer`. */
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
 * Returns the requested page of a list by limit and cursor. The items are not stored records; they are sorted by a unique key. The cursor
 * contains that key, so it stays valid if the item is deleted. We assume that the default limit is 200 items (not documented by the API).
 * @throws BadRequest if the limit is below 1 or the cursor belongs to another list
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

/**
 * The API does not document this; we assume that the minimum limit is 1. The API description does not specify a maximum.
 * @throws BadRequest if the limit is below 1
 */
export function readLimit(limit: number | undefined): number | undefined {
    if (limit !== undefined && limit < 1) throw new BadRequest("limit must be at least 1.");
    return limit;
}

/**
 * Returns a predicate that compares fields of a record with the query parameters of the same names. Omitted parameters match all records.
 */
export function fits<Field extends string>(query: { readonly [F in Field]?: string }, ...fields: Field[]) {
    return (record: { readonly [F in Field]?: string }): boolean =>
        fields.every((field) => !query[field] || query[field] === record[field]);
}

/** Whether an object has exactly the wanted name. Always true if `wanted` is undefined. */
export function isNamed({ name }: { readonly name?: string }, wanted: string | undefined): boolean {
    return wanted === undefined || name === wanted;
}

/**
 * Whether a name contains the wanted text. Always true if `wanted` is undefined. We assume that case is ignored (not documented by the
 * API).
 */
export function nameMatches(name: string | undefined, wanted: string | undefined): boolean {
    return wanted === undefined || (name ?? "").toLowerCase().includes(wanted.toLowerCase());
}

/** Returns the index of the first record after a position. Uses binary search, because records are sorted by position. */
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

export function makeCursor({ operation, store }: CursorListing, mark: number | string): string {
    return Buffer.from(`${operation} ${store.numbering} ${mark}`).toString("base64url");
}

/**
 * Reads the position from a cursor.
 * @param field name of the cursor parameter
 * @throws BadRequest if the cursor is invalid
 */
export function readCursor(listing: CursorListing, cursor: string, field = "cursor"): number {
    const position = readMark(listing, cursor, field);
    if (!/^\d+$/.test(position)) throw foreignCursor(field);
    return Number(position);
}

/**
 * Reads the position or key from a cursor.
 * @throws BadRequest if the cursor belongs to another list, or if positions have been reassigned since it was created
 */
function readMark({ operation, store }: CursorListing, cursor: string, field = "cursor"): string {
    const [, made, numbering, mark] = /^(\S+) (\S+) (.*)$/s.exec(Buffer.from(cursor, "base64url").toString()) ?? [];
    if (made !== operation || mark === undefined) throw foreignCursor(field);
    if (numbering !== store.numbering) {
        throw new BadRequest(
            `${field} is no longer valid, because the service restarted or loaded another organization. Read the list again without a cursor.`,
        );
    }
    return mark;
}

function foreignCursor(field: string): BadRequest {
    return new BadRequest(`${field} must be a cursor from an earlier page of the same list.`);
}
