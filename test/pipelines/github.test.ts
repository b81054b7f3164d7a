/** Runs every step of the GitHub Actions workflows: from a pull request to drift that is found, reported and repaired. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type Service, startService } from "../../src/local/service/index.js";
import { run } from "./command.js";
import { Expressions } from "./expressions.js";
import { GitHubApi } from "./github-api.js";
import { PASSPHRASE, Repository } from "./repository.js";
import { type JobRun, jobOf, PULL_REQUEST, pullRequestTo, Runner, type Trigger } from "./workflow.js";

const TOKEN = "token-of-github-tests";

let expressions: Expressions;
let service: Service;
let repository: Repository;
let api: GitHubApi;

beforeAll(async () => {
    expressions = await Expressions.load();
});

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

function runner(
    secrets: Record<string, string> = { ACCESS_GOVERNANCE_TOKEN: TOKEN },
    vars: Record<string, string> = {},
): Runner {
    const settings = {
        secrets: { PULUMI_CONFIG_PASSPHRASE: PASSPHRASE, ...secrets },
        vars: { PULUMI_BACKEND_URL: repository.backend, ACCESS_GOVERNANCE_URL: service.url, ...vars },
    };
    return new Runner(repository, api, settings, expressions);
}

const pullRequest = (repo?: string): Promise<Trigger> => pullRequestTo(repository, repo);

async function onMain(event: "push" | "schedule" | "workflow_dispatch"): Promise<Trigger> {
    const commit = await repository.head();
    api.branches.set("main", commit);
    return { event, branch: "main", commit };
}

/** Returns the only job with this id. Fails with its log if it did not succeed. */
function succeeded(runs: readonly JobRun[], id: string): JobRun {
    const job = jobOf(runs, id);
    if (job.result !== "success")
        throw new Error(`${id} ended with ${job.result}: ${runs.map(({ log }) => log).join("")}`);
    return job;
}

/** An HTML report with the renamed group. */
const PAGE = /^<!doctype html>.*Production, on call/s;

/** A rule that the accepted drift violates. */
const RULES = {
    rules: [
        {
            name: "Somebody else decides",
            owner: "Security",
            reason: "Nobody lets themselves in.",
            noSelfApproval: true,
        },
    ],
};

const results = (runs: readonly JobRun[]) => Object.fromEntries(runs.map(({ name, result }) => [name, result]));

