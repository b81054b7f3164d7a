/** docs/tokens.md lists the operations that each command calls. These tests run the commands with a read-only token and compare the calls. */
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operations } from "../../src/api/generated/operations.gen.js";
import { isRead } from "../../src/api/transport/outcome.js";
import type { Run, Stack } from "../../src/local/engine/contract/stack.js";
import { openStack } from "../../src/local/engine/open-stack.js";
import { type Service, startService } from "../../src/local/service/index.js";
import { kinds } from "../../src/resources/kinds.js";

const root = join(__dirname, "../..");
const page = readFileSync(join(root, "docs/tokens.md"), "utf8");
const readsOfKinds = new Set(
    kinds.flatMap((kind) => kind.operations.filter((name) => isRead(operations[name])).map(String)),
);

/** The operations listed in the row of the page that begins with `row`. */
function listed(row: string): readonly string[] {
    const line = page.split("\n").find((one) => one.startsWith(`| ${row}`)) ?? "";
    const [, , , reads = ""] = line.split("|");
    return [...reads.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name).sort();
}

let folder: string;
let service: Service;
let stack: Stack;

beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "tokens-"));
    service = await startService({ seed: "small", clock: "2026-05-01T09:00:00Z" });
    stack = await openStack({
        program: join(root, "examples/organization"),
        engine: "local",
        env: { ACCESS_GOVERNANCE_URL: "", ACCESS_GOVERNANCE_TOKEN: "", OPAL_AUTH_TOKEN: "" },
        config: {
            "access-governance:url": service.url,
            "access-governance:token": { secret: service.token },
            "access-organization:auditSigningSecret": { secret: "only-the-archive-knows" },
        },
    });
    expectSuccess(await stack.up());
    writeFileSync(join(folder, "state.json"), JSON.stringify(await stack.exportState()));
    writeFileSync(join(folder, "preview.json"), JSON.stringify(previewOfMembership()));
    for (const { token_id } of service.store.tokens.all())
        service.store.tokens.change(token_id, { access_level: "READ_ONLY" });
});

afterAll(async () => {
    await stack?.close();
    await service?.close();
    rmSync(folder, { recursive: true, force: true });
});

function expectSuccess(run: Run): void {
    expect(run.exitCode, run.output).toBe(0);
}

/** A preview that adds a member to a group. */
function previewOfMembership() {
    const type = "pulumi-nodejs:dynamic/access-governance:GroupUser";
    const urn = `urn:pulumi:dev::access::${type}::in`;
    const [group] = service.store.groups.all();
    const user = service.store.users.all().at(-1);
    const inputs = { groupId: group?.group_id, userId: user?.user_id };
    return { steps: [{ op: "create", urn, newState: { urn, type, inputs } }] };
}

/** Operations called by `work`, without the reads of kinds. Expects that none is a write and none failed with 403. */
async function calledBy(work: () => Promise<unknown>): Promise<readonly string[]> {
    service.calls.clear();
    await work();
    const calls = service.calls.all();
    expect(calls.filter(({ status }) => status === 403)).toEqual([]);
    expect(service.calls.writes()).toEqual([]);
    expect(calls).not.toEqual([]);
    return [...new Set(calls.map(({ operation }) => String(operation)))]
        .filter((name) => !readsOfKinds.has(name))
        .sort();
}

/** Runs a command of the CLI and returns its exit code. */
function command(...args: readonly string[]): Promise<unknown> {
    const env = { ...process.env, ACCESS_GOVERNANCE_URL: service.url, ACCESS_GOVERNANCE_TOKEN: service.token };
    return new Promise((resolve) => {
        const main = join(root, "dist/cli/main.js");
        execFile(process.execPath, [main, ...args], { env, cwd: folder, maxBuffer: 2 ** 28 }, (error) =>
            resolve(error ? error.code : 0),
        ).stdin?.end();
    });
}

describe("a read-only token is sufficient for", () => {
    const runs: [name: string, run: () => Promise<Run>][] = [
        ["a preview", () => stack.preview({ expectNoChanges: true })],
        [
            "a preview with --refresh, and so a drift check",
            () => stack.preview({ refresh: true, expectNoChanges: true }),
        ],
        ["a refresh", () => stack.refresh()],
        ["an up that changes nothing", () => stack.up()],
    ];
    test.each(runs)("%s, which reads only kinds and the objects that the program looks up", async (_, run) => {
        const called = await calledBy(async () => expectSuccess(await run()));
        expect(called.filter((name) => name !== "getApps")).toEqual([]);
    });

    test.each([
        ["coverage", ["coverage", "state.json"]],
        ["coverage` with `--fail-on-undeclared", ["coverage", "state.json", "--write-baseline", "baseline.json"]],
        ["export", ["export", "--out", "exported"]],
        ["doctor", ["doctor", "--state", "state.json"]],
    ])("%s, which calls exactly the operations that the page lists", async (name, args) => {
        const row = `\`access-governance ${name}\``;
        expect(await calledBy(async () => expect(await command(...args)).toBe(0))).toEqual(listed(row));
        expect(listed(row)).not.toEqual([]);
    });

    test.each([
        ["`access-governance report`", ["report", "preview.json"]],
        ["`access-governance report`", ["impact", "preview.json"]],
        ["`access-governance report --no-impact`", ["report", "--no-impact", "preview.json"]],
        ["`access-governance report`", ["snapshot"]],
        ["`access-governance report`", ["map", "--out", "map.html"]],
        ["`access-governance verify --write --dry-run`", ["verify", "--write", "--dry-run"]],
    ])("%s and similar commands, which call only operations that the page lists: %j", async (row, args) => {
        // Which of the listed operations are called depends on the changes.
        expect(listed(row)).toEqual(
            expect.arrayContaining([...(await calledBy(async () => expect(await command(...args)).toBe(0)))]),
        );
    });
});

test("`pulumi destroy` fails with 403 with a read-only token", async () => {
    const before = service.snapshot();
    const run = await stack.destroy();
    expect(run.exitCode).not.toBe(0);
    expect(run.output).toContain("returned 403");
    expect(service.snapshot()).toEqual(before);
});
