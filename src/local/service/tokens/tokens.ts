import type { Routes } from "../http/area.js";
import { BadRequest, Conflict, Forbidden } from "../http/errors.js";
import { fits, listed } from "../http/pages.js";
import { isServiceUser } from "../scripts/service-users.js";
import { issueSecret, removeToken } from "./credentials.js";

/** Number of active tokens that a service user may have. */
const MOST_TOKENS = 2;

/** Operations on tokens. */
export const tokens = {
    getTokens(call) {
        const { store, query } = call;
        const wanted = query.token_ids && new Set(query.token_ids);
        const found = store.tokens
            .all()
            .filter((token) => !wanted || wanted.has(token.token_id))
            .filter(fits(query, "user_id"));
        return listed(call, store.tokens, found);
    },

    /**
     * Creates a token for the caller, or for a service user. We assume that only administrators can do the latter, that labels need not be
     * unique, and that an end must be in the future (not documented by the API).
     */
    createToken({ store, caller, now, body }) {
        const { token_label, access_level, user_id = caller.user_id, expires_at = null } = body;
        store.users.mustKnow("user_id", user_id);
        if (token_label.trim() === "") throw new BadRequest("token_label must not be empty.");
        if (expires_at && Date.parse(expires_at) <= now.getTime())
            throw new BadRequest("expires_at must be in the future.");
        const isService = isServiceUser(store, user_id);
        if (user_id !== caller.user_id && !(isService && caller.role === "ADMIN"))
            throw new Forbidden(
                "user_id: a token can be created only for the caller, or by an administrator for a service user.",
            );
        const active = store.tokens
            .all()
            .filter((token) => token.user_id === user_id)
            .filter(({ expires_at: end }) => !end || Date.parse(end) > now.getTime());
        if (isService && active.length >= MOST_TOKENS)
            throw new Conflict(`user_id: the service user has ${MOST_TOKENS} active tokens. Delete one first.`);
        const token = store.tokens.set({
            token_id: store.newId("token", user_id),
            created_at: now.toISOString(),
            token_label,
            creator_user_id: caller.user_id,
            user_id,
            access_level,
            expires_at,
            last_used_at: null,
        });
        return { token, signed_token: issueSecret(store, token, user_id === caller.user_id ? caller.role : "MEMBER") };
    },

    /**
     * Administrators can delete any token; other users can delete only their own tokens. The token that is used for the call can also be
     * deleted.
     */
    deleteToken({ store, caller, path }) {
        const token = store.tokens.get(path.token_id);
        if (caller.role !== "ADMIN" && token.user_id !== caller.user_id) {
            throw new Forbidden(`Only an administrator can delete another user's token ("${token.token_label}").`);
        }
        removeToken(store, token.token_id);
    },
} satisfies Routes;
