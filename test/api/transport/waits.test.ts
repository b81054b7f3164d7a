import { describe, expect, test } from "vitest";
import { type AccessGovernanceClient, WaitLimitError } from "../../../src/api/index.js";
import { failureOf, NOBODY, record } from "../harness.js";

const limited = (seconds: number) => () => ({
    status: 429,
    headers: { "retry-after": `${seconds}` },
    body: { message: "Slow down." },
});

/** Gives the first `count` requests their responses when all of them have arrived. */
function together(count: number, answering: ReturnType<typeof limited>): Parameters<typeof record>[0] {
    let arrived = 0;
    let release = () => {};
    const all = new Promise<void>((resolve) => (release = resolve));
    return async () => {
        arrived += 1;
        if (arrived >= count) release();
        await all;
        return answering();
    };
}

/** Returns the lines that a client prints. The first one aborts its calls. */
async function firstLines(
    answering: Parameters<typeof record>[0],
    work: (client: AccessGovernanceClient, signal: AbortSignal) => Promise<unknown>,
    options: Parameters<typeof record>[1] = {},
): Promise<string[]> {
    const lines: string[] = [];
    const stop = new AbortController();
    const onWait = (line: string) => {
        lines.push(line);
        setTimeout(() => stop.abort(), 50);
    };
    const { client } = await record(answering, { retries: 4, ...options, onWait });
    await failureOf(work(client, stop.signal));
    return lines;
}

describe.concurrent("a wait of more than five seconds", () => {
    test("is printed with the number of the next attempt if the service requests it", async () => {
        const lines = await firstLines(limited(120), (client, signal) => client.call("getApps", {}, { signal }));
        expect(lines).toEqual([
            "The service requested a wait of 120 s before attempt 2 of 5: GET /apps returned 429: Slow down.",
        ]);
    });

    test("is printed if the service requests it with a 503", async () => {
        const busy = () => ({ status: 503, headers: { "retry-after": "60" }, body: {} });
        const lines = await firstLines(busy, (client, signal) => client.call("getApps", {}, { signal }));
        expect(lines).toEqual(["The service requested a wait of 60 s before attempt 2 of 5: GET /apps returned 503."]);
    });

    test("is printed once, even if it delays many calls", async () => {
        const lines = await firstLines(together(8, limited(120)), (client, signal) =>
            Promise.all(Array.from({ length: 8 }, () => client.call("getApps", {}, { signal }))),
        );
        expect(lines).toHaveLength(1);
    });

    test("is printed if it comes before a retry", async () => {
        const lines = await firstLines(
            () => ({ status: 500, body: {} }),
            (client, signal) => client.call("getApps", {}, { signal }),
            { retryDelayMs: 20_000 },
        );
        expect(lines).toEqual([expect.stringMatching(/^Attempt 2 of 5 in \d\d s: GET \/apps returned 500\.$/)]);
    });

    test("is printed if it follows a missing response", async () => {
        const lines = await firstLines(
            () => undefined,
            (client, signal) => client.call("getApps", {}, { signal }),
            { timeoutMs: 5_100 },
        );
        expect(lines).toEqual([
            expect.stringMatching(/^Attempt 2 of 5 in \d s: GET \/apps got no response within 5\.1 s\.$/),
        ]);
    });

    test("is printed without the token", async () => {
        const [line] = await firstLines(
            ({ headers }) => ({ ...limited(60)(), body: { message: `Slow down, ${headers.authorization}` } }),
            (client, signal) => client.call("getApps", {}, { signal }),
        );
        expect(line).toMatch(/Slow down, Bearer \[token\]\.$/);
    });
});

test.concurrent("a short wait is not printed", async () => {
    const lines: string[] = [];
    let limits = 2;
    const { client } = await record(() => (limits-- > 0 ? limited(0.1)() : { body: { apps: [] } }), {
        onWait: (line) => lines.push(line),
    });
    await client.call("getApps");
    expect(lines).toEqual([]);
});

