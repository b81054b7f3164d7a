import type { ResourceProvider } from "@pulumi/pulumi/dynamic";
import type { Properties } from "../../../src/common/properties.js";
import { ignoring } from "../../../src/local/engine/run/steps/goal.js";
import { dynamicProvider } from "../../../src/provider/dynamic.js";
import type { Helpers } from "../../../src/provider/run/session.js";
import type { Kind } from "../../../src/provider/shapes/kind.js";
import { type DrivenOptions, json, type LoggedSession, metadataOf, sessionIn } from "../conformance/stack.js";
import type { World } from "../conformance/world.js";

/** The id of another resource of the program, by name. Unknown until it has been created. */
type IdOf = (name: string) => string;

/** A resource that the program registers. */
export interface Declared {
    readonly kind: Kind;
    readonly name: string;
    readonly args: Properties | ((idOf: IdOf) => Properties);
    readonly options: Omit<DrivenOptions, "name"> & {
        /** Former names. */
        readonly aliases?: readonly string[];
        /** Names of resources that must be completed first. */
        readonly dependsOn?: readonly string[];
    };
}

/** Result of a command. */
export interface Outcome {
    /** Steps such as `create Group "engineers"`, in the order in which they started. */
    readonly steps: readonly string[];
    /** Printed messages. */
    readonly lines: readonly string[];
    readonly failures: readonly string[];
}

interface Settings {
    /** Names of the target resources. Default: all. */
    readonly targets?: readonly string[];
    /** Called between the preview and the run. */
    readonly between?: () => unknown;
    readonly skipPreview?: true;
    /** Called after the diff of a resource and before its step, with a text such as `update Group "engineers"`. */
    readonly beforeStep?: (step: string) => unknown;
}

interface Entry {
    readonly kind: Kind;
    readonly name: string;
    readonly parent: string;
    readonly id: string;
    readonly inputs: Properties;
    readonly outputs: Properties;
    readonly dependencies: readonly string[];
    /** If true, the next run updates the resource regardless of its diff. */
    readonly unfinished: boolean;
    /** `replaced`: to be deleted, since its replacement exists. `pending`: deleted, but its replacement does not exist yet. */
    readonly fate?: "replaced" | "pending";
}

interface Run {
    readonly really: boolean;
    readonly beforeStep: Settings["beforeStep"];
    readonly session: LoggedSession;
    readonly steps: string[];
    readonly failures: string[];
    /** Ids by name, resolved when the step of the resource ends; undefined if it failed. */
    readonly ids: Map<string, Promise<string | undefined>>;
    /** URNs of the program. */
    readonly declared: Set<string>;
    /** URNs of resources that were deleted because a resource that they depend on is replaced. */
    readonly deletedWithDependency: Set<string>;
}

const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

export function declare(kind: Kind, name: string, args: Declared["args"], options: Declared["options"] = {}): Declared {
    return { kind, name, args, options };
}

/**
 * A stack of several resources, driven like the Pulumi engine in docs/protocol.md: each resource is checked and diffed in turn
 * while the steps of earlier ones are running, a failure ends the registration, and undeclared resources are deleted last,
 * in reverse order, and only if nothing failed. Preview and run use separate provider processes.
 */
export class Deployment {
    entries: readonly Entry[] = [];

    constructor(
        private readonly world: World,
        private readonly settings: Readonly<Record<string, string>> = {},
        private readonly helpers: Helpers = {},
    ) {}

    preview(program: readonly Declared[], { targets }: Settings = {}): Promise<Outcome> {
        return this.#run(program, { targets }, false);
    }

    async up(
        program: readonly Declared[],
        { targets, between, skipPreview, beforeStep }: Settings = {},
    ): Promise<Outcome> {
        if (!skipPreview) {
            const preview = await this.#run(program, { targets }, false);
            if (preview.failures.length > 0) return preview;
        }
        await between?.();
        return this.#run(program, { targets, beforeStep }, true);
    }

    /** Runs `up`, which must succeed. */
    async settle(program: readonly Declared[], settings: Settings = {}): Promise<Outcome> {
        const outcome = await this.up(program, settings);
        if (outcome.failures.length > 0) throw new Error(outcome.failures.join("\n"));
        return outcome;
    }

