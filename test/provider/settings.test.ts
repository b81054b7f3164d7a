import { describe, expect, it, test } from "vitest";
import { SettingsError } from "../../src/common/errors.js";
import { checkSettings, readSettings, VENDOR_URL, withoutReplaced } from "../../src/provider/settings.js";

const url = "https://governance.example/v1";
const read = (settings: Record<string, string>, environment: NodeJS.ProcessEnv = {}) =>
    readSettings({ get: (key) => settings[key.replace("access-governance:", "")] }, environment);

/** Variables of the environment. */
const variables = (access: { readonly url?: string; readonly token?: string }, allowHttp?: string) => ({
    ACCESS_GOVERNANCE_URL: access.url,
    ACCESS_GOVERNANCE_TOKEN: access.token,
    ACCESS_GOVERNANCE_ALLOW_HTTP: allowHttp,
});

describe("the token and the address", () => {
    const here = "https://here.example/v1";
    const there = "https://there.example/v1";
    const loopback = "http://127.0.0.1:9/v1";

    test.each([
        [{ url: here, token: "own" }, {}, here, "own"],
        [{ url: here, token: "own" }, { token: "other" }, here, "own"],
        [{ url: here, token: "own" }, { url: there }, here, "own"],
        [{ url: here, token: "own" }, { url: there, token: "other" }, here, "own"],
        [{ token: "own" }, { url: VENDOR_URL }, VENDOR_URL, "own"],
        [{ token: "own" }, { url: `${VENDOR_URL}/`, token: "other" }, VENDOR_URL, "own"],
        [{}, { url: there, token: "other" }, there, "other"],
        [{}, { url: loopback, token: "other" }, loopback, "other"],
        [{ url: there }, { url: there, token: "other" }, there, "other"],
        [{ url: "HTTPS://There.Example:443/v1//" }, { url: there, token: "other" }, there, "other"],
        [{ url: VENDOR_URL }, { token: "other" }, VENDOR_URL, "other"],
        [{ url: "https://API.opal.dev:443/v1/" }, { url: there, token: "other" }, VENDOR_URL, "other"],
    ])("belong together: stack %j, environment %j", (stack, environment, url, token) => {
        expect(read(stack, variables(environment))).toMatchObject({ url, token });
    });

    test.each([
        [{ url: here }, { token: "other" }],
        [{ url: here }, { url: there, token: "other" }],
        [{ url: here }, { url: VENDOR_URL, token: "other" }],
        [{ url: loopback }, { token: "other" }],
        [{ url: loopback }, { url: "http://localhost:9/v1", token: "other" }],
        [{ url: "https://api.opal.dev.example/v1" }, { token: "other" }],
        [{ url: "https://api.opal.dev:8443/v1" }, { token: "other" }],
        [{ url: "http://api.opal.dev/v1", allowHttp: "true" }, { token: "other" }],
        [{ url: "https://there.example/v2" }, { url: there, token: "other" }],
        [
            { url: here, formerUrl: there },
            { url: there, token: "other" },
        ],
        [{ token: "own" }, { url: there }],
        [{ token: "own" }, { url: there, token: "other" }],
        [{ token: "own" }, { url: loopback }],
    ])("are refused if they are from different sources: stack %j, environment %j", (stack, environment) => {
        const reading = () => read(stack, variables(environment, "true"));
        expect(reading).toThrow(SettingsError);
        for (const named of ["ACCESS_GOVERNANCE_URL", "ACCESS_GOVERNANCE_TOKEN", "access-governance:url"])
            expect(reading).toThrow(named);
        expect(reading).toThrow("access-governance:token");
        expect(reading).not.toThrow(/other"|"own/);
    });

    test("include a token in OPAL_AUTH_TOKEN", () => {
        expect(() => read({ url: here }, { OPAL_AUTH_TOKEN: "other" })).toThrow(SettingsError);
        expect(read({ url: here }, { OPAL_AUTH_TOKEN: "other", ACCESS_GOVERNANCE_URL: here }).token).toBe("other");
    });

    test("use plain HTTP only if the source of the token, or the environment, allows it", () => {
        const plain = "http://there.example/v1";
        const own = { url: plain, token: "own" };
        const other = { url: plain, token: "other" };
        const stack = { url: plain, allowHttp: "true" };
        expect(() => read(stack, variables(other))).toThrow(SettingsError);
        expect(() => read(stack, variables(other))).toThrow("ACCESS_GOVERNANCE_ALLOW_HTTP");
        expect(() => read({ allowHttp: "true" }, variables(other, "false"))).toThrow(SettingsError);
        expect(read(stack, variables(other, "true"))).toMatchObject({ url: plain, allowHttp: true });
        expect(read({ ...own, allowHttp: "true" }, variables(other))).toMatchObject({ url: plain, allowHttp: true });
        expect(read(own, variables({}, "true")).allowHttp).toBe(true);
        const https = { allowHttp: "true" };
        expect(read(https, variables({ url: here, token: "other" })).allowHttp).toBe(false);
    });
});

test("the state keeps neither its token nor its address if the environment has both", () => {
    const state = { url, token: "kept", retries: "1" };
    expect(withoutReplaced(state, {})).toEqual(state);
    expect(withoutReplaced(state, variables({ url: "https://there.example/v1" }))).toEqual(state);
    expect(withoutReplaced(state, variables({ token: "other" }))).toEqual({ url, retries: "1" });
    expect(withoutReplaced(state, variables({ url, token: "other" }))).toEqual({ retries: "1" });
    expect(withoutReplaced({ "a:token": "kept" }, variables({ token: "other" }), "a:")).toEqual({});
});

