import { beforeEach, expect, it } from "vitest";
import { GroupUsers } from "../../../../src/resources/kinds/groups/group-users.js";
import { eachWorld, world } from "../../../proofs/conformance/each-world.js";
import { Stack } from "../../../proofs/conformance/stack.js";

let stack: Stack;
let groupId: string;

eachWorld();

beforeEach(async () => {
    groupId = await world.newGroup("Engineers");
    stack = new Stack(GroupUsers.kind, world);
});

const add = (userId: unknown, minutes = 0) =>
    world.api("POST", `/groups/${groupId}/users/${userId}`, { duration_minutes: minutes });
const members = async () => {
    const { results } = await world.api<{ results: { user_id: string; expiration_date: string | null }[] }>(
        "GET",
        `/groups/${groupId}/users`,
    );
    return results;
};
const declare = (...ids: unknown[]) => ({ groupId, users: ids.map((userId) => ({ userId })) });

it("writes only the difference, so that remaining members keep their end", async () => {
    const [ada, bruno, chiyo] = world.userIds;
    await add(ada, 60);
    await add(chiyo);
    world.service.calls.clear();
    await stack.up(declare(ada, bruno));
    expect(world.service.calls.writes().map(({ operation }) => operation)).toEqual(["addGroupUser", "deleteGroupUser"]);
    const found = await members();
    expect(found.map(({ user_id }) => user_id).sort()).toEqual([ada, bruno].sort());
    expect(found.find(({ user_id }) => user_id === ada)?.expiration_date).not.toBeNull();
});

it("reports in the preview that it overwrites members", async () => {
    const [ada, bruno] = world.userIds;
    await add(bruno);
    const { lines } = await stack.preview(declare(ada));
    expect(lines.join()).toContain('GroupUsers "subject" overwrites: users');
});

it("removes only the declared members on destroy", async () => {
    const [ada, bruno, chiyo] = world.userIds;
    await stack.up(declare(ada, bruno));
    await add(chiyo);
    await stack.destroy();
    expect((await members()).map(({ user_id }) => user_id)).toEqual([chiyo]);
});
