/** An agent can turn a request into a program that previews without errors. It cannot change anything or learn the token or the names of people. */
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Service, startService } from "../../../src/local/service/index.js";
import { Session } from "./session.js";

const guide = readFileSync(join(__dirname, "../../../docs/guides/agents.md"), "utf8");

let service: Service;
let agent: Session;

beforeAll(async () => {
    service = await startService({ seed: "medium", token: "a-token-of-the-service" });
    agent = await Session.open(service);
});
afterAll(async () => {
    await agent?.close();
    await service.close();
});

const people = () => service.store.users.all();

test("the session in the guide works as shown, and ends with a program that previews without errors", async () => {
    const turns = turnsOf(guide);
    expect(turns.length).toBeGreaterThan(5);
    const fails: boolean[] = [];
    for (const { tool, given, shown } of turns) {
        const { text, isError } = await agent.ask(tool, given);
        if (tool === "preview_program") fails.push(isError);
        // Column widths depend on the contents, so runs of blanks are collapsed.
        for (const line of shown) expect(narrow(text), `${tool} ${JSON.stringify(given)}`).toContain(narrow(line));
    }
    expect([fails[0], fails.at(-1)]).toEqual([true, false]);
});

test("every tool except preview_program is marked as read-only", async () => {
    const tools = await agent.tools();
    const asked = tools.filter(({ annotations }) => annotations?.readOnlyHint !== true).map(({ name }) => name);
    expect(asked).toEqual(["preview_program"]);
    for (const { annotations, description } of tools) {
        expect(annotations?.destructiveHint).toBe(false);
        expect(description).toMatch(/\.$|…$/);
    }
});

test("a previewed program cannot write, and gets neither the token nor the server's environment", async () => {
    const program = `
import { AccessGovernanceClient } from "pulumi-access-governance";
import * as pulumi from "@pulumi/pulumi";
export = async () => {
    const config = new pulumi.Config("access-governance");
    const client = new AccessGovernanceClient({ url: config.require("url"), token: config.require("token"), retries: 0 });
    const refused = await client.owners.create({ name: "Smuggled", user_ids: [] }).catch((error: Error) => error.message);
    throw new Error(\`refused: \${refused}; variables: \${Object.values(process.env).join(" ")} \${config.require("token")}\`);
};`;
    const { text } = await agent.ask("preview_program", { program });
    expect(text).toContain("refused: Create an owner: POST /owners returned 403");
    expect(text).not.toContain(service.token);
    expect(text).not.toContain("wren-and-heron");
});

test("a previewed program cannot read or write files of the user, or start processes", async () => {
    const program = `
import { execSync } from "node:child_process";
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import * as access from "pulumi-access-governance";
const refused = (act: () => unknown): string => {
    try { return \`done: \${act()}\`; } catch (error) { return (error as { code: string }).code; }
};
export = async () => {
    const said = [
        refused(() => readFileSync(\`/proc/\${process.ppid}/environ\`, "utf8")),
        refused(() => readFileSync("/etc/passwd", "utf8")),
        refused(() => writeFileSync(join(__dirname, "left.txt"), "x")),
        refused(() => symlinkSync("/etc/passwd", join(__dirname, "link"))),
        refused(() => execSync("id")),
        refused(() => new Worker("1", { eval: true })),
    ];
    throw new Error(\`said \${said.join(" ")}\`);
};`;
    const { text } = await agent.ask("preview_program", { program });
    expect(text).toContain(`said ${Array.from({ length: 6 }, () => "ERR_ACCESS_DENIED").join(" ")}`);
});

test("read_objects refuses an operation that writes", async () => {
    const { isError } = await agent.ask("read_objects", {
        operation: "groups.delete",
        id: "Payments team",
        parameter: "group-id",
    });
    expect(isError).toBe(true);
    expect(service.calls.writes()).toEqual([]);
});

test("errors for misspelled names contain a suggestion", async () => {
    expect(await agent.ask("read_page", { page: "kinds/grup.md" })).toEqual({
        isError: true,
        text: 'Unknown page "kinds/grup.md"; did you mean "kinds/group.md"?',
    });
    expect((await agent.ask("who_can_reach", { what: "Paymets team" })).text).toContain('"Payments team"');
    expect((await agent.ask("explain_error", { name: "17" })).text).toContain("Exit code 17");
});

test("test_access and who_can_climb answer without names of people", async () => {
    const tests = "tests:\n  - { name: Nobody climbs, who: everybody, cannot: 'climb to group:Payments team' }\n";
    const { text, isError } = await agent.ask("test_access", { tests });
    expect(text).toMatch(/^FAILED {3}Nobody climbs\n/);
    expect([text.includes("Engineering group administrator"), isError]).toEqual([true, false]);
    const climbers = await agent.ask("who_can_climb", { what: "group:Payments team" });
    expect(climbers.text).toMatch(/^3 people get .*\n[\s\S]*Changing 1 resource cuts all chains/);
    const misspelled = await agent.ask("test_access", { tests: tests.replace("climb to", "clim to") });
    expect([misspelled.text, misspelled.isError]).toEqual([
        expect.stringContaining("access.test.yaml is not valid"),
        true,
    ]);
    expect((await agent.ask("test_access", {})).text).toMatch(/^tests:\n/);
});

