import { describe, expect, it } from "vitest";
import { unknownValue } from "../../../src/common/unknown.js";
import { argumentProblems } from "../../../src/provider/schema/problems.js";
import type { Kind } from "../../../src/provider/shapes/kind.js";
import { Campaign } from "../../../src/resources/kinds/campaigns/campaign.js";
import { Group } from "../../../src/resources/kinds/groups/group.js";
import { GroupReviewerStages } from "../../../src/resources/kinds/groups/group-reviewer-stages.js";
import { GroupUsers } from "../../../src/resources/kinds/groups/group-users.js";
import { NestedGroups } from "../../../src/resources/kinds/groups/nested-groups.js";
import { Owner } from "../../../src/resources/kinds/owners/owner.js";
import { Delegation } from "../../../src/resources/kinds/people/delegation.js";
import { ResourceGroups } from "../../../src/resources/kinds/resources/resource-groups.js";
import { ScopedRolePermissions } from "../../../src/resources/kinds/resources/scoped-role-permissions.js";

const [id, other] = ["b7c6a7d0-8a52-5b3b-9a47-6f1d2e9b7c01", "b7c6a7d0-8a52-5b3b-9a47-6f1d2e9b7c02"];
const problems = (kind: Kind, given: Record<string, unknown>) =>
    argumentProblems(kind.schema, given, () => false).map(({ path, reason }) => `${path}: ${reason}`);

describe("a string", () => {
    it("is rejected at every depth if it contains a lone surrogate, which other programs cannot process", () => {
        const reason = "it contains an incomplete character (a lone surrogate)";
        expect(problems(Owner.kind, { name: "a\udfffb" })).toEqual([`name: "a\\udfffb" is not allowed: ${reason}`]);
        expect(problems(Owner.kind, { name: "\ud83d\ude00" })).toEqual([]);
        const query = { principalFilter: { roleNames: ["fine", "\ud800"] } };
        expect(problems(Campaign.kind, { name: "a", query })).toEqual([
            `query.principalFilter.roleNames[1]: "\\ud800" is not allowed: ${reason}`,
        ]);
    });
});

describe("a closed enumeration", () => {
    it("rejects other values", () => {
        const permissions = [{ targetType: "NEW_TYPE", permissionName: "FLY", allowAll: true }];
        expect(problems(ScopedRolePermissions.kind, { resourceId: id, permissions })).toEqual([
            expect.stringMatching(
                /^permissions\[0\]\.permissionName: "FLY" is not allowed: it must be one of "READ", /,
            ),
        ]);
    });
});

describe("a value of the wrong type", () => {
    const campaign = { name: "a", query: { principalFilter: {} } };

    it("is rejected with the format that the property requires, not only the type", () => {
        const moment = "it must be an ISO date-time with a UTC offset, such as 2027-07-01T00:00:00Z";
        const delegation = { delegatorUserId: id, delegateUserId: other, endTime: "2027-07-01T00:00:00Z", reason: "" };
        expect(problems(Delegation.kind, { ...delegation, startTime: {} })).toEqual([
            `startTime: {} is not allowed: ${moment}`,
        ]);
        expect(problems(Campaign.kind, { ...campaign, startDate: 7 })).toEqual([
            `startDate: 7 is not allowed: ${moment}`,
        ]);
        expect(problems(Group.kind, { name: "a", groupType: "SVC_GROUP", appId: 7 })).toEqual([
            "appId: 7 is not allowed: it must be the id of an object (a UUID), such as another resource's `id`",
        ]);
    });
});

describe("the end of an element of a set", () => {
    const year = (years: number) => new Date(Date.now() + years * 365.25 * 86_400_000).toISOString();

    it.each([
        ["users", GroupUsers.kind, { groupId: id }, { userId: other }],
        ["groups", ResourceGroups.kind, { resourceId: id }, { groupId: other }],
        ["nestedGroups", NestedGroups.kind, { containingGroupId: id }, { groupId: other }],
    ])("is rejected if the API cannot express it as a number of minutes: %s", (elements, kind, parent, element) => {
        const given = (expirationDate: string) => ({ ...parent, [elements]: [{ ...element, expirationDate }] });
        expect(problems(kind, given(year(290)))).toEqual([]);
        for (const date of ["9999-12-31T00:00:00Z", year(293)])
            expect(problems(kind, given(date)).join()).toContain(`${elements}[0].expirationDate: "${date}"`);
    });
});

