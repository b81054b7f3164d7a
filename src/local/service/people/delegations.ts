import type { Routes, Situation } from "../http/area.js";
import { BadRequest } from "../http/errors.js";
import { fits, listed } from "../http/pages.js";

/**
 * Operations on delegations, which assign a user's reviews to another user for a period. Delegations cannot be changed. We assume that a
 * delegation still exists after its period has ended, but does not have any effect (not documented by the API).
 */
export const delegationRoutes = {
    getDelegations(call) {
        const { store, query } = call;
        const found = store.delegations.all().filter(fits(query, "delegator_user_id", "delegate_user_id"));
        return listed(call, store.delegations, found);
    },

    /** The API does not document this; we assume that the two users must be different, and that the end must be after the start. */
    createDelegation({ store, now, body }) {
        const { delegator_user_id, delegate_user_id, start_time, end_time } = body;
        store.users.mustKnow("delegator_user_id", delegator_user_id);
        store.users.mustKnow("delegate_user_id", delegate_user_id);
        if (delegator_user_id === delegate_user_id) {
            throw new BadRequest("delegate_user_id must be different from delegator_user_id.");
        }
        if (Date.parse(start_time) >= Date.parse(end_time)) throw new BadRequest("end_time must be after start_time.");
        return store.delegations.set({
            id: store.newId("delegation", `${delegator_user_id} ${delegate_user_id}`),
            ...body,
            created_at: now.toISOString(),
            updated_at: now.toISOString(),
        });
    },

    getDelegation: ({ store, path }) => store.delegations.get(path.delegation_id),
    deleteDelegation: ({ store, path }) => store.delegations.delete(store.delegations.get(path.delegation_id)),
} satisfies Routes;

/** Returns the ids of the caller and of all users who currently delegate their reviews to the caller. */
export function actsFor({ store, caller, now }: Situation): Set<string> {
    const time = now.getTime();
    const delegators = store.delegations
        .all()
        .filter(({ delegate_user_id }) => delegate_user_id === caller.user_id)
        .filter(({ start_time, end_time }) => Date.parse(start_time) <= time && time < Date.parse(end_time))
        .map(({ delegator_user_id }) => delegator_user_id);
    return new Set([caller.user_id, ...delegators]);
}
