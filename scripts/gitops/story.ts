import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EXIT_CODES } from "../../src/cli/exit-codes.js";
import { type Organization, type Service, startService } from "../../src/local/service/index.js";
import { type Gate, startGate } from "../../test/pipelines/gate.js";
import { type Job, Pipeline } from "./pipeline.js";
import { Clone, newRepository } from "./repository.js";

/** A step did not have the expected result. */
export class StoryError extends Error {}

/** The second deployment uses the token of another user, so that the audit log shows who made which change. */
const OTHERS = { token: "token-of-bruno", email: "bruno@tidewater.example", role: "ADMIN" } as const;

/** Plays the story on an engine, and prints a line for each step. Returns the comment of the pull request that a rule stopped. @throws StoryError at the first unexpected result */
export async function tell(
    engine: "pulumi" | "local",
    log: (text: string) => void,
): Promise<{ readonly stopped: string }> {
    const started = performance.now();
    const folder = mkdtempSync(join(tmpdir(), "gitops-"));
    const story = await Story.open(engine, folder, log);
    try {
        for await (const line of story.tell()) console.log(`  ✓ ${line}`);
        const seconds = Math.round((performance.now() - started) / 1000);
        console.log(
            `gitops: ${story.steps} steps, ${story.jobs} jobs, ${story.drifts} drifts shown, and repaired or accepted (${seconds} s)`,
        );
        return { stopped: story.stopped };
    } finally {
        await story.close();
        rmSync(folder, { recursive: true, force: true });
    }
}

/** The story: what a team does to its repository, and the results of its pipelines. */
class Story {
    steps = 0;
    jobs = 0;
    /** Drifts that the check reported, and that a deployment repaired or a merge accepted. */
    drifts = 0;
    /** The comment of the pull request that a rule stopped. */
    stopped = "";
    #clones = 0;
    /** Edits outside the repository since a drift check found none. */
    #edits = 0;
    /** The folders of idle runners. */
    readonly #idle: string[] = [];

    private constructor(
        private readonly service: Service,
        private readonly gate: Gate,
        private readonly pipeline: Pipeline,
        private readonly folder: string,
        private readonly origin: string,
        private readonly log: (text: string) => void,
    ) {}

    static async open(engine: "pulumi" | "local", folder: string, log: (text: string) => void): Promise<Story> {
        const service = await startService({ seed: "small", tokens: [OTHERS] });
        mkdirSync(join(folder, "state"));
        const origin = newRepository(folder);
        const gate = await startGate(service);
        return new Story(
            service,
            gate,
            new Pipeline(engine, folder, { url: gate.url, token: service.token }),
            folder,
            origin,
            log,
        );
    }

    async close(): Promise<void> {
        this.gate.close();
        await this.service.close();
    }

    /** Yields a line for each successful step. @throws StoryError at the first unexpected result */
    async *tell(): AsyncGenerator<string> {
        yield* this.#firstDeployment();
        yield* this.#pullRequest();
        yield* this.#widening();
        yield* this.#driftAndRepair();
        yield* this.#driftAccepted();
        yield* this.#twoMerges();
    }

    async *#firstDeployment(): AsyncGenerator<string> {
        const author = this.#clone();
        const settings = [
            ["stack", "init", "prod"],
            ["config", "set", "--stack", "prod", "access-governance:url", this.gate.url],
        ];
        for (const command of settings) {
            const { code, log } = await this.pipeline.pulumi(author, ...command);
            if (code !== 0) throw new StoryError(`pulumi ${command.join(" ")} ended with ${code}:\n${log}`);
        }
        author.git("add", "Pulumi.prod.yaml");
        author.git("commit", "--quiet", "--message", "Add the stack prod");
        author.git("push", "--quiet", "origin", "main");
        yield this.#step("a repository with the program, the pipelines and the settings of the stack prod");

