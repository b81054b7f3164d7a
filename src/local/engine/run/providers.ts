import type { State } from "../contract/state.js";
import type { Properties } from "../contract/values.js";
import type { Goal } from "./goal.js";

/** The package of dynamic resources. */
export const DYNAMIC = "pulumi-nodejs";
/** The package of what the engine itself provides: references to stacks. */
export const BUILT_IN = "pulumi";

export const providerType = (name: string): string => `pulumi:providers:${name}`;

/** The default provider of dynamic resources, as first registered. */
export function defaultProvider(of: { stack: string; project: string; config: Properties }): State {
    const type = providerType(DYNAMIC);
    const urn = `urn:pulumi:${of.stack}::${of.project}::${type}::default`;
    return { urn, custom: true, type, inputs: of.config, outputs: {} };
}

/** Registration of the default provider of a package. */
export function defaultGoal(name: string, config: Properties): Goal {
    return { type: providerType(name), name: "default", custom: true, inputs: name === DYNAMIC ? config : {} };
}