test("coverage requires a state file from the user", async () => {
    const { text, isError } = await agent.ask("coverage", {});
    expect([text, isError]).toEqual([expect.stringContaining("--state <file>"), true]);
    const state = join(__dirname, "../../upgrades/recorded/0.1.0/organization/state.json");
    const other = await Session.open(service, "--state", state);
    expect((await other.ask("coverage", {})).text).toContain("Group");
    await other.close();
});

test("each person is shown as a number, which is accepted in place of an id", async () => {
    const { text } = await agent.ask("read_objects", { operation: "users.list", fields: "email,full_name" });
    const lines = text.split("\n").slice(1).filter(Boolean);
    expect(lines).toHaveLength(people().length);
    const numbers = lines.map((line) => /^person-(\d+)@people\.invalid +Person (\d+)$/.exec(line.trim())?.slice(1));
    expect(new Set(numbers.map((pair) => pair?.[0])).size).toBe(people().length);
    // Two people may have the same name.
    expect(numbers.filter((pair) => pair?.[0] !== pair?.[1]).length).toBeLessThan(people().length / 10);
    const [, second] = people();
    const { text: one } = await agent.ask("read_objects", {
        operation: "users.get",
        id: "person-2@people.invalid",
        parameter: "user-id",
    });
    expect(one).toContain(second?.user_id);
});

test("first names, filters and programs do not reveal the names of people", async () => {
    const [, someone] = people();
    const { text } = await agent.ask("read_objects", { operation: "users.list", fields: "first_name,last_name" });
    expect(text).not.toContain(someone?.first_name);
    const contains = someone?.full_name.split(" ")[0] ?? "";
    const filtered = await agent.ask("read_objects", { operation: "users.list", fields: "email,full_name", contains });
    expect(filtered.text).not.toContain("person-");
    const program = `
import * as access from "pulumi-access-governance";
export = async () => {
    const user = await access.getUser({ email: "person-2@people.invalid" });
    throw new Error(["person-2@people.invalid", JSON.stringify(user)].map((one) => Buffer.from(one).toString("base64")).join(" and "));
};`;
    const { text: said } = await agent.ask("preview_program", { program });
    const spelled = said.match(/[\w+/=]{24,}/g)?.map((one) => Buffer.from(one, "base64").toString()) ?? [];
    expect(spelled.join(" ")).toContain(`person-2@people.invalid`);
    expect(spelled.join(" ")).toContain(`${someone?.user_id}`);
    expect(spelled.join(" ")).not.toContain(`${someone?.email}`);
});

test("the sessions wrote nothing, and no response contained the token or a name", () => {
    expect(service.calls.writes()).toEqual([]);
    const received = agent.received.join("\n");
    expect(received).not.toContain(service.token);
    for (const { email, full_name: name } of people()) {
        expect(received).not.toContain(email);
        expect(received).not.toContain(name);
    }
});

test("an endless program that ignores signals ends with the server and leaves no files", async () => {
    const temporary = mkdtempSync(join(tmpdir(), "mcp-"));
    vi.stubEnv("TMPDIR", temporary);
    const other = await Session.open(service).finally(() => vi.unstubAllEnvs());
    const program = `import * as access from "pulumi-access-governance";

process.on("SIGTERM", () => {});
export = async () => { await access.getApps(); for (;;) {} };`;
    const asked = other.ask("preview_program", { program }).catch(() => undefined);
    await expect.poll(() => trials(temporary).length, { interval: 200 }).toBeGreaterThan(0);
    await other.close();
    await asked;
    await expect.poll(() => readdirSync(temporary), { interval: 200 }).toEqual([]);
});

test("--names shows the names of people", async () => {
    const allowed = await Session.open(service, "--names");
    const { text } = await allowed.ask("read_objects", { operation: "users.list", fields: "email" });
    expect(text).toContain(people()[0]?.email);
    await allowed.close();
});

function narrow(text: string): string {
    return text.replace(/ {2,}/g, " ");
}

interface Turn {
    readonly tool: string;
    readonly given: Readonly<Record<string, string>>;
    readonly shown: readonly string[];
}

/** Extracts the tool calls from a guide: a JSON block with the tool and its arguments, or a program, and then a block with lines of the result. */
function turnsOf(page: string): Turn[] {
    const turns: Turn[] = [];
    for (const [, language, text = ""] of page.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)) {
        if (language === "json" && text.includes('"tool"')) {
            const { tool, ...given } = JSON.parse(text) as { tool: string } & Record<string, string>;
            turns.push({ tool, given, shown: [] });
        }
        if (language === "ts" || language === "typescript")
            turns.push({ tool: "preview_program", given: { program: text }, shown: [] });
        const last = turns.at(-1);
        if (language === "text" && last) turns[turns.length - 1] = { ...last, shown: text.split("\n").filter(Boolean) };
    }
    return turns;
}

/** Folders of the programs that a server with this temporary folder previews. A recursive read would follow their links to all packages. */
function trials(temporary: string): string[] {
    const inside = readdirSync(temporary).flatMap((name) => [name, ...readdirSync(join(temporary, name))]);
    return inside.filter((name) => name.startsWith("trial-"));
}
