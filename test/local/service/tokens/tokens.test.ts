import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { StartError, seedOrganization, startService } from "../../../../src/local/service/index.js";
import { NOBODY, open } from "../harness.js";

const BRUNO = { token: "a-token-of-bruno-long-enough", email: "Bruno@tidewater.example", role: "MEMBER" } as const;

describe("tokens", () => {
    test("are listed with their users, and never with their values", async () => {
        const { get, service } = await open({ tokens: [BRUNO], clock: "2026-05-01" });
        const [ada, bruno] = service.store.users.all();
        const { status, body } = await get("/tokens");
        expect(status).toBe(200);
        const full = { created_at: "2026-05-01T00:00:00.000Z", access_level: "FULL_ACCESS", expires_at: null };
        const creator_user_id = ada?.user_id;
        expect(body.results).toEqual([
            {
                ...full,
                token_id: expect.any(String),
                token_label: "Local token of Ada Brandt",
                creator_user_id,
                user_id: ada?.user_id,
            },
            {
                ...full,
                token_id: expect.any(String),
                token_label: "Local token of Bruno Castell",
                creator_user_id,
                user_id: bruno?.user_id,
            },
        ]);
        const everything = JSON.stringify([body, service.snapshot()]);
        expect(everything).not.toContain(service.token);
        expect(everything).not.toContain(BRUNO.token);
        const hashes = service.store.tokenSecrets.all().map((secret) => secret.hash);
        expect(hashes[1]).toBe(createHash("sha256").update(BRUNO.token).digest("hex"));
    });

    test("are filtered by ids and by user", async () => {
        const { get, service } = await open({ tokens: [BRUNO] });
        const [ada, bruno] = service.store.tokens.all();
        const ids = async (query: string) =>
            (await get(`/tokens?${query}`)).body.results.map((token: { token_id: string }) => token.token_id);
        expect(await ids(`token_ids=${bruno?.token_id},${NOBODY}`)).toEqual([bruno?.token_id]);
        expect(await ids(`user_id=${ada?.user_id}`)).toEqual([ada?.token_id]);
        expect(await ids(`user_id=${ada?.user_id}&token_ids=${bruno?.token_id}`)).toEqual([]);
    });

    test("can be deleted by an administrator for any user, and no longer work afterwards", async () => {
        const { callAs, delete: remove, service } = await open({ tokens: [BRUNO] });
        const [, bruno] = service.store.tokens.all();
        expect((await callAs(BRUNO.token, "GET", "/groups")).status).toBe(200);
        expect((await remove(`/tokens/${bruno?.token_id}`)).status).toBe(200);
        expect((await callAs(BRUNO.token, "GET", "/groups")).status).toBe(401);
        expect(service.store.tokens.all()).toHaveLength(1);
        expect(service.store.tokenSecrets.all()).toHaveLength(1);
        expect((await remove(`/tokens/${bruno?.token_id}`)).status).toBe(404);
    });

    test("can be deleted by a member only if they are their own", async () => {
        const { callAs, service } = await open({ tokens: [BRUNO] });
        const [ada, bruno] = service.store.tokens.all();
        const refused = await callAs(BRUNO.token, "DELETE", `/tokens/${ada?.token_id}`);
        expect(refused.status).toBe(403);
        expect(refused.body.message).toBe(
            `Only an administrator can delete another user's token ("Local token of Ada Brandt").`,
        );
        expect((await callAs(BRUNO.token, "DELETE", `/tokens/${bruno?.token_id}`)).status).toBe(200);
        expect(service.store.tokens.all()).toEqual([ada]);
    });

    test("are required: a call without one, with a part of one or with another scheme is a 401", async () => {
        const { callAs, service } = await open();
        expect((await callAs(null, "GET", "/apps")).status).toBe(401);
        expect((await callAs(service.token.slice(0, -1), "GET", "/apps")).status).toBe(401);
        expect((await callAs(`${service.token}x`, "GET", "/apps")).status).toBe(401);
        const headers = { authorization: `Basic ${service.token}` };
        expect((await service.fetch(new Request(`${service.url}/apps`, { headers }))).status).toBe(401);
    });

    test("work until they expire", async () => {
        const { callAs, service } = await open({ tokens: [BRUNO], clock: "2026-05-01" });
        const [, bruno] = service.store.tokens.all();
        service.store.tokens.change(bruno?.token_id ?? "", { expires_at: "2026-05-01T01:00:00Z" });
        service.clock.advance(60 * 60_000 - 1);
        expect((await callAs(BRUNO.token, "GET", "/apps")).status).toBe(200);
        service.clock.advance(1);
        expect((await callAs(BRUNO.token, "GET", "/apps")).status).toBe(401);
    });
});

