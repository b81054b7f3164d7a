import { isProvider, type ResourceEntry } from "../../contract/state.js";
import { UNKNOWN } from "../../contract/values.js";
import type { Actions } from "./actions.js";

/**
 * Returns the dependents that must be replaced together with `root`. Inputs that depend on a replaced resource are treated as unknown, and
 * the provider's diff decides whether the dependent must be replaced.
 * @param dependents sorted so that each resource comes after its dependencies
 */
export async function dependentsToReplace(
    root: ResourceEntry,
    dependents: readonly ResourceEntry[],
    actions: Pick<Actions, "pluginOf">,
): Promise<ResourceEntry[]> {
    const replaced = new Set([root.urn]);
    const result: ResourceEntry[] = [];
    for (const state of dependents) {
        if (!state.custom || state.external || isProvider(state.type)) continue;
        const inputs = { ...state.inputs };
        let isAffected = false;
        for (const [key, urns] of Object.entries(state.propertyDependencies ?? {}))
            if (key in inputs && urns.some((urn) => replaced.has(urn))) {
                isAffected = true;
                inputs[key] = UNKNOWN;
            }
        if (!isAffected) continue;
        const plugin = await actions.pluginOf(state);
        const diff = await plugin.diff(state.urn, state.id ?? "", state.outputs, inputs);
        if (!diff.changes || diff.replaces.length === 0) continue;
        replaced.add(state.urn);
        result.push(state);
    }
    return result;
}
