import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { Command } from "commander";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operations } from "../../../src/api/generated/operations.gen.js";
import { addCall } from "../../../src/cli/commands/call.js";
import { EXIT_CODES } from "../../../src/cli/exit-codes.js";
import { type FaultAnswer, type OperationName, type Service, startService } from "../../../src/local/service/index.js";
import { NOBODY, TOKEN } from "../../api/harness.js";
import { runCommand, type Said, type Surroundings } from "../command.js";

const root = join(__dirname, "../../..");
const main = join(root, "dist/cli/main.js");

let service: Service;
const started: ChildProcess[] = [];

beforeAll(async () => {
    service = await startService({ token: TOKEN });
}, 120_000);

afterAll(async () => {
    for (const child of started) if (child.exitCode === null) child.kill("SIGKILL");
    await service.close();
});

interface Ended extends Omit<Said, "code"> {
    /** Null if a signal ended it. */
    readonly code: number | null;
    /** Milliseconds from its start, or from its interruption, to its end. */
    readonly took: number;
}

interface Process extends Surroundings {
    /** Standard input does not block, and the end of it comes late. */
    readonly trickles?: boolean;
    /** Once it is settled, the call is interrupted. */
    readonly interruption?: Promise<unknown>;
}

/** Standard input stays so as this process, which is killed before it can put it right, leaves it to the next one. */
const LEAVES = 'process.stdin; process.kill(process.pid, "SIGKILL")';

/** Runs the command that follows, with a standard input that does not block: a read of it fails as long as there is nothing to read. */
const WITHOUT_BLOCKING = ["sh", "-c", `"$0" -e '${LEAVES}' 2>/dev/null; exec "$0" "$@"`];

/** Runs `access-governance call` in this process, one at a time. */
async function call(args: string[], { url = service.url, token = TOKEN, stdin }: Surroundings = {}): Promise<Said> {
    const ended = await runCommand(["call", ...args], { url, token, stdin });
    expectClean(ended);
    return ended;
}

/** Runs `access-governance call` in a process of its own. */
async function start(
    args: string[],
    { url, token, stdin = "", trickles = false, interruption }: Process = {},
): Promise<Ended> {
    const command = [...(trickles ? WITHOUT_BLOCKING : []), process.execPath, main, "call", ...args];
    const child = spawn(command[0] ?? "", command.slice(1), { env: environment(url, token) });
    started.push(child);
    const ended = { stdout: "", stderr: "" };
    child.stdout.on("data", (data) => (ended.stdout += data));
    child.stderr.on("data", (data) => (ended.stderr += data));
    // More than a pipe holds: it is written as soon as the call reads.
    if (trickles) child.stdin.write(" ".repeat(1_000_000), () => setTimeout(() => child.stdin.end(stdin), 500));
    else child.stdin.end(stdin);
    const end = once(child, "close");
    let since = performance.now();
    await interruption;
    if (interruption) {
        since = performance.now();
        child.kill("SIGINT");
    }
    const [code] = await end;
    expectClean(ended);
    return { ...ended, code: code as number | null, took: performance.now() - since };
}

/** Neither the token nor a stack is in whatever it printed. */
function expectClean({ stdout, stderr }: Omit<Said, "code">): void {
    expect(stdout + stderr).not.toContain(TOKEN);
    expect(stderr).not.toMatch(/^\s+at /m);
}

function environment(url = service.url, token = TOKEN): NodeJS.ProcessEnv {
    return { PATH: process.env.PATH, ACCESS_GOVERNANCE_URL: url, ACCESS_GOVERNANCE_TOKEN: token };
}

/** The call strikes this fault, of an operation that no other test of this file calls. */
function strike(operation: OperationName, answer: FaultAnswer): void {
    service.faults.add({ operation, when: "before", times: 100, answer });
}

/** Settled when the service has been called. */
async function called(operation: OperationName): Promise<void> {
    while (service.calls.of(operation).length === 0) {
        await new Promise((resolve) => setTimeout(resolve, 10));
    }
}

/** Each refusal is one sentence on stderr, and nothing on stdout. */
function expectRefused({ code, stdout, stderr }: Said | Ended, expected: number): void {
    expect({ code, stdout }).toEqual({ code: expected, stdout: "" });
    expect(stderr).toMatch(/^error: .*\nhelp: npx access-governance explain \w+\n$/);
}

