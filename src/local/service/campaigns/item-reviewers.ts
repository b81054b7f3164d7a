import type { CampaignItemReviewerAssignmentSourceEnum as Source } from "../../../api/generated/types.gen.js";
import type { Routes } from "../http/area.js";
import { BadRequest, NotFound } from "../http/errors.js";
import type { Records } from "../storage/organization.js";
import type { Store } from "../storage/store.js";
import {
    assignReviewer,
    itemIdOf,
    itemReviewAnswer,
    reviewsOfItem,
    type StoredItemReview,
    usersOfSource,
} from "./assignments.js";
import { statusOf } from "./reviews.js";

type Review = Records["campaignReviews"];

/** The operation that assigns reviewers of campaign items by hand. */
export const itemReviewers = {
    /** All of it or nothing: everything is checked before the first change. */
    updateCampaignItemReviewers({ store, path, body }) {
        const campaign = store.campaigns.get(path.campaign_id);
        const { to_assign = [], to_unassign = [], to_remove_sources = [] } = body;
        if (statusOf(store, campaign) === "ENDED") throw new BadRequest(`The campaign "${campaign.name}" has ended.`);
        const items = new Map(
            store.campaignReviews.where("campaign_id", campaign.campaign_id).map((one) => [itemIdOf(one), one]),
        );
        const itemOf = (field: string, id: string): Review => {
            const item = items.get(id);
            if (item) return item;
            if (store.campaignReviews.all().some((one) => itemIdOf(one) === id))
                throw new BadRequest(`${field}: the item ${id} belongs to another campaign.`);
            throw new NotFound(`${field}: there is no item ${id}.`);
        };
        const messages: { campaign_item_id: string; assignment_source: Source; message: string }[] = [];
        const assigned = to_assign.flatMap(({ campaign_item_id, reviewer_id, assignment_source }, i) => {
            const item = itemOf(`to_assign[${i}].campaign_item_id`, campaign_item_id);
            const source = assignment_source ?? "MANUAL";
            if (source === "MANUAL" && !reviewer_id)
                throw new BadRequest(`to_assign[${i}].reviewer_id is required with the source MANUAL.`);
            store.users.mustKnow(`to_assign[${i}].reviewer_id`, reviewer_id);
            const found = source === "MANUAL" ? [String(reviewer_id)] : usersOfSource(store, item, source);
            if (found.length === 0)
                messages.push({ campaign_item_id, assignment_source: source, message: "Nobody was found." });
            if (found.includes(item.principal_id) && !campaign.configuration.allow_self_review)
                throw new BadRequest(
                    `to_assign[${i}]: the campaign does not allow anybody to review their own access.`,
                );
            return found.map((id) => ({ item, id, source }));
        });
        const removed = to_unassign.flatMap(({ campaign_item_id, reviewer_id }, i) => {
            const item = itemOf(`to_unassign[${i}].campaign_item_id`, campaign_item_id);
            store.users.mustKnow(`to_unassign[${i}].reviewer_id`, reviewer_id);
            return undecided(store, item, "MANUAL").filter((one) => one.reviewer_user_id === reviewer_id);
        });
        const sources = to_remove_sources.flatMap(({ campaign_item_id, assignment_source }, i) =>
            undecided(store, itemOf(`to_remove_sources[${i}].campaign_item_id`, campaign_item_id), assignment_source),
        );
        for (const one of [...removed, ...sources]) store.campaignItemReviews.delete(one);
        for (const { item, id, source } of assigned) assignReviewer(store, item, id, source);
        const named = new Set([...to_assign, ...to_unassign, ...to_remove_sources].map((one) => one.campaign_item_id));
        return {
            reviews: [...named].flatMap((id) =>
                reviewsOfItem(store, itemOf("campaign_item_id", id)).map(itemReviewAnswer),
            ),
            unassigned_preset_messages: messages,
        };
    },
} satisfies Routes;

function undecided(store: Store, item: Review, source: Source): StoredItemReview[] {
    return reviewsOfItem(store, item).filter(
        ({ decision, assignment_source }) => !decision && assignment_source === source,
    );
}
