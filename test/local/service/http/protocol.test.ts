import { connect } from "node:net";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { operations } from "../../../../src/api/generated/operations.gen.js";
import { ResponseCheck } from "../../../../src/local/service/http/validation.js";
import { Table } from "../../../../src/local/service/storage/table.js";
import { operationIds } from "../../../api/interface.js";
import { answerOf, type Harness, NOBODY, open, temporaryFolder } from "../harness.js";

describe("authentication", () => {
    test.each([undefined, "Bearer wrong", "local-token", "Basic local-token"])(
        "401 with the header %s",
        async (header) => {
            const { service } = await open();
            const headers = new Headers(header === undefined ? [] : [["authorization", header]]);
            const answer = await answerOf(await service.fetch(new Request(`${service.url}/apps`, { headers })));
            expect(answer.status).toBe(401);
            expect(answer.body).toMatchObject({ code: "unauthorized", message: expect.any(String) });
        },
    );

    test("the token can be set", async () => {
        const { get, service } = await open({ token: "another" });
        expect(service.token).toBe("another");
        expect((await get("/apps")).status).toBe(200);
    });
});

describe("errors", () => {
    test("have a code, a message and the request id that every response has in a header", async () => {
        const { get } = await open();
        const answer = await get(`/groups/${NOBODY}`);
        expect(answer.body).toEqual({
            code: "not_found",
            message: `The group ${NOBODY} does not exist.`,
            request_id: answer.headers.get("x-request-id"),
        });
        const fine = await get("/apps");
        expect(fine.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
        expect(fine.headers.get("x-request-id")).not.toBe(answer.body.request_id);
    });

    test.each([
        ["/groups?page_size=-9007199254740993", "page_size must be at least 1."],
        [
            "/groups?page_size=99999999999999999999",
            'page_size must be a whole number, at most 1000; found "99999999999999999999".',
        ],
        ["/groups?page_size=x", 'page_size must be a whole number, at most 1000; found "x".'],
        ["/groups?page_size=1.5", 'page_size must be a whole number, at most 1000; found "1.5".'],
        ["/groups?page_size=", 'page_size must be a whole number, at most 1000; found "".'],
        [
            "/requests/relay?first=-9007199254740993",
            'first must be a whole number, at least 1, at most 100; found "-9007199254740993".',
        ],
        [
            "/groups?page_size=x&requestable=perhaps",
            'page_size must be a whole number, at most 1000; found "x"; requestable must be true or false; found "perhaps".',
        ],
        ["/groups?group_ids=x,y", "group_ids[0] must be a UUID."],
    ])("400 for %s has one message for each parameter, in the terms of a URL", async (path, message) => {
        const { get } = await open();
        expect((await get(path)).body).toMatchObject({ code: "bad_request", message });
    });

    test("404 for operations that the API does not have", async () => {
        const { get, call } = await open();
        expect((await get("/nothing")).body.message).toBe("The API has no endpoint GET /v1/nothing.");
        expect((await call("PATCH", "/groups")).status).toBe(404);
    });

    test("400 for invalid ids, and for bodies that are not JSON", async () => {
        const { get, service } = await open();
        expect((await get("/groups/platform")).body.message).toBe("group_id must be a UUID.");
        const headers = { authorization: `Bearer ${service.token}` };
        const request = new Request(`${service.url}/groups`, { method: "POST", headers, body: "{ name" });
        expect((await answerOf(await service.fetch(request))).body.message).toBe("body must be valid JSON.");
    });

    test("400 names every invalid field", async () => {
        const { post } = await open();
        const { body } = await post("/groups", { name: 1, app_id: "x" });
        expect(body.message).toMatch(/name: .*; group_type: .*; app_id /);
    });
});

describe("operations", () => {
    test("all operations of the document have a route and an implementation", async () => {
        const { call, service } = await open({ seed: "empty" });
        for (const [name, { method, path }] of Object.entries(operations)) {
            service.calls.clear();
            const answer = await call(method, path.replace(/\{[^}]*\}/g, NOBODY));
            expect(service.calls.all()[0]?.operation, name).toBe(name);
            expect(answer.status, name).toBeLessThan(500);
        }
        expect(Object.keys(operations).sort()).toEqual([...operationIds].sort());
    });

    test("a literal path segment takes precedence over a parameter", async () => {
        const { get, service } = await open();
        await get("/users/remote_users");
        await get("/requests/relay");
        await get(`/resources/users/${NOBODY}`);
        expect(service.calls.all().map((call) => call.operation)).toEqual([
            "getRemoteUsers",
            "getRequestsRelay",
            "getUserResources",
        ]);
    });
});

