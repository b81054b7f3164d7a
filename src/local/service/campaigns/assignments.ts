import type {
    CampaignItemReview,
    CampaignItemReviewerAssignmentSourceEnum as Source,
} from "../../../api/generated/types.gen.js";
import { userIdsOf } from "../owners/owners.js";
import type { Records } from "../storage/organization.js";
import { type Store, uuid } from "../storage/store.js";
import { reviewersOf } from "../templates/request-configurations.js";

type Review = Records["campaignReviews"];
/** What an item is about. */
type ReviewedAccess = Omit<Review, "decision" | "applied">;
export type StoredItemReview = Records["campaignItemReviews"];

/** Returns the id of a campaign item. We assume that it belongs to one access in one campaign (not documented by the API). */
export function itemIdOf({
    campaign_id,
    principal_id,
    entitlement_id,
    access_level_remote_id,
}: ReviewedAccess): string {
    return uuid(campaign_id, [principal_id, entitlement_id, access_level_remote_id].join(" "));
}

/** Returns the id of the access that an item is about. We assume that it has an id of its own (not documented by the API). */
export function assignmentIdOf({ principal_id, entitlement_id, access_level_remote_id }: ReviewedAccess): string {
    return uuid(entitlement_id, [principal_id, entitlement_id, access_level_remote_id].join(" "));
}

/**
 * Assigns the reviewers of a new item, the one at `place`, by the policy of its campaign. Policies without `_ALL` take turns among the
 * possible reviewers; we assume that the place decides. Nobody reviews their own access unless the campaign allows it or the policy is
 * BY_SELF (not documented by the API).
 */
export function assignByPolicy(
    store: Store,
    { configuration }: Records["campaigns"],
    item: Review,
    place: number,
): void {
    const { reviewer_assignment_policy: policy, allow_self_review } = configuration;
    const [source, all] = POLICIES[policy] ?? [];
    if (!source) return;
    const possible = policy.startsWith("BY_APPROVERS") ? approversOf(store, item) : usersOfSource(store, item, source);
    const allowed = possible.filter(
        (id) => allow_self_review || source === "PRINCIPAL_SELF" || id !== item.principal_id,
    );
    const turn = place % Math.max(1, allowed.length);
    for (const id of all ? allowed : allowed.slice(turn, turn + 1)) assignReviewer(store, item, id, source);
}

/** Returns the reviews of an item, in the order in which they were assigned. */
export function reviewsOfItem(store: Store, item: Review): StoredItemReview[] {
    return store.campaignItemReviews
        .where("principal_id", item.principal_id)
        .filter(
            (one) =>
                one.campaign_id === item.campaign_id &&
                one.entitlement_id === item.entitlement_id &&
                one.access_level_remote_id === item.access_level_remote_id,
        );
}

/** Assigns a reviewer to an item, unless the pair exists. Returns the review. */
export function assignReviewer(store: Store, item: Review, userId: string, source: Source): StoredItemReview {
    const known = reviewsOfItem(store, item).find(({ reviewer_user_id }) => reviewer_user_id === userId);
    return (
        known ??
        store.campaignItemReviews.set({
            campaign_item_review_id: store.newId("review", `${itemIdOf(item)} ${userId}`),
            campaign_id: item.campaign_id,
            principal_id: item.principal_id,
            entitlement_id: item.entitlement_id,
            access_level_remote_id: item.access_level_remote_id,
            reviewer_user_id: userId,
            assignment_source: source,
            decision: null,
            note: null,
            updated_access_level_remote_id: null,
            decided_at: null,
            resolution_message: null,
            updated_duration_in_minutes: null,
            reassigned_to_reviewer_ids: [],
        })
    );
}

/** Returns the users whom a source names for an item. */
export function usersOfSource(store: Store, { principal_id, entitlement_id }: Review, source: Source): string[] {
    const users: Readonly<Record<string, () => readonly (string | null | undefined)[]>> = {
        PRINCIPAL_SELF: () => (store.users.has(principal_id) ? [principal_id] : []),
        PRINCIPAL_MANAGER: () => [store.userFacts.find(principal_id)?.manager_id],
        ASSET_ADMIN_OWNER: () => {
            const asset = store.groups.find(entitlement_id) ?? store.resources.find(entitlement_id);
            const owner = store.owners.find(asset?.admin_owner_id ?? "");
            return owner ? userIdsOf(store, owner) : [];
        },
    };
    return (users[source]?.() ?? []).flatMap((id) => id ?? []);
}

/** Returns a review as it appears in responses. */
export function itemReviewAnswer(stored: StoredItemReview): CampaignItemReview {
    const { campaign_id, principal_id, entitlement_id, access_level_remote_id, reassigned_to_reviewer_ids, ...review } =
        stored;
    return { campaign_item_id: itemIdOf(stored), ...review };
}

/** The source of each policy's reviewers, and whether all of them review. */
const POLICIES: Readonly<Record<string, readonly [source: Source, all: boolean] | undefined>> = {
    BY_OWNING_TEAM_ADMIN: ["ASSET_ADMIN_OWNER", false],
    BY_OWNING_TEAM_ADMIN_ALL: ["ASSET_ADMIN_OWNER", true],
    BY_MANAGER: ["PRINCIPAL_MANAGER", true],
    BY_APPROVERS: ["MANUAL", false],
    BY_APPROVERS_ALL: ["MANUAL", true],
    BY_SELF: ["PRINCIPAL_SELF", true],
};

function approversOf(store: Store, { entitlement_id }: Review): string[] {
    const asset = store.groups.find(entitlement_id) ?? store.resources.find(entitlement_id);
    const owners = [...reviewersOf(asset?.request_configurations)].flatMap((id) => store.owners.find(id) ?? []);
    return [...new Set(owners.flatMap((owner) => userIdsOf(store, owner)))];
}
