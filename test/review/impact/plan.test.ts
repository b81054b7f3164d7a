/** Effects of a preview that cannot be evaluated are reported as unknown, never as "no change". */

import { describe, expect, test } from "vitest";
import { outlineText } from "../../../src/common/outline/outline-text.js";
import { unknownValue } from "../../../src/common/unknown.js";
import { impactOutline } from "../../../src/review/impact/impact-outline.js";
import { impactOfPreview, type PreviewImpact } from "../../../src/review/impact/preview-impact.js";
import { parseRules } from "../../../src/review/impact/rules.js";
import { judge } from "../../../src/review/impact/verdicts.js";
import { factsWith } from "../../access/empty-facts.js";
import { documentOf, type Given, kindOf } from "../report/document.js";

const [groupId, one, other] = [1, 2, 3].map((n) => `00000000-0000-4000-8000-00000000000${n}`) as [
    string,
    string,
    string,
];
const facts = factsWith({
    groups: [{ id: groupId, name: "On call" }],
    templates: [one, other].map((id) => ({ id, name: "Strict", breakGlassUserIds: [] })),
});

describe("on-call schedules", () => {
    const schedules = (before: string[] | undefined, next: string[]): Given => ({
        kind: "GroupOnCallSchedules",
        name: "shifts",
        id: groupId,
        op: before ? "update" : "create",
        ...(before && { before: { groupId, onCallScheduleIds: before } }),
        next: { groupId, onCallScheduleIds: next },
    });
    const ofGroup = (before: string[], next: string[]): Given => ({
        kind: "Group",
        name: "on-call",
        id: groupId,
        op: "update",
        before: { name: "On call", onCallScheduleIds: before },
        next: { name: "On call", description: "new", onCallScheduleIds: next },
    });

    test.each([
        ["a schedule is added", schedules([one], [one, other]), true],
        ["the schedules are declared for the first time", schedules(undefined, [one]), true],
        ["a schedule is added to the group itself", ofGroup([one], [one, other]), true],
        ["a schedule is removed", schedules([one, other], [one]), false],
        ["the schedules do not change", ofGroup([one], [one]), false],
    ])("an unknown gain is reported if %s (%j): %s", async (_, given, isOpen) => {
        const impact = await impactOf([given]);
        const open = impact.impact.targets.flatMap(({ shifts }) => shifts.filter(({ unknown }) => unknown?.isWider));
        expect(open.some(({ aspect, unknown }) => aspect === "has" && unknown?.because.includes("on call"))).toBe(
            isOpen,
        );
        expect(stops(impact, { noNewAccessTo: ["On call"] })).toBe(isOpen);
    });
});

describe("an imported group", () => {
    const bruno = "00000000-0000-4000-8000-000000000009";
    const organization = factsWith({
        users: [{ id: bruno, name: "Bruno" }],
        groups: [
            // A group that has the id of the other one as its name.
            { id: one, name: groupId },
            { id: groupId, name: "On call" },
        ],
    });
    const imported = (wanted: string, name = "on-call"): Given => ({
        kind: "Group",
        name,
        op: "create",
        next: { name: "On call", __import: wanted, __label: "on-call", __parent: "" },
    });
    const member: Given = {
        kind: "GroupUser",
        name: "bruno-in",
        op: "create",
        next: {
            groupId: unknownValue,
            userId: bruno,
            __ids: { groupId: { kind: "Group", name: "on-call", parent: "" } },
        },
    };

    test.each([groupId, "On call"])("gets the members that the program gives it (import: %s)", async (wanted) => {
        const impact = await impactOf([imported(wanted), member], organization);
        expect(impact.impact.targets.map(({ target }) => target.id)).toEqual([groupId]);
        expect(stops(impact, { noNewAccessTo: ["On call"] })).toBe(true);
    });

    test("is unknown if two resources say that they are the one that a member refers to", async () => {
        const impact = await impactOf([imported(one), imported(groupId, "same"), member], organization);
        expect(stops(impact, { maxGained: 100 })).toBe(true);
    });
});

