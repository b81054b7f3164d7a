import type { ResourceProvider } from "@pulumi/pulumi/dynamic";
import { beforeEach, describe, expect, it } from "vitest";
import type { OperationName } from "../../../src/api/generated/operations.gen.js";
import type { Properties } from "../../../src/common/properties.js";
import { dynamicProvider } from "../../../src/provider/dynamic.js";
import type { Kind } from "../../../src/provider/shapes/kind.js";
import { Campaign } from "../../../src/resources/kinds/campaigns/campaign.js";
import { Group } from "../../../src/resources/kinds/groups/group.js";
import { GroupUser } from "../../../src/resources/kinds/groups/group-user.js";
import { Owner } from "../../../src/resources/kinds/owners/owner.js";
import { eachWorld, world } from "../../proofs/conformance/each-world.js";
import { Stack, sessionIn } from "../../proofs/conformance/stack.js";
import { Deployment, declare } from "../../proofs/sequences/deployment.js";

eachWorld();

const group = (more: object = {}) => ({ name: "Engineers", appId: world.appId, groupType: "SVC_GROUP", ...more });

/** Returns the diff of a new process between the state of `stack` and `args`. */
async function diffOf(stack: Stack, args: Properties) {
    const { provider } = stack.process();
    const { id = "", inputs = {}, outputs = {} } = stack.state ?? {};
    const news = { ...inputs, ...args };
    await provider.check(inputs, news);
    return provider.diff(id, outputs, news);
}

describe("a diff", () => {
    it("has no changes if the object matches its declaration", async () => {
        const stack = new Stack(Group.kind, world);
        await stack.up(group());
        expect(await diffOf(stack, {})).toEqual({ changes: false, replaces: [], deleteBeforeReplace: true });
    });

    it("replaces an object that was deleted outside, and deletes the old one first", async () => {
        const stack = new Stack(Group.kind, world);
        await stack.up(group());
        await world.api("DELETE", `/groups/${stack.state?.id}`);
        expect(await diffOf(stack, {})).toEqual({ changes: true, replaces: ["name"], deleteBeforeReplace: true });
    });

    it("contains the properties that require a replacement, and does not delete the old object first", async () => {
        const stack = new Stack(Group.kind, world);
        await stack.up(group());
        const replaced = { changes: true, replaces: ["groupType"], deleteBeforeReplace: false };
        expect(await diffOf(stack, { groupType: "CONNECTOR_GROUP" })).toEqual(replaced);
        const member = new Stack(GroupUser.kind, world);
        const groupId = await world.newGroup("Others");
        await member.up({ groupId, userId: world.userIds[1] });
        const other = { changes: true, replaces: ["userId"], deleteBeforeReplace: false };
        expect(await diffOf(member, { userId: world.userIds[2] })).toEqual(other);
    });

    it("does not delete the old object first if the API cannot delete it", async () => {
        const stack = new Stack(Campaign.kind, world);
        const query = (id = "") => ({ entitlementFilter: { entityIDs: [id] } });
        await stack.up({ name: "Spring review", query: query(world.groupIds[0]) });
        const { replaces, deleteBeforeReplace } = await diffOf(stack, { query: query(world.groupIds[1]) });
        expect({ replaces, deleteBeforeReplace }).toEqual({ replaces: ["query"], deleteBeforeReplace: false });
    });

    it("does not change an expired grant, unless its key changes or renew is set", async () => {
        const groupId = await world.newGroup("Others");
        const stack = new Stack(GroupUser.kind, world);
        await stack.up({ groupId, userId: world.userIds[1], durationMinutes: 60 });
        world.service.clock.advance(61 * 60_000);
        const nothing = { changes: false, replaces: [], deleteBeforeReplace: false };
        expect(await diffOf(stack, {})).toEqual(nothing);
        const other = { changes: true, replaces: ["userId"], deleteBeforeReplace: false };
        expect(await diffOf(stack, { userId: world.userIds[2] })).toEqual(other);
        const again = { changes: true, replaces: ["groupId"], deleteBeforeReplace: true };
        expect(await diffOf(stack, { renew: true })).toEqual(again);
        const longer = { changes: true, replaces: ["durationMinutes"], deleteBeforeReplace: true };
        expect(await diffOf(stack, { renew: true, durationMinutes: 120 })).toEqual(longer);
    });

    it("is an update if only a local field or the list of secret properties changed", async () => {
        const groupId = await world.newGroup("Others");
        const stack = new Stack(GroupUser.kind, world);
        await stack.up({ groupId, userId: world.userIds[1], durationMinutes: 60, renew: true });
        const update = { changes: true, replaces: [], deleteBeforeReplace: true };
        expect(await diffOf(stack, { __secrets: ["durationMinutes"] })).toEqual(update);
        const { renew: _, ...inputs } = stack.state?.inputs ?? {};
        const { provider, lines } = stack.process();
        await provider.check(stack.state?.inputs ?? {}, inputs);
        expect(await provider.diff(stack.state?.id ?? "", stack.state?.outputs ?? {}, inputs)).toEqual(update);
        expect(lines).toEqual([]);
    });

    it("has changes if the service has moved to another URL", async () => {
        const stack = new Stack(Group.kind, world);
        await stack.up(group());
        const former = "http://127.0.0.1:1/v1";
        const state = { ...stack.state, outputs: { ...stack.state?.outputs, __url: former } };
        const { session } = sessionIn(world, { "access-governance:formerUrl": former });
        const provider = dynamicProvider(Group.kind, session) as Required<ResourceProvider>;
        const { changes } = await provider.diff(state.id ?? "", state.outputs, state.inputs ?? {});
        expect(changes).toBe(true);
    });
});

