import { DAY_MS } from "../http/dates.js";
import type { Store } from "../storage/store.js";
import { NOT_STARTED, scheduled } from "./configurations.js";
import type { StoredCampaign } from "./reviews.js";
import { dayIn } from "./time-zones.js";

/**
 * Maximum number of drafts to create from one template if the clock jumps ahead. Later drafts are skipped. The API does not document a
 * limit.
 */
export const DRAFTS_AT_ONCE = 100;

/** Creates the campaign drafts that are due. Fast if no draft is due. */
export function spawnDrafts(store: Store, now: Date): void {
    for (const { campaign_id, is_template } of store.campaigns.all()) {
        if (!is_template) continue;
        for (let made = 0; made < DRAFTS_AT_ONCE; made++) {
            const template = store.campaigns.get(campaign_id);
            const run = dueRun(template, now);
            if (!run) break;
            spawn(store, template, run);
            reschedule(store, template, run, run);
        }
        const template = store.campaigns.get(campaign_id);
        const run = dueRun(template, now);
        if (run) reschedule(store, template, now, new Date(template.configuration.last_scheduled_run ?? run));
    }
}

function dueRun({ configuration }: StoredCampaign, now: Date): Date | undefined {
    const run = configuration.next_scheduled_run ? new Date(configuration.next_scheduled_run) : undefined;
    return run && run <= now ? run : undefined;
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

function reschedule(store: Store, { campaign_id, configuration }: StoredCampaign, after: Date, last: Date): void {
    const next = scheduled(after, { ...configuration, last_scheduled_run: last.toISOString() });
    store.campaigns.change(campaign_id, { configuration: next });
}
