import { isDeepStrictEqual } from "node:util";
import { EngineError, unsupportedText } from "../../contract/project.js";
import {
    isProvider,
    packageOf,
    providerUrn,
    type ResourceEntry,
    referenceTo,
    STACK_TYPE,
    urnOf,
} from "../../contract/state.js";
import { type EngineProperties, UNKNOWN } from "../../contract/values.js";
import type { Constructed, EngineProvider, ProviderDiff } from "../../processes/plugin.js";
import type { Providers } from "../plugins.js";
import { defaultGoal } from "../providers.js";
import type { Actions, StepSettings } from "./actions.js";
import { checkedInputs } from "./check.js";
import { dependentsToReplace } from "./dependents.js";
import { messageOf, Stopped } from "./failures.js";
import { type Goal, goalState, ignoring, type ReadGoal, type RegisteredResource, replacing } from "./goal.js";
import { importResource, isImport } from "./import.js";
import { refuseReplacement } from "./replacement.js";
import type { Snapshot } from "./snapshot.js";
import { Targets } from "./targets.js";
import { type Turn, Turns } from "./turns.js";

/**
 * Determines the steps for each registered resource and their order. Registrations are checked and diffed one at a time, but their steps
 * run in parallel. After a failure, no new steps start, and steps in progress are completed.
 */
export class Steps {
    readonly #registered = new Set<string>();
    /** Old resources that the program has already registered or read. */
    readonly #handled = new Set<ResourceEntry>();
    /**
     * Dependents that are deleted early, because a resource that they depend on is deleted before its replacement is created. They are
     * recreated when the program registers them.
     */
    readonly #deletedEarly = new Set<ResourceEntry>();
    readonly #running = new Set<Promise<unknown>>();
    #stackOutputs: { state: ResourceEntry; outputs: EngineProperties } | undefined;
    readonly #turns: Turns;
    readonly #targets: Targets;
    readonly #defaults = new Map<string, Promise<ResourceEntry>>();

    constructor(
        private readonly settings: StepSettings,
        private readonly snapshot: Snapshot,
        private readonly plugins: Providers,
        private readonly actions: Actions,
    ) {
        this.#targets = new Targets(settings);
        this.#turns = new Turns(() => actions.isStopped);
    }

