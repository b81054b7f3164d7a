import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Group } from "../../../src/resources/kinds/groups/group.js";
import { GroupResource } from "../../../src/resources/kinds/groups/group-resource.js";
import { GroupResources } from "../../../src/resources/kinds/groups/group-resources.js";
import { GroupUser } from "../../../src/resources/kinds/groups/group-user.js";
import { GroupUsers } from "../../../src/resources/kinds/groups/group-users.js";
import { GroupVisibility } from "../../../src/resources/kinds/groups/group-visibility.js";
import { Owner } from "../../../src/resources/kinds/owners/owner.js";
import { OwnerUsers } from "../../../src/resources/kinds/owners/owner-users.js";
import { User } from "../../../src/resources/kinds/people/user.js";
import { Resource } from "../../../src/resources/kinds/resources/resource.js";
import { Tag } from "../../../src/resources/kinds/tags/tag.js";
import { type Declared, declare } from "./deployment.js";
import { eachTest, stack, world } from "./setting.js";

eachTest();

const group = (name = "Engineers", groupType = "SVC_GROUP") => ({ name, appId: world.appId, groupType });
const set = (...userIds: unknown[]) => userIds.map((userId) => ({ userId }));
const sameUsers = (some: unknown[], others: unknown[]) => expect([...some].sort()).toEqual([...others].sort());
const membersOf = async (groupId: string) => {
    const { results } = await world.api<{ results: { user_id: string }[] }>("GET", `/groups/${groupId}/users`);
    return results.map(({ user_id }) => user_id);
};
const usersOf = async (ownerId: string) => {
    const { users } = await world.api<{ users: { user_id: string }[] }>("GET", `/owners/${ownerId}/users`);
    return users.map(({ user_id }) => user_id);
};
const resourcesOf = async (groupId: string) => {
    const { group_resources } = await world.api<{ group_resources: { resource_id: string }[] }>(
        "GET",
        `/groups/${groupId}/resources`,
    );
    return group_resources.map(({ resource_id }) => resource_id);
};
const groupsNamed = async (name: string) => {
    const { results } = await world.api<{ results: { name: string; group_id: string }[] }>("GET", "/groups");
    return results.filter((one) => one.name === name).map(({ group_id }) => group_id);
};
const isSteady = async (program: readonly Declared[]) => {
    const { steps, lines } = await stack.settle(program);
    expect(steps.filter((step) => !step.startsWith("same "))).toEqual([]);
    expect(lines).toEqual([]);
};
/** A resource whose create fails in the next run, so that the run deletes nothing. */
const failing = () => {
    world.service.faults.add({ operation: "createTag", answer: { status: 400 } });
    return declare(Tag.kind, "broken", { key: "broken", value: "" });
};

