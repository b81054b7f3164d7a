import { describe, expect, it } from "vitest";
import { SettingsError } from "../../src/common/errors.js";
import { checkSettings, readSettings } from "../../src/provider/settings.js";

const url = "https://governance.example/v1";
const read = (settings: Record<string, string>, environment: NodeJS.ProcessEnv = {}) =>
    readSettings({ get: (key) => settings[key.replace("access-governance:", "")] }, environment);

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
        expect(read({ url }, { OPAL_AUTH_TOKEN: "old" })).toMatchObject({ token: "old", allowTakeover: false });
        const consent = { ...environment, ACCESS_GOVERNANCE_ALLOW_TAKEOVER: "true" };
        expect(read({ url }, consent)).toMatchObject({ allowTakeover: true });
        expect(() => read({ url }, { ...consent, ACCESS_GOVERNANCE_ALLOW_TAKEOVER: "yes" })).toThrow(
            "ACCESS_GOVERNANCE_ALLOW_TAKEOVER",
        );
        // A pipeline without a value for a variable sets it to an empty string.
        expect(read({ url }, { ACCESS_GOVERNANCE_TOKEN: "", OPAL_AUTH_TOKEN: "old" })).toMatchObject({ token: "old" });
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

    it("accept true for the cache at its default path, or the path of the cache", () => {
        const cache = (text: string) => read({ url, token: "t", cache: text }).cache;
        expect(["true", "false", "kept/answers.jsonl"].map(cache)).toEqual([null, undefined, "kept/answers.jsonl"]);
        expect(read({ url, token: "t" }).cache).toBeUndefined();
        expect(read({ url, token: "t", cacheProbe: "true" }).cacheProbe).toBe(true);
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
        [{ url, token: "t", cache: "yes" }, "access-governance:cache"],
        [{ url, token: "t", cacheProbe: "yes" }, "access-governance:cacheProbe"],
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
