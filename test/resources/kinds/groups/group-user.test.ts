import { beforeEach, describe, expect, it } from "vitest";
import type { Properties } from "../../../../src/common/properties.js";
import { GroupUser } from "../../../../src/resources/kinds/groups/group-user.js";
import { eachWorld, world } from "../../../proofs/conformance/each-world.js";
import { Stack, sessionIn } from "../../../proofs/conformance/stack.js";

let args: Properties;
let stack: Stack;

eachWorld();

beforeEach(async () => {
    args = { groupId: await world.newGroup("Engineers"), userId: world.userIds[2] };
    stack = new Stack(GroupUser.kind, world);
});

const path = () => `/groups/${args.groupId}/users/${args.userId}`;
const written = () => world.service.calls.writes().map(({ operation }) => operation);
const members = async () => {
    const { results } = await world.api<{ results: { user_id: string; expiration_date: string | null }[] }>(
        "GET",
        `/groups/${args.groupId}/users`,
    );
    return results;
};
const hours = (count: number) => world.service.clock.advance(count * 3_600_000);

it.each([-3, 3])(
    "an expired membership is not granted again if the local clock is off by %i minutes",
    async (minutes) => {
        const timed = { ...args, durationMinutes: 60 };
        const off = () => stack.process(sessionIn(world, {}, minutes * 60_000));
        await stack.up(timed, {}, off());
        expect(stack.state?.outputs.expirationDate).toBe((await members())[0]?.expiration_date);
        expect(await stack.preview(timed, {}, off())).toMatchObject({ action: "same", lines: [] });
        world.service.clock.advance(61 * 60_000);
        expect((await stack.preview(timed, {}, off())).lines.join()).toContain("it stays expired. Set renew: true");
        expect(await stack.up(timed, {}, off())).toMatchObject({ action: "same" });
        expect(await members()).toEqual([]);
    },
);

it.each([-3, 3])(
    "a membership that was deleted outside is not mistaken for expired if the local clock is off by %i minutes",
    async (minutes) => {
        const timed = { ...args, durationMinutes: 60 };
        const off = () => stack.process(sessionIn(world, {}, minutes * 60_000));
        await stack.up(timed, {}, off());
        world.service.clock.advance(57 * 60_000);
        await world.api("DELETE", path());
        expect((await stack.preview(timed, {}, off())).lines.join()).toContain("was deleted outside");
    },
);

it("updates a duration in place, counted from the current time", async () => {
    await stack.up({ ...args, durationMinutes: 60 });
    world.service.calls.clear();
    expect(await stack.up({ ...args, durationMinutes: 120 })).toMatchObject({ action: "update" });
    expect(written()).toEqual(["updateGroupUser"]);
    const [member] = await members();
    expect(Date.parse(member?.expiration_date ?? "") - world.now()).toBeGreaterThan(119 * 60_000);
    expect(stack.state?.outputs.expirationDate).toBe(member?.expiration_date);
    expect(await stack.up({ ...args, durationMinutes: 0 })).toMatchObject({ action: "update", lines: [] });
    expect((await members())[0]?.expiration_date).toBeNull();
});

it("writes a newly declared duration, whatever the current end is", async () => {
    await stack.up({ ...args, durationMinutes: 60 });
    await stack.up(args);
    world.service.calls.clear();
    expect(await stack.up({ ...args, durationMinutes: 120 })).toMatchObject({
        action: "update",
        lines: [expect.stringMatching(/ updates: durationMinutes is "until .*" on the service, declared 120$/)],
    });
    expect(written()).toEqual(["updateGroupUser"]);
    const [member] = await members();
    expect(Date.parse(member?.expiration_date ?? "") - world.now()).toBeGreaterThan(119 * 60_000);
    expect(await stack.preview({ ...args, durationMinutes: 120 })).toMatchObject({ action: "same", lines: [] });
});

it("reports an end that was added or removed outside as drift", async () => {
    await stack.up({ ...args, durationMinutes: 0 });
    await world.api("PUT", path(), { duration_minutes: 60 });
    const [member] = await members();
    expect((await stack.preview({ ...args, durationMinutes: 0 })).lines).toEqual([
        `GroupUser "subject" drifted: durationMinutes is "until ${member?.expiration_date}" on the service, declared 0; \`pulumi up\` gives access`,
    ]);
    await stack.up({ ...args, durationMinutes: 0 });
    await stack.up({ ...args, durationMinutes: 60 });
    await world.api("PUT", path(), { duration_minutes: 0 });
    expect((await stack.preview({ ...args, durationMinutes: 60 })).lines).toEqual([
        'GroupUser "subject" drifted: durationMinutes is 0 on the service, declared 60',
    ]);
});

