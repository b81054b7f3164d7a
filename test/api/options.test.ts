import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { AccessGovernanceClient, InvalidOptionsError } from "../../src/api/index.js";
import { TOKEN } from "./harness.js";

const url = "http://127.0.0.1:1/v1";

describe("a client is not made", () => {
    test.each(["not a url", "http://127.0.0.1:99999/v1", "/v1", "ftp://127.0.0.1/v1", ""])("of the url %j", (wrong) => {
        expect(() => new AccessGovernanceClient({ url: wrong, token: TOKEN })).toThrow(
            `The client was not made: url is ${JSON.stringify(wrong)}. It must be an http or https address, ending in /v1.`,
        );
    });

    test("of a url with credentials, which it does not show", () => {
        const make = () => new AccessGovernanceClient({ url: "http://ada:secret@127.0.0.1/v1", token: TOKEN });
        expect(make).toThrow("url holds credentials");
        expect(make).not.toThrow("secret");
    });

    test("without a token", () => {
        expect(() => new AccessGovernanceClient({ url, token: "" })).toThrow("token is empty");
    });

    test.each([`${TOKEN}\n`, `Bearer ${TOKEN}`, `${TOKEN}é`])("of a token that no header can hold", (token) => {
        let error: unknown;
        try {
            new AccessGovernanceClient({ url, token });
        } catch (thrown) {
            error = thrown;
        }
        expect(error).toBeInstanceOf(InvalidOptionsError);
        expect(inspect(error)).not.toContain(TOKEN);
    });

    test.each([
        ["concurrency", 0],
        ["readsPerSecond", -1],
        ["writesPerSecond", Number.NaN],
        ["timeoutMs", 0],
        ["maxWaitMs", -1],
        ["maxWaitMs", 2 ** 31],
        ["retries", -1],
        ["retryDelayMs", Number.POSITIVE_INFINITY],
    ])("with %s %j", (name, value) => {
        expect(() => new AccessGovernanceClient({ url, token: TOKEN, [name]: value })).toThrow(`${name} is ${value}`);
    });
});

test("a client is made of the least that is allowed", () => {
    const least = {
        concurrency: 1,
        readsPerSecond: 1,
        writesPerSecond: 1,
        timeoutMs: 1,
        retries: 0,
        retryDelayMs: 0,
        maxWaitMs: 0,
    };
    expect(new AccessGovernanceClient({ url, token: TOKEN, ...least }).url).toBe(url);
});
