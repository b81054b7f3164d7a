import type { ResourceProvider } from "@pulumi/pulumi/dynamic";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { dynamicProvider } from "../../../src/provider/dynamic.js";
import { Campaign } from "../../../src/resources/campaign.js";
import { Group } from "../../../src/resources/group.js";
import { GroupUser } from "../../../src/resources/group-user.js";
import type { Properties } from "../../../src/schema/fields.js";
import { Stack, sessionIn } from "../../conformance/stack.js";
import { World } from "../../conformance/world.js";
import { Deployment, declare } from "../../sequences/deployment.js";

let world: World;

beforeEach(async () => {
    world = await World.start();
});

afterEach(() => world.close());

const group = (more: object = {}) => ({ name: "Engineers", appId: world.appId, groupType: "SVC_GROUP", ...more });

/** The answer itself, of a fresh process, to what `stack` has in its state and `args`. */
async function answer(stack: Stack, args: Properties) {
    const { provider } = stack.process();
    const { id = "", inputs = {}, outputs = {} } = stack.state ?? {};
    const news = { ...inputs, ...args };
    await provider.check(inputs, news);
    return provider.diff(id, outputs, news);
}

describe("the answer", () => {
    it("is nothing for what is as declared", async () => {
        const stack = new Stack(Group.kind, world);
        await stack.up(group());
        expect(await answer(stack, {})).toEqual({ changes: false, replaces: [], deleteBeforeReplace: false });
    });

    it("is one property to replace for what was deleted outside, and the old one goes first", async () => {
        const stack = new Stack(Group.kind, world);
        await stack.up(group());
        await world.api("DELETE", `/groups/${stack.state?.id}`);
        expect(await answer(stack, {})).toEqual({ changes: true, replaces: ["name"], deleteBeforeReplace: true });
    });

    it("names the properties that make another object, which comes first unless it has the same name", async () => {
        const stack = new Stack(Group.kind, world);
        await stack.up(group());
        const replaced = { changes: true, replaces: ["groupType"], deleteBeforeReplace: false };
        expect(await answer(stack, { groupType: "CONNECTOR_GROUP" })).toEqual(replaced);
        const member = new Stack(GroupUser.kind, world);
        const groupId = await world.newGroup("Others");
        await member.up({ groupId, userId: world.userIds[1] });
        const other = { changes: true, replaces: ["userId"], deleteBeforeReplace: false };
        expect(await answer(member, { userId: world.userIds[2] })).toEqual(other);
    });

    it("lets what nothing deletes stay until its successor is made", async () => {
        const stack = new Stack(Campaign.kind, world);
        const query = (id = "") => ({ entitlementFilter: { entityIDs: [id] } });
        await stack.up({ name: "Spring review", query: query(world.groupIds[0]) });
        const { replaces, deleteBeforeReplace } = await answer(stack, { query: query(world.groupIds[1]) });
        expect({ replaces, deleteBeforeReplace }).toEqual({ replaces: ["query"], deleteBeforeReplace: false });
    });

    it("is an update without a write if the service has moved", async () => {
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

it("claims nothing in a refresh, which compares what the state has and not what the program wants", async () => {
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
