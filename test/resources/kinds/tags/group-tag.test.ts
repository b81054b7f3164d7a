import { expect, it } from "vitest";
import { GroupTag } from "../../../../src/resources/kinds/tags/group-tag.js";
import { Tag } from "../../../../src/resources/kinds/tags/tag.js";
import { eachWorld, world } from "../../../proofs/conformance/each-world.js";
import { Stack } from "../../../proofs/conformance/stack.js";

eachWorld();

const tagsOf = async (groupId: string) => {
    const { tags } = await world.api<{ tags: { tag_id: string }[] }>("GET", `/groups/${groupId}/tags`);
    return tags.map((tag) => tag.tag_id);
};

it("does not change other tags of the group", async () => {
    const groupId = await world.newGroup("Engineers");
    const [tagId, imported] = [await world.newTag("squad", "platform"), await world.newTag("env")];
    await world.api("POST", `/tags/${imported}/groups/${groupId}`);
    const stack = new Stack(GroupTag.kind, world);
    await stack.up({ groupId, tagId });
    expect((await tagsOf(groupId)).sort()).toEqual([tagId, imported].sort());
    expect(await stack.preview({ groupId, tagId })).toMatchObject({ action: "same", lines: [] });
    await stack.destroy();
    expect(await tagsOf(groupId)).toEqual([imported]);
});

it("is deleted with its tag", async () => {
    const groupId = await world.newGroup("Engineers");
    const tag = new Stack(Tag.kind, world);
    await tag.up({ key: "squad", value: "platform" });
    const stack = new Stack(GroupTag.kind, world);
    await stack.up({ groupId, tagId: tag.state?.id });
    await tag.destroy();
    world.service.clock.advance(10 * 60_000);
    expect(await stack.refresh()).toHaveLength(1);
    expect(stack.state).toBeUndefined();
});
