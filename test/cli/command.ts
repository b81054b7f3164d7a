import { Readable } from "node:stream";
import { vi } from "vitest";
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
    readonly env?: Readonly<Record<string, string>>;
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
