import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { componentType } from "../../common/pulumi-type.js";
import { cron, idSet, textField, timeZone } from "../fields/values.js";
import { Campaign } from "../kinds/campaigns/campaign.js";
import type { InputOf } from "../program/resource.js";
import { AccessComponent, checkedArguments, guarded, type Ids } from "./component.js";

/** Arguments of a `QuarterlyReview`. */
export interface QuarterlyReviewArgs {
    /** Name of the campaign. */
    readonly name: pulumi.Input<string>;
    /** Ids of the groups and resources to review access to: at least one. A change replaces the campaign. */
    readonly reviewedIds: Ids;
    /**
     * How reviewers are assigned. `BY_OWNING_TEAM_ADMIN` (default): the users of the admin owner, in turn. `BY_MANAGER`: the manager of the
     * user under review. `BY_APPROVERS`: the users who approve requests, in turn. The values with `_ALL` assign all of these users instead.
     * A change replaces the campaign.
     */
    readonly reviewers?: InputOf<Reviewers>;
    /** Schedule for creating the draft of each review, as a five-field cron expression. Default: 09:00 on the first day of each quarter. */
    readonly cronExpression?: pulumi.Input<string>;
    /** IANA time zone of the schedule and the deadlines, such as `Europe/Oslo`. Default: `UTC`. */
    readonly timezone?: pulumi.Input<string>;
    /** Duration of each review in days. Default: 14. */
    readonly openDays?: pulumi.Input<number>;
    /** When to revoke access that a reviewer denies. `END` (default): at the end of the review. `ACTION`: immediately. `NONE`: never. */
    readonly revokeOn?: InputOf<"ACTION" | "END" | "NONE">;
}

/** Supported ways to assign reviewers. `MANUALLY` is excluded, because a recurring review must assign its reviewers automatically. */
export type Reviewers = (typeof reviewers)[number];

const reviewers = [
    "BY_OWNING_TEAM_ADMIN",
    "BY_OWNING_TEAM_ADMIN_ALL",
    "BY_MANAGER",
    "BY_APPROVERS",
    "BY_APPROVERS_ALL",
] as const;

/**
 * An access review that recurs every quarter, as a campaign template. Users cannot review their own access, a denial needs a reason, and
 * reminders are sent seven days, two days and one day before the end. The API cannot delete a campaign, so destroy leaves the template in
 * place and removes its schedule.
 */
export class QuarterlyReview extends AccessComponent<"campaignId"> {
    /** @internal */
    static override readonly __pulumiType = componentType("QuarterlyReview");
    /** The campaign template, named `<name>`. */
    readonly campaign: Campaign;

    /** @throws RunError if an argument is invalid, before any resource is registered. */
    constructor(name: string, given: QuarterlyReviewArgs, options?: pulumi.ComponentResourceOptions) {
        super(name, checkedArguments(rules, name, given), options);
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
        name: textField(),
        reviewedIds: idSet().min(1),
        reviewers: z.enum(reviewers).optional(),
        cronExpression: cron().min(1).optional(),
        timezone: timeZone().optional(),
        openDays: z.number().int().min(1).optional(),
        revokeOn: z.enum(["ACTION", "END", "NONE"]).optional(),
    } satisfies Record<keyof QuarterlyReviewArgs, z.ZodType>,
};
