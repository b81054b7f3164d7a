import { DYNAMIC, providerType, type ResourceEntry } from "../contract/state.js";
import type { EngineProperties } from "../contract/values.js";
import { inNamespace } from "./config.js";
import type { Goal } from "./steps/goal.js";

/** The package of the types that the engine implements itself, such as stack references. */
export const BUILT_IN = "pulumi";

/** Returns the initial state of the default provider for dynamic resources. */
export function defaultProvider(of: { stack: string; project: string; config: EngineProperties }): ResourceEntry {
    const type = providerType(DYNAMIC);
    const urn = `urn:pulumi:${of.stack}::${of.project}::${type}::default`;
    return { urn, custom: true, type, inputs: of.config, outputs: {} };
}

/**
 * Returns the registration of a package's default provider. The provider of dynamic resources receives the whole configuration; a plugin
 * receives only the keys whose namespace is its package name.
 */
export function defaultGoal(name: string, config: EngineProperties): Goal {
    const inputs = name === DYNAMIC ? config : inNamespace(config, name);
    return { type: providerType(name), name: "default", custom: true, inputs };
}
