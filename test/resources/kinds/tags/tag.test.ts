import { expect, it } from "vitest";
import { Tag } from "../../../../src/resources/kinds/tags/tag.js";
import { eachWorld, world } from "../../../proofs/conformance/each-world.js";
import { Stack } from "../../../proofs/conformance/stack.js";

eachWorld();

it("treats an omitted value and an empty value as equal", async () => {
    const stack = new Stack(Tag.kind, world);
    await stack.up({ key: "reviewed" });
    const emptied = await stack.preview({ key: "reviewed", value: "" });
    expect(emptied).toMatchObject({ action: "update", replaces: [], failures: [] });
    const twin = await new Stack(Tag.kind, world).preview({ key: "reviewed", value: "" });
    expect(twin.failures.join()).toContain(String(stack.state?.id));
    expect(await new Stack(Tag.kind, world).preview({ key: "reviewed", value: "yes" })).toMatchObject({
        action: "create",
        failures: [],
    });
});

it("is replaced if its value is removed from the program", async () => {
    const stack = new Stack(Tag.kind, world);
    await stack.up({ key: "squad", value: "platform" });
    const before = stack.state?.id;
    const outcome = await stack.up({ key: "squad" });
    expect(outcome).toMatchObject({ action: "replace", replaces: ["value"], failures: [] });
    expect(outcome.lines.join()).toContain("value is no longer declared; it returns to its default");
    expect(await world.has(`/tag/${before}`)).toBe(false);
    expect(await world.api("GET", `/tag/${stack.state?.id}`)).toMatchObject({ key: "squad", value: "" });
});

it("reads many tags with one list call", async () => {
    const session = new Stack(Tag.kind, world).session();
    const stacks: Stack[] = [];
    for (let rank = 0; rank < 9; rank += 1) {
        const stack = new Stack(Tag.kind, world);
        await stack.up({ key: "rank", value: `${rank}` }, { name: `rank-${rank}` });
        stacks.push(stack);
    }
    world.service.calls.clear();
    for (const [rank, stack] of stacks.entries()) {
        await stack.preview({ key: "rank", value: `${rank}` }, { name: `rank-${rank}` }, stack.process(session));
    }
    const calls = world.service.calls.all().map(({ operation }) => operation);
    expect(calls.filter((operation) => operation === "getTags")).toHaveLength(1);
    expect(calls.length).toBeLessThan(6);
});
