import { randomUUID } from "node:crypto";
import { availableParallelism } from "node:os";
import PQueue from "p-queue";
import { EngineError } from "../../contract/project.js";
import type { RunOptions, Step } from "../../contract/stack.js";
import { isDefaultProvider, isProvider, nameOf, providerUrn, type State, typeOf } from "../../contract/state.js";
import { isSecret, type Properties, secret, UNKNOWN } from "../../contract/values.js";
import { type Diff, type Made, PartialError, type Provider } from "../../processes/plugin.js";
import type { Concerned, Listener } from "../listener.js";
import { messageOf, Protected, Stopped } from "./failures.js";
import type { Snapshot } from "./snapshot.js";

/** Finds the process of a provider; undefined where its configuration is not known yet. */
export type Plugins = (provider: State) => Promise<Provider | undefined>;

export interface Settings extends Pick<RunOptions, "parallelDiff" | "targets" | "replace"> {
    preview: boolean;
    stack: string;
    project: string;
    /** Configuration of the default provider. */
    config: Properties;
}

/**
 * Carries out steps: calls the provider, and updates the snapshot and the outcome of the
 * operation.
 */
export class Actions {
    /** An error was shown. The operation continues where the Pulumi engine would. */
    failed = false;
    /** A step failed or is impossible, as opposed to a refused registration. */
    broken = false;
    /** Whether anything changed, or would. */
    changes = false;
    readonly #stopping = new AbortController();
    /** Resolves when nothing more begins. */
    readonly stopped = new Promise<void>((resolve) => {
        this.#stopping.signal.addEventListener("abort", () => resolve());
    });
    /** Resources that this operation deletes or replaces. */
    readonly deletedUrns = new Set<string>();
    readonly #slots = new PQueue({ concurrency: availableParallelism() * 4 });

    constructor(
        private readonly settings: Pick<Settings, "preview" | "targets">,
        private readonly snapshot: Snapshot,
        private readonly plugins: Plugins,
        readonly listener: Listener,
    ) {}

    /** Nothing more begins. */
    get isStopped(): boolean {
        return this.#stopping.signal.aborted;
    }

    async same(old: State, state: State): Promise<State> {
        handOn(old, state);
        if (old.initErrors) state.initErrors = old.initErrors;
        this.begin("same", state, { old, new: state });
        Object.assign(state, { id: old.id, outputs: old.outputs });
        this.store(old, state);
        return state;
    }

    async create(op: string, state: State, plugin: Provider | undefined, done: () => void = () => {}): Promise<State> {
        const step = this.begin(op, state, { new: state });
        const store = () => {
            secretOutputs(state);
            done();
            this.store(undefined, state);
        };
        const making = this.apply(
            step,
            async () => {
                state.created = state.modified = new Date().toISOString();
                if (isProvider(state.type)) {
                    state.id = this.settings.preview ? UNKNOWN : randomUUID();
                    state.outputs = { ...state.inputs };
                } else if (this.settings.preview) {
                    state.outputs = plugin ? (await plugin.create(state.urn, state.inputs, true)).outputs : {};
                } else if (plugin) {
                    // If this process is killed now, the state shows what may have been
                    // created.
                    this.snapshot.begin(state);
                    await this.listener.kept?.();
                    const made: Made = await plugin.create(state.urn, state.inputs, false);
                    if (!made.id) throw new Error("provider did not return an ID from Create");
                    Object.assign(state, made);
                }
                store();
            },
            (partial) => {
                state.id = partial.id;
                state.outputs = partial.properties;
                state.initErrors = partial.reasons;
                store();
            },
        );
        await making.finally(() => this.snapshot.end(state));
        return state;
    }

    /** Recreates an object that is already deleted. */
    async createAgain(old: State, state: State, plugin: Provider | undefined, replaces: string[] = []): Promise<State> {
        this.begin("replace", state, { old, new: state, replaces });
        await this.create("create-replacement", state, plugin, () => this.snapshot.remove(old));
        return state;
    }

    async update(old: State, state: State, plugin: Provider | undefined, detailed?: Diff["detailed"]): Promise<State> {
        handOn(old, state);
        const step = this.begin("update", state, { old, new: state, detailed });
        if (old.id !== undefined) state.id = old.id;
        await this.apply(
            step,
            async () => {
                const { preview } = this.settings;
                const { urn, inputs, ignoreChanges = [] } = state;
                if (isProvider(state.type)) state.outputs = { ...inputs };
                else if (plugin)
                    state.outputs = await plugin.update(urn, old.id ?? "", old.outputs, inputs, ignoreChanges, preview);
                else if (preview) state.outputs = old.outputs;
                if (!this.settings.preview) state.modified = new Date().toISOString();
                secretOutputs(state);
                this.store(old, state);
            },
            (partial) => {
                // The old inputs stay, so that the next check and diff see what remains to be
                // done.
                Object.assign(state, { inputs: old.inputs, outputs: partial.properties, initErrors: partial.reasons });
                secretOutputs(state);
                this.store(old, state);
            },
        );
        return state;
    }

