import { CooldownError } from "../../api/errors.js";
import type { CreateRequestInfo, RequestApprovalEnum } from "../../api/generated/types.gen.js";
import { ContradictionError } from "../../common/errors.js";
import type { Properties } from "../../provider/schema/fields.js";
import { toWire } from "../../provider/schema/wire.js";
import type { InCamelCase } from "../fields/values.js";
import { later } from "../lookups/lookup.js";
import type { OfRequest, RequestResult } from "../lookups/requests.js";
import { action } from "./action.js";

/** What is asked for at one level. */
export interface RequestedAccess {
    /** The resource or the group. */
    id: string;
    /** The level. Default: the default level. */
    accessLevelRemoteId?: string;
}

/** A request for access. */
export interface CreateRequestArgs {
    /** Requested resources. Give these or `groups`. */
    resources?: RequestedAccess[];
    /** Requested groups. Give these or `resources`. */
    groups?: RequestedAccess[];
    /** User whom the access is for. Default: the user of the token. */
    targetUserId?: string;
    /** Group that the access is for; cannot be combined with `targetUserId`. */
    targetGroupId?: string;
    /**
     * Reason for the request. It also identifies the request: to request the same things again,
     * give another reason.
     */
    reason: string;
    /** Minutes that the access is needed for. Default: no end. */
    durationMinutes?: number;
    /** Ticket that backs the request. */
    supportTicket?: InCamelCase<NonNullable<CreateRequestInfo["support_ticket"]>>;
    /** Answers to the questions of the request templates. */
    customMetadata?: InCamelCase<NonNullable<CreateRequestInfo["custom_metadata"]>>;
}

/** A request to approve. */
export interface ApproveRequestArgs extends OfRequest {
    /**
     * `REGULAR`: as the reviewer whom the request waits for. `ADMIN`: the whole request, as an
     * administrator. Default: `REGULAR`.
     */
    level?: RequestApprovalEnum;
    /** A remark. */
    comment?: string;
}

/** A request to deny. */
export interface DenyRequestArgs extends OfRequest {
    /** Why it is denied. */
    comment: string;
    /** `REGULAR`: as a reviewer. `ADMIN`: as an administrator. Default: whichever applies. */
    level?: RequestApprovalEnum;
}

/** A comment on a request. */
export interface CommentOnRequestArgs extends OfRequest {
    comment: string;
}

/** A request and one of its pending reviewers. */
export interface RemindReviewerArgs extends OfRequest {
    /** User to remind. */
    reviewerId: string;
}

/**
 * Requests access. If a request with the same things, target and reason exists, whatever its
 * outcome, that one is returned and no second one is created. In a preview it returns the existing
 * request, or undefined.
 * Operations: GET /users/whoami, GET /requests, POST /requests, GET /requests/{id}.
 * @throws if the service refuses the request.
 */
export const createRequest = action(
    ["getCurrentUser", "getRequests", "createRequest", "getRequest"],
    {
        resources: true,
        groups: true,
        targetUserId: true,
        targetGroupId: true,
        reason: true,
        durationMinutes: true,
        supportTicket: true,
        customMetadata: true,
    },
    {
        look: async ({ one, all }, args: CreateRequestArgs): Promise<RequestResult | undefined> => {
            const me = (await one("getCurrentUser", {})).userId;
            const query = { requester_id: me, resource_id: args.resources?.[0]?.id, group_id: args.groups?.[0]?.id };
            const made = await all("getRequests", { query });
            return made.find((request) => isSame(request, args, me));
        },
        isDone: (request) => request !== undefined,
        act: async ({ one }, { resources = [], groups = [], durationMinutes = -1, ...rest }) => {
            // The properties are those of the API by name; the client holds the body against its schema before it is sent.
            const body = toWire({
                resources,
                groups,
                durationMinutes,
                ...rest,
            } satisfies Properties) as CreateRequestInfo;
            const { id } = await one("createRequest", { body });
            if (id === undefined)
                throw new ContradictionError("The request was created, but the service did not return its id.");
            return one("getRequest", { path: { id } });
        },
        says: ({ reason }) => `asks for access (${JSON.stringify(reason)})`,
    },
);

