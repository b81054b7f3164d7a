import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { Client } from "../../src/api/client.js";
import * as errors from "../../src/api/errors.js";
import { connect, failureOf, NOBODY, record, TOKEN } from "./harness.js";

const id = { path: { owner_id: NOBODY } };

describe("errors of the service", () => {
    const meanings: [number, string, string][] = [
        [400, "BadRequestError", "Correct the input that the service names."],
        [401, "UnauthorizedError", "Set access-governance:token (or ACCESS_GOVERNANCE_TOKEN) to a valid API token"],
        [403, "ForbiddenError", "Use a token whose user is authorized to do this."],
        [404, "NotFoundError", "Check the id, and that the token has access to the object."],
        [409, "ConflictError", "Put the object in a state that allows this call, then retry."],
        [422, "BadRequestError", "Correct the input that the service names."],
        [429, "RateLimitedError", "Lower access-governance:readsPerSecond and access-governance:writesPerSecond"],
        [
            500,
            "UnavailableError",
            "Try again. If the error persists, report the request id to the operator of the service.",
        ],
        [501, "NotImplementedByServiceError", "Use a service that supports this operation."],
        [
            503,
            "UnavailableError",
            "Try again. If the error persists, report the request id to the operator of the service.",
        ],
        [
            418,
            "UnexpectedStatusError",
            "Check the address of the service (access-governance:url, ACCESS_GOVERNANCE_URL)",
        ],
    ];
    test.each(meanings)("status %i causes an error %s with advice", async (status, name, advice) => {
        const { client } = await record(
            () => ({
                status,
                headers: { "x-request-id": "req-1", "retry-after": "0" },
                body: { message: "Because of the moon." },
            }),
            { retries: 0 },
        );
        const error = await failureOf(client.call("getOwner", id));
        expect(error.constructor.name).toBe(name);
        expect(error.name).toBe(name);
        expect(error.message).toContain(
            `Read one owner: GET /owners/${NOBODY} returned ${status}: Because of the moon (request req-1). ${advice}`,
        );
        expect(error.message).not.toContain("\n");
        expect(error.failure).toMatchObject({
            operation: "getOwner",
            method: "GET",
            path: `/owners/${NOBODY}`,
            status,
            requestId: "req-1",
            said: "Because of the moon.",
        });
    });

    test("the error for an object in use explains that a property omitted from the program is still set", async () => {
        const { client } = await record(() => ({ status: 409, body: { message: "It is in use." } }), { retries: 0 });
        const error = await failureOf(client.call("deleteOwner", id));
        expect(error).toBeInstanceOf(errors.ConflictError);
        expect(error.message).toContain("First remove what refers to this object.");
        expect(error.message).toContain("declare another value, null or [] instead");
    });

    test("an error contains the message and the request id of the local service", async () => {
        const { client } = await connect();
        const error = await failureOf(client.call("getOwner", id));
        expect(error).toBeInstanceOf(errors.NotFoundError);
        expect(error.failure.requestId).toMatch(/^[0-9a-f-]{36}$/);
        expect(error.message).toContain(error.failure.said?.replace(/\.$/, "") ?? "nothing was said");
    });

    test("an error contains the message of the service unchanged, except for the full stop at its end", async () => {
        const { client } = await record(() => ({ status: 400, body: { message: "v1.2 is too old." } }));
        expect((await failureOf(client.call("getOwner", id))).message).toContain(
            "returned 400: v1.2 is too old. Correct",
        );
    });

    test.each(["null", "7", '"text"', "{}", '{"message":null}'])(
        "an error with the body %s still has a readable message",
        async (body) => {
            const { client } = await record(() => ({ status: 400, body }));
            const error = await failureOf(client.call("getOwner", id));
            expect(error).toBeInstanceOf(errors.BadRequestError);
            expect(error.message).toContain(`GET /owners/${NOBODY} returned 400`);
        },
    );

    test("a 404 without a body, or with only spaces, causes a NotFoundError", async () => {
        for (const [body, type] of [
            ["", errors.NotFoundError],
            [" \n", errors.NotFoundError],
            ["Not found", errors.UnexpectedStatusError],
        ] as const) {
            const { client } = await record(() => ({ status: 404, body }), { retries: 0 });
            expect(await failureOf(client.call("getOwner", id))).toBeInstanceOf(type);
        }
    });

    test("an error without a body or a request id still has a readable message", async () => {
        const { client } = await record(() => ({ status: 403, body: "" }));
        const error = await failureOf(client.call("getOwner", id));
        expect(error.message).toBe(
            `Read one owner: GET /owners/${NOBODY} returned 403. Use a token whose user is authorized to do this.`,
        );
    });

    test("an error contains the wait that the service requested", async () => {
        const answer = { status: 429, headers: { "retry-after": "7" }, body: {} };
        const { client } = await record(() => answer, { retries: 0 });
        const error = await failureOf(client.call("getOwner", id));
        expect(error.message).toContain("The service requested a wait of 7 s.");
        const silent = await record(() => ({ status: 429, body: {} }), { retries: 0 });
        expect((await failureOf(silent.client.call("getOwner", id))).message).toMatch(/run fewer pipelines at once\.$/);
    });
});

