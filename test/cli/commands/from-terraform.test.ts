import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { EXIT_CODES } from "../../../src/cli/exit-codes.js";
import type { Service } from "../../../src/local/service/index.js";
import { programsFolder, removeFolder, serviceOf, stateText } from "../../adopt/export/terraform/moved.js";
import { runCommand, startCommand } from "../command.js";

const states = join(__dirname, "../../adopt/export/terraform/states");

let folder: string;
let odd: Service;
let adopted: Service;

beforeAll(async () => {
    folder = programsFolder();
    [odd, adopted] = await Promise.all([serviceOf("odd"), serviceOf("adopted")]);
});
afterEach(() => {
    odd.calls.clear();
});
afterAll(async () => {
    await Promise.all([odd?.close(), adopted?.close()]);
    removeFolder(folder);
});

/** Runs the command in this process. */
function fromTerraform({ url, token }: Pick<Service, "url"> & { token: string | undefined }, ...args: string[]) {
    // A separate backend, so that the Pulumi login of this machine is not used.
    mkdirSync(join(folder, "backend"), { recursive: true });
    const env = { PULUMI_BACKEND_URL: `file://${join(folder, "backend")}`, PULUMI_CONFIG_PASSPHRASE: "from-terraform" };
    return runCommand(["from-terraform", ...args], { url, token, env });
}

/** Runs the command, which must fail with a usage error, and returns the message. */
async function refused(...given: Parameters<typeof fromTerraform>): Promise<string> {
    const { code, stderr } = await fromTerraform(...given);
    expect(code).toBe(EXIT_CODES.usage);
    return stderr;
}

const writesOf = ({ calls }: Service) => calls.writes().filter(({ operation }) => operation !== "runQuery");

describe("access-governance from-terraform", () => {
    test("writes the program, lists entries that were not converted in the README, and exits with 16", async () => {
        const out = join(folder, "odd");
        const { stdout, code } = await fromTerraform(odd, `${states}/odd.tfstate`, "--out", out, "--project", "ours");
        expect(stdout).toMatch(/^export: 4 declarations in \d+ files, 1 could not be declared\n/);
        expect(stdout).toContain("terraform: 2 entries of the state not converted\n");
        expect(stdout).toContain("README.md explains the next steps");
        expect(code).toBe(EXIT_CODES.incomplete);
        expect(readFileSync(join(out, "Pulumi.yaml"), "utf8")).toContain("name: ours\n");
        expect(readFileSync(join(out, "README.md"), "utf8")).toContain(
            "| `opal_owner.tainted` | Owner `tainted-owner` |",
        );
        expect(writesOf(odd)).toEqual([]);
    });

    test("with --stack, previews no changes and exits with 0", async () => {
        const out = join(folder, "adopted");
        const run = await fromTerraform(adopted, `${states}/adopted.tfstate`, "--out", out, "--stack", "prod");
        expect(run.stdout).toMatch(/^export: 13 declarations in \d+ files, 0 could not be declared\n/);
        expect(run.stdout).toMatch(/preview \(.+\): 0 changes\n/);
        expect(run.stdout).not.toContain("terraform:");
        expect(run.code).toBe(0);
        expect(readdirSync(join(out, "state")).sort()).toEqual(["import.json", "prod.json"]);
        expect(writesOf(adopted)).toEqual([]);
    });

    test("reads a state from a pipe", async () => {
        const out = join(folder, "piped");
        const given = { url: odd.url, token: odd.token, stdin: stateText("odd") };
        const { code, stdout } = await startCommand(["from-terraform", "-", "--out", out], given).ended;
        expect(code).toBe(EXIT_CODES.incomplete);
        expect(stdout).toContain("4 declarations");
        expect(existsSync(join(out, "index.ts"))).toBe(true);
    });
});

describe("invalid input is refused before any call or file", () => {
    test.each([
        ["encrypted", stateText("encrypted"), /encrypted/],
        ["destroyed", stateText("destroyed"), /None of the objects in this state can be declared/],
        ["show", '{"format_version":"1.0","values":{"root_module":{}}}', /show -json/],
        ["garbage", "no state at all", /it is not JSON/],
        ["empty", "", /The input is empty\./],
    ])("refuses a state: %s", async (name, text, message) => {
        const file = join(folder, `${name}.tfstate`);
        writeFileSync(file, text);
        const out = join(folder, `refused-${name}`);
        expect(await refused(odd, file, "--out", out)).toMatch(message);
        expect(existsSync(out)).toBe(false);
        expect(odd.calls.all()).toEqual([]);
    });

    test("refuses a folder that is not empty", async () => {
        const out = join(folder, "full");
        mkdirSync(out);
        writeFileSync(join(out, "mine.txt"), "mine");
        expect(await refused(odd, `${states}/odd.tfstate`, "--out", out)).toMatch(/is not empty/);
        expect(readdirSync(out)).toEqual(["mine.txt"]);
        expect(odd.calls.all()).toEqual([]);
    });

    test("requires --out and a state", async () => {
        expect(await refused(odd, `${states}/odd.tfstate`)).toMatch(/--out/);
        expect(await refused(odd, "--out", join(folder, "none"))).toMatch(/state/);
    });
});
