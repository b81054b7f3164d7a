/** The plugin on the Pulumi CLI with a program in YAML. Skipped unless the CLI and its YAML host are on PATH. */
import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startCommand } from "../cli/command.js";
import { World } from "../proofs/conformance/world.js";
import { PLUGIN } from "./process.js";

const onPath = (name: string) => (process.env.PATH ?? "").split(delimiter).some((part) => existsSync(join(part, name)));
const isHere = onPath("pulumi") && onPath("pulumi-language-yaml");

describe.skipIf(!isHere)("a YAML program with the plugin", () => {
    let world: World;
    let root: string;
    let project: string;

    beforeAll(async () => {
        world = await World.start();
        root = mkdtempSync(join(tmpdir(), "plugin-cli-"));
        project = join(root, "project");
        const bin = join(root, "bin");
        for (const folder of [bin, join(root, "state"), join(root, "home")]) mkdirSync(folder);
        cpSync(join(__dirname, "../programs/yaml"), project, { recursive: true });
        // Where npm would link it.
        symlinkSync(PLUGIN, join(bin, "pulumi-resource-access-governance"));
        const path = join(project, "Pulumi.yaml");
        const plugins = `plugins:\n    providers:\n        - name: access-governance\n          path: ${bin}\n`;
        writeFileSync(path, `${readFileSync(path, "utf8")}${plugins}`);
        await run("stack", "init", "dev");
        await run("config", "set", "access-governance:url", world.service.url);
        await run("config", "set", "--secret", "access-governance:token", world.service.token);
        await run("config", "set", "app", world.appId);
        await run("config", "set", "user", world.userIds[1] ?? "");
    });

    afterAll(async () => {
        await world?.close();
        rmSync(root, { recursive: true, force: true });
    });

    /** Runs the Pulumi CLI, which must succeed, and returns its output. */
    async function run(...args: readonly string[]): Promise<string> {
        const env = {
            PATH: process.env.PATH,
            HOME: root,
            PULUMI_HOME: join(root, "home"),
            PULUMI_BACKEND_URL: `file://${join(root, "state")}`,
            PULUMI_CONFIG_PASSPHRASE: "test",
            PULUMI_SKIP_UPDATE_CHECK: "true",
            PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
        };
        return new Promise((resolve, reject) => {
            // Progress messages go to stderr.
            execFile("pulumi", [...args, "--non-interactive"], { cwd: project, env }, (error, stdout, stderr) =>
                error
                    ? reject(new Error(`pulumi ${args.join(" ")}\n${stdout}${stderr}`))
                    : resolve(`${stdout}${stderr}`),
            );
        });
    }
    /** Runs the access-governance command, which must succeed, and returns its output. */
    async function cli(...args: readonly string[]): Promise<string> {
        const { code, stdout } = await startCommand(args, world.service).ended;
        if (code !== 0) throw new Error(stdout);
        return stdout;
    }
    const group = () => world.service.store.groups.all().find(({ name }) => /Engineers|Renamed/.test(name ?? ""));

    test("is deployed, and the next preview shows no changes", async () => {
        const requests = world.service.store.requests.all().length;
        await run("preview");
        expect(world.service.store.requests.all()).toHaveLength(requests);
        expect(await run("up", "--yes")).toMatch(/12 created/);
        expect(group()?.name).toBe("Engineers");
        expect(JSON.parse(await run("stack", "output", "--json"))).toMatchObject({
            somebody: world.service.store.users.get(world.userIds[1] ?? "").email,
            asked: "PENDING",
        });
        expect(world.service.store.requests.all()).toHaveLength(requests + 1);
        // The plugin also serves the resources that a component creates.
        const night = world.service.store.owners.all().find(({ name }) => name === "Night");
        const emergency = world.service.store.groups.all().find(({ name }) => name === "Emergency");
        expect(emergency?.admin_owner_id).toBe(night?.owner_id);
        const { visibility } = world.service.store.groupVisibility.get(group()?.group_id ?? "");
        expect(visibility).toBe("LIMITED");
        world.service.calls.clear();
        expect(await run("preview", "--expect-no-changes")).toMatch(/12 unchanged/);
        // Objects that the engine has already read are not read again for the diff.
        const calls = world.service.calls.all().map(({ method, path }) => `${method} ${path}`);
        expect(calls.sort()).toEqual([...new Set(calls)].sort());
        expect(await run("stack", "export")).not.toContain("hush-hush");
    });

    test("shows drift with the live value in a preview without a refresh, and repairs it", async () => {
        await world.api("PUT", "/groups", { groups: [{ group_id: group()?.group_id, name: "Renamed" }] });
        const preview = await run("preview", "--diff");
        expect(preview).toContain('~ name: "Renamed" => "Engineers"');
        expect(preview).toContain('Group "team" drifted: name is "Renamed" on the service, declared "Engineers"');
        expect(preview).toMatch(/last changed by /);
        expect(await run("up", "--yes")).toMatch(/1 updated/);
        expect(group()?.name).toBe("Engineers");
    });

    test("reports who gains access by drift, and a gate stops a change that grants new access", async () => {
        const { group_id } = group() ?? {};
        await world.api("PUT", `/groups/${group_id}/visibility`, { visibility: "GLOBAL" });
        const file = join(root, "preview.json");
        writeFileSync(file, JSON.stringify(JSON.parse(await run("preview", "--json"))));
        const report = await cli("report", file);
        expect(report).toMatch(/Group "Engineers" +\[team\] +changed outside/);
        expect(report).toMatch(/people see it but should not; reverted by the\s+deployment/);
        await run("up", "--yes");
        const source = join(project, "Pulumi.yaml");
        const before = readFileSync(source, "utf8");
        writeFileSync(source, before.replace("visibility: LIMITED", "visibility: GLOBAL"));
        writeFileSync(file, JSON.stringify(JSON.parse(await run("preview", "--json"))));
        writeFileSync(source, before);
        await expect(cli("impact", file, "--no-new-access-to", "*")).rejects.toThrow(/STOPPED/);
    });

    test("imports an object and generates its declaration", async () => {
        const { owner_id } = await world.api<{ owner_id: string }>("POST", "/owners", { name: "Dusk", user_ids: [] });
        const out = join(root, "dusk.yaml");
        await run(
            "import",
            "access-governance:index:Owner",
            "dusk",
            owner_id,
            "--yes",
            "--out",
            out,
            "--protect=false",
        );
        expect(readFileSync(out, "utf8")).toMatch(/type: access-governance:Owner[\s\S]*name: Dusk/);
    });

    test("shows no changes for an organization that was exported to YAML", async () => {
        const out = join(root, "exported");
        await cli("export", "--out", out, "--language", "yaml");
        const bin = join(out, "node_modules/.bin");
        mkdirSync(bin, { recursive: true });
        symlinkSync(PLUGIN, join(bin, "pulumi-resource-access-governance"));
        const inside = (...args: readonly string[]) => run(...args, "--cwd", out);
        await inside("stack", "init", "dev");
        await inside("config", "set", "access-governance:url", world.service.url);
        await inside("config", "set", "--secret", "access-governance:token", world.service.token);
        await inside("stack", "import", "--file", join(out, "state/dev.json"));
        expect(await inside("preview", "--expect-no-changes")).toMatch(/[1-9]\d* unchanged/);
    });

    test("shows no changes for the state of a TypeScript program that was migrated to the plugin", async () => {
        // An exported project has the name of its folder, so both folders have the same name.
        const [typescript, yaml] = ["typescript/exported", "exported"].map((folder) => join(root, folder));
        if (!typescript || !yaml) throw new Error("There are two.");
        await cli("export", "--out", typescript, "--language", "typescript");
        const moved = join(root, "moved.json");
        await cli("migrate", join(typescript, "state/dev.json"), "--out", moved);
        await run("stack", "import", "--file", moved, "--cwd", yaml);
        expect(await run("preview", "--expect-no-changes", "--cwd", yaml)).toMatch(/[1-9]\d* unchanged/);
    });

    test("is destroyed", async () => {
        await run("destroy", "--yes");
        expect(group()).toBeUndefined();
    });
});
