import { describe, expect, test } from "vitest";
import { open } from "../harness.js";

const QUERY = { entitlementFilter: { entityTypes: ["GROUP"] } };

async function openAt(clock = "2026-05-01T10:00:00Z") {
    const h = await open({ clock });
    const { store } = h.service;
    const create = (configuration: object = {}, name = "Spring review") =>
        h.post("/campaigns", { name, configuration: { query: QUERY, ...configuration } });
    const draft = async (configuration: object = {}, name?: string) => {
        const { status, body } = await create(configuration, name);
        expect(status, JSON.stringify(body)).toBe(201);
        return body;
    };
    const move = (id: string, verb: string, body?: object) => h.post(`/campaigns/${id}/${verb}`, body);
    const update = (id: string, body: object) => h.put(`/campaigns/${id}`, body);
    const staff = h.named(store.groups.all(), "Office staff").group_id;
    const members = (group = staff) => store.groupUsers.where("group_id", group).map((one) => one.user_id);
    return { ...h, store, create, draft, move, update, staff, members };
}

describe("create", () => {
    test("201 with a draft that has every setting, including directOnly: true", async () => {
        const { draft, get, store } = await openAt();
        const campaign = await draft();
        expect(campaign).toMatchObject({
            name: "Spring review",
            status: "DRAFT",
            is_template: false,
            created_at: "2026-05-01T10:00:00.000Z",
            created_by_user_id: store.currentUserId,
            started_at: null,
            configuration: {
                query: { ...QUERY, edgeFilter: { directOnly: true } },
                timezone: "UTC",
                is_template: false,
            },
        });
        expect((await get(`/campaigns/${campaign.campaign_id}`)).body).toEqual(campaign);
        const { status, ...stored } = campaign;
        expect(store.campaigns.get(campaign.campaign_id)).toEqual(stored);
    });

    test("directOnly defaults to true in combination with other edge filters; false is 400", async () => {
        const { create, draft, store } = await openAt();
        const edgeFilter = { accessDurationType: "EXPIRING_ONLY" };
        const { configuration } = await draft({ query: { ...QUERY, edgeFilter } });
        expect(configuration.query.edgeFilter).toEqual({ ...edgeFilter, directOnly: true });
        const refused = await create({ query: { ...QUERY, edgeFilter: { directOnly: false } } });
        expect(refused).toMatchObject({ status: 400 });
        expect(refused.body.message).toMatch(/^configuration\.query\.edgeFilter\.directOnly must be true/);
        expect(store.campaigns.size).toBe(1);
    });

    test.each<[string, object, RegExp]>([
        ["a query without a filter of principals or entitlements", { query: {} }, /^configuration\.query must contain/],
        [
            "a cron expression on a one-off",
            { cron_expression: "0 9 * * 1" },
            /^configuration\.cron_expression is allowed only/,
        ],
        [
            "days on a one-off",
            { recurring_duration_days: 7 },
            /^configuration\.recurring_duration_days is allowed only/,
        ],
        [
            "a duration of 0 days",
            { is_template: true, recurring_duration_days: 0 },
            /recurring_duration_days must be at least 1/,
        ],
        ["an invalid schedule", { is_template: true, cron_expression: "daily" }, /cron_expression must have five/],
        ["an unknown time zone", { timezone: "Mars/Olympus" }, /^configuration\.timezone must be an IANA/],
        ["a start today", { start_date: "2026-05-01T23:00:00Z" }, /^configuration\.start_date must be tomorrow/],
        ["an end today", { end_date: "2026-05-01T23:00:00Z" }, /^configuration\.end_date must be tomorrow/],
        [
            "an end before the start",
            { start_date: "2026-06-02T00:00:00Z", end_date: "2026-06-01T00:00:00Z" },
            /^configuration\.end_date must be after/,
        ],
        ["reminders after the end", { reminder_schedule: [-1] }, /^configuration\.reminder_schedule\b/],
        [
            "roles outside hasAccessTo",
            { query: { entitlementFilter: { not: { roleNames: ["x"] } } } },
            /^configuration\.query\.entitlementFilter\.not\.roleNames is allowed only inside/,
        ],
    ])("400 for %s", async (_name, configuration, message) => {
        const { create, store } = await openAt();
        const answer = await create(configuration);
        expect(answer.status).toBe(400);
        expect(answer.body.message).toMatch(message);
        expect(store.campaigns.size).toBe(0);
    });

    test("tomorrow refers to the campaign's time zone", async () => {
        const { create } = await openAt();
        // Already the 2nd of May in Kiritimati, so its tomorrow begins at 10:00 UTC of that day.
        const start = (start_date: string) => create({ timezone: "Pacific/Kiritimati", start_date });
        expect((await start("2026-05-02T09:59:00Z")).status).toBe(400);
        expect((await start("2026-05-02T10:00:00Z")).status).toBe(201);
    });
});

