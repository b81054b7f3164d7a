import { isProvider, type State } from "../../contract/state.js";
import { UNKNOWN } from "../../contract/values.js";
import type { Actions } from "./actions.js";

/**
 * Dependents that have to be replaced together with `root`. To find them, the inputs that depend on a replaced resource are
 * treated as unknown, and the provider of each dependent is asked for a diff.
 * @param dependents each after the resources that it depends on
 */
export async function dependentsToReplace(
    root: State,
    dependents: readonly State[],
    actions: Pick<Actions, "pluginOf">,
): Promise<State[]> {
    const replaced = new Set([root.urn]);
    const result: State[] = [];
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
