/** Tests the pipeline scripts: their errors for missing settings, and how they handle the output of Pulumi. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { cp, mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Service, startService } from "../../src/local/service/index.js";
import { type Command, expectRun, run } from "./command.js";
import { startGate } from "./gate.js";
import { listen } from "./loopback.js";
import { PASSPHRASE, Repository } from "./repository.js";

const TOKEN = "token-of-shell-tests";

/** The deployment of a stack whose run was killed while its first owner was created. */
const PENDING = JSON.stringify({
    version: 3,
    deployment: {
        resources: [],
        pending_operations: [
            {
                type: "creating",
                resource: {
                    urn: "urn:pulumi:dev::access::pulumi-nodejs:dynamic/access-governance:Owner::night",
                    custom: true,
                    type: "pulumi-nodejs:dynamic/access-governance:Owner",
                    inputs: { name: "Night", __label: "night" },
                    provider: "urn:pulumi:dev::access::pulumi:providers:pulumi-nodejs::default::0",
                },
            },
        ],
    },
});

/** The document of a preview that changes nothing. */
const HARMLESS = JSON.stringify({
    steps: [{ op: "same", urn: "urn:pulumi:dev::access::pulumi:pulumi:Stack::access-dev" }],
});

/** The beginning of each snippet: writes the plan that a preview is asked for. `harmless` prints a preview. */
const PRELUDE = `#!/bin/bash
before=
for one in "$@"; do
    [ "$before" != --save-plan ] || echo '{}' >"$one"
    before=$one
done
harmless() { echo '${HARMLESS}'; }
`;

/** A snippet that previews no change, and does this for \`up\`. Other commands fail. */
const onUp = (snippet: string) => `case $1 in preview) harmless ;; up) ${snippet} ;; *) exit 1 ;; esac`;

let repository: Repository;
let folder: string;
let service: Service;

beforeAll(async () => {
    service = await startService({ token: TOKEN });
    repository = await Repository.create({});
    folder = await repository.clone();
    await run("access/install.sh", [], { cwd: folder, env: repository.env });
});

afterAll(async () => {
    await repository?.close();
    await service?.close();
});

/** Runs a pipeline script with a shell snippet in place of `pulumi`, or without any `pulumi` if it is undefined. */
async function script(
    name: string,
    pulumi: string | undefined,
    variables: Record<string, string> = {},
    cwd = folder,
): Promise<Command> {
    const bin = join(folder, "stand-in");
    await rm(bin, { recursive: true, force: true });
    await mkdir(bin);
    // Records the duration instead of waiting.
    await writeFile(join(bin, "sleep"), '#!/bin/sh\necho "$1" >> "$(dirname "$0")/slept"\n', { mode: 0o755 });
    if (pulumi !== undefined) await writeFile(join(bin, "pulumi"), `${PRELUDE}${pulumi}\n`, { mode: 0o755 });
    const temporary = join(folder, "temporary files");
    await mkdir(temporary, { recursive: true });
    const settings = { PULUMI_BACKEND_URL: "file:///state", ACCESS_GOVERNANCE_TOKEN: TOKEN, TMPDIR: temporary };
    const path = (repository.env.PATH ?? "").split(":").filter((part) => !existsSync(join(part, "pulumi")));
    const env = { ...repository.env, ...settings, ...variables, PATH: [bin, ...path].join(":") };
    const command = await run(join(cwd, "access", name), [], { cwd, env });
    expect(readdirSync(temporary)).toEqual([]);
    for (const hidden of [TOKEN, temporary]) expect(command.output).not.toContain(hidden);
    return command;
}

async function stacks(...names: string[]): Promise<void> {
    for (const file of readdirSync(folder)) if (/^Pulumi\..+\.yaml$/.test(file)) await rm(join(folder, file));
    for (const name of names) await writeFile(join(folder, `Pulumi.${name}.yaml`), "encryptionsalt: v1:x\n");
}

/** Writes access/stacks.txt, or removes it. */
async function listed(text: string | undefined): Promise<void> {
    const file = join(folder, "access/stacks.txt");
    await (text === undefined ? rm(file, { force: true }) : writeFile(file, text));
}

/** Durations in seconds that the last script would have waited. */
const slept = () => readFileSync(join(folder, "stand-in/slept"), "utf8").trim().split("\n").map(Number);
const report = () => readFile(join(folder, "access-report.md"), "utf8");
/** Pulumi's message about a lock in a bucket backend. */
const BUCKET = "error: the stack is currently locked by 1 lock(s). Either wait for the other process(es) to end";
const CALLED = "echo called >&2; exit 99";

const lines = (text: string) => text.trim().split("\n");
/** How often \`up\` printed "up". */
const ups = ({ stdout }: Command) => lines(stdout).filter((line) => line === "up").length;

beforeEach(async () => {
    await stacks("dev");
    for (const file of ["access-rules.json", "access.test.yaml", "called"])
        await rm(join(folder, file), { recursive: true, force: true });
});

describe("a missing setting is reported before Pulumi is called", () => {
    test.each([
        ["pulumi", undefined, {}, "pulumi is not on PATH: install the Pulumi CLI."],
        [
            "the URL of the backend",
            CALLED,
            { PULUMI_BACKEND_URL: "" },
            "set PULUMI_ACCESS_TOKEN for Pulumi Cloud, or PULUMI_BACKEND_URL",
        ],
        ["the token", CALLED, { ACCESS_GOVERNANCE_TOKEN: "" }, "No token for the service: set ACCESS_GOVERNANCE_TOKEN"],
        ["the folder", CALLED, { ACCESS_DIRECTORY: "nowhere" }, "No folder nowhere"],
        ["the project", CALLED, { ACCESS_DIRECTORY: "access" }, "No Pulumi.yaml in access"],
    ])("%s", async (_, pulumi, variables, sentence) => {
        for (const name of ["preview.sh", "drift.sh", "up.sh"]) {
            const { code, output } = await script(name, pulumi, variables);
            expect([code, output.trim().split("\n")]).toEqual([1, [expect.stringMatching(/^error: /)]]);
            expect(output).toContain(sentence);
        }
    });

    test("a missing stack name is reported unless there is exactly one stack", async () => {
        await stacks();
        expect((await script("preview.sh", CALLED)).output).toMatch(/^error: No stack in \.: .*set PULUMI_STACK/);
        await stacks("dev", "prod");
        const { output } = await script("preview.sh", CALLED);
        expect(output).toMatch(/^error: \. has several stacks.*: Pulumi\.dev\.yaml Pulumi\.prod\.yaml\./);
    });

    test("a missing token is not reported if the configuration contains one or includes an environment", async () => {
        for (const line of [
            "  access-governance:token:",
            "    secure: v1:y",
            "environment: [access/access-governance]",
        ]) {
            await writeFile(join(folder, "Pulumi.dev.yaml"), `config:\n${line}\n`);
            expect((await script("up.sh", CALLED, { ACCESS_GOVERNANCE_TOKEN: "" })).code).toBe(99);
        }
    });
});