describe("lifecycle", () => {
    test("start makes a draft ongoing, and records the user and the time", async () => {
        const { draft, move, store } = await openAt();
        const { campaign_id } = await draft();
        const { status, body } = await move(campaign_id, "start");
        expect(status).toBe(200);
        expect(body).toMatchObject({
            status: "ONGOING",
            started_at: "2026-05-01T10:00:00.000Z",
            started_by_user_id: store.currentUserId,
            stopped_at: null,
        });
        expect(store.campaigns.get(campaign_id).started_at).toBe(body.started_at);
        const again = await move(campaign_id, "start");
        expect(again.status).toBe(400);
    });

    test("a template cannot be started", async () => {
        const { draft, move, store } = await openAt();
        const template = await draft({ is_template: true });
        expect((await move(template.campaign_id, "start")).status).toBe(400);
        expect(store.campaigns.get(template.campaign_id).started_at).toBeNull();
    });

    test("stop is possible only once after a start, and end only once after a stop", async () => {
        const { draft, move, store } = await openAt();
        const { campaign_id: id } = await draft();
        const refused = async (verb: string) => {
            const before = store.campaigns.get(id);
            expect((await move(id, verb)).status).toBe(400);
            expect(store.campaigns.get(id)).toEqual(before);
        };
        await refused("stop");
        await refused("end");
        await move(id, "start");
        await refused("end");
        const by = store.currentUserId;
        expect((await move(id, "stop")).body).toMatchObject({
            status: "STOPPED",
            stopped_at: "2026-05-01T10:00:00.000Z",
            stopped_by_user_id: by,
        });
        await refused("stop");
        await refused("start");
        expect((await move(id, "end")).body).toMatchObject({
            status: "ENDED",
            ended_at: "2026-05-01T10:00:00.000Z",
            ended_by_user_id: by,
        });
        await refused("end");
    });

    test("a campaign cannot be deleted", async () => {
        const { draft, delete: remove, store } = await openAt();
        const { campaign_id } = await draft();
        expect((await remove(`/campaigns/${campaign_id}`)).status).toBe(404);
        expect(store.campaigns.has(campaign_id)).toBe(true);
    });

    test("start determines what is reviewed, and the campaign is completed when everything is decided", async () => {
        const { draft, move, store, get, staff, members } = await openAt();
        const query = { principalFilter: { entityTypes: ["USER"] }, entitlementFilter: { entityIDs: [staff] } };
        const { campaign_id: id } = await draft({ query });
        await move(id, "start");
        const reviews = store.campaignReviews.where("campaign_id", id);
        expect(reviews.map((review) => review.principal_id)).toEqual(members());
        for (const review of reviews) store.campaignReviews.set({ ...review, decision: "KEEP" });
        expect((await get(`/campaigns/${id}`)).body.status).toBe("COMPLETED");
        expect((await move(id, "stop", { revoke_unreviewed: true })).body.status).toBe("STOPPED");
        expect(members()).toHaveLength(2);
    });

    test("stop revokes undecided access at once only with revoke_unreviewed", async () => {
        const { draft, move, store, staff, members } = await openAt();
        const query = { entitlementFilter: { entityIDs: [staff] } };
        const one = (await draft({ query })).campaign_id;
        await move(one, "start");
        await move(one, "stop");
        expect(members()).toHaveLength(2);
        const other = (await draft({ query })).campaign_id;
        await move(other, "start");
        const [kept, undecided] = store.campaignReviews.where("campaign_id", other);
        if (kept) store.campaignReviews.set({ ...kept, decision: "KEEP" });
        await move(other, "stop", { revoke_unreviewed: true });
        expect(members()).toEqual([kept?.principal_id]);
        expect(store.campaignReviews.where("campaign_id", other)[1]).toEqual({
            ...undecided,
            decision: "REVOKE",
            applied: true,
        });
    });

    test("end applies pending changes, unless the campaign never revokes access", async () => {
        const { draft, move, store, staff, members } = await openAt();
        for (const [revoke_on, left] of [
            ["NONE", 2],
            ["END", 1],
        ] as const) {
            const query = { entitlementFilter: { entityIDs: [staff] } };
            const { campaign_id: id } = await draft({ query, revoke_on });
            await move(id, "start");
            const [review] = store.campaignReviews.where("campaign_id", id);
            if (review) store.campaignReviews.set({ ...review, decision: "REVOKE" });
            await move(id, "stop");
            expect(members()).toHaveLength(2);
            await move(id, "end");
            expect(members()).toHaveLength(left);
        }
    });
});

