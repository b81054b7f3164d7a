import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operationIds } from "../api/interface.js";

const root = join(__dirname, "../..");
const main = join(root, "dist/cli/main.js");
const folder = mkdtempSync(join(tmpdir(), "completion-"));
const scriptFile = join(folder, "completion.bash");
const run = promisify(execFile);

/** `access-governance` as it is found once the package is installed, and nothing else that is. */
const PATH = [folder, dirname(process.execPath), process.env.PATH].join(delimiter);

// The script asks bash-completion for the words of the line. Machines that build do not have it, and its word breaks at "=" and ":" play
// no part in these lines, so the words are those of bash itself.
const WORDS = `_get_comp_words_by_ref() {
    cur=\${COMP_WORDS[COMP_CWORD]}
    prev=\${COMP_WORDS[COMP_CWORD - 1]}
    words=("\${COMP_WORDS[@]}")
    cword=$COMP_CWORD
}`;

let script: string;

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

/** What a bash offers after these words; the last is the one that is being written. */
async function offered(...words: string[]): Promise<string[]> {
    const program = `${WORDS}
source "$1"
shift
COMP_WORDS=("$@")
COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
COMPREPLY=()
# Only a completion that is under way has options to set.
compopt() { :; }
$(complete -p access-governance | sed 's/.*-F \\([^ ]*\\).*/\\1/') access-governance
printf '%s\\n' "\${COMPREPLY[@]}"`;
    const args = ["--norc", "--noprofile", "-c", program, "bash", scriptFile, "access-governance", ...words];
    const { stdout, stderr } = await run("bash", args, { env: { PATH } });
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

test("suggestions are one line each, with what they mean", async () => {
    const lines = (await complete("--", "call", "")).trimEnd().split("\n");
    expect(lines.pop()).toBe(":4");
    const operations = lines.filter((line) => !line.startsWith("help\t"));
    expect(operations).toHaveLength(operationIds.length);
    for (const line of operations) expect(line).toMatch(/^[a-zA-Z]+\.[a-zA-Z]+\t\S/);
});