describe("the call of Pulumi", () => {
    test("passes the stack with its organization, and no empty variables", async () => {
        const note = '{ echo "$@"; printenv PULUMI_CONFIG_PASSPHRASE || echo unset; } >> called; ';
        await script("up.sh", note + onUp(""), { PULUMI_ORGANIZATION: "acme", PULUMI_CONFIG_PASSPHRASE: "" });
        const called = lines(await readFile(join(folder, "called"), "utf8")).filter(
            (line) => !line.startsWith("stack"),
        );
        const stack = "--stack acme/dev";
        const preview = `preview ${stack} --json --non-interactive --refresh --show-sames --save-plan (.+)`;
        const up = `up ${stack} --refresh --yes --skip-preview --non-interactive --color never --plan \\1 --event-log .+`;
        expect(called.filter((line) => line !== "unset").join("\n")).toMatch(new RegExp(`^${preview}\n${up}$`));
        expect(called.filter((line) => line === "unset").length).toBeGreaterThan(1);
    });

    test.each([
        ["all", "preview.sh", {}, true],
        ["changed", "preview.sh", {}, false],
        // A variable of the CI is not that of the script.
        ["changed", "preview.sh", { refresh: "--refresh" }, false],
        ["changed", "preview.sh", { ACCESS_PLAN: "plan" }, true],
        ["changed", "drift.sh", {}, true],
    ])("with read: %s, %s %j refreshes: %s", async (scope, name, variables, isRefreshed) => {
        await writeFile(join(folder, "Pulumi.dev.yaml"), `config:\n    access-governance:read: ${scope}\n`);
        const pulumi = `case "$*" in
        "config get access-governance:read "*) echo ${scope} ;;
        preview*) echo "$*" >>"$(dirname "$0")/previews"; harmless ;;
        *) exit 1 ;;
        esac`;
        const { code, output } = await script(name, pulumi, variables);
        expect(code, output).toBe(0);
        const previews = lines(readFileSync(join(folder, "stand-in/previews"), "utf8"));
        expect(previews.map((one) => one.includes("--refresh"))).toEqual([isRefreshed]);
        await rm(join(folder, "plan"), { recursive: true, force: true });
    });

    test("prints errors from the JSON output and stderr, and reports them instead of changes", async () => {
        const document = { diagnostics: [{ severity: "error", message: "\u001b[90mno such group\u001b[39m\n" }] };
        const pulumi = `echo '${JSON.stringify(document)}'; echo "error: preview failed" >&2; exit 4`;
        const { code, output } = await script("preview.sh", pulumi, { ACCESS_LINK: "https://ci.example/1" });
        expect([code, output]).toEqual([4, "no such group\nerror: preview failed\n"]);
        expect(await report()).toMatch(/^<!-- access-governance: dev -->\n.*the preview failed/);
        expect(await report()).toContain("no such group\nerror: preview failed\n");
        expect(await report()).toContain("(https://ci.example/1)");
    });

    test("fails with Pulumi's exit code and does not report drift if there is no JSON output", async () => {
        const { code, output } = await script("drift.sh", 'echo "error: no stack named dev found" >&2; exit 6');
        expect([code, output]).toEqual([6, "error: no stack named dev found\n"]);
        expect(await report()).toContain("the drift check failed");
        // Exit code 7 means drift only in a drift check, and only if the JSON output can be read.
        expect((await script("preview.sh", "exit 7")).code).toBe(7);
        expect(await report()).toContain("the preview failed");
        expect((await script("drift.sh", "exit 7")).code).toBe(1);
        expect(await report()).toContain("Could not create the report");
    });
});

