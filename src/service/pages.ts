import { operations } from "../api/generated/operations.gen.js";
import type { OperationName } from "./area.js";
import { BadRequest } from "./errors.js";
import type { Table } from "./table.js";

interface PagedCall {
    readonly operation: OperationName;
    readonly query: { readonly cursor?: string; readonly page_size?: number };
}

interface Page<T> {
    readonly items: T[];
    readonly next: string | null;
    readonly previous: string | null;
}

/**
 * The page that a call asks for out of records in order of creation. A cursor holds the position of the last record before the page: it stays
 * good when that record is deleted, and no record is shown twice or skipped because of writes between two pages.
 * @throws BadRequest for a size below 1 or a cursor of another list. (Sizes above the maximum are refused by the schema.)
 */
export function page<T extends object>(call: PagedCall, table: Table<T>, records: readonly T[]): Page<T> {
    const { cursor, page_size } = call.query;
    const paging = operations[call.operation].paging;
    if (paging?.optIn && cursor === undefined && page_size === undefined) {
        return { items: [...records], next: null, previous: null };
    }
    const size = page_size ?? paging?.defaultSize ?? 200;
    if (size < 1) throw new BadRequest("page_size: must be at least 1.");
    const after = cursor === undefined ? 0 : readCursor(call.operation, cursor);
    const found = records.findIndex((record) => table.positionOf(record) > after);
    const start = found < 0 ? records.length : found;
    const items = records.slice(start, start + size);
    const last = items.at(-1);
    const beforePrevious = records[start - size - 1];
    return {
        items,
        next: last && start + size < records.length ? makeCursor(call.operation, table.positionOf(last)) : null,
        previous: start > 0 ? makeCursor(call.operation, beforePrevious ? table.positionOf(beforePrevious) : 0) : null,
    };
}

/** Inferred: names match as a part and without regard to case, so that a client that does not compare again is found out. */
export function nameMatches(name: string | undefined, wanted: string | undefined): boolean {
    return wanted === undefined || (name ?? "").toLowerCase().includes(wanted.toLowerCase());
}

function makeCursor(operation: OperationName, position: number): string {
    return Buffer.from(`${operation} ${position}`).toString("base64url");
}

function readCursor(operation: OperationName, cursor: string): number {
    const [of, position] = Buffer.from(cursor, "base64url").toString().split(" ");
    if (of !== operation || !/^\d+$/.test(position ?? "")) {
        throw new BadRequest("cursor: must be the next or previous of an earlier page of the same list.");
    }
    return Number(position);
}
