/** The workflows of GitHub Actions, each step of them run: from the pull request to drift that is found, told and put right. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Service, startService } from "../../src/service/index.js";
import { Expressions } from "./expressions.js";
import { GitHubApi } from "./github-api.js";
import { PASSPHRASE, Repository } from "./repository.js";
import { type JobRun, jobOf, Runner, type Trigger } from "./workflow.js";

const TOKEN = "token-of-github-tests";
const PULL_REQUEST = 5;

let expressions: Expressions;
let service: Service;
let repository: Repository;
let api: GitHubApi;

beforeAll(async () => {
    // The program imports the package as its users do.
    execFileSync("npm", ["run", "build"], { cwd: join(__dirname, "../.."), stdio: "pipe" });
    expressions = await Expressions.load();
}, 120_000);

beforeEach(async () => {
    service = await startService({ token: TOKEN });
    api = await GitHubApi.start();
    repository = await Repository.create({ dev: service.url });
});

afterEach(async () => {
    await repository?.close();
    api?.close();
    await service?.close();
});

function runner(secrets: Record<string, string> = { ACCESS_GOVERNANCE_TOKEN: TOKEN }): Runner {
    const settings = {
        secrets: { PULUMI_CONFIG_PASSPHRASE: PASSPHRASE, ...secrets },
        vars: { PULUMI_BACKEND_URL: repository.backend },
    };
    return new Runner(repository, api, settings, expressions);
}

async function pullRequest(repo = "acme/access"): Promise<Trigger> {
    const payload = { pull_request: { number: PULL_REQUEST, head: { repo: { full_name: repo } } } };
    return { event: "pull_request", branch: "5/merge", commit: await repository.head(), payload };
}

async function onMain(event: "push" | "schedule" | "workflow_dispatch"): Promise<Trigger> {
    const commit = await repository.head();
    api.branches.set("main", commit);
    return { event, branch: "main", commit };
}

/** The one job of an id that went through; throws what it printed where it did not. */
function succeeded(runs: readonly JobRun[], id: string): JobRun {
    const job = jobOf(runs, id);
    if (job.result !== "success") throw new Error(`${id} ended with ${job.result}: ${job.log}`);
    return job;
}

const results = (runs: readonly JobRun[]) => Object.fromEntries(runs.map(({ name, result }) => [name, result]));

describe("one stack", () => {
    test("goes from the pull request to drift that is told once and put right", { timeout: 180_000 }, async () => {
        for (const words of ["Looks good", "Who reviews this?", "<!-- access-governance: dev -->\nsaid by a person"]) {
            api.say(PULL_REQUEST, words);
        }
        const before = api.comments.length;
        const group = () => service.store.groups.all().find(({ name }) => name?.startsWith("Production on-call"));
        const ours = () => api.comments.filter(({ issue, user }) => issue === PULL_REQUEST && user.type === "Bot");

        // The pull request: what it would do, in a comment. Nothing is written.
        await repository.branch("first");
        const preview = await runner().run("access-preview.yml", await pullRequest());
        expect(results(preview)).toEqual({
            "No preview for forks": "skipped",
            "Find the stacks": "success",
            "Preview dev": "success",
        });
        expect(ours().map(({ body }) => body.split("\n")[0])).toEqual(["<!-- access-governance: dev -->"]);
        expect(ours()[0]?.body).toContain("Production on-call");
        expect(jobOf(preview, "preview").summary).toContain("Production on-call");
        expect(service.calls.writes()).toEqual([]);

        // A further push: the same comment says something else.
        await repository.edit("index.ts", "Production on-call", "Production on-call, by request");
        expect(results(await runner().run("access-preview.yml", await pullRequest()))["Preview dev"]).toBe("success");
        expect(ours()).toHaveLength(1);
        expect(api.comments).toHaveLength(before + 1);
        expect(ours()[0]?.body).toContain("Production on-call, by request");

        // The merge: what was shown is there.
        await repository.merge("first");
        const up = await runner().run("access-up.yml", await onMain("push"));
        expect(results(up)).toEqual({ "Find the stacks": "success", "Up dev": "success" });
        expect(jobOf(up, "up")).toMatchObject({ environment: "dev", concurrency: "access-up-dev" });
        expect(group()?.name).toBe("Production on-call, by request");

        // Clean: nothing is opened.
        const clean = await runner().run("access-drift.yml", await onMain("schedule"));
        expect(jobOf(clean, "drift")).toMatchObject({ result: "success", concurrency: "access-drift-dev" });
        expect(api.issues).toEqual([]);

        // Somebody edits: one issue, which the next check updates.
        const audit = service.store.bundles.all().find(({ name }) => name === "Audit");
        if (!audit) throw new Error("the bundle was not made");
        service.store.bundles.change(audit.bundle_id, { name: "Renamed by hand" });
        const written = service.calls.writes().length;
        succeeded(await runner().run("access-drift.yml", await onMain("schedule")), "drift");
        expect(api.issues).toMatchObject([
            { title: "Access has drifted: dev", state: "open", labels: ["access-drift"] },
        ]);
        expect(api.issues[0]?.body).toContain("Renamed by hand");
        service.store.bundles.change(audit.bundle_id, { name: "Renamed once more" });
        await runner().run("access-drift.yml", await onMain("schedule"));
        expect(api.issues).toHaveLength(1);
        expect(api.issues[0]?.body).toContain("Renamed once more");
        expect(service.calls.writes()).toHaveLength(written);

        // Started by hand, up puts it right, and the next check closes the issue.
        expect(jobOf(await runner().run("access-up.yml", await onMain("workflow_dispatch")), "up").result).toBe(
            "success",
        );
        expect(service.store.bundles.get(audit.bundle_id).name).toBe("Audit");
        succeeded(await runner().run("access-drift.yml", await onMain("schedule")), "drift");
        expect(api.issues).toMatchObject([{ state: "closed" }]);
        expect(api.comments.filter(({ issue }) => issue === api.issues[0]?.number)).toHaveLength(1);
    });
});

