import { describe, expect, test } from "vitest";
import { operations } from "../../src/api/generated/operations.gen.js";
import type { OperationName } from "../../src/service/index.js";
import { NOBODY, open } from "./harness.js";

const TOKEN = "bruno's token";
const MEMBER = { token: TOKEN, email: "bruno@tidewater.example", role: "MEMBER" } as const;
const names = Object.keys(operations) as OperationName[];

/** Calls that get past the question whether they are allowed, or not; what else they come to does not matter. */
async function isAllowed(h: Awaited<ReturnType<typeof open>>, name: OperationName): Promise<boolean> {
    const { method, path } = operations[name];
    const { status, body } = await h.callAs(
        TOKEN,
        method,
        path.replace(/\{[^}]*\}/g, NOBODY),
        method === "GET" ? undefined : {},
    );
    const refused = status === 403;
    if (refused) expect(body.message).toContain(name);
    return !refused;
}

describe("a member", () => {
    test("reads everything but the tokens", async () => {
        const h = await open({ tokens: [MEMBER] });
        const reads = names.filter((name) => operations[name].method === "GET" || name === "runQuery");
        const refused: string[] = [];
        for (const name of reads) if (!(await isAllowed(h, name))) refused.push(name);
        expect(reads.length).toBeGreaterThan(80);
        expect(refused).toEqual(["getTokens"]);
    });

    test("asks for access, and changes nothing else", async () => {
        const h = await open({ tokens: [MEMBER] });
        const before = h.service.store.groups.all();
        const writes = names.filter((name) => operations[name].method !== "GET" && name !== "runQuery");
        const allowed: string[] = [];
        for (const name of writes) if (await isAllowed(h, name)) allowed.push(name);
        expect(writes.length).toBeGreaterThan(80);
        expect(allowed.sort()).toEqual([
            "approveRequest",
            "cancelRequest",
            "createRequest",
            "createRequestComment",
            "deleteToken",
            "denyRequest",
            "remindRequest",
            "remindRequestReviewer",
        ]);
        expect(h.service.store.groups.all()).toEqual(before);
    });

    test("is told why not", async () => {
        const { callAs } = await open({ tokens: [MEMBER] });
        const { status, body } = await callAs(TOKEN, "POST", "/owners", { name: "Mine", user_ids: [] });
        expect(status).toBe(403);
        expect(body).toMatchObject({ code: "forbidden" });
        expect(body.message).toMatch(/^Only an administrator may call createOwner \(.*\); this token is a member's\.$/);
    });

    test("is whoever the token stands for", async () => {
        const { callAs, service } = await open({ tokens: [MEMBER] });
        const bruno = service.store.users.all()[1];
        expect((await callAs(TOKEN, "GET", "/users/whoami")).body).toEqual(bruno);
    });
});

test("a second administrator may what the first may", async () => {
    const { callAs, service } = await open({ tokens: [{ ...MEMBER, role: "ADMIN" }] });
    expect((await callAs(TOKEN, "POST", "/owners", { name: "Mine", user_ids: [] })).status).toBe(200);
    expect(service.store.owners.all().map((owner) => owner.name)).toContain("Mine");
});

test("a token of an administrator that may only read changes nothing", async () => {
    const { get, post, service } = await open();
    const [token] = service.store.tokens.all();
    service.store.tokens.change(token?.token_id ?? "", { access_level: "READ_ONLY" });
    expect((await get("/tokens")).status).toBe(200);
    const { status, body } = await post("/owners", { name: "Mine", user_ids: [] });
    expect(status).toBe(403);
    expect(body.message).toMatch(/^The token Local token of Ada Brandt may only read, which createOwner /);
    expect(service.store.owners.all()).toHaveLength(1);
});
