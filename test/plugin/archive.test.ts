/** The archive of the plugin that Pulumi installs runs with its dependencies but no other files of this repository. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { archive } from "../../scripts/plugin/archive.js";
import { packageVersion } from "../../src/common/package-version.js";

const root = join(__dirname, "../..");
let scratch: string;
let installed: string;
let archives: string[];

beforeAll(() => {
    scratch = mkdtempSync(join(tmpdir(), "archive-"));
    archives = archive(join(scratch, "archives"));
    installed = join(scratch, "installed");
    mkdirSync(installed);
    execFileSync("tar", ["-xzf", archives[0] ?? "", "-C", installed]);
    symlinkSync(join(root, "node_modules"), join(installed, "node_modules"));
});

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

test("the archives have the file names that Pulumi requests, and identical content", () => {
    expect(archives.map((path) => basename(path))).toContain(
        `pulumi-resource-access-governance-v${packageVersion()}-linux-amd64.tar.gz`,
    );
    for (const path of archives) expect(readFileSync(path).equals(readFileSync(archives[0] ?? ""))).toBe(true);
});

test("the archive declares its runtime, has no build scripts, and depends on Pulumi's SDK and TypeScript", () => {
    expect(readFileSync(join(installed, "PulumiPlugin.yaml"), "utf8")).toBe("runtime: nodejs\n");
    const manifest = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
    expect(manifest.scripts).toBeUndefined();
    expect(manifest.dependencies["@pulumi/pulumi"]).toMatch(/^[\^~]?3\./);
    expect(manifest.dependencies.typescript).toMatch(/^[\^~]?5\./);
    expect(existsSync(join(installed, "docs"))).toBe(false);
});

test("loading the main module starts the plugin's server, as Pulumi requires", async () => {
    const start = `process.argv.splice(1, 0, "plugin"); require(${JSON.stringify(installed)});`;
    const child = spawn(process.execPath, ["-e", start], { stdio: ["ignore", "pipe", "inherit"] });
    const [line] = (await once(child.stdout, "data")) as [Buffer];
    expect(line.toString()).toMatch(/^\d+\n$/);
    const ended = once(child, "exit");
    child.kill();
    await ended;
});
