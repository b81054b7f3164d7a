import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { EXIT_CODES, exitCodeOf } from "../../src/cli/exit-codes.js";
import { addFromTerraform } from "../../src/cli/from-terraform.js";
import { SettingsError, UsageError } from "../../src/errors.js";
import type { Service } from "../../src/service/index.js";
import { programsFolder, removeFolder, serviceOf, stateText } from "../export/terraform/moved.js";

const states = join(__dirname, "../export/terraform/states");

let folder: string;
let odd: Service;
let adopted: Service;

beforeAll(async () => {
    folder = programsFolder();
    [odd, adopted] = await Promise.all([serviceOf("odd"), serviceOf("adopted")]);
});
afterEach(() => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
    process.exitCode = undefined;
    odd.calls.clear();
});
afterAll(async () => {
    await Promise.all([odd?.close(), adopted?.close()]);
    removeFolder(folder);
});

/** The command, run in this process. */
async function fromTerraform(service: Pick<Service, "url"> & { token: string | undefined }, ...args: string[]) {
    vi.stubEnv("ACCESS_GOVERNANCE_URL", service.url);
    vi.stubEnv("ACCESS_GOVERNANCE_TOKEN", service.token);
    vi.stubEnv("OPAL_AUTH_TOKEN", undefined);
    // The state of nobody who is logged in on this machine.
    mkdirSync(join(folder, "backend"), { recursive: true });
    vi.stubEnv("PULUMI_BACKEND_URL", `file://${join(folder, "backend")}`);
    vi.stubEnv("PULUMI_CONFIG_PASSPHRASE", "from-terraform");
    const said = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"] as const) {
        vi.spyOn(process[name], "write").mockImplementation((more) => {
            said[name] += more;
            return true;
        });
    }
    const program = new Command("access-governance").exitOverride();
    addFromTerraform(program);
    await program.parseAsync(["from-terraform", ...args], { from: "user" });
    vi.restoreAllMocks();
    const { exitCode } = process;
    process.exitCode = undefined;
    return { ...said, exitCode };
}

const writesOf = ({ calls }: Service) => calls.writes().filter(({ operation }) => operation !== "runQuery");

describe("access-governance from-terraform", () => {
    test("writes the program, and says by its exit code that the README lists what is not in it", async () => {
        const out = join(folder, "odd");
        const { stdout, exitCode } = await fromTerraform(
            odd,
            `${states}/odd.tfstate`,
            "--out",
            out,
            "--project",
            "ours",
        );
        expect(stdout).toMatch(/^export: 4 declarations in \d+ files, 1 could not be declared\n/);
        expect(stdout).toContain("terraform: 2 entries of the state not taken over\n");
        expect(stdout).toContain("README.md says how to go on");
        expect(exitCode).toBe(EXIT_CODES.incomplete);
        expect(readFileSync(join(out, "Pulumi.yaml"), "utf8")).toContain("name: ours\n");
        expect(readFileSync(join(out, "README.md"), "utf8")).toContain(
            "| `opal_owner.tainted` | Owner `tainted-owner` |",
        );
        expect(writesOf(odd)).toEqual([]);
    });

    test("with a stack it previews no change, and all is well", { timeout: 60_000 }, async () => {
        const out = join(folder, "adopted");
        const run = await fromTerraform(adopted, `${states}/adopted.tfstate`, "--out", out, "--stack", "prod");
        expect(run.stdout).toMatch(/^export: 13 declarations in \d+ files, 0 could not be declared\n/);
        expect(run.stdout).toMatch(/preview \(.+\): 0 changes\n/);
        expect(run.stdout).not.toContain("terraform:");
        expect(run.exitCode).toBeUndefined();
        expect(readdirSync(join(out, "state")).sort()).toEqual(["import.json", "prod.json"]);
        expect(writesOf(adopted)).toEqual([]);
    });

    test("reads a state from a pipe", { timeout: 60_000 }, async () => {
        const out = join(folder, "piped");
        const { code, stdout } = await piped(stateText("odd"), "-", "--out", out);
        expect(code).toBe(EXIT_CODES.incomplete);
        expect(stdout).toContain("4 declarations");
        expect(existsSync(join(out, "index.ts"))).toBe(true);
    });

    test("says what it takes, with examples", () => {
        const program = new Command("access-governance").exitOverride();
        addFromTerraform(program);
        let help = "";
        const [command] = program.commands;
        command?.configureOutput({ writeOut: (text) => (help += text) });
        command?.outputHelp();
        expect(help).toContain("from-terraform [options] <state>");
        expect(help).toContain("$ access-governance from-terraform terraform.tfstate --out access --stack dev");
        expect(help).toContain("It only reads from the service");
        expect(help).toContain("16 done in part");
    });
});

describe("is refused before anything is asked or written", () => {
    test.each([
        ["encrypted", stateText("encrypted"), /encrypted/],
        ["destroyed", stateText("destroyed"), /manages nothing/],
        ["show", '{"format_version":"1.0","values":{"root_module":{}}}', /show -json/],
        ["garbage", "no state at all", /no JSON document/],
        ["empty", "", /nothing to read/],
    ])("%s", async (name, text, message) => {
        const file = join(folder, `${name}.tfstate`);
        writeFileSync(file, text);
        const out = join(folder, `refused-${name}`);
        const refused = fromTerraform(odd, file, "--out", out);
        await expect(refused).rejects.toThrow(message);
        const error = await refused.catch((reason: unknown) => reason);
        expect(error).toBeInstanceOf(UsageError);
        expect(exitCodeOf(error)).toBe(EXIT_CODES.usage);
        expect(existsSync(out)).toBe(false);
        expect(odd.calls.all()).toEqual([]);
    });

    test("a file that is not there", async () => {
        const refused = fromTerraform(odd, join(folder, "missing.tfstate"), "--out", join(folder, "x"));
        await expect(refused).rejects.toThrow(/The Terraform state could not be read: ENOENT/);
    });

    test("a folder that has files", async () => {
        const out = join(folder, "full");
        mkdirSync(out);
        writeFileSync(join(out, "mine.txt"), "mine");
        const refused = fromTerraform(odd, `${states}/odd.tfstate`, "--out", out);
        await expect(refused).rejects.toThrow(/has files already/);
        expect(readdirSync(out)).toEqual(["mine.txt"]);
        expect(odd.calls.all()).toEqual([]);
    });

    test("without a token", async () => {
        const refused = fromTerraform(
            { url: odd.url, token: undefined },
            `${states}/odd.tfstate`,
            "--out",
            join(folder, "no-token"),
        );
        await expect(refused).rejects.toThrow(SettingsError);
    });

    test("without a folder, or a state", async () => {
        await expect(fromTerraform(odd, `${states}/odd.tfstate`)).rejects.toThrow(/--out/);
        await expect(fromTerraform(odd, "--out", join(folder, "none"))).rejects.toThrow(/state/);
    });
});

/** The command as it is installed, with a state on its standard input. */
function piped(text: string, ...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
    const main = join(__dirname, "../../dist/cli/main.js");
    const env = { ...process.env, ACCESS_GOVERNANCE_URL: odd.url, ACCESS_GOVERNANCE_TOKEN: odd.token };
    return new Promise((resolve) => {
        const child = execFile(
            process.execPath,
            [main, "from-terraform", ...args],
            { env },
            (error, stdout, stderr) => {
                resolve({ code: Number(error?.code ?? 0), stdout, stderr });
            },
        );
        child.stdin?.end(text);
    });
}
