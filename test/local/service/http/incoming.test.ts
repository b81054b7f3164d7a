import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import { CallLog } from "../../../../src/local/service/control/calls.js";
import { withoutSecrets } from "../../../../src/local/service/control/secrets.js";
import type { Service } from "../../../../src/local/service/index.js";
import { type Answer, answerOf, open } from "../harness.js";

interface Sent {
    readonly method?: string;
    /** The path exactly as sent, without the changes of a URL parser. */
    readonly path?: string;
    readonly headers?: Record<string, string>;
    readonly body?: string | Iterable<string>;
}

/** Sends a request over a socket. A body in pieces is sent without a length. */
async function send(service: Service, { method = "GET", path = "/v1/apps", headers = {}, body }: Sent) {
    const { hostname, port } = new URL(service.url);
    const authorization = `Bearer ${service.token}`;
    const request = httpRequest({ hostname, port, method, path, headers: { authorization, ...headers } });
    if (typeof body === "string") request.setHeader("content-length", Buffer.byteLength(body));
    const answered = once(request, "response");
    // The service may respond and close the connection before everything was sent.
    request.on("error", () => {});
    for (const piece of typeof body === "string" ? [body] : (body ?? [])) request.write(piece);
    request.end();
    const [response] = await answered;
    let text = "";
    for await (const chunk of response) text += chunk;
    return { status: response.statusCode as number, body: text && JSON.parse(text), headers: response.headers };
}

async function controlOf(service: Service, path: string): Promise<Answer> {
    const headers = { authorization: `Bearer ${service.token}` };
    return answerOf(await service.fetch(new Request(service.controlUrl + path, { headers })));
}

const MIB = 2 ** 20;

describe("request bodies", () => {
    test("a body is not read or logged if the token is invalid", async () => {
        const { service } = await open();
        const answer = await send(service, {
            method: "POST",
            path: "/v1/owners",
            headers: { authorization: "Bearer wrong" },
            body: `{"name":"${"x".repeat(MIB)}"}`,
        });
        expect(answer).toMatchObject({ status: 401, body: { code: "unauthorized" } });
        expect(service.calls.all()).toMatchObject([{ operation: "createOwner", body: undefined, status: 401 }]);
    });

    test.each([
        ["with its length", `{"name":"${"x".repeat(9 * MIB)}"}`],
        ["in pieces", Array.from({ length: 9 }, () => "x".repeat(MIB))],
    ])("a body of more than 8 MiB is 413 (%s)", async (_how, body) => {
        const { service } = await open();
        const answer = await send(service, { method: "POST", path: "/v1/owners", body });
        expect(answer).toMatchObject({
            status: 413,
            body: { code: "too_large", message: expect.stringContaining("body must not be larger than 8 MiB") },
        });
        expect(service.calls.all()).toMatchObject([{ body: undefined, status: 413 }]);
    });

    test("a body of more than 8 MiB is 413 in process as well", async () => {
        const { post } = await open();
        expect((await post("/owners", { name: "x".repeat(9 * MIB) })).status).toBe(413);
    });

    test("a body is read correctly in pieces, even if a piece ends within a character", async () => {
        const { service } = await open();
        const path = "/v1/owners";
        const pieces = ['{"name":"Fähre', ' 渡し","user_', 'ids":[]}'];
        expect((await send(service, { method: "POST", path, body: pieces })).status).toBe(200);
        expect(service.store.owners.all().map(({ name }) => name)).toContain("Fähre 渡し");
    });

    test("a body whose sender disconnects does not cause a failure of the service", async () => {
        const { service } = await open();
        const socket = connect(Number(new URL(service.url).port), "127.0.0.1");
        const head = `POST /v1/owners HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${service.token}\r\n`;
        socket.write(`${head}content-length: 100\r\n\r\n{"name":`);
        await expect.poll(() => service.calls.all().length).toBe(1);
        socket.destroy();
        await expect.poll(() => service.calls.all()[0]?.status).toBe(400);
        expect((await send(service, {})).status).toBe(200);
    });

    test.each([
        ["arrays", "[".repeat(5000) + "]".repeat(5000)],
        ["objects", `${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`],
    ])("a body of deeply nested %s is 400, and the log of calls can still be read", async (_what, text) => {
        const { service, get } = await open();
        for (const [method, path] of [
            ["POST", "/v1/owners"],
            ["POST", "/v1/nothing"],
            ["PUT", "/v1/groups"],
            ["DELETE", "/v1/apps"],
        ] as const) {
            const { status, body } = await send(service, { method, path, body: text });
            expect([400, 404], `${method} ${path}`).toContain(status);
            if (status === 400) expect(body.message).toBe("body must not be nested deeper than 100 levels.");
        }
        expect((await get("/apps")).status).toBe(200);
        const { status, body } = await controlOf(service, "/calls");
        expect(status).toBe(200);
        expect(body.calls).toHaveLength(5);
    });

    test("a deeply nested body of a control request is 400 too", async () => {
        const { service } = await open();
        const text = "[".repeat(50_000) + "]".repeat(50_000);
        for (const path of ["/control/snapshot", "/control/faults", "/control/clock"]) {
            expect((await send(service, { method: "PUT", path, body: text })).status, path).toBe(400);
        }
        expect(
            (await send(service, { method: "PUT", path: "/control/clock", headers: { authorization: "" }, body: text }))
                .status,
        ).toBe(401);
    });

    test.each([50, 800])("a body with %d nested query filters is accepted or refused by its depth", async (depth) => {
        const { service, post } = await open();
        const filters = Array.from({ length: depth }).reduce<object>((not) => ({ not }), { entityTypes: ["USER"] });
        const { status, body } = await post("/queries/run", {
            type: "NODE",
            query: { nodeFilters: filters },
            first: 100,
        });
        if (depth < 100) expect(body.edges).toHaveLength(service.store.users.size);
        else expect([status, body.message]).toEqual([400, "body must not be nested deeper than 100 levels."]);
    });

    test("a body with the names of built-in object members is read like any other", async () => {
        const { service } = await open();
        const text = '{"__proto__":{"name":"x"},"constructor":1,"name":"proto","user_ids":[]}';
        expect((await send(service, { method: "POST", path: "/v1/owners", body: text })).status).toBe(200);
        expect((await controlOf(service, "/calls")).status).toBe(200);
    });
});

