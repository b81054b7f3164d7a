import type { ResourceProvider } from "@pulumi/pulumi/dynamic";
import { describe, expect, it } from "vitest";
import { unknownValue } from "../../../src/common/unknown.js";
import { dynamicProvider } from "../../../src/provider/dynamic.js";
import { ReadAhead } from "../../../src/provider/run/read-ahead.js";
import { handlerOf } from "../../../src/provider/shapes/kind.js";
import { OnCallSchedule } from "../../../src/resources/kinds/channels/on-call-schedule.js";
import { Group } from "../../../src/resources/kinds/groups/group.js";
import { GroupUser } from "../../../src/resources/kinds/groups/group-user.js";
import { GroupVisibility } from "../../../src/resources/kinds/groups/group-visibility.js";
import { Owner } from "../../../src/resources/kinds/owners/owner.js";
import { ResourceMessageChannels } from "../../../src/resources/kinds/resources/resource-message-channels.js";
import { ResourceReviewers } from "../../../src/resources/kinds/resources/resource-reviewers.js";
import { sessionIn } from "../../proofs/conformance/stack.js";
import { declare } from "../../proofs/sequences/deployment.js";
import { anotherStack, eachTest, group, stack, world } from "../../proofs/sequences/setting.js";

eachTest();

describe("a check", () => {
    it("reports wrong settings before anything else", async () => {
        anotherStack({ "access-governance:timeoutSeconds": "soon" });
        const { failures } = await stack.preview([declare(Group.kind, "team", {})]);
        expect(failures).toEqual([expect.stringContaining('access-governance:timeoutSeconds is "soon"')]);
    });

    it.each([
        [20, []],
        [25, ["… and 5 more. Help: npx --no-install access-governance explain ArgumentError"]],
    ])("reports the first twenty of %i problems and counts the others", async (count, more) => {
        const visibilityGroupIds = Array.from({ length: count }, () => 7);
        const { failures } = await stack.preview([
            declare(Group.kind, "team", group({ visibility: { visibility: "LIMITED", visibilityGroupIds } })),
        ]);
        expect(failures).toHaveLength(20 + more.length);
        expect(failures[0]).toContain("visibility.visibilityGroupIds[0]: ");
        expect(failures.slice(20)).toEqual(more);
    });

    it("names the existing objects with the name of a new one, and the likely solutions", async () => {
        const ids = [await world.newGroup("Engineers"), await world.newGroup("Engineers")];
        const { failures } = await stack.preview([declare(Group.kind, "team", group())]);
        const [first, second] = ids.map((id) => `{ import: "${id}" }`);
        const start =
            'Group "team" would be created, but the service already has this group: to import it, add the option ';
        const ways = [
            "To only refer to it, look it up: a declared object is deleted when its declaration is removed.",
            "If the resource was renamed in the program, add its old name to Pulumi's option aliases.",
            "If a killed run created it, run `ACCESS_GOVERNANCE_ALLOW_TAKEOVER=true pulumi up` once.",
            "Help: npx --no-install access-governance explain DeclarationConflictError",
        ].join(" ");
        expect(failures).toHaveLength(1);
        expect([`${start}${first} or ${second}. ${ways}`, `${start}${second} or ${first}. ${ways}`]).toContain(
            failures[0],
        );
        expect(failures[0]?.length).toBeLessThan(600);
    });

    it("explains first how to adopt an object that `pulumi destroy` could not delete", async () => {
        const [schedule] = world.service.store.onCallSchedules.all();
        const rota = { remoteId: schedule?.remote_id, thirdPartyProvider: schedule?.third_party_provider };
        const { failures } = await stack.preview([declare(OnCallSchedule.kind, "rota", rota)]);
        expect(failures).toEqual([
            expect.stringMatching(
                /^OnCallSchedule "rota" would be created, but the service already has this [^.]*\. If an earlier run left it because the API cannot delete it, run `ACCESS_GOVERNANCE_ALLOW_TAKEOVER=true pulumi up` once\. /,
            ),
        ]);
    });

    it("names the resource that manages the existing object", async () => {
        const named = declare(Group.kind, "named", group(), { ignoreChanges: ["name"] });
        await stack.settle([named]);
        const id = stack.id("named");
        await world.api("PUT", "/groups", { groups: [{ group_id: id, name: "Renamed" }] });
        const taker = declare(Group.kind, "taker", group({ name: "Renamed" }));
        const { failures } = await stack.preview([named, taker]);
        expect(failures).toEqual([
            `Group "taker" would be created, but the service already has this group: "${id}", which is managed by Group "named" of this program. Give the two resources different names, or keep only one of them. Help: npx --no-install access-governance explain DeclarationConflictError`,
        ]);
    });

    it("does not suggest another name for an object without a name", async () => {
        const [groupId, userId] = [world.groupIds[0], world.userIds[1]];
        await world.api("POST", `/groups/${groupId}/users/${userId}`, { duration_minutes: 0 });
        const frozen = declare(
            GroupUser.kind,
            "frozen",
            { groupId, userId: world.userIds[2] },
            { import: `${groupId}/${userId}`, ignoreChanges: ["*"] },
        );
        const taker = declare(GroupUser.kind, "taker", { groupId, userId });
        const { failures } = await stack.up([frozen, taker], { skipPreview: true });
        expect(failures.join()).toMatch(
            /which is managed by GroupUser "frozen" of this program\. Keep only one of them\. Help: npx --no-install access-governance explain DeclarationConflictError$/,
        );
    });

    it("reports what each declaration overwrites, even if values are unknown, except for ignored properties", async () => {
        const [one, other] = [await world.newGroup("One"), await world.newGroup("Other")];
        const limited = (groupId: unknown, more: object = {}) => ({ groupId, visibility: "LIMITED", ...more });
        const program = [
            declare(Group.kind, "fresh", group()),
            declare(GroupVisibility.kind, "one", limited(one, { visibilityGroupIds: [other] })),
            declare(GroupVisibility.kind, "other", (id) => limited(other, { visibilityGroupIds: [id("fresh")] })),
        ];
        const { lines } = await stack.preview(program);
        const text = 'overwrites: visibility is "GLOBAL" on the service, declared "LIMITED"';
        expect(lines).toContain(`GroupVisibility "one" ${text}`);
        expect(lines).toContain(`GroupVisibility "other" ${text}`);
        // Groups that are added to an empty list overwrite nothing.
        expect(lines).toHaveLength(2);
        await world.api("PUT", `/groups/${other}/visibility`, { visibility: "LIMITED", visibility_group_ids: [one] });
        expect((await stack.preview(program)).lines.join("\n")).toMatch(
            /GroupVisibility "other" overwrites: visibilityGroupIds/,
        );
        const ignoring = { ignoreChanges: ["visibility"] };
        const ignored = [declare(GroupVisibility.kind, "one", limited(one), ignoring)];
        expect((await stack.preview(ignored)).lines).toEqual([]);
    });
});

