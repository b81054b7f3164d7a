import { existsSync, realpathSync } from "node:fs";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, isAbsolute, join, normalize, resolve, sep } from "node:path";
import { UsageError } from "../../common/errors.js";
import { LocalStack } from "../../local/engine/local.js";
import { PreviewRecorder } from "../../local/engine/run/preview-recorder.js";
import { withoutOwn } from "./environment.js";
import type { ReadOnlyService } from "./read-only-service.js";

/** The files of a program, by their names; `index.ts` or `index.js` is the main one. */
export type ProgramFiles = Readonly<Record<string, string>>;

/** Preview of a program as a new stack. */
export interface Trial {
    /** Output of `pulumi preview`. */
    readonly output: string;
    readonly isGood: boolean;
    /** Output of `pulumi preview --json`. */
    readonly document: object;
}

/** Maximum duration of a preview, in milliseconds. */
const LONGEST_MS = 120_000;

/** Maximum memory of a program. */
const MOST_MEGABYTES = 1024;

/**
 * Previews a program with the local engine, in a new folder below `within`, against a read-only service.
 * @param ended signal that stops the preview @throws UsageError
 */
export async function previewOf(
    files: ProgramFiles,
    service: ReadOnlyService,
    within: string,
    ended?: AbortSignal,
): Promise<Trial> {
    const main = ["index.ts", "index.js"].find((name) => name in files);
    if (!main) throw new UsageError("The program does not contain index.ts or index.js.");
    const folder = await mkdtemp(join(within, "trial-"));
    try {
        for (const [name, text] of Object.entries(files)) {
            if (isAbsolute(name) || normalize(name).startsWith("..") || name.includes("node_modules"))
                throw new UsageError(`${JSON.stringify(name)} is not a valid name of a program file.`);
            await mkdir(dirname(join(folder, name)), { recursive: true });
            await writeFile(join(folder, name), text);
        }
        await writeFile(join(folder, "Pulumi.yaml"), `name: trial\nruntime: nodejs\nmain: ${main}\n`);
        await writeFile(join(folder, "package.json"), '{ "name": "trial", "private": true }\n');
        await symlink(modulesFolder(), join(folder, "node_modules"), "junction");
        return await run(folder, service, ended);
    } finally {
        await rm(folder, { recursive: true, force: true });
    }
}

async function run(folder: string, { url, token }: ReadOnlyService, ended?: AbortSignal): Promise<Trial> {
    let recorder: PreviewRecorder | undefined;
    const stack = await LocalStack.open(
        {
            program: folder,
            // The compiler checks the program's types.
            env: { ...withoutOwn(), PULUMI_NODEJS_TRANSPILE_ONLY: "false", NODE_OPTIONS: confined(folder) },
            config: { "access-governance:url": url, "access-governance:token": { secret: token } },
        },
        {
            display: (...of) => {
                recorder = new PreviewRecorder(true, ...of);
                return recorder;
            },
        },
    );
    const stop = (): void => void stack.close();
    const timer = setTimeout(stop, LONGEST_MS);
    ended?.addEventListener("abort", stop);
    try {
        const { output, exitCode } = await stack.preview();
        return { output, isGood: exitCode === 0, document: recorder?.document() ?? {} };
    } finally {
        clearTimeout(timer);
        ended?.removeEventListener("abort", stop);
        await stack.close();
    }
}

/**
 * Returns Node options that allow a program to read only itself and its packages, but not to write files or start processes. Otherwise it
 * could find the token in the original environment of this process or in files of the user.
 */
function confined(folder: string): string {
    const isStable = process.allowedNodeEnvironmentFlags.has("--permission");
    const modules = realpathSync(join(folder, "node_modules"));
    const readable = [
        folder,
        realpathSync(folder),
        modules,
        resolve(__dirname, "../../.."),
        ...linkedPackages(modules),
    ];
    return [
        isStable ? "--permission" : "--experimental-permission",
        "--disable-warning=ExperimentalWarning",
        `--max-old-space-size=${MOST_MEGABYTES}`,
        `--require=${quoted(join(__dirname, "without-inspector.js"))}`,
        // Allows access to the network, because the program reads the organization.
        ...(process.allowedNodeEnvironmentFlags.has("--allow-net") ? ["--allow-net"] : []),
        ...[...new Set(readable)].map((path) => `--allow-fs-read=${quoted(`${path}${sep}*`)}`),
    ].join(" ");
}

/** Quotes a text for the variable NODE_OPTIONS. */
function quoted(text: string): string {
    return `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}

/** Returns the real paths of packages that are linked into a `node_modules` folder. In a clone of the repository, this package is. */
function linkedPackages(modules: string): string[] {
    const own = join(modules, "pulumi-access-governance");
    return existsSync(own) ? [realpathSync(own)] : [];
}

/** Returns the folder where a program finds this package and Pulumi's SDK: next to this package, or inside it in a clone. */
function modulesFolder(): string {
    const own = resolve(__dirname, "../../..");
    const found = [join(process.cwd(), "node_modules"), dirname(own), join(own, "node_modules")].find((folder) =>
        existsSync(join(folder, "pulumi-access-governance/package.json")),
    );
    if (!found)
        throw new UsageError(
            "pulumi-access-governance was not found in node_modules. Start the server in a project that has it installed.",
        );
    return found;
}