describe("tokens given at the start", () => {
    test("are removed if the next start does not give them", async () => {
        const first = await open({ tokens: [BRUNO] });
        const organization = first.service.snapshot();
        const second = await open({ organization, token: "another" });
        expect((await second.callAs(BRUNO.token, "GET", "/apps")).status).toBe(401);
        expect((await second.callAs("local-token", "GET", "/apps")).status).toBe(401);
        expect((await second.get("/apps")).status).toBe(200);
        expect(second.service.store.tokens.all()).toHaveLength(1);
    });

    test("include one for the current user, even if another user has the same address", async () => {
        const organization = seedOrganization("small");
        const [ada, bruno] = organization.users;
        if (!ada || !bruno) throw new Error("The organization has too few users.");
        const users = [{ ...bruno, email: ada.email }, ada];
        const { get } = await open({ organization: { ...organization, users } });
        expect((await get("/users/whoami")).body).toEqual({ ...ada, manager_id: null });
    });

    test("belong to the user of the current start, not of an earlier one", async () => {
        const first = await open({ tokens: [BRUNO] });
        const organization = first.service.snapshot();
        const dana = { ...BRUNO, email: "dana@tidewater.example" };
        const { callAs, service } = await open({ organization, tokens: [dana] });
        expect((await callAs(BRUNO.token, "GET", "/users/whoami")).body).toMatchObject({ first_name: "Dana" });
        expect(service.store.tokens.size).toBe(2);
        expect(service.store.tokenSecrets.size).toBe(2);
    });

    test("keep their ids after a restart", async () => {
        const first = await open({ tokens: [BRUNO] });
        const second = await open({ organization: first.service.snapshot(), tokens: [BRUNO] });
        expect(second.service.store.tokens.all()).toEqual(first.service.store.tokens.all());
    });

    test("are added to an organization that replaces another", async () => {
        const { callAs, get, service } = await open({ tokens: [BRUNO] });
        const empty = { ...service.snapshot(), tokens: [], tokenSecrets: [] };
        service.store.restore(empty);
        expect((await get("/apps")).status).toBe(200);
        expect((await callAs(BRUNO.token, "GET", "/apps")).status).toBe(200);
    });

    test.each([
        [{ ...BRUNO, email: "nobody@tidewater.example" }, "No user has the email nobody@tidewater.example"],
        [{ ...BRUNO, token: "" }, "The token of bruno@tidewater.example must not be empty."],
        [{ ...BRUNO, token: "local-token" }, "The token of bruno@tidewater.example is also the token of another user"],
    ])("%o is refused", async (given, message) => {
        const started = startService({ tokens: [given] });
        await expect(started).rejects.toThrow(StartError);
        await expect(started).rejects.toThrow(message);
    });
});

describe("creating a token", () => {
    test("returns a secret that works, once, until the end of the token", async () => {
        const { post, get, callAs, service } = await open();
        const expires_at = new Date(service.clock.now().getTime() + 60 * 60_000).toISOString();
        const { status, body } = await post("/tokens", { token_label: "CI", access_level: "READ_ONLY", expires_at });
        expect(status).toBe(201);
        expect((await callAs(body.signed_token, "GET", "/users/whoami")).status).toBe(200);
        expect((await callAs(body.signed_token, "POST", "/owners", { name: "New", user_ids: [] })).status).toBe(403);
        expect(JSON.stringify((await get("/tokens")).body)).not.toContain(body.signed_token);
        expect(JSON.stringify(service.snapshot())).not.toContain(body.signed_token);
        service.clock.advance(61 * 60_000);
        expect((await callAs(body.signed_token, "GET", "/users/whoami")).status).toBe(401);
    });

    test("is for the caller or a service user, which has two active ones at most", async () => {
        const { post, delete: remove, service } = await open();
        const { owner_id } = service.store.owners.all()[0] ?? {};
        const { body: paladin } = await post("/paladin", { name: "Night watch", owner_id });
        const give = (user_id: string | undefined) =>
            post("/tokens", { token_label: "Watch", access_level: "FULL_ACCESS", user_id });
        const first = await give(paladin.paladin_id);
        expect(first.status).toBe(201);
        expect((await give(paladin.paladin_id)).status).toBe(201);
        expect((await give(paladin.paladin_id)).status).toBe(409);
        await remove(`/tokens/${first.body.token.token_id}`);
        expect((await give(paladin.paladin_id)).status).toBe(201);
        expect((await give(service.store.users.all()[3]?.user_id)).status).toBe(403);
        expect((await give(NOBODY)).status).toBe(400);
    });
});
