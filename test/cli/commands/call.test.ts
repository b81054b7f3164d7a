import { Command } from "commander";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operations } from "../../../src/api/generated/operations.gen.js";
import { addCall } from "../../../src/cli/commands/call.js";
import { EXIT_CODES } from "../../../src/cli/exit-codes.js";
import { type FaultAnswer, type OperationName, type Service, startService } from "../../../src/local/service/index.js";
import { NOBODY, TOKEN } from "../../api/harness.js";
import {
    type CommandEnvironment,
    type CommandResult,
    type RunningCommand,
    runCommand,
    startCommand,
} from "../command.js";

let service: Service;

beforeAll(async () => {
    service = await startService({ token: TOKEN });
});

afterAll(async () => {
    await service.close();
});

type Ended = Awaited<RunningCommand["ended"]>;

interface Process extends CommandEnvironment {
    /** Standard input is non-blocking and ends late. */
    readonly trickles?: boolean;
    /** The process is interrupted when this promise settles. */
    readonly interruption?: Promise<unknown>;
}

/** Makes standard input non-blocking for the next process. Node resets the mode on a normal exit, so this process kills itself. */
const LEAVE_NON_BLOCKING = 'process.stdin; process.kill(process.pid, "SIGKILL")';

/** Runs the command that follows with a non-blocking standard input: a read fails while no data is available. */
const NON_BLOCKING_STDIN = ["sh", "-c", `"$0" -e '${LEAVE_NON_BLOCKING}' 2>/dev/null; exec "$0" "$@"`];

/** Runs `access-governance call` in this process. Runs must not overlap. */
async function call(
    args: string[],
    { url = service.url, token = TOKEN, stdin }: CommandEnvironment = {},
): Promise<CommandResult> {
    const ended = await runCommand(["call", ...args], { url, token, stdin });
    expectClean(ended);
    return ended;
}

/** Runs `access-governance call` in a separate process. */
async function start(
    args: string[],
    { url = service.url, stdin = "", trickles = false, interruption }: Process = {},
): Promise<Ended> {
    const through = trickles ? NON_BLOCKING_STDIN : [];
    const { child, ended } = startCommand(["call", ...args], { url, token: TOKEN, stdin }, through);
    // This exceeds the buffer of a pipe, so the write completes only after the call starts to read.
    if (trickles) child.stdin.write(" ".repeat(1_000_000), () => setTimeout(() => child.stdin.end(stdin), 500));
    await interruption;
    if (interruption) child.kill("SIGINT");
    expectClean(await ended);
    return ended;
}

/** Expects neither the token nor a stack trace in the output. */
function expectClean({ stdout, stderr }: Omit<CommandResult, "code">): void {
    expect(stdout + stderr).not.toContain(TOKEN);
    expect(stderr).not.toMatch(/^\s+at /m);
}

/** Adds a fault to an operation that no other test in this file calls. */
function addFault(operation: OperationName, answer: FaultAnswer): void {
    service.faults.add({ operation, when: "before", times: 100, answer });
}

/** Resolves when the service has received a call of the operation. */
async function called(operation: OperationName): Promise<void> {
    while (service.calls.of(operation).length === 0) {
        await new Promise((resolve) => setTimeout(resolve, 10));
    }
}

/** Expects that the service has not responded to any call of the operation. */
function expectUnanswered(operation: OperationName): void {
    expect(service.calls.of(operation).filter(({ status }) => status !== 0)).toEqual([]);
}

/** Expects one sentence on stderr and nothing on stdout. */
function expectRefused({ code, stdout, stderr }: CommandResult | Ended, expected: number): void {
    expect({ code, stdout }).toEqual({ code: expected, stdout: "" });
    expect(stderr).toMatch(/^error: .*\nhelp: npx --no-install access-governance explain \w+\n$/);
}

