/** What a run says of what happened outside of the program: in names, once, with who did it, and with no call that is not worth it. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Group } from "../../../src/resources/kinds/groups/group.js";
import { GroupUser } from "../../../src/resources/kinds/groups/group-user.js";
import { GroupUsers } from "../../../src/resources/kinds/groups/group-users.js";
import { Owner } from "../../../src/resources/kinds/owners/owner.js";
import { kinds } from "../../../src/resources/kinds.js";
import { World } from "../../proofs/conformance/world.js";
import { type Declared, Deployment, declare } from "../../proofs/sequences/deployment.js";

const BRUNO = "the token of Bruno";
const HOUR = 3_600_000;

let world: World;
let stack: Deployment;

beforeEach(async () => {
    world = await World.start([{ token: BRUNO, email: "bruno@tidewater.example", role: "ADMIN" }]);
    // Lines give the minute: no test may cross into the next one.
    world.service.clock.set(new Date(Math.ceil(world.now() / 60_000) * 60_000));
    stack = new Deployment(world, {}, { kinds, looksUpAuthors: true });
});

afterEach(() => world.close());

const user = (name: string): string =>
    world.service.snapshot().users.find(({ email }) => email === `${name}@tidewater.example`)?.user_id ?? name;

const owner = (name: string, more: object = {}): Declared =>
    declare(Owner.kind, name, { name, userIds: [user("ada"), user("dana")], ...more });

const group = (name: string, more: object = {}): Declared =>
    declare(Group.kind, name, (idOf) => ({
        name,
        appId: world.appId,
        groupType: "SVC_GROUP",
        description: "Declared",
        adminOwnerId: idOf("platform"),
        ...more,
    }));

/** Changes a group as Bruno does. */
const edit = (name: string, change: object, token = BRUNO) =>
    world.api("PUT", "/groups", { groups: [{ group_id: stack.id(name), ...change }] }, token);

/** A preview, with the operations that it called. */
async function preview(program: readonly Declared[], of = stack) {
    world.service.calls.clear();
    const { lines } = await of.preview(program);
    return { lines, calls: world.service.calls.all().map(({ operation }) => operation) };
}

/** The stack as a run sees it that does not ask who changed what. */
function unasking(): Deployment {
    const other = new Deployment(world, {}, { kinds });
    other.entries = stack.entries;
    return other;
}

/** The moment in which a line was made true, as the line has it. */
const moment = (at = world.now()) => `${new Date(at).toISOString().slice(0, 16)}Z`;