describe("the rules of access-rules.json", () => {
    const closed = { name: "Nobody new", owner: "security@example.com", reason: "It is closed.", maxGained: 0 };
    const rules = JSON.stringify({ rules: [closed] });
    let document: string;
    let environment: Record<string, string>;

    beforeAll(() => {
        const { groups, groupUsers, users } = service.snapshot();
        const groupId = groups[0]?.group_id;
        const members = groupUsers.filter(({ group_id }) => group_id === groupId).map(({ user_id }) => user_id);
        // A user that the service does not have also counts as gaining access.
        const userId = users.find(({ user_id }) => !members.includes(user_id))?.user_id ?? "9".repeat(8);
        const type = "pulumi-nodejs:dynamic/access-governance:GroupUser";
        const urn = `urn:pulumi:dev::access::${type}::in`;
        const newState = { urn, type, inputs: { groupId, userId } };
        document = JSON.stringify({ steps: [{ op: "create", urn, newState }] });
        environment = { ACCESS_GOVERNANCE_URL: service.url };
    });
    const printed = () => `[ "$1" = preview ] || exit 1; echo '${document}'`;

    test("do not depend on variables of the CI that have the names of the scripts' own", async () => {
        const names = ["PREVIEW", "CHANGED", "IS_JUDGED_LATER", "RULES", "GATED", "PLAN", "PACK", "DECIDING"];
        const others = Object.fromEntries(names.map((name) => [name, "/dev/null/nowhere"]));
        expect((await script("preview.sh", printed(), { ...environment, ...others })).code).toBe(0);
        expect(await report()).toContain("### Access changes in");
    });

    test("make a preview exit with the rule's code and are reported in the comment", async () => {
        expect((await script("preview.sh", printed(), environment)).code).toBe(0);
        await writeFile(join(folder, "access-rules.json"), rules);
        expect((await script("preview.sh", printed(), environment)).code).toBe(18);
        expect(await report()).toContain("> **Stopped:** Nobody new: 1 person gains access, but the maximum is 0.");
    });

    test("are not needed for the HTML report, which a failed preview removes", async () => {
        const page = join(folder, "access-report.html");
        expect((await script("preview.sh", printed(), environment)).code).toBe(0);
        expect(await readFile(page, "utf8")).toContain("1 person gains access to 1 group");
        expect((await script("preview.sh", "exit 1", environment)).code).toBe(1);
        expect(existsSync(page)).toBe(false);
        expect(await report()).toContain("the preview failed");
    });

    test("are applied to previews but not to drift checks", async () => {
        await writeFile(join(folder, "access-rules.json"), rules);
        const { code } = await script("drift.sh", `${printed()}; exit 7`, environment);
        expect(code).toBe(7);
        expect(await report()).not.toContain("Stopped");
        expect(await report()).toContain("1 person gains access to 1 group");
    });

    test("also stop a preview whose effect on access cannot be evaluated", async () => {
        await writeFile(join(folder, "access-rules.json"), rules);
        const nowhere = { ACCESS_GOVERNANCE_URL: "http://127.0.0.1:9/v1" };
        expect((await script("preview.sh", printed(), nowhere)).code).toBe(18);
        expect(await report()).toContain("not evaluated");
    });

    test("are read from the file in ACCESS_RULES, and a missing file is an error", async () => {
        await writeFile(join(folder, "others.json"), rules);
        const named = { ...environment, ACCESS_RULES: "others.json" };
        expect((await script("preview.sh", printed(), named)).code).toBe(18);
        await rm(join(folder, "others.json"));
        const { code, output } = await script("preview.sh", printed(), named);
        expect(code).toBe(1);
        expect(output).toContain("error: No file others.json: set ACCESS_RULES to the rules file");
    });

    test("a failed access test makes a preview exit with its own code and is reported", async () => {
        await writeFile(
            join(folder, "access.test.yaml"),
            "tests:\n  - { name: Nobody sees, who: everybody, cannot: see * }\n",
        );
        const { code } = await script("preview.sh", printed(), environment);
        expect(code).toBe(25);
        expect(await report()).toContain("### Access tests\n\n1 test: 1 failed.");
    });

    test("run the access tests of the rules file, even without a file of tests or without rules", async () => {
        const tests = [{ name: "Nobody sees", who: "everybody", cannot: "see *" }];
        for (const [name, given] of Object.entries({ alone: { tests }, both: { ...JSON.parse(rules), tests } })) {
            await writeFile(join(folder, "access-rules.json"), JSON.stringify(given));
            const { code, output } = await script("preview.sh", printed(), environment);
            expect([name, code], output).toEqual([name, name === "alone" ? 25 : 18]);
            expect(await report()).toContain("### Access tests\n\n1 test: 1 failed.");
        }
        await writeFile(join(folder, "access-rules.json"), JSON.stringify({ accept: { widening: "never" } }));
        expect((await script("preview.sh", printed(), environment)).code).toBe(0);
        await writeFile(join(folder, "access-rules.json"), "{}");
        expect((await script("preview.sh", printed(), environment)).code).toBe(1);
    });

    test("make a preview fail with the cause if the file is invalid", async () => {
        await writeFile(join(folder, "access-rules.json"), '{"rules":[{"name":"x"}]}');
        const { code, output } = await script("preview.sh", printed(), environment);
        expect(code).toBe(1);
        expect(output).toMatch(/(?<![^ ])access-rules\.json is not valid/);
        expect(await report()).toContain("the preview failed");
    });

    test("stop a deployment before anything is changed", async () => {
        await writeFile(join(folder, "access-rules.json"), rules);
        service.calls.clear();
        const pulumi = `echo "$1" >> called; [ "$1" != preview ] || echo '${document}'`;
        const { code } = await script("up.sh", pulumi, environment);
        expect(code).toBe(18);
        expect(lines(await readFile(join(folder, "called"), "utf8"))).not.toContain("up");
        expect(service.calls.writes()).toEqual([]);
        expect(await report()).toMatch(/^<!-- access-governance up: dev -->\n.*\*\*Stopped:\*\* Nobody new/s);
    });

    /** What a program could do while it is previewed. */
    const rewriting = () =>
        `[ "$1" = preview ] || exit 1; echo '{"rules":[]}' >access-rules.json; rm -f access.test.yaml; echo '${document}'`;
    const failing = "tests:\n  - { name: Nobody sees, who: everybody, cannot: see * }\n";

    test("and access tests are read before the program runs", async () => {
        await writeFile(join(folder, "access-rules.json"), rules);
        expect((await script("preview.sh", rewriting(), environment)).code).toBe(18);
        await writeFile(join(folder, "access-rules.json"), rules);
        expect((await script("up.sh", rewriting(), environment)).code).toBe(18);
        await rm(join(folder, "access-rules.json"));
        await writeFile(join(folder, "access.test.yaml"), failing);
        expect((await script("preview.sh", rewriting(), environment)).code).toBe(25);
        expect(await report()).not.toContain("Rules changed");
    });

    test("may be a link to another file", async () => {
        await writeFile(join(folder, "others.json"), rules);
        await symlink("others.json", join(folder, "access-rules.json"));
        const { code } = await script("preview.sh", printed(), environment);
        await rm(join(folder, "others.json"));
        expect(code).toBe(18);
    });

    describe("of ACCESS_BASE", () => {
        const alert = async () => (await report()).split("\n")[1];

        /** Commits these files, and returns the commit. The clone stays as it is. */
        async function commit(files: Readonly<Record<string, string>>): Promise<string> {
            const git = (...args: string[]) => expectRun("git", args, { cwd: folder, env: repository.env });
            for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
            await git("add", ...Object.keys(files));
            await git("commit", "--quiet", "--message", "The base");
            const made = await git("rev-parse", "HEAD");
            await git("reset", "--quiet", "--hard", "HEAD~1");
            return made.trim();
        }

        test("decide, and the report begins with what they would no longer stop", async () => {
            const base = { ...environment, ACCESS_BASE: await commit({ "access-rules.json": rules }) };
            for (const text of [undefined, '{"rules":[]}', JSON.stringify({ rules: [{ ...closed, maxGained: 5 }] })]) {
                if (text !== undefined) await writeFile(join(folder, "access-rules.json"), text);
                expect((await script("preview.sh", printed(), base)).code).toBe(18);
                expect(await alert()).toContain("Rules changed in this pull request");
                expect(await report()).toMatch(/Nobody new. stops this change, and would no longer do so/);
            }
            await writeFile(join(folder, "access-rules.json"), rules);
            expect((await script("preview.sh", rewriting(), base)).code).toBe(18);
            expect(await report()).not.toMatch(/no longer do so|is removed/);
        });

        test("do not include what the change adds, but the report shows it", async () => {
            const base = { ...environment, ACCESS_BASE: "HEAD" };
            await writeFile(join(folder, "access-rules.json"), rules);
            await writeFile(join(folder, "access.test.yaml"), failing);
            await writeFile(join(folder, "access-baseline.dev.json"), '{ "undeclared": [] }\n');
            expect((await script("preview.sh", printed(), base)).code).toBe(0);
            await rm(join(folder, "access-baseline.dev.json"));
            expect(await alert()).toContain("Rules changed in this pull request");
            expect(await report()).toMatch(/Nobody new. is added/);
            expect(await report()).toMatch(/Changed: .*access\.test\.yaml/);
            expect(await report()).toMatch(/Changed: .*access-baseline\.dev\.json/);
        });

        test("include the access tests, and the report names changed scripts", async () => {
            const base = { ...environment, ACCESS_BASE: await commit({ "access.test.yaml": failing }) };
            const up = await readFile(join(folder, "access/up.sh"), "utf8");
            await writeFile(join(folder, "access/up.sh"), `${up}exit 0\n`);
            expect((await script("preview.sh", printed(), base)).code).toBe(25);
            await writeFile(join(folder, "access/up.sh"), up);
            expect(await report()).toMatch(/Changed: .*access\/up\.sh/);
        });

        test("include the plugin and what is installed, but not the program in Pulumi.yaml", async () => {
            const settings = "name: access\nruntime: yaml\npackages:\n  access-governance: ./plugin\n";
            const file = join(folder, "Pulumi.yaml");
            const before = await readFile(file, "utf8");
            const bin = join(folder, "plugin/node_modules/.bin");
            await mkdir(bin, { recursive: true });
            const command = join(__dirname, "bin/access-governance");
            await writeFile(join(bin, "access-governance"), `#!/bin/sh\nexec "${command}" "$@"\n`, { mode: 0o755 });
            const files = {
                "plugin/index.js": "",
                "requirements.lock": "",
                "Pulumi.dev.yaml": "encryptionsalt: v1:x\n",
                "Pulumi.yaml": `${settings}resources:\n  one: {}\n`,
            };
            const base = { ...environment, ACCESS_BASE: await commit(files) };
            /** The changed files that the report begins with, in a working tree with these changes. */
            const flagged = async (changes: Readonly<Record<string, string>>) => {
                await mkdir(join(folder, "plugin"), { recursive: true });
                for (const [name, text] of Object.entries({ ...files, ...changes }))
                    await writeFile(join(folder, name), text);
                expect((await script("preview.sh", printed(), base)).code).toBe(0);
                return [...(await report()).matchAll(/Changed: `(.*)`/g)].map(([, name]) => name);
            };
            expect(await flagged({})).toEqual([]);
            const program = "resources:\n  two: {}\n# Another one.\n\n  three: {}\noutputs:\n  four: 4\n";
            expect(await flagged({ "Pulumi.yaml": settings + program })).toEqual([]);
            for (const text of [
                `${settings.replace("access\n", "others\n")}${program}`,
                `${settings}${program}plugins: {}\n`,
                // YAML has more line breaks than a shell, and here, the document begins with a space.
                `${settings}${program}  five: 5\rplugins: {}\n`,
                `${settings}${program}  five: 5\u2028plugins: {}\n`,
                ` name: "\nresources:\n "\n${settings.replace(/^name.*\n/, "").replace(/^/gm, " ")}`,
            ])
                expect(await flagged({ "Pulumi.yaml": text }), text).toContain("Pulumi.yaml");
            const others = { "plugin/index.js": "steal();\n", "requirements.lock": "other==1\n" };
            expect((await flagged(others)).sort()).toEqual(Object.keys(others));
            await writeFile(file, before);
            await rm(join(folder, "plugin"), { recursive: true });
            await rm(join(folder, "requirements.lock"));
        });

        test("must exist", async () => {
            const { code } = await script("preview.sh", CALLED, { ...environment, ACCESS_BASE: "nowhere" });
            expect(code).toBe(1);
        });

        test("may not be replaced with an invalid file", async () => {
            const base = { ...environment, ACCESS_BASE: await commit({ "access-rules.json": rules }) };
            await writeFile(join(folder, "access-rules.json"), "rules: 1");
            const { code, output } = await script("preview.sh", printed(), base);
            expect(code).toBe(1);
            expect(output).toMatch(/(?<![^ ])access-rules\.json is not valid/);
        });
    });

    describe("in the root of the repository and beside the program", () => {
        const PROJECT = "my team";
        const inProject = () => ({ ...environment, ACCESS_DIRECTORY: PROJECT });

        beforeEach(async () => {
            await mkdir(join(folder, PROJECT));
            await writeFile(join(folder, PROJECT, "Pulumi.yaml"), "name: access\nruntime: nodejs\n");
            await writeFile(join(folder, PROJECT, "Pulumi.dev.yaml"), "");
        });
        afterEach(() => rm(join(folder, PROJECT), { recursive: true }));

        async function judged(above: object, below: object): Promise<Command> {
            await writeFile(join(folder, "access-rules.json"), JSON.stringify(above));
            await writeFile(join(folder, PROJECT, "access-rules.json"), JSON.stringify(below));
            return script("preview.sh", printed(), inProject());
        }

        const open = { ...closed, name: "A few", maxGained: 5 };

        test("both apply", async () => {
            expect((await judged({ rules: [closed] }, { rules: [open] })).code).toBe(18);
            expect(await report()).toMatch(/\*\*Stopped:\*\* Nobody new/);
            expect((await judged({ rules: [open] }, { rules: [closed] })).code).toBe(18);
            expect(await report()).toMatch(/\*\*Stopped:\*\* Nobody new/);
            expect((await judged({ rules: [open] }, { rules: [{ ...open, name: "A few more" }] })).code).toBe(0);
            const tests = [{ name: "Nobody sees", who: "everybody", cannot: "see *" }];
            expect((await judged({ rules: [open] }, { tests })).code).toBe(25);
        });

        test.each([
            ["assumptions", { visibility: "GLOBAL" }],
            ["allow", [{ type: "aws:*", owner: "a", reason: "b" }]],
            ["accept", { widening: "never" }],
        ])("the latter may not have a section %s", async (section, content) => {
            for (const more of [{ rules: [open] }, {}]) {
                const { code, output } = await judged({ rules: [closed] }, { ...more, [section]: content });
                expect([code, output]).toEqual([1, expect.stringContaining(`${PROJECT}/access-rules.json`)]);
                expect(await report()).toContain("the preview failed");
            }
        });

        test("the latter may not waive a rule of the former", async () => {
            // A waiver lasts a year at most, and the clock of the service decides.
            const tomorrow = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
            const waiver = { rule: closed.name, until: tomorrow, owner: "a", reason: "b" };
            for (const names of [[], [open], [closed]]) {
                const { code } = await judged({ rules: [closed] }, { rules: names, waivers: [waiver] });
                expect(code).toBe(1);
            }
            expect((await judged({ rules: [closed], waivers: [waiver] }, { rules: [open] })).code).toBe(0);
        });
    });

    describe("are applied by gate.sh, which does not run the program", () => {
        const PREVIEW = "preview of the job";
        let gate: Record<string, string>;
        const path = (...names: string[]) => join(folder, PREVIEW, ...names);
        const judge = (variables: Record<string, string> = {}) => script("gate.sh", CALLED, { ...gate, ...variables });
        const preview = (pulumi: string) =>
            script("preview.sh", pulumi, { ...environment, ACCESS_PREVIEW: PREVIEW }).then(({ code }) => code);

        beforeEach(async () => {
            gate = { ...environment, ACCESS_PREVIEW: PREVIEW, PULUMI_STACK: "dev" };
            await rm(join(folder, PREVIEW), { recursive: true, force: true });
            await rm(join(folder, "access-report.md"), { force: true });
            await writeFile(join(folder, "access-rules.json"), rules);
        });

        test("to the preview that preview.sh wrote with ACCESS_PREVIEW", async () => {
            expect(await preview(printed())).toBe(0);
            expect(readdirSync(path()).sort()).toEqual(["code", "document", "errors"]);
            expect(existsSync(join(folder, "access-report.md"))).toBe(false);
            expect((await judge()).code).toBe(18);
            expect(await report()).toMatch(/^<!-- access-governance: dev -->\n.*\*\*Stopped:\*\* Nobody new/s);
            await rm(join(folder, "access-rules.json"));
            expect((await judge()).code).toBe(0);
        });

        test.each([
            ["Pulumi fails", "echo 'error: no such group' >&2; exit 4", {}, 4, "no such group"],
            ["a setting is missing", CALLED, { ACCESS_GOVERNANCE_TOKEN: "" }, 1, "No token for the service"],
        ])("and fail like the preview if %s, until it succeeds", async (_, pulumi, variables, expected, words) => {
            const given = { ...environment, ...variables, ACCESS_PREVIEW: PREVIEW };
            expect((await script("preview.sh", pulumi, given)).code).toBe(expected);
            expect((await judge()).code).toBe(expected);
            expect(await report()).toMatch(/^<!-- access-governance: dev -->\n.*the preview failed/);
            expect(await report()).toContain(words);
            expect(await preview(onUp(""))).toBe(0);
            expect((await judge()).code).toBe(0);
        });

        test("and fail with a report if there is no preview, or its exit code is not one", async () => {
            expect((await judge()).code).toBe(1);
            expect(await report()).toContain("the preview failed");
            // A shell would shorten 256 to 0.
            for (const text of ["", "no", "256", "0x11", "-1", "0\n0"]) {
                await preview(onUp(""));
                await writeFile(path("code"), text);
                expect([text, (await judge()).code]).toEqual([text, 1]);
            }
            expect((await judge({ ACCESS_PREVIEW: "" })).code).toBe(1);
            expect((await judge({ PULUMI_STACK: "" })).code).toBe(1);
        });

        test("and do not follow links in the preview", async () => {
            await writeFile(join(folder, "secret"), "s3cr3t");
            for (const name of ["said", "document", "code"]) {
                await preview(onUp(""));
                await rm(path(name), { force: true });
                await symlink(join(folder, "secret"), path(name));
                const { code, output } = await judge();
                expect([name, code]).toEqual([name, 1]);
                expect(output + (await report())).not.toContain("s3cr3t");
            }
            await rm(path(), { recursive: true });
            await symlink(folder, path());
            expect((await judge()).code).toBe(1);
        });

        test("and are compared with those of the change, whose links are not read", async () => {
            const changed = join(repository.place, "changed");
            await cp(folder, changed, {
                recursive: true,
                filter: (file) => !/node_modules|temporary|stand-in/.test(file),
            });
            try {
                await preview(printed());
                const compared = () => judge({ ACCESS_CHANGED: changed });
                expect((await compared()).code).toBe(18);
                expect(await report()).not.toContain("Rules changed");
                const outside = join(repository.place, "outside.json");
                await writeFile(outside, JSON.stringify({ rules: [{ ...closed, name: "s3cr3t" }] }));
                await rm(join(changed, "access-rules.json"));
                await symlink(outside, join(changed, "access-rules.json"));
                const { code, output } = await compared();
                await rm(outside);
                expect(code).toBe(18);
                expect((await report()).split("\n")[1]).toContain("Rules changed in this pull request");
                expect(output + (await report())).not.toContain("s3cr3t");
            } finally {
                await rm(changed, { recursive: true });
            }
        });
    });
});