describe("paging", () => {
    async function openWithOwners(count: number) {
        const h = await open({ seed: "empty" });
        for (let i = 0; i < count; i++) await h.post("/owners", { name: `owner ${i}`, user_ids: [] });
        return h;
    }
    const names = (body: { results: { name: string }[] }) => body.results.map((owner) => owner.name);

    test("pages have 200 objects by default, in order of creation, with next and previous cursors", async () => {
        const { get } = await openWithOwners(450);
        const first = (await get("/owners")).body;
        expect(names(first)).toEqual(Array.from({ length: 200 }, (_, i) => `owner ${i}`));
        expect(first.previous).toBeNull();
        const second = (await get(`/owners?cursor=${first.next}`)).body;
        const third = (await get(`/owners?cursor=${second.next}`)).body;
        expect(names(third)).toEqual(Array.from({ length: 50 }, (_, i) => `owner ${400 + i}`));
        expect(third.next).toBeNull();
        expect(names((await get(`/owners?cursor=${third.previous}`)).body)).toEqual(names(second));
        expect(names((await get(`/owners?cursor=${second.previous}`)).body)).toEqual(names(first));
    });

    test("sizes from 1 to 1000 are valid; others are 400 with the limit", async () => {
        const { get } = await openWithOwners(2);
        expect(names((await get("/owners?page_size=1")).body)).toEqual(["owner 0"]);
        expect((await get("/owners?page_size=1000")).status).toBe(200);
        expect((await get("/owners?page_size=1001")).body.message).toMatch(/^page_size .* at most 1000;/);
        expect((await get("/owners?page_size=0")).body.message).toBe("page_size must be at least 1.");
        expect((await get("/owners?page_size=ten")).body.message).toMatch(/^page_size\b/);
        expect((await get("/owners?page_size=")).status).toBe(400);
    });

    test("a cursor of another list, or an invalid one, is 400", async () => {
        const { get } = await openWithOwners(2);
        const { next } = (await get("/owners?page_size=1")).body;
        expect((await get(`/groups?cursor=${next}`)).body.message).toMatch(/^cursor\b/);
        expect((await get("/owners?cursor=abc")).status).toBe(400);
    });

    test("filters apply to every page", async () => {
        const { get, post, service } = await open({ seed: "empty" });
        const admin_owner_id = (await post("/owners", { name: "o", user_ids: [] })).body.owner_id;
        for (let i = 0; i < 25; i++) await post("/bundles", { name: `bundle ${i}`, admin_owner_id });
        expect(service.store.bundles.size).toBe(25);
        const first = (await get("/bundles?contains=bundle%201&page_size=6")).body;
        const second = (await get(`/bundles?contains=bundle%201&page_size=6&cursor=${first.next}`)).body;
        expect([...first.bundles, ...second.bundles].map(({ name }) => name)).toEqual(
            [1, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19].map((i) => `bundle ${i}`),
        );
    });

    describe("after a restart", () => {
        const lists = {
            pages: { first: "/owners?page_size=8", next: "/owners?page_size=8&cursor=" },
            relay: { first: "/requests/relay?first=1", next: "/requests/relay?first=1&after=" },
        };
        const AGAIN =
            /^(cursor|after) is no longer valid, because the service restarted .* Read the list again without a cursor\.$/;

        test("a cursor from before deletions is refused, because records get new numbers", async () => {
            const data = join(temporaryFolder(), "organization.json");
            const one = await open({ data, seed: "empty" });
            for (let i = 0; i < 22; i++) await one.post("/owners", { name: `owner ${i}`, user_ids: [] });
            const { body } = await one.get(lists.pages.first);
            for (const owner of body.results) await one.delete(`/owners/${owner.owner_id}`);
            expect((await one.get(lists.pages.next + body.next)).body.results).toHaveLength(8);
            await one.service.close();
            const two = await open({ data });
            const answer = await two.get(lists.pages.next + body.next);
            expect([answer.status, answer.body.message]).toEqual([400, expect.stringMatching(AGAIN)]);
            expect(await listed(two)).toHaveLength(14);
        });

        test("a cursor is valid if nothing was created or deleted since the service started", async () => {
            const data = join(temporaryFolder(), "organization.json");
            const clock = "2026-03-02T09:00:00Z";
            // The first start adds the token.
            await (await open({ data, seed: "medium", clock })).service.close();
            const one = await open({ data, clock });
            const { body } = await one.get(lists.pages.first);
            const rest = (await one.get(lists.pages.next + body.next)).body.results;
            await one.service.close();
            const two = await open({ data, clock });
            expect((await two.get(lists.pages.next + body.next)).body.results).toEqual(rest);
        });

        test("a cursor from before the organization was replaced is refused, in every kind of list", async () => {
            const { get, post, service } = await open({ seed: "medium" });
            const userId = service.store.resourceUsers.all()[0]?.user_id ?? "";
            const pages = (await get(lists.pages.first)).body.next;
            const relay = (await get(lists.relay.first)).body.pageInfo.endCursor;
            const limited = (await get(`/resources/users/${userId}?limit=1`)).body.next;
            const run = async (after?: string) =>
                post("/queries/run", { type: "NODE", query: {}, first: 1, ...(after && { after }) });
            const query = (await run()).body.pageInfo.endCursor;
            const next = [
                () => get(lists.pages.next + pages),
                () => get(lists.relay.next + relay),
                () => get(`/resources/users/${userId}?limit=1&cursor=${limited}`),
                () => run(query),
            ];
            for (const read of next) expect((await read()).status).toBe(200);
            const snapshot = service.snapshot();
            service.store.restore({ ...snapshot, owners: snapshot.owners.slice(1) });
            for (const read of next) {
                const { status, body } = await read();
                expect([status, body.message]).toEqual([400, expect.stringMatching(AGAIN)]);
            }
        });
    });

    async function listed({ get }: Harness): Promise<unknown[]> {
        return (await get("/owners?page_size=1000")).body.results.filter(({ name }: { name: string }) =>
            name.startsWith("owner "),
        );
    }
});

