import { describe, expect, it } from "vitest";
import { z } from "zod";
import { rule } from "../../../src/provider/schema/fields.js";
import { problemsOf } from "../../../src/provider/schema/problems.js";
import { Group } from "../../../src/resources/kinds/groups/group.js";
import { Resource } from "../../../src/resources/kinds/resources/resource.js";
import { ScopedRolePermissions } from "../../../src/resources/kinds/resources/scoped-role-permissions.js";
import { AccessRule } from "../../../src/resources/kinds/rules/access-rule.js";

const id = "b7c6a7d0-8a52-5b3b-9a47-6f1d2e9b7c01";
const group = { name: "Night shift", appId: id, groupType: "SVC_GROUP" };
const told = (schema: z.ZodType, given: Record<string, unknown>, secret = false) =>
    problemsOf(schema, given, () => secret).map(({ path, reason }) => `${path}: ${reason}`);

describe("an enumeration that may grow", () => {
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
    ])("refuses what was meant to be a member", (schema, given, path, member) => {
        expect(told(schema, given)).toEqual([
            expect.stringMatching(
                `^${path.replace(/[[\]]/g, "\\$&")}: "[^"]+" is not allowed: did you mean "${member}"\\?$`,
            ),
        ]);
    });

    it.each(["SVC_GROUP", "OPAL_GROUP", "QUANTUM_GROUP"])("takes %s, which it knows or has no guess at", (groupType) =>
        expect(told(Group.kind.schema, { ...group, groupType })).toEqual([]),
    );
});

describe("what there is not", () => {
    it("is told with what was meant, at every depth", () => {
        const clauses = [{ selectors: [{ conectionId: id, key: "a", value: "b" }] }];
        const given = { name: "a", descripton: "b", ruleClauses: { when: { clauses } }, colour: "red" };
        const all = told(AccessRule.kind.schema, given);
        expect(all).toContain('descripton: unknown property; did you mean "description"?');
        expect(all).toContain("colour: unknown property; check its spelling");
        expect(all).toContain(
            'ruleClauses.when.clauses[0].selectors[0].conectionId: unknown property; did you mean "connectionId"?',
        );
    });

    it("is told of a closed enumeration", () => {
        expect(told(z.object({ way: z.enum(["HEADER", "QUERY"]) }), { way: "HAEDER" })).toEqual([
            'way: "HAEDER" is not allowed: it must be one of "HEADER", "QUERY"; did you mean "HEADER"?',
        ]);
    });
});

describe("a fault", () => {
    it("is told of what is deeper than anything can be", () => {
        const deep = Array.from({ length: 2_000 }).reduce<unknown>((inner) => [inner], "\ud800");
        expect(told(Group.kind.schema, { ...group, name: deep })).toEqual([
            expect.stringMatching(/^name: .* is not allowed: it must be a string$/),
        ]);
    });

    it("is told of what has a length like a text or a list, whatever that is", () => {
        const length = { toString: null, valueOf: null };
        for (const name of ["customRequestNotification", "requestConfigurations"]) {
            expect(told(Group.kind.schema, { ...group, [name]: { length } })).toEqual([
                expect.stringMatching(`^${name}: .* is not allowed: it must be an? (string|array)$`),
            ]);
        }
    });

    it("shows no more of a value than is needed, and nothing of a secret", () => {
        const given = { ...group, appId: "x".repeat(1_000_000) };
        expect(told(Group.kind.schema, given)[0]?.length).toBeLessThan(400);
        const schema = z.object({ way: z.enum(["HEADER", "QUERY"]) });
        expect(told(schema, { way: "HAEDER" }, true)).toEqual([
            'way: [secret] is not allowed: it must be one of "HEADER", "QUERY"',
        ]);
    });

    it("of several properties keeps its own words", () => {
        const schema = rule(z.strictObject({ a: z.string() }), "a", "it must be b", ({ a }) => a === "b");
        expect(told(schema, { a: "c" })).toEqual(['a: "c" is not allowed: it must be b']);
    });

    it.each(["constructor", "toString", "hasOwnProperty"])("is a property called %s", (name) => {
        expect(told(Group.kind.schema, { ...group, [name]: "x" })).toEqual([
            `${name}: unknown property; check its spelling`,
        ]);
    });
});
