/** Runs the commands of docs/guides unchanged, in the project that the first-hour guide creates. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findPulumi } from "../../src/local/engine/pulumi.js";
import { type Service, startService } from "../../src/local/service/index.js";
import { type Block, blocksOf, expectShown, type } from "./typed-guide.js";

const root = join(__dirname, "../..");
const folder = join(root, "docs/guides");

/** Guides whose commands are not run here, with the reason. */
const NOT_RUN: Readonly<Record<string, string>> = {
    "agents.md": "test/cli/mcp plays the session",
    "guarantees.md": "test/cli/commands/questions-guide.test.ts plays it on the medium organization",
    "pipelines.md": "test/pipelines copies the folder and runs its scripts",
    "upgrade.md": "test/upgrades restores the states of earlier versions; npm install needs a registry",
};
/** Number of command blocks that set up the project. */
const PROJECT = 2;
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

/** Sections 1 and 3 of the first-hour guide, whose program the other guides replace. */
function project(): Block[] {
    const [, first = "", , third = ""] = readFileSync(join(root, "docs/first-hour.md"), "utf8").split(/^## \d+\. /m);
    const [making, ...files] = blocksOf(first);
    const settings = "export ACCESS_GOVERNANCE_URL=http://127.0.0.1:7411/v1 ACCESS_GOVERNANCE_TOKEN=local-token\n";
    const stack = blocksOf(third).map(({ text }) => text);
    if (!making) throw new Error("The first hour makes no project.");
    return [making, ...files, { language: "sh", text: `${stack.join("")}${settings}` }];
}
