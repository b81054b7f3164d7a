/**
 * Runs GitHub Actions workflows locally: each job in an empty folder, each `run` step in the same shell as on GitHub, and each expression
 * with GitHub's own evaluator. Of the actions, only checkout and upload do something. Unsupported keys and actions are errors.
 */
import { existsSync, readdirSync, statSync } from "node:fs";
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { parse } from "yaml";
import { run } from "./command.js";
import type { Expressions, Value } from "./expressions.js";
import type { GitHubApi, Permissions } from "./github-api.js";
import type { Repository } from "./repository.js";

export interface Trigger {
    readonly event: "pull_request_target" | "push" | "schedule" | "workflow_dispatch";
    readonly branch: string;
    /** Commit that the workflow and `actions/checkout` use. */
    readonly commit: string;
    /** Commit that a pull request would create, for `ref: refs/pull/<number>/merge`. */
    readonly merge?: string;
    /** Event payload in addition to the repository. */
    readonly payload?: Readonly<Record<string, Value>>;
}

/** Number of the pull request in `pullRequestTo`. */
export const PULL_REQUEST = 5;

/**
 * A pull request of the branch that is checked out to main.
 * @param repo repository of the branch. A fork if it is another one.
 */
export async function pullRequestTo(repository: Repository, repo = "acme/access"): Promise<Trigger> {
    const payload = {
        pull_request: { number: PULL_REQUEST, head: { repo: { full_name: repo } }, base: { ref: "main" } },
    };
    const [commit = ""] = await repository.log("main");
    return { event: "pull_request_target", branch: "main", commit, merge: await repository.head(), payload };
}

export interface Settings {
    readonly secrets: Readonly<Record<string, string>>;
    readonly vars: Readonly<Record<string, string>>;
}

export type Result = "success" | "failure" | "skipped" | "cancelled";

export interface JobRun {
    readonly id: string;
    readonly name: string;
    readonly environment: string | undefined;
    readonly concurrency: string | undefined;
    /** Output of its steps. */
    readonly log: string;
    /** Content that its steps wrote to the summary of the run. */
    readonly summary: string;
    readonly result: Result;
    /** Uploaded files by artifact name. Of an artifact with several files, the one with the shortest name. */
    readonly artifacts: Readonly<Record<string, string>>;
    /** Result of each step by name. */
    readonly steps: Readonly<Record<string, Result>>;
    readonly outputs: Readonly<Record<string, string>>;
}

interface Step {
    readonly name: string;
    readonly id?: string;
    readonly if?: string;
    readonly uses?: string;
    readonly with?: Readonly<Record<string, string>>;
    readonly "continue-on-error"?: boolean;
    readonly env?: Readonly<Record<string, string>>;
    readonly run?: string;
}

interface Job {
    readonly name: string;
    readonly if?: string;
    readonly needs?: string | readonly string[];
    readonly permissions?: Permissions;
    readonly environment?: { readonly name: string };
    readonly concurrency?: { readonly group: string };
    readonly strategy?: { readonly "fail-fast"?: boolean; readonly matrix: { readonly include: string } };
    readonly outputs?: Readonly<Record<string, string>>;
    readonly steps: readonly Step[];
}

export interface Workflow {
    readonly on: Readonly<Record<string, { readonly branches?: readonly string[] } | null>>;
    readonly permissions: Permissions;
    readonly jobs: Readonly<Record<string, Job>>;
}

const KNOWN = {
    workflow: ["name", "on", "permissions", "defaults", "concurrency", "jobs"],
    job: [
        ...[
            "name",
            "if",
            "needs",
            "runs-on",
            "timeout-minutes",
            "permissions",
            "environment",
            "concurrency",
            "strategy",
        ],
        ...["outputs", "steps"],
    ],
    step: ["name", "id", "if", "uses", "with", "continue-on-error", "env", "run"],
    strategy: ["fail-fast", "max-parallel", "matrix"],
};

