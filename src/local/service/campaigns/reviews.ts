import type { AccessPathQueryBody, CampaignStatusEnum } from "../../../api/generated/types.gen.js";
import { removeEdge } from "../queries/entities.js";
import { EntityView } from "../queries/entity-filters.js";
import type { Records } from "../storage/organization.js";
import type { Store } from "../storage/store.js";
import { assignByPolicy, reviewsOfItem } from "./assignments.js";

export type StoredCampaign = Records["campaigns"];
type Review = Records["campaignReviews"];

/**
 * Returns the status of a campaign. The API does not document how it is determined; we derive it from the timestamps and reviews. A
 * campaign without reviews is ongoing until it is stopped.
 */
export function statusOf(store: Store, campaign: StoredCampaign): CampaignStatusEnum {
    if (campaign.ended_at) return "ENDED";
    if (campaign.stopped_at) return "STOPPED";
    if (!campaign.started_at) return "DRAFT";
    const reviews = reviewsOf(store, campaign);
    return reviews.length > 0 && reviews.every(({ decision }) => decision !== "PENDING") ? "COMPLETED" : "ONGOING";
}

/**
 * Creates the reviews of a campaign. We assume that the list is determined when the campaign starts, with one review for each direct access
 * that matches the query (not documented by the API).
 */
export function startReviews(store: Store, campaign: StoredCampaign): void {
    const { campaign_id, configuration } = campaign;
    for (const [place, access] of foundAccess(store, configuration.query ?? {}).entries()) {
        const { principal_id, entitlement_id, access_level_remote_id } = access;
        const key = { campaign_id, principal_id, entitlement_id, access_level_remote_id };
        const review = store.campaignReviews.set({ ...key, decision: "PENDING", applied: false });
        assignByPolicy(store, campaign, review, place);
    }
}

/**
 * Derives the decision about an item from those of its reviewers: one who revokes is enough (vendor guides); otherwise, all must have
 * decided. With `revoke_on` ACTION, access ends at once.
 */
export function decideItem(store: Store, campaign: StoredCampaign, review: Review): void {
    const decisions = reviewsOfItem(store, review)
        .map(({ decision }) => decision)
        .filter((decision) => decision !== "REASSIGNED");
    if (decisions.includes("REVOKED")) {
        if (campaign.configuration.revoke_on === "ACTION") revoke(store, review);
        else store.campaignReviews.set({ ...review, decision: "REVOKE" });
    } else if (decisions.length > 0 && decisions.every(Boolean))
        store.campaignReviews.set({ ...review, decision: "KEEP" });
}

/** Revokes all access that has not been reviewed. */
export function revokeUnreviewed(store: Store, campaign: StoredCampaign): void {
    for (const review of reviewsOf(store, campaign)) {
        if (review.decision === "PENDING") revoke(store, review);
    }
}

/** Revokes the access that reviewers decided to revoke, unless `revoke_on` is NONE. */
export function applyDecisions(store: Store, campaign: StoredCampaign): void {
    if (campaign.configuration.revoke_on === "NONE") return;
    for (const review of reviewsOf(store, campaign)) {
        if (review.decision === "REVOKE" && !review.applied) revoke(store, review);
    }
}

function reviewsOf(store: Store, { campaign_id }: StoredCampaign): Review[] {
    return store.campaignReviews.where("campaign_id", campaign_id);
}

function revoke(store: Store, review: Review): void {
    removeEdge(store, review);
    store.campaignReviews.set({ ...review, decision: "REVOKE", applied: true });
}

function foundAccess(store: Store, query: AccessPathQueryBody) {
    const view = new EntityView(store);
    const { accessLevelRemoteIds: ids, accessLevelNames: names, principalFilter, entitlementFilter } = query;
    const expiring = query.edgeFilter?.accessDurationType;
    return view.edges
        .filter((edge) => !ids || ids.includes(edge.access_level_remote_id))
        .filter((edge) => !names || names.includes(edge.access_level_name))
        .filter((edge) => !expiring || (expiring === "EXPIRING_ONLY") === (edge.expiration_date !== null))
        .filter(({ principal_id: id }) => view.matches(id, principalFilter))
        .filter(({ entitlement_id: id }) => view.matches(id, entitlementFilter))
        .filter(({ principal_id: id }) => !principalFilter || view.matchesAccess(id, query.principalAccessFilters))
        .filter(
            ({ entitlement_id: id }) => !entitlementFilter || view.matchesAccess(id, query.entitlementAccessFilters),
        );
}
