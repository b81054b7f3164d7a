import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { startService } from "../../../src/local/service/index.js";
import type { Kind } from "../../../src/provider/shapes/kind.js";
import { BundleVisibility } from "../../../src/resources/kinds/bundles/bundle-visibility.js";
import { MessageChannel } from "../../../src/resources/kinds/channels/message-channel.js";
import { Group } from "../../../src/resources/kinds/groups/group.js";
import { GroupBinding } from "../../../src/resources/kinds/groups/group-binding.js";
import { GroupReviewerStages } from "../../../src/resources/kinds/groups/group-reviewer-stages.js";
import { GroupVisibility } from "../../../src/resources/kinds/groups/group-visibility.js";
import { IdpGroupMapping } from "../../../src/resources/kinds/groups/idp-group-mapping.js";
import { Resource } from "../../../src/resources/kinds/resources/resource.js";
import { ResourceReviewerStages } from "../../../src/resources/kinds/resources/resource-reviewer-stages.js";
import { ScopedRolePermissions } from "../../../src/resources/kinds/resources/scoped-role-permissions.js";
import { RequestTemplate } from "../../../src/resources/kinds/templates/request-template.js";
import { Workshop } from "../../adopt/accept/workshop.js";
import { exported, newFolder } from "../../adopt/export/organization.js";
import { eachWorld, world } from "../../proofs/conformance/each-world.js";
import { Stack } from "../../proofs/conformance/stack.js";

eachWorld();

const base = {
    priority: 0,
    allow_requests: true,
    auto_approval: false,
    require_mfa_to_request: false,
    require_support_ticket: false,
};

/** What a program declares, and where the service must then have it. */
interface Declared {
    readonly kind: Kind;
    readonly args: Readonly<Record<string, unknown>>;
    /** Path of the read, after the id of the resource. */
    readonly at: (id: string) => string;
    readonly live: unknown;
}

const ofGroup = (id: string) => `/groups/${id}`;
const ofResource = (id: string) => `/resources/${id}`;
const administrators = (): string =>
    world.service.store.owners.all().find(({ name }) => name === "Administrators")?.owner_id ?? "";

const cases: Readonly<Record<string, () => Promise<Declared>>> = {
    "no stage with autoApproval": async () => ({
        kind: Group.kind,
        args: { name: "Open", appId: world.appId, requestConfigurations: [{ autoApproval: true, reviewerStages: [] }] },
        at: ofGroup,
        live: { request_configurations: [expect.objectContaining({ auto_approval: true, reviewer_stages: [] })] },
    }),
    "durations of 0": async () => ({
        kind: Resource.kind,
        args: {
            name: "Ledger",
            appId: world.appId,
            resourceType: "CUSTOM",
            requestConfigurations: [
                {
                    maxDurationMinutes: 0,
                    recommendedDurationMinutes: 0,
                    reviewerStages: [{ operator: "OR", ownerIds: [administrators()] }],
                },
            ],
        },
        at: ofResource,
        live: {
            request_configurations: [
                expect.objectContaining({ max_duration_minutes: 0, recommended_duration_minutes: 0 }),
            ],
        },
    }),
    "groups beside GLOBAL": async () => ({
        kind: GroupVisibility.kind,
        args: {
            groupId: await world.newGroup("Shown"),
            visibility: "GLOBAL",
            visibilityGroupIds: [world.groupIds[0]],
        },
        at: (id) => `/groups/${id}/visibility`,
        live: { visibility: "GLOBAL", visibility_group_ids: [world.groupIds[0]] },
    }),
    "groups beside GLOBAL, of a bundle": async () => {
        const { bundle_id: bundleId } = await world.api("POST", "/bundles", {
            name: "Starter",
            description: "",
            admin_owner_id: administrators(),
        });
        return {
            kind: BundleVisibility.kind,
            args: { bundleId, visibility: "GLOBAL", visibilityGroupIds: [world.groupIds[0]] },
            at: (id) => `/bundles/${id}/visibility`,
            live: { visibility: "GLOBAL", visibility_group_ids: [world.groupIds[0]] },
        };
    },
    "no stage of a resource": async () => ({
        kind: ResourceReviewerStages.kind,
        args: { resourceId: await newResource("Vault"), stages: [] },
        at: (id) => `/resources/${id}`,
        live: { request_configurations: [expect.objectContaining({ reviewer_stages: [] })] },
    }),
    "no stage of a group that approves automatically": async () => {
        const groupId = await world.newGroup("Automatic");
        const request_configurations = [{ ...base, auto_approval: true }];
        await world.api("PUT", "/groups", { groups: [{ group_id: groupId, request_configurations }] });
        return {
            kind: GroupReviewerStages.kind,
            args: { groupId, stages: [] },
            at: ofGroup,
            live: { request_configurations: [expect.objectContaining({ reviewer_stages: [] })] },
        };
    },
    "a description that syncs overwrite": async () => ({
        kind: Group.kind,
        args: { name: "Synced", appId: world.appId, description: "Crew", matchRemoteDescription: true },
        at: ofGroup,
        live: { description: "Crew", match_remote_description: true },
    }),
    "tickets without a ticketing system": async () => ({
        kind: Resource.kind,
        args: {
            name: "Ticketed",
            appId: world.appId,
            resourceType: "CUSTOM",
            ticketPropagation: { enabledOnGrant: true, enabledOnRevocation: false },
        },
        at: ofResource,
        live: { ticket_propagation: { enabled_on_grant: true, enabled_on_revocation: false } },
    }),
    "targets beside allowAll": async () => ({
        kind: ScopedRolePermissions.kind,
        args: {
            resourceId: await newResource("Role", "SVC_SCOPED_ROLE"),
            permissions: [
                { targetType: "GROUP", permissionName: "READ", allowAll: true, targetIds: [world.groupIds[0]] },
            ],
        },
        at: (id) => `/resources/${id}/scoped-role-permissions`,
        live: { permissions: [expect.objectContaining({ allow_all: true, target_ids: [world.groupIds[0]] })] },
    }),
    "a binding that lists its source": async () => {
        const [source, other] = [await world.newGroup("Source"), await world.newGroup("Other")];
        return {
            kind: GroupBinding.kind,
            args: { sourceGroupId: source, groups: [{ groupId: source }, { groupId: other }] },
            at: (id) => `/group-bindings/${id}`,
            live: {
                groups: [expect.objectContaining({ group_id: source }), expect.objectContaining({ group_id: other })],
            },
        };
    },
    "an empty alias": async () => ({
        kind: IdpGroupMapping.kind,
        args: { appResourceId: await newResource("Directory"), groupId: world.groupIds[0], alias: "" },
        at: (id) => `/idp-group-mappings/${id.replace("/", "/groups/")}`,
        live: { alias: "" },
    }),
    "an empty remote id": async () => ({
        kind: MessageChannel.kind,
        args: { thirdPartyProvider: "SLACK", remoteId: "" },
        at: (id) => `/message-channels/${id}`,
        live: { remote_id: "" },
    }),
    "a blank question": async () => ({
        kind: RequestTemplate.kind,
        args: {
            name: "Why",
            customFields: [
                { name: " ", type: "MULTI_CHOICE", metadata: { multiChoiceData: { options: [""] } } },
                { type: "CALLOUT", metadata: { calloutData: { severity: "INFO", text: "" } } },
            ],
        },
        at: (id) => `/request-templates/${id}`,
        live: { custom_fields: [expect.objectContaining({ name: " " }), expect.objectContaining({ type: "CALLOUT" })] },
    }),
};

