import { CooldownError } from "../../api/errors.js";
import type { CreateRequestInfo, RequestApprovalEnum } from "../../api/generated/types.gen.js";
import { ContradictionError } from "../../common/errors.js";
import type { Properties } from "../../common/properties.js";
import { toWireNames } from "../../common/wire-names.js";
import type { InCamelCase } from "../fields/values.js";
import { lookupOutput } from "../lookups/lookup.js";
import type { LookupOrganization } from "../lookups/organization.js";
import type { OfRequest, RequestResult } from "../lookups/requests.js";
import { action } from "./action.js";

/** A resource or group to request, at one access level. */
export interface RequestedAccess {
    /** Id of the resource or group. */
    id: string;
    /** Access level, by its id in the end system. Default: the default level. */
    accessLevelRemoteId?: string;
}

/** Arguments of `createRequest`. */
export interface CreateRequestArgs {
    /** Resources to request. Specify this or `groups`. */
    resources?: RequestedAccess[];
    /** Groups to request. Specify this or `resources`. */
    groups?: RequestedAccess[];
    /** User who receives the access. Default: the user of the token. */
    targetUserId?: string;
    /** Group that receives the access. Cannot be combined with `targetUserId`. */
    targetGroupId?: string;
    /** Reason for the request. It is part of the identity of the request: to request the same access again, specify a different reason. */
    reason: string;
    /** Duration of the access in minutes. Default: unlimited. */
    durationMinutes?: number;
    /** Support ticket for the request. */
    supportTicket?: InCamelCase<NonNullable<CreateRequestInfo["support_ticket"]>>;
    /** Answers to the questions of the request templates. */
    customMetadata?: InCamelCase<NonNullable<CreateRequestInfo["custom_metadata"]>>;
}

/** Arguments of `approveRequest`. */
export interface ApproveRequestArgs extends OfRequest {
    /** `REGULAR` (default): approves as a reviewer. `ADMIN`: approves the whole request as an administrator. */
    level?: RequestApprovalEnum;
    /** Comment on the decision. */
    comment?: string;
}

/** Arguments of `denyRequest`. */
export interface DenyRequestArgs extends OfRequest {
    /** Reason for the denial. */
    comment: string;
    /** `REGULAR`: denies as a reviewer. `ADMIN`: denies as an administrator. Default: the service decides. */
    level?: RequestApprovalEnum;
}

/** Arguments of `commentOnRequest`. */
export interface CommentOnRequestArgs extends OfRequest {
    comment: string;
}

/** Arguments of `remindReviewer`. */
export interface RemindReviewerArgs extends OfRequest {
    /** Id of the reviewer to remind. */
    reviewerId: string;
}

/**
 * Requests access. If a request for the same access, target and reason exists, whether pending or decided, returns that request instead of
 * creating another. In a preview it returns the existing request, or undefined. Operations: GET /users/whoami, GET /requests, POST
 * /requests, GET /requests/{id}.
 * @throws if the service refuses the request.
 */
