import type { Request, RequestStatusEnum } from "../../api/generated/types.gen.js";
import type { InCamelCase } from "../fields/values.js";
import { by, later, openLookup } from "./lookup.js";

/** A request for access, with its properties in camelCase. */
export type RequestResult = InCamelCase<Request>;

/** A request. */
export interface OfRequest {
    /** Id of the request. */
    requestId: string;
}

/** All requests when nothing is given. */
export interface GetRequestsArgs {
    /** Not made before this: a date or an ISO 8601 date-time. */
    startDate?: string;
    /** Not made after this: a date or an ISO 8601 date-time. */
    endDate?: string;
    /** Only those that this user made. */
    requesterId?: string;
    /** Only those for the access of this user. */
    targetUserId?: string;
    /** Only those for access to this resource. */
    resourceId?: string;
    /** Only those for access to this group. */
    groupId?: string;
    /** Only undecided requests. */
    pendingOnly?: boolean;
}

/** All requests when nothing is given. */
export interface GetRequestsRelayArgs {
    /** Only those with this status. */
    status?: RequestStatusEnum;
    /** Only those that this user is to review. */
    reviewerId?: string;
    /** Only those that this user made. */
    requesterId?: string;
}

/** One request. Operation: GET /requests/{id}. @throws if not found. */
export const getRequest = by<OfRequest>().one("getRequest", { requestId: "id" });

/** Requests for access. Operation: GET /requests. */
export const getRequests = by<GetRequestsArgs>().open("getRequests", {
    startDate: "start_date_filter",
    endDate: "end_date_filter",
    pendingOnly: "show_pending_only",
});

/** Comments on a request, in order. Operation: GET /requests/{id}/comments. */
export const getRequestComments = by<OfRequest>().all("getRequestComments", { requestId: "id" });

/**
 * Requests by their state and by who reviews them. Operation: GET /requests/relay.
 * @deprecated Use `getRequests`.
 */
export const getRequestsRelay = openLookup(
    ["getRequestsRelay"],
    { status: true, reviewerId: true, requesterId: true },
    async ({ all }, { status, reviewerId, requesterId }: GetRequestsRelayArgs) => {
        const edges = await all("getRequestsRelay", { query: { status, to: reviewerId, from: requesterId } });
        return edges.map(({ node }) => node);
    },
);

/** All delegations when nothing is given. */
export interface GetDelegationsArgs {
    /** Only those of this user's reviews. */
    delegatorUserId?: string;
    /** Only those to this user. */
    delegateUserId?: string;
}

/** Delegations of reviews. Operation: GET /delegations. */
export const getDelegations = by<GetDelegationsArgs>().open("getDelegations");

/** As `getRequest`, for arguments that may be outputs of other resources. */
export const getRequestOutput = later(getRequest);
/** As `getRequests`, for arguments that may be outputs of other resources. */
export const getRequestsOutput = later(getRequests);
/** As `getRequestComments`, for arguments that may be outputs of other resources. */
export const getRequestCommentsOutput = later(getRequestComments);
/**
 * As `getRequestsRelay`, for arguments that may be outputs of other resources.
 * @deprecated Use `getRequestsOutput`.
 */
export const getRequestsRelayOutput = later(getRequestsRelay);
/** As `getDelegations`, for arguments that may be outputs of other resources. */
export const getDelegationsOutput = later(getDelegations);
