import { beforeEach, expect, it } from "vitest";
import { ScopedRolePermissions } from "../../../../src/resources/kinds/resources/scoped-role-permissions.js";
import { eachWorld, world } from "../../../proofs/conformance/each-world.js";
import { Stack } from "../../../proofs/conformance/stack.js";

let stack: Stack;
let resourceId: string;

eachWorld();

beforeEach(async () => {
    stack = new Stack(ScopedRolePermissions.kind, world);
    resourceId = await world.newResource("Auditors", "SVC_SCOPED_ROLE");
});

const live = async () =>
    (await world.api<{ permissions: object[] }>("GET", `/resources/${resourceId}/scoped-role-permissions`)).permissions;

it("keeps the undeclared targets of a permission, unless it applies to all targets", async () => {
    const targetIds = world.groupIds.slice(0, 2);
    const read = { targetType: "GROUP", permissionName: "READ", allowAll: false };
    await stack.up({ resourceId, permissions: [{ ...read, targetIds }] });
    const users = { targetType: "USER", permissionName: "SYNC", allowAll: true };
    await stack.up({ resourceId, permissions: [read, users] });
    expect(await live()).toMatchObject([{ target_ids: targetIds }, { permission_name: "SYNC" }]);
    await stack.up({ resourceId, permissions: [{ ...read, allowAll: true }] });
    expect(await live()).toEqual([{ target_type: "GROUP", permission_name: "READ", allow_all: true, target_ids: [] }]);
});

it("rejects a resource of another type before any write", async () => {
    const custom = await world.newResource("Ledger");
    world.service.calls.clear();
    const outcome = await stack.up({ resourceId: custom, permissions: [] });
    expect(outcome.failures.join()).toContain("Only resources of the type SVC_SCOPED_ROLE have permissions.");
    expect(world.service.calls.writes()).toEqual([]);
});
