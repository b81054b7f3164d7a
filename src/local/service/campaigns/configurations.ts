import type {
    AccessPathQueryBody,
    CampaignConfiguration,
    CreateCampaignConfigurationInfo,
    UpdateCampaignConfigurationInfo,
} from "../../../api/generated/types.gen.js";
import { BadRequest } from "../http/errors.js";
import { checkAccessQuery } from "../queries/access-query.js";
import type { Store } from "../storage/store.js";
import { readSchedule } from "./cron.js";
import { checkTimeZone, startOfTomorrow } from "./time-zones.js";

/** A campaign configuration from a request body. */
type GivenConfiguration = Partial<CreateCampaignConfigurationInfo> | UpdateCampaignConfigurationInfo;
/** The fields of a configuration that callers can set. */
type ConfigurationSettings = Omit<CampaignConfiguration, "configuration_id" | "created_at" | "updated_at">;

/**
 * The API has default values but does not document them. We assume that admin owners review and that access is not revoked before the
 * campaign ends.
 */
const DEFAULTS = {
    reviewer_assignment_policy: "BY_OWNING_TEAM_ADMIN",
    allow_self_review: false,
    send_reviewer_assignment_notification: true,
    allow_reviewer_reassignment: true,
    allow_reviewers_to_reduce_expiration: false,
    start_date: null,
    end_date: null,
    timezone: "UTC",
    revoke_on: "END",
    reminder_schedule: [],
    reminder_include_manager: false,
    require_reason_on_denial: false,
    hide_ai_suggestions: false,
    custom_start_message: null,
    group_asset_visibility_policy: "STRICT",
    is_template: false,
    cron_expression: null,
    recurring_duration_days: null,
    last_scheduled_run: null,
} satisfies Partial<CampaignConfiguration>;

/** The timestamps of a campaign that has not started. */
export const NOT_STARTED = {
    started_at: null,
    started_by_user_id: null,
    stopped_at: null,
    stopped_by_user_id: null,
    ended_at: null,
    ended_by_user_id: null,
};

/** Returns the configuration of a new campaign. @throws BadRequest if it is invalid */
export function readConfiguration(
    store: Store,
    now: Date,
    name: string,
    given: CreateCampaignConfigurationInfo,
): CampaignConfiguration {
    // This API does not return ids of role assignments, so excluding them has no effect.
    const { excluded_role_assignment_ids, ...plain } = given;
    const query = readQuery(given.query);
    const read = { ...DEFAULTS, ...plain, query };
    checkConfiguration(now, given, read);
    return scheduled(now, {
        ...read,
        cron_expression: read.cron_expression || null,
        configuration_id: store.newId("campaign configuration", name),
        created_at: now.toISOString(),
        updated_at: now.toISOString(),
    });
}

/**
 * Returns the configuration after an update. Omitted fields stay unchanged; an empty `cron_expression` removes the schedule.
 * @throws BadRequest if the update is invalid
 */
export function changedConfiguration(
    now: Date,
    before: CampaignConfiguration,
    given: GivenConfiguration,
): CampaignConfiguration {
    const plain = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    const changed: CampaignConfiguration = { ...before, ...plain };
    checkConfiguration(now, given, changed);
    const configuration = {
        ...changed,
        cron_expression: changed.cron_expression || null,
        updated_at: now.toISOString(),
    };
    const sameSchedule = given.cron_expression === undefined && given.timezone === undefined;
    return sameSchedule ? configuration : scheduled(now, configuration);
}

/** Returns the configuration with the time of the next draft, which is the first scheduled time after `after`. */
export function scheduled(after: Date, configuration: CampaignConfiguration): CampaignConfiguration {
    const { cron_expression, timezone } = configuration;
    const next = cron_expression ? readSchedule(CRON, cron_expression, timezone).nextRun(after) : null;
    return { ...configuration, next_scheduled_run: next?.toISOString() ?? null };
}

const CRON = "configuration.cron_expression";

function readQuery(query: AccessPathQueryBody): AccessPathQueryBody {
    checkAccessQuery("configuration.query", query);
    if (query.edgeFilter?.directOnly === false) {
        throw new BadRequest(
            "configuration.query.edgeFilter.directOnly must be true, because campaigns review only direct access.",
        );
    }
    return { ...query, edgeFilter: { ...query.edgeFilter, directOnly: true } };
}

/**
 * Validates a configuration.
 * @param given the fields of this call; dates must be in the future only if this call sets them
 */
function checkConfiguration(now: Date, given: GivenConfiguration, all: ConfigurationSettings): void {
    checkTimeZone("configuration.timezone", given.timezone);
    for (const field of ["start_date", "end_date"] as const) {
        const date = given[field];
        if (date && new Date(date) < startOfTomorrow(now, all.timezone)) {
            throw new BadRequest(`configuration.${field} must be tomorrow or later in the time zone ${all.timezone}.`);
        }
    }
    if (all.start_date && all.end_date && new Date(all.end_date) <= new Date(all.start_date)) {
        throw new BadRequest("configuration.end_date must be after start_date.");
    }
    for (const field of ["cron_expression", "recurring_duration_days"] as const) {
        if (!all.is_template && given[field] !== undefined && given[field] !== null) {
            throw new BadRequest(`configuration.${field} is allowed only when is_template is true.`);
        }
    }
    if (given.cron_expression) readSchedule(CRON, given.cron_expression);
    // The API does not document this; we assume that a draft lasts at least one day.
    if ((given.recurring_duration_days ?? 1) < 1) {
        throw new BadRequest("configuration.recurring_duration_days must be at least 1.");
    }
    if (given.reminder_schedule?.some((days) => days < 0)) {
        throw new BadRequest(
            "configuration.reminder_schedule: each value is a number of days before the end date and must be 0 or greater.",
        );
    }
}
