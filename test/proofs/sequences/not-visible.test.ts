/** Objects that a token does not find: only a token that sees everything, or an audit event, shows that they were deleted. */
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Kind } from "../../../src/provider/shapes/kind.js";
import { BundleGroup } from "../../../src/resources/kinds/bundles/bundle-group.js";
import { ContainingGroup } from "../../../src/resources/kinds/groups/containing-group.js";
import { Group } from "../../../src/resources/kinds/groups/group.js";
import { GroupResource } from "../../../src/resources/kinds/groups/group-resource.js";
import { GroupResources } from "../../../src/resources/kinds/groups/group-resources.js";
import { GroupUser } from "../../../src/resources/kinds/groups/group-user.js";
import { GroupVisibility } from "../../../src/resources/kinds/groups/group-visibility.js";
import { kinds } from "../../../src/resources/kinds.js";
import { pluginAdapter } from "../conformance/plugin-adapter.js";
import { Stack, serveBy } from "../conformance/stack.js";
import { subjects } from "../conformance/subject.js";
import { World } from "../conformance/world.js";
import { Deployment, declare } from "./deployment.js";

const MEMBER = "token-of-a-member";
const MINUTE = 60_000;

let world: World;
beforeEach(async () => {
    world = await World.start([{ token: MEMBER, email: "hugo@tidewater.example", role: "MEMBER" }]);
});
afterEach(() => world.close());
afterAll(() => serveBy(undefined));

const userOf = (name: string) =>
    world.service.snapshot().users.find(({ email }) => email === `${name}@tidewater.example`)?.user_id ?? "";

/** Gives the member a role in the organization. */
async function appoint(role: string): Promise<void> {
    const id = await world.newResource(role, "SVC_ROLE");
    await world.api("POST", `/resources/${id}/users/${userOf("hugo")}`, { duration_minutes: 0 });
}

/** Deletes all audit events, so that none shows a deletion. */
function forgetEvents(): void {
    for (const event of world.service.store.events.all()) world.service.store.events.delete(event);
}

/** Lists that only administrators may read. */
const OF_ADMINISTRATORS: readonly string[] = ["getEventStreams", "getTokens"];

/** The same stack, run with other settings. */
function sameStack(stack: Stack, kind: Kind, settings: Readonly<Record<string, string>>): Stack {
    const other = new Stack(kind, world, settings);
    other.state = stack.state;
    return other;
}

const BY_MEMBER = { "access-governance:token": MEMBER };
const calls = () => world.service.calls.all().map(({ operation }) => operation);

describe.each([
    ["dynamic resources", undefined],
    ["the plugin", pluginAdapter],
])("with %s", (_, adapter) => {
    beforeEach(() => serveBy(adapter));

    describe.each(subjects.map((subject) => [subject.kind.name, subject] as const))(
        "%s that is not found",
        (_, subject) => {
            const { kind } = subject;

            /** A stack whose object was deleted outside, after everything that was written has become visible. */
            async function deleted() {
                const stage = await subject.stage(world);
                const stack = new Stack(kind, world);
                expect((await stack.up(stage.args)).failures).toEqual([]);
                world.service.clock.advance(11 * MINUTE);
                await stage.vanish(stack.state?.id ?? "");
                return { stack, args: stage.args };
            }

            it("is unknown to the token of a member: no run succeeds, writes or changes the state", async () => {
                const { stack, args } = await deleted();
                forgetEvents();
                const limited = sameStack(stack, kind, BY_MEMBER);
                world.service.calls.clear();
                for (const run of ["preview", "up"] as const) {
                    const { action, failures } = await limited[run](args);
                    expect(action).toBe("failed");
                    expect(failures.join()).toMatch(/explain (NotVisible|Forbidden)Error/);
                }
                await expect(limited.refresh()).rejects.toThrow(/explain (NotVisible|Forbidden)Error/);
                if (kind.removal.does === "delete") await expect(limited.destroy()).rejects.toThrow();
                expect(limited.state).toEqual(stack.state);
                const refused = world.service.calls.writes().filter(({ status }) => status < 300);
                expect(refused).toEqual([]);
            });

            it("counts as deleted for the token of an auditor, as for that of an administrator", async () => {
                const { stack, args } = await deleted();
                forgetEvents();
                await appoint("Auditor");
                if (kind.operations.some((name) => OF_ADMINISTRATORS.includes(name))) return;
                const { action, lines } = await sameStack(stack, kind, BY_MEMBER).preview(args);
                expect([action, lines[0]]).toEqual(["replace", expect.stringContaining("was deleted outside")]);
            });

            it("counts as deleted for a member if the user allows it with allowMissing", async () => {
                const { stack, args } = await deleted();
                forgetEvents();
                if (kind.operations.some((name) => OF_ADMINISTRATORS.includes(name))) return;
                const allowed = { ...BY_MEMBER, "access-governance:allowMissing": "true" };
                expect(await sameStack(stack, kind, allowed).preview(args)).toMatchObject({ action: "replace" });
            });
        },
    );
});

