/**
 * Runs the pipeline scripts on projects in YAML and Python, as somebody has them who used the template: with the Pulumi CLI, and with what
 * install.sh installs from the locks. Skipped unless the CLI and the host of the language are on PATH.
 */
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Service, startService } from "../../src/local/service/index.js";
import { createTemplateProject, isTemplateRunnable, templateEnvironment } from "../support/template-project.js";
import { type Command, expectRun, run } from "./command.js";
import { pipelines } from "./repository.js";

let service: Service;
let folder: string;

beforeEach(async () => {
    service = await startService();
    folder = mkdtempSync(join(tmpdir(), "pipeline-languages-"));
});
afterEach(async () => {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
});

/** Writes requirements.lock for this machine with pip, which knows the hashes of what it would install. */
async function lock(project: string, env: NodeJS.ProcessEnv): Promise<void> {
    const pip = ["-m", "pip", "install", "--quiet", "--dry-run", "--ignore-installed", "--report", "-"];
    const report = JSON.parse(
        await expectRun(join(project, "venv/bin/python"), [...pip, "-r", "requirements.txt"], { cwd: project, env }),
    ) as { install: { metadata: { name: string; version: string }; download_info: DownloadInfo }[] }; // the format of pip
    const lines = report.install.flatMap(({ metadata: { name, version }, download_info: { archive_info } }) =>
        archive_info ? [`${name}==${version} --hash=sha256:${archive_info.hashes.sha256}`] : [],
    );
    writeFileSync(join(project, "requirements.lock"), `${lines.join("\n")}\n`);
}

/** Where a package comes from; a folder has no hash. */
interface DownloadInfo {
    readonly archive_info?: { readonly hashes: { readonly sha256: string } };
}

describe.each(["yaml", "python"] as const)("a project in %s", (language) => {
    test.skipIf(!isTemplateRunnable(language))("passes every step", async () => {
        const project = join(folder, "repository");
        const env = templateEnvironment(project);
        const git = (...args: string[]) =>
            expectRun("git", ["-c", "user.name=Tests", "-c", "user.email=tests@example.invalid", ...args], {
                cwd: project,
                env,
            });
        await createTemplateProject(language, project);
        renameSync(join(project, "gitignore"), join(project, ".gitignore"));
        if (language === "python") await lock(project, env);
        await expectRun("cp", ["-Rn", `${pipelines}/.`, project], { cwd: project, env });
        await expectRun("pulumi", ["stack", "init", "dev"], { cwd: project, env });
        for (const [key, value] of [
            ["access-governance:url", service.url],
            ["app", "Tidewater"],
        ] as const)
            await expectRun("pulumi", ["config", "set", key, value, "--stack", "dev"], { cwd: project, env });
        await git("init", "--quiet");
        await git("add", "--all");
        await git("commit", "--quiet", "--message", "The program and its pipelines");
        const clone = join(folder, "clone");
        await git("clone", "--quiet", project, clone);

        /** Runs a script in the clone, like a job. Only some jobs have the token. */
        const job = async (name: string, variables: NodeJS.ProcessEnv = {}): Promise<Command> => {
            const own = {
                PULUMI_STACK: "dev",
                ACCESS_GOVERNANCE_URL: service.url,
                ACCESS_GOVERNANCE_TOKEN: service.token,
            };
            const command = await run(join(clone, "access", name), [], {
                cwd: clone,
                env: { ...env, ...own, ...variables },
            });
            expect(command.output).not.toContain(service.token);
            return command;
        };
        const passed = async (name: string, variables?: NodeJS.ProcessEnv) => {
            const { code, output } = await job(name, variables);
            expect(code, output).toBe(0);
        };
        const report = () => readFileSync(join(clone, "access-report.md"), "utf8");
        const group = () => service.store.groups.all().find(({ name }) => name === "Production on call");

        await passed("install.sh");
        expect(existsSync(join(clone, "venv"))).toBe(language === "python");

        const preview = { ACCESS_PREVIEW: join(folder, "preview") };
        await passed("preview.sh", preview);
        await passed("gate.sh", preview);
        expect(report()).toContain("Production on call");
        expect(group()).toBeUndefined();

        const plan = { ACCESS_PLAN: join(folder, "plan") };
        await passed("preview.sh", plan);
        await passed("up.sh", plan);
        expect(group()).toBeDefined();
        await passed("drift.sh");

        const visibility = { visibility: "GLOBAL" };
        const headers = { authorization: `Bearer ${service.token}`, "content-type": "application/json" };
        const url = `${service.url}/groups/${group()?.group_id}/visibility`;
        await service.fetch(new Request(url, { method: "PUT", headers, body: JSON.stringify(visibility) }));
        expect((await job("drift.sh")).code).toBe(7);
        expect(report()).toContain("changed outside");
        await passed("up.sh");
        await passed("drift.sh");

        // A failed test of access stops both, before anything is changed. Nothing else is left in the clone.
        const tests = "tests:\n  - { name: Nobody sees, who: everybody, cannot: see * }\n";
        writeFileSync(join(clone, "access.test.yaml"), tests);
        expect([(await job("preview.sh")).code, (await job("up.sh")).code]).toEqual([25, 25]);
        expect((await git("-C", clone, "status", "--short")).trim()).toBe("?? access.test.yaml");
    });
});