test("previews a pull request, deploys it on merge, reports drift once, and repairs it", async () => {
    const people = ["Looks good", "Who reviews this?", "<!-- access-governance: dev -->\nsaid by a person"];
    for (const words of people) api.comment(PULL_REQUEST, words);
    const group = () => service.store.groups.all().find(({ name }) => name === "Production, on call");
    await repository.branch("first");
    await repository.edit("index.ts", "Production on-call", "Production, on call");

    // Without a token: the service is not called, and a comment reports the missing token.
    const without = await runner({}).run("access-preview.yml", await pullRequest());
    expect(results(without)).toMatchObject({ "Preview dev": "failure", "Access gate": "failure" });
    expect(api.comments.at(-1)?.body).toMatch(/^<!-- access-governance: dev -->\n.*the preview failed\n/);
    expect(api.comments.at(-1)?.body).toContain("No token for the service: set ACCESS_GOVERNANCE_TOKEN");
    expect(service.calls.all()).toEqual([]);

    // With a token: the same comment shows the effect of merging. Nothing is written to the service.
    const preview = await runner().run("access-preview.yml", await pullRequest());
    expect(results(preview)).toEqual({
        "No preview for forks": "skipped",
        "Find the stacks": "success",
        "Preview dev": "success",
        "Access gate": "success",
    });
    expect(api.comments.map(({ user }) => user.type)).toEqual(["User", "User", "User", "Bot"]);
    expect(api.comments.at(-1)?.body).toMatch(/^<!-- access-governance: dev -->\n/);
    expect(api.comments.at(-1)?.body).toContain("Production, on call");
    expect(jobOf(preview, "gate").log).toContain("Production, on call");
    expect(jobOf(preview, "gate").summary).toContain("Production, on call");
    expect(jobOf(preview, "gate").artifacts).toEqual({
        "access-report": expect.stringContaining("Production, on call"),
    });
    expect(service.calls.writes()).toEqual([]);

    // After the merge, the previewed change is deployed.
    await repository.merge("first");
    const merge = await onMain("push");
    api.merged.set(merge.commit, PULL_REQUEST);
    const up = await runner().run("access-up.yml", merge);
    expect(succeeded(up, "up")).toMatchObject({ name: "Up dev", environment: "dev", concurrency: "access-up-dev" });
    expect(group()).toBeDefined();

    // A second comment on the pull request reports the deployed changes.
    const [, , , foreseen, done] = api.comments;
    expect(foreseen?.body).toMatch(/^<!-- access-governance: dev -->\n/);
    expect(done).toMatchObject({
        issue: PULL_REQUEST,
        body: expect.stringMatching(/^<!-- access-governance up: dev -->\n/),
    });
    expect(done?.body).toMatch(/\n\d+ objects were changed \(\d+ created\): /);
    expect(done?.body).toContain("#### Who gained access, who lost it\n\n");
    expect(done?.body).not.toContain("This was not evaluated");
    expect(done?.body).toContain("Production, on call");
    expect(jobOf(up, "up").summary).toContain("### Access changed in `dev`");
    expect(jobOf(up, "up").artifacts).toEqual({ "access-up-dev-0": expect.stringMatching(PAGE) });

    // An edit outside opens one issue, which the next check updates.
    const audit = service.store.bundles.all().find(({ name }) => name === "Audit")?.bundle_id ?? "";
    service.store.bundles.change(audit, { name: "Renamed by hand" });
    const written = service.calls.writes().length;
    const found = succeeded(await runner().run("access-drift.yml", await onMain("schedule")), "drift");
    expect(found.concurrency).toBe("access-drift-dev");
    expect(api.issues).toMatchObject([{ title: "Access has drifted: dev", state: "open", labels: ["access-drift"] }]);
    expect(api.issues[0]?.body).toContain("Renamed by hand");
    expect(found.artifacts).toEqual({ "access-drift-dev-0": expect.stringContaining("Renamed by hand") });
    service.store.bundles.change(audit, { name: "Renamed once more" });
    succeeded(await runner().run("access-drift.yml", await onMain("schedule")), "drift");
    expect(api.issues).toHaveLength(1);
    expect(api.issues[0]?.body).toContain("Renamed once more");
    expect(service.calls.writes()).toHaveLength(written);

    // `up`, started manually, repairs the drift, and the next check closes the issue.
    succeeded(await runner().run("access-up.yml", await onMain("workflow_dispatch")), "up");
    expect(service.store.bundles.get(audit).name).toBe("Audit");
    succeeded(await runner().run("access-drift.yml", await onMain("schedule")), "drift");
    expect(api.issues).toMatchObject([{ state: "closed" }]);
    expect(api.comments.filter(({ issue }) => issue === api.issues[0]?.number)).toHaveLength(1);

    // With a wrong token or another organization at the same URL, no workflow writes anything.
    service.calls.clear();
    await expectStopped(
        runner({ ACCESS_GOVERNANCE_TOKEN: "mistyped" }),
        "preview",
        /returned 401: .* Set access-governance:token/,
    );
    const port = Number(new URL(service.url).port);
    await service.close();
    service = await startService({ seed: "other", port, token: TOKEN });
    // Without a refresh, the failing lookup of the program may be reported first.
    await expectStopped(runner(), "drift", /wrong organization|No app found with name/);
});