/** Copies artifacts of earlier jobs of the run. */
const DOWNLOAD = "actions/download-artifact";

/** Actions that only set up a runner. Skipped, since everything is installed. */
const PREPARE = ["actions/setup-node", "pulumi/actions"];

/** Its effect is returned in `artifacts`. */
const UPLOAD = "actions/upload-artifact";

export function readWorkflow(text: string): Workflow {
    const workflow = parse(text) as Workflow & { defaults?: unknown }; // every part that is used is checked below
    refuseUnknown(workflow, KNOWN.workflow);
    if (JSON.stringify(workflow.defaults) !== '{"run":{"shell":"bash"}}') throw new Error("its shell is not bash");
    for (const job of Object.values(workflow.jobs)) {
        refuseUnknown(job, KNOWN.job);
        refuseUnknown(job.strategy ?? {}, KNOWN.strategy);
        refuseUnknown(job.strategy?.matrix ?? {}, ["include"]);
        for (const step of job.steps) refuseUnknown(step, KNOWN.step);
    }
    return workflow;
}

export class Runner {
    constructor(
        private readonly repository: Repository,
        private readonly api: GitHubApi,
        private readonly settings: Settings,
        private readonly expressions: Expressions,
    ) {}

    /** Runs a workflow of the commit and returns its jobs, one for each entry of a matrix. */
    async run(name: string, trigger: Trigger): Promise<JobRun[]> {
        const workflow = readWorkflow(await this.repository.read(trigger.commit, `.github/workflows/${name}`));
        const on = workflow.on[trigger.event];
        if (on === undefined || (on?.branches && !on.branches.includes(trigger.branch))) {
            throw new Error(`${name} does not run on ${trigger.event} of ${trigger.branch}`);
        }
        await rm(this.#stored, { recursive: true, force: true });
        const done: JobRun[] = [];
        for (const [id, job] of Object.entries(workflow.jobs))
            done.push(...(await this.#job(id, job, workflow, trigger, done)));
        return done;
    }

    async #job(id: string, job: Job, workflow: Workflow, trigger: Trigger, done: readonly JobRun[]): Promise<JobRun[]> {
        const permissions = job.permissions ?? workflow.permissions;
        const contexts: Contexts = {
            github: this.#github(trigger, this.api.tokenFor(permissions)),
            needs: {},
            ...this.settings,
        };
        const names = [job.needs ?? []].flat();
        const needed = done.filter((run) => names.includes(run.id));
        contexts.needs = Object.fromEntries(
            names.map((name) => {
                const runs = needed.filter((run) => run.id === name);
                const worst = runs.find(({ result }) => result !== "success") ?? runs[0];
                return [name, { outputs: runs[0]?.outputs ?? {}, result: worst?.result ?? "skipped" }];
            }),
        );
        const good = needed.every(({ result }) => result === "success");
        if (!this.expressions.holds(job.if, contexts, good ? "success" : "failure")) {
            return [{ ...nothing, id, name: job.name, result: "skipped" }];
        }
        const include = job.strategy && this.expressions.value(job.strategy.matrix.include, contexts);
        const entries = include === undefined ? [null] : (include as Value[]); // `include` of a matrix is a list
        const runs: JobRun[] = [];
        for (const [index, matrix] of entries.entries()) {
            const failed = runs.some(({ result }) => result === "failure");
            if (failed && job.strategy?.["fail-fast"] !== false) {
                runs.push({ ...nothing, id, name: job.name, result: "cancelled" });
            } else {
                runs.push(
                    await this.#entry(id, job, trigger, { ...contexts, strategy: { "job-index": index }, matrix }),
                );
            }
        }
        return runs;
    }

    async #entry(id: string, job: Job, trigger: Trigger, contexts: Contexts): Promise<JobRun> {
        // Each job starts with an empty folder at the same path.
        const place = join(this.repository.place, "job");
        const workspace = join(this.repository.place, "clone");
        await rm(place, { recursive: true, force: true });
        await mkdir(place);
        await rm(workspace, { recursive: true, force: true });
        const files = { GITHUB_OUTPUT: "", GITHUB_ENV: "", GITHUB_STEP_SUMMARY: "" };
        const scope: Contexts = { ...contexts, steps: {}, env: {} };
        const steps: Record<string, Result> = {};
        const artifacts: Record<string, string> = {};
        let log = "";
        let summary = "";
        let status: "success" | "failure" = "success";
        for (const [index, step] of job.steps.entries()) {
            if (!this.expressions.holds(step.if, scope, status)) {
                steps[step.name] = "skipped";
                if (step.id) scope.steps = { ...scope.steps, [step.id]: { outcome: "skipped", outputs: {} } };
                continue;
            }
            for (const name of Object.keys(files) as (keyof typeof files)[]) {
                // Object.keys returns strings
                files[name] = join(place, `${name}-${index}`);
                await writeFile(files[name], "");
            }
            const { code, output } = await this.#step(step, workspace, trigger, scope, files);
            if (step.uses?.startsWith(`${UPLOAD}@`)) await this.#keep(step, workspace, scope, artifacts);
            if (step.uses?.startsWith(`${DOWNLOAD}@`)) await this.#get(step, workspace, scope);
            log += output;
            summary += await readFile(files.GITHUB_STEP_SUMMARY, "utf8");
            const outcome = code === 0 ? "success" : "failure";
            steps[step.name] = outcome;
            if (outcome === "failure" && !step["continue-on-error"]) status = "failure";
            const outputs = await readPairs(files.GITHUB_OUTPUT);
            scope.env = { ...scope.env, ...(await readPairs(files.GITHUB_ENV)) };
            if (step.id) scope.steps = { ...scope.steps, [step.id]: { outcome, outputs } };
        }
        const outputs = Object.entries(job.outputs ?? {}).map(([name, text]) => [
            name,
            this.expressions.text(text, scope),
        ]);
        return {
            id,
            name: this.expressions.text(job.name, scope),
            environment: job.environment && this.expressions.text(job.environment.name, scope),
            concurrency: job.concurrency && this.expressions.text(job.concurrency.group, scope),
            log,
            summary,
            result: status,
            artifacts,
            steps,
            outputs: Object.fromEntries(outputs),
        };
    }

    async #step(step: Step, workspace: string, trigger: Trigger, scope: Contexts, files: Record<string, string>) {
        if (step.uses) {
            const [action = ""] = step.uses.split("@");
            const { ref, path = "" } = step.with ?? {};
            const isMerge = ref !== undefined && /^refs\/pull\/5\/merge$/.test(this.expressions.text(ref, scope));
            if (ref !== undefined && !isMerge) throw new Error(`the runner does not know the ref ${ref}`);
            const commit = isMerge ? (trigger.merge ?? trigger.commit) : trigger.commit;
            if (action === "actions/checkout") await this.repository.checkOut(join(workspace, path), commit);
            else if (![...PREPARE, UPLOAD, DOWNLOAD].includes(action))
                throw new Error(`the runner does not know ${action}`);
            return { code: 0, output: "" };
        }
        const script = `${workspace}.sh`;
        await writeFile(script, step.run ?? "");
        const env = Object.entries(step.env ?? {}).map(([name, text]) => [name, this.expressions.text(text, scope)]);
        const cwd = existsSync(workspace) ? workspace : this.repository.place;
        return run("bash", ["--noprofile", "--norc", "-eo", "pipefail", script], {
            cwd,
            env: {
                ...this.repository.env,
                ...realGh(this.api.url, this.repository.env.PATH),
                CI: "true",
                GITHUB_ACTIONS: "true",
                GITHUB_API_URL: this.api.url,
                GITHUB_REPOSITORY: "acme/access",
                GITHUB_SERVER_URL: "https://github.example",
                GITHUB_REF_NAME: trigger.branch,
                GITHUB_SHA: trigger.commit,
                ...files,
                ...(scope.env as Record<string, string>), // created by readPairs
                ...Object.fromEntries(env),
            },
        });
    }

