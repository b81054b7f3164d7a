import { isDeepStrictEqual } from "node:util";
import { isProvider, type State } from "../../contract/state.js";
import { type Actions, secretOutputs } from "./actions.js";
import { Stopped } from "./failures.js";
import type { Snapshot } from "./snapshot.js";

/**
 * Refreshes the targeted resources, or all resources if `targets` is undefined. If a resource cannot be read, the operation fails after the
 * other resources have been read.
 */
export async function refresh(actions: Actions, snapshot: Snapshot, targets?: readonly string[]): Promise<void> {
    const found = new Map<State, State | undefined>();
    const targeted = snapshot.olds.filter(({ urn }) => !targets || targets.includes(urn));
    await Promise.all(targeted.map((old) => refreshOne(old, found, actions)));
    snapshot.rebase(found);
    actions.listener.changed();
    if (actions.broken) actions.stop();
}

/** Reads a resource if its provider requires this before each diff. Returns the current state, or undefined if the object was deleted. */
export async function refreshed(old: State, actions: Actions, snapshot: Snapshot): Promise<State | undefined> {
    if (!old.refreshBeforeUpdate) return old;
    const plugin = await actions.pluginOf(old);
    const { id, inputs = old.inputs, outputs } = await plugin.read(old.urn, old.id ?? "", old.inputs, old.outputs);
    if (id === "") snapshot.remove(old);
    return id === "" ? undefined : Object.assign(old, { inputs, outputs });
}

async function refreshOne(old: State, found: Map<State, State | undefined>, actions: Actions): Promise<void> {
    const step = actions.begin("refresh", old, { old, new: old });
    if (!old.custom || isProvider(old.type) || old.pendingReplacement) return;
    await actions
        .apply(step, async () => {
            const plugin = await actions.pluginOf(old);
            const read = await plugin.read(old.urn, old.id ?? "", old.inputs, old.outputs);
            if (read.id === "") {
                actions.changes = true;
                found.set(old, undefined);
                return;
            }
            const { initErrors: _, ...rest } = old;
            const state: State = { ...rest, id: read.id, inputs: read.inputs ?? old.inputs, outputs: read.outputs };
            if (!isDeepStrictEqual(state.inputs, old.inputs) || !isDeepStrictEqual(state.outputs, old.outputs))
                state.modified = new Date().toISOString();
            secretOutputs(state);
            // A resource that is only read is not diffed by the provider, so its outputs are compared here.
            const changes = old.external
                ? !isDeepStrictEqual(state.outputs, old.outputs)
                : (await plugin.diff(old.urn, read.id, state.outputs, old.inputs)).changes;
            if (changes) actions.changes = true;
            found.set(old, state);
        })
        .catch((error) => {
            if (!(error instanceof Stopped)) throw error;
        });
}
