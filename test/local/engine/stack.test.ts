import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { EngineError } from "../../../src/local/engine/contract/project.js";
import type { Run, Stack, StackOptions } from "../../../src/local/engine/contract/stack.js";
import { openStack } from "../../../src/local/engine/open-stack.js";
import { findPulumi, withoutPulumi } from "../../../src/local/engine/pulumi.js";
import type { Program } from "./scenarios.js";
import { PROBE } from "./transcript.js";

const pulumi = findPulumi(false);
const engines = pulumi ? (["local", "pulumi"] as const) : (["local"] as const);
console.log(`Engines under test: local engine${pulumi ? ` and pulumi ${pulumi}` : " (the Pulumi CLI is not on PATH)"}`);

let folder: string;
const open: Stack[] = [];

beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "stack-test-"));
    writeFileSync(join(folder, "world.json"), JSON.stringify({ objects: {}, made: {} }));
});

afterEach(async () => {
    for (const stack of open.splice(0)) await stack.close();
    rmSync(folder, { recursive: true });
});

async function stackOf(options: Partial<StackOptions>): Promise<Stack> {
    const env = { PROBE_FOLDER: folder, ...options.env };
    const stack = await openStack({ program: PROBE, config: { "probe:token": { secret: "hush" } }, ...options, env });
    open.push(stack);
    return stack;
}

function declare(program: Program): void {
    writeFileSync(join(folder, "program.json"), JSON.stringify(program));
}

function outside(edit: (objects: Record<string, Record<string, unknown>>) => void): void {
    const world = JSON.parse(readFileSync(join(folder, "world.json"), "utf8"));
    edit(world.objects);
    writeFileSync(join(folder, "world.json"), JSON.stringify(world));
}

const stepsOf = (run: Run) => run.steps.map(({ op, name }) => `${op} ${name}`);
const small: Program = {
    resources: [
        { kind: "Entity", name: "a", args: { name: "a", title: "One" }, outputs: ["size"] },
        { kind: "Facet", name: "f", args: { entity: { $ref: "a" }, text: { $secretConfig: "token" } } },
    ],
    exports: { size: { $ref: "a", output: "size" }, text: { $ref: "f", output: "text" } },
};

describe.each(engines)("%s", (engine) => {
    test("creates, compares, refreshes and deletes resources", async () => {
        declare(small);
        const before = readdirSync(PROBE);
        const stack = await stackOf({ engine });
        expect(stack.engine).toBe(engine === "local" ? "local engine" : `pulumi ${pulumi}`);

        const up = await stack.up();
        expect(stepsOf(up)).toEqual(["create probe-dev", "create default", "create a", "create f"]);
        expect(up.exitCode).toBe(0);
        expect(up.outputs).toMatchObject({ size: 3, text: "[secret]" });
        expect(up.output).toContain("Entity a");
        expect(up.output).not.toContain("hush");

        outside((objects) => Object.assign(objects["Entity:a"] ?? {}, { title: "Other" }));
        const drift = await stack.preview({ expectNoChanges: true });
        expect(drift.exitCode).toBe(7);
        expect(stepsOf(drift)).toEqual(["same probe-dev", "same default", "update a", "same f"]);
        expect(drift.diagnostics.map(({ message }) => message)).toContain("Entity:a title was changed outside");

        expect((await stack.refresh({ previewOnly: true, expectNoChanges: true })).exitCode).toBe(7);
        const destroyed = await stack.destroy();
        expect(stepsOf(destroyed).slice(0, 2)).toEqual(["delete f", "delete a"]);
        expect((await stack.exportState()).deployment.resources ?? []).toEqual([]);
        expect(readdirSync(PROBE)).toEqual(before);
    });

    test("uses the configuration that is set after the stack was opened", async () => {
        declare({ resources: [], exports: { token: { $config: "token" }, region: { $config: "region" } } });
        const stack = await stackOf({ engine });
        await stack.setConfig("probe:region", "north");
        await stack.setConfig("probe:token", "a new one", { secret: true });
        const run = await stack.up();
        expect(run.exitCode).toBe(0);
        expect(run.outputs).toMatchObject({ region: "north" });
        expect(run.output).not.toContain("a new one");
    });
});

test("the local engine imports a state that it has exported, with encrypted secrets", async () => {
    declare(small);
    const first = await stackOf({ engine: "local" });
    await first.up();
    const state = await first.exportState();
    expect(JSON.stringify(state)).not.toContain("hush");
    const second = await stackOf({ engine: "local" });
    await second.importState(JSON.parse(JSON.stringify(state)));
    expect((await second.preview({ expectNoChanges: true })).exitCode).toBe(0);
    const stranger = await stackOf({ engine: "local", env: { PULUMI_CONFIG_PASSPHRASE: "another" } });
    await expect(stranger.importState(state)).rejects.toThrow(/Wrong passphrase/);
});

if (pulumi)
    test("Pulumi continues from a state of the local engine, and vice versa", async () => {
        declare(small);
        const local = await stackOf({ engine: "local" });
        await local.up();
        const cli = await stackOf({ engine: "pulumi" });
        await cli.importState(await local.exportState());
        expect((await cli.preview({ expectNoChanges: true })).exitCode).toBe(0);
        const again = await stackOf({ engine: "local" });
        await again.importState(await cli.exportState());
        expect((await again.preview({ expectNoChanges: true })).exitCode).toBe(0);
    });

describe("the local engine", () => {
    test("rejects a resource option that it does not support", async () => {
        const options = { customTimeouts: { create: "5m" } };
        declare({ resources: [{ kind: "Entity", name: "a", args: { name: "a" }, options }] });
        const run = await (await stackOf({ engine: "local" })).up();
        expect(run.exitCode).toBe(1);
        expect(run.diagnostics).toEqual([
            {
                severity: "error",
                message:
                    "The local engine does not support the resource option customTimeouts (a): use the Pulumi CLI for this program.",
            },
        ]);
    });

    test("ends with the error of a program that fails", async () => {
        writeFileSync(join(folder, "program.json"), "{}");
        const run = await (await stackOf({ engine: "local" })).up();
        expect(run.exitCode).toBe(1);
        expect(run.diagnostics.map(({ message }) => message).join("\n")).toContain("resources is not iterable");
    });

    test("rejects an invalid deployment, and a path without a program", async () => {
        const stack = await stackOf({ engine: "local" });
        await expect(stack.importState({ version: 2 })).rejects.toThrow(EngineError);
        await expect(openStack({ program: join(folder, "nothing") })).rejects.toThrow(/does not exist/);
        await expect(openStack({ program: folder })).rejects.toThrow(/No Pulumi.yaml in/);
    });
});

test("the user's own Pulumi settings are not passed on", () => {
    expect(withoutPulumi({ PATH: "/bin", PULUMI_ACCESS_TOKEN: "pul-1", PULUMI_HOME: "/home" })).toEqual({
        PATH: "/bin",
    });
});
