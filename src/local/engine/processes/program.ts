import type { Project } from "../contract/project.js";
import type { StackConfig } from "../run/config.js";
import { type Output, type Running, runHosted } from "./host.js";

/** Options for running a program. */
export interface ProgramSettings {
    project: Project;
    stack: string;
    /** Address of the resource monitor service and the engine service. */
    address: string;
    preview: boolean;
    config: StackConfig;
    env: NodeJS.ProcessEnv;
    onLine: (line: string, from: Output) => void;
}

/** Exit code of a program whose error was already logged by the SDK. */
export const ERROR_LOGGED = 32;

/** Starts the program with the SDK's own `run` script. */
export function startProgram({ project, ...settings }: ProgramSettings): Running {
    const flags: [string, string][] = [
        ["monitor", settings.address],
        ["engine", settings.address],
        ["organization", "organization"],
        ["project", project.name],
        ["stack", settings.stack],
        ["root-directory", project.folder],
        ["pwd", project.folder],
        ["parallel", "16"],
    ];
    const args = flags.flatMap(([name, value]) => [`--${name}`, value]);
    if (settings.preview) args.push("--dry-run");
    return runHosted({
        path: require.resolve("@pulumi/pulumi/cmd/run"),
        args: [...args, project.entry],
        cwd: project.folder,
        env: {
            // Skips type checking, which would add seconds to each run. Programs are type-checked when they are built.
            PULUMI_NODEJS_TRANSPILE_ONLY: "true",
            ...settings.env,
            PULUMI_CONFIG: JSON.stringify(settings.config.opened()),
            PULUMI_CONFIG_SECRET_KEYS: JSON.stringify(settings.config.secretKeys()),
            PULUMI_NODEJS_TYPESCRIPT: String(project.typescript),
        },
        onLine: settings.onLine,
    });
}
