import { beforeEach, describe, expect, it } from "vitest";
import { Group } from "../../../../src/resources/kinds/groups/group.js";
import { GroupReviewerStages } from "../../../../src/resources/kinds/groups/group-reviewer-stages.js";
import { GroupVisibility } from "../../../../src/resources/kinds/groups/group-visibility.js";
import { eachWorld, world } from "../../../proofs/conformance/each-world.js";
import { Stack } from "../../../proofs/conformance/stack.js";

interface Configuration {
    priority: number;
    max_duration_minutes?: number;
    reviewer_stages: object[];
}

let groupId: string;
let reviewers: string;
let others: string;

eachWorld();

beforeEach(async () => {
    groupId = await world.newGroup("Engineers");
    reviewers = await world.newOwner("Reviewers");
    others = await world.newOwner("Others");
});

const read = async () =>
    (await world.api<{ request_configurations: Configuration[] }>("GET", `/groups/${groupId}`)).request_configurations;
const put = (configurations: unknown) =>
    world.api("PUT", "/groups", { groups: [{ group_id: groupId, request_configurations: configurations }] });
const special = () => ({
    priority: 1,
    condition: { group_ids: [world.groupIds[0]] },
    allow_requests: true,
    auto_approval: true,
    require_mfa_to_request: true,
    require_support_ticket: false,
    max_duration_minutes: 60,
    reviewer_stages: [],
});
const declared = () => ({ groupId, stages: [{ operator: "OR", ownerIds: [reviewers] }] });

it("writes the stages of the default configuration and keeps everything else at its current value", async () => {
    const [first] = await read();
    await put([{ ...first, max_duration_minutes: 480 }, special()]);
    const stack = new Stack(GroupReviewerStages.kind, world);
    const process = stack.process();
    await stack.preview(declared(), {}, process);
    // Change outside after the run has already read the group:
    await put([{ ...first, max_duration_minutes: 30 }, special()]);
    const before = await read();
    world.service.calls.clear();
    expect(await stack.up(declared(), {}, process)).toMatchObject({ action: "create", failures: [] });
    const [now, ...rest] = await read();
    expect(rest).toEqual(before.slice(1));
    expect(now).toEqual({ ...before[0], reviewer_stages: now?.reviewer_stages });
    expect(now?.reviewer_stages).toMatchObject([{ operator: "OR", owner_ids: [reviewers] }]);
    expect(world.service.calls.writes().map(({ operation }) => operation)).toEqual(["updateGroups"]);
});

it("reports in the preview that it overwrites stages", async () => {
    const outcome = await new Stack(GroupReviewerStages.kind, world).preview(declared());
    expect(outcome.lines.join()).toContain("overwrites: stages");
});

it("neither compares nor writes undeclared properties of a stage", async () => {
    const stack = new Stack(GroupReviewerStages.kind, world);
    await stack.up(declared());
    const [first] = await read();
    const byHand = { ...first?.reviewer_stages[0], require_manager_approval: true, require_admin_approval: true };
    await put([{ ...first, reviewer_stages: [byHand] }]);
    expect(await stack.preview(declared())).toMatchObject({ action: "same", lines: [] });
    await stack.up({ groupId, stages: [{ operator: "OR", ownerIds: [others] }] });
    expect((await read())[0]?.reviewer_stages).toEqual([{ ...byHand, owner_ids: [others] }]);
});

it("makes the administrators the reviewers on destroy, so that the former reviewers can be deleted", async () => {
    const [first] = await read();
    await put([{ ...first, max_duration_minutes: 480 }, special()]);
    const stack = new Stack(GroupReviewerStages.kind, world);
    await stack.up(declared());
    await stack.destroy();
    expect(await read()).toMatchObject([{ ...first, max_duration_minutes: 480 }, special()]);
    await world.api("DELETE", `/owners/${reviewers}`);
});

it("rejects a group without a default configuration and suggests a solution", async () => {
    const group = await world.api<object>("GET", `/groups/${groupId}`);
    world.service.faults.add({
        operation: "getGroup",
        when: "before",
        times: 99,
        answer: { status: 200, body: { ...group, request_configurations: [] } },
    });
    world.service.calls.clear();
    const outcome = await new Stack(GroupReviewerStages.kind, world).up(declared());
    world.service.faults.clear();
    expect(outcome.failures.join()).toContain("does not have a default request configuration");
    expect(outcome.failures.join()).toContain("Set requestConfigurations of the group first");
    expect(world.service.calls.writes()).toEqual([]);
});

describe("reviewer stages together with a declaration of the group", () => {
    const requestConfigurations = [{ priority: 0, allowRequests: true, autoApproval: false }];
    const group = () => ({ name: "Builders", appId: world.appId, groupType: "SVC_GROUP" });
    const beside = async (given: object, kind = GroupReviewerStages.kind, args: object = declared()) => {
        const maker = new Stack(Group.kind, world);
        const session = maker.session();
        await maker.up({ ...group(), ...given }, { name: "group" }, maker.process(session));
        groupId = maker.state?.id ?? "";
        const part = new Stack(kind, world);
        return part.preview({ ...args, groupId }, { name: "part" }, part.process(session));
    };

    it("are accepted if the group does not declare request configurations", async () => {
        expect(await beside({})).toMatchObject({ action: "create", failures: [] });
    });

    it("are rejected if the group declares request configurations", async () => {
        const { failures } = await beside({ requestConfigurations });
        expect(failures.join()).toContain(`"group" and "part" both declare the GroupReviewerStages of ${groupId}`);
    });

    it("are rejected, like a separate visibility, if a configuration template governs the group", async () => {
        const template = await world.api<{ configuration_template_id: string }>("POST", "/configuration-templates", {
            name: "Production",
            admin_owner_id: world.ownerId,
            visibility: { visibility: "GLOBAL" },
            require_mfa_to_approve: false,
            require_mfa_to_connect: false,
        });
        const given = { configurationTemplateId: template.configuration_template_id };
        expect((await beside(given)).failures.join()).toContain("both declare the GroupReviewerStages");
        const visible = await beside({ ...given, name: "Others" }, GroupVisibility.kind, { visibility: "GLOBAL" });
        expect(visible.failures.join()).toContain("both declare the GroupVisibility");
    });
});

it("reports a group that does not exist", async () => {
    const stack = new Stack(GroupReviewerStages.kind, world);
    const missing = "8f7a3c52-5a3b-4a4f-8f3a-1f1f1f1f1f1f";
    const { failures } = await stack.up({ ...declared(), groupId: missing });
    expect(failures.join()).toContain(`No group has the id "${missing}". Correct groupId.`);
});
