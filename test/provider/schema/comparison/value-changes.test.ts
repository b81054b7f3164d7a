import { describe, expect, test } from "vitest";
import { AccessRule, Campaign, Delegation, Group, GroupUser, Owner } from "../../../../src/index.js";
import { riskOfChange, riskOfSetting } from "../../../../src/provider/schema/comparison/value-changes.js";
import { riskiest } from "../../../../src/provider/schema/risk.js";

const fields = Object.assign(
    {},
    ...[Campaign, AccessRule, Delegation, Owner, GroupUser, Group].map(({ kind }) => kind.fields),
);

const configuration = "requestConfigurations[0]";
const stage = `${configuration}.reviewerStages[1]`;

describe("the effect of a changed value on access", () => {
    test.each([
        ["durationMinutes", 1440, 0, "widens"],
        ["durationMinutes", 0, 1440, "narrows"],
        ["durationMinutes", 60, 90, "widens"],
        [`${configuration}.maxDurationMinutes`, 480, -1, "widens"],
        [`${configuration}.maxDurationMinutes`, -1, 480, "narrows"],
        [`${configuration}.maxDurationMinutes`, undefined, 480, "mayWiden"],
        [`${configuration}.extensionsDurationInMinutes`, 60, 0, "narrows"],
        [`${configuration}.autoApproval`, false, true, "widens"],
        [`${configuration}.autoApproval`, true, false, "narrows"],
        [`${configuration}.requireMfaToRequest`, true, false, "widens"],
        [`${configuration}.requireMfaToRequest`, undefined, false, "widens"],
        [`${configuration}.requireMfaToRequest`, undefined, true, "narrows"],
        [`${configuration}.condition.groupIds`, ["a"], ["a", "b"], "mayWiden"],
        [`${configuration}.reviewerStages`, [{ operator: "OR" }], [], "widens"],
        [`${configuration}.reviewerStages`, [], [{ operator: "OR" }], "narrows"],
        [`${configuration}.reviewerStages`, [{ operator: "OR" }], [{ operator: "AND" }], "mayWiden"],
        [`${stage}.operator`, "AND", "OR", "widens"],
        [`${stage}.operator`, "OR", "AND", "narrows"],
        [`${stage}.ownerIds`, ["a"], ["a", "b"], "mayWiden"],
        [`${stage}.escalation.userIds`, undefined, ["a"], "widens"],
        ["visibility.visibility", "LIMITED", "GLOBAL", "widens"],
        ["visibility.visibility", "GLOBAL", "LIMITED", "narrows"],
        ["visibility", undefined, { visibility: "GLOBAL" }, "widens"],
        ["visibility", undefined, { visibility: "LIMITED", visibilityGroupIds: ["a"] }, "widens"],
        ["userIds", ["a", "b"], ["a"], "narrows"],
        ["userIds", ["a", "b"], ["b", "a"], "none"],
        ["userIds", ["a"], ["b"], "widens"],
        ["status", "PAUSED", "ACTIVE", "widens"],
        ["endTime", "2026-12-01T00:00:00Z", "2026-12-31T00:00:00Z", "widens"],
        ["startTime", "2026-12-01T00:00:00Z", "2026-12-31T00:00:00Z", "narrows"],
        ["adminOwnerId", "a", "b", "mayWiden"],
        ["ruleClauses.when.clauses[0].selectors", ["a"], [], "mayWiden"],
        ["query.principalFilter", "a", "b", "none"],
        ["name", "a", "b", "none"],
    ] as const)("%s: the change from %j to %j is rated %s", (path, from, to, risk) => {
        expect(riskOfChange(fields, path, from, to)).toBe(risk);
    });

    test("visibility groups have no effect on an object that all users can see", () => {
        const path = "visibility.visibilityGroupIds";
        expect(riskOfChange(fields, path, [], ["a"], { visibility: "GLOBAL" })).toBe("none");
        expect(riskOfChange(fields, path, [], ["a"], { visibility: "LIMITED" })).toBe("widens");
    });

    test("a value that is known only after up may widen access", () => {
        const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
        expect(riskOfChange(fields, "userIds", ["a"], ["a", unknown])).toBe("widens");
        expect(riskOfChange(fields, "durationMinutes", 60, unknown)).toBe("mayWiden");
        expect(riskOfChange(fields, "visibility.visibility", "LIMITED", unknown)).toBe("mayWiden");
    });

    test("a new object is a risk only if a setting is wider than its default", () => {
        expect(
            riskOfSetting(fields, configuration, { allowRequests: true, autoApproval: false, maxDurationMinutes: 60 }),
        ).toBe("none");
        expect(riskOfSetting(fields, configuration, { maxDurationMinutes: -1 })).toBe("widens");
        expect(riskOfSetting(fields, "visibility", { visibility: "LIMITED", visibilityGroupIds: ["a"] })).toBe("none");
        expect(riskOfSetting(fields, "durationMinutes", 0)).toBe("widens");
    });

    test("riskiest returns the highest risk", () => {
        expect(riskiest(["none", "narrows", "mayWiden"])).toBe("mayWiden");
        expect(riskiest([])).toBe("none");
    });
});
