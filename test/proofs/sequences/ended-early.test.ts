/** Grants with an end that somebody brings forward or removes outside Pulumi: when they come back, and what a run says about it. */
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Properties } from "../../../src/common/properties.js";
import type { Kind } from "../../../src/provider/shapes/kind.js";
import { ContainingGroup } from "../../../src/resources/kinds/groups/containing-group.js";
import { GroupResource } from "../../../src/resources/kinds/groups/group-resource.js";
import { GroupUser } from "../../../src/resources/kinds/groups/group-user.js";
import { GroupUsers } from "../../../src/resources/kinds/groups/group-users.js";
import { Delegation } from "../../../src/resources/kinds/people/delegation.js";
import { ResourceNonHumanIdentity } from "../../../src/resources/kinds/resources/resource-non-human-identity.js";
import { ResourceUser } from "../../../src/resources/kinds/resources/resource-user.js";
import { kinds } from "../../../src/resources/kinds.js";
import { pluginAdapter } from "../conformance/plugin-adapter.js";
import { Stack, serveBy, sessionIn } from "../conformance/stack.js";
import { World } from "../conformance/world.js";

const BRUNO = "the token of Bruno";
const MINUTE = 60_000;
const DAY = 1440;

/** A kind of grant: how it is declared, and how people change it without Pulumi. */
interface Grant {
    readonly kind: Kind;
    declare(world: World): Promise<Properties>;
    /** Makes the grant end after this number of minutes. */
    shorten(world: World, args: Properties, minutes: number): Promise<unknown>;
    remove(world: World, args: Properties): Promise<unknown>;
    count(world: World, args: Properties): number;
}

const by = (world: World, method: string, path: string, body?: object) => world.api(method, path, body, BRUNO);
/** Revokes the access and gives it again, because the API cannot change its end. */
const again = async (world: World, path: string, body: object, removal = path) => {
    await by(world, "DELETE", removal);
    await by(world, "POST", path, body);
};

const member = ({ groupId, userId }: Properties) => `/groups/${groupId}/users/${userId}`;
const access = ({ resourceId, userId }: Properties) => `/resources/${resourceId}/users/${userId}`;
const link = ({ groupId, resourceId }: Properties) => `/groups/${groupId}/resources/${resourceId}`;
const identity = ({ resourceId, nonHumanIdentityId }: Properties) =>
    `/resources/${resourceId}/non-human-identities/${nonHumanIdentityId}`;
const nesting = ({ groupId }: Properties) => `/groups/${groupId}/containing-groups`;

const grants: readonly Grant[] = [
    {
        kind: GroupUser.kind,
        declare: async (world) => ({ groupId: await world.newGroup("Engineers"), userId: world.userIds[2] }),
        shorten: (world, args, duration_minutes) => by(world, "PUT", member(args), { duration_minutes }),
        remove: (world, args) => by(world, "DELETE", member(args)),
        count: ({ service }, { groupId }) => service.store.groupUsers.where("group_id", String(groupId)).length,
    },
    {
        kind: ResourceUser.kind,
        declare: async (world) => ({ resourceId: await world.newResource("Ledger"), userId: world.userIds[2] }),
        shorten: (world, args, duration_minutes) =>
            by(world, "PUT", access(args), { duration_minutes, access_level_remote_id: "" }),
        remove: (world, args) => by(world, "DELETE", access(args)),
        count: ({ service }, { resourceId }) =>
            service.store.resourceUsers.where("resource_id", String(resourceId)).length,
    },
    {
        kind: GroupResource.kind,
        declare: async (world) => ({
            groupId: await world.newGroup("Engineers"),
            resourceId: await world.newResource("Ledger"),
        }),
        shorten: (world, args, duration_minutes) =>
            by(world, "POST", link(args), { duration_minutes, access_level_remote_id: "" }),
        remove: (world, { groupId }) => by(world, "PUT", `/groups/${groupId}/resources`, { resources: [] }),
        count: ({ service }, { groupId }) => service.store.groupResources.where("group_id", String(groupId)).length,
    },
    {
        kind: ResourceNonHumanIdentity.kind,
        declare: async (world) => ({
            resourceId: await world.newResource("Ledger"),
            nonHumanIdentityId: await world.newResource("Deployer", "AWS_IAM_ROLE"),
        }),
        shorten: (world, args, duration_minutes) =>
            again(world, identity(args), { duration_minutes, access_level_remote_id: "" }),
        remove: (world, args) => by(world, "DELETE", identity(args)),
        count: ({ service }, { resourceId }) =>
            service.store.resourceNonHumanIdentities.where("resource_id", String(resourceId)).length,
    },
    {
        kind: ContainingGroup.kind,
        declare: async (world) => ({
            groupId: await world.newGroup("Engineers"),
            containingGroupId: await world.newGroup("Staff"),
        }),
        shorten: (world, args, duration_minutes) =>
            again(
                world,
                nesting(args),
                { containing_group_id: args.containingGroupId, duration_minutes, access_level_remote_id: "" },
                `${nesting(args)}/${args.containingGroupId}`,
            ),
        remove: (world, args) => by(world, "DELETE", `${nesting(args)}/${args.containingGroupId}`),
        count: ({ service }, { groupId }) =>
            service.store.groupContainingGroups.where("group_id", String(groupId)).length,
    },
];

