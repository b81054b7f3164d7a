/** A process that is waited for without holding up the servers that run beside it. */
import { spawn } from "node:child_process";

export interface Command {
    readonly code: number;
    readonly stdout: string;
    /** Both streams, as they came. */
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

/** @throws where it does not end with 0. */
export async function expectRun(...[name, args, options]: Parameters<typeof run>): Promise<string> {
    const { code, stdout, output } = await run(name, args, options);
    if (code !== 0) throw new Error(`${name} ${args.join(" ")} ended with ${code}: ${output}`);
    return stdout;
}
