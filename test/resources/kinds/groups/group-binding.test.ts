import { beforeEach, expect, it } from "vitest";
import { GroupBinding } from "../../../../src/resources/kinds/groups/group-binding.js";
import { eachWorld, world } from "../../../proofs/conformance/each-world.js";
import { Stack } from "../../../proofs/conformance/stack.js";

let sourceGroupId: string;
let chat: string;
let wiki: string;

eachWorld();

beforeEach(async () => {
    sourceGroupId = await world.newGroup("Engineers");
    chat = await world.newGroup("Chat");
    wiki = await world.newGroup("Wiki");
});

it("writes the whole binding for every change", async () => {
    const stack = new Stack(GroupBinding.kind, world);
    await stack.up({ sourceGroupId, groups: [{ groupId: chat }] });
    expect(stack.state?.outputs).toMatchObject({ createdById: expect.any(String), createdAt: expect.any(String) });
    const { id } = stack.state ?? {};
    const other = await world.newGroup("Builders");
    for (const declared of [
        { sourceGroupId: other, groups: [{ groupId: chat }] },
        { sourceGroupId: other, groups: [{ groupId: chat }, { groupId: wiki }] },
    ]) {
        world.service.calls.clear();
        expect(await stack.up(declared)).toMatchObject({ action: "update", failures: [] });
        expect(world.service.calls.writes().map(({ body }) => body)).toEqual([
            {
                group_bindings: [
                    {
                        group_binding_id: id,
                        source_group_id: other,
                        groups: declared.groups.map(({ groupId }) => ({ group_id: groupId })),
                    },
                ],
            },
        ]);
    }
});

it("reports a deleted linked group as drift, and is deleted with its source group", async () => {
    const args = { sourceGroupId, groups: [{ groupId: chat }, { groupId: wiki }] };
    const stack = new Stack(GroupBinding.kind, world);
    await stack.up(args);
    await world.api("DELETE", `/groups/${wiki}`);
    expect((await stack.preview(args)).lines).toEqual([expect.stringContaining("drifted: groups: removed outside: ")]);
    await world.api("DELETE", `/groups/${sourceGroupId}`);
    // No audit event contains the binding itself.
    await expect(stack.refresh()).rejects.toThrow("No audit event reports its deletion");
    world.service.clock.advance(10 * 60_000);
    expect((await stack.refresh()).join()).toContain("was deleted outside");
});

it("rejects a group that is already in another binding, with the id of that binding", async () => {
    const first = new Stack(GroupBinding.kind, world);
    await first.up({ sourceGroupId, groups: [{ groupId: chat }] });
    const second = await new Stack(GroupBinding.kind, world).up({ sourceGroupId: wiki, groups: [{ groupId: chat }] });
    expect(second.failures.join()).toContain(`is already in the group binding ${first.state?.id}`);
});

it("can be previewed if its source group and its other groups are still unknown", async () => {
    const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
    const stack = new Stack(GroupBinding.kind, world);
    expect(await stack.preview({ sourceGroupId: unknown, groups: [{ groupId: unknown }] })).toMatchObject({
        action: "create",
        failures: [],
    });
});