let world: World;
beforeEach(async () => {
    world = await World.start([{ token: BRUNO, email: "bruno@tidewater.example", role: "ADMIN" }]);
});
afterEach(() => world.close());
afterAll(() => serveBy(undefined));

const minutes = (count: number) => world.service.clock.advance(count * MINUTE);

/** One run with its summary. */
async function reported<T>(stack: Stack, run: (process: ReturnType<Stack["process"]>) => Promise<T>) {
    const session = sessionIn(world, {}, 0, { kinds, looksUpAuthors: true });
    const result = await run(stack.process(session));
    session.session.end();
    return { result, lines: session.lines, summary: session.lines.at(-1) ?? "" };
}

describe.each([
    ["dynamic resources", undefined],
    ["the plugin", pluginAdapter],
])("with %s", (_, adapter) => {
    beforeEach(() => serveBy(adapter));

    describe.each(grants.map((grant) => [grant.kind.name, grant] as const))("%s", (_, grant) => {
        let stack: Stack;
        let args: Properties;
        beforeEach(async () => {
            args = { ...(await grant.declare(world)), durationMinutes: 30 * DAY };
            stack = new Stack(grant.kind, world);
            await stack.up(args);
            expect(grant.count(world, args)).toBe(1);
        });

        const isShownByService = grant.kind.ends?.date !== undefined;

        it.runIf(isShownByService)(
            "is reported as drifted, with the author, if its end was brought forward",
            async () => {
                await grant.shorten(world, args, 60);
                const { result, lines, summary } = await reported(stack, (process) => stack.preview(args, {}, process));
                expect(result.action).toBe(grant.kind.replacing.includes("durationMinutes") ? "replace" : "update");
                expect(lines[0]).toContain("drifted: durationMinutes");
                expect(lines[0]).toContain("gives access");
                expect(lines.join("\n")).toContain("bruno@tidewater.example");
                expect(summary).toMatch(/^In all: 1 drifted; 1 repair gives access$/);
            },
        );

        it.runIf(isShownByService)("is not reported as giving access if its end was put off", async () => {
            await grant.shorten(world, args, 60 * DAY);
            const { lines, summary } = await reported(stack, (process) => stack.preview(args, {}, process));
            expect(lines.join("\n")).not.toContain("gives access");
            expect(summary).toBe("In all: 1 drifted");
        });

        it.each([
            ["soon after the write", 0],
            ["a day after the write", DAY],
        ])("stays expired if it ended after its end was brought forward %s", async (_, wait) => {
            minutes(wait);
            await grant.shorten(world, args, 1);
            minutes(5);
            for (const run of ["preview", "up", "refresh", "up"] as const) {
                const { lines } = await reported<unknown>(stack, (process) =>
                    run === "refresh" ? stack.refresh(process) : stack[run](args, {}, process),
                );
                expect(grant.count(world, args), run).toBe(0);
                expect(lines.join("\n"), run).toMatch(/expired .*stays expired/);
                expect(lines.join("\n"), run).not.toContain("gives access");
                expect(lines.join("\n"), run).not.toContain("deleted outside");
            }
            // The audit events of the change are no longer kept.
            for (const event of world.service.store.events.all()) world.service.store.events.delete(event);
            expect(await stack.up(args)).toMatchObject({ action: "same", failures: [] });
            expect(grant.count(world, args)).toBe(0);
        });

        it("stays expired for as long as it was to last, and longer than events are usually read", async () => {
            minutes(60);
            await grant.shorten(world, { ...args }, 1);
            minutes(29 * DAY);
            expect((await stack.up(args)).action).toBe("same");
            minutes(300 * DAY);
            expect((await stack.up(args)).action).toBe("same");
            expect(grant.count(world, args)).toBe(0);
        });

        it.runIf(isShownByService)("stays expired if a refresh saw the earlier end, even without events", async () => {
            minutes(60);
            await grant.shorten(world, args, 60);
            await stack.refresh();
            minutes(120);
            world.service.faults.add({ operation: "getEvents", times: 1000, answer: { status: 403 } });
            for (const run of ["preview", "up", "up"] as const) {
                const { lines } = await reported(stack, (process) => stack[run](args, {}, process));
                expect(lines.join("\n")).toMatch(/expired .*stays expired/);
                expect(grant.count(world, args)).toBe(0);
            }
            // The program can still grant it again.
            expect(await stack.up({ ...args, durationMinutes: 20 * DAY })).toMatchObject({ action: "replace" });
            expect(grant.count(world, args)).toBe(1);
        });

        it("comes back with renew, which the run announces as giving access", async () => {
            minutes(60);
            await grant.shorten(world, args, 1);
            minutes(5);
            const renewed = { ...args, renew: true };
            const { result, lines, summary } = await reported(stack, (process) => stack.up(renewed, {}, process));
            expect(result.action).toBe("replace");
            expect(lines.join("\n")).toMatch(/expired .*gives access/);
            expect(summary).toContain("1 repair gives access");
            expect(grant.count(world, args)).toBe(1);
        });

        it("is reported as deleted, and comes back, if somebody removed it before its end", async () => {
            minutes(60);
            if (isShownByService) await grant.shorten(world, args, 600);
            minutes(60);
            await grant.remove(world, args);
            expect(grant.count(world, args)).toBe(0);
            const { result, lines, summary } = await reported(stack, (process) => stack.up(args, {}, process));
            expect(result).toMatchObject({ action: "replace", failures: [] });
            expect(lines[0]).toContain("was deleted outside");
            expect(lines[0]).toContain("gives access for 30 days");
            expect(summary).toBe("In all: 1 deleted outside; 1 repair gives access");
            expect(grant.count(world, args)).toBe(1);
        });

        it.each([
            ["soon after the write", 0, "not visible"],
            ["a day after the write", DAY, "deleted outside"],
        ])("is announced as giving access if nobody can tell why it ended, %s", async (_, wait, finding) => {
            minutes(wait);
            await grant.shorten(world, args, 1);
            minutes(5);
            world.service.faults.add({ operation: "getEvents", times: 1000, answer: { status: 403 } });
            const { lines, summary } = await reported(stack, (process) => stack.preview(args, {}, process));
            expect(lines[0]).toContain("gives access for 30 days");
            expect(summary).toBe(`In all: 1 ${finding}; 1 repair gives access`);
        });

        it("stays expired if the program declares no duration and somebody gave it an end", async () => {
            const endless = new Stack(grant.kind, world);
            const { durationMinutes: _, ...rest } = args;
            const own = { ...(await grant.declare(world)), ...(isShownByService ? {} : { durationMinutes: 0 }) };
            expect(Object.keys(own)).toEqual(expect.arrayContaining(Object.keys(rest)));
            await endless.up(own);
            minutes(60);
            await grant.shorten(world, own, 1);
            minutes(5);
            expect(await endless.up(own)).toMatchObject({ action: "same" });
            expect(grant.count(world, own)).toBe(0);
        });
    });
});

