import { beforeEach, describe, expect, it } from "vitest";
import type { Kind } from "../../../../src/provider/shapes/kind.js";
import { Resource } from "../../../../src/resources/kinds/resources/resource.js";
import { ResourceReviewerStages } from "../../../../src/resources/kinds/resources/resource-reviewer-stages.js";
import { ResourceReviewers } from "../../../../src/resources/kinds/resources/resource-reviewers.js";
import { ResourceVisibility } from "../../../../src/resources/kinds/resources/resource-visibility.js";
import { eachWorld, world } from "../../../proofs/conformance/each-world.js";
import { Stack } from "../../../proofs/conformance/stack.js";

let stack: Stack;
let reviewers: string;

eachWorld();

beforeEach(async () => {
    stack = new Stack(Resource.kind, world);
    reviewers = await world.newOwner("Reviewers");
});

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

it("is created in one write, or in two with properties that the create operation does not accept", async () => {
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

it("is created without reviewers if the list is empty, although the service adds default reviewers", async () => {
    expect(await stack.up(resource({ reviewerIds: [] }))).toMatchObject({ action: "create", failures: [] });
    expect(await world.api("GET", `/resources/${stack.state?.id}/reviewers`)).toEqual([]);
    expect(await stack.preview(resource({ reviewerIds: [] }))).toMatchObject({ action: "same", lines: [] });
});

it("loses its parent with null, but keeps it if the parent is no longer declared", async () => {
    const parentResourceId = await world.newResource("Warehouse");
    await stack.up(resource({ parentResourceId }));
    await stack.up(resource());
    expect(await live()).toMatchObject({ parent_resource_id: parentResourceId });
    await stack.up(resource({ parentResourceId: null }));
    expect(await live()).not.toHaveProperty("parent_resource_id");
    expect(await stack.preview(resource({ parentResourceId: null }))).toMatchObject({ action: "same", lines: [] });
});

it("treats the vendor's spelling of a type as equal", async () => {
    await stack.up(resource({ resourceType: "SVC_SCOPED_ROLE" }));
    expect(await stack.preview(resource({ resourceType: "OPAL_SCOPED_ROLE" }))).toMatchObject({ replaces: [] });
});

it("keeps the rest of the request configuration if only reviewers are declared", async () => {
    const others = await world.newOwner("Others");
    await stack.up(resource({ requestConfigurations: [{ ...rules()[0], maxDurationMinutes: 60 }] }));
    expect(await stack.up(resource({ reviewerIds: [others] }))).toMatchObject({ action: "update", failures: [] });
    expect(await live()).toMatchObject({
        request_configurations: [{ max_duration_minutes: 60, reviewer_stages: [{ owner_ids: [others] }] }],
    });
    expect(await stack.preview(resource({ reviewerIds: [others] }))).toMatchObject({ action: "same", lines: [] });
});

describe("a resource with remote info", () => {
    const role = (account: string, more: object = {}) =>
        resource({
            name: "Admin",
            resourceType: "AWS_IAM_ROLE",
            remoteInfo: { awsIamRole: { arn: `arn:aws:iam::${account}:role/Admin` } },
            ...more,
        });

    it("has its remote id and name as outputs", async () => {
        await stack.up(role("111111111111"));
        expect(stack.state?.outputs).toMatchObject({
            remoteResourceId: "arn:aws:iam::111111111111:role/Admin",
            remoteResourceName: "Admin",
        });
    });

    it("can have the same name as a resource with different remote info", async () => {
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

    it("is found by its remote info after a lost response", async () => {
        await new Stack(Resource.kind, world).up(role("111111111111"));
        world.service.faults.add({ operation: "createResource", when: "after", answer: "reset" });
        expect(await stack.up(role("222222222222"))).toMatchObject({ failures: [] });
        expect(await live()).toMatchObject({
            remote_info: { aws_iam_role: { arn: "arn:aws:iam::222222222222:role/Admin" } },
        });
        expect(world.service.calls.of("createResource")).toHaveLength(2);
    });

    it("is replaced for other remote info", async () => {
        await stack.up(role("111111111111"));
        expect(await stack.up(role("222222222222"))).toMatchObject({
            action: "replace",
            replaces: ["remoteInfo"],
            deleteBeforeReplace: false,
        });
    });
});

describe("two declarations of the same reviewers or visibility", () => {
    const beside = async (mine: object, kind: Kind, theirs: object) => {
        const session = stack.session();
        await stack.up(mine as never, { name: "ledger" }, stack.process(session));
        const other = new Stack(kind, world);
        return other.preview({ resourceId: stack.state?.id, ...theirs }, { name: "other" }, other.process(session));
    };

    it("are rejected for request configurations and reviewers of one resource", async () => {
        const mine = resource({ requestConfigurations: rules() });
        const outcome = await beside(mine, ResourceReviewers.kind, { reviewerIds: [reviewers] });
        expect(outcome.failures.join()).toMatch(/"ledger" and "other" both declare/);
    });

    it("are rejected for request configurations and reviewer stages of one resource", async () => {
        const stages = [{ operator: "AND", ownerIds: [reviewers] }];
        const outcome = await beside(resource({ requestConfigurations: rules() }), ResourceReviewerStages.kind, {
            stages,
        });
        expect(outcome.failures.join()).toMatch(/"ledger" and "other" both declare/);
    });

    it("are rejected for reviewers and reviewer stages of one resource", async () => {
        const resourceId = await world.newResource("Journal");
        const session = stack.session();
        const one = new Stack(ResourceReviewers.kind, world);
        const other = new Stack(ResourceReviewerStages.kind, world);
        await one.preview({ resourceId, reviewerIds: [reviewers] }, { name: "people" }, one.process(session));
        const stages = [{ operator: "AND", ownerIds: [reviewers] }];
        const outcome = await other.preview({ resourceId, stages }, { name: "stages" }, other.process(session));
        expect(outcome.failures.join()).toMatch(/"people" and "stages" both declare/);
    });

    it("are rejected if a configuration template governs the resource, until it is detached", async () => {
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

    it("are not reported if the resource itself declares neither", async () => {
        const outcome = await beside(resource(), ResourceReviewers.kind, { reviewerIds: [reviewers] });
        expect(outcome).toMatchObject({ action: "create", failures: [] });
    });
});
