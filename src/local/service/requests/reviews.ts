import type { Request } from "../../../api/generated/types.gen.js";
import { Viewer } from "../access/viewer.js";
import type { Routes, Situation } from "../http/area.js";
import { BadRequest, Conflict, Forbidden, TooManyRequests } from "../http/errors.js";
import { actsFor } from "../people/delegations.js";
import type { Store } from "../storage/store.js";
import { pendingReviewer } from "./reviewers.js";
import { changeStage, currentStage, pendingReviewers, requestedItems, withDecision, withItems } from "./stages.js";
import { endRequest, mustBePending, proceed } from "./states.js";

/** Operations that approve or deny requests, send reminders, and add comments. */
export const requestReviews = {
    /**
     * With the level REGULAR, approves the stages that wait for the caller. With ADMIN, approves the whole request, if the caller
     * administers all requested items.
     */
    approveRequest(call) {
        const { store, now, path, body } = call;
        const request = mustBePending(store, path.id, "approved");
        if (body.comment) commentOn(call, request.id, body.comment);
        if (body.level === "ADMIN") {
            mustDecide(call, request);
            return { request: endRequest(store, request.id, "APPROVED", now) };
        }
        return { request: proceed(store, withDecision(store, request, mustReview(call, request), "APPROVED"), now) };
    },

    /**
     * The API does not document this; we assume that a single denial ends the request. If the level is omitted and the caller is not a
     * reviewer, the caller denies the request as an administrator.
     */
    denyRequest(call) {
        const { store, now, path, body } = call;
        const request = mustBePending(store, path.id, "denied");
        if (!body.comment) throw new BadRequest("comment is required when a request is denied.");
        commentOn(call, request.id, body.comment);
        const asAdministrator =
            body.level === "ADMIN" || (!body.level && decides(call, request) && reviewedAs(call, request).length === 0);
        if (asAdministrator) mustDecide(call, request);
        else store.requests.set(withDecision(store, request, mustReview(call, request), "REJECTED"));
        return { request: endRequest(store, request.id, "DENIED", now) };
    },

    /** Reminder calls with unknown fields are refused by the schema, as in the real API. */
    remindRequest({ store, now, path }) {
        const request = store.requests.get(path.id);
        const reviewers = request.status === "PENDING" ? pendingReviewers(request) : [];
        const due = reviewers.filter((id) => !coolsDown(store, request.id, id, now));
        if (reviewers.length > 0 && due.length === 0) throw tooSoon();
        for (const user_id of due) send(store, request.id, user_id, now);
        return { success: true };
    },

    remindRequestReviewer({ store, now, path }) {
        const request = store.requests.get(path.id);
        const { user_id } = store.users.get(path.reviewer_id);
        if (request.status !== "PENDING") return { success: true };
        if (!pendingReviewers(request).includes(user_id)) {
            throw new BadRequest(`reviewer_id: the request is not waiting for a decision by the user ${user_id}.`);
        }
        if (coolsDown(store, request.id, user_id, now)) throw tooSoon();
        send(store, request.id, user_id, now);
        return { success: true };
    },

    /**
     * Adds the manager's manager to the current stages that wait for the manager. Success if the request is decided already. We assume
     * that this counts as escalated, and that a stage of which the manager is the only reviewer then needs one of the two (not documented
     * by the API).
     */
    escalateRequest({ store, caller, now, path }) {
        const request = store.requests.get(path.id);
        if (request.requester_id !== caller.user_id)
            throw new Forbidden(`Only its requester can escalate the request ${request.id}.`);
        if (request.status !== "PENDING") return { success: true };
        const manager = managerOf(store, request.target_user_id ?? request.requester_id);
        const above = manager && managerOf(store, manager);
        if (!manager || !above) throw new BadRequest(`The user has no manager, or the manager has none.`);
        const asked = requestedItems(request).flatMap(({ stages }) => stages.flatMap(({ reviewers }) => reviewers));
        if (!asked.some(({ id }) => id === manager))
            throw new BadRequest("No stage needs the approval of the manager.");
        if (
            asked.some(({ id }) => id === above) ||
            asked.every(({ id, status }) => id !== manager || status === "APPROVED")
        )
            throw new Conflict(`The request ${request.id} was escalated before, or the manager has approved.`);
        const items = requestedItems(request).map((item) =>
            changeStage(item, currentStage(item)?.stage, (stage) =>
                stage.reviewers.some(({ id }) => id === manager)
                    ? { ...stage, reviewers: [...stage.reviewers, pendingReviewer(store, above)] }
                    : stage,
            ),
        );
        for (const party of store.requestParties.where("request_id", request.id))
            if (party.user_ids.includes(manager))
                store.requestParties.set({ ...party, user_ids: [...party.user_ids, above] });
        store.requests.set({ ...withItems(request, items), updated_at: now.toISOString() });
        return { success: true };
    },

    getRequestComments({ store, path }) {
        const found = store.requestComments.where("request_id", path.id);
        return { comments: found.map(({ request_comment_id, ...comment }) => comment) };
    },

    createRequestComment(call) {
        const request = call.store.requests.get(call.path.id);
        if (!call.body.comment) throw new BadRequest("comment must not be empty.");
        commentOn(call, request.id, call.body.comment);
        return { request };
    },
} satisfies Routes;

