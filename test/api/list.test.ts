import { describe, expect, test } from "vitest";
import { MalformedAnswerError } from "../../src/api/errors.js";
import { operations } from "../../src/api/generated/operations.gen.js";
import type { AccessGovernanceClient, List, ListName } from "../../src/api/index.js";
import type { Service } from "../../src/local/service/index.js";
import { connect, failureOf, NOBODY, record } from "./harness.js";

async function owners(client: AccessGovernanceClient, count: number): Promise<string[]> {
    const names = Array.from({ length: count }, (_, at) => `Owner ${at}`);
    for (const name of names) await client.call("createOwner", { body: { name, user_ids: [] } });
    return names;
}

/** The items of each page. */
async function pagesOf<One>(list: List<One, unknown>): Promise<One[][]> {
    const found: One[][] = [];
    for await (const page of list.pages()) found.push(page.items);
    return found;
}

/** The queries of an operation's calls, as the service received them. */
function queries(service: Service, operation: ListName): unknown[] {
    return service.calls.of(operation).map((call) => call.query);
}

describe("pages by cursor", () => {
    test("end with an error if the service returns the cursor that it received", async () => {
        const { client, received } = await record(() => ({ body: { results: [], next: "again", previous: null } }));
        const error = await failureOf(pagesOf(client.owners.list()));
        expect(error).toBeInstanceOf(MalformedAnswerError);
        expect(error.message).toMatch(/that was already read\. Report it to the operator of the service\.$/);
        expect(received).toHaveLength(2);
    });

    test("end with an error if the cursors form a cycle", async () => {
        const after: Record<string, string> = { a: "b", b: "c", c: "a" };
        const { client, received } = await record(({ url }) => {
            const cursor = new URL(url, "http://service").searchParams.get("cursor");
            return { body: { results: [], next: cursor ? after[cursor] : "a", previous: null } };
        });
        for (const reading of [pagesOf(client.owners.list()), client.owners.list().all()]) {
            const error = await failureOf(reading);
            expect(error.message).toContain("returned the cursor of a page that was already read");
            expect(error.message).toContain("List owners");
        }
        expect(received).toHaveLength(8);
    });

    test("contain an item of an earlier page only once, unless it differs", async () => {
        const tag = (at: number) => ({
            tag_id: NOBODY.replace(/.$/, `${at}`),
            key: `k${at}`,
            created_at: "2026-01-01T00:00:00Z",
        });
        // Objects were added at the start of the list while it was read, so each page begins with the end of the previous one.
        const pages: Record<string, unknown> = {
            "": { results: [tag(1), tag(2)], next: "p2" },
            p2: { results: [tag(2), tag(3)], next: "p3" },
            p3: { results: [{ ...tag(3), value: "v" }, tag(1), tag(4)], next: null },
        };
        const { client } = await record(({ url }) => ({
            body: pages[new URL(url, "http://service").searchParams.get("cursor") ?? ""],
        }));
        const found = await client.tags.list().all();
        expect(found).toEqual([tag(1), tag(2), tag(3), { ...tag(3), value: "v" }, tag(4)]);
    });

    test("take one call each, and together contain every item once", async () => {
        const { client, service } = await connect({}, { seed: "empty" });
        const before = service.store.owners.all().map((owner) => owner.name);
        const names = [...before, ...(await owners(client, 7))];
        const found = await pagesOf(client.owners.list({ page_size: 3 }));
        expect(found.flat().map((owner) => owner.name)).toEqual(names);
        expect(found.map((page) => page.length)).toEqual(
            Array.from({ length: Math.ceil(names.length / 3) }, (_, at) => Math.min(3, names.length - at * 3)),
        );
        const [first, ...rest] = queries(service, "getOwners");
        expect(first).toEqual({ page_size: "3" });
        for (const query of rest) expect(query).toEqual({ page_size: "3", cursor: expect.any(String) });
        expect(rest).toHaveLength(found.length - 1);
    });

    test("have 1,000 items by default", async () => {
        const { client, service } = await connect();
        await pagesOf(client.groups.list());
        expect(queries(service, "getGroups")).toEqual([{ page_size: "1000" }]);
    });

    test("are requested without a size if the API does not document a maximum", async () => {
        const { client, received } = await record(() => ({ body: { results: [], next: "", previous: "" } }));
        await pagesOf(client.accessRules.list());
        expect(received.map((request) => request.url)).toEqual(["/v1/access-rules"]);
    });

    test("continue with `cursor` in the list of requests", async () => {
        const { client, received } = await record(({ url }) => ({
            body: url.includes("cursor=") ? { requests: [] } : { requests: [], cursor: "a/b" },
        }));
        await pagesOf(client.requests.list());
        expect(received.map((request) => request.url)).toEqual([
            "/v1/requests?page_size=1000",
            "/v1/requests?page_size=1000&cursor=a%2Fb",
        ]);
    });

    test("continue with `cursor` in the list of a user's access to a resource", async () => {
        const { client, received } = await record(({ url }) => ({
            body: { data: [], ...(url.includes("cursor=") ? {} : { cursor: "n" }) },
        }));
        const found = await pagesOf(client.resources.listUser(NOBODY, NOBODY));
        expect(found).toEqual([[], []]);
        expect(received.map((request) => request.url)).toEqual([
            `/v1/resources/${NOBODY}/users/${NOBODY}`,
            `/v1/resources/${NOBODY}/users/${NOBODY}?cursor=n`,
        ]);
    });

    test.each([null, "", undefined])("end if `next` is %j", async (next) => {
        const { client, received } = await record(() => ({ body: { results: [], next, previous: null } }));
        await pagesOf(client.tags.list());
        expect(received).toHaveLength(1);
    });
});

