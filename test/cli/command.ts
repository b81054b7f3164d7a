import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, vi } from "vitest";
import { run } from "../../src/cli/command-line.js";

/** The output of a command and its exit code. */
export interface CommandResult {
    readonly code: number;
    readonly stdout: string;
    readonly stderr: string;
}

/** The environment of a command. It does not inherit the settings of this process. */
export interface CommandEnvironment {
    readonly url?: string | undefined;
    readonly token?: string | undefined;
    readonly stdin?: string;
    /** Additional environment variables. */
    readonly env?: Readonly<Record<string, string | undefined>>;
    /** Width of the terminal in columns. Default: standard output is not a terminal. */
    readonly columns?: number;
}

/** Runs `access-governance` in this process and returns its output and exit code. Runs must not overlap. */
export async function runCommand(
    args: readonly string[],
    { url, token, stdin = "", env = {}, columns }: CommandEnvironment = {},
): Promise<CommandResult> {
    const output = { stdout: "", stderr: "" };
    const environment = {
        ACCESS_GOVERNANCE_URL: url,
        ACCESS_GOVERNANCE_TOKEN: token,
        OPAL_AUTH_TOKEN: undefined,
        ACCESS_GOVERNANCE_READS_PER_SECOND: "100000",
        ...env,
    };
    for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
    const capture = (name: "stdout" | "stderr") => (more: unknown) => {
        output[name] += more;
        return true;
    };
    const line = (name: "stdout" | "stderr") => (more: unknown) => void capture(name)(`${more}\n`);
    const mocks = [
        vi.spyOn(process.stdout, "write").mockImplementation(capture("stdout")),
        vi.spyOn(process.stderr, "write").mockImplementation(capture("stderr")),
        vi.spyOn(console, "log").mockImplementation(line("stdout")),
        vi.spyOn(console, "error").mockImplementation(line("stderr")),
        // Commands use standard input only as a stream.
        vi.spyOn(process, "stdin", "get").mockReturnValue(Readable.from([Buffer.from(stdin)]) as typeof process.stdin),
    ];
    const before = { exitCode: process.exitCode, isTTY: process.stdout.isTTY, columns: process.stdout.columns };
    process.exitCode = undefined;
    if (columns !== undefined) Object.assign(process.stdout, { isTTY: true, columns });
    try {
        await run(args);
        return { ...output, code: Number(process.exitCode ?? 0) };
    } finally {
        process.exitCode = before.exitCode;
        if (columns !== undefined) Object.assign(process.stdout, { isTTY: before.isTTY, columns: before.columns });
        for (const mock of mocks) mock.mockRestore();
        vi.unstubAllEnvs();
    }
}

/** The executable of the package. */
export const MAIN = join(__dirname, "../../dist/cli/main.js");

/** A command that runs in a process of its own. */
export interface RunningCommand {
    readonly child: ChildProcessWithoutNullStreams;
    /** What it has printed so far. */
    readonly output: { stdout: string; stderr: string };
    /** The code is null if a signal ended the process. */
    readonly ended: Promise<Omit<CommandResult, "code"> & { readonly code: number | null }>;
}

const started: ChildProcessWithoutNullStreams[] = [];
afterAll(() => {
    for (const child of started.splice(0)) child.kill("SIGKILL");
});

/**
 * Starts `access-governance` in a process of its own, as users do. The process is killed after the tests of the file.
 * @param through a command that runs the process. Its standard input stays open.
 */
export function startCommand(
    args: readonly string[],
    { url, token, stdin, env = {} }: Omit<CommandEnvironment, "columns"> = {},
    through: readonly string[] = [],
): RunningCommand {
    const [program = "", ...words] = [...through, process.execPath, MAIN, ...args];
    const own = { PATH: process.env.PATH, ACCESS_GOVERNANCE_URL: url, ACCESS_GOVERNANCE_TOKEN: token };
    const child = spawn(program, words, { env: { ...own, ...env } });
    started.push(child);
    const output = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"] as const)
        child[name].setEncoding("utf8").on("data", (text: string) => {
            output[name] += text;
        });
    if (through.length === 0) child.stdin.end(stdin);
    return { child, output, ended: once(child, "close").then(([code]) => ({ ...output, code })) };
}
