import { describe, expect, it } from "vitest";
import { type Fault, seedOrganization } from "../../../src/local/service/index.js";
import { EventStream } from "../../../src/resources/kinds/events/event-stream.js";
import { Group } from "../../../src/resources/kinds/groups/group.js";
import { GroupUser } from "../../../src/resources/kinds/groups/group-user.js";
import { GroupUsers } from "../../../src/resources/kinds/groups/group-users.js";
import { Owner } from "../../../src/resources/kinds/owners/owner.js";
import { OwnerUsers } from "../../../src/resources/kinds/owners/owner-users.js";
import { Paladin } from "../../../src/resources/kinds/paladins/paladin.js";
import { ResourceUser } from "../../../src/resources/kinds/resources/resource-user.js";
import { ConfigurationTemplate } from "../../../src/resources/kinds/templates/configuration-template.js";
import { kinds } from "../../../src/resources/kinds.js";
import { type Declared, Deployment, declare } from "./deployment.js";
import { eachTest, group, stack, world } from "./setting.js";

eachTest();

const ALWAYS = 1000;
const MINUTE = 60_000;
const set = (...userIds: unknown[]) => userIds.map((userId) => ({ userId }));
const sameUsers = (some: unknown[], others: unknown[]) => expect([...some].sort()).toEqual([...others].sort());
const membersOf = async (groupId: string) => {
    const { results } = await world.api<{ results: { user_id: string }[] }>("GET", `/groups/${groupId}/users`);
    return results.map(({ user_id }) => user_id);
};
const groupsNamed = async (name: string) => {
    const { results } = await world.api<{ results: { name: string; group_id: string }[] }>("GET", "/groups");
    return results.filter((one) => one.name === name).map(({ group_id }) => group_id);
};
const ownersNamed = async (name: string) => {
    const { results } = await world.api<{ results: { name: string; owner_id: string }[] }>("GET", "/owners");
    return results.filter((one) => one.name === name).map(({ owner_id }) => owner_id);
};
const faulty = (...faults: Fault[]) => {
    world.service.faults.clear();
    for (const fault of faults) world.service.faults.add(fault);
};
const healthy = () => world.service.faults.clear();
const written = () => world.service.calls.writes().map(({ operation }) => operation);
/** Removes all faults and runs `up` until it succeeds. The last run must have no changes. */
const settleWithoutFaults = async (program: readonly Declared[]) => {
    healthy();
    for (let run = 0; run < 3; run += 1) if ((await stack.up(program)).failures.length === 0) break;
    const { steps, failures } = await stack.up(program);
    expect(failures).toEqual([]);
    expect(steps.filter((step) => !step.startsWith("same "))).toEqual([]);
};