describe("a list with optional paging", () => {
    test("is read in pages of 1,000, not at once", async () => {
        const { client, service } = await connect();
        const group = service.store.groups.all()[0]?.group_id ?? "";
        const found = await client.groups.listUsers(group).all();
        expect(found.length).toBeGreaterThan(1);
        expect(queries(service, "getGroupUsers")).toEqual([{ page_size: "1000" }]);
        service.calls.clear();
        const again = await client.groups.listUsers(group, { page_size: 1 }).all();
        expect(again).toEqual(found);
        expect(service.calls.all()).toHaveLength(found.length);
    });
});

describe("a list without pages", () => {
    test("is one page", async () => {
        const { client, service } = await connect();
        expect(await pagesOf(client.messageChannels.list())).toHaveLength(1);
        expect(await client.messageChannels.list().all()).toHaveLength(2);
        expect(queries(service, "getMessageChannels")).toEqual([{}, {}]);
    });

    test("is one page even with a limit, because its next page cannot be requested", async () => {
        const { client, received } = await record(() => ({ body: { results: [], next: "n" } }));
        await pagesOf(client.resources.listUsers(NOBODY));
        await pagesOf(client.resources.listUsers(NOBODY, { limit: 5 }));
        expect(received.map((request) => request.url)).toEqual([
            `/v1/resources/${NOBODY}/users`,
            `/v1/resources/${NOBODY}/users?limit=5`,
        ]);
    });

    test.each([{}, { results: null }, { results: {} }, { next: null }])(
        "causes an error if its items are missing: %j",
        async (body) => {
            const { client, received } = await record(() => ({ body }));
            const error = await failureOf(pagesOf(client.groups.listUsers(NOBODY)));
            expect(error).toBeInstanceOf(MalformedAnswerError);
            expect(error.message).toContain("at results: ");
            expect(received).toHaveLength(3);
        },
    );

    test("is read again if one response lacks the items", async () => {
        let first = true;
        const { client } = await record(() => {
            const body = first ? {} : { results: [] };
            first = false;
            return { body };
        });
        expect(await client.groups.listUsers(NOBODY).all()).toEqual([]);
    });
});

describe("relay pages", () => {
    const info = (hasNextPage: boolean) => ({
        hasNextPage,
        endCursor: hasNextPage ? "end" : "",
        hasPreviousPage: false,
        startCursor: "",
    });

    test("continue in the query while there is a next page", async () => {
        const { client, received } = await record(({ url }) => ({
            body: { edges: [], pageInfo: info(!url.includes("after=")), totalCount: 0 },
        }));
        await pagesOf(client.requests.listRelay());
        expect(received.map((request) => request.url)).toEqual([
            "/v1/requests/relay?first=100",
            "/v1/requests/relay?first=100&after=end",
        ]);
    });

    test("go backward if the query contains `before` or `last`", async () => {
        const { client, received } = await record(({ url }) => ({
            body: {
                edges: [],
                pageInfo: { ...info(true), hasPreviousPage: !url.includes("before="), startCursor: "start" },
                totalCount: 0,
            },
        }));
        await client.requests.listRelay({ before: "start" }).all();
        expect(received.splice(0).map((request) => request.url)).toEqual(["/v1/requests/relay?before=start&last=100"]);
        await pagesOf(client.requests.listRelay({ last: 10 }));
        expect(received.map((request) => request.url)).toEqual([
            "/v1/requests/relay?last=10",
            "/v1/requests/relay?last=10&before=start",
        ]);
    });

    test("continue in the body, together with its other properties, if the operation requires that", async () => {
        const node = { id: NOBODY, name: "Freight", entityType: "RESOURCE", entityItemType: "CUSTOM" };
        const { client, received } = await record(({ body }) => ({
            body: {
                type: "NODE",
                edges: [{ node, cursor: (body as { after?: string }).after ?? "start" }],
                pageInfo: info(!(body as { after?: string }).after),
            },
        }));
        const found = await client.queries.run({ type: "NODE", first: 1, query: {} }).all();
        expect(found.map(({ node }) => "name" in node && node.name)).toEqual(["Freight", "Freight"]);
        expect(received.map(({ url, body }) => [url, body])).toEqual([
            ["/v1/queries/run", { type: "NODE", first: 1, query: {} }],
            ["/v1/queries/run", { type: "NODE", first: 1, query: {}, after: "end" }],
        ]);
    });
});

