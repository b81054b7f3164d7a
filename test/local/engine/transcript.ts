import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Run, Stack } from "../../../src/local/engine/contract/stack.js";
import { openStack } from "../../../src/local/engine/open-stack.js";
import { orderedCalls, orderedSteps, relation } from "./order.js";
import type { Program, Scenario, ScenarioStep, World } from "./scenarios.js";

/** One call to the provider, as the provider recorded it. */
export interface Call {
    kind: string;
    name?: string;
    method: string;
    /** Number of the provider process that handled the call, counted from 1 in each command. */
    process: number;
    args: unknown;
    result?: unknown;
    throws?: unknown;
}

export interface StepTranscript {
    operation: string;
    note?: string;
    exitCode: number;
    calls: Call[];
    steps: string[];
    diagnostics: string[];
    outputs: Record<string, unknown>;
    state: unknown[];
}

export interface Transcript {
    scenario: string;
    about: string;
    steps: StepTranscript[];
}

const ENTITY = "urn:pulumi:dev::probe::pulumi-nodejs:dynamic/probe:Entity";

export const PROBE = resolve(__dirname, "probe");

/** Runs a scenario on an engine and returns what happened, without the values that differ between runs. */
export async function play(scenario: Scenario, engine: "pulumi" | "local"): Promise<Transcript> {
    const folder = mkdtempSync(join(tmpdir(), "probe-"));
    const env = { PROBE_FOLDER: folder, ...scenario.env };
    const config = { "probe:token": { secret: "hush" }, "probe:region": "north", ...scenario.config };
    let world: World = { objects: {}, made: {}, answers: [] };
    const programs: Program[] = [];
    const programOf = new Map<string, Program>();
    const steps: StepTranscript[] = [];
    const stacks = new Map<string, Stack>();
    const backend = join(folder, "backend");
    try {
        for (const name of new Set(scenario.steps.map(({ stack = "dev" }) => stack)))
            stacks.set(name, await openStack({ program: PROBE, stack: name, config, env, engine, backend }));
        for (const step of scenario.steps) {
            const name = step.stack ?? "dev";
            const stack = stacks.get(name);
            if (!stack) throw new Error(`the stack ${name} is not open`);
            if (step.program) programs.push(step.program);
            if (step.program) programOf.set(name, step.program);
            for (const removed of step.outside?.removedStacks ?? [])
                rmSync(join(backend, ".pulumi", "stacks", "probe", `${removed}.json`));
            world = edited(existsSync(join(folder, "world.json")) ? readJson(join(folder, "world.json")) : world, step);
            writeFileSync(join(folder, "world.json"), JSON.stringify(world));
            writeFileSync(join(folder, "program.json"), JSON.stringify(programOf.get(name)));
            rmSync(join(folder, "calls.jsonl"), { force: true });
            for (const [key, value] of Object.entries(step.config ?? {})) await stack.setConfig(key, value);
            const run = await operate(stack, step);
            const calls = existsSync(join(folder, "calls.jsonl")) ? readCalls(join(folder, "calls.jsonl")) : [];
            const related = relation(programs);
            steps.push({
                operation: title(step),
                ...(step.note && { note: step.note }),
                exitCode: run.exitCode,
                calls: orderedCalls(calls, step, related),
                steps: orderedSteps(
                    run.steps.map((s) => `${s.op} ${short(s.urn)}${s.failed ? " FAILED" : ""}`),
                    related,
                ),
                diagnostics: run.diagnostics
                    .map((d) => clean(`${d.severity}${d.urn ? ` ${short(d.urn)}` : ""}: ${d.message}`, folder))
                    .sort(),
                outputs: run.outputs,
                state: stateOf(await stack.exportState({ showSecrets: true })),
            });
        }
        return { scenario: scenario.name, about: scenario.about, steps };
    } finally {
        for (const stack of stacks.values()) await stack.close();
        rmSync(folder, { recursive: true, force: true });
    }
}

/** Returns the text of the file, with one line for each call, step and resource, so that diffs are readable. */
export function written(transcript: Transcript): string {
    const list = (name: string, all: unknown[]) =>
        `      "${name}": [${all.map((one) => `\n        ${JSON.stringify(one)}`).join(",")}${all.length ? "\n      " : ""}]`;
    const steps = transcript.steps.map(({ calls, steps, diagnostics, outputs, state, ...rest }) => {
        const head = Object.entries(rest).map(
            ([key, value]) => `      ${JSON.stringify(key)}: ${JSON.stringify(value)}`,
        );
        const lists = [
            list("calls", calls),
            list("steps", steps),
            list("diagnostics", diagnostics),
            list("state", state),
        ];
        return `    {\n${[...head, ...lists, `      "outputs": ${JSON.stringify(outputs)}`].join(",\n")}\n    }`;
    });
    const head = `  "scenario": ${JSON.stringify(transcript.scenario)},\n  "about": ${JSON.stringify(transcript.about)}`;
    return `{\n${head},\n  "steps": [\n${steps.join(",\n")}\n  ]\n}\n`;
}

