/**
 * Plays attacks on the pipelines: as a pull request, which the jobs for GitHub and GitLab judge, and as a deployment after a push without a
 * review. Every second attack is played on the same of the two; `ACCESS_ATTACKS=all` plays each one on both.
 */
import { existsSync } from "node:fs";
import { chmod, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { findPulumi } from "../../../src/local/engine/pulumi.js";
import { type Service, startService } from "../../../src/local/service/index.js";
import { type Command, run } from "../command.js";
import { Expressions } from "../expressions.js";
import { GitHubApi } from "../github-api.js";
import { GitLab } from "../gitlab.js";
import { GitLabApi } from "../gitlab-api.js";
import { PASSPHRASE, Repository } from "../repository.js";
import { jobOf, pullRequestTo, Runner } from "../workflow.js";
import { ATTACKS, RULES, STAFF } from "./attacks.js";

const TOKEN = "token-of-attack-tests";

let service: Service;
let repository: Repository;
let expressions: Expressions;

beforeAll(async () => {
    expressions = await Expressions.load();
});

beforeEach(async () => {
    service = await startService({ token: TOKEN });
    repository = await Repository.create({ dev: service.url });
    await writeFile(join(repository.folder, "access-rules.json"), JSON.stringify(RULES));
    await writeFile(join(repository.project, "index.ts"), "export = async () => {};\n");
    await repository.commit("Rules, and nothing else");
});

afterEach(async () => {
    await repository?.close();
    await service?.close();
});

/** Runs a script of the pipeline in a folder. */
function script(path: string, cwd: string, variables: Record<string, string> = {}): Promise<Command> {
    const settings = {
        PULUMI_STACK: "dev",
        PULUMI_BACKEND_URL: repository.backend,
        PULUMI_CONFIG_PASSPHRASE: PASSPHRASE,
        ACCESS_GOVERNANCE_URL: service.url,
        ACCESS_GOVERNANCE_TOKEN: TOKEN,
    };
    return run(path, [], { cwd, env: { ...repository.env, ...settings, ...variables } });
}

/** A clone of a commit, with its packages. */
async function installed(name: string, commit: string, variables = {}): Promise<string> {
    const folder = join(repository.place, name);
    await rm(folder, { recursive: true, force: true });
    await repository.checkOut(folder, commit);
    expect((await script("access/install.sh", folder, variables)).code).toBe(0);
    return folder;
}

const staff = () =>
    service.store.groupUsers
        .all()
        .filter(({ group_id: group }) => group === STAFF)
        .map(({ user_id: user }) => user);

/** What the pipeline of a pull request says. */
interface Judgement {
    readonly isPassed: boolean;
    /** The comment on the pull request. */
    readonly report: string;
    readonly log: string;
}

/** Opens a pull request from the branch that is checked out. */
const FORGES: Readonly<Record<string, () => Promise<Judgement>>> = {
    async GitHub() {
        const api = await GitHubApi.start();
        try {
            const settings = {
                secrets: { PULUMI_CONFIG_PASSPHRASE: PASSPHRASE, ACCESS_GOVERNANCE_TOKEN: TOKEN },
                vars: { PULUMI_BACKEND_URL: repository.backend, ACCESS_GOVERNANCE_URL: service.url },
            };
            const runner = new Runner(repository, api, settings, expressions);
            const runs = await runner.run("access-preview.yml", await pullRequestTo(repository));
            return {
                isPassed: jobOf(runs, "gate").result === "success",
                report: api.comments.at(-1)?.body ?? "",
                log: runs.map(({ log, summary }) => log + summary).join(""),
            };
        } finally {
            api.close();
        }
    },
    async GitLab() {
        const api = await GitLabApi.start();
        try {
            const { code, output } = await new GitLab(repository, api, {
                PULUMI_BACKEND_URL: repository.backend,
                PULUMI_CONFIG_PASSPHRASE: PASSPHRASE,
                ACCESS_GOVERNANCE_URL: service.url,
                ACCESS_GOVERNANCE_TOKEN: TOKEN,
                GITLAB_TOKEN: api.token,
            }).run("merge_request_event", "preview: [dev,.]", "gate: [dev,.]", "comment");
            return { isPassed: code === 0, report: api.notes.at(-1)?.body ?? "", log: output };
        } finally {
            api.close();
        }
    },
};

const forges = Object.entries(FORGES);
const isAll = process.env.ACCESS_ATTACKS === "all";
const engine = findPulumi(false) === undefined ? "local engine" : "Pulumi CLI";
const cases = ATTACKS.flatMap((attack, index) =>
    forges
        .filter((_, at) => isAll || at === index % forges.length)
        .map(([forge, judge]) => ({ ...attack, forge, judge })),
);

test.each(cases)(
    `$forge, ${engine}: $name`,
    async ({ judge, program, prepare, gate, says, deployment = gate, isAllowedAfterMerge }) => {
        const main = await repository.head();
        const before = staff();
        await repository.branch("attack");
        await writeFile(join(repository.project, "index.ts"), program);
        await prepare?.(repository);
        const merged = await repository.commit("An improvement");
        service.calls.clear();

        const { isPassed, report, log } = await judge();
        expect([isPassed, report]).toEqual([gate === 0, expect.stringMatching(says)]);
        expect(service.calls.writes()).toEqual([]);
        expect(`${report}${log}`).not.toContain(TOKEN);
        // A preview that failed is judged by no rule.
        if (gate !== 1)
            expect(log).toContain(`Rules: access-rules.json (${await repository.blob(main, "access-rules.json")})`);

        // A push past the pull request: what the rules of the commit do not allow is not deployed, nor what no preview showed.
        if (isAllowedAfterMerge) return;
        const fresh = await installed("deployed", merged);
        const up = await script("access/up.sh", fresh);
        expect(up.code).toBe(deployment);
        expect(staff()).toEqual(before);
        const done = await readFile(join(fresh, "access-report.md"), "utf8");
        expect(done.includes("**Deployed but not reviewed**")).toBe(deployment === 29);
        expect(`${done}${up.output}`).not.toContain(TOKEN);
    },
);

test("a rules file in the folder of the project does not replace the protected one", async () => {
    await repository.close();
    repository = await Repository.create({ dev: service.url }, "teams/eu");
    await writeFile(join(repository.folder, "access-rules.json"), JSON.stringify(RULES));
    await writeFile(join(repository.project, "access-rules.json"), JSON.stringify({ rules: [] }));
    await writeFile(join(repository.project, "index.ts"), ATTACKS[0]?.program ?? "");
    const variables = { ACCESS_DIRECTORY: "teams/eu" };
    const folder = await installed("deployed", await repository.commit("Rules in two places"), variables);
    const before = staff();
    expect((await script("access/up.sh", folder, variables)).code).toBe(17);
    expect(staff()).toEqual(before);
});

test("code in the state does not run, in a preview, a drift check or a deployment", async () => {
    const planted = join(repository.place, "planted");
    await writeFile(
        join(repository.project, "index.ts"),
        `import * as access from "pulumi-access-governance";
export = async () => { new access.Tag("tag", { key: "team", value: "night" }); };
`,
    );
    const folder = await installed("deployed", await repository.commit("A tag"));
    expect((await script("access/up.sh", folder)).code).toBe(0);
    const pulumi = async (...args: string[]): Promise<string> => {
        const settings = { PULUMI_BACKEND_URL: repository.backend, PULUMI_CONFIG_PASSPHRASE: PASSPHRASE };
        const { code, stdout, output } = await run("pulumi", [...args, "--stack", "dev", "--non-interactive"], {
            cwd: folder,
            env: { ...repository.env, ...settings },
        });
        if (code !== 0) throw new Error(output);
        return stdout;
    };
    const state = JSON.parse(await pulumi("stack", "export"));
    const code = `exports.handler = () => { require("fs").writeFileSync(${JSON.stringify(planted)}, String(process.env.ACCESS_GOVERNANCE_TOKEN)); return require("pulumi-access-governance/provider").kind("Tag") }`;
    for (const { inputs, outputs } of state.deployment.resources)
        for (const properties of [inputs, outputs]) if (properties?.__provider) properties.__provider = code;
    const file = join(repository.place, "state.json");
    await writeFile(file, JSON.stringify(state));
    await pulumi("stack", "import", "--file", file);
    service.calls.clear();
    for (const name of ["preview.sh", "drift.sh", "up.sh"]) {
        const { code: exit, output } = await script(`access/${name}`, folder);
        expect([name, exit]).toEqual([name, 28]);
        expect(output).toContain("__provider");
    }
    expect(existsSync(planted)).toBe(false);
    expect(service.calls.all()).toEqual([]);
    // Without the scripts, it does run.
    await pulumi("preview", "--refresh").catch(() => {});
    expect(existsSync(planted)).toBe(true);
});

/** A preview in which nothing changes, as a program of the change could leave it in the folder of its job. */
const FORGED = JSON.stringify({
    steps: [{ op: "same", urn: "urn:pulumi:dev::access::pulumi:pulumi:Stack::access-dev" }],
    changeSummary: { same: 1 },
});

test("two previews in one document do not pass the gate", async () => {
    const base = await installed("base", await repository.head());
    const preview = join(repository.place, "access-preview");
    await mkdir(preview);
    await writeFile(join(preview, "code"), "0");
    await writeFile(join(preview, "document"), `${FORGED}\n${FORGED}`);
    expect((await script("access/gate.sh", base, { ACCESS_PREVIEW: preview })).code).toBe(1);
});

test("a project in the folder of the change's clone does not bring its own packages to the gate", async () => {
    const main = await repository.head();
    await repository.branch("attack");
    const planted = join(repository.place, "planted");
    const bin = join(repository.folder, "evil/node_modules/.bin");
    await mkdir(bin, { recursive: true });
    await writeFile(join(bin, "access-governance"), `#!/bin/sh\necho "$ACCESS_GOVERNANCE_TOKEN" >${planted}\nexit 0\n`);
    await chmod(join(bin, "access-governance"), 0o755);
    for (const file of ["package.json", "Pulumi.yaml"]) await writeFile(join(repository.folder, "evil", file), "{}\n");
    await writeFile(join(repository.folder, ".gitignore"), "");
    const commit = await repository.commit("A new project");
    const base = await installed("base", main);
    await repository.checkOut(join(base, "change"), commit);
    const previews = join(repository.place, "previews");
    await mkdir(`${previews}-0`, { recursive: true });
    await writeFile(join(`${previews}-0`, "code"), "0");
    await writeFile(join(`${previews}-0`, "document"), FORGED);
    await repository.standIn("gh", "#!/bin/sh\nexit 0\n");
    const { output } = await script("access/github-gate.sh", base, {
        STACKS: JSON.stringify([{ name: "change/evil/dev", directory: "change/evil", stack: "dev" }]),
        PREVIEWS: previews,
        ACCESS_CHANGED: "change",
        GITHUB_REPOSITORY: "example/access",
        GITHUB_SHA: main,
        GITHUB_STEP_SUMMARY: join(repository.place, "summary"),
    });
    expect(existsSync(planted)).toBe(false);
    expect(output).toContain("Access in change/evil/dev");
});

test("a preview script that the program rewrites while the shell reads it still judges", async () => {
    const [first] = ATTACKS;
    const body = `fs.writeFileSync("access/preview.sh", (" ".repeat(63) + "\\n").repeat(20) + "exit 0\\n".repeat(1000));`;
    await writeFile(
        join(repository.project, "index.ts"),
        (first?.program ?? "").replace("new access.GroupUser", `${body}\n    new access.GroupUser`),
    );
    const folder = await installed("change", await repository.commit("An improvement"));
    expect((await script("access/preview.sh", folder)).code).toBe(17);
});

test("an attribute of the base does not exclude the rules from it", async () => {
    await writeFile(join(repository.folder, ".gitattributes"), "* export-ignore\n");
    const base = await repository.commit("Attributes");
    await repository.branch("attack");
    await writeFile(join(repository.project, "index.ts"), ATTACKS[0]?.program ?? "");
    await writeFile(join(repository.folder, "access-rules.json"), JSON.stringify({ rules: [] }));
    const folder = await installed("change", await repository.commit("An improvement"));
    const { code, output } = await script("access/preview.sh", folder, { ACCESS_BASE: base });
    expect([code, output]).toEqual([17, expect.stringContaining("Office staff stays")]);
});

test("a project that moves away from the rules of its folder, and a test that it deletes, are named", async () => {
    await repository.close();
    repository = await Repository.create({ dev: service.url }, "teams/eu");
    await writeFile(join(repository.project, "access-rules.json"), JSON.stringify(RULES));
    await writeFile(join(repository.project, "access.test.yaml"), "tests: []\n");
    const base = await installed("base", await repository.commit("Rules of a team"), { ACCESS_DIRECTORY: "teams/eu" });
    await repository.branch("attack");
    await rename(join(repository.folder, "teams/eu"), join(repository.folder, "teams/us"));
    for (const name of ["access-rules.json", "access.test.yaml"])
        await rm(join(repository.folder, "teams/us", name), { force: true });
    await writeFile(join(repository.folder, "teams/us/index.ts"), ATTACKS[0]?.program ?? "");
    const variables = { ACCESS_DIRECTORY: "teams/us" };
    const change = await installed("change", await repository.commit("A better name"), variables);
    const preview = join(repository.place, "access-preview");
    await script(join(base, "access/preview.sh"), change, { ...variables, ACCESS_PREVIEW: preview });
    const settings = { ...variables, ACCESS_PREVIEW: preview, ACCESS_CHANGED: change, ACCESS_INSTALLED: "teams/eu" };
    await script("access/gate.sh", base, settings);
    const report = await readFile(join(base, "access-report.md"), "utf8");
    for (const name of ["access-rules.json", "access.test.yaml"]) expect(report).toMatch(`teams/eu/${name}`);
});
