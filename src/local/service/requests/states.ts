import type { Request, RequestReviewerStages } from "../../../api/generated/types.gen.js";
import { Conflict } from "../http/errors.js";
import { removeFromLists } from "../removal.js";
import type { Store } from "../storage/store.js";
import { grantRequested } from "./requested-access.js";
import { pendingReviewer } from "./reviewers.js";
import { allReviewers, changeStage, currentStage, neededIn, requestedItems, withItems } from "./stages.js";

/**
 * Returns a request if it is still pending.
 * @param what past participle for the error message
 * @throws Conflict if the request is no longer pending
 */
export function mustBePending(store: Store, id: string, what: "approved" | "denied" | "cancelled"): Request {
    const request = store.requests.get(id);
    if (request.status === "PENDING") return request;
    throw new Conflict(`The request ${id} is ${request.status} and can no longer be ${what}.`);
}

/** Ends a pending request. If it is approved, grants the requested access. */
export function endRequest(store: Store, id: string, status: "APPROVED" | "DENIED" | "CANCELED", now: Date): Request {
    const request = store.requests.change(id, { status, updated_at: now.toISOString() });
    store.requestEscalations.deleteWhere("request_id", id);
    store.requestParties.deleteWhere("request_id", id);
    if (status === "APPROVED") grantRequested(store, request, now);
    return request;
}

/** Updates a pending request after a decision. Approves it if all stages are complete; otherwise, starts the next stages. */
export function proceed(store: Store, request: Request, now: Date): Request {
    const changed = store.requests.set({ ...request, updated_at: now.toISOString() });
    const open = requestedItems(changed).filter((item) => currentStage(item));
    if (open.length === 0) return endRequest(store, changed.id, "APPROVED", now);
    beginStages(store, changed.id, now);
    return changed;
}

/** Starts the escalations of stages that have become current, and deletes the escalations of completed stages. */
export function beginStages(store: Store, id: string, now: Date): void {
    const items = requestedItems(store.requests.get(id));
    for (const escalation of store.requestEscalations.where("request_id", id)) {
        const item = items.find((one) => isOf(escalation, one));
        const current = item && currentStage(item)?.stage;
        if (current === undefined || current > escalation.stage) store.requestEscalations.delete(escalation);
        if (current === escalation.stage && escalation.since === null) {
            store.requestEscalations.set({ ...escalation, since: now.toISOString() });
        }
    }
}

/** Adds reviewers to stages whose escalation is due. Fast if no escalation is due. */
export function escalate(store: Store, now: Date): void {
    for (const escalation of store.requestEscalations.all()) {
        const { since, delay_minutes, request_id, user_ids } = escalation;
        if (since === null || Date.parse(since) + delay_minutes * 60_000 > now.getTime()) continue;
        const request = store.requests.get(request_id);
        const items = requestedItems(request).map((item) => {
            if (!isOf(escalation, item)) return item;
            return changeStage(item, escalation.stage, (stage) => {
                const known = new Set(stage.reviewers.map((reviewer) => reviewer.id));
                const isNeeded = neededIn(store, request_id, item, stage);
                const added = user_ids.filter((id) => !known.has(id) && store.users.has(id) && isNeeded(id));
                return { ...stage, reviewers: [...stage.reviewers, ...added.map((id) => pendingReviewer(store, id))] };
            });
        });
        store.requests.set({ ...withItems(request, items), updated_at: now.toISOString() });
        store.requestEscalations.delete(escalation);
    }
}

/**
 * Cancels pending requests for a deleted object, and pending requests by or for a deleted user or group. Decided requests are kept as
 * history. This behavior is not documented; it is our assumption.
 * @param level if set, cancels only requests for this access level
 */
export function cancelRequestsAbout(store: Store, objectId: string, now: Date, level?: string): void {
    for (const request of store.requests.all()) {
        if (request.status !== "PENDING") continue;
        const about = [
            request.requester_id,
            request.target_user_id,
            request.target_group_id,
            ...(request.requested_items_list ?? [])
                .filter((item) => level === undefined || level === (item.access_level_remote_id ?? ""))
                .flatMap((item) => [item.resource_id, item.group_id]),
        ];
        if (about.includes(objectId)) endRequest(store, request.id, "CANCELED", now);
    }
}

/** Removes a deleted user from requests: cancels the user's own requests, and removes the user as a reviewer of other requests. */
export function removeUserFromRequests(store: Store, userId: string, now: Date): void {
    cancelRequestsAbout(store, userId, now);
    store.requestReminders.deleteWhere("user_id", userId);
    removeFromLists(store.requestEscalations, "user_ids", userId);
    removeFromLists(store.requestParties, "user_ids", userId);
    for (const request of store.requests.all()) {
        const waits = allReviewers(request).some(({ id, status }) => id === userId && status === "PENDING");
        if (request.status !== "PENDING" || !waits) continue;
        const items = requestedItems(request).map((item) => ({
            ...item,
            stages: item.stages.map((stage) => ({
                ...stage,
                reviewers: stage.reviewers.filter(({ id, status }) => id !== userId || status !== "PENDING"),
            })),
        }));
        proceed(store, withItems(request, items), now);
    }
}

type ItemKey = Pick<RequestReviewerStages, "item_id" | "access_level_remote_id">;

function isOf({ item_id, access_level_remote_id }: ItemKey, item: ItemKey): boolean {
    return item_id === item.item_id && access_level_remote_id === (item.access_level_remote_id ?? "");
}
