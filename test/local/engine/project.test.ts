import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readProject } from "../../../src/local/engine/contract/project.js";
import { isDefaultProvider } from "../../../src/local/engine/contract/state.js";

let folder: string;
beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "project-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

test("the paths of a project stay valid in a copy of its Pulumi.yaml", () => {
    const project = {
        name: "access",
        runtime: { name: "python", options: { toolchain: "pip", virtualenv: "venv" } },
        packages: { "access-governance": "./plugin", random: "random@4.18.0" },
        plugins: { providers: [{ name: "own", path: "bin" }] },
    };
    writeFileSync(join(folder, "Pulumi.yaml"), JSON.stringify(project));
    expect(readProject(folder).document).toEqual({
        ...project,
        runtime: { name: "python", options: { toolchain: "pip", virtualenv: join(folder, "venv") } },
        packages: { "access-governance": join(folder, "plugin"), random: "random@4.18.0" },
        plugins: { providers: [{ name: "own", path: join(folder, "bin") }] },
    });
});

test.each([
    ["default", true],
    ["default_0_1_0", true],
    ["default_0_1_0_alpha", true],
    ["defaults", false],
    ["own", false],
])("the provider %s is a default one: %s", (name, expected) => {
    expect(isDefaultProvider({ type: "pulumi:providers:access-governance", name })).toBe(expected);
});
