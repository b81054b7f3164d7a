import type { PageInfo } from "../../../api/generated/types.gen.js";
import { BadRequest } from "./errors.js";
import { type CursorListing, makeCursor, readCursor } from "./pages.js";

/** Paging parameters. `first` and `after` page forward; `last` and `before` page backward. */
export interface RelayQuery {
    readonly first?: number;
    readonly after?: string;
    readonly last?: number;
    readonly before?: string;
}

/** Page size if neither `first` nor `last` is specified. We assume that it is the maximum (not documented by the API). */
const DEFAULT_SIZE = 100;

/**
 * Returns the requested page of records in Relay format, ordered by position. All positions must be above 0.
 * @throws BadRequest if parameters for both directions are specified, the size is below 1, or the cursor belongs to another list
 */
export function relayPage<T extends object>(
    listing: CursorListing,
    { first, after, last, before }: RelayQuery,
    records: readonly T[],
    positionOf: (record: T) => number,
) {
    const backward = last !== undefined || before !== undefined;
    if (backward && (first !== undefined || after !== undefined)) {
        throw new BadRequest(
            "first cannot be combined with last or before. Use either first and after, or last and before.",
        );
    }
    const size = first ?? last ?? DEFAULT_SIZE;
    if (size < 1) throw new BadRequest(`${backward ? "last" : "first"} must be at least 1.`);
    const start = after === undefined ? 0 : readCursor(listing, after, "after");
    const end = before === undefined ? Number.POSITIVE_INFINITY : readCursor(listing, before, "before");
    const found = records.filter((record) => {
        const position = positionOf(record);
        return position > start && position < end;
    });
    const items = backward ? found.slice(-size) : found.slice(0, size);
    const edges = items.map((node) => ({ node, cursor: makeCursor(listing, positionOf(node)) }));
    const [head, tail] = [items[0], items.at(-1)];
    const pageInfo: PageInfo = {
        hasNextPage: tail !== undefined && tail !== records.at(-1),
        hasPreviousPage: head !== undefined && head !== records[0],
        startCursor: edges[0]?.cursor ?? "",
        endCursor: edges.at(-1)?.cursor ?? "",
    };
    return { edges, pageInfo };
}
