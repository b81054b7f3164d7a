import type { EngineSettings } from "../run/settings.js";
import { type HostedScript, type Running, runHosted } from "./host.js";

/** Exit code of a program whose error was already logged by the SDK. */
export const ERROR_LOGGED = 32;

/**
 * Starts the program with the SDK's own `run` script.
 * @param address address of the resource monitor service and the engine service
 */
export function startProgram(
    { project, stack, config, env }: EngineSettings,
    address: string,
    isPreview: boolean,
    onLine: HostedScript["onLine"],
): Running {
    const flags: [string, string][] = [
        ["monitor", address],
        ["engine", address],
        ["organization", "organization"],
        ["project", project.name],
        ["stack", stack],
        ["root-directory", project.folder],
        ["pwd", project.folder],
        ["parallel", "16"],
    ];
    const args = flags.flatMap(([name, value]) => [`--${name}`, value]);
    if (isPreview) args.push("--dry-run");
    return runHosted({
        path: require.resolve("@pulumi/pulumi/cmd/run"),
        args: [...args, project.entry],
        cwd: project.folder,
        env: {
            // Skips type checking, which would add seconds to each run. Programs are type-checked when they are built.
            PULUMI_NODEJS_TRANSPILE_ONLY: "true",
            ...env,
            PULUMI_CONFIG: JSON.stringify(config.opened()),
            PULUMI_CONFIG_SECRET_KEYS: JSON.stringify(config.secretKeys()),
            PULUMI_NODEJS_TYPESCRIPT: String(project.typescript),
        },
        onLine,
    });
}
