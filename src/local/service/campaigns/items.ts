import type { CampaignItem, CampaignItemStatusEnum } from "../../../api/generated/types.gen.js";
import { levelOf } from "../access/access-levels.js";
import { Viewer } from "../access/viewer.js";
import type { Routes } from "../http/area.js";
import { listedAs } from "../http/pages.js";
import type { Entity } from "../queries/entities.js";
import { EntityView } from "../queries/entity-filters.js";
import type { Records } from "../storage/organization.js";
import { assignmentIdOf, itemIdOf, itemReviewAnswer, reviewsOfItem } from "./assignments.js";

type Review = Records["campaignReviews"];

const STATUSES: Readonly<Record<Review["decision"], CampaignItemStatusEnum>> = {
    PENDING: "PENDING",
    KEEP: "APPROVED",
    REVOKE: "REVOKED",
};

/**
 * Operations that list campaign items. We assume that a campaign has no items before it starts (not documented by the API).
 */
export const campaignItems = {
    getCampaignItems(call) {
        const { store, path, query } = call;
        const viewer = new Viewer(call);
        const view = new EntityView(store);
        const isSeen = ({ kind, id }: Entity) =>
            kind === "USER" || viewer.sees(kind === "GROUP" ? "groups" : "resources", id);
        const text = query.search?.toLowerCase();
        const endsOf = ({ principal_id, entitlement_id }: Review) =>
            [view.entities.get(principal_id), view.entities.get(entitlement_id)] as const;
        const found = store.campaignReviews
            .where("campaign_id", path.campaign_id)
            .filter((review) => endsOf(review).every((one) => !one || isSeen(one)))
            .filter(({ decision }) => query.statuses?.includes(STATUSES[decision]) ?? true)
            .filter(
                (review) =>
                    query.reviewer_user_id === undefined ||
                    reviewsOfItem(store, review).some(
                        ({ reviewer_user_id }) => reviewer_user_id === query.reviewer_user_id,
                    ),
            )
            .filter((review) => !text || endsOf(review).some((one) => one?.name.toLowerCase().includes(text)));
        const { started_at, created_at } = store.campaigns.get(path.campaign_id);
        const answer = (review: Review): CampaignItem => {
            const { campaign_id, principal_id, entitlement_id, access_level_remote_id, decision } = review;
            const [principal, entity] = endsOf(review);
            const reviews = reviewsOfItem(store, review);
            const noun = entity?.kind === "GROUP" ? "group" : "resource";
            const level = levelOf(store, noun, entitlement_id, access_level_remote_id);
            return {
                campaign_item_id: itemIdOf(review),
                campaign_id,
                target_type: "ROLE_ASSIGNMENT",
                role_assignment_id: assignmentIdOf(review),
                status: STATUSES[decision],
                created_at: started_at ?? created_at,
                is_target_deleted: !view.edges.some(
                    (edge) =>
                        edge.principal_id === principal_id &&
                        edge.entitlement_id === entitlement_id &&
                        edge.access_level_remote_id === access_level_remote_id,
                ),
                principal_id,
                principal_type: principal?.kind ?? null,
                entity_id: entitlement_id,
                entity_type: entity?.kind ?? null,
                access_level: level,
                access_level_name: level.access_level_name,
                reviews: reviews.map(itemReviewAnswer),
                admin_override: null,
            };
        };
        return { ...listedAs(call, store.campaignReviews, found, answer), total_count: found.length };
    },
} satisfies Routes;