describe("settings", () => {
    it("are read from the stack, then from the environment", () => {
        const environment = {
            ACCESS_GOVERNANCE_URL: "https://other.example/v1",
            OPAL_AUTH_TOKEN: "old",
            ACCESS_GOVERNANCE_TOKEN: "new",
        };
        expect(read({ url: `${url}/`, token: "mine" }, environment)).toMatchObject({
            url,
            token: "mine",
            allowMissing: false,
        });
        expect(read({}, environment)).toMatchObject({ url: "https://other.example/v1", token: "new" });
        const old = { ACCESS_GOVERNANCE_URL: url, OPAL_AUTH_TOKEN: "old" };
        expect(read({}, old)).toMatchObject({ token: "old", allowTakeover: false });
        const consent = { ...environment, ACCESS_GOVERNANCE_ALLOW_TAKEOVER: "true" };
        expect(read({}, consent)).toMatchObject({ allowTakeover: true });
        expect(() => read({}, { ...consent, ACCESS_GOVERNANCE_ALLOW_TAKEOVER: "yes" })).toThrow(
            "ACCESS_GOVERNANCE_ALLOW_TAKEOVER",
        );
        // A pipeline without a value for a variable sets it to an empty string.
        expect(read({}, { ...old, ACCESS_GOVERNANCE_TOKEN: "" })).toMatchObject({ token: "old" });
    });

    it("are converted to milliseconds, numbers and booleans", () => {
        const settings = read({
            url,
            token: "t",
            timeoutSeconds: "5",
            maxWaitSeconds: "0",
            readsPerSecond: "7",
            retries: "0",
            allowMissing: "true",
        });
        expect(settings).toMatchObject({
            timeoutMs: 5000,
            maxWaitMs: 0,
            readsPerSecond: 7,
            retries: 0,
            allowMissing: true,
        });
    });

    it("reject an http URL on another machine, unless the stack or the environment allows it", () => {
        const inClear = { url: "http://governance.example/v1", token: "t" };
        expect(() => read(inClear)).toThrow("others on the network can read the token");
        expect(read({ ...inClear, allowHttp: "true" }).url).toBe(inClear.url);
        expect(read(inClear, { ACCESS_GOVERNANCE_ALLOW_HTTP: "true" }).url).toBe(inClear.url);
        for (const host of ["127.0.0.1:7411", "localhost:7411", "[::1]:7411"]) {
            expect(read({ url: `http://${host}/v1`, token: "t" }).url).toContain(host);
        }
    });

    it("accept all or changed for what is read", () => {
        expect(["all", "changed"].map((text) => read({ url, token: "t", read: text }).read)).toEqual([
            "all",
            "changed",
        ]);
        expect(read({ url, token: "t" }).read).toBeUndefined();
    });

    it.each([
        [{ token: "t" }, "access-governance:url"],
        [{ url: "governance.example", token: "t" }, "access-governance:url"],
        [{ url: "ftp://governance.example", token: "t" }, "access-governance:url"],
        [{ url: "https://ada:secret@governance.example/v1", token: "t" }, "access-governance:url"],
        [{ url }, "access-governance:token"],
        [{ url, token: "  " }, "access-governance:token"],
        [{ url: "http://governance.example/v1", token: "t" }, "access-governance:allowHttp"],
        [{ url, token: "t", allowHttp: "yes" }, "access-governance:allowHttp"],
        [{ url, token: "t", retries: "-1" }, "access-governance:retries"],
        [{ url, token: "t", concurrency: "0" }, "access-governance:concurrency"],
        [{ url, token: "t", maxWaitSeconds: "1.5" }, "access-governance:maxWaitSeconds"],
        [{ url, token: "t", timeoutSeconds: "soon" }, "access-governance:timeoutSeconds"],
        [{ url, token: "t", allowMissing: "yes" }, "access-governance:allowMissing"],
        [{ url, token: "t", read: "change" }, "access-governance:read"],
    ])("are rejected by name if they are invalid: %j", (settings, named) => {
        expect(() => read(settings)).toThrow(SettingsError);
        expect(() => read(settings)).toThrow(named);
    });

    it("are rejected with a suggestion if they are unknown", () => {
        const known = ["access-governance:url", "access-governance:readsPerSecond", "other:tokn", "tokn"];
        checkSettings(known, "project");
        expect(() => checkSettings(["access-governance:tokn"], "project")).toThrow(
            'Unknown setting access-governance:tokn; did you mean "token"? Remove it with `pulumi config rm access-governance:tokn`.',
        );
        expect(() => checkSettings(["access-governance:colour"], "project")).toThrow("; available: url, token, ");
        // Settings in the namespace of the program itself are allowed.
        checkSettings(["access-governance:colour"], "access-governance");
        expect(() => checkSettings(["access-governance:retrys"], "access-governance")).toThrow('"retries"');
    });

    it("do not show the credentials of a URL in the error", () => {
        expect(() => read({ url: "https://ada:hunter2@governance.example/v1", token: "t" })).toThrow(/^(?!.*hunter2)/);
    });
});
