import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import { afterEach, describe, expect, test } from "vitest";
import { open } from "../harness.js";

const URL = "https://events.example/in";
const KEY = { name: "X-Key", value: "an-api-key-of-length", location: "HEADER" };
const API_KEY = { auth_type: "API_KEY", api_key_credentials: [KEY] };
const hmac = (secret: string) => ({ auth_type: "HMAC", hmac_credential_1: { secret } });

async function openWithStream(credentials?: object) {
    const h = await open({ clock: "2026-05-01" });
    const { store } = h.service;
    const create = (more: object = {}) =>
        h.post("/event-streams", { name: "Audit", connection_type: "WEBHOOK", webhook_url: URL, ...more });
    const { status, body: stream } = await create(credentials && { credentials });
    expect(status, JSON.stringify(stream)).toBe(200);
    const path = `/event-streams/${stream.event_stream_id}`;
    const update = (body: object) => h.put(path, body);
    const read = async () => (await h.get("/event-streams")).body.event_streams[0].connection;
    return { ...h, store, create, stream, path, update, read };
}

test("a new stream is enabled, and has no credentials by default", async () => {
    const { stream, get, store, path } = await openWithStream();
    expect(stream).toEqual({
        event_stream_id: expect.any(String),
        connection: {
            name: "Audit",
            connection_type: "WEBHOOK",
            enabled: true,
            webhook_url: URL,
            credentials: { auth_type: "NONE" },
        },
    });
    expect((await get("/event-streams")).body).toEqual({ event_streams: [stream] });
    // The API cannot read a stream by id.
    expect((await get(path)).status).toBe(404);
    expect(store.eventStreams.all()).toEqual([stream]);
});

describe("credentials", () => {
    test("are in plain text only in the response to the create, and masked everywhere else", async () => {
        const { stream, read, update, service } = await openWithStream(API_KEY);
        const [key] = stream.connection.credentials.api_key_credentials;
        expect(key).toEqual({ ...KEY, id: expect.any(String) });
        const masked = { ...key, value: "********ngth" };
        expect((await read()).credentials).toEqual({ auth_type: "API_KEY", api_key_credentials: [masked] });
        const { body } = await update({ enabled: false });
        expect(body.connection).toMatchObject({ enabled: false, credentials: { api_key_credentials: [masked] } });
        expect(JSON.stringify(service.snapshot())).not.toContain(KEY.value);
    });

    test("can be rotated: the second HMAC slot is set, then the first is cleared", async () => {
        const { stream, read, update, service } = await openWithStream(hmac("the-first-secret"));
        const first = stream.connection.credentials.hmac_credential_1;
        expect(first).toEqual({
            id: expect.any(String),
            secret: "the-first-secret",
            created_at: "2026-05-01T00:00:00.000Z",
        });
        const hidden = { ...first, secret: "********cret" };
        service.clock.advance(60_000);
        const rotated = { auth_type: "HMAC", hmac_credential_2: { secret: "the-second-one" } };
        const { body } = await update({ credentials: rotated });
        expect(body.connection.credentials).toEqual({
            auth_type: "HMAC",
            hmac_credential_1: hidden,
            hmac_credential_2: {
                id: expect.any(String),
                secret: "********-one",
                created_at: "2026-05-01T00:01:00.000Z",
            },
        });
        await update({ credentials: { auth_type: "HMAC", hmac_credential_1: null } });
        const { hmac_credential_1, hmac_credential_2 } = (await read()).credentials;
        expect([hmac_credential_1, hmac_credential_2.secret]).toEqual([null, "********-one"]);
        expect(hmac_credential_2.id).not.toBe(first.id);
        const last = await update({ credentials: { auth_type: "HMAC", hmac_credential_2: null } });
        expect(last.status).toBe(400);
    });

    test("can be sent back as a read returned them", async () => {
        const { read, update } = await openWithStream(hmac("the-first-secret"));
        const { credentials } = await read();
        const { status } = await update({
            credentials: { auth_type: "HMAC", hmac_credential_1: credentials.hmac_credential_1 },
        });
        expect(status).toBe(200);
        expect((await read()).credentials).toEqual(credentials);
    });

    test("are masked completely if the secret is short", async () => {
        const { read } = await openWithStream(hmac("short"));
        expect((await read()).credentials.hmac_credential_1.secret).toBe("********");
    });

    test("are replaced by those of another type of authentication", async () => {
        const { read, update } = await openWithStream(hmac("the-first-secret"));
        await update({ credentials: API_KEY });
        expect(Object.keys((await read()).credentials).sort()).toEqual(["api_key_credentials", "auth_type"]);
        await update({ credentials: { auth_type: "NONE" } });
        expect((await read()).credentials).toEqual({ auth_type: "NONE" });
    });

    test.each<[string, object, RegExp]>([
        [
            "API_KEY without a key",
            { auth_type: "API_KEY" },
            /^credentials\.api_key_credentials must contain at least one key/,
        ],
        ["HMAC without a secret", { auth_type: "HMAC" }, /^credentials\.hmac_credential_1: a secret is required/],
        ["HMAC with an empty secret", hmac(""), /^credentials\.hmac_credential_1\.secret must not be empty/],
        ["HMAC with keys", { ...API_KEY, auth_type: "HMAC" }, /^credentials\.api_key_credentials is allowed only when/],
        [
            "API_KEY with a secret",
            { ...API_KEY, ...hmac("x"), auth_type: "API_KEY" },
            /hmac_credential_1 is allowed only when/,
        ],
        ["NONE with keys", { ...API_KEY, auth_type: "NONE" }, /^credentials\.api_key_credentials is allowed only when/],
        ["a key without value", { ...API_KEY, api_key_credentials: [{ ...KEY, value: "" }] }, /\[0\] must have a name/],
    ])("400 for %s", async (_name, credentials, message) => {
        const { create, update, stream, store } = await openWithStream();
        for (const answer of [await create({ credentials }), await update({ credentials })]) {
            expect(answer.status).toBe(400);
            expect(answer.body.message).toMatch(message);
        }
        expect(store.eventStreams.all()).toEqual([stream]);
    });
});

