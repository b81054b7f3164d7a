import { describe, expect, it } from "vitest";
import { Bundle } from "../../../src/resources/kinds/bundles/bundle.js";
import { Group } from "../../../src/resources/kinds/groups/group.js";
import { GroupUsers } from "../../../src/resources/kinds/groups/group-users.js";
import { Owner } from "../../../src/resources/kinds/owners/owner.js";
import { AccessRule } from "../../../src/resources/kinds/rules/access-rule.js";
import { type Declared, declare } from "./deployment.js";
import { eachTest, stack, world } from "./setting.js";

eachTest();

interface Naming {
    declare(resource: string, name: string): Declared;
    nameOf(id: string): Promise<unknown>;
}

/** Kinds whose names must be unique in the organization, and one whose names need not be. */
const kinds: Record<string, Naming> = {
    Owner: {
        declare: (resource, name) => declare(Owner.kind, resource, { name }),
        nameOf: async (id) => (await world.api("GET", `/owners/${id}`)).name,
    },
    Group: {
        declare: (resource, name) =>
            declare(Group.kind, resource, { name, appId: world.appId, groupType: "SVC_GROUP" }),
        nameOf: async (id) => (await world.api("GET", `/groups/${id}`)).name,
    },
    Bundle: {
        declare: (resource, name) => declare(Bundle.kind, resource, { name, adminOwnerId: world.ownerId }),
        nameOf: async (id) => (await world.api("GET", `/bundles/${id}`)).name,
    },
    AccessRule: {
        declare: (resource, name) =>
            declare(AccessRule.kind, resource, {
                name,
                description: "By region",
                adminOwnerId: world.ownerId,
                status: "PAUSED",
                ruleClauses: {
                    when: { clauses: [{ selectors: [{ key: "region", value: "eu", connectionId: world.appId }] }] },
                },
            }),
        nameOf: async (id) => (await world.api("GET", `/access-rules/${id}`)).name,
    },
};

/** Names of each resource before and after the move. */
const moves: Record<string, [Record<string, string>, Record<string, string>]> = {
    "two resources swap names": [
        { a: "Alpha", b: "Beta" },
        { a: "Beta", b: "Alpha" },
    ],
    "a cycle of four": [
        { a: "Alpha", b: "Beta", c: "Gamma", d: "Delta" },
        { a: "Beta", b: "Gamma", c: "Delta", d: "Alpha" },
    ],
    "a chain": [
        { a: "Alpha", b: "Beta", c: "Gamma" },
        { a: "Beta", b: "Gamma", c: "Delta" },
    ],
    "a chain in reverse order": [
        { c: "Gamma", b: "Beta", a: "Alpha" },
        { c: "Delta", b: "Gamma", a: "Beta" },
    ],
    "a new resource gets the former name of another": [{ a: "Alpha" }, { a: "Beta", b: "Alpha" }],
};

describe.each(Object.keys(kinds))("names of resources of the kind %s", (kind) => {
    const { declare, nameOf } = kinds[kind] ?? {};
    const program = (names: Record<string, string>): Declared[] =>
        Object.entries(names).flatMap(([resource, name]) => declare?.(resource, name) ?? []);

    it.each(Object.keys(moves))("can be exchanged in one run: %s", async (title) => {
        const [before, after] = moves[title] ?? [{}, {}];
        await stack.settle(program(before));
        const ids = new Map(Object.keys(before).map((resource) => [resource, stack.id(resource)]));
        await stack.settle(program(after));
        for (const [resource, name] of Object.entries(after)) {
            expect(await nameOf?.(stack.id(resource)), resource).toBe(name);
            if (ids.has(resource)) expect(stack.id(resource), "it is the same object").toBe(ids.get(resource));
        }
        const again = await stack.settle(program(after));
        expect(again.steps.every((step) => step.startsWith("same "))).toBe(true);
        if (title !== "two swap") return;
        await stack.settle(program(before));
        for (const [resource, name] of Object.entries(before)) expect(await nameOf?.(stack.id(resource))).toBe(name);
    });
});

it("a swap that fails halfway is completed by the next run, and members stay in their groups", async () => {
    const [, ada, bruno] = world.userIds;
    const group = (name: string) => ({ name, appId: world.appId, groupType: "SVC_GROUP" });
    const program = (one: string, other: string) => [
        declare(Group.kind, "one", group(one)),
        declare(Group.kind, "other", group(other)),
        declare(GroupUsers.kind, "ones", (id) => ({ groupId: id("one"), users: [{ userId: ada }] })),
        declare(GroupUsers.kind, "others", (id) => ({ groupId: id("other"), users: [{ userId: bruno }] })),
    ];
    await stack.settle(program("Alpha", "Beta"));
    const ids = [stack.id("one"), stack.id("other")];
    for (const skip of [1, 2]) {
        const [one, other] = skip === 1 ? (["Beta", "Alpha"] as const) : (["Alpha", "Beta"] as const);
        const between = () => world.service.faults.add({ operation: "updateGroups", skip, answer: { status: 400 } });
        await stack.up(program(one, other), { between });
        world.service.faults.clear();
        await stack.up(program(one, other));
        await stack.settle(program(one, other));
        expect([stack.id("one"), stack.id("other")]).toEqual(ids);
        for (const [id, name, userId] of [
            [ids[0], one, ada],
            [ids[1], other, bruno],
        ]) {
            expect(await world.api("GET", `/groups/${id}`)).toMatchObject({ name });
            expect(await world.api("GET", `/groups/${id}/users`)).toMatchObject({ results: [{ user_id: userId }] });
        }
        const { results } = await world.api<{ results: { name: string }[] }>("GET", "/groups");
        expect(results.filter(({ name }) => /moving|Alpha|Beta/.test(name)).map(({ name }) => name)).toHaveLength(2);
    }
});

it("names are not moved to a name of an undeclared object", async () => {
    const owner = (resource: string, name: string) => declare(Owner.kind, resource, { name });
    await stack.settle([owner("a", "Alpha"), owner("b", "Beta")]);
    const foreign = await world.newOwner("Gamma");
    const { failures } = await stack.up([owner("a", "Beta"), owner("b", "Gamma")]);
    expect(failures).not.toEqual([]);
    expect(await world.api("GET", `/owners/${foreign}`)).toMatchObject({ name: "Gamma" });
    await stack.settle([owner("a", "Alpha"), owner("b", "Beta")]);
    expect(await world.api("GET", `/owners/${stack.id("a")}`)).toMatchObject({ name: "Alpha" });
    expect(await world.api("GET", `/owners/${stack.id("b")}`)).toMatchObject({ name: "Beta" });
});