    /** Reads all resources into the state and returns the printed messages. @throws if a read fails */
    async refresh(): Promise<readonly string[]> {
        const session = this.#session();
        const read = await Promise.allSettled(this.entries.map((entry) => this.#read(session, entry)));
        this.entries = read.flatMap(
            (one, index) => (one.status === "fulfilled" ? one.value : this.entries[index]) ?? [],
        );
        for (const one of read) if (one.status === "rejected") throw one.reason;
        return session.lines;
    }

    async destroy(): Promise<Outcome> {
        const run = this.#begin({}, true);
        await this.#delete(run, [...this.entries]);
        return outcomeOf(run);
    }

    id(name: string): string {
        const entry = this.entries.find((one) => one.name === name && one.fate === undefined);
        if (!entry) throw new Error(`${name} is not in the state`);
        return entry.id;
    }

    get names(): string[] {
        return this.entries.map(({ name }) => name);
    }

    async #read(session: LoggedSession, entry: Entry): Promise<Entry | undefined> {
        const provider = this.#provider(session, entry.kind);
        const found = json(await provider.read(entry.id, entry.outputs));
        if (!found.id) return undefined;
        // The result of a read may contain `inputs`, which only newer releases of the SDK declare in the type.
        const { inputs = entry.inputs, props } = found as { inputs?: Properties; props: Properties };
        await provider.diff(entry.id, props, entry.inputs);
        return { ...entry, inputs, outputs: props, unfinished: false };
    }

    async #run(program: readonly Declared[], settings: Settings, really: boolean): Promise<Outcome> {
        const run = this.#begin(settings, really);
        const { targets } = settings;
        for (const declared of program) {
            const old = this.#entryOf(declared);
            run.declared.add(urnOf(declared.kind, declared.options.parent, declared.name));
            if (old) run.declared.add(urnOf(old.kind, old.parent, old.name));
            if (targets && !targets.includes(declared.name)) {
                run.ids.set(declared.name, Promise.resolve(old?.id));
                continue;
            }
            const args = await this.#argsOf(run, declared);
            if (!args || run.failures.length > 0) break;
            await this.#register(run, declared, old, args);
            if (run.failures.length > 0) break;
        }
        await Promise.all(run.ids.values());
        if (really && run.failures.length === 0) {
            const gone = this.entries.filter(
                ({ kind, parent, name, fate }) =>
                    (!run.declared.has(urnOf(kind, parent, name)) || fate === "replaced") &&
                    (!targets || targets.includes(name)),
            );
            await this.#delete(run, gone);
        }
        return outcomeOf(run);
    }