describe("the log of calls", () => {
    test("contains operation, method, path, query, body and status, in order", async () => {
        const { get, post, service } = await open();
        await get("/groups?page_size=3&tag_ids=a&tag_ids=b");
        await post("/owners", { name: "O", user_ids: [], extra: true });
        expect(service.calls.all()).toEqual([
            {
                operation: "getGroups",
                method: "GET",
                path: "/groups",
                query: { page_size: "3", tag_ids: ["a", "b"] },
                body: undefined,
                status: 400,
            },
            {
                operation: "createOwner",
                method: "POST",
                path: "/owners",
                query: {},
                body: { name: "O", user_ids: [], extra: true },
                status: 200,
            },
        ]);
        expect(service.calls.of("createOwner")).toHaveLength(1);
        expect(service.calls.writes().map((call) => call.operation)).toEqual(["createOwner"]);
        service.calls.clear();
        expect(service.calls.all()).toEqual([]);
    });

    test("keeps a limited number of the last calls", async () => {
        const { get, service } = await open({ callsKept: 3 });
        for (let i = 1; i <= 10; i++) {
            await get(`/groups?page_size=${i}`);
            const kept = service.calls.all().map(({ query }) => Number(query.page_size));
            expect(kept).toEqual([i - 2, i - 1, i].filter((size) => size > 0));
        }
        expect(service.calls.of("getGroups")).toHaveLength(3);
        service.calls.clear();
        expect(service.calls.all()).toEqual([]);
    });

    test("never contains the token", async () => {
        const { get, service } = await open({ token: "very-secret" });
        await get("/apps");
        expect(JSON.stringify(service.calls.all())).not.toContain("very-secret");
    });
});