describe("exit codes", () => {
    const bundle = JSON.stringify({ name: "b", description: "b", admin_owner_id: NOBODY });

    test("exits with 0 after a successful call", async () => {
        const { code, stdout, stderr } = await call(["users.getCurrentUser"]);
        expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
        expect(JSON.parse(stdout)).toMatchObject({ full_name: "Ada Brandt" });
    });

    test("exits with the usage code if the required body is missing", async () => {
        const ended = await call(["owners.create"]);
        expectRefused(ended, EXIT_CODES.usage);
        expect(ended.stderr).toContain("--name is required: What the owner is called.");
        expect(service.calls.of("createOwner")).toEqual([]);
    });

    test("exits with the usage code if no service URL is set", async () => {
        const ended = await call(["apps.list"], { url: "" });
        expectRefused(ended, EXIT_CODES.usage);
        expect(ended.stderr).toContain("ACCESS_GOVERNANCE_URL");
    });

    test.each([
        ["an unknown operation", ["nothing.list"], 'Unknown operation "nothing.list".'],
        ["a missing parameter", ["groups.get"], "required option '--group-id <id|name>' not specified"],
        ["a timeout that is not a number", ["apps.list", "--timeout", "soon"], "It must be a number above 0"],
        ["a timeout above the maximum", ["apps.list", "--timeout", "9999999"], "at most 86400"],
    ])("exits with the usage code for %s", async (_, args, message) => {
        const { code, stdout, stderr } = await call(args);
        expect({ code, stdout }).toEqual({ code: EXIT_CODES.usage, stdout: "" });
        expect(stderr).toContain(message);
    });

    test("exits with the code of BadRequestError if the service responds with 400", async () => {
        addFault("createGroup", { status: 400 });
        const group = { name: "g", group_type: "SVC_GROUP", app_id: NOBODY };
        const ended = await call(["groups.create", "--body", "-"], { stdin: JSON.stringify(group) });
        expectRefused(ended, EXIT_CODES.BadRequestError);
    });

    test("exits with the code of UnauthorizedError if the token is wrong", async () => {
        expectRefused(await call(["users.getCurrentUser"], { token: `${TOKEN}x` }), EXIT_CODES.UnauthorizedError);
    });

    test.each([
        ["ForbiddenError", "getApps", ["apps.list"], { status: 403 }],
        ["NotFoundError", "getGroup", ["groups.get", "--group-id", NOBODY], { status: 404 }],
        ["ConflictError", "deleteGroup", ["groups.delete", "--group-id", NOBODY], { status: 409 }],
        // The requested wait exceeds the limit.
        ["WaitLimitError", "getTags", ["tags.list"], { status: 429, headers: { "retry-after": "900" } }],
        ["CooldownError", "remindRequest", ["requests.remind", "--id", NOBODY], { status: 429 }],
        ["UnavailableError", "createBundle", ["bundles.create", "--body", "-"], { status: 503 }],
        ["UnexpectedStatusError", "getDelegations", ["delegations.list"], { status: 405 }],
        ["NotImplementedByServiceError", "getSessions", ["sessions.list", "--resource-id", NOBODY], { status: 501 }],
    ] as const)("exits with the code of %s after a failed %s", async (name, operation, args, answer) => {
        addFault(operation, answer);
        expectRefused(await call([...args], { stdin: bundle }), EXIT_CODES[name]);
    });

    test("exits with the code of TimedOutError after a timeout of a fraction of a second", async () => {
        addFault("startCampaign", { delayMs: 60_000 });
        const ended = await call(["campaigns.start", "--campaign-id", NOBODY, "--timeout", "0.20001"]);
        expectRefused(ended, EXIT_CODES.TimedOutError);
        expectUnanswered("startCampaign");
    });

    test("exits with the code of UnreachableError if the connection is reset", async () => {
        addFault("stopCampaign", "reset");
        expectRefused(await call(["campaigns.stop", "--campaign-id", NOBODY]), EXIT_CODES.UnreachableError);
    });
});

describe("output", () => {
    test("prints warnings on stderr and only JSON on stdout", async () => {
        const owner = { name: "Platform", user_ids: [], colour: "blue" };
        const { code, stdout, stderr } = await call(["owners.create", "--body", "-", "--description", "from a shell"], {
            stdin: JSON.stringify(owner),
        });
        expect(stderr).toBe("warning: unknown fields in the body of owners.create: colour.\n");
        expect(code).toBe(0);
        expect(JSON.parse(stdout)).toMatchObject({ name: "Platform", description: "from a shell" });
        expect(service.calls.of("createOwner").at(-1)?.body).toEqual({ ...owner, description: "from a shell" });
    });

    test("warns about a deprecated operation and names the replacement", async () => {
        const { code, stdout, stderr } = await call(["uars.list"]);
        expect(stderr).toBe("warning: uars.list is deprecated: use the campaigns area.\n");
        expect(code).toBe(0);
        expect(JSON.parse(stdout)).toHaveProperty("results");
    });

    test("prints all pages as one JSON array with --all", async () => {
        const groups = await call(["groups.list", "--all", "--page_size", "1"]);
        expect(groups).toMatchObject({ code: 0, stderr: "" });
        const inService = service.store.groups.all().map((group) => group.group_id);
        expect(JSON.parse(groups.stdout).map((group: { group_id: string }) => group.group_id)).toEqual(inService);
        expect(service.calls.of("getGroups").length).toBeGreaterThan(1);
    });
});