describe("an object imported under a new resource name", () => {
    const [ada, bruno, chiyo] = [1, 2, 3];
    let members: string[];

    beforeEach(() => {
        members = [ada, bruno, chiyo].map((index) => String(world.userIds[index]));
    });

    const named = (name: string, options: Declared["options"] = {}): Declared[] => [
        declare(Group.kind, name, group(), options),
        declare(GroupUsers.kind, `${name}-members`, (id) => ({ groupId: id(name), users: set(...members) })),
    ];

    it.each(["before", "after"])(
        "is not deleted with the old state entry if another resource declared %s it fails",
        async (place) => {
            await stack.settle(named("old"));
            const id = stack.id("old");
            const renamed = named("new", { import: id });
            const broken = failing();
            const first = await stack.up(place === "before" ? [broken, ...renamed] : [...renamed, broken]);
            expect(first.failures).not.toEqual([]);
            await stack.settle(renamed);
            expect(stack.names).toEqual(["new", "new-members"]);
            expect(stack.id("new")).toBe(id);
            expect(await groupsNamed("Engineers")).toEqual([id]);
            sameUsers(await membersOf(id), members);
            await isSteady(renamed);
            await stack.settle([]);
            expect(await groupsNamed("Engineers"), "taken out at last, it is deleted").toEqual([]);
        },
    );

    it("is not deleted with the old state entry if the run fails twice and the import uses the natural key", async () => {
        await stack.settle(named("old"));
        const id = stack.id("old");
        const renamed = named("new", { import: "Engineers" });
        for (const _ of [1, 2]) expect((await stack.up([...renamed, failing()])).failures).not.toEqual([]);
        const { lines } = await stack.settle(renamed);
        expect(lines.join("\n")).toContain('Group "old" is not deleted: Group "new" now declares it');
        expect(await groupsNamed("Engineers")).toEqual([id]);
        sameUsers(await membersOf(id), members);
    });

    it("is not deleted with the old state entry if only the new names were targets of the first run", async () => {
        await stack.settle(named("old"));
        const id = stack.id("old");
        const renamed = named("new", { import: id });
        await stack.settle(renamed, { targets: ["new", "new-members"] });
        expect(stack.names).toEqual(["old", "old-members", "new", "new-members"]);
        await stack.settle(renamed);
        expect(stack.names).toEqual(["new", "new-members"]);
        expect(await groupsNamed("Engineers")).toEqual([id]);
        sameUsers(await membersOf(id), members);
    });

    it("is kept if the program returns to the old name", async () => {
        await stack.settle(named("old"));
        const id = stack.id("old");
        await stack.up([...named("new", { import: id }), failing()]);
        await stack.settle(named("old"));
        expect(stack.names).toEqual(["old", "old-members"]);
        expect(await groupsNamed("Engineers")).toEqual([id]);
        sameUsers(await membersOf(id), members);
    });

    it("is deleted without an error if both names are removed", async () => {
        await stack.settle(named("old"));
        await stack.up([...named("new", { import: stack.id("old") }), failing()]);
        world.service.calls.clear();
        await stack.settle([]);
        expect(stack.names).toEqual([]);
        expect(await groupsNamed("Engineers")).toEqual([]);
        expect(world.service.calls.of("deleteGroup").map(({ status }) => status)).toContain(200);
    });

    it("is not deleted with the old state entry if it is a membership", async () => {
        const groupId = await world.newGroup("Engineers");
        const member = { groupId, userId: members[0] };
        const named = (name: string, options = {}) => declare(GroupUser.kind, name, member, options);
        await stack.settle([named("old")]);
        const renamed = named("new", { import: stack.id("old") });
        await stack.up([renamed, failing()]);
        await stack.settle([renamed]);
        expect(stack.names).toEqual(["new"]);
        expect(await membersOf(groupId)).toEqual([members[0]]);
        await isSteady([renamed]);
    });

    it("is not emptied with the old state entry if it is a subresource", async () => {
        const ownerId = await world.newOwner("Platform");
        const named = (name: string) => declare(OwnerUsers.kind, name, { ownerId, userIds: members });
        await stack.settle([named("old")]);
        await stack.up([named("new"), failing()]);
        await stack.settle([named("new")]);
        sameUsers(await usersOf(ownerId), members);
        await stack.settle([]);
        expect(await usersOf(ownerId), "taken out at last, it is emptied").toEqual([]);
    });
});