    /** Waits for the dependencies of the resource. Returns undefined if one of them failed. */
    async #argsOf(run: Run, { args, options }: Declared) {
        const names = new Set(options.dependsOn);
        if (typeof args === "function") {
            args((name) => {
                names.add(name);
                return UNKNOWN;
            });
        }
        const ids = new Map<string, string>();
        for (const name of names) {
            const id = await run.ids.get(name);
            if (id === undefined) return undefined;
            ids.set(name, id);
        }
        const given = typeof args === "function" ? args((name) => ids.get(name) ?? UNKNOWN) : args;
        return { given, dependencies: [...names] };
    }

    async #register(
        run: Run,
        declared: Declared,
        old: Entry | undefined,
        { given, dependencies }: { given: Properties; dependencies: readonly string[] },
    ): Promise<void> {
        const { kind, name, options } = declared;
        const provider = this.#provider(run.session, kind);
        const begin = (what: string, work: () => Promise<string | undefined>): void => {
            const text = `${what} ${kind.name} ${JSON.stringify(name)}`;
            run.steps.push(text);
            const really = async () => {
                await run.beforeStep?.(text);
                return work();
            };
            const foreseen = what === "same" || what === "update" ? old?.id : UNKNOWN;
            const step = run.really ? really() : Promise.resolve(foreseen);
            run.ids.set(
                name,
                step.catch((error: unknown) => fail(run, error)),
            );
        };
        try {
            const before = old && !run.deletedWithDependency.has(urnOf(kind, old.parent, old.name)) ? old : undefined;
            const { ignoreChanges } = options;
            const every = ignoreChanges?.includes("*") ? Object.keys(kind.fields) : ignoreChanges;
            const own = { ...options, name, ...(every ? { ignoreChanges: every } : {}) };
            const wanted = { ...given, ...metadataOf(kind, own) };
            // The JSON round trip removes undefined properties.
            const news = JSON.parse(
                JSON.stringify(before ? ignoring(wanted, before.inputs, every) : wanted),
            ) as Properties;
            const inputs = await this.#check(run, provider, before?.inputs ?? {}, news);
            if (!inputs) return;
            const entry = { kind, name, parent: options.parent ?? "", inputs, dependencies };
            if (!old || !before) return begin(old ? "replace" : "create", () => this.#create(provider, entry, old));
            const result = json(await provider.diff(old.id, old.outputs, inputs));
            if ((result.replaces ?? []).length > 0 || old.fate === "pending") {
                if (!(await this.#check(run, provider, {}, news))) return;
                const isFirst = result.deleteBeforeReplace === true;
                const dependents = isFirst ? await this.#dependents(run, old) : [];
                for (const one of dependents) run.deletedWithDependency.add(urnOf(one.kind, one.parent, one.name));
                if (run.really && isFirst) {
                    await this.#delete(run, dependents, "pending");
                    if (old.fate === undefined) await this.#delete(run, [old], "pending");
                    if (run.failures.length > 0) return;
                }
                return begin("replace", () => this.#create(provider, entry, this.#entryOf(declared), !isFirst));
            }
            if (result.changes || old.unfinished) {
                return begin("update", () => this.#update(provider, old, entry));
            }
            begin("same", async () => {
                this.#keep(old, { ...old, inputs, dependencies, name, parent: entry.parent });
                return old.id;
            });
        } catch (error) {
            fail(run, error);
        }
    }

    async #check(run: Run, provider: Provider, olds: Properties, news: Properties): Promise<Properties | undefined> {
        const checked = json(await provider.check(olds, news));
        run.failures.push(...(checked.failures ?? []).map(({ reason }) => reason));
        return checked.failures?.length ? undefined : (checked.inputs as Properties);
    }

    async #create(
        provider: Provider,
        entry: Omit<Entry, "id" | "outputs" | "unfinished">,
        old: Entry | undefined,
        keepsOld = false,
    ): Promise<string> {
        const made = (id: string, outputs: Properties, unfinished: boolean): void => {
            if (old && keepsOld) this.#keep(old, { ...old, fate: "replaced" });
            else if (old) this.#drop(old);
            this.entries = [...this.entries, { ...entry, id, outputs, unfinished }];
        };
        try {
            const { id, outs } = json(await provider.create(entry.inputs));
            made(id, outs as Properties, false);
            return id;
        } catch (error) {
            if (isUnfinished(error)) made(error.id, error.properties, true);
            throw error;
        }
    }

    async #update(
        provider: Provider,
        old: Entry,
        entry: Omit<Entry, "id" | "outputs" | "unfinished">,
    ): Promise<string> {
        try {
            const { outs } = json(await provider.update(old.id, old.outputs, entry.inputs));
            this.#keep(old, { ...entry, id: old.id, outputs: outs as Properties, unfinished: false });
            return old.id;
        } catch (error) {
            if (isUnfinished(error)) this.#keep(old, { ...old, outputs: error.properties, unfinished: true });
            throw error;
        }
    }

    /** Deletes in reverse order and keeps dependencies of entries that failed. */
    async #delete(run: Run, entries: readonly Entry[], fate?: "pending"): Promise<void> {
        const kept = new Set<string>();
        for (const entry of entries.toReversed()) {
            if (kept.has(entry.name)) continue;
            run.steps.push(`delete ${entry.kind.name} ${JSON.stringify(entry.name)}`);
            try {
                // Entries that are already deleted are removed without a call, as in the engine.
                if (entry.fate !== "pending" || fate) {
                    await this.#provider(run.session, entry.kind).delete(entry.id, entry.outputs);
                }
                if (fate) this.#keep(entry, { ...entry, fate });
                else this.#drop(entry);
            } catch (error) {
                fail(run, error);
                for (const name of entry.dependencies) kept.add(name);
            }
        }
    }

    /** Dependents that are replaced together with an object that is deleted before its replacement: their diff is a replacement while its id is unknown. */
    async #dependents(run: Run, old: Entry): Promise<Entry[]> {
        const found: Entry[] = [];
        for (const entry of this.entries) {
            if (!entry.dependencies.includes(old.name) || run.ids.has(entry.name)) continue;
            const news = JSON.parse(JSON.stringify(entry.inputs).replaceAll(old.id, UNKNOWN)) as Properties;
            const { replaces = [] } = await this.#provider(run.session, entry.kind).diff(entry.id, entry.outputs, news);
            if (replaces.length > 0) found.push(entry, ...(await this.#dependents(run, entry)));
        }
        return found;
    }

    #begin({ beforeStep }: Settings, really: boolean): Run {
        const session = this.#session();
        return {
            ...{ beforeStep, really, session },
            ...{
                steps: [],
                failures: [],
                ids: new Map(),
                declared: new Set<string>(),
                deletedWithDependency: new Set<string>(),
            },
        };
    }

    #entryOf({ kind, name, options }: Declared): Entry | undefined {
        const names = [name, ...(options.aliases ?? [])];
        return this.entries.find(
            (entry) =>
                entry.kind === kind &&
                entry.parent === (options.parent ?? "") &&
                names.includes(entry.name) &&
                entry.fate !== "replaced",
        );
    }

    #keep(old: Entry, entry: Entry): void {
        this.entries = this.entries.map((one) => (one === old ? entry : one));
    }

    #drop(old: Entry): void {
        this.entries = this.entries.filter((one) => one !== old);
    }

    #session(): LoggedSession {
        return sessionIn(this.world, this.settings, 0, this.helpers);
    }

    #provider(session: LoggedSession, kind: Kind): Provider {
        return dynamicProvider(kind, session.session) as Provider;
    }
}

type Provider = Required<ResourceProvider>;

function urnOf(kind: Kind, parent: string | undefined, name: string): string {
    return JSON.stringify([kind.name, parent ?? "", name]);
}

function outcomeOf({ steps, session, failures }: Run): Outcome {
    return { steps, lines: session.lines, failures };
}

function fail(run: Run, error: unknown): undefined {
    run.failures.push(error instanceof Error ? error.message : String(error));
}

/** Whether an error makes the engine keep a partially created object. */
function isUnfinished(error: unknown): error is { readonly id: string; readonly properties: Properties } {
    return typeof error === "object" && error !== null && "id" in error && "properties" in error;
}
