/** `look` returns unchecked responses, for code that tests the service instead of relying on it. */
import { afterEach, expect, test } from "vitest";
import { Client } from "../../src/api/client.js";
import { InvalidCallError, UnreachableError } from "../../src/api/errors.js";
import { inMemory, type Transport } from "../support/transport.js";

const URL = "https://look.test/v1";
let transport: Transport;
afterEach(() => transport.close());

/** Creates a client of a service that returns these responses in order. */
function clientOf(...answers: readonly (() => Response)[]): Client {
    let calls = 0;
    const answer = () => {
        calls += 1;
        return answers[Math.min(calls, answers.length) - 1]?.() ?? Response.error();
    };
    transport = inMemory({ fetch: answer }, URL);
    return new Client({ url: URL, token: "t", retries: 1, retryDelayMs: 1 });
}

const json =
    (body: unknown, status = 200) =>
    () =>
        Response.json(body, { status });

test.each([
    ["a body that does not match the API", json({ groups: 1 }), { status: 200, text: '{"groups":1}' }],
    ["a body that is not JSON", () => new Response("<html>"), { status: 200, text: "<html>" }],
    ["an error status", json({ message: "no" }, 403), { status: 403, text: '{"message":"no"}' }],
    ["an undocumented success status", json({}, 201), { status: 201, text: "{}" }],
] as const)("returns %s", async (_, answer, expected) => {
    expect(await clientOf(answer).look("getGroups", {})).toEqual(expected);
});

test("retries a temporary failure and returns the last response", async () => {
    expect(await clientOf(json({}, 503), json({ results: [] })).look("getGroups", {})).toMatchObject({ status: 200 });
    transport.close();
    expect(await clientOf(json({}, 503)).look("getGroups", {})).toEqual({ status: 503, text: "{}" });
});

test("fails like every call if there is no response", async () => {
    const client = clientOf(json({}));
    transport.between = () => Promise.reject(new TypeError("fetch failed", { cause: { code: "ECONNREFUSED" } }));
    await expect(client.look("getGroups", {})).rejects.toBeInstanceOf(UnreachableError);
    await expect(client.look("getGroup", { path: { group_id: ".." } })).rejects.toBeInstanceOf(InvalidCallError);
});
