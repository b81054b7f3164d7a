import { randomUUID } from "node:crypto";
import { availableParallelism } from "node:os";
import type { Goal, ReadGoal, Registered } from "./monitor.js";
import { type Diff, PartialError, type Plugin } from "./plugin.js";
import { EngineError } from "./project.js";
import type { Snapshot } from "./snapshot.js";
import type { Diagnostic, Step } from "./stack.js";
import { isProvider, nameOf, providerUrn, STACK_TYPE, type State, typeOf } from "./state.js";
import { equal, isSecret, type Properties, secret, UNKNOWN } from "./values.js";

/** What happens in an operation, told as it happens. */
export interface Witness {
    step(step: Step): void;
    diagnostic(diagnostic: Diagnostic): void;
    /** Something is stored that was not before. */
    changed(): void;
}

/** Finds the process of a provider; undefined where its configuration is not known yet. */
export type Plugins = (provider: State) => Promise<Plugin | undefined>;

export interface Settings {
    preview: boolean;
    parallelDiff: boolean;
    stack: string;
    project: string;
    /** What the default provider is configured with. */
    config: Properties;
}

/** Told by a step that failed and has said why. */
class Stopped extends Error {}

const PROVIDER_TYPE = "pulumi:providers:pulumi-nodejs";

/** The provider of everything that names none, as it is registered first. */
export function defaultProvider({ stack, project, config }: Pick<Settings, "stack" | "project" | "config">): State {
    const urn = `urn:pulumi:${stack}::${project}::${PROVIDER_TYPE}::default`;
    return { urn, custom: true, type: PROVIDER_TYPE, inputs: config, outputs: {} };
}

/**
 * Which steps a registration causes, and their order. One registration at a time is decided on (check, diff); what was
 * decided runs beside the next ones. After a failure nothing more begins, and what is under way comes to its end.
 */
export class Steps {
    /** Something was shown as failed; the operation goes on where the Pulumi engine does. */
    failed = false;
    /** A step failed, or was found to be impossible, as opposed to a registration that is refused. */
    #broken = false;
    /** Whether anything changed, or would. */
    changes = false;
    /** Nothing more begins. */
    isStopped = false;
    readonly stopped: Promise<void>;
    #stop: () => void = () => {};

    readonly #registered = new Set<string>();
    /** Old resources that a registration deals with. */
    readonly #handled = new Set<State>();
    /** Deleted because what they depend on is deleted before it is replaced; most are registered again. */
    readonly #deletedEarly = new Set<State>();
    readonly #deletedUrns = new Set<string>();
    readonly #running = new Set<Promise<unknown>>();
    readonly #slots = new Slots(availableParallelism() * 4);
    #stackOutputs: { state: State; outputs: Properties } | undefined;
    #turn: Promise<void> = Promise.resolve();
    #default: Promise<State> | undefined;

