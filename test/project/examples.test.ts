/** The examples of docs/kinds: every kind has one, and a program with all of them runs. They are compiled with the package. */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { kindExample } from "../../scripts/kinds/examples.js";
import { fileName } from "../../scripts/kinds/lists.js";
import { pythonEnumMember } from "../../src/adopt/export/program/python-source.js";
import type { Run, Stack } from "../../src/local/engine/contract/stack.js";
import { openStack } from "../../src/local/engine/open-stack.js";
import { onPath } from "../../src/local/engine/pulumi.js";
import { kinds } from "../../src/resources/kinds.js";
import { World } from "../proofs/conformance/world.js";

const root = join(__dirname, "../..");
const folder = join(root, "examples/kinds");

let world: World;
let stack: Stack;

beforeAll(async () => {
    world = await World.start();
    stack = await openStack({
        program: join(__dirname, "../programs/examples"),
        env: { ACCESS_GOVERNANCE_URL: "", ACCESS_GOVERNANCE_TOKEN: "", OPAL_AUTH_TOKEN: "" },
        config: {
            "access-governance:url": world.service.url,
            "access-governance:token": { secret: world.service.token },
            "examples:webhookKey": { secret: "key-of-the-receiver" },
        },
    });
});

afterAll(async () => {
    await stack?.close();
    await world?.close();
});

const errors = ({ diagnostics }: Run) =>
    diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message);

test("every kind has an example that declares it, and there are no other examples", () => {
    const examples = readdirSync(folder).filter((file) => file.endsWith(".ts"));
    expect(examples.sort()).toEqual(kinds.map(({ name }) => `${fileName(name)}.ts`).sort());
    const withoutExample = kinds.filter(({ name }) => {
        const text = readFileSync(join(folder, `${fileName(name)}.ts`), "utf8");
        return !text.includes(`new access.${name}(`);
    });
    expect(withoutExample.map(({ name }) => name)).toEqual([]);
});

test.each(kinds.map(({ name }) => name))("the example of %s in YAML refers only to what it contains", (kind) => {
    const { yaml } = kindExample(kind);
    const { config = {}, variables = {}, resources, outputs = {} } = parse(yaml);
    const declared: { type: string }[] = Object.values(resources);
    expect(declared.map(({ type }) => type)).toContain(`access-governance:${kind}`);
    const names = new Set([config, variables, resources].flatMap((section) => Object.keys(section)));
    const used = JSON.stringify([variables, resources, outputs]).match(/(?<=\$\{)\w+/g) ?? [];
    expect(used.filter((name) => !names.has(name))).toEqual([]);
});

test.runIf(onPath("python3"))("the examples in Python compile, and name members that the enums of the SDK have", () => {
    const all = kinds.map(({ name }) => [`${name}.py`, kindExample(name).python] as const);
    const script = "import sys, json\nfor name, text in json.load(sys.stdin): compile(text, name, 'exec')";
    const { status, stderr } = spawnSync("python3", ["-c", script], { input: JSON.stringify(all), encoding: "utf8" });
    expect(stderr).toBe("");
    expect(status).toBe(0);
    const { types } = JSON.parse(readFileSync(join(root, "api/plugin.schema.json"), "utf8"));
    const members = all.flatMap(([, text]) => text.match(/(?<=access\.)[A-Z]\w*\.[A-Z]\w*/g) ?? []);
    expect(members.length).toBeGreaterThan(10);
    for (const member of members) {
        const [name, value = ""] = member.split(".");
        const values: { value: string }[] = types[`access-governance:index:${name}`].enum;
        expect(values.map((one) => pythonEnumMember(one.value))).toContain(value);
    }
});

test("a program of all examples is deployed, previews without changes, exposes no secret, and is destroyed", async () => {
    const created = await stack.up();
    expect(errors(created)).toEqual([]);
    const made = new Set(created.steps.filter(({ op }) => op === "create").map(({ type }) => type.split(":").at(-1)));
    expect(kinds.map(({ name }) => name).filter((name) => !made.has(name))).toEqual([]);
    const clean = await stack.preview({ expectNoChanges: true });
    expect(errors(clean)).toEqual([]);
    expect(clean.exitCode).toBe(0);
    expect(created.output + JSON.stringify(await stack.exportState())).not.toContain("key-of-the-receiver");
    expect(errors(await stack.destroy())).toEqual([]);
});
