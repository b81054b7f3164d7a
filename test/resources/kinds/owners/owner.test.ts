import { expect, it } from "vitest";
import { Owner } from "../../../../src/resources/kinds/owners/owner.js";
import { OwnerUsers } from "../../../../src/resources/kinds/owners/owner-users.js";
import { eachWorld, world } from "../../../proofs/conformance/each-world.js";
import { Stack } from "../../../proofs/conformance/stack.js";

eachWorld();

const usersOf = async (id: string | undefined) => {
    const { users } = await world.api<{ users: { user_id: string }[] }>("GET", `/owners/${id}/users`);
    return users.map((user) => user.user_id);
};

it("writes the order of users once an escalation period makes it relevant", async () => {
    const userIds = [...world.userIds].reverse();
    const stack = new Stack(Owner.kind, world);
    await stack.up({ name: "Platform", userIds });
    expect(await stack.up({ name: "Platform", userIds, accessRequestEscalationPeriod: 30 })).toMatchObject({
        action: "update",
    });
    expect(await usersOf(stack.state?.id)).toEqual(userIds);
    expect(await stack.preview({ name: "Platform", userIds, accessRequestEscalationPeriod: 30 })).toMatchObject({
        action: "same",
    });

    await world.api("PUT", `/owners/${stack.state?.id}/users`, { user_ids: world.userIds });
    const drifted = await stack.preview({ name: "Platform", userIds, accessRequestEscalationPeriod: 30 });
    expect(drifted.lines.join()).toContain("userIds is");
});

it("renames an owner without writing its users", async () => {
    const stack = new Stack(Owner.kind, world);
    const userIds = world.userIds.slice(0, 3);
    await stack.up({ name: "Platform", userIds });
    world.service.calls.clear();
    await stack.up({ name: "Platform team", userIds });
    expect(world.service.calls.writes().map(({ operation }) => operation)).toEqual(["updateOwners"]);
    expect(world.service.calls.writes()[0]?.body).toEqual({
        owners: [{ owner_id: stack.state?.id, name: "Platform team" }],
    });
});

it("removes a channel with null, but not if it is no longer declared", async () => {
    const [channel] = world.channelIds;
    const stack = new Stack(Owner.kind, world);
    await stack.up({ name: "Platform", reviewerMessageChannelId: channel });
    await stack.up({ name: "Platform" });
    const read = () => world.api<{ reviewer_message_channel_id: unknown }>("GET", `/owners/${stack.state?.id}`);
    expect(await read()).toMatchObject({ reviewer_message_channel_id: channel });
    await stack.up({ name: "Platform", reviewerMessageChannelId: null });
    expect(await read()).toMatchObject({ reviewer_message_channel_id: null });
    expect(await stack.preview({ name: "Platform", reviewerMessageChannelId: null })).toMatchObject({ action: "same" });
});

it("finds an owner whose name contains a slash", async () => {
    const stack = new Stack(Owner.kind, world);
    await stack.up({ name: "Platform/Ops" });
    const taken = await new Stack(Owner.kind, world).preview({ name: "Platform/Ops" });
    expect(taken.failures.join()).toContain(stack.state?.id);
});

it("rejects users that are declared in two places, with the names of both resources", async () => {
    const users = world.userIds.slice(0, 2);
    const owner = new Stack(Owner.kind, world);
    await owner.up({ name: "Platform", userIds: users });
    const free = new Stack(OwnerUsers.kind, world);
    // A program runs in one process, so its resources share a session.
    const session = free.session();
    const ownerId = owner.state?.id;
    await free.up({ ownerId, userIds: users }, { name: "free-standing" }, free.process(session));
    const both = await owner.preview({ name: "Platform", userIds: users }, { name: "inline" }, owner.process(session));
    expect(both.failures.join()).toContain('"free-standing" and "inline" both declare');
});

it("finds an owner that was created at a former URL of the service and stores the new URL", async () => {
    const stack = new Stack(Owner.kind, world);
    await stack.up({ name: "Platform" });
    const former = "https://former.example/v1";
    if (!stack.state) throw new Error("nothing was made");
    stack.state = { ...stack.state, outputs: { ...stack.state.outputs, __url: former } };
    expect((await stack.preview({ name: "Platform" })).failures.join()).toContain("access-governance:formerUrl");
    const moved = new Stack(Owner.kind, world, { "access-governance:formerUrl": `${former}/` });
    moved.state = stack.state;
    expect(await moved.up({ name: "Platform" })).toMatchObject({ action: "update", failures: [] });
    expect(moved.state.outputs.__url).toBe(world.service.url);
});

it("adopts a manually created owner in place of a deleted one, as the error message suggests", async () => {
    const stack = new Stack(Owner.kind, world);
    const args = { name: "Platform", userIds: world.userIds.slice(0, 1) };
    await stack.up(args);
    await world.api("DELETE", `/owners/${stack.state?.id}`);
    const other = await world.newOwner("Platform");
    const refused = await stack.up(args);
    expect(refused.failures.join()).toContain(`add the option { import: "${other}" }`);
    const taken = await stack.up(args, { import: other, adopt: true });
    expect(taken.failures).toEqual([]);
    expect(stack.state?.id).toBe(other);
    expect(await stack.preview(args, { import: other, adopt: true })).toMatchObject({ action: "same", lines: [] });
});
