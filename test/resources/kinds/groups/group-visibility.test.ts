import { expect, it } from "vitest";
import { Group } from "../../../../src/resources/kinds/groups/group.js";
import { GroupVisibility } from "../../../../src/resources/kinds/groups/group-visibility.js";
import { eachWorld, world } from "../../../proofs/conformance/each-world.js";
import { Stack } from "../../../proofs/conformance/stack.js";

eachWorld();

const overwriting = (lines: readonly string[]) => lines.filter((line) => line.includes("overwrites"));

it("reports what it overwrites in an existing group, but not in a group that the same run created", async () => {
    const [visibilityGroupId] = world.groupIds;
    const limited = { visibility: "LIMITED", visibilityGroupIds: [visibilityGroupId] };
    const [known, fresh] = [new Stack(GroupVisibility.kind, world), new Stack(GroupVisibility.kind, world)];
    const session = known.session();
    const group = new Stack(Group.kind, world);
    const args = { name: "New", appId: world.appId, groupType: "SVC_GROUP" };
    expect((await group.up(args, { name: "group" }, group.process(session))).failures).toEqual([]);
    const declared = { groupId: group.state?.id, ...limited };
    const onNew = await fresh.up(declared, { name: "fresh" }, fresh.process(session));
    expect(onNew.failures).toEqual([]);
    expect(overwriting(onNew.lines)).toEqual([]);

    const groupId = await world.newGroup("By hand");
    const onOld = await known.up({ groupId, ...limited });
    expect(overwriting(onOld.lines)).not.toEqual([]);
});
