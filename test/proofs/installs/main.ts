/**
 * `npm run prove installs -- [options]`
 *
 * Installs the packed file as users do, with each version of Node and each package manager, and previews a program of each form. It needs a
 * package registry, also for Node itself. Previews run on the Pulumi CLI if it is on PATH, otherwise on the local engine.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command, Option } from "commander";
import { aligned } from "../../../bench/text-table.js";
import { findPulumi } from "../../../src/local/engine/pulumi.js";
import { FORMS, type Form, writeProgram } from "./program.js";
import { INSTALLERS, type InstallerName, Tools } from "./tools.js";

const installers = Object.keys(INSTALLERS) as InstallerName[];

interface Options {
    readonly node: readonly string[];
    readonly with: readonly InstallerName[];
}

const command = new Command("installs")
    .description(
        "Installs the packed file as users do, compiles programs with it, and previews them against a local service.",
    )
    .addOption(new Option("--node <versions...>", "versions of Node").default(["20.19.0", "22", "24"]))
    .addOption(new Option("--with <installers...>", "installers").choices(installers).default(installers));

async function main(): Promise<void> {
    const { node, with: chosen } = command.parse().opts<Options>();
    const pulumi = findPulumi(false);
    const folder = mkdtempSync(join(tmpdir(), "installs-"));
    const packed = pack(folder);
    const rows: string[][] = [];
    let failed = 0;
    try {
        for (const [at, [version, installer]] of pairs(node, chosen).entries()) {
            process.stderr.write(`${at + 1} of ${node.length * chosen.length}: Node ${version} with ${installer}\n`);
            const tools = await Tools.install(join(folder, `${version}-${installer}`), version, installer);
            const cells: string[] = [];
            for (const form of FORMS) {
                const cell = await tried(
                    tools,
                    join(folder, `${version}-${installer}`, form.name),
                    form,
                    packed,
                    pulumi,
                );
                if (cell.startsWith("FAILED")) failed++;
                cells.push(cell.startsWith("FAILED") ? "FAILED" : cell);
                if (cell.startsWith("FAILED")) process.stderr.write(`${form.name}: ${cell}\n`);
            }
            rows.push([tools.node, `${installer} ${tools.version}`, ...cells]);
        }
    } finally {
        rmSync(folder, { recursive: true, force: true });
    }
    console.log(aligned([["Node", "installer", ...FORMS.map(({ name }) => name)], ...rows]));
    console.log(
        `installs: ${rows.length * FORMS.length} programs, ${failed} failed, previewed by ${pulumi ? `pulumi ${pulumi}` : "the local engine"}`,
    );
    process.exitCode = failed > 0 ? 1 : 0;
}

function pairs<One, Other>(ones: readonly One[], others: readonly Other[]): [One, Other][] {
    return ones.flatMap((one) => others.map((other): [One, Other] => [one, other]));
}

/** The Pulumi SDK requires Node 22 since 3.249, and Yarn 1 refuses packages that require another version of Node. */
function sdkFor(node: string): string {
    return node.startsWith("v20.") ? "~3.248.0" : "^3.200.0";
}

/** Packs the package and returns the path of the file. */
function pack(folder: string): string {
    execFileSync("npm", ["pack", "--ignore-scripts", "--pack-destination", folder], {
        cwd: join(__dirname, "../../.."),
        stdio: "pipe",
    });
    return join(folder, readdirSync(folder).find((name) => name.endsWith(".tgz")) ?? "");
}

/** Installs and previews a program, and returns a short result. */
async function tried(
    tools: Tools,
    folder: string,
    form: Form,
    packed: string,
    pulumi: string | undefined,
): Promise<string> {
    try {
        writeProgram(folder, form, packed, sdkFor(tools.node));
        await tools.installInto(folder);
        // The tsconfig.json of the template is for CommonJS programs only.
        if (!form.isModule) await tools.run(folder, join(folder, "node_modules/typescript/bin/tsc"), ["--noEmit"]);
        if (form.needsPulumi && !pulumi) return "installed";
        const said = await tools.run(folder, join(folder, "preview.cjs"), [pulumi ? "pulumi" : "local"]);
        return said.trim();
    } catch (error) {
        return `FAILED: ${error instanceof Error ? error.message : error}`;
    }
}

void main();
