import { EngineError } from "../contract/project.js";
import type { State } from "../contract/state.js";
import type { Provider } from "../processes/plugin.js";
import type { Actions } from "./actions.js";
import type { Goal } from "./goal.js";
import type { Snapshot } from "./snapshot.js";

/** Whether the program asks for an object that is there already. @throws EngineError for another one than the state has */
export function isImport({ name, importID }: Goal, old: State | undefined): boolean {
    if (importID === undefined || (old && (old.importID ?? old.id) === importID)) return false;
    if (old)
        throw new EngineError(
            `${name} is to be imported as another object than the state has: the local engine does not do that.`,
        );
    return true;
}

/** The object as it is on the service; the stack keeps it, whatever comes of the change to what is declared. */
export async function imported(
    goal: State,
    plugin: Provider | undefined,
    actions: Actions,
    snapshot: Snapshot,
): Promise<State> {
    const { urn, importID = "" } = goal;
    const state = { ...goal };
    const step = actions.begin("import", state, { new: state });
    await actions.apply(step, async () => {
        if (!plugin) throw new EngineError(`${urn} has no provider that could import it.`);
        const { id, inputs = {}, ...found } = await plugin.read(urn, importID, {}, {});
        if (id === "") throw new Error(`resource '${importID}' does not exist`);
        const now = new Date().toISOString();
        Object.assign(state, { ...found, id, inputs, created: now, modified: now });
        snapshot.adopt(state);
    });
    return state;
}
