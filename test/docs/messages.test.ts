/** Tests docs/messages.md: runs the preview that it shows on the available engine, and checks the messages that it explains. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Run, Stack } from "../../src/local/engine/contract/stack.js";
import { openStack } from "../../src/local/engine/open-stack.js";
import { World } from "../proofs/conformance/world.js";

const BRUNO = "the token of Bruno";
const root = join(__dirname, "../..");
const guide = readFileSync(join(root, "docs/messages.md"), "utf8");

let world: World;
let stack: Stack;

beforeAll(async () => {
    world = await World.start([{ token: BRUNO, email: "bruno@tidewater.example", role: "ADMIN" }]);
    stack = await openStack({
        program: join(__dirname, "../programs/messages"),
        config: {
            "access-governance:url": world.service.url,
            "access-governance:token": { secret: world.service.token },
        },
    });
    expectMessages(await stack.up());
});

afterAll(async () => {
    await stack?.close();
    await world?.close();
});

function expectMessages({ exitCode, output, diagnostics }: Run): string[] {
    expect(exitCode, output).toBe(0);
    return diagnostics.map(({ message }) => message.trimEnd()).filter((line) => line !== "");
}

/** Replaces timestamps, which are the only difference between runs. */
const timeless = (line: string) => line.replaceAll(/\(\d{4}-\d\d-\d\dT\d\d:\d\dZ\)/g, "(then)");

const user = (name: string): string | undefined =>
    world.service.snapshot().users.find(({ email }) => email === `${name}@tidewater.example`)?.user_id;

test("a preview prints the guide's sample in the same order, with one events request per drifted object", async () => {
    const { owners, groups, bundles } = world.service.snapshot();
    const owner = (called: string) => owners.find(({ name }) => name === called)?.owner_id;
    const group = groups.find(({ name }) => name === "Production on-call")?.group_id;
    const bundle = bundles.find(({ name }) => name === "Audit")?.bundle_id;
    const edit = (method: string, path: string, body?: object) => world.api(method, path, body, BRUNO);
    await edit("PUT", `/owners/${owner("Platform team")}/users`, { user_ids: [user("ada"), user("elif")] });
    await edit("PUT", "/groups", { groups: [{ group_id: group, admin_owner_id: owner("Security team") }] });
    await edit("PUT", `/groups/${group}/visibility`, { visibility: "GLOBAL" });
    await edit("DELETE", `/groups/${group}/users/${user("chiyo")}`);
    await edit("DELETE", `/bundles/${bundle}`);
    // The service has timestamps in whole seconds.
    world.service.clock.advance(2 * 3_600_000 + 60_000);
    world.service.calls.clear();
    const lines = expectMessages(await stack.preview());
    const [, sample = ""] = /```text\n([\s\S]*?)```/.exec(guide) ?? [];
    expect(lines.map(timeless)).toEqual(sample.trimEnd().split("\n").map(timeless));
    expect(world.service.calls.of("getEvents")).toHaveLength(4);
});

test("a run without drift prints no messages", async () => {
    expectMessages(await stack.up());
    world.service.calls.clear();
    expect(expectMessages(await stack.preview({ expectNoChanges: true }))).toEqual([]);
    expect(world.service.calls.of("getEvents")).toEqual([]);
});

test("every message that the guide explains occurs in the source", () => {
    const sources = ["src/provider", "src/provider/live"].flatMap((folder) =>
        readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
            .filter((file) => file.endsWith(".ts"))
            .map((file) => readFileSync(join(root, folder, file), "utf8")),
    );
    const source = sources.join("\n").replaceAll("\\`", "`");
    const rows = [...guide.matchAll(/^\| `(…[^`]*|In all: …|its last[^`]*|last changed[^`]*)` \|/gm)];
    expect(rows.length).toBeGreaterThan(12);
    for (const [row, line = ""] of rows) {
        // Values and names are inserted at run time.
        const words = line
            .split(/…|; (?:it )?|failed: |"[^"]*"|\d hours ago|\d|\bby\b|userIds|name is/)
            .map((part) => part.replace(/^[\s;:,.]+|[\s;:,.]+$/g, ""));
        for (const part of words.filter((one) => one.length > 3)) {
            expect(source.includes(part), `${row}: nobody says ${JSON.stringify(part)}`).toBe(true);
        }
    }
});
