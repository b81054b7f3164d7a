import { beforeEach, describe, expect, it } from "vitest";
import { MessageChannel } from "../../../src/resources/kinds/channels/message-channel.js";
import { Group } from "../../../src/resources/kinds/groups/group.js";
import { GroupUser } from "../../../src/resources/kinds/groups/group-user.js";
import { GroupVisibility } from "../../../src/resources/kinds/groups/group-visibility.js";
import { declare } from "../../proofs/sequences/deployment.js";
import { eachTest, group, stack, world } from "../../proofs/sequences/setting.js";

eachTest();

const called = () => world.service.calls.all().map(({ operation }) => operation);

/** What a destroy does that begins with an empty log of calls. */
async function destroyed() {
    world.service.calls.clear();
    return stack.destroy();
}

describe("a delete", () => {
    it("calls nothing for what this run found to be deleted outside", async () => {
        const program = [declare(Group.kind, "team", group())];
        await stack.settle(program);
        await world.api("DELETE", `/groups/${stack.id("team")}`);
        world.service.calls.clear();
        await stack.settle(program);
        expect(called()).not.toContain("deleteGroup");
    });

    it("that the service refuses is told as it refuses it, and asks nothing more", async () => {
        await stack.settle([declare(Group.kind, "team", group())]);
        world.service.faults.add({ operation: "deleteGroup", when: "before", answer: { status: 400 } });
        const { failures } = await destroyed();
        expect(failures.join()).toContain("returned 400");
        expect(called()).toEqual(["deleteGroup"]);
    });

    it("leaves alone what ended by itself, and takes away what somebody prolonged meanwhile", async () => {
        const [first = "", second = ""] = world.userIds.slice(1);
        const groupId = await world.newGroup("Engineers");
        const member = (name: string, userId: string) =>
            declare(GroupUser.kind, name, { groupId, userId, durationMinutes: 60 });
        await stack.settle([member("ends", first), member("prolonged", second)]);
        await world.api("PUT", `/groups/${groupId}/users/${second}`, { duration_minutes: 600 });
        world.service.clock.advance(61 * 60_000);
        expect((await destroyed()).failures).toEqual([]);
        const deletes = world.service.calls.writes().map(({ path }) => path);
        expect(deletes).toEqual([expect.stringContaining(second)]);
    });

    it("says of each thing that stays on the service that it does, and why", async () => {
        const channel = (remoteId: string) => ({ thirdPartyProvider: "SLACK", remoteId });
        await stack.settle([
            declare(MessageChannel.kind, "alerts", channel("C0123456789")),
            declare(MessageChannel.kind, "audit", channel("C9876543210")),
            declare(GroupVisibility.kind, "staff", {
                groupId: world.groupIds[0],
                visibility: "LIMITED",
                visibilityGroupIds: [],
            }),
        ]);
        const { lines, failures } = await destroyed();
        expect(failures).toEqual([]);
        expect(lines).toHaveLength(3);
        expect(lines.join("\n")).toMatch(
            /^GroupVisibility "staff" stays as it is on the service: showing it to all users /m,
        );
        expect(lines.join("\n")).toMatch(/^MessageChannel "alerts" stays as it is on the service: ./m);
        expect(lines.join("\n")).toMatch(/^MessageChannel "audit" stays as it is on the service: ./m);
        expect(world.service.calls.writes()).toEqual([]);
    });
});

describe("the end of what may have been made", () => {
    beforeEach(async () => {
        world.service.faults.add({ operation: "createGroup", when: "before", answer: { status: 500 }, times: 1 });
        const { failures } = await stack.up([declare(Group.kind, "team", group())]);
        expect(failures.join()).toContain("may exist");
    });

    it("waits until the service must show it", async () => {
        await expect(destroyed()).resolves.toMatchObject({ failures: [expect.stringContaining("Run again later")] });
        expect(stack.names).toEqual(["team"]);
    });

    it("says nothing if there is nothing of this name", async () => {
        world.service.clock.advance(10 * 60_000);
        const { lines, failures } = await destroyed();
        expect({ lines, failures }).toEqual({ lines: [], failures: [] });
        expect(world.service.calls.writes()).toEqual([]);
    });

    it("names what has the name, asked anew, and leaves it", async () => {
        const id = await world.newGroup("Engineers");
        const { lines } = await destroyed();
        expect(lines.join()).toContain(
            `Group "team" was created without a response from the service, which now has ${id}: it is not deleted, because someone else may have created it. Delete it manually if it is yours`,
        );
        expect(world.service.calls.writes()).toEqual([]);
    });

    it("says nothing of it in the run that makes it", async () => {
        world.service.clock.advance(10 * 60_000);
        const { lines } = await stack.settle([declare(Group.kind, "team", group())]);
        expect(lines.join()).not.toContain("without a response from the service, which now has");
    });
});