/**
 * Approves a request that waits for the user of the token, unless they have already approved it.
 * In a preview it returns the unchanged request.
 * Operations: GET /users/whoami, GET /requests/{id}, POST /requests/{id}/approve.
 * @throws if it was denied or canceled, or waits for another reviewer.
 */
export const approveRequest = action(
    ["getRequest", "getCurrentUser", "approveRequest"],
    { requestId: true, level: true, comment: true },
    {
        look: ({ one }, { requestId }: ApproveRequestArgs): Promise<RequestResult> =>
            one("getRequest", { path: { id: requestId } }),
        isDone: async (request, { level }, { one }) => {
            if (request.status !== "PENDING" || level === "ADMIN") return request.status === "APPROVED";
            return hasApproved(request, (await one("getCurrentUser", {})).userId);
        },
        act: async ({ one }, { requestId, level = "REGULAR", comment }, before) =>
            (await one("approveRequest", { path: { id: requestId }, body: { level, comment } })).request ?? before,
        says: ({ requestId }) => `approves the request ${requestId}`,
    },
);

/**
 * Denies a pending request. In a preview it returns the unchanged request.
 * Operations: GET /requests/{id}, POST /requests/{id}/deny.
 * @throws if it was approved or canceled.
 */
export const denyRequest = action(
    ["getRequest", "denyRequest"],
    { requestId: true, comment: true, level: true },
    {
        look: ({ one }, { requestId }: DenyRequestArgs): Promise<RequestResult> =>
            one("getRequest", { path: { id: requestId } }),
        isDone: ({ status }) => status === "DENIED",
        act: async ({ one }, { requestId, comment, level }, before) =>
            (await one("denyRequest", { path: { id: requestId }, body: { comment, level } })).request ?? before,
        says: ({ requestId }) => `denies the request ${requestId}`,
    },
);

/**
 * Cancels a pending request. In a preview it returns the unchanged request.
 * Operations: GET /requests/{id}, POST /requests/{id}/cancel.
 * @throws if it was approved or denied.
 */
export const cancelRequest = action(
    ["getRequest", "cancelRequest"],
    { requestId: true },
    {
        look: ({ one }, { requestId }: OfRequest): Promise<RequestResult> =>
            one("getRequest", { path: { id: requestId } }),
        isDone: ({ status }) => status === "CANCELED",
        act: ({ one }, { requestId }) => one("cancelRequest", { path: { id: requestId } }),
        says: ({ requestId }) => `cancels the request ${requestId}`,
    },
);

/**
 * Comments on a request, unless the same comment exists. Returns all comments; in a preview, the
 * existing ones.
 * Operations: GET and POST /requests/{id}/comments.
 */
export const commentOnRequest = action(
    ["getRequestComments", "createRequestComment"],
    { requestId: true, comment: true },
    {
        look: ({ all }, { requestId }: CommentOnRequestArgs) => all("getRequestComments", { path: { id: requestId } }),
        isDone: (comments, { comment }) => comments.some((one) => one.comment === comment),
        act: async ({ one, all }, { requestId, comment }) => {
            await one("createRequestComment", { path: { id: requestId }, body: { comment } });
            return all("getRequestComments", { path: { id: requestId } });
        },
        says: ({ requestId }) => `comments on the request ${requestId}`,
    },
);

/**
 * Reminds all reviewers of a pending request, except those reminded recently. Every `up` does this
 * while the request is pending. Returns the request; a preview reminds no one.
 * Operations: GET /requests/{id}, POST /requests/{id}/remind.
 */
