import { EngineError } from "../../contract/project.js";
import type { ResourceEntry } from "../../contract/state.js";
import type { EngineProvider } from "../../processes/plugin.js";
import type { Actions } from "./actions.js";
import type { Goal } from "./goal.js";
import type { Snapshot } from "./snapshot.js";

/** Whether the `import` option refers to an object other than the one in the state. */
export function isImport({ importID }: Goal, old: ResourceEntry | undefined): boolean {
    return importID !== undefined && (old?.importID ?? old?.id) !== importID;
}

/**
 * Reads the object to import and adds it to the state, where it stays even if the update to the declared values fails. If the resource
 * previously referred to a different object, that object is deleted at the end of the operation.
 */
export async function importResource(
    goal: ResourceEntry,
    old: ResourceEntry | undefined,
    plugin: EngineProvider | undefined,
    actions: Actions,
    snapshot: Snapshot,
): Promise<ResourceEntry> {
    const { urn, importID = "" } = goal;
    const state = { ...goal };
    const step = actions.begin(old ? "import-replacement" : "import", state, { ...(old && { old }), new: state });
    await actions.apply(step, async () => {
        if (!plugin) throw new EngineError(`${urn} cannot be imported: it has no provider.`);
        const { id, inputs = {}, ...found } = await plugin.read(urn, importID, {}, {});
        if (id === "") throw new Error(`resource '${importID}' does not exist`);
        const now = new Date().toISOString();
        Object.assign(state, { ...found, id, inputs, created: now, modified: now });
        if (old) old.delete = true;
        snapshot.adopt(state);
    });
    if (old) actions.begin("replace", state, { old, new: state });
    return state;
}
