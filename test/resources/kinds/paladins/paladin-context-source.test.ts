import { beforeEach, expect, it } from "vitest";
import type { Properties } from "../../../../src/common/properties.js";
import { PaladinContextSource } from "../../../../src/resources/kinds/paladins/paladin-context-source.js";
import { eachWorld, world } from "../../../proofs/conformance/each-world.js";
import { Stack } from "../../../proofs/conformance/stack.js";

let args: Properties;
let stack: Stack;

eachWorld();

beforeEach(async () => {
    const body = { name: "Reviewer", owner_id: world.ownerId };
    const { paladin_id } = await world.api<{ paladin_id: string }>("POST", "/paladin", body);
    args = { paladinId: paladin_id, sourceKind: "SLACK_CHANNEL", thirdPartyProvider: "SLACK", remoteId: "C0/1" };
    stack = new Stack(PaladinContextSource.kind, world);
});

const sources = async () => {
    const { results } = await world.api<{ results: { id: string; name: string }[] }>(
        "GET",
        `/paladin/${args.paladinId}/context-sources`,
    );
    return results;
};

it("is replaced for another name, because adding it again would keep the old name", async () => {
    await stack.up({ ...args, name: "Alerts" });
    const [before] = await sources();
    const outcome = await stack.up({ ...args, name: "Incidents" });
    expect(outcome).toMatchObject({ action: "replace", replaces: ["name"], deleteBeforeReplace: true, failures: [] });
    const [after, ...more] = await sources();
    expect(more).toEqual([]);
    expect(after).toMatchObject({ name: "Incidents" });
    expect(after?.id).not.toBe(before?.id);
    expect(stack.state?.outputs.contextSourceId).toBe(after?.id);
});

it("contains the percent-encoded remote id in its own id", async () => {
    await stack.up(args);
    expect(stack.state?.id).toBe(`${args.paladinId}/SLACK/C0%2F1`);
});

it("is destroyed without an error if its Paladin was deleted, and cannot be created without it", async () => {
    await stack.up(args);
    await world.api("DELETE", `/paladin/${args.paladinId}`);
    await stack.destroy();
    const again = new Stack(PaladinContextSource.kind, world);
    expect((await again.up(args)).failures.join()).toContain("returned 404");
});
