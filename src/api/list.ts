import { createHash } from "node:crypto";
import type { Answer, CallOptions, Client } from "./client.js";
import { MalformedAnswerError } from "./errors.js";
import { type OperationName, type OperationTypes, operations } from "./generated/operations.gen.js";
import type { Paging } from "./operation.js";
import type { Parts } from "./parameters.js";

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

/** One page of a list. */
export interface Page<One, Body> {
    readonly items: One[];
    /** Position of the page after this one; undefined at the end. Give it to `page`. */
    readonly next: string | undefined;
    /** The whole answer as the service sent it, with counts where it has them. */
    readonly answer: Body;
}

/**
 * A list of the API, whichever of its paging styles it has. Nothing is asked before it is read, and each reading starts anew:
 *
 *     for await (const group of client.groups.list()) …           // page by page as they are taken
 *     const groups = await client.groups.list().all();            // all of them
 *     const { items, next } = await client.groups.list().page();  // one page
 *
 * Every reading throws CallError as a call does.
 */
export class List<One, Body> implements AsyncIterable<One> {
    constructor(
        private readonly client: Client,
        private readonly name: ListName,
        private readonly parts: Parts,
        private readonly options: CallOptions = {},
    ) {}

    /** The first page, or the one that `next` of an earlier page names. One call, of the size that was asked for or the API's default. */
    async page(next?: string): Promise<Page<One, Body>> {
        const { paging, relay } = this;
        const moved = { [place(paging)]: { ...this.asked, [relay?.position ?? "cursor"]: next } };
        const parts = next === undefined ? this.parts : { ...this.parts, ...moved };
        const answer = await this.client.send(this.name, parts, this.options);
        // `send` held the answer against the schema of the operation, in which the table found the property of the items.
        const body = answer as Record<string, unknown>;
        return {
            // It also held that they are there.
            items: body[paging.items ?? ""] as One[],
            next: following(body, paging, relay),
            answer: answer as Body,
        };
    }

    /**
     * Page by page to the end, one call each. Pages are as large as the operation allows unless a size was given. An item that an earlier
     * page held is left out: what is made or deleted meanwhile moves the others from one page to the next.
     * @throws MalformedAnswerError also if a page leads back to one that was read.
     */
    async *pages(): AsyncGenerator<Page<One, Body>, void> {
        const list = this.widened();
        const positions = new Set<string>();
        const given = new Set<string>();
        let next: string | undefined;
        do {
            const page = await list.page(next);
            if (page.next !== undefined && positions.has(page.next)) throw endless(this.name);
            if (page.next !== undefined) positions.add(page.next);
            yield { ...page, items: unread(page.items, given) };
            next = page.next;
        } while (next !== undefined);
    }

    /** Everything, in memory. */
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

    private get asked(): Record<string, unknown> {
        return { ...(this.parts[place(this.paging)] as object | undefined) };
    }

    /** Relay lists are read from the end if `last` or `before` is given. */
    private get relay(): Relay | undefined {
        const { paging, asked } = this;
        if (paging.style !== "relay") return undefined;
        return asked.last !== undefined || asked.before !== undefined ? BACKWARD : FORWARD;
    }

    private widened(): List<One, Body> {
        const { paging, asked, relay } = this;
        const size = relay?.size ?? paging.request?.find((name) => name === "page_size" || name === "limit");
        if (!size || !paging.maxSize || asked[size] !== undefined) return this;
        const parts = { ...this.parts, [place(paging)]: { ...asked, [size]: paging.maxSize } };
        return new List(this.client, this.name, parts, this.options);
    }
}

function place(paging: Paging): "query" | "body" {
    return paging.inBody ? "body" : "query";
}

/** How a relay list is read from its start, and from its end: the parameters, and what tells of the next page. */
const FORWARD = { size: "first", position: "after", more: "hasNextPage", cursor: "endCursor" } as const;
const BACKWARD = { size: "last", position: "before", more: "hasPreviousPage", cursor: "startCursor" } as const;
type Relay = typeof FORWARD | typeof BACKWARD;

/** Position of the next page in the answer of a list; undefined at the end. */
export function nextOf(answer: unknown, paging: Paging): string | undefined {
    // A value that is not an object becomes one without fields.
    const body = Object(answer) as Record<string, unknown>;
    return following(body, paging, paging.style === "relay" ? FORWARD : undefined);
}

function following(body: Record<string, unknown>, paging: Paging, relay: Relay | undefined): string | undefined {
    const info = Object(body.pageInfo) as Record<string, unknown>;
    const next = paging.style === "cursor" ? body[paging.next ?? ""] : undefined;
    const cursor = relay ? info[relay.more] && info[relay.cursor] : next;
    return typeof cursor === "string" && cursor !== "" ? cursor : undefined;
}

/** The items that are not among those given before; they are from now on. */
function unread<One>(items: readonly One[], given: Set<string>): One[] {
    // Digests: a list may hold more than fits twice into memory.
    const digests = items.map((item) => createHash("sha1").update(JSON.stringify(item)).digest("base64"));
    const fresh = items.filter((_, at) => !given.has(digests[at] ?? ""));
    for (const digest of digests) given.add(digest);
    return fresh;
}

function endless(name: ListName): MalformedAnswerError {
    const { summary, method, path } = operations[name];
    return new MalformedAnswerError(
        { operation: name, summary, method, path },
        "answered a page whose next page was read already",
        "Report it to the operator of the service.",
    );
}
