import type { CreateCampaignConfigurationInfo } from "../../../api/generated/types.gen.js";
import { campaignRoutes } from "../campaigns/campaigns.js";
import { uars } from "../campaigns/uars.js";
import { DAY_MS } from "../http/dates.js";
import type { Builder } from "./builder.js";
import type { Company } from "./company.js";

const FIRST = Date.parse("2026-01-12T09:00:00Z");

/** The states of the campaigns, in the order in which they are created. */
const STAGES = ["ended", "ended", "stopped", "started", "started", "draft", "draft", "template"] as const;

/** Creates campaigns that review access to team groups: ended, running and draft campaigns, and a yearly template. */
export function reviewAccess({ build, groupOf, teams }: Company, count: number): void {
    for (const [i, stage] of STAGES.entries()) {
        const team = teams[i % teams.length];
        if (!team || (i >= count && stage !== "template")) continue;
        const ids = (["members", "production", "staging"] as const).flatMap((sort) => groupOf(team, sort) ?? []);
        const start = new Date(FIRST + i * 7 * DAY_MS);
        const yearly = { is_template: true, cron_expression: "0 9 1 1 *", recurring_duration_days: 30 };
        const configuration: CreateCampaignConfigurationInfo = {
            query: { principalFilter: { entityTypes: ["USER"] }, entitlementFilter: { entityIDs: ids } },
            reviewer_assignment_policy: i % 2 === 0 ? "BY_OWNING_TEAM_ADMIN" : "BY_MANAGER",
            timezone: "Europe/Berlin",
            ...(stage === "template" && yearly),
        };
        const name = stage === "template" ? `${team.name}, yearly` : `${team.name}, spring 2026`;
        const made = build.call(campaignRoutes.createCampaign, start, { name, configuration });
        run(build, made?.campaign_id ?? "", stage, start);
    }
    const [team] = teams;
    if (!team) return;
    build.call(uars.createUAR, new Date(FIRST), {
        name: "Winter review",
        reviewer_assignment_policy: "BY_OWNING_TEAM_ADMIN",
        send_reviewer_assignment_notification: true,
        deadline: "2026-02-27T17:00:00.000Z",
        time_zone: "Europe/Berlin",
        self_review_allowed: false,
        uar_scope: { admins: [team.ownerId] },
    });
}

function run(build: Builder, campaign_id: string, stage: (typeof STAGES)[number], start: Date): void {
    if (stage === "draft" || stage === "template") return;
    const path = { campaign_id };
    build.call(campaignRoutes.startCampaign, start, undefined, path);
    if (stage === "started") return;
    build.call(campaignRoutes.stopCampaign, new Date(start.getTime() + 14 * DAY_MS), undefined, path);
    if (stage === "ended")
        build.call(campaignRoutes.endCampaign, new Date(start.getTime() + 15 * DAY_MS), undefined, path);
}
