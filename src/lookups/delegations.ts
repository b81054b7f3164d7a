import { later, openLookup } from "./lookup.js";

/** All delegations when nothing is given. */
export interface GetDelegationsArgs {
    /** Only those of this user's reviews. */
    delegatorUserId?: string;
    /** Only those to this user. */
    delegateUserId?: string;
}

/** Who reviews in whose place. Operation: GET /delegations. */
export const getDelegations = openLookup(
    ["getDelegations"],
    ({ all }, { delegatorUserId, delegateUserId }: GetDelegationsArgs) =>
        all("getDelegations", {
            query: { delegator_user_id: delegatorUserId, delegate_user_id: delegateUserId },
        }),
);

/** As `getDelegations`, for arguments that may be outputs of other resources. */
export const getDelegationsOutput = later(getDelegations);
