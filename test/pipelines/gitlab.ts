/** Runs pipelines of GitLab by gitlab-ci-local: each job in the shell that it asks for, in a clone of its own. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Command, expectRun, run } from "./command.js";
import type { GitLabApi } from "./gitlab-api.js";
import type { Repository } from "./repository.js";

export type Variables = Readonly<Record<string, string>>;

/** What GitLab itself sets for a kind of pipeline. */
const OF: Readonly<Record<string, Variables>> = {
    merge_request_event: {
        CI_PIPELINE_SOURCE: "merge_request_event",
        CI_MERGE_REQUEST_IID: "5",
        CI_MERGE_REQUEST_PROJECT_ID: "42",
        CI_MERGE_REQUEST_SOURCE_PROJECT_ID: "42",
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

    /** Runs the pipeline of the newest commit; with jobs, only these, one that is started by hand included. */
    async run(source: keyof typeof OF & string, ...jobs: readonly string[]): Promise<Command> {
        return this.#call(source, ["--force-shell-executor", "--concurrency", "1", ...jobs], {});
    }

    /** What a job does last: hands a report over. */
    async tell(what: "note" | "drift", code: string, report: string): Promise<void> {
        const folder = await this.repository.clone();
        await writeFile(join(folder, "access-report.md"), report);
        const env = { ...this.repository.env, ...this.#variables("schedule") };
        await expectRun("node", ["access/gitlab.mjs", what, code], { cwd: folder, env });
    }

    /** The jobs that a pipeline has, and when each runs. */
    async jobs(source: keyof typeof OF & string, variables: Variables = {}): Promise<Record<string, string>> {
        const { code, stdout, output } = await this.#call(source, ["--list-json"], variables);
        if (code !== 0) throw new Error(output);
        const jobs = JSON.parse(stdout) as { name: string; when: string }[]; // as --list-json prints it
        return Object.fromEntries(jobs.filter(({ when }) => when !== "never").map(({ name, when }) => [name, when]));
    }

    async #call(source: string, flags: readonly string[], given: Variables): Promise<Command> {
        const folder = await this.repository.clone();
        const options = { cwd: folder, env: { ...this.repository.env, NO_COLOR: "1" } };
        // It wants to know which project of which GitLab this is.
        await expectRun("git", ["remote", "set-url", "origin", "git@gitlab.example:acme/access.git"], options);
        const variables = { ...this.#variables(source), ...given };
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
            // What is pushed arrives in the repository.
            CI_SERVER_URL: `file://${this.repository.place}`,
            CI_PROJECT_PATH: "repository",
        };
        return { ...project, ...this.settings, ...OF[source] };
    }
}
