/** A field that this version does not know may decide who gets access: a write keeps it, and a preview says that it is there. */
import { describe, expect, it } from "vitest";
import type { Properties } from "../../../src/common/properties.js";
import { Group } from "../../../src/resources/kinds/groups/group.js";
import { GroupReviewerStages } from "../../../src/resources/kinds/groups/group-reviewer-stages.js";
import { groupSource } from "../../../src/resources/sources.js";
import { eachWorld, world } from "../../proofs/conformance/each-world.js";
import { Stack, sessionIn } from "../../proofs/conformance/stack.js";

const SCRIPTS = ["11111111-2222-4333-8444-555555555555"];

eachWorld([], { newerFields: ["later_reviewer_ids", "review2_by"] });
type Stages = Record<string, unknown>[];

/** Adds a field to every stage of the group, as somebody with a newer client would. */
async function addToStages(id: string, field: object): Promise<void> {
    const { request_configurations = [] } = world.service.store.groups.get(id);
    await world.api("PUT", "/groups", {
        groups: [
            {
                group_id: id,
                request_configurations: request_configurations.map((one) => ({
                    ...one,
                    reviewer_stages: one.reviewer_stages?.map((stage) => ({ ...stage, ...field })),
                })),
            },
        ],
    });
}

function stagesOf(id: string): Stages {
    return world.service.store.groups.get(id).request_configurations?.[0]?.reviewer_stages as unknown as Stages;
}

const declared = (stage: Properties = {}, more: Properties = {}) => ({
    name: "Reviewed",
    appId: world.appId,
    groupType: "SVC_GROUP",
    requestConfigurations: [
        {
            allowRequests: true,
            autoApproval: false,
            reviewerStages: [{ operator: "AND", ownerIds: [world.ownerId], ...stage }],
        },
    ],
    ...more,
});

describe.each([
    { field: "later_reviewer_ids", value: SCRIPTS },
    { field: "review2_by", value: "script" },
])("a stage with $field", ({ field, value }) => {
    it("keeps it if another setting of the stage, of the configuration or of the group changes", async () => {
        const stack = new Stack(Group.kind, world);
        await stack.up(declared());
        const id = String(stack.state?.id);
        await addToStages(id, { [field]: value });
        for (const next of [
            declared({ requireManagerApproval: true }),
            declared({ requireManagerApproval: true, operator: "OR" }),
            declared({ requireManagerApproval: true, operator: "OR" }, { description: "Reviewed" }),
        ]) {
            expect(await stack.up(next)).toMatchObject({ failures: [] });
            expect(stagesOf(id)[0]).toMatchObject({ [field]: value });
        }
        expect(stagesOf(id)[0]).toMatchObject({ operator: "OR", require_manager_approval: true });
    });

    it("keeps it if the stages are declared on their own", async () => {
        const id = await world.newGroup("Staged");
        const stack = new Stack(GroupReviewerStages.kind, world);
        const stages = [{ operator: "OR", ownerIds: [world.ownerId] }];
        await stack.up({ groupId: id, stages });
        await addToStages(id, { [field]: value });
        await stack.up({ groupId: id, stages: [{ ...stages[0], requireManagerApproval: true }] });
        expect(stagesOf(id)[0]).toMatchObject({ [field]: value, require_manager_approval: true });
    });
});

