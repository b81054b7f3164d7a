import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readProject } from "../../../../src/local/engine/contract/project.js";
import { PROBE } from "../transcript.js";
import { StackSettings } from "./settings.js";

let folder: string;
beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "settings-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test.each([
    ["no file", "", "config:\n  probe:size: '7'\n"],
    ["entries as the CLI writes them", "config:\n  probe:name: a\n", "config:\n  probe:name: a\n  probe:size: '7'\n"],
    [
        "entries with a deeper indentation",
        "config:\n    probe:name: a\n",
        "config:\n    probe:name: a\n    probe:size: '7'\n",
    ],
    [
        "the entry itself with a deeper indentation",
        "config:\n    probe:size: 1\n# end\n",
        "config:\n    probe:size: '7'\n# end\n",
    ],
    [
        "a comment first",
        "config:\n # why\n   probe:name: a\n",
        "config:\n # why\n   probe:name: a\n   probe:size: '7'\n",
    ],
])("a value is set in a project with %s", async (_, before, after) => {
    const file = join(folder, "Pulumi.dev.yaml");
    if (before) writeFileSync(file, before);
    const settings = new StackSettings(file, readProject(PROBE));
    await settings.set("size", "7");
    expect(readFileSync(file, "utf8").replaceAll('"', "'")).toBe(after);
    expect((await settings.values(""))["probe:size"]).toBe("7");
});
