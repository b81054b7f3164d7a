import type { Records } from "../storage/organization.js";
import type { Store } from "../storage/store.js";

/**
 * Removes a user from a group. If the group is in a binding, also removes the user from the other groups in the binding (vendor guides). We
 * assume that this does not apply to groups of access rules, because only their conditions determine the members (not documented by the
 * API).
 */
export function revokeMembership(store: Store, membership: Records["groupUsers"]): void {
    const { group_id, user_id, access_level_remote_id } = membership;
    store.groupUsers.delete(membership);
    const binding = store.groupBindings.find(store.groups.get(group_id).group_binding_id ?? "");
    const bound = binding ? [binding.source_group_id, ...binding.group_ids] : [];
    for (const id of bound) {
        const other = store.groupUsers.find(id, user_id, access_level_remote_id);
        if (other && !store.accessRules.has(id)) store.groupUsers.delete(other);
    }
}
