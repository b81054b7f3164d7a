/** Failing programs, run by the local engine: they use little memory, and report the cause. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Run } from "../../src/local/engine/contract/stack.js";
import { openStack } from "../../src/local/engine/open-stack.js";
import { World } from "../proofs/conformance/world.js";

/** Guaranteed maximum memory in megabytes. A program that formats its errors without an end needs more. */
const MOST_MEGABYTES = 500;

/** The running version of Node, and further ones by path: `NODES=/path/to/node22:/path/to/node24`. */
const nodes = [process.execPath, ...(process.env.NODES ?? "").split(delimiter).filter(Boolean)];

/** The engine shortens the errors of any program by replacing `util.inspect`. This prevents it, so that the package is tested without that help. */
const BLOCK_INSPECT = `
const util = require("node:util");
const inspect = util.inspect;
Object.defineProperty(util, "inspect", { get: () => inspect, set: () => {}, enumerable: true });
`;

let world: World;
let folder: string;

beforeAll(async () => {
    world = await World.start();
    folder = mkdtempSync(join(tmpdir(), "program-errors-"));
    writeFileSync(join(folder, "uncured.cjs"), BLOCK_INSPECT);
});

afterAll(async () => {
    await world?.close();
    rmSync(folder, { recursive: true, force: true });
});

/** What a program used. */
interface Used {
    readonly megabytes: number;
}

interface Failed extends Run, Used {
    readonly errors: readonly string[];
}

async function runFailing(node: string, name: string, settings?: Record<string, string>): Promise<Failed> {
    const used = join(folder, "used");
    rmSync(used, { force: true });
    const own = process.execPath;
    // The engine starts programs with the Node executable that it runs on itself.
    process.execPath = node;
    const stack = await openStack({
        program: join(__dirname, "../programs/errors"),
        engine: "local",
        env: {
            ACCESS_GOVERNANCE_URL: "",
            ACCESS_GOVERNANCE_TOKEN: "",
            OPAL_AUTH_TOKEN: "",
            ERRORS_CASE: name,
            USED_FILE: used,
            NODE_OPTIONS: `--max-old-space-size=400 --require ${JSON.stringify(join(folder, "uncured.cjs"))}`,
        },
        config: settings ?? {
            "access-governance:url": world.service.url,
            "access-governance:token": world.service.token,
        },
    });
    try {
        const run = await stack.up();
        const errors = run.diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message);
        // The file is missing if the program ran out of memory and was killed.
        return { ...run, errors, ...(JSON.parse(readFileSync(used, "utf8")) as Used) };
    } finally {
        await stack.close();
        process.execPath = own;
    }
}

const known = (name: string) =>
    `No app found with name "${name}". Names are compared exactly. Help: npx --no-install access-governance explain MissingError`;

describe.each(nodes)("a failing program on %s", (node) => {
    it.each<[string, string | RegExp]>([
        ["a misspelt name whose result is used in other resources", known("misspelt")],
        ["a misspelt name that is awaited", known("misspelt")],
        [
            "an action on an object that does not exist",
            /^Read one campaign: GET \/campaigns\/b7c6[^\n]* returned 404[^\n]*$/,
        ],
        ["an error in apply", /broken on purpose/],
        ["a promise that is rejected", /broken on purpose/],
        ["a provider without a token", /^Provider "eu": token is missing\. Set it, for example to [^\n]+$/],
        [
            "an output that resolves to a Date",
            /^Delegation "delegation": startTime is a Date: use an ISO string[^\n]+$/,
        ],
        ["an error that the SDK throws", /Cannot call '.get' during update or preview/],
        ["an error that holds much of the memory", /broken on purpose/],
        ["a thrown string instead of an error", /broken on purpose/],
    ])("reports the cause of %s", async (name, sentence) => {
        const run = await runFailing(node, name);
        expect(run.exitCode).toBe(1);
        expect(run.errors).toEqual([typeof sentence === "string" ? sentence : expect.stringMatching(sentence)]);
        expect(run.errors[0]?.length).toBeLessThan(5000);
        expect(run.megabytes).toBeLessThan(MOST_MEGABYTES);
    });

    it("reports each message of several failed lookups once", async () => {
        const run = await runFailing(node, "several failed lookups");
        expect([...run.errors].sort()).toEqual([
            known("misspelt"),
            ...["ada", "bruno", "chiyo"].map((name) => expect.stringContaining(`"${name}@misspelt.example"`)),
        ]);
        const unset = await runFailing(node, "several failed lookups", {});
        expect(unset.errors).toEqual([expect.stringMatching(/^No service URL configured\. [^\n]+$/)]);
    });

    it("reports that url and token are missing", async () => {
        const run = await runFailing(node, "a misspelt name whose result is used in other resources", {});
        expect(run.errors).toEqual([expect.stringMatching(/^No service URL configured\. [^\n]+$/)]);
        expect(run.megabytes).toBeLessThan(MOST_MEGABYTES);
    });
});
