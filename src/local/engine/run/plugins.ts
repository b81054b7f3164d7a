import { DYNAMIC, packageOf, type ResourceEntry } from "../contract/state.js";
import { type EngineProperties, some, UNKNOWN } from "../contract/values.js";
import { type Checked, type EngineProvider, ProviderProcess } from "../processes/plugin.js";
import { inNamespace } from "./config.js";
import { BUILT_IN } from "./providers.js";
import type { EngineSettings } from "./settings.js";

interface PluginsSettings extends EngineSettings {
    /** The provider that reads stack references. */
    readonly references: EngineProvider;
    /** Address of the engine. Undefined if no program is running. */
    readonly address: () => string | undefined;
    /** Processes to stop when the operation ends. */
    readonly running: Set<{ stop(): Promise<void> }>;
}

/** The providers of an operation, as its steps see them. */
export type Providers = Pick<Plugins, "of" | "check">;

/** The providers of an operation. Each has a process of its own, which starts when it is first used. */
export class Plugins {
    /** Configured providers. A provider whose configuration changes in this operation has two: the former one reads before the program runs. */
    readonly #configured = new Map<string, Promise<ProviderProcess>>();

    constructor(private readonly settings: PluginsSettings) {}

    /** Returns the provider, and starts it if needed. Returns undefined if its configuration is not known yet. */
    async of(provider: ResourceEntry): Promise<EngineProvider | undefined> {
        if (packageOf(provider.type) === BUILT_IN) return this.settings.references;
        if (isUnknown(provider)) return undefined;
        const key = pluginKey(provider);
        const known = this.#configured.get(key);
        if (known) return known;
        const { urn, inputs } = provider;
        const starting = this.#start(provider).then((plugin) => plugin.configure(urn, inputs));
        this.#configured.set(key, starting);
        return starting;
    }

    /** Checks the configuration of a provider that the program registers, unless the provider already runs with this configuration. */
    async check(provider: ResourceEntry, olds: EngineProperties): Promise<Checked> {
        const { urn, type, inputs } = provider;
        // Dynamic providers do not support CheckConfig.
        const isChecked = ![DYNAMIC, BUILT_IN].includes(packageOf(type)) && !isUnknown(provider);
        if (!isChecked || this.#configured.has(pluginKey(provider))) return { inputs, failures: [] };
        const plugin = await this.#start(provider);
        const checked = await plugin.checkConfig(urn, olds, inputs);
        if (checked.failures.length === 0)
            this.#configured.set(pluginKey({ urn, inputs: checked.inputs }), plugin.configure(urn, checked.inputs));
        return checked;
    }

    #start({ type }: ResourceEntry): Promise<ProviderProcess> {
        const { project, config, env, display, address, running } = this.settings;
        const name = packageOf(type);
        const starting = ProviderProcess.start({
            name,
            project,
            stackConfig: inNamespace(config.opened(), name),
            env,
            address: address(),
            onLine: (message, from) => display.line(message, from),
        });
        running.add({ stop: async () => (await starting.catch(() => undefined))?.stop() });
        return starting;
    }
}

function isUnknown({ inputs }: ResourceEntry): boolean {
    return some(inputs, (part) => part === UNKNOWN);
}

function pluginKey({ urn, inputs }: Pick<ResourceEntry, "urn" | "inputs">): string {
    return JSON.stringify([urn, inputs]);
}
