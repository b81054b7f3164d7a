import { join } from "node:path";
import type { HttpBindings } from "@hono/node-server";
import { describe, expect, test } from "vitest";
import { createControl } from "../../../../src/local/service/control/control.js";
import { type ServiceOptions, seedOrganization } from "../../../../src/local/service/index.js";
import { readOrganizationFile } from "../../../../src/local/service/storage/organization-file.js";
import { type Answer, answerOf, open, temporaryFolder } from "../harness.js";

const MEMBER = { token: "of-bruno", email: "bruno@tidewater.example", role: "MEMBER" } as const;

async function openControlled(options: ServiceOptions = {}) {
    const h = await open(options);
    const { service } = h;
    const control = async (method: string, path: string, body?: unknown, token = service.token): Promise<Answer> => {
        const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
        const init = body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) };
        return answerOf(await service.fetch(new Request(service.controlUrl + path, { method, headers, ...init })));
    };
    return { ...h, control };
}

describe("the control endpoint", () => {
    test("is separate from the API", async () => {
        const { control, get, service } = await openControlled();
        expect(service.controlUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/control$/);
        expect((await get("/control/clock")).status).toBe(404);
        expect((await control("GET", "/groups")).status).toBe(404);
        const answer = await control("POST", "/clock");
        expect(answer).toMatchObject({
            status: 404,
            body: { code: "not_found", message: "The control endpoint POST /control/clock does not exist." },
        });
        expect(answer.body.request_id).toBe(answer.headers.get("x-request-id"));
    });

    test.each([
        ["GET", "/snapshot"],
        ["PUT", "/snapshot"],
        ["PUT", "/faults"],
        ["DELETE", "/faults"],
        ["GET", "/clock"],
        ["PUT", "/clock"],
        ["GET", "/calls"],
    ])("accepts %s %s only from administrators", async (method, path) => {
        const { control } = await openControlled({ tokens: [MEMBER] });
        expect((await control(method, path, undefined, "wrong")).status).toBe(401);
        expect((await control(method, path, undefined, MEMBER.token)).status).toBe(403);
    });

    test("responds over a loopback socket", async () => {
        const { service } = await openControlled();
        const headers = { authorization: `Bearer ${service.token}` };
        const answer = await answerOf(await fetch(`${service.controlUrl}/clock`, { headers }));
        expect(answer.body).toEqual({ now: expect.stringMatching(/^\d{4}-.*Z$/) });
    });

    test.each(["192.0.2.7", "::ffff:192.0.2.7", "2001:db8::7"])("refuses a caller at %s", async (remoteAddress) => {
        const { service } = await openControlled();
        const control = createControl({ ...service, save: async () => {} });
        const headers = { authorization: `Bearer ${service.token}` };
        // The part of a socket request that the control reads.
        const env = { incoming: { socket: { remoteAddress } } } as unknown as HttpBindings;
        const answer = await answerOf(
            await control.fetch(new Request(`${service.controlUrl}/clock`, { headers }), env),
        );
        expect(answer).toMatchObject({ status: 403, body: { code: "forbidden" } });
    });

    test("is not affected by faults or rate limits, and is not logged", async () => {
        const { control, service } = await openControlled({ rateLimits: true });
        service.faults.add({ operation: "*", times: 9, answer: "reset" });
        for (let i = 0; i < 120; i++) expect((await control("GET", "/clock")).status).toBe(200);
        expect((await control("GET", "/calls")).body).toEqual({ calls: [] });
    });
});