describe("names in the lines", () => {
    it("stand for the ids of what was read anyway, and cost no call", async () => {
        const program = [owner("security"), owner("platform"), group("team")];
        await stack.settle(program);
        await edit("team", { admin_owner_id: stack.id("security") });
        const userIds = [user("ada"), user("elif")];
        await world.api("PUT", `/owners/${stack.id("platform")}/users`, { user_ids: userIds });
        const named = await preview(program, unasking());
        expect(named.lines).toEqual([
            'Owner "platform" drifted: userIds: added outside: "Elif Sorensen"; removed outside: "Dana Orlov"',
            'Group "team" drifted: adminOwnerId is "security" on the service, declared "platform"',
        ]);
        const nameless = new Deployment(world);
        nameless.entries = stack.entries;
        const plain = await preview(program, nameless);
        expect(plain.lines.join("\n")).toContain(`adminOwnerId is "${stack.id("security")}" on the service`);
        expect(named.calls).toEqual(plain.calls);
    });

    it("have their ids beside them if two objects have the same, and nobody's is made up", async () => {
        const program = [owner("platform"), group("team"), group("night"), group("seen")];
        await stack.settle(program);
        const [unread = ""] = world.service.snapshot().owners.map(({ owner_id }) => owner_id);
        await edit("team", { admin_owner_id: unread });
        expect((await preview(program, unasking())).lines.join()).toContain(
            `adminOwnerId is "${unread}" on the service, declared "platform"`,
        );
        await edit("team", { name: "Twin", admin_owner_id: stack.id("platform") });
        await edit("night", { name: "Twin" });
        const visibility = { visibility: "LIMITED", visibilityGroupIds: [] };
        const seen = [...program.slice(0, 3), group("seen", { visibility })];
        await stack.up(seen);
        await edit("team", { name: "Twin" });
        await edit("night", { name: "Twin" });
        const id = stack.id("team");
        const limited = { visibility: "LIMITED", visibility_group_ids: [id, stack.id("night")] };
        await world.api("PUT", `/groups/${stack.id("seen")}/visibility`, limited);
        expect((await preview(seen, unasking())).lines.join()).toContain(
            `"Twin (${id})", "Twin (${stack.id("night")})"`,
        );
    });

    it("are those of the members of a set of objects", async () => {
        const members = declare(GroupUsers.kind, "members", (idOf) => ({
            groupId: idOf("team"),
            users: [{ userId: user("ada") }],
        }));
        const program = [owner("platform"), group("team"), members];
        await stack.settle(program);
        await world.api("POST", `/groups/${stack.id("team")}/users/${user("greta")}`, { duration_minutes: 60 });
        expect((await preview(program, unasking())).lines).toEqual([
            'GroupUsers "members" drifted: users: added outside: "Greta Okoye"',
        ]);
    });

    it("tell who came and who went outside from what the program changes itself", async () => {
        await stack.settle([owner("platform")]);
        const userIds = [user("ada"), user("dana"), user("elif")];
        await world.api("PUT", `/owners/${stack.id("platform")}/users`, { user_ids: userIds });
        const { lines } = await preview([owner("platform", { userIds: [user("ada"), user("greta")] })], unasking());
        expect(lines).toEqual(['Owner "platform" drifted: userIds: added outside: "Elif Sorensen"']);
    });

    it("stand in their order if the order counts", async () => {
        const program = [owner("platform", { accessRequestEscalationPeriod: 30 })];
        await stack.settle(program);
        const userIds = [user("dana"), user("ada")];
        await world.api("PUT", `/owners/${stack.id("platform")}/users`, { user_ids: userIds });
        expect((await preview(program, unasking())).lines).toEqual([
            'Owner "platform" drifted: userIds is ["Dana Orlov","Ada Brandt"] on the service, declared ["Ada Brandt","Dana Orlov"] (in another order)',
        ]);
    });
});

describe("who changed an object", () => {
    const program = () => [owner("platform"), group("team"), group("night")];

    it("stands below its lines, for one call for each object that drifted", async () => {
        await stack.settle(program());
        expect((await preview(program())).calls).not.toContain("getEvents");
        await edit("team", { description: "By hand", name: "Renamed" });
        const at = world.now();
        await edit("night", { description: "By hand" });
        world.service.clock.advance(2 * HOUR);
        const who = `    last changed by bruno@tidewater.example 2 hours ago (${moment(at)})`;
        const { lines, calls } = await preview(program());
        expect(lines).toEqual([
            'Group "team" drifted: name is "Renamed" on the service, declared "team"',
            'Group "team" drifted: description is "By hand" on the service, declared "Declared"',
            who,
            'Group "night" drifted: description is "By hand" on the service, declared "Declared"',
            who,
        ]);
        expect(calls.filter((name) => name === "getEvents")).toHaveLength(2);
        expect([...(await stack.refresh())].sort()).toEqual([...lines].sort());
    });

    it("is said of what was deleted, too", async () => {
        await stack.settle(program());
        const at = world.now();
        await world.api("DELETE", `/groups/${stack.id("team")}`, undefined, BRUNO);
        expect((await preview(program())).lines).toEqual([
            'Group "team" was deleted outside Pulumi; `pulumi up` recreates it',
            `    deleted by bruno@tidewater.example just now (${moment(at)})`,
        ]);
    });

    it("may be an earlier run, if it was done with a token of the user who made the object", async () => {
        await stack.settle(program());
        await edit("team", { description: "By hand" }, world.service.token);
        const line = `last changed by ada@tidewater.example just now (${moment()}), with an API token that may belong to this program`;
        expect((await preview(program())).lines[1]).toBe(`    ${line}`);
    });

    it.each([
        ["a refusal", { answer: { status: 403 } }],
        ["an error", { answer: { status: 500 } }],
        ["a broken connection", { answer: "reset" as const }],
    ])("is not said, nor asked again, after %s", async (_, answer) => {
        await stack.settle(program());
        for (const name of ["team", "night"]) await edit(name, { description: "By hand" });
        world.service.faults.add({ operation: "getEvents", times: 9, ...answer });
        const { lines, calls } = await preview(program());
        expect(lines).toHaveLength(2);
        expect(calls.filter((name) => name === "getEvents")).toHaveLength(1);
    });

    it("is waited for two seconds at most", async () => {
        await stack.settle(program());
        for (const name of ["team", "night"]) await edit(name, { description: "By hand" });
        world.service.faults.add({ operation: "getEvents", answer: { delayMs: 20_000 } });
        const begin = performance.now();
        expect((await preview(program())).lines).toHaveLength(2);
        expect(performance.now() - begin).toBeLessThan(6_000);
    });
});

