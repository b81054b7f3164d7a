import { describe, expect, test } from "vitest";
import { AbortedError, TimedOutError } from "../../src/api/index.js";
import { invoke } from "../../src/api/invoke.js";
import { connect, failureOf, NOBODY, record } from "./harness.js";

describe("signals", () => {
    test("a signal that is already aborted stops the call before it is sent", async () => {
        const { client, service } = await connect();
        const error = await failureOf(
            client.owners.create({ name: "x", user_ids: [] }, { signal: AbortSignal.abort() }),
        );
        expect(error).toBeInstanceOf(AbortedError);
        expect(error.ambiguous).toBe(false);
        expect(service.calls.all()).toEqual([]);
    });

    test("an operation that is invoked by its name takes the signal of a call, with or without a body", async () => {
        const { client, received } = await record(() => ({ body: {} }));
        const options = { signal: AbortSignal.abort() };
        const calls = [
            invoke(client, "getOwner", { path: { owner_id: NOBODY } }, options),
            invoke(client, "createOwner", { body: { name: "Ops", user_ids: [] } }, options),
        ];
        for (const call of calls) expect(await failureOf(Promise.resolve(call))).toBeInstanceOf(AbortedError);
        expect(received).toEqual([]);
    });

    test("a signal ends a running call; a POST is then ambiguous", async () => {
        const { client, received } = await record(() => undefined);
        const stop = new AbortController();
        const call = failureOf(client.owners.create({ name: "x", user_ids: [] }, { signal: stop.signal }));
        await expect.poll(() => received).toHaveLength(1);
        const reason = new Error("enough");
        stop.abort(reason);
        const error = await call;
        expect(error).toBeInstanceOf(AbortedError);
        expect(error.message).toMatch(/POST \/owners was aborted by its caller\. Check whether the call took effect/);
        expect(error.cause).toBe(reason);
        expect(error.ambiguous).toBe(true);
    });

    test("a signal ends the wait for a Retry-After", async () => {
        const stop = new AbortController();
        const { client, received } = await record(
            () => ({ status: 429, headers: { "retry-after": "60" }, body: {} }),
            // Printed immediately before the wait.
            { onWait: () => setImmediate(() => stop.abort()) },
        );
        const error = await failureOf(client.apps.list({}, { signal: stop.signal }).all());
        expect(error).toBeInstanceOf(AbortedError);
        expect(error.ambiguous).toBe(false);
        expect(error.advice).toBe("Repeat the call if it is still needed.");
        expect(received).toHaveLength(1);
    });

    test("a signal ends the wait for a free slot of the budget", async () => {
        let answer = (_: { body: object }) => {};
        const { client, received } = await record(() => new Promise((resolve) => (answer = resolve)), {
            concurrency: 1,
        });
        const stop = new AbortController();
        const first = client.apps.list().all();
        const second = failureOf(client.apps.list({}, { signal: stop.signal }).all());
        await expect.poll(() => received).toHaveLength(1);
        stop.abort();
        expect(await second).toBeInstanceOf(AbortedError);
        answer({ body: { apps: [] } });
        await first;
        expect(received).toHaveLength(1);
    });

    test("a signal ends a list between its pages", async () => {
        const { client, received } = await record(() => ({ body: { results: [], next: `${Math.random()}` } }));
        const stop = new AbortController();
        const reading = (async () => {
            for await (const { next } of client.owners.list({}, { signal: stop.signal }).pages()) {
                if (next && received.length === 3) stop.abort();
            }
        })();
        expect(await failureOf(reading)).toBeInstanceOf(AbortedError);
        expect(received).toHaveLength(3);
    });
});

describe("a timeout of one call", () => {
    test("overrides the timeout of the client", async () => {
        let isSilent = true;
        const { client } = await record(() => (isSilent ? undefined : { body: { apps: [] } }), { retries: 0 });
        const error = await failureOf(client.apps.list({}, { timeoutMs: 50 }).page());
        expect(error).toBeInstanceOf(TimedOutError);
        expect(error.message).toContain("got no response within 0.05 s");
        isSilent = false;
        await client.apps.list().page();
    });
});
