import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type FaultAnswer, type Service, startService } from "../../../src/local/service/index.js";
import { operationIds } from "../../api/interface.js";
import { MAIN } from "../command.js";

const root = join(__dirname, "../../..");
const folder = mkdtempSync(join(tmpdir(), "completion-"));
const scriptFile = join(folder, "completion.bash");
const run = promisify(execFile);

/** A PATH with `access-governance`, as after an installation of the package. */
const PATH = [folder, dirname(process.execPath), process.env.PATH].join(delimiter);

let script: string;
let service: Service | undefined;

beforeAll(async () => {
    writeFileSync(join(folder, "access-governance"), `#!/bin/sh\nexec "${process.execPath}" "${MAIN}" "$@"\n`, {
        mode: 0o755,
    });
    script = await complete("bash");
    writeFileSync(scriptFile, script);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function complete(...args: string[]): Promise<string> {
    const { stdout, stderr } = await run(process.execPath, [MAIN, "complete", ...args]);
    expect(stderr).toBe("");
    return stdout;
}

/**
 * Returns the completions that Bash offers for these words of a command line. The last word is incomplete. Bash passes the whole line to
 * the script, and separately the part of the last word after the last `@`, `:`, `=` or quote.
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

    test("only the options of the given operation are offered", async () => {
        const names = await offered("call", "groups.list", "--");
        expect(names).toEqual(expect.arrayContaining(["--group-name", "--page-size", "--all", "--json", "--timeout"]));
        expect(names).not.toContain("--campaign-id");
    });

    test("a partial option is completed, also after other options", async () => {
        expect(await offered("call", "groups.list", "--group-name", "x", "--requestab")).toEqual(["--requestable"]);
    });

    test("enum values are offered, even for long enums", async () => {
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
        // Copies of an existing group with other names.
        for (const name of ["Payments on-call", "prod-db", ...hostile])
            service.store.groups.set({ ...(group as NonNullable<typeof group>), group_id: randomUUID(), name });
    });
    afterAll(async () => {
        await service?.close();
        service = undefined;
    });
    /** Retries until names are offered, because the first request may time out on a slow machine. */
    async function eventuallyOffered(...words: string[]): Promise<string[]> {
        return vi.waitFor(
            async () => {
                const names = await offered(...words);
                expect(names).not.toEqual([]);
                return names;
            },
            { timeout: 300_000 },
        );
    }

    const group = ["call", "groups.get", "--group-id"];

    test.each([
        ["without quotes", [...group, "Pay"], ["Payments\\ on-call"]],
        ["after a backslash", [...group, "Payments\\ o"], ["Payments\\ on-call"]],
        ["in double quotes", [...group, '"Payments o'], ["Payments on-call"]],
        ["in single quotes", [...group, "'Payments o"], ["Payments on-call"]],
        ["after the equals sign of an option", ["call", "groups.get", "--group-id=Pay"], ["Payments\\ on-call"]],
        ["after the @ of an email", ["call", "users.get", "--user-id", "ada@"], ["tidewater.example"]],
        ["after the equals sign of a tag", ["call", "tags.get", "--tag-id", "region="], ["eu"]],
    ])("names are offered %s", async (_, words, expected) => {
        expect(await eventuallyOffered(...words)).toEqual(expected);
    });

    test.each([
        ["after a character that the shell would expand", [...group, '"$']],
        ["for a kind without names", ["call", "requests.get", "--id", ""]],
    ])("names are not offered %s", async (_, words) => {
        expect(await offered(...words)).toEqual([]);
    });

    test("hostile names are inserted literally, and no command in them runs", async () => {
        const names = await eventuallyOffered(...group, "");
        expect(names).toContain("prod-db");
        const written = hostile.filter((name) => !/^-|\n/.test(name));
        const { stdout } = await run("bash", ["-c", `printf '%s\\n' ${names.join(" ")}`]);
        expect(stdout.split("\n")).toEqual(expect.arrayContaining(written));
        expect(stdout).not.toMatch(/^(--all|a|b)$/m);
        expect(existsSync(marker)).toBe(false);
    });

    test("names are requested at most once a minute, and cached in files that only their owner can read", async () => {
        await eventuallyOffered(...group, "");
        service?.calls.clear();
        expect(await offered(...group, "prod")).toEqual(["prod-db"]);
        expect(service?.calls.all()).toEqual([]);
        const kept = join(folder, "cache/access-governance");
        for (const file of readdirSync(kept)) {
            expect(statSync(join(kept, file)).mode & 0o077).toBe(0);
            expect(readFileSync(join(kept, file), "utf8")).not.toContain(service?.token);
        }
    });

    test("only names that need no quotes are offered to a shell that does not add them", async () => {
        await eventuallyOffered(...group, "");
        const env = {
            ...process.env,
            XDG_CACHE_HOME: join(folder, "cache"),
            ACCESS_GOVERNANCE_URL: service?.url,
            ACCESS_GOVERNANCE_TOKEN: service?.token,
        };
        const { stdout } = await run(process.execPath, [MAIN, "complete", "--", ...group, ""], { env });
        expect(stdout.split("\n").map((line) => line.split("\t")[0])).toEqual([
            "Everyone",
            "Contractors",
            "prod-db",
            ":4",
            "",
        ]);
    });

    test("no names are offered, and nothing is printed, if the service is slow or returns an error", async () => {
        const addFault = (answer: FaultAnswer) =>
            service?.faults.add({ operation: "getGroups", when: "before", times: 1, answer });
        rmSync(join(folder, "cache"), { recursive: true, force: true });
        addFault({ status: 500 });
        expect(await offered(...group, "")).toEqual([]);
        service?.calls.clear();
        addFault({ delayMs: 60_000 });
        expect(await offered(...group, "")).toEqual([]);
        // The service has not responded yet, even if it has the call.
        expect(service?.calls.all().filter(({ status }) => status !== 0)).toEqual([]);
    });
});