describe("what must not happen", () => {
    test("a pull request from a fork is told why there is no preview", async () => {
        const runs = await runner().run("access-preview.yml", await pullRequest("someone/access"));
        expect(results(runs)).toEqual({
            "No preview for forks": "success",
            "Find the stacks": "skipped",
            "Preview ${{ matrix.name }}": "skipped",
        });
        expect(jobOf(runs, "fork").summary).toContain("comes from a fork");
        expect([...api.comments, ...service.calls.all()]).toEqual([]);
    });

    test("without a token nothing is called, and the comment says that the preview failed", async () => {
        const job = jobOf(await runner({}).run("access-preview.yml", await pullRequest()), "preview");
        expect(job).toMatchObject({ result: "failure", steps: { Preview: "failure", Comment: "success" } });
        expect(api.comments[0]?.body).toMatch(/^<!-- access-governance: dev -->\n.*the preview failed\n/);
        expect(api.comments[0]?.body).toContain("There is no token for the service: set ACCESS_GOVERNANCE_TOKEN");
        expect(service.calls.all()).toEqual([]);
    });

    test("a commit that is no longer the newest is not taken up", async () => {
        const outdated = await onMain("push");
        await repository.edit("index.ts", "Production on-call", "Production, on call");
        await onMain("push");
        const job = jobOf(await runner().run("access-up.yml", outdated), "up");
        expect(job.result).toBe("failure");
        expect(job.log).toContain("but main is at");
        expect(service.calls.all()).toEqual([]);
    });
});

describe("a stack that is up", () => {
    beforeEach(async () => {
        succeeded(await runner().run("access-up.yml", await onMain("push")), "up");
        service.calls.clear();
    }, 60_000);

    async function expectStopped(given: Runner, reason: RegExp, of: Service): Promise<void> {
        const preview = jobOf(await given.run("access-preview.yml", await pullRequest()), "preview");
        expect(preview.result).toBe("failure");
        expect(preview.log).toMatch(reason);
        expect(api.comments.at(-1)?.body).toMatch(/the preview failed/);
        expect(api.comments.at(-1)?.body).toMatch(reason);
        const up = jobOf(await given.run("access-up.yml", await onMain("push")), "up");
        expect(up.result).toBe("failure");
        expect(up.log).toMatch(reason);
        const drift = jobOf(await given.run("access-drift.yml", await onMain("schedule")), "drift");
        expect(drift.result).toBe("failure");
        expect(drift.log).toMatch(reason);
        expect(drift.steps["Open, update or close the issue"]).toBe("skipped");
        expect(api.issues).toEqual([]);
        expect(of.calls.writes()).toEqual([]);
        for (const text of [preview.log, up.log, drift.log, ...api.comments.map(({ body }) => body)]) {
            expect(text).not.toContain(TOKEN);
            expect(text).not.toContain("mistyped");
        }
    }

    test("is left alone with a wrong token", { timeout: 90_000 }, async () => {
        await expectStopped(runner({ ACCESS_GOVERNANCE_TOKEN: "mistyped" }), /401|token/, service);
    });

    test("is left alone in the wrong organization", { timeout: 90_000 }, async () => {
        const port = Number(new URL(service.url).port);
        await service.close();
        service = await startService({ seed: "other", port, token: TOKEN });
        await expectStopped(runner(), /wrong organization/, service);
    });
});
