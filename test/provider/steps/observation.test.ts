/** What a run prints about outside changes: names instead of ids, each change once, its author, and all of that without needless calls. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import { Group } from "../../../src/resources/kinds/groups/group.js";
import { GroupUser } from "../../../src/resources/kinds/groups/group-user.js";
import { GroupUsers } from "../../../src/resources/kinds/groups/group-users.js";
import { GroupVisibility } from "../../../src/resources/kinds/groups/group-visibility.js";
import { Owner } from "../../../src/resources/kinds/owners/owner.js";
import { kinds } from "../../../src/resources/kinds.js";
import { eachWorld, world } from "../../proofs/conformance/each-world.js";
import { type Declared, Deployment, declare } from "../../proofs/sequences/deployment.js";

const BRUNO = "the token of Bruno";
const HOUR = 3_600_000;

let stack: Deployment;

eachWorld([{ token: BRUNO, email: "bruno@tidewater.example", role: "ADMIN" }]);

beforeEach(() => {
    // Messages contain times to the minute, so each test starts at the beginning of a minute.
    world.service.clock.set(new Date(Math.ceil(world.now() / 60_000) * 60_000));
    stack = new Deployment(world, {}, { kinds, looksUpAuthors: true });
});

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

const visible = (name: string) => ({ name, appId: world.appId, groupType: "SVC_GROUP" });

/** Changes a group outside the program, by default as Bruno. */
const edit = (name: string, change: object, token = BRUNO) =>
    world.api("PUT", "/groups", { groups: [{ group_id: stack.id(name), ...change }] }, token);

/** Runs a preview. Returns its messages and the operations that it called. */
async function preview(program: readonly Declared[], of = stack) {
    world.service.calls.clear();
    const { lines } = await of.preview(program);
    return { lines, calls: world.service.calls.all().map(({ operation }) => operation) };
}

/** The same stack in runs that do not look up authors. */
function withoutAuthors(): Deployment {
    const other = new Deployment(world, {}, { kinds });
    other.entries = stack.entries;
    return other;
}

/** A time in the format of the messages. */
const moment = (at = world.now()) => `${new Date(at).toISOString().slice(0, 16)}Z`;