describe("one page", () => {
    test("is requested with the query of the list only, and returns the cursor of the next page", async () => {
        const { client, service } = await connect();
        await owners(client, 3);
        service.calls.clear();
        const list = client.owners.list({ page_size: 2 });
        const first = await list.page();
        expect(first.items).toHaveLength(2);
        expect(first.answer.results).toBe(first.items);
        const second = await list.page(first.next);
        expect(second.items).toHaveLength(2);
        expect(second.next).toBeUndefined();
        expect(queries(service, "getOwners")).toEqual([
            { page_size: "2" },
            { page_size: "2", cursor: expect.any(String) },
        ]);
        service.calls.clear();
        await client.owners.list().page();
        expect(queries(service, "getOwners")).toEqual([{}]);
    });

    test("contains the total count if the list has one", async () => {
        const { client } = await connect();
        const { answer, items } = await client.bundles.list().page();
        expect(answer.total_count).toBe(items.length);
    });
});

describe("iterating over a list", () => {
    test("makes no call before the first item is requested", async () => {
        const { client, service } = await connect();
        const lazy = client.owners.list()[Symbol.asyncIterator]();
        // The client sends calls in the order in which they were made.
        await client.call("getApps");
        expect(service.calls.all().map(({ operation }) => operation)).toEqual(["getApps"]);
        await lazy.next();
        expect(service.calls.of("getOwners")).toHaveLength(1);
    });

    test("makes no further call after an early stop", async () => {
        const { client, service } = await connect();
        await owners(client, 5);
        service.calls.clear();
        for await (const owner of client.owners.list({ page_size: 2 })) {
            if (owner.name === "Owner 0") break;
        }
        await client.call("getApps");
        expect(service.calls.all().map(({ operation }) => operation)).toEqual(["getOwners", "getApps"]);
    });

    test("throws the error of a later page when that page is requested", async () => {
        const { client, service } = await connect();
        await owners(client, 5);
        service.calls.clear();
        service.faults.add({ operation: "getOwners", when: "before", skip: 1, answer: { status: 403 } });
        const list = client.owners.list({ page_size: 2 }).pages();
        expect((await list.next()).value?.items).toHaveLength(2);
        await failureOf(list.next());
        expect(await list.next()).toEqual({ done: true, value: undefined });
    });
});

test("every list of the API rejects a response without its items", async () => {
    const { client } = await record(({ url }) => ({ body: url.includes("sync-errors") ? [] : {} }), { retries: 0 });
    const lists = Object.entries(operations).filter(([, { paging }]) => paging?.items);
    expect(lists.length).toBeGreaterThan(50);
    for (const [name, { path, paging, bodyRequired }] of lists) {
        const ids = Array.from(path.matchAll(/\{(\w+)\}/g), ([, id = ""]) => [id, NOBODY]);
        const query = name === "getSessions" ? { query: { resource_id: NOBODY } } : {};
        const body = bodyRequired ? { body: { type: "NODE", query: {} } } : {};
        const error = await failureOf(
            client.send(name as ListName, { path: Object.fromEntries(ids), ...query, ...body }),
        );
        expect(error, name).toBeInstanceOf(MalformedAnswerError);
        expect(error.message, name).toMatch(
            `with a body that does not match the API, at ${paging?.inBody ? "" : paging?.items}`,
        );
    }
});

test("every list of the API except one has the name of the property with its items", () => {
    const listing = Object.entries(operations).filter(([, entry]) => entry.paging);
    expect(listing.length).toBeGreaterThan(50);
    const without = listing.filter(([, { paging }]) => !paging?.items).map(([name]) => name);
    // The schema of its response does not name the list.
    expect(without).toEqual(["getSyncErrors"]);
});
