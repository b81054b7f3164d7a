import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Kind } from "../../../../src/provider/shapes/kind.js";
import { Resource } from "../../../../src/resources/kinds/resources/resource.js";
import { ResourceReviewerStages } from "../../../../src/resources/kinds/resources/resource-reviewer-stages.js";
import { ResourceReviewers } from "../../../../src/resources/kinds/resources/resource-reviewers.js";
import { ResourceVisibility } from "../../../../src/resources/kinds/resources/resource-visibility.js";
import { Stack } from "../../../proofs/conformance/stack.js";
import { World } from "../../../proofs/conformance/world.js";

let world: World;
let stack: Stack;
let reviewers: string;

beforeEach(async () => {
    world = await World.start();
    stack = new Stack(Resource.kind, world);
    reviewers = await world.newOwner("Reviewers");
});

afterEach(() => world.close());

const resource = (more: object = {}) => ({ name: "Ledger", appId: world.appId, resourceType: "CUSTOM", ...more });
const live = () => world.api<Record<string, unknown>>("GET", `/resources/${stack.state?.id}`);
const written = () => world.service.calls.writes().map(({ operation }) => operation);
const rules = () => [
    {
        priority: 0,
        allowRequests: true,
        autoApproval: false,
        reviewerStages: [{ operator: "AND", ownerIds: [reviewers] }],
    },
];
const newTemplate = async () => {
    const body = {
        name: "Strict",
        admin_owner_id: reviewers,
        require_mfa_to_approve: true,
        require_mfa_to_connect: false,
        visibility: { visibility: "LIMITED", visibility_group_ids: world.groupIds.slice(0, 1) },
    };
    return (await world.api<{ configuration_template_id: string }>("POST", "/configuration-templates", body))
        .configuration_template_id;
};

it("is made in one write, and in two with what the create does not take", async () => {
    world.service.calls.clear();
    await stack.up(resource({ description: "What was paid" }));
    expect(written()).toEqual(["createResource"]);
    world.service.calls.clear();
    const parentResourceId = await world.newResource("Warehouse");
    await new Stack(Resource.kind, world).up(resource({ name: "Journal", parentResourceId, adminOwnerId: reviewers }));
    expect(world.service.calls.of("updateResources").map(({ body }) => body)).toEqual([
        {
            resources: [
                { resource_id: expect.any(String), parent_resource_id: parentResourceId, admin_owner_id: reviewers },
            ],
        },
    ]);
});

it("is made without reviewers if the list is empty, although the service gives it some", async () => {
    expect(await stack.up(resource({ reviewerIds: [] }))).toMatchObject({ action: "create", failures: [] });
    expect(await world.api("GET", `/resources/${stack.state?.id}/reviewers`)).toEqual([]);
    expect(await stack.preview(resource({ reviewerIds: [] }))).toMatchObject({ action: "same", lines: [] });
});

it("is taken out from under its parent with null, and stays there when the line is removed", async () => {
    const parentResourceId = await world.newResource("Warehouse");
    await stack.up(resource({ parentResourceId }));
    await stack.up(resource());
    expect(await live()).toMatchObject({ parent_resource_id: parentResourceId });
    await stack.up(resource({ parentResourceId: null }));
    expect(await live()).not.toHaveProperty("parent_resource_id");
    expect(await stack.preview(resource({ parentResourceId: null }))).toMatchObject({ action: "same", lines: [] });
});

it("never opens a resource because a line was removed", async () => {
    const visibility = { visibility: "LIMITED", visibilityGroupIds: world.groupIds.slice(0, 1) };
    await stack.up(resource({ visibility }));
    expect((await stack.up(resource())).lines.join()).toContain("visibility is no longer declared; it stays as it is");
    const now = await world.api("GET", `/resources/${stack.state?.id}/visibility`);
    expect(now).toEqual({ visibility: "LIMITED", visibility_group_ids: visibility.visibilityGroupIds });
});

it("takes the vendor's spelling of a type for its own", async () => {
    await stack.up(resource({ resourceType: "SVC_SCOPED_ROLE" }));
    expect(await stack.preview(resource({ resourceType: "OPAL_SCOPED_ROLE" }))).toMatchObject({ replaces: [] });
});

it("keeps the rest of the request rules where only reviewers are given", async () => {
    const others = await world.newOwner("Others");
    await stack.up(resource({ requestConfigurations: [{ ...rules()[0], maxDurationMinutes: 60 }] }));
    expect(await stack.up(resource({ reviewerIds: [others] }))).toMatchObject({ action: "update", failures: [] });
    expect(await live()).toMatchObject({
        request_configurations: [{ max_duration_minutes: 60, reviewer_stages: [{ owner_ids: [others] }] }],
    });
    expect(await stack.preview(resource({ reviewerIds: [others] }))).toMatchObject({ action: "same", lines: [] });
});

