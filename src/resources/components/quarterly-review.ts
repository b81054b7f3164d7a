import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { cron, idSet, text, timeZone } from "../fields/values.js";
import { Campaign } from "../kinds/campaigns/campaign.js";
import type { Given } from "../program/resource.js";
import { AccessComponent, checked, guarded, type Ids } from "./component.js";

/** Arguments of a `QuarterlyReview`. */
export interface QuarterlyReviewArgs {
    /** Name of the campaign. */
    readonly name: pulumi.Input<string>;
    /** Ids of the groups and resources whose access is reviewed, one or more. A change replaces the campaign. */
    readonly reviewedIds: Ids;
    /**
     * Who reviews. `BY_OWNING_TEAM_ADMIN`, the default: the users of the owner that administers, in turn. `BY_MANAGER`: the manager of
     * each person. `BY_APPROVERS`: those who approve requests, in turn. The values with `_ALL` ask all of them. A change replaces the campaign.
     */
    readonly reviewers?: Given<Reviewers>;
    /**
     * When each review is drafted, as a five-field cron expression. Default: 09:00 on the first day
     * of each quarter.
     */
    readonly cronExpression?: pulumi.Input<string>;
    /** IANA time zone of the schedule and the deadlines, such as `Europe/Oslo`. Default: `UTC`. */
    readonly timezone?: pulumi.Input<string>;
    /** Days that each review stays open. Default: 14. */
    readonly openDays?: pulumi.Input<number>;
    /**
     * When access that reviewers deny is revoked: at the `END` of the review (default), on each
     * `ACTION`, or `NONE` for never.
     */
    readonly revokeOn?: Given<"ACTION" | "END" | "NONE">;
}

/**
 * How reviewers are picked. `MANUALLY` is not offered, because no one would pick the reviewers of a
 * recurring review.
 */
export type Reviewers = (typeof reviewers)[number];

const reviewers = [
    "BY_OWNING_TEAM_ADMIN",
    "BY_OWNING_TEAM_ADMIN_ALL",
    "BY_MANAGER",
    "BY_APPROVERS",
    "BY_APPROVERS_ALL",
] as const;

/**
 * A review that recurs every quarter: the template of a campaign. People cannot review their own
 * access, a denial needs a reason, and reminders are sent seven days, two days and one day before
 * the end. The API cannot delete a campaign: destroy leaves it in place, without its schedule.
 */
export class QuarterlyReview extends AccessComponent<"campaignId"> {
    /** The template of the reviews, named `<name>`. */
    readonly campaign: Campaign;

    /** @throws RunError if an argument is invalid, before any resource is registered. */
    constructor(name: string, given: QuarterlyReviewArgs, options?: pulumi.ComponentResourceOptions) {
        super(checked(rules, name, given), name, options);
        const args = guarded(rules, name, given);
        this.campaign = new Campaign(
            name,
            {
                name: args.name,
                query: { entitlementFilter: { entityIDs: args.reviewedIds } },
                reviewerAssignmentPolicy: args.reviewers,
                isTemplate: true,
                allowSelfReview: false,
                timezone: args.timezone,
                cronExpression: args.cronExpression,
                recurringDurationDays: args.openDays,
                reminderSchedule: [7, 2, 1],
                revokeOn: args.revokeOn,
                requireReasonOnDenial: true,
            },
            { parent: this },
        );
        this.registerOutputs({ campaignId: this.campaign.id });
    }
}

const rules = {
    component: "QuarterlyReview",
    usual: {
        reviewers: "BY_OWNING_TEAM_ADMIN",
        timezone: "UTC",
        cronExpression: "0 9 1 1,4,7,10 *",
        openDays: 14,
        revokeOn: "END",
    },
    fields: {
        name: text(),
        reviewedIds: idSet().min(1),
        reviewers: z.enum(reviewers).optional(),
        cronExpression: cron().min(1).optional(),
        timezone: timeZone().optional(),
        openDays: z.number().int().min(1).optional(),
        revokeOn: z.enum(["ACTION", "END", "NONE"]).optional(),
    } satisfies Record<keyof QuarterlyReviewArgs, z.ZodType>,
};
