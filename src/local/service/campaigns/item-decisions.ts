import type { ReviewCampaignItemDecisionInfo, ViewerCampaignItem } from "../../../api/generated/types.gen.js";
import { levelOf } from "../access/access-levels.js";
import type { Routes, ServiceCall } from "../http/area.js";
import { BadRequest, Forbidden, NotFound } from "../http/errors.js";
import { countedPage } from "../http/pages.js";
import { EntityView } from "../queries/entity-filters.js";
import type { Records } from "../storage/organization.js";
import type { Store } from "../storage/store.js";
import { assignmentIdOf, assignReviewer, type StoredItemReview, usersOfSource } from "./assignments.js";
import { decideItem, type StoredCampaign } from "./reviews.js";

/** Operations of the reviewers of campaign items: what they review, and what they decide. */
export const itemDecisions = {
    /** We assume that administrators may read access reviews, and members only if they review something (the API says 403 otherwise). */
    getCampaignViewerItems(call) {
        const { store, caller, path, query } = call;
        const { campaign_id } = store.campaigns.get(path.campaign_id);
        const own = store.campaignItemReviews
            .where("campaign_id", campaign_id)
            .filter(({ reviewer_user_id }) => reviewer_user_id === caller.user_id);
        if (own.length === 0 && caller.role !== "ADMIN")
            throw new Forbidden(
                "Only reviewers of the campaign and users who may read access reviews can list its items.",
            );
        const answer = viewerAnswers(call);
        const has = <T>(wanted: readonly T[] | undefined, value: T) => wanted?.includes(value) ?? true;
        const found = own
            .filter(({ campaign_item_review_id: id }) => has(query.item_ids, id))
            .filter(({ decision }) => has(query.statuses, decision ?? "PENDING"))
            // The local service makes no suggestions.
            .filter(() => query.ai_bucket_id === undefined)
            .map(answer)
            .filter(({ principal_id }) => has(query.principal_ids, principal_id))
            .filter(({ entity_id }) => has(query.entity_ids, entity_id))
            .filter(({ access_level_name: level }) => has(query.access_level_names, level ?? ""));
        const { items, ...cursors } = countedPage(call, sortedItems(call, found));
        return { results: items, ...cursors, total_count: found.length };
    },

    /** All of it or nothing: every decision is checked before the first one is recorded. */
    reviewCampaignItems(call) {
        const { store, now, path, body } = call;
        const campaign = store.campaigns.get(path.campaign_id);
        if (!campaign.started_at || campaign.stopped_at)
            throw new BadRequest(`The campaign "${campaign.name}" is not running.`);
        const checked = body.decisions.map((given, i) => checkDecision(call, campaign, given, `decisions[${i}]`));
        const reviews = checked.map(({ given, review, reviewers }) => {
            const item = itemOf(store, review);
            const decided = store.campaignItemReviews.set({
                ...review,
                decision: given.decision,
                note: given.note ?? null,
                decided_at: now.toISOString(),
                updated_access_level_remote_id:
                    given.decision === "CHANGE_ROLE" ? (given.access_level_remote_id ?? null) : null,
                reassigned_to_reviewer_ids: reviewers,
            });
            if (item) {
                for (const id of reviewers) assignReviewer(store, item, id, given.assignment_source ?? "MANUAL");
                decideItem(store, campaign, item);
            }
            return decided;
        });
        return {
            reviews: reviews.map((review) => ({
                campaign_item_review_id: review.campaign_item_review_id,
                decision: review.decision,
                note: review.note,
                decided_at: review.decided_at,
                updated_access_level_remote_id: review.updated_access_level_remote_id,
                reassigned_to_reviewer_ids: review.reassigned_to_reviewer_ids,
            })),
        };
    },
} satisfies Routes;

/** The decisions that this operation supports. */
const DECISIONS = ["APPROVED", "REVOKED", "CHANGE_ROLE", "REASSIGNED"];

