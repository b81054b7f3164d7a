/** Programs that share a process: each must run as if it had its own process. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Run, StackOptions } from "../../../src/local/engine/contract/stack.js";
import { openStack } from "../../../src/local/engine/open-stack.js";

let folder: string;
let printed: string[];

beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "host-"));
});
beforeEach(() => {
    printed = [];
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the program with this source; its outputs are what it exports. */
async function runs(source: string, options: Partial<StackOptions> = {}, name = "index.js"): Promise<Run> {
    const program = join(folder, name);
    writeFileSync(program, source);
    const onOutput = (line: string) => printed.push(line.trim());
    const stack = await openStack({ program, engine: "local", onOutput, ...options });
    try {
        return await stack.up();
    } finally {
        await stack.close();
    }
}

const PID = "exports.pid = process.pid;\n";

it("the second run of a program uses the process of the first run", async () => {
    const first = await runs(PID);
    const second = await runs(PID);
    expect(first.exitCode).toBe(0);
    expect(second.outputs.pid).toBe(first.outputs.pid);
});

it("packages for serializing functions and exporting traces are not loaded", async () => {
    const packages = [
        "typescript",
        "@npmcli/arborist",
        "@opentelemetry/sdk-trace-node",
        "@opentelemetry/exporter-zipkin",
    ];
    const source = `${PID}exports.loaded = ${JSON.stringify(packages)}.filter((name) =>
        Object.keys(require.cache).some((file) => file.includes("/node_modules/" + name + "/")));`;
    // In a new process, because the compiler stays loaded once a program has used it.
    expect((await runs(source, { env: { NODE_NO_WARNINGS: "1" } })).outputs.loaded).toEqual([]);
});

it("a run does not see the globals, patches and listeners of the previous run", async () => {
    writeFileSync(join(folder, "module.js"), "let runs = 0;\nexports.next = () => (runs += 1);\n");
    const source = `${PID}
        exports.runs = require("./module.js").next();
        exports.global = globalThis.left ?? null;
        exports.variable = process.env.LEFT ?? null;
        exports.limit = Error.stackTraceLimit;
        exports.extension = require.extensions[".left"] ? "left" : null;
        exports.listeners = process.listenerCount("SIGUSR2");
        const Module = require("module");
        exports.patched = [Date, Module._resolveFilename, process.stdout.write].map(({ name }) => name);
        globalThis.Date = class Left extends Date {};
        for (const [object, key] of [[Module, "_resolveFilename"], [process.stdout, "write"]]) {
            const own = object[key];
            object[key] = function left(...args) { return own.apply(this, args); };
        }
        globalThis.left = process.env.LEFT = "left";
        Error.stackTraceLimit = 1;
        require.extensions[".left"] = () => {};
        process.on("SIGUSR2", () => {});
    `;
    const first = await runs(source);
    const second = await runs(source);
    expect(first.outputs).toMatchObject({ runs: 1, global: null, variable: null, extension: null, listeners: 0 });
    expect(second.outputs).toEqual(first.outputs);
});

it("the schemas of the API are loaded once, and the modules that use them in every run", async () => {
    const installed = join(folder, "node_modules/pulumi-access-governance");
    mkdirSync(join(installed, "api/generated"), { recursive: true });
    mkdirSync(join(folder, "generated"));
    const at = "exports.at = process.hrtime().join();\n";
    writeFileSync(join(installed, "package.json"), '{ "exports": { "./client": "./api/index.js" } }');
    writeFileSync(join(installed, "api/index.js"), "exports.schemas = require('./generated/zod.gen.js');\n");
    writeFileSync(join(installed, "api/generated/zod.gen.js"), at);
    writeFileSync(join(folder, "generated/zod.gen.js"), at);
    const source = `const client = require("pulumi-access-governance/client");
        exports.at = client.schemas.at;
        exports.other = require("./generated/zod.gen.js").at;
        exports.uses = client.uses = (client.uses ?? 0) + 1;`;
    const { other, ...first } = (await runs(source)).outputs;
    const second = (await runs(source)).outputs;
    expect(first.uses).toBe(1);
    expect(second).toMatchObject(first);
    expect(second.other).not.toBe(other);
});

it("a run uses the edited program and the new environment", async () => {
    const first = await runs(`${PID}exports.seen = process.env.SEEN;`, { env: { SEEN: "one" } });
    const second = await runs(`${PID}exports.seen = [process.env.SEEN];`, { env: { SEEN: "two" } });
    expect(second.outputs).toEqual({ pid: first.outputs.pid, seen: ["two"] });
});

it("every line is printed in its own run, even an unterminated last line", async () => {
    await runs(`${PID}process.stdout.write("out"); process.stderr.write("err");`);
    expect(printed).toEqual(expect.arrayContaining(["out", "err"]));
    printed = [];
    await runs(`${PID}console.log("again");`);
    expect(printed).toContain("again");
    expect(printed.filter((line) => /^(out|err)$|end of/.test(line))).toEqual([]);
});

