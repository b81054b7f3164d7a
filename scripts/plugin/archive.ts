/**
 * `npm run archive -- [--out <folder>]`
 *
 * Packs the provider plugin for `pulumi plugin install resource access-governance VERSION --file`, for teams whose programs have no
 * node_modules. Pulumi installs its dependencies with npm. The archive is the same for every system, and is written under five names, because
 * Pulumi asks for the archive of its own system.
 */
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Command } from "commander";

const root = join(__dirname, "../..");
const SYSTEMS = ["linux-amd64", "linux-arm64", "darwin-amd64", "darwin-arm64", "windows-amd64"];

/** Writes the archives into the folder. Returns their paths. */
export function archive(folder: string): string[] {
    mkdirSync(folder, { recursive: true });
    const scratch = mkdtempSync(join(tmpdir(), "plugin-archive-"));
    try {
        // The package that npm would publish, from the build of this checkout.
        const packed = execFileSync("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", scratch], {
            cwd: root,
            encoding: "utf8",
        });
        const [{ filename = "" } = {}] = JSON.parse(packed) as { filename?: string }[];
        execFileSync("tar", ["-xzf", filename], { cwd: scratch });
        const content = join(scratch, "package");
        for (const part of ["docs", "examples", "dist/types"])
            rmSync(join(content, part), { recursive: true, force: true });
        writeFileSync(join(content, "PulumiPlugin.yaml"), "runtime: nodejs\n");
        const manifest = JSON.parse(readFileSync(join(content, "package.json"), "utf8"));
        writeFileSync(join(content, "package.json"), `${JSON.stringify(manifestOf(manifest), undefined, 4)}\n`);
        const first = join(scratch, "archive.tar.gz");
        execFileSync("tar", ["-czf", first, "-C", content, "."]);
        return SYSTEMS.map((system) => {
            const path = join(folder, `pulumi-resource-access-governance-v${manifest.version}-${system}.tar.gz`);
            copyFileSync(first, path);
            return path;
        });
    } finally {
        rmSync(scratch, { recursive: true, force: true });
    }
}

interface Manifest {
    readonly version: string;
    readonly dependencies: Readonly<Record<string, string>>;
    readonly devDependencies: Readonly<Record<string, string>>;
    readonly [name: string]: unknown;
}

/**
 * The manifest of the plugin as a separate program, which needs no build but brings its own Pulumi SDK. It also brings TypeScript: Pulumi starts
 * the plugin with the tsconfig.json of the program that uses it, and the SDK's own compiler (3.8) may be too old for that file.
 */
function manifestOf({
    dependencies,
    devDependencies,
    scripts: _,
    exports: __,
    bin: ___,
    ...manifest
}: Manifest): object {
    const { "@pulumi/pulumi": sdk, typescript } = devDependencies;
    return {
        ...manifest,
        main: "dist/plugin/main.js",
        dependencies: { ...dependencies, "@pulumi/pulumi": sdk, typescript },
    };
}

if (require.main === module) {
    const { out } = new Command("archive")
        .description("Packs the provider plugin for `pulumi plugin install --file`.")
        .option("--out <folder>", "folder for the archives", "archives")
        .parse()
        .opts<{ out: string }>();
    for (const path of archive(resolve(out))) console.log(path);
}
