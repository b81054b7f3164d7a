import { isProvider, type State } from "../../contract/state.js";
import { UNKNOWN } from "../../contract/values.js";
import type { Actions } from "./actions.js";

/**
 * Those of the dependents that a replacement of `root` requires to be replaced, by their own diff with unknown values.
 * @param dependents each after what it depends on
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
        let concerned = false;
        for (const [key, urns] of Object.entries(state.propertyDependencies ?? {}))
            if (key in inputs && urns.some((urn) => replaced.has(urn))) {
                concerned = true;
                inputs[key] = UNKNOWN;
            }
        if (!concerned) continue;
        const plugin = await actions.pluginOf(state);
        const diff = await plugin.diff(state.urn, state.id ?? "", state.outputs, inputs);
        if (!diff.changes || diff.replaces.length === 0) continue;
        replaced.add(state.urn);
        result.push(state);
    }
    return result;
}