        await this.#job("up", "main");
        this.#must(this.#bundles().includes("First day"), "the first deployment made the bundle First day");
        yield this.#step(
            `up on main: ${this.service.calls.writes().length} writes, and the organization is as declared`,
        );
        author.addRules();
    }

    async *#pullRequest(): AsyncGenerator<string> {
        const author = this.#clone();
        author.edit(
            "index.ts",
            '{ operator: "OR", ownerIds: [security.id] }',
            '{ operator: "AND", ownerIds: [security.id, platform.id] }',
        );
        author.edit(
            "index.ts",
            'new access.Bundle("audit"',
            'new access.Bundle("on-call-kit", { name: "On-call kit", adminOwnerId: platform.id });\n    new access.Bundle("audit"',
        );
        author.edit(
            "index.ts",
            'name: "Production read-only",',
            'name: "Production read-only",\n        visibility: { visibilityGroupIds: [prodOncall.id] },\n        requestConfigurations: [{ autoApproval: true }],',
        );
        author.propose("review-by-both", "Let both owners review production access, and bundle what on-call needs");
        yield this.#step(
            "branch review-by-both: another reviewer for a group, a group for those on call, and a bundle",
        );

        const before = this.service.calls.writes().length;
        const preview = await this.#job("preview", "review-by-both");
        this.#shows(
            preview.report,
            "3 objects change: 2 widen access, 1 may widen it",
            "2 tests: 2 passed.",
            "reviewer stage 2 › owners: adds `Platform team`",
            "**Bundle `On-call kit`** (`on-call-kit`): new",
        );
        this.#must(this.service.calls.writes().length === before, "a preview writes nothing");
        yield this.#step(
            "preview: the comment says 3 objects change, by name, and the access tests pass; nothing is written",
        );

        const merged = author.merge("review-by-both");
        const done = await this.#job("up", merged);
        this.#shows(
            done.report,
            "<!-- access-governance up: prod -->\n### Access changed in `prod`\n",
            "3 objects were changed (1 created, 2 updated): 2 widened access, 1 may have widened it",
            "#### Who gained access, who lost it\n\n8 people can see, request, approve or administer more, or for longer",
            "**Bundle `On-call kit`** (`on-call-kit`): new",
        );
        this.#must(this.#reviewers().length === 2, "both owners review in the second stage");
        this.#must(this.#bundles().includes("On-call kit"), "the bundle was made");
        yield this.#step(`merge ${merged.slice(0, 7)}, up: the service has both, and the summary says so`);
    }

    async *#widening(): AsyncGenerator<string> {
        const author = this.#clone();
        author.edit(
            "index.ts",
            "maxDurationMinutes: access.hours(8),",
            "autoApproval: true,\n                maxDurationMinutes: -1,",
        );
        author.propose("less-waiting", "Do not let people wait while production is down");
        const before = this.service.calls.writes().length;
        const { report } = await this.#job("preview", "less-waiting", EXIT_CODES.noSelfApproval);
        this.#shows(
            report,
            "can get something without approval",
            "> **Stopped:** Somebody else decides: ",
            "> **Stopped:** No chains into production: ",
            "can now reach `Production read-only` in several steps, each without anyone else's approval: 1. `Production on-call`: can request it",
            "**Chains of steps**",
            "auto approval: no → yes (no approval required)",
            "max duration: 8 hours → no limit",
            "### Access tests\n\n2 tests: 2 failed.",
            "The staff does not climb into production",
            "; then `Production read-only`: can request it → which is approved automatically",
        );
        this.#must(this.service.calls.writes().length === before, "a preview writes nothing");
        this.stopped = report;
        yield this.#step(
            "branch less-waiting approves requests by itself: preview 19, stopped by a rule about approvals, a rule about new chains and an access test; the comment names the steps",
        );
    }

    async *#driftAndRepair(): AsyncGenerator<string> {
        const { group_id: group } = this.#named("groups", "Production on-call");
        const { bundle_id: bundle } = this.#named("bundles", "On-call kit");
        await this.#call("PUT", `/groups/${group}/visibility`, { visibility: "GLOBAL", visibility_group_ids: [] });
        await this.#call("DELETE", `/bundles/${bundle}`);
        yield this.#step("somebody opens a group to everybody and deletes a bundle, outside the repository");

        const found = await this.#job("drift", "main", 7);
        this.#shows(
            found.report,
            "2 objects change: 1 widens access, 1 narrows it; 1 of them changed outside, 1 deleted outside",
            "visibility: `LIMITED` changed to `GLOBAL` (visible to everyone); reverted by the deployment",
            "**Bundle `On-call kit`** (`on-call-kit`): deleted outside; recreated\n  - deleted by `ada@tidewater.example` at ",
        );
        yield this.#step("drift check: 7, and names both, and who did it");

        await this.#job("up", "main");
        const { visibility } = this.service.snapshot().groupVisibility.find(({ group_id }) => group_id === group) ?? {};
        this.#must(visibility === "LIMITED", "the group is hidden again");
        this.#must(this.#bundles().includes("On-call kit"), "the bundle is there again");
        await this.#job("drift", "main");
        yield this.#step("up repairs both; drift check: 0");
    }

    async *#driftAccepted(): AsyncGenerator<string> {
        const { group_id: group, request_configurations: declared = [] } = this.#named("groups", "Production on-call");
        const { bundle_id: kit } = this.#named("bundles", "On-call kit");
        const opened = declared.map((one) => ({ ...one, auto_approval: true }));
        await this.#call("PUT", "/groups", { groups: [{ group_id: group, request_configurations: opened }] });
        await this.#call("PUT", `/bundles/${kit}`, { name: "Pager kit" });
        yield this.#step("somebody lets requests approve themselves and renames a bundle, outside the repository");

        const before = this.service.calls.writes().length;
        const { report, clone } = await this.#job("drift", "main", 7, { ACCESS_DRIFT: "accept" });
        this.#shows(report, "#### Accepted", "**Stopped:** Somebody else decides: ");
        // As push-branch.sh does in a pipeline.
        const branch = "access/accept-drift/prod";
        clone.git("push", "--quiet", "origin", branch);
        yield this.#step(
            `drift check with ACCESS_DRIFT=accept: the branch ${branch} has the edits, a commit by person`,
        );

        await this.#job("preview", branch, EXIT_CODES.noSelfApproval);
        yield this.#step("its preview: 19, since what Pulumi calls no change widens access");

        const author = this.#clone();
        author.git("checkout", "--quiet", branch);
        author.edit("index.ts", "autoApproval: true,", "autoApproval: false,");
        author.git("commit", "--quiet", "--all", "--message", "Somebody approves, as before");
        author.git("push", "--quiet", "origin", branch);
        await this.#job("preview", branch);
        this.#must(this.service.calls.writes().length === before, "nothing was written until the merge");
        yield this.#step("somebody takes the widening back on the branch: its preview passes, and nothing was written");

        await this.#job("up", author.merge(branch));
        this.#must(
            this.#named("groups", "Production on-call").request_configurations?.[0]?.auto_approval === false,
            "requests need an approval again",
        );
        this.#must(this.#bundles().includes("Pager kit"), "the bundle keeps its new name");
        const merged = this.service.calls.writes().length;
        await this.#job("drift", "main");
        this.#must(this.service.calls.writes().length === merged, "the check writes nothing");
        yield this.#step("merged: what was accepted stays, the rest is undone; drift check: 0");
    }

    async *#twoMerges(): AsyncGenerator<string> {
        const [one, two] = [this.#clone(), this.#clone()];
        addKit(one, "one", 'new access.Bundle("on-call-kit"');
        addKit(two, "two", "// Everything in a bundle is requested together.");
        const [first, second] = [one.merge("kit-one"), this.#mergeBoth(two)];
        // The first deployment gets no answer until the second one waits for its lock.
        const held = this.gate.hold("POST", "/bundles");
        const running = this.#job("up", first);
        await Promise.race([held, running]);

        const refused = await this.#job("up", second, "fails", {
            ACCESS_LOCK_MINUTES: "0",
            ACCESS_GOVERNANCE_TOKEN: OTHERS.token,
        });
        this.#shows(refused.log, "Another run holds the lock of the stack");
        this.#must(!this.#writers().includes(OTHERS.email), "the deployment that was refused wrote nothing");
        yield this.#step("two merges at once: the second deployment, told not to wait, stops and has written nothing");

        const patient = { ACCESS_LOCK_MINUTES: "2", ACCESS_GOVERNANCE_TOKEN: OTHERS.token };
        const waiting = this.#job("up", second, 0, patient, (log) => {
            if (log.includes("Waiting for it")) this.gate.open();
        });
        await Promise.all([running, waiting]);
        this.#must(
            ["Kit one", "Kit two"].every((name) => this.#bundles().filter((other) => other === name).length === 1),
            "each kit is there once",
        );
        await this.#job("drift", "main");
        yield this.#step(`again, told to wait: it waited and went on; both merges are there once, drift check: 0`);
    }

    /** Updates the second pull request before its merge, as a protected branch requires. */
    #mergeBoth(author: Clone): string {
        author.git("fetch", "--quiet", "origin");
        author.git("merge", "--quiet", "--message", "Bring up to date", "origin/main");
        author.git("push", "--quiet", "origin", "HEAD:kit-two");
        return author.merge("kit-two");
    }

    /** Runs one CI job in a new clone. The clone reuses the folder of an idle runner, as CI systems do. */
    async #job(
        script: "preview" | "up" | "drift",
        commit: string,
        expected: number | "fails" = 0,
        variables: Readonly<Record<string, string>> = {},
        onLog?: (log: string) => void,
    ): Promise<Job & { readonly clone: Clone }> {
        this.jobs += 1;
        const runner = this.#idle.pop() ?? join(this.folder, `runner-${this.jobs}`);
        rmSync(runner, { recursive: true, force: true });
        const clone = Clone.of(this.origin, runner, commit);
        const job = await this.pipeline.run(clone, script, variables, onLog);
        this.#idle.push(runner);
        this.log(`--- ${script} of ${commit}: exit code ${job.code}\n${job.log}`);
        if (job.log.includes(this.service.token) || job.report.includes(this.service.token))
            throw new StoryError(`${script} shows the token`);
        const isExpected = expected === "fails" ? job.code !== 0 && job.code !== 7 : job.code === expected;
        if (!isExpected)
            throw new StoryError(`${script} of ${commit} ended with ${job.code}, not with ${expected}:\n${job.log}`);
        if (script === "drift" && job.code === 0) {
            this.drifts += this.#edits;
            this.#edits = 0;
        }
        return { ...job, clone };
    }

    #clone(): Clone {
        this.#clones += 1;
        return Clone.of(this.origin, join(this.folder, `clone-${this.#clones}`));
    }

    #step(line: string): string {
        this.steps += 1;
        return line;
    }

    #must(holds: boolean, what: string): void {
        if (!holds) throw new StoryError(`Expected: ${what}.`);
    }

    #shows(text: string, ...parts: readonly string[]): void {
        for (const part of parts)
            if (!text.includes(part)) throw new StoryError(`${JSON.stringify(part)} is missing in:\n${text}`);
    }

    /** Makes a change outside the repository, as someone would in the console. */
    async #call(method: string, path: string, body?: object): Promise<void> {
        const headers = { authorization: `Bearer ${this.service.token}`, "content-type": "application/json" };
        const response = await fetch(this.service.url + path, {
            method,
            headers,
            ...(body && { body: JSON.stringify(body) }),
        });
        if (!response.ok) throw new StoryError(`${method} ${path} returned ${response.status}`);
        this.#edits += 1;
    }

    #named<Table extends "groups" | "bundles">(table: Table, name: string): Organization[Table][number] {
        const found: readonly Organization[Table][number][] = this.service.snapshot()[table];
        const one = found.find((object) => object.name === name);
        if (!one) throw new StoryError(`The service has nothing named ${name}.`);
        return one;
    }

    #bundles(): string[] {
        return this.service.snapshot().bundles.map(({ name }) => name ?? "");
    }

    /** The owners of the last stage of review of production access. */
    #reviewers(): readonly string[] {
        const [configuration] = this.#named("groups", "Production on-call").request_configurations ?? [];
        return configuration?.reviewer_stages?.at(-1)?.owner_ids ?? [];
    }

    /** The users who changed something, according to the audit log of the service. */
    #writers(): string[] {
        return this.service.snapshot().events.map(({ actor_email }) => String(actor_email));
    }
}

/** Declares a bundle before the text `place`, on a new branch. */
function addKit(author: Clone, name: string, place: string): void {
    const kit = `new access.Bundle("kit-${name}", { name: "Kit ${name}", adminOwnerId: platform.id });`;
    author.edit("index.ts", place, `${kit}\n    ${place}`);
    author.propose(`kit-${name}`, `Add kit ${name}`);
}
