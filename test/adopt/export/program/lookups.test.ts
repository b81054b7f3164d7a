import { expect, test } from "vitest";
import type { ServiceObject } from "../../../../src/adopt/export/inventory/found.js";
import { NameReference } from "../../../../src/adopt/export/program/expression.js";
import { Lookups, lookupFor } from "../../../../src/adopt/export/program/lookups.js";
import { lookupsText } from "../../../../src/adopt/export/program/typescript.js";
import { type FieldSchema, insideOf } from "../../../../src/provider/schema/fields.js";
import { referredBy } from "../../../../src/provider/schema/references.js";
import * as functions from "../../../../src/resources/functions.js";
import { kinds } from "../../../../src/resources/kinds.js";
import { declarable } from "../objects.js";

function lookups(...all: readonly ServiceObject[]) {
    const made = new Lookups(new Map(all.map((one) => [one.id, one])));
    const texts = all.map((one) => {
        const expression = made.of(one);
        return expression instanceof NameReference ? expression.text : expression;
    });
    return { texts, body: made.isEmpty ? "" : lookupsText(made) };
}

test("an object with a unique name is looked up by name, once", () => {
    const okta = declarable("App", "app-1", { name: "Okta", appType: "OKTA" });
    const { texts, body } = lookups(okta, okta);
    expect(texts).toEqual(["oktaAppId", "oktaAppId"]);
    expect(body).toContain('export const oktaAppId = access.getAppOutput({ name: "Okta" }).appId;');
});

test("an object that shares its name is looked up by further properties", () => {
    const { texts, body } = lookups(
        declarable("App", "app-1", { name: "Okta" }),
        declarable("Group", "g1", { name: "Staff", appId: "app-1", groupType: "A" }),
        declarable("Group", "g2", { name: "Staff", appId: "app-2", groupType: "A" }),
    );
    expect(texts).toEqual(["oktaAppId", "staffGroupId", "staffApp2GroupId"]);
    expect(body).toContain('access.getGroupOutput({ name: "Staff", appId: oktaAppId }).groupId');
    expect(body.indexOf("oktaAppId =")).toBeLessThan(body.indexOf("staffGroupId ="));
});

test("an object without a unique name is referred to by its id", () => {
    const { texts, body } = lookups(
        declarable("Owner", "o1", { name: "Same" }),
        declarable("Owner", "o2", { name: "Same" }),
        declarable("Resource", "r1", { name: " " }),
        declarable("User", "u1", { email: "" }),
        declarable("MessageChannel", "m1", { remoteId: "" }),
    );
    expect(texts).toEqual(["o1", "o2", "r1", "u1", "m1"]);
    expect(body).toBe("");
});

test("a group with the name of an access rule is not looked up by name alone", () => {
    const { texts } = lookups(
        declarable("Group", "g1", { name: "Europe", appId: "a", groupType: "SVC_GROUP" }),
        declarable("AccessRule", "g2", { name: "Europe" }),
    );
    expect(texts[0]).not.toBe("g1");
    expect(texts[1]).toBe("europeAccessRuleId");
});

test("users are looked up by email", () => {
    const { texts, body } = lookups(declarable("User", "u1", { email: `o'hara"@x` }));
    expect(texts).toEqual([`user("o'hara\\"@x")`]);
    expect(body).toContain("export function user(email: string): pulumi.Output<string>");
});

test("the kinds that fields refer to have lookups with the properties of their keys", () => {
    const referred = (schema: FieldSchema): (string | undefined)[] => {
        const { shape, element } = insideOf(schema);
        return [referredBy(schema), ...[element, ...Object.values(shape ?? {})].flatMap((one) => one && referred(one))];
    };
    const names = new Set(kinds.flatMap(({ fields }) => Object.values(fields).flatMap(referred)));
    const lookups = kinds.filter(({ name }) => names.has(name)).flatMap((kind) => lookupFor(kind) ?? []);
    expect(lookups.length).toBeGreaterThan(10);
    for (const { call, id, by, narrowedBy } of lookups) {
        const [, lookup] = Object.entries(functions).find(([name]) => name === call) ?? [];
        expect([call, lookup]).toEqual([call, expect.any(Function)]);
        expect(lookup).toHaveProperty("takes", expect.arrayContaining([id, ...by, ...narrowedBy]));
    }
});
