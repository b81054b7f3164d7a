/** Runs a program whose declarations about new objects contradict each other, on a complete engine. */
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Run, Stack } from "../../src/local/engine/contract/stack.js";
import { openStack } from "../../src/local/engine/open-stack.js";
import { World } from "../proofs/conformance/world.js";

let world: World;
let stack: Stack;

beforeAll(async () => {
    world = await World.start();
    const [outer, inner] = [await world.newGroup("Outer"), await world.newGroup("Inner")];
    await world.api("POST", `/groups/${inner}/containing-groups`, { containing_group_id: outer });
    stack = await openStack({
        program: join(__dirname, "../programs/new-objects"),
        config: {
            "access-governance:url": world.service.url,
            "access-governance:token": { secret: world.service.token },
            "new-objects:app": world.appId,
            "new-objects:user": world.userIds[1] ?? "",
            "new-objects:outer": outer,
            "new-objects:inner": inner,
        },
        env: { ACCESS_GOVERNANCE_URL: "", ACCESS_GOVERNANCE_TOKEN: "", OPAL_AUTH_TOKEN: "" },
    });
});

afterAll(async () => {
    await stack?.close();
    await world?.close();
});

const errors = (run: Run) =>
    run.diagnostics.flatMap(({ severity, message }) => (severity === "error" ? [message] : []));

test("a preview reports each contradiction, although the objects have no ids yet", async () => {
    await stack.setConfig("new-objects:wrong", "true");
    const run = await stack.preview();
    expect(run.exitCode, run.output).not.toBe(0);
    for (const names of [
        ['"users"', '"users-again"'],
        ['"user"', '"user-again"'],
        ['ContainingGroup "two-in-itself"'],
        ['ContainingGroup "three-in-one"', "one-in-two", "two-in-three"],
        ['ContainingGroup "outer-in-inner"', "on the service"],
        ['ContainingGroup "four-in-five"', "five-in-inner", "inner-in-four"],
        ['ResourceUser "writes"', "accessLevelRemoteId", '"writer"'],
    ]) {
        const matching = errors(run).filter((message) => names.every((name) => message.includes(name)));
        expect(matching, `${names}\n${run.output}`).toHaveLength(1);
    }
});

test("a program without contradictions is previewed and deployed", async () => {
    await stack.setConfig("new-objects:wrong", "false");
    for (const run of [await stack.preview(), await stack.up(), await stack.preview({ expectNoChanges: true })])
        expect(run.exitCode, run.output).toBe(0);
});
