import { Readable } from "node:stream";
import { vi } from "vitest";
import { run } from "../../src/cli/command-line.js";

/** What a command said, and what it ended with. */
export interface Said {
    readonly code: number;
    readonly stdout: string;
    readonly stderr: string;
}

/** Where a command runs: nothing of this process's own settings reaches it. */
export interface Surroundings {
    readonly url?: string | undefined;
    readonly token?: string | undefined;
    readonly stdin?: string;
    /** Further variables of the environment. */
    readonly env?: Readonly<Record<string, string>>;
    /** Standard output is a terminal of so many columns. */
    readonly columns?: number;
}

/** Runs a line of `access-governance` in this process, one at a time, and gives what it printed and the exit code. */
export async function runCommand(
    args: readonly string[],
    { url, token, stdin = "", env = {}, columns }: Surroundings = {},
): Promise<Said> {
    const said = { stdout: "", stderr: "" };
    const environment = {
        ACCESS_GOVERNANCE_URL: url,
        ACCESS_GOVERNANCE_TOKEN: token,
        OPAL_AUTH_TOKEN: undefined,
        ACCESS_GOVERNANCE_READS_PER_SECOND: "100000",
        ...env,
    };
    for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
    const hear = (name: "stdout" | "stderr") => (more: unknown) => {
        said[name] += more;
        return true;
    };
    const line = (name: "stdout" | "stderr") => (more: unknown) => void hear(name)(`${more}\n`);
    const mocks = [
        vi.spyOn(process.stdout, "write").mockImplementation(hear("stdout")),
        vi.spyOn(process.stderr, "write").mockImplementation(hear("stderr")),
        vi.spyOn(console, "log").mockImplementation(line("stdout")),
        vi.spyOn(console, "error").mockImplementation(line("stderr")),
        // A stream is all that a command makes of its standard input.
        vi.spyOn(process, "stdin", "get").mockReturnValue(Readable.from([Buffer.from(stdin)]) as typeof process.stdin),
    ];
    const before = { exitCode: process.exitCode, isTTY: process.stdout.isTTY, columns: process.stdout.columns };
    process.exitCode = undefined;
    if (columns !== undefined) Object.assign(process.stdout, { isTTY: true, columns });
    try {
        await run(args);
        return { ...said, code: Number(process.exitCode ?? 0) };
    } finally {
        process.exitCode = before.exitCode;
        if (columns !== undefined) Object.assign(process.stdout, { isTTY: before.isTTY, columns: before.columns });
        for (const mock of mocks) mock.mockRestore();
        vi.unstubAllEnvs();
    }
}