describe("what was granted for a time and taken away", () => {
    it("is said to be granted again, for how long, and who took it away", async () => {
        const member = declare(GroupUser.kind, "member", (idOf) => ({
            groupId: idOf("team"),
            userId: user("greta"),
            durationMinutes: 600,
        }));
        const program = [owner("platform"), group("team"), member];
        await stack.settle(program);
        const end = world.now() + 600 * 60_000;
        await world.api("DELETE", `/groups/${stack.id("team")}/users/${user("greta")}`, undefined, BRUNO);
        const { lines } = await preview(program);
        expect(lines).toEqual([
            `GroupUser "member" was deleted outside Pulumi, before its expiration (${moment(end)}); \`pulumi up\` grants it again for 10 hours`,
            `    deleted by bruno@tidewater.example just now (${moment()})`,
        ]);
    });
});

it("tells eight properties of an object, and names the others", async () => {
    const declared = {
        description: "Declared",
        riskSensitivityOverride: "HIGH",
        requireMfaToApprove: true,
        customRequestNotification: "Declared",
        groupLeaderUserIds: [user("ada")],
        messageChannelIds: [world.channelIds[0]],
        visibility: { visibility: "LIMITED", visibilityGroupIds: [] },
    };
    const program = [owner("platform"), owner("other"), group("team", declared)];
    await stack.settle(program);
    await edit("team", {
        name: "By hand",
        description: "By hand",
        admin_owner_id: stack.id("other"),
        risk_sensitivity_override: "LOW",
        require_mfa_to_approve: false,
        custom_request_notification: "By hand",
        group_leader_user_ids: [],
    });
    await world.api("PUT", `/groups/${stack.id("team")}/visibility`, { visibility: "GLOBAL" });
    await world.api("PUT", `/groups/${stack.id("team")}/message-channels`, { message_channel_ids: [] });
    const { lines } = await preview(program, unasking());
    expect(lines).toHaveLength(9);
    expect(lines[8]).toMatch(/^Group "team" drifted in 1 more property: [a-zA-Z.]+$/);
});

it("tells fifty objects in full, the others in a line each without a call, and how to see them all", async () => {
    const names = Array.from({ length: 53 }, (_, at) => `team-${at}`);
    const program = [owner("platform"), ...names.map((name) => group(name))];
    await stack.settle(program);
    const groups = names.map((name) => ({ group_id: stack.id(name), name: `${name} by hand`, description: "By hand" }));
    for (const some of [groups.slice(0, 30), groups.slice(30)])
        await world.api("PUT", "/groups", { groups: some }, BRUNO);
    const { lines, calls } = await preview(program);
    expect(lines).toHaveLength(50 * 3 + 3);
    expect(lines.slice(-3)).toEqual(names.slice(-3).map((name) => `Group "${name}" drifted: name, description`));
    expect(calls.filter((name) => name === "getEvents")).toHaveLength(50);
});

it("shows what looks like a mark of the engine's colours as a text: the engine would hide it, or end in a panic", async () => {
    const program = [owner("platform"), group("team")];
    await stack.settle(program);
    await edit("team", { description: "<{%foo%}> <{%" });
    expect((await preview(program, unasking())).lines).toEqual([
        'Group "team" drifted: description is "<{ %foo%}> <{ %" on the service, declared "Declared"',
    ]);
});
