/** Runs a process asynchronously, so that servers in the test process can respond to it. */
import { spawn } from "node:child_process";

export interface Command {
    readonly code: number;
    readonly stdout: string;
    /** Stdout and stderr, interleaved in the order of arrival. */
    readonly output: string;
}

export function run(
    name: string,
    args: readonly string[],
    options: { cwd: string; env: NodeJS.ProcessEnv; onStdout?: () => void },
): Promise<Command> {
    return new Promise((resolve, reject) => {
        const { cwd, env, onStdout = () => {} } = options;
        const child = spawn(name, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
        let stdout = "";
        let output = "";
        child.stdout.setEncoding("utf8").on("data", (text: string) => {
            stdout += text;
            output += text;
            onStdout();
        });
        child.stderr.setEncoding("utf8").on("data", (text: string) => (output += text));
        child.on("error", reject);
        child.on("close", (code) => resolve({ code: code ?? 255, stdout, output }));
    });
}

/** Runs a command and returns its output. @throws if its exit code is not 0 */
export async function expectRun(...[name, args, options]: Parameters<typeof run>): Promise<string> {
    const { code, stdout, output } = await run(name, args, options);
    if (code !== 0) throw new Error(`${name} ${args.join(" ")} ended with ${code}: ${output}`);
    return stdout;
}
