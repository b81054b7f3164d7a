/** The drift check of a stack with a baseline: what nobody declares is reported like drift. */
import { rmSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Client } from "../../src/api/client.js";
import { EXIT_CODES } from "../../src/cli/exit-codes.js";
import { type Service, startService } from "../../src/local/service/index.js";
import { type Command, expectRun, run } from "./command.js";
import { GitHubApi } from "./github-api.js";
import { PASSPHRASE, Repository } from "./repository.js";

const TOKEN = "token-of-coverage-tests";
const BASELINE = "access-baseline.dev.json";
const HOSTILE = "Shadow `x` <!-- \u202e\n::error::@everyone";
const DRIFT = 7;

let service: Service;
let client: Client;
let repository: Repository;
let folder: string;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
    service = await startService({ token: TOKEN });
    client = new Client({ url: service.url, token: TOKEN });
    repository = await Repository.create({ dev: service.url, other: service.url });
    env = {
        ...repository.env,
        PULUMI_BACKEND_URL: repository.backend,
        PULUMI_CONFIG_PASSPHRASE: PASSPHRASE,
        PULUMI_STACK: "dev",
        ACCESS_GOVERNANCE_URL: service.url,
        ACCESS_GOVERNANCE_TOKEN: TOKEN,
    };
    folder = await repository.clone();
    await run("access/install.sh", [], { cwd: folder, env });
    await expectRun("access/up.sh", [], { cwd: folder, env });
    await accept();
});

afterAll(async () => {
    await repository?.close();
    await service?.close();
});

let accepted: string;
beforeEach(async () => {
    accepted ??= await readFile(join(folder, BASELINE), "utf8");
    await writeFile(join(folder, BASELINE), accepted);
});

/** Accepts everything that the stack does not declare now. */
async function accept(): Promise<void> {
    const state = join(folder, "state.json");
    await expectRun("pulumi", ["stack", "export", "--stack", "dev", "--file", state], { cwd: folder, env });
    const args = ["--no-install", "access-governance", "coverage", state, "--write-baseline", join(folder, BASELINE)];
    await expectRun("npx", args, { cwd: folder, env });
    rmSync(state);
}

const drift = (variables: Record<string, string> = {}): Promise<Command> =>
    run("access/drift.sh", [], { cwd: folder, env: { ...env, ...variables } });
const report = () => readFile(join(folder, "access-report.md"), "utf8");

/** Creates a group outside that gives a user a group of the program. */
async function shadowGroup(name: string): Promise<string> {
    const [app] = service.store.apps.all().filter(({ app_type }) => app_type === "SVC");
    const target = service.store.groups.all().find((one) => one.name === "Production read-only");
    const [user] = service.store.users.all();
    const { group_id } = await client.call("createGroup", {
        body: { name, app_id: app?.app_id ?? "", group_type: "SVC_GROUP" },
    });
    const path = { group_id, user_id: user?.user_id ?? "" };
    await client.call("addGroupUser", { path, body: { duration_minutes: 0 } });
    await client.call("addGroupContainingGroup", {
        path: { group_id },
        body: { containing_group_id: target?.group_id ?? "" },
    });
    return group_id;
}

describe("with everything declared or in the baseline", () => {
    test("the check finds nothing, and says so in the log", async () => {
        const { code, output } = await drift();
        expect([code, output]).toEqual([0, expect.stringContaining("Everything is declared or in the baseline.")]);
        expect(await report()).not.toContain("baseline");
    });

    test("a stack without a baseline is not checked", async () => {
        await rm(join(folder, BASELINE));
        service.calls.clear();
        expect((await drift()).code).toBe(0);
        expect(service.calls.of("getTokens")).toEqual([]);
    });

    test("a corrupt baseline, a refused list and an unreadable stack are failures, not the absence of drift", async () => {
        await writeFile(join(folder, BASELINE), accepted.slice(0, -5));
        const corrupt = await drift();
        expect(corrupt.code).toBe(EXIT_CODES.usage);
        expect(corrupt.output).toMatch(/(?<!\/)access-baseline\.dev\.json is not valid JSON/);
        await writeFile(join(folder, BASELINE), accepted);
        service.faults.add({ operation: "getBundles", times: 1000, answer: { status: 403 } });
        expect((await drift()).code).not.toBe(0);
        service.faults.clear();
        const list = join(folder, "Pulumi.unknown.yaml");
        await writeFile(list, "encryptionsalt: v1:x\n");
        const { code, output } = await drift();
        await rm(list);
        expect([code, output]).toEqual([EXIT_CODES.notKnown, expect.stringContaining("states of all stacks")]);
        expect(await report()).toContain("the drift check failed");
    });

    test("drift is reported even if it is unknown what nobody declares", async () => {
        const undo = renamedBundle();
        service.faults.add({ operation: "getTokens", times: 1000, answer: { status: 403 } });
        try {
            const { code, output } = await drift();
            expect(code, output).toBe(DRIFT);
            expect(await report()).toContain("It is unknown whether everything is declared or in the baseline.");
            expect(await report()).toContain("Renamed by hand");
        } finally {
            service.faults.clear();
            undo();
        }
    });
});