/** @throws BadRequest or Forbidden if the caller cannot decide this */
function checkDecision(
    { store, caller }: ServiceCall<"reviewCampaignItems">,
    { campaign_id, configuration }: StoredCampaign,
    given: ReviewCampaignItemDecisionInfo,
    at: string,
): { given: ReviewCampaignItemDecisionInfo; review: StoredItemReview; reviewers: string[] } {
    const {
        campaign_item_review_id,
        decision,
        note,
        access_level_remote_id,
        new_reviewer_user_ids,
        assignment_source,
    } = given;
    const review = store.campaignItemReviews
        .where("campaign_id", campaign_id)
        .find((one) => one.campaign_item_review_id === campaign_item_review_id);
    if (!review) throw new NotFound(`${at}.campaign_item_review_id: there is no review ${campaign_item_review_id}.`);
    if (review.reviewer_user_id !== caller.user_id)
        throw new Forbidden(`${at}.campaign_item_review_id: the caller does not review this item of the campaign.`);
    if (!DECISIONS.includes(decision)) throw new BadRequest(`${at}.decision must be one of ${DECISIONS.join(", ")}.`);
    if (decision === "REVOKED" && configuration.require_reason_on_denial && !note)
        throw new BadRequest(`${at}.note is required when access is revoked.`);
    if (decision === "CHANGE_ROLE" && !access_level_remote_id)
        throw new BadRequest(`${at}.access_level_remote_id is required with CHANGE_ROLE.`);
    if (decision !== "REASSIGNED") return { given, review, reviewers: [] };
    if (!configuration.allow_reviewer_reassignment)
        throw new BadRequest(`${at}.decision: the campaign does not allow reviewers to reassign.`);
    const item = itemOf(store, review);
    const isPreset = assignment_source && assignment_source !== "MANUAL";
    store.users.mustKnow(`${at}.new_reviewer_user_ids`, new_reviewer_user_ids ?? []);
    const reviewers = isPreset && item ? usersOfSource(store, item, assignment_source) : (new_reviewer_user_ids ?? []);
    if (reviewers.length === 0)
        throw new BadRequest(`${at}: REASSIGNED needs new_reviewer_user_ids or an assignment_source.`);
    return { given, review, reviewers };
}

function itemOf(store: Store, review: StoredItemReview): Records["campaignReviews"] | undefined {
    const { campaign_id, principal_id, entitlement_id, access_level_remote_id } = review;
    return store.campaignReviews.find(campaign_id, principal_id, entitlement_id, access_level_remote_id);
}

function viewerAnswers({ store }: ServiceCall<"getCampaignViewerItems">) {
    const view = new EntityView(store);
    return (review: StoredItemReview): ViewerCampaignItem => {
        const { campaign_id, principal_id, entitlement_id, access_level_remote_id } = review;
        const noun = view.entities.get(entitlement_id)?.kind === "GROUP" ? "group" : "resource";
        const edge = view
            .directWays(principal_id)
            .map(([one]) => one)
            .find(
                (one) => one.entitlement_id === entitlement_id && one.access_level_remote_id === access_level_remote_id,
            );
        const { started_at, created_at } = store.campaigns.get(campaign_id);
        return {
            campaign_item_review_id: review.campaign_item_review_id,
            decision: review.decision ?? null,
            note: review.note ?? null,
            decided_at: review.decided_at ?? null,
            updated_access_level_remote_id: review.updated_access_level_remote_id ?? null,
            reassigned_to_reviewer_ids: review.reassigned_to_reviewer_ids,
            principal_id,
            principal_type: view.entities.get(principal_id)?.kind ?? "USER",
            entity_id: entitlement_id,
            entity_type: view.entities.get(entitlement_id)?.kind ?? "RESOURCE",
            ...levelOf(store, noun, entitlement_id, access_level_remote_id),
            // The local service does not record when access was granted.
            granted_at: started_at ?? created_at,
            expires_at: edge?.expiration_date ?? null,
            role_assignment_id: assignmentIdOf(review),
        };
    };
}

/** Sorts items for the viewer. Without a field, they stay in the order in which they were created. */
function sortedItems(
    { store, query }: ServiceCall<"getCampaignViewerItems">,
    found: readonly ViewerCampaignItem[],
): readonly ViewerCampaignItem[] {
    const nameOf = (id: string) =>
        store.users.find(id)?.full_name ?? store.groups.find(id)?.name ?? store.resources.find(id)?.name ?? "";
    const keys: Readonly<Record<string, (one: ViewerCampaignItem) => string>> = {
        PRINCIPAL_NAME: ({ principal_id }) => nameOf(principal_id),
        ENTITY_NAME: ({ entity_id }) => nameOf(entity_id),
        EXPIRATION: ({ expires_at }) => expires_at ?? "9999",
        // The local service does not record use.
        LAST_USED: () => "",
    };
    const key = keys[query.sort_field ?? ""];
    const direction = query.sort_direction === "DESC" ? -1 : 1;
    return key ? [...found].sort((a, b) => direction * key(a).localeCompare(key(b), "en")) : found;
}
