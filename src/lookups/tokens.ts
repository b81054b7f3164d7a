import { later, openLookup } from "./lookup.js";

/** All tokens when nothing is given. */
export interface GetTokensArgs {
    /** Only these tokens. */
    tokenIds?: string[];
    /** Only tokens of this user. */
    userId?: string;
}

/** API tokens, without their values. Operation: GET /tokens. */
export const getTokens = openLookup(["getTokens"], ({ all }, { tokenIds, userId }: GetTokensArgs) =>
    all("getTokens", { query: { token_ids: tokenIds, user_id: userId } }),
);

/** As `getTokens`, for arguments that may be outputs of other resources. */
export const getTokensOutput = later(getTokens);
