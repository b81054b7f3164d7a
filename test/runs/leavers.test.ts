/** Runs a program that refers to a person who was deleted outside Pulumi, on a complete engine. */
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Run, Stack } from "../../src/local/engine/contract/stack.js";
import { openStack } from "../../src/local/engine/open-stack.js";
import { World } from "../proofs/conformance/world.js";

const HUGO = { token: "token-of-hugo", email: "hugo@tidewater.example", role: "ADMIN" } as const;

let world: World;
let stack: Stack;
let hugo: string;
let env: Record<string, string>;

beforeEach(async () => {
    world = await World.start([HUGO]);
    hugo = world.service.store.users.all().find(({ email }) => email === HUGO.email)?.user_id ?? "";
    env = {
        ACCESS_GOVERNANCE_URL: world.service.url,
        ACCESS_GOVERNANCE_TOKEN: world.service.token,
        OPAL_AUTH_TOKEN: "",
        EVERYONE: await world.newGroup("Everybody"),
        LEAVER: hugo,
    };
    stack = await openStack({
        program: join(__dirname, "../programs/leaver"),
        env,
        config: { "access-governance:lagSeconds": "0" },
    });
    expect((await stack.up()).exitCode).toBe(0);
});

afterEach(async () => {
    await stack?.close();
    await world?.close();
});

const errors = (run: Run): string =>
    run.diagnostics
        .filter(({ severity }) => severity === "error")
        .map(({ message }) => message)
        .join("\n");

test("the first error names the person, who deleted them, and every declaration of the program", async () => {
    await world.api("POST", "/tag", { tag_key: "shift", tag_value: "night" }, HUGO.token);
    await world.api("DELETE", `/users/${hugo}`);
    world.service.calls.clear();
    const run = await stack.preview();
    expect(run.exitCode).not.toBe(0);
    const [first = ""] = errors(run)
        .split("\n")
        .filter((line) => line.includes(hugo));
    expect(first).toContain(`${HUGO.email} was deleted by ada@tidewater.example`);
    for (const one of ['Owner "keepers"', 'Group "crew"', 'GroupUsers "crew"', 'GroupUser "everyone"'])
        expect(first).toContain(one);
    expect(first).not.toContain("untouched");
    expect(world.service.calls.writes()).toEqual([]);
});

test("without the person, the program matches the service again", async () => {
    await world.api("DELETE", `/users/${hugo}`);
    const after = await openStack({
        program: join(__dirname, "../programs/leaver"),
        env: { ...env, LEAVER: "" },
        config: { "access-governance:lagSeconds": "0" },
    });
    try {
        await after.importState(await stack.exportState());
        world.service.calls.clear();
        expect(errors(await after.up())).toBe("");
        expect(world.service.calls.writes().filter(({ status }) => status < 400)).toEqual([]);
        expect((await after.preview({ expectNoChanges: true })).exitCode).toBe(0);
        const owner = world.service.store.owners.all().find(({ name }) => name === "Keepers");
        expect(world.service.store.ownerUsers.find(owner?.owner_id ?? "")?.user_ids).toHaveLength(1);
    } finally {
        await after.close();
    }
});
