import { beforeEach, expect, it } from "vitest";
import { Group } from "../../../../src/resources/kinds/groups/group.js";
import { eachWorld, world } from "../../../proofs/conformance/each-world.js";
import { Stack } from "../../../proofs/conformance/stack.js";

let stack: Stack;

eachWorld();

beforeEach(() => {
    stack = new Stack(Group.kind, world);
});

const group = (more: object = {}) => ({ name: "Engineers", appId: world.appId, groupType: "SVC_GROUP", ...more });
const live = () =>
    world.api<{ request_configurations: Record<string, unknown>[] }>("GET", `/groups/${stack.state?.id}`);

it("keeps undeclared properties of a request configuration", async () => {
    const reviewers = await world.newOwner("Reviewers");
    const reviewerStages = [{ operator: "OR", ownerIds: [reviewers] }];
    const rule = { priority: 0, allowRequests: true, autoApproval: false, reviewerStages };
    await stack.up(group({ requestConfigurations: [rule] }));
    const [before] = (await live()).request_configurations;
    const edited = { ...before, extensions_duration_in_minutes: 15, reason_optional: true };
    await world.api("PUT", "/groups", { groups: [{ group_id: stack.state?.id, request_configurations: [edited] }] });
    expect(await stack.preview(group({ requestConfigurations: [rule] }))).toMatchObject({ action: "same" });

    await stack.up(group({ requestConfigurations: [{ ...rule, maxDurationMinutes: 60 }] }));
    const [after] = (await live()).request_configurations;
    expect(after).toMatchObject({
        max_duration_minutes: 60,
        extensions_duration_in_minutes: 15,
        reason_optional: true,
    });
});

it("applies defaults to omitted properties, reverts their drift, and rejects an omission that would widen access", async () => {
    const { groupType: _, ...native } = group();
    const closed = { ...native, requestConfigurations: [{ allowRequests: false }] };
    await stack.up(closed);
    expect(await live()).toMatchObject({
        group_type: "SVC_GROUP",
        request_configurations: [{ priority: 0, allow_requests: false, auto_approval: false }],
    });
    expect(await stack.preview(closed)).toMatchObject({ action: "same" });
    expect(await stack.preview(group(closed))).toMatchObject({ action: "same" });

    const [before] = (await live()).request_configurations;
    const opened = { group_id: stack.state?.id, request_configurations: [{ ...before, auto_approval: true }] };
    await world.api("PUT", "/groups", { groups: [opened] });
    const repaired = await stack.up(closed);
    expect(repaired.lines.join()).toContain("autoApproval");
    expect((await live()).request_configurations).toMatchObject([{ auto_approval: false }]);

    const { failures } = await stack.preview({ ...native, requestConfigurations: [{}] });
    expect(failures.join()).toContain("requestConfigurations[0].allowRequests was false and is now omitted");
    await stack.up({ ...native, requestConfigurations: [{ allowRequests: true }] });
    expect((await live()).request_configurations).toMatchObject([{ allow_requests: true }]);
});

it("reports that a replacement group gets the default visibility if visibility is no longer declared", async () => {
    const visibility = { visibility: "LIMITED", visibilityGroupIds: world.groupIds.slice(0, 1) };
    await stack.up(group({ visibility }));
    const { action, lines } = await stack.preview(group({ groupType: "CONNECTOR_GROUP" }));
    expect(action).toBe("replace");
    expect(lines.join()).toContain("visibility is no longer declared; the new group gets the service's default");
    expect(lines.join()).not.toContain("stays as it is");
});

it("uses one write to create a group and one to update it", async () => {
    world.service.calls.clear();
    await stack.up(group());
    expect(world.service.calls.writes()).toHaveLength(1);
    world.service.calls.clear();
    await stack.up(group({ description: "Those who build" }));
    expect(world.service.calls.writes().map(({ body }) => body)).toEqual([
        { groups: [{ group_id: stack.state?.id, description: "Those who build" }] },
    ]);
});

it("treats the vendor's spelling of a type as equal", async () => {
    await stack.up(group());
    expect(await stack.preview(group({ groupType: "OPAL_GROUP" }))).toMatchObject({ replaces: [] });
});

it("does not report or revert drift of a property in ignoreChanges", async () => {
    await stack.up(group({ description: "declared" }));
    await world.api("PUT", "/groups", { groups: [{ group_id: stack.state?.id, description: "by hand" }] });
    const options = { ignoreChanges: ["description"] };
    // The option is stored in the state, because a refresh needs it where the property differs. Nothing is written to the service.
    world.service.calls.clear();
    const added = await stack.up(group({ description: "declared" }), options);
    expect(added).toMatchObject({ action: "update", lines: [] });
    expect(world.service.calls.writes()).toEqual([]);
    const later = await stack.preview(group({ description: "declared" }), options);
    expect(later).toMatchObject({ action: "same", lines: [] });
    expect(await stack.refresh()).toEqual([]);
    await stack.up(group({ description: "declared", requireMfaToApprove: true }), options);
    expect(await live()).toMatchObject({ description: "by hand", require_mfa_to_approve: true });
});

it("ignores a later change of a property that is only used on creation, and reports it", async () => {
    const initialUserIds = world.userIds.slice(0, 1);
    await stack.up(group({ initialUserIds }));
    const edited = await stack.preview(group({ initialUserIds: world.userIds.slice(0, 2) }));
    expect(edited).toMatchObject({ action: "same" });
    expect(edited.lines.join()).toContain("initialUserIds is used only when the group is created");
});

it("rejects an import by a name that several groups have", async () => {
    await world.newGroup("Engineers");
    await world.newGroup("Engineers");
    const outcome = await stack.preview(group(), { import: "Engineers" });
    expect(outcome.failures.join()).toContain("several objects");
    expect((await stack.preview(group())).failures.join()).toContain("already has this group");
});

it("creates a new group on replacement, even if the old one was imported", async () => {
    const id = await world.newGroup("Engineers");
    await stack.up(group(), { import: id });
    expect(stack.state?.id).toBe(id);
    const replaced = await stack.up(group({ groupType: "CONNECTOR_GROUP" }), { import: id });
    expect(replaced).toMatchObject({ action: "replace", failures: [] });
    expect(stack.state?.id).not.toBe(id);
    expect(await world.has(`/groups/${id}`)).toBe(false);
});

it("can have the same name as a group with different remote info", async () => {
    const team = (teamSlug: string) => ({
        name: "Engineers",
        appId: world.appId,
        groupType: "GIT_HUB_TEAM",
        remoteInfo: { githubTeam: { teamSlug } },
    });
    const run = stack.process();
    const other = new Stack(Group.kind, world);
    expect(await stack.up(team("tide-engineers"), { name: "one" }, run)).toMatchObject({ failures: [] });
    expect(await other.up(team("harbor-engineers"), { name: "two" }, run)).toMatchObject({ failures: [] });
    expect(other.state?.id).not.toBe(stack.state?.id);
    const taken = await new Stack(Group.kind, world).preview(team("harbor-engineers"));
    expect(taken.failures.join()).toContain(`import: ${JSON.stringify(other.state?.id)}`);
});
