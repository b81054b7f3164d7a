import type { ID, Output } from "@pulumi/pulumi";
import { z } from "zod";
import { operation } from "../../../api/calls.js";
import type {
    CreateCampaignConfigurationInfo,
    UpdateCampaignConfigurationInfo,
} from "../../../api/generated/types.gen.js";
import { zUarReviewerAssignmentPolicyEnum } from "../../../api/generated/zod.gen.js";
import type { Properties } from "../../../common/properties.js";
import { isUnknown } from "../../../common/unknown.js";
import { harmlessWhenNew, irrelevant, moreWidens, unevaluated } from "../../../provider/schema/access.js";
import { field } from "../../../provider/schema/fields.js";
import type { FieldRule } from "../../../provider/shapes/described.js";
import { entity } from "../../../provider/shapes/entity.js";
import { cron, ids, inOrder, moment, textField, timeZone } from "../../fields/values.js";
import { AccessObject, type ArgsOf, type OutputsOf } from "../../program/resource.js";
import { campaignQuery } from "../../queries/access-path-query.js";
import { campaignSource } from "../../sources.js";

const fields = {
    /** Name of the campaign. It can be changed in every state. */
    name: irrelevant(textField()),
    /**
     * Query that selects the access to review, by principals, by entitlements, or both. It uses the key names of the API, such as `{
     * principalFilter: { entityTypes: ["USER"] } }`. A change replaces the campaign.
     */
    query: irrelevant(campaignQuery()),
    /**
     * How reviewers are assigned. With `BY_SELF`, all review their own access. `BY_SELF` needs a service of August 2026 or later. A change
     * replaces the campaign.
     */
    reviewerAssignmentPolicy: harmlessWhenNew(
        unevaluated(field(zUarReviewerAssignmentPolicyEnum(), { onChange: "replace" }), selfWidens),
    ).optional(),
    /**
     * Whether this is the template of a recurring campaign. A template does not start: it creates drafts on a schedule. A change replaces
     * the campaign.
     */
    isTemplate: irrelevant(field(z.boolean(), { onChange: "replace" })).optional(),
    /** Role assignments to exclude. The service does not return them. A change replaces the campaign. */
    excludedRoleAssignmentIds: irrelevant(
        field(ids(), {
            onChange: "replace",
            writeOnly: true,
            list: { unordered: true },
        }),
    ).optional(),
    /** Whether users can review their own access. */
    allowSelfReview: harmlessWhenNew(unevaluated(z.boolean(), moreWidens)).optional(),
    /** Whether reviewers are notified of new assignments. */
    sendReviewerAssignmentNotification: irrelevant(z.boolean()).optional(),
    /** Whether reviewers can reassign a review. */
    allowReviewerReassignment: irrelevant(z.boolean()).optional(),
    /** Whether reviewers can let access end sooner, but never later. */
    allowReviewersToReduceExpiration: irrelevant(z.boolean()).optional(),
    /**
     * Planned start, as an ISO date-time with a UTC offset: tomorrow or later in `timezone`; null for none. It has no effect once the
     * campaign has started.
     */
    startDate: irrelevant(moment()).nullable().optional(),
    /** Planned end, as an ISO date-time with a UTC offset: tomorrow or later in `timezone`; null for none. */
    endDate: irrelevant(moment()).nullable().optional(),
    /** IANA time zone of the deadlines, such as `Europe/Oslo`. */
    timezone: irrelevant(timeZone()).optional(),
    /** When denied access is revoked: on each decision, at the end of the campaign, or never. */
    revokeOn: irrelevant(z.enum(["ACTION", "END", "NONE"])).optional(),
    /** Days before the end of the campaign on which reminders are sent. */
    reminderSchedule: irrelevant(field(z.array(z.number().int().min(0)), { list: { unordered: true } })).optional(),
    /** Whether the manager of a reviewer is also reminded. */
    reminderIncludeManager: irrelevant(z.boolean()).optional(),
    /** Whether reviewers must give a reason for denying access. */
    requireReasonOnDenial: irrelevant(z.boolean()).optional(),
    /** Whether AI suggestions are hidden from reviewers. */
    hideAiSuggestions: irrelevant(z.boolean()).optional(),
    /** Message in the notification that the campaign has started; null for none. */
    customStartMessage: irrelevant(z.string()).nullable().optional(),
    /** Visibility of the contents of groups for reviewers. */
    groupAssetVisibilityPolicy: irrelevant(z.enum(["STRICT", "VIEW_VISIBLE_AND_ASSIGNED", "VIEW_ALL"])).optional(),
    /** Schedule on which a template creates drafts, as a five-field cron expression; null for no schedule. Only with `isTemplate: true`. */
    cronExpression: irrelevant(field(cron().nullable(), { wire: { cleared: "" } })).optional(),
    /** Duration in days of each campaign that a template creates; null for none. Only with `isTemplate: true`. */
    recurringDurationDays: irrelevant(z.number().int().min(1)).nullable().optional(),
};

