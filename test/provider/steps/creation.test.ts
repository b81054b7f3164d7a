import { describe, expect, it } from "vitest";
import type { Fault } from "../../../src/local/service/index.js";
import { Group } from "../../../src/resources/kinds/groups/group.js";
import { GroupUser } from "../../../src/resources/kinds/groups/group-user.js";
import { GroupUsers } from "../../../src/resources/kinds/groups/group-users.js";
import { Owner } from "../../../src/resources/kinds/owners/owner.js";
import { declare } from "../../proofs/sequences/deployment.js";
import { eachTest, stack, world } from "../../proofs/sequences/setting.js";

eachTest();

const team = (more: object = {}) =>
    declare(Group.kind, "team", { name: "Engineers", appId: world.appId, groupType: "SVC_GROUP", ...more });
const broken = (operation: Fault["operation"], when: "before" | "after", times = 1): Fault => ({
    operation,
    when,
    times,
    answer: "reset",
});
const struck =
    (...faults: Fault[]) =>
    () => {
        for (const fault of faults) world.service.faults.add(fault);
    };

describe("a create without a response", () => {
    it("reports that the object was not found, and what the next run does", async () => {
        const { failures } = await stack.up([team()], { between: struck(broken("createGroup", "before")) });
        expect(failures).toEqual([
            expect.stringMatching(
                /^Group "team" may exist: .* It was not found afterwards\. Run `pulumi up` again: it first looks for the object, and creates it only if it is still not found after \S+\. Help: npx --no-install access-governance explain UnfinishedError$/,
            ),
        ]);
        const { failures: early } = await stack.preview([team()]);
        expect(early.join()).toMatch(
            /may not show it yet\. Run again later; from \S+ on, it is treated as not created\./,
        );
        world.service.clock.advance(10 * 60_000);
        const { lines } = await stack.preview([team()]);
        expect(lines).toEqual([
            'Group "team" may exist: the service did not respond to its creation. `pulumi up` looks for it, and creates it if it does not exist',
        ]);
    });

    it("is sent once more if the key is the id, and is recorded if that response is lost too", async () => {
        const groupId = await world.newGroup("Others");
        const userId = world.userIds[1];
        const member = [declare(GroupUser.kind, "member", { groupId, userId, durationMinutes: 60 })];
        const { failures } = await stack.up(member, { between: struck(broken("addGroupUser", "before", 2)) });
        expect(failures).toEqual([
            expect.stringMatching(
                /^GroupUser "member" may exist: .* The next `pulumi up` continues from here\. Help: npx --no-install access-governance explain UnfinishedError$/,
            ),
        ]);
        // One lookup between the two creates: repeating the create is harmless if the key is the id.
        const called = world.service.calls.all().map(({ operation }) => operation);
        const between = called.slice(called.indexOf("addGroupUser") + 1, called.lastIndexOf("addGroupUser"));
        expect(called.filter((operation) => operation === "addGroupUser")).toHaveLength(2);
        expect(between).toEqual(["getGroupUsers"]);
        const [entry] = stack.entries;
        expect(entry?.outputs).toMatchObject({ groupId, userId, durationMinutes: 60 });
        const minutesLeft = (Date.parse(String(entry?.outputs.__expires)) - world.now()) / 60_000;
        expect(minutesLeft).toBeCloseTo(60, 0);
        expect(stack.id("member")).toBe(`${groupId}/${userId}`);
        await stack.settle(member);
        expect((await stack.preview(member)).steps).toEqual(['same GroupUser "member"']);
    });

    it("reports all objects with its name if there are several", async () => {
        let other: string | undefined;
        world.between = async (request, pass) => {
            try {
                return await pass();
            } finally {
                if (request.method === "POST") other ??= await world.newGroup("Engineers");
            }
        };
        const { failures } = await stack.up([team()], {
            skipPreview: true,
            between: struck(broken("createGroup", "after"), {
                operation: ["getGroups", "getGroup"],
                skip: 3,
                times: 1,
                answer: { status: 500 },
            }),
        });
        expect(failures.join()).toMatch(
            /The service now has several objects that match this group \(\S+, \S+\): delete the duplicates, and import the remaining one with the option import\. Help: npx --no-install access-governance explain DeclarationConflictError$/,
        );
        expect(failures.join()).toContain(other);
    });
});

it("an object created without a response is looked up until the lists contain it", async () => {
    const lagging: Fault = { operation: "getGroups", skip: 2, times: 3, answer: { staleMs: 60_000 } };
    const { failures } = await stack.up([team()], {
        skipPreview: true,
        between: struck(broken("createGroup", "after"), lagging),
    });
    expect(failures).toEqual([]);
    const made = world.service.calls.all().map(({ operation }) => operation);
    expect(made.slice(made.indexOf("createGroup")).filter((operation) => operation === "getGroups")).toHaveLength(3);
});

describe("creating an object", () => {
    it("explains what to do if the object that it replaces still has the name", async () => {
        const owner = (description: string) => [
            declare(Owner.kind, "platform", { name: "Platform", description }, { replaceOnChanges: ["description"] }),
        ];
        await stack.settle(owner("one"));
        // Simulates an object that the option retainOnDelete has kept.
        stack.entries = stack.entries.map((entry) => ({ ...entry, fate: "pending" as const }));
        const { failures } = await stack.up(owner("two"));
        expect(failures.join()).toMatch(
            /^Owner "platform" must be replaced, but the service refused to create a second owner in addition to the first: .* returned 409.* Add Pulumi's option deleteBeforeReplace: true\. If the option retainOnDelete keeps the first one, choose a different name for this one\. Help: npx --no-install access-governance explain DeclarationConflictError$/,
        );
    });

    it("reports any other error with the response of the service", async () => {
        const { failures } = await stack.up([team()], {
            between: struck({ operation: "createGroup", when: "before", answer: { status: 400 } }),
        });
        expect(failures.join()).toContain("returned 400");
        expect(failures.join()).not.toContain("may exist");
        expect(stack.names).toEqual([]);
    });

    it("reports what a set overwrites in an object that was imported in the same run", async () => {
        const groupId = await world.newGroup("Engineers");
        await world.api("POST", `/groups/${groupId}/users/${world.userIds[1]}`, { duration_minutes: 0 });
        const { lines } = await stack.up(
            [
                declare(
                    Group.kind,
                    "team",
                    { name: "Engineers", appId: world.appId, groupType: "SVC_GROUP" },
                    { import: groupId },
                ),
                declare(GroupUsers.kind, "members", (idOf) => ({ groupId: idOf("team"), users: [] })),
            ],
            { skipPreview: true },
        );
        expect(lines.join("\n")).toMatch(/^GroupUsers "members" overwrites: users: only on the service: /m);
    });

    it("writes an empty list if the create response does not contain the list", async () => {
        await stack.settle([team({ messageChannelIds: [] })]);
        const writes = world.service.calls.writes().map(({ operation }) => operation);
        expect(writes).toEqual(["createGroup", "setGroupMessageChannels"]);
    });

    it("makes only the calls that it needs", async () => {
        world.service.calls.clear();
        await stack.up([team()], { skipPreview: true });
        expect(
            world.service.calls
                .all()
                .map(({ operation }) => operation)
                .sort(),
            // Two calls look for the name, and one reads how the service spells the type.
        ).toEqual(["createGroup", "getCurrentUser", "getGroups", "getGroups", "getGroups"].sort());
    });
});