it("stores renew in the state but does not send it", async () => {
    await stack.up({ ...args, renew: true });
    expect(world.service.calls.of("addGroupUser")[0]?.body).toEqual({
        duration_minutes: 0,
        access_level_remote_id: "",
    });
    world.service.calls.clear();
    expect(await stack.up({ ...args, renew: false })).toMatchObject({ action: "update", lines: [] });
    expect(stack.state?.outputs.renew).toBe(false);
    expect(await stack.refresh()).toEqual([]);
    expect(await stack.preview({ ...args, renew: false })).toMatchObject({ action: "same", lines: [] });
    expect(written()).toEqual([]);
});

describe("a membership that has expired", () => {
    const timed = () => ({ ...args, durationMinutes: 60 });

    beforeEach(async () => {
        await stack.up(timed());
        hours(2);
        expect(await members()).toEqual([]);
        world.service.calls.clear();
    });

    it("stays expired, and the report explains how to renew it", async () => {
        const end = stack.state?.outputs.expirationDate;
        const line = `GroupUser "subject" expired on ${end}; it stays expired. Set renew: true to grant it again`;
        expect(await stack.preview(timed())).toMatchObject({ action: "same", lines: [line] });
        expect(await stack.refresh()).toEqual([line]);
        expect(stack.state?.outputs.expirationDate).toBe(end);
        expect(await stack.up(timed())).toMatchObject({ action: "same" });
        expect(written()).toEqual([]);
    });

    it("is granted again once with renew", async () => {
        const renewed = { ...timed(), renew: true };
        const outcome = await stack.up(renewed);
        expect(outcome).toMatchObject({ action: "replace", deleteBeforeReplace: true });
        expect(outcome.lines.join()).toContain("expired on");
        expect(outcome.lines.join()).toContain("`pulumi up` recreates it");
        expect(written()).toEqual(["addGroupUser"]);
        expect(await members()).toHaveLength(1);
        expect(await stack.preview(renewed)).toMatchObject({ action: "same", lines: [] });
    });

    it("is granted again for another duration", async () => {
        expect(await stack.up({ ...args, durationMinutes: 90 })).toMatchObject({
            action: "replace",
            replaces: ["durationMinutes"],
            deleteBeforeReplace: true,
        });
        expect(await members()).toHaveLength(1);
    });

    it("is not granted again with renew: false", async () => {
        expect(await stack.up({ ...timed(), renew: false })).toMatchObject({ action: "update", failures: [] });
        expect(written()).toEqual([]);
        expect(await stack.preview({ ...timed(), renew: false })).toMatchObject({ action: "same" });
    });

    it("is destroyed without a write, unless it was extended outside", async () => {
        const again = new Stack(GroupUser.kind, world);
        again.state = stack.state;
        await stack.destroy();
        expect(written()).toEqual([]);
        await world.api("POST", path(), { duration_minutes: 0 });
        await again.destroy();
        expect(await members()).toEqual([]);
    });
});

it("does not mistake many expired memberships for a wrong organization", async () => {
    const session = stack.session();
    const stacks: Stack[] = [];
    for (const userId of world.userIds.slice(1, 7)) {
        const one = new Stack(GroupUser.kind, world);
        await one.up({ ...args, userId, durationMinutes: 5 });
        stacks.push(one);
    }
    hours(1);
    for (const [index, one] of stacks.entries()) {
        const declared = { ...args, userId: world.userIds[index + 1], durationMinutes: 5 };
        const outcome = await one.preview(declared, { name: `member-${index}` }, one.process(session));
        expect(outcome.failures).toEqual([]);
    }
    expect(stacks).toHaveLength(6);
});

it("is reported as deleted outside if it was deleted before its end", async () => {
    await stack.up({ ...args, durationMinutes: 600 });
    await world.api("DELETE", path());
    const outcome = await stack.preview({ ...args, durationMinutes: 600 });
    expect(outcome).toMatchObject({ action: "replace" });
    expect(outcome.lines.join()).toContain("was deleted outside");
});