export const createRequest = action(
    "createRequest",
    ["getCurrentUser", "getRequests", "createRequest", "getRequest"],
    [
        "resources",
        "groups",
        "targetUserId",
        "targetGroupId",
        "reason",
        "durationMinutes",
        "supportTicket",
        "customMetadata",
    ],
    {
        read: async ({ one, all }, args: CreateRequestArgs): Promise<RequestResult | undefined> => {
            const me = (await one("getCurrentUser", {})).userId;
            const query = { requester_id: me, resource_id: args.resources?.[0]?.id, group_id: args.groups?.[0]?.id };
            const existing = await all("getRequests", { query });
            return existing.find((request) => isSameRequest(request, args, me));
        },
        isDone: (request) => request !== undefined,
        act: async ({ one }, { resources = [], groups = [], durationMinutes = -1, ...rest }) => {
            // The cast is safe: the property names match the API, and the client validates the body before sending it.
            const body = toWireNames({
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
        describe: ({ reason }) => `requests access (${JSON.stringify(reason)})`,
    },
);

function readRequest({ one }: LookupOrganization<"getRequest">, { requestId }: OfRequest): Promise<RequestResult> {
    return one("getRequest", { path: { id: requestId } });
}

/**
 * Approves a request as the user of the API token, unless that user has already approved it. In a preview it returns the unchanged request.
 * Operations: GET /users/whoami, GET /requests/{id}, POST /requests/{id}/approve.
 * @throws if the request was denied or canceled, or is waiting for another reviewer.
 */
export const approveRequest = action(
    "approveRequest",
    ["getRequest", "getCurrentUser", "approveRequest"],
    ["requestId", "level", "comment"],
    {
        read: (there, args: ApproveRequestArgs) => readRequest(there, args),
        isDone: async (request, { level }, { one }) => {
            if (request.status !== "PENDING" || level === "ADMIN") return request.status === "APPROVED";
            return hasApproved(request, (await one("getCurrentUser", {})).userId);
        },
        act: async ({ one }, { requestId, level = "REGULAR", comment }, before) =>
            (await one("approveRequest", { path: { id: requestId }, body: { level, comment } })).request ?? before,
        describe: ({ requestId }) => `approves the request ${requestId}`,
    },
);

/**
 * Denies a pending request. In a preview it returns the unchanged request. Operations: GET /requests/{id}, POST /requests/{id}/deny.
 * @throws if the request was approved or canceled.
 */
export const denyRequest = action("denyRequest", ["getRequest", "denyRequest"], ["requestId", "comment", "level"], {
    read: (there, args: DenyRequestArgs) => readRequest(there, args),
    isDone: ({ status }) => status === "DENIED",
    act: async ({ one }, { requestId, comment, level }, before) =>
        (await one("denyRequest", { path: { id: requestId }, body: { comment, level } })).request ?? before,
    describe: ({ requestId }) => `denies the request ${requestId}`,
});

/**
 * Cancels a pending request. In a preview it returns the unchanged request. Operations: GET /requests/{id}, POST /requests/{id}/cancel.
 * @throws if the request was approved or denied.
 */
export const cancelRequest = action("cancelRequest", ["getRequest", "cancelRequest"], ["requestId"], {
    read: readRequest,
    isDone: ({ status }) => status === "CANCELED",
    act: ({ one }, { requestId }) => one("cancelRequest", { path: { id: requestId } }),
    describe: ({ requestId }) => `cancels the request ${requestId}`,
});

/**
 * Adds a comment to a request, unless the same comment exists. Returns all comments. In a preview it does not write, and returns the
 * existing comments. Operations: GET and POST /requests/{id}/comments.
 */
export const commentOnRequest = action(
    "commentOnRequest",
    ["getRequestComments", "createRequestComment"],
    ["requestId", "comment"],
    {
        read: ({ all }, { requestId }: CommentOnRequestArgs) => all("getRequestComments", { path: { id: requestId } }),
        isDone: (comments, { comment }) => comments.some((one) => one.comment === comment),
        act: async ({ one, all }, { requestId, comment }) => {
            await one("createRequestComment", { path: { id: requestId }, body: { comment } });
            return all("getRequestComments", { path: { id: requestId } });
        },
        describe: ({ requestId }) => `comments on the request ${requestId}`,
    },
);

/**
 * Reminds all reviewers of a pending request, except those reminded recently. Every `pulumi up` reminds them while the request is pending.
 * A preview does not send reminders. Returns the request. Operations: GET /requests/{id}, POST /requests/{id}/remind.
 */
export const remindReviewers = action("remindReviewers", ["getRequest", "remindRequest"], ["requestId"], {
    read: readRequest,
    isDone: ({ status }) => status !== "PENDING",
    act: async ({ one }, { requestId }, request) => {
        await unlessReminded(one("remindRequest", { path: { id: requestId }, body: {} }));
        return request;
    },
    describe: ({ requestId }) => `reminds the reviewers of the request ${requestId}`,
});

/**
 * Reminds one reviewer of a pending request, unless they were reminded recently. Every `pulumi up` reminds them while the request is
 * pending. A preview does not send a reminder. Returns the request. Operations: GET /requests/{id}, POST
 * /requests/{id}/reviewers/{reviewer_id}/remind.
 * @throws if the request is not waiting for this reviewer.
 */
export const remindReviewer = action(
    "remindReviewer",
    ["getRequest", "remindRequestReviewer"],
    ["requestId", "reviewerId"],
    {
        read: (there, args: RemindReviewerArgs) => readRequest(there, args),
        isDone: ({ status }) => status !== "PENDING",
        act: async ({ one }, { requestId, reviewerId }, request) => {
            const path = { id: requestId, reviewer_id: reviewerId };
            await unlessReminded(one("remindRequestReviewer", { path, body: {} }));
            return request;
        },
        describe: ({ requestId, reviewerId }) => `reminds ${reviewerId} of the request ${requestId}`,
    },
);

/** Like `createRequest`, but accepts outputs of other resources as arguments. */
export const createRequestOutput = lookupOutput(createRequest);
/** Like `approveRequest`, but accepts outputs of other resources as arguments. */
export const approveRequestOutput = lookupOutput(approveRequest);
/** Like `denyRequest`, but accepts outputs of other resources as arguments. */
export const denyRequestOutput = lookupOutput(denyRequest);
/** Like `cancelRequest`, but accepts outputs of other resources as arguments. */
export const cancelRequestOutput = lookupOutput(cancelRequest);
/** Like `commentOnRequest`, but accepts outputs of other resources as arguments. */
export const commentOnRequestOutput = lookupOutput(commentOnRequest);
/** Like `remindReviewers`, but accepts outputs of other resources as arguments. */
export const remindReviewersOutput = lookupOutput(remindReviewers);
/** Like `remindReviewer`, but accepts outputs of other resources as arguments. */
export const remindReviewerOutput = lookupOutput(remindReviewer);

/**
 * Returns a key that identifies a requested resource or group and its access level. An omitted, null or empty level is the default level.
 */
function item(id: string | null | undefined, level: string | null | undefined): string {
    return `${id} ${level ?? ""}`;
}

function isSameRequest(request: RequestResult, args: CreateRequestArgs, me: string): boolean {
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

/** Returns whether the user has approved the request in all their stages. */
function hasApproved({ reviewerStages }: RequestResult, userId: string): boolean {
    // If the user cannot see the stages, the service returns a string with the reason instead.
    if (!Array.isArray(reviewerStages)) return false;
    const mine = reviewerStages
        .flatMap(({ stages }) => stages.flatMap(({ reviewers }) => reviewers))
        .filter(({ id }) => id === userId);
    return mine.length > 0 && mine.every(({ status }) => status === "APPROVED");
}

/** Awaits a reminder, and ignores the error that reviewers were reminded recently. */
async function unlessReminded(reminding: Promise<unknown>): Promise<void> {
    try {
        await reminding;
    } catch (error) {
        if (!(error instanceof CooldownError)) throw error;
    }
}
