import { beforeEach, describe, expect, it } from "vitest";
import type { Properties } from "../../../../src/common/properties.js";
import { ContainingGroup } from "../../../../src/resources/kinds/groups/containing-group.js";
import { eachWorld, world } from "../../../proofs/conformance/each-world.js";
import { Stack } from "../../../proofs/conformance/stack.js";

let args: Properties;
let stack: Stack;

eachWorld();

beforeEach(async () => {
    args = { groupId: await world.newGroup("Engineers"), containingGroupId: await world.newGroup("Staff") };
    stack = new Stack(ContainingGroup.kind, world);
});

const written = () => world.service.calls.writes().map(({ operation }) => operation);
const isNested = () => world.has(`/groups/${args.groupId}/containing-groups/${args.containingGroupId}`);
const hours = (count: number) => world.service.clock.advance(count * 3_600_000);

it("is replaced for another duration, and not changed if the duration is no longer declared", async () => {
    await stack.up({ ...args, durationMinutes: 60 });
    world.service.calls.clear();
    expect((await stack.up(args)).lines.join()).toContain("durationMinutes is no longer declared; it stays as it is");
    expect(written()).toEqual([]);
    expect(await stack.up({ ...args, durationMinutes: 120 })).toMatchObject({
        action: "replace",
        replaces: ["durationMinutes"],
        deleteBeforeReplace: true,
    });
    expect(written()).toEqual(["removeGroupContainingGroup", "addGroupContainingGroup"]);
    expect(await stack.preview({ ...args, durationMinutes: 120 })).toMatchObject({ action: "same", lines: [] });
});

it("is imported with the declared duration, because the API does not return it", async () => {
    await stack.up({ ...args, durationMinutes: 60 });
    const successor = new Stack(ContainingGroup.kind, world);
    world.service.calls.clear();
    const taken = await successor.up({ ...args, durationMinutes: 600 }, { import: stack.state?.id ?? "" });
    expect(taken).toMatchObject({ action: "create", failures: [] });
    expect(written()).toEqual([]);
    expect(await successor.preview({ ...args, durationMinutes: 600 })).toMatchObject({ action: "same", lines: [] });
});

it("deletes only the nesting at its own level", async () => {
    const containing = `/groups/${args.groupId}/containing-groups`;
    const level = new Stack(ContainingGroup.kind, world);
    await stack.up(args);
    await level.up({ ...args, accessLevelRemoteId: "lead" });
    await level.destroy();
    expect(await world.api("GET", containing)).toEqual({
        containing_groups: [{ containing_group_id: args.containingGroupId, access_level_remote_id: "" }],
    });
});

it("fails in the preview if a group would contain itself", async () => {
    await stack.up(args);
    for (const circle of [
        { groupId: args.containingGroupId, containingGroupId: args.groupId },
        { groupId: args.groupId, containingGroupId: args.groupId },
    ]) {
        const refused = await new Stack(ContainingGroup.kind, world).preview(circle, { name: "circle" });
        expect(refused.failures.join()).toMatch(/containingGroupId: .*DeclarationConflictError/);
    }
});

describe("a nesting that has expired", () => {
    const timed = () => ({ ...args, durationMinutes: 60 });
    let end: string;

    beforeEach(async () => {
        end = new Date(world.now() + 3_600_000).toISOString();
        await stack.up(timed());
        hours(2);
        expect(await isNested()).toBe(false);
        world.service.calls.clear();
    });

    it("stays expired, although the API does not return its end", async () => {
        const outcome = await stack.preview(timed());
        expect(outcome).toMatchObject({ action: "same", replaces: [] });
        expect(outcome.lines.join()).toMatch(/expired on \S+; it stays expired. Set renew: true to grant it again/);
        const reported = Date.parse(/expired on (\S+);/.exec(outcome.lines.join())?.[1] ?? "");
        expect(Math.abs(reported - Date.parse(end))).toBeLessThan(60_000);
        expect((await stack.refresh()).join()).toContain("expired on");
        expect(await stack.up(timed())).toMatchObject({ action: "same" });
        expect(written()).toEqual([]);
    });

    it("is recreated once with renew", async () => {
        const renewed = { ...timed(), renew: true };
        expect(await stack.up(renewed)).toMatchObject({ action: "replace", deleteBeforeReplace: true });
        expect(written()).toEqual(["addGroupContainingGroup"]);
        expect(await isNested()).toBe(true);
        expect(await stack.preview(renewed)).toMatchObject({ action: "same", lines: [] });
    });

    it("is recreated for another duration", async () => {
        expect(await stack.up({ ...args, durationMinutes: 90 })).toMatchObject({ action: "replace", failures: [] });
        expect(await isNested()).toBe(true);
    });

    it("is destroyed without a write, unless it was extended outside", async () => {
        const again = new Stack(ContainingGroup.kind, world);
        again.state = stack.state;
        await stack.destroy();
        expect(written()).toEqual([]);
        await world.api("POST", `/groups/${args.groupId}/containing-groups`, {
            containing_group_id: args.containingGroupId,
        });
        await again.destroy();
        expect(await isNested()).toBe(false);
    });
});

it("is reported as expired even if the response to its creation was lost", async () => {
    world.service.faults.add({ operation: "addGroupContainingGroup", when: "after", answer: "reset" });
    expect(await stack.up({ ...args, durationMinutes: 60 })).toMatchObject({ action: "create", failures: [] });
    hours(2);
    const outcome = await stack.preview({ ...args, durationMinutes: 60 });
    expect(outcome.lines.join()).toContain("expired on");
    expect(outcome.action).toBe("same");
});

it("is reported as expired even if its duration was removed from the program before", async () => {
    await stack.up({ ...args, durationMinutes: 60 });
    await stack.up(args);
    hours(2);
    expect(await stack.preview(args)).toMatchObject({ action: "same", replaces: [] });
});

it("is reported as deleted outside if it was deleted before its end", async () => {
    await stack.up({ ...args, durationMinutes: 600 });
    await world.api("DELETE", `/groups/${args.groupId}/containing-groups/${args.containingGroupId}`);
    const outcome = await stack.preview({ ...args, durationMinutes: 600 });
    expect(outcome.action).toBe("replace");
    expect(outcome.lines.join()).toContain("was deleted outside");
});