it("a program that calls process.exit fails with its exit code, and the next run works", async () => {
    await runs(PID);
    const ended = await runs("process.exit(3);");
    expect(ended.exitCode).toBe(1);
    expect(ended.output).toContain("The program ended with exit code 3");
    expect((await runs(PID)).exitCode).toBe(0);
});

it("an exit code set by a program affects only its own run", async () => {
    await runs(PID);
    const left = await runs("process.exitCode = 7;");
    expect(left.output).toContain("The program ended with exit code 7");
    expect((await runs(PID)).exitCode).toBe(0);
});

it("an uncaught error ends only its own run", async () => {
    await runs(PID);
    const failed = await runs('setTimeout(() => { throw new Error("broken on purpose"); }, 5);');
    expect(failed.exitCode).toBe(1);
    expect(failed.diagnostics.map(({ message }) => message).join()).toContain("broken on purpose");
    expect((await runs(PID)).exitCode).toBe(0);
});

it("a resource that never resolves makes every run fail", async () => {
    const source = `const { CustomResource } = require(${JSON.stringify(require.resolve("@pulumi/pulumi"))});
        new CustomResource("pulumi-nodejs:dynamic:Resource", "waiting", { never: new Promise(() => {}) });`;
    for (const _ of [1, 2]) {
        const run = await runs(source);
        expect(run.exitCode).toBe(1);
        expect(run.output).toContain("exited before the following resource");
    }
});

it("an imported module is loaded again in the next run", async () => {
    writeFileSync(join(folder, "counted.mjs"), "export let runs = 0;\nexport const next = () => (runs += 1);\n");
    const source = 'module.exports = async () => ({ runs: (await import("./counted.mjs")).next() });';
    await runs(PID);
    expect((await runs(source)).outputs).toEqual({ runs: 1 });
    expect((await runs(source)).outputs).toEqual({ runs: 1 });
});

it("a program that is an ES module is loaded again in the next run", async () => {
    mkdirSync(join(folder, "module"));
    writeFileSync(join(folder, "module/package.json"), '{ "type": "module" }');
    const source = "globalThis.runs = (globalThis.runs ?? 0) + 1;\nexport const runs = globalThis.runs;\n";
    expect((await runs(source, {}, "module/index.js")).outputs).toEqual({ runs: 1 });
    expect((await runs(source.replace("+ 1", "+ 10"), {}, "module/index.js")).outputs).toEqual({ runs: 10 });
});

it("a program that is an ES module can import a module that another program required", async () => {
    mkdirSync(join(folder, "importing"));
    writeFileSync(join(folder, "importing/package.json"), '{ "type": "module" }');
    writeFileSync(join(folder, "inner.js"), "exports.value = 1;\n");
    writeFileSync(join(folder, "outer.js"), 'module.exports = require("./inner.js");\n');
    expect((await runs('exports.value = require("./outer.js").value;')).outputs).toEqual({ value: 1 });
    const source = 'import { value as imported } from "../outer.js";\nexport const value = imported;\n';
    expect((await runs(source, {}, "importing/index.js")).outputs).toEqual({ value: 1 });
});

it("a module with ES module syntax in a .js file is loaded again in the next run", async () => {
    const written = (step: number) =>
        writeFileSync(join(folder, "counted.js"), `export const runs = (globalThis.runs ?? 0) + ${step};\n`);
    const source = 'exports.runs = require("./counted.js").runs;';
    written(1);
    expect((await runs(source)).outputs).toEqual({ runs: 1 });
    written(10);
    expect((await runs(source)).outputs).toEqual({ runs: 10 });
});

it("a module required by NODE_OPTIONS is loaded in every run", async () => {
    const first = join(folder, "first.cjs");
    writeFileSync(first, "globalThis.first = process.pid;");
    const options = { env: { NODE_OPTIONS: `--require ${JSON.stringify(first)}` } };
    const source = `${PID}exports.first = globalThis.first;`;
    const runsOf = [await runs(source, options), await runs(source, options)];
    for (const { outputs } of runsOf) expect(outputs.first).toBe(outputs.pid);
    expect(runsOf[0]?.outputs.pid).not.toBe(runsOf[1]?.outputs.pid);
});

it("closing the stack ends a program that never ends, and the next run works", async () => {
    const program = join(folder, "index.js");
    const started = join(folder, "started");
    writeFileSync(program, `require("fs").writeFileSync(${JSON.stringify(started)}, ""); setInterval(() => {}, 1000);`);
    const stack = await openStack({ program, engine: "local" });
    const run = stack.up();
    await expect.poll(() => existsSync(started)).toBe(true);
    await stack.close();
    expect((await run).exitCode).toBe(1);
    expect((await runs(PID)).exitCode).toBe(0);
});
