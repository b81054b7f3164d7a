import { beforeEach, expect, it } from "vitest";
import { ResourceReviewerStages } from "../../../../src/resources/kinds/resources/resource-reviewer-stages.js";
import { eachWorld, world } from "../../../proofs/conformance/each-world.js";
import { Stack } from "../../../proofs/conformance/stack.js";

let stack: Stack;
let resourceId: string;
let reviewers: string;
let others: string;

eachWorld();

beforeEach(async () => {
    stack = new Stack(ResourceReviewerStages.kind, world);
    resourceId = await world.newResource("Ledger");
    reviewers = await world.newOwner("Reviewers");
    others = await world.newOwner("Others");
});

const path = () => `/resources/${resourceId}/reviewer-stages`;
const live = () => world.api<Record<string, unknown>[]>("GET", path());

it("keeps undeclared properties of a stage", async () => {
    const stage = { operator: "OR", ownerIds: [reviewers] };
    await stack.up({ resourceId, stages: [stage] });
    const [before] = await live();
    const escalation = { delay_minutes: 30, owner_ids: [others] };
    await world.api("PUT", path(), { stages: [{ ...before, require_manager_approval: true, escalation }] });
    expect(await stack.preview({ resourceId, stages: [stage] })).toMatchObject({ action: "same", lines: [] });
    await stack.up({ resourceId, stages: [{ ...stage, requireAdminApproval: true }] });
    expect(await live()).toMatchObject([{ require_manager_approval: true, require_admin_approval: true, escalation }]);
});

it("removes an escalation that is not allowed with the new operator", async () => {
    const escalation = { delayMinutes: 30, ownerIds: [others] };
    await stack.up({ resourceId, stages: [{ operator: "OR", ownerIds: [reviewers], escalation }] });
    const stages = [{ operator: "AND", ownerIds: [reviewers] }];
    expect(await stack.up({ resourceId, stages })).toMatchObject({ action: "update", failures: [] });
    expect((await live())[0]).not.toHaveProperty("escalation");
});

it("does not change the stages of configurations with a condition", async () => {
    const rule = { priority: 0, allow_requests: true, auto_approval: false };
    const common = { require_mfa_to_request: false, require_support_ticket: false };
    const special = { ...rule, ...common, priority: 1, condition: { group_ids: [world.groupIds[0]] } };
    const configurations = [{ ...rule, ...common }, special];
    const body = { resources: [{ resource_id: resourceId, request_configurations: configurations }] };
    await world.api("PUT", "/resources", body);
    const conditional = async () => {
        const resource = await world.api<{ request_configurations: object[] }>("GET", `/resources/${resourceId}`);
        return resource.request_configurations[1];
    };
    const before = await conditional();
    await stack.up({ resourceId, stages: [{ operator: "AND", ownerIds: [others] }] });
    expect(await live()).toMatchObject([{ owner_ids: [others] }]);
    expect(await conditional()).toEqual(before);
});

it("makes the administrator the reviewer on destroy, so that the former reviewers can be deleted", async () => {
    await stack.up({ resourceId, stages: [{ operator: "AND", ownerIds: [reviewers, others] }] });
    await stack.destroy();
    await world.api("DELETE", `/owners/${reviewers}`);
    expect(await live()).toMatchObject([{ owner_ids: [world.ownerId] }]);
});