describe("a preview", () => {
    let stack: Deployment;
    const team = (name: string, more: object = {}) => declare(Group.kind, name, group({ name, ...more }));

    beforeEach(() => {
        stack = new Deployment(world);
    });

    it("reports the object with the old name if a possibly created resource has a new name in the program", async () => {
        world.service.faults.add({ operation: "createGroup", when: "after", answer: "reset", times: 1 });
        world.service.faults.add({
            operation: ["getGroups", "getGroup"],
            skip: 2,
            times: 1000,
            answer: { status: 503 },
        });
        await stack.up([team("team")], { skipPreview: true });
        world.service.faults.clear();
        const [id] = world.service.store.groups.all().flatMap((one) => (one.name === "team" ? [one.group_id] : []));
        const { lines } = await stack.preview([team("team", { name: "Others" })]);
        expect(lines).toEqual([
            `Group "team" was created without a response from the service. It may be ${id}, which is not deleted, because someone else may have created it. If it is yours, delete it manually`,
        ]);
    });

    it("reports the members and resources of a replaced group, once for each group", async () => {
        await stack.settle([team("one"), team("other")]);
        const resourceId = await world.newResource("Cluster");
        for (const name of ["one", "other"]) {
            const of = `/groups/${stack.id(name)}`;
            await world.api("POST", `${of}/users/${world.userIds[1]}`, { duration_minutes: 0 });
            await world.api("POST", `${of}/resources/${resourceId}`, { duration_minutes: 0 });
        }
        const connected = { groupType: "CONNECTOR_GROUP" };
        const { lines } = await stack.preview([team("one", connected), team("other", connected)]);
        for (const name of ["one", "other"])
            expect(lines).toContainEqual(
                expect.stringMatching(
                    new RegExp(
                        `^Group "${name}" is replaced: the old one has the members "[^"]+" and the resources "[^"]+"; the new one gets only those that the program declares$`,
                    ),
                ),
            );
    });

    it("reports an ignored edit of a create-only field, but not if the value is unknown", async () => {
        await stack.settle([team("team", { handle: "team" })]);
        const program = (handle: (idOf: (name: string) => unknown) => unknown) => [
            declare(Owner.kind, "platform", { name: "Platform" }),
            declare(Group.kind, "team", (idOf) => group({ name: "team", handle: handle(idOf) })),
        ];
        expect((await stack.preview(program(() => "other"))).lines).toEqual([
            'Group "team": handle is used only when the group is created; this edit is ignored',
        ]);
        expect((await stack.preview(program((idOf) => idOf("platform")))).lines).toEqual([]);
    });

    it("reports that an expired grant is recreated if its key changes", async () => {
        const groupId = await world.newGroup("Others");
        const member = (userId: unknown) => [
            declare(GroupUser.kind, "member", { groupId, userId, durationMinutes: 60 }),
        ];
        await stack.settle(member(world.userIds[1]));
        world.service.clock.advance(61 * 60_000);
        const { lines, steps } = await stack.preview(member(world.userIds[2]));
        expect(lines.join()).toMatch(/^GroupUser "member" expired on .*; `pulumi up` recreates it, which gives access/);
        expect(steps).toEqual(['replace GroupUser "member"']);
    });
});

