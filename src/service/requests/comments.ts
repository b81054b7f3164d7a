import type { Call } from "../http/area.js";

/** Adds a comment of the caller to a request. */
export function commentOn(
    { store, caller, now }: Pick<Call, "store" | "caller" | "now">,
    request_id: string,
    comment: string,
): void {
    const { user_id, full_name, email } = store.users.get(caller.user_id);
    store.requestComments.set({
        request_comment_id: store.newId("comment", request_id),
        created_at: now.toISOString(),
        request_id,
        user_id,
        user_full_name: full_name,
        user_email: email,
        comment,
    });
}