    async delete(old: State, op: string, done: () => void): Promise<void> {
        const step = this.begin(op, old, { old });
        await this.apply(step, async () => {
            if (op === "delete" && old.protect) throw new Protected(old.urn);
            const withAnother = old.deletedWith !== undefined && this.deletedUrns.has(old.deletedWith);
            const isThere = old.custom && !old.external && !isProvider(old.type) && op !== "remove-pending-replace";
            if (isThere && !this.settings.preview && !old.retainOnDelete && !withAnother)
                await (await this.pluginOf(old)).delete(old.urn, old.id ?? "", old.outputs);
            done();
            this.listener.changed();
        });
    }

    async deleteAll(condemned: State[]): Promise<void> {
        for (const old of condemned) this.deletedUrns.add(old.urn);
        const kept = new Set<State>();
        for (const round of this.snapshot.rounds(condemned)) {
            if (this.isStopped) return;
            const failed: State[] = [];
            const one = (old: State) =>
                this.delete(old, deleteOp(old), () => this.snapshot.remove(old)).catch((error) => {
                    if (!(error instanceof Stopped)) throw error;
                    failed.push(old);
                });
            await Promise.all(round.filter((old) => !kept.has(old)).map(one));
            for (const old of this.snapshot.needed(failed)) kept.add(old);
        }
    }

    async destroy(): Promise<void> {
        await this.deleteAll([...this.snapshot.olds]);
    }

    /** Announces a step. Throws Stopped if nothing more may start. */
    begin(op: string, state: State, states: Concerned): Step {
        if (this.isStopped && op !== "refresh") throw new Stopped();
        const step: Step = { op, type: typeOf(state.urn), name: nameOf(state.urn), urn: state.urn };
        const isOwn = isDefaultProvider(step);
        if (!["same", "read", "refresh", "discard"].includes(op) && !isOwn) this.changes = true;
        this.listener.step(step, states);
        return step;
    }

    /**
     * Carries out a step. On failure, reports the error and throws Stopped; `keep` stores what was
     * done.
     */
    async apply(step: Step, work: () => Promise<void>, keep?: (partial: PartialError) => void): Promise<void> {
        try {
            await this.#slots.add(work);
        } catch (error) {
            this.failed = true;
            this.broken = true;
            if (error instanceof PartialError) keep?.(error);
            if (!this.settings.preview) step.failed = true;
            const prefix = this.settings.preview && !(error instanceof Protected) ? "Preview failed: " : "";
            this.listener.diagnostic({ severity: "error", message: prefix + messageOf(error), urn: step.urn });
            if (!(error instanceof Protected) && step.op !== "refresh") this.#stopping.abort();
            throw new Stopped();
        }
    }

    store(old: State | undefined, state: State): void {
        this.snapshot.replace(old, state);
        this.listener.changed();
    }

    /** The Pulumi engine's final message for an operation in which a step failed. */
    get conclusion(): string | undefined {
        return this.broken ? (this.settings.preview ? "preview failed" : "update failed") : undefined;
    }

    /** Fails the operation: nothing more begins. */
    fail(message: string, urn?: string): void {
        this.failed = true;
        this.listener.diagnostic({ severity: "error", message, ...(urn && { urn }) });
        this.stop();
    }

    /** Lets nothing more begin. */
    stop(): void {
        this.#stopping.abort();
    }

    async plugin(provider: State | undefined): Promise<Provider> {
        const plugin = provider && (await this.plugins(provider));
        if (!plugin) throw new EngineError("The configuration of this object's provider is not known yet.");
        return plugin;
    }

    /** The provider that created an object of the state. */
    pluginOf(state: State): Promise<Provider> {
        const urn = providerUrn(state.provider ?? "");
        return this.plugin(this.snapshot.made(urn) ?? this.snapshot.old(urn));
    }
}

function deleteOp(old: State): string {
    if (old.external) return "discard";
    if (old.delete) return "delete-replaced";
    return old.pendingReplacement ? "remove-pending-replace" : "delete";
}

/** What a resource keeps although its inputs change. */
function handOn({ created, modified, refreshBeforeUpdate }: State, state: State): void {
    Object.assign(state, { created, modified, ...(refreshBeforeUpdate && { refreshBeforeUpdate }) });
}

/** Marks the outputs that the program, or an input of their name, makes secret. */
export function secretOutputs(state: State): void {
    for (const key of Object.keys(state.outputs)) {
        const value = state.outputs[key];
        if (isSecret(value)) continue;
        if (state.additionalSecretOutputs?.includes(key) || isSecret(state.inputs[key]))
            state.outputs[key] = secret(value);
    }
}
