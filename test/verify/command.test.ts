/** The `access-governance verify` command: its output, exit codes, and the report to share with others. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { EXIT_CODES } from "../../src/cli/exit-codes.js";
import { runCommand } from "../cli/command.js";
import { World } from "../proofs/conformance/world.js";
import { claim, listIn } from "./claims.js";
import { deviate } from "./guide.js";
import { Tampered, Wire } from "./organization.js";

const folder = mkdtempSync(join(tmpdir(), "verify-"));
let tampered: Tampered;
/** An organization without nested groups, links and leaders. */
let plain: World;

beforeAll(async () => {
    [tampered, plain] = [await Tampered.start(), await World.start()];
});
afterEach(() => tampered.removeEdits());
afterAll(async () => {
    await Promise.all([tampered.close(), plain.close()]);
    rmSync(folder, { recursive: true });
});

const verified = (world: World, ...args: string[]) => runCommand(["verify", ...args], world.service);

describe("the exit code", () => {
    test("exits with 0 if everything agrees", async () => {
        const { code, stdout } = await verified(plain);
        expect(code).toBe(0);
        expect(stdout).toMatch(/^No differences: the service matches/);
    });

    test("exits with 24 if anything disagrees", async () => {
        tampered.edit("getUsers", (body) => ({ ...body, color: "blue" }));
        const { code, stdout } = await verified(tampered.world);
        expect(code).toBe(EXIT_CODES.disagreement);
        expect(code).toBe(24);
        expect(stdout).toMatch(/^The service differs from what this version expects: /);
    });

    test("exits with 16 if nothing disagrees, but access could not be compared", async () => {
        tampered.refuse("getGroups", 403);
        const { code, stdout } = await verified(tampered.world);
        expect([code, stdout]).toEqual([
            16,
            expect.stringContaining("Not compared: getGroups failed: ForbiddenError (403)"),
        ]);
    });

    test("exits with the code of the failed call if the service cannot be used", async () => {
        const { url } = plain.service;
        expect((await runCommand(["verify"], { url, token: "wrong" })).code).toBe(EXIT_CODES.UnauthorizedError);
        const elsewhere = { url: url.replace("/v1", "/v2"), token: plain.service.token };
        const { code, stderr, stdout } = await runCommand(["verify"], elsewhere);
        expect([code, stdout]).toEqual([EXIT_CODES.NotFoundError, ""]);
        expect(stderr).toContain("does not end in /v1");
    });

    test.each([
        [["--sample", "0"], "It must be a whole number, 1 or more."],
        [["--sample", "many"], "It must be a whole number, 1 or more."],
        [["--sample", "3", "--all"], "--sample and --all cannot be combined"],
        [["--format", "xml"], "Allowed choices are text, json."],
        [["--out", "no-such-folder/report.json"], "no-such-folder/report.json"],
    ])("exits with 2 for %j, before any call", async (args, message) => {
        plain.service.calls.clear();
        const { code, stderr } = await verified(plain, ...args);
        expect([code, plain.service.calls.all()]).toEqual([2, []]);
        expect(stderr).toContain(message);
        expect(stderr).not.toContain("at Object");
    });

    test("`explain` describes exit code 24", async () => {
        const { stdout } = await runCommand(["explain", "24"]);
        expect(stdout).toContain("`verify` found that the service differs");
    });
});

describe("the output", () => {
    test("the output fits 80 columns and lists findings by heading", async () => {
        const { vault, nested } = tampered.ids;
        claim(tampered, { resource: vault, user: nested, has: false });
        tampered.edit("getGroupVisibility", (body) => ({ ...body, visibility: "SECRET" }));
        const { stdout } = await runCommand(["verify"], { ...tampered.world.service, columns: 80 });
        expect(stdout).toMatch(/^ {2}Unknown enum members \(1\)\n {4}getGroupVisibility visibility: SECRET/m);
        expect(stdout).toMatch(/^ {2}Rule 4, nested groups \(1\)$/m);
        expect(stdout).toContain('in "Inner" → which is in "Outer" → which grants "Vault"');
        const names = /\S{60,}/;
        for (const line of stdout.split("\n")) if (!names.test(line)) expect(line.length).toBeLessThanOrEqual(80);
        expect(stdout.split("\n").length).toBeLessThan(70);
    });

    test("the output contains no control characters from names", async () => {
        const { vault, nested } = tampered.ids;
        claim(tampered, { resource: vault, user: nested, has: false });
        tampered.edit("getUsers", (body) => ({
            ...body,
            results: listIn(body, "results").map((user) => ({ ...user, full_name: "Ada\u001b[2J\u202e" })),
        }));
        const { stdout } = await verified(tampered.world);
        expect(stdout).toContain("Ada [2J");
        expect(stdout.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\u202e]/u);
    });

    test.each([["--format", "json"], ["--json"]])("prints a JSON document with %j", async (...args) => {
        const { stdout, code } = await verified(plain, ...args);
        expect(code).toBe(0);
        expect(JSON.parse(stdout)).toMatchObject({
            verdict: "agrees",
            contract: { findings: [], operations: expect.any(Number) },
            access: { disagreements: [], targets: 5, allTargets: 5 },
        });
    });
});

