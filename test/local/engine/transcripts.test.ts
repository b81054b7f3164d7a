import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { scenarios } from "./scenarios.js";
import { play, type Transcript } from "./transcript.js";

// record.ts records what the Pulumi CLI did. Here the local engine must make the same calls.

const folder = join(__dirname, "transcripts");
const recorded = (name: string): Transcript => JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8"));

test("every scenario has a transcript, and every transcript a scenario", () => {
    const names = readdirSync(folder).map((file) => file.replace(/\.json$/, ""));
    expect(names.sort()).toEqual(scenarios.map(({ name }) => name).sort());
});

/** The common scenarios of programs of this package. `npm run prove transcripts` also runs all unusual ones and failures. */
const daily = [
    ...[
        "create",
        "update",
        "replace",
        "replace-delete-first",
        "removed",
        "unknowns",
        "secrets",
        "hidden-inputs",
        "config",
    ],
    ...["drift", "drift-refresh", "gone", "gone-refresh", "gone-protected", "get", "check-fails", "create-partial"],
    ...[
        "update-partial",
        "delete-fails",
        "protect",
        "ignore-changes",
        "ignore-nested",
        "rename-alias",
        "provider",
        "parallel-diff",
    ],
    ...["preview-first", "provider-ends", "reference", "reference-missing"],
];
const played = scenarios.filter(({ name }) => process.env.TRANSCRIPTS === "all" || daily.includes(name));

test("every daily scenario exists", () => {
    expect(daily.filter((name) => !scenarios.some((scenario) => scenario.name === name))).toEqual([]);
});

// In sequence: concurrent scenarios would each start their own program and provider, which takes longer than it saves.
describe("the local engine does what the Pulumi engine did", () => {
    for (const scenario of played)
        test(scenario.name, async ({ expect }) => {
            expect(await play(scenario, "local")).toEqual(recorded(scenario.name));
        });
});