describe("names in messages", () => {
    it("replace the ids of objects that were read anyway, without additional calls", async () => {
        const program = [owner("security"), owner("platform"), group("team")];
        await stack.settle(program);
        await edit("team", { admin_owner_id: stack.id("security") });
        const userIds = [user("ada"), user("elif")];
        await world.api("PUT", `/owners/${stack.id("platform")}/users`, { user_ids: userIds });
        const named = await preview(program, withoutAuthors());
        expect(named.lines).toEqual([
            'Owner "platform" drifted: userIds: added outside: "Elif Sorensen"; removed outside: "Dana Orlov"; `pulumi up` gives access',
            'Group "team" drifted: adminOwnerId is "security" on the service, declared "platform"',
        ]);
        const nameless = new Deployment(world);
        nameless.entries = stack.entries;
        const plain = await preview(program, nameless);
        expect(plain.lines.join("\n")).toContain(`adminOwnerId is "${stack.id("security")}" on the service`);
        // The user who is put back is checked, which needs the kinds.
        expect(named.calls.filter((name) => name !== "getUser")).toEqual(plain.calls);
    });

    it("are followed by the id if two objects share a name, and do not replace ids of objects that were not read", async () => {
        const program = [owner("platform"), group("team"), group("night"), group("seen")];
        await stack.settle(program);
        const [unread = ""] = world.service.snapshot().owners.map(({ owner_id }) => owner_id);
        await edit("team", { admin_owner_id: unread });
        expect((await preview(program, withoutAuthors())).lines.join()).toContain(
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
        expect((await preview(seen, withoutAuthors())).lines.join()).toContain(
            `"Twin (${id})", "Twin (${stack.id("night")})"`,
        );
    });

    it("do not say that a repair gives access which shows an object to fewer people", async () => {
        const limited = (id: string) => ({ visibility: "LIMITED", visibilityGroupIds: [id] });
        const program = [
            owner("platform"),
            group("seers"),
            declare(Group.kind, "inline", (idOf) => ({ ...visible("inline"), visibility: limited(idOf("seers")) })),
            group("apart"),
            declare(GroupVisibility.kind, "separate", (idOf) => ({
                groupId: idOf("apart"),
                ...limited(idOf("seers")),
            })),
        ];
        await stack.settle(program);
        for (const name of ["inline", "apart"])
            await world.api("PUT", `/groups/${stack.id(name)}/visibility`, { visibility: "GLOBAL" });
        const { lines } = await preview(program, withoutAuthors());
        expect(lines.filter((line) => line.includes("isibilityGroupIds: removed outside"))).toHaveLength(2);
        expect(lines.join("\n")).not.toContain("gives access");
        expect(lines.filter((line) => line.endsWith('removed outside: "seers"'))).toHaveLength(2);
    });

    it("replace the ids of members in a set of objects", async () => {
        const members = declare(GroupUsers.kind, "members", (idOf) => ({
            groupId: idOf("team"),
            users: [{ userId: user("ada") }],
        }));
        const program = [owner("platform"), group("team"), members];
        await stack.settle(program);
        await world.api("POST", `/groups/${stack.id("team")}/users/${user("greta")}`, { duration_minutes: 60 });
        expect((await preview(program, withoutAuthors())).lines).toEqual([
            'GroupUsers "members" drifted: users: added outside: "Greta Okoye"',
        ]);
    });

    it("include members added outside, but not those that the program changes", async () => {
        await stack.settle([owner("platform")]);
        const userIds = [user("ada"), user("dana"), user("elif")];
        await world.api("PUT", `/owners/${stack.id("platform")}/users`, { user_ids: userIds });
        const { lines } = await preview(
            [owner("platform", { userIds: [user("ada"), user("greta")] })],
            withoutAuthors(),
        );
        expect(lines).toEqual(['Owner "platform" drifted: userIds: added outside: "Elif Sorensen"']);
    });

    it("are listed in order if the order is significant", async () => {
        const program = [owner("platform", { accessRequestEscalationPeriod: 30 })];
        await stack.settle(program);
        const userIds = [user("dana"), user("ada")];
        await world.api("PUT", `/owners/${stack.id("platform")}/users`, { user_ids: userIds });
        expect((await preview(program, withoutAuthors())).lines).toEqual([
            'Owner "platform" drifted: userIds is ["Dana Orlov","Ada Brandt"] on the service, declared ["Ada Brandt","Dana Orlov"] (in another order)',
        ]);
    });
});

describe("the author of a change", () => {
    const program = () => [owner("platform"), group("team"), group("night")];

    it("is printed below the messages of an object, with one call for each drifted object", async () => {
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

    it("is printed for a deleted object too", async () => {
        await stack.settle(program());
        const at = world.now();
        await world.api("DELETE", `/groups/${stack.id("team")}`, undefined, BRUNO);
        expect((await preview(program())).lines).toEqual([
            'Group "team" was deleted outside Pulumi; `pulumi up` recreates it',
            `    deleted by bruno@tidewater.example just now (${moment(at)})`,
        ]);
    });

    it("may be an earlier run if the token belongs to the user who created the object", async () => {
        await stack.settle(program());
        await edit("team", { description: "By hand" }, world.service.token);
        const line = `last changed by ada@tidewater.example just now (${moment()}), with an API token that may belong to this program`;
        expect((await preview(program())).lines[1]).toBe(`    ${line}`);
    });

    it.each([
        ["a refusal", { answer: { status: 403 } }],
        ["an error", { answer: { status: 500 } }],
        ["a broken connection", { answer: "reset" as const }],
    ])("is not printed, and not requested again, after %s", async (_, answer) => {
        await stack.settle(program());
        for (const name of ["team", "night"]) await edit(name, { description: "By hand" });
        world.service.faults.add({ operation: "getEvents", times: 9, ...answer });
        const { lines, calls } = await preview(program());
        expect(lines).toHaveLength(2);
        expect(calls.filter((name) => name === "getEvents")).toHaveLength(1);
    });

    it("is waited for at most two seconds", async () => {
        await stack.settle(program());
        for (const name of ["team", "night"]) await edit(name, { description: "By hand" });
        world.service.faults.add({ operation: "getEvents", answer: { delayMs: 60_000 } });
        const limits = vi.spyOn(AbortSignal, "timeout");
        expect((await preview(program())).lines).toHaveLength(2);
        expect(limits).toHaveBeenCalledWith(2_000);
        limits.mockRestore();
        // The service has not responded yet.
        expect(world.service.calls.of("getEvents").map(({ status }) => status)).toEqual([0]);
    });
});

describe("a temporary grant that was deleted outside", () => {
    it("is reported with the duration of the new grant and the user who deleted the old one", async () => {
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
            `GroupUser "member" was deleted outside Pulumi, before its expiration (${moment(end)}); \`pulumi up\` recreates it, which gives access for 10 hours`,
            `    deleted by bruno@tidewater.example just now (${moment()})`,
        ]);
    });
});

it("reports eight drifted properties of an object in full, and only the names of the others", async () => {
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
    const { lines } = await preview(program, withoutAuthors());
    expect(lines).toHaveLength(9);
    expect(lines[8]).toMatch(/^Group "team" drifted in 1 more property: [a-zA-Z.]+$/);
});

it("reports fifty objects in full, and the others on one line each without a call", async () => {
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

it("escapes text that looks like color markup of the engine, which would hide it or crash", async () => {
    const program = [owner("platform"), group("team")];
    await stack.settle(program);
    await edit("team", { description: "<{%foo%}> <{%" });
    expect((await preview(program, withoutAuthors())).lines).toEqual([
        'Group "team" drifted: description is "<{ %foo%}> <{ %" on the service, declared "Declared"',
    ]);
});