/** Renames a bundle of the program outside. Returns a function that undoes it. */
function renamedBundle(): () => void {
    const { bundle_id = "" } = service.store.bundles.all().find(({ name }) => name === "Audit") ?? {};
    service.store.bundles.change(bundle_id, { name: "Renamed by hand" });
    return () => service.store.bundles.change(bundle_id, { name: "Audit" });
}

describe("with a new group that gives access to a declared one", () => {
    let groupId: string;
    beforeAll(async () => {
        groupId = await shadowGroup(HOSTILE);
    });
    afterAll(() => client.call("deleteGroup", { path: { group_id: groupId } }));

    test("the report begins with it, and the check exits like for drift", async () => {
        const { code, output } = await drift();
        expect(code, output).toBe(DRIFT);
        const [marker, second, heading] = (await report()).split("\n");
        expect([marker, second, heading]).toEqual([
            "<!-- access-governance: dev -->",
            "<!-- access-governance undeclared -->",
            "### Access that nobody declares",
        ]);
        expect(await report()).toContain("- **Group ``Shadow `x` <!--");
        expect(await report()).toContain("gives access to `Production read-only`");
        expect(await report()).toContain("### Access changes in `dev`");
        for (const text of [await report(), output]) expect(text).not.toMatch(/^::|\p{Cf}/mu);
    });

    test("it is reported beside drift, also above the edits that accept it", async () => {
        const undo = renamedBundle();
        try {
            const { code, output } = await drift();
            expect(code, output).toBe(DRIFT);
            expect(await report()).toContain("Shadow");
            expect(await report()).toContain("Renamed by hand");
            const accepting = await drift({ ACCESS_DRIFT: "accept" });
            expect(accepting.code, accepting.output).toBe(DRIFT);
            expect((await report()).split("\n")[1]).toBe("<!-- access-governance undeclared -->");
            expect(await report()).toContain("#### Accepted\n");
        } finally {
            undo();
        }
    });

    test("an issue stays open although a pull request accepts the drift", async () => {
        const api = await GitHubApi.start();
        try {
            expect((await drift()).code).toBe(DRIFT);
            const settings = {
                GITHUB_REPOSITORY: "acme/access",
                GITHUB_API_URL: api.url,
                GH_TOKEN: api.tokenFor({ issues: "write" }),
                ACCESS_PULL_REQUEST: "https://github.example/acme/access/pull/1",
            };
            const tell = () =>
                expectRun("access/github-issue.sh", ["7"], { cwd: folder, env: { ...env, ...settings } });
            await tell();
            expect(api.issues).toMatchObject([{ state: "open", body: expect.stringContaining("Shadow") }]);
            const text = (await report()).split("\n");
            await writeFile(join(folder, "access-report.md"), [text[0], ...text.slice(2)].join("\n"));
            await tell();
            expect(api.issues).toMatchObject([{ state: "closed" }]);
        } finally {
            api.close();
        }
    });

    test("it is accepted by a new baseline, until the group is created again", async () => {
        await accept();
        expect((await drift()).code).toBe(0);
        await client.call("deleteGroup", { path: { group_id: groupId } });
        const gone = await drift();
        expect([gone.code, gone.output]).toEqual([0, expect.stringContaining("declared now or deleted")]);
        groupId = await shadowGroup(HOSTILE);
        expect((await drift()).code).toBe(DRIFT);
    });
});

test("what another stack of the repository declares is not undeclared", async () => {
    const groupId = await shadowGroup("Declared elsewhere");
    await accept();
    // The state of the other stack, as if that one declared everything, and a baseline that accepts none of it.
    const state = join(folder, "state.json");
    const { undeclared }: { undeclared: { kind: string; id: string }[] } = JSON.parse(
        await readFile(join(folder, BASELINE), "utf8"),
    );
    const resources = undeclared.map(({ kind, id }, at) => {
        const type = `pulumi-nodejs:dynamic/access-governance:${kind}`;
        return { urn: `urn:pulumi:other::access::${type}::r${at}`, type, id, custom: true, inputs: {}, outputs: {} };
    });
    await writeFile(state, JSON.stringify({ version: 3, deployment: { resources } }));
    const args = ["stack", "import", "--stack", "other", "--file", state];
    await expectRun("pulumi", args, { cwd: folder, env });
    await rm(state);
    await writeFile(join(folder, BASELINE), '{ "undeclared": [] }\n');
    const { code, output } = await drift();
    expect(code, output).toBe(0);
    await client.call("deleteGroup", { path: { group_id: groupId } });
});
