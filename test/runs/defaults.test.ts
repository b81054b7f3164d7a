/** Runs a program with provider defaults and default tags on a complete engine. */
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Stack } from "../../src/local/engine/contract/stack.js";
import { openStack } from "../../src/local/engine/open-stack.js";
import { World } from "../proofs/conformance/world.js";

let world: World;
let stack: Stack;
let owners: string[];

beforeAll(async () => {
    world = await World.start();
    owners = [await world.newOwner("Platform"), await world.newOwner("Security")];
    stack = await openStack({
        program: join(__dirname, "../programs/defaults"),
        config: { "access-governance:defaults": JSON.stringify({ adminOwnerId: owners[0], maxDurationMinutes: 480 }) },
        env: {
            ACCESS_GOVERNANCE_URL: world.service.url,
            ACCESS_GOVERNANCE_TOKEN: world.service.token,
            OPAL_AUTH_TOKEN: "",
            APP: world.appId,
            OTHER_OWNER: owners[1] ?? "",
        },
    });
});

afterAll(async () => {
    await stack?.close();
    await world?.close();
});

const group = (name: string) => world.service.snapshot().groups.find((one) => one.name === name);
const tagsOf = (name: string) =>
    world.service.snapshot().groupTags.filter(({ group_id }) => group_id === group(name)?.group_id);

test("each provider applies its own defaults, new groups get the default tags, and the next preview is empty", async () => {
    const run = await stack.up();
    expect(run.exitCode, run.diagnostics.map(({ message }) => message).join("\n")).toBe(0);
    expect(group("Plain")).toMatchObject({ admin_owner_id: owners[0], require_mfa_to_approve: false });
    expect(group("Plain")?.request_configurations).toMatchObject([{ max_duration_minutes: 480 }]);
    expect(group("Strict")).toMatchObject({ admin_owner_id: owners[1], require_mfa_to_approve: true });
    expect([tagsOf("Plain"), tagsOf("Strict")].map((tags) => tags.length)).toEqual([1, 1]);
    const again = await stack.preview({ expectNoChanges: true });
    expect(again.exitCode).toBe(0);
});
