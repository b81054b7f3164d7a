import type { Store } from "../storage/store.js";

/** Returns the ids of the users as whom scripts review requests. */
export function reviewersOfScripts(store: Store, scriptIds: readonly string[] = []): string[] {
    return scriptIds.flatMap((id) => store.scriptReviewers.where("opal_script_id", id)).map(({ user_id }) => user_id);
}

/** Whether a user is a service user: one of a Paladin or of a script. */
export function isServiceUser(store: Store, userId: string): boolean {
    return store.paladins.has(userId) || isOfScript(store, userId);
}

/** Whether a user is the service user of a script. */
export function isOfScript(store: Store, userId: string): boolean {
    return store.scriptReviewers.where("user_id", userId).length > 0;
}
