import { describe, expect, it, test } from "vitest";
import { Group } from "../../../src/resources/kinds/groups/group.js";
import { GroupResources } from "../../../src/resources/kinds/groups/group-resources.js";
import { GroupUsers } from "../../../src/resources/kinds/groups/group-users.js";
import { NestedGroups } from "../../../src/resources/kinds/groups/nested-groups.js";
import { Resource } from "../../../src/resources/kinds/resources/resource.js";
import { ResourceGroups } from "../../../src/resources/kinds/resources/resource-groups.js";
import { ResourceNonHumanIdentities } from "../../../src/resources/kinds/resources/resource-non-human-identities.js";
import { ResourceUsers } from "../../../src/resources/kinds/resources/resource-users.js";
import { kinds } from "../../../src/resources/kinds.js";
import { Deployment, declare } from "../../proofs/sequences/deployment.js";
import { eachTest, stack, world } from "../../proofs/sequences/setting.js";

eachTest();

const HOUR = 3_600_000;

/** Records a request for a group by a user, decided now. */
function requested(groupId: string, userId: string, more: object = {}): void {
    const { store, clock } = world.service;
    const now = clock.now().toISOString();
    store.requests.set({
        id: store.newId("request", `${groupId} ${userId} ${now}`),
        created_at: now,
        updated_at: now,
        requester_id: userId,
        status: "APPROVED",
        reason: "The pump",
        requested_items_list: [{ group_id: groupId, access_level_remote_id: "" }],
        ...more,
    });
}

function member(groupId: string, userId: string, minutes?: number): void {
    const { store, clock } = world.service;
    const end = minutes === undefined ? null : new Date(clock.now().getTime() + minutes * 60_000).toISOString();
    const status = { propagation_status: { status: "SUCCESS" as const } };
    const key = { group_id: groupId, user_id: userId, access_level_remote_id: "" };
    store.groupUsers.set({ ...key, expiration_date: end, ...status });
}

const usersOf = (groupId: string): string[] =>
    world.service.store.groupUsers.where("group_id", groupId).map(({ user_id }) => user_id);

/** Hours until the access of a member ends; undefined if it does not end. */
function hoursOf(groupId: string, userId: string): number | undefined {
    const found = world.service.store.groupUsers.where("group_id", groupId).find((one) => one.user_id === userId);
    const end = found?.expiration_date;
    return typeof end === "string" ? Math.round((Date.parse(end) - world.now()) / HOUR) : undefined;
}

