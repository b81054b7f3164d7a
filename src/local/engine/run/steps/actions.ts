import { randomUUID } from "node:crypto";
import { availableParallelism } from "node:os";
import PQueue from "p-queue";
import { EngineError } from "../../contract/project.js";
import type { RunOptions, Step } from "../../contract/stack.js";
import {
    isDefaultProvider,
    isProvider,
    providerUrn,
    type ResourceEntry,
    urnName,
    urnType,
} from "../../contract/state.js";
import { type EngineProperties, isEngineSecret, secret, UNKNOWN } from "../../contract/values.js";
import type { EngineProvider, ProvidedObject, ProviderDiff } from "../../processes/plugin.js";
import { PartialError } from "../../processes/provider-errors.js";
import type { Listener, StepStates } from "../listener.js";
import type { Providers } from "../plugins.js";
import { messageOf, Protected, Stopped } from "./failures.js";
import type { Snapshot } from "./snapshot.js";

/** Decides whether a step of a preview or an update may start. */
export type StepRefusal = (op: string, state: ResourceEntry, isPreview: boolean) => string | undefined;

export interface StepSettings extends Pick<RunOptions, "parallelDiff" | "targets" | "replace"> {
    preview: boolean;
    /** Called before each step. Returns why the step is not allowed, or undefined if it is. */
    refusal?: StepRefusal | undefined;
    stack: string;
    project: string;
    /** Configuration of the default provider. */
    config: EngineProperties;
}

/** Executes steps: calls the provider, then updates the snapshot and the result of the operation. */
export class Actions {
    /** Whether an error was reported. Some errors do not stop the operation, as in the Pulumi engine. */
    failed = false;
    /** Whether a step failed. `failed` is then also set; a refused registration sets only `failed`. */
    broken = false;
    /** Whether the operation changed any resource or, in a preview, would change one. */
    changes = false;
    readonly #stopping = new AbortController();
    /** Resolves when the operation is stopped. */
    readonly stopped = new Promise<void>((resolve) => {
        this.#stopping.signal.addEventListener("abort", () => resolve());
    });
    /** URNs of resources that this operation deletes or replaces. */
    readonly deletedUrns = new Set<string>();
    readonly #slots = new PQueue({ concurrency: availableParallelism() * 4 });

    constructor(
        private readonly settings: Pick<StepSettings, "preview" | "targets" | "refusal">,
        private readonly snapshot: Snapshot,
        private readonly plugins: Providers,
        readonly listener: Listener,
    ) {}

    /** Whether the operation has been stopped, so that no new steps may start. */
    get isStopped(): boolean {
        return this.#stopping.signal.aborted;
    }

    async same(old: ResourceEntry, state: ResourceEntry): Promise<ResourceEntry> {
        carryOver(old, state);
        if (old.initErrors) state.initErrors = old.initErrors;
        this.begin("same", state, { old, new: state });
        Object.assign(state, { id: old.id, outputs: old.outputs });
        this.store(old, state);
        return state;
    }