describe("moving a resource between components", () => {
    const component = (type: string) => `urn:pulumi:dev::access::example:${type}::team`;
    const places: [string, string, string][] = [
        ["into a component", "", component("Team")],
        ["out of a component", component("Team"), ""],
        ["from one component to another of the same name", component("Team"), component("Squad")],
    ];

    it.each(places)("keeps the users of an owner: %s", async (_, from, to) => {
        const ownerId = await world.newOwner("Platform");
        const userIds = world.userIds.slice(0, 3);
        const users = (parent: string) => declare(OwnerUsers.kind, "users", { ownerId, userIds }, { parent });
        await stack.settle([users(from)]);
        const { steps } = await stack.settle([users(to)]);
        expect(steps).toEqual(['create OwnerUsers "users"', 'delete OwnerUsers "users"']);
        sameUsers(await usersOf(ownerId), userIds);
        await isSteady([users(to)]);
        await stack.settle([]);
        expect(await usersOf(ownerId)).toEqual([]);
    });

    it.each(places)("keeps a group and its members: %s", async (_, from, to) => {
        const userIds = world.userIds.slice(1, 4);
        const program = (parent: string, options = {}) => [
            declare(Group.kind, "group", group(), { parent, ...options }),
            declare(GroupUsers.kind, "members", (id) => ({ groupId: id("group"), users: set(...userIds) }), { parent }),
        ];
        await stack.settle(program(from));
        const id = stack.id("group");
        const moved = program(to, { import: id });
        await stack.up([...moved, failing()]);
        await stack.settle(moved);
        expect(await groupsNamed("Engineers")).toEqual([id]);
        sameUsers(await membersOf(id), userIds);
        await isSteady(moved);
    });
});

describe("replacing a set of members by individual memberships, or the other way round", () => {
    let groupId: string;
    let users: string[];

    beforeEach(async () => {
        groupId = await world.newGroup("Engineers");
        users = world.userIds.slice(1, 5);
    });

    const whole = (...userIds: unknown[]) => declare(GroupUsers.kind, "all", { groupId, users: set(...userIds) });
    const single = (userId: unknown, options = {}) =>
        declare(GroupUser.kind, `member ${userId}`, { groupId, userId }, options);
    const takenOver = (userId: unknown) => single(userId, { import: `${groupId}/${userId}` });

    it("keeps individually declared members and removes the others", async () => {
        const [ada, bruno, chiyo] = users;
        await stack.settle([whole(ada, bruno, chiyo)]);
        await stack.settle([takenOver(ada)]);
        expect(await membersOf(groupId)).toEqual([ada]);
        await isSteady([takenOver(ada)]);
        await stack.settle([]);
        expect(await membersOf(groupId)).toEqual([]);
    });

    it("keeps a member that was never declared", async () => {
        const [ada, bruno, , outsider] = users;
        await stack.settle([whole(ada, bruno)]);
        await world.api("POST", `/groups/${groupId}/users/${outsider}`, { duration_minutes: 0 });
        await stack.settle([takenOver(ada)]);
        sameUsers(await membersOf(groupId), [ada, outsider]);
    });

    it("removes the others even if the previous run failed halfway", async () => {
        const [ada, bruno, chiyo] = users;
        await stack.settle([whole(ada, bruno, chiyo)]);
        expect((await stack.up([takenOver(ada), failing()])).failures).not.toEqual([]);
        sameUsers(await membersOf(groupId), [ada, bruno, chiyo]);
        await stack.settle([takenOver(ada)]);
        expect(await membersOf(groupId)).toEqual([ada]);
    });

    it("removes all members of the set if the individual membership is a new one", async () => {
        const [ada, bruno, chiyo] = users;
        await stack.settle([whole(ada, bruno)]);
        await stack.settle([single(chiyo)]);
        expect(await membersOf(groupId)).toEqual([chiyo]);
    });

    it("removes members that are not in the new set", async () => {
        const [ada, bruno, chiyo] = users;
        await stack.settle([single(ada), single(bruno)]);
        await stack.settle([whole(ada, chiyo)]);
        sameUsers(await membersOf(groupId), [ada, chiyo]);
        await isSteady([whole(ada, chiyo)]);
        await stack.settle([]);
        expect(await membersOf(groupId)).toEqual([]);
    });

    it("keeps and removes resources of a group in the same way as members", async () => {
        const resourceIds = [await world.newResource("Ledger"), await world.newResource("Vault")];
        const [ledger, vault] = resourceIds;
        const all = declare(GroupResources.kind, "all", {
            groupId,
            resources: resourceIds.map((resourceId) => ({ resourceId })),
        });
        const one = declare(
            GroupResource.kind,
            "one",
            { groupId, resourceId: ledger },
            { import: `${groupId}/${ledger}` },
        );
        await stack.settle([all]);
        sameUsers(await resourcesOf(groupId), [ledger, vault]);
        await stack.settle([one]);
        expect(await resourcesOf(groupId)).toEqual([ledger]);
        await stack.settle([{ ...all, args: { groupId, resources: [{ resourceId: vault }] } }]);
        expect(await resourcesOf(groupId)).toEqual([vault]);
    });

    it("removes the set from its old group if it moves to another group in the same run", async () => {
        const other = await world.newGroup("Analysts");
        const [ada, bruno] = users;
        await stack.settle([whole(ada, bruno)]);
        const moved = declare(GroupUsers.kind, "all", { groupId: other, users: set(ada, bruno) });
        await stack.settle([moved, takenOver(bruno)]);
        expect(await membersOf(groupId)).toEqual([bruno]);
        sameUsers(await membersOf(other), [ada, bruno]);
        await isSteady([moved, takenOver(bruno)]);
    });
});

