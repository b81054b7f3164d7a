import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findPulumi } from "../../../src/local/engine/pulumi.js";
import { below, kill } from "../../proofs/kills/processes.js";
import { documents } from "./document.js";
import type { Program } from "./scenarios.js";
import { Shell } from "./shell.js";

// Runs each command line with the stand-in, and with the Pulumi CLI if it is on PATH: both must behave in the same way.

const pulumis = findPulumi(false) ? (["stand-in", "pulumi"] as const) : (["stand-in"] as const);
const recorded = JSON.parse(readFileSync(join(__dirname, "documents", "preview.json"), "utf8"));
const one: Program = {
    resources: [{ kind: "Entity", name: "a", args: { name: "a", title: { $config: "title" } } }],
    exports: { token: { $secretConfig: "token" }, list: { $secret: [1] }, title: { $config: "title" } },
};
const two: Program = {
    resources: [
        { kind: "Entity", name: "a", args: { name: "a", title: "One" } },
        { kind: "Entity", name: "b", args: { name: "b", title: { $ref: "a" } } },
    ],
};

let shell: Shell;
afterEach(() => shell.remove());

async function until(there: () => boolean): Promise<void> {
    await expect.poll(there).toBe(true);
}

describe.each(pulumis)("%s", (pulumi) => {
    beforeEach(() => {
        shell = new Shell(pulumi);
    });

    const locks = () => {
        const folder = join(shell.backend, ".pulumi/locks/organization/probe/dev");
        return existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith(".json")) : [];
    };
    const urns = async () =>
        (JSON.parse((await shell.type("stack export --stack dev")).stdout).deployment.resources ?? []).map(
            ({ urn }: { urn: string }) => urn.split("::").at(-1),
        );

    test("prints the document of a preview", async () => {
        expect(await documents(pulumi)).toEqual(recorded);
    });

    test("creates, selects and configures stacks", async () => {
        const settings = join(shell.project, "Pulumi.dev.yaml");
        expect(await shell.type("version")).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^v?3\./) });
        expect(await shell.type("login")).toMatchObject({ exitCode: 0 });
        expect(await shell.type("preview --non-interactive")).toMatchObject({
            exitCode: 1,
            stderr: "error: no stack selected; please use `pulumi stack select` or `pulumi stack init` to choose one\n",
        });
        const none = { exitCode: 6, stdout: "", stderr: "error: no stack named 'dev' found\n" };
        for (const line of ["preview --stack dev", "stack select dev", "up --yes -s dev", "cancel dev --yes"])
            expect(await shell.type(line)).toEqual(none);
        expect(await shell.type("stack select dev --create")).toMatchObject({ exitCode: 0 });
        expect(readFileSync(settings, "utf8")).toMatch(/^encryptionsalt: v1:\S+\n$/);
        expect(await shell.type("stack init dev")).toMatchObject({
            exitCode: 1,
            stderr: "error: stack 'organization/probe/dev' already exists\n",
        });

        writeFileSync(settings, `# Kept.\n${readFileSync(settings, "utf8")}`);
        await shell.type("config set title One");
        await shell.type("config set other:flag true");
        await shell.type("config set token hush --secret");
        await shell.type("config set title Two");
        expect(readFileSync(settings, "utf8")).toMatch(
            /^# Kept\.\nencryptionsalt: .+\nconfig:\n {2}probe:title: Two\n {2}other:flag: "true"\n {2}probe:token:\n {4}secure: v1:\S+\n$/,
        );
        expect((await shell.type("config get probe:token")).stdout).toBe("hush\n");
        expect((await shell.type("config get other:flag --stack dev")).stdout).toBe("true\n");
        expect(await shell.type("config get nothing")).toMatchObject({
            exitCode: 1,
            stderr: "error: configuration key 'nothing' not found for stack 'dev'\n",
        });
        await shell.type("stack init second");
        const listed = JSON.parse((await shell.type("stack ls --json")).stdout);
        expect(listed).toMatchObject([
            { name: "dev", current: false, resourceCount: 0 },
            { name: "second", current: true, resourceCount: 0 },
        ]);
        expect((await shell.type("config get title", { PULUMI_STACK: "dev" })).stdout).toBe("Two\n");
    });

    test("exits with the code that matches the result", async () => {
        shell.declare(one);
        await shell.type("stack init dev");
        await shell.type("config set title One");
        await shell.type("config set token hush --secret");
        for (const [line, exitCode] of [
            ["up", 2],
            ["destroy", 2],
            ["refresh", 1],
        ] as const)
            expect(await shell.type(`${line} --non-interactive`)).toEqual({
                exitCode,
                stdout: "",
                stderr: "error: --yes or --skip-preview or --preview-only must be passed in to proceed when running in non-interactive mode\n",
            });
        const said = "error: getting stack configuration: get stack secrets manager: ";
        expect(await shell.type("preview", { PULUMI_CONFIG_PASSPHRASE: "wrong" })).toMatchObject({
            exitCode: 1,
            stderr: `${said}incorrect passphrase\n`,
        });
        expect(await shell.type("preview", { PULUMI_CONFIG_PASSPHRASE: undefined })).toMatchObject({
            exitCode: 1,
            stderr: expect.stringContaining(`${said}passphrase must be set with PULUMI_CONFIG_PASSPHRASE or`),
        });
        const file = join(shell.folder, "passphrase");
        writeFileSync(file, "open\n");
        const byFile = { PULUMI_CONFIG_PASSPHRASE: undefined, PULUMI_CONFIG_PASSPHRASE_FILE: file };
        expect((await shell.type("up --yes --skip-preview --color never", byFile)).exitCode).toBe(0);
        expect((await shell.type("preview --expect-no-changes --refresh")).exitCode).toBe(0);
        shell.outside((objects) => Object.assign(objects["Entity:a"] ?? {}, { title: "Outside" }));
        expect(await shell.type("preview --expect-no-changes --json")).toMatchObject({
            exitCode: 7,
            stderr: "error: no changes were expected for preview but changes were proposed\n",
        });
        expect((await shell.type("refresh --yes --expect-no-changes")).exitCode).toBe(7);
        expect((await shell.type("up -y -f -r --suppress-progress --diff")).exitCode).toBe(0);
        expect((await shell.type("-C ../project stack output title")).stdout).toBe("One\n");
        expect((await shell.type("stack output token")).stdout).toBe("[secret]\n");
        expect(JSON.parse((await shell.type("stack output --json --show-secrets")).stdout)).toEqual({
            list: [1],
            title: "One",
            token: "hush",
        });
        expect(await shell.type("stack output nothing")).toMatchObject({
            exitCode: 1,
            stderr: "error: current stack does not have output property 'nothing'\n",
        });
        shell.declare({ resources: [{ kind: "Facet", name: "f", args: { entity: { $ref: "nobody" } } }] });
        expect((await shell.type("preview")).exitCode).toBe(1);
        expect((await shell.type("destroy --yes")).exitCode).toBe(0);
        expect(await urns()).toEqual([]);
    });

    test("rejects unknown commands and flags", async () => {
        for (const line of ["nonsense", "up --nonsense", "up -q"]) {
            const { exitCode, stderr } = await shell.type(line);
            expect(exitCode).toBe(1);
            expect(stderr).toMatch(/^error: unknown (command "nonsense"|flag: --nonsense|shorthand flag: 'q' in -q)/);
        }
        expect((await shell.type("-C /nowhere preview")).stderr).toBe(
            "error: chdir /nowhere: no such file or directory\n",
        );
    });

    test("reports a lock, and removes it with cancel", async () => {
        await shell.type("stack init dev");
        const folder = join(shell.backend, ".pulumi/locks/organization/probe/dev");
        mkdirSync(folder, { recursive: true });
        const owner = { pid: 2 ** 30, username: "someone", hostname: "there", timestamp: "2026-01-02T03:04:05.678Z" };
        writeFileSync(join(folder, "0.json"), JSON.stringify(owner));
        const run = await shell.type("up --yes --skip-preview");
        expect(run).toMatchObject({ exitCode: 1, stdout: "" });
        expect(run.stderr).toMatch(
            /^error: the stack is currently locked by 1 lock\(s\)\..*\n {2}file:\/\/.*someone@there/,
        );
        expect(await shell.type("cancel --yes")).toMatchObject({
            exitCode: 0,
            stdout: "The currently running update for 'dev' has been canceled!\n",
        });
        expect((await shell.type("up --yes --skip-preview")).exitCode).toBe(0);
        expect(locks()).toEqual([]);
    });

    test("a killed run leaves a pending operation until the state is imported", async () => {
        shell.declare({
            resources: [{ kind: "Entity", name: "b", args: { name: "b", title: "Two" } }, ...one.resources],
        });
        shell.world([{ method: "create", name: "a", waitMs: 60_000 }]);
        await shell.type("stack init dev");
        await shell.type("config set title One");
        await shell.type("config set token hush --secret");
        const { child, ended } = shell.start("up --yes --skip-preview --non-interactive");
        const state = join(shell.backend, ".pulumi/stacks/probe/dev.json");
        await until(() => {
            const { resources = [], pending_operations = [] } = JSON.parse(readFileSync(state, "utf8")).checkpoint
                .latest;
            const names = (those: { urn: string }[]) => those.map(({ urn }) => urn.split("::").at(-1));
            return (
                names(resources).includes("b") &&
                isDeepStrictEqual(
                    names(pending_operations.map(({ resource }: { resource: { urn: string } }) => resource)),
                    ["a"],
                )
            );
        });
        const started = below([child.pid ?? 0]);
        for (const pid of [child.pid ?? 0, ...started.map(({ pid }) => pid)]) kill(pid);
        await ended;
        expect((await shell.type("cancel --yes")).exitCode).toBe(0);
        expect(await urns()).toEqual(["probe-dev", "default", "b"]);
        const pending = async () => JSON.parse((await shell.type("stack export")).stdout).deployment.pending_operations;
        const creating = [
            {
                type: "creating",
                resource: {
                    urn: expect.stringMatching(/::a$/),
                    custom: true,
                    inputs: expect.objectContaining({ title: "One" }),
                },
            },
        ];
        expect(await pending()).toMatchObject(creating);
        expect((await pending())[0].resource).not.toHaveProperty("outputs");
        shell.world([]);
        shell.declare(one);
        // The engine does not know whether the object was created, so it creates it.
        const up = await shell.type("up --yes --skip-preview --color never");
        expect(up.exitCode).toBe(0);
        expect(up.stdout).toMatch(
            /warning: Attempting to deploy or update resources with 1 pending operations from previous deployment\./,
        );
        expect(up.stdout).toMatch(/\* \S+::a, interrupted while creating/);
        expect(await pending()).toMatchObject(creating);
        const { stdout } = await shell.type("stack export");
        writeFileSync(join(shell.folder, "export.json"), stdout);
        expect(await shell.type(`stack import --file ${join(shell.folder, "export.json")}`)).toEqual({
            exitCode: 0,
            stdout: "Import complete.\n",
            stderr: expect.stringMatching(
                /^warning: removing pending operation 'creating' on 'urn:\S+::a' from snapshot\n$/,
            ),
        });
        expect(await pending()).toBeUndefined();
        expect(await urns()).toEqual(["probe-dev", "default", "a"]);
        expect(JSON.parse((await shell.type("stack output --json --show-secrets")).stdout)).toMatchObject({
            token: "hush",
        });
    });

    for (const signal of ["SIGTERM", "SIGINT"] as const)
        test(`${signal} lets running operations finish`, async () => {
            shell.declare(two);
            shell.world([{ method: "create", name: "a", isHeld: true }]);
            await shell.type("stack init dev");
            const { child, ended, said } = shell.start("up --yes --skip-preview --non-interactive");
            await until(() => shell.isHeld());
            // A terminal sends its Ctrl-C to every process of the group.
            process.kill(signal === "SIGINT" ? -(child.pid ?? 0) : (child.pid ?? 0), signal);
            await until(() => said().includes(signal === "SIGINT" ? "^C received" : "SIGTERM received"));
            shell.release();
            const { exitCode, stdout } = await ended;
            expect(exitCode).toBe(1);
            expect(stdout).toContain("update canceled");
            expect(await urns()).toEqual(["probe-dev", "default", "a"]);
            expect(locks()).toEqual([]);
        });
});

describe("the stand-in alone", () => {
    test("stores state only in a folder", async () => {
        shell = new Shell("stand-in");
        expect(await shell.type("stack ls", { PULUMI_BACKEND_URL: undefined })).toEqual({
            exitCode: 1,
            stdout: "",
            stderr: "error: PULUMI_BACKEND_URL is not set: the local engine keeps state in a folder only, as in PULUMI_BACKEND_URL=file:///var/state\n",
        });
        expect((await shell.type("stack ls", { PULUMI_BACKEND_URL: "s3://bucket" })).exitCode).toBe(1);
    });
});
