/** Lookups and actions in a program that the local engine runs. */
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Run, Stack } from "../../../src/local/engine/contract/stack.js";
import { openStack } from "../../../src/local/engine/open-stack.js";
import { World } from "../../proofs/conformance/world.js";

let world: World;
let stack: Stack;

beforeAll(async () => {
    world = await World.start();
    stack = await openStack({
        program: join(__dirname, "../../programs/functions"),
        env: { ACCESS_GOVERNANCE_URL: "", ACCESS_GOVERNANCE_TOKEN: "", OPAL_AUTH_TOKEN: "" },
        config: {
            "access-governance:url": world.service.url,
            "access-governance:token": { secret: world.service.token },
        },
    });
});

afterAll(async () => {
    await stack?.close();
    await world?.close();
});

const errors = ({ diagnostics }: Run) =>
    diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message);
const starts = () => world.service.calls.all().filter(({ operation }) => operation === "startCampaign").length;

test("lookups find objects that the run created, and actions act once, but not in a preview", async () => {
    const planned = await stack.preview();
    expect(errors(planned)).toEqual([]);
    expect(world.service.calls.all().filter(({ method }) => method !== "GET")).toEqual([]);

    const made = await stack.up();
    expect(errors(made)).toEqual([]);
    expect(made.outputs).toMatchObject({ me: "ada@tidewater.example", status: "ONGOING" });
    expect(made.outputs.members).toContain("ada@tidewater.example");
    const { results } = await world.api<{ results: { status: string }[] }>("GET", "/campaigns?name=watch");
    expect(results).toMatchObject([{ status: "ONGOING" }]);
    const group = await world.api<{ name: string }>("GET", `/groups/${String(made.outputs.found)}`);
    expect(group.name).toBe("Watch");
    expect(starts()).toBe(1);

    const again = await stack.up();
    expect(errors(again)).toEqual([]);
    expect(again.outputs).toEqual(made.outputs);
    expect(starts()).toBe(1);
    expect(again.output).not.toContain(world.service.token);
});
