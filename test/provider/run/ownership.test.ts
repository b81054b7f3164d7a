import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Properties } from "../../../src/common/properties.js";
import { unknownValue } from "../../../src/common/unknown.js";
import { Ownership } from "../../../src/provider/run/ownership.js";
import type { Kind } from "../../../src/provider/shapes/kind.js";
import { Group } from "../../../src/resources/kinds/groups/group.js";
import { GroupLeaders } from "../../../src/resources/kinds/groups/group-leaders.js";
import { GroupMessageChannels } from "../../../src/resources/kinds/groups/group-message-channels.js";
import { GroupResource } from "../../../src/resources/kinds/groups/group-resource.js";
import { GroupResources } from "../../../src/resources/kinds/groups/group-resources.js";
import { GroupUser } from "../../../src/resources/kinds/groups/group-user.js";
import { GroupUsers } from "../../../src/resources/kinds/groups/group-users.js";
import { GroupVisibility } from "../../../src/resources/kinds/groups/group-visibility.js";
import { Owner } from "../../../src/resources/kinds/owners/owner.js";
import { OwnerUsers } from "../../../src/resources/kinds/owners/owner-users.js";
import { Tag } from "../../../src/resources/kinds/tags/tag.js";
import { type DrivenOptions, Stack } from "../../proofs/conformance/stack.js";
import { World } from "../../proofs/conformance/world.js";

