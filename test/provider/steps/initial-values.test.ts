import { describe, expect, it } from "vitest";
import type { Properties } from "../../../src/common/properties.js";
import { Group } from "../../../src/resources/kinds/groups/group.js";
import { GroupReviewerStages } from "../../../src/resources/kinds/groups/group-reviewer-stages.js";
import { Resource } from "../../../src/resources/kinds/resources/resource.js";
import { ResourceReviewerStages } from "../../../src/resources/kinds/resources/resource-reviewer-stages.js";
import { ConfigurationTemplate } from "../../../src/resources/kinds/templates/configuration-template.js";
import { type Declared, declare } from "../../proofs/sequences/deployment.js";
import { eachTest, group, stack, world } from "../../proofs/sequences/setting.js";

eachTest();

interface Stage {
    operator: string;
    owner_ids: string[];
    service_user_ids: string[];
    require_manager_approval: boolean;
    require_admin_approval: boolean;
    escalation?: object;
}
interface Stored {
    group_id: string;
    request_configurations: { require_mfa_to_request: boolean; reviewer_stages: Stage[] }[];
}

const resource = (more: object = {}) => ({ name: "Vault", appId: world.appId, resourceType: "CUSTOM", ...more });
const rules = (stage: object) => ({ requestConfigurations: [{ reviewerStages: [stage] }] });

/** The stages that the service has for an object, read without the kernel. */
const stagesOf = async (path: string): Promise<Stage[]> =>
    (await world.api<Stored>("GET", path)).request_configurations.flatMap((one) => one.reviewer_stages);

/** Every way to declare the stages of an object that this program creates, with the path of the object. */
const ways: Readonly<Record<string, (stage: object) => [Declared[], path: () => string]>> = {
    Group: (stage) => [[declare(Group.kind, "team", group(rules(stage)))], () => `/groups/${stack.id("team")}`],
    Resource: (stage) => [
        [declare(Resource.kind, "vault", resource(rules(stage)))],
        () => `/resources/${stack.id("vault")}`,
    ],
    GroupReviewerStages: (stage) => [
        [
            declare(Group.kind, "team", group()),
            declare(GroupReviewerStages.kind, "stages", (id) => ({ groupId: id("team"), stages: [stage] })),
        ],
        () => `/groups/${stack.id("team")}`,
    ],
    ResourceReviewerStages: (stage) => [
        [
            declare(Resource.kind, "vault", resource()),
            declare(ResourceReviewerStages.kind, "stages", (id) => ({ resourceId: id("vault"), stages: [stage] })),
        ],
        () => `/resources/${stack.id("vault")}`,
    ],
};

const reviewers: Readonly<Record<string, () => object>> = {
    "the manager": () => ({ operator: "OR", requireManagerApproval: true }),
    "the manager, and everybody else": () => ({ requireManagerApproval: true }),
    administrators: () => ({ operator: "OR", requireAdminApproval: true }),
    "a service user": () => ({ operator: "OR", serviceUserIds: [world.userIds[0]] }),
};

describe.each(Object.keys(ways))("stages declared with %s", (way) => {
    it.each(Object.keys(reviewers))("have no reviewer but %s", async (who) => {
        const stage = (reviewers[who] ?? Object)() as Properties;
        const [declared, path] = ways[way]?.(stage) ?? [[], String];
        await stack.settle(declared);
        expect(await stagesOf(path())).toEqual([
            {
                operator: stage.operator ?? "AND",
                owner_ids: [],
                service_user_ids: stage.serviceUserIds ?? [],
                require_manager_approval: stage.requireManagerApproval ?? false,
                require_admin_approval: stage.requireAdminApproval ?? false,
            },
        ]);
    });
});

describe("rules declared for the first time on an object that is already managed", () => {
    const manager = { operator: "OR", requireManagerApproval: true };

    it("name all reviewers, and the preview shows who no longer reviews", async () => {
        await stack.settle([declare(Group.kind, "team", group())]);
        const declared = [declare(Group.kind, "team", group(rules(manager)))];
        const { lines } = await stack.preview(declared);
        expect(lines.join()).toContain("requestConfigurations[0].reviewerStages[0].ownerIds");
        await stack.settle(declared);
        expect((await stagesOf(`/groups/${stack.id("team")}`)).map((stage) => stage.owner_ids)).toEqual([[]]);
    });

    it("name all reviewers even if the stage already has those that they name", async () => {
        await stack.settle([declare(Group.kind, "team", group())]);
        const { group_id, request_configurations } = await world.api<Stored>("GET", `/groups/${stack.id("team")}`);
        const [first] = request_configurations;
        const stages = first?.reviewer_stages.map((stage) => ({ ...stage, require_manager_approval: true }));
        const changed = [{ ...first, reviewer_stages: stages }];
        await world.api("PUT", "/groups", { groups: [{ group_id, request_configurations: changed }] });
        await stack.settle([declare(Group.kind, "team", group(rules({ requireManagerApproval: true })))]);
        expect((await stagesOf(`/groups/${group_id}`)).map((stage) => stage.owner_ids)).toEqual([[]]);
    });

    it("keep a requirement that they do not name", async () => {
        await stack.settle([declare(Group.kind, "team", group())]);
        const { group_id, request_configurations } = await world.api<Stored>("GET", `/groups/${stack.id("team")}`);
        const stricter = request_configurations.map((one) => ({ ...one, require_mfa_to_request: true }));
        await world.api("PUT", "/groups", { groups: [{ group_id, request_configurations: stricter }] });
        await stack.settle([declare(Group.kind, "team", group(rules(manager)))]);
        const [after] = (await world.api<Stored>("GET", `/groups/${group_id}`)).request_configurations;
        expect(after).toMatchObject({ require_mfa_to_request: true, reviewer_stages: [{ owner_ids: [] }] });
    });

    it("name all reviewers once a write that failed is repeated, also after a refresh", async () => {
        for (const [name, isRefreshed] of [
            ["one", false],
            ["other", true],
        ] as const) {
            const declared = [declare(Group.kind, name, group({ name, ...rules(manager) }))];
            world.service.faults.add({ operation: "updateGroups", when: "before", times: 9, answer: { status: 500 } });
            expect((await stack.up(declared)).failures).toHaveLength(1);
            world.service.faults.clear();
            if (isRefreshed) await stack.refresh();
            await stack.settle(declared);
            expect((await stagesOf(`/groups/${stack.id(name)}`)).map((stage) => stage.owner_ids)).toEqual([[]]);
            await stack.settle([]);
        }
    });

    it("afterwards leave alone what somebody adds to them", async () => {
        const declared = [declare(Group.kind, "team", group(rules(manager)))];
        await stack.settle(declared);
        const { group_id, request_configurations } = await world.api<Stored>("GET", `/groups/${stack.id("team")}`);
        const changed = request_configurations.map((one) => ({ ...one, require_mfa_to_request: true }));
        await world.api("PUT", "/groups", { groups: [{ group_id, request_configurations: changed }] });
        expect((await stack.preview(declared)).steps).toEqual(['same Group "team"']);
    });
});

