import type { User } from "../../../api/generated/types.gen.js";
import { Conflict } from "../http/errors.js";
import { deleteAllOf, removeFromLists, removeTarget } from "../removal.js";
import { removeUserFromRequests } from "../requests/states.js";
import type { Store } from "../storage/store.js";
import { reviewUsesOf } from "../templates/reviewer-uses.js";
import { removeToken } from "../tokens/credentials.js";

/**
 * Deletes a user and all references to them, except history: events, comments, decided requests, and the users who started campaigns.
 * @throws Conflict if requests escalate to the user
 */
export function removeUser(store: Store, user: User, now: Date): void {
    const { user_id } = user;
    const [use] = reviewUsesOf(store, ({ escalation }) => (escalation?.user_ids ?? []).includes(user_id));
    if (use) {
        throw new Conflict(
            `The user ${user.full_name} cannot be deleted: requests for the ${use} escalate to this user.`,
        );
    }
    removeUserFromRequests(store, user_id, now);
    removeFromLists(store.configurationTemplates, "break_glass_user_ids", user_id);
    removeFromLists(store.ownerUsers, "user_ids", user_id);
    removeFromLists(store.groups, "group_leader_user_ids", user_id);
    for (const facts of store.userFacts.all()) {
        if (facts.manager_id === user_id) store.userFacts.set({ ...facts, manager_id: null });
    }
    removeAsCreator(store, user_id);
    removeDelegations(store, user_id);
    removeTarget(store, user_id);
    removeFromLists(store.campaignItemReviews, "reassigned_to_reviewer_ids", user_id);
    deleteAllOf(store, user_id, "user_id", "principal_id", "reviewer_user_id");
}

/**
 * The API does not document this; we assume that tokens that the user created for others are also deleted, because no one is responsible
 * for them. Tags that the user created are kept without a creator.
 */
function removeAsCreator(store: Store, userId: string): void {
    for (const token of store.tokens.all()) {
        if (token.user_id === userId || token.creator_user_id === userId) removeToken(store, token.token_id);
    }
    for (const { user_creator_id, ...tag } of store.tags.all()) {
        if (user_creator_id === userId) store.tags.set(tag);
    }
}

function removeDelegations(store: Store, userId: string): void {
    for (const delegation of store.delegations.all()) {
        if ([delegation.delegator_user_id, delegation.delegate_user_id].includes(userId)) {
            store.delegations.delete(delegation);
        }
    }
}
