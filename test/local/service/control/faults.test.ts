import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Duration, FaultsForm } from "../../../../src/local/service/index.js";
import { open, temporaryFolder } from "../harness.js";

const OWNER = { name: "Platform", user_ids: [] };

describe("a fault", () => {
    test("prevents the operation if `when` is before, but not if it is after", async () => {
        const { post, service } = await open();
        service.faults.add({ operation: "createOwner", when: "before", answer: { status: 503 } });
        expect(await post("/owners", OWNER)).toMatchObject({ status: 503, body: { code: "fault" } });
        expect(service.store.owners.size).toBe(1);
        service.faults.add({ operation: "createOwner", when: "after", answer: { status: 502 } });
        expect((await post("/owners", OWNER)).status).toBe(502);
        expect(service.store.owners.size).toBe(2);
    });

    test("returns its body and headers; Retry-After only if specified", async () => {
        const { get, service } = await open();
        service.faults.add({ operation: "*", answer: { status: 429, retryAfterSeconds: 7 } });
        service.faults.add({ operation: "*", answer: { status: 429 } });
        expect((await get("/apps")).headers.get("retry-after")).toBe("7");
        expect((await get("/apps")).headers.get("retry-after")).toBeNull();
        const answer = { status: 429, headers: { "retry-after": "3" }, body: { message: "slow down" } };
        service.faults.add({ operation: "*", when: "before", answer });
        const got = await get("/apps");
        expect(got).toMatchObject({ status: 429, body: { message: "slow down" } });
        expect(got.headers.get("retry-after")).toBe("3");
    });

    test.each([
        ["html", "text/html", /^<!doctype html>/],
        ["truncated", "application/json", /^\{"apps":.*Tidewater/],
        ["malformed", "application/json", /Tidewater Directory.*,$/],
    ] as const)("of the kind %s returns 200 with text that is not JSON", async (answer, type, text) => {
        const { service } = await open();
        service.faults.add({ operation: "getApps", when: "after", answer });
        const headers = { authorization: `Bearer ${service.token}` };
        const response = await service.fetch(new Request(`${service.url}/apps`, { headers }));
        expect([response.status, response.headers.get("content-type")]).toEqual([200, type]);
        const got = await response.text();
        expect(got).toMatch(text);
        expect(() => JSON.parse(got)).toThrow(SyntaxError);
    });

    test("affects as many calls as specified, after skipping some", async () => {
        const { get, service } = await open();
        service.faults.add({ operation: "getApps", skip: 1, times: 2, when: "before", answer: { status: 500 } });
        const statuses: number[] = [];
        for (let i = 0; i < 4; i++) statuses.push((await get("/apps")).status);
        expect(statuses).toEqual([200, 500, 500, 200]);
    });

    test("applies to one operation, a list or all; clear removes all faults", async () => {
        const { get, service } = await open();
        service.faults.add({ operation: ["getTags", "getOwners"], times: 9, when: "before", answer: { status: 500 } });
        expect((await get("/apps")).status).toBe(200);
        expect((await get("/tags")).status).toBe(500);
        expect((await get("/owners")).status).toBe(500);
        service.faults.clear();
        expect((await get("/owners")).status).toBe(200);
    });
});

describe("reset", () => {
    test("closes the connection after the change took effect; the log has status 0", async () => {
        const { service } = await open();
        service.faults.add({ operation: "createOwner", when: "after", answer: "reset" });
        const headers = { authorization: `Bearer ${service.token}`, "content-type": "application/json" };
        const call = fetch(`${service.url}/owners`, { method: "POST", headers, body: JSON.stringify(OWNER) });
        await expect(call).rejects.toThrow("fetch failed");
        expect(service.store.owners.size).toBe(2);
        expect(service.calls.of("createOwner")).toMatchObject([{ status: 0 }]);
        // The service keeps running.
        expect((await fetch(`${service.url}/apps`, { headers })).status).toBe(200);
    });

    test("makes a call in process fail like fetch", async () => {
        const { get, service } = await open();
        service.faults.add({ operation: "getApps", when: "before", answer: "reset" });
        await expect(get("/apps")).rejects.toThrow("fetch failed");
    });
});

describe("delays", () => {
    const delaysOf = async (delayMs: Duration, seed: number) => {
        const { service } = await open();
        service.faults.replace({ seed, faults: [{ operation: "*", times: 400, answer: { delayMs } }] });
        return Array.from({ length: 400 }, () => service.faults.take("getApps").delayMs);
    };

    test("are between the bounds if they are uniform", async () => {
        const delays = await delaysOf({ uniform: [20, 60] }, 1);
        expect(Math.min(...delays)).toBeGreaterThanOrEqual(20);
        expect(Math.max(...delays)).toBeLessThanOrEqual(60);
        const mean = delays.reduce((sum, delay) => sum + delay, 0) / delays.length;
        expect(mean).toBeGreaterThan(36);
        expect(mean).toBeLessThan(44);
    });

    test("are half below the median, and never above the maximum, if they are lognormal", async () => {
        const delays = await delaysOf({ lognormal: { median: 100, sigma: 1, max: 500 } }, 1);
        const below = delays.filter((delay) => delay < 100).length / delays.length;
        expect(below).toBeGreaterThan(0.42);
        expect(below).toBeLessThan(0.58);
        expect(Math.max(...delays)).toBe(500);
    });

    test("are the same for the same seed, and different for another", async () => {
        const [first, again, other] = [
            await delaysOf({ uniform: [0, 100] }, 5),
            await delaysOf({ uniform: [0, 100] }, 5),
            await delaysOf({ uniform: [0, 100] }, 6),
        ];
        expect(again).toEqual(first);
        expect(other).not.toEqual(first);
    });

    test("can be combined with another fault", async () => {
        const { get, service } = await open();
        service.faults.add({ operation: "*", answer: { delayMs: 60 } });
        service.faults.add({ operation: "*", answer: { status: 503 } });
        const start = performance.now();
        expect((await get("/apps")).status).toBe(503);
        expect(performance.now() - start).toBeGreaterThan(55);
        expect((await get("/apps")).status).toBe(200);
    });
});

describe("a rate", () => {
    const struckOf = async (seed: number) => {
        const { get, service } = await open();
        const fault = { operation: "getApps", rate: 0.3, times: 1000, answer: { status: 500 } } as const;
        service.faults.replace({ seed, faults: [fault] });
        const struck: number[] = [];
        for (let i = 0; i < 200; i++) if ((await get("/apps")).status === 500) struck.push(i);
        return struck;
    };

    test("affects that share of the calls, and the same calls for the same seed", async () => {
        const struck = await struckOf(9);
        expect(struck.length).toBeGreaterThan(40);
        expect(struck.length).toBeLessThan(80);
        expect(await struckOf(9)).toEqual(struck);
        expect(await struckOf(10)).not.toEqual(struck);
    });
});

describe("other faults", () => {
    test("an area affects all of its operations and no others", async () => {
        const { get, service } = await open();
        service.faults.add({ operation: "groups.*", times: 9, answer: { status: 500 } });
        const group = service.store.groups.all()[0]?.group_id;
        for (const path of ["/groups", `/groups/${group}`, `/groups/${group}/visibility`]) {
            expect((await get(path)).status, path).toBe(500);
        }
        expect((await get("/group-bindings")).status).toBe(200);
        expect((await get("/owners")).status).toBe(200);
    });

    test("slow returns the whole body in pieces at the given speed", async () => {
        const { service } = await open();
        const headers = { authorization: `Bearer ${service.token}` };
        const regular = await (await fetch(`${service.url}/users`, { headers })).text();
        service.faults.add({ operation: "getUsers", answer: { bytesPerSecond: regular.length * 4 } });
        const start = performance.now();
        const response = await fetch(`${service.url}/users`, { headers });
        const pieces: Uint8Array[] = [];
        for await (const piece of response.body ?? []) pieces.push(piece);
        expect(performance.now() - start).toBeGreaterThan(240);
        expect(pieces.length).toBeGreaterThan(2);
        expect(Buffer.concat(pieces).toString()).toBe(regular);
    });

    test("slow does not delay a caller that disconnects or a service that closes", async () => {
        const { service } = await open();
        const headers = { authorization: `Bearer ${service.token}` };
        // The body would take longer than the limit of a test. Its headers come at once.
        service.faults.add({ operation: "getUsers", times: 2, answer: { bytesPerSecond: 1 } });
        const abort = new AbortController();
        const left = await fetch(`${service.url}/users`, { headers, signal: abort.signal });
        abort.abort();
        await expect(left.text()).rejects.toThrow();
        const waiting = (await fetch(`${service.url}/users`, { headers })).text();
        await Promise.all([expect(waiting).rejects.toThrow(), service.close()]);
    });
});

describe("stale reads", () => {
    const ownersOf = (body: { results: { name: string }[] }) => body.results.map(({ name }) => name);

    test("return a state without the writes of the last milliseconds; writes take effect at once", async () => {
        const { get, post, delete: remove, service } = await open({ clock: "2026-01-01T00:00:00Z" });
        await post("/owners", { name: "before", user_ids: [] });
        service.faults.add({ operation: "owners.*", times: 99, answer: { staleMs: 1000 } });
        const { body } = await post("/owners", { name: "after", user_ids: [] });
        service.clock.advance(999);
        expect(ownersOf((await get("/owners")).body)).toEqual(["Administrators", "before"]);
        expect((await get(`/owners/${body.owner_id}`)).status).toBe(404);
        expect((await post("/owners", { name: "after", user_ids: [] })).status).toBe(409);
        service.clock.advance(1);
        expect(ownersOf((await get("/owners")).body)).toEqual(["Administrators", "before", "after"]);
        await remove(`/owners/${body.owner_id}`);
        expect((await get(`/owners/${body.owner_id}`)).body).toEqual(body);
        service.clock.advance(1000);
        expect((await get(`/owners/${body.owner_id}`)).status).toBe(404);
        expect(service.store.owners.size).toBe(2);
    });

    test("affect only the named operations, and no writes", async () => {
        const { get, post, service } = await open({ clock: "2026-01-01T00:00:00Z" });
        service.faults.add({ operation: ["getOwners", "createOwner"], times: 1, answer: { staleMs: 1000 } });
        const { body } = await post("/owners", { name: "new", user_ids: [] });
        expect((await get(`/owners/${body.owner_id}`)).status).toBe(200);
        expect(ownersOf((await get("/owners")).body)).toEqual(["Administrators"]);
        expect(ownersOf((await get("/owners")).body)).toEqual(["Administrators", "new"]);
    });

    test("are paged like other reads: a cursor continues at its place, stale or not", async () => {
        const { get, post, service } = await open({ clock: "2026-01-01T00:00:00Z" });
        for (const name of ["a", "b", "c"]) await post("/owners", { name, user_ids: [] });
        const first = (await get("/owners?page_size=2")).body;
        service.faults.add({ operation: "getOwners", times: 1, answer: { staleMs: 1000 } });
        await post("/owners", { name: "d", user_ids: [] });
        expect(ownersOf((await get(`/owners?cursor=${first.next}`)).body)).toEqual(["b", "c"]);
        expect(ownersOf((await get(`/owners?cursor=${first.next}`)).body)).toEqual(["b", "c", "d"]);
    });
});

describe("faults as JSON", () => {
    test("are read from an option or a file, and apply to all calls without a count", async () => {
        const form: FaultsForm = {
            faults: [
                { operations: ["getApps"], skip: 1, answer: { status: 503 } },
                { operations: ["owners.*"], count: 1, when: "after", answer: "reset" },
            ],
        };
        const file = join(temporaryFolder(), "faults.json");
        writeFileSync(file, JSON.stringify(form));
        for (const faults of [form, file]) {
            const { get, post, service } = await open({ faults });
            const statuses: number[] = [];
            for (let i = 0; i < 5; i++) statuses.push((await get("/apps")).status);
            expect(statuses).toEqual([200, 503, 503, 503, 503]);
            await expect(post("/owners", OWNER)).rejects.toThrow("fetch failed");
            expect(service.store.owners.size).toBe(2);
            expect((await get("/owners")).status).toBe(200);
        }
    });

    const one = (fault: object) => ({ faults: [fault] });
    test.each([
        [{}, "faults must be a list"],
        [{ seed: 0.5, faults: [] }, "seed must be a whole number"],
        [one({}), "faults[0].answer must be reset, html, truncated or malformed, or an object"],
        [one({ answer: "boom" }), "faults[0].answer must be reset, html, truncated or malformed, or an object"],
        [
            one({ answer: {} }),
            "faults[0].answer must have exactly one of status, delayMs, bytesPerSecond, staleMs, newerFields",
        ],
        [
            one({ answer: { status: 500, delayMs: 1 } }),
            "faults[0].answer must have exactly one of status, delayMs, bytesPerSecond, staleMs, newerFields",
        ],
        [one({ answer: { status: 99 } }), "faults[0].answer.status must be between 400 and 599"],
        [one({ answer: { delayMs: {} } }), "faults[0].answer.delayMs must have exactly one of uniform, lognormal"],
        [
            one({ answer: { delayMs: { uniform: [5, 1] } } }),
            "faults[0].answer.delayMs.uniform: the minimum must come first and the maximum second",
        ],
        [one({ answer: { delayMs: "long" } }), "faults[0].answer.delayMs must be a number of milliseconds"],
        [one({ answer: "reset", rate: 1.5 }), "faults[0].rate must be between 0 and 1"],
        [one({ answer: "reset", count: 0 }), "faults[0].count must be 1 or more"],
        [
            one({ answer: "reset", operations: ["getGrups"] }),
            "faults[0].operations[0] must be *, the name of an operation such as getGroup, or an area such as groups.*",
        ],
        [one({ answer: "reset", operation: "getApps" }), 'faults[0]: Unrecognized key: "operation"'],
    ])("are refused with a short message: %j", async (faults, problem) => {
        const given = faults as FaultsForm;
        await expect(open({ faults: given })).rejects.toThrow(
            `The option faults does not contain valid faults: ${problem}.`,
        );
    });

    test("cause a short message if they cannot be read", async () => {
        await expect(open({ faults: "missing.json" })).rejects.toThrow(
            "Cannot read missing.json: ENOENT: no such file or directory.",
        );
        await expect(open({ faults: "README.md" })).rejects.toThrow(/^README\.md is not valid JSON: .*\.$/);
    });
});