describe("two declarations of the same object", () => {
    const twins: Record<string, () => [Declared, Declared] | Promise<[Declared, Declared]>> = {
        "same natural key": () => [declare(Group.kind, "one", group()), declare(Group.kind, "other", group())],
        "two names of the same group type": () => [
            declare(Group.kind, "one", group("Engineers", "SVC_GROUP")),
            declare(Group.kind, "other", group("Engineers", "OPAL_GROUP")),
        ],
        "two names of the same resource type": () => [
            declare(Resource.kind, "one", { name: "Admin", appId: world.appId, resourceType: "SVC_ROLE" }),
            declare(Resource.kind, "other", { name: "Admin", appId: world.appId, resourceType: "OPAL_ROLE" }),
        ],
        "email addresses that differ only in case": () => {
            const person = { firstName: "Ines", lastName: "Vidal", role: "MEMBER" };
            return [
                declare(User.kind, "one", { ...person, email: "ines@tidewater.example" }),
                declare(User.kind, "other", { ...person, email: "Ines@Tidewater.example" }),
            ];
        },
        "the same name in two components of the same name": () => [
            declare(Group.kind, "group", group(), { parent: "urn:pulumi:dev::access::example:Team::core" }),
            declare(Group.kind, "group", group(), { parent: "urn:pulumi:dev::access::example:Squad::core" }),
        ],
        "import of the same id": async () => {
            const id = await world.newGroup("Engineers");
            return [
                declare(Group.kind, "one", group(), { import: id }),
                declare(Group.kind, "other", group("Renamed"), { import: id, adopt: true }),
            ];
        },
        "import of the same object by id and by name": async () => {
            const id = await world.newGroup("Engineers");
            return [
                declare(Group.kind, "one", group("Renamed"), { import: id, adopt: true }),
                declare(Group.kind, "other", group(), { import: "Engineers" }),
            ];
        },
        "one membership with and without its default access level": async () => {
            const key = { groupId: await world.newGroup("Engineers"), userId: world.userIds[1] };
            return [
                declare(GroupUser.kind, "one", key),
                declare(GroupUser.kind, "other", { ...key, accessLevelRemoteId: "" }),
            ];
        },
        "one subresource inline and as a separate resource": async () => {
            const id = await world.newGroup("Engineers");
            const visibility = { visibility: "LIMITED", visibilityGroupIds: world.groupIds.slice(0, 1) };
            return [
                declare(Group.kind, "one", { ...group(), visibility }, { import: id, adopt: true }),
                declare(GroupVisibility.kind, "other", { groupId: id, ...visibility }),
            ];
        },
        "two lists of the same users": async () => {
            const ownerId = await world.newOwner("Platform");
            return [
                declare(OwnerUsers.kind, "one", { ownerId, userIds: world.userIds.slice(0, 1) }),
                declare(OwnerUsers.kind, "other", { ownerId, userIds: world.userIds.slice(0, 2) }),
            ];
        },
    };

    it.each(Object.keys(twins))("are rejected before any write: %s", async (title) => {
        const [one, other] = (await twins[title]?.()) ?? [];
        if (!one || !other) throw new Error(`there are no twins ${title}`);
        for (const program of [
            [one, other],
            [other, one],
        ]) {
            world.service.calls.clear();
            const { failures } = await stack.up(program);
            expect(failures.join()).toContain("both declare");
            expect(world.service.calls.writes()).toEqual([]);
        }
        // Each of them is accepted without the other.
        expect((await stack.up([one])).failures).toEqual([]);
    });

    it.each(["before", "after"])(
        "are rejected if one is in the state and the new one is declared %s it",
        async (place) => {
            const has = declare(Group.kind, "has", group());
            await stack.settle([has]);
            const wants = declare(Group.kind, "wants", group("Renamed"), { import: stack.id("has"), adopt: true });
            world.service.calls.clear();
            const { failures } = await stack.up(place === "before" ? [wants, has] : [has, wants]);
            expect(failures.join()).toContain("both declare");
            expect(world.service.calls.writes()).toEqual([]);
            await isSteady([has]);
        },
    );

    it("are not assumed for two memberships of one group", async () => {
        const groupId = await world.newGroup("Engineers");
        const users = world.userIds.slice(1, 3);
        await stack.settle(users.map((userId) => declare(GroupUser.kind, userId, { groupId, userId })));
        sameUsers(await membersOf(groupId), users);
    });

    it("are not assumed if an owner is declared under a new resource name with an alias", async () => {
        const owner = (name: string) => declare(Owner.kind, name, { name: "Platform" });
        await stack.settle([owner("one")]);
        const aliased = { ...owner("other"), options: { aliases: ["one"] } };
        const { steps } = await stack.settle([aliased]);
        expect(steps).toEqual(['same Owner "other"']);
    });
});

