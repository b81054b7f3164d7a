import { beforeEach, expect, it } from "vitest";
import { Client } from "../../../src/api/client.js";
import { Live } from "../../../src/provider/live/live.js";
import { Locks } from "../../../src/provider/live/locks.js";
import type { Scope } from "../../../src/provider/shapes/kind.js";
import { GroupVisibility } from "../../../src/resources/kinds/groups/group-visibility.js";
import { ResourceReviewers } from "../../../src/resources/kinds/resources/resource-reviewers.js";
import { eachWorld, world } from "../../proofs/conformance/each-world.js";

let scope: Scope;

eachWorld();

beforeEach(() => {
    const client = new Client({ url: world.service.url, token: world.service.token });
    scope = { client, live: new Live(client), locks: new Locks(), now: Date.now };
});

it("keeps both changes when two writers change different properties of one document at the same time", async () => {
    const id = await world.newGroup("Engineers");
    const groups = world.groupIds.slice(0, 2);
    const before = (await GroupVisibility.kind.value(scope.live, id)) ?? {};
    await Promise.all([
        GroupVisibility.kind.put(scope, id, { visibility: "LIMITED" }, before),
        GroupVisibility.kind.put(scope, id, { visibilityGroupIds: groups }, before),
    ]);
    const now = await world.api("GET", `/groups/${id}/visibility`);
    expect(now).toEqual({ visibility: "LIMITED", visibility_group_ids: groups });
});

it("does not read a document before replacing all of it", async () => {
    const id = await world.newGroup("Engineers");
    world.service.calls.clear();
    await GroupVisibility.kind.put(scope, id, { visibility: "LIMITED", visibilityGroupIds: [] }, {});
    expect(world.service.calls.all().map(({ operation }) => operation)).toEqual(["setGroupVisibility"]);
});

it("reads the related object that the removal of a declaration needs", async () => {
    const id = await world.newResource("Ledger");
    const [reviewers, administrators] = [await world.newOwner("Reviewers"), await world.newOwner("Administrators 2")];
    const body = { resources: [{ resource_id: id, admin_owner_id: administrators }] };
    await world.api("PUT", "/resources", body);
    await ResourceReviewers.kind.put(scope, id, { reviewerIds: [reviewers] }, {});
    const { removal } = ResourceReviewers.kind;
    if (removal.does !== "delete") throw new Error("the subresource writes nothing at its end");
    await removal.remove(scope, id, { reviewerIds: [reviewers] });
    expect(await world.api("GET", `/resources/${id}/reviewers`)).toEqual([administrators]);
});
