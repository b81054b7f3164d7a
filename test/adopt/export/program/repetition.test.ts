import { expect, test } from "vitest";
import { NameReference } from "../../../../src/adopt/export/program/expression.js";
import { lift, type Occurrence } from "../../../../src/adopt/export/program/repetition.js";
import { sharedText } from "../../../../src/adopt/export/program/typescript.js";
import { kinds } from "../../../../src/resources/kinds.js";

const kindOf = (name: string) => kinds.find((kind) => kind.name === name) ?? expect.fail(name);
const owner = (name: string) => new NameReference(`${name}.id`, [{ name, file: "owners" }]);
const rules = (name: string, more: object = {}) => [
    {
        priority: 0,
        allowRequests: true,
        autoApproval: false,
        ...more,
        reviewerStages: [{ operator: "AND", ownerIds: [owner(name)] }],
    },
];
const of = (value: Occurrence["value"], property = "requestConfigurations", className = "Group"): Occurrence => ({
    property,
    kind: kindOf(className),
    value,
});
const textsOf = (occurrences: readonly Occurrence[]) => {
    const { replacements, values } = lift(occurrences);
    const body = values.length > 0 ? sharedText(values) : undefined;
    return { texts: occurrences.map(({ value }) => replacements.get(value)?.text), body };
};

test("three values that differ only in a reference become calls of one function", () => {
    const { texts, body } = textsOf([of(rules("a")), of(rules("b")), of(rules("a")), of({ other: 1 })]);
    expect(texts).toEqual([
        "usualRequestConfigurations(a.id)",
        "usualRequestConfigurations(b.id)",
        "usualRequestConfigurations(a.id)",
        undefined,
    ]);
    expect(body).toContain("owner: pulumi.Input<string>,\n): NonNullable<access.GroupArgs");
    expect(body).toContain('reviewerStages: [{ operator: "AND", ownerIds: [owner] }]');
});

test("two equal values, small values, and values with many references stay inline", () => {
    expect(textsOf([of(rules("a")), of(rules("b"))])).toEqual({ texts: [undefined, undefined], body: undefined });
    const small = of({ visibility: "GLOBAL" }, "visibility");
    expect(textsOf([small, small, small]).body).toBeUndefined();
    const many = of({ all: ["a", "b", "c", "d"].map(owner) });
    expect(textsOf([many, many, many]).body).toBeUndefined();
});

test("different values get functions with different names, the same in every export", () => {
    const all = [rules("a"), rules("a", { maxDurationMinutes: 60 }), rules("a", { extra: "x" })].flatMap((value) => [
        of(value),
        of(value),
        of(value),
    ]);
    const { texts } = textsOf(all);
    const names = [...new Set(texts.map((text) => text?.split("(")[0]))];
    expect(names).toHaveLength(3);
    expect(names.slice(0, 2)).toEqual(["usualRequestConfigurations", "requestConfigurationsUpTo1Hours"]);
    expect(textsOf(all)).toEqual(textsOf(all));
});

test("a string that equals a parameter name stays a string", () => {
    const value = { a: "owner", b: 1, c: null, d: ["owner", owner("x")] };
    const { body } = textsOf([of(value), of(value), of(value)]);
    expect(body).toContain('a: "owner"');
});
