import { describe, expect, test } from "vitest";
import { answerOf, open } from "./harness.js";

const OWNER = { name: "Platform", user_ids: [] };

describe("a fault", () => {
    test("before: the operation is not carried out; after: it is", async () => {
        const { post, service } = await open();
        service.faults.add({ operation: "createOwner", when: "before", answer: { status: 503 } });
        expect(await post("/owners", OWNER)).toMatchObject({ status: 503, body: { code: "fault" } });
        expect(service.store.owners.size).toBe(1);
        service.faults.add({ operation: "createOwner", when: "after", answer: { status: 502 } });
        expect((await post("/owners", OWNER)).status).toBe(502);
        expect(service.store.owners.size).toBe(2);
    });

    test("carries body and headers", async () => {
        const { get, service } = await open();
        const answer = { status: 429, headers: { "retry-after": "3" }, body: { message: "slow down" } };
        service.faults.add({ operation: "*", when: "before", answer });
        const got = await get("/apps");
        expect(got).toMatchObject({ status: 429, body: { message: "slow down" } });
        expect(got.headers.get("retry-after")).toBe("3");
    });

    test("strikes once, or as often as told, after letting some calls pass", async () => {
        const { get, service } = await open();
        service.faults.add({ operation: "getApps", skip: 1, times: 2, when: "before", answer: { status: 500 } });
        const statuses: number[] = [];
        for (let i = 0; i < 4; i++) statuses.push((await get("/apps")).status);
        expect(statuses).toEqual([200, 500, 500, 200]);
    });

    test("fits by operation, list of operations or all; clear takes all away", async () => {
        const { get, service } = await open();
        service.faults.add({ operation: ["getTags", "getOwners"], times: 9, when: "before", answer: { status: 500 } });
        expect((await get("/apps")).status).toBe(200);
        expect((await get("/tags")).status).toBe(500);
        expect((await get("/owners")).status).toBe(500);
        service.faults.clear();
        expect((await get("/owners")).status).toBe(200);
    });

    test("html: 200 with a page", async () => {
        const { service } = await open();
        service.faults.add({ operation: "getApps", when: "before", answer: "html" });
        const headers = { authorization: `Bearer ${service.token}` };
        const response = await service.fetch(new Request(`${service.url}/apps`, { headers }));
        expect(response.status).toBe(200);
        expect(response.headers.get("content-type")).toBe("text/html");
        expect(await response.text()).toMatch(/^<!doctype html>/);
    });

    test("truncated: JSON that does not parse", async () => {
        const { service } = await open();
        service.faults.add({ operation: "getApps", when: "after", answer: "truncated" });
        const headers = { authorization: `Bearer ${service.token}` };
        const response = await service.fetch(new Request(`${service.url}/apps`, { headers }));
        expect(response.headers.get("content-type")).toBe("application/json");
        await expect(answerOf(response)).rejects.toThrow(SyntaxError);
    });

    test("delay: the regular answer, later", async () => {
        const { get, service } = await open();
        service.faults.add({ operation: "getApps", when: "before", answer: { delayMs: 80 } });
        const start = performance.now();
        expect((await get("/apps")).status).toBe(200);
        expect(performance.now() - start).toBeGreaterThan(75);
    });
});

describe("reset", () => {
    test("cuts the connection after the change took effect; the log says 0", async () => {
        const { service } = await open();
        service.faults.add({ operation: "createOwner", when: "after", answer: "reset" });
        const headers = { authorization: `Bearer ${service.token}`, "content-type": "application/json" };
        const call = fetch(`${service.url}/owners`, { method: "POST", headers, body: JSON.stringify(OWNER) });
        await expect(call).rejects.toThrow("fetch failed");
        expect(service.store.owners.size).toBe(2);
        expect(service.calls.of("createOwner")).toMatchObject([{ status: 0 }]);
        // The service goes on.
        expect((await fetch(`${service.url}/apps`, { headers })).status).toBe(200);
    });

    test("in process the call fails as fetch does", async () => {
        const { get, service } = await open();
        service.faults.add({ operation: "getApps", when: "before", answer: "reset" });
        await expect(get("/apps")).rejects.toThrow("fetch failed");
    });
});
