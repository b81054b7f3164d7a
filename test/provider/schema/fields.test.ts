import { describe, expect, it } from "vitest";
import { z } from "zod";
import { rule } from "../../../src/provider/schema/fields.js";
import { argumentProblems } from "../../../src/provider/schema/problems.js";
import { Group } from "../../../src/resources/kinds/groups/group.js";
import { Resource } from "../../../src/resources/kinds/resources/resource.js";
import { ScopedRolePermissions } from "../../../src/resources/kinds/resources/scoped-role-permissions.js";
import { AccessRule } from "../../../src/resources/kinds/rules/access-rule.js";

const id = "b7c6a7d0-8a52-5b3b-9a47-6f1d2e9b7c01";
const group = { name: "Night shift", appId: id, groupType: "SVC_GROUP" };
const problems = (schema: z.ZodType, given: Record<string, unknown>, secret = false) =>
    argumentProblems(schema, given, () => secret).map(({ path, reason }) => `${path}: ${reason}`);

describe("an extensible enumeration", () => {
    it.each([
        [Group.kind.schema, { ...group, groupType: "SVC_GRUOP" }, "groupType", "SVC_GROUP"],
        [Group.kind.schema, { ...group, groupType: "svc-group" }, "groupType", "SVC_GROUP"],
        [Group.kind.schema, { ...group, groupType: "OPAL_GROP" }, "groupType", "OPAL_GROUP"],
        [Resource.kind.schema, { name: "a", appId: id, resourceType: "AWS_IAM_ROEL" }, "resourceType", "AWS_IAM_ROLE"],
        [
            ScopedRolePermissions.kind.schema,
            { resourceId: id, permissions: [{ targetType: "GROUPP", permissionName: "READ", allowAll: true }] },
            "permissions[0].targetType",
            "GROUP",
        ],
    ])("rejects a misspelled member and suggests the correct one", (schema, given, path, member) => {
        expect(problems(schema, given)).toEqual([
            expect.stringMatching(
                `^${path.replace(/[[\]]/g, "\\$&")}: "[^"]+" is not allowed: did you mean "${member}"\\?$`,
            ),
        ]);
    });

    it.each(["SVC_GROUP", "OPAL_GROUP", "QUANTUM_GROUP"])(
        "accepts %s, which is a member or not similar to one",
        (groupType) => expect(problems(Group.kind.schema, { ...group, groupType })).toEqual([]),
    );
});

describe("an unknown property or member", () => {
    it("is reported with a suggestion at every depth", () => {
        const clauses = [{ selectors: [{ conectionId: id, key: "a", value: "b" }] }];
        const given = { name: "a", descripton: "b", ruleClauses: { when: { clauses } }, colour: "red" };
        const all = problems(AccessRule.kind.schema, given);
        expect(all).toContain('descripton: unknown property; did you mean "description"?');
        expect(all).toContain("colour: unknown property; check its spelling");
        expect(all).toContain(
            'ruleClauses.when.clauses[0].selectors[0].conectionId: unknown property; did you mean "connectionId"?',
        );
    });

    it("is reported with all members of a closed enumeration", () => {
        expect(problems(z.object({ way: z.enum(["HEADER", "QUERY"]) }), { way: "HAEDER" })).toEqual([
            'way: "HAEDER" is not allowed: it must be one of "HEADER", "QUERY"; did you mean "HEADER"?',
        ]);
    });
});

describe("a problem", () => {
    it("is reported for an extremely deep value", () => {
        const deep = Array.from({ length: 2_000 }).reduce<unknown>((inner) => [inner], "\ud800");
        expect(problems(Group.kind.schema, { ...group, name: deep })).toEqual([
            expect.stringMatching(/^name: .* is not allowed: it must be a string$/),
        ]);
    });

    it("is reported for an object that has only a length, like a string or an array", () => {
        const length = { toString: null, valueOf: null };
        for (const name of ["customRequestNotification", "requestConfigurations"]) {
            expect(problems(Group.kind.schema, { ...group, [name]: { length } })).toEqual([
                expect.stringMatching(`^${name}: .* is not allowed: it must be an? (string|array)$`),
            ]);
        }
    });

    it("shows only a part of a long value, and nothing of a secret", () => {
        const given = { ...group, appId: "x".repeat(1_000_000) };
        expect(problems(Group.kind.schema, given)[0]?.length).toBeLessThan(400);
        const schema = z.object({ way: z.enum(["HEADER", "QUERY"]) });
        expect(problems(schema, { way: "HAEDER" }, true)).toEqual([
            'way: [secret] is not allowed: it must be one of "HEADER", "QUERY"',
        ]);
    });

    it("has the message of the rule if the rule concerns several properties", () => {
        const schema = rule(z.strictObject({ a: z.string() }), "a", "it must be b", ({ a }) => a === "b");
        expect(problems(schema, { a: "c" })).toEqual(['a: "c" is not allowed: it must be b']);
    });

    it.each(["constructor", "toString", "hasOwnProperty"])("is reported for an unknown property named %s", (name) => {
        expect(problems(Group.kind.schema, { ...group, [name]: "x" })).toEqual([
            `${name}: unknown property; check its spelling`,
        ]);
    });
});
