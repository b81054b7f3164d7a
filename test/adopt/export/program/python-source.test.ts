import { describe, expect, test } from "vitest";
import { CallExpression, NameReference } from "../../../../src/adopt/export/program/expression.js";
import {
    pythonCallText,
    pythonExpression,
    pythonName,
    pythonValue,
} from "../../../../src/adopt/export/program/python-source.js";
import { kindOf } from "../objects.js";

test.each([
    ["adminOwnerId", "admin_owner_id"],
    ["hmacCredential1", "hmac_credential1"],
    ["requireMfaToApprove", "require_mfa_to_approve"],
    ["azureAdMicrosoft365Group", "azure_ad_microsoft365_group"],
    ["entityIDs", "entity_ids"],
    ["baseURLPath", "base_url_path"],
    ["SHA256Hash", "sha256_hash"],
    ["import", "import_"],
    ["staffGroup.id", "staff_group.id"],
    ["getOnCallSchedule", "get_on_call_schedule"],
    ["ÄrzteGroup", "ärzte_group"],
])("%s is %s, as in Pulumi's SDKs", (name, expected) => {
    expect(pythonName(name)).toBe(expected);
});

describe("values of fields", () => {
    const python = (kind: string, field: string, value: Parameters<typeof pythonValue>[0]) =>
        pythonExpression(pythonValue(value, kindOf(kind).fields[field]));

    test("fields are in snake_case, and the keys of a query stay as they are", () => {
        expect(python("Resource", "remoteInfo", { oktaApp: { appId: "0oa" } })).toBe('{"okta_app": {"app_id": "0oa"}}');
        const query = { entitlementFilter: { entityIDs: ["g1"] } };
        expect(python("Campaign", "query", query)).toBe('{"entitlement_filter": {"entityIDs": ["g1"]}}');
    });

    test("a value of a set is a member of its enum, and any other text stays a text", () => {
        expect(python("Resource", "resourceType", "AWS_IAM_ROLE")).toBe("access.ResourceType.AWS_IAM_ROLE");
        expect(python("Resource", "resourceType", "NOT_KNOWN_YET")).toBe('"NOT_KNOWN_YET"');
        expect(python("Resource", "name", "CUSTOM")).toBe('"CUSTOM"');
    });

    test("literals are those of Python", () => {
        const value = { a: true, b: null, c: -1, d: 'say "hi"', e: [new CallExpression("user", ["x"], [])] };
        expect(pythonExpression(value)).toBe(`{"a": True, "b": None, "c": -1, "d": 'say "hi"', "e": [user("x")]}`);
    });
});

test("a call is broken after 88 columns, and each argument has a line", () => {
    const named = (length: number) => ({ name: "x".repeat(length), ref: new NameReference("a_owner.id") });
    const flat = pythonCallText({ called: "access.Owner", given: ['"a"'], named: named(46) });
    expect([flat.length, flat.includes("\n")]).toEqual([88, false]);
    const broken = pythonCallText({ called: "access.Owner", given: ['"a"'], named: named(47), after: ".id" });
    expect(broken).toBe(`access.Owner(\n    "a",\n    name="${"x".repeat(47)}",\n    ref=a_owner.id,\n).id`);
});