describe("a time zone", () => {
    const campaign = { name: "a", query: { principalFilter: {} } };

    it.each(["Europe/Oslo", "UTC", "Etc/GMT+1", unknownValue])("can be %s", (timezone) =>
        expect(problems(Campaign.kind, { ...campaign, timezone })).toEqual([]),
    );

    it.each(["evil", "+01:00", "Europe/Nowhere", ""])("cannot be %j", (timezone) =>
        expect(problems(Campaign.kind, { ...campaign, timezone })).toEqual([
            `timezone: ${JSON.stringify(timezone)} is not allowed: it must be an IANA time zone, such as Europe/Oslo`,
        ]),
    );
});

describe("a schedule", () => {
    const campaign = { name: "a", query: { principalFilter: {} }, isTemplate: true };

    it.each(["0 9 1 * *", " 0 9\t1 JAN-MAR MON,TUE ", null])("can be %j", (cronExpression) =>
        expect(problems(Campaign.kind, { ...campaign, cronExpression })).toEqual([]),
    );

    it.each(["undefined", "0 9 1 *", "0 0 9 1 * *"])("cannot be %j", (cronExpression) =>
        expect(problems(Campaign.kind, { ...campaign, cronExpression })).toEqual([
            `cronExpression: ${JSON.stringify(cronExpression)} is not allowed: it must have the five fields of cron (minute, hour, day of month, month, day of week), such as 0 9 1 * *`,
        ]),
    );
});

describe("the condition of a request configuration", () => {
    const configuration = { allowRequests: true, autoApproval: true };
    const group = (condition: unknown) => ({
        name: "a",
        appId: id,
        groupType: "SVC_GROUP",
        requestConfigurations: [
            { ...configuration, priority: 0 },
            { ...configuration, priority: 1, condition },
        ],
    });

    it.each([{}, { groupIds: [] }, { groupIds: [], roleRemoteIds: [] }])(
        "cannot be %j at a priority above 0",
        (condition) =>
            expect(problems(Group.kind, group(condition))).toEqual([
                expect.stringMatching(
                    /^requestConfigurations\[1\]\.condition: .* is not allowed: every configuration except the default needs a condition/,
                ),
            ]),
    );

    it.each([{ groupIds: [id] }, { groupIds: [unknownValue] }, { groupIds: unknownValue }, unknownValue])(
        "can be %j at a priority above 0",
        (condition) => expect(problems(Group.kind, group(condition))).toEqual([]),
    );

    it("can be empty at priority 0", () => {
        const { requestConfigurations: all } = group({ groupIds: [id] });
        const requestConfigurations = [{ ...all[0], condition: {} }, all[1]];
        expect(problems(Group.kind, { ...group(undefined), requestConfigurations })).toEqual([]);
    });
});

describe("the escalation of a stage", () => {
    const stages = (escalation: object, reviewing: object = { ownerIds: [id] }) => ({
        groupId: id,
        stages: [{ operator: "OR", ...reviewing, escalation: { delayMinutes: 30, ...escalation } }],
    });

    it.each([{ ownerIds: [id] }, { ownerIds: [id], userIds: [] }, { ownerIds: [], userIds: [] }])(
        "cannot specify only existing reviewers of the stage: %j",
        (escalation) =>
            expect(problems(GroupReviewerStages.kind, stages(escalation))).toEqual([
                expect.stringMatching(
                    /^stages\[0\]\.escalation: .* is not allowed: it must specify an owner or a user who is not already a reviewer in the stage$/,
                ),
            ]),
    );

    it.each([
        // An omitted property keeps its value on the service.
        {},
        { ownerIds: [] },
        { ownerIds: [id, other] },
        { userIds: [id] },
        { ownerIds: [unknownValue] },
        { ownerIds: unknownValue },
    ])("can be %j", (escalation) => expect(problems(GroupReviewerStages.kind, stages(escalation))).toEqual([]));

    it("can specify any owner if the owners of the stage are outputs or not declared", () => {
        expect(problems(GroupReviewerStages.kind, stages({ ownerIds: [id] }, { ownerIds: [unknownValue] }))).toEqual(
            [],
        );
        expect(problems(GroupReviewerStages.kind, stages({ ownerIds: [id] }, {}))).toEqual([]);
    });
});