describe("foreign code in the state", () => {
    const urn = "urn:pulumi:dev::access::pulumi-nodejs:dynamic:Resource::theirs";
    const type = "pulumi-nodejs:dynamic:Resource";
    const state = JSON.stringify({
        version: 3,
        deployment: { resources: [{ urn, type, custom: true, inputs: { __provider: "exports.handler = steal" } }] },
    });
    const exporting = `echo "$1" >> called; [ "$1 $2" != "stack export" ] || { echo '${state}'; exit; }; ${onUp("")}`;
    const called = async () => lines(await readFile(join(folder, "called"), "utf8"));

    test("ends each run with 28 before Pulumi runs it", async () => {
        for (const name of ["preview.sh", "drift.sh", "up.sh"]) {
            const { code, output } = await script(name, exporting);
            expect([name, code]).toEqual([name, 28]);
            expect(output).toContain("theirs");
            expect(await report()).toContain("failed");
        }
        expect((await script("preview.sh", exporting, { ACCESS_PREVIEW: "foreign" })).code).toBe(28);
        const gate = await script("gate.sh", CALLED, { ACCESS_PREVIEW: "foreign", PULUMI_STACK: "dev" });
        await rm(join(folder, "foreign"), { recursive: true });
        expect(gate.code).toBe(28);
        for (const command of ["preview", "refresh", "up"]) expect(await called()).not.toContain(command);
    });

    test("is allowed by the rules for types that they name", async () => {
        const allow = [{ type, owner: "security@example.com", reason: "It is ours." }];
        await writeFile(join(folder, "access-rules.json"), JSON.stringify({ allow }));
        expect((await script("preview.sh", exporting)).code).toBe(0);
    });
});

