import { beforeEach, describe, expect, it } from "vitest";
import { MessageChannel } from "../../../src/resources/kinds/channels/message-channel.js";
import { Group } from "../../../src/resources/kinds/groups/group.js";
import { GroupUser } from "../../../src/resources/kinds/groups/group-user.js";
import { GroupVisibility } from "../../../src/resources/kinds/groups/group-visibility.js";
import { declare } from "../../proofs/sequences/deployment.js";
import { eachTest, group, stack, world } from "../../proofs/sequences/setting.js";

eachTest();

const called = () => world.service.calls.all().map(({ operation }) => operation);

/** Clears the log of calls, then destroys the stack. */
async function destroyed() {
    world.service.calls.clear();
    return stack.destroy();
}

describe("a delete", () => {
    it("makes no call for an object that the run found deleted outside", async () => {
        const program = [declare(Group.kind, "team", group())];
        await stack.settle(program);
        await world.api("DELETE", `/groups/${stack.id("team")}`);
        world.service.calls.clear();
        await stack.settle(program);
        expect(called()).not.toContain("deleteGroup");
    });

    it("reports the error of the service and makes no further calls", async () => {
        await stack.settle([declare(Group.kind, "team", group())]);
        world.service.faults.add({ operation: "deleteGroup", when: "before", answer: { status: 400 } });
        const { failures } = await destroyed();
        expect(failures.join()).toContain("returned 400");
        expect(called()).toEqual(["deleteGroup"]);
    });

    it("skips an expired grant, and deletes a grant that was extended outside", async () => {
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

    it("reports each object that stays on the service, and the reason", async () => {
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
            /^GroupVisibility "staff" stays as it is on the service: making the object visible to all users /m,
        );
        expect(lines.join("\n")).toMatch(/^MessageChannel "alerts" stays as it is on the service: ./m);
        expect(lines.join("\n")).toMatch(/^MessageChannel "audit" stays as it is on the service: ./m);
        expect(world.service.calls.writes()).toEqual([]);
    });
});

describe("the deletion of an object that may have been created", () => {
    beforeEach(async () => {
        world.service.faults.add({ operation: "createGroup", when: "before", answer: { status: 500 }, times: 1 });
        const { failures } = await stack.up([declare(Group.kind, "team", group())]);
        expect(failures.join()).toContain("may exist");
    });

    it("is refused until the service must show the object", async () => {
        await expect(destroyed()).resolves.toMatchObject({ failures: [expect.stringContaining("Run again later")] });
        expect(stack.names).toEqual(["team"]);
    });

    it("prints nothing if no object has its name", async () => {
        world.service.clock.advance(10 * 60_000);
        const { lines, failures } = await destroyed();
        expect({ lines, failures }).toEqual({ lines: [], failures: [] });
        expect(world.service.calls.writes()).toEqual([]);
    });

    it("reports an object with its name, and does not delete that object", async () => {
        const id = await world.newGroup("Engineers");
        const { lines } = await destroyed();
        expect(lines.join()).toContain(
            `Group "team" was created without a response from the service. It may be ${id}, which is not deleted, because someone else may have created it. If it is yours, delete it manually`,
        );
        expect(world.service.calls.writes()).toEqual([]);
    });

    it("prints nothing in the run that creates the object", async () => {
        world.service.clock.advance(10 * 60_000);
        const { lines } = await stack.settle([declare(Group.kind, "team", group())]);
        expect(lines.join()).not.toContain("without a response from the service, which now has");
    });
});