describe("the log of calls", () => {
    test("keeps the newest bodies up to a total size", () => {
        const log = new CallLog(1000, 100);
        const add = (path: string, size: number) => {
            const call = log.open({ operation: null, method: "PUT", path, query: {} });
            call.read("x".repeat(size), size);
            call.close(200);
        };
        for (let i = 0; i < 50; i++) {
            add(`/${i}`, 9);
            const kept = log.all();
            expect(kept.reduce((size, { body }) => size + String(body).length, 0)).toBeLessThanOrEqual(100);
            expect(kept.at(-1)?.path).toBe(`/${i}`);
            expect(kept.length).toBeGreaterThanOrEqual(Math.min(i + 1, 5));
        }
        // A body larger than the limit is kept alone.
        add("/large", 500);
        expect(log.all().map(({ path }) => path)).toEqual(["/large"]);
        add("/next", 1);
        expect(log.all().map(({ path }) => path)).toEqual(["/next"]);
    });

    test("masks secrets anywhere in a request when it is read over HTTP", async () => {
        const { post, put, service } = await open();
        const { body: stream } = await post("/event-streams", {
            name: "s",
            connection_type: "WEBHOOK",
            webhook_url: "https://receiver.example",
            credentials: { auth_type: "HMAC", hmac_credential_1: { secret: "SECRET-one" } },
        });
        expect(stream.event_stream_id).toBeTypeOf("string");
        await put(`/event-streams/${stream.event_stream_id}`, {
            credentials: {
                auth_type: "API_KEY",
                api_key_credentials: [{ name: "k", value: "SECRET-two", location: "HEADER" }],
            },
        });
        await post("/event-streams", { hmacCredential1: "SECRET-three", nested: [{ apiKey: ["SECRET-four"] }] });
        await send(service, { method: "POST", path: "/v1/event-streams", body: '{"credentials":"SECRET-five' });
        await send(service, { method: "POST", path: "/v1/event-streams", body: '"SECRET-six"' });
        const { body } = await controlOf(service, "/calls");
        expect(body.calls).toHaveLength(5);
        expect(JSON.stringify(body)).not.toContain("SECRET");
        expect(body.calls[0].body).toMatchObject({
            name: "s",
            webhook_url: "https://receiver.example",
            credentials: { hmac_credential_1: { secret: "********" } },
        });
        // Tests in process see the unmasked requests.
        expect(JSON.stringify(service.calls.all())).toContain("SECRET-one");
    });

    test("does not mask ids and names", () => {
        const body = { name: "Token group", token_ids: ["a"], access_level: "x", keys: 1, group_id: "b", key: "team" };
        expect(withoutSecrets(body)).toEqual(body);
    });
});

