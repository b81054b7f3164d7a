import dns from "node:dns";
import type { ServerResponse } from "node:http";
import { afterAll, describe, expect, test, vi } from "vitest";
import { AccessGovernanceClient } from "../../src/api/access-governance-client.js";
import * as errors from "../../src/api/errors.js";
import type { OperationName } from "../../src/api/generated/operations.gen.js";
import type { Parts } from "../../src/api/parameters.js";
import { Budget } from "../../src/api/transport/budget.js";
import type { FaultAnswer, Service } from "../../src/local/service/index.js";
import { connect, endedTimeout, failureOf, NOBODY, QUICK, record, TOKEN } from "./harness.js";

const ATTEMPTS = QUICK.retries + 1;

/** Records the pauses of all clients of this file, whose durations differ. */
const pauses = vi.spyOn(Budget.prototype, "pause");
afterAll(() => pauses.mockRestore());

/** One operation for each method, which succeeds on the seeded organization. */
async function calls(service: Service): Promise<Record<string, [OperationName, Parts]>> {
    const owner = service.store.owners.all()[0];
    const user = service.store.users.all()[0];
    const group = service.store.groups.all()[0];
    const path = { group_id: group?.group_id };
    return {
        GET: ["getOwner", { path: { owner_id: owner?.owner_id } }],
        PUT: ["setGroupMessageChannels", { path, body: { message_channel_ids: [] } }],
        DELETE: ["deleteGroup", { path }],
        POST: ["createOwner", { body: { name: "Made once", user_ids: [user?.user_id] } }],
    };
}

const unanswered: [string, FaultAnswer, string][] = [
    ["500", { status: 500 }, "UnavailableError"],
    ["503", { status: 503 }, "UnavailableError"],
    ["a connection reset", "reset", "UnreachableError"],
];

describe.concurrent.each(unanswered)("%s", (_, answer, name) => {
    test("causes retries of GET, which then succeeds", async () => {
        const { client, service } = await connect();
        const [operation, parts] = (await calls(service)).GET ?? [];
        service.faults.add({ operation: "*", when: "before", answer, times: QUICK.retries });
        await client.send(operation as OperationName, parts as Parts);
        expect(service.calls.all()).toHaveLength(ATTEMPTS);
    });

    test("makes GET fail after the last retry, and not as ambiguous", async () => {
        const { client, service } = await connect();
        const [operation, parts] = (await calls(service)).GET ?? [];
        service.faults.add({ operation: "*", when: "before", answer, times: ATTEMPTS });
        const error = await failureOf(client.send(operation as OperationName, parts as Parts));
        expect(error.name).toBe(name);
        expect(error.ambiguous).toBe(false);
        expect(service.calls.all()).toHaveLength(ATTEMPTS);
    });

    test.each(["PUT", "DELETE"])("makes %s fail as ambiguous, without a retry", async (method) => {
        const { client, service } = await connect();
        const [operation, parts] = (await calls(service))[method] ?? [];
        service.faults.add({ operation: "*", when: "before", answer });
        const error = await failureOf(client.send(operation as OperationName, parts as Parts));
        expect(error.name).toBe(name);
        expect(error.ambiguous).toBe(true);
        expect(service.calls.all()).toHaveLength(1);
    });

    test.each(["before", "after"] as const)(
        "%s the effect makes POST fail as ambiguous, without a retry",
        async (when) => {
            const { client, service } = await connect();
            const before = service.store.owners.all().length;
            service.faults.add({ operation: "createOwner", when, answer });
            const [operation, parts] = (await calls(service)).POST ?? [];
            const error = await failureOf(client.send(operation as OperationName, parts as Parts));
            expect(error.name).toBe(name);
            expect(error.ambiguous).toBe(true);
            expect(service.calls.all()).toHaveLength(1);
            expect(service.store.owners.all()).toHaveLength(before + (when === "after" ? 1 : 0));
        },
    );
});

describe.each(["ENOTFOUND", "EAI_AGAIN"])("a host name that cannot be resolved (%s)", (code) => {
    test("causes retries, and makes no write ambiguous", async () => {
        const lookup = vi
            .spyOn(dns, "lookup")
            .mockImplementation(((_: string, __: object, done: (error: Error) => void) =>
                done(Object.assign(new Error(`getaddrinfo ${code}`), { code }))) as typeof dns.lookup); // the only form that `net` uses
        const client = new AccessGovernanceClient({ url: "https://service.invalid/v1", token: TOKEN, ...QUICK });
        const error = await failureOf(client.call("createOwner", { body: { name: "Once", user_ids: [] } }));
        expect(error).toBeInstanceOf(errors.UnreachableError);
        expect(error.message).toContain(`could not reach https://service.invalid/v1 (${code})`);
        expect(error.ambiguous).toBe(false);
        expect(lookup).toHaveBeenCalledTimes(ATTEMPTS);
        lookup.mockRestore();
    });
});