it("an imported object keeps the reviewers that the program does not name", async () => {
    const id = await world.newGroup("Found");
    const found = group({ name: "Found", ...rules({ operator: "OR", requireManagerApproval: true }) });
    await stack.up([declare(Group.kind, "team", found, { import: id, adopt: true })]);
    expect((await stagesOf(`/groups/${id}`)).map((stage) => stage.owner_ids.length)).toEqual([1]);
});

it("an escalation that the service has is removed with null", async () => {
    const escalation = { delayMinutes: 60, userIds: [world.userIds[1]] };
    const stage = (more: object) => ({ operator: "OR", requireManagerApproval: true, ...more });
    const team = (more: object) => [declare(Group.kind, "team", group(rules(stage(more))))];
    await stack.settle(team({ escalation }));
    await stack.settle(team({ escalation: null }));
    expect((await stagesOf(`/groups/${stack.id("team")}`))[0]?.escalation).toBeUndefined();
});

describe("what the service gives a new object", () => {
    const told = ({ lines }: { readonly lines: readonly string[] }) =>
        lines.filter((line) => line.includes("got values from the service"));

    it("is not reported if it is documented", async () => {
        const { lines } = await stack.up([declare(Group.kind, "team", group({ adminOwnerId: world.ownerId }))]);
        expect(lines).toEqual([]);
    });

    it.each([
        ["Group", Group.kind, (more: object) => group(more)],
        ["Resource", Resource.kind, resource],
    ] as const)("is not reported if it comes from the declared template: %s", async (_, kind, args) => {
        const ownerId = await world.newOwner("Security");
        const template = declare(ConfigurationTemplate.kind, "sensitive", {
            name: "Sensitive",
            adminOwnerId: ownerId,
            requireMfaToApprove: false,
            requireMfaToConnect: false,
            visibility: { visibility: "GLOBAL" },
            ...rules({ operator: "OR", ownerIds: [ownerId] }),
        });
        const templated = declare(kind, "templated", (id) =>
            args({ configurationTemplateId: id("sensitive"), adminOwnerId: ownerId }),
        );
        const { failures, lines } = await stack.up([template, templated]);
        expect(failures).toEqual([]);
        expect(told({ lines })).toEqual([]);
    });

    it("is reported if somebody other than the admin owner approves", async () => {
        const ownerId = await world.newOwner("Platform");
        const lines = told(await stack.up([declare(Group.kind, "team", group({ adminOwnerId: ownerId }))]));
        expect(lines).toEqual([expect.stringContaining("requestConfigurations[0].reviewerStages[0].ownerIds")]);
        // The rules are the application owner's, as the service sets them before the admin owner is written.
        expect((await stagesOf(`/groups/${stack.id("team")}`)).map((stage) => stage.owner_ids)).toEqual([
            [world.ownerId],
        ]);
    });

    it.each([
        ["groupLeaderUserIds", "Group", { group_leader_user_ids: ["3b0c0a2e-6a44-4f0b-9a3c-0d8f6c1f2a10"] }],
        ["requestConfigurations[0].autoApproval", "Group", { auto_approval: true }],
        ["requestConfigurations[0].autoApproval", "Resource", { auto_approval: true }],
        // A program cannot declare rules of which none is the default.
        ["requestConfigurations", "Group", { auto_approval: true, priority: 5 }],
    ] as const)("is reported if it is %s of a new %s", async (path, name, wire) => {
        const { kind } = { Group, Resource }[name];
        world.between = async (request, pass) => {
            const response = await pass();
            const isCreate = request.method === "POST" && /\/(groups|resources)$/.test(new URL(request.url).pathname);
            if (!isCreate) return response;
            const body = (await response.json()) as { request_configurations: object[] };
            const rules = body.request_configurations.map((one) => ({ ...one, ...wire }));
            return Response.json({ ...body, ...wire, request_configurations: rules }, { status: response.status });
        };
        const declared = kind === Group.kind ? group() : resource();
        const args = { ...declared, adminOwnerId: world.ownerId };
        expect(told(await stack.up([declare(kind, "new", args)]))).toEqual([expect.stringContaining(path)]);
    });
});
