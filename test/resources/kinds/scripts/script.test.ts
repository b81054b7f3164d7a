import { beforeEach, expect, it } from "vitest";
import { Script } from "../../../../src/resources/kinds/scripts/script.js";
import { eachWorld, world } from "../../../proofs/conformance/each-world.js";
import { Stack } from "../../../proofs/conformance/stack.js";

let stack: Stack;

eachWorld();

beforeEach(() => {
    stack = new Stack(Script.kind, world);
});

const source = "def main(request):\n    return request.approve()\n";
const review = () => ({ name: "Short", scriptType: "REQUEST_REVIEW", script: source, ownerId: world.ownerId });
const PLAIN_RULE = {
    priority: 0,
    allow_requests: true,
    auto_approval: false,
    require_mfa_to_request: false,
    require_support_ticket: false,
};
const sent = () => world.service.calls.writes().map(({ operation, body }) => ({ operation, body }));

it("imports or adopts a script without a write, although its owner cannot be read", async () => {
    await stack.up(review());
    const id = String(stack.state?.id);
    world.service.calls.clear();
    for (const options of [
        { import: id, says: "does not return ownerId" },
        { import: "Short", says: "does not return ownerId" },
        { import: id, adopt: true, says: "imports" },
    ]) {
        const other = new Stack(Script.kind, world);
        const { lines } = await other.up(review(), options);
        expect(lines.join()).toContain(options.says);
        expect([other.state?.id, sent()]).toEqual([id, []]);
        expect(await other.preview(review())).toMatchObject({ action: "same", lines: [] });
    }
});

it("is replaced for another owner, as the preview reports", async () => {
    await stack.up(review());
    const { state } = stack;
    const args = { ...review(), ownerId: await world.newOwner("Platform") };
    expect(await stack.preview(args)).toMatchObject({ action: "replace" });
    await stack.up(args);
    expect(stack.state?.id).not.toBe(state?.id);
    expect(world.service.store.scripts.all()).toHaveLength(1);
    expect(world.service.store.scriptReviewers.all()).toMatchObject([{ owner_id: args.ownerId }]);
});

it("sends only changed properties", async () => {
    await stack.up(review());
    world.service.calls.clear();
    await stack.up({ ...review(), script: `${source}\n` });
    expect(sent()).toEqual([{ operation: "updateOpalScript", body: { script: `${source}\n` } }]);
    expect(world.service.store.scripts.all()[0]?.version).toBe(2);
});

it("cannot be destroyed while a reviewer stage uses its service user, and the error names the group", async () => {
    await stack.up(review());
    const [reviewer] = world.service.store.scriptReviewers.all();
    const group_id = await world.newGroup("Pilots");
    const stage = {
        require_manager_approval: false,
        operator: "AND",
        owner_ids: [],
        service_user_ids: [reviewer?.user_id],
    };
    const rule = { ...PLAIN_RULE, reviewer_stages: [stage] };
    await world.api("PUT", "/groups", { groups: [{ group_id, request_configurations: [rule] }] });
    await expect(stack.destroy()).rejects.toThrow('it reviews requests for the group "Pilots"');
    expect(world.service.store.scripts.all()).toHaveLength(1);
});