describe("an object that one read does not find", () => {
    const team = (more: object = {}) => [
        declare(Group.kind, "team", group(more)),
        declare(GroupUsers.kind, "members", (id) => ({
            groupId: id("team"),
            users: set(...world.userIds.slice(1, 4)),
        })),
    ];
    const lies: Record<string, Fault[]> = {
        "its GET returns 404 once": [{ operation: "getGroup", answer: { status: 404 } }],
        "its GET always returns 404 but the list contains it": [
            { operation: "getGroup", times: ALWAYS, answer: { status: 404 } },
        ],
        "the list of its members returns 404 once": [{ operation: "getGroupUsers", answer: { status: 404 } }],
        "the list of its members always returns 404": [
            { operation: "getGroupUsers", times: ALWAYS, answer: { status: 404 } },
        ],
        "the list of its members returns 403": [{ operation: "getGroupUsers", times: ALWAYS, answer: { status: 403 } }],
        "the list of its members has no `results`": [
            { operation: "getGroupUsers", times: ALWAYS, answer: { status: 200, body: {} } },
        ],
        "all reads lag behind its creation": [{ operation: "*", times: 3, answer: { staleMs: MINUTE } }],
        "the lists lag behind its creation": [
            { operation: ["getGroups", "getGroupUsers"], times: ALWAYS, answer: { staleMs: MINUTE } },
        ],
    };

    it.each(Object.keys(lies))("does not count as deleted if %s", async (title) => {
        await stack.settle(team());
        const id = stack.id("team");
        for (const when of ["in the preview", "in the run", "while it is edited"]) {
            const program = team(when === "while it is edited" ? { description: "Those who build" } : {});
            const lie = () => faulty(...(lies[title] ?? []));
            if (when !== "in the run") lie();
            await stack.up(program, when === "in the run" ? { between: lie } : {});
            healthy();
            expect(await groupsNamed("Engineers"), when).toEqual([id]);
            sameUsers(await membersOf(id), world.userIds.slice(1, 4));
        }
        await settleWithoutFaults(team({ description: "Those who build" }));
        expect(stack.id("team")).toBe(id);
        expect(await groupsNamed("Engineers")).toEqual([id]);
        sameUsers(await membersOf(id), world.userIds.slice(1, 4));
    });

    it("is not created a second time after a single false 404 during a rename", async () => {
        await stack.settle(team());
        const id = stack.id("team");
        faulty({ operation: "getGroup", answer: { status: 404 } });
        await stack.up(team({ name: "Builders" }));
        await settleWithoutFaults(team({ name: "Builders" }));
        expect(await groupsNamed("Builders")).toEqual([id]);
        expect(await groupsNamed("Engineers")).toEqual([]);
    });

    it("stays in the state after a refresh with a false 404 or empty list", async () => {
        await stack.settle(team());
        faulty({ operation: "getGroup", times: 2, answer: { status: 404 } });
        await stack.refresh();
        faulty({ operation: "getGroupUsers", times: 1, answer: { status: 200, body: { results: [] } } });
        await stack.refresh();
        expect(stack.names).toEqual(["team", "members"]);
        await settleWithoutFaults(team());
    });

    it("is recreated with its members if it was really deleted outside", async () => {
        await stack.settle(team());
        const id = stack.id("team");
        await world.api("DELETE", `/groups/${id}`);
        await stack.settle(team());
        expect(stack.id("team")).not.toBe(id);
        expect(await groupsNamed("Engineers")).toEqual([stack.id("team")]);
        sameUsers(await membersOf(stack.id("team")), world.userIds.slice(1, 4));
    });

    it("counts as deleted together with its new memberships if it was really deleted outside", async () => {
        const [, userId] = world.userIds;
        const program = [
            declare(Group.kind, "team", group()),
            declare(GroupUser.kind, "member", (id) => ({ groupId: id("team"), userId })),
        ];
        await stack.settle(program);
        await world.api("DELETE", `/groups/${stack.id("team")}`);
        const { lines } = await stack.preview(program);
        expect(lines.filter((line) => line.includes("was deleted outside"))).toHaveLength(2);
        expect(lines.join()).not.toContain("may not be visible yet");
    });

    it.each(["user", "resource"])(
        "counts as deleted together with the %s in its key, which the program does not declare",
        async (gone) => {
            const stack = new Deployment(world, {}, { kinds });
            const { users } = world.service.snapshot();
            const userId = users.at(-1)?.user_id;
            const resourceId = await world.newResource("Ledger");
            const program = [declare(ResourceUser.kind, "grant", { resourceId, userId })];
            await stack.settle(program);
            const path = gone === "user" ? `/users/${userId}` : `/resources/${resourceId}`;
            await world.api("DELETE", path);
            const { lines } = await stack.preview(program);
            expect(lines.join()).not.toContain("may not be visible yet");
            expect(lines.join()).toContain("was deleted outside Pulumi");
        },
    );

    it("is kept and not created a second time even if the state marks it as pending deletion", async () => {
        const program = [declare(Group.kind, "team", group())];
        await stack.settle(program);
        const id = stack.id("team");
        const other = await world.newGroup("Engineers");
        stack.entries = stack.entries.map((entry) => ({ ...entry, fate: "pending" as const }));
        const { lines } = await stack.settle(program);
        expect(lines.join()).not.toContain("is not deleted");
        expect(stack.id("team")).toBe(id);
        expect((await groupsNamed("Engineers")).sort()).toEqual([id, other].sort());
    });

    it("is not lost if it is a membership that is replaced while its list lags or fails", async () => {
        const groupId = await world.newGroup("Engineers");
        const member = (userId: unknown) => [declare(GroupUser.kind, "member", { groupId, userId })];
        const [, ada, bruno] = world.userIds;
        await stack.settle(member(ada));
        for (const answer of [{ staleMs: MINUTE }, { status: 200, body: { results: [] } }, { status: 404 }]) {
            faulty({ operation: "getGroupUsers", answer });
            await stack.up(member(bruno));
            await settleWithoutFaults(member(bruno));
            expect(await membersOf(groupId), JSON.stringify(answer)).toEqual([bruno]);
            await settleWithoutFaults(member(ada));
            expect(await membersOf(groupId)).toEqual([ada]);
        }
    });

    it("does not count as deleted if its kind has no GET by id, such as templates and event streams", async () => {
        const program = (name: string) => [
            declare(ConfigurationTemplate.kind, "template", {
                name,
                adminOwnerId: world.ownerId,
                visibility: { visibility: "GLOBAL" },
                requireMfaToApprove: false,
                requireMfaToConnect: false,
            }),
            declare(EventStream.kind, "stream", {
                name,
                connectionType: "WEBHOOK",
                webhookUrl: "https://events.example/opal",
            }),
        ];
        const counts = async () => {
            const { results } = await world.api<{ results: unknown[] }>("GET", "/configuration-templates");
            const { event_streams } = await world.api<{ event_streams: unknown[] }>("GET", "/event-streams");
            return [results?.length, event_streams?.length];
        };
        await stack.settle(program("One"));
        const before = await counts();
        const ids = [stack.id("template"), stack.id("stream")];
        const operation = ["getConfigurationTemplates", "getEventStreams"] as const;
        for (const [index, fault] of [
            { times: 2, answer: { staleMs: MINUTE } },
            { times: 2, answer: { status: 404 } },
            { times: ALWAYS, answer: { status: 200, body: {} } },
        ].entries()) {
            for (const one of operation) faulty({ operation: one, ...fault });
            await stack.up(program(`Two ${index}`));
            await settleWithoutFaults(program(`Two ${index}`));
            expect(await counts(), JSON.stringify(fault)).toEqual(before);
            expect([stack.id("template"), stack.id("stream")]).toEqual(ids);
        }
    });

    it("does not count as deleted if it is a Paladin, a kind without a list", async () => {
        const program = (name: string) => [declare(Paladin.kind, "one", { name, ownerId: world.ownerId })];
        await stack.settle(program("Scout"));
        const id = stack.id("one");
        faulty({ operation: "getPaladin", answer: { status: 404 } });
        await stack.up(program("Ranger"));
        await settleWithoutFaults(program("Ranger"));
        expect(stack.id("one")).toBe(id);
        expect(await world.api("GET", `/paladin/${id}`)).toMatchObject({ name: "Ranger" });
        expect(written()).toEqual(["createPaladin", "updatePaladin"]);
    });
});

