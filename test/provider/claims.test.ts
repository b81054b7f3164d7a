import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Claims } from "../../src/provider/claims.js";
import type { Properties } from "../../src/provider/fields.js";
import type { Kind } from "../../src/provider/kind.js";
import { Group } from "../../src/resources/group.js";
import { GroupResource } from "../../src/resources/group-resource.js";
import { GroupResources } from "../../src/resources/group-resources.js";
import { GroupUser } from "../../src/resources/group-user.js";
import { GroupUsers } from "../../src/resources/group-users.js";
import { GroupVisibility } from "../../src/resources/group-visibility.js";
import { Stack } from "../conformance/stack.js";
import { World } from "../conformance/world.js";

describe("claims", () => {
    it("let members stand side by side, and nothing beside the whole", () => {
        const claims = new Claims();
        claims.add("d", "the set", "member", { kind: "Member", name: "a" });
        claims.add("d", "the set", "member", { kind: "Member", name: "b" });
        expect(() => claims.add("d", "the set", "whole", { kind: "Whole", name: "c" })).toThrow(
            '"a" and "c" both declare',
        );
        claims.add("e", "the set", "whole", { kind: "Whole", name: "c" });
        claims.add("e", "the set", "whole", { kind: "Whole", name: "c" });
        expect(() => claims.add("e", "the set", "member", { kind: "Member", name: "a" })).toThrow('"c" and "a"');
    });

    it("tell two classes with one name apart", () => {
        const claims = new Claims();
        claims.add("d", "the set", "whole", { kind: "Whole", name: "a" });
        expect(() => claims.add("d", "the set", "member", { kind: "Member", name: "a" })).toThrow(
            'Whole "a" and Member "a" both declare the set',
        );
    });
});

describe("in one program", () => {
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

    it("a group's members are declared as a whole or one by one", async () => {
        const [userId] = world.userIds;
        const whole: [Kind, Properties] = [GroupUsers.kind, { groupId, users: [{ userId }] }];
        const member: [Kind, Properties] = [GroupUser.kind, { groupId, userId }];
        expect(await refusals(whole, member)).toContain('"one" and "other" both declare the GroupUsers of');
        expect(await refusals(member, whole)).toContain('"one" and "other" both declare the GroupUsers of');
        const elsewhere = { groupId: await world.newGroup("Analysts"), userId };
        expect(await refusals(whole, [GroupUser.kind, elsewhere])).toBe("");
    });

    it("and its resources too", async () => {
        const resourceId = await world.newResource("Ledger");
        const whole: [Kind, Properties] = [GroupResources.kind, { groupId, resources: [] }];
        const member: [Kind, Properties] = [GroupResource.kind, { groupId, resourceId }];
        expect(await refusals(member, whole)).toContain('"one" and "other" both declare');
    });

    it("a group with a template leaves nothing to declare of what the template governs", async () => {
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
});
