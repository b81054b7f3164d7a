import type { Records } from "../storage/organization.js";
import type { Store } from "../storage/store.js";

/**
 * Takes somebody out of a group. Who leaves one of the groups of a binding leaves all of them; nothing else of a binding concerns members
 * (vendor guides). Inferred: but for access rules, whose members follow from their conditions alone.
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