describe.concurrent("all waits of a client together", () => {
    test("end before a wait that would exceed the limit", async () => {
        const waits: string[] = [];
        const { client, received } = await record(limited(120), {
            maxWaitMs: 100_000,
            onWait: (line) => waits.push(line),
        });
        const error = await failureOf(client.call("getApps"));
        expect(error).toBeInstanceOf(WaitLimitError);
        expect(error.message).toBe(
            "List apps: GET /apps returned 429: Slow down; attempt 2 of 3 would wait 120 s more, after 0 s of waiting. " +
                "Try again later, or raise the limit on the total waiting time of a run (now 100 s): set access-governance:maxWaitSeconds in the stack configuration, or maxWaitMs in the client options.",
        );
        expect(error.ambiguous).toBe(false);
        expect(waits).toEqual([]);
        expect(received).toHaveLength(1);
    });

    test("are limited to five minutes by default", async () => {
        const { client } = await record(limited(301));
        expect((await failureOf(client.call("getApps"))).message).toContain("(now 300 s)");
    });

    test("add up over its calls", async () => {
        const { client } = await record(limited(0.3), { retries: 1, maxWaitMs: 1_000, retryDelayMs: 0 });
        const errors: string[] = [];
        let last = "";
        for (let call = 0; call < 5; call += 1) {
            const { name, message } = await failureOf(client.call("getApps"));
            errors.push(name);
            last = message;
        }
        expect(last).toContain("after 1 s of waiting");
        expect(errors).toEqual([...Array(3).fill("RateLimitedError"), "WaitLimitError", "WaitLimitError"]);
    });

    test("count concurrent waits once", async () => {
        // Counted one by one, the waits would be longer than the limit.
        const { client } = await record(together(8, limited(0.4)), { retries: 1, maxWaitMs: 3_000, retryDelayMs: 0 });
        const calls = Array.from({ length: 8 }, () => failureOf(client.call("getApps")));
        expect(new Set((await Promise.all(calls)).map((error) => error.name))).toEqual(new Set(["RateLimitedError"]));
    });

    test("include the time spent on a missing response", async () => {
        const { client, received } = await record(() => undefined, { timeoutMs: 300, maxWaitMs: 800, retries: 9 });
        const error = await failureOf(client.call("getApps"));
        expect(error).toBeInstanceOf(WaitLimitError);
        // The third attempt, or an earlier one on a slow machine.
        expect(error.message).toMatch(/GET \/apps got no response within 0\.3 s; attempt [234] of 10 would wait/);
        expect(received.length).toBeLessThanOrEqual(3);
    });

    test("end with an error that keeps the cause and whether it is ambiguous", async () => {
        const { client } = await record(() => ({ status: 503, body: {} }), { maxWaitMs: 0 });
        const cause = await failureOf(client.call("deleteOwner", { path: { owner_id: NOBODY } }));
        const error = await failureOf(client.waitToRepeat(cause, 1, Date.now()));
        expect(error).toBeInstanceOf(WaitLimitError);
        expect(error.ambiguous).toBe(true);
        expect(error.cause).toMatchObject({ name: "UnavailableError" });
    });

    test("include waits before a write that the caller repeats, up to the number of retries", async () => {
        const said: string[] = [];
        const { client } = await record(() => ({ status: 503, headers: { "retry-after": "0.1" }, body: {} }), {
            retries: 2,
            onWait: (line) => said.push(line),
        });
        const error = await failureOf(client.call("deleteOwner", { path: { owner_id: NOBODY } }));
        const start = performance.now();
        expect(await client.waitToRepeat(error, 2, Date.now())).toBe(true);
        expect(performance.now() - start).toBeGreaterThanOrEqual(90);
        expect(await client.waitToRepeat(error, 3, Date.now())).toBe(false);
        expect(said).toEqual([]);
    });
});