it("reports what two declarations of one object overwrite, in a preview and in a run without a preview", async () => {
    const [reviewer, channel] = [await world.newOwner("Reviewers"), world.channelIds[0]];
    const resourceId = await world.newResource("Ledger");
    await world.api("PUT", `/resources/${resourceId}/reviewers`, { reviewer_ids: [reviewer] });
    await world.api("PUT", `/resources/${resourceId}/message-channels`, { message_channel_ids: [channel] });
    const program = [
        declare(Owner.kind, "fresh", { name: "Fresh", userIds: [world.userIds[0]] }),
        declare(ResourceMessageChannels.kind, "channels", { resourceId, messageChannelIds: [] }),
        declare(ResourceReviewers.kind, "reviewers", (id) => ({ resourceId, reviewerIds: [id("fresh")] })),
    ];
    const overwrites = (lines: readonly string[]) =>
        lines.flatMap((line) => /^(\w+) ".*" overwrites: /.exec(line)?.[1] ?? []).sort();
    const both = ["ResourceMessageChannels", "ResourceReviewers"];
    expect(overwrites((await stack.preview(program)).lines)).toEqual(both);
    expect(overwrites((await stack.up(program, { skipPreview: true })).lines)).toEqual(both);
});

it.each([
    ["a value", { adminOwnerId: unknownValue }],
    ["a list whose elements have defaults", { requestConfigurations: unknownValue }],
    ["a value in a list", { requestConfigurations: [{ autoApproval: true, maxDurationMinutes: unknownValue }] }],
])("records nothing about the inputs that a later check would contradict while %s is unknown", async (_, more) => {
    const { session } = sessionIn(world, {});
    const { check } = dynamicProvider(Group.kind, session) as Required<ResourceProvider>;
    const inputs = { ...group(more), __provider: handlerOf("Group"), __label: "team" };
    expect((await check({}, inputs)).inputs?.__explicit).toBe(unknownValue);
});

