import type { Routes } from "../http/area.js";
import { Forbidden } from "../http/errors.js";
import { fits, listed } from "../http/pages.js";
import { removeToken } from "./credentials.js";

/** Operations that list and delete tokens. The API cannot create tokens; they come from the seed or from the service options. */
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
