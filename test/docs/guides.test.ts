/** Runs the commands of docs/guides unchanged, in the project that the first-hour guide creates. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findPulumi } from "../../src/local/engine/pulumi.js";
import { type Service, startService } from "../../src/local/service/index.js";
import { blocksOf, expectShown, PROJECT, project, type } from "./typed-guide.js";

const root = join(__dirname, "../..");
const folder = join(root, "docs/guides");

/** Guides whose commands are not run here, with the reason. */
const NOT_RUN: Readonly<Record<string, string>> = {
    "agents.md": "test/cli/mcp plays the session on the medium organization",
    "guarantees.md": "test/cli/commands/questions-guide.test.ts plays it on the medium organization",
    "pipelines.md": "test/pipelines copies the folder and runs its scripts",
    "upgrade.md": "test/upgrades restores the states of earlier versions; npm install needs a registry",
};
const engines = ["local" as const, ...(findPulumi(false) ? ["pulumi" as const] : [])];
const guides = readdirSync(folder).filter((file) => !(file in NOT_RUN));

let service: Service;

beforeEach(async () => {
    service = await startService({ token: "local-token" });
});
afterEach(() => service.close());

describe.each(engines)("the commands of a guide print what it shows, on %s", (engine) => {
    test.each(guides)("%s", async (file) => {
        const blocks = blocksOf(readFileSync(join(folder, file), "utf8")).filter(({ language }) => language !== "json");
        expect(blocks.filter(({ language }) => language === "sh").length).toBeGreaterThan(0);
        const typed = await type([...project(), ...blocks], engine, service);
        expect(typed.output.slice(0, PROJECT).join("")).not.toContain("error:");
        expectShown(blocks, { ...typed, output: typed.output.slice(PROJECT) });
        expect(service.calls.writes().length).toBeGreaterThan(0);
    });
});