    async create(
        op: string,
        state: ResourceEntry,
        plugin: EngineProvider | undefined,
        done: () => void = () => {},
    ): Promise<ResourceEntry> {
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
                    // The pending creation is saved before the call. If this process is killed during the call, the state shows that the
                    // object may exist.
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

    /** Recreates a resource whose object has already been deleted. */
    async recreate(
        old: ResourceEntry,
        state: ResourceEntry,
        plugin: EngineProvider | undefined,
        replaces: string[] = [],
    ): Promise<ResourceEntry> {
        this.begin("replace", state, { old, new: state, replaces });
        await this.create("create-replacement", state, plugin, () => this.snapshot.remove(old));
        return state;
    }

    async update(
        old: ResourceEntry,
        state: ResourceEntry,
        plugin: EngineProvider | undefined,
        detailed?: ProviderDiff["detailed"],
    ): Promise<ResourceEntry> {
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
                // The old inputs are kept so that the next diff detects the changes that were not applied.
                Object.assign(state, { inputs: old.inputs, outputs: partial.properties, initErrors: partial.reasons });
                secretOutputs(state);
                this.store(old, state);
            },
        );
        return state;
    }

    async delete(old: ResourceEntry, op: string, done: () => void): Promise<void> {
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

    /** Deletes resources in dependency order. If a resource cannot be deleted, its dependencies are not deleted. */
    async deleteAll(resources: ResourceEntry[]): Promise<void> {
        for (const old of resources) this.deletedUrns.add(old.urn);
        const kept = new Set<ResourceEntry>();
        for (const round of this.snapshot.rounds(resources)) {
            if (this.isStopped) return;
            const failed: ResourceEntry[] = [];
            const one = (old: ResourceEntry) =>
                this.delete(old, deleteOp(old), () => this.snapshot.remove(old)).catch((error) => {
                    if (!(error instanceof Stopped)) throw error;
                    failed.push(old);
                });
            await Promise.all(round.filter((old) => !kept.has(old)).map(one));
            for (const old of this.snapshot.needed(failed)) kept.add(old);
        }
    }

    /** Reports that a step starts. @throws Stopped if the operation has been stopped */
    begin(op: string, state: ResourceEntry, states: StepStates): Step {
        if (this.isStopped && op !== "refresh") throw new Stopped();
        const refusal = this.settings.refusal?.(op, state, this.settings.preview);
        if (refusal) {
            this.fail(refusal, state.urn);
            throw new Stopped();
        }
        const step: Step = { op, type: urnType(state.urn), name: urnName(state.urn), urn: state.urn };
        const isOwn = isDefaultProvider(step);
        if (!["same", "read", "refresh", "discard"].includes(op) && !isOwn) this.changes = true;
        this.listener.step(step, states);
        return step;
    }

    /**
     * Executes a step. If the step fails, reports the error and throws Stopped. If the step succeeded partially, calls `keep` to store the
     * partial result.
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

    store(old: ResourceEntry | undefined, state: ResourceEntry): void {
        this.snapshot.replace(old, state);
        this.listener.changed();
    }

    /** The final error message of the Pulumi engine, or undefined if all steps succeeded. */
    get conclusion(): string | undefined {
        return this.broken ? (this.settings.preview ? "preview failed" : "update failed") : undefined;
    }

    /** Reports an error and stops the operation. */
    fail(message: string, urn?: string): void {
        this.failed = true;
        this.listener.diagnostic({ severity: "error", message, ...(urn && { urn }) });
        this.stop();
    }

    /** Stops the operation: no new steps start. */
    stop(): void {
        this.#stopping.abort();
    }

    async plugin(provider: ResourceEntry | undefined): Promise<EngineProvider> {
        const plugin = provider && (await this.plugins.of(provider));
        if (!plugin) throw new EngineError("The configuration of this resource's provider is not known yet.");
        return plugin;
    }

    /** Returns the provider of a resource in the state. */
    pluginOf(state: ResourceEntry): Promise<EngineProvider> {
        const urn = providerUrn(state.provider ?? "");
        return this.plugin(this.snapshot.created(urn) ?? this.snapshot.old(urn));
    }
}

function deleteOp(old: ResourceEntry): string {
    if (old.external) return "discard";
    if (old.delete) return "delete-replaced";
    return old.pendingReplacement ? "remove-pending-replace" : "delete";
}

/** Copies the metadata that does not change when a resource is updated. */
function carryOver({ created, modified, refreshBeforeUpdate }: ResourceEntry, state: ResourceEntry): void {
    Object.assign(state, { created, modified, ...(refreshBeforeUpdate && { refreshBeforeUpdate }) });
}

/** Marks outputs as secret if they are listed in `additionalSecretOutputs`, or if the input with the same name is secret. */
export function secretOutputs(state: ResourceEntry): void {
    for (const key of Object.keys(state.outputs)) {
        const value = state.outputs[key];
        if (isEngineSecret(value)) continue;
        if (state.additionalSecretOutputs?.includes(key) || isEngineSecret(state.inputs[key]))
            state.outputs[key] = secret(value);
    }
}
