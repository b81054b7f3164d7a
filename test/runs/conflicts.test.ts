/** Runs a program that conflicts with several existing objects on a complete engine. */
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Run, Stack } from "../../src/local/engine/contract/stack.js";
import { openStack } from "../../src/local/engine/open-stack.js";
import { World } from "../proofs/conformance/world.js";

const NAMES = ["One", "Two", "Three", "Four", "Five"];

let world: World;
let stack: Stack;
let ids: string[];
let ownerId: string;

beforeAll(async () => {
    world = await World.start();
    ids = [];
    for (const name of NAMES) ids.push(await world.newGroup(name));
    ({ owner_id: ownerId } = await world.api("POST", "/owners", {
        name: "Owner",
        user_ids: [],
        description: "Theirs",
    }));
    stack = await openStack({
        program: join(__dirname, "../programs/conflicts"),
        env: {
            ACCESS_GOVERNANCE_URL: world.service.url,
            ACCESS_GOVERNANCE_TOKEN: world.service.token,
            OPAL_AUTH_TOKEN: "",
            OWNER: ownerId,
        },
    });
});

afterAll(async () => {
    await stack?.close();
    await world?.close();
});

const errors = (run: Run) =>
    run.diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message.trim());

test("a preview reports each conflict on its own line and the remedies only once", async () => {
    const run = await stack.preview();
    expect(run.exitCode).not.toBe(0);
    const lines = NAMES.map(
        (name, index) =>
            `Group "${name.toLowerCase()}" would be created, but the service already has this group: to import it, add the option { import: "${ids[index]}" }.`,
    );
    const owner = `Owner "owner" cannot import ${ownerId}: description is "Theirs" on the service, declared "Ours".`;
    const conflicts = errors(run).filter((message) => / (would be created|cannot import)/.test(message));
    expect(conflicts.sort()).toEqual([...lines, owner].sort());
    const once = [
        "In all: 6 conflicts, 2 wrong arguments",
        "To only refer to it, look it up: a declared object is deleted when its declaration is removed.",
        "If the resource was renamed in the program, add its old name to Pulumi's option aliases.",
        "Make the program match the service, or add the option { adopt: true } to change the service.",
    ];
    const reported = run.diagnostics.map(({ message }) => message).join("\n");
    for (const text of once) expect(reported.split(text), reported).toHaveLength(2);
    expect(errors(run).filter((message) => /^(name|requestConfigurations): /.test(message))).toHaveLength(2);
    // Reports of pipelines show only the errors, so these must include the remedies.
    for (const text of once.slice(1)) expect(errors(run).join("\n")).toContain(text);
});

test("an `up` without a preview stops at the first conflict and writes nothing", async () => {
    const before = await world.api("GET", "/groups");
    const run = await stack.up();
    expect(run.exitCode).not.toBe(0);
    expect(
        errors(run)
            .join("\n")
            .match(/would be created|cannot import|(name|requestConfigurations): /g),
    ).toHaveLength(1);
    expect(errors(run).at(-1)).toMatch(
        /Help: npx --no-install access-governance explain (DeclarationConflict|Argument)Error/,
    );
    expect(await world.api("GET", "/groups")).toEqual(before);
});
