import { expect } from "vitest";
import type { Service } from "../../../../src/local/service/index.js";
import { send } from "./calls.js";
import { operations } from "./operations.js";
import { pick } from "./values.js";
import { knownIn } from "./world.js";

/** A list with a cursor. */
export interface PagedList {
    readonly name: string;
    /** The URL with its path parameters. */
    readonly url: string;
    readonly items: string;
    /** The parameter for the size of a page. */
    readonly size: "page_size" | "limit" | "first";
}

type Item = Readonly<Record<string, unknown>>;

interface Page {
    readonly items: readonly Item[];
    readonly next: string | undefined;
    readonly previous: string | undefined;
}

/** The properties that identify an item, if its first id does not. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
    getBundleResources: ["resource_id", "access_level_remote_id"],
    getBundleGroups: ["group_id", "access_level_remote_id"],
    getGroupUsers: ["user_id", "access_level"],
    getUserGroups: ["group_id", "access_level"],
    getUserResources: ["resource_id", "access_level"],
    getRemoteUsers: ["user_id", "third_party_provider", "remote_id"],
    getRequests: ["id"],
    getRequestsRelay: ["id"],
};

/** Every paged list. Lists of an object's parts are those of one random object. */
export function pagedLists(service: Service, seed: number): PagedList[] {
    const organization = service.store.view();
    return operations.flatMap(({ operation: name, path, parameters, items }) => {
        const size = (["page_size", "limit", "first"] as const).find((one) => parameters.some((p) => p.name === one));
        const continues = parameters.some((one) => one.name === "cursor" || one.name === "after");
        if (!size || !continues || !items || name === "getResourceUserAccessStatus") return [];
        const url = path.replace(
            /\{(\w+)\}/g,
            (_, id) => pick(seed, name, knownIn(organization, `.x.${id}`) ?? [], String) ?? "",
        );
        return [{ name, url, items, size }];
    });
}

export function keyOf({ name }: PagedList, item: Item): string {
    const keys = KEYS[name] ?? [Object.keys(item).find((field) => field.endsWith("_id")) ?? ""];
    const values = keys.map((key) => item[key]);
    expect(values, `${name} tells its items apart`).not.toContain(undefined);
    return JSON.stringify(values);
}

/** A page, or undefined if the object of the list no longer exists. */
export async function pageOf(
    service: Service,
    list: PagedList,
    size: number,
    cursor?: string,
): Promise<Page | undefined> {
    const { url, size: field, items } = list;
    const query = new URLSearchParams({ [field]: String(size) });
    if (cursor !== undefined) query.set(field === "first" ? "after" : "cursor", cursor);
    const { status, body } = await send(service, "admin", "GET", `${url}?${query}`);
    if (status === 404) return undefined;
    expect(status, `${url}?${query} ${JSON.stringify(body)}`).toBe(200);
    if (field === "first") {
        const { edges, pageInfo } = body;
        const found = edges.map(({ node }: { node: Item }) => node);
        const next = pageInfo.hasNextPage ? pageInfo.endCursor : undefined;
        return { items: found, next, previous: undefined };
    }
    const next = body.next ?? body.cursor ?? undefined;
    return { items: body[items], next, previous: body.previous ?? undefined };
}

/** All items of a list, read in pages of this size. */
export async function wholeOf(service: Service, list: PagedList, size: number): Promise<Item[]> {
    const found: Item[] = [];
    let cursor: string | undefined;
    do {
        const page = await pageOf(service, list, size, cursor);
        if (!page) return found;
        expect(page.items.length, `${list.url} by ${size}`).toBeLessThanOrEqual(size);
        if (page.next) expect(page.items.length, `${list.url} by ${size} goes on`).toBe(size);
        found.push(...page.items);
        cursor = page.next;
    } while (cursor);
    return found;
}

/** Pages of any size contain the whole list, forwards and backwards. */
export async function pagesAreTheList(service: Service, list: PagedList): Promise<void> {
    const all = (await pageOf(service, list, list.size === "first" ? 100 : 200))?.items ?? [];
    // Also without paging parameters.
    const plain = await send(service, "admin", "GET", list.url);
    if (plain.status === 200 && list.size !== "first") expect(plain.body[list.items]).toEqual(all);
    for (const size of [1, 2, 7]) expect(await wholeOf(service, list, size), `${list.url} by ${size}`).toEqual(all);
    if (list.size !== "page_size") return;
    const backwards: Item[][] = [];
    let page = await pageOf(service, list, 2);
    while (page?.next) page = await pageOf(service, list, 2, page.next);
    while (page?.previous) {
        page = await pageOf(service, list, 2, page.previous);
        backwards.unshift([...(page?.items ?? [])]);
    }
    const last = all.length % 2 === 1 ? 1 : Math.min(2, all.length);
    expect(backwards.flat(), `${list.url} backwards`).toEqual(
        backwards.length > 0 ? all.slice(0, all.length - last) : [],
    );
}

/** Reads a list page by page while others write. */
export class Reading {
    readonly #shown: string[] = [];
    #throughout: Set<string> | undefined;
    #cursor: string | undefined;
    #ended = false;

    constructor(
        private readonly service: Service,
        private readonly list: PagedList,
        private readonly size: number,
    ) {}

    /** Checks the current items. Called after each write. */
    async look(): Promise<void> {
        const all = await pageOf(this.service, this.list, this.list.size === "first" ? 100 : 200);
        const keys = new Set(all?.items.map((item) => keyOf(this.list, item)));
        this.#throughout = new Set([...(this.#throughout ?? keys)].filter((key) => keys.has(key)));
        if (!all) this.#ended = true;
    }

    /** Reads the next page. Returns false at the end. */
    async goOn(): Promise<boolean> {
        if (this.#ended) return false;
        const page = await pageOf(this.service, this.list, this.size, this.#cursor);
        this.#shown.push(...(page?.items ?? []).map((item) => keyOf(this.list, item)));
        this.#cursor = page?.next;
        this.#ended = !page?.next;
        if (page && this.#ended) this.check();
        return !this.#ended;
    }

    private check(): void {
        const { url } = this.list;
        expect(this.#shown, `${url} shows nothing twice`).toEqual([...new Set(this.#shown)]);
        const skipped = [...(this.#throughout ?? [])].filter((key) => !this.#shown.includes(key));
        expect(skipped, `${url} skips nothing`).toEqual([]);
    }
}
