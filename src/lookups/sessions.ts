import { later, lookup } from "./lookup.js";

/** A resource, and the user to narrow it to. */
export interface GetSessionsArgs {
    resourceId: string;
    /** Only sessions of this user. */
    userId?: string;
}

/** Who is connected to a resource. Operation: GET /sessions. */
export const getSessions = lookup(["getSessions"], ({ all }, { resourceId, userId }: GetSessionsArgs) =>
    all("getSessions", { query: { resource_id: resourceId, user_id: userId } }),
);

/** As `getSessions`, for arguments that may be outputs of other resources. */
export const getSessionsOutput = later(getSessions);
