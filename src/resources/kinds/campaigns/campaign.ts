import type { ID, Output } from "@pulumi/pulumi";
import { z } from "zod";
import type {
    CreateCampaignConfigurationInfo,
    UpdateCampaignConfigurationInfo,
} from "../../../api/generated/types.gen.js";
import { zUarReviewerAssignmentPolicyEnum } from "../../../api/generated/zod.gen.js";
import { operation } from "../../../provider/live/operation.js";
import { irrelevant, moreWidens, unevaluated } from "../../../provider/schema/access.js";
import { field, type Properties } from "../../../provider/schema/fields.js";
import type { Rule } from "../../../provider/shapes/described.js";
import { entity } from "../../../provider/shapes/entity.js";
import { cron, ids, inOrder, moment, text, timeZone } from "../../fields/values.js";
import { AccessObject, type ArgsOf, type OutputsOf } from "../../program/resource.js";
import { campaignQuery } from "../../queries/access-path-query.js";
import { campaigns } from "../../sources.js";

const fields = {
    /** Name of the campaign. It can be changed in every state. */
    name: irrelevant(text()),
    /**
     * What is reviewed, with the key names of the API, such as `{ principalFilter: { entityTypes: ["USER"] } }`: who
     * has the access, what is accessed, or both. A change replaces the campaign.
     */
    query: irrelevant(campaignQuery()),
    /** How reviewers are picked. A change replaces the campaign. */
    reviewerAssignmentPolicy: irrelevant(field(zUarReviewerAssignmentPolicyEnum(), { onChange: "replace" })).optional(),
    /**
     * True for the template of a recurring campaign: it never starts, but creates drafts on its
     * schedule. A change replaces the campaign.
     */
    isTemplate: irrelevant(field(z.boolean(), { onChange: "replace" })).optional(),
    /** Excluded role assignments. The service does not return them. A change replaces the campaign. */
    excludedRoleAssignmentIds: irrelevant(
        field(ids(), {
            onChange: "replace",
            writeOnly: true,
            list: { unordered: true },
        }),
    ).optional(),
    /** People may review their own access. */
    allowSelfReview: unevaluated(z.boolean(), moreWidens, { isHarmlessWhenNew: true }).optional(),
    /** Notifies reviewers of new assignments. */
    sendReviewerAssignmentNotification: irrelevant(z.boolean()).optional(),
    /** Reviewers may reassign a review. */
    allowReviewerReassignment: irrelevant(z.boolean()).optional(),
    /** Planned start, as an ISO date-time with its offset: tomorrow or later in `timezone`. It has no effect once the campaign has started. */
    startDate: irrelevant(moment()).optional(),
    /** Planned end, as an ISO date-time with its offset: tomorrow or later in `timezone`. */
    endDate: irrelevant(moment()).optional(),
    /** IANA time zone of the deadlines, such as `Europe/Oslo`. */
    timezone: irrelevant(timeZone()).optional(),
    /** When revocations take effect: on each decision, at the end, or never. */
    revokeOn: irrelevant(z.enum(["ACTION", "END", "NONE"])).optional(),
    /** Days before the end on which reminders go out. */
    reminderSchedule: irrelevant(field(z.array(z.number().int().min(0)), { list: { unordered: true } })).optional(),
    /** The manager of a reviewer is reminded too. */
    reminderIncludeManager: irrelevant(z.boolean()).optional(),
    /** Reviewers must give a reason to revoke access. */
    requireReasonOnDenial: irrelevant(z.boolean()).optional(),
    /** Generated suggestions are hidden from reviewers. */
    hideAiSuggestions: irrelevant(z.boolean()).optional(),
    /** Text in the start notice; null for none. */
    customStartMessage: irrelevant(z.string()).nullable().optional(),
    /** What reviewers can see of the contents of groups. */
    groupAssetVisibilityPolicy: irrelevant(z.enum(["STRICT", "VIEW_VISIBLE_AND_ASSIGNED", "VIEW_ALL"])).optional(),
    /**
     * When a template creates drafts, as a five-field cron expression; null for never. Only with `isTemplate: true`.
     */
    cronExpression: irrelevant(field(cron().nullable(), { wire: { cleared: "" } })).optional(),
    /** Days that each draft of a template stays open. Only with `isTemplate: true`. */
    recurringDurationDays: irrelevant(z.number().int().min(1)).optional(),
};

