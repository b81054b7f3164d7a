import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { TooManyRequests } from "../../../../src/local/service/http/errors.js";
import { RateLimits } from "../../../../src/local/service/http/rate-limits.js";
import { open } from "../harness.js";

const READ = { method: "GET", path: "/groups" } as const;
const WRITE = { method: "PUT", path: "/groups" } as const;

/** How many of `count` calls are accepted. */
function through(limits: RateLimits, call: typeof READ | typeof WRITE, count: number): number {
    let passed = 0;
    for (let i = 0; i < count; i++) {
        try {
            limits.take(call);
            passed += 1;
        } catch (error) {
            expect(error).toBeInstanceOf(TooManyRequests);
        }
    }
    return passed;
}

test("50 writes of groups and resources are accepted per second, and 100 other calls in addition", () => {
    let now = 0;
    const limits = new RateLimits(() => now);
    expect(through(limits, WRITE, 80)).toBe(50);
    expect(through(limits, READ, 150)).toBe(100);
    now = 999;
    expect(through(limits, WRITE, 1)).toBe(0);
    now = 1000;
    expect(through(limits, WRITE, 80)).toBe(50);
    expect(through(limits, READ, 150)).toBe(100);
});

test("the limit applies to any period of one second, not to calendar seconds", () => {
    let now = 900;
    const limits = new RateLimits(() => now);
    expect(through(limits, WRITE, 30)).toBe(30);
    now = 1500;
    expect(through(limits, WRITE, 30)).toBe(20);
    now = 1900;
    expect(through(limits, WRITE, 40)).toBe(30);
});

test.each([
    [{ method: "POST", path: "/resources" }, 50],
    [{ method: "PUT", path: "/groups/{group_id}/visibility" }, 50],
    [{ method: "DELETE", path: "/groups/{group_id}" }, 100],
    [{ method: "POST", path: "/group-bindings" }, 100],
    [{ method: "PUT", path: "/owners" }, 100],
] as const)("%j is limited to %i per second", (call, limit) => {
    const limits = new RateLimits(() => 0);
    for (let i = 0; i < limit; i++) limits.take(call);
    expect(() => limits.take(call)).toThrow(/in the Retry-After header\.$/);
});

describe("within one second", () => {
    beforeEach(() => {
        vi.useFakeTimers({ toFake: ["performance"] });
    });
    afterEach(() => {
        vi.useRealTimers();
    });

    test("a call over the limit is a 429 with the time to wait, and has no effect", async () => {
        const { post, service } = await open({ rateLimits: true });
        const answers = [];
        for (let i = 0; i < 130; i++) answers.push(await post("/owners", { name: `o${i}`, user_ids: [] }));
        const refused = answers.filter(({ status }) => status === 429);
        expect(refused).toHaveLength(30);
        expect(refused[0]?.body).toMatchObject({
            code: "too_many_requests",
            message: expect.stringMatching(/100 calls/),
        });
        expect(refused[0]?.headers.get("retry-after")).toBe("1");
        expect(service.store.owners.size).toBe(1 + answers.length - refused.length);
    });

    test("unauthorized calls do not count", async () => {
        const { callAs, get } = await open({ rateLimits: true });
        for (let i = 0; i < 130; i++) expect((await callAs(null, "GET", "/apps")).status).toBe(401);
        expect((await get("/apps")).status).toBe(200);
    });

    test("calls are not limited by default", async () => {
        const { get } = await open();
        for (let i = 0; i < 130; i++) expect((await get("/apps")).status).toBe(200);
    });
});