test("a member's token is sufficient, and operations that it cannot call are listed", async () => {
    const email = plain.service.snapshot().users[4]?.email ?? "";
    const world = await World.start([{ token: "a-member", email, role: "MEMBER" }]);
    const { code, stdout } = await runCommand(["verify"], { url: world.service.url, token: "a-member" });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ {2}Refused \(2\): getEventStreams, getTokens$/m);
    expect(world.service.calls.writes()).toEqual([]);
    await world.close();
});

test("docs/verify.md shows the actual output", async () => {
    const guide = readFileSync(join(__dirname, "../../docs/verify.md"), "utf8");
    const blocks = [...guide.matchAll(/^```console\n\$ access-governance verify\n([\s\S]*?)^```/gm)];
    const world = await World.start();
    const wire = new Wire(world);
    const outputs = [(await verified(world)).stdout];
    deviate(wire);
    outputs.push((await verified(world)).stdout);
    expect(blocks.map(([, output]) => output)).toEqual(outputs);
    await wire.close();
});

describe("the report of --out", () => {
    test("the report contains the findings, but no names or ids of the organization", async () => {
        const { vault, nested, leveled, outsider } = tampered.ids;
        claim(tampered, { resource: vault, user: nested, has: true, level: "steering" });
        claim(tampered, { resource: leveled, user: outsider, has: true, level: "reading" });
        tampered.edit("getResourceUserAccessStatus", (body) => ({ ...body, status: "AUTHORIZED" }));
        // Field names and enum members that contain values of the organization.
        tampered.edit("getGroups", (body) => ({
            ...body,
            results: listIn(body, "results").map((group) => ({
                ...group,
                group_type: group.name,
                [String(group.name)]: group.group_id,
                [String(group.group_id)]: { "ada@tidewater.example": 1 },
            })),
        }));
        tampered.edit("getMessageChannels", (body) => ({
            ...body,
            channels: listIn(body, "channels").map((channel) => ({
                ...channel,
                name: { [String(channel.name)]: channel },
            })),
        }));
        const file = join(folder, "report.json");
        expect((await verified(tampered.world, "--all", "--out", file)).code).toBe(24);
        const text = readFileSync(file, "utf8");
        const report = JSON.parse(text) as { contract: { findings: object[] }; access: { disagreements: object[] } }; // written by the command
        expect(report.contract.findings.length).toBeGreaterThan(2);
        expect(report.access.disagreements.length).toBeGreaterThan(10);
        expect(report.access.disagreements).toContainEqual(
            expect.objectContaining({
                target: expect.stringMatching(/^resource-\d+$/),
                person: expect.stringMatching(/^person-\d+$/),
            }),
        );
        const names = textsOf(tampered.world.service.snapshot());
        expect(names.size).toBeGreaterThan(100);
        expect([...names].filter((name) => text.includes(name))).toEqual([]);
        expect(text).not.toContain(tampered.world.service.token);
        expect(text).not.toContain("127.0.0.1");
    });
});

/** Returns every string of an organization that could identify a person or an object. */
function textsOf(organization: object): Set<string> {
    const found = new Set<string>();
    const look = (value: unknown, key: string): void => {
        if (Array.isArray(value)) for (const item of value) look(item, key);
        else if (typeof value === "object" && value !== null)
            for (const [name, inner] of Object.entries(value)) look(inner, name);
        else if (typeof value === "string" && value.length > 2 && NAMING.test(key)) found.add(value);
    };
    look(organization, "");
    return found;
}

const NAMING = /(^|_)(ids?|name|email|description|label|remote_id|key|value|access_level_remote_id|hash)$/;