/** Only a review by oneself is less than a review by others, which are not ranked against each other. */
function selfWidens(_: unknown, to: unknown): "mayWiden" | "narrows" {
    return to === undefined || to === "BY_SELF" || isUnknown(to) ? "mayWiden" : "narrows";
}

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

type CampaignSettings = CreateCampaignConfigurationInfo & { name: string };

/**
 * An access review, or the template of a recurring one. To start, stop or end it, call `startCampaign`, `stopCampaign` or `endCampaign`.
 * The start date cannot change after the start, and only the name can change after the campaign was stopped or ended: other edits are
 * reported but not written. The API cannot delete a campaign: destroy and replacement leave it in place and report that. A template loses
 * its schedule. Import id: the campaign's id or name. Operations: GET and POST /campaigns, GET and PUT /campaigns/{campaign_id}.
 */
export class Campaign extends AccessObject<CampaignArgs> {
    static readonly kind = entity({
        noun: "campaign",
        source: campaignSource,
        fields,
        access: { created: "none", deleted: "none" },
        rules: [
            ...["cronExpression", "recurringDurationDays"].map(
                (name): FieldRule => [
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
        create: operation("createCampaign", ({ name, ...configuration }: CampaignSettings) => ({
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

    /** Status at the last read: `DRAFT`, `ONGOING`, `COMPLETED`, `STOPPED` or `ENDED`. */
    declare readonly status: Output<string | null>;
    /** Creation date in ISO format. */
    declare readonly createdAt: Output<string | null>;
    /** Date of the last change in ISO format. */
    declare readonly updatedAt: Output<string | null>;
    /** User who created the campaign. */
    declare readonly createdByUserId: Output<string | null>;
    /** Start date in ISO format; null if the campaign has not been started. */
    declare readonly startedAt: Output<string | null>;
    /** Date when the campaign was stopped, in ISO format; null if it has not been stopped. */
    declare readonly stoppedAt: Output<string | null>;
    /** Date when the campaign was ended, in ISO format; null if it has not been ended. */
    declare readonly endedAt: Output<string | null>;
    /** Date of the next draft of a template, in ISO format; null if none is scheduled. */
    declare readonly nextScheduledRun: Output<string | null>;
    /** Date of the last draft of a template, in ISO format; null if it has not created one. */
    declare readonly lastScheduledRun: Output<string | null>;

    /** Id of the campaign; same as `id`. */
    get campaignId(): Output<ID> {
        return this.id;
    }
}

export interface Campaign extends OutputsOf<typeof fields> {}
export interface CampaignArgs extends ArgsOf<typeof fields> {}

/**
 * Returns the properties that a started or stopped campaign does not accept, with the reason. Properties that replace the campaign are not
 * affected.
 */
function fixed({ startedAt, stoppedAt, endedAt, isTemplate }: Properties): Readonly<Record<string, string>> {
    if (isTemplate === true) return {};
    const settings = Object.keys(fields).filter((name) => name !== "name" && !Campaign.kind.replacing.includes(name));
    if (stoppedAt) {
        const because = `the campaign ${endedAt ? "has ended" : "was stopped"}, so only its name can be changed`;
        return Object.fromEntries(settings.map((name) => [name, because]));
    }
    return startedAt ? { startDate: "the campaign has started" } : {};
}
