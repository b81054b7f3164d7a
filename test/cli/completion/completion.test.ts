import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type FaultAnswer, type Service, startService } from "../../../src/local/service/index.js";
import { operationIds } from "../../api/interface.js";

const root = join(__dirname, "../../..");
const main = join(root, "dist/cli/main.js");
const folder = mkdtempSync(join(tmpdir(), "completion-"));
const scriptFile = join(folder, "completion.bash");
const run = promisify(execFile);

/** `access-governance` as it is found once the package is installed, and nothing else that is. */
const PATH = [folder, dirname(process.execPath), process.env.PATH].join(delimiter);

let script: string;
let service: Service | undefined;

beforeAll(async () => {
    writeFileSync(join(folder, "access-governance"), `#!/bin/sh\nexec "${process.execPath}" "${main}" "$@"\n`, {
        mode: 0o755,
    });
    script = await complete("bash");
    writeFileSync(scriptFile, script);
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function complete(...args: string[]): Promise<string> {
    const { stdout, stderr } = await run(process.execPath, [main, "complete", ...args]);
    expect(stderr).toBe("");
    return stdout;
}

/**
 * What a bash offers after these words, as they stand on the line; the last is the one that is being written. Bash gives the script the line, and
 * what it takes for the last word, which begins behind the last `@`, `:` or `=`, and behind a quote.
 */
async function offered(...words: string[]): Promise<string[]> {
    const program = `source "$1"
COMP_LINE="access-governance $2"
COMP_POINT=\${#COMP_LINE}
COMPREPLY=()
$(complete -p access-governance | sed 's/.*-F \\([^ ]*\\).*/\\1/') access-governance "$3" ""
printf '%s\\n' "\${COMPREPLY[@]}"`;
    const [word = ""] = /(?:\\.|[^"'@:=])*$/.exec(words.at(-1) ?? "") ?? [];
    const args = ["--norc", "--noprofile", "-c", program, "bash", scriptFile, words.join(" "), word];
    const env = {
        PATH,
        XDG_CACHE_HOME: join(folder, "cache"),
        ...(service && { ACCESS_GOVERNANCE_URL: service.url, ACCESS_GOVERNANCE_TOKEN: service.token }),
    };
    const { stdout, stderr } = await run("bash", args, { env });
    expect(stderr).toBe("");
    return stdout.split("\n").filter(Boolean);
}

describe.concurrent("in bash", () => {
    test("areas and operations are offered", async () => {
        const names = await offered("call", "camp");
        expect(names).toContain("campaigns.list");
        expect(names).toContain("campaigns.start");
        expect(names.filter((name) => !name.startsWith("campaigns."))).toEqual([]);
    });

    test("the options of an operation are offered, and of no other", async () => {
        const names = await offered("call", "groups.list", "--");
        expect(names).toEqual(expect.arrayContaining(["--group-name", "--page-size", "--all", "--json", "--timeout"]));
        expect(names).not.toContain("--campaign-id");
    });

    test("part of an option is completed, after other options too", async () => {
        expect(await offered("call", "groups.list", "--group-name", "x", "--requestab")).toEqual(["--requestable"]);
    });

    test("members of an enumeration are offered, of long ones too", async () => {
        expect(await offered("call", "groups.list", "--group-type-filter", "SVC")).toEqual([
            "SVC_GROUP",
            "SVC_ACCESS_RULE",
        ]);
        expect(await offered("call", "apps.list", "--app-type-filter", "TAIL")).toEqual(["TAILSCALE"]);
    });
});

describe("names of objects", () => {
    const marker = join(folder, "was-run");
    const hostile = [`$(touch ${marker})`, `\`touch ${marker}\``, `x; touch ${marker}`, "a\nb", "--all", 'O\'Neil "Q"'];

    beforeAll(async () => {
        service = await startService();
        const [group] = service.store.groups.all();
        // It is a group as others are, but for its name.
        for (const name of ["Payments on-call", "prod-db", ...hostile])
            service.store.groups.set({ ...(group as NonNullable<typeof group>), group_id: randomUUID(), name });
    });
    afterAll(async () => {
        await service?.close();
        service = undefined;
    });
    /** What is offered once the service has told it: a machine that builds may be too slow for the first of those who press a key. */
    async function atLast(...words: string[]): Promise<string[]> {
        return vi.waitFor(
            async () => {
                const names = await offered(...words);
                expect(names).not.toEqual([]);
                return names;
            },
            { timeout: 60_000 },
        );
    }

    const group = ["call", "groups.get", "--group-id"];

    test.each([
        ["without quotes", [...group, "Pay"], ["Payments\\ on-call"]],
        ["behind a backslash", [...group, "Payments\\ o"], ["Payments\\ on-call"]],
        ["in double quotes", [...group, '"Payments o'], ["Payments on-call"]],
        ["in single quotes", [...group, "'Payments o"], ["Payments on-call"]],
        ["behind an equals sign", ["call", "groups.get", "--group-id=Pay"], ["Payments\\ on-call"]],
        ["of somebody, before the @", ["call", "users.get", "--user-id", "ada@"], ["tidewater.example"]],
        ["of a tag, before the equals sign", ["call", "tags.get", "--tag-id", "region="], ["eu"]],
    ])("%s", { timeout: 90_000 }, async (_, words, expected) => {
        expect(await atLast(...words)).toEqual(expected);
    });

    test.each([
        ["behind what the shell would expand", [...group, '"$']],
        ["of what has none", ["call", "requests.get", "--id", ""]],
    ])("none %s", async (_, words) => {
        expect(await offered(...words)).toEqual([]);
    });

    test("whatever they hold, only the name itself is written, and nothing runs", async () => {
        const names = await atLast(...group, "");
        expect(names).toContain("prod-db");
        const written = hostile.filter((name) => !/^-|\n/.test(name));
        const { stdout } = await run("bash", ["-c", `printf '%s\\n' ${names.join(" ")}`]);
        expect(stdout.split("\n")).toEqual(expect.arrayContaining(written));
        expect(stdout).not.toMatch(/^(--all|a|b)$/m);
        expect(existsSync(marker)).toBe(false);
    });

    test("are asked for once a minute, and kept where only their reader finds them", async () => {
        await atLast(...group, "");
        service?.calls.clear();
        expect(await offered(...group, "prod")).toEqual(["prod-db"]);
        expect(service?.calls.all()).toEqual([]);
        const kept = join(folder, "cache/access-governance");
        for (const file of readdirSync(kept)) {
            expect(statSync(join(kept, file)).mode & 0o077).toBe(0);
            expect(readFileSync(join(kept, file), "utf8")).not.toContain(service?.token);
        }
    });

    test("to shells that put no quotes around them, those that need none", async () => {
        await atLast(...group, "");
        const env = {
            ...process.env,
            XDG_CACHE_HOME: join(folder, "cache"),
            ACCESS_GOVERNANCE_URL: service?.url,
            ACCESS_GOVERNANCE_TOKEN: service?.token,
        };
        const { stdout } = await run(process.execPath, [main, "complete", "--", ...group, ""], { env });
        expect(stdout.split("\n").map((line) => line.split("\t")[0])).toEqual([
            "Everyone",
            "Contractors",
            "prod-db",
            ":4",
            "",
        ]);
    });

    test("none, and no message, if the service is slow, refuses or is not there", async () => {
        const strike = (answer: FaultAnswer) =>
            service?.faults.add({ operation: "getGroups", when: "before", times: 1, answer });
        rmSync(join(folder, "cache"), { recursive: true, force: true });
        strike({ status: 500 });
        expect(await offered(...group, "")).toEqual([]);
        strike({ delayMs: 60_000 });
        const begun = performance.now();
        expect(await offered(...group, "")).toEqual([]);
        expect(performance.now() - begun).toBeLessThan(10_000);
    });
});

describe.concurrent("scripts", () => {
    test("of bash are valid, and hold no path of the machine they were made on", async () => {
        await run("bash", ["--norc", "--noprofile", "-n", scriptFile]);
        expect(script).toContain("complete -F");
        expect(script).not.toContain(root);
    });

    // Not every machine has this shell, so its own judgement is not asked.
    test("of zsh are made for the same command", async () => {
        const text = await complete("zsh");
        expect(text).toMatch(/^#compdef access-governance$/m);
        expect(text).toContain("complete --");
        expect(text).not.toContain(root);
    });

    test("of a shell that nobody knows are refused", async () => {
        const refusal = run(process.execPath, [main, "complete", "csh"]);
        await expect(refusal).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining("zsh, bash") });
    });
});

test("nothing that is offered runs: neither of the commands nor of their options", { timeout: 60_000 }, async () => {
    const marker = join(folder, "ran");
    writeFileSync(join(folder, "pulumi"), `#!/bin/sh\ntouch "${marker}"\n`, { mode: 0o755 });
    const names = await offered("");
    expect(names).toEqual(expect.arrayContaining(["report", "impact", "who", "why", "call", "complete"]));
    expect(names.filter((name) => !/^[a-z-]+$/.test(name))).toEqual([]);
    for (const command of names) {
        expect((await offered(command, "--")).filter((option) => !/^--[a-z-]+$/.test(option))).toEqual([]);
        for (const line of (await complete("--", command, "--")).trimEnd().split("\n").slice(0, -1))
            expect(line).toMatch(/^--[a-z-]+(\t[^`$\\"']*)?$/);
    }
    expect(existsSync(marker)).toBe(false);
});

test.each([
    [["--version"]],
    [["complete", "bash"]],
    [["complete", "--", "call", "groups.list", "--gr"]],
    [["complete", "--", "call", "groups.list", "--group-ids", ""]],
])("%j loads nothing that takes long: no client, no schemas, no Pulumi", async (args) => {
    const hook = join(folder, "loaded.cjs");
    writeFileSync(hook, 'process.on("exit", () => console.log(Object.keys(require.cache).join("\\n")));');
    const { stdout } = await run(process.execPath, ["--require", hook, main, ...args], { env: { PATH } });
    expect(stdout).toContain(join(root, "dist/cli/command-line.js"));
    expect(stdout).not.toMatch(/node_modules.(zod|axios|@pulumi|string-width)|api.client\.js/);
});

test("suggestions are one line each, with what they mean", async () => {
    const lines = (await complete("--", "call", "")).trimEnd().split("\n");
    expect(lines.pop()).toBe(":4");
    const operations = lines.filter((line) => !line.startsWith("help\t"));
    expect(operations).toHaveLength(operationIds.length);
    for (const line of operations) expect(line).toMatch(/^[a-zA-Z]+\.[a-zA-Z]+\t\S/);
});