describe("an object created by a run whose provider was killed", () => {
    const program = [
        declare(Owner.kind, "platform", { name: "Platform", description: "of the platform", userIds: [] }),
    ];
    const make = (description: string) =>
        world.api<{ owner_id: string }>("POST", "/owners", { name: "Platform", description, user_ids: [] });
    afterEach(() => vi.unstubAllEnvs());

    it("makes the next run fail with advice", async () => {
        const { owner_id } = await make("of the platform");
        const { failures } = await stack.up(program);
        expect(failures.join("\n")).toContain(
            `already has this owner: to import it, add the option { import: "${owner_id}" }`,
        );
        expect(failures.join("\n")).toContain("ACCESS_GOVERNANCE_ALLOW_TAKEOVER=true");
    });

    it("is adopted if ACCESS_GOVERNANCE_ALLOW_TAKEOVER is set", async () => {
        const { owner_id } = await make("of the platform");
        vi.stubEnv("ACCESS_GOVERNANCE_ALLOW_TAKEOVER", "true");
        const { lines } = await stack.settle(program);
        expect(lines).toContain(`Owner "platform" already exists and is adopted: ${owner_id}`);
        expect(stack.id("platform")).toBe(owner_id);
        vi.unstubAllEnvs();
        const { steps } = await stack.settle(program);
        expect(steps).toEqual(['same Owner "platform"']);
        expect(world.service.store.owners.all().filter(({ name }) => name === "Platform")).toHaveLength(1);
    });

    it("is not adopted if it differs from the declaration", async () => {
        vi.stubEnv("ACCESS_GOVERNANCE_ALLOW_TAKEOVER", "true");
        const { owner_id } = await make("of somebody else");
        expect((await stack.up(program)).failures.join("\n")).toContain(
            `already has this owner: to import it, add the option { import: "${owner_id}" }`,
        );
        expect(world.service.store.owners.get(owner_id)).toMatchObject({ description: "of somebody else" });
    });
});