describe("a delete that returns 404 although the object still exists", () => {
    it("fails for a group", async () => {
        await stack.settle([declare(Group.kind, "team", group())]);
        faulty({ operation: "deleteGroup", answer: { status: 404 } });
        const { failures } = await stack.up([]);
        expect(failures.join()).toMatch(
            /Group "team" still exists, although the service did not find it for the deletion: .* returned 404.* It was not deleted\. Run again\./,
        );
        expect(stack.names).toEqual(["team"]);
        healthy();
        await stack.settle([]);
        expect(await groupsNamed("Engineers")).toEqual([]);
    });

    it("fails for a membership that is replaced", async () => {
        const groupId = await world.newGroup("Engineers");
        const member = (userId: unknown) => [declare(GroupUser.kind, "member", { groupId, userId })];
        const [, ada, bruno] = world.userIds;
        await stack.settle(member(ada));
        faulty({ operation: "deleteGroupUser", answer: { status: 404 } });
        expect((await stack.up(member(bruno))).failures).not.toEqual([]);
        await settleWithoutFaults(member(bruno));
        expect(await membersOf(groupId)).toEqual([bruno]);
    });

    it("fails for the users of an owner, whose list is emptied instead of deleted", async () => {
        const ownerId = await world.newOwner("Platform");
        const users = [declare(OwnerUsers.kind, "users", { ownerId, userIds: world.userIds.slice(0, 2) })];
        await stack.settle(users);
        faulty({ operation: "setOwnerUsers", answer: { status: 404 } });
        expect((await stack.up([])).failures).not.toEqual([]);
        expect(stack.names).toEqual(["users"]);
        await settleWithoutFaults([]);
        expect(await world.api("GET", `/owners/${ownerId}/users`)).toMatchObject({ users: [] });
    });

    it("fails for the members of a group while their list has no `results`", async () => {
        const groupId = await world.newGroup("Engineers");
        await stack.settle([declare(GroupUsers.kind, "all", { groupId, users: set(...world.userIds.slice(1, 3)) })]);
        faulty({ operation: "getGroupUsers", times: ALWAYS, answer: { status: 200, body: {} } });
        expect((await stack.destroy()).failures).not.toEqual([]);
        expect(stack.names).toEqual(["all"]);
        healthy();
        expect((await stack.destroy()).failures).toEqual([]);
        expect(await membersOf(groupId)).toEqual([]);
    });

    it("succeeds and removes the object from the state if it was deleted outside", async () => {
        await stack.settle([declare(Group.kind, "team", group())]);
        await world.api("DELETE", `/groups/${stack.id("team")}`);
        await stack.settle([]);
        expect(stack.names).toEqual([]);
    });
});