describe("the lock of a stack", () => {
    const CLOUD = "error: [409] Conflict: Another update is currently in progress.";

    test.each([BUCKET, CLOUD])("makes the script wait and retry: %s", async (words) => {
        const pulumi = `echo >> tried; [ $(wc -l < tried) = 6 ] && { rm tried; exit 0; }; echo "${words}" >&2; exit 1`;
        const { code, output } = await script("up.sh", onUp(pulumi));
        expect(code).toBe(0);
        expect(output.match(/^Another run .*$/gm)).toEqual([
            "Another run holds the lock of the stack dev. Waiting for it: 0 of 10 minutes.",
        ]);
        expect(slept()).toEqual([2, 4, 8, 16, 16]);
    });

    test("makes the script fail with advice if ACCESS_LOCK_MINUTES is 0", async () => {
        const { code, output } = await script("up.sh", `echo "${BUCKET}" >&2; exit 1`, { ACCESS_LOCK_MINUTES: "0" });
        expect([code, output.split("\n")[0]]).toEqual([1, BUCKET]);
        expect(output).toMatch(/nothing was changed\. .*call `pulumi cancel --stack dev`/);
        expect((await script("up.sh", CALLED, { ACCESS_LOCK_MINUTES: "soon" })).output).toMatch(
            /ACCESS_LOCK_MINUTES is "soon"/,
        );
    });

    test("is not assumed for other errors that contain the same text, so they are not retried", async () => {
        const said = `    error: the service answered ${CLOUD.slice(7)}`;
        const pulumi = `echo call >> called; echo "${said}"; echo "error: update failed: ${CLOUD}" >&2; exit 255`;
        expect((await script("up.sh", onUp(pulumi))).code).toBe(255);
        expect(readFileSync(join(folder, "called"), "utf8")).toBe("call\n");
    });

    test("makes the script wait also if it blocks an import of the state", async () => {
        const words = BUCKET.replace("error: ", "error: could not import deployment: ");
        const pulumi = `
            case "$1 $2" in
            "stack export") echo '${PENDING}' ;;
            "stack import") [ -e tried ] || { touch tried; echo "${words}" >&2; exit 1; } ;;
            preview*) harmless ;;
            up*) rm tried; echo up ;;
            esac`;
        const done = await script("up.sh", pulumi, { ACCESS_GOVERNANCE_URL: service.url });
        expect([done.code, ups(done)]).toEqual([0, 1]);
        expect(done.output).toContain("Waiting for it: 0 of 10 minutes.\n");
        expect(slept()).toEqual([2]);
    });

    test("makes the second of two runs wait on the real engine as well", async () => {
        const service = await startService({ token: TOKEN });
        const gate = await startGate(service);
        const shared = await Repository.create({ dev: gate.url });
        try {
            const cwd = await shared.clone();
            const env = {
                ...shared.env,
                PULUMI_BACKEND_URL: shared.backend,
                PULUMI_CONFIG_PASSPHRASE: PASSPHRASE,
                ACCESS_GOVERNANCE_URL: gate.url,
                ACCESS_GOVERNANCE_TOKEN: TOKEN,
            };
            await run("access/install.sh", [], { cwd, env });
            // The first run holds the lock until the second one reports that it waits.
            const held = gate.hold("POST", "/owners");
            const first = run("access/up.sh", [], { cwd, env });
            await Promise.race([held, first]);
            const second = await run("access/up.sh", [], { cwd, env, onStdout: gate.open });
            expect(second.output).toContain("Another run holds the lock of the stack dev.");
            expect([(await first).code, second.code]).toEqual([0, 0]);
            expect(service.store.bundles.all().filter(({ name }) => name === "Audit")).toHaveLength(1);
        } finally {
            gate.close();
            await shared.close();
            await service.close();
        }
    });
});

