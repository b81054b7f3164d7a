import { describe, expect, test } from "vitest";
import type { Properties } from "../../../src/common/properties.js";
import { differences } from "../../../src/provider/schema/comparison/differences.js";
import {
    argumentsOf,
    holdsSecret,
    SecretArgument,
    undeclarable,
    unreadOf,
} from "../../../src/provider/shapes/arguments.js";
import { kinds } from "../../../src/resources/kinds.js";
import { kindOf } from "../../adopt/export/objects.js";

const given = (kind: string, live: Properties) => {
    const found = argumentsOf(kindOf(kind), live);
    if ("because" in found) throw new Error(found.because);
    return found;
};
const APP = "0b7f1a52-5a3b-4a4f-8f3a-1f1f1f1f1f1f";
const GROUP = { groupId: "g", name: "Staff", appId: APP, groupType: "SVC_GROUP" };

describe("properties that the service does not return", () => {
    const SCRIPT = { opalScriptId: "s", name: "Hours", script: "def main():\n    pass\n" };

    test("a review script cannot be declared, because its owner is not returned", () => {
        const reviews = argumentsOf(kindOf("Script"), { ...SCRIPT, scriptType: "REQUEST_REVIEW" });
        expect(reviews).toEqual({ because: expect.stringContaining("ownerId") });
        expect(given("Script", { ...SCRIPT, scriptType: "CONTEXT_PROVIDER" }).left).toEqual([]);
    });

    test("the declaration of a connector takes its secret from the stack", () => {
        const { given: args } = given("App", {
            appId: APP,
            name: "Billing",
            description: "",
            adminOwnerId: APP,
            appType: "CUSTOM_CONNECTOR",
            visibility: "GLOBAL",
            visibilityGroupIds: [],
            customConnector: { identifier: "billing", baseUrl: "https://billing.example/c", tlsMode: true },
        });
        expect(args).toEqual({
            name: "Billing",
            description: "",
            adminOwnerId: APP,
            appType: "CUSTOM_CONNECTOR",
            customConnector: {
                identifier: "billing",
                baseUrl: "https://billing.example/c",
                signingSecret: new SecretArgument(["customConnector", "signingSecret"]),
            },
        });
    });

    test("apps that are connected in the console cannot be declared", () => {
        expect(kindOf("App").undeclarable?.({ appType: "OKTA_DIRECTORY" })).toContain("console");
        expect(kindOf("App").undeclarable?.({ appType: "CUSTOM" })).toBe(undefined);
    });
});

describe("the declaration of a live object", () => {
    test("omits default values and values that only the service sets", () => {
        const live = {
            ...GROUP,
            description: "",
            adminOwnerId: null,
            requireMfaToApprove: false,
            remoteName: "staff",
            visibility: { visibility: "GLOBAL", visibilityGroupIds: [] },
            messageChannelIds: [],
            groupLeaderUserIds: [],
        };
        expect(given("Group", live)).toEqual({
            given: {
                name: "Staff",
                appId: APP,
                groupType: "SVC_GROUP",
                // An addition to these would give somebody a right.
                messageChannelIds: [],
                groupLeaderUserIds: [],
            },
            left: [],
        });
    });

    test("does not differ from the object", () => {
        const live = {
            ...GROUP,
            description: "Those who stay",
            visibility: { visibility: "LIMITED", visibilityGroupIds: [APP] },
        };
        const { given: args } = given("Group", live);
        expect(args).toMatchObject({ description: "Those who stay", visibility: live.visibility });
        expect(differences(kindOf("Group").fields, args, live)).toEqual([]);
        expect(kindOf("Group").schema.safeParse(args).success).toBe(true);
    });

    test("omits a value that no program may specify, and reports it", () => {
        const { given: args, left } = given("Group", { ...GROUP, riskSensitivityOverride: "OFF THE SCALE" });
        expect(args).toEqual({ name: "Staff", appId: APP, groupType: "SVC_GROUP" });
        expect(left).toEqual([{ path: "riskSensitivityOverride", reason: expect.any(String) }]);
    });

    test("is refused with a reason if a required property is missing or invalid", () => {
        expect(argumentsOf(kindOf("Group"), { ...GROUP, name: "" })).toEqual({
            because: expect.stringMatching(/^name: /),
        });
        expect(argumentsOf(kindOf("User"), { email: "ada@x" })).toEqual({
            because: "role is required, but the service never returns it",
        });
    });

    test("contains a placeholder for each required secret", () => {
        const live = {
            name: "Archive",
            connectionType: "WEBHOOK",
            webhookUrl: "https://hooks.example/in",
            enabled: true,
            authType: "HMAC",
            apiKeyCredentials: [],
            hmacCredential1: {},
            hmacCredential2: null,
        };
        const { given: args } = given("EventStream", live);
        expect(holdsSecret(args.hmacCredential1)).toBe(true);
        expect(JSON.stringify(args)).not.toContain("hmacCredential2");
        const plain = given("EventStream", { ...live, authType: "NONE", hmacCredential1: null }).given;
        expect(holdsSecret(plain)).toBe(false);
    });
});

test("users and tokens are the only kinds that cannot be declared from the responses of the service", () => {
    expect(kinds.filter(undeclarable).map(({ name }) => name)).toEqual(["ServiceUserToken", "User"]);
});

test("a secret field does not count as an unreadable field", () => {
    expect(unreadOf(kindOf("EventStream"))).toEqual([]);
    expect(holdsSecret({ a: [{ b: new SecretArgument(["a"]) }] })).toBe(true);
    expect(holdsSecret({ a: [null, "x", 1] })).toBe(false);
});

test("a value compared as a whole is included completely or not at all, and the live object is not modified", () => {
    const twice = [APP, APP];
    const query = { entitlementFilter: {}, principalAccessFilters: { isAccessibleBy: { entityIDs: twice } } };
    const live = { campaignId: "c", name: "Spring", query };
    const before = structuredClone(live);
    expect(argumentsOf(kindOf("Campaign"), live)).toMatchObject({
        because: expect.stringMatching(/entityIDs.*duplicate/),
    });
    expect(live).toEqual(before);
});