describe("a create without a response", () => {
    const program = () => [declare(Group.kind, "team", group())];
    const lagging: Fault = { operation: ["getGroups", "getGroup"], times: ALWAYS, answer: { staleMs: MINUTE } };
    const broken = (when: "before" | "after"): Fault => ({ operation: "createGroup", when, answer: "reset" });
    const cases: Record<string, readonly Fault[][]> = {
        "if it took effect and the lists lag": [[broken("after"), lagging]],
        "if it took effect and the service is unavailable for the rest of the run": [
            [broken("after"), { operation: "*", skip: 1, times: ALWAYS, answer: { status: 503 } }],
        ],
        "if it had no effect": [[broken("before")]],
        "if only the second attempt took effect and the lists lag": [
            [broken("before"), lagging],
            [broken("after"), lagging],
        ],
        "if it took effect and the next run fails in its preview": [
            [broken("after"), lagging],
            [{ operation: "*", times: ALWAYS, answer: { status: 500 } }],
        ],
        "if three attempts get no response": [[broken("before")], [broken("before")], [broken("after")]],
        "if it took effect but returned 503": [
            [{ operation: "createGroup", when: "after", answer: { status: 503 } }, lagging],
        ],
        "if it took effect and reading the object returns 403": [
            [broken("after"), { operation: "getGroup", times: ALWAYS, answer: { status: 403 } }],
        ],
        "if its response is truncated": [[{ operation: "createGroup", when: "after", answer: "truncated" }, lagging]],
        "if its response is the HTML page of a proxy": [
            [{ operation: "createGroup", when: "after", answer: "html" }, lagging],
        ],
    };

    it.each(Object.keys(cases))("results in exactly one object %s", async (title) => {
        for (const faults of cases[title] ?? []) {
            await stack.up(program(), { between: () => faulty(...faults) });
            healthy();
            expect((await groupsNamed("Engineers")).length).toBeLessThanOrEqual(1);
            // Before that, a missing object counts as possibly not visible yet.
            world.service.clock.advance(10 * MINUTE);
        }
        await settleWithoutFaults(program());
        expect(await groupsNamed("Engineers")).toEqual([stack.id("team")]);
        await stack.settle([]);
        expect(await groupsNamed("Engineers")).toEqual([]);
    });

    it("results in exactly one object if it takes longer than the timeout", async () => {
        let create: (() => Promise<unknown>) | undefined;
        world.between = async (request, pass) => {
            if (request.method !== "POST" || create) return pass();
            create = pass;
            throw new DOMException("no answer", "TimeoutError");
        };
        const { failures } = await stack.up(program());
        expect(failures.join()).toContain("may exist");
        await create?.();
        world.between = undefined;
        await settleWithoutFaults(program());
        expect(await groupsNamed("Engineers")).toEqual([stack.id("team")]);
    });

    it("reports its object instead of deleting it when the declaration is removed", async () => {
        await stack.up(program(), { between: () => faulty(broken("after"), lagging) });
        healthy();
        const [id] = await groupsNamed("Engineers");
        const { lines } = await stack.settle([]);
        expect(lines.join()).toContain(`It may be ${id}`);
        expect(await groupsNamed("Engineers")).toEqual([id]);
    });

    it("reports its object when the declaration is removed even if a run in between failed to adopt it", async () => {
        await stack.up(program(), { between: () => faulty(broken("after"), lagging) });
        healthy();
        const [id] = await groupsNamed("Engineers");
        const refused: Fault = { operation: "getGroups", skip: 1, times: ALWAYS, answer: { status: 403 } };
        await stack.up(program(), { between: () => faulty(refused) });
        healthy();
        const { lines } = await stack.settle([]);
        expect(lines.join()).toContain(`It may be ${id}`);
    });

    it("is followed by a preview that reports the adoption and update of the found object", async () => {
        const limited = (access: string) => [
            declare(Group.kind, "team", group({ visibility: { visibility: access, visibilityGroupIds: [] } })),
        ];
        await stack.up(limited("GLOBAL"), { between: () => faulty(broken("before")) });
        healthy();
        const id = await world.newGroup("Engineers");
        const visibility = { visibility: "LIMITED", visibility_group_ids: [] };
        await world.api("PUT", `/groups/${id}/visibility`, visibility);
        const { lines } = await stack.preview(limited("GLOBAL"));
        expect(lines).toContain(`Group "team" already exists and is adopted: ${id}`);
        expect(lines.join()).toContain('updates: visibility.visibility is "LIMITED" on the service, declared "GLOBAL"');
    });

    it("reports no object left behind if the next run finds it", async () => {
        await stack.up(program(), { between: () => faulty(broken("after"), lagging) });
        healthy();
        const { lines } = await stack.settle(program());
        expect(lines.join()).not.toContain("It may be");
    });

    it("keeps an object in the state that was found but cannot be read", async () => {
        await stack.up(program(), {
            between: () => faulty(broken("after"), { operation: "getGroup", times: ALWAYS, answer: { status: 403 } }),
        });
        expect(stack.names).toEqual(["team"]);
    });

    it("does not adopt an object that already had the same name", async () => {
        const other = await world.newGroup("Engineers");
        await world.api("PUT", "/groups", { groups: [{ group_id: other, description: "Of another team" }] });
        const { failures } = await stack.up(program(), { between: () => faulty(broken("before")) });
        expect(failures.join()).toContain(other);
        expect(await groupsNamed("Engineers")).toEqual([other]);
        expect(stack.names).toEqual([]);
    });
});

