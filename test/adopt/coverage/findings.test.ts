import { expect, test } from "vitest";
import { type FindingSource, findingFamilies, undeclaredFindings } from "../../../src/adopt/coverage/findings.js";
import { undeclaredOutline } from "../../../src/adopt/coverage/outline.js";
import { outlineMarkdown } from "../../../src/common/outline/outline-markdown.js";
import { kinds } from "../../../src/resources/kinds.js";

const DECLARED = new Map([
    ["production", "Production"],
    ["staff", "Staff"],
]);

test("what gives access to declared objects comes first, then what widens access, each object before its members", () => {
    const found = undeclaredFindings(
        [
            source("Tag", "t", { key: "a" }),
            source("Group", "harmless", { name: "Harmless" }),
            source("GroupUser", "elsewhere/ada", { groupId: "elsewhere", userId: "ada" }),
            source("Group", "elsewhere", { name: "Elsewhere" }),
            source("GroupUser", "shadow/ada", { groupId: "shadow", userId: "ada" }),
            source("GroupResource", "shadow/production", { groupId: "shadow", resourceId: "production" }),
            source("Group", "shadow", { name: "Shadow" }),
            source("GroupUser", "staff/ada", { groupId: "staff", userId: "ada" }),
            source("GroupVisibility", "staff", { groupId: "staff", visibility: "GLOBAL" }),
        ],
        DECLARED,
    );
    expect(found.map(({ kind, id, reaches, risk }) => [kind, id, reaches.join(), risk])).toEqual([
        ["Group", "shadow", "Production", "widens"],
        ["GroupResource", "shadow/production", "Production", "widens"],
        ["GroupUser", "shadow/ada", "", "widens"],
        ["GroupUser", "staff/ada", "Staff", "widens"],
        ["GroupVisibility", "staff", "Staff", "mayWiden"],
        ["Group", "elsewhere", "", "widens"],
        ["GroupUser", "elsewhere/ada", "", "widens"],
        ["Group", "harmless", "", "none"],
        ["Tag", "t", "", "none"],
    ]);
});

test("a group reaches what the groups that contain it give access to, also in a cycle", () => {
    const found = undeclaredFindings(
        [
            source("Group", "outer", { name: "Outer" }),
            source("Group", "inner", { name: "Inner" }),
            source("ContainingGroup", "inner/outer", { groupId: "inner", containingGroupId: "outer" }),
            source("ContainingGroup", "outer/inner", { groupId: "outer", containingGroupId: "inner" }),
            source("GroupResource", "outer/production", { groupId: "outer", resourceId: "production" }),
        ],
        DECLARED,
    );
    const groups = found.filter(({ kind }) => kind === "Group");
    expect(groups.map(({ id, reaches }) => [id, reaches])).toEqual([
        ["inner", ["Production"]],
        ["outer", ["Production"]],
    ]);
});

test("the owner that administers an object is not reached", () => {
    const declared = new Map([["owner", "Platform"]]);
    const template = source("ConfigurationTemplate", "t", { name: "T", adminOwnerId: "owner" });
    expect(undeclaredFindings([template], declared)).toMatchObject([{ reaches: [] }]);
});

test("members of a declared object are lines of their own, not below one of its documents", () => {
    const findings = undeclaredFindings(
        [
            source("GroupUser", "staff/ada", { groupId: "staff", userId: "ada" }),
            source("GroupReviewerStages", "staff", { groupId: "staff" }),
            source("GroupVisibility", "staff", { groupId: "staff" }),
        ],
        DECLARED,
    );
    expect(findingFamilies(findings).map((family) => family.map(({ kind }) => kind))).toEqual([
        ["GroupUser"],
        ["GroupReviewerStages"],
        ["GroupVisibility"],
    ]);
});

test("Markdown of many findings fits, begins with the riskiest and counts the others", () => {
    const many = Array.from({ length: 500 }, (_, at) => source("Group", `g${at}`, { name: `Group ${at}` }));
    const shadow = source("GroupResource", "g77/production", { groupId: "g77", resourceId: "production" });
    const added = undeclaredFindings([...many, shadow], DECLARED);
    const text = outlineMarkdown(undeclaredOutline({ added, stale: [] }, []), 5000);
    expect(text.length).toBeLessThanOrEqual(5000);
    expect(text).toMatch(
        /^<!-- access-governance undeclared -->\n### Access that nobody declares\n\n500 are .* 1 of them/,
    );
    expect(text.indexOf("`Group 77`")).toBeLessThan(text.indexOf("`Group 0`"));
    expect(text).toMatch(/\d+ more objects are omitted/);
});

function source(name: string, id: string, live: Record<string, string>): FindingSource {
    const kind = kinds.find((one) => one.name === name);
    if (!kind) throw new Error(`no kind ${name}`);
    return { kind, id, live, item: { kind: name, id, name: live.name ?? id } };
}