function operate(stack: Stack, step: ScenarioStep): Promise<Run> {
    const urns = (names: readonly string[] = []) => names.map((name) => `${ENTITY}::${name}`);
    const { targets, replace, ...rest } = step.options ?? {};
    const options = {
        ...rest,
        ...(targets && { targets: urns(targets) }),
        ...(replace && { replace: urns(replace) }),
    };
    if (step.run === "preview") return stack.preview(options);
    if (step.run === "refresh") return stack.refresh(options);
    if (step.run === "destroy") return stack.destroy();
    return stack.up(options);
}

function title(step: ScenarioStep): string {
    const flags = Object.entries(step.options ?? {}).map(([flag, on]) => (on === true ? flag : `${flag}=${on}`));
    return [...(step.stack ? [`${step.stack}:`] : []), step.run, ...flags].join(" ");
}

function edited(world: World, { outside }: ScenarioStep): World {
    const objects = { ...world.objects };
    for (const id of outside?.gone ?? []) delete objects[id];
    for (const [id, change] of Object.entries(outside?.changed ?? {})) objects[id] = { ...objects[id], ...change };
    return { ...world, objects, answers: outside?.answers ?? [], ...(outside?.last ? { last: outside.last } : {}) };
}

const readJson = (file: string) => JSON.parse(readFileSync(file, "utf8"));

function readCalls(file: string): Call[] {
    const processes: number[] = [];
    return readFileSync(file, "utf8")
        .split("\n")
        .filter(Boolean)
        .map((line) => {
            const { pid, kind, name, method, ...rest } = JSON.parse(line);
            if (!processes.includes(pid)) processes.push(pid);
            return { kind, name, method, process: processes.indexOf(pid) + 1, ...rest };
        });
}

// ---- Values that differ between runs or machines.

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const SECRET = "4dabf18193072939515e22adb298388d";

/** "Entity a" for urn:pulumi:dev::probe::pulumi-nodejs:dynamic/probe:Entity::a */
function short(urn: string): string {
    const [, , types = "", name = ""] = urn.split("::");
    const type = types.split("$").at(-1) ?? "";
    return `${type.split(":").at(-1)} ${name}`;
}

function clean(text: string, folder: string): string {
    return text
        .replaceAll(folder, "(folder)")
        .replaceAll(PROBE, "(probe)")
        .replace(/\/[^\s'"]*\/access-governance-[A-Za-z0-9]+/g, "(temporary)")
        .replace(/urn:pulumi:[^\s'"]+/g, (urn) => `<${short(urn)}>`)
        .replace(/127\.0\.0\.1:\d+/g, "(address)")
        .replace(UUID, "(uuid)")
        .replace(/^(\s+at ).*$/gm, "$1(stack)")
        .replace(/(\n\s+at \(stack\))+/g, "\n    at (stack)");
}

function stateOf({ deployment }: { deployment: Record<string, unknown> }): unknown[] {
    const { resources = [], pending_operations: pending } = deployment as {
        resources?: Record<string, unknown>[];
        pending_operations?: Record<string, unknown>[];
    };
    const shown = (resource: Record<string, unknown>) => {
        const {
            urn,
            type: _,
            created: _c,
            modified: _m,
            custom: _u,
            sourcePosition: _s,
            stackTrace: _t,
            ...rest
        } = resource;
        const { propertyDependencies = {} } = rest;
        // A refresh omits the empty ones, which makes no difference.
        const because = Object.entries(propertyDependencies as Record<string, string[]>).filter(
            ([, on]) => on.length > 0,
        );
        delete rest.propertyDependencies;
        if (Array.isArray(rest.dependencies)) rest.dependencies = [...rest.dependencies].sort();
        if (because.length > 0) rest.propertyDependencies = Object.fromEntries(because);
        return { resource: short(String(urn)), ...(plain(rest) as object) };
    };
    const byName = (a: { resource: string }, b: { resource: string }) => (a.resource < b.resource ? -1 : 1);
    const begun = (pending ?? []).map((p) => ({ pending: p.type, ...shown(p.resource as Record<string, unknown>) }));
    return [...resources.map(shown).sort(byName), ...begun];
}

function plain(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(plain);
    if (typeof value === "string") {
        if (value.startsWith("urn:pulumi:"))
            return value
                .replace(/::[0-9a-f]{8}-[-0-9a-f]+$/, "")
                .split(",")
                .map(short)
                .join();
        return value.replace(UUID, "(uuid)");
    }
    if (typeof value !== "object" || value === null) return value;
    if (SECRET in value) return { "(secret)": JSON.parse(String((value as { plaintext?: string }).plaintext)) };
    return Object.fromEntries(
        Object.entries(value)
            .map(
                ([key, inner]) =>
                    [key, key === "__provider" && typeof inner === "string" ? "(provider)" : plain(inner)] as const,
            )
            .sort(([a], [b]) => (a < b ? -1 : 1)),
    );
}
