/** Installs a version of Node and a package manager from the registry. */
import { execFile } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";

const execute = promisify(execFile);

/** The package with Node for this platform. */
const NODE = `node-${process.platform}-${process.arch}`;

/** Package managers: their package, the script that Node runs, and the arguments of the install command. */
export const INSTALLERS = {
    npm: {
        from: "npm@11",
        run: "npm/bin/npm-cli.js",
        words: ["install", "--no-audit", "--no-fund", "--ignore-scripts"],
    },
    pnpm: { from: "pnpm@10", run: "pnpm/bin/pnpm.cjs", words: ["install", "--ignore-scripts"] },
    "yarn-1": {
        from: "yarn@1.22.22",
        run: "yarn/bin/yarn.js",
        words: ["install", "--ignore-scripts", "--non-interactive"],
    },
    "yarn-4": {
        from: "@yarnpkg/cli-dist@4",
        run: "@yarnpkg/cli-dist/bin/yarn.js",
        words: ["install", "--mode=skip-build"],
    },
} as const;

export type InstallerName = keyof typeof INSTALLERS;

export class Tools {
    private constructor(
        /** Version of Node as reported by itself. */
        readonly node: string,
        readonly installer: InstallerName,
        private readonly folder: string,
    ) {}

    /** Installs both into the folder with the current npm. */
    static async install(folder: string, node: string, installer: InstallerName): Promise<Tools> {
        mkdirSync(folder, { recursive: true });
        const { from } = INSTALLERS[installer];
        await execute("npm", ["install", "--prefix", folder, "--no-audit", "--no-fund", `${NODE}@${node}`, from]);
        const { stdout } = await execute(join(folder, "node_modules", NODE, "bin/node"), ["--version"]);
        return new Tools(stdout.trim(), installer, folder);
    }

    /** Version of the package manager. */
    get version(): string {
        const name = INSTALLERS[this.installer].run.replace(/\/bin\/.*$/, "");
        return JSON.parse(readFileSync(join(this.folder, "node_modules", name, "package.json"), "utf8")).version;
    }

    /** Runs a script with this version of Node. @throws with its output */
    async run(cwd: string, script: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
        const bin = join(this.folder, "node_modules", NODE, "bin");
        const { stdout } = await execute(join(bin, "node"), [script, ...args], {
            cwd,
            env: { ...process.env, PATH: [bin, process.env.PATH].join(delimiter), CI: "true", ...env },
        }).catch((error: { readonly stdout?: string; readonly stderr?: string }) => {
            throw new Error(`${error.stdout ?? ""}${error.stderr ?? ""}`.trim() || String(error));
        });
        return stdout;
    }

    async installInto(cwd: string): Promise<void> {
        const { run, words } = INSTALLERS[this.installer];
        await this.run(cwd, join(this.folder, "node_modules", run), words, { YARN_ENABLE_IMMUTABLE_INSTALLS: "false" });
    }
}
