import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { scenarios } from "./scenarios.js";
import { play, type Transcript } from "./transcript.js";

// What the Pulumi CLI did is recorded by record.ts; here the local engine has to do the same, call for call.

const folder = join(__dirname, "transcripts");
const recorded = (name: string): Transcript => JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8"));

test("every scenario has a transcript, and every transcript a scenario", () => {
    const names = readdirSync(folder).map((file) => file.replace(/\.json$/, ""));
    expect(names.sort()).toEqual(scenarios.map(({ name }) => name).sort());
});

describe.concurrent("the local engine does what the Pulumi engine did", () => {
    for (const scenario of scenarios)
        test(scenario.name, { timeout: 120_000 }, async ({ expect }) => {
            expect(await play(scenario, "local")).toEqual(recorded(scenario.name));
        });
});