it("a member of a complete set whose membership ended is announced as getting access", async () => {
    serveBy(undefined);
    const groupId = await world.newGroup("Engineers");
    const [, first, second] = world.userIds;
    await by(world, "POST", `/groups/${groupId}/users/${first}`, { duration_minutes: 60 });
    const args = { groupId, users: [{ userId: first }, { userId: second }] };
    const stack = new Stack(GroupUsers.kind, world);
    await stack.up(args);
    minutes(120);
    const { lines, summary } = await reported(stack, (process) => stack.preview(args, {}, process));
    expect(lines[0]).toMatch(/removed outside: .*gives access/);
    expect(summary).toBe("In all: 1 drifted; 1 repair gives access");
});

it("a delegation that was deleted before its end is announced as giving access", async () => {
    serveBy(undefined);
    const [delegatorUserId, delegateUserId] = world.userIds;
    const at = (days: number) => new Date(world.now() + days * DAY * MINUTE).toISOString();
    const args = { delegatorUserId, delegateUserId, startTime: at(0), endTime: at(30), reason: "Leave" };
    const stack = new Stack(Delegation.kind, world);
    await stack.up(args);
    minutes(60);
    await by(world, "DELETE", `/delegations/${stack.state?.id}`);
    const { lines, summary } = await reported(stack, (process) => stack.preview(args, {}, process));
    expect(lines[0]).toMatch(/was deleted outside .*gives access/);
    expect(summary).toBe("In all: 1 deleted outside; 1 repair gives access");
});
