import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { type Exported, exportOrganization } from "../../../src/adopt/export/export.js";
import { objectKey } from "../../../src/adopt/export/inventory/found.js";
import type { ExportSelection } from "../../../src/adopt/export/inventory/selection.js";
import type { PlannedDeclaration } from "../../../src/adopt/export/program/plan.js";
import type { Language } from "../../../src/adopt/export/project.js";
import { quoted } from "../../../src/common/printable.js";
import { isObject } from "../../../src/common/properties.js";
import { pulumiType } from "../../../src/common/pulumi-type.js";
import type { Run, Stack } from "../../../src/local/engine/contract/stack.js";
import { isDefaultProvider } from "../../../src/local/engine/contract/state.js";
import { openStack } from "../../../src/local/engine/open-stack.js";
import type { Organization, Service } from "../../../src/local/service/index.js";
import { holdsSecret } from "../../../src/provider/shapes/arguments.js";
import { kinds } from "../../../src/resources/kinds.js";
import { chance } from "../../local/service/model/values.js";
import { Editor } from "./edits.js";
import { importByFile } from "./import-file.js";

const ROOT = join(__dirname, "../../..");

/** A folder in which exported programs can import their packages. */
export class Workplace {
    readonly folder = mkdtempSync(join(tmpdir(), "roundtrip-"));

