import { spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { EngineError, type Project, pluginFolder } from "../contract/project.js";
import { DYNAMIC } from "../contract/state.js";
import { type HostedScript, type Output, type Running, runHosted } from "./host.js";
import { lines } from "./lines.js";

/** Options for starting a provider. */
export interface PluginSettings {
    /** The package name of the provider. */
    name: string;
    project: Project;
    /** The part of the stack's configuration that belongs to the package, by names without the package. */
    stackConfig: Readonly<Record<string, string>>;
    /** Address of the engine. Undefined if no program is running. */
    address: string | undefined;
    env: NodeJS.ProcessEnv;
    onLine: (line: string, from: Output) => void;
}

/**
 * Starts a provider process and waits until it prints its port.
 * @throws EngineError if the process exits before that
 */
export async function startPlugin(settings: PluginSettings): Promise<{ running: Running; address: string }> {
    const { name, project, stackConfig, address, env, onLine } = settings;
    let announce: ((port: string) => void) | undefined;
    const announced = new Promise<string>((resolve) => {
        announce = resolve;
    });
    const script = {
        cwd: project.folder,
        env: { ...env, PULUMI_NODEJS_PROJECT: project.name },
        onLine: (line: string, from: Output) => {
            if (from === "stdout" && announce && /^\d+$/.test(line)) {
                announce(line);
                announce = undefined;
            } else onLine(line, from);
        },
    };
    const running =
        name === DYNAMIC
            ? runHosted({
                  ...script,
                  path: require.resolve("@pulumi/pulumi/cmd/dynamic-provider"),
                  // The prefix `dns:` prevents the process from exiting together with the engine at this address, so that later operations
                  // can reuse the process. gRPC ignores the prefix.
                  args: [address === undefined ? "127.0.0.1:0" : `dns:${address}`],
              })
            : execute({
                  ...script,
                  env: { ...script.env, PULUMI_CONFIG: JSON.stringify(stackConfig) },
                  path: pluginPath(name, project, env),
                  args: address === undefined ? [] : [address],
              });
    const exited = running.ended.then(() => {
        throw new EngineError(`The provider ${name} exited before it was ready: see its output.`);
    });
    return { running, address: `127.0.0.1:${await Promise.race([announced, exited])}` };
}

/**
 * Returns the path of a provider plugin executable. Searches the folder from `plugins.providers` in Pulumi.yaml, or PATH if the package is
 * not listed there.
 * @throws EngineError if the executable is not found
 */
export function pluginPath(name: string, project: Project, env: NodeJS.ProcessEnv): string {
    const file = `pulumi-resource-${name}`;
    const named = pluginFolder(project, name);
    const folders = named === undefined ? (env.PATH ?? "").split(delimiter) : [named];
    const found = folders.map((folder) => join(folder, file)).find(isExecutable);
    if (found) return found;
    const where = named === undefined ? "on PATH or under plugins.providers in Pulumi.yaml" : `in ${named}`;
    throw new EngineError(`No plugin for the package ${name}: cannot find ${file} ${where}.`);
}

function isExecutable(file: string): boolean {
    try {
        accessSync(file, constants.X_OK);
        return true;
    } catch {
        return false;
    }
}

/** Runs an executable until it is stopped. It is killed when this process exits. */
function execute({ path, args, cwd, env, onLine }: HostedScript): Running {
    const child = spawn(path, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    lines(child.stdout, (line) => onLine(line, "stdout"));
    lines(child.stderr, (line) => onLine(line, "stderr"));
    const kill = () => child.kill("SIGKILL");
    process.once("exit", kill);
    const ended = once(child, "close").then(([code]: (number | null)[]) => {
        process.removeListener("exit", kill);
        return code ?? 255;
    });
    // Prevents an unhandled rejection if no caller awaits `ended`. Callers that await it still receive the error.
    ended.catch(() => {});
    const stop = async () => {
        kill();
        await ended.catch(() => {});
    };
    return { ended, stop, release: stop };
}