describe("an object that a member cannot see", () => {
    /** A program whose objects are hidden from members. Returns it with the names of what a member does not see. */
    async function hidden() {
        const shownGroup = await world.newGroup("Shown");
        const bundleId = await world.newBundle("Audit");
        const resourceId = await world.newResource("Ledger");
        await world.api("PUT", `/resources/${resourceId}/visibility`, { visibility: "LIMITED" });
        const limited = { visibility: "LIMITED", visibilityGroupIds: [] };
        return [
            declare(Group.kind, "team", { name: "Engineers", appId: world.appId, groupType: "SVC_GROUP" }),
            declare(GroupVisibility.kind, "visibility", (id) => ({ groupId: id("team"), ...limited })),
            declare(GroupUser.kind, "member", (id) => ({ groupId: id("team"), userId: userOf("greta") })),
            declare(ContainingGroup.kind, "nesting", (id) => ({
                groupId: shownGroup,
                containingGroupId: id("team"),
                durationMinutes: 0,
            })),
            declare(BundleGroup.kind, "item", (id) => ({ bundleId, groupId: id("team") })),
            declare(GroupResource.kind, "link", { groupId: shownGroup, resourceId }),
        ];
    }

    const byMember = (stack: Deployment) => {
        const other = new Deployment(world, BY_MEMBER, { kinds });
        other.entries = stack.entries;
        return other;
    };

    it("is neither recreated nor forgotten, whatever runs", async () => {
        const program = await hidden();
        const stack = new Deployment(world, {}, { kinds });
        await stack.settle(program);
        world.service.clock.advance(60 * MINUTE);
        forgetEvents();
        const before = world.service.snapshot();
        for (const { name } of program) {
            const { lines, failures } = await byMember(stack).preview(program, { targets: [name] });
            expect(failures.join(), name).toContain("explain NotVisibleError");
            expect(lines.join(), name).not.toContain("deleted outside");
        }
        const limited = byMember(stack);
        expect((await limited.up(program)).failures).not.toEqual([]);
        expect((await limited.up([])).failures).not.toEqual([]);
        await expect(limited.refresh()).rejects.toThrow("explain NotVisibleError");
        expect((await limited.destroy()).failures).not.toEqual([]);
        // The visibility of a group stays on the service when its declaration is removed.
        expect(limited.names).toEqual(stack.names.filter((name) => name !== "visibility"));
        expect(world.service.snapshot()).toEqual(before);
    });

    it("is not reported as removed from a complete set", async () => {
        const groupId = await world.newGroup("Shown");
        const resourceId = await world.newResource("Ledger");
        const args = { groupId, resources: [{ resourceId }] };
        const stack = new Stack(GroupResources.kind, world);
        await stack.up(args);
        await world.api("PUT", `/resources/${resourceId}/visibility`, { visibility: "LIMITED" });
        const limited = sameStack(stack, GroupResources.kind, BY_MEMBER);
        expect((await limited.preview(args)).failures.join()).toContain("explain NotVisibleError");
        await expect(limited.refresh()).rejects.toThrow("explain NotVisibleError");
        expect(limited.state).toEqual(stack.state);
    });

    it("is not said to be missing if the program imports or looks it up", async () => {
        const id = await world.newGroup("Engineers");
        await world.api("PUT", `/groups/${id}/visibility`, { visibility: "LIMITED" });
        const args = { name: "Engineers", appId: world.appId, groupType: "SVC_GROUP" };
        for (const adapter of [undefined, pluginAdapter]) {
            serveBy(adapter);
            const stack = new Stack(Group.kind, world, BY_MEMBER);
            const { provider } = stack.process();
            await expect(provider.read(id, {})).rejects.toThrow("explain NotVisibleError");
        }
        serveBy(undefined);
        const { failures } = await new Stack(Group.kind, world, BY_MEMBER).preview(args, { import: id });
        expect(failures.join()).toContain("explain NotVisibleError");
    });
});

describe("what a token sees", () => {
    const team = (name: string) => declare(Group.kind, name, { name, appId: world.appId, groupType: "SVC_GROUP" });

    /** A stack with two groups that were deleted outside. */
    async function twoDeleted(): Promise<Deployment> {
        const stack = new Deployment(world);
        await stack.settle([team("one"), team("two"), team("three")]);
        world.service.clock.advance(60 * MINUTE);
        for (const name of ["one", "two"]) await world.api("DELETE", `/groups/${stack.id(name)}`);
        return stack;
    }

    it("is found out once per run, with two calls for an administrator, and only if something seems missing", async () => {
        const stack = await twoDeleted();
        world.service.calls.clear();
        const program = [team("one"), team("two"), team("three")];
        expect((await stack.preview(program)).failures).toEqual([]);
        const extra = calls().filter((name) => !["getGroup", "getGroups", "getUser"].includes(String(name)));
        expect(extra).toEqual(["getCurrentUser", "getTokens"]);
        await stack.settle(program);
        world.service.calls.clear();
        await stack.preview(program);
        expect(calls()).not.toContain("getTokens");
    });

    it("does not matter if an audit event reports the deletion", async () => {
        const stack = await twoDeleted();
        const limited = new Deployment(world, BY_MEMBER);
        limited.entries = stack.entries;
        const { lines, failures } = await limited.preview([team("one"), team("two"), team("three")]);
        expect(failures).toEqual([]);
        expect(lines.filter((line) => line.includes("was deleted outside"))).toHaveLength(2);
    });

    it.each([
        ["Admin", true],
        ["Read-only Admin", true],
        ["Auditor", true],
        ["Global Requester", false],
        ["Unheard-of", true],
    ])("is everything for the role %s: %s", async (role, seesAll) => {
        const stack = await twoDeleted();
        forgetEvents();
        await appoint(role);
        const limited = new Deployment(world, BY_MEMBER);
        limited.entries = stack.entries;
        const { failures } = await limited.preview([team("one"), team("two"), team("three")]);
        expect(failures.length === 0).toBe(seesAll);
    });

    it("is unknown for an ordinary resource that is called like a role", async () => {
        const stack = await twoDeleted();
        forgetEvents();
        const id = await world.newResource("Auditor");
        await world.api("POST", `/resources/${id}/users/${userOf("hugo")}`, { duration_minutes: 0 });
        const limited = new Deployment(world, BY_MEMBER);
        limited.entries = stack.entries;
        const { failures } = await limited.preview([team("one"), team("two"), team("three")]);
        expect(failures.join()).toContain("explain NotVisibleError");
    });
});
