/** Fields that a program omits because they have a default: sequences of runs, outside edits and refreshes. */
import { readFileSync } from "node:fs";
import { beforeEach, expect, it, vi } from "vitest";
import { unknownValue } from "../../../src/common/unknown.js";
import { ReadAhead } from "../../../src/provider/run/read-ahead.js";
import { Group } from "../../../src/resources/kinds/groups/group.js";
import { knownOf } from "../../../src/resources/program/forecasts.js";
import { eachWorld, world } from "../../proofs/conformance/each-world.js";
import { Stack, sessionIn } from "../../proofs/conformance/stack.js";

let stack: Stack;
eachWorld();

beforeEach(() => {
    stack = new Stack(Group.kind, world);
});
const group = (...requestConfigurations: object[]) => ({
    name: "Engineers",
    appId: world.appId,
    requestConfigurations,
});
const live = () =>
    world.api<{ request_configurations: Record<string, unknown>[] }>("GET", `/groups/${stack.state?.id}`);
const edit = async (change: (one: Record<string, unknown>) => object) => {
    const request_configurations = (await live()).request_configurations.map((one) => ({ ...one, ...change(one) }));
    await world.api("PUT", "/groups", { groups: [{ group_id: stack.state?.id, request_configurations }] });
};
const of = (n: number) => ({ condition: { groupIds: [world.groupIds[n]] } });

it("drift of a default can be repaired after a refresh", async () => {
    await stack.up(group({}));
    await edit(() => ({ allow_requests: false }));
    await stack.refresh();
    expect((await stack.preview(group({}))).failures).toEqual([]);
});

it("drift of a default priority can be repaired after a refresh", async () => {
    await stack.up(group({}, of(0), of(1)));
    await edit(({ priority }) => ({ priority: [0, 2, 1][Number(priority)] }));
    await stack.refresh();
    expect((await stack.preview(group({}, of(0), of(1)))).failures).toEqual([]);
});

it("omitting a narrower value is refused even after a refresh", async () => {
    await stack.up(group({ allowRequests: false }));
    await edit(() => ({ allow_requests: true }));
    await stack.refresh();
    expect((await stack.preview(group({}))).failures.join()).toContain("allowRequests was false and is now omitted");
});

it("a configuration can be removed even if the configurations after it have no priority", async () => {
    await stack.up(group({}, of(0), of(1)));
    expect((await stack.preview(group({}, of(1)))).failures).toEqual([]);
});

it("a configuration can be inserted before another", async () => {
    await stack.up(group({}, of(0)));
    expect((await stack.preview(group({}, of(1), of(0)))).failures).toEqual([]);
});

it("a list element that is known only after up does not cause a failure", async () => {
    await stack.up(group({ maxDurationMinutes: 60 }, of(0), of(1)));
    const {
        requestConfigurations: [, ...others],
        ...rest
    } = group({}, of(0), of(1));
    const later = { ...rest, requestConfigurations: [unknownValue, ...others] };
    expect((await stack.preview(later)).failures).toEqual([]);
});

it("the defaults of a newly declared list do not silently widen access", async () => {
    await stack.up(group({ allowRequests: false }));
    const { requestConfigurations: _, ...bare } = group();
    await stack.up(bare); // The list is no longer declared, but stays on the service.
    const { failures, lines } = await stack.up(group({ maxDurationMinutes: 60 }));
    expect([...failures, ...lines].join()).toContain("allowRequests");
});

it("the defaults of a newly declared list of an imported group do not silently widen access", async () => {
    await stack.up(group({ allowRequests: false }));
    const other = new Stack(Group.kind, world);
    const { requestConfigurations: _, ...bare } = group();
    await other.up(bare, { import: String(stack.state?.id) });
    const { failures, lines } = await other.preview(group({ maxDurationMinutes: 60 }));
    expect([...failures, ...lines].join()).toContain("allowRequests");
});

it("omitting a narrower value is refused even if the condition and the priority are edited too", async () => {
    await stack.up(group({}, { ...of(0), priority: 1, allowRequests: false }, { ...of(1), priority: 2 }));
    const wider = { condition: { ...of(0).condition, roleRemoteIds: ["x"] }, priority: 2 };
    expect((await stack.preview(group({}, { ...of(1), priority: 1 }, wider))).failures.join()).toContain(
        "allowRequests",
    );
});

it("a group without groupType is read ahead", async () => {
    await world.newGroup("Engineers");
    const known = knownOf(Group.kind, { name: "Engineers", appId: world.appId, onCallScheduleIds: [] }, new WeakMap());
    const told = Array.from({ length: 5 }, (_, n) => ({ kind: "Group", name: `${n}`, provider: 0, ...known }));
    const ahead = new ReadAhead({ poll: vi.fn().mockReturnValueOnce(told).mockReturnValue([]) } as never, [Group.kind]);
    world.service.calls.clear();
    ahead.asked({ kind: "Group", name: "0", parent: "" }, sessionIn(world, {}).session.scope);
    await expect
        .poll(() => world.service.calls.all().map(({ operation }) => operation))
        .toContain("getGroupOnCallSchedules");
});

it("the schema of the plugin contains the defaults", () => {
    const schema = readFileSync("api/plugin.schema.json", "utf8");
    expect(schema).not.toContain("Default: `undefined`");
    expect(schema).toContain('Default: `\\"\\"`');
    expect(JSON.parse(schema).resources["access-governance:index:Group"].required).toContain("groupType");
});

it("the message of a refused omission does not contain a secret value", async () => {
    const options = { secrets: ["requestConfigurations"] };
    await stack.up(group({ allowRequests: false }), options);
    expect((await stack.preview(group({}), options)).failures.join()).not.toContain("was false");
});

it("omitting groupType does not silently replace the group", async () => {
    const { requestConfigurations: _, ...bare } = group();
    const team = { ...bare, groupType: "GIT_HUB_TEAM" };
    await stack.up({ ...team, remoteInfo: { githubTeam: { teamSlug: "tide-engineers" } } });
    const other = new Stack(Group.kind, world);
    await other.up(team, { import: String(stack.state?.id) });
    expect((await other.preview(bare)).failures.join()).toContain("replaces the object");
});

it("an invalid URL is reported first", async () => {
    await stack.up(group({ allowRequests: false }));
    const bad = new Stack(Group.kind, world, { "access-governance:url": "nonsense" });
    bad.state = stack.state;
    expect((await bad.preview(group({}))).failures.join()).toContain("url");
});

it("a list with two default configurations or none is refused with the reason", async () => {
    const refused = async (...list: object[]) => (await stack.preview(group(...list))).failures.join();
    expect(await refused({}, {})).toContain(
        "requestConfigurations[1].condition: every configuration except the default needs a condition",
    );
    expect(await refused(of(0))).toContain("one configuration must have no condition");
    expect(await refused({}, { ...of(0), priority: 2 }, of(1))).toBe("");
});
