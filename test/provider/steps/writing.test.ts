import { describe, expect, it } from "vitest";
import { Group } from "../../../src/resources/kinds/groups/group.js";
import { GroupResources } from "../../../src/resources/kinds/groups/group-resources.js";
import { GroupUser } from "../../../src/resources/kinds/groups/group-user.js";
import { GroupUsers } from "../../../src/resources/kinds/groups/group-users.js";
import { GroupVisibility } from "../../../src/resources/kinds/groups/group-visibility.js";
import { Owner } from "../../../src/resources/kinds/owners/owner.js";
import { type Declared, declare } from "../../proofs/sequences/deployment.js";
import { eachTest, stack, world } from "../../proofs/sequences/setting.js";

eachTest();

const team = (more: object = {}, options: Declared["options"] = {}) =>
    declare(Group.kind, "team", { name: "Engineers", appId: world.appId, groupType: "SVC_GROUP", ...more }, options);
const owner = (resource: string, name: string) => declare(Owner.kind, resource, { name });
const outputsOf = (name: string) => stack.entries.find((entry) => entry.name === name)?.outputs;

describe("a name that another object has", () => {
    it("is refused if the other object keeps it", async () => {
        await stack.settle([owner("one", "One"), owner("other", "Other")]);
        const id = stack.id("other");
        const { failures } = await stack.up([owner("one", "Other")]);
        expect(failures).toEqual([
            expect.stringContaining(
                `Owner "one" with name "Other" would take the name of the owner ${id} on the service. Choose another name. If this program deletes that object, run \`pulumi up\` without this change first, because deletions come last; if it was only renamed in the program, add Pulumi's option aliases.`,
            ),
        ]);
    });

    it("is refused with the ids of all objects that have it", async () => {
        await stack.settle([team()]);
        const ids = [await world.newGroup("Others"), await world.newGroup("Others")];
        const { failures } = await stack.up([team({ name: "Others" })]);
        expect(failures.join()).toMatch(
            new RegExp(
                `would take the name of the group (${ids.join(", ")}|${[...ids].reverse().join(", ")}) on the service`,
            ),
        );
    });

    it("is swapped by way of a temporary name that mentions the move", async () => {
        await stack.settle([owner("one", "One"), owner("other", "Other")]);
        world.service.calls.clear();
        await stack.settle([owner("one", "Other"), owner("other", "One")]);
        const bodies = world.service.calls.writes().map(({ body }) => JSON.stringify(body));
        expect(bodies).toHaveLength(3);
        expect(bodies.filter((body) => /"name":"(One|Other) \(moving [0-9a-f-]{36}\)"/.test(body))).toHaveLength(1);
    });

    it("is waited for, and refused if renaming the other object fails", async () => {
        await stack.settle([owner("one", "One"), owner("other", "Other")]);
        const id = stack.id("other");
        world.service.faults.add({
            operation: "updateOwners",
            when: "before",
            times: 1,
            answer: { status: 400 },
        });
        const moved = [owner("other", "Third"), owner("one", "Other")];
        const { failures } = await stack.up(moved);
        expect(failures.join("\n")).toContain(
            `Owner "one" would take the name of the owner ${id}, which was not renamed. After it has been renamed, run \`pulumi up\` again to continue.`,
        );
        await stack.settle(moved);
        expect((await stack.preview(moved)).steps).toEqual(['same Owner "other"', 'same Owner "one"']);
    });
});

describe("a set that was written without a response", () => {
    const access = (groupId: string, ids: readonly string[]) => ({
        GroupUsers: () => ({ groupId, users: ids.map((userId) => ({ userId })) }),
        GroupResources: () => ({ groupId, resources: ids.map((resourceId) => ({ resourceId })) }),
    });
    const kinds = { GroupUsers: GroupUsers.kind, GroupResources: GroupResources.kind };

    it.each(["GroupUsers", "GroupResources"] as const)(
        "is deleted with all members that it may have: %s",
        async (name) => {
            const groupId = await world.newGroup("Others");
            const ids =
                name === "GroupUsers"
                    ? world.userIds.slice(1, 4)
                    : [await world.newResource("A"), await world.newResource("B"), await world.newResource("C")];
            const [first = "", second = "", third = ""] = ids;
            const set = (...members: string[]) => [declare(kinds[name], "set", access(groupId, members)[name]())];
            await stack.settle(set(first, second));
            world.service.faults.add({
                operation: ["addGroupUser", "setGroupResources"],
                when: "after",
                answer: "reset",
                times: 1000,
            });
            // Only the reads before the write succeed.
            for (const operation of ["getGroupUsers", "getGroupResources"] as const)
                world.service.faults.add({ operation, skip: 3, answer: { status: 503 }, times: 1000 });
            expect((await stack.up(set(first, third), { skipPreview: true })).failures.join()).toContain(
                "does not match its declaration yet",
            );
            world.service.faults.clear();
            const path = name === "GroupUsers" ? "users" : "resources";
            const held = async () => JSON.stringify(await world.api("GET", `/groups/${groupId}/${path}`));
            expect(await held()).toContain(third);
            await stack.settle([]);
            for (const id of ids) expect(await held()).not.toContain(id);
        },
    );
});