describe("update", () => {
    test("is partial", async () => {
        const { draft, update, service } = await openAt();
        const campaign = await draft({ custom_start_message: "Hello" });
        service.clock.advance(60_000);
        const updated_at = "2026-05-01T10:01:00.000Z";
        const renamed = await update(campaign.campaign_id, { name: "Renamed" });
        expect(renamed.body).toEqual({ ...campaign, name: "Renamed", updated_at });
        const set = await update(campaign.campaign_id, { configuration: { allow_self_review: true } });
        expect(set.body).toEqual({
            ...campaign,
            name: "Renamed",
            updated_at,
            configuration: { ...campaign.configuration, allow_self_review: true, updated_at },
        });
    });

    test.each([
        ["query", { configuration: { query: { ...QUERY, edgeFilter: { directOnly: true } } } }],
        ["reviewer_assignment_policy", { configuration: { reviewer_assignment_policy: "BY_OWNING_TEAM_ADMIN" } }],
        ["is_template", { configuration: { is_template: false } }],
        ["is_template outside the configuration", { is_template: false }],
        ["cron_expression on a one-off", { configuration: { cron_expression: "0 9 * * 1" } }],
        ["recurring_duration_days on a one-off", { configuration: { recurring_duration_days: 3 } }],
        ["a start date in the past", { configuration: { start_date: "2026-04-01T00:00:00Z" } }],
    ])("400 for %s, even with an unchanged value", async (_name, body) => {
        const { draft, update, store } = await openAt();
        const { campaign_id } = await draft();
        const before = store.campaigns.get(campaign_id);
        expect((await update(campaign_id, body)).status).toBe(400);
        expect(store.campaigns.get(campaign_id)).toEqual(before);
    });

    test("can change only the name of a stopped or ended campaign", async () => {
        const { draft, move, update, store } = await openAt();
        const { campaign_id: id } = await draft();
        await move(id, "start");
        expect((await update(id, { configuration: { allow_self_review: true } })).status).toBe(200);
        for (const verb of ["stop", "end"]) {
            await move(id, verb);
            const refused = await update(id, { name: "No", configuration: { allow_self_review: false } });
            expect(refused.status).toBe(400);
            expect((await update(id, { name: `After ${verb}` })).status).toBe(200);
            expect(store.campaigns.get(id)).toMatchObject({
                name: `After ${verb}`,
                configuration: { allow_self_review: true },
            });
        }
    });

    test("can change start_date only before the start", async () => {
        const { draft, move, update } = await openAt();
        const { campaign_id: id } = await draft();
        const configuration = { start_date: "2026-06-01T00:00:00Z" };
        expect((await update(id, { configuration })).status).toBe(200);
        await move(id, "start");
        expect((await update(id, { configuration })).status).toBe(400);
        expect((await update(id, { configuration: { end_date: "2026-07-01T00:00:00Z" } })).status).toBe(200);
    });
});