    constructor() {
        symlinkSync(join(ROOT, "node_modules"), join(this.folder, "node_modules"));
        const files = {
            formatter: { indentStyle: "space", indentWidth: 4, lineWidth: 100 },
            linter: { enabled: false },
        };
        writeFileSync(join(this.folder, "biome.json"), JSON.stringify(files));
        const compilerOptions = {
            target: "es2022",
            module: "commonjs",
            moduleResolution: "node",
            strict: true,
            skipLibCheck: true,
            noEmit: true,
            types: ["node"],
        };
        writeFileSync(join(this.folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*/**/*.ts"] }));
    }

    /** Compiler errors of all programs in the folder, in strict mode. */
    typeErrors(project = this.folder): string[] {
        return this.lines([require.resolve("typescript/bin/tsc"), "-p", project]);
    }

    /** Changes that the formatter would make to the programs in the folder. */
    unformatted(): string[] {
        const biome = require.resolve("@biomejs/biome/bin/biome");
        const programs = readdirSync(this.folder).filter(
            (name) => statSync(join(this.folder, name)).isDirectory() && name !== "node_modules",
        );
        const files = programs
            .flatMap((name) => filesBelow(join(this.folder, name)))
            .filter((file) => file.endsWith(".ts"));
        if (files.length === 0) return [];
        return this.lines([
            biome,
            "format",
            "--max-diagnostics=20",
            "--colors=off",
            ...files.map((file) => relative(this.folder, file)),
        ]);
    }

    close(): void {
        rmSync(this.folder, { recursive: true, force: true });
    }

    private lines(args: string[]): string[] {
        const { status, stdout, stderr } = spawnSync(process.execPath, args, {
            cwd: this.folder,
            encoding: "utf8",
            maxBuffer: 1e9,
        });
        return status === 0
            ? []
            : [...(stdout + stderr).split("\n").filter((line) => line.trim() !== ""), `exit ${status}`];
    }
}

export interface TripOptions {
    readonly name: string;
    readonly service: Service;
    readonly place: Workplace;
    readonly engine: "local" | "pulumi";
    readonly selection?: ExportSelection;
    /** Default: TypeScript. */
    readonly language?: Language;
    /** Share of the declared objects to edit in each of two rounds. 0: none. */
    readonly edited: number;
    /** If true, the program is imported with `pulumi import --file` as well. Needs the Pulumi CLI. */
    readonly importsFile?: boolean;
    /** If true, the first preview without edits is skipped. The later ones also show that unedited objects have no changes. */
    readonly isBrief?: boolean;
    /** If false, the second export and the one after a changed description are skipped. */
    readonly repeats?: boolean;
    readonly say?: (line: string) => void;
}

/** Result of a round trip. */
export interface Trip {
    readonly name: string;
    readonly declarations: number;
    readonly objects: number;
    readonly reads: number;
    /** Number of objects edited outside, and of those that a preview reported. */
    edited: number;
    shown: number;
    /** Number of objects that cannot be edited. */
    unedited: number;
    readonly faults: string[];
    readonly seconds: number;
}

/** Exports an organization, imports it into a stack, and compares previews with outside edits. */
export async function roundTrip(options: TripOptions): Promise<Trip> {
    const { name, service, place, edited, isBrief = false, repeats = true, say = () => {} } = options;
    const began = Date.now();
    const faults: string[] = [];
    const start = service.snapshot();
    service.calls.clear();
    const exported = await exportTo(options, name);
    const { plan, program } = exported;
    const reads = service.calls.all().length;
    wroteNothing(service, "the export", faults);
    const names = plan.map((one) => `${one.kind.name} ${one.name}`);
    if (new Set(names).size < names.length) faults.push("two resources of one kind have the same name");
    const trip = {
        name,
        declarations: plan.length,
        objects: plan.filter(({ kind }) => kind.shape === "entity").length,
        reads,
        edited: 0,
        shown: 0,
        unedited: 0,
        faults,
    };
    const stack = await open(options, exported);
    try {
        await stack.importState(stateOf(place, name));
        say(`${name}: ${plan.length} declarations, imported`);
        if (!isBrief) {
            service.calls.clear();
            const preview = await stack.preview({ expectNoChanges: true, parallelDiff: true });
            const changes = changesOf(preview);
            // The API does not return secrets, so objects with secrets are updated in the first run.
            for (const one of plan) if (holdsSecret(one.given)) changes.delete(labelOf(one.kind.name, one.name));
            const hasFailed = preview.exitCode !== 0 && program.secrets.length === 0;
            if (hasFailed || changes.size > 0 || driftMessages(preview).length > 0)
                faults.push(`the first preview shows ${changes.size} changes:\n${preview.output.slice(0, 4000)}`);
            wroteNothing(service, "a preview", faults);
            if (program.secrets.length === 0) {
                const before = (await stack.exportState({ showSecrets: true })).deployment;
                await stack.up();
                wroteNothing(service, "the first update", faults);
                const { deployment } = await stack.exportState({ showSecrets: true });
                faults.push(...rewrittenIn(before.resources, deployment.resources));
            }
        }
        if (faults.length === 0 && edited > 0) {
            const rounds = edited < 0.5 ? [0] : [0, 1];
            for (const round of rounds) {
                const chosen = plan.filter((one) => {
                    const at = chance(1, objectKey(one));
                    return round === 0 ? at < edited : at >= edited;
                });
                await editAndPreview(options, exported, stack, chosen, trip);
                service.store.restore(start);
            }
        }
    } finally {
        await stack.close();
    }
    if (options.importsFile && program.secrets.length === 0)
        faults.push(...(await importByFile(join(place.folder, name), service)));
    if (repeats) await checkRepeatedExport(options, start, plan, faults);
    return { ...trip, seconds: (Date.now() - began) / 1000 };
}

/** Edits objects outside and checks that a preview reports exactly these. */
async function editAndPreview(
    { name, service, place, say = () => {} }: TripOptions,
    { plan, inventory }: Exported,
    stack: Stack,
    chosen: readonly PlannedDeclaration[],
    trip: Pick<Trip, "faults"> & { edited: number; shown: number; unedited: number },
): Promise<void> {
    const editor = new Editor(
        service,
        [...inventory.things.values()],
        new Set(plan.flatMap(({ lookedUp }) => [...lookedUp])),
    );
    const edits = new Map<string, string>();
    for (const one of chosen) {
        const what = await editor.edit(one);
        if (what === undefined) trip.unedited += 1;
        else edits.set(labelOf(one.kind.name, one.name), what);
    }
    say(`${name}: ${edits.size} edited outside`);
    service.calls.clear();
    const preview = await stack.preview({ parallelDiff: true });
    wroteNothing(service, "a preview of edits", trip.faults);
    const shown = new Set(driftMessages(preview));
    const changes = changesOf(preview);
    const missed = [...edits].filter(([end]) => !shown.has(end) && !changes.has(end));
    trip.edited += edits.size;
    trip.shown += edits.size - missed.length;
    // An edit may affect other objects, such as grants of an access level that no longer exists.
    for (const one of plan) {
        const label = labelOf(one.kind.name, one.name);
        if (edits.has(label) || !(shown.has(label) || changes.has(label))) continue;
        if (await editor.differs(one)) edits.set(label, "taken along");
    }
    const extra = [...shown].filter((end) => !edits.has(end));
    const followed = followersOf(stateOf(place, name), changes, edits);
    const secret = new Set(
        plan.filter(({ given }) => holdsSecret(given)).map(({ kind, name }) => labelOf(kind.name, name)),
    );
    const surplus = [...changes.keys()].filter((end) => !edits.has(end) && !followed.has(end) && !secret.has(end));
    for (const [end, what] of missed.slice(0, 10)) trip.faults.push(`edited and not shown: ${end} (${what})`);
    for (const end of extra.slice(0, 10)) trip.faults.push(`shown as drifted and not edited: ${end}`);
    for (const end of surplus.slice(0, 10))
        trip.faults.push(`changed and not edited: ${end} ${[...(changes.get(end) ?? [])]}`);
    if (missed.length + extra.length + surplus.length > 0) trip.faults.push(preview.output.slice(-3000));
}

/** Checks that a second export is identical, and that a changed description changes only one place. */
async function checkRepeatedExport(
    options: TripOptions,
    start: Organization,
    plan: readonly PlannedDeclaration[],
    faults: string[],
): Promise<void> {
    const { name, place, service } = options;
    const first = contentOf(join(place.folder, name));
    rmSync(join(place.folder, name), { recursive: true });
    await exportTo(options, name);
    const second = contentOf(join(place.folder, name));
    for (const file of new Set([...first.keys(), ...second.keys()]))
        if (first.get(file) !== second.get(file)) faults.push(`${file} is another one in a second export`);
    const described = plan.filter(({ kind }) => kind.name === "Group" || kind.name === "Resource");
    const one = described[Math.floor(described.length / 2)];
    if (!one) return;
    const { store } = service;
    if (one.kind.name === "Group") store.groups.set({ ...store.groups.get(one.id), description: "Described outside." });
    else store.resources.set({ ...store.resources.get(one.id), description: "Described outside." });
    const changedName = `${name}-changed`;
    await exportTo({ ...options, name: changedName }, name);
    service.store.restore(start);
    const third = contentOf(join(place.folder, changedName));
    rmSync(join(place.folder, changedName), { recursive: true });
    const different = [...new Set([...first.keys(), ...third.keys()])].filter(
        (file) => first.get(file) !== third.get(file),
    );
    const texts = different.filter((file) => !file.startsWith("state/"));
    const [file = ""] = texts;
    if (texts.length !== 1)
        faults.push(`a description of ${labelOf(one.kind.name, one.name)} changes ${texts.join(", ") || "nothing"}`);
    else if (linesOf(first.get(file), third.get(file)) > 2)
        faults.push(`a description changes more than a place in ${file}`);
}

/** Number of lines from the first to the last difference of two texts, in the longer of them. */
function linesOf(one = "", other = ""): number {
    const [a, b] = [one.split("\n"), other.split("\n")];
    let head = 0;
    while (head < Math.min(a.length, b.length) && a[head] === b[head]) head += 1;
    let tail = 0;
    while (tail < Math.min(a.length, b.length) - head && a.at(-1 - tail) === b.at(-1 - tail)) tail += 1;
    return Math.max(a.length, b.length) - head - tail;
}

/** Exports into a subfolder of the place. */
export function exportTo(
    { name, service, place, selection, language }: TripOptions,
    project = name,
): Promise<Exported> {
    const { url, token } = service;
    return exportOrganization({
        settings: {
            url,
            token,
            retries: 2,
            readsPerSecond: 1e6,
            concurrency: 20,
            allowMissing: false,
            allowTakeover: false,
        },
        kinds,
        out: join(place.folder, name),
        project: project.replace(/[^a-z0-9-]/gi, "-"),
        stack: "dev",
        ...(selection ? { selection } : {}),
        ...(language ? { language } : {}),
    });
}

function open({ name, service, place, engine }: TripOptions, { program, project }: Exported): Promise<Stack> {
    const secrets = program.secrets.map(({ key }) => [`${project}:${key}`, { secret: "not what it was" }] as const);
    return openStack({
        program: join(place.folder, name),
        stack: "dev",
        engine,
        env: { ACCESS_GOVERNANCE_URL: "", ACCESS_GOVERNANCE_TOKEN: "", OPAL_AUTH_TOKEN: "" },
        config: {
            "access-governance:url": service.url,
            "access-governance:token": { secret: service.token },
            "access-governance:readsPerSecond": "100000",
            ...Object.fromEntries(secrets),
        },
    });
}

/**
 * Returns the resources for which an engine would write the state although nothing changed. With a file as the backend, it writes the whole
 * state each time.
 */
function rewrittenIn(
    before: readonly Record<string, unknown>[] = [],
    after: readonly Record<string, unknown>[] = [],
): string[] {
    const known = new Map(before.map((one) => [one.urn, one]));
    return after.flatMap(({ urn, type, ...now }) => {
        const old = known.get(urn);
        if (!old || String(type).startsWith("pulumi:")) return old ? [] : [`${String(urn)} is new in the state`];
        const differs = ["inputs", "outputs", "parent"].filter((name) => !isDeepStrictEqual(old[name], now[name]));
        for (const name of ["dependencies", "propertyDependencies"])
            if (!isDeepStrictEqual(sorted(old[name]), sorted(now[name]))) differs.push(name);
        return differs.length > 0 ? [`the first update rewrites ${differs.join(", ")} of ${String(urn)}`] : [];
    });
}

/** Dependencies have no order. */
function sorted(value: unknown): unknown {
    if (Array.isArray(value)) return [...value].sort();
    return isObject(value)
        ? Object.fromEntries(Object.entries(value).map(([name, urns]) => [name, sorted(urns)]))
        : value;
}

interface State {
    readonly deployment: { readonly resources: readonly { readonly urn: string; readonly dependencies?: string[] }[] };
}

function stateOf(place: Workplace, name: string): State {
    // written by the export
    return JSON.parse(readFileSync(join(place.folder, name, "state/dev.json"), "utf8")) as State;
}

/** Steps that change something, by resource. */
function changesOf({ steps }: Run): Map<string, string[]> {
    const changes = new Map<string, string[]>();
    for (const step of steps) {
        if (["same", "read", "refresh"].includes(step.op) || isDefaultProvider(step)) continue;
        const label = labelOf(step.type.slice(TYPE.length), step.name);
        changes.set(label, [...(changes.get(label) ?? []), step.op]);
    }
    return changes;
}

const TYPE = pulumiType("");

function labelOf(kind: string, name: string): string {
    return `${kind} ${quoted(name)}`;
}

/** Messages of a run about objects that differ from their declarations. */
function driftMessages({ diagnostics }: Run): string[] {
    return diagnostics.flatMap(({ message }) => {
        const [label] = / drifted: | was deleted outside/.test(message)
            ? message.split(/ drifted: | was deleted outside/)
            : [];
        return label === undefined ? [] : [label.trim()];
    });
}

/** Resources that change only because a dependency is replaced and gets a new id. */
function followersOf(
    { deployment }: State,
    changes: ReadonlyMap<string, readonly string[]>,
    edits: ReadonlyMap<string, string>,
): Set<string> {
    const label = (urn: string): string => {
        const [, , type = "", ...name] = urn.split("::");
        return labelOf(type.slice(TYPE.length), name.join("::"));
    };
    const isMadeAnew = (one: string): boolean => (changes.get(one) ?? []).some((op) => /replace/.test(op));
    const followers = new Set<string>();
    for (let before = -1; before < followers.size; ) {
        before = followers.size;
        for (const { urn, dependencies = [] } of deployment.resources) {
            const needed = dependencies.map(label);
            if (needed.some((one) => isMadeAnew(one) && (edits.has(one) || followers.has(one))))
                followers.add(label(urn));
        }
    }
    return followers;
}

function wroteNothing(service: Service, what: string, faults: string[]): void {
    const writes = service.calls.writes().filter(({ operation }) => operation !== "runQuery");
    if (writes.length > 0)
        faults.push(`${what} made ${writes.length} writes, such as ${writes[0]?.method} ${writes[0]?.path}`);
}

function contentOf(folder: string): Map<string, string> {
    return new Map(filesBelow(folder).map((file) => [relative(folder, file), readFileSync(file, "utf8")]));
}

function filesBelow(folder: string): string[] {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name));
}
