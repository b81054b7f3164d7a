import type { Request, RequestStatusEnum } from "../../api/generated/types.gen.js";
import type { InCamelCase } from "../fields/values.js";
import { callable } from "./callable.js";
import { by, lookupOutput } from "./lookup.js";

/** An access request, with its properties in camelCase. */
export type RequestResult = InCamelCase<Request>;

/** Arguments that identify a request. */
export interface OfRequest {
    /** Id of the request. */
    requestId: string;
}

/** Filters for requests. Default: all requests. */
export interface GetRequestsArgs {
    /** Only requests created after this time: a date or an ISO 8601 date-time. */
    startDate?: string;
    /** Only requests created before this time: a date or an ISO 8601 date-time. */
    endDate?: string;
    /** Only requests by this user. */
    requesterId?: string;
    /** Only requests that would grant access to this user. */
    targetUserId?: string;
    /** Only requests for access to this resource. */
    resourceId?: string;
    /** Only requests for access to this group. */
    groupId?: string;
    /** Only pending requests. */
    pendingOnly?: boolean;
}

/** Filters for requests. Default: all requests. */
export interface GetRequestsRelayArgs {
    /** Only requests with this status. */
    status?: RequestStatusEnum;
    /** Only requests that this user must review. */
    reviewerId?: string;
    /** Only requests by this user. */
    requesterId?: string;
}

/** Reads a request. Operation: GET /requests/{id}. @throws if the request does not exist. */
export const getRequest = by<OfRequest>().one("getRequest", { requestId: "id" });

/** Lists access requests. Operation: GET /requests. */
export const getRequests = by<GetRequestsArgs>().open("getRequests", {
    startDate: "start_date_filter",
    endDate: "end_date_filter",
    pendingOnly: "show_pending_only",
});

/** Lists the comments on a request, in order. Operation: GET /requests/{id}/comments. */
export const getRequestComments = by<OfRequest>().all("getRequestComments", { requestId: "id" });

/**
 * Lists requests, filtered by status, reviewer and requester. Operation: GET /requests/relay.
 * @deprecated Use `getRequests`.
 */
export const getRequestsRelay = callable(
    ["getRequestsRelay"],
    ["status", "reviewerId", "requesterId"],
    async ({ all }, { status, reviewerId, requesterId }: GetRequestsRelayArgs) => {
        const edges = await all("getRequestsRelay", { query: { status, to: reviewerId, from: requesterId } });
        return edges.map(({ node }) => node);
    },
);

/** Filters for delegations. Default: all delegations. */
export interface GetDelegationsArgs {
    /** Only delegations from this user. */
    delegatorUserId?: string;
    /** Only delegations to this user. */
    delegateUserId?: string;
}

/** Lists delegations of reviews. Operation: GET /delegations. */
export const getDelegations = by<GetDelegationsArgs>().open("getDelegations");

/** Like `getRequest`, but accepts outputs of other resources as arguments. */
export const getRequestOutput = lookupOutput(getRequest);
/** Like `getRequests`, but accepts outputs of other resources as arguments. */
export const getRequestsOutput = lookupOutput(getRequests);
/** Like `getRequestComments`, but accepts outputs of other resources as arguments. */
export const getRequestCommentsOutput = lookupOutput(getRequestComments);
/**
 * Like `getRequestsRelay`, but accepts outputs of other resources as arguments.
 * @deprecated Use `getRequestsOutput`.
 */
export const getRequestsRelayOutput = lookupOutput(getRequestsRelay);
/** Like `getDelegations`, but accepts outputs of other resources as arguments. */
export const getDelegationsOutput = lookupOutput(getDelegations);
