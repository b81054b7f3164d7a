/** Runs GitLab pipelines with gitlab-ci-local: each job in the shell that it requires and in a separate clone. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Command, expectRun, run } from "./command.js";
import type { GitLabApi } from "./gitlab-api.js";
import type { Repository } from "./repository.js";

export type Variables = Readonly<Record<string, string>>;

/** Variables that GitLab sets for each kind of pipeline. */
const PREDEFINED: Readonly<Record<string, Variables>> = {
    merge_request_event: {
        CI_PIPELINE_SOURCE: "merge_request_event",
        CI_MERGE_REQUEST_IID: "5",
        CI_MERGE_REQUEST_PROJECT_ID: "42",
        CI_MERGE_REQUEST_SOURCE_PROJECT_ID: "42",
        CI_MERGE_REQUEST_TARGET_BRANCH_NAME: "main",
    },
    push: { CI_PIPELINE_SOURCE: "push", CI_COMMIT_BRANCH: "main" },
    schedule: { CI_PIPELINE_SOURCE: "schedule", CI_COMMIT_BRANCH: "main" },
};

export class GitLab {
    constructor(
        private readonly repository: Repository,
        private readonly api: GitLabApi,
        private readonly settings: Variables,
    ) {}

    /** Runs the pipeline of the newest commit. With `jobs`, runs only these, including manual ones. */
    async run(source: keyof typeof PREDEFINED & string, ...jobs: readonly string[]): Promise<Command> {
        return this.#call(source, ["--force-shell-executor", "--concurrency", "1", ...jobs], {});
    }

    /** Runs the last step of a job, which publishes its report. */
    async tell(what: "note" | "drift", code: string, report: string): Promise<void> {
        const folder = await this.repository.clone();
        await writeFile(join(folder, "access-report.md"), report);
        const env = { ...this.repository.env, ...this.#variables("schedule") };
        await expectRun("node", ["access/gitlab.mjs", what, code], { cwd: folder, env });
    }

    /** The jobs of a pipeline, and when each of them runs. */
    async jobs(source: keyof typeof PREDEFINED & string, variables: Variables = {}): Promise<Record<string, string>> {
        const { code, stdout, output } = await this.#call(source, ["--list-json"], variables);
        if (code !== 0) throw new Error(output);
        const jobs = JSON.parse(stdout) as { name: string; when: string }[]; // output of --list-json
        return Object.fromEntries(jobs.filter(({ when }) => when !== "never").map(({ name, when }) => [name, when]));
    }

    async #call(source: string, flags: readonly string[], given: Variables): Promise<Command> {
        const folder = await this.repository.clone();
        const options = { cwd: folder, env: { ...this.repository.env, NO_COLOR: "1" } };
        // gitlab-ci-local derives the server and the project from the remote.
        await expectRun("git", ["remote", "set-url", "origin", "git@gitlab.example:acme/access.git"], options);
        // The folder that gitlab-ci-local would name is that of a container.
        const variables = { ...this.#variables(source), CI_PROJECT_DIR: folder, ...given };
        const args = Object.entries(variables).flatMap(([name, value]) => ["--variable", `${name}=${value}`]);
        if (source === "merge_request_event") args.push("--unset-variable", "CI_COMMIT_BRANCH");
        return run(
            "gitlab-ci-local",
            ["--ignore-predefined-vars", Object.keys(variables).join(), ...flags, ...args],
            options,
        );
    }

    #variables(source: string): Variables {
        const project = {
            CI_API_V4_URL: this.api.url,
            CI_PROJECT_ID: "42",
            CI_DEFAULT_BRANCH: "main",
            // Clones and pushes of jobs use the test repository.
            CI_REPOSITORY_URL: `file://${this.repository.folder}.git`,
            CI_SERVER_URL: `file://${this.repository.place}`,
            CI_PROJECT_PATH: "repository",
        };
        return { ...project, ...this.settings, ...PREDEFINED[source] };
    }
}