describe("a complete set of members", () => {
    const [ADA, BRUNO, GRETA] = [0, 1, 2];
    const user = (place: number): string => world.userIds[place] ?? "";
    const team = async () => world.newGroup("Team");
    const set = (groupId: string, more: object = {}) =>
        declare(GroupUsers.kind, "members", { groupId, users: [{ userId: user(ADA) }], ...more });

    it("keeps a member with an approved request, and shows one who was added by hand", async () => {
        const id = await team();
        await stack.settle([set(id)]);
        member(id, user(BRUNO), 60);
        requested(id, user(BRUNO), { duration_minutes: 60 });
        const quiet = await stack.preview([set(id)]);
        expect(quiet.steps).toEqual(['same GroupUsers "members"']);
        expect(quiet.lines).toEqual([]);
        member(id, user(GRETA));
        expect((await stack.preview([set(id)])).lines.join()).toContain("added outside");
        await stack.settle([set(id)]);
        expect(usersOf(id).sort()).toEqual([user(ADA), user(BRUNO)].sort());
    });

    it.each([
        ["was denied", { status: "DENIED" }],
        ["is for another level", { requested_items_list: [{ access_level_remote_id: "admin" }] }],
        ["is for somebody else", { target_user_id: "00000000-0000-4000-8000-000000000001" }],
    ])("removes a member whose request %s", async (_, more) => {
        const id = await team();
        await stack.settle([set(id)]);
        member(id, user(BRUNO));
        requested(id, user(BRUNO), more);
        await stack.settle([set(id)]);
        expect(usersOf(id)).toEqual([user(ADA)]);
    });

    it.each([600, undefined])("shortens access to what a request allows if it has %s minutes", async (minutes) => {
        const id = await team();
        await stack.settle([set(id)]);
        member(id, user(BRUNO), minutes);
        requested(id, user(BRUNO), { duration_minutes: 60 });
        expect((await stack.preview([set(id)])).steps).toEqual(['update GroupUsers "members"']);
        await stack.settle([set(id)]);
        expect(hoursOf(id, user(BRUNO))).toBe(1);
        expect((await stack.preview([set(id)])).steps).toEqual(['same GroupUsers "members"']);
        world.service.clock.advance(2 * HOUR);
        await stack.settle([set(id)]);
        expect(usersOf(id)).toEqual([user(ADA)]);
    });

    it.each([
        ["a list without them", (id: string) => [set(id)]],
        ["no list", () => []],
    ])("keeps declared members with a request if the program then has %s", async (_, after) => {
        const id = await team();
        const users = [ADA, BRUNO, GRETA].map((place) => ({ userId: user(place) }));
        await stack.settle([set(id, { users })]);
        requested(id, user(BRUNO));
        requested(id, user(GRETA), { status: "DENIED" });
        await stack.settle(after(id));
        expect(usersOf(id)).toContain(user(BRUNO));
        expect(usersOf(id)).not.toContain(user(GRETA));
    });

    it("removes declared members with a request if its declaration said so", async () => {
        const id = await team();
        await stack.settle([set(id, { removeRequested: true })]);
        requested(id, user(ADA));
        await stack.settle([]);
        expect(usersOf(id)).toEqual([]);
    });

    it.each([480, -1])("does not shorten access that a request of %s minutes extended", async (minutes) => {
        const id = await team();
        const expirationDate = new Date(world.now() + HOUR).toISOString();
        const temporary = set(id, { users: [{ userId: user(BRUNO), expirationDate }] });
        await stack.settle([temporary]);
        world.service.clock.advance(HOUR / 2);
        member(id, user(BRUNO), minutes === -1 ? undefined : minutes);
        requested(id, user(BRUNO), { duration_minutes: minutes });
        for (const hours of [0, 3]) {
            world.service.clock.advance(hours * HOUR);
            expect((await stack.preview([temporary])).steps).toEqual(['same GroupUsers "members"']);
            await stack.settle([set(id, { users: [{ userId: user(BRUNO), expirationDate }, { userId: user(ADA) }] })]);
            await stack.settle([temporary]);
            expect(usersOf(id)).toEqual([user(BRUNO)]);
        }
        expect(hoursOf(id, user(BRUNO))).toBe(minutes === -1 ? undefined : 5);
    });

    it("removes members with an approved request if the program says so", async () => {
        const id = await team();
        await stack.settle([set(id)]);
        member(id, user(BRUNO));
        requested(id, user(BRUNO));
        await stack.settle([set(id, { removeRequested: true })]);
        await stack.settle([set(id, { removeRequested: true })]);
        expect(usersOf(id)).toEqual([user(ADA)]);
    });

    it("does not grant access again that has expired as declared, and shows when it was extended", async () => {
        const id = await team();
        const expirationDate = new Date(world.now() + HOUR).toISOString();
        const temporary = set(id, { users: [{ userId: user(BRUNO), expirationDate }] });
        await stack.settle([temporary]);
        expect((await stack.preview([temporary])).steps).toEqual(['same GroupUsers "members"']);
        member(id, user(BRUNO));
        expect((await stack.preview([temporary])).lines.join()).toContain("expirationDate");
        await stack.settle([temporary]);
        world.service.clock.advance(2 * HOUR);
        await world.api("GET", "/users/whoami");
        expect(usersOf(id)).toEqual([]);
        expect((await stack.preview([temporary])).steps).toEqual(['same GroupUsers "members"']);
        await stack.settle([temporary]);
        expect(usersOf(id)).toEqual([]);
    });

    it("may be a property of the group", async () => {
        const group = (users: object[]) =>
            declare(Group.kind, "team", { name: "Team", appId: world.appId, groupType: "SVC_GROUP", users });
        await stack.settle([group([{ userId: user(ADA) }])]);
        const id = stack.id("team");
        expect(usersOf(id)).toEqual([user(ADA)]);
        member(id, user(GRETA));
        expect((await stack.preview([group([])])).lines.join()).toContain("added outside");
        await stack.settle([group([])]);
        expect(usersOf(id)).toEqual([]);
    });
});