describe("a provider", () => {
    const provider = (inputs: object) => ({
        steps: [
            {
                op: "create",
                urn: "urn:pulumi:prod::access::pulumi:providers:audit::audit",
                newState: {
                    urn: "urn:pulumi:prod::access::pulumi:providers:audit::audit",
                    type: "pulumi:providers:audit",
                    inputs: { ...inputs },
                    outputs: {},
                },
            },
        ],
        diagnostics: [],
    });

    test.each([
        [{ version: "1.0.0" }, false],
        [{ pluginDownloadURL: "https://example.invalid" }, true],
        [{ __internal: { pluginDownloadURL: "https://example.invalid" } }, true],
    ])("with the settings %j is unknown: %s", async (inputs, isUnknown) => {
        const impact = await impactOfPreview(provider(inputs), kindOf, { snapshot: facts });
        expect(stops(impact, { maxGained: 100 })).toBe(isUnknown);
    });
});

describe("a configuration template", () => {
    const template = (next: object): Given => ({
        kind: "ConfigurationTemplate",
        name: "strict",
        id: one,
        op: "update",
        before: { name: "Strict", requireMfaToApprove: true },
        next: { name: "Strict", requireMfaToApprove: true, ...next },
    });
    const linked = (before: string | undefined, next: string | undefined): Given => ({
        kind: "Group",
        name: "on-call",
        id: groupId,
        op: "update",
        before: { name: "On call", ...(before && { configurationTemplateId: before }) },
        next: { name: "On call", description: "new", ...(next && { configurationTemplateId: next }) },
    });

    test.each([
        ["requires less of approvers", template({ requireMfaToApprove: false }), true],
        ["is renamed", template({ name: "Stricter" }), false],
        ["is linked", linked(undefined, one), true],
        ["is linked instead of another", linked(other, one), true],
        ["stays linked", linked(one, one), false],
        ["is no longer declared", linked(one, undefined), false],
    ])("is reported as an unknown change if it %s (%j): %s", async (_, given, isOpen) => {
        const before: unknown = Reflect.get(given.before ?? {}, "configurationTemplateId");
        const linkedTo = typeof before === "string" ? { templateId: before } : {};
        const groups = facts.groups.map((group) => ({ ...group, ...linkedTo }));
        const impact = await impactOf([given], { ...facts, groups });
        expect(impact.account.unknown.length > 0).toBe(isOpen);
        for (const rule of [{ noSelfApproval: true }, { failOnUnknown: true }])
            expect(stops(impact, rule)).toBe(isOpen);
    });
});

