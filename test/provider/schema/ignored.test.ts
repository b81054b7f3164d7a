import { describe, expect, it } from "vitest";
import { isIgnored, pathSteps, withoutIgnored } from "../../../src/common/paths.js";
import { unignorablePath } from "../../../src/provider/schema/ignored.js";
import { Group } from "../../../src/resources/kinds/groups/group.js";
import { GroupUsers } from "../../../src/resources/kinds/groups/group-users.js";

const given = {
    name: "Engineers",
    visibility: { visibility: "LIMITED", visibilityGroupIds: ["g"] },
    requestConfigurations: [
        { priority: 0, maxDurationMinutes: 60, reviewerStages: [{ operator: "OR", ownerIds: ["o"] }] },
        { priority: 1, condition: { groupIds: ["g"] }, maxDurationMinutes: 30 },
    ],
};

it.each([
    ["name", ["name"]],
    ["a[0].b", ["a", 0, "b"]],
    ['a["b.c"][*]', ["a", "b.c", "*"]],
    ['["a\\"b"].c', ['a"b', "c"]],
    ["*", ["*"]],
])("parses the path %s", (path, steps) => {
    expect(pathSteps(path)).toEqual(steps);
});

describe("without ignored paths", () => {
    it("an object keeps everything beside them", () => {
        const { name, ...others } = given;
        expect(withoutIgnored(given, ["name", "appId"])).toEqual(others);
        expect(withoutIgnored(given, ["visibility.visibilityGroupIds"]).visibility).toEqual({ visibility: "LIMITED" });
        expect(withoutIgnored(given, ["requestConfigurations[0].reviewerStages[0].ownerIds"])).toMatchObject({
            requestConfigurations: [{ maxDurationMinutes: 60, reviewerStages: [{ operator: "OR" }] }, { priority: 1 }],
        });
        expect(withoutIgnored(given, ["requestConfigurations[*].maxDurationMinutes"]).requestConfigurations).toEqual([
            { priority: 0, reviewerStages: [{ operator: "OR", ownerIds: ["o"] }] },
            { priority: 1, condition: { groupIds: ["g"] } },
        ]);
    });

    it("an object without the path is unchanged", () => {
        for (const path of ["nothing", "name.length", "requestConfigurations[7].priority", "visibility[0]"])
            expect(withoutIgnored(given, [path]), path).toEqual(given);
    });

    it("an object with all properties ignored is empty", () => {
        expect(withoutIgnored(given, ["*"])).toEqual({});
    });
});

it.each([
    ["a", ["a"], true],
    ["a.b[0]", ["a"], true],
    ["a[1].b", ["a[*].b"], true],
    ["a[1].b", ["a[0].b"], false],
    ["a", ["a.b"], false],
    ["ab", ["a"], false],
    ["a.b", ["*"], true],
])("the path %s is ignored with %j: %s", (path, ignored, expected) => {
    expect(isIgnored(path, ignored)).toBe(expected);
});

it("a path cannot be ignored if elements of a list could no longer be matched without it", () => {
    const problem = (...ignored: string[]) => unignorablePath(Group.kind.fields, given, ignored);
    expect(problem("requestConfigurations[0]")).toBe("requestConfigurations[0]");
    expect(problem("name", "visibility.visibilityGroupIds[0]")).toBe("visibility.visibilityGroupIds[0]");
    expect(problem("requestConfigurations[1].condition")).toBe("requestConfigurations[1].condition");
    expect(problem("requestConfigurations[*]")).toBe("requestConfigurations[*]");
    expect(problem("requestConfigurations", "requestConfigurations[0].maxDurationMinutes", "*")).toBeUndefined();
    const users = { users: [{ userId: "u", durationMinutes: 5 }] };
    expect(unignorablePath(GroupUsers.kind.fields, users, ["users[0].userId"])).toBe("users[0].userId");
    expect(unignorablePath(GroupUsers.kind.fields, users, ["users[*].durationMinutes"])).toBeUndefined();
});
