/** What a preview does that nobody can evaluate is said, and is no "no change". */
import { describe, expect, test } from "vitest";
import { impactOfPreview, type PreviewImpact } from "../../src/impact/preview-impact.js";
import { judge, parseRules } from "../../src/impact/rules.js";
import { factsWith } from "../access/empty-facts.js";
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

describe("who is on call", () => {
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
        ["a schedule is taken out", schedules([one, other], [one]), false],
        ["they stay as they are", ofGroup([one], [one]), false],
    ])("may be somebody new if %s: %j %s", async (_, given, isOpen) => {
        const impact = await impactOf([given]);
        const open = impact.impact.targets.flatMap(({ shifts }) => shifts.filter(({ unknown }) => unknown?.isWider));
        expect(open.some(({ aspect, unknown }) => aspect === "has" && unknown?.because.includes("on call"))).toBe(
            isOpen,
        );
        expect(stops(impact, { noNewAccessTo: ["On call"] })).toBe(isOpen);
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
        ["asks for less", template({ requireMfaToApprove: false }), true],
        ["has another name", template({ name: "Stricter" }), false],
        ["is linked", linked(undefined, one), true],
        ["is linked in the place of another", linked(other, one), true],
        ["stays linked", linked(one, one), false],
        ["is no longer declared", linked(one, undefined), false],
    ])("that %s: %j is told as such: %s", async (_, given, isOpen) => {
        const before: unknown = Reflect.get(given.before ?? {}, "configurationTemplateId");
        const linkedTo = typeof before === "string" ? { templateId: before } : {};
        const groups = facts.groups.map((group) => ({ ...group, ...linkedTo }));
        const impact = await impactOf([given], { ...facts, groups });
        expect(impact.notEvaluated.length > 0).toBe(isOpen);
        for (const rule of [{ noSelfApproval: true }, { failOnUnknown: true }])
            expect(stops(impact, rule)).toBe(isOpen);
    });
});

test("what changes nothing asks nobody", async () => {
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
