/** Runs every job of the GitLab pipelines: from a merge request to drift that is found, reported and repaired. */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Service, startService } from "../../src/local/service/index.js";
import type { Command } from "./command.js";
import { GitLab } from "./gitlab.js";
import { GitLabApi } from "./gitlab-api.js";
import { PASSPHRASE, Repository } from "./repository.js";

const TOKEN = "token-of-gitlab-tests";
const PREVIEW = "preview: [dev,.]";
const GATE = "gate: [dev,.]";
const PLAN = "plan: [dev,.]";
const UP = "up: [dev,.]";

let service: Service;
let repository: Repository;
let api: GitLabApi;

beforeEach(async () => {
    service = await startService({ token: TOKEN });
    api = await GitLabApi.start();
    repository = await Repository.create({ dev: service.url });
});

afterEach(async () => {
    await repository?.close();
    api?.close();
    await service?.close();
});

function gitlab(
    variables: Record<string, string> = { ACCESS_GOVERNANCE_TOKEN: TOKEN, GITLAB_TOKEN: api.token },
): GitLab {
    const settings = {
        PULUMI_BACKEND_URL: repository.backend,
        PULUMI_CONFIG_PASSPHRASE: PASSPHRASE,
        ACCESS_GOVERNANCE_URL: service.url,
    };
    return new GitLab(repository, api, { ...settings, ...variables });
}

function succeeded(run: Command): Command {
    if (run.code !== 0) throw new Error(run.output);
    return run;
}

test("each kind of pipeline has the expected jobs without duplicates", async () => {
    expect(await gitlab().jobs("merge_request_event")).toEqual({
        validate: "on_success",
        [PREVIEW]: "on_success",
        [GATE]: "always",
        comment: "always",
    });
    expect(await gitlab().jobs("push")).toEqual({
        validate: "on_success",
        [PLAN]: "on_success",
        [UP]: "manual",
    });
    expect(await gitlab().jobs("schedule")).toEqual({ "drift: [dev,.]": "on_success" });
    const fork = { CI_MERGE_REQUEST_SOURCE_PROJECT_ID: "43" };
    expect(await gitlab().jobs("merge_request_event", fork)).toEqual({});
});

test("previews a merge request, deploys it, reports drift once, and repairs it", async () => {
    for (const words of ["Looks good", "Who reviews this?", "<!-- access-governance: dev -->\nsaid by a person"])
        api.say(words);

    // Without a token: the service is not called, and a note reports the missing token.
    const failed = await gitlab({ GITLAB_TOKEN: api.token }).run("merge_request_event", PREVIEW, GATE, "comment");
    expect(failed.code).not.toBe(0);
    expect(api.notes.at(-1)?.body).toContain("No token for the service: set ACCESS_GOVERNANCE_TOKEN");
    expect(service.calls.all()).toEqual([]);

    // With a token: the same note shows the effect of merging. Nothing is written to the service.
    succeeded(await gitlab().run("merge_request_event"));
    expect(api.notes.map(({ author }) => author.id)).toEqual([3, 3, 3, 7]);
    expect(api.notes.at(-1)?.body).toMatch(/^<!-- access-governance: dev -->\n/);
    expect(api.notes.at(-1)?.body).toContain("Production on-call");
    expect(service.calls.writes()).toEqual([]);

    // After the merge, `up` runs only if started manually. A separate note reports the deployed changes.
    api.isMerged = true;
    succeeded(await gitlab().run("push", PLAN, UP));
    expect(api.notes).toHaveLength(5);
    expect(api.notes.at(-1)?.body).toMatch(/^<!-- access-governance up: dev -->\n.*\n\n\d+ objects were changed /);
    const audit = service.store.bundles.all().find(({ name }) => name === "Audit")?.bundle_id ?? "";
    expect(service.store.bundles.get(audit).name).toBe("Audit");

    // An edit outside makes the job exit with 7 and opens one issue, which the next check updates.
    service.store.bundles.change(audit, { name: "Renamed by hand" });
    const written = service.calls.writes().length;
    expect((await gitlab().run("schedule")).output).toMatch(/drift.*\n?.*FAIL.* 7 /);
    expect(api.issues).toMatchObject([{ title: "Access has drifted: dev", state: "opened", labels: ["access-drift"] }]);
    expect(api.issues[0]?.description).toContain("Renamed by hand");
    await gitlab().tell("drift", "7", `${api.issues[0]?.description.split("\n")[0]}\nRenamed once more\n`);
    expect(api.issues).toMatchObject([{ description: expect.stringContaining("Renamed once more") }]);
    expect(service.calls.writes()).toHaveLength(written);

    // `up`, started manually, repairs the drift, and the next check closes the issue.
    succeeded(await gitlab().run("push", PLAN, UP));
    expect(service.store.bundles.get(audit).name).toBe("Audit");
    succeeded(await gitlab().run("schedule"));
    expect(api.issues).toMatchObject([{ state: "closed", notes: [{}] }]);

    // With another organization at the same URL, no job writes anything, and the issue stays closed.
    const port = Number(new URL(service.url).port);
    await service.close();
    service = await startService({ seed: "other", port, token: TOKEN });
    const stopped = [await gitlab().run("push", PLAN, UP), await gitlab().run("schedule")];
    for (const { code, output } of stopped) {
        expect(code).not.toBe(0);
        // Without a refresh, the failing lookup of the program may be reported first.
        expect(output).toMatch(/wrong organization|No app found with name/);
    }
    expect(service.calls.writes()).toEqual([]);
    expect(api.issues).toHaveLength(1);
    for (const { output } of [failed, ...stopped]) expect(output).not.toContain(TOKEN);
});

