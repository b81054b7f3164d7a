import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { programSetup } from "../../../src/cli/doctor/program.js";
import { versionFindings } from "../../../src/cli/doctor/versions.js";

const VERSION = "1.2.3";
const PACKAGES = "packages:\n  access-governance: ./plugin\n";
const PATHS = "plugins:\n  providers:\n    - name: access-governance\n      path: node_modules/.bin\n";
const PYTHON = "runtime:\n  name: python\n  options:\n    virtualenv: venv\n";
const PLUGIN = "plugin/node_modules/pulumi-access-governance/package.json";
const SDK = "venv/lib/python3.11/site-packages/pulumi_access_governance/pulumi-plugin.json";

let folder: string;

beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "program-"));
    vi.stubEnv("PULUMI_HOME", join(folder, "home"));
});
afterEach(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
});

/** Statuses by check in a folder with this project and these files, each with a version. */
function statuses(project: string, versions: Readonly<Record<string, string>> = {}): Record<string, string> {
    const texts = Object.entries(versions).map(([name, version]) => [name, JSON.stringify({ version })] as const);
    for (const [name, text] of [["Pulumi.yaml", `name: access\n${project}`] as const, ...texts]) {
        mkdirSync(dirname(join(folder, name)), { recursive: true });
        writeFileSync(join(folder, name), text);
    }
    const findings = programSetup(join(folder, "Pulumi.yaml"), VERSION)?.findings ?? [];
    return Object.fromEntries(findings.map(({ check, status }) => [check, status]));
}

describe("the plugin", () => {
    test.each([
        ["in the folder that packages names", `runtime: yaml\n${PACKAGES}`, { [PLUGIN]: VERSION }, "ok"],
        ["of another version", `runtime: go\n${PACKAGES}`, { [PLUGIN]: "1.2.2" }, "warning"],
        ["that is not installed", `runtime: go\n${PACKAGES}`, {}, "warning"],
        [
            "at the path of plugins",
            `runtime: yaml\n${PATHS}`,
            { "node_modules/pulumi-access-governance/package.json": VERSION },
            "ok",
        ],
        ["that is missing at this path", `runtime: yaml\n${PATHS}`, {}, "warning"],
        [
            "at this path, without its package",
            `runtime: yaml\n${PATHS}`,
            { "node_modules/.bin/pulumi-resource-access-governance": "" },
            "not checked",
        ],
        ["of a program in TypeScript", `runtime: nodejs\n${PACKAGES}`, { [PLUGIN]: VERSION }, "ok"],
        [
            "that is an archive",
            "runtime: yaml\n",
            { [`home/plugins/resource-access-governance-v${VERSION}/PulumiPlugin.yaml`]: "" },
            "ok",
        ],
        ["that is not named at all", "runtime: yaml\n", {}, "warning"],
    ])("%s", (_, project, versions, expected) => {
        expect(statuses(project, versions)).toEqual({ plugin: expected });
    });

    test("is not needed in TypeScript, and not looked for in a file that is not a project", () => {
        expect(statuses("runtime: nodejs\n")).toEqual({});
        for (const text of ["", "[", "3"]) {
            writeFileSync(join(folder, "Pulumi.yaml"), text);
            expect(programSetup(join(folder, "Pulumi.yaml"), VERSION)).toBeUndefined();
        }
    });
});

test.each([
    [PYTHON, { [SDK]: VERSION }, "ok"],
    [PYTHON, { [SDK]: "1.2.2" }, "warning"],
    [PYTHON, {}, "warning"],
    ["runtime: python\n", {}, "not checked"],
    ["runtime: { name: python, options: { toolchain: uv } }\n", { [SDK.replace("venv", ".venv")]: VERSION }, "ok"],
])("the SDK of Python: %j with %j is %s", (project, versions, expected) => {
    const found = statuses(project + PACKAGES, { [PLUGIN]: VERSION, ...versions });
    expect(found).toEqual({ plugin: "ok", SDK: expected });
});

test.each([
    ["nodejs", true],
    ["yaml", false],
    ["python", false],
    ["go", false],
])("a program in %s needs the Pulumi SDK of npm: %s", (language, isNeeded) => {
    const own = { version: VERSION, node: ">=20", pulumi: "^3.200.0" };
    const cli = { version: "v3.260.0" };
    const findings = versionFindings({ node: "22.0.0", own, cli, program: { language, findings: [] } });
    expect(findings.some(({ check }) => check === "Pulumi SDK")).toBe(isNeeded);
});
