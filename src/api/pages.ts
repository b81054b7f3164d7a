import type { Answer, Client, OperationName, Params } from "./client.js";
import { MalformedAnswerError } from "./errors.js";
import type { OperationTypes } from "./generated/operations.gen.js";
import { operations } from "./generated/operations.gen.js";

/** The operations that answer lists. */
export type ListName = {
    [Name in OperationName]: OperationTypes[Name] extends { items: string } ? Name : never;
}[OperationName];

type ItemsKey<Name extends ListName> = OperationTypes[Name] extends { items: infer Key } ? Key : never;

/** One item of a list. */
export type Item<Name extends ListName> =
    NonNullable<Answer<Name>> extends infer Body
        ? ItemsKey<Name> extends keyof Body
            ? NonNullable<Body[ItemsKey<Name>]> extends readonly (infer One)[]
                ? One
                : never
            : never
        : never;

interface Asked {
    query?: Record<string, unknown>;
    body?: Record<string, unknown>;
}

/**
 * The pages of a list, one call each, to its end, whichever of the interface's paging styles it has. The page size is the largest
 * that the operation allows unless `params` gives one.
 * @throws CallError as `Client.call` does.
 */
export async function* pages<Name extends ListName>(
    client: Client,
    name: Name,
    params: Partial<Params<Name>> = {},
): AsyncGenerator<Item<Name>[], void> {
    const paging = operations[name].paging;
    if (!paging) throw new TypeError(`${name} answers no list`);
    const size =
        paging.style === "relay" ? "first" : paging.request?.find((key) => key === "page_size" || key === "limit");
    const position = paging.style === "relay" ? "after" : "cursor";
    const where = paging.inBody ? "body" : "query";
    // The table knows the parameters of the list by name only; `Params` has held the caller's own against their types.
    const given = params as Asked;
    const fixed = size && paging.maxSize ? { [size]: paging.maxSize, ...given[where] } : { ...given[where] };
    let cursor: string | undefined;
    do {
        const asked = { ...given, [where]: { ...fixed, ...(cursor === undefined ? {} : { [position]: cursor }) } };
        const body = (await client.send(name, asked)) as Record<string, unknown>;
        const items = body[paging.items ?? ""];
        yield (Array.isArray(items) ? items : []) as Item<Name>[];
        const before = cursor;
        cursor = following(body, paging.style, paging.next);
        if (cursor !== undefined && cursor === before) throw endless(name);
    } while (cursor !== undefined);
}

/** The items of a list, page by page as they are taken. */
export async function* items<Name extends ListName>(
    client: Client,
    name: Name,
    params: Partial<Params<Name>> = {},
): AsyncGenerator<Item<Name>, void> {
    for await (const page of pages(client, name, params)) yield* page;
}

/** A service that answers the cursor it was asked with would be read for ever. */
function endless(name: ListName): MalformedAnswerError {
    const { summary, method, path } = operations[name];
    return new MalformedAnswerError(
        { operation: name, summary, method, path },
        "answered a page whose next page is itself",
        "Report it to whoever runs the service.",
    );
}

function following(body: Record<string, unknown>, style: string, next: string | undefined): string | undefined {
    if (style === "relay") {
        const info = body.pageInfo as { hasNextPage?: boolean; endCursor?: string | null } | undefined;
        return info?.hasNextPage && info.endCursor ? info.endCursor : undefined;
    }
    if (style !== "cursor" || !next) return undefined;
    const cursor = body[next];
    return typeof cursor === "string" && cursor !== "" ? cursor : undefined;
}