it("a refresh does not claim ownership, because it compares the state and not the program", async () => {
    const stack = new Deployment(world);
    await stack.settle([declare(Group.kind, "old", group())]);
    const [entry] = stack.entries;
    if (!entry) throw new Error("nothing is in the state");
    const { session } = sessionIn(world, {});
    const provider = dynamicProvider(Group.kind, session) as Required<ResourceProvider>;
    await provider.read(entry.id, entry.outputs);
    await provider.diff(entry.id, entry.outputs, entry.inputs);
    await provider.delete(entry.id, entry.outputs);
    expect(await world.has(`/groups/${entry.id}`)).toBe(false);
});

describe("a diff with read: changed", () => {
    /** A stack in which another object was found. */
    const sparing = (kind: Kind): Stack =>
        new Stack(kind, world, { "access-governance:read": "changed" }, ({ absence }) => absence.found());
    const fails = (operation: OperationName, answer: "reset" | { status: number }): void =>
        world.service.faults.add({ operation, times: 9, when: "before", answer });

    it("looks for an object whose creation got no response", async () => {
        const stack = sparing(Group.kind);
        fails("createGroup", "reset");
        expect((await stack.up(group())).action).toBe("failed");
        world.service.faults.clear();
        world.service.clock.advance(10 * 60_000);
        expect(await stack.preview(group())).toMatchObject({
            action: "replace",
            lines: [expect.stringContaining("may exist")],
        });
    });

    it("completes an object of which the last run wrote only a part", async () => {
        const stack = sparing(Group.kind);
        const args = group({ visibility: { visibility: "LIMITED", visibilityGroupIds: [] } });
        fails("setGroupVisibility", { status: 500 });
        expect((await stack.up(args)).action).toBe("failed");
        world.service.faults.clear();
        expect(await stack.preview(args)).toMatchObject({ action: "update" });
        await stack.up(args);
        const { visibility } = await world.api("GET", `/groups/${stack.state?.id}/visibility`);
        expect(visibility).toBe("LIMITED");
    });

    it("reads an object whose last write may have taken effect, although the program went back", async () => {
        const stack = sparing(Group.kind);
        await stack.up(group({ description: "former" }));
        const { id = "", inputs = {}, outputs = {} } = stack.state ?? {};
        // The state of a write that took effect, but got no answer, and could not be read afterwards.
        await world.api("PUT", "/groups", { groups: [{ group_id: id, description: "new" }] });
        const declared = { ...(outputs.__declared as object), description: "new" }; // an object in each state
        stack.state = {
            id,
            unfinished: false,
            inputs: { ...inputs, description: "new" },
            outputs: { ...outputs, __declared: declared, __tried: ["description"] },
        };
        await stack.up(group({ description: "former" }));
        const { description } = await world.api("GET", `/groups/${id}`);
        expect(description).toBe("former");
    });

    it("reports a grant that has expired", async () => {
        const stack = sparing(GroupUser.kind);
        const args = { groupId: await world.newGroup("Others"), userId: world.userIds[1], durationMinutes: 60 };
        await stack.up(args);
        world.service.clock.advance(61 * 60_000);
        expect((await stack.preview(args)).lines.join()).toContain("expired on");
    });
});
