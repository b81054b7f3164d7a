import type { ResourceProvider } from "@pulumi/pulumi/dynamic";
import { describe, expect, it } from "vitest";
import { dynamicProvider } from "../../../src/provider/dynamic.js";
import { handlerOf } from "../../../src/provider/shapes/kind.js";
import { Group } from "../../../src/resources/kinds/groups/group.js";
import { GroupUser } from "../../../src/resources/kinds/groups/group-user.js";
import { Owner } from "../../../src/resources/kinds/owners/owner.js";
import { sessionIn } from "../../proofs/conformance/stack.js";
import { declare } from "../../proofs/sequences/deployment.js";
import { eachTest, stack, world } from "../../proofs/sequences/setting.js";

eachTest();

const team = (name: string) =>
    declare(Group.kind, name, { name, appId: world.appId, groupType: "SVC_GROUP", description: "Declared" });

describe("a refresh", () => {
    it("reports the drift of each object, and the objects deleted outside", async () => {
        await stack.settle([team("one"), team("two"), team("three"), team("four")]);
        const [one, two, three, four] = ["one", "two", "three", "four"].map((name) => stack.id(name));
        await world.api("PUT", "/groups", {
            groups: [one, two].map((group_id) => ({ group_id, description: "By hand", name: `${group_id}` })),
        });
        for (const id of [three, four]) await world.api("DELETE", `/groups/${id}`);
        const lines = await stack.refresh();
        expect([...lines].sort()).toEqual(
            [
                ...[["one", one] as const, ["two", two] as const].flatMap(([name, id]) => [
                    `Group "${name}" drifted: description is "By hand" on the service, declared "Declared"`,
                    `Group "${name}" drifted: name is "${id}" on the service, declared "${name}"`,
                ]),
                'Group "three" was deleted outside Pulumi; `pulumi up` recreates it',
                'Group "four" was deleted outside Pulumi; `pulumi up` recreates it',
            ].sort(),
        );
        expect(stack.names).toEqual(["one", "two"]);
    });

    it("does not change the state of possibly created objects and expired grants", async () => {
        const groupId = await world.newGroup("Others");
        const member = declare(GroupUser.kind, "member", { groupId, userId: world.userIds[1], durationMinutes: 60 });
        await stack.settle([member]);
        world.service.faults.add({ operation: "createGroup", when: "before", answer: "reset", times: 1 });
        await stack.up([member, team("team")]);
        world.service.clock.advance(61 * 60_000);
        const kept = () => stack.entries.map(({ id, outputs }) => ({ id, outputs }));
        const before = kept();
        const lines = await stack.refresh();
        expect([...lines].sort()).toEqual([
            expect.stringContaining('Group "team" may exist: '),
            expect.stringMatching(/^GroupUser "member" expired on .*; it stays expired\./),
        ]);
        expect(kept()).toEqual(before);
    });
});

describe("an object that a program only looks up", () => {
    const lookUp = async (id: string) => {
        const provider = dynamicProvider(Owner.kind, sessionIn(world, {}).session) as Required<ResourceProvider>;
        return provider.read(id, { __provider: handlerOf("Owner"), __label: "platform" });
    };

    it("is read completely, without declaring any property", async () => {
        const id = await world.newOwner("Platform");
        const { props = {}, inputs = {} } = await lookUp(id);
        expect(props).toMatchObject({ name: "Platform", userIds: expect.any(Array), __label: "platform" });
        expect(Object.keys(props)).not.toContain("__declared");
        expect(inputs).toMatchObject({ __label: "platform" });
        expect(Object.keys(inputs)).not.toContain("name");
    });

    it("causes a short error if it does not exist", async () => {
        const id = "00000000-0000-4000-8000-000000000000";
        await expect(lookUp(id)).rejects.toThrow(
            `No owner has the id or the name "${id}". Correct what is passed to Owner.get.`,
        );
    });
});

it("an object whose state has no URL, as written by old versions, is refreshed", async () => {
    await stack.settle([team("one")]);
    stack.entries = stack.entries.map((entry) => {
        const { __url, ...outputs } = entry.outputs;
        return { ...entry, outputs };
    });
    expect(await stack.refresh()).toEqual([]);
    expect(stack.names).toEqual(["one"]);
});

it("an object that was created at another URL is not changed", async () => {
    await stack.settle([team("one")]);
    stack.entries = stack.entries.map((entry) => ({
        ...entry,
        outputs: { ...entry.outputs, __url: "http://127.0.0.1:1/v1" },
    }));
    await expect(stack.refresh()).rejects.toThrow(`Group "one" was created at http://127.0.0.1:1/v1`);
});