describe("the host of a call", () => {
    test.each([
        "attacker.example",
        "attacker.example:7411",
        "localhost.attacker.example",
        "127.0.0.1.nip.example",
        "192.0.2.7",
        "[2001:db8::7]:80",
    ])("is refused if it is another host: %s", async (host) => {
        const { service } = await open();
        for (const path of ["/v1/apps", "/control/snapshot"]) {
            const answer = await send(service, { path, headers: { host } });
            expect(answer, path).toMatchObject({ status: 421, body: { code: "misdirected" } });
        }
        expect(service.calls.all()).toEqual([]);
    });

    test.each(["localhost", "localhost:1", "LOCALHOST.", "127.0.0.1:80", "127.8.9.1", "[::1]:7411", "app.localhost"])(
        "may be a loopback name: %s",
        async (host) => {
            const { service } = await open();
            expect((await send(service, { headers: { host } })).status).toBe(200);
        },
    );

    test("may be an allowed name", async () => {
        const { service } = await open({ allowedHosts: ["Governance"] });
        expect((await send(service, { headers: { host: "governance:7411" } })).status).toBe(200);
        expect((await send(service, { headers: { host: "other:7411" } })).status).toBe(421);
    });

    test("may be any address, but not any name, if the service listens on all addresses", async () => {
        const { service } = await open({ host: "0.0.0.0" });
        expect((await send(service, {})).status).toBe(200);
        expect((await send(service, { headers: { host: "192.0.2.7:7411" } })).status).toBe(200);
        expect((await send(service, { headers: { host: "attacker.example" } })).status).toBe(421);
    });
});

test.each([
    ["https://attacker.example", 403],
    ["null", 403],
    ["http://localhost:3000", 200],
])("a call from a page at %s returns %d", async (origin, status) => {
    const { service } = await open();
    expect((await send(service, { headers: { origin } })).status).toBe(status);
    // No page is allowed to read the response.
    expect((await send(service, { headers: { origin } })).headers["access-control-allow-origin"]).toBeUndefined();
});

describe("a request", () => {
    test.each(["bearer", "BEARER", "Bearer "])("may contain the token with the scheme %s", async (scheme) => {
        const { service } = await open();
        expect((await send(service, { headers: { authorization: `${scheme} ${service.token}` } })).status).toBe(200);
    });

    test("may have question marks in a query value", async () => {
        const { service, post } = await open();
        for (const name of ["Who?", "Who? Me?"]) await post("/owners", { name, user_ids: [] });
        for (const [query, name] of [
            ["name=Who?", "Who?"],
            ["name=Who?+Me?", "Who? Me?"],
            ["page_size=5&name=Who%3F", "Who?"],
        ]) {
            const { body } = await send(service, { path: `/v1/owners?${query}` });
            expect(body.results.map((owner: { name: string }) => owner.name)).toEqual([name]);
        }
        expect(service.calls.of("getOwners")[0]?.query).toEqual({ name: "Who?" });
    });

    test.each([".", "..", "...", "100%", "a+b c", "%2E", "ä"])("may contain the owner name %s", async (name) => {
        const { service, post } = await open();
        const { body: owner } = await post("/owners", { name, user_ids: [] });
        const encoded = encodeURIComponent(name).replaceAll(".", "%2E");
        expect((await send(service, { path: `/v1/owners/name/${encoded}` })).body).toEqual(owner);
        expect((await send(service, { path: `/v1/owners?name=${encoded}` })).body.results).toEqual([owner]);
    });

    test("may have a thousand ids in a filter", async () => {
        const { service, named } = await open();
        const { group_id } = named(service.store.groups.all(), "Everyone");
        const ids = Array.from({ length: 1000 }, (_, i) => `00000000-0000-4000-8000-${`${i}`.padStart(12, "0")}`);
        for (const query of [
            `group_ids=${[...ids, group_id].join(",")}`,
            [...ids, group_id].map((id) => `group_ids=${id}`).join("&"),
        ]) {
            const { status, body } = await send(service, { path: `/v1/groups?${query}` });
            expect(status).toBe(200);
            expect(body.results).toMatchObject([{ group_id }]);
        }
    });

    test("is refused with a message if it is too large or not HTTP", async () => {
        const { service } = await open();
        const answer = await send(service, { path: `/v1/groups?group_ids=${"x".repeat(300_000)}` });
        expect(answer).toMatchObject({
            status: 431,
            body: { code: "too_large", message: expect.stringMatching(/262144 bytes/) },
        });
        const socket = connect(Number(new URL(service.url).port), "127.0.0.1");
        socket.write("nonsense\r\n\r\n");
        let text = "";
        for await (const chunk of socket) text += chunk;
        expect(text).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n[\s\S]*"code":"bad_request"/);
    });
});
