import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Examination } from "../../../src/cli/doctor/examination.js";
import type { DoctorFinding } from "../../../src/cli/doctor/finding.js";
import { EXIT_CODES } from "../../../src/cli/exit-codes.js";
import { type Service, startService } from "../../../src/local/service/index.js";
import { kinds } from "../../../src/resources/kinds.js";
import { runCommand, startCommand } from "../command.js";

/** A stack of two groups and the pending creation of another, G10. */
const KILLED = readFileSync(join(__dirname, "../../stack/recovery/documents/killed.json"), "utf8");
const KILLED_AT = "http://127.0.0.1:4000/v1";

const folder = mkdtempSync(join(tmpdir(), "doctor-"));
let service: Service;

beforeEach(async () => {
    service = await startService({ seed: "small" });
});
afterEach(async () => {
    await service.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

/** `pulumi` is a shell script that acts as the Pulumi CLI on PATH. */
type Reached = Readonly<Record<"url" | "token", string | undefined>> & { readonly pulumi?: string };

/** Creates a folder with a Pulumi CLI that runs this script. The script can only use shell builtins. */
function cliFor(script: string): string {
    const bin = mkdtempSync(join(folder, "bin-"));
    for (const name of ["pulumi", "pulumi-language-nodejs", "pulumi-resource-pulumi-nodejs"])
        writeFileSync(join(bin, name), `#!/bin/sh\n[ "$1" = version ] && echo v3.260.0 && exit\n${script}\n`, {
            mode: 0o755,
        });
    return bin;
}

/** Runs the command in this process and returns its output and exit code. */
async function printed(args: readonly string[], { url, token, pulumi }: Reached = service) {
    // PATH does not contain the Pulumi CLI of this machine.
    const env = { PATH: pulumi === undefined ? folder : cliFor(pulumi) };
    const { stdout: text, code } = await runCommand(["doctor", ...args], { url, token, env });
    // In every case, the command only reads and does not print the token.
    expect(service.calls.writes()).toEqual([]);
    if (token) expect(text).not.toContain(token);
    return { text, code };
}

async function examined(args: readonly string[] = [], reached: Reached = service) {
    const { text, code } = await printed([...args, "--format", "json"], reached);
    const examination = JSON.parse(text) as Examination & { ok: boolean }; // the documented format
    expect(examination.ok).toBe(code === 0);
    const of = (check: string): readonly DoctorFinding[] => examination.findings.filter((one) => one.check === check);
    const statuses = (...checks: string[]) =>
        checks.map((check) =>
            of(check)
                .map(({ status }) => status)
                .join(),
        );
    const problems = examination.findings.filter(({ status }) => status === "problem").map(({ check }) => check);
    return { ...examination, of, statuses, problems, code };
}

/** Writes the recorded state, edited by `change`, to a file and returns its path. */
function stateFile(change: (text: string) => string = (text) => text): string {
    const file = join(folder, "state.json");
    writeFileSync(file, change(KILLED));
    return file;
}

const here = (text: string): string => text.replaceAll(KILLED_AT, service.url);
const withoutPending = (text: string): string => {
    const { version, deployment } = JSON.parse(text) as { version: number; deployment: object }; // recorded by Pulumi
    return JSON.stringify({ version, deployment: { ...deployment, pending_operations: undefined } });
};

describe("without problems", () => {
    test("reports every check as ok and tries to read each kind once", async () => {
        const { statuses, of, code, kinds: trials } = await examined();
        expect(code).toBe(0);
        expect(statuses("package", "address", "service", "token", "clock", "rights to write")).toEqual(
            Array(6).fill("ok"),
        );
        expect(of("token")[0]?.found).toMatch(/its user is .+@/);
        expect(trials.map(({ kind }) => kind).sort()).toEqual(kinds.map(({ name }) => name).sort());
        expect(trials.filter(({ result }) => result === "may not read")).toEqual([]);
        expect(trials.filter(({ result }) => result === "may read").length).toBeGreaterThan(30);
        // A kind without objects in the seed is not reported as readable.
        expect(trials.find(({ kind }) => kind === "BundleGroup")).toMatchObject({
            result: "not known",
            because: "no Bundle was found that can have one",
        });
    });

    test("searches beyond the first page for an object that can have a rare kind of subresource", async () => {
        const medium = await startService({ seed: "medium" });
        const { stdout } = await runCommand(["doctor", "--format", "json"], medium);
        await medium.close();
        const { kinds: trials } = JSON.parse(stdout) as { kinds: { kind: string; result: string }[] }; // the documented format
        const rare = trials.filter(({ kind }) => ["IdpGroupMapping", "ScopedRolePermissions"].includes(kind));
        expect(rare.map(({ result }) => result)).toEqual(["may read", "may read"]);
    });

    test("makes at most one call per kind, and three other calls", async () => {
        await examined();
        const calls = service.calls.all();
        expect(calls.length).toBeLessThanOrEqual(kinds.length + 3);
        expect(new Set(calls.map(({ path, query }) => JSON.stringify([path, query]))).size).toBe(calls.length);
        expect(calls.filter(({ status }) => status !== 200)).toEqual([]);
    });

    test("prints one line per check and a summary", async () => {
        const { text, code } = await printed([]);
        expect(text).toMatch(/^ok +token +accepted; its user is /m);
        expect(text).toMatch(/^ok +rights to read +can read: \d+ kinds$/m);
        expect(text).not.toMatch(/^problem/m);
        expect(text).toMatch(/\n\n(No problem was found|Found \d warnings?)\.\n$/);
        expect(code).toBe(0);
    });
});

describe("the token", () => {
    test("a wrong token is a problem, and only the checks that need it are skipped", async () => {
        const {
            problems,
            statuses,
            of,
            code,
            kinds: trials,
        } = await examined([], { ...service, token: "wrong-token" });
        expect([code, problems]).toEqual([EXIT_CODES.problem, ["token"]]);
        expect(of("token")[0]).toMatchObject({
            found: expect.stringContaining("401"),
            remedy: expect.stringContaining("ACCESS_GOVERNANCE_TOKEN"),
        });
        expect(statuses("service", "clock", "rights to read", "rights to write")).toEqual([
            "ok",
            "ok",
            "not checked",
            "not checked",
        ]);
        expect([trials, service.calls.all().length]).toEqual([[], 1]);
    });

    test("a missing token is a problem, and the service is still checked", async () => {
        const { problems, of, statuses } = await examined([], { url: service.url, token: undefined });
        expect(problems).toEqual(["token"]);
        expect(of("token")[0]?.found).toContain("No API token configured");
        expect(statuses("service", "rights to read")).toEqual(["ok", "not checked"]);
    });

    test("a read-only token causes a warning that `pulumi up` will fail", async () => {
        for (const { token_id } of service.store.tokens.all())
            service.store.tokens.change(token_id, { access_level: "READ_ONLY" });
        const { of, code, statuses } = await examined();
        expect(code).toBe(0);
        expect(of("rights to write")[0]).toMatchObject({
            status: "warning",
            effect: expect.stringMatching(/`pulumi up`.* 403.*`pulumi preview`.* work/),
        });
        expect(statuses("token")).toEqual(["ok"]);
    });

    test("write access is not checked if the user has read-only and other tokens; expired ones do not count", async () => {
        const [own] = service.store.tokens.all();
        const other = { ...own, token_id: service.store.newId("token", "other"), access_level: "READ_ONLY" as const };
        const expires = (expires_at: string | null) =>
            own && service.store.tokens.set({ ...own, ...other, expires_at });
        expires(null);
        const unclear = await examined();
        expect(unclear.of("rights to write")[0]).toMatchObject({
            status: "not checked",
            found: expect.stringContaining("both read-only tokens and tokens that can write"),
        });
        expires("2001-01-01T00:00:00Z");
        expect((await examined()).statuses("rights to write")).toEqual(["ok"]);
    });

    test("write access of a member's token is not checked, because the service does not return it", async () => {
        const [, member] = service.snapshot().users;
        await service.close();
        service = await startService({
            seed: "small",
            tokens: [{ token: "member-token", email: member?.email ?? "", role: "MEMBER" }],
        });
        const { of, code } = await examined([], { url: service.url, token: "member-token" });
        expect(code).toBe(0);
        expect(of("token")[0]?.found).toContain(member?.email);
        expect(of("rights to write")[0]?.status).toBe("not checked");
    });

    test("a kind that the token cannot read causes a warning with the kind and the effect", async () => {
        service.faults.add({ operation: "getCampaigns", answer: { status: 403 }, times: 9 });
        const { of, code, kinds: trials } = await examined();
        expect(code).toBe(0);
        expect(trials.filter(({ result }) => result === "may not read").map(({ kind }) => kind)).toEqual(["Campaign"]);
        expect(of("rights to read").find(({ status }) => status === "warning")).toMatchObject({
            found: expect.stringMatching(/^cannot read: Campaign \(.*403/),
            effect: expect.stringContaining("`pulumi preview` of a program that declares one of them fails"),
        });
    });

    test("a token that cannot read a kind in the stack is a problem", async () => {
        service.faults.add({ operation: "getGroups", answer: { status: 403 }, times: 99 });
        const {
            problems,
            of,
            code,
            kinds: trials,
        } = await examined(["--state", stateFile((text) => here(withoutPending(text)))]);
        expect([code, problems]).toEqual([EXIT_CODES.problem, ["rights to read"]]);
        expect(of("rights to read").find(({ status }) => status === "problem")?.effect).toContain("which has Group,");
        // Subresources of groups cannot be checked if groups cannot be read.
        expect(trials.find(({ kind }) => kind === "GroupUser")).toMatchObject({
            result: "not known",
            because: expect.stringContaining("getGroups, which it requires, returned 403"),
        });
    });
});

describe("the address", () => {
    const dependentChecks = ["service", "clock", "rights to read", "rights to write"];

    test("an address that is missing, not a URL or contains credentials is a problem", async () => {
        for (const url of [undefined, "access.example", "https://ada:secret@access.example/v1"]) {
            const { problems, statuses, of } = await examined([], { url, token: "some-token" });
            expect(problems).toEqual(["address"]);
            expect(of("address")[0]?.found).toContain("ACCESS_GOVERNANCE_URL");
            expect(JSON.stringify(of("address"))).not.toContain("secret");
            expect(statuses(...dependentChecks)).toEqual(Array(4).fill("not checked"));
        }
    });

    test("an address that responds with an HTML page is a problem", async () => {
        service.faults.add({ operation: "*", answer: "html", times: 99 });
        const { problems, statuses, of } = await examined();
        expect(problems).toEqual(["service"]);
        expect(of("service")[0]?.found).toMatch(/^Returned 200 with a body that is not JSON/);
        expect(statuses("token", "rights to read")).toEqual(["not checked", "not checked"]);
    });

    test("an address where nothing listens is a problem", async () => {
        const server = createServer().listen(0, "127.0.0.1");
        await new Promise((resolve) => server.once("listening", resolve));
        const { port } = server.address() as AddressInfo; // the server listens on a port
        await new Promise((resolve) => server.close(resolve));
        const { problems, statuses, of } = await examined([], { ...service, url: `http://127.0.0.1:${port}/v1` });
        expect(problems).toEqual(["service"]);
        expect(of("service")[0]?.found).toContain("ECONNREFUSED");
        expect(statuses("address", "token", "clock")).toEqual(["ok", "not checked", "not checked"]);
    });

    test("an address without /v1 gets a suggestion", async () => {
        const { problems, of } = await examined([], { ...service, url: service.url.replace("/v1", "") });
        expect(problems).toEqual(["service"]);
        expect(of("address")[0]?.remedy).toContain(`probably ${service.url}`);
    });
});

test("a clock that differs from the service causes a warning", async () => {
    await service.close();
    service = await startService({ seed: "small", clock: new Date(Date.now() + 300_000) });
    const { of, code } = await examined();
    expect([code, of("clock")[0]?.status]).toEqual([0, "warning"]);
    expect(of("clock")[0]?.found).toMatch(/^this machine is (29\d|30\d) s behind the service$/);
});

describe("the state", () => {
    /** Edits the state so that it contains groups of this service, created by one of its users. */
    const known = (text: string): string => {
        const { groups, users } = service.snapshot();
        const ids = [...new Set(text.match(/(?<="id": ")[\w-]+(?=",\s+"type": "pulumi-nodejs:dynamic)/g))];
        const own = ids.reduce((all, id, at) => all.replaceAll(id, groups[at]?.group_id ?? ""), here(text));
        return withoutPending(own).replace(/"__witness":"[^"]*"/g, `"__witness":"${users[0]?.user_id}"`);
    };

    test("a state of this address without pending operations is ok", async () => {
        const { of, code } = await examined(["--state", stateFile(known)]);
        expect(code).toBe(0);
        expect(of("state").map(({ status }) => status)).toEqual(Array(4).fill("ok"));
        expect(of("state").map(({ found }) => found)).toEqual([
            "2 resources of this package: 2 Group",
            `created at ${service.url}`,
            "the user who created its objects belongs to this organization",
            "the token sees all objects that were looked up (2)",
        ]);
    });

    test.each([
        ["of an administrator", "ADMIN", "the service no longer has"],
        ["of a member", "MEMBER", "the token does not see"],
    ] as const)(
        "objects of the state that are not found cause a warning, with the token %s",
        async (_, role, found) => {
            const [group] = service.store.groups.all();
            const file = stateFile(known);
            if (group) service.store.groups.delete(group);
            for (const secret of service.store.tokenSecrets.all())
                service.store.tokenSecrets.change(secret.token_id, { role });
            const { of, code } = await examined(["--state", file]);
            expect(code).toBe(0);
            expect(of("state").at(-1)).toMatchObject({
                status: "warning",
                found: expect.stringMatching(new RegExp(`^${found} Group "G\\d+" \\(${group?.group_id}\\)$`)),
            });
        },
    );

    test("objects of the state are not looked up if the token is refused", async () => {
        const { of } = await examined(["--state", stateFile(known)], { ...service, token: "wrong-token" });
        expect(of("state").at(-1)).toMatchObject({
            status: "not checked",
            found: "whether the token sees its objects: the token is not accepted",
        });
    });

    test("the address is taken from the state if neither a token nor another address is configured", async () => {
        const { of, problems } = await examined(["--state", stateFile(known)], { url: undefined, token: undefined });
        expect([problems, of("address")[0]?.found]).toEqual([["token"], service.url]);
    });

    test("its address does not get a token", async () => {
        const state = ["--state", stateFile(known)];
        const pulumi = `echo '{"access-governance:token":{"value":"${service.token}","secret":true}}'`;
        for (const reached of [
            { url: undefined, token: service.token },
            { url: undefined, token: undefined, pulumi },
        ]) {
            const { problems } = await examined(state, reached);
            expect(problems).toContain("address");
        }
        expect(service.calls.all()).toEqual([]);
    });

    test("a state of another address is a problem", async () => {
        const { problems, of, code } = await examined(["--state", stateFile(withoutPending)]);
        expect([code, problems]).toEqual([EXIT_CODES.problem, ["state"]]);
        expect(of("state").find(({ status }) => status === "problem")).toMatchObject({
            found: `its objects were created at ${KILLED_AT}, but the address is ${service.url}`,
            effect: "`pulumi preview` and `pulumi up` refuse to run.",
        });
    });

    test("a state of another organization causes a warning", async () => {
        const stranger = "11111111-1111-4111-8111-111111111111";
        const state = (text: string) => known(text).replace(/"__witness":"[^"]*"/g, `"__witness":"${stranger}"`);
        const { of, code } = await examined(["--state", stateFile(state)]);
        expect(code).toBe(0);
        expect(of("state")).toContainEqual(
            expect.objectContaining({
                status: "warning",
                found: expect.stringContaining(`this organization does not have the user ${stranger}`),
            }),
        );
    });

    test("a pending operation is a problem, and the remedy is `access-governance recover`", async () => {
        const { problems, of } = await examined(["--state", stateFile(here)]);
        expect(problems).toEqual(["state"]);
        expect(of("state").find(({ status }) => status === "problem")).toMatchObject({
            found: "an operation is pending, because a run was killed: G10",
            remedy: expect.stringContaining("access-governance recover"),
        });
    });

    test.each([
        [3, undefined, "ok"],
        [4, ["refreshBeforeUpdate"], "ok"],
        [4, ["refreshBeforeUpdate", "unknown"], "warning"],
        [5, undefined, "warning"],
    ])("a state of format %s with the features %j is %s", async (version, features, status) => {
        const file = stateFile((text) => JSON.stringify({ ...JSON.parse(known(text)), version, features }));
        const { of, code } = await examined(["--state", file, "--no-service"]);
        expect([code, of("state")[0]?.status]).toEqual([0, status]);
    });

    test("a kind that this version does not support is a problem", async () => {
        const { problems, of } = await examined([
            "--state",
            stateFile((text) => known(text).replaceAll("access-governance:Group", "access-governance:Hologram")),
        ]);
        expect(problems).toEqual(["state"]);
        expect(of("state").find(({ status }) => status === "problem")?.found).toContain("does not support Hologram");
    });

    test("an invalid or missing state file is a problem, and the other checks still run", async () => {
        for (const file of [stateFile(() => "no state"), join(folder, "absent.json")]) {
            const { problems, statuses } = await examined(["--state", file]);
            expect(problems).toEqual(["state"]);
            expect(statuses("service", "token")).toEqual(["ok", "ok"]);
        }
    });
});

describe("the configuration of the stack", () => {
    const configured = (settings: Record<string, string>, more = "") => {
        const json = JSON.stringify(
            Object.fromEntries(
                Object.entries(settings).map(([key, value]) => [`access-governance:${key}`, { value, secret: true }]),
            ),
        );
        return `${more}\necho '${json}'`;
    };
    const nothing = { url: undefined, token: undefined };

    test("the stack configuration overrides the environment, and its token is not printed", async () => {
        const pulumi = configured({ url: service.url, token: service.token });
        for (const environment of [nothing, { url: "http://127.0.0.1:9/v1", token: "wrong-token" }]) {
            const { code, of, statuses } = await examined([], { ...environment, pulumi });
            expect(code).toBe(0);
            expect(statuses("configuration", "address", "service", "token")).toEqual(["ok", "ok", "ok", "ok"]);
            expect(of("configuration")[0]?.found).toContain("access-governance:url, access-governance:token");
            expect(JSON.stringify(of("configuration"))).not.toContain(service.token);
        }
    });

    test("the configuration is read from the stack given by --stack", async () => {
        const pulumi = configured({ url: service.url }, 'case "$*" in *"--stack prod"*) ;; *) exit 1 ;; esac');
        const { of } = await examined(["--stack", "prod"], { ...nothing, pulumi });
        expect(of("configuration")[0]).toMatchObject({
            status: "ok",
            found: "the stack prod has access-governance:url",
        });
    });

    test.each([
        ["the token of the environment is not sent to the address of the stack", "url"],
        ["the token of the stack is not sent to the address of the environment", "token"],
    ] as const)("%s", async (_, setting) => {
        const { [setting]: own, ...other } = { url: service.url, token: service.token };
        const reached = { ...nothing, ...other, pulumi: configured({ [setting]: own ?? "" }) };
        const { code, problems, of } = await examined([], reached);
        expect([code, problems]).toEqual([EXIT_CODES.problem, ["address"]]);
        expect(of("address")[0]?.found).toContain(
            setting === "url" ? "ACCESS_GOVERNANCE_URL" : "access-governance:url",
        );
        expect(service.calls.all()).toEqual([]);
    });

    test("the token of the environment is sent to the address of the stack if the environment has the same address", async () => {
        const pulumi = configured({ url: `${service.url}/` });
        const { code, statuses } = await examined([], { url: service.url, token: service.token, pulumi });
        expect([code, ...statuses("address", "service", "token")]).toEqual([0, "ok", "ok", "ok"]);
    });

    test("a misspelled setting is a problem", async () => {
        const { code, problems, of } = await examined([], {
            ...service,
            url: service.url,
            token: service.token,
            pulumi: configured({ tokn: "x" }),
        });
        expect([code, problems]).toEqual([EXIT_CODES.problem, ["configuration"]]);
        expect(of("configuration")[0]?.found).toContain('did you mean "token"?');
    });

    test("a configuration that cannot be read is reported, and the environment is checked", async () => {
        const pulumi = "echo 'error: no stack selected' >&2; exit 255";
        const reached = { url: service.url, token: service.token, pulumi };
        const { code, of, statuses } = await examined([], reached);
        expect([code, ...statuses("configuration", "token")]).toEqual([0, "not checked", "ok"]);
        expect(of("configuration")[0]?.found).toContain("`pulumi config` failed: no stack selected");
        const named = await examined(["--stack", "prod"], reached);
        expect([named.code, named.problems]).toEqual([EXIT_CODES.problem, ["configuration"]]);
    });

    test("the configuration is not read without a Pulumi CLI", async () => {
        expect((await examined()).of("configuration")).toEqual([]);
    });
});

test("the installed command exits with 23 and prints no stack trace", async () => {
    const { code, stdout, stderr } = await startCommand(["doctor"], { url: service.url, token: "wrong-token" }).ended;
    const out = stdout + stderr;
    expect(code).toBe(23);
    expect(out).toMatch(/^problem +token +the service returned 401/m);
    expect(out).toContain("Found 1 problem");
    expect(out).not.toMatch(/wrong-token|^ +at /m);
});