describe("an element with an expiration date", () => {
    /** Each set whose elements can end: its declaration, and the end of the access on the service. */
    const SETS = {
        GroupResources: async () => {
            const [groupId, resourceId] = [await world.newGroup("Team"), await world.newResource("Vault")];
            const other = { resourceId: await world.newResource("Other") };
            return {
                set: (end: string) =>
                    [
                        GroupResources.kind,
                        { groupId, resources: [{ resourceId, expirationDate: end }, other] },
                    ] as const,
                end: () =>
                    world.service.store.groupResources
                        .where("group_id", groupId)
                        .find((one) => one.resource_id === resourceId),
            };
        },
        ResourceGroups: async () => {
            const [groupId, resourceId] = [await world.newGroup("Team"), await world.newResource("Vault")];
            return {
                set: (end: string) =>
                    [ResourceGroups.kind, { resourceId, groups: [{ groupId, expirationDate: end }] }] as const,
                end: () => world.service.store.groupResources.where("resource_id", resourceId)[0],
            };
        },
        GroupUsers: async () => {
            const [groupId, userId] = [await world.newGroup("Team"), world.userIds[1]];
            return {
                set: (end: string) => [GroupUsers.kind, { groupId, users: [{ userId, expirationDate: end }] }] as const,
                end: () => world.service.store.groupUsers.where("group_id", groupId)[0],
            };
        },
        ResourceUsers: async () => {
            const [resourceId, userId] = [await world.newResource("Vault"), world.userIds[1]];
            return {
                set: (end: string) =>
                    [ResourceUsers.kind, { resourceId, users: [{ userId, expirationDate: end }] }] as const,
                end: () => world.service.store.resourceUsers.where("resource_id", resourceId)[0],
            };
        },
        ResourceNonHumanIdentities: async () => {
            const [resourceId, nonHumanIdentityId] = [
                await world.newResource("Vault"),
                await world.newResource("Deployer", "AWS_IAM_ROLE"),
            ];
            return {
                set: (end: string) =>
                    [
                        ResourceNonHumanIdentities.kind,
                        { resourceId, nonHumanIdentities: [{ nonHumanIdentityId, expirationDate: end }] },
                    ] as const,
                end: () => world.service.store.resourceNonHumanIdentities.where("resource_id", resourceId)[0],
            };
        },
        NestedGroups: async () => {
            const [containingGroupId, groupId] = [await world.newGroup("Outer"), await world.newGroup("Inner")];
            return {
                set: (end: string) =>
                    [
                        NestedGroups.kind,
                        { containingGroupId, nestedGroups: [{ groupId, expirationDate: end }] },
                    ] as const,
                end: () => world.service.store.groupContainingGroups.where("group_id", groupId)[0],
            };
        },
    };

    it.each(Object.keys(SETS) as (keyof typeof SETS)[])(
        "of %s is granted until then, and the date can move",
        async (name) => {
            const { set, end } = await SETS[name]();
            for (const hours of [1, 5, 2]) {
                const date = new Date(world.now() + hours * HOUR).toISOString();
                const [kind, args] = set(date);
                const program = [declare(kind, "set", args)];
                await stack.settle(program);
                const live = Date.parse(end()?.expiration_date ?? "");
                expect(Math.abs(live - Date.parse(date))).toBeLessThan(2 * 60_000);
                expect((await stack.preview(program)).steps).toEqual([`same ${name} "set"`]);
            }
        },
    );
});

it("a set that is written as a whole also keeps what a request gives, and shortens what lasts longer", async () => {
    const [groupId, resourceId] = [await world.newGroup("Team"), await world.newResource("Vault")];
    const other = await world.newResource("Other");
    const set = declare(GroupResources.kind, "resources", { groupId, resources: [] });
    await stack.settle([set]);
    for (const id of [resourceId, other]) await world.api("POST", `/groups/${groupId}/resources/${id}`, {});
    requested("", world.userIds[0] ?? "", {
        target_group_id: groupId,
        duration_minutes: 60,
        requested_items_list: [{ resource_id: resourceId, access_level_remote_id: "" }],
    });
    await stack.settle([set]);
    const [left, ...more] = world.service.store.groupResources.where("group_id", groupId);
    expect([left?.resource_id, more.length]).toEqual([resourceId, 0]);
    expect(Math.round((Date.parse(left?.expiration_date ?? "") - world.now()) / HOUR)).toBe(1);
});

describe("two sides of a relation", () => {
    it("may both be declared if they agree, and not if they do not", async () => {
        const [groupId, resourceId] = [await world.newGroup("Team"), await world.newResource("Vault")];
        const resources = declare(GroupResources.kind, "of-group", { groupId, resources: [{ resourceId }] });
        const groups = (...ids: string[]) =>
            declare(ResourceGroups.kind, "of-resource", { resourceId, groups: ids.map((one) => ({ groupId: one })) });
        await stack.settle([resources, groups(groupId)]);
        expect((await stack.preview([resources, groups(groupId)])).failures).toEqual([]);
        expect((await stack.preview([resources, groups()])).failures.join()).toContain("both declare");
    });
});