    /** Folder of the artifacts of the current run. */
    get #stored(): string {
        return join(this.repository.place, "artifacts");
    }

    /** Stores a file, or the contents of a folder, as an artifact. @throws if GitHub would reject the artifact's name */
    async #keep(step: Step, workspace: string, scope: Contexts, artifacts: Record<string, string>): Promise<void> {
        const { name = "", path = "", "if-no-files-found": missing = "warn" } = step.with ?? {};
        const source = join(workspace, path);
        if (!existsSync(source) && missing !== "error") return;
        const artifact = this.expressions.text(name, scope);
        if (!/^[\w.-]+$/.test(artifact)) throw new Error(`${artifact} is no name of an artifact`);
        const isFile = statSync(source).isFile();
        await cp(source, join(this.#stored, artifact, isFile ? basename(source) : ""), { recursive: true });
        const files = isFile ? [source] : readdirSync(source).map((file) => join(source, file));
        const shown = files.sort((a, b) => a.length - b.length || (a < b ? -1 : 1)).at(0);
        if (shown) artifacts[artifact] = await readFile(shown, "utf8");
    }

    /** Copies one artifact to a folder, or each that matches a pattern to its own folder. */
    async #get(step: Step, workspace: string, scope: Contexts): Promise<void> {
        const { name, pattern = "", path = "" } = step.with ?? {};
        if (name !== undefined) {
            await cp(join(this.#stored, this.expressions.text(name, scope)), join(workspace, path), {
                recursive: true,
            });
            return;
        }
        const [prefix = ""] = pattern.split("*");
        for (const artifact of existsSync(this.#stored) ? readdirSync(this.#stored) : [])
            if (artifact.startsWith(prefix))
                await cp(join(this.#stored, artifact), join(workspace, path, artifact), { recursive: true });
    }

    #github(trigger: Trigger, token: string): Value {
        return {
            event_name: trigger.event,
            event: { ...trigger.payload, repository: { default_branch: "main", full_name: "acme/access" } },
            ref_name: trigger.branch,
            sha: trigger.commit,
            repository: "acme/access",
            server_url: "https://github.example",
            run_id: "1234",
            token,
        };
    }
}

/** The first job with this id, which is the only one unless it has a matrix. */
export function jobOf(runs: readonly JobRun[], id: string): JobRun {
    const found = runs.find((run) => run.id === id);
    if (!found) throw new Error(`there is no job ${id}`);
    return found;
}

type Contexts = { [name: string]: Value } & { steps?: Record<string, Value>; env?: Record<string, Value> };

const nothing = {
    environment: undefined,
    concurrency: undefined,
    log: "",
    summary: "",
    artifacts: {},
    steps: {},
    outputs: {},
};

/** Environment for GitHub's real `gh` if REAL_GH names its folder: the proxy directs it to the test server, except for other loopback URLs. */
function realGh(url: string, path: string | undefined): NodeJS.ProcessEnv {
    const folder = process.env.REAL_GH;
    if (!folder) return {};
    return {
        GH_HOST: "github.localhost",
        HTTP_PROXY: url,
        NO_PROXY: "127.0.0.1",
        PATH: `${folder}:${path}`,
    };
}

function refuseUnknown(part: object, known: readonly string[]): void {
    const unknown = Object.keys(part).filter((key) => !known.includes(key));
    if (unknown.length > 0) throw new Error(`the runner does not know ${unknown.join(", ")}`);
}

async function readPairs(file: string): Promise<Record<string, string>> {
    const lines = (await readFile(file, "utf8")).split("\n").filter(Boolean);
    return Object.fromEntries(
        lines.map((line) => {
            const [, name, value] = /^([A-Za-z_]\w*)=(.*)$/.exec(line) ?? [];
            if (name === undefined || value === undefined) throw new Error(`no runner takes the line ${line}`);
            return [name, value];
        }),
    );
}
