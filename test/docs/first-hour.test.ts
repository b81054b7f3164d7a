/** Follows docs/first-hour.md: writes its files and runs its commands unchanged, in order, in one shell. */
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

describe.each(engines)("the guide of the first hour, on %s", (engine) => {
    test("leads from an empty folder to repaired drift with the output that it shows", async () => {
        const typed = await type(blocks, engine, service);
        expectShown(blocks, typed);
        // The guide destroys the stack at the end, so no object may remain. The token must not appear in any output.
        expect(service.snapshot().owners.map(({ name }) => name)).not.toContain("Platform team");
        expect(service.calls.of("updateGroups").length).toBeGreaterThan(0);
        expect(typed.output.join("")).not.toContain(service.token);
    });
});

test("every error that the guide explains occurs in the source", () => {
    const source = [...sources(join(root, "src"))].map((file) => readFileSync(file, "utf8")).join("\n");
    const rows = [...(/\n## 9\.[\s\S]*?\n## /.exec(guide)?.[0] ?? "").matchAll(/^\| (`.*?) \| .*$/gm)];
    expect(rows.length).toBeGreaterThan(8);
    for (const [row, first = ""] of rows.filter(([row]) => !row.includes("(Pulumi)"))) {
        for (const [, words = ""] of first.matchAll(/`([^`]+)`/g)) {
            const sentence = words.replace(/ \d{3}$/, " ");
            expect(source.includes(sentence), `${row}: nobody says ${JSON.stringify(sentence)}`).toBe(true);
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