describe("running against the wrong organization", () => {
    const owners = (count: number) =>
        Array.from({ length: count }, (_, index) =>
            declare(Owner.kind, `owner ${index}`, { name: `Owner ${index}`, userIds: [] }),
        );

    it.each([1, 2, 4, 5, 8])(
        "is an error in every command for a stack of %i objects, and nothing is written",
        async (count) => {
            await stack.settle(owners(count));
            const home = world.service.snapshot();
            const state = stack.entries;
            world.service.store.restore(seedOrganization("other"));
            world.service.calls.clear();
            expect((await stack.preview(owners(count))).failures.join()).toContain("wrong organization");
            expect((await stack.up(owners(count), { skipPreview: true })).failures.join()).toContain(
                "wrong organization",
            );
            await expect(stack.refresh()).rejects.toThrow("wrong organization");
            expect((await stack.destroy()).failures.join()).toContain("wrong organization");
            expect(world.service.calls.writes().filter(({ status }) => status < 300)).toEqual([]);
            expect(stack.entries).toEqual(state);
            world.service.store.restore(home);
            await settleWithoutFaults(owners(count));
        },
    );

    it("is detected even if the run has already created an object there", async () => {
        await stack.settle(owners(3));
        world.service.store.restore(seedOrganization("other"));
        const fresh = declare(Owner.kind, "fresh", { name: "Fresh" });
        const { failures } = await stack.up([fresh, ...owners(3)], { skipPreview: true });
        expect(failures.join()).toContain("wrong organization");
        expect(await ownersNamed("Owner 0")).toEqual([]);
    });

    it("is not ruled out if reading the user who created the objects fails with 500", async () => {
        await stack.settle(owners(1));
        const state = stack.entries;
        const [owner] = state;
        await world.api("DELETE", `/owners/${owner?.id}`);
        world.service.faults.add({ operation: "getUser", answer: { status: 500 }, times: 20 });
        expect((await stack.preview(owners(1))).failures.join()).toContain("500");
        expect((await stack.destroy()).failures.join()).toContain("500");
        expect(stack.entries).toEqual(state);
        world.service.faults.clear();
        world.service.faults.add({ operation: "getUser", answer: { status: 403 }, times: 20 });
        await stack.settle(owners(1));
    });

    it("is not assumed if a group with eight members was deleted outside", async () => {
        const program = [
            declare(Owner.kind, "owner", { name: "Platform" }),
            declare(Group.kind, "team", group()),
            ...world.userIds
                .slice(0, 8)
                .map((userId) => declare(GroupUser.kind, userId, (id) => ({ groupId: id("team"), userId }))),
        ];
        for (const some of [program, program.slice(1)]) {
            await stack.settle(some);
            await world.api("DELETE", `/groups/${stack.id("team")}`);
            await stack.refresh();
            await stack.settle(some);
            expect(await membersOf(stack.id("team"))).toHaveLength(8);
            await world.api("DELETE", `/groups/${stack.id("team")}`);
            await stack.settle(some);
            expect(await membersOf(stack.id("team"))).toHaveLength(8);
        }
    });

    it("is assumed by neither preview nor up if all owners were deleted but their creator runs it", async () => {
        await stack.settle(owners(8));
        for (const index of owners(8).keys()) await world.api("DELETE", `/owners/${stack.id(`owner ${index}`)}`);
        expect((await stack.preview(owners(8))).failures).toEqual([]);
        expect((await stack.up(owners(8), { skipPreview: true })).failures).toEqual([]);
        expect(await ownersNamed("Owner 7")).toEqual([stack.id("owner 7")]);
    });
});