describe("values that the preview does not show", () => {
    const organization = factsWith({
        users: ["Ada", "Bruno"].map((name, n) => ({ id: uuid(10 + n), name })),
        groups: [{ id: groupId, name: "On call", adminOwnerId: one }],
        owners: [{ id: one, name: "Owner", userIds: [uuid(10)], escalationMinutes: 0 }],
        memberships: [{ groupId, userId: uuid(10), level: "", until: null }],
    });
    const users = [{ userId: uuid(10) }];
    const EVERY_RULE = [
        { noNewAccessTo: ["On call"] },
        { maxGained: 100 },
        { noSelfApproval: true },
        { failOnUnknown: true },
    ];

    test.each<[string, Given]>([
        ["the group of a new membership", made("GroupUser", { groupId: "[secret]", userId: uuid(11) })],
        [
            "the group of a new membership, marked as secret",
            made("GroupUser", { groupId, userId: uuid(11), __secrets: ["groupId"] }),
        ],
        ["the computed group of a new membership", made("GroupUser", { groupId: unknownValue, userId: uuid(11) })],
        [
            "the computed group of linked groups",
            made("GroupBinding", { sourceGroupId: groupId, groups: [{ groupId: unknownValue }] }),
        ],
        ["the members of a group", changed("GroupUsers", groupId, { groupId, users }, { groupId, users: "[secret]" })],
        [
            "members that were also secret before",
            changed("GroupUsers", groupId, { groupId, users: "[secret]" }, { groupId, users: "[secret]" }),
        ],
        [
            "one member in a list",
            changed("GroupUsers", groupId, { groupId, users }, { groupId, users: [...users, { userId: "[secret]" }] }),
        ],
        [
            "the request configurations of a group",
            changed("Group", groupId, { name: "On call" }, { name: "On call", requestConfigurations: "[secret]" }),
        ],
        [
            "the visibility of a group",
            changed(
                "GroupVisibility",
                groupId,
                { groupId, visibility: "LIMITED" },
                { groupId, visibility: "[secret]" },
            ),
        ],
        [
            "the group of a deleted membership",
            {
                ...changed("GroupUser", "x", { groupId: "[secret]", userId: uuid(10) }, {}),
                op: "delete",
                next: undefined,
            },
        ],
    ])(
        "a property that the preview hides breaks every rule and is reported neither as a gain nor as a loss: %s",
        async (_, given) => {
            const impact = await impactOf([given], organization);
            const text = outlineText(impactOutline(impact));
            expect(impact.account.unknown.filter(({ concerns }) => concerns === "anything")).toHaveLength(1);
            expect(text).not.toMatch(/[Nn]obody (gains|loses)|^ *[-−] /m);
            expect(text).toContain("Unknown: ");
            for (const rule of EVERY_RULE) expect(stops(impact, rule), JSON.stringify(rule)).toBe(true);
        },
    );

    test("a hidden description does not break a rule", async () => {
        const given = changed("Group", groupId, { name: "On call" }, { name: "On call", description: "[secret]" });
        const impact = await impactOf([given], organization);
        expect(impact.account.unknown.filter(({ concerns }) => concerns === "anything")).toEqual([]);
        for (const rule of EVERY_RULE) expect(stops(impact, rule), JSON.stringify(rule)).toBe(false);
    });

    test.each<[string, Given]>([
        ["of a group", made("GroupUser", { groupId, userId: "[secret]" })],
        [
            "of an owner",
            changed("Owner", one, { name: "Owner", userIds: [uuid(10)] }, { name: "Owner", userIds: "[secret]" }),
        ],
    ])("a hidden user %s is reported as an unknown gain of the declared targets only", async (_, given) => {
        const impact = await impactOf([given], organization);
        expect(impact.account.unknown.filter(({ concerns }) => concerns === "anything")).toEqual([]);
        expect(stops(impact, { noNewAccessTo: ["On call"] })).toBe(true);
        expect(outlineText(impactOutline(impact))).not.toMatch(/^ *[-−] |[Nn]obody gains|person gains/m);
    });

    function made(kind: string, next: object): Given {
        return { kind, name: "new", op: "create", next };
    }

    function changed(kind: string, id: string, before: object, next: object): Given {
        return { kind, name: "old", id, op: "update", before, next };
    }

    function uuid(n: number): string {
        return `00000000-0000-4000-8000-0000000000${n}`;
    }
});

test("a preview without changes needs neither a client nor a snapshot", async () => {
    const same: Given = { kind: "Group", name: "on-call", id: groupId, before: { name: "On call" } };
    const impact = await impactOfPreview(documentOf([same]), kindOf, {});
    expect(impact.impact.targets).toEqual([]);
});

function impactOf(given: readonly Given[], snapshot = facts): Promise<PreviewImpact> {
    return impactOfPreview(documentOf(given), kindOf, { snapshot });
}

function stops(impact: PreviewImpact, rule: object): boolean {
    const rules = [{ name: "rule", owner: "somebody", reason: "It is one.", ...rule }];
    const [verdict] = judge(impact, parseRules(JSON.stringify({ rules }), "rules.json"), facts.at);
    return verdict?.isKept === false;
}