test.each([undefined, "", "events.example", "ftp://events.example"])(
    "400 for a WEBHOOK with the address %j",
    async (webhook_url) => {
        const { create, update, store } = await openWithStream();
        expect((await create({ webhook_url })).body.message).toMatch(/^webhook_url must be an http or https URL/);
        expect(store.eventStreams.size).toBe(1);
        if (webhook_url !== undefined) expect((await update({ webhook_url })).status).toBe(400);
    },
);

test("an update is partial and does not change the connection type", async () => {
    const { update, read, stream } = await openWithStream();
    expect((await update({ name: "Renamed", connection_type: "OTHER" })).status).toBe(200);
    expect(await read()).toEqual({ ...stream.connection, name: "Renamed" });
    expect((await update({})).status).toBe(200);
    expect(await read()).toEqual({ ...stream.connection, name: "Renamed" });
});

test("a stream is deleted", async () => {
    const { delete: remove, path, store } = await openWithStream();
    expect(await remove(path)).toMatchObject({ status: 200, body: undefined });
    expect(store.eventStreams.size).toBe(0);
    expect((await remove(path)).status).toBe(404);
});

describe("a test request to the address of a new stream on this machine", () => {
    const servers: Server[] = [];
    afterEach(() => {
        for (const server of servers.splice(0)) server.close();
    });

    /** Starts a server that returns this status. `received` contains its requests. */
    async function receiver(status: number) {
        const received: { method: string | undefined; headers: IncomingHttpHeaders; body: string }[] = [];
        const server = createServer(async (request, response) => {
            let body = "";
            for await (const chunk of request) body += chunk;
            received.push({ method: request.method, headers: request.headers, body });
            response.writeHead(status, { location: "/elsewhere" }).end();
        }).listen(0, "127.0.0.1");
        servers.push(server);
        await once(server, "listening");
        const address = server.address();
        return { url: `http://127.0.0.1:${typeof address === "object" && address?.port}/in`, received };
    }

    const stream = (webhook_url: string) => ({ name: "Audit", connection_type: "WEBHOOK", webhook_url });

    test("is signed if there is a secret", async () => {
        const h = await open();
        const { url, received } = await receiver(204);
        const { status } = await h.post("/event-streams", { ...stream(url), credentials: hmac("the-first-secret") });
        expect(status).toBe(200);
        const [one] = received;
        expect(received).toHaveLength(1);
        expect(one?.method).toBe("POST");
        const base = `v0:${one?.headers["x-opal-request-timestamp"]}:${one?.body}`;
        expect(one?.headers["x-opal-signature"]).toBe(
            createHmac("sha256", "the-first-secret").update(base).digest("hex"),
        );
    });

    test.each([302, 404, 500])("prevents the creation if it returns %s", async (code) => {
        const h = await open();
        const { url, received } = await receiver(code);
        const { status, body } = await h.post("/event-streams", stream(url));
        expect([status, body.message]).toEqual([
            400,
            `webhook_url must accept events, but the endpoint returned status ${code} when a test event was sent.`,
        ]);
        expect(received).toHaveLength(1);
        expect(h.service.store.eventStreams.size).toBe(0);
    });

    test("prevents the creation if there is no response", async () => {
        const h = await open();
        const { url } = await receiver(200);
        await new Promise((resolve) => servers.splice(0)[0]?.close(resolve));
        const { status, body } = await h.post("/event-streams", stream(url));
        expect([status, body.message]).toEqual([
            400,
            "webhook_url must accept events, but the endpoint did not respond when a test event was sent.",
        ]);
        expect(h.service.store.eventStreams.size).toBe(0);
    });

    test("is not sent for a caller who may not create the stream", async () => {
        const h = await open({ tokens: [{ token: "m", email: "bruno@tidewater.example", role: "MEMBER" }] });
        const { url, received } = await receiver(200);
        expect((await h.callAs("m", "POST", "/event-streams", stream(url))).status).toBe(403);
        expect(received).toEqual([]);
    });
});
