import { beforeEach, expect, it } from "vitest";
import { operation } from "../../../src/api/calls.js";
import { Client } from "../../../src/api/client.js";
import { Live } from "../../../src/provider/live/live.js";
import { Locks } from "../../../src/provider/live/locks.js";
import type { Scope } from "../../../src/provider/shapes/kind.js";
import { removedBy } from "../../../src/provider/shapes/removing.js";
import { GroupResource } from "../../../src/resources/kinds/groups/group-resource.js";
import { eachWorld, world } from "../../proofs/conformance/each-world.js";
import { Stack } from "../../proofs/conformance/stack.js";

let groupId: string;

eachWorld();

beforeEach(async () => {
    groupId = await world.newGroup("Engineers");
});

const linked = async () => {
    const { group_resources } = await world.api<{ group_resources: { resource_id: string }[] }>(
        "GET",
        `/groups/${groupId}/resources`,
    );
    return group_resources.map(({ resource_id }) => resource_id).sort();
};

it("removes ten members that are destroyed at the same time, and no other member", async () => {
    const other = await world.newResource("Kept");
    await world.api("POST", `/groups/${groupId}/resources/${other}`, {});
    const stacks: Stack[] = [];
    const making = new Stack(GroupResource.kind, world).process();
    for (let number = 0; number < 10; number += 1) {
        const stack = new Stack(GroupResource.kind, world);
        const resourceId = await world.newResource(`Resource ${number}`);
        await stack.up({ groupId, resourceId }, { name: `link-${number}` }, making);
        stacks.push(stack);
    }
    expect(await linked()).toHaveLength(11);
    const ending = new Stack(GroupResource.kind, world).process();
    await Promise.all(stacks.map((stack) => stack.destroy(ending)));
    expect(await linked()).toEqual([other]);
});

it("keeps a member that the same run adds at the same time", async () => {
    const [one, two] = [await world.newResource("One"), await world.newResource("Two")];
    const [leaving, coming] = [new Stack(GroupResource.kind, world), new Stack(GroupResource.kind, world)];
    await leaving.up({ groupId, resourceId: one });
    const process = leaving.process();
    await Promise.all([leaving.destroy(process), coming.up({ groupId, resourceId: two }, { name: "coming" }, process)]);
    expect(await linked()).toEqual([two]);
});

/** The removal of `one` from a set that another client restores `undone` times. */
function contested(undone: number) {
    const client = new Client({ url: world.service.url, token: world.service.token });
    const scope: Scope = { client, live: new Live(client), locks: new Locks(), now: Date.now };
    const set = operation("setGroupResources", (id: string) => ({ path: { group_id: id }, body: { resources: [] } }));
    let members = [{ member: "one" }, { member: "two" }];
    let writes = 0;
    const remover = removedBy(
        {
            rewrite: {
                name: set.name,
                send: async (_client, _parent, rest) => {
                    writes += 1;
                    if (writes > undone) members = rest.map(({ member }) => ({ member: String(member) }));
                },
            },
        },
        {
            noun: "member of a set",
            document: () => "set",
            parentOf: ({ parent }) => String(parent),
            children: async () => members,
            forget: () => undefined,
            isChild: (candidate, key) => candidate.member === key.member,
        },
    );
    return {
        remove: () => remover.remove(scope, { parent: "p", member: "one" }),
        writes: () => writes,
        members: () => members.map(({ member }) => member),
    };
}

it("tries again if another client restored the old set", async () => {
    const set = contested(2);
    await set.remove();
    expect(set.members()).toEqual(["two"]);
    expect(set.writes()).toBe(3);
});

it("fails with a message after five attempts", async () => {
    const set = contested(Number.POSITIVE_INFINITY);
    await expect(set.remove()).rejects.toThrow("was removed 5 times, but is still there");
    expect(set.writes()).toBe(5);
});

it("writes nothing if the member is already removed", async () => {
    const set = contested(0);
    await set.remove();
    await set.remove();
    expect(set.writes()).toBe(1);
});