it("deleting a set that could not be written keeps the members that it had before", async () => {
    const groupId = await world.newGroup("Others");
    const [, before = "", added = ""] = world.userIds;
    await world.api("POST", `/groups/${groupId}/users/${before}`, { duration_minutes: 0 });
    world.service.faults.add({ operation: "deleteGroupUser", when: "before", answer: { status: 403 }, times: 1 });
    const set = declare(GroupUsers.kind, "set", { groupId, users: [{ userId: added }] });
    expect((await stack.up([set])).failures.join()).toContain("does not match its declaration yet");
    const held = async () => JSON.stringify(await world.api("GET", `/groups/${groupId}/users`));
    expect(await held()).toContain(added);
    await stack.settle([]);
    expect(await held()).not.toContain(added);
    expect(await held()).toContain(before);
});

it("undeclared properties of a rule are still reported as lost after the write that should remove the rule failed", async () => {
    const rule = (priority: number, more: object = {}) => ({
        priority,
        allowRequests: true,
        autoApproval: true,
        ...more,
    });
    const others = { condition: { groupIds: [world.groupIds[0]] } };
    const rules = (...requestConfigurations: object[]) => [team({ requestConfigurations })];
    await stack.settle(rules(rule(0), rule(1, others)));
    const id = stack.id("team");
    const { request_configurations } = await world.api<{ request_configurations: object[] }>("GET", `/groups/${id}`);
    const guarded = request_configurations.map((one) => ({ ...one, require_mfa_to_request: true }));
    await world.api("PUT", "/groups", { groups: [{ group_id: id, request_configurations: guarded }] });
    world.service.faults.add({ operation: "updateGroups", when: "before", answer: { status: 400 }, times: 1 });
    expect((await stack.up(rules(rule(0)))).failures.join()).toContain("does not match its declaration yet");
    expect((await stack.preview(rules(rule(0)))).lines).toContain(
        'Group "team": requestConfigurations[1].requireMfaToRequest is true on the service and not declared; it is lost with the element that contains it',
    );
});

describe("an update", () => {
    it("keeps a value that was once secret out of the state", async () => {
        await stack.settle([team({ description: "internal" }, { secrets: ["description"] })]);
        await stack.settle([team()]);
        expect(JSON.stringify(outputsOf("team"))).not.toContain("internal");
        await stack.settle([team({ matchRemoteName: true })]);
        expect(JSON.stringify(outputsOf("team"))).not.toContain("internal");
        await stack.settle([team({ description: "public" })]);
        expect(outputsOf("team")).toMatchObject({ description: "public" });
    });

    it("stores the value in the state again once it is declared secret again", async () => {
        await stack.settle([team({ description: "internal" }, { secrets: ["description"] })]);
        await stack.settle([team()]);
        await stack.settle([team({ description: "internal" }, { secrets: ["description"] })]);
        expect(outputsOf("team")).toMatchObject({ description: "internal", __secrets: ["description"] });
        expect(outputsOf("team")?.__once).toBeUndefined();
    });

    it("does not repeat a write that took effect without a response", async () => {
        await stack.settle([team({ description: "one" })]);
        world.service.faults.add({ operation: "updateGroups", when: "after", answer: "reset", times: 1 });
        world.service.calls.clear();
        await stack.settle([team({ description: "two" })]);
        const writes = world.service.calls.writes().map(({ operation }) => operation);
        expect(writes).toEqual(["updateGroups"]);
    });

    it("does not repeat the write of a document that took effect, and writes nothing if only options of the program changed", async () => {
        const groupId = await world.newGroup("Others");
        const visibility = (groupIds: readonly unknown[], options: Declared["options"] = {}) => [
            declare(
                GroupVisibility.kind,
                "visibility",
                { groupId, visibility: "LIMITED", visibilityGroupIds: groupIds },
                options,
            ),
        ];
        await stack.settle(visibility([]));
        world.service.faults.add({ operation: "setGroupVisibility", when: "after", answer: "reset", times: 1 });
        world.service.calls.clear();
        await stack.settle(visibility([world.groupIds[0]]));
        expect(world.service.calls.writes().map(({ operation }) => operation)).toEqual(["setGroupVisibility"]);
        world.service.calls.clear();
        await stack.settle(visibility([world.groupIds[0]], { ignoreChanges: ["visibility"] }));
        expect(world.service.calls.writes()).toEqual([]);
    });

    it("keeps the expiration of an expired grant and writes nothing", async () => {
        const groupId = await world.newGroup("Others");
        const member = (more: object = {}, options: Declared["options"] = {}) => [
            declare(
                GroupUser.kind,
                "member",
                { groupId, userId: world.userIds[1], durationMinutes: 60, ...more },
                options,
            ),
        ];
        await stack.settle(member());
        world.service.clock.advance(61 * 60_000);
        world.service.calls.clear();
        // Only the stored options change, so nothing is sent to the service.
        await stack.settle(member({}, { ignoreChanges: ["durationMinutes"] }));
        expect(world.service.calls.writes()).toEqual([]);
        const { lines } = await stack.preview(member());
        expect(lines.join()).toMatch(
            /^GroupUser "member" expired on .*; it stays expired\. Set renew: true to grant it again$/,
        );
    });
});