describe("a write that is preceded by a read", () => {
    it("creates no duplicate of an object that was created after the preview", async () => {
        // Enough groups that the whole list is read once and used for all of them.
        const names = ["One", "Two", "Three", "Four", "Five", "Engineers"];
        const program = names.map((name) => declare(Group.kind, name, group({ name })));
        const { failures } = await stack.up(program, {
            beforeStep: (step) => step === 'create Group "Engineers"' && world.newGroup("Engineers"),
        });
        expect(failures.join()).toContain("already has this group");
        expect(await groupsNamed("Engineers")).toHaveLength(1);
    });

    it("keeps an MFA requirement that was set during the run", async () => {
        const rule = { priority: 0, allowRequests: true, autoApproval: false };
        const reviewerStages = [{ operator: "OR", ownerIds: [world.ownerId] }];
        const program = (maxDurationMinutes: number) => [
            declare(
                Group.kind,
                "team",
                group({ requestConfigurations: [{ ...rule, reviewerStages, maxDurationMinutes }] }),
            ),
        ];
        await stack.settle(program(60));
        const path = `/groups/${stack.id("team")}`;
        const configurations = async () =>
            (await world.api<{ request_configurations: object[] }>("GET", path)).request_configurations;
        await stack.settle(program(90), {
            beforeStep: async () => {
                const [first] = await configurations();
                await world.api("PUT", "/groups", {
                    groups: [
                        {
                            group_id: stack.id("team"),
                            request_configurations: [{ ...first, require_mfa_to_request: true }],
                        },
                    ],
                });
            },
        });
        expect(await configurations()).toMatchObject([{ max_duration_minutes: 90, require_mfa_to_request: true }]);
    });

    it("does not read documents again that are not written", async () => {
        const visibility = { visibility: "LIMITED", visibilityGroupIds: world.groupIds.slice(0, 1) };
        const program = (description: string) => [declare(Group.kind, "team", group({ description, visibility }))];
        await stack.settle(program("One"));
        world.service.calls.clear();
        await stack.up(program("Two"));
        // The preview, then the diff and the update of the run itself.
        const [diff, update] = [
            ["getGroup", "getGroupVisibility"],
            ["getGroup", "updateGroups"],
        ];
        expect(world.service.calls.all().map(({ operation }) => operation)).toEqual([...diff, ...diff, ...update]);
    });

    it("fails if the object was deleted during the run, and the next run recreates it", async () => {
        const program = (description: string) => [declare(Group.kind, "team", group({ description }))];
        await stack.settle(program("One"));
        const gone = () => world.api("DELETE", `/groups/${stack.id("team")}`);
        const { failures } = await stack.up(program("Two"), { beforeStep: gone });
        expect(failures.join()).toContain("was deleted during this run");
        expect(await groupsNamed("Engineers")).toEqual([]);
        await stack.settle(program("Two"));
        expect(await groupsNamed("Engineers")).toEqual([stack.id("team")]);
    });

    it("keeps a member that was added between preview and run when another one is added", async () => {
        const groupId = await world.newGroup("Engineers");
        const [, ada, bruno, chiyo] = world.userIds;
        const member = (userId: unknown) => declare(GroupUser.kind, `${userId}`, { groupId, userId });
        await stack.settle([member(ada)]);
        await stack.settle([member(ada), member(bruno)], {
            between: () => world.api("POST", `/groups/${groupId}/users/${chiyo}`, { duration_minutes: 0 }),
        });
        sameUsers(await membersOf(groupId), [ada, bruno, chiyo]);
    });
});