export const remindReviewers = action(
    ["getRequest", "remindRequest"],
    { requestId: true },
    {
        look: ({ one }, { requestId }: OfRequest): Promise<RequestResult> =>
            one("getRequest", { path: { id: requestId } }),
        isDone: ({ status }) => status !== "PENDING",
        act: async ({ one }, { requestId }, request) => {
            await unlessReminded(one("remindRequest", { path: { id: requestId }, body: {} }));
            return request;
        },
        says: ({ requestId }) => `reminds the reviewers of the request ${requestId}`,
    },
);

/**
 * Reminds one reviewer of a pending request, unless they were reminded recently. Every `up` does
 * this while the request is pending. Returns the request; a preview reminds no one.
 * Operations: GET /requests/{id}, POST /requests/{id}/reviewers/{reviewer_id}/remind.
 * @throws if the request does not wait for them.
 */
export const remindReviewer = action(
    ["getRequest", "remindRequestReviewer"],
    { requestId: true, reviewerId: true },
    {
        look: ({ one }, { requestId }: RemindReviewerArgs): Promise<RequestResult> =>
            one("getRequest", { path: { id: requestId } }),
        isDone: ({ status }) => status !== "PENDING",
        act: async ({ one }, { requestId, reviewerId }, request) => {
            const path = { id: requestId, reviewer_id: reviewerId };
            await unlessReminded(one("remindRequestReviewer", { path, body: {} }));
            return request;
        },
        says: ({ requestId, reviewerId }) => `reminds ${reviewerId} of the request ${requestId}`,
    },
);

/** As `createRequest`, for arguments that may be outputs of other resources. */
export const createRequestOutput = later(createRequest);
/** As `approveRequest`, for arguments that may be outputs of other resources. */
export const approveRequestOutput = later(approveRequest);
/** As `denyRequest`, for arguments that may be outputs of other resources. */
export const denyRequestOutput = later(denyRequest);
/** As `cancelRequest`, for arguments that may be outputs of other resources. */
export const cancelRequestOutput = later(cancelRequest);
/** As `commentOnRequest`, for arguments that may be outputs of other resources. */
export const commentOnRequestOutput = later(commentOnRequest);
/** As `remindReviewers`, for arguments that may be outputs of other resources. */
export const remindReviewersOutput = later(remindReviewers);
/** As `remindReviewer`, for arguments that may be outputs of other resources. */
export const remindReviewerOutput = later(remindReviewer);

/** What is requested, with its level. The default level is omitted, null or empty. */
function item(id: string | null | undefined, level: string | null | undefined): string {
    return `${id} ${level ?? ""}`;
}

function isSame(request: RequestResult, args: CreateRequestArgs, me: string): boolean {
    const { targetGroupId, targetUserId = targetGroupId ? undefined : me, resources = [], groups = [] } = args;
    const asked = [...resources, ...groups].map(({ id, accessLevelRemoteId }) => item(id, accessLevelRemoteId));
    const items = (request.requestedItemsList ?? []).map(({ resourceId, groupId, accessLevelRemoteId }) =>
        item(resourceId ?? groupId, accessLevelRemoteId),
    );
    return (
        request.reason === args.reason &&
        (request.targetUserId ?? undefined) === targetUserId &&
        (request.targetGroupId ?? undefined) === targetGroupId &&
        JSON.stringify(asked.sort()) === JSON.stringify(items.sort())
    );
}

/** Whether the user has approved and the request no longer waits for them. */
function hasApproved({ reviewerStages }: RequestResult, userId: string): boolean {
    // A text in its place says why the stages cannot be shown.
    if (!Array.isArray(reviewerStages)) return false;
    const mine = reviewerStages
        .flatMap(({ stages }) => stages.flatMap(({ reviewers }) => reviewers))
        .filter(({ id }) => id === userId);
    return mine.length > 0 && mine.every(({ status }) => status === "APPROVED");
}

/** They were reminded recently, which is the goal. */
async function unlessReminded(reminding: Promise<unknown>): Promise<void> {
    try {
        await reminding;
    } catch (error) {
        if (!(error instanceof CooldownError)) throw error;
    }
}
