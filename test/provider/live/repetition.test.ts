import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Kind } from "../../../src/provider/shapes/kind.js";
import { Group } from "../../../src/resources/kinds/groups/group.js";
import { GroupResource } from "../../../src/resources/kinds/groups/group-resource.js";
import { GroupReviewerStages } from "../../../src/resources/kinds/groups/group-reviewer-stages.js";
import { GroupUser } from "../../../src/resources/kinds/groups/group-user.js";
import { Owner } from "../../../src/resources/kinds/owners/owner.js";
import { Stack } from "../../proofs/conformance/stack.js";
import { World } from "../../proofs/conformance/world.js";
import { inMemory, type Transport } from "../../support/transport.js";

let world: World;
let transport: Transport;
let groupId: string;

beforeEach(async () => {
    world = await World.start();
    transport = inMemory(world.service, world.service.url);
    groupId = await world.newGroup("Engineers");
});

afterEach(async () => {
    transport.close();
    await world.close();
});

const stackOf = (kind: Kind, retries = 2) => new Stack(kind, world, { "access-governance:retries": String(retries) });
const calls = (operation: Parameters<World["service"]["calls"]["of"]>[0]) =>
    world.service.calls.of(operation).map(({ status }) => status);

/** Makes the first `method` request return 500, before or after its effect, and runs `meanwhile` before that response. */
function strike(method: string, when: "before" | "after", meanwhile: () => Promise<unknown> = async () => {}): void {
    let isStruck = false;
    transport.between = async (request, pass) => {
        if (isStruck || request.method !== method) return pass();
        isStruck = true;
        if (when === "after") await pass();
        await meanwhile();
        return new Response("{}", { status: 500 });
    };
}

describe("a write with an unknown outcome", () => {
    it("is built again from a new read before it is repeated, which keeps the change of another client", async () => {
        const stack = stackOf(GroupReviewerStages.kind);
        const [first, second] = [await world.newOwner("First"), await world.newOwner("Second")];
        const stages = (ownerId: string) => [{ operator: "OR", ownerIds: [ownerId] }];
        await stack.up({ groupId, stages: stages(first) });
        const read = async () => await world.api<{ request_configurations: object[] }>("GET", `/groups/${groupId}`);
        const [configuration] = (await read()).request_configurations;
        strike("PUT", "before", () =>
            world.api("PUT", "/groups", {
                groups: [
                    {
                        group_id: groupId,
                        request_configurations: [{ ...configuration, require_mfa_to_request: true }],
                    },
                ],
            }),
        );
        expect(await stack.up({ groupId, stages: stages(second) })).toMatchObject({ action: "update", failures: [] });
        expect((await read()).request_configurations).toMatchObject([
            { require_mfa_to_request: true, reviewer_stages: [{ owner_ids: [second] }] },
        ]);
    });

    it("is not repeated if it took effect", async () => {
        const stack = stackOf(Owner.kind);
        await stack.up({ name: "Platform", description: "before" });
        strike("PUT", "after");
        world.service.calls.clear();
        expect(await stack.up({ name: "Platform", description: "after" })).toMatchObject({ failures: [] });
        expect(calls("updateOwners")).toEqual([200]);
        expect(world.service.snapshot().owners).toContainEqual(expect.objectContaining({ description: "after" }));
    });

    it("is followed by the remaining writes of the same create", async () => {
        const stack = stackOf(Group.kind);
        const args = { name: "Half", appId: world.appId, groupType: "SVC_GROUP", requireMfaToApprove: true };
        let puts = 0;
        transport.between = async (request, pass) => {
            const response = await pass();
            if (request.method !== "PUT") return response;
            puts += 1;
            return puts <= 2 ? new Response("{}", { status: 503 }) : response;
        };
        const visibility = { visibility: "LIMITED", visibilityGroupIds: [groupId] };
        expect(await stack.up({ ...args, visibility })).toMatchObject({ action: "create", failures: [] });
        expect(await stack.preview({ ...args, visibility })).toMatchObject({ action: "same", lines: [] });
        expect([calls("updateGroups"), calls("setGroupVisibility")]).toEqual([[200], [200]]);
    });

    it("is repeated as often as the setting allows; the next run continues", async () => {
        const stack = stackOf(Owner.kind, 1);
        await stack.up({ name: "Platform", description: "before" });
        let puts = 0;
        transport.between = async (request, pass) => {
            if (request.method !== "PUT") return pass();
            puts += 1;
            return new Response("{}", { status: 500 });
        };
        const edited = { name: "Platform", description: "after" };
        const { failures } = await stack.up(edited);
        expect(failures.join()).toContain("continues from here");
        expect(puts).toBe(2);
        transport.between = undefined;
        expect(await stack.up(edited)).toMatchObject({ action: "update", failures: [] });
    });
});

describe("a removal with an unknown outcome", () => {
    it.each(["before", "after"] as const)("succeeds if the service returns 500 %s the effect", async (when) => {
        const stack = stackOf(GroupUser.kind);
        await stack.up({ groupId, userId: world.userIds[0] });
        strike("DELETE", when);
        expect(await stack.destroy()).toEqual([]);
        expect(stack.state).toBeUndefined();
        expect(await world.api("GET", `/groups/${groupId}/users`)).toMatchObject({ results: [] });
    });

    it("keeps a member that another client adds, although the request replaces the whole set", async () => {
        const stack = stackOf(GroupResource.kind);
        const [own, others] = [await world.newResource("Own"), await world.newResource("Somebody else's")];
        await stack.up({ groupId, resourceId: own });
        strike("PUT", "before", () => world.api("POST", `/groups/${groupId}/resources/${others}`, {}));
        await stack.destroy();
        const { group_resources } = await world.api<{ group_resources: object[] }>(
            "GET",
            `/groups/${groupId}/resources`,
        );
        expect(group_resources).toMatchObject([{ resource_id: others }]);
    });
});