describe("the check of responses", () => {
    test("returns 500 with the operation and the field if a response does not match the API", async () => {
        const { get, service } = await open();
        const [owner] = service.store.owners.all();
        // Such values cannot be set through the API, so the store is changed directly.
        service.store.owners.change(owner?.owner_id ?? "", { name: 7 as unknown as string });
        expect((await get(`/owners/${owner?.owner_id}`)).body).toMatchObject({
            code: "dishonest_answer",
            message: expect.stringMatching(
                /^The response of getOwner does not match the API schema: name: .*expected string/,
            ),
        });
        expect((await get("/owners")).body.message).toMatch(/getOwners .*: results\[0\]\.name: /);
    });

    test("returns 500 for a field that the API does not have", async () => {
        const { get, service } = await open();
        const [app] = service.store.apps.all();
        service.store.apps.change(app?.app_id ?? "", { colour: "red" } as object);
        const answer = await get("/apps");
        expect(answer.status).toBe(500);
        expect(answer.body.message).toBe(
            "The response of getApps does not match the API schema: apps[0].colour is not a field of the schema.",
        );
    });

    test("accepts, stores and returns the fields that a newer service has", async () => {
        const { get, put, service } = await open({ newerFields: ["colour"] });
        const [group] = service.store.groups.all();
        const [configuration] = group?.request_configurations ?? [];
        const [stage] = configuration?.reviewer_stages ?? [];
        const request_configurations = [
            { ...configuration, shade: "dark", reviewer_stages: [{ ...stage, colour: ["red"] }] },
        ];
        const changed = { group_id: group?.group_id, request_configurations };
        expect((await put("/groups", { groups: [changed] })).status).toBe(200);
        const { body } = await get(`/groups/${group?.group_id}`);
        expect(body.request_configurations[0].reviewer_stages[0]).toMatchObject({ colour: ["red"] });
        expect(body.request_configurations[0]).not.toHaveProperty("shade");
    });

    test("fails for a body if the API has none", () => {
        const reply = { status: 200, body: {} };
        expect(() => new ResponseCheck().check("deleteBundle", operations.deleteBundle, reply)).toThrow(
            "The response of deleteBundle does not match the API schema: a response with status 200 must not have a body.",
        );
    });

    test("undoes a change whose response does not match the API", async () => {
        const { post, service } = await open();
        service.store.apps.change(service.store.apps.all()[0]?.app_id ?? "", { admin_owner_id: "nobody" });
        const before = service.store.groups.size;
        const group = { name: "G", app_id: service.store.apps.all()[0]?.app_id, group_type: "SVC_GROUP" };
        expect((await post("/groups", group)).status).toBe(500);
        expect(service.store.groups.size).toBe(before);
    });
});

describe("over a socket", () => {
    test("the responses are the same, on loopback only", async () => {
        const { service } = await open();
        expect(service.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/);
        const response = await fetch(`${service.url}/users/whoami`, {
            headers: { authorization: `Bearer ${service.token}` },
        });
        expect(await response.json()).toEqual({
            ...service.store.users.get(service.store.currentUserId),
            manager_id: null,
        });
    });

    test("close does not wait for open connections and calls", async () => {
        const { service } = await open();
        // Longer than the limit of a test.
        service.faults.add({ operation: "getApps", answer: { delayMs: 600_000 } });
        const headers = { authorization: `Bearer ${service.token}` };
        const call = expect(fetch(`${service.url}/apps`, { headers })).rejects.toThrow("fetch failed");
        await expect.poll(() => service.calls.all()).toHaveLength(1);
        const socket = connect(Number(new URL(service.url).port), "127.0.0.1");
        await new Promise((resolve) => socket.once("connect", resolve));
        const closed = new Promise((resolve) => socket.once("close", resolve));
        await service.close();
        await closed;
        await call;
        await expect(fetch(service.url)).rejects.toThrow();
    });

    test("a port in use causes a short message", async () => {
        const { service } = await open();
        const port = Number(new URL(service.url).port);
        await expect(open({ port })).rejects.toThrow(
            `Cannot listen on 127.0.0.1:${port}: the port is in use; choose another one, or 0 for any free port.`,
        );
    });

    test("latency is added to every call", async () => {
        const { get } = await open({ latencyMs: 60 });
        const start = performance.now();
        await get("/apps");
        expect(performance.now() - start).toBeGreaterThan(55);
    });
});

test("a page of 1,000 groups reads no table more often than a page of ten", async () => {
    const { get, post, service, named } = await open();
    const { app_id } = named(service.store.apps.all(), "Tidewater");
    for (let i = 0; i < 1000; i++) await post("/groups", { name: `g${i}`, app_id, group_type: "SVC_GROUP" });
    const reads = vi.spyOn(Table.prototype, "all");
    const readsOf = async (size: number) => {
        reads.mockClear();
        expect((await get(`/groups?page_size=${size}`)).body.results).toHaveLength(size);
        return reads.mock.calls.length;
    };
    const few = await readsOf(10);
    expect(few).toBeGreaterThan(0);
    expect(await readsOf(1_000)).toBe(few);
    reads.mockRestore();
});
