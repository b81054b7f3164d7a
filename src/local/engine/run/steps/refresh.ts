import { isDeepStrictEqual } from "node:util";
import { isProvider, type ResourceEntry } from "../../contract/state.js";
import { type Actions, secretOutputs } from "./actions.js";
import { Stopped } from "./failures.js";
import type { Snapshot } from "./snapshot.js";

/** The resources to refresh: all, or those whose provider requires a read before each update. */
export type RefreshScope = "all" | "before update";

/**
 * Refreshes the targeted resources, or all resources if `targets` is undefined, with the provider configuration in the state. If a resource
 * cannot be read, the operation fails after the other resources have been read.
 */
export async function refresh(
    scope: RefreshScope,
    actions: Actions,
    snapshot: Snapshot,
    targets?: readonly string[],
): Promise<void> {
    const found = new Map<ResourceEntry, ResourceEntry | undefined>();
    const targeted = snapshot.olds.filter(({ urn }) => !targets || targets.includes(urn));
    const olds = targeted.filter((old) => scope === "all" || old.refreshBeforeUpdate);
    if (olds.length === 0) return;
    await Promise.all(olds.map((old) => refreshOne(scope, old, found, actions)));
    snapshot.rebase(found);
    actions.listener.changed();
    if (actions.broken) actions.stop();
}

async function refreshOne(
    scope: RefreshScope,
    old: ResourceEntry,
    found: Map<ResourceEntry, ResourceEntry | undefined>,
    actions: Actions,
): Promise<void> {
    const step = actions.begin("refresh", old, { old, new: old });
    if (!old.custom || isProvider(old.type) || old.pendingReplacement) return;
    await actions
        .apply(step, async () => {
            const plugin = await actions.pluginOf(old);
            const read = await plugin.read(old.urn, old.id ?? "", old.inputs, old.outputs);
            if (read.id === "") {
                actions.changes ||= scope === "all";
                found.set(old, undefined);
                return;
            }
            const { initErrors: _, refreshBeforeUpdate: __, ...rest } = old;
            const { id, inputs = old.inputs, ...provided } = read;
            const state: ResourceEntry = { ...rest, ...provided, id, inputs };
            if (!isDeepStrictEqual(state.inputs, old.inputs) || !isDeepStrictEqual(state.outputs, old.outputs))
                state.modified = new Date().toISOString();
            secretOutputs(state);
            // A resource that is only read is not diffed by the provider, so its outputs are compared here.
            const changes = old.external
                ? !isDeepStrictEqual(state.outputs, old.outputs)
                : (await plugin.diff(old.urn, read.id, state.outputs, old.inputs)).changes;
            // Before an update, the comparison with the program decides.
            if (changes && scope === "all") actions.changes = true;
            found.set(old, state);
        })
        .catch((error) => {
            if (!(error instanceof Stopped)) throw error;
        });
}
