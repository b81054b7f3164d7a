import type {
    Request,
    RequestReviewer,
    RequestReviewerStages,
    RequestStage,
} from "../../../api/generated/types.gen.js";
import type { Store } from "../storage/store.js";

/** Requested items, each with its stages. */
export function itemsOf(request: Request): RequestReviewerStages[] {
    // The text that may stand there says that stages could not be loaded, which never happens here.
    return typeof request.reviewer_stages === "string" ? [] : (request.reviewer_stages ?? []);
}

/** The request with other stages, in both forms: the old one holds the first item alone. */
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

/** The stage that an item waits in; undefined after the last one. */
export function currentStage({ stages }: RequestReviewerStages): RequestStage | undefined {
    return stages.find((stage) => !isComplete(stage));
}

/** Users who are asked now, each once. */
export function pendingReviewers(request: Request): string[] {
    const stages = itemsOf(request).map(currentStage);
    const waiting = stages.flatMap((stage) => stage?.reviewers.filter(({ status }) => status === "PENDING") ?? []);
    return [...new Set(waiting.map(({ id }) => id))];
}

/** Users who are asked at any time, in any stage. */
export function allReviewers(request: Request): RequestReviewer[] {
    return itemsOf(request).flatMap(({ stages }) => stages.flatMap(({ reviewers }) => reviewers));
}

/** Records the decision of these users in every stage that asks them now, and drops pending reviewers whose approval no party needs any more. */
export function withDecision(
    store: Store,
    request: Request,
    userIds: readonly string[],
    status: RequestReviewer["status"],
): Request {
    const items = itemsOf(request).map((item) => {
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

/** Whether a stage still needs a reviewer's approval: one approval of each party is enough. Without parties, every reviewer must approve. */
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

/** The item with one of its stages changed, if it has a stage with this number. */
export function changeStage(
    item: RequestReviewerStages,
    number: number | undefined,
    change: (stage: RequestStage) => RequestStage,
): RequestReviewerStages {
    return { ...item, stages: item.stages.map((stage) => (stage.stage === number ? change(stage) : stage)) };
}

/**
 * AND needs every reviewer who is still asked, OR any one. Inferred: a stage without reviewers, such as that of an owner without users, is
 * not approved; an administrator must approve it.
 */
function isComplete({ operator, reviewers }: RequestStage): boolean {
    const approved = reviewers.filter(({ status }) => status === "APPROVED").length;
    return approved > 0 && (operator === "OR" || approved === reviewers.length);
}