describe("--fields", () => {
    test("prints the fields as columns in the given order, also to a pipe", async () => {
        const { code, stdout } = await call(["users.list", "--fields", "position, email"]);
        expect(code).toBe(0);
        const [head, ...lines] = stdout.trimEnd().split("\n");
        expect(head).toMatch(/^position +email$/);
        expect(lines).toHaveLength(service.store.users.all().length);
    });

    test("refuses a misspelled field, and refuses --fields together with --json", async () => {
        const misspelled = await call(["users.list", "--fields", "emial"]);
        expect(misspelled).toMatchObject({ code: EXIT_CODES.usage, stdout: "" });
        expect(misspelled.stderr).toContain('Unknown field "emial"; did you mean "email"?');
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

// Behavior that needs a real process, and tests that wait for a retry. They run concurrently.
describe.concurrent("a process", () => {
    test("the process exits with 0 after a successful call", async () => {
        const { code, stdout, stderr } = await start(["users.getCurrentUser"]);
        expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
        expect(JSON.parse(stdout)).toMatchObject({ full_name: "Ada Brandt" });
    });

    test.each([
        ["RateLimitedError", "getCampaigns", ["campaigns.list"], { status: 429, headers: { "retry-after": "0" } }],
        ["MalformedAnswerError", "getUsers", ["users.list"], "html"],
        ["MalformedAnswerError", "getEvents", ["events.list"], "truncated"],
    ] as const)("the process exits with the code of %s after a failed %s", async (name, operation, args, answer) => {
        addFault(operation, answer);
        expectRefused(await start([...args]), EXIT_CODES[name]);
    });

    test("the process exits with the code of UnreachableError if nothing listens at the URL", async () => {
        const url = "http://127.0.0.1:9/v1";
        const ended = await start(["apps.list"], { url });
        expectRefused(ended, EXIT_CODES.UnreachableError);
        expect(ended.stderr).toContain(`could not reach ${url} (ECONNREFUSED)`);
    });

    test("the process exits immediately on Ctrl-C while it waits, with the code of AbortedError", async () => {
        addFault("getBundles", { delayMs: 60_000 });
        const ended = await start(["bundles.list", "--all"], { interruption: called("getBundles") });
        expectRefused(ended, EXIT_CODES.AbortedError);
        expect(ended.stderr).toContain("was aborted");
        expectUnanswered("getBundles");
    });

    test("reads a body that arrives slowly through a non-blocking pipe", async () => {
        const owner = { name: "Trickling", user_ids: [] };
        const { code, stderr } = await start(["owners.create", "--body", "-"], {
            stdin: JSON.stringify(owner),
            trickles: true,
        });
        expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
        expect(service.snapshot().owners.map(({ name }) => name)).toContain("Trickling");
    });

    test("exits without an error if the reader closes the pipe", async () => {
        const command = `set -o pipefail; "$0" "$1" call owners.list --all | true`;
        const through = ["bash", "--norc", "--noprofile", "-c", command];
        const { ended } = startCommand([], { url: service.url, token: TOKEN }, through);
        expect(await ended).toMatchObject({ code: 0, stderr: "" });
    });
});

describe("--help", () => {
    const calls = Object.values(operations);
    const program = new Command("access-governance").exitOverride();
    addCall(program);

    test.each(calls.map((entry) => [entry.call, entry] as const))(
        "shows the usage and summary of %s",
        (name, { method, path, summary }) => {
            const command = program.commands[0]?.commands.find((one) => one.name() === name);
            if (!command) throw new Error(`There is no ${name}`);
            let help = "";
            command.configureOutput({ writeOut: (text) => (help += text) });
            expect(() => program.parse(["call", name, "--help"], { from: "user" })).toThrow("(outputHelp)");
            expect(help).toContain(`Usage: access-governance call ${name}`);
            expect(help).toContain(`Operation:\n  ${method} ${path}\n`);
            expect(help.replace(/\s+/g, " ")).toContain(summary);
            expect(help).not.toContain("undefined");
        },
    );

    test("lists every operation below its area", () => {
        let help = "";
        const call = program.commands[0];
        call?.configureOutput({ writeOut: (text) => (help += text) });
        expect(() => program.parse(["call", "--help"], { from: "user" })).toThrow("(outputHelp)");
        for (const entry of calls) expect(help).toContain(`  ${entry.call} `);
        expect(help).toContain("130  interrupted");
    });
});