describe("the declarations of one program", () => {
    let world: World;
    let groupId: string;

    beforeEach(async () => {
        world = await World.start();
        groupId = await world.newGroup("Engineers");
    });

    afterEach(() => world.close());

    const refusals = async (one: [Kind, Properties], other: [Kind, Properties]) => {
        const first = new Stack(one[0], world);
        const session = first.session();
        expect((await first.preview(one[1], { name: "one" }, first.process(session))).failures).toEqual([]);
        const second = new Stack(other[0], world);
        return (await second.preview(other[1], { name: "other" }, second.process(session))).failures.join();
    };

    it("conflict if a group's members are declared both as a set and one by one", async () => {
        const [userId] = world.userIds;
        const whole: [Kind, Properties] = [GroupUsers.kind, { groupId, users: [{ userId }] }];
        const member: [Kind, Properties] = [GroupUser.kind, { groupId, userId }];
        expect(await refusals(whole, member)).toContain('"one" and "other" both declare the GroupUsers of');
        const both = await refusals(member, whole);
        expect(both).toContain('"one" and "other" both declare the GroupUsers of');
        expect(both).toContain(' (GroupUser "one" declares a single member): keep one of them.');
        const elsewhere = { groupId: await world.newGroup("Analysts"), userId };
        expect(await refusals(whole, [GroupUser.kind, elsewhere])).toBe("");
    });

    it("conflict if a group's resources are declared both as a set and one by one", async () => {
        const resourceId = await world.newResource("Ledger");
        const whole: [Kind, Properties] = [GroupResources.kind, { groupId, resources: [] }];
        const member: [Kind, Properties] = [GroupResource.kind, { groupId, resourceId }];
        expect(await refusals(member, whole)).toContain('"one" and "other" both declare');
    });

    it("conflict if a resource declares a part of a group that the group's template controls", async () => {
        const { configuration_template_id: configurationTemplateId } = await world.api<Record<string, string>>(
            "POST",
            "/configuration-templates",
            {
                name: "Production",
                admin_owner_id: world.ownerId,
                visibility: { visibility: "GLOBAL" },
                require_mfa_to_approve: false,
                require_mfa_to_connect: false,
            },
        );
        const group = new Stack(Group.kind, world);
        const args = { name: "On-call", appId: world.appId, groupType: "SVC_GROUP", configurationTemplateId };
        await group.up(args);
        const session = group.session();
        expect((await group.preview(args, { name: "group" }, group.process(session))).failures).toEqual([]);
        const free = new Stack(GroupVisibility.kind, world);
        const declared = { groupId: group.state?.id, visibility: "GLOBAL" };
        const { failures } = await free.preview(declared, { name: "free" }, free.process(session));
        expect(failures.join()).toContain('"group" and "free" both declare the GroupVisibility of');
    });

    it.each<[string, Kind, Properties, Kind, Properties]>([
        [
            "a part of a group in the group and as a separate resource",
            Group.kind,
            { groupType: "SVC_GROUP", visibility: { visibility: "GLOBAL" } },
            GroupVisibility.kind,
            { groupId: unknownValue, visibility: "LIMITED" },
        ],
        [
            "the users of an owner in the owner and as a separate resource",
            Owner.kind,
            { userIds: [] },
            OwnerUsers.kind,
            { ownerId: unknownValue, userIds: [] },
        ],
        [
            "the leaders of a group in the group and as a separate resource",
            Group.kind,
            { groupType: "SVC_GROUP", groupLeaderUserIds: [] },
            GroupLeaders.kind,
            { groupId: unknownValue, userIds: [] },
        ],
        [
            "a whole set and a member of it",
            GroupUsers.kind,
            { groupId: unknownValue, users: [] },
            GroupUser.kind,
            { groupId: unknownValue, userId: unknownValue },
        ],
        [
            "two lists of users",
            OwnerUsers.kind,
            { ownerId: unknownValue, userIds: [] },
            OwnerUsers.kind,
            { ownerId: unknownValue, userIds: [] },
        ],
    ])("conflict in a preview even if the object has no id yet: %s", async (_, one, args, other, part) => {
        const owner = { kind: one.shape === "entity" ? one.name : "Group", name: "first" };
        const named = one.shape === "entity" ? { name: "New", ...args } : args;
        const given = one === Group.kind ? { ...named, appId: world.appId } : named;
        const [first, second] = [new Stack(one, world), new Stack(other, world)];
        for (const isOtherWayRound of [false, true]) {
            const session = first.session();
            const previews = [
                () => first.preview(given, { name: "first", owner }, first.process(session)),
                () => second.preview(part, { name: "second", owner }, second.process(session)),
            ];
            const [fine, refused] = isOtherWayRound ? previews.reverse() : previews;
            expect((await fine?.())?.failures).toEqual([]);
            expect((await refused?.())?.failures.join()).toMatch(
                / and .* both declare the \w+ of (Group|Owner) "first"( \(\w+ "\w+" declares a single member\))?: keep one of them\. Help: npx --no-install access-governance explain DeclarationConflictError$/,
            );
        }
    });

    it("do not conflict in a preview if they belong to two objects without an id", async () => {
        const session = new Stack(OwnerUsers.kind, world).session();
        for (const name of ["one", "other"]) {
            const stack = new Stack(OwnerUsers.kind, world);
            const options = { name, owner: { kind: "Owner", name } };
            const { failures } = await stack.preview(
                { ownerId: unknownValue, userIds: [] },
                options,
                stack.process(session),
            );
            expect(failures).toEqual([]);
        }
    });

    describe("a part that moves to another declaration", () => {
        /** Runs a program that declares `successor` instead of `old`. Returns what was printed. */
        const moved = async (old: Stack, successor: [Kind, Properties], options: DrivenOptions = {}) => {
            const stack = new Stack(successor[0], world);
            const session = stack.session();
            const process = stack.process(session);
            expect((await stack.up(successor[1], { name: "successor", ...options }, process)).failures).toEqual([]);
            // The engine deletes removed resources after all other steps.
            await old.destroy(old.process(session));
            expect(await stack.preview(successor[1], { name: "successor", ...options })).toMatchObject({
                action: "same",
            });
            return process.lines.join();
        };

        it("is not deleted if a single member moves to the whole set", async () => {
            const [, userId] = world.userIds;
            const single = new Stack(GroupUser.kind, world);
            await single.up({ groupId, userId });
            const printed = await moved(single, [GroupUsers.kind, { groupId, users: [{ userId }] }]);
            expect(printed).toContain('is not deleted: GroupUsers "successor" now declares it');
        });

        it("is not deleted if it moves from the set to a single resource, unlike the other members", async () => {
            const [, userId, other] = world.userIds;
            const whole = new Stack(GroupUsers.kind, world);
            await whole.up({ groupId, users: [{ userId }, { userId: other }] });
            await moved(whole, [GroupUser.kind, { groupId, userId }], { import: `${groupId}/${userId}` });
            const path = `/groups/${groupId}/users`;
            const { results } = await world.api<{ results: { user_id: string }[] }>("GET", path);
            expect(results.map(({ user_id }) => user_id)).toEqual([userId]);
        });

        it("is not cleared if it moves into the declaration of the object", async () => {
            const group = { name: "On-call", appId: world.appId, groupType: "SVC_GROUP" };
            const made = new Stack(Group.kind, world);
            await made.up(group, { name: "group" });
            const free = new Stack(GroupMessageChannels.kind, world);
            const messageChannelIds = [world.channelIds[0]];
            await free.up({ groupId: made.state?.id, messageChannelIds });
            const session = made.session();
            const declared = { ...group, messageChannelIds };
            await made.up(declared, { name: "group" }, made.process(session));
            await free.destroy(free.process(session));
            expect(session.lines.join()).toContain('is not deleted: Group "group" now declares it');
            expect(await made.preview(declared, { name: "group" })).toMatchObject({ action: "same", lines: [] });
        });
    });

    it("do not prevent the deletion of an object if another resource declares a part of it", async () => {
        const made = new Stack(Group.kind, world);
        const group = { name: "On-call", appId: world.appId, groupType: "SVC_GROUP" };
        await made.up({ ...group, messageChannelIds: [] });
        const id = made.state?.id;
        const free = new Stack(GroupMessageChannels.kind, world);
        const session = free.session();
        await free.up(
            { groupId: id, messageChannelIds: [world.channelIds[0]] },
            { name: "free" },
            free.process(session),
        );
        await made.destroy(made.process(session));
        expect(await world.has(`/groups/${id}`)).toBe(false);
    });
});

