/**
 * `npm run sdks -- [--out <folder>]`
 *
 * Generates the SDKs of the provider plugin with the Pulumi CLI, and packs those whose tools are installed. Prints a result for each language.
 * Exit code: 1 if an installed tool fails, 2 without the Pulumi CLI.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Command } from "commander";
import { onPath } from "../../src/local/engine/pulumi.js";

const root = join(__dirname, "../..");

interface Language {
    readonly name: string;
    /** Language plugin of the CLI that generates it. */
    readonly host: string;
    /** Commands that pack the generated SDK, run in its folder. */
    readonly pack: readonly (readonly string[])[];
}

const LANGUAGES: readonly Language[] = [
    {
        name: "nodejs",
        host: "pulumi-language-nodejs",
        pack: [
            ["npm", "install", "--silent", "--no-audit", "--no-fund"],
            ["npx", "--no-install", "tsc"],
            ["npm", "pack", "--silent"],
        ],
    },
    {
        name: "python",
        host: "pulumi-language-python",
        pack: [["python3", "-m", "pip", "wheel", "--quiet", "--no-deps", "."]],
    },
    // A Go module is its source.
    { name: "go", host: "pulumi-language-go", pack: [] },
    { name: "dotnet", host: "pulumi-language-dotnet", pack: [["dotnet", "pack"]] },
    { name: "java", host: "pulumi-language-java", pack: [["gradle", "build"]] },
];

/** The result for a language. */
type Result =
    | { readonly did: "packed" | "generated"; readonly why?: string }
    | { readonly did: "skipped" | "failed"; readonly why: string };

function main(): void {
    const { out } = new Command("sdks")
        .description("Generates and packs the SDKs of the provider plugin.")
        .option("--out <folder>", "folder for the SDKs, with a subfolder for each", "sdks")
        .parse()
        .opts<{ out: string }>();
    if (!onPath("pulumi")) {
        console.error("The Pulumi CLI, which generates the SDKs, is not on PATH. Install it first.");
        process.exitCode = 2;
        return;
    }
    const scratch = mkdtempSync(join(tmpdir(), "sdks-"));
    const plugin = join(scratch, "pulumi-resource-access-governance");
    symlinkSync(join(root, "dist/plugin/main.js"), plugin);
    try {
        for (const language of LANGUAGES) {
            const result = generated(language, plugin, resolve(out));
            console.log(`${language.name.padEnd(8)} ${result.did}${result.why === undefined ? "" : `: ${result.why}`}`);
            if (result.did === "failed") process.exitCode = 1;
        }
    } finally {
        rmSync(scratch, { recursive: true, force: true });
    }
}

function generated({ name, host, pack }: Language, plugin: string, out: string): Result {
    if (!onPath(host)) return { did: "skipped", why: `${host} is not on PATH` };
    const folder = join(out, name);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(out, { recursive: true });
    try {
        run(["pulumi", "package", "gen-sdk", plugin, "--language", name, "--out", out], root);
        const missing = pack.map(([tool = ""]) => tool).find((tool) => !onPath(tool));
        if (missing !== undefined) return { did: "generated", why: `${missing} is not on PATH` };
        for (const command of pack) run(command, folder);
        return { did: pack.length > 0 ? "packed" : "generated" };
    } catch (error) {
        const { stderr = "", message } = error as { stderr?: string; message: string }; // of execFileSync
        return { did: "failed", why: stderr.trim() || message };
    }
}

function run([tool = "", ...args]: readonly string[], cwd: string): void {
    execFileSync(tool, args, { cwd, encoding: "utf8", stdio: ["ignore", "ignore", "pipe"] });
}

main();