test.each([
    ["the same", "2027-03-01T00:00:00Z", "2027-03-01T01:00:00+01:00", true],
    ["one", "2027-03-01T00:00:00Z", undefined, true],
    ["different", "2027-03-01T00:00:00Z", "2027-04-01T00:00:00Z", false],
    ["one and null for the other", "2027-03-01T00:00:00Z", null, false],
])("two sides of a relation with %s expiration dates", async (_, one, other, isAllowed) => {
    const [groupId, resourceId] = [await world.newGroup("Team"), await world.newResource("Vault")];
    const ends = (expirationDate: string | null | undefined) =>
        expirationDate === undefined ? {} : { expirationDate };
    const [resources, groups] = [[{ resourceId, ...ends(one) }], [{ groupId, ...ends(other) }]];
    const program = [
        declare(GroupResources.kind, "of-group", { groupId, resources }),
        declare(ResourceGroups.kind, "of-resource", { resourceId, groups }),
    ];
    const { failures } = await stack.preview(program);
    expect(failures.join()).toMatch(isAllowed ? /^$/ : /both declare/);
});

describe("levels and access at them, of one resource", () => {
    const level = (name: string) => ({ accessLevelRemoteId: name, accessLevelName: name });
    const vault = (levels: string[] | undefined, at: string[]) =>
        declare(Resource.kind, "vault", {
            name: "Vault",
            appId: world.appId,
            resourceType: "CUSTOM",
            ...(levels && { accessLevels: levels.map(level) }),
            users: at.map((one) => ({ userId: world.userIds[0], accessLevelRemoteId: one })),
        });
    const levelsOf = (id: string): string[] =>
        world.service.store.resourceUsers.where("resource_id", id).map((one) => one.access_level_remote_id);

    it("are created, extended and created again together", async () => {
        await stack.settle([vault(["read"], ["read"])]);
        await stack.settle([vault(["read", "write"], ["read", "write"])]);
        expect(levelsOf(stack.id("vault")).sort()).toEqual(["read", "write"]);
        await world.api("DELETE", `/resources/${stack.id("vault")}/custom-access-levels/write`);
        await stack.settle([vault(["read", "write"], ["read", "write"])]);
        expect(levelsOf(stack.id("vault")).sort()).toEqual(["read", "write"]);
        await world.api("DELETE", `/resources/${stack.id("vault")}`);
        await stack.settle([vault(["read"], ["read"])]);
        expect(levelsOf(stack.id("vault"))).toEqual(["read"]);
    });

    it("cannot be declared if the program removes the level", async () => {
        await stack.settle([vault(["read", "write"], ["read"])]);
        expect((await stack.preview([vault(["write"], ["read"])])).failures.join()).toContain('"read"');
        expect((await stack.preview([vault(["write"], ["write"])])).failures).toEqual([]);
    });

    it("cannot be declared if somebody deleted a level that the program does not declare", async () => {
        const stack = new Deployment(world, {}, { kinds });
        await stack.settle([vault(["read"], [])]);
        await world.api("POST", `/resources/${stack.id("vault")}/custom-access-levels`, {
            access_level: { access_level_remote_id: "own", access_level_name: "own" },
        });
        const program = vault(undefined, ["own"]);
        await stack.settle([program]);
        await world.api("DELETE", `/resources/${stack.id("vault")}/custom-access-levels/own`);
        expect((await stack.preview([program])).failures.join()).toContain('"own"');
    });
});

it("direct users of a resource are drift, inherited access is not", async () => {
    const [groupId, resourceId] = [await world.newGroup("Team"), await world.newResource("Vault")];
    const [ada = "", bruno = ""] = world.userIds;
    const set = declare(ResourceUsers.kind, "users", { resourceId, users: [] });
    await stack.settle([set]);
    await world.api("POST", `/groups/${groupId}/users/${ada}`, { duration_minutes: 0 });
    await world.api("POST", `/groups/${groupId}/resources/${resourceId}`, {});
    expect((await stack.preview([set])).steps).toEqual(['same ResourceUsers "users"']);
    await world.api("POST", `/resources/${resourceId}/users/${bruno}`, { duration_minutes: 0 });
    expect((await stack.preview([set])).steps).toEqual(['update ResourceUsers "users"']);
    await stack.settle([set]);
    expect(world.service.store.resourceUsers.where("resource_id", resourceId)).toEqual([]);
});
