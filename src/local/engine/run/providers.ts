import { DYNAMIC, providerType, type State } from "../contract/state.js";
import type { Properties } from "../contract/values.js";
import type { Goal } from "./steps/goal.js";

/** The package of types that the engine itself provides: stack references. */
export const BUILT_IN = "pulumi";

/** The state of the default provider of dynamic resources when it is first registered. */
export function defaultProvider(of: { stack: string; project: string; config: Properties }): State {
    const type = providerType(DYNAMIC);
    const urn = `urn:pulumi:${of.stack}::${of.project}::${type}::default`;
    return { urn, custom: true, type, inputs: of.config, outputs: {} };
}

/**
 * Registration of the default provider of a package. The provider of dynamic resources receives the whole configuration. A
 * plugin receives the keys in the namespace of its name.
 */
export function defaultGoal(name: string, config: Properties): Goal {
    const own = Object.entries(config).flatMap(([key, value]) =>
        key.startsWith(`${name}:`) ? [[key.slice(name.length + 1), value] as const] : [],
    );
    const inputs = name === DYNAMIC ? config : Object.fromEntries(own);
    return { type: providerType(name), name: "default", custom: true, inputs };
}
