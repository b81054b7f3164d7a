import { DAY_MS } from "../http/dates.js";
import type { Store } from "../storage/store.js";
import { NOT_STARTED, scheduled } from "./configurations.js";
import { readSchedule } from "./cron.js";
import type { StoredCampaign } from "./reviews.js";
import { dayIn } from "./time-zones.js";

/**
 * Maximum number of drafts to create from one template if the clock jumps ahead. Later drafts are skipped. The API does not document a
 * limit.
 */
export const DRAFTS_AT_ONCE = 100;

/** Creates the campaign drafts that are due. Fast if no draft is due. */
export function spawnDrafts(store: Store, now: Date): void {
    for (const template of store.campaigns.all()) {
        const { campaign_id, configuration } = template;
        const { cron_expression, timezone, next_scheduled_run } = configuration;
        const first = new Date(next_scheduled_run ?? now);
        if (!template.is_template || !cron_expression || !next_scheduled_run || first > now) continue;
        const more = readSchedule("cron_expression", cron_expression, timezone).nextRuns(DRAFTS_AT_ONCE - 1, first);
        const due = [first, ...more].filter((run) => run <= now);
        for (const run of due) spawn(store, template, run);
        const last_scheduled_run = due.at(-1)?.toISOString() ?? null;
        store.campaigns.change(campaign_id, {
            configuration: scheduled(now, { ...configuration, last_scheduled_run }),
        });
    }
}

/**
 * Creates a draft. We assume that its name is the template's name followed by the date, and that it ends after the number of days in the
 * template (not documented by the API).
 */
function spawn(store: Store, template: StoredCampaign, run: Date): void {
    const { configuration } = template;
    const name = `${template.name} ${dayIn(configuration.timezone, run)}`;
    const days = configuration.recurring_duration_days;
    const made = { created_at: run.toISOString(), updated_at: run.toISOString() };
    store.campaigns.set({
        campaign_id: store.newId("campaign", name),
        name,
        is_template: false,
        ...made,
        created_by_user_id: template.created_by_user_id,
        configuration: {
            ...configuration,
            configuration_id: store.newId("campaign configuration", name),
            ...made,
            start_date: null,
            end_date: days ? new Date(run.getTime() + days * DAY_MS).toISOString() : null,
            is_template: false,
            cron_expression: null,
            recurring_duration_days: null,
            next_scheduled_run: null,
            last_scheduled_run: null,
        },
        ...NOT_STARTED,
    });
}
