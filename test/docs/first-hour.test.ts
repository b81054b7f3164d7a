/** docs/first-hour.md, typed as it stands there: the files, then every command, in order, in one shell. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findPulumi } from "../../src/local/engine/pulumi.js";
import { type Service, startService } from "../../src/local/service/index.js";
import { blocksOf, expectShown, type } from "./typed-guide.js";

const root = join(__dirname, "../..");
const guide = readFileSync(join(root, "docs/first-hour.md"), "utf8");
const engines = ["local" as const, ...(findPulumi(false) ? ["pulumi" as const] : [])];
const blocks = blocksOf(guide);

let service: Service;

beforeEach(async () => {
    service = await startService({ token: "local-token" });
});
afterEach(() => service.close());

describe.each(engines)("the first hour, on %s", (engine) => {
    test("goes from an empty folder to a repaired drift, as the guide says", { timeout: 240_000 }, async () => {
        const typed = await type(blocks, engine, service);
        expectShown(blocks, typed);
        // Destroyed at the end, and nothing of it is left; the token was shown nowhere.
        expect(service.snapshot().owners.map(({ name }) => name)).not.toContain("Platform team");
        expect(service.calls.of("updateGroups").length).toBeGreaterThan(0);
        expect(typed.output.join("")).not.toContain(service.token);
    });
});

test("every error that the guide explains is one that somebody says", () => {
    const said = [...sources(join(root, "src"))].map((file) => readFileSync(file, "utf8")).join("\n");
    const rows = [...(/\n## 9\.[\s\S]*?\n## /.exec(guide)?.[0] ?? "").matchAll(/^\| (`.*?) \| .*$/gm)];
    expect(rows.length).toBeGreaterThan(8);
    for (const [row, first = ""] of rows.filter(([row]) => !row.includes("(Pulumi)"))) {
        for (const [, words = ""] of first.matchAll(/`([^`]+)`/g)) {
            const sentence = words.replace(/ \d{3}$/, " ");
            expect(said.includes(sentence), `${row}: nobody says ${JSON.stringify(sentence)}`).toBe(true);
        }
    }
});

function* sources(folder: string): Generator<string> {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
        const path = join(folder, entry.name);
        if (entry.isDirectory()) yield* sources(path);
        else if (path.endsWith(".ts")) yield path;
    }
}
