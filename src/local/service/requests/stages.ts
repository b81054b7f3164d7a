import type {
    Request,
    RequestReviewer,
    RequestReviewerStages,
    RequestStage,
} from "../../../api/generated/types.gen.js";
import type { Store } from "../storage/store.js";

/** Returns the requested items with their stages. */
export function requestedItems(request: Request): RequestReviewerStages[] {
    // In the real service, this field contains text if the stages could not be loaded. The local service never returns text here.
    return typeof request.reviewer_stages === "string" ? [] : (request.reviewer_stages ?? []);
}

/** Returns the request with different items. Also updates the older field `stages`, which contains only the first item. */
export function withItems(request: Request, items: RequestReviewerStages[]): Request {
    const [first] = items;
    return {
        ...request,
        ...(first && {
            stages: {
                requestedRoleName: first.access_level_name ?? "",
                requestedItemName: first.item_name,
                stages: first.stages,
            },
        }),
        reviewer_stages: items,
    };
}

/** Returns the first incomplete stage of an item, or undefined if all stages are complete. */
export function currentStage({ stages }: RequestReviewerStages): RequestStage | undefined {
    return stages.find((stage) => !isComplete(stage));
}

/** Returns the ids of the reviewers who have not decided in the current stages, without duplicates. */
export function pendingReviewers(request: Request): string[] {
    const stages = requestedItems(request).map(currentStage);
    const waiting = stages.flatMap((stage) => stage?.reviewers.filter(({ status }) => status === "PENDING") ?? []);
    return [...new Set(waiting.map(({ id }) => id))];
}

/** Returns the reviewers of all stages. */
export function allReviewers(request: Request): RequestReviewer[] {
    return requestedItems(request).flatMap(({ stages }) => stages.flatMap(({ reviewers }) => reviewers));
}

/** Records the decision of reviewers in all current stages. Also removes pending reviewers whose approval is no longer needed. */
export function withDecision(
    store: Store,
    request: Request,
    userIds: readonly string[],
    status: RequestReviewer["status"],
): Request {
    const items = requestedItems(request).map((item) => {
        const current = currentStage(item);
        const decided = (reviewer: RequestReviewer): RequestReviewer =>
            reviewer.status === "PENDING" && userIds.includes(reviewer.id) ? { ...reviewer, status } : reviewer;
        return changeStage(item, current?.stage, (stage) => {
            const reviewers = stage.reviewers.map(decided);
            const isNeeded = neededIn(store, request.id, item, { ...stage, reviewers });
            return { ...stage, reviewers: reviewers.filter((one) => one.status !== "PENDING" || isNeeded(one.id)) };
        });
    });
    return withItems(request, items);
}

/**
 * Returns a predicate for the reviewers whose approval is still needed in a stage. If the stage has parties (groups of reviewers), one
 * approval from each party is enough; otherwise, each reviewer must approve.
 */
export function neededIn(
    store: Store,
    requestId: string,
    { item_id, access_level_remote_id = "" }: RequestReviewerStages,
    { stage, reviewers }: RequestStage,
): (userId: string) => boolean {
    const approved = new Set(reviewers.filter(({ status }) => status === "APPROVED").map(({ id }) => id));
    const parties = store.requestParties
        .where("request_id", requestId)
        .filter((one) => one.item_id === item_id && one.access_level_remote_id === access_level_remote_id)
        .filter((one) => one.stage === stage)
        .map(({ user_ids }) => user_ids);
    const open = parties.filter((users) => !users.some((id) => approved.has(id)));
    return (userId) => parties.length === 0 || open.some((users) => users.includes(userId));
}

/** Returns the item with the result of `change` for the stage with this number. Unchanged if there is no such stage. */
export function changeStage(
    item: RequestReviewerStages,
    number: number | undefined,
    change: (stage: RequestStage) => RequestStage,
): RequestReviewerStages {
    return { ...item, stages: item.stages.map((stage) => (stage.stage === number ? change(stage) : stage)) };
}

/**
 * Whether a stage is complete. With AND, all reviewers must approve; with OR, one approval is enough. We assume that a stage without
 * reviewers, for example because its owner does not have users, is never complete, and that an administrator must approve the request (not
 * documented by the API).
 */
function isComplete({ operator, reviewers }: RequestStage): boolean {
    const approved = reviewers.filter(({ status }) => status === "APPROVED").length;
    return approved > 0 && (operator === "OR" || approved === reviewers.length);
}