    async register(goal: Goal): Promise<RegisteredResource> {
        return this.#run(async () => {
            const provider = await this.#providerOf(goal);
            const { urn, id = "", outputs } = await this.#register(goal, provider);
            return { urn, id, outputs };
        });
    }

    async read(goal: ReadGoal): Promise<RegisteredResource> {
        return this.#run(async () => {
            const provider = await this.#providerOf({ ...goal, custom: true });
            const urn = urnOf(this.settings, goal);
            const { name, ...declared } = goal;
            if (declared.id === UNKNOWN)
                throw new EngineError(unsupportedText(`reading ${name} by an id that is not known during a preview`));
            const old = this.snapshot.old(urn);
            if (old && !old.external)
                throw new EngineError(unsupportedText(`reading ${name}, which the stack currently manages`));
            const read = { custom: true, outputs: {}, external: true, provider: referenceTo(provider) };
            const state: ResourceEntry = { ...declared, urn, ...read };
            if (old) this.#handled.add(old);
            const step = this.actions.begin("read", state, { old, new: state });
            await this.actions.apply(step, async () => {
                const plugin = await this.actions.plugin(provider);
                const found = await plugin.read(urn, declared.id, declared.inputs, declared.inputs);
                if (found.id) state.id = found.id;
                state.outputs = found.outputs;
                this.actions.store(old, state);
            });
            return { urn, id: state.id ?? "", outputs: state.outputs };
        });
    }

    /** Calls a provider function. */
    async invoke(goal: { type: string; args: EngineProperties; provider?: string }): Promise<EngineProperties> {
        return this.#run(async () => {
            const plugin = await this.actions.plugin(await this.#providerOf({ ...goal, custom: true }));
            if (!plugin.invoke) throw new EngineError(`The provider of ${goal.type} does not support function calls.`);
            return plugin.invoke(goal.type, goal.args, this.settings.preview);
        });
    }

    /** Asks the provider to create a component. @param providers provider references by package name */
    async construct(goal: Goal, providers: Readonly<Record<string, string>>): Promise<Constructed> {
        return this.#run(async () => {
            const own = providers[packageOf(goal.type)];
            const provider = await this.#providerOf({ type: goal.type, custom: true, ...(own && { provider: own }) });
            const plugin = await this.actions.plugin(provider);
            if (!plugin.construct) throw new EngineError(`The provider of ${goal.type} does not support components.`);
            // When the operation is stopped, the component's children get no response to their registrations, so `construct` would never
            // return.
            const stopped = this.actions.stopped.then(() => Promise.reject(new Stopped()));
            return Promise.race([plugin.construct(goal, { ...this.settings, providers }), stopped]);
        });
    }

    async registerOutputs(urn: string, outputs: EngineProperties): Promise<void> {
        const state = this.snapshot.created(urn);
        if (!state) return;
        if (state.type === STACK_TYPE) this.#stackOutputs = { state, outputs };
        else state.outputs = outputs;
        this.actions.listener.changed();
    }

    /** Saves the stack outputs at the end of an operation. If the operation failed, previous outputs that were not set again are kept. */
    storeOutputs(): void {
        if (!this.#stackOutputs) return;
        const { state, outputs } = this.#stackOutputs;
        state.outputs = this.actions.failed ? { ...this.snapshot.old(state.urn)?.outputs, ...outputs } : outputs;
    }

    /** Deletes the resources that the program no longer declares. */
    async finish(): Promise<void> {
        const left = this.snapshot.left.filter((old) => old.delete || !this.#handled.has(old));
        const targeted = left.filter((old) => this.#targets.includes(old));
        for (const old of left.filter((old) => !targeted.includes(old))) await this.actions.same(old, { ...old });
        await this.actions.deleteAll(targeted.filter((old) => !(old.delete && this.#deletedEarly.has(old))));
    }

    /** Waits until all steps in progress have ended. */
    async idle(): Promise<void> {
        while (this.#running.size > 0) await Promise.allSettled(this.#running);
    }

    // ---- Registering a resource

    async #register(goal: Goal, provider: ResourceEntry | undefined): Promise<ResourceEntry> {
        const urn = urnOf(this.settings, goal);
        const turn = await this.#turns.next();
        let decided: () => Promise<ResourceEntry>;
        try {
            decided = await this.#decide(goal, urn, provider, turn);
        } catch (error) {
            if (!(error instanceof Stopped)) this.actions.fail(messageOf(error), urn);
            throw new Stopped();
        } finally {
            turn.end();
        }
        return decided();
    }

    /** Checks and diffs a resource, and returns a function that runs the resulting steps. */
    async #decide(
        goal: Goal,
        urn: string,
        provider: ResourceEntry | undefined,
        turn: Turn,
    ): Promise<() => Promise<ResourceEntry>> {
        if (this.#registered.has(urn)) throw new Error(`Duplicate resource URN '${urn}'; try giving it a unique name`);
        this.#registered.add(urn);
        const known = this.#oldOf(urn, goal.aliases);
        if (known) this.#handled.add(known);
        const isDeleted = known !== undefined && this.#deletedEarly.has(known);
        if (known?.external)
            throw new EngineError(unsupportedText(`managing ${goal.name}, which the stack currently only reads`));
        const plugin = provider && (await this.plugins.of(provider));
        const state = goalState(goal, urn, provider);
        if (!this.#targets.includes(state)) return () => this.#untouched(known, state);
        this.#targets.assertComplete(goal);
        const old = isImport(goal, known)
            ? await importResource(state, known, plugin, this.actions, this.snapshot)
            : known;
        // If the user requested a replacement, the inputs are checked as for a new resource.
        const replacing = old !== undefined && this.#targets.replaces(urn);
        const isNew = !old || isDeleted || replacing;
        const given = isNew ? goal.inputs : ignoring(goal.inputs, old.inputs, goal.ignoreChanges);
        state.inputs = given;
        const checking = isProvider(goal.type)
            ? { check: () => this.plugins.check(state, isNew ? {} : old.inputs) }
            : plugin;
        if (checking) state.inputs = await checkedInputs(checking, state, isNew ? {} : old.inputs, given, this.actions);
        if (!old) return () => this.actions.create("create", state, plugin);
        if (isDeleted) return () => this.actions.recreate(old, state, plugin);

        if (replacing) {
            const diff = { changes: true, replaces: ["id"], deleteBeforeReplace: false };
            return this.#decideReplacement(goal, old, state, plugin, diff);
        }
        if (provider && !plugin)
            throw new EngineError(
                unsupportedText(`${goal.name} with a provider whose configuration is not known during a preview`),
            );
        const diff = plugin
            ? await this.#diff(goal, old, state, plugin, turn)
            : { changes: !isDeepStrictEqual(old.inputs, state.inputs), replaces: [], deleteBeforeReplace: false };
        if ((diff.changes && diff.replaces.length > 0) || old.pendingReplacement)
            return this.#decideReplacement(goal, old, state, plugin, diff);
        if (diff.changes || (old.initErrors ?? []).length > 0)
            return () => this.actions.update(old, state, plugin, diff.detailed);
        return () => this.actions.same(old, state);
    }

    async #diff(
        goal: Goal,
        old: ResourceEntry,
        state: ResourceEntry,
        plugin: EngineProvider,
        turn: Turn,
    ): Promise<ProviderDiff> {
        if (old.provider && state.provider && providerUrn(old.provider) !== providerUrn(state.provider))
            throw new EngineError(unsupportedText(`moving ${goal.name} to a different provider`));
        if (goal.deletedWith && this.actions.deletedUrns.has(goal.deletedWith))
            throw new EngineError(
                unsupportedText(`deletedWith on ${goal.name} while the resource that it refers to is being replaced`),
            );
        if (this.settings.parallelDiff) turn.end();
        const { id = "", outputs } = old;
        const diff = await plugin.diff(state.urn, id, outputs, state.inputs, goal.ignoreChanges);
        diff.replaces.push(...replacing(Object.keys(diff.detailed ?? {}), goal.replaceOnChanges));
        if (this.settings.parallelDiff) turn.end = (await this.#turns.next()).end;
        return diff;
    }

    async #decideReplacement(
        goal: Goal,
        old: ResourceEntry,
        state: ResourceEntry,
        plugin: EngineProvider | undefined,
        diff: ProviderDiff,
    ): Promise<() => Promise<ResourceEntry>> {
        if (!plugin) throw new EngineError(`${goal.name} cannot be replaced: it has no provider.`);
        refuseReplacement(goal, old, state, diff.replaces, this.actions, this.settings);
        // The inputs of a replacement are checked as for a new resource. If the user requested the replacement, they have already been
        // checked this way.
        if (!this.#targets.replaces(state.urn))
            state.inputs = await checkedInputs(plugin, state, {}, goal.inputs, this.actions);
        this.actions.deletedUrns.add(old.urn);
        if (!(goal.deleteBeforeReplace ?? diff.deleteBeforeReplace))
            return async () => {
                await this.actions.create("create-replacement", state, plugin, () => {
                    old.delete = true;
                });
                this.actions.begin("replace", state, { old, new: state, replaces: diff.replaces });
                return state;
            };
        const before: ResourceEntry[] = [];
        const left = this.snapshot.dependents(old).filter((one) => !this.#handled.has(one));
        for (const dependent of (await dependentsToReplace(old, left, this.actions)).reverse()) {
            if (this.#deletedEarly.has(dependent)) continue;
            if (dependent.protect)
                throw new Error(
                    `unable to replace resource "${dependent.urn}" as part of replacing "${state.urn}" as it is currently marked for protection. To unprotect the resource, remove the \`protect\` flag from the resource in your Pulumi program and run \`pulumi up\`, or use the command:\n\`pulumi state unprotect '${dependent.urn}'\``,
                );
            before.push(dependent);
            this.#deletedEarly.add(dependent);
            this.actions.deletedUrns.add(dependent.urn);
        }
        if (!old.pendingReplacement) before.push(old);
        return async () => {
            for (const resource of before)
                await this.actions.delete(resource, "delete-replaced", () => {
                    resource.pendingReplacement = true;
                });
            return this.actions.recreate(old, state, plugin, diff.replaces);
        };
    }

    /** Keeps the state of a resource that is not targeted. If the resource is new, it is not added to the state. */
    async #untouched(old: ResourceEntry | undefined, state: ResourceEntry): Promise<ResourceEntry> {
        if (old) return this.actions.same(old, { ...old });
        this.#targets.skip(state.urn);
        this.actions.begin("same", state, { new: state });
        return state;
    }

    /** Handles a request from the program. If the operation is stopped, the request never gets a response. */
    #run<T>(work: () => Promise<T>): Promise<T> {
        const forever = () => new Promise<never>(() => {});
        if (this.actions.isStopped) return forever();
        const running = work();
        this.#running.add(running);
        const ended = () => this.#running.delete(running);
        return running.finally(ended).catch((error) => {
            if (!(error instanceof Stopped)) this.actions.fail(messageOf(error));
            return forever();
        });
    }

    #oldOf(urn: string, aliases: string[] = []): ResourceEntry | undefined {
        const olds = [urn, ...aliases].map((name) => this.snapshot.old(name));
        return olds.find((old) => old && !this.#handled.has(old));
    }

    async #providerOf(goal: { type: string; custom: boolean; provider?: string }): Promise<ResourceEntry | undefined> {
        if (!goal.custom || isProvider(goal.type)) return undefined;
        if (!goal.provider) {
            const [name = ""] = goal.type.split(":"); // "pulumi-nodejs" in pulumi-nodejs:dynamic/probe:Entity
            const known =
                this.#defaults.get(name) ?? this.#register(defaultGoal(name, this.settings.config), undefined);
            this.#defaults.set(name, known);
            return known;
        }
        const provider = this.snapshot.created(providerUrn(goal.provider));
        if (!provider) throw new EngineError(`The provider ${goal.provider} is not registered.`);
        return provider;
    }
}