it("a separate resource may declare a part that the group ignores, even before the group is created", () => {
    const [group, visibility] = ["Group", "GroupVisibility"].map((kind) => ({ kind, name: "one", parent: "" }));
    if (!group || !visibility) throw new Error("There are two.");
    const part = { visibility: { visibility: "GLOBAL" } };
    const given = { groupId: unknownValue, visibility: "LIMITED" };
    const both = (ignored: readonly string[]) => {
        const ownership = new Ownership();
        ownership.claimBelow(Group.kind, part, group, {}, ignored);
        return () => ownership.claimBelow(GroupVisibility.kind, given, visibility, { groupId: group });
    };
    expect(both([])).toThrow("both declare the GroupVisibility of");
    expect(both(["visibility"])).not.toThrow();
});

describe("the message of a conflict", () => {
    const declarer = (kind: string, name: string, parent = "") => ({ kind, name, parent });
    const both = (one: ReturnType<typeof declarer>, other: ReturnType<typeof declarer>, given: Properties) => {
        const ownership = new Ownership();
        ownership.claimKey(Tag.kind, given, one);
        return () => ownership.claimKey(Tag.kind, given, other);
    };

    it("contains both resources and the key that they declare", () => {
        expect(both(declarer("Tag", "one"), declarer("Tag", "other"), { key: "tier", value: "1" })).toThrow(
            '"one" and "other" both declare the tag with key "tier", value "1": keep one of them.',
        );
        expect(both(declarer("Tag", "one"), declarer("Tag", "other"), { key: "tier" })).toThrow(
            'both declare the tag with key "tier", value "":',
        );
    });

    it("contains the kinds of resources with the same name, and the components if their kinds are the same too", () => {
        expect(both(declarer("Tag", "one"), declarer("Label", "one"), { key: "tier" })).toThrow(
            /^Tag "one" and Label "one" both declare/,
        );
        const parent = (type: string) => `urn:pulumi:dev::project::${type}::team`;
        expect(both(declarer("Tag", "one", parent("a")), declarer("Tag", "one", parent("b")), { key: "tier" })).toThrow(
            /^Tag "one" in a::team and Tag "one" in b::team both declare/,
        );
    });
});
