import { beforeEach, expect, it } from "vitest";
import type { Properties } from "../../../../src/common/properties.js";
import { ResourceUser } from "../../../../src/resources/kinds/resources/resource-user.js";
import { eachWorld, world } from "../../../proofs/conformance/each-world.js";
import { Stack } from "../../../proofs/conformance/stack.js";

let stack: Stack;
let args: Properties;

eachWorld();

beforeEach(async () => {
    stack = new Stack(ResourceUser.kind, world);
    const resourceId = await world.newResource("Ledgers", "AWS_RDS_POSTGRES_CLUSTER");
    args = { resourceId, userId: world.userIds[2] };
});

const path = () => `/resources/${args.resourceId}/users/${args.userId}`;
const grants = async () =>
    (
        await world.api<{ data: { access_level: { access_level_remote_id: string }; expiration_date: unknown }[] }>(
            "GET",
            path(),
        )
    ).data;
const newLevel = (id: string) =>
    world.api("POST", `/resources/${args.resourceId}/custom-access-levels`, {
        access_level: { access_level_name: id, access_level_remote_id: id },
    });

it("manages access at several levels separately", async () => {
    await newLevel("reader");
    await newLevel("arn:writer/all");
    const other = new Stack(ResourceUser.kind, world);
    await stack.up({ ...args, accessLevelRemoteId: "reader" });
    await other.up({ ...args, accessLevelRemoteId: "arn:writer/all", durationMinutes: 60 });
    expect(other.state?.id).toBe(`${args.resourceId}/${args.userId}/arn%3Awriter%2Fall`);
    await stack.destroy();
    expect(await grants()).toMatchObject([{ access_level: { access_level_remote_id: "arn:writer/all" } }]);
    await other.up({ ...args, accessLevelRemoteId: "arn:writer/all", durationMinutes: 0 });
    expect(await grants()).toMatchObject([{ expiration_date: null }]);
});

it("does not mistake inherited access for its own grant", async () => {
    const groupId = await world.newGroup("Engineers");
    await world.api("POST", `/groups/${groupId}/users/${args.userId}`, { duration_minutes: 0 });
    await world.api("POST", `/groups/${groupId}/resources/${args.resourceId}`, { duration_minutes: 0 });
    expect(await stack.up(args)).toMatchObject({ action: "create", failures: [] });
    await world.api("DELETE", path());
    expect((await stack.preview(args)).lines.join()).toContain("was deleted outside");
});

it("stays expired until it is renewed", async () => {
    const timed = { ...args, durationMinutes: 60 };
    await stack.up(timed);
    world.service.clock.advance(2 * 3_600_000);
    expect((await stack.preview(timed)).lines.join()).toContain("it stays expired. Set renew: true");
    expect(await stack.up(timed)).toMatchObject({ action: "same" });
    expect(await grants()).toEqual([]);
    expect(await stack.up({ ...timed, renew: true })).toMatchObject({ action: "replace", failures: [] });
    expect(await grants()).toHaveLength(1);
});

it("is reported as deleted with its user and can be destroyed without an error", async () => {
    await stack.up(args);
    await world.api("DELETE", `/users/${args.userId}`);
    // No audit event reports the deletion of the grant, so at first it counts as not visible yet.
    const [line] = (await stack.preview(args)).lines;
    expect(line).toMatch(/was not found, but may not be visible yet; `pulumi up` writes it again, which gives access$/);
    world.service.clock.advance(11 * 60_000);
    expect((await stack.preview(args)).lines).toEqual([expect.stringContaining("was deleted outside")]);
    expect((await stack.up(args)).failures.join()).toMatch(/The user .* does not exist/);
    await stack.destroy();
    expect(stack.state).toBeUndefined();
});

it("rejects a duration above the maximum of the API before any call", async () => {
    world.service.calls.clear();
    const outcome = await stack.up({ ...args, durationMinutes: 153_722_868 });
    expect(outcome.failures).toEqual([
        "durationMinutes: 153722868 is not allowed: it must be at most 153722867. Help: npx --no-install access-governance explain ArgumentError",
    ]);
    expect(world.service.calls.all()).toEqual([]);
});
