import { randomUUID } from "node:crypto";
import { availableParallelism } from "node:os";
import PQueue from "p-queue";
import { EngineError } from "../../contract/project.js";
import type { RunOptions, Step } from "../../contract/stack.js";
import { isDefaultProvider, isProvider, nameOf, providerUrn, type State, typeOf } from "../../contract/state.js";
import { isSecret, type Properties, secret, UNKNOWN } from "../../contract/values.js";
import { type Diff, PartialError, type ProvidedObject, type Provider } from "../../processes/plugin.js";
import type { Listener, StepStates } from "../listener.js";
import { messageOf, Protected, Stopped } from "./failures.js";
import type { Snapshot } from "./snapshot.js";

/** Finds or starts a provider. Undefined if its configuration is not known yet. */
export type Plugins = (provider: State) => Promise<Provider | undefined>;

export interface Settings extends Pick<RunOptions, "parallelDiff" | "targets" | "replace"> {
    preview: boolean;
    stack: string;
    project: string;
    /** Configuration of the default provider. */
    config: Properties;
}

/** Executes steps: calls the provider, and updates the snapshot and the outcome of the operation. */
export class Actions {
    /** Whether an error was reported. The operation continues if the Pulumi engine would. */
    failed = false;
    /** Whether a step failed or is impossible. A refused registration sets only `failed`. */
    broken = false;
    /** Whether anything changed, or would change in a preview. */
    changes = false;
    readonly #stopping = new AbortController();
    /** Resolves when the operation is stopped. */
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

    /** Whether no further steps may start. */
    get isStopped(): boolean {
        return this.#stopping.signal.aborted;
    }

    async same(old: State, state: State): Promise<State> {
        carryOver(old, state);
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
        const creation = this.apply(
            step,
            async () => {
                state.created = state.modified = new Date().toISOString();
                if (isProvider(state.type)) {
                    state.id = this.settings.preview ? UNKNOWN : randomUUID();
                    state.outputs = { ...state.inputs };
                } else if (this.settings.preview) {
                    state.outputs = plugin ? (await plugin.create(state.urn, state.inputs, true)).outputs : {};
                } else if (plugin) {
                    // If this process is killed during the call, the saved state lists the object as possibly created.
                    this.snapshot.begin(state);
                    await this.listener.saved?.();
                    const created: ProvidedObject = await plugin.create(state.urn, state.inputs, false);
                    if (!created.id) throw new Error("provider did not return an ID from Create");
                    Object.assign(state, created);
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
        await creation.finally(() => this.snapshot.end(state));
        return state;
    }

    /** Recreates an object that is already deleted. */
    async recreate(old: State, state: State, plugin: Provider | undefined, replaces: string[] = []): Promise<State> {
        this.begin("replace", state, { old, new: state, replaces });
        await this.create("create-replacement", state, plugin, () => this.snapshot.remove(old));
        return state;
    }

    async update(old: State, state: State, plugin: Provider | undefined, detailed?: Diff["detailed"]): Promise<State> {
        carryOver(old, state);
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
                // Keeps the old inputs, so that the next diff finds what the update did not complete.
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
            const isDeletedWithAnother = old.deletedWith !== undefined && this.deletedUrns.has(old.deletedWith);
            const exists = old.custom && !old.external && !isProvider(old.type) && op !== "remove-pending-replace";
            if (exists && !this.settings.preview && !old.retainOnDelete && !isDeletedWithAnother)
                await (await this.pluginOf(old)).delete(old.urn, old.id ?? "", old.outputs);
            done();
            this.listener.changed();
        });
    }

    /** Deletes resources in the order of their dependencies. Dependencies of a resource that cannot be deleted are kept. */
    async deleteAll(resources: State[]): Promise<void> {
        for (const old of resources) this.deletedUrns.add(old.urn);
        const kept = new Set<State>();
        for (const round of this.snapshot.rounds(resources)) {
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

    /** Reports that a step starts. @throws Stopped if no further steps may start */
    begin(op: string, state: State, states: StepStates): Step {
        if (this.isStopped && op !== "refresh") throw new Stopped();
        const step: Step = { op, type: typeOf(state.urn), name: nameOf(state.urn), urn: state.urn };
        const isOwn = isDefaultProvider(step);
        if (!["same", "read", "refresh", "discard"].includes(op) && !isOwn) this.changes = true;
        this.listener.step(step, states);
        return step;
    }

    /**
     * Executes a step. On failure, reports the error and throws Stopped. If the step succeeded partially, `keep` stores the
     * result.
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

    /** Reports an error, and starts no further steps. */
    fail(message: string, urn?: string): void {
        this.failed = true;
        this.listener.diagnostic({ severity: "error", message, ...(urn && { urn }) });
        this.stop();
    }

    /** Starts no further steps. */
    stop(): void {
        this.#stopping.abort();
    }

    async plugin(provider: State | undefined): Promise<Provider> {
        const plugin = provider && (await this.plugins(provider));
        if (!plugin) throw new EngineError("The configuration of this resource's provider is not known yet.");
        return plugin;
    }

    /** The provider of a resource in the state. */
    pluginOf(state: State): Promise<Provider> {
        const urn = providerUrn(state.provider ?? "");
        return this.plugin(this.snapshot.created(urn) ?? this.snapshot.old(urn));
    }
}

function deleteOp(old: State): string {
    if (old.external) return "discard";
    if (old.delete) return "delete-replaced";
    return old.pendingReplacement ? "remove-pending-replace" : "delete";
}

/** Copies the metadata that a resource keeps when its inputs change. */
function carryOver({ created, modified, refreshBeforeUpdate }: State, state: State): void {
    Object.assign(state, { created, modified, ...(refreshBeforeUpdate && { refreshBeforeUpdate }) });
}

/** Marks outputs as secret if the program asks for it, or if the input of the same name is secret. */
export function secretOutputs(state: State): void {
    for (const key of Object.keys(state.outputs)) {
        const value = state.outputs[key];
        if (isSecret(value)) continue;
        if (state.additionalSecretOutputs?.includes(key) || isSecret(state.inputs[key]))
            state.outputs[key] = secret(value);
    }
}