test("with ACCESS_DRIFT=accept, opens a pull request with the outside edits, to which the gate applies", async () => {
    const drifts = (secrets: Record<string, string> = {}): Promise<JobRun[]> =>
        onMain("schedule").then((trigger) =>
            runner({ ACCESS_GOVERNANCE_TOKEN: TOKEN, ...secrets }, { ACCESS_DRIFT: "accept" }).run(
                "access-drift.yml",
                trigger,
            ),
        );
    const secrets = {
        ACCESS_DRIFT_TOKEN: api.tokenFor({ contents: "write", "pull-requests": "write", issues: "write" }),
    };
    const branch = "access/accept-drift/dev";
    succeeded(await runner().run("access-up.yml", await onMain("push")), "up");
    await writeFile(join(repository.project, "access-rules.json"), JSON.stringify(RULES));
    await repository.commit("Rules");
    const { store } = service;
    const written = service.calls.writes().length;

    // Without a token whose pull requests trigger workflows, the job fails and reports the missing secret.
    const audit = store.bundles.all().find(({ name }) => name === "Audit")?.bundle_id ?? "";
    store.bundles.change(audit, { name: "Renamed by hand" });
    const refused = jobOf(await drifts(), "drift");
    expect(refused.result).toBe("failure");
    expect(refused.log).toContain("error: ACCESS_DRIFT=accept needs the secret ACCESS_DRIFT_TOKEN");
    expect(api.pulls).toEqual([]);

    // The pull request replaces an existing issue.
    succeeded(await runner().run("access-drift.yml", await onMain("schedule")), "drift");
    expect(api.issues).toMatchObject([{ state: "open" }]);
    succeeded(await drifts(secrets), "drift");
    expect(api.pulls).toMatchObject([
        { title: "Accept drift of access: dev", head: branch, base: "main", state: "open" },
    ]);
    expect(api.pulls[0]?.body).toContain("#### Accepted\n");
    expect(api.issues).toMatchObject([{ state: "closed" }]);
    expect(api.comments.at(-1)?.body).toBe(
        "A pull request reports the drift: https://github.example/acme/access/pull/501",
    );
    expect(await repository.read(branch, "index.ts")).toContain("Renamed by hand");
    const [tip] = await repository.log(branch);

    // Unchanged drift pushes nothing. Further drift updates the branch and the pull request.
    succeeded(await drifts(secrets), "drift");
    expect((await repository.log(branch))[0]).toBe(tip);
    const group = store.groups.all().find(({ name }) => name === "Production on-call");
    const [rule] = group?.request_configurations ?? [];
    store.groups.change(group?.group_id ?? "", {
        request_configurations: rule ? [{ ...rule, auto_approval: true }] : [],
    });
    succeeded(await drifts(secrets), "drift");
    expect(api.pulls).toHaveLength(1);
    expect(api.pulls[0]?.body).toContain("**Stopped:** Somebody else decides: ");

    // The gate of the pull request rejects the accepted edit, although Pulumi shows no change.
    const commit = (await repository.log(branch))[0] ?? "";
    const trigger: Trigger = { ...(await pullRequest()), merge: commit };
    const judged = jobOf(await runner().run("access-preview.yml", trigger), "gate");
    expect(judged.result).toBe("failure");
    expect(judged.log).toContain("Somebody else decides");

    // A person reverts the wider access on the branch: the job keeps that commit, and the gate passes.
    await repository.switch(branch);
    await repository.edit("index.ts", "autoApproval: true", "autoApproval: false");
    const narrower = await repository.head();
    await repository.switch("main");
    const text = api.pulls[0]?.body;
    store.groups.change(group?.group_id ?? "", { description: "Deeper" });
    expect(succeeded(await drifts(secrets), "drift").log).toContain("has a commit by someone else");
    expect(api.pulls[0]?.body).toBe(text);
    store.groups.change(group?.group_id ?? "", { description: group?.description ?? "" });
    expect((await repository.log(branch))[0]).toBe(narrower);
    succeeded(await runner().run("access-preview.yml", { ...trigger, merge: narrower }), "gate");
    expect(service.calls.writes()).toHaveLength(written);

    // After merge and deployment, accepted edits remain, other edits are reverted, and the pull request is closed.
    await repository.merge(branch);
    // A check between merge and deployment does not report accepted edits as drift.
    const issues = JSON.stringify(api.issues);
    store.groups.change(group?.group_id ?? "", { request_configurations: rule ? [rule] : [] });
    const waiting = jobOf(await runner().run("access-drift.yml", await onMain("schedule")), "drift");
    expect(waiting.result).toBe("success");
    expect(JSON.stringify(api.issues)).toBe(issues);
    succeeded(await runner().run("access-up.yml", await onMain("push")), "up");
    expect(store.bundles.get(audit).name).toBe("Renamed by hand");
    expect(store.groups.get(group?.group_id ?? "").request_configurations?.[0]?.auto_approval).toBe(false);
    succeeded(await drifts(secrets), "drift");
    expect(api.pulls).toMatchObject([{ state: "closed" }]);
});

test("needs only the backend URL and the passphrase if the token is in the stack's configuration", async () => {
    // Commits the token as a secret of the stack, as the guide describes.
    await repository.pulumi("config", "set", "--stack", "dev", "--secret", "access-governance:token", TOKEN);
    await repository.commit("The token, encrypted");
    const variables = {
        secrets: { PULUMI_CONFIG_PASSPHRASE: PASSPHRASE },
        vars: { PULUMI_BACKEND_URL: repository.backend },
    };
    const runner = new Runner(repository, api, variables, expressions);
    succeeded(await runner.run("access-up.yml", await onMain("push")), "up");
    const bundle = service.store.bundles.all().find(({ name }) => name === "Audit");
    service.store.bundles.change(bundle?.bundle_id ?? "", { name: "Renamed by hand" });
    succeeded(await runner.run("access-drift.yml", await onMain("schedule")), "drift");
    expect(api.issues).toMatchObject([{ title: "Access has drifted: dev", state: "open" }]);
    expect(api.issues[0]?.body).toContain("Renamed by hand");
});

