import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { AccessGovernanceClient, InvalidOptionsError } from "../../src/api/index.js";
import { TOKEN } from "./harness.js";

const url = "http://127.0.0.1:1/v1";

describe("the client constructor", () => {
    test.each([
        "not a url",
        "http://127.0.0.1:99999/v1",
        "/v1",
        "ftp://127.0.0.1/v1",
        "xhttp://a/v1",
        "httpx://a/v1",
        "",
    ])("rejects the url %j", (wrong) => {
        expect(() => new AccessGovernanceClient({ url: wrong, token: TOKEN })).toThrow(
            `Invalid client options: url is ${JSON.stringify(wrong)}. It must be an http or https address, ending in /v1.`,
        );
    });

    test.each(["ada:secret", "secret", ":secret"])(
        "rejects a url with the credentials %s, which the error does not show",
        (name) => {
            const make = () => new AccessGovernanceClient({ url: `http://${name}@127.0.0.1/v1`, token: TOKEN });
            expect(make).toThrow(
                "url contains credentials. It must be an address without credentials, with the token in the option token.",
            );
            expect(make).not.toThrow("secret");
        },
    );

    test.each([
        "http://governance.example/v1",
        "http://10.0.0.1/v1",
        "http://127.evil.example/v1",
        "HTTP://0x7f000001.example",
    ])("rejects the url %s, which would send the token unencrypted, unless that is allowed", (wrong) => {
        const make = (more: object) => new AccessGovernanceClient({ url: wrong, token: TOKEN, ...more });
        expect(() => make({})).toThrow(
            `url is ${JSON.stringify(wrong)}, which would send the token unencrypted. It must be an https address or an address of this machine`,
        );
        expect(make({ allowHttp: true }).url).toBe(wrong);
    });

    test("rejects an empty token", () => {
        const make = () => new AccessGovernanceClient({ url, token: "" });
        expect(make).toThrow("token is empty. It must be an API token.");
    });

    test.each([`${TOKEN}\n`, `Bearer ${TOKEN}`, `${TOKEN}é`])(
        "rejects a token that a header cannot contain",
        (token) => {
            let error: unknown;
            try {
                new AccessGovernanceClient({ url, token });
            } catch (thrown) {
                error = thrown;
            }
            expect(error).toBeInstanceOf(InvalidOptionsError);
            expect(String(error)).toMatch(
                /token contains spaces or non-ASCII characters\. It must be an API token as it was issued\.$/,
            );
            expect(inspect(error)).not.toContain(TOKEN);
        },
    );

    test.each([
        ["concurrency", 0],
        ["readsPerSecond", -1],
        ["writesPerSecond", Number.NaN],
        ["timeoutMs", 0],
        ["maxWaitMs", -1],
        ["maxWaitMs", 2 ** 31],
        ["retries", -1],
        ["retryDelayMs", Number.POSITIVE_INFINITY],
    ])("rejects the option %s with the value %j", (name, value) => {
        expect(() => new AccessGovernanceClient({ url, token: TOKEN, [name]: value })).toThrow(
            new RegExp(`${name} is ${value}\\. It must be a whole number from [01] to 2147483647\\.$`),
        );
    });
});

test("a client can be created with the minimum of every option", () => {
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

test("a client can be created with the maximum wait, and with trailing slashes in the url", () => {
    const made = new AccessGovernanceClient({ url: `${url}//`, token: TOKEN, maxWaitMs: 2 ** 31 - 1 });
    expect(made.url).toBe(url);
});
