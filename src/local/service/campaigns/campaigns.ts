import type { Campaign } from "../../../api/generated/types.gen.js";
import type { Routes, ServiceCall } from "../http/area.js";
import { BadRequest } from "../http/errors.js";
import { isStructure } from "../http/json.js";
import { listedAs, nameMatches } from "../http/pages.js";
import type { Store } from "../storage/store.js";
import { changedConfiguration, NOT_STARTED, readConfiguration } from "./configurations.js";
import { applyDecisions, revokeUnreviewed, type StoredCampaign, startReviews, statusOf } from "./reviews.js";

/** Operations on campaigns. The API cannot delete campaigns. */
export const campaignRoutes = {
    getCampaigns(call) {
        const { store, query } = call;
        const found = store.campaigns
            .all()
            .filter((campaign) => nameMatches(campaign.name, query.name))
            .filter((campaign) => !query.status || query.status === statusOf(store, campaign))
            .filter((campaign) =>
                (["created_at", "started_at", "stopped_at", "ended_at"] as const).every((time) =>
                    between(campaign[time], query[`${time}_after`], query[`${time}_before`]),
                ),
            );
        return listedAs(call, store.campaigns, found, (campaign) => campaignAnswer(store, campaign));
    },

    createCampaign({ store, caller, now, body }) {
        const configuration = readConfiguration(store, now, body.name, body.configuration);
        const campaign = store.campaigns.set({
            campaign_id: store.newId("campaign", body.name),
            name: body.name,
            is_template: configuration.is_template,
            created_at: now.toISOString(),
            updated_at: now.toISOString(),
            created_by_user_id: caller.user_id,
            configuration,
            ...NOT_STARTED,
        });
        return campaignAnswer(store, campaign);
    },

    getCampaign: ({ store, path }) => campaignAnswer(store, store.campaigns.get(path.campaign_id)),

    updateCampaign({ store, now, path, body, sent }) {
        const campaign = store.campaigns.get(path.campaign_id);
        refuseFixed(sent);
        const { name, configuration } = body;
        if (configuration && !campaign.is_template && campaign.stopped_at) {
            throw new BadRequest(
                "configuration cannot be changed after the campaign is stopped or ended. Only the name of the campaign can be changed.",
            );
        }
        if (configuration?.start_date !== undefined && campaign.started_at) {
            throw new BadRequest("configuration.start_date can be set only before the campaign starts.");
        }
        const changed = store.campaigns.change(campaign.campaign_id, {
            name,
            updated_at: now.toISOString(),
            configuration: configuration && changedConfiguration(now, campaign.configuration, configuration),
        });
        return campaignAnswer(store, changed);
    },

    startCampaign(call) {
        const { store, path } = call;
        const campaign = store.campaigns.get(path.campaign_id);
        if (campaign.is_template)
            throw new BadRequest(
                `The campaign "${campaign.name}" is a template and cannot be started. Start one of its drafts instead.`,
            );
        if (campaign.started_at) throw new BadRequest(`The campaign "${campaign.name}" has already been started.`);
        startReviews(store, campaign);
        return transitioned(call, "started");
    },

    stopCampaign(call) {
        const { store, path, body } = call;
        const campaign = store.campaigns.get(path.campaign_id);
        if (!campaign.started_at)
            throw new BadRequest(`The campaign "${campaign.name}" cannot be stopped because it has not been started.`);
        if (campaign.stopped_at) throw new BadRequest(`The campaign "${campaign.name}" has already been stopped.`);
        if (body?.revoke_unreviewed) revokeUnreviewed(store, campaign);
        return transitioned(call, "stopped");
    },

    /** The real service also creates a report, but no operation returns it. */
    endCampaign(call) {
        const { store, path } = call;
        const campaign = store.campaigns.get(path.campaign_id);
        if (!campaign.stopped_at)
            throw new BadRequest(`The campaign "${campaign.name}" must be started and stopped before it can be ended.`);
        if (campaign.ended_at) throw new BadRequest(`The campaign "${campaign.name}" has already been ended.`);
        applyDecisions(store, campaign);
        return transitioned(call, "ended");
    },
} satisfies Routes;

/** Refuses fields that cannot be changed after creation, even if the value is the current one. */
function refuseFixed(sent: unknown): void {
    const fields = isStructure(sent) ? sent : {};
    const inside = isStructure(fields.configuration) ? fields.configuration : {};
    for (const field of ["query", "reviewer_assignment_policy", "is_template"]) {
        if (field in inside)
            throw new BadRequest(`configuration.${field} cannot be changed after the campaign is created.`);
    }
    if ("is_template" in fields) throw new BadRequest("is_template cannot be changed after the campaign is created.");
}

function transitioned(
    { store, caller, now, path }: ServiceCall<"startCampaign" | "stopCampaign" | "endCampaign">,
    state: "started" | "stopped" | "ended",
): Campaign {
    const time = now.toISOString();
    const moment = { [`${state}_at`]: time, [`${state}_by_user_id`]: caller.user_id };
    return campaignAnswer(store, store.campaigns.change(path.campaign_id, { ...moment, updated_at: time }));
}

function campaignAnswer(store: Store, campaign: StoredCampaign): Campaign {
    return { ...campaign, status: statusOf(store, campaign) };
}

/** Whether a time is between two exclusive bounds. Always true without bounds; otherwise false if the time is missing. */
function between(time: string | null | undefined, after: string | undefined, before: string | undefined): boolean {
    if (after === undefined && before === undefined) return true;
    if (!time) return false;
    const moment = Date.parse(time);
    return (
        moment > (after === undefined ? Number.NEGATIVE_INFINITY : Date.parse(after)) &&
        moment < (before === undefined ? Number.POSITIVE_INFINITY : Date.parse(before))
    );
}