test.each([
    ["preview.sh", false],
    ["preview.sh", true],
    ["drift.sh", true],
    ["up.sh", true],
])("%s does not send the token of the CI to the address in the file of the stack", async (name, isElsewhere) => {
    const requests: string[] = [];
    const listener = await listen({
        fetch: ({ method, url }) => {
            requests.push(`${method} ${url}`);
            return new Response("{}", { status: 401 });
        },
    });
    const changed = await Repository.create({ dev: `${listener.url}/v1` });
    try {
        const cwd = await changed.clone();
        const env = {
            ...changed.env,
            PULUMI_BACKEND_URL: changed.backend,
            PULUMI_CONFIG_PASSPHRASE: PASSPHRASE,
            ACCESS_GOVERNANCE_TOKEN: TOKEN,
            ...(isElsewhere ? { ACCESS_GOVERNANCE_URL: service.url } : {}),
        };
        await run("access/install.sh", [], { cwd, env });
        service.calls.clear();
        const { code, output } = await run(`access/${name}`, [], { cwd, env });
        expect(code).not.toBe(0);
        expect(output).toContain("ACCESS_GOVERNANCE_URL");
        expect(output).not.toContain(TOKEN);
        expect([requests, service.calls.all()]).toEqual([[], []]);
    } finally {
        listener.close();
        await changed.close();
    }
});

describe("the access of the package's command", () => {
    const HERE = "https://here.example/v1";
    const THERE = "https://there.example/v1";
    const VENDOR = "https://api.opal.dev/v1";

    /** Calls the command with these settings in the configuration of the stack and in the environment. */
    async function accessOf(stack: Record<string, string>, environment: Record<string, string>): Promise<string[]> {
        const lines = Object.entries(stack).map(([key, value]) => `  access-governance:${key}: ${value}`);
        await writeFile(join(folder, "Pulumi.dev.yaml"), ["config:", ...lines, ""].join("\n"));
        const cases = Object.entries(stack).map(
            ([key, value]) => `*"config get access-governance:${key} "*) echo '${value}' ;;`,
        );
        const bin = join(folder, "stand-in");
        await rm(bin, { recursive: true, force: true });
        await mkdir(bin);
        await writeFile(join(bin, "pulumi"), `#!/bin/bash\ncase "$* " in ${cases.join("\n")} esac\n`, { mode: 0o755 });
        const variables = ["URL", "TOKEN", "ALLOW_HTTP"].map((one) => `$ACCESS_GOVERNANCE_${one}`);
        await writeFile(join(bin, "npx"), `#!/bin/bash\necho "${variables.join("|")}"\n`, { mode: 0o755 });
        const env = { ...repository.env, ...environment, PATH: `${bin}:${repository.env.PATH}` };
        const commands = "set -eu; . access/pipeline.sh; STACK=dev STACK_FILE=dev; access_governance report";
        const { stdout } = await run("bash", ["-c", commands], { cwd: folder, env });
        return stdout.trim().split("|");
    }

    const environment = (url: string, token: string, http = "") => ({
        ACCESS_GOVERNANCE_URL: url,
        ACCESS_GOVERNANCE_TOKEN: token,
        ACCESS_GOVERNANCE_ALLOW_HTTP: http,
    });

    test.each([
        [{ url: HERE, token: "own", allowHttp: "true" }, environment(THERE, "other"), [HERE, "own", "true"]],
        [{ url: HERE, token: "own" }, environment(THERE, "other", "true"), [HERE, "own", "true"]],
        [{ token: "own" }, environment(THERE, "other"), [VENDOR, "own", ""]],
        [{ url: HERE, allowHttp: "true" }, environment(THERE, "other"), [THERE, "other", ""]],
        [{ url: HERE }, environment("", "other"), ["", "other", ""]],
        [{ url: `${VENDOR}/` }, environment(THERE, "other"), [`${VENDOR}/`, "other", ""]],
        [{}, environment(THERE, "other", "true"), [THERE, "other", "true"]],
    ])("is from one source: stack %j, environment %j", async (stack, variables, expected) => {
        expect(await accessOf(stack, variables)).toEqual(expected);
    });
});