describe("exit codes", () => {
    const bundle = JSON.stringify({ name: "b", description: "b", admin_owner_id: NOBODY });

    test("0: done", async () => {
        const { code, stdout, stderr } = await call(["users.getCurrentUser"]);
        expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
        expect(JSON.parse(stdout)).toMatchObject({ full_name: "Ada Brandt" });
    });

    test("usage: a body that is required and not given", async () => {
        const ended = await call(["owners.create"]);
        expectRefused(ended, EXIT_CODES.usage);
        expect(ended.stderr).toContain("--name is required: What the owner is called.");
        expect(service.calls.of("createOwner")).toEqual([]);
    });

    test("usage: no address of the service", async () => {
        const ended = await call(["apps.list"], { url: "" });
        expectRefused(ended, EXIT_CODES.usage);
        expect(ended.stderr).toContain("ACCESS_GOVERNANCE_URL");
    });

    test.each([
        ["an unknown operation", ["nothing.list"], 'Unknown operation "nothing.list".'],
        ["a missing parameter", ["groups.get"], "required option '--group-id <id|name>' not specified"],
        ["a timeout that is none", ["apps.list", "--timeout", "soon"], "It must be a number above 0"],
        ["a timeout that timers do not hold", ["apps.list", "--timeout", "9999999"], "at most 86400"],
    ])("usage: %s", async (_, args, message) => {
        const { code, stdout, stderr } = await call(args);
        expect({ code, stdout }).toEqual({ code: EXIT_CODES.usage, stdout: "" });
        expect(stderr).toContain(message);
    });

    test("BadRequestError", async () => {
        strike("createGroup", { status: 400 });
        const group = { name: "g", group_type: "SVC_GROUP", app_id: NOBODY };
        const ended = await call(["groups.create", "--body", "-"], { stdin: JSON.stringify(group) });
        expectRefused(ended, EXIT_CODES.BadRequestError);
    });

    test("UnauthorizedError", async () => {
        expectRefused(await call(["users.getCurrentUser"], { token: `${TOKEN}x` }), EXIT_CODES.UnauthorizedError);
    });

    test.each([
        ["ForbiddenError", "getApps", ["apps.list"], { status: 403 }],
        ["NotFoundError", "getGroup", ["groups.get", "--group-id", NOBODY], { status: 404 }],
        ["ConflictError", "deleteGroup", ["groups.delete", "--group-id", NOBODY], { status: 409 }],
        // A wait of which it is told and that it does not wait.
        ["WaitLimitError", "getTags", ["tags.list"], { status: 429, headers: { "retry-after": "900" } }],
        ["CooldownError", "remindRequest", ["requests.remind", "--id", NOBODY], { status: 429 }],
        ["UnavailableError", "createBundle", ["bundles.create", "--body", "-"], { status: 503 }],
        ["UnexpectedStatusError", "getDelegations", ["delegations.list"], { status: 405 }],
        ["NotImplementedByServiceError", "getSessions", ["sessions.list", "--resource-id", NOBODY], { status: 501 }],
    ] as const)("%s of %s", async (name, operation, args, answer) => {
        strike(operation, answer);
        expectRefused(await call([...args], { stdin: bundle }), EXIT_CODES[name]);
    });

    test("TimedOutError, of a timeout of any length", async () => {
        strike("startCampaign", { delayMs: 20_000 });
        const started = performance.now();
        const ended = await call(["campaigns.start", "--campaign-id", NOBODY, "--timeout", "0.20001"]);
        expectRefused(ended, EXIT_CODES.TimedOutError);
        expect(performance.now() - started).toBeLessThan(15_000);
    });

    test("UnreachableError of a connection that is cut", async () => {
        strike("stopCampaign", "reset");
        expectRefused(await call(["campaigns.stop", "--campaign-id", NOBODY]), EXIT_CODES.UnreachableError);
    });
});

describe("output", () => {
    test("has warnings on stderr and clean JSON on stdout", async () => {
        const owner = { name: "Platform", user_ids: [], colour: "blue" };
        const { code, stdout, stderr } = await call(["owners.create", "--body", "-", "--description", "from a shell"], {
            stdin: JSON.stringify(owner),
        });
        expect(stderr).toBe("warning: the body of owners.create does not have a field colour.\n");
        expect(code).toBe(0);
        expect(JSON.parse(stdout)).toMatchObject({ name: "Platform", description: "from a shell" });
        expect(service.calls.of("createOwner").at(-1)?.body).toEqual({ ...owner, description: "from a shell" });
    });

    test("warns of a deprecated operation, and says what to use", async () => {
        const { code, stdout, stderr } = await call(["uars.list"]);
        expect(stderr).toBe("warning: uars.list is deprecated: use the campaigns area.\n");
        expect(code).toBe(0);
        expect(JSON.parse(stdout)).toHaveProperty("results");
    });

    test("of every page is one JSON array, and of no body nothing", async () => {
        const groups = await call(["groups.list", "--all", "--page_size", "1"]);
        expect(groups).toMatchObject({ code: 0, stderr: "" });
        const inService = service.store.groups.all().map((group) => group.group_id);
        expect(JSON.parse(groups.stdout).map((group: { group_id: string }) => group.group_id)).toEqual(inService);
        expect(service.calls.of("getGroups").length).toBeGreaterThan(1);
    });
});

