import { expect, it } from "vitest";
import { Delegation } from "../../../../src/resources/kinds/people/delegation.js";
import { eachWorld, world } from "../../../proofs/conformance/each-world.js";
import { Stack } from "../../../proofs/conformance/stack.js";

eachWorld();

it("stays expired after its end, whether or not the service still returns it", async () => {
    const [delegatorUserId, delegateUserId] = world.userIds;
    const hour = (count: number) => new Date(world.now() + count * 3_600_000).toISOString();
    const args = { delegatorUserId, delegateUserId, startTime: hour(1), endTime: hour(2), reason: "On leave" };
    const stack = new Stack(Delegation.kind, world);
    await stack.up(args);
    world.service.clock.advance(3 * 3_600_000);
    expect(await stack.preview(args)).toMatchObject({ action: "same", lines: [] });

    await world.api("DELETE", `/delegations/${stack.state?.id}`);
    const over = await stack.preview(args);
    expect(over.action).toBe("same");
    expect(over.lines).toEqual([
        `Delegation "subject" expired on ${args.endTime}; it stays expired. Declare a later expiration date to recreate it`,
    ]);
    expect(await stack.up({ ...args, endTime: hour(1) })).toMatchObject({ action: "replace", failures: [] });
    expect(await world.has(`/delegations/${stack.state?.id}`)).toBe(true);
});
