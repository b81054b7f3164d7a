import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Exported } from "../../../src/adopt/export/export.js";
import { objectKey } from "../../../src/adopt/export/inventory/found.js";
import { type Service, startService } from "../../../src/local/service/index.js";
import { kinds } from "../../../src/resources/kinds.js";
import { contentOf, exported, newFolder } from "./organization.js";

const MAIN = join(__dirname, "../../../dist/cli/main.js");
const folder = newFolder();
let small: Service;
let medium: Service;
/** The medium organization, exported as a whole. */
let whole: { readonly exported: Exported; readonly out: string; readonly calls: number };
let folders = 0;

beforeAll(async () => {
    small = await startService();
    medium = await startService({ seed: "medium" });
    const out = fresh();
    whole = { exported: await exported(medium, out), out, calls: medium.calls.all().length };
    medium.calls.clear();
});
afterEach(() => {
    for (const service of [small, medium]) {
        service.faults.clear();
        service.calls.clear();
    }
});
afterAll(async () => {
    await small.close();
    await medium.close();
    rmSync(folder, { recursive: true });
});

const fresh = () => join(folder, `program-${++folders}`);

/** Runs the command in a separate process. */
function command(service: Service, ...args: string[]) {
    const env = {
        ...process.env,
        ACCESS_GOVERNANCE_URL: service.url,
        ACCESS_GOVERNANCE_TOKEN: service.token,
        ACCESS_GOVERNANCE_READS_PER_SECOND: "100000",
    };
    const child: ChildProcess = spawn(process.execPath, [MAIN, "export", ...args], { env });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
        stream?.on("data", (text) => {
            output += text;
        });
    const ended = new Promise<{ code: number | null; output: string }>((resolve) => {
        child.once("close", (code) => resolve({ code, output }));
    });
    return { child, ended };
}

/** Sends the signal as soon as the service has answered this many calls. */
function endAfter(calls: number, child: ChildProcess, signal: NodeJS.Signals): void {
    medium.calls.onAnswer = () => {
        if (medium.calls.all().length < calls) return;
        medium.calls.onAnswer = undefined;
        child.kill(signal);
    };
}

describe("an interrupted export", () => {
    test.each(["SIGKILL", "SIGINT"] as const)(
        "an export interrupted by %s resumes with the responses that it has already read",
        async (signal) => {
            const out = fresh();
            const { child, ended } = command(medium, "--out", out, "--project", "exported");
            endAfter(whole.calls / 2, child, signal);
            const { code, output } = await ended;
            if (signal === "SIGINT") {
                expect(output).toContain("Run the same command again within an hour");
                expect(code).not.toBe(0);
            }
            expect(readdirSync(out)).toEqual([".export.jsonl"]);
            medium.calls.clear();
            const second = await command(medium, "--out", out, "--project", "exported").ended;
            expect(second.output).toMatch(/Reusing \d+ responses from an export that began/);
            expect(second.code).toBe(0);
            expect(medium.calls.all().length).toBeLessThan(whole.calls * 0.8);
            expect(contentOf(out)).toEqual(contentOf(whole.out));
        },
    );
});

describe("a failed read", () => {
    test("a read is retried after a rate limit", async () => {
        const undisturbed = fresh();
        const { plan } = await exported(small, undisturbed);
        const operation = ["getGroupUsers", "getResources", "getGroupVisibility"] as const;
        small.faults.add({ operation, times: 3, answer: { status: 429, retryAfterSeconds: 0 } });
        const out = fresh();
        const again = await exported(small, out);
        expect(again.plan.length).toBe(plan.length);
        expect(contentOf(out)).toEqual(contentOf(undisturbed));
    });

    test("a subresource that cannot be read is reported, and the rest is exported", async () => {
        small.faults.add({ operation: "getGroupVisibility", answer: { status: 403 } });
        const out = fresh();
        const { code, output } = await command(small, "--out", out).ended;
        expect(output).toContain("1 could not be declared");
        expect(code).toBe(16);
        expect(contentOf(out)["README.md"]).toMatch(
            /## Could not be declared\n[\s\S]*\| Group \| .* could not be read/,
        );
    });

    test.each([
        ["getTags", "Tag"],
        ["getGroups", "Group"],
        ["getUsers", "User"],
        ["getEventStreams", "EventStream"],
    ] as const)("a list that cannot be read (%s) is reported, and the rest is exported", async (operation, kind) => {
        small.faults.add({ operation, times: 100, answer: { status: 403 } });
        const out = fresh();
        const { plan, inventory } = await exported(small, out);
        const faults = inventory.undeclared.filter(({ isFault }) => isFault);
        expect(faults.map((one) => one.kind.name)).toContain(kind);
        expect(faults.find((one) => one.kind.name === kind)?.because).toContain("could not be read");
        expect(plan.some((one) => one.kind.name === kind)).toBe(false);
        expect(plan.length).toBeGreaterThan(5);
        expect(contentOf(out)["README.md"]).toContain(`| ${kind} | \`all of them\` |`);
    });
});

describe("a requested export", () => {
    test("an export is refused if the folder is not empty", async () => {
        const out = fresh();
        await exported(small, out);
        const before = contentOf(out);
        await expect(exported(small, out)).rejects.toThrow(/is not empty/);
        expect(contentOf(out)).toEqual(before);
    });

    test("an unknown name is refused with a suggestion, and no folder is left behind", async () => {
        const [{ name: owner = "" } = {}] = medium.store.owners.all();
        const out = fresh();
        const misspelled = `${owner.slice(0, -1)}`;
        await expect(exported(medium, out, { selection: { team: [misspelled] } })).rejects.toThrow(owner);
        expect(existsSync(out) ? readdirSync(out) : []).toEqual([]);
    });

    test("after an interruption, another part can be exported to the same folder", async () => {
        const out = fresh();
        const { child, ended } = command(medium, "--out", out);
        endAfter(800, child, "SIGKILL");
        await ended;
        const tags = await command(medium, "--out", out, "--include", "Tag").ended;
        expect(tags.code).toBe(0);
        expect(Object.keys(contentOf(out))).toContain("tags.ts");
    });
});

describe("exports of a part", () => {
    test("an export of a team and one of everything else cover all objects without overlap", async () => {
        const teams = medium.store.owners.all().map(({ name = "" }) => name);
        const parts = new Set(kinds.flatMap((kind) => Object.values(kind.parts)));
        const keysOf = ({ plan }: Exported) => plan.filter(({ kind }) => !parts.has(kind.name)).map(objectKey);
        for (const team of [teams[3] ?? "", teams[8] ?? ""]) {
            medium.calls.clear();
            const own = keysOf(await exported(medium, fresh(), { selection: { team: [team] } }));
            expect(medium.calls.all().length).toBeLessThan(whole.calls / 3);
            const others = keysOf(await exported(medium, fresh(), { selection: { exceptTeam: [team] } }));
            expect(own.length).toBeGreaterThan(3);
            expect(own.filter((key) => others.includes(key))).toEqual([]);
            expect([...own, ...others].sort()).toEqual(keysOf(whole.exported).sort());
        }
    });
});