const results = [
    "status",
    "createdAt",
    "updatedAt",
    "createdByUserId",
    "startedAt",
    "stoppedAt",
    "endedAt",
    "nextScheduledRun",
    "lastScheduledRun",
];

type Settings = CreateCampaignConfigurationInfo & { name: string };

/**
 * An access review, or the template of a recurring one. Starting, stopping and ending it are actions, not part of a
 * declaration: a campaign that has started keeps its start date, and one that is stopped or ended accepts only a new
 * name. Other edits are reported but not written. The API cannot delete a campaign: destroy and replacement leave it in
 * place and report that; a template loses its schedule. Import id: the campaign's id or name.
 * Operations: GET and POST /campaigns, GET and PUT /campaigns/{campaign_id}.
 */
export class Campaign extends AccessObject<CampaignArgs> {
    static readonly kind = entity({
        noun: "campaign",
        source: campaigns,
        fields,
        access: { created: "none", deleted: "none" },
        rules: [
            ...["cronExpression", "recurringDurationDays"].map(
                (name): Rule => [
                    name,
                    "it requires isTemplate: true",
                    (given) =>
                        (given[name] ?? undefined) === undefined ||
                        (given.isTemplate !== undefined && given.isTemplate !== false),
                ],
            ),
            ["endDate", "it must be after startDate", ({ startDate, endDate }) => inOrder(startDate, endDate)],
        ],
        results,
        undeclarable: ({ startedAt, isTemplate }) => (startedAt && isTemplate !== true ? "it has started" : undefined),
        key: ["name"],
        create: operation("createCampaign", ({ name, ...configuration }: Settings) => ({
            body: { name, configuration },
        })),
        update: operation(
            "updateCampaign",
            (id: string, { name, ...rest }: { name?: string } & UpdateCampaignConfigurationInfo) => ({
                path: { campaign_id: id },
                body: { name, configuration: Object.keys(rest).length > 0 ? rest : undefined },
            }),
        ),
        fixed,
        stays: "the API has no operation that deletes a campaign; stop and end it on the service if needed",
        lastWrite: ({ isTemplate }) =>
            isTemplate === true ? { writes: { cronExpression: null }, says: "without its schedule" } : undefined,
    });

    /** `DRAFT`, `ONGOING`, `COMPLETED`, `STOPPED` or `ENDED`, when it was last read. */
    declare readonly status: Output<string | null>;
    /** Creation date in ISO format. */
    declare readonly createdAt: Output<string | null>;
    /** Date of the last change in ISO format. */
    declare readonly updatedAt: Output<string | null>;
    /** User who created the object. */
    declare readonly createdByUserId: Output<string | null>;
    /** When it was started, as an ISO date; null if it was not. */
    declare readonly startedAt: Output<string | null>;
    /** When it was stopped, as an ISO date; null if it was not. */
    declare readonly stoppedAt: Output<string | null>;
    /** When it was ended, as an ISO date; null if it was not. */
    declare readonly endedAt: Output<string | null>;
    /** When a template creates its next draft, as an ISO date; null for never. */
    declare readonly nextScheduledRun: Output<string | null>;
    /** When a template created its last draft, as an ISO date; null for never. */
    declare readonly lastScheduledRun: Output<string | null>;

    /** Id of the campaign; same as `id`. */
    get campaignId(): Output<ID> {
        return this.id;
    }
}

export interface Campaign extends OutputsOf<typeof fields> {}
export interface CampaignArgs extends ArgsOf<typeof fields> {}

/**
 * Properties that a started or stopped campaign no longer accepts. A replacement is still
 * possible.
 */
function fixed({ startedAt, stoppedAt, endedAt, isTemplate }: Properties): Readonly<Record<string, string>> {
    if (isTemplate === true) return {};
    const settings = Object.keys(fields).filter((name) => name !== "name" && !Campaign.kind.replacing.includes(name));
    if (stoppedAt) {
        const because = `the campaign is ${endedAt ? "ended" : "stopped"}, and accepts only a new name`;
        return Object.fromEntries(settings.map((name) => [name, because]));
    }
    return startedAt ? { startDate: "the campaign has started" } : {};
}