    constructor(
        private readonly settings: Settings,
        private readonly snapshot: Snapshot,
        private readonly plugins: Plugins,
        private readonly witness: Witness,
    ) {
        this.stopped = new Promise((resolve) => {
            this.#stop = () => {
                this.isStopped = true;
                resolve();
            };
        });
    }

    async register(goal: Goal): Promise<Registered> {
        return this.#run(async () => {
            const provider = await this.#providerOf(goal);
            const state = await this.#register(goal, provider);
            return { urn: state.urn, id: state.id ?? "", outputs: state.outputs };
        });
    }

    async read(goal: ReadGoal): Promise<Registered> {
        return this.#run(async () => {
            const provider = await this.#providerOf({ ...goal, custom: true });
            const urn = this.#urn(goal);
            if (goal.id === UNKNOWN)
                throw new EngineError(
                    `The id to read ${goal.name} by is not known yet: the local engine does not preview that.`,
                );
            const old = this.snapshot.old(urn);
            if (old && !old.external)
                throw new EngineError(
                    `${goal.name} was made by this stack and is now only read: the local engine does not let go of objects.`,
                );
            const { type, id, inputs, dependencies } = goal;
            const state: State = {
                urn,
                custom: true,
                type,
                id,
                inputs,
                outputs: {},
                external: true,
                dependencies,
                ...(goal.parent && { parent: goal.parent }),
                provider: referenceTo(provider),
            };
            if (old) this.#handled.add(old);
            const step = this.#begin("read", state);
            await this.#apply(step, async () => {
                const found = await (await this.#plugin(provider)).read(urn, id, inputs, inputs);
                if (found.id) state.id = found.id;
                state.outputs = found.outputs;
                this.#store(old, state);
            });
            return { urn, id: state.id ?? "", outputs: state.outputs };
        });
    }

    async registerOutputs(urn: string, outputs: Properties): Promise<void> {
        const state = this.snapshot.made(urn);
        if (!state) return;
        if (state.type === STACK_TYPE) this.#stackOutputs = { state, outputs };
        else state.outputs = outputs;
        this.witness.changed();
    }

    /** The stack's own outputs are final at the end: an operation that failed adds to those that were there. */
    settle(): void {
        if (!this.#stackOutputs) return;
        const { state, outputs } = this.#stackOutputs;
        state.outputs = this.failed ? { ...this.snapshot.old(state.urn)?.outputs, ...outputs } : outputs;
    }

    /** After the program: deletes what it no longer declares. */
    async finish(): Promise<void> {
        const condemned = this.snapshot.left.filter((old) => old.delete || !this.#handled.has(old));
        await this.#deleteAll(condemned.filter((old) => !(old.delete && this.#deletedEarly.has(old))));
    }

    async destroy(): Promise<void> {
        await this.#deleteAll([...this.snapshot.olds]);
    }

    /** Reads everything. One object that cannot be read does not keep the others from it, and fails the operation. */
    async refresh(): Promise<void> {
        const found = new Map<State, State | undefined>();
        await Promise.all(this.snapshot.olds.map((old) => this.#refresh(old, found)));
        this.snapshot.rebase(found);
        this.witness.changed();
        if (this.#broken) this.#stop();
    }

    /** Waits for what is under way. */
    async idle(): Promise<void> {
        while (this.#running.size > 0) await Promise.allSettled(this.#running);
    }

    /** What the Pulumi engine says at the end of an operation in which a step failed. */
    get verdict(): string | undefined {
        return this.#broken ? (this.settings.preview ? "preview failed" : "update failed") : undefined;
    }

    /** Fails the operation: nothing more begins. */
    fail(message: string, urn?: string): void {
        this.failed = true;
        this.witness.diagnostic({ severity: "error", message, ...(urn && { urn }) });
        this.#stop();
    }

    // ---- One registration

    async #register(goal: Goal, provider: State | undefined): Promise<State> {
        const urn = this.#urn(goal);
        const turn = { end: await this.#myTurn() };
        let decided: () => Promise<State>;
        try {
            decided = await this.#decide(goal, urn, provider, turn);
        } catch (error) {
            if (!(error instanceof Stopped)) this.fail(messageOf(error), urn);
            throw new Stopped();
        } finally {
            turn.end();
        }
        return decided();
    }

    /** Check, diff, and what follows from them. */
    async #decide(
        goal: Goal,
        urn: string,
        provider: State | undefined,
        turn: { end: () => void },
    ): Promise<() => Promise<State>> {
        if (this.#registered.has(urn)) throw new Error(`Duplicate resource URN '${urn}'; try giving it a unique name`);
        this.#registered.add(urn);
        const old = this.#oldOf(urn, goal.aliases);
        if (old) this.#handled.add(old);
        const again = old !== undefined && this.#deletedEarly.has(old);
        if (old?.external)
            throw new EngineError(
                `${goal.name} was only read so far and is now to be made: the local engine does not take objects over.`,
            );
        const plugin = provider && (await this.plugins(provider));
        const given = old && !again ? ignoring(goal.inputs, old.inputs, goal.ignoreChanges) : goal.inputs;
        const state = stateOf(goal, urn, provider);
        state.inputs = given;
        if (plugin) state.inputs = await this.#check(plugin, state, again || !old ? {} : old.inputs, given);
        if (!old) return () => this.#create("create", state, plugin);
        if (again) return () => this.#createAgain(old, state, plugin);

        let diff: Diff;
        if (plugin) {
            if (old.provider && state.provider && providerUrn(old.provider) !== providerUrn(state.provider))
                throw new EngineError(`${goal.name} moves to another provider: the local engine does not do that.`);
            if (goal.deletedWith && this.#deletedUrns.has(goal.deletedWith))
                throw new EngineError(
                    `${goal.name} is deleted with an object that is replaced: the local engine does not do that.`,
                );
            const ask = () => plugin.diff(urn, old.id ?? "", old.outputs, state.inputs);
            if (this.settings.parallelDiff) {
                turn.end();
                diff = await ask();
                turn.end = await this.#myTurn();
            } else diff = await ask();
        } else {
            if (provider)
                throw new EngineError(
                    `The configuration of the provider of ${goal.name} is not known yet: the local engine does not preview that.`,
                );
            diff = { changes: !equal(old.inputs, state.inputs), replaces: [], deleteBeforeReplace: false };
        }
        if ((diff.changes && diff.replaces.length > 0) || old.pendingReplacement)
            return this.#decideReplacement(goal, old, state, plugin, diff);
        if (diff.changes || (old.initErrors ?? []).length > 0) return () => this.#update(old, state, plugin);
        return () => this.#same(old, state);
    }

    async #decideReplacement(
        goal: Goal,
        old: State,
        state: State,
        plugin: Plugin | undefined,
        diff: Diff,
    ): Promise<() => Promise<State>> {
        if (!plugin) throw new EngineError(`${goal.name} has no provider that could replace it.`);
        if (state.protect && old.protect) {
            this.#broken = this.settings.preview;
            this.failed = true;
            const message = `unable to replace resource "${state.urn}"\nas it is currently marked for protection. To unprotect the resource, remove the \`protect\` flag from the resource in your Pulumi program and run \`pulumi up\``;
            if (!this.settings.preview) throw new Error(message);
            this.witness.diagnostic({ severity: "error", message, urn: state.urn });
        }
        state.inputs = await this.#check(plugin, state, {}, goal.inputs);
        this.#deletedUrns.add(old.urn);
        if (!(goal.deleteBeforeReplace ?? diff.deleteBeforeReplace))
            return async () => {
                await this.#create("create-replacement", state, plugin, () => {
                    old.delete = true;
                });
                this.#logical("replace", state);
                return state;
            };
        const before: State[] = [];
        for (const dependent of (await this.#dependentsToReplace(old)).reverse()) {
            if (this.#deletedEarly.has(dependent)) continue;
            if (dependent.protect)
                throw new ProtectedDependent(
                    `unable to replace resource "${dependent.urn}" as part of replacing "${state.urn}" as it is currently marked for protection. To unprotect the resource, remove the \`protect\` flag from the resource in your Pulumi program and run \`pulumi up\`, or use the command:\n\`pulumi state unprotect '${dependent.urn}'\``,
                );
            before.push(dependent);
            this.#deletedEarly.add(dependent);
            this.#deletedUrns.add(dependent.urn);
        }
        if (!old.pendingReplacement) before.push(old);
        return async () => {
            for (const doomed of before)
                await this.#delete(doomed, "delete-replaced", () => {
                    doomed.pendingReplacement = true;
                });
            return this.#createAgain(old, state, plugin);
        };
    }

    /** Those that a replacement of this one would make it necessary to replace, by their own diff against an unknown. */
    async #dependentsToReplace(root: State): Promise<State[]> {
        const replaced = new Set([root.urn]);
        const result: State[] = [];
        for (const state of this.snapshot.dependents(root)) {
            if (!state.custom || state.external || isProvider(state.type) || this.#handled.has(state)) continue;
            const inputs = { ...state.inputs };
            let concerned = false;
            for (const [key, urns] of Object.entries(state.propertyDependencies ?? {}))
                if (key in inputs && urns.some((urn) => replaced.has(urn))) {
                    concerned = true;
                    inputs[key] = UNKNOWN;
                }
            if (!concerned) continue;
            const plugin = await this.#pluginOf(state);
            const diff = await plugin.diff(state.urn, state.id ?? "", state.outputs, inputs);
            if (!diff.changes || diff.replaces.length === 0) continue;
            replaced.add(state.urn);
            result.push(state);
        }
        return result;
    }

    async #check(plugin: Plugin, state: State, olds: Properties, news: Properties): Promise<Properties> {
        const { inputs, failures } = await plugin.check(state.urn, olds, news);
        if (failures.length === 0) return inputs;
        const where = `${state.type} resource '${nameOf(state.urn)}'`;
        for (const { property, reason } of failures)
            this.fail(
                property === ""
                    ? `${where} has a problem: ${reason}`
                    : `${where}: property ${property} value ${inWords(news[property])} has a problem: ${reason}`,
                state.urn,
            );
        throw new Stopped();
    }

    // ---- Steps

    async #same(old: State, state: State): Promise<State> {
        Object.assign(state, { id: old.id, outputs: old.outputs, created: old.created, modified: old.modified });
        if (old.initErrors) state.initErrors = old.initErrors;
        this.#begin("same", state);
        this.#store(old, state);
        return state;
    }

    async #create(op: string, state: State, plugin: Plugin | undefined, done: () => void = () => {}): Promise<State> {
        const step = this.#begin(op, state);
        const store = () => {
            done();
            this.#store(undefined, state);
        };
        await this.#apply(
            step,
            async () => {
                state.created = state.modified = new Date().toISOString();
                if (isProvider(state.type)) {
                    state.id = this.settings.preview ? UNKNOWN : randomUUID();
                    state.outputs = state.inputs;
                } else if (this.settings.preview) {
                    state.outputs = state.custom && !plugin ? {} : state.custom ? state.inputs : {};
                } else if (plugin) {
                    const made = await plugin.create(state.urn, state.inputs);
                    if (!made.id) throw new Error("provider did not return an ID from Create");
                    state.id = made.id;
                    state.outputs = made.outputs;
                }
                secretOutputs(state);
                store();
            },
            (partial) => {
                state.id = partial.id;
                state.outputs = partial.properties;
                state.initErrors = partial.reasons;
                secretOutputs(state);
                store();
            },
        );
        return state;
    }

    /** Makes one again whose predecessor is deleted already. */
    async #createAgain(old: State, state: State, plugin: Plugin | undefined): Promise<State> {
        this.#logical("replace", state);
        await this.#create("create-replacement", state, plugin, () => this.snapshot.remove(old));
        return state;
    }

    async #update(old: State, state: State, plugin: Plugin | undefined): Promise<State> {
        Object.assign(state, { id: old.id, created: old.created, modified: old.modified });
        const step = this.#begin("update", state);
        await this.#apply(
            step,
            async () => {
                if (isProvider(state.type)) state.outputs = state.inputs;
                else if (this.settings.preview) state.outputs = state.custom ? state.inputs : old.outputs;
                else if (plugin)
                    state.outputs = await plugin.update(state.urn, old.id ?? "", old.outputs, state.inputs);
                if (!this.settings.preview) state.modified = new Date().toISOString();
                secretOutputs(state);
                this.#store(old, state);
            },
            (partial) => {
                // The old inputs stay, so that the next check and the next diff know what was not reached.
                Object.assign(state, { inputs: old.inputs, outputs: partial.properties, initErrors: partial.reasons });
                secretOutputs(state);
                this.#store(old, state);
            },
        );
        return state;
    }

    async #delete(old: State, op: string, done: () => void): Promise<void> {
        const step = this.#begin(op, old);
        await this.#apply(step, async () => {
            if (op === "delete" && old.protect) throw new Protected(old.urn);
            const withAnother = old.deletedWith !== undefined && this.#deletedUrns.has(old.deletedWith);
            const isThere = old.custom && !old.external && !isProvider(old.type) && op !== "remove-pending-replace";
            if (isThere && !this.settings.preview && !old.retainOnDelete && !withAnother)
                await (await this.#pluginOf(old)).delete(old.urn, old.id ?? "", old.outputs);
            done();
            this.witness.changed();
        });
    }

    async #deleteAll(condemned: State[]): Promise<void> {
        for (const old of condemned) this.#deletedUrns.add(old.urn);
        const kept = new Set<State>();
        for (const round of this.snapshot.rounds(condemned)) {
            if (this.isStopped) return;
            const failed: State[] = [];
            const one = (old: State) =>
                this.#delete(old, deleteOp(old), () => this.snapshot.remove(old)).catch((error) => {
                    if (!(error instanceof Stopped)) throw error;
                    failed.push(old);
                });
            await Promise.all(round.filter((old) => !kept.has(old)).map(one));
            for (const old of this.snapshot.needed(failed)) kept.add(old);
        }
    }

    async #refresh(old: State, found: Map<State, State | undefined>): Promise<void> {
        const step = this.#begin("refresh", old);
        if (!old.custom || isProvider(old.type) || old.pendingReplacement) return;
        await this.#apply(step, async () => {
            const plugin = await this.#pluginOf(old);
            const read = await plugin.read(old.urn, old.id ?? "", old.inputs, old.outputs);
            if (read.id === "") {
                this.changes = true;
                found.set(old, undefined);
                return;
            }
            const { initErrors: _, ...rest } = old;
            const state: State = { ...rest, id: read.id, inputs: read.inputs ?? old.inputs, outputs: read.outputs };
            if (!equal(state.inputs, old.inputs) || !equal(state.outputs, old.outputs))
                state.modified = new Date().toISOString();
            secretOutputs(state);
            if (!old.external) {
                const diff = await plugin.diff(old.urn, read.id, state.outputs, old.inputs);
                if (diff.changes) this.changes = true;
            }
            found.set(old, state);
        }).catch((error) => {
            if (!(error instanceof Stopped)) throw error;
        });
    }

    // ---- What all steps have in common

    #begin(op: string, state: State): Step {
        if (this.isStopped && op !== "refresh") throw new Stopped();
        const step: Step = { op, type: typeOf(state.urn), name: nameOf(state.urn), urn: state.urn };
        if (!["same", "read", "refresh", "discard"].includes(op)) this.changes = true;
        this.witness.step(step);
        return step;
    }

    /** A step that stands for others and does nothing itself. */
    #logical(op: string, state: State): void {
        this.#begin(op, state);
    }

    async #apply(step: Step, work: () => Promise<void>, keep?: (partial: PartialError) => void): Promise<void> {
        try {
            await this.#slots.use(work);
        } catch (error) {
            this.failed = true;
            this.#broken = true;
            if (error instanceof PartialError) keep?.(error);
            if (!this.settings.preview) step.failed = true;
            const prefix = this.settings.preview && !(error instanceof Protected) ? "Preview failed: " : "";
            this.witness.diagnostic({ severity: "error", message: prefix + messageOf(error), urn: step.urn });
            if (!(error instanceof Protected) && step.op !== "refresh") this.#stop();
            throw new Stopped();
        }
    }

    #store(old: State | undefined, state: State): void {
        this.snapshot.replace(old, state);
        this.witness.changed();
    }

    /** Runs what a program asked for; once the operation is stopped, the program waits for an answer that never comes. */
    #run<T>(work: () => Promise<T>): Promise<T> {
        const forever = () => new Promise<never>(() => {});
        if (this.isStopped) return forever();
        const running = work();
        this.#running.add(running);
        const ended = () => this.#running.delete(running);
        return running.finally(ended).catch((error) => {
            if (!(error instanceof Stopped)) this.fail(messageOf(error));
            return forever();
        });
    }

    async #myTurn(): Promise<() => void> {
        const before = this.#turn;
        let release: () => void = () => {};
        this.#turn = new Promise((resolve) => {
            release = resolve;
        });
        await before;
        if (this.isStopped) {
            release();
            throw new Stopped();
        }
        return release;
    }

    #urn({ type, name, parent }: { type: string; name: string; parent?: string }): string {
        const parentTypes = parent && typeOf(parent) !== STACK_TYPE ? `${parent.split("::")[2]}$` : "";
        return `urn:pulumi:${this.settings.stack}::${this.settings.project}::${parentTypes}${type}::${name}`;
    }

    #oldOf(urn: string, aliases: string[]): State | undefined {
        for (const name of [urn, ...aliases]) {
            const old = this.snapshot.old(name);
            if (old && !this.#handled.has(old)) return old;
        }
        return undefined;
    }

    async #providerOf(goal: { type: string; custom: boolean; provider?: string }): Promise<State | undefined> {
        if (!goal.custom || isProvider(goal.type)) return undefined;
        if (!goal.provider) {
            this.#default ??= this.#register(defaultGoal(this.settings.config), undefined);
            return this.#default;
        }
        const made = this.snapshot.made(providerUrn(goal.provider));
        if (!made) throw new EngineError(`The provider ${goal.provider} is not registered.`);
        return made;
    }

    async #plugin(provider: State | undefined): Promise<Plugin> {
        const plugin = provider && (await this.plugins(provider));
        if (!plugin) throw new EngineError("The configuration of this object's provider is not known yet.");
        return plugin;
    }

    /** The provider that an object of the state was made with. */
    #pluginOf(state: State): Promise<Plugin> {
        const urn = providerUrn(state.provider ?? "");
        return this.#plugin(this.snapshot.made(urn) ?? this.snapshot.old(urn));
    }
}