describe("templates", () => {
    test("create a draft at each time of their schedule", async () => {
        const { draft, service, get } = await openAt();
        const template = await draft({
            is_template: true,
            cron_expression: "30 9 * * MON",
            recurring_duration_days: 5,
            timezone: "Europe/Madrid",
        });
        // The 4th of May 2026 is a Monday; Madrid is two hours ahead.
        expect(template.configuration.next_scheduled_run).toBe("2026-05-04T07:30:00.000Z");
        service.clock.set(new Date("2026-05-04T07:29:00Z"));
        expect((await get("/campaigns")).body.results).toHaveLength(1);
        service.clock.set(new Date("2026-05-12T00:00:00Z"));
        const [read, ...drafts] = (await get("/campaigns")).body.results;
        expect(read.configuration).toMatchObject({
            last_scheduled_run: "2026-05-11T07:30:00.000Z",
            next_scheduled_run: "2026-05-18T07:30:00.000Z",
        });
        expect(drafts).toHaveLength(2);
        expect(drafts[0]).toMatchObject({
            name: "Spring review 2026-05-04",
            status: "DRAFT",
            is_template: false,
            created_at: "2026-05-04T07:30:00.000Z",
            configuration: {
                query: template.configuration.query,
                is_template: false,
                cron_expression: null,
                recurring_duration_days: null,
                next_scheduled_run: null,
                end_date: "2026-05-09T07:30:00.000Z",
            },
        });
        expect(drafts[0].configuration.configuration_id).not.toBe(template.configuration.configuration_id);
    });

    test("create no drafts after their schedule is cleared, and stay templates", async () => {
        const { draft, update, service, get } = await openAt();
        const { campaign_id: id } = await draft({ is_template: true, cron_expression: "0 9 * * *" });
        const { body } = await update(id, { configuration: { cron_expression: "" } });
        expect(body.is_template).toBe(true);
        expect(body.configuration).toMatchObject({ cron_expression: null, next_scheduled_run: null });
        service.clock.advance(10 * 24 * 60 * 60_000);
        expect((await get("/campaigns")).body.results).toHaveLength(1);
        const again = await update(id, { configuration: { cron_expression: "0 9 * * *", recurring_duration_days: 2 } });
        expect(again.body.configuration.next_scheduled_run).toBe("2026-05-12T09:00:00.000Z");
    });

    test("create a limited number of missed drafts if the clock is moved far ahead", async () => {
        const { draft, service, get, store } = await openAt();
        await draft({ is_template: true, cron_expression: "* * * * *" });
        service.clock.advance(24 * 60 * 60_000);
        await get("/users/whoami");
        expect(store.campaigns.size).toBe(101);
        await get("/users/whoami");
        expect(store.campaigns.size).toBe(101);
    });
});

describe("list", () => {
    test("filters by part of the name, ignoring case, and by status", async () => {
        const { draft, move, get } = await openAt();
        await draft({}, "Alpha review");
        const { campaign_id } = await draft({}, "Beta");
        await move(campaign_id, "start");
        const names = async (query: string) =>
            (await get(`/campaigns?${query}`)).body.results.map((one: { name: string }) => one.name);
        expect(await names("name=ALPHA")).toEqual(["Alpha review"]);
        expect(await names("status=ONGOING")).toEqual(["Beta"]);
        expect(await names("status=DRAFT")).toEqual(["Alpha review"]);
        expect((await get("/campaigns?status=GONE")).status).toBe(400);
    });

    test("filters by time with exclusive bounds, without campaigns that lack the time", async () => {
        const { draft, move, get, service } = await openAt();
        const { campaign_id: id } = await draft({}, "One");
        await draft({}, "Two");
        await move(id, "start");
        service.clock.advance(60_000);
        await move(id, "stop");
        service.clock.advance(60_000);
        await move(id, "end");
        const count = async (query: string) => (await get(`/campaigns?${query}`)).body.results.length;
        expect(await count("created_at_after=2026-05-01T10:00:00Z")).toBe(0);
        expect(await count("created_at_after=2026-05-01T09:59:59Z")).toBe(2);
        expect(await count("created_at_before=2026-05-01T10:00:00Z")).toBe(0);
        expect(await count("started_at_before=2026-05-02T00:00:00Z")).toBe(1);
        expect(await count("started_at_after=2026-05-01T10:00:00Z")).toBe(0);
        expect(await count("stopped_at_after=2026-05-01T10:00:30Z&stopped_at_before=2026-05-01T10:01:30Z")).toBe(1);
        expect(await count("stopped_at_after=2026-05-01T10:01:00Z")).toBe(0);
        expect(await count("ended_at_after=2026-05-01T10:01:59Z")).toBe(1);
        expect(await count("ended_at_before=2026-05-01T10:02:00Z")).toBe(0);
        expect((await get("/campaigns?ended_at_after=soon")).status).toBe(400);
    });
});