async function newResource(name: string, type = "CUSTOM"): Promise<string> {
    const { resource_id } = await world.api("POST", "/resources", {
        name,
        app_id: world.appId,
        resource_type: type,
    });
    return String(resource_id);
}

describe("a value that the service accepts", () => {
    test.each(Object.entries(cases))("can be declared: %s", async (_, declared) => {
        const { kind, args, at, live } = await declared();
        const stack = new Stack(kind, world);
        expect((await stack.up(args)).failures).toEqual([]);
        expect(await world.api("GET", at(stack.state?.id ?? ""))).toMatchObject(live as object);
        expect((await stack.preview(args)).action).toBe("same");
    });
});

it("refuses a configuration without a stage and without autoApproval before any call", async () => {
    const stack = new Stack(Group.kind, world);
    const args = { name: "Stuck", appId: world.appId };
    world.service.calls.clear();
    for (const requestConfigurations of [[{ reviewerStages: [] }], [{ autoApproval: false, reviewerStages: [] }]]) {
        const { action, failures } = await stack.preview({ ...args, requestConfigurations });
        expect(action).toBe("failed");
        expect(failures.join()).toMatch(/^requestConfigurations\[0\]\.reviewerStages/);
    }
    expect(world.service.calls.all()).toEqual([]);
});

it("does not write a group without stages that does not approve automatically", async () => {
    const groupId = await world.newGroup("Reviewed");
    const before = await world.api("GET", `/groups/${groupId}`);
    const { failures } = await new Stack(GroupReviewerStages.kind, world).up({ groupId, stages: [] });
    expect(failures.join()).toContain("stages");
    expect(await world.api("GET", `/groups/${groupId}`)).toEqual(before);
});

it("removes undeclared groups when an object becomes visible to everyone", async () => {
    const groupId = await world.newGroup("Shown");
    const stack = new Stack(GroupVisibility.kind, world);
    await stack.up({ groupId, visibilityGroupIds: [world.groupIds[0]] });
    await stack.up({ groupId, visibility: "GLOBAL" });
    expect(await world.api("GET", `/groups/${groupId}/visibility`)).toEqual({
        visibility: "GLOBAL",
        visibility_group_ids: [],
    });
});

test("an organization with such values can be exported as it is", async () => {
    const service = await startService({ seed: "small" });
    const folder = newFolder();
    const { store } = service;
    const [group, other] = store.groups.all().map(({ group_id }) => group_id);
    const [resource] = store.resources.all().map(({ resource_id }) => resource_id);
    const [stage] = store.groups.get(group ?? "").request_configurations?.[0]?.reviewer_stages ?? [];
    if (!group || !other || !resource || !stage) throw new Error("The organization is too small.");
    store.groups.change(group, { request_configurations: [{ ...base, auto_approval: true, reviewer_stages: [] }] });
    const twice = [...stage.owner_ids, ...stage.owner_ids];
    store.groups.change(other, {
        description: "Crew",
        match_remote_description: true,
        request_configurations: [
            { ...base, max_duration_minutes: 0, reviewer_stages: [{ ...stage, owner_ids: twice }] },
        ],
    });
    store.groupVisibility.set({ group_id: other, visibility: "GLOBAL", visibility_group_ids: [group] });
    store.resources.change(resource, { request_configurations: [{ ...base, reviewer_stages: [] }] });
    const out = join(folder, "program");
    const { inventory } = await exported(service, out, { project: "access-organization" });
    const faults = inventory.undeclared.filter(({ isFault }) => isFault);
    const workshop = await Workshop.open(out, service);
    try {
        await workshop.expect("stack", "import", "--file", join("state", "dev.json"));
        const { steps } = await workshop.preview();
        expect(steps.filter(({ op }) => !["same", "read", "refresh"].includes(op)).map(({ urn }) => urn)).toEqual([]);
        expect(faults).toEqual([]);
    } finally {
        await workshop.close();
        rmSync(folder, { recursive: true });
    }
}, 0);
