/** Defaults of a provider: which ones are refused, where they apply, and their effect on later runs. */
import { beforeEach, describe, expect, it } from "vitest";
import { SettingsError } from "../../../src/common/errors.js";
import { checkDefaults } from "../../../src/provider/run/default-settings.js";
import { Group } from "../../../src/resources/kinds/groups/group.js";
import { GroupUser } from "../../../src/resources/kinds/groups/group-user.js";
import { kinds } from "../../../src/resources/kinds.js";
import { Deployment, declare } from "../../proofs/sequences/deployment.js";
import { eachTest, world } from "../../proofs/sequences/setting.js";

eachTest();

let ownerId: string;

beforeEach(async () => {
    ownerId = await world.newOwner("Platform");
});

/** A stack whose provider has these defaults. */
function withDefaults(defaults: object): Deployment {
    return new Deployment(world, { "access-governance:defaults": JSON.stringify(defaults) }, { kinds });
}

const team = (more: object = {}) =>
    declare(Group.kind, "team", { name: "Team", appId: world.appId, requestConfigurations: [{}], ...more });

const live = () => world.service.snapshot().groups.find(({ name }) => name === "Team");

describe("the defaults of a provider", () => {
    it.each([
        [{ requireMfaToAprove: true }, 'did you mean "requireMfaToApprove"?'],
        [{ requireMfaToApprove: "yes" }, "expected boolean"],
        [{ adminOwnerId: "Platform" }, "must be the id of an object"],
        [{ accessLevelRemoteId: "admin" }, "no field of this name can have a default"],
        [{ constructor: 1 }, "no field of this name can have a default"],
    ])("%j are refused", (defaults, reason) => {
        expect(() => checkDefaults(kinds, defaults)).toThrow(SettingsError);
        expect(() => checkDefaults(kinds, defaults)).toThrow(reason);
    });

    it("apply to omitted properties at any depth, and to nothing else", async () => {
        const stack = withDefaults({ adminOwnerId: ownerId, requireMfaToApprove: true, maxDurationMinutes: 480 });
        const given = [{ maxDurationMinutes: 60 }, { condition: { groupIds: [world.groupIds[0]] } }];
        expect((await stack.up([team({ requestConfigurations: given })])).failures).toEqual([]);
        expect(live()).toMatchObject({ admin_owner_id: ownerId, require_mfa_to_approve: true });
        const durations = live()?.request_configurations?.map((one) => one.max_duration_minutes);
        expect(durations?.sort()).toEqual([480, 60]);
    });

    it("count as declared: drift is shown and repaired", async () => {
        const stack = withDefaults({ requireMfaToApprove: true });
        await stack.settle([team()]);
        await world.api("PUT", "/groups", { groups: [{ group_id: stack.id("team"), require_mfa_to_approve: false }] });
        const { lines } = await stack.up([team()]);
        expect(lines.join()).toContain("requireMfaToApprove is false on the service, declared true");
        expect(live()?.require_mfa_to_approve).toBe(true);
    });

    it("do not allow omitting a value that is narrower than its default", async () => {
        const stack = withDefaults({ maxDurationMinutes: 480 });
        await stack.settle([team({ requestConfigurations: [{ maxDurationMinutes: 60 }] })]);
        const { failures } = await stack.preview([team()]);
        expect(failures.join()).toContain("maxDurationMinutes was 60 and is now omitted, so it becomes 480");
    });

    it("limit the duration of grants", async () => {
        const stack = withDefaults({ durationMinutes: 60 });
        const grant = { groupId: await world.newGroup("Team"), userId: world.userIds[1] };
        await stack.settle([declare(GroupUser.kind, "grant", grant)]);
        const member = world.service.snapshot().groupUsers.find(({ group_id }) => group_id === grant.groupId);
        expect(member?.expiration_date).toBeTruthy();
    });
});