describe("a preview", () => {
    it("says once that somebody set such a field, and then that the object has it", async () => {
        const stack = new Stack(Group.kind, world);
        await stack.up(declared());
        const clean = await stack.preview(declared());
        expect(clean).toMatchObject({ action: "same", lines: [] });
        await addToStages(String(stack.state?.id), { later_reviewer_ids: SCRIPTS });
        const path = "requestConfigurations[0].reviewerStages[0].later_reviewer_ids";
        for (const action of ["update", "same"]) {
            const outcome = await stack.preview(declared());
            expect(outcome.action).toBe(action);
            expect(outcome.lines.filter((line) => line.includes("later_reviewer_ids"))).toHaveLength(1);
            if (action === "update") expect(outcome.lines[0]).toContain(path);
            await stack.up(declared());
        }
        // The order of the ids is not a change.
        await addToStages(String(stack.state?.id), { later_reviewer_ids: SCRIPTS.toReversed() });
        expect(await stack.preview(declared())).toMatchObject({ action: "same" });
        await addToStages(String(stack.state?.id), { later_reviewer_ids: [] });
        const removed = await stack.preview(declared());
        expect(removed).toMatchObject({ action: "update", lines: [expect.stringContaining(path)] });
        await stack.up(declared());
        expect(await stack.preview(declared())).toMatchObject({ action: "same", lines: [] });
    });

    it("does not take a stage that the program added for a change outside", async () => {
        const stack = new Stack(Group.kind, world);
        await stack.up(declared());
        const id = String(stack.state?.id);
        await addToStages(id, { later_reviewer_ids: SCRIPTS });
        await stack.up(declared());
        const stages = [
            { operator: "OR", ownerIds: [world.ownerId], requireManagerApproval: true },
            { operator: "AND", ownerIds: [world.ownerId] },
        ];
        const more = declared();
        const [first] = more.requestConfigurations;
        const next = { ...more, requestConfigurations: [{ ...first, reviewerStages: stages }] };
        await stack.up(next);
        expect(await stack.preview(next)).toMatchObject({ action: "same" });
    });

    it("neither stores nor prints the value, also in what the program does not declare", async () => {
        const id = await world.newGroup("Staged");
        const [stages, group] = [new Stack(GroupReviewerStages.kind, world), new Stack(Group.kind, world)];
        const stage = { operator: "OR", ownerIds: [world.ownerId] };
        const plain = { name: "Staged", appId: world.appId, groupType: "SVC_GROUP" };
        await stages.up({ groupId: id, stages: [stage] });
        await group.up({ ...plain, __import: id });
        await addToStages(id, { later_reviewer_ids: ["hunter2"] });
        const printed: string[] = [];
        for (const [stack, given] of [
            [group, plain],
            [stages, { groupId: id, stages: [stage] }],
            [stages, { groupId: id, stages: [{ ...stage, operator: "AND" }] }],
            [stages, { groupId: id, stages: [{ ...stage, ownerIds: [] }, stage] }],
        ] as const) {
            printed.push(...(await stack.preview(given)).lines, ...(await stack.refresh()));
            const { lines, failures } = await stack.up(given);
            printed.push(...lines, ...failures, JSON.stringify(stack.state));
        }
        expect(printed.join()).toContain("later_reviewer_ids");
        expect(printed.join()).not.toContain("hunter2");
    });

    it("tells fields apart whatever they are called, and ids that it does not know identify nothing", async () => {
        const stack = new Stack(Group.kind, world);
        await stack.up(declared());
        const serve = (newerFields: Record<string, unknown>): void => {
            world.service.faults.clear();
            world.service.faults.add({ operation: "*", times: 1e6, answer: { newerFields } });
        };
        const at = "request_configurations[0].reviewer_stages[0]";
        serve({ RiskScore: 1, OtherScore: 2, "later/y": 3, ["n".repeat(1000)]: 4, [`${at}.later_id`]: "hunter2" });
        await stack.up(declared());
        expect(await stack.preview(declared())).toMatchObject({ action: "same" });
        expect(JSON.stringify(stack.state)).not.toContain("hunter2");
        expect(JSON.stringify(stack.state).length).toBeLessThan(10_000);
        serve({ RiskScore: 1, OtherScore: 3 });
        const ignoring = new Stack(Group.kind, world, { "access-governance:ignoredFields": '["OtherScore"]' });
        ignoring.state = stack.state;
        const { lines } = await ignoring.preview(declared());
        expect(lines.join("\n")).not.toMatch(/RiskScore|OtherScore/);
        expect(lines.join("\n")).toContain("later/y");
        world.service.faults.clear();
    });

    it("records what a refresh found, also if only changed declarations are read", async () => {
        const stack = new Stack(Group.kind, world, { "access-governance:read": "changed" });
        await stack.up(declared());
        await addToStages(String(stack.state?.id), { later_reviewer_ids: SCRIPTS });
        await stack.refresh();
        expect(await stack.preview(declared())).toMatchObject({ action: "update" });
        await stack.up(declared());
        expect(await stack.preview(declared())).toMatchObject({ action: "same" });
    });

    it("says that a replacement loses the field", async () => {
        const stack = new Stack(Group.kind, world);
        await stack.up(declared());
        await addToStages(String(stack.state?.id), { later_reviewer_ids: SCRIPTS });
        await stack.up(declared());
        const { replaces, lines } = await stack.preview(declared({}, { groupType: "GIT_HUB_TEAM" }));
        expect(replaces).toEqual(["groupType"]);
        expect(lines.join()).toContain("later_reviewer_ids");
        expect(lines.join()).not.toContain("a write keeps it");
    });

    it("does not report a field that an earlier version did not know", async () => {
        const stack = new Stack(Group.kind, world);
        await stack.up(declared());
        const known = { "Group/description": "a", "Group/request_configurations[0].reviewer_stages[0].operator": "b" };
        const unknown = { "Group/request_configurations[0].gone": "c" };
        const recorded = (fields: object) => ({ ...stack.state?.outputs, __unknownFields: fields });
        const previewed = async (fields: object) => {
            if (stack.state) stack.state = { ...stack.state, outputs: recorded(fields) };
            return stack.preview(declared());
        };
        expect(await previewed(known)).toMatchObject({ action: "same", lines: [] });
        expect((await previewed({ ...known, ...unknown })).lines.join()).toContain("requestConfigurations[0].gone");
    });

    it("records what a new object has, and reads the object again if only the list differs", async () => {
        const stack = new Stack(Group.kind, world);
        world.service.faults.add({ operation: "*", times: 1e6, answer: { newerFields: { later_flag: true } } });
        await stack.up(declared());
        expect(await stack.preview(declared())).toMatchObject({ action: "same" });
        world.service.faults.clear();
        world.service.faults.add({ operation: "getGroup", times: 1e6, answer: { newerFields: { later_flag: true } } });
        const opened = sessionIn(world, {});
        await opened.session.scope.live.all(groupSource);
        const outcome = await stack.preview(declared(), undefined, stack.process(opened));
        expect(outcome).toMatchObject({ action: "same" });
        world.service.faults.clear();
    });

    it("says so of scripts, which this version knows, if the stage does not declare them", async () => {
        const stack = new Stack(Group.kind, world);
        await stack.up(declared());
        const body = { name: "Hours", script: "pass", script_type: "REQUEST_REVIEW", owner_id: world.ownerId };
        const { opal_script_id: script } = await world.api<{ opal_script_id: string }>("POST", "/opal-scripts", body);
        await addToStages(String(stack.state?.id), { opal_script_ids: [script] });
        const outcome = await stack.preview(declared());
        expect(outcome).toMatchObject({
            action: "same",
            lines: [expect.stringContaining("requestConfigurations[0].reviewerStages[0].opalScriptIds")],
        });
        await stack.up(declared({ requireManagerApproval: true }));
        expect(stagesOf(String(stack.state?.id))[0]).toMatchObject({ opal_script_ids: [script] });
        expect(await stack.preview(declared({ opalScriptIds: [] }))).toMatchObject({ action: "update" });
        await stack.up(declared({ opalScriptIds: [] }));
        expect(stagesOf(String(stack.state?.id))[0]).toMatchObject({ opal_script_ids: [] });
        expect((await stack.preview(declared())).lines.join()).not.toContain("on the service, which");
    });

    it("says so of a document that belongs to an object", async () => {
        const id = await world.newGroup("Staged");
        const stack = new Stack(GroupReviewerStages.kind, world);
        const stages = [{ operator: "OR", ownerIds: [world.ownerId] }];
        await stack.up({ groupId: id, stages });
        await addToStages(id, { later_reviewer_ids: SCRIPTS });
        const outcome = await stack.preview({ groupId: id, stages });
        expect(outcome.lines.filter((line) => line.includes("later_reviewer_ids"))).toHaveLength(1);
    });
});
