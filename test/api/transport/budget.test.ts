import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import { Budget } from "../../../src/api/transport/budget.js";
import { connect } from "../harness.js";

describe.concurrent("the budget", () => {
    test.each([1, 3])("allows %i concurrent calls", async (concurrency) => {
        const budget = new Budget({ concurrency });
        let now = 0;
        let most = 0;
        const call = async () => {
            now += 1;
            most = Math.max(most, now);
            await sleep(5);
            now -= 1;
        };
        await Promise.all(Array.from({ length: 12 }, () => budget.spend("read", call)));
        expect(most).toBe(concurrency);
    });

    test("allows ten concurrent calls by default", async () => {
        const budget = new Budget();
        let now = 0;
        let most = 0;
        const call = async () => {
            most = Math.max(most, ++now);
            await sleep(10);
            now -= 1;
        };
        await Promise.all(Array.from({ length: 30 }, () => budget.spend("write", call)));
        expect(most).toBe(10);
    });

    test.each(["read", "write"] as const)("limits %ss per second", async (kind) => {
        const budget = new Budget({
            readsPerSecond: kind === "read" ? 5 : 100,
            writesPerSecond: kind === "write" ? 5 : 100,
            concurrency: 100,
        });
        const start = performance.now();
        const times: number[] = [];
        await Promise.all(
            Array.from({ length: 8 }, () => budget.spend(kind, async () => times.push(performance.now() - start))),
        );
        expect(times.filter((time) => time < 950)).toHaveLength(5);
        expect(times.filter((time) => time >= 950)).toHaveLength(3);
    });

    test("counts reads and writes separately", async () => {
        const budget = new Budget({ readsPerSecond: 2, writesPerSecond: 2 });
        const start = performance.now();
        const kinds = ["read", "write", "read", "write"] as const;
        await Promise.all(kinds.map((kind) => budget.spend(kind, async () => undefined)));
        expect(performance.now() - start).toBeLessThan(500);
    });

    test("delays all calls during a pause, and the longest pause applies", async () => {
        const budget = new Budget();
        budget.pause(300);
        budget.pause(10);
        const start = performance.now();
        const times: number[] = [];
        const call = async () => times.push(performance.now() - start);
        const spent = [budget.spend("read", call), budget.spend("write", call)];
        await sleep(100);
        expect(times).toEqual([]);
        await Promise.all(spent);
        for (const time of times) expect(time).toBeGreaterThanOrEqual(295);
    });

    test.each<[string, (budget: Budget) => void]>([
        ["the next second", (budget) => void budget.spend("read", async () => undefined)],
        ["the end of a pause", (budget) => budget.pause(10_000)],
        ["a free slot", (budget) => void budget.spend("write", () => sleep(10_000, undefined, { ref: false }))],
    ])("ends the wait for %s if the signal is aborted", async (_, occupy) => {
        const budget = new Budget({ readsPerSecond: 1, concurrency: 1 });
        occupy(budget);
        const start = performance.now();
        await expect(budget.spend("read", async () => undefined, AbortSignal.timeout(20))).rejects.toThrow();
        expect(performance.now() - start).toBeLessThan(5_000);
    });

    test("never exceeds its rate in any second, even after a pause", async () => {
        const budget = new Budget({ writesPerSecond: 20, concurrency: 100 });
        const times: number[] = [];
        const call = async () => times.push(performance.now());
        const spent = Array.from({ length: 30 }, () => budget.spend("write", call));
        await sleep(500);
        spent.push(...Array.from({ length: 10 }, () => budget.spend("write", call)));
        await sleep(100);
        budget.pause(200);
        await Promise.all(spent);
        const most = Math.max(...times.map((start) => times.filter((at) => at >= start && at < start + 1_000).length));
        expect(times).toHaveLength(40);
        expect(most).toBe(20);
    });

    test("counts writes of other objects as reads and as writes, as the service does", async () => {
        const budget = new Budget({ readsPerSecond: 3, writesPerSecond: 2 });
        const start = performance.now();
        const sorts = ["other write", "other write", "read", "read", "write"] as const;
        const times = await Promise.all(
            sorts.map((sort) => budget.spend(sort, async () => [sort, performance.now() - start < 900])),
        );
        expect(times).toEqual([
            ["other write", true],
            ["other write", true],
            ["read", true],
            ["read", false],
            ["write", false],
        ]);
    });

    test("continues after a failed call", async () => {
        const budget = new Budget({ concurrency: 1 });
        await expect(budget.spend("read", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
        expect(await budget.spend("read", async () => "yes")).toBe("yes");
    });
});

test("a throttled budget uses less of a shared limit, is reduced once for concurrent calls, and recovers later", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    try {
        const budget = new Budget({ readsPerSecond: 10, concurrency: 100 });
        const atOnce = async () => {
            let gone = 0;
            const calls = Array.from({ length: 12 }, () => budget.spend("read", async () => (gone += 1)));
            await vi.advanceTimersByTimeAsync(0);
            const count = gone;
            await vi.advanceTimersByTimeAsync(30_000);
            await Promise.all(calls);
            return count;
        };
        budget.throttle("read");
        budget.throttle("read");
        expect(await atOnce()).toBe(7);
        expect(await atOnce()).toBe(10);
    } finally {
        vi.useRealTimers();
    }
});

test("a budget does not keep the process running if no call is waiting", async () => {
    const budget = new Budget();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
        budget.pause(60_000);
        const stop = new AbortController();
        const waiting = budget.spend("read", async () => undefined, stop.signal);
        expect(vi.getTimerCount()).toBe(1);
        stop.abort(new Error("stopped"));
        await expect(waiting).rejects.toThrow("stopped");
        expect(vi.getTimerCount()).toBe(0);
    } finally {
        vi.useRealTimers();
    }
});

test("every call of a client goes through its budget", async () => {
    const { client, service } = await connect({ concurrency: 2 }, { latencyMs: 20 });
    let most = 0;
    const watch = setInterval(() => {
        most = Math.max(most, service.calls.all().filter((call) => call.status === 0).length);
    }, 2);
    await Promise.all(Array.from({ length: 10 }, () => client.call("getApps")));
    clearInterval(watch);
    expect(most).toBe(2);
});

test("a client counts a GET as a read", async () => {
    const { client } = await connect({ readsPerSecond: 1, writesPerSecond: 100 });
    // Both start at once, so that even on a slow machine the signal is aborted before the next second.
    const [first, second] = await Promise.allSettled([
        client.call("getApps"),
        client.call("getApps", {}, { signal: AbortSignal.timeout(100) }),
    ]);
    expect(first.status).toBe("fulfilled");
    expect(second).toMatchObject({ status: "rejected", reason: { name: "AbortedError" } });
});