describe("the error for an unusable response", () => {
    test("names the setting of the URL if the response is HTML", async () => {
        const { client, service } = await connect();
        service.faults.add({ operation: "getApps", when: "before", answer: "html", times: 9 });
        const error = await failureOf(client.call("getApps"));
        expect(error).toBeInstanceOf(errors.MalformedAnswerError);
        expect(error.message).toContain("returned 200 with a body that is not JSON");
        expect(error.message).toMatch(/Check the address of the service \(access-governance:url, .* ending in \/v1\.$/);
    });

    test("distinguishes truncated JSON from an empty body", async () => {
        const { client } = await record(({ url }) => ({ body: url.endsWith("apps") ? '{"apps":[{"app_' : "" }));
        expect((await failureOf(client.call("getApps"))).message).toContain(
            "returned 200 with a body that is not JSON",
        );
        expect((await failureOf(client.call("getTags"))).message).toContain("returned 200 with an empty body");
    });

    test("states that the connection was lost during the response", async () => {
        const { client } = await record((_, response) => {
            response.writeHead(200, { "content-length": 400 }).write('{"apps":[', () => response.destroy());
            return undefined;
        });
        const error = await failureOf(client.call("getApps"));
        expect(error).toBeInstanceOf(errors.UnreachableError);
        expect(error.message).toMatch(
            /GET \/apps returned 200, but the connection was lost during the response \([A-Z_]+\)/,
        );
    });

    test("names the property that does not match the API", async () => {
        const { client } = await record(() => ({ body: { apps: [{ app_id: 5 }] } }));
        const error = await failureOf(client.call("getApps"));
        expect(error).toBeInstanceOf(errors.MalformedAnswerError);
        expect(error.message).toContain("with a body that does not match the API, at apps.0.app_id: ");
        expect(error.message).toContain("Check for a newer version");
    });

    describe("a URL that does not end in /v1", () => {
        const away = (url: string) => new Client({ url: url.replace(/\/v1$/, ""), token: TOKEN, retries: 0 });
        const hint =
            /"http:\/\/127\.0\.0\.1:\d+" does not end in \/v1\. Did you mean "http:\/\/127\.0\.0\.1:\d+\/v1"\?/;

        test("causes a suggestion with the local service", async () => {
            const { service } = await connect();
            const client = away(service.url);
            const tried = [
                client.call("getGroups"),
                client.call("getOwner", id),
                client.call("createOwner", { body: { name: "x", user_ids: [] } }),
            ];
            for (const call of tried) expect((await failureOf(call)).message).toMatch(hint);
        });

        test.each([
            ["404 with JSON", 404, '{"message":"no route"}'],
            ["404 with text", 404, "404 page not found"],
            ["404 with an HTML page", 404, "<html>Not found</html>"],
            ["404 without a body", 404, ""],
            ["405", 405, ""],
            ["an HTML page", 200, "<html>Welcome</html>"],
        ])("causes a suggestion after %s", async (_, status, body) => {
            const { url } = await record(() => ({ status, body }));
            const error = await failureOf(away(url).call("getGroups"));
            expect(error.message).toMatch(hint);
            expect(error.message).not.toContain("Check the id");
        });
    });

    test.each([
        ["text", "404 page not found"],
        ["an HTML page", "<!doctype html><title>Not found</title>"],
    ])("does not report a missing object for a 404 with %s", async (_, body) => {
        const { client } = await record(() => ({ status: 404, body }));
        const error = await failureOf(client.call("getOwner", id));
        expect(error).toBeInstanceOf(errors.UnexpectedStatusError);
        expect(error).not.toBeInstanceOf(errors.NotFoundError);
        expect(error.message).toContain("Check the address of the service");
    });

    test("names the setting of the URL for a 404 of a list, which has no id", async () => {
        const { client } = await record(() => ({ status: 404, body: { message: "No route." } }));
        expect((await failureOf(client.call("getGroups"))).message).toContain("Check the address of the service");
        expect((await failureOf(client.call("getOwner", id))).message).toContain("Check the id");
    });

    test("names the setting of the URL for a redirect", async () => {
        const { client } = await record(() => ({ status: 301, headers: { location: "/v1/" }, body: "" }));
        const error = await failureOf(client.call("getApps"));
        expect(error.message).toContain("GET /apps returned 301");
        expect(error.message).toContain("Check the address of the service");
    });

    test("names the URL and its setting if the connection is refused", async () => {
        const url = "http://127.0.0.1:9/v1";
        const client = new Client({ url, token: TOKEN, retries: 1, retryDelayMs: 5 });
        const error = await failureOf(client.call("createOwner", { body: { name: "x", user_ids: [] } }));
        expect(error).toBeInstanceOf(errors.UnreachableError);
        expect(error.message).toContain(`could not reach ${url} (ECONNREFUSED)`);
        expect(error.message).toContain("Check access-governance:url (or ACCESS_GOVERNANCE_URL) and the network.");
        expect(error.ambiguous).toBe(false);
    });

    test("names the timeout if the service does not respond in time", async () => {
        const { client, service } = await connect({ timeoutMs: 50, retries: 0 });
        service.faults.add({ operation: "getApps", when: "before", answer: { delayMs: 500 } });
        const error = await failureOf(client.call("getApps"));
        expect(error).toBeInstanceOf(errors.TimedOutError);
        expect(error.message).toContain("GET /apps got no response within 0.05 s");
        expect(error.message).toContain(
            "raise the timeout (access-governance:timeoutSeconds in a stack, --timeout on the command line)",
        );
    });

    test("is a TimedOutError if the response does not end in time", async () => {
        const { client } = await record(
            async (_, response) => {
                response.writeHead(200, { "content-type": "application/json" });
                for (; !response.destroyed; await sleep(25)) response.write(" ");
                return undefined;
            },
            { timeoutMs: 150, retries: 0 },
        );
        expect(await failureOf(client.call("getApps"))).toBeInstanceOf(errors.TimedOutError);
    });
});