describe("the deployment of up.sh", () => {
    const OWNER = "pulumi-nodejs:dynamic/access-governance:Owner";
    const urn = (name: string) => `urn:pulumi:dev::access::${OWNER}::${name}`;
    const state = (name: string) => ({ urn: urn(name), type: OWNER, inputs: { name }, outputs: {} });
    const step = (name: string) => ({ op: "create", urn: urn(name), newState: state(name) });
    const metadata = (name: string) => ({ op: "create", urn: urn(name), type: OWNER, old: null, new: state(name) });
    const events = [
        { resourcePreEvent: { metadata: metadata("one") } },
        { resourcePreEvent: { metadata: metadata("two") } },
        { resOutputsEvent: { metadata: metadata("one") } },
        { resOpFailedEvent: { metadata: metadata("two") } },
        { diagnosticEvent: { urn: urn("two"), severity: "error", message: "the service returned 500\n" } },
        { summaryEvent: { result: "failed" } },
    ].map((event) => JSON.stringify(event));
    /** A stand-in that previews three owners, creates one, fails on another, and does not start the last one. */
    const failing = `
        case "$1" in
        preview) echo '${JSON.stringify({ steps: ["one", "two", "three"].map(step) })}' ;;
        up) printf '%s\\n' '${events.join("' '")}' >"\${@: -1}"; echo "error: update failed" >&2; exit 255 ;;
        *) exit 1 ;;
        esac`;

    test("is reported with created, failed and not started objects if it fails halfway, and Pulumi's exit code is kept", async () => {
        const { code, output } = await script("up.sh", failing, { ACCESS_GOVERNANCE_URL: service.url });
        expect(code).toBe(255);
        expect(output).toContain("error: update failed");
        const text = await report();
        expect(text).toMatch(/^<!-- access-governance up: dev -->\n### Access changed in `dev`\n/);
        expect(text).toContain(
            "The deployment failed: 1 object was changed (1 created): 1 did not affect access; 1 failed; 1 not started",
        );
        expect(text).toContain("- `two`: `the service returned 500`\n");
        expect(text).toMatch(
            /#### Failed \(!\)\n.*Owner `two`.*#### Not started \(!\)\n.*Owner `three`.*#### Did not affect.*Owner `one`/s,
        );
    });

    test("is skipped if the preview fails, and the report contains the preview's errors", async () => {
        const document = { diagnostics: [{ severity: "error", message: "[mandatory] somebody lets themselves in" }] };
        const refused = `echo "$@" >> called; [ "$1" = preview ] || exit 1; echo '${JSON.stringify(document)}'; exit 255`;
        const { code, output } = await script("up.sh", refused);
        expect([code, output]).toEqual([255, "[mandatory] somebody lets themselves in\n"]);
        expect(readFileSync(join(folder, "called"), "utf8")).not.toMatch(/^up /m);
        expect(await report()).toMatch(/the deployment failed\n\nNothing was changed\..*somebody lets themselves in/s);
    });

    test("is retried if its preview fails while another run is active", async () => {
        const busy = `
            case "$1 $2" in
            preview*) [ -e seen ] || { echo "error: preview failed" >&2; exit 255; }; harmless ;;
            refresh*) [ -e seen ] && exit 1; touch seen; echo "${BUCKET}" >&2; exit 255 ;;
            up*) echo up ;;
            *) exit 1 ;;
            esac`;
        const done = await script("up.sh", busy);
        expect([done.code, ups(done)]).toEqual([0, 1]);
        expect(done.stdout).toMatch(/^Another run /);
    });

    test("removes an old report even if its variables are invalid", async () => {
        await writeFile(join(folder, "access-report.md"), "of last week");
        const { code } = await script("up.sh", "exit 0", { ACCESS_LOCK_MINUTES: " 1" });
        expect(code).toBe(1);
        expect(existsSync(join(folder, "access-report.md"))).toBe(false);
    });

    test("is skipped if a policy is violated, and the violation is reported from a text preview", async () => {
        const words =
            "Previewing update (dev):\nPolicies:\n    - [mandatory] has-reviewers\n      Nobody reviews it.\n\nDiagnostics:\n  error: preview failed";
        const document = { diagnostics: [{ severity: "error", message: "error: preview failed\n" }] };
        const pulumi = `[ "$1" = preview ] || exit 1; case $* in *--json*) echo '${JSON.stringify(document)}' ;; *) echo '${words}' ;; esac; exit 1`;
        const { code, output } = await script("up.sh", pulumi);
        expect([code, output.trim()]).toEqual([
            1,
            "error: preview failed\nPolicies:\n    - [mandatory] has-reviewers\n      Nobody reviews it.",
        ]);
        expect(await report()).toContain("[mandatory] has-reviewers");
    });

    test("uses the policy pack in both `preview` and `up`, but drift checks do not", async () => {
        const pulumi = `case $1 in preview | up) echo "$@" >> called ;; esac; ${onUp("")}`;
        expect((await script("up.sh", pulumi, { ACCESS_POLICY_PACK: "pack" })).output).toMatch(
            /^error: No PulumiPolicy\.yaml in pack: /,
        );
        await mkdir(join(folder, "pack"));
        await writeFile(join(folder, "pack/PulumiPolicy.yaml"), "runtime: nodejs\n");
        await script("up.sh", pulumi, { ACCESS_POLICY_PACK: "pack" });
        await script("preview.sh", pulumi, { ACCESS_POLICY_PACK: "pack" });
        await script("drift.sh", pulumi, { ACCESS_POLICY_PACK: "pack" });
        const called = lines(readFileSync(join(folder, "called"), "utf8"));
        await rm(join(folder, "pack"), { recursive: true });
        const pack = ` --policy-pack ${join(folder, "pack")}`;
        expect(called.map((line) => [line.split(" ")[0], line.includes(pack)])).toEqual([
            ["preview", true],
            ["up", true],
            ["preview", true],
            ["preview", false],
        ]);
    });

    test("is reported even if the previous access is unknown, and a failed report does not change the exit code", async () => {
        const { code } = await script("up.sh", failing);
        expect(code).toBe(255);
        expect(await report()).toContain("The deployment failed: 1 object was changed (1 created)");
        expect(await report()).toContain("This was not evaluated. It is unknown who had access before");
        const broken = failing.replace(/printf.*?>/s, 'echo "no events" >');
        const odd = await script("up.sh", broken);
        expect([odd.code, odd.output]).toEqual([255, expect.stringContaining("Could not summarize the deployment")]);
    });

    test("is explained if it would have differed from the preview", async () => {
        const message = "resource violates plan: properties changed: ++name\n";
        const events = [
            { diagnosticEvent: { urn: urn("one"), severity: "error", message } },
            { summaryEvent: { result: "failed" } },
        ].map((event) => JSON.stringify(event));
        const up = `printf '%s\\n' '${events.join("' '")}' >"\${@: -1}"; echo "error: update failed" >&2; exit 255`;
        const { code, output } = await script("up.sh", onUp(up));
        expect(code).toBe(255);
        expect(output).toContain("not what the preview showed");
    });

    test("exits with 29 if something was deployed that the preview did not show", async () => {
        const events = [
            { resourcePreEvent: { metadata: metadata("one") } },
            { resOutputsEvent: { metadata: metadata("one") } },
            { summaryEvent: { result: "succeeded" } },
        ].map((event) => JSON.stringify(event));
        const up = `printf '%s\\n' '${events.join("' '")}' >"\${@: -1}"`;
        expect((await script("up.sh", onUp(up), { ACCESS_GOVERNANCE_URL: service.url })).code).toBe(29);
        expect((await report()).split("\n")[1]).toContain("Deployed but not reviewed");
    });

    test("uses the plan in ACCESS_PLAN, which preview.sh wrote, instead of a preview", async () => {
        const pulumi = `echo "$@" >> called; ${onUp("echo up")}`;
        const plan = { ACCESS_PLAN: "plans/of dev" };
        const missing = await script("up.sh", pulumi, plan);
        expect([missing.code, ups(missing)]).toEqual([1, 0]);
        expect(await report()).toMatch(/^<!-- access-governance up: dev -->\n.*the deployment failed/);
        expect((await script("preview.sh", pulumi, plan)).code).toBe(0);
        const done = await script("up.sh", pulumi, plan);
        expect([done.code, ups(done)]).toEqual([0, 1]);
        const called = lines(await readFile(join(folder, "called"), "utf8"));
        expect(called.filter((line) => line.startsWith("preview "))).toHaveLength(1);
        expect(called.at(-1)).toContain(` --plan ${join(folder, "plans/of dev/plan")} `);
        // A failed preview leaves no plan, not even an earlier one.
        expect((await script("preview.sh", "rm -f plans/*/plan; exit 1", plan)).code).toBe(1);
        expect((await script("up.sh", pulumi, plan)).code).toBe(1);
        await rm(join(folder, "plans"), { recursive: true });
    });

    test("works without a report if the CLI has no --event-log option", async () => {
        const pulumi = `
            case $* in *event-log*) echo "error: unknown flag: --event-log" >&2; exit 255 ;; esac
            echo up`;
        const done = await script("up.sh", onUp(pulumi));
        expect([done.code, ups(done)]).toEqual([0, 1]);
        // The report is that of the preview.
        expect(await report()).not.toContain("access-governance up");
    });
});

describe("an object that a killed run was creating", () => {
    /** A stand-in that exports this deployment, saves the imported one, and prints "up". */
    const pulumi = (deployment: string, more = "", refresh = 'echo "error: no resource named" >&2; exit 1') => `
        case "$1 $2" in
        "stack export") ${more || `echo '${deployment}'`} ;;
        refresh*) ${refresh} ;;
        "stack import") cat > imported ;;
        "config get") exit 1 ;;
        preview*) harmless ;;
        up*) echo up ;;
        esac`;
    const imported = () => JSON.parse(readFileSync(join(folder, "imported"), "utf8"));

    beforeEach(() => rm(join(folder, "imported"), { force: true }));

    test("is looked up and adopted before the next deployment", async () => {
        const url = { ACCESS_GOVERNANCE_URL: service.url };
        const missing = await script("up.sh", pulumi(PENDING), url);
        expect([missing.code, ups(missing)]).toEqual([0, 1]);
        expect(missing.output).toContain('Owner "night"  to be made');
        expect(imported().deployment).toEqual({ resources: [] });
        const body = JSON.stringify({ name: "Night", user_ids: [] });
        const headers = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" };
        const made = await service.fetch(new Request(`${service.url}/owners`, { method: "POST", headers, body }));
        const { owner_id } = (await made.json()) as { owner_id: string }; // response type of the API
        const there = await script("up.sh", pulumi(PENDING), url);
        expect([there.code, ups(there)]).toEqual([0, 1]);
        expect(imported().deployment.resources).toMatchObject([{ id: owner_id, outputs: { name: "Night" } }]);
    });

    test("does not block the next run if the killed one left an empty attributes file in the backend", async () => {
        const stacks = join(folder, "state of access", ".pulumi", "stacks");
        await mkdir(stacks, { recursive: true });
        // Pulumi exits with 255 while an empty file exists. Files with content must not be removed.
        const reading = `[ ! -e "${stacks}/dev.json.attrs" ] && [ -e "${stacks}/old.json.attrs" ] || exit 255`;
        const url = `file://${join(folder, "state of access")}`;
        const project = readFileSync(join(folder, "Pulumi.yaml"), "utf8");
        const places: Record<string, string>[] = [
            { PULUMI_BACKEND_URL: url },
            { PULUMI_BACKEND_URL: `${url}?no_tmp_dir=true` },
            { PULUMI_BACKEND_URL: "file://./state of access" },
            { PULUMI_BACKEND_URL: "file://~/state of access", HOME: folder },
            { PULUMI_BACKEND_URL: "" },
        ];
        for (const place of places) {
            await writeFile(join(stacks, "old.json.attrs"), "{}");
            await writeFile(join(stacks, "dev.json.attrs"), "");
            if (place.PULUMI_BACKEND_URL === "")
                await writeFile(join(folder, "Pulumi.yaml"), `${project}\nbackend:\n  url: "${url}"\n`);
            const done = await script("up.sh", `${reading}; ${onUp("echo up")}`, place);
            await writeFile(join(folder, "Pulumi.yaml"), project);
            expect([place, done.code, ups(done)]).toEqual([place, 0, 1]);
        }
    });

    test("is not looked up if nothing is pending, and the run fails if the service rejects the request", async () => {
        const nobody = { ACCESS_GOVERNANCE_URL: "http://127.0.0.1:9/v1" };
        const none = JSON.stringify({ version: 3, deployment: { resources: [] } });
        const done = await script("up.sh", pulumi(none), nobody);
        expect([done.code, ups(done)]).toEqual([0, 1]);
        // Rejected with 401, which is not retried; an unreachable service would be retried for ten seconds.
        const mistyped = { ACCESS_GOVERNANCE_URL: service.url, ACCESS_GOVERNANCE_TOKEN: "mistyped" };
        const { code, output } = await script("up.sh", pulumi(PENDING), mistyped);
        expect([code, output.trim().split("\n").at(-1)]).toEqual([
            1,
            "error: An earlier run was killed, and the objects that it created could not be looked up.",
        ]);
        expect(output).toMatch(/returned 401/);
        expect(existsSync(join(folder, "imported"))).toBe(false);
    });

    test("is not adopted if the run that creates it is still active", async () => {
        const none = JSON.stringify({ version: 3, deployment: { resources: [] } });
        // The lock of the other run is reported once. When that run has ended, its state has no pending operation.
        const state = `[ -e met ] && echo '${none}' || echo '${PENDING}'`;
        const locked = `touch met; echo "${BUCKET}" >&2; exit 255`;
        const stub = pulumi("", state, locked);
        const done = await script("up.sh", stub, { ACCESS_GOVERNANCE_URL: service.url });
        expect([done.code, ups(done)]).toEqual([0, 1]);
        expect(done.stdout).toMatch(/^Another run holds the lock/);
        expect(existsSync(join(folder, "imported"))).toBe(false);
    });

    test("is looked up again if the state has changed in the meantime", async () => {
        const changing = `echo >> times; [ $(wc -l < times) -gt 3 ] && again=2; echo '${PENDING}' | sed "s/Night/Night $again/"`;
        const done = await script("up.sh", pulumi("", changing), { ACCESS_GOVERNANCE_URL: service.url });
        expect([done.code, ups(done)]).toEqual([0, 1]);
        expect(done.stdout).toMatch(/^Another run /);
        // One export for the check of the state, three per attempt, and one before the preview.
        expect(readFileSync(join(folder, "times"), "utf8")).toHaveLength(8);
        expect(existsSync(join(folder, "imported"))).toBe(true);
    });

    test("is adopted even if the check for a lock changes the encryption of secrets in the state", async () => {
        const state = `echo '${PENDING}' | sed "s/Night/Night $(cat nonce 2>/dev/null)/"`;
        const asked = "date +%N > nonce; exit 1";
        const done = await script("up.sh", pulumi("", state, asked), { ACCESS_GOVERNANCE_URL: service.url });
        expect([done.code, ups(done)]).toEqual([0, 1]);
        expect(existsSync(join(folder, "imported"))).toBe(true);
    });
});

test("stacks.sh finds stacks only in folders with a project", async () => {
    await stacks("dev");
    for (const place of ["teams/eu", "teams/eu/node_modules/x", ".hidden", "notes"]) {
        await mkdir(join(folder, place), { recursive: true });
        await writeFile(join(folder, place, "Pulumi.prod.yaml"), "");
        if (place !== "notes") await writeFile(join(folder, place, "Pulumi.yaml"), "");
    }
    await listed("# All stacks.\nteams/eu/prod\r\n\ndev\n");
    expect((await script("stacks.sh", CALLED)).stdout).toBe(".\tdev\nteams/eu\tprod\n");
    const json = await run("access/stacks.sh", ["--json"], { cwd: folder, env: repository.env });
    expect(JSON.parse(json.stdout)).toEqual([
        { name: "dev", directory: ".", stack: "dev" },
        { name: "teams/eu/prod", directory: "teams/eu", stack: "prod" },
    ]);
    expect((await script("stacks.sh", CALLED, { ACCESS_DIRECTORIES: "access" })).output).toMatch(
        /^error: No stack in access/,
    );
    await listed("teams/eu/prod\n");
    expect((await script("stacks.sh", CALLED, { ACCESS_DIRECTORIES: "./teams" })).stdout).toBe("teams/eu\tprod\n");
    await rm(join(folder, "teams"), { recursive: true });
});

test.each([
    ["is missing", undefined],
    ["is empty", ""],
    ["lacks a stack", "dev\n"],
    ["has a stack that does not exist", "dev\nmy team/prod\nold\n"],
])("stacks.sh fails and prints the stacks if access/stacks.txt %s", async (_, text) => {
    await mkdir(join(folder, "my team"));
    for (const file of ["Pulumi.yaml", "Pulumi.prod.yaml"]) await writeFile(join(folder, "my team", file), "");
    await listed(text);
    const { code, stdout, output } = await script("stacks.sh", CALLED);
    expect([code, stdout]).toEqual([1, ""]);
    expect(lines(output).slice(1)).toEqual(["dev", "my team/prod"]);
    const options = { cwd: folder, env: repository.env };
    expect((await run("access/stacks.sh", ["--all"], options)).stdout).toBe(".\tdev\nmy team\tprod\n");
    const found = (await run("access/stacks.sh", ["--find"], options)).stdout;
    await listed(found);
    expect((await script("stacks.sh", CALLED)).code).toBe(0);
    await rm(join(folder, "my team"), { recursive: true });
});