describe("the snapshot", () => {
    test("can be transferred from one service to another", async () => {
        const one = await openControlled();
        await one.post("/owners", { name: "Platform", user_ids: [] });
        const { body } = await one.control("GET", "/snapshot");
        expect(body).toEqual(one.service.snapshot());
        const two = await openControlled({ seed: "other" });
        expect((await two.control("PUT", "/snapshot", body)).status).toBe(204);
        expect(two.service.snapshot()).toEqual(body);
        expect((await two.get("/users/whoami")).body).toMatchObject({ email: "ada@tidewater.example" });
        // New objects get the same ids in both services.
        const next = { name: "Next", user_ids: [] };
        expect((await two.post("/owners", next)).body).toEqual((await one.post("/owners", next)).body);
    });

    test("is in the data file when the response arrives", async () => {
        const data = join(temporaryFolder(), "organization.json");
        const { control, post, service } = await openControlled({ data });
        await control("PUT", "/snapshot", seedOrganization("other"));
        await post("/owners", { name: "Platform", user_ids: [] });
        expect(readOrganizationFile(data)).toEqual(service.snapshot());
        expect(service.store.owners.all().map(({ name }) => name)).toEqual(["Administrators", "Platform"]);
        await service.close();
    });

    test.each([
        ["{ nonsense", /^The body is not valid JSON: .*\.$/],
        [{ grups: [] }, 'The body is not a valid organization: the top level: Unrecognized key: "grups".'],
        [
            seedOrganization("other"),
            `No user has the email ${MEMBER.email}. Specify the email of an existing user for the token.`,
        ],
    ])("is refused if it is invalid, and nothing changes", async (body, message) => {
        const { control, service } = await openControlled({ tokens: [MEMBER] });
        const before = service.snapshot();
        const answer = await control("PUT", "/snapshot", body);
        expect(answer.status).toBe(400);
        expect(answer.body.message).toMatch(message);
        expect(service.snapshot()).toEqual(before);
    });
});

describe("faults", () => {
    test("are set and removed", async () => {
        const { control, get } = await openControlled();
        const faults = [{ operations: ["groups.*"], answer: { status: 503 } }];
        expect((await control("PUT", "/faults", { faults })).status).toBe(204);
        expect([(await get("/groups")).status, (await get("/apps")).status]).toEqual([503, 200]);
        expect((await control("DELETE", "/faults")).status).toBe(204);
        expect((await get("/groups")).status).toBe(200);
    });

    test("are refused if they are invalid, and the previous ones stay", async () => {
        const { control, get } = await openControlled();
        await control("PUT", "/faults", { faults: [{ answer: { status: 503 } }] });
        const { status, body } = await control("PUT", "/faults", { faults: [{ rate: 2, answer: "reset" }] });
        expect([status, body.message]).toEqual([
            400,
            "The body does not contain valid faults: faults[0].rate must be between 0 and 1.",
        ]);
        expect((await control("PUT", "/faults", "{")).body.message).toBe("body must be valid JSON.");
        expect((await get("/groups")).status).toBe(503);
    });
});

describe("the clock", () => {
    test("is read, set and advanced", async () => {
        const { control, service } = await openControlled({ clock: "2026-03-01T00:00:00Z" });
        expect((await control("GET", "/clock")).body).toEqual({ now: "2026-03-01T00:00:00.000Z" });
        expect((await control("PUT", "/clock", { now: "2027-01-01T00:00:00+01:00" })).body).toEqual({
            now: "2026-12-31T23:00:00.000Z",
        });
        expect((await control("PUT", "/clock", { advanceMs: 60_000 })).body).toEqual({
            now: "2026-12-31T23:01:00.000Z",
        });
        expect(service.clock.now().toISOString()).toBe("2026-12-31T23:01:00.000Z");
    });

    test.each([
        [{}, "body must have either now or advanceMs, not both."],
        [{ now: "2026-01-01T00:00:00Z", advanceMs: 1 }, "body must have either now or advanceMs, not both."],
        [{ now: "tomorrow" }, "now must be an ISO 8601 date-time."],
        [{ advanceMs: -1 }, "advanceMs must be 0 or more."],
    ])("is not changed by %j", async (body, message) => {
        const { control } = await openControlled();
        expect(await control("PUT", "/clock", body)).toMatchObject({ status: 400, body: { message } });
    });
});

test("the control endpoint returns the logged calls, optionally of one operation", async () => {
    const { control, get, post, service } = await openControlled();
    await get("/groups?page_size=2");
    await post("/owners", { name: "Platform", user_ids: [] });
    expect((await control("GET", "/calls")).body.calls).toEqual(JSON.parse(JSON.stringify(service.calls.all())));
    expect((await control("GET", "/calls?operation=createOwner")).body.calls).toMatchObject([
        { operation: "createOwner", method: "POST", path: "/owners", status: 200 },
    ]);
});