/** Minimum time between two reminders to the same reviewer of a request. The API does not document it; this is our assumption. */
export const REMINDER_COOLDOWN_MINUTES = 60;

function managerOf(store: Store, userId: string): string | undefined {
    return store.userFacts.find(userId)?.manager_id ?? undefined;
}

/** Adds a comment by the caller to a request. */
function commentOn({ store, caller, now }: Situation, request_id: string, comment: string) {
    const { user_id, full_name, email } = store.users.get(caller.user_id);
    store.requestComments.set({
        request_comment_id: store.newId("comment", request_id),
        created_at: now.toISOString(),
        request_id,
        user_id,
        user_full_name: full_name,
        user_email: email,
        comment,
    });
}

function mustDecide(call: Situation, request: Request): void {
    if (!decides(call, request))
        throw new Forbidden("level: only an administrator of every requested item can use ADMIN.");
}

/** Whether the caller administers every requested item. */
function decides(call: Situation, { requested_items_list: items = [] }: Request): boolean {
    const viewer = new Viewer(call);
    return items.every(
        ({ group_id, resource_id }) =>
            (!group_id || viewer.decides("groups", group_id)) &&
            (!resource_id || viewer.decides("resources", resource_id)),
    );
}

/** Returns the reviewers for whom the caller can decide. @throws Forbidden if there are none */
function mustReview(call: Situation, request: Request): string[] {
    const reviewers = reviewedAs(call, request);
    if (reviewers.length > 0) return reviewers;
    throw new Forbidden(
        `The request ${request.id} is not waiting for a decision by the caller or by anyone who delegates to the caller.`,
    );
}

function reviewedAs(call: Situation, request: Request): string[] {
    const acting = actsFor(call);
    return pendingReviewers(request).filter((id) => acting.has(id));
}

function coolsDown(store: Store, requestId: string, userId: string, now: Date): boolean {
    const reminder = store.requestReminders.find(requestId, userId);
    const end = reminder && Date.parse(reminder.reminded_at) + REMINDER_COOLDOWN_MINUTES * 60_000;
    return end !== undefined && now.getTime() < end;
}

/** Records a reminder. The local service does not actually send reminders. */
function send(store: Store, request_id: string, user_id: string, now: Date): void {
    store.requestReminders.set({ request_id, user_id, reminded_at: now.toISOString() });
}

function tooSoon(): TooManyRequests {
    return new TooManyRequests(
        `A reviewer can be reminded of a request only once every ${REMINDER_COOLDOWN_MINUTES} minutes.`,
    );
}