describe.concurrent("the status 429", () => {
    const limited = { status: 429, headers: { "retry-after": "0" } };

    test.each(["GET", "PUT", "POST"])("causes retries of %s, because the service did nothing", async (method) => {
        const { client, service } = await connect();
        const [operation, parts] = (await calls(service))[method] ?? [];
        service.faults.add({ operation: "*", when: "before", answer: limited, times: QUICK.retries });
        await client.send(operation as OperationName, parts as Parts);
        expect(service.calls.all()).toHaveLength(ATTEMPTS);
    });

    test("causes an error that is not ambiguous after the last retry", async () => {
        const { client, service } = await connect();
        service.faults.add({ operation: "*", when: "before", answer: limited, times: ATTEMPTS });
        const error = await failureOf(client.call("createOwner", { body: { name: "x", user_ids: [] } }));
        expect(error).toBeInstanceOf(errors.RateLimitedError);
        expect(error.ambiguous).toBe(false);
        expect(service.calls.all()).toHaveLength(ATTEMPTS);
    });

    test.each<[string, () => string, number, number]>([
        ["seconds", () => "0.3", 300, 300],
        // An HTTP date counts whole seconds: this one is between one and two seconds ahead.
        ["an HTTP date", () => new Date(Date.now() + 2000).toUTCString(), 900, 2000],
    ])("causes a wait for the time in Retry-After, in %s", async (_, retryAfter, least, most) => {
        let limits = 1;
        const { client, received } = await record(
            () =>
                limits-- > 0
                    ? { status: 429, headers: { "retry-after": retryAfter() }, body: {} }
                    : { body: { apps: [] } },
            // A longer wait would be an error.
            { maxWaitMs: most },
        );
        await client.call("getApps");
        expect(received).toHaveLength(2);
        expect(received[1]?.at).toBeGreaterThanOrEqual(least);
    });

    test("delays all other calls if it has a Retry-After", async () => {
        let limits = 1;
        const { client, received } = await record(() =>
            limits-- > 0 ? { status: 429, headers: { "retry-after": "0.4" }, body: {} } : { body: { apps: [] } },
        );
        const first = client.call("getApps");
        await expect.poll(() => pauses).toHaveBeenCalledWith(400);
        await Promise.all([first, client.call("getApps"), client.call("getApps")]);
        expect(received).toHaveLength(4);
        for (const late of received.slice(1)) expect(late.at).toBeGreaterThanOrEqual(390);
    });

    test("causes an error at once if it requests a wait of an hour", async () => {
        const answer = { status: 429, headers: { "retry-after": "3600" }, body: {} };
        const waits: string[] = [];
        const { client, received } = await record(() => answer, { onWait: (line) => waits.push(line) });
        const error = await failureOf(client.call("getApps"));
        expect(error).toBeInstanceOf(errors.WaitLimitError);
        expect(error.message).toContain("attempt 2 of 3 would wait 3600 s more");
        expect(waits).toEqual([]);
        expect(received).toHaveLength(1);
    });

    test.each<[OperationName, Parts]>([
        ["remindRequest", { path: { id: NOBODY } }],
        ["remindRequestReviewer", { path: { id: NOBODY, reviewer_id: NOBODY } }],
    ])("means a cooldown for %s, without a retry or a delay of other calls", async (operation, parts) => {
        const { client, received } = await record(({ method }) =>
            method === "POST"
                ? { status: 429, headers: { "retry-after": "7" }, body: { message: "Reminded already." } }
                : { body: { apps: [] } },
        );
        const error = await failureOf(client.send(operation, parts));
        expect(error).toBeInstanceOf(errors.CooldownError);
        expect([error.ambiguous, error.advice]).toEqual([false, "Send the reminder again after the cooldown."]);
        await client.call("getApps");
        expect(received).toHaveLength(2);
        expect(pauses).not.toHaveBeenCalledWith(7_000);
    });
});

describe.concurrent("a refused call", () => {
    test.each([400, 401, 403, 404, 409, 422, 501])(
        "is neither retried nor ambiguous with status %i",
        async (status) => {
            const { client, service } = await connect();
            service.faults.add({ operation: "*", when: "before", answer: { status }, times: ATTEMPTS });
            const error = await failureOf(client.call("createOwner", { body: { name: "x", user_ids: [] } }));
            expect(error.ambiguous).toBe(false);
            const read = await failureOf(client.call("getApps"));
            expect(read.ambiguous).toBe(false);
            expect(service.calls.all()).toHaveLength(2);
        },
    );
});

