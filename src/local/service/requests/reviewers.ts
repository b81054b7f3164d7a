import type { RequestStage, ReviewerStage } from "../../../api/generated/types.gen.js";
import { userIdsOf } from "../owners/owners.js";
import { reviewersOfScripts } from "../scripts/service-users.js";
import type { Records } from "../storage/organization.js";
import type { Store } from "../storage/store.js";
import type { RequestedTarget } from "./requested-access.js";

/** The reviewers of a requested item: the reviewers of each stage, and the reviewers who are added by escalation. */
export interface ReviewPlan {
    readonly stages: RequestStage[];
    readonly escalations: readonly Escalation[];
    /** The groups of reviewers in stages with the operator AND, in which each group must approve. */
    readonly parties: readonly Party[];
}

type Party = Pick<Records["requestParties"], "stage" | "party" | "user_ids">;
type Escalation = Pick<Records["requestEscalations"], "stage" | "delay_minutes" | "user_ids">;

/**
 * Plans the review of a requested item for a user, whose manager reviews if the stage requires it. We assume that an administrator must
 * review the item if its rules do not have stages (not documented by the API).
 */
export function planReview(
    store: Store,
    targetUserId: string,
    { configuration, adminOwnerId }: RequestedTarget,
): ReviewPlan {
    const { auto_approval, reviewer_stages = [] } = configuration;
    if (auto_approval) return { stages: [], escalations: [], parties: [] };
    const byAdministrator: ReviewerStage = { operator: "AND", owner_ids: [], require_manager_approval: false };
    const planned = (reviewer_stages.length > 0 ? reviewer_stages : [byAdministrator]).map((stage, i) =>
        planStage(store, i + 1, stage, targetUserId, adminOwnerId),
    );
    return {
        stages: planned.map(({ stage }) => stage),
        escalations: planned.flatMap(({ escalations }) => escalations),
        parties: planned.flatMap(({ parties }) => parties),
    };
}

function planStage(store: Store, number: number, given: ReviewerStage, targetUserId: string, adminOwnerId: string) {
    const later = new Map<number, string[]>();
    const manager = given.require_manager_approval && store.userFacts.find(targetUserId)?.manager_id;
    const machines = [...(given.service_user_ids ?? []), ...reviewersOfScripts(store, given.opal_script_ids)].filter(
        (id) => reviews(store, id),
    );
    const others = [
        ...(manager ? [[manager]] : []),
        ...(given.require_admin_approval ? [ownerUsers(store, adminOwnerId)] : []),
        ...machines.map((id) => [id]),
    ];
    const first = new Set([...given.owner_ids.flatMap((id) => firstUsersOf(store, id, later)), ...others.flat()]);
    const parties = [...given.owner_ids.map((id) => ownerUsers(store, id)), ...others];
    const { escalation } = given;
    if (escalation) {
        const owned = (escalation.owner_ids ?? []).flatMap((id) => ownerUsers(store, id));
        addReviewers(later, escalation.delay_minutes, [...owned, ...(escalation.user_ids ?? [])]);
    }
    const reviewers = [...first].map((id) => pendingReviewer(store, id));
    return {
        stage: { stage: number, operator: given.operator, reviewers },
        escalations: [...later].map(([delay_minutes, user_ids]) => ({ stage: number, delay_minutes, user_ids })),
        parties:
            given.operator === "AND"
                ? parties.map((user_ids, party): Party => ({ stage: number, party, user_ids }))
                : [],
    };
}

/** Returns a reviewer who has not decided yet. */
export function pendingReviewer(store: Store, id: string) {
    return { id, full_name: store.users.get(id).full_name, status: "PENDING" as const };
}

/**
 * Returns the users of an owner who review from the start. With an escalation period, this is only the first user; each of the others is
 * added to `later` with a delay of one more period.
 */
function firstUsersOf(store: Store, ownerId: string, later: Map<number, string[]>): string[] {
    const users = ownerUsers(store, ownerId);
    const period = store.owners.find(ownerId)?.access_request_escalation_period ?? 0;
    if (period === 0) return users;
    for (const [i, id] of users.slice(1).entries()) addReviewers(later, period * (i + 1), [id]);
    return users.slice(0, 1);
}

function ownerUsers(store: Store, ownerId: string): string[] {
    const owner = store.owners.find(ownerId);
    return owner ? userIdsOf(store, owner) : [];
}

/** Whether a user reviews requests. A Paladin in monitor mode does not, so stages do not wait for it. */
function reviews(store: Store, userId: string): boolean {
    return store.users.has(userId) && store.paladins.find(userId)?.monitor_mode !== true;
}

function addReviewers(later: Map<number, string[]>, delay: number, userIds: readonly string[]): void {
    later.set(delay, [...new Set([...(later.get(delay) ?? []), ...userIds])]);
}