it("counts the problems for the summary of the run", async () => {
    const { session, lines } = sessionIn(world, {});
    const { check } = dynamicProvider(Group.kind, session) as Required<ResourceProvider>;
    const as = (name: string, more: object = {}) => ({ ...group(more), __provider: handlerOf("Group"), __label: name });
    await check({}, as("one"));
    expect(await check({}, as("two"))).toMatchObject({
        failures: [{ reason: expect.stringContaining("both declare") }],
    });
    expect(await check({}, as("three", { name: 7 }))).toMatchObject({ failures: [{}] });
    session.end();
    expect(lines).toEqual(["In all: 1 conflict, 1 wrong argument"]);
});

it.each([
    ["TypeScript", false, /add the option \{ import: "\S+" \}\..*option aliases/s],
    [
        "any language",
        true,
        /add Pulumi's option import \(import_ in Python\) with "\S+"\..*add its old name to Pulumi's option aliases/s,
    ],
])("a conflict is explained for a program in %s", async (_, isPlugin, expected) => {
    await world.newGroup("Engineers");
    const { session } = sessionIn(world, {}, 0, { isPlugin });
    const { check } = dynamicProvider(Group.kind, session) as Required<ResourceProvider>;
    const { failures = [] } = await check({}, { ...group(), __provider: handlerOf("Group"), __label: "team" });
    expect(failures.map(({ reason }) => reason).join("\n")).toMatch(expected);
});

it("lets the program report the problems of a preview, and rejects writes with such problems", async () => {
    const id = await world.newGroup("Engineers");
    const readAhead = new ReadAhead({ poll: () => [], isPreview: true }, []);
    const { session, lines } = sessionIn(world, {}, 0, { readAhead });
    const { check, create, diff, update } = dynamicProvider(Group.kind, session) as Required<ResourceProvider>;
    const inputs = { ...group(), __provider: handlerOf("Group"), __label: "team", __explicit: [] };
    const text = `Group "team" would be created, but the service already has this group: to import it, add the option { import: "${id}" }.`;
    const fault = {
        lines: [text],
        advice: expect.stringMatching(
            /aliases[\s\S]* Help: npx --no-install access-governance explain DeclarationConflictError$/,
        ),
    };
    expect(await check({}, inputs)).toEqual({ inputs: { ...inputs, __fault: fault }, failures: [] });
    await expect(create({ ...inputs, __fault: { lines: [text], advice: "Rename it." } })).rejects.toThrow(
        `${text}\nRename it.`,
    );
    // Problems in the arguments of an existing object are collected too; such arguments are not compared with the object.
    const { inputs: wrong, failures } = await check(inputs, { ...inputs, name: 7, adminOwnerId: "me" });
    expect(failures).toEqual([]);
    expect(wrong?.__fault).toMatchObject({
        lines: [/^name: /, /^adminOwnerId: /].map((one) => expect.stringMatching(one)),
    });
    const state = { ...inputs, __url: session.url };
    expect(await diff(id, state, wrong ?? {})).toMatchObject({ changes: true, replaces: [] });
    await expect(update(id, state, wrong ?? {})).rejects.toThrow(/^name: /);
    session.end();
    expect(lines).toEqual(["In all: 1 conflict, 1 wrong argument"]);
});