/** Ways in which a response can be lost or unusable after the service has carried out the request. */
const lost: [string, (response: ServerResponse, endCall: () => void) => unknown][] = [
    ["a reset before the response", (response) => response.destroy()],
    ["a reset after the headers", (response) => response.writeHead(200).write("", () => response.destroy())],
    [
        "a body shorter than its content-length",
        (response) => response.writeHead(200, { "content-length": 400 }).write('{"apps":[', () => response.destroy()),
    ],
    ["a body that ends between chunks", (response) => response.write('{"apps":[', () => response.destroy())],
    ["truncated JSON", (response) => response.end('{"apps":[')],
    ["an empty body", (response) => response.end()],
    ["an empty object", (response) => response.end("{}")],
    ["an array", (response) => response.end("[]")],
    ["an unrelated object", (response) => response.end('{"status":"ok"}')],
    [
        "an HTML page",
        (response) => response.setHeader("content-type", "text/html").end("<html><title>Sign in</title></html>"),
    ],
    ["no response in time", (_, endCall) => endCall()],
    ...[408, 500, 502, 503, 504].flatMap((status): typeof lost => [
        [`${status} without a body`, (response) => response.writeHead(status).end()],
        [`${status} with an HTML page`, (response) => response.writeHead(status).end("<html>Bad gateway</html>")],
        [`${status} with JSON`, (response) => response.writeHead(status).end('{"message":"No."}')],
    ]),
];

describe.concurrent.each(lost)("%s", (what, answer) => {
    const unanswering = () => {
        const { timeoutMs, endCall } = endedTimeout();
        return record((_, response) => void answer(response, endCall), { timeoutMs });
    };
    const isTimeout = what === "no response in time";

    test("causes retries of GET, which then succeeds", async () => {
        let left = 2;
        const { timeoutMs, endCall } = endedTimeout();
        const { client, received } = await record(
            (_, response) => {
                if (left-- === 0) return { body: { apps: [] } };
                answer(response, endCall);
                return undefined;
            },
            { timeoutMs },
        );
        expect(await client.call("getApps")).toEqual({ apps: [] });
        expect(received).toHaveLength(3);
    });

    test("makes GET fail after the last retry, and not as ambiguous", async () => {
        const { client, received } = await unanswering();
        const error = await failureOf(client.call("getApps"));
        expect(error.ambiguous).toBe(false);
        expect(error instanceof errors.TimedOutError).toBe(isTimeout);
        expect(received).toHaveLength(ATTEMPTS);
    });

    test.each<[string, OperationName, Parts]>([
        ["POST", "createOwner", { body: { name: "x", user_ids: [] } }],
        ["PUT", "updateOwners", { body: { owners: [] } }],
        ["PATCH", "updateUser", { path: { user_id: NOBODY }, body: {} }],
        // A DELETE has no body that could be unusable.
        ...(isTimeout
            ? [["DELETE", "deleteOwner", { path: { owner_id: NOBODY } }] satisfies [string, OperationName, Parts]]
            : []),
    ])("makes %s fail as ambiguous, without any retry", async (_, operation, parts) => {
        const { client, received } = await unanswering();
        const error = await failureOf(client.send(operation, parts));
        expect(error.ambiguous).toBe(true);
        expect(error instanceof errors.TimedOutError).toBe(isTimeout);
        expect(received).toHaveLength(1);
    });
});

describe.concurrent("the response of an operation that returns no body", () => {
    test.each<[OperationName, Parts]>([
        ["deleteOwner", { path: { owner_id: NOBODY } }],
        ["addGroupTag", { path: { group_id: NOBODY, tag_id: NOBODY } }],
    ])("causes an error for %s if it is an HTML page", async (operation, parts) => {
        const { client } = await record(() => ({
            headers: { "content-type": "text/html" },
            body: "<html>Sign in</html>",
        }));
        const error = await failureOf(client.send(operation, parts));
        expect(error).toBeInstanceOf(errors.MalformedAnswerError);
        expect(error.ambiguous).toBe(true);
    });

    test.each(["", "{}", "null", '{"deleted":true}', "OK"])("may be %j", async (body) => {
        const { client } = await record(() => ({ body }));
        expect(await client.call("deleteOwner", { path: { owner_id: NOBODY } })).toBeUndefined();
    });
});

describe.concurrent("an unexpected status", () => {
    test.each([301, 303, 405, 410, 418])("%i is not retried", async (status) => {
        const { client, received } = await record(() => ({ status, body: {} }));
        const error = await failureOf(client.call("getApps"));
        expect(error).toBeInstanceOf(errors.UnexpectedStatusError);
        expect(received).toHaveLength(1);
    });

    test.each([
        [202, true],
        [303, true],
        [405, false],
        [413, false],
    ])("%i makes a POST ambiguous: %s", async (status, ambiguous) => {
        const { client } = await record(() => ({ status, body: {} }));
        const error = await failureOf(client.call("createOwner", { body: { name: "x", user_ids: [] } }));
        expect(error.ambiguous).toBe(ambiguous);
    });
});

test("waits longer before each retry", async () => {
    const { client, received } = await record(() => ({ status: 503, body: {} }), { retries: 2, retryDelayMs: 40 });
    await failureOf(client.call("getApps"));
    const [first, second, third] = received.map((request) => request.at);
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(39);
    expect((third ?? 0) - (second ?? 0)).toBeGreaterThanOrEqual(79);
});
