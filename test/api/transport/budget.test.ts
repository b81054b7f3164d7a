import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Budget } from "../../../src/api/transport/budget.js";
import { connect, record } from "../harness.js";

/** Like the budget, uses the timers that the tests fake: a slow machine would spread the calls. */
const sleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

describe("the budget", () => {
    beforeEach(() => {
        vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    });
    afterEach(() => {
        vi.useRealTimers();
    });
    /** Lets the time pass until all calls have ended. */
    const all = async <T>(calls: readonly Promise<T>[]): Promise<T[]> => {
        await vi.runAllTimersAsync();
        return Promise.all(calls);
    };

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
        await all(Array.from({ length: 12 }, () => budget.spend("read", call)));
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
        await all(Array.from({ length: 30 }, () => budget.spend("write", call)));
        expect(most).toBe(10);
    });

    test.each(["read", "write"] as const)("limits %ss per second", async (kind) => {
        const budget = new Budget({
            readsPerSecond: kind === "read" ? 5 : 100,
            writesPerSecond: kind === "write" ? 5 : 100,
            concurrency: 100,
        });
        const start = performance.now();
        const call = async () => performance.now() - start;
        const times = await all(Array.from({ length: 8 }, () => budget.spend(kind, call)));
        expect(times).toEqual([...Array(5).fill(0), ...Array(3).fill(1_025)]);
    });

    test("counts reads and writes separately", async () => {
        const budget = new Budget({ readsPerSecond: 2, writesPerSecond: 2 });
        const start = performance.now();
        const kinds = ["read", "write", "read", "write"] as const;
        await all(kinds.map((kind) => budget.spend(kind, async () => undefined)));
        expect(performance.now()).toBe(start);
    });

    test("delays all calls during a pause, and the longest pause applies", async () => {
        const budget = new Budget();
        budget.pause(300);
        budget.pause(10);
        const start = performance.now();
        const call = async () => performance.now() - start;
        expect(await all([budget.spend("read", call), budget.spend("write", call)])).toEqual([300, 300]);
    });

    test.each<[string, (budget: Budget) => void]>([
        ["the next second", (budget) => void budget.spend("read", async () => undefined)],
        ["the end of a pause", (budget) => budget.pause(10_000)],
        ["a free slot", (budget) => void budget.spend("write", () => sleep(10_000))],
    ])("ends the wait for %s if the signal is aborted", async (_, occupy) => {
        const budget = new Budget({ readsPerSecond: 1, concurrency: 1 });
        occupy(budget);
        const stop = new AbortController();
        const waiting = budget.spend("read", async () => "was sent", stop.signal);
        stop.abort(new Error("stopped"));
        await expect(waiting).rejects.toThrow("stopped");
    });

    test("never exceeds its rate in any second, even after a pause", async () => {
        const budget = new Budget({ writesPerSecond: 20, concurrency: 100 });
        const times: number[] = [];
        const call = async () => times.push(performance.now());
        const spent = Array.from({ length: 30 }, () => budget.spend("write", call));
        await vi.advanceTimersByTimeAsync(500);
        spent.push(...Array.from({ length: 10 }, () => budget.spend("write", call)));
        await vi.advanceTimersByTimeAsync(100);
        budget.pause(200);
        await all(spent);
        const most = Math.max(...times.map((start) => times.filter((at) => at >= start && at < start + 1_000).length));
        expect(times).toHaveLength(40);
        expect(most).toBe(20);
    });

    test("counts writes of other objects as reads and as writes, as the service does", async () => {
        const budget = new Budget({ readsPerSecond: 3, writesPerSecond: 2 });
        const start = performance.now();
        const sorts = ["other write", "other write", "read", "read", "write"] as const;
        const times = await all(sorts.map((sort) => budget.spend(sort, async () => [sort, performance.now() - start])));
        expect(times).toEqual([
            ["other write", 0],
            ["other write", 0],
            ["read", 0],
            ["read", 1_025],
            ["write", 1_025],
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
    let open = 0;
    let most = 0;
    const { client } = await record(
        async () => {
            open += 1;
            most = Math.max(most, open);
            await expect.poll(() => most).toBeGreaterThanOrEqual(2);
            // A further call that is open would arrive before the response to this one.
            await sleep(20);
            open -= 1;
            return { body: { apps: [] } };
        },
        { concurrency: 2 },
    );
    await Promise.all(Array.from({ length: 10 }, () => client.call("getApps")));
    expect(most).toBe(2);
});

test("a client counts a GET as a read", async () => {
    const { client, service } = await connect({ readsPerSecond: 1, writesPerSecond: 100 });
    // The next second never begins.
    vi.useFakeTimers({ toFake: ["performance"] });
    try {
        const stop = new AbortController();
        const first = client.call("getApps");
        const second = client.call("getTags", {}, { signal: stop.signal });
        await first;
        stop.abort();
        await expect(second).rejects.toMatchObject({ name: "AbortedError" });
        expect(service.calls.all().map(({ operation }) => operation)).toEqual(["getApps"]);
    } finally {
        vi.useRealTimers();
    }
});