describe.concurrent("scripts", () => {
    test("the Bash script is valid and contains no path of this machine", async () => {
        await run("bash", ["--norc", "--noprofile", "-n", scriptFile]);
        expect(script).toContain("complete -F");
        expect(script).not.toContain(root);
    });

    // The syntax is not checked, because zsh is not installed on every machine.
    test("the zsh script completes the same command", async () => {
        const text = await complete("zsh");
        expect(text).toMatch(/^#compdef access-governance$/m);
        expect(text).toContain("complete --");
        expect(text).not.toContain(root);
    });

    test("an unknown shell is refused", async () => {
        const refusal = run(process.execPath, [MAIN, "complete", "csh"]);
        await expect(refusal).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining("zsh, bash") });
    });
});

test("offered commands and options contain no shell syntax, and completing them does not run `pulumi`", async () => {
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
])("%j does not load slow modules: the client, the schemas and Pulumi", async (args) => {
    const hook = join(folder, "loaded.cjs");
    writeFileSync(hook, 'process.on("exit", () => console.log(Object.keys(require.cache).join("\\n")));');
    const { stdout } = await run(process.execPath, ["--require", hook, MAIN, ...args], { env: { PATH } });
    expect(stdout).toContain(join(root, "dist/cli/command-line.js"));
    expect(stdout).not.toMatch(/node_modules.(zod|axios|@pulumi|string-width)|api.client\.js/);
});

test("each suggestion is one line with a description", async () => {
    const lines = (await complete("--", "call", "")).trimEnd().split("\n");
    expect(lines.pop()).toBe(":4");
    const operations = lines.filter((line) => !line.startsWith("help\t"));
    expect(operations).toHaveLength(operationIds.length);
    for (const line of operations) expect(line).toMatch(/^[a-zA-Z]+\.[a-zA-Z]+\t\S/);
});
