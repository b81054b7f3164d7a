import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { SettingsError } from "../../src/common/errors.js";
import {
    formerSettings,
    programSettings,
    ServedOrganization,
    settingFaults,
} from "../../src/plugin/provider-settings.js";
import { readSettings } from "../../src/provider/settings.js";

afterEach(() => void vi.unstubAllEnvs());

const TYPE = "urn:pulumi:dev::stack::pulumi:providers:access-governance";
const DEFAULT = `${TYPE}::default`;
const STATE = { url: "https://old.example.com/v1", token: "old", allowMissing: "true" };

/** The url, the token and allowMissing that the provider uses, and whether they are those of the last update. */
function used(name: string, config: object | undefined, environment: Record<string, string> = {}) {
    const variable = config === undefined ? {} : { PULUMI_CONFIG: JSON.stringify(config) };
    const { settings, isFormer } = formerSettings(`${TYPE}::${name}`, STATE, { ...environment, ...variable });
    return [...["url", "token", "allowMissing"].map((key) => settings[`access-governance:${key}`]), isFormer];
}

const FORMER = ["https://old.example.com/v1", "old", "true", true];
const CURRENT = ["https://new.example.com/v1", "new", undefined, false];

describe("a provider of the state uses", () => {
    const config = { url: "https://new.example.com/v1", token: "new" };

    test.each(["default", "default_0_1_0", "default_1_2_3_https_//example.com"])(
        "the stack's configuration if it is the default provider %s",
        (name) => expect(used(name, config)).toEqual(CURRENT),
    );

    test.each(["own", "default-eu", "defaults", "default_eu"])("its own settings if it is called %s", (name) =>
        expect(used(name, config)).toEqual(FORMER),
    );

    test("the whole keys of an engine that does not shorten them, and no others", () => {
        const whole = { "access-governance:url": config.url, "access-governance:token": "new", "aws:token": "other" };
        expect(used("default", whole)).toEqual(CURRENT);
    });

    test("the settings of the state if the engine does not tell the stack's configuration", () =>
        expect(used("default", undefined)).toEqual(FORMER));

    test("no token of the state if the stack's configuration has no token any more", () =>
        expect(used("default", { url: config.url }, { ACCESS_GOVERNANCE_TOKEN: "new" })).toEqual([
            config.url,
            undefined,
            undefined,
            false,
        ]));

    test("the environment, then the state, if the stack's configuration is empty or missing", () => {
        const own = { ACCESS_GOVERNANCE_URL: "https://new.example.com/v1" };
        const both = { ...own, ACCESS_GOVERNANCE_TOKEN: "new" };
        expect(used("default", {}, both)).toEqual([undefined, undefined, "true", false]);
        expect(used("default", {})).toEqual([STATE.url, "old", "true", false]);
        expect(used("default", {}, own)).toEqual([STATE.url, "old", "true", false]);
    });

    test("no token of the environment at the address of the state", () => {
        const environment = { OPAL_AUTH_TOKEN: "new" };
        const { settings } = formerSettings(DEFAULT, STATE, { ...environment, PULUMI_CONFIG: "{}" });
        expect(() => readSettings({ get: (key) => settings[key] }, environment)).toThrow(SettingsError);
        const there = { ...environment, ACCESS_GOVERNANCE_URL: STATE.url };
        expect(readSettings({ get: (key) => settings[key] }, there)).toMatchObject({ url: STATE.url, token: "new" });
    });
});

