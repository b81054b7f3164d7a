/** The gates stop a change of an object that has a field which this version does not know. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { AccessGovernanceClient } from "../../../src/api/access-governance-client.js";
import { Client } from "../../../src/api/client.js";
import { type Service, startService } from "../../../src/local/service/index.js";
import { decidesAccess } from "../../../src/provider/shapes/field-record.js";
import { kinds } from "../../../src/resources/kinds.js";
import { accessPlanOf } from "../../../src/review/impact/plan.js";
import { impactOfPreview } from "../../../src/review/impact/preview-impact.js";
import type { AccessRules, ImpactRule } from "../../../src/review/impact/rules.js";
import { judge } from "../../../src/review/impact/verdicts.js";
import { reportOf } from "../../../src/review/report/report.js";
import { entriesIn, sections } from "../../../src/review/report/sections.js";
import { documentOf, type Given, kindOf, plain } from "../report/document.js";

let service: Service;

beforeEach(async () => {
    service = await startService({ newerFields: ["later_reviewer_ids"] });
});
afterEach(() => service.close());

const rule = (text: Pick<ImpactRule, "noNewAccessTo" | "failOnUnknown" | "noSelfApproval">): ImpactRule => ({
    name: "No surprise",
    owner: "tests",
    reason: "It is tested.",
    ...text,
});
const rules: readonly ImpactRule[] = [
    rule({ noNewAccessTo: ["*"] }),
    rule({ failOnUnknown: true }),
    rule({ noSelfApproval: true }),
];

/** Whether the manager's approval is dropped from the stage of a group, in which a script may also review. */
function withoutManager(id: string): Given {
    const configurations = (requireManagerApproval: boolean) => [
        {
            priority: 0,
            allowRequests: true,
            autoApproval: false,
            reviewerStages: [{ operator: "AND", ownerIds: [], requireManagerApproval }],
        },
    ];
    return {
        kind: "Group",
        name: "group",
        op: "update",
        id,
        before: { name: "Contractors", requestConfigurations: configurations(true) },
        next: { name: "Contractors", requestConfigurations: configurations(false) },
    };
}

test.each([
    ["a script reviews", { opal_script_ids: ["11111111-2222-4333-8444-555555555555"] }, [false, false, false]],
    ["no script reviews", { opal_script_ids: [] }, [true, true, true]],
    ["an unknown field says who reviews", { later_reviewer_ids: ["s"] }, [false, false, false]],
    ["an unknown field is empty", { later_reviewer_ids: [] }, [true, true, true]],
] satisfies [string, object, boolean[]][])("if %s, a stage that loses its other reviewer", async (_, more, isKept) => {
    const [, group] = service.store.groups.all();
    const id = group?.group_id ?? "";
    service.store.groups.change(id, {
        request_configurations: (group?.request_configurations ?? []).map((one) => ({
            ...one,
            reviewer_stages: [{ operator: "AND", owner_ids: [], require_manager_approval: true, ...more }],
        })),
    });
    const client = new Client({ url: service.url, token: service.token, readsPerSecond: 10_000 });
    const impact = await impactOfPreview(documentOf([withoutManager(id)]), kindOf, { client });
    const given: AccessRules = { rules: [...rules], waivers: [] };
    expect(judge(impact, given, "2026-11-28").map((one) => one.isKept)).toEqual(isKept);
});

test.each([
    ["a script", { opalScriptIds: ["11111111-2222-4333-8444-555555555555"] }, [false, false, false]],
    ["nobody", {}, [true, true, true]],
] satisfies [string, object, boolean[]][])(
    "stages declared on their own, in which %s reviews from now on",
    async (_, more, isKept) => {
        const [, group] = service.store.groups.all();
        const groupId = group?.group_id ?? "";
        const stages = [{ operator: "AND", owner_ids: [], require_manager_approval: true }] as const;
        service.store.groups.change(groupId, {
            request_configurations: (group?.request_configurations ?? []).map((one) => ({
                ...one,
                reviewer_stages: stages.map((stage) => ({ ...stage, owner_ids: [] })),
            })),
        });
        const client = new Client({ url: service.url, token: service.token, readsPerSecond: 10_000 });
        const declared = (stage: object) => ({ groupId, stages: [{ operator: "AND", ownerIds: [], ...stage }] });
        const change: Given = {
            kind: "GroupReviewerStages",
            name: "stages",
            op: "update",
            id: groupId,
            before: declared({ requireManagerApproval: true }),
            next: declared({ requireManagerApproval: false, ...more }),
        };
        const impact = await impactOfPreview(documentOf([change]), kindOf, { client });
        expect(judge(impact, { rules: [...rules], waivers: [] }, "2026-11-28").map((one) => one.isKept)).toEqual(
            isKept,
        );
    },
);

describe.each(kinds)("a field of $name that this version does not know", (kind) => {
    const path = "stages[0].later_reviewer_ids";
    const changed = (changedFields: readonly string[]) =>
        documentOf([{ kind: kind.name, name: "one", op: "update", id: "1", before: {}, next: {}, changedFields }]);

    test("is in the report if it was changed outside", async () => {
        const client = new AccessGovernanceClient({ url: service.url, token: service.token });
        const report = await reportOf(changed([path]), kindOf, client);
        const [entry] = sections.flatMap((section) => entriesIn(report, section));
        expect(entry?.lines.map(({ phrase }) => plain(phrase)).join()).toContain(path);
        expect(entry?.outside).toMatchObject({ does: "changed" });
    });

    test("stops a change if it may decide who gets access", () => {
        const { unknown } = accessPlanOf(changed([path]), kindOf).account;
        expect(unknown.map(({ words }) => plain(words)).join()).toEqual(
            decidesAccess(kind) ? expect.stringContaining(path) : "",
        );
        expect(accessPlanOf(changed([]), kindOf).account.unknown).toEqual([]);
    });
});
