/** Runs each form of a program that docs/programs.md shows. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LocalWorkspace } from "@pulumi/pulumi/automation/index.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openStack } from "../../src/local/engine/open-stack.js";
import { findPulumi } from "../../src/local/engine/pulumi.js";
import { Owner } from "../../src/resources/kinds/owners/owner.js";
import { World } from "../proofs/conformance/world.js";

let world: World;

beforeAll(async () => {
    world = await World.start();
});

afterAll(() => world?.close());

const settings = () => ({
    ACCESS_GOVERNANCE_URL: world.service.url,
    ACCESS_GOVERNANCE_TOKEN: world.service.token,
    OPAL_AUTH_TOKEN: "",
});

test("a program can be an ES module with top-level await", async () => {
    const stack = await openStack({ program: join(__dirname, "../programs/module"), env: settings() });
    try {
        const { outputs, exitCode, output } = await stack.up();
        expect(exitCode, output).toBe(0);
        expect(outputs.app_id).toBe(world.appId);
        const owner = await world.api("GET", `/owners/${String(outputs.owner_id)}`);
        expect(owner).toMatchObject({ name: "Module" });
    } finally {
        await stack.close();
    }
});

test.each([
    ["is registered without a stack trace for each of its promises", {}, expect.toSatisfy((stacks) => stacks < 15)],
    [
        "keeps the stack traces if PULUMI_DEBUG_PROMISE_LEAKS is set",
        { PULUMI_DEBUG_PROMISE_LEAKS: "1" },
        expect.toSatisfy((s) => s > 30),
    ],
])("a resource %s", async (_, env, stacks) => {
    const program = join(__dirname, "../programs/stacks");
    const stack = await openStack({ program, engine: "local", env: { ...settings(), ...env } });
    try {
        const { outputs, output } = await stack.up();
        expect(outputs, output).toEqual({ stacks });
    } finally {
        await stack.destroy();
        await stack.close();
    }
});

// Only the Pulumi CLI can run inline programs.
test.skipIf(!findPulumi(false))(
    "an inline program of the Automation API runs in a folder with the package installed",
    async () => {
        const folder = mkdtempSync(join(tmpdir(), "inline-"));
        const backend = join(folder, "backend");
        mkdirSync(backend);
        symlinkSync(join(__dirname, "../../node_modules"), join(folder, "node_modules"));
        try {
            const program = async () => ({ owner_id: new Owner("owner", { name: "Inline" }).id });
            const stack = await LocalWorkspace.createOrSelectStack(
                { stackName: "dev", projectName: "inline", program },
                {
                    workDir: folder,
                    projectSettings: { name: "inline", runtime: "nodejs", backend: { url: `file://${backend}` } },
                    envVars: { ...settings(), PULUMI_CONFIG_PASSPHRASE: "inline", PULUMI_SKIP_UPDATE_CHECK: "true" },
                },
            );
            const { outputs } = await stack.up();
            const owner = await world.api("GET", `/owners/${String(outputs.owner_id?.value)}`);
            expect(owner).toMatchObject({ name: "Inline" });
        } finally {
            rmSync(folder, { recursive: true, force: true });
        }
    },
);