class Protected extends Error {
    constructor(urn: string) {
        super(
            `resource "${urn}" cannot be deleted\nbecause it is protected. To unprotect the resource, either remove the \`protect\` flag from the resource in your Pulumi program and run \`pulumi up\`, or use the command:\n\`pulumi state unprotect '${urn}'\``,
        );
    }
}

class ProtectedDependent extends Error {}

/** Lets so many things happen at once. */
class Slots {
    #free: number;
    readonly #waiting: (() => void)[] = [];

    constructor(count: number) {
        this.#free = count;
    }

    async use<T>(work: () => Promise<T>): Promise<T> {
        if (this.#free === 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
        else this.#free -= 1;
        try {
            return await work();
        } finally {
            const next = this.#waiting.shift();
            if (next) next();
            else this.#free += 1;
        }
    }
}

function stateOf(goal: Goal, urn: string, provider: State | undefined): State {
    return {
        urn,
        custom: goal.custom,
        type: goal.type,
        inputs: goal.inputs,
        outputs: {},
        ...(goal.parent && { parent: goal.parent }),
        ...(provider && { provider: referenceTo(provider) }),
        protect: goal.protect,
        retainOnDelete: goal.retainOnDelete,
        ...(goal.deletedWith && { deletedWith: goal.deletedWith }),
        dependencies: goal.dependencies,
        propertyDependencies: goal.propertyDependencies,
        additionalSecretOutputs: goal.additionalSecretOutputs,
        ignoreChanges: goal.ignoreChanges,
    };
}

function defaultGoal(config: Properties): Goal {
    return {
        type: PROVIDER_TYPE,
        name: "default",
        custom: true,
        inputs: config,
        protect: false,
        retainOnDelete: false,
        dependencies: [],
        propertyDependencies: {},
        ignoreChanges: [],
        additionalSecretOutputs: [],
        aliases: [],
    };
}

function referenceTo(provider: State | undefined): string {
    return `${provider?.urn}::${provider?.id ?? UNKNOWN}`;
}

function deleteOp(old: State): string {
    if (old.external) return "discard";
    if (old.delete) return "delete-replaced";
    return old.pendingReplacement ? "remove-pending-replace" : "delete";
}

/** The new inputs with the old values where changes are to be ignored. */
function ignoring(news: Properties, olds: Properties, ignored: string[]): Properties {
    const result = { ...news };
    for (const path of ignored) {
        if (/[.[\]*]/.test(path))
            throw new EngineError(
                `The local engine ignores changes of whole properties only, not of "${path}": use the Pulumi CLI for this program.`,
            );
        if (path in olds) result[path] = olds[path];
        else delete result[path];
    }
    return result;
}

function secretOutputs(state: State): void {
    for (const key of Object.keys(state.outputs)) {
        const value = state.outputs[key];
        if (isSecret(value)) continue;
        if (state.additionalSecretOutputs?.includes(key) || isSecret(state.inputs[key]))
            state.outputs[key] = secret(value);
    }
}

function messageOf(error: unknown): string {
    if (error instanceof PartialError) {
        const count = error.reasons.length;
        return `${count} error${count === 1 ? "" : "s"} occurred:${error.reasons.map((reason) => `\n\t* ${reason}`).join("")}`;
    }
    return error instanceof Error ? error.message : String(error);
}

/** A value in a failed check, as the Pulumi engine prints it. */
function inWords(value: unknown): string {
    if (isSecret(value)) return `{&{${inWords(value.value)}}}`;
    return `{${typeof value === "string" ? value : JSON.stringify(value)}}`;
}
