/** The examples of docs/kinds: every kind has one, and a program with all of them runs. They are compiled with the package. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fileName } from "../../scripts/kinds/lists.js";
import type { Run, Stack } from "../../src/local/engine/contract/stack.js";
import { openStack } from "../../src/local/engine/open-stack.js";
import { kinds } from "../../src/resources/kinds.js";
import { World } from "../proofs/conformance/world.js";

const root = join(__dirname, "../..");
const folder = join(root, "examples/kinds");

let world: World;
let stack: Stack;

beforeAll(async () => {
    world = await World.start();
    stack = await openStack({
        program: join(__dirname, "../programs/examples"),
        env: { ACCESS_GOVERNANCE_URL: "", ACCESS_GOVERNANCE_TOKEN: "", OPAL_AUTH_TOKEN: "" },
        config: {
            "access-governance:url": world.service.url,
            "access-governance:token": { secret: world.service.token },
            "examples:webhookKey": { secret: "key-of-the-receiver" },
        },
    });
});

afterAll(async () => {
    await stack?.close();
    await world?.close();
});

const errors = ({ diagnostics }: Run) =>
    diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message);

test("every kind has an example that declares it, and there are no other examples", () => {
    const examples = readdirSync(folder).filter((file) => file.endsWith(".ts"));
    expect(examples.sort()).toEqual(kinds.map(({ name }) => `${fileName(name)}.ts`).sort());
    const withoutExample = kinds.filter(({ name }) => {
        const text = readFileSync(join(folder, `${fileName(name)}.ts`), "utf8");
        return !text.includes(`new access.${name}(`);
    });
    expect(withoutExample.map(({ name }) => name)).toEqual([]);
});

test("a program of all examples is deployed, previews without changes, exposes no secret, and is destroyed", async () => {
    const created = await stack.up();
    expect(errors(created)).toEqual([]);
    const made = new Set(created.steps.filter(({ op }) => op === "create").map(({ type }) => type.split(":").at(-1)));
    expect(kinds.map(({ name }) => name).filter((name) => !made.has(name))).toEqual([]);
    const clean = await stack.preview({ expectNoChanges: true });
    expect(errors(clean)).toEqual([]);
    expect(clean.exitCode).toBe(0);
    expect(created.output + JSON.stringify(await stack.exportState())).not.toContain("key-of-the-receiver");
    expect(errors(await stack.destroy())).toEqual([]);
});