test("explains on a pull request from a fork why it has no preview", async () => {
    const runs = await runner().run("access-preview.yml", await pullRequest("someone/access"));
    expect(results(runs)).toEqual({
        "No preview for forks": "success",
        "Find the stacks": "skipped",
        "Preview ${{ matrix.name }}": "skipped",
        "Access gate": "skipped",
    });
    expect(jobOf(runs, "fork").summary).toContain("comes from a fork");
    expect([...api.comments, ...service.calls.all()]).toEqual([]);
});

test("does not deploy a commit that is no longer the newest", async () => {
    const outdated = await onMain("push");
    await repository.edit("index.ts", "Production on-call", "Production, on call");
    await onMain("push");
    const job = jobOf(await runner().run("access-up.yml", outdated), "up");
    expect(job.result).toBe("failure");
    expect(job.log).toContain("but main is at");
    expect(service.calls.writes()).toEqual([]);
});

test("a drift check without drift and without an open issue writes nothing", async () => {
    const cwd = await repository.clone();
    await writeFile(join(cwd, "access-report.md"), "<!-- access-governance: dev -->\n");
    const job = {
        GH_TOKEN: api.tokenFor({ issues: "write" }),
        GITHUB_REPOSITORY: "acme/access",
        GITHUB_API_URL: api.url,
    };
    const { code, output } = await run("access/github-issue.sh", ["0"], { cwd, env: { ...repository.env, ...job } });
    expect([code, output, api.writes]).toEqual([0, "", []]);
});

test("deploys several stacks of a project one after the other until one fails", async () => {
    await repository.close();
    repository = await Repository.create({ dev: service.url, prod: service.url, test: service.url }, "teams/eu");
    await repository.standIn(
        "pulumi",
        `#!/bin/sh
case "$1" in
preview) printf '%s' '{"steps":[{"op":"same","urn":"urn:pulumi:x::y::z::s"}]}'; shift 4; while [ $# -gt 0 ]; do [ "$1" != --save-plan ] || echo plan >"$2"; shift; done ;;
up) echo "$PWD $*"; [ "$3" != prod ] ;;
*) exit 1 ;;
esac
`,
    );
    const up = await runner().run("access-up.yml", await onMain("push"));
    const jobs = up.filter(({ id }) => id === "up");
    expect(jobs.map(({ result }) => result)).toEqual(["success", "failure", "cancelled"]);
    expect(jobs.slice(0, 2).map(({ environment }) => environment)).toEqual(["teams/eu/dev", "teams/eu/prod"]);
    expect(jobs.slice(0, 2).map(({ concurrency }) => concurrency)).toEqual([
        "access-up-teams/eu/dev",
        "access-up-teams/eu/prod",
    ]);
    expect(jobs[0]?.log).toMatch(/\/teams\/eu up --stack dev .* --plan /);
    expect(jobs[1]?.log).toMatch(/\/teams\/eu up --stack prod /);
});

/** Expects that `up` and one of the reporting workflows fail with `reason`. */
async function expectStopped(given: Runner, other: "preview" | "drift", reason: RegExp): Promise<void> {
    const deployment = await given.run("access-up.yml", await onMain("push"));
    expect(jobOf(deployment, "up").result).toBe("skipped");
    const up = jobOf(deployment, "preview");
    const trigger = other === "preview" ? await pullRequest() : await onMain("schedule");
    const said = jobOf(await given.run(`access-${other}.yml`, trigger), other);
    for (const { result, log } of [up, said]) {
        expect(result).toBe("failure");
        expect(log).toMatch(reason);
    }
    expect(service.calls.writes()).toEqual([]);
    // A failed check must not reopen the issue.
    expect(api.issues).toMatchObject([{ state: "closed" }]);
    if (other === "preview") {
        const told = api.comments.filter(({ issue, user }) => issue === PULL_REQUEST && user.type === "Bot");
        const comments = told.filter(({ body }) => body.startsWith("<!-- access-governance: "));
        expect(comments).toMatchObject([{ body: expect.stringContaining("the preview failed") }]);
        expect(comments[0]?.body).toMatch(reason);
    } else {
        expect(said.steps["Open, update or close the issue"]).toBe("skipped");
    }
    for (const text of [up.log, said.log, ...api.comments.map(({ body }) => body)]) {
        expect(text).not.toContain(TOKEN);
        expect(text).not.toContain("mistyped");
    }
}
