import * as pulumi from "@pulumi/pulumi";
import { expect, it, vi } from "vitest";
import { Moves } from "../../../src/provider/run/moves.js";
import { Group } from "../../../src/resources/kinds/groups/group.js";
import { GroupMessageChannels } from "../../../src/resources/kinds/groups/group-message-channels.js";
import { Owner } from "../../../src/resources/kinds/owners/owner.js";
import { Paladin } from "../../../src/resources/kinds/paladins/paladin.js";
import { declare } from "./deployment.js";
import { eachTest, group, stack, world } from "./setting.js";

eachTest();

it("passes the parent component of a resource to the provider", async () => {
    const registered = new Map<string, Record<string, unknown>>();
    await pulumi.runtime.setMocks({
        newResource: ({ name, inputs }) => {
            registered.set(name, inputs);
            return { id: `${name}-id`, state: inputs };
        },
        call: ({ inputs }) => inputs,
    });
    const component = new pulumi.ComponentResource("example:Team", "team");
    const owner = new Owner("platform", { name: "Platform" }, { parent: component });
    await new Promise((resolve) => owner.urn.apply(resolve));
    expect(registered.get("platform")?.__parent).toContain("example:Team::team");
});

it("writes an audit channel that equals the reviewers' channel of the group's owner if declared as a separate resource", async () => {
    const program = [
        declare(Group.kind, "team", group()),
        declare(GroupMessageChannels.kind, "channels", (id) => ({
            groupId: id("team"),
            messageChannelIds: [world.channelIds[1]],
        })),
    ];
    await stack.settle(program);
    expect(world.service.calls.of("setGroupMessageChannels").map(({ body }) => body)).toEqual([
        { message_channel_ids: [world.channelIds[1]] },
    ]);
});

it("a preview reports a visibility change when the property is no longer ignored", async () => {
    const id = await world.newGroup("Engineers");
    await world.api("PUT", `/groups/${id}/visibility`, {
        visibility: "LIMITED",
        visibility_group_ids: world.groupIds.slice(0, 1),
    });
    const args = group({ visibility: { visibility: "GLOBAL" } });
    const program = (options: object) => [declare(Group.kind, "team", args, { import: id, ...options })];
    await stack.settle(program({ ignoreChanges: ["visibility"] }));
    const { steps, lines } = await stack.preview(program({}));
    expect(steps).toEqual(['update Group "team"']);
    expect(lines.join()).toContain("visibility");
});

it("moves names in a cycle even if the first resource gets the name of the last", async () => {
    const program = (names: Record<string, string>) =>
        Object.entries(names).map(([resource, name]) => declare(Owner.kind, resource, { name }));
    const before = { a: "Beta", b: "Gamma", c: "Delta", d: "Epsilon", e: "Alpha" };
    const after = { a: "Alpha", b: "Beta", c: "Gamma", d: "Delta", e: "Epsilon" };
    await stack.settle(program(before));
    await stack.settle(program(after));
    for (const [resource, name] of Object.entries(after)) {
        expect(await world.api("GET", `/owners/${stack.id(resource)}`)).toMatchObject({ name });
    }
});

it("a name swap fails immediately if the write of the temporary name fails", async () => {
    const program = (one: string, other: string) => [
        declare(Owner.kind, "one", { name: one }),
        declare(Owner.kind, "other", { name: other }),
    ];
    await stack.settle(program("Alpha", "Beta"));
    const between = () => world.service.faults.add({ operation: "updateOwners", answer: { status: 400 } });
    const waits = vi.spyOn(Moves.prototype, "freed");
    const { failures } = await stack.up(program("Beta", "Alpha"), { between });
    expect(failures).not.toEqual([]);
    // The wait for the name ended with the failure. Its time limit would have made the name "free".
    expect((await Promise.all(waits.mock.results.map(({ value }) => value))).sort()).toEqual(["cycle", "held"]);
    waits.mockRestore();
    await stack.settle(program("Beta", "Alpha"));
});

it.each([".", ".."])("creates a Paladin named %j or rejects its name before any request", async (name) => {
    const { failures } = await stack.up([declare(Paladin.kind, "scout", { name, ownerId: world.ownerId })]);
    if (failures.length === 0) {
        expect(await world.api("GET", `/paladin/${stack.id("scout")}`)).toMatchObject({ name });
    } else expect(failures.join()).toMatch(/^name: /);
});

it("rejects a list with a duplicate user before any write", async () => {
    const [ada] = world.userIds;
    world.service.calls.clear();
    const { failures } = await stack.up([declare(Owner.kind, "owner", { name: "Platform", userIds: [ada, ada] })]);
    expect(failures.join()).toContain("userIds");
    expect(world.service.calls.writes()).toEqual([]);
});