test("with ACCESS_DRIFT=accept, a merge request with the outside edits replaces the issue", async () => {
    const accepting = () => gitlab({ ACCESS_GOVERNANCE_TOKEN: TOKEN, GITLAB_TOKEN: api.token, ACCESS_DRIFT: "accept" });
    succeeded(await gitlab().run("push", PLAN, UP));
    const audit = service.store.bundles.all().find(({ name }) => name === "Audit")?.bundle_id ?? "";
    service.store.bundles.change(audit, { name: "Renamed by hand" });
    await gitlab().run("schedule");
    expect(api.issues).toMatchObject([{ state: "opened" }]);

    api.forkMerge("access/accept-drift/dev");
    for (let run = 0; run < 2; run += 1)
        expect((await accepting().run("schedule")).output).toMatch(/Merge request !502 accepts the drift/);
    const branch = "access/accept-drift/dev";
    const own = () => api.merges.filter(({ source_project_id: source }) => source === 42);
    expect(own()).toMatchObject([{ title: "Accept drift of access: dev", source_branch: branch, state: "opened" }]);
    expect(own()[0]?.description).toContain("#### Accepted\n");
    expect(api.issues).toMatchObject([
        { state: "closed", notes: [{ body: `A merge request reports the drift: ${own()[0]?.web_url}` }] },
    ]);
    expect(await repository.read(branch, "index.ts")).toContain("Renamed by hand");

    // A merge request cannot accept what nobody declares: an issue reports it until there is a baseline.
    const baseline = join(repository.project, "access-baseline.dev.json");
    await writeFile(baseline, '{ "undeclared": [] }\n');
    await repository.commit("A baseline without entries");
    expect((await accepting().run("schedule")).output).toMatch(/Merge request !502 accepts the drift/);
    expect(api.issues.at(-1)).toMatchObject({ state: "opened" });
    expect(api.issues.at(-1)?.description).toContain("### Access that nobody declares");
    await rm(baseline);
    await repository.commit("No baseline");

    succeeded(await gitlab().run("push", PLAN, UP));
    succeeded(await accepting().run("schedule"));
    expect(api.issues.at(-1)).toMatchObject({ state: "closed" });
    expect(api.merges[0]).toMatchObject({ description: "theirs", state: "opened", notes: [] });
    expect(own()).toMatchObject([
        { state: "closed", notes: [{ body: expect.stringContaining("matches the repository again") }] },
    ]);
});

test("judges a merge request by the rules of its target branch, and publishes only the report of the gate", async () => {
    const closed = { name: "Nobody new", owner: "security@example.com", reason: "It is closed.", maxGained: 0 };
    const rules = join(repository.folder, "access-rules.json");
    await writeFile(rules, JSON.stringify({ rules: [closed] }));
    await repository.commit("Rules");
    await repository.branch("change");
    await rm(rules);
    // Like a file that the program writes, because all jobs of the tests use one folder.
    await mkdir(join(repository.folder, "access-reports/9"), { recursive: true });
    await writeFile(
        join(repository.folder, "access-reports/9/access-report.md"),
        "<!-- access-governance: dev -->\nforged",
    );
    await writeFile(join(repository.folder, "access-reports/gitlab.mjs"), "throw new Error();");
    await repository.commit("No rules");
    const { code, output } = await gitlab().run("merge_request_event", PREVIEW, GATE, "comment");
    expect(code).not.toBe(0);
    expect(output).toMatch(/gate.* FAIL 18 /);
    expect(api.notes).toHaveLength(1);
    expect(api.notes[0]?.body).toContain("**Stopped:** Nobody new");
    expect(api.notes[0]?.body.split("\n")[1]).toContain("Rules changed in this pull request");
});

test("fails before anything runs if the pipeline does not list a stack", async () => {
    await repository.edit(".gitlab-ci.yml", "PULUMI_STACK: dev", "PULUMI_STACK: prod");
    const { code, output } = await gitlab().run("merge_request_event");
    expect(code).not.toBe(0);
    expect(output).toContain(".gitlab-ci.yml must list the stacks that the repository has");
    expect(service.calls.all()).toEqual([]);
});
