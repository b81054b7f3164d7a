/** The reads of the service lag behind its writes: objects written a short time ago may be missing from every response. */
import { describe, expect, it } from "vitest";
import type { Fault } from "../../../src/local/service/index.js";
import { Group } from "../../../src/resources/kinds/groups/group.js";
import { GroupUsers } from "../../../src/resources/kinds/groups/group-users.js";
import { ResourceUser } from "../../../src/resources/kinds/resources/resource-user.js";
import { declare } from "./deployment.js";
import { anotherStack, eachTest, group, stack, world } from "./setting.js";

eachTest();

const MINUTE = 60_000;
/** All reads of groups and their members are ten minutes behind. */
const LAG: Fault = {
    operation: ["getGroup", "getGroups", "getGroupUsers"],
    times: 1000,
    answer: { staleMs: 10 * MINUTE },
};
const team = (more: object = {}) => [
    declare(Group.kind, "team", group(more)),
    declare(GroupUsers.kind, "members", (id) => ({ groupId: id("team"), users: [{ userId: world.userIds[1] }] })),
];
const groups = () => world.service.store.groups.all().filter(({ name }) => name === "Engineers");
const lagging = () => world.service.faults.add(LAG);
const healthy = () => world.service.faults.clear();

describe("an object that was created a short time ago and is not found", () => {
    it("is not created a second time, and the run fails with the reason", async () => {
        lagging();
        await stack.up(team());
        const [made, ...more] = groups();
        expect(more).toEqual([]);
        for (let run = 0; run < 2; run += 1) {
            const { failures } = await stack.up(team());
            expect(failures.join()).toMatch(/was not found\. No audit event reports its deletion.*lagSeconds/);
            expect(groups()).toEqual([made]);
        }
        healthy();
        const { steps } = await stack.settle(team());
        expect(steps.filter((step) => step.startsWith("create"))).not.toContain("create team");
        expect(stack.id("team")).toBe(made?.group_id);
        expect(groups()).toHaveLength(1);
    });

    it("stays in the state after a refresh or a failed delete", async () => {
        lagging();
        await stack.settle(team());
        const id = stack.id("team");
        await expect(stack.refresh()).rejects.toThrow("was not found");
        expect(stack.names).toContain("team");
        world.service.faults.add({ operation: "deleteGroup", answer: { status: 404 } });
        const { failures } = await stack.up([], { skipPreview: true });
        expect(failures.join()).toContain("was not found");
        expect(stack.names).toContain("team");
        healthy();
        await stack.settle([]);
        expect(groups().map(({ group_id }) => group_id)).not.toContain(id);
    });

    it("counts as deleted if an audit event reports the deletion", async () => {
        await stack.settle(team());
        const id = stack.id("team");
        await world.api("DELETE", `/groups/${id}`);
        await stack.settle(team());
        expect(groups().map(({ group_id }) => group_id)).toEqual([stack.id("team")]);
    });

    it("counts as deleted after lagSeconds have passed", async () => {
        await stack.settle(team());
        const [old] = groups();
        // Deleted without an event, for example with its app.
        if (old) world.service.store.groups.delete(old);
        expect((await stack.up(team())).failures.join()).toContain("was not found");
        world.service.clock.advance(10 * MINUTE);
        await stack.settle(team());
        expect(stack.id("team")).not.toBe(old?.group_id);
        expect(groups()).toHaveLength(1);
    });

    it("is reported in each run until it is deleted if it appears after its replacement", async () => {
        anotherStack({ "access-governance:lagSeconds": "0" });
        lagging();
        await stack.settle(team());
        const first = stack.id("team");
        await stack.up(team());
        healthy();
        await stack.settle(team());
        const second = stack.id("team");
        expect(second).not.toBe(first);
        const told = `replaced ${first}, which was not found at the time but exists now`;
        for (let run = 0; run < 2; run += 1) expect((await stack.preview(team())).lines.join("\n")).toContain(told);
        await stack.settle(team({ description: "Those who build" }));
        expect((await stack.preview(team({ description: "Those who build" }))).lines.join("\n")).toContain(told);
        await world.api("DELETE", `/groups/${first}`);
        expect((await stack.preview(team({ description: "Those who build" }))).lines).toEqual([]);
    });
});

describe("a grant that was created a short time ago and is not found", () => {
    const resourceId = () => world.service.store.resources.all()[0]?.resource_id;
    const grant = (user: number) => [
        declare(ResourceUser.kind, "grant", { resourceId: resourceId(), userId: world.userIds[user] }),
    ];
    const hasAccess = (user: number) =>
        world.service.store.resourceUsers
            .all()
            .some(({ resource_id, user_id }) => resource_id === resourceId() && user_id === world.userIds[user]);
    const hide = () =>
        world.service.faults.add({ operation: ["getResourceUser"], times: 1000, answer: { staleMs: 10 * MINUTE } });

    it("stays in the state after a refresh and is revoked if the program declares another one", async () => {
        await stack.settle(grant(1));
        hide();
        await stack.refresh();
        expect(stack.names).toContain("grant");
        await stack.up(grant(2));
        healthy();
        expect([hasAccess(1), hasAccess(2)]).toEqual([false, true]);
    });

    it("is removed from the state by a refresh after lagSeconds have passed", async () => {
        await stack.settle(grant(1));
        await world.api("DELETE", `/resources/${resourceId()}/users/${world.userIds[1]}?access_level_remote_id=`);
        world.service.clock.advance(10 * MINUTE);
        await stack.refresh();
        expect(stack.names).not.toContain("grant");
    });
});