describe("--fields", () => {
    test("are columns in their order, in a pipe too", async () => {
        const { code, stdout } = await call(["users.list", "--fields", "position, email"]);
        expect(code).toBe(0);
        const [head, ...lines] = stdout.trimEnd().split("\n");
        expect(head).toMatch(/^position +email$/);
        expect(lines).toHaveLength(service.store.users.all().length);
    });

    test("that are misspelt, or beside --json, are refused", async () => {
        const misspelt = await call(["users.list", "--fields", "emial"]);
        expect(misspelt).toMatchObject({ code: EXIT_CODES.usage, stdout: "" });
        expect(misspelt.stderr).toContain('Unknown field "emial"; did you mean "email"?');
        expect((await call(["users.list", "--fields", "email", "--json"])).code).toBe(EXIT_CODES.usage);
    });
});

test("the name of an area lists its operations", async () => {
    const { code, stdout } = await call(["campaigns"]);
    expect(code).toBe(0);
    const own = Object.values(operations).filter(({ area }) => area === "campaigns");
    expect(stdout.trimEnd().split("\n")).toHaveLength(own.length + 1);
    for (const entry of own) expect(stdout).toContain(entry.call);
});

// What a process adds; and those that wait before they try again, all at once.
describe.concurrent("a process", () => {
    test("of a call that went well exits with 0", async () => {
        const { code, stdout, stderr } = await start(["users.getCurrentUser"]);
        expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
        expect(JSON.parse(stdout)).toMatchObject({ full_name: "Ada Brandt" });
    });

    test("of an unknown operation exits with the code of bad usage", async () => {
        const { code, stdout, stderr } = await start(["nothing.list"]);
        expect({ code, stdout }).toEqual({ code: EXIT_CODES.usage, stdout: "" });
        expect(stderr).toContain('Unknown operation "nothing.list".');
    });

    test.each([
        ["RateLimitedError", "getCampaigns", ["campaigns.list"], { status: 429, headers: { "retry-after": "0" } }],
        ["MalformedAnswerError", "getUsers", ["users.list"], "html"],
        ["MalformedAnswerError", "getEvents", ["events.list"], "truncated"],
    ] as const)("exits with the code of %s, of %s", async (name, operation, args, answer) => {
        strike(operation, answer);
        expectRefused(await start([...args]), EXIT_CODES[name]);
    });

    test("exits with the code of UnreachableError where nothing listens", async () => {
        const url = "http://127.0.0.1:9/v1";
        const ended = await start(["apps.list"], { url });
        expectRefused(ended, EXIT_CODES.UnreachableError);
        expect(ended.stderr).toContain(`could not reach ${url} (ECONNREFUSED)`);
    });

    test("that waits is ended by Ctrl-C at once, with the code of AbortedError", async () => {
        strike("getBundles", { delayMs: 20_000 });
        const ended = await start(["bundles.list", "--all"], { interruption: called("getBundles") });
        expectRefused(ended, EXIT_CODES.AbortedError);
        expect(ended.stderr).toContain("was aborted");
        expect(ended.took).toBeLessThan(5_000);
    });

    test("takes a body that trickles in through a pipe that does not block", async () => {
        const owner = { name: "Trickling", user_ids: [] };
        const { code, stderr } = await start(["owners.create", "--body", "-"], {
            stdin: JSON.stringify(owner),
            trickles: true,
        });
        expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
        expect(service.snapshot().owners.map(({ name }) => name)).toContain("Trickling");
    });

    test("that nobody reads ends quietly", async () => {
        const command = `set -o pipefail; "$0" "$1" call owners.list --all | true`;
        const child = spawn("bash", ["--norc", "--noprofile", "-c", command, process.execPath, main], {
            env: environment(),
        });
        started.push(child);
        let stderr = "";
        child.stderr.on("data", (data) => (stderr += data));
        const [code] = await once(child, "close");
        expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    });
});

describe("--help", () => {
    const calls = Object.values(operations);
    const program = new Command("access-governance").exitOverride();
    addCall(program);

    test.each(calls.map((entry) => [entry.call, entry] as const))("of %s", (name, { method, path, summary }) => {
        const command = program.commands[0]?.commands.find((one) => one.name() === name);
        if (!command) throw new Error(`There is no ${name}`);
        let help = "";
        command.configureOutput({ writeOut: (text) => (help += text) });
        expect(() => program.parse(["call", name, "--help"], { from: "user" })).toThrow("(outputHelp)");
        expect(help).toContain(`Usage: access-governance call ${name}`);
        expect(help).toContain(`Operation:\n  ${method} ${path}\n`);
        expect(help.replace(/\s+/g, " ")).toContain(summary);
        expect(help).not.toContain("undefined");
    });

    test("of all lists every operation below its area", () => {
        let help = "";
        const call = program.commands[0];
        call?.configureOutput({ writeOut: (text) => (help += text) });
        expect(() => program.parse(["call", "--help"], { from: "user" })).toThrow("(outputHelp)");
        for (const entry of calls) expect(help).toContain(`  ${entry.call} `);
        expect(help).toContain("130  interrupted");
    });
});
