/** Runs the five tasks of docs/client.md unchanged, and checks the program in the README. */

import { execFile } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import ts from "typescript";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { AccessGovernanceClient } from "../../src/index.js";
import { type Service, startService } from "../../src/local/service/index.js";
import { rules } from "../../src/policies/rules/index.js";

const run = promisify(execFile);
const root = join(__dirname, "../..");
const section =
    /\n## Five tasks, both ways\n([\s\S]*)$/.exec(readFileSync(join(root, "docs/client.md"), "utf8"))?.[1] ?? "";

let service: Service;
let folder: string;
let environment: NodeJS.ProcessEnv;

beforeEach(async () => {
    service = await startService();
    folder = mkdtempSync(join(tmpdir(), "readme-"));
    const command = join(folder, "access-governance");
    writeFileSync(command, `#!/bin/sh\nexec "${process.execPath}" "${join(root, "dist/cli/main.js")}" "$@"\n`);
    chmodSync(command, 0o755);
    writeFileSync(join(folder, "package.json"), "{}");
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
    environment = {
        PATH: `${folder}:${process.env.PATH}`,
        ACCESS_GOVERNANCE_URL: service.url,
        ACCESS_GOVERNANCE_TOKEN: service.token,
        ...(await objects()),
    };
});

afterEach(async () => {
    rmSync(folder, { recursive: true });
    await service.close();
});

test("the program of the README compiles, and the README has fewer than 1,000 words", async () => {
    const readme = readFileSync(join(root, "README.md"), "utf8");
    expect(readme.split(/\s+/).length).toBeLessThan(1000);
    expect(readme).toContain(`${rules.length} rules as a policy pack`);
    const [, program = ""] = /^```ts\n([\s\S]*?)^```$/m.exec(readme) ?? [];
    expect(program.trim().split("\n").length).toBeLessThanOrEqual(20);
    const file = join(folder, "index.ts");
    writeFileSync(file, `${program}\nexport {};\n`);
    const options = {
        module: ts.ModuleKind.CommonJS,
        target: ts.ScriptTarget.ES2023,
        strict: true,
        noEmit: true,
    };
    const found = ts.getPreEmitDiagnostics(
        ts.createProgram([file], { ...options, types: ["node"], typeRoots: [join(root, "node_modules/@types")] }),
    );
    expect(found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"))).toEqual([]);
});

describe("the five tasks of docs/client.md", () => {
    test("succeed as shell commands", async () => {
        const script = `set -e\n${blocks("sh").join("\n")}`;
        const { stdout, stderr } = await run("sh", ["-c", script], { env: environment, cwd: folder });
        // Only the ids that names were resolved to.
        const { GROUP, PERSON, CAMPAIGN, RESOURCE, OWNER } = environment;
        expect(stderr.trimEnd().split("\n")).toEqual([
            `--group-id "Office staff" is ${GROUP}`,
            `--user-id "bruno@tidewater.example" is ${PERSON}`,
            `--campaign-id "Spring review" is ${CAMPAIGN}`,
            `--actor-filter "bruno@tidewater.example" is ${PERSON}`,
            `--resource-id "Freight tracker" is ${RESOURCE}`,
            `--owner-id "Administrators" is ${OWNER}`,
        ]);
        expect(stdout).toContain('"status": "APPROVED"');
        await expectDone();
        expect(JSON.parse(readFileSync(join(folder, "reach.json"), "utf8"))).toHaveProperty("results");
        expect(JSON.parse(readFileSync(join(folder, "owners.json"), "utf8")).users.length).toBeGreaterThan(0);
    });

    test("succeed as a TypeScript program", async () => {
        const [first = "", ...tasks] = blocks("ts");
        const names = { url: "ACCESS_GOVERNANCE_URL", token: "ACCESS_GOVERNANCE_TOKEN" };
        const ids = { requestId: "REQUEST", groupId: "GROUP", personId: "PERSON", campaignId: "CAMPAIGN" };
        const all = Object.entries({ ...names, ...ids, resourceId: "RESOURCE", ownerId: "OWNER" });
        const given = all.map(([name, variable]) => `const ${name} = process.env.${variable} ?? "";`).join("\n");
        const [imports = "", ...making] = first.split("\n\n");
        const program = `${imports}\n${given}\n${making.join("\n")}\nasync function main() {\n${tasks.join("\n")}\n}\nmain();\n`;
        const file = join(folder, "program.ts");
        writeFileSync(file, program);
        const options = JSON.stringify({ module: "commonjs", target: "es2023", strict: true });
        const compiler = join(root, "node_modules/.bin/ts-node");
        await run(compiler, ["--skipProject", "-O", options, file], { env: environment, cwd: folder });
        await expectDone();
    });
});

/** The code blocks of one language, in order. */
function blocks(language: string): string[] {
    const found = Array.from(
        section.matchAll(new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``, "g")),
        ([, text = ""]) => text,
    );
    expect(found).toHaveLength(language === "ts" ? 6 : 5);
    return found;
}

/** Creates the objects that the tasks refer to. */
async function objects(): Promise<Record<string, string>> {
    const { store } = service;
    const client = new AccessGovernanceClient({ url: service.url, token: service.token });
    const [owner] = store.owners.all();
    const [resource] = store.resources.all();
    const group = store.groups.all().find(({ name }) => name === "Office staff");
    const [, person] = store.users.all();
    const GROUP = group?.group_id ?? "";
    const PERSON = person?.user_id ?? "";
    // A single approval is sufficient.
    const stages = [{ operator: "OR" as const, owner_ids: [owner?.owner_id ?? ""], require_manager_approval: false }];
    await client.resources.setReviewerStages(resource?.resource_id ?? "", { stages });
    const { id = "" } = await client.requests.create({
        groups: [],
        resources: [{ id: resource?.resource_id ?? "" }],
        reason: "Tracing a lost crate",
        duration_minutes: 60,
    });
    const campaign = await client.campaigns.create({
        name: "Spring review",
        configuration: { query: { principalFilter: { entityTypes: ["USER"] } } },
    });
    return {
        REQUEST: id,
        GROUP,
        PERSON,
        CAMPAIGN: campaign.campaign_id ?? "",
        RESOURCE: resource?.resource_id ?? "",
        OWNER: owner?.owner_id ?? "",
    };
}

async function expectDone(): Promise<void> {
    const { REQUEST = "", GROUP = "", PERSON = "", CAMPAIGN = "" } = environment;
    expect(service.store.requests.get(REQUEST).status).toBe("APPROVED");
    const membership = service.store.groupUsers.find(GROUP, PERSON, "");
    const minutes = (Date.parse(membership?.expiration_date ?? "") - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(470);
    expect(minutes).toBeLessThanOrEqual(480);
    expect(service.store.campaigns.get(CAMPAIGN).started_at).toEqual(expect.any(String));
    const [read] = service.calls.of("getEvents");
    expect(read?.query).toMatchObject({ actor_filter: PERSON, start_date_filter: "2026-01-01" });
}