describe("the check of a provider's settings", () => {
    const faults = (before: string | undefined, now: string, others: object = {}) =>
        settingFaults(DEFAULT, before === undefined ? {} : { url: before }, { url: now, token: "t", ...others }).length;

    test("refuses another address, port or path", () => {
        for (const now of ["https://b.example.com/v1", "https://a.example.com:8443/v1", "https://a.example.com/v2"])
            expect(faults("https://a.example.com/v1", now), now).toBe(1);
    });

    test("accepts another spelling of the address", () => {
        for (const now of ["https://A.Example.com/v1", "https://a.example.com:443/v1", "HTTPS://a.example.com/v1//"])
            expect(faults("https://a.example.com/v1", now), now).toBe(0);
    });

    test("accepts another address if the former one is declared, in any spelling", () => {
        const former = "https://A.example.com:443/v1/";
        expect(faults("https://a.example.com/v1", "https://b.example.com/v1", { formerUrl: former })).toBe(0);
        expect(faults("https://c.example.com/v1", "https://b.example.com/v1", { formerUrl: former })).toBe(1);
    });

    test("refuses an address or a token of the program together with the other one of the environment", () => {
        const access = { url: "https://a.example.com/v1", token: "t" };
        vi.stubEnv("ACCESS_GOVERNANCE_URL", "https://b.example.com/v1");
        vi.stubEnv("ACCESS_GOVERNANCE_TOKEN", "other");
        expect(settingFaults(DEFAULT, {}, { url: access.url })).toHaveLength(1);
        expect(settingFaults(DEFAULT, {}, { token: access.token })).toHaveLength(1);
        expect(settingFaults(DEFAULT, {}, access)).toEqual([]);
        expect(settingFaults(DEFAULT, {}, {})).toEqual([]);
    });

    test("accepts any address of a new provider", () => expect(faults(undefined, "https://a.example.com/v1")).toBe(0));
});

describe("arguments of a provider", () => {
    const access = { url: "https://a.example.com/v1", token: "t" };
    const read = (args: object) => {
        const { settings } = programSettings({ ...access, ...args });
        return readSettings({ get: (key) => settings[key] }, {});
    };
    const typed = {
        ...{ concurrency: 5, retries: 0, allowMissing: true, read: "changed" },
        ...{ ignoredFields: ["last_synced_at"], defaults: { requireMfaToApprove: true, maxDurationMinutes: 480 } },
    };

    test("have the same effect as values, from YAML, and as JSON, from a generated SDK", () => {
        const asJson = Object.entries(typed).map(([name, value]) => [
            name,
            typeof value === "string" ? value : JSON.stringify(value),
        ]);
        expect(read(typed)).toMatchObject(typed);
        expect(read(Object.fromEntries(asJson))).toEqual(read(typed));
    });

    test("count as omitted if they are null, also as JSON", () => {
        const nothing = Object.keys(typed).map((name) => [name, "null"]);
        expect(read(Object.fromEntries(nothing))).toEqual(read({}));
    });

    test("have the types of the schema", () => {
        const { provider } = JSON.parse(readFileSync(join(__dirname, "../../api/plugin.schema.json"), "utf8"));
        const types = Object.keys(typed).map((name) => provider.inputProperties[name].type);
        expect(types).toEqual(["integer", "integer", "boolean", undefined, "array", "object"]);
        expect(provider.inputProperties.read.$ref).toBe("#/types/access-governance:index:ReadScope");
    });
});

describe("a process of the provider", () => {
    const A = programSettings({ url: "https://a.example.com/v1", token: "t" });

    test("serves one organization, however often it is configured", () => {
        const organization = new ServedOrganization();
        for (const url of ["https://a.example.com/v1", "https://A.example.com/v1/"])
            organization.accept(programSettings({ url, token: "t" }));
        for (const other of [
            { url: "https://b.example.com/v1", token: "t" },
            { url: "https://a.example.com/v1", token: "of another organization" },
            { url: "no address", token: "t" },
        ])
            expect(() => organization.accept(programSettings(other)), other.url).toThrow(SettingsError);
        organization.accept(A);
    });

    test("names the organization that it serves, and no token", () => {
        const organization = new ServedOrganization();
        organization.accept(A);
        const accepting = () =>
            organization.accept(programSettings({ url: "https://b.example.com/v1", token: "hush" }));
        expect(accepting).toThrow("https://a.example.com/v1");
        expect(accepting).not.toThrow("hush");
    });

    test("leaves an error in its first settings to the session", () => {
        const organization = new ServedOrganization();
        organization.accept(programSettings({ url: "no address", token: "t" }));
        organization.accept(A);
    });
});
