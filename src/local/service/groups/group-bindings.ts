import type { CreateGroupBindingInfo, GroupBinding } from "../../../api/generated/types.gen.js";
import type { Routes } from "../http/area.js";
import { BadRequest, Conflict } from "../http/errors.js";
import { listedAs } from "../http/pages.js";
import type { Records } from "../storage/organization.js";
import type { Store } from "../storage/store.js";

type Binding = Records["groupBindings"];

/** Operations on group bindings, which link groups to a source group. */
export const groupBindingRoutes = {
    getGroupBindings(call) {
        const { store } = call;
        return listedAs(call, store.groupBindings, store.groupBindings.all(), (binding) =>
            bindingAnswer(store, binding),
        );
    },

    createGroupBinding({ store, caller, now, body }) {
        const group_binding_id = store.newId("group binding", body.source_group_id);
        const binding = set(store, {
            group_binding_id,
            created_by_id: caller.user_id,
            created_at: now.toISOString(),
            ...readBinding(store, "", group_binding_id, body),
        });
        return bindingAnswer(store, binding);
    },

    /** Each entry replaces a whole binding. A call can move groups from one binding to another. */
    updateGroupBindings({ store, body }) {
        const entries = body.group_bindings.map((entry) => ({
            entry,
            old: store.groupBindings.get(entry.group_binding_id),
        }));
        for (const { old } of entries) setBindingId(store, old, undefined);
        for (const [i, { entry, old }] of entries.entries()) {
            set(store, { ...old, ...readBinding(store, `group_bindings[${i}].`, old.group_binding_id, entry) });
        }
    },

    getGroupBinding: ({ store, path }) => bindingAnswer(store, store.groupBindings.get(path.group_binding_id)),
    deleteGroupBinding: ({ store, path }) => remove(store, store.groupBindings.get(path.group_binding_id)),
} satisfies Routes;

/** Removes a deleted group from its binding. If the group is the source group, deletes the binding. */
export function removeGroupFromBindings(store: Store, groupId: string): void {
    const binding = store.groupBindings.find(store.groups.get(groupId).group_binding_id ?? "");
    if (binding?.source_group_id === groupId) remove(store, binding);
    else if (binding) {
        setBindingId(store, binding, undefined);
        set(store, { ...binding, group_ids: binding.group_ids.filter((id) => id !== groupId) });
    }
}

/**
 * Validates a binding. We assume that a group can be in only one binding, because it has only one `group_binding_id`, and that a binding
 * lists each group once (not documented by the API). The list may include the source group, as in the vendor's examples.
 */
function readBinding(store: Store, at: string, bindingId: string, info: CreateGroupBindingInfo) {
    const { source_group_id } = info;
    const group_ids = info.groups.map((group) => group.group_id);
    const members = [
        { field: `${at}source_group_id`, id: source_group_id },
        ...group_ids.map((id, i) => ({ field: `${at}groups[${i}].group_id`, id })),
    ];
    for (const { field, id } of members) {
        store.groups.mustKnow(field, id);
        const taken = store.groups.get(id).group_binding_id;
        if (taken !== undefined && taken !== bindingId) {
            throw new Conflict(`${field}: the group ${id} is already in the group binding ${taken}.`);
        }
    }
    const again = group_ids.findIndex((id, i) => group_ids.indexOf(id) < i);
    if (again !== -1) throw new BadRequest(`${at}groups[${again}].group_id is listed more than once.`);
    return { source_group_id, group_ids };
}

function set(store: Store, binding: Binding): Binding {
    setBindingId(store, binding, binding.group_binding_id);
    return store.groupBindings.set(binding);
}

function remove(store: Store, binding: Binding): void {
    setBindingId(store, binding, undefined);
    store.groupBindings.delete(binding);
}

/** Sets or removes the `group_binding_id` of each group in a binding. */
function setBindingId(store: Store, { source_group_id, group_ids }: Binding, bindingId: string | undefined): void {
    for (const id of [source_group_id, ...group_ids]) {
        const { group_binding_id, ...group } = store.groups.get(id);
        store.groups.set({ ...group, ...(bindingId !== undefined && { group_binding_id: bindingId }) });
    }
}

function bindingAnswer(store: Store, { group_ids, ...binding }: Binding): GroupBinding {
    // All groups in the store have a type, although it is optional in the schema.
    const groups = group_ids.map((group_id) => ({ group_id, group_type: store.groups.get(group_id).group_type ?? "" }));
    return { ...binding, groups };
}
