import { createHash } from "node:crypto";
import type { Answer, CallOptions, Client } from "./client.js";
import { MalformedAnswerError } from "./errors.js";
import { type OperationName, type OperationTypes, operations } from "./generated/operations.gen.js";
import type { Paging } from "./operation.js";
import type { Parts } from "./parameters.js";

/** Names of the operations that return lists. */
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

/** One page of a list. */
export interface Page<One, Body> {
    readonly items: One[];
    /** Cursor of the next page, to pass to `page`. Undefined on the last page. */
    readonly next: string | undefined;
    /** The whole response body, including counts if there are any. */
    readonly answer: Body;
}

/**
 * A list returned by the API, independent of its paging style. No request is sent until the list is read, and each read
 * starts from the beginning:
 *
 *     for await (const group of client.groups.list()) …           // each page is requested when it is needed
 *     const groups = await client.groups.list().all();            // all items
 *     const { items, next } = await client.groups.list().page();  // one page
 *
 * Reading throws CallError like any other call.
 */
export class List<One, Body> implements AsyncIterable<One> {
    constructor(
        private readonly client: Client,
        private readonly name: ListName,
        private readonly parts: Parts,
        private readonly options: CallOptions = {},
    ) {}

    /**
     * Reads one page with one call. The page size is taken from the query; if it is not set there, the API's default is used.
     * @param next `next` of the previous page. Default: the first page.
     */
    async page(next?: string): Promise<Page<One, Body>> {
        const { paging, relay } = this;
        const withCursor = { [place(paging)]: { ...this.parameters, [relay?.position ?? "cursor"]: next } };
        const parts = next === undefined ? this.parts : { ...this.parts, ...withCursor };
        const answer = await this.client.send(this.name, parts, this.options);
        // `send` validated the response, and checked that it contains the items.
        const body = answer as Record<string, unknown>;
        return {
            items: body[paging.items ?? ""] as One[],
            next: following(body, paging, relay),
            answer: answer as Body,
        };
    }

    /**
     * Reads all pages, with one call for each. The page size is that of the query, or else the maximum. Skips items that were already on an
     * earlier page: if objects are created or deleted while the list is read, items can move to the next page.
     * @throws MalformedAnswerError also if the service returns a cursor that was already used
     */
    async *pages(): AsyncGenerator<Page<One, Body>, void> {
        const list = this.widened();
        const positions = new Set<string>();
        const returned = new Set<string>();
        let next: string | undefined;
        do {
            const page = await list.page(next);
            if (page.next !== undefined && positions.has(page.next)) throw endless(this.name);
            if (page.next !== undefined) positions.add(page.next);
            yield { ...page, items: withoutReturned(page.items, returned) };
            next = page.next;
        } while (next !== undefined);
    }

    /** Reads all items into memory. */
    async all(): Promise<One[]> {
        const found: One[] = [];
        for await (const item of this) found.push(item);
        return found;
    }

    async *[Symbol.asyncIterator](): AsyncGenerator<One, void> {
        for await (const { items } of this.pages()) yield* items;
    }

    private get paging(): Paging {
        return operations[this.name].paging ?? { style: "none" };
    }

    /** The call's parameters, where the paging parameters belong (query or body). */
    private get parameters(): Record<string, unknown> {
        return { ...(this.parts[place(this.paging)] as object | undefined) };
    }

    /** Field names for the direction in which a relay list is read: backward if `last` or `before` is set. */
    private get relay(): Relay | undefined {
        const { paging, parameters } = this;
        if (paging.style !== "relay") return undefined;
        return parameters.last !== undefined || parameters.before !== undefined ? BACKWARD : FORWARD;
    }

    /** The same list with the maximum page size, unless the caller set a size. */
    private widened(): List<One, Body> {
        const { paging, parameters, relay } = this;
        const size = relay?.size ?? paging.request?.find((name) => name === "page_size" || name === "limit");
        if (!size || !paging.maxSize || parameters[size] !== undefined) return this;
        const parts = { ...this.parts, [place(paging)]: { ...parameters, [size]: paging.maxSize } };
        return new List(this.client, this.name, parts, this.options);
    }
}

function place(paging: Paging): "query" | "body" {
    return paging.inBody ? "body" : "query";
}

/** Names of the parameters and response fields for reading a relay list forward and backward. */
const FORWARD = { size: "first", position: "after", more: "hasNextPage", cursor: "endCursor" } as const;
const BACKWARD = { size: "last", position: "before", more: "hasPreviousPage", cursor: "startCursor" } as const;
type Relay = typeof FORWARD | typeof BACKWARD;

/** The cursor of the next page in a list response. Undefined on the last page. */
export function nextOf(answer: unknown, paging: Paging): string | undefined {
    // `Object` converts null and other values that are not objects to an object.
    const body = Object(answer) as Record<string, unknown>;
    return following(body, paging, paging.style === "relay" ? FORWARD : undefined);
}

function following(body: Record<string, unknown>, paging: Paging, relay: Relay | undefined): string | undefined {
    const info = Object(body.pageInfo) as Record<string, unknown>;
    const next = paging.style === "cursor" ? body[paging.next ?? ""] : undefined;
    const cursor = relay ? info[relay.more] && info[relay.cursor] : next;
    return typeof cursor === "string" && cursor !== "" ? cursor : undefined;
}

/** Returns the items that earlier pages did not contain. Adds them to `returned`, as digests to save memory. */
function withoutReturned<One>(items: readonly One[], returned: Set<string>): One[] {
    const digests = items.map((item) => createHash("sha1").update(JSON.stringify(item)).digest("base64"));
    const fresh = items.filter((_, at) => !returned.has(digests[at] ?? ""));
    for (const digest of digests) returned.add(digest);
    return fresh;
}

function endless(name: ListName): MalformedAnswerError {
    const { summary, method, path } = operations[name];
    return new MalformedAnswerError(
        { operation: name, summary, method, path },
        "returned the cursor of a page that was already read",
        "Report it to the operator of the service.",
    );
}
