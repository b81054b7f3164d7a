import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Run, Stack, StackOptions } from "../../../src/local/engine/contract/stack.js";
import { openStack } from "../../../src/local/engine/open-stack.js";
import { findPulumi } from "../../../src/local/engine/pulumi.js";
import { Backend } from "../../../src/local/engine/state/backend.js";
import type { Answer, Program } from "./scenarios.js";
import { PROBE } from "./transcript.js";

const pulumi = findPulumi(false);
const engines = pulumi ? (["local", "pulumi"] as const) : (["local"] as const);
const NAME = { project: "probe", stack: "dev" };
const LOCKED =
    /the stack is currently locked by 1 lock\(s\)\. Either wait for the other process\(es\) to end or delete the lock file with `pulumi cancel`\.\n {2}file:\/\/.*: created by .+@.+ \(pid \d+\) at 20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ/;

let folder: string;
let backend: string;
const open: Stack[] = [];

beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "backend-test-"));
    backend = join(folder, "backend");
    world([]);
});

afterEach(async () => {
    for (const stack of open.splice(0)) await stack.close();
    rmSync(folder, { recursive: true });
});

async function stackOf(options: Partial<StackOptions>): Promise<Stack> {
    const stack = await openStack({
        program: PROBE,
        backend,
        ...options,
        env: { PROBE_FOLDER: folder, ...options.env },
    });
    open.push(stack);
    return stack;
}

function world(answers: Answer[]): void {
    writeFileSync(join(folder, "world.json"), JSON.stringify({ objects: {}, made: {}, answers }));
}

function declare(program: Program): void {
    writeFileSync(join(folder, "program.json"), JSON.stringify(program));
}

const one: Program = { resources: [{ kind: "Entity", name: "a", args: { name: "a", title: "One" } }] };
const locks = () =>
    readdirSync(join(backend, ".pulumi/locks/organization/probe/dev")).filter((f) => f.endsWith(".json"));
const stepsOf = (run: Run) => run.steps.map(({ op, name }) => `${op} ${name}`);
const errors = (run: Run) => run.diagnostics.filter(({ severity }) => severity === "error").map((d) => d.message);

async function until(there: () => boolean): Promise<void> {
    await expect.poll(there).toBe(true);
}

describe.each(engines)("%s", (engine) => {
    test("state outlives its stack object, and is not found without the backend", async () => {
        declare({ ...one, exports: { hush: { $secret: "quiet" } } });
        const first = await stackOf({ engine });
        expect((await first.up()).exitCode).toBe(0);
        await first.close();
        const file = join(backend, ".pulumi/stacks/probe/dev.json");
        expect(readFileSync(file, "utf8")).toContain("Entity:a");
        expect(readFileSync(file, "utf8")).not.toContain("quiet");

        const again = await stackOf({ engine });
        expect((await again.preview({ expectNoChanges: true })).exitCode).toBe(0);
        const elsewhere = await openStack({ program: PROBE, engine, env: { PROBE_FOLDER: folder } });
        open.push(elsewhere);
        expect(stepsOf(await elsewhere.preview())).toContain("create a");
    });

    test("a locked stack can be previewed but not changed", async () => {
        declare(one);
        world([{ method: "create", name: "a", isHeld: true }]);
        const first = await stackOf({ engine });
        const second = await stackOf({ engine });
        const up = first.up();
        await until(() => existsSync(join(backend, ".pulumi/locks/organization/probe/dev")) && locks().length > 0);
        for (const run of [await second.up(), await second.refresh(), await second.destroy()]) {
            expect(run.exitCode).toBe(1);
            expect(run.steps).toEqual([]);
            expect(errors(run)).toEqual([expect.stringMatching(LOCKED)]);
        }
        expect((await second.preview()).exitCode).toBe(0);
        expect((await second.refresh({ previewOnly: true })).exitCode).toBe(0);
        writeFileSync(join(folder, "released"), "");
        expect((await up).exitCode).toBe(0);
        expect(locks()).toEqual([]);
        expect(stepsOf(await second.up({ expectNoChanges: true }))).toContain("same a");
    });

    test("the lock is released after a failure", async () => {
        declare(one);
        world([{ method: "create", name: "a", throw: { message: "no" } }]);
        const stack = await stackOf({ engine });
        expect((await stack.up()).exitCode).toBe(1);
        expect(locks()).toEqual([]);
    });

    test("the lock of a dead process remains until it is cancelled", async () => {
        declare(one);
        const stack = await stackOf({ engine });
        const folder = join(backend, ".pulumi/locks/organization/probe/dev");
        mkdirSync(folder, { recursive: true });
        const owner = { pid: 2 ** 30, username: "someone", hostname: "there", timestamp: "2026-01-02T03:04:05.678Z" };
        writeFileSync(join(folder, "0.json"), JSON.stringify(owner));
        const run = await stack.up();
        expect(errors(run)).toEqual([expect.stringMatching(LOCKED)]);
        expect(errors(run)[0]).toContain("created by someone@there (pid 1073741824) at 2026-01-02T03:04:05Z");
        rmSync(folder, { recursive: true });
        expect((await stack.up()).exitCode).toBe(0);
    });

    test("a secret encrypted with another passphrase is not read", async () => {
        declare({ resources: [], exports: { hush: { $secret: "quiet" }, said: "aloud" } });
        await (await stackOf({ engine, stack: "other", env: { PULUMI_CONFIG_PASSPHRASE: "another" } })).up();
        const other = "organization/probe/other";
        declare({
            resources: [{ kind: "Reference", name: other }],
            exports: { hush: { $from: other, output: "hush" }, said: { $from: other, output: "said" } },
        });
        const stack = await stackOf({ engine });
        const run = await stack.up();
        expect(run.exitCode).toBe(0);
        expect(run.diagnostics).toEqual([
            { severity: "info", message: `eliding undecryptable secrets for stack reference '${other}'` },
        ]);
        const { deployment } = await stack.exportState({ showSecrets: true });
        expect(deployment.resources?.[0]?.outputs).toMatchObject({ said: "aloud", hush: { plaintext: "{}" } });
    });
});

if (pulumi)
    test("each engine continues from the state of the other, and respects its locks", async () => {
        declare(one);
        const local = await stackOf({ engine: "local" });
        const cli = await stackOf({ engine: "pulumi" });
        expect((await local.up()).exitCode).toBe(0);
        expect((await cli.preview({ expectNoChanges: true })).exitCode).toBe(0);
        expect((await cli.up()).exitCode).toBe(0);
        expect((await local.preview({ expectNoChanges: true })).exitCode).toBe(0);
        await new Backend(backend).locked(NAME, async () => {
            expect(errors(await cli.up())).toEqual([expect.stringMatching(LOCKED)]);
        });
        expect((await cli.destroy()).exitCode).toBe(0);
        expect(stepsOf(await local.preview())).toContain("create a");
    });