describe("imported from an end system", () => {
    const role = (account: string, more: object = {}) =>
        resource({
            name: "Admin",
            resourceType: "AWS_IAM_ROLE",
            remoteInfo: { awsIamRole: { arn: `arn:aws:iam::${account}:role/Admin` } },
            ...more,
        });

    it("tells its id and name there", async () => {
        await stack.up(role("111111111111"));
        expect(stack.state?.outputs).toMatchObject({
            remoteResourceId: "arn:aws:iam::111111111111:role/Admin",
            remoteResourceName: "Admin",
        });
    });

    it("may be called as another one is, which has other coordinates", async () => {
        const run = stack.process();
        const other = new Stack(Resource.kind, world);
        expect(await stack.up(role("111111111111"), { name: "one" }, run)).toMatchObject({ failures: [] });
        expect(await other.up(role("222222222222"), { name: "two" }, run)).toMatchObject({ failures: [] });
        expect(other.state?.id).not.toBe(stack.state?.id);
        const twin = await new Stack(Resource.kind, world).preview(role("111111111111"), { name: "twin" }, run);
        expect(twin.failures.join()).toContain('"one" and "twin" both declare');
        const taken = await new Stack(Resource.kind, world).preview(role("222222222222"));
        expect(taken.failures.join()).toContain(`import: ${JSON.stringify(other.state?.id)}`);
    });

    it("is found by its coordinates after an answer that never came", async () => {
        await new Stack(Resource.kind, world).up(role("111111111111"));
        world.service.faults.add({ operation: "createResource", when: "after", answer: "reset" });
        expect(await stack.up(role("222222222222"))).toMatchObject({ failures: [] });
        expect(await live()).toMatchObject({
            remote_info: { aws_iam_role: { arn: "arn:aws:iam::222222222222:role/Admin" } },
        });
        expect(world.service.calls.of("createResource")).toHaveLength(2);
    });

    it("is made anew for other coordinates", async () => {
        await stack.up(role("111111111111"));
        expect(await stack.up(role("222222222222"))).toMatchObject({
            action: "replace",
            replaces: ["remoteInfo"],
            deleteBeforeReplace: false,
        });
    });
});

describe("beside others that say the same", () => {
    const beside = async (mine: object, kind: Kind, theirs: object) => {
        const session = stack.session();
        await stack.up(mine as never, { name: "ledger" }, stack.process(session));
        const other = new Stack(kind, world);
        return other.preview({ resourceId: stack.state?.id, ...theirs }, { name: "other" }, other.process(session));
    };

    it("refuses request configurations and reviewers of one resource", async () => {
        const mine = resource({ requestConfigurations: rules() });
        const outcome = await beside(mine, ResourceReviewers.kind, { reviewerIds: [reviewers] });
        expect(outcome.failures.join()).toMatch(/"ledger" and "other" both declare/);
    });

    it("refuses request configurations and stages of one resource", async () => {
        const stages = [{ operator: "AND", ownerIds: [reviewers] }];
        const outcome = await beside(resource({ requestConfigurations: rules() }), ResourceReviewerStages.kind, {
            stages,
        });
        expect(outcome.failures.join()).toMatch(/"ledger" and "other" both declare/);
    });

    it("refuses reviewers and stages of one resource", async () => {
        const resourceId = await world.newResource("Journal");
        const session = stack.session();
        const one = new Stack(ResourceReviewers.kind, world);
        const other = new Stack(ResourceReviewerStages.kind, world);
        await one.preview({ resourceId, reviewerIds: [reviewers] }, { name: "people" }, one.process(session));
        const stages = [{ operator: "AND", ownerIds: [reviewers] }];
        const outcome = await other.preview({ resourceId, stages }, { name: "stages" }, other.process(session));
        expect(outcome.failures.join()).toMatch(/"people" and "stages" both declare/);
    });

    it("refuses what a template governs, and nothing once it is detached", async () => {
        const configurationTemplateId = await newTemplate();
        const limited = { visibility: "LIMITED" };
        for (const [kind, theirs] of [
            [ResourceVisibility.kind, limited],
            [ResourceReviewers.kind, { reviewerIds: [reviewers] }],
        ] as const) {
            const outcome = await beside(resource({ configurationTemplateId }), kind, theirs);
            expect(outcome.failures.join()).toMatch(/"ledger" and "other" both declare/);
        }
        const detached = resource({ configurationTemplateId: null });
        expect(await beside(detached, ResourceVisibility.kind, limited)).toMatchObject({ failures: [] });
        expect(await live()).not.toHaveProperty("configuration_template_id");
    });

    it("takes a resource that says neither", async () => {
        const outcome = await beside(resource(), ResourceReviewers.kind, { reviewerIds: [reviewers] });
        expect(outcome).toMatchObject({ action: "create", failures: [] });
    });
});
