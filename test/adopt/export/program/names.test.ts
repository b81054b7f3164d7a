import { expect, test } from "vitest";
import { slugOf, UniqueNames, variableOf } from "../../../../src/adopt/export/program/names.js";

test.each([
    ["Ada's team (EU)", "adas-team-eu"],
    ["Päyments", "payments"],
    ["../x", "x"],
    ["日本語", "日本語"],
    ["한국", "한국"],
    ["__proto__", "proto"],
    ["line\nbreak", "line-break"],
    ["e\u0301", "e"],
    [" \t\u200b", ""],
    ["🦀", ""],
    ["x".repeat(300), "x".repeat(60)],
    [`${"x".repeat(59)} y`, "x".repeat(59)],
    ["𝒳".repeat(70), "x".repeat(60)],
])("%j becomes %j", (name, slug) => {
    expect(slugOf(name)).toBe(slug);
});

test.each([
    ["adas-team-eu", "Group", "adasTeamEuGroup"],
    ["support-group", "Group", "supportGroup"],
    ["group", "Group", "groupGroup"],
    ["class", "Owner", "classOwner"],
    ["1-2", "Tag", "tag12"],
    ["", "Tag", "tag"],
    // Characters that slugs allow but variable names do not.
    ["a\u{10107}b", "Group", "abGroup"],
    ["\u2e2f", "Group", "group"],
])("the variable of %j, a %s, is %s", (slug, noun, variable) => {
    expect(variableOf(slug, noun)).toBe(variable);
    expect(() => new Function(`const ${variable} = 1;`)).not.toThrow();
});

test("a name is used only once, regardless of case", () => {
    const names = new UniqueNames(["teams/a-2"]);
    expect([names.take("a"), names.take("A"), names.take("a", "a-of-b"), names.take("a", "a-of-b")]).toEqual([
        "a",
        "A2",
        "a-of-b",
        "a-of-b-2",
    ]);
    expect(names.take("Teams/A-2")).toBe("Teams/A-2-2");
});
