import { describe, expect, test } from "vitest";
import { NOBODY, open } from "../harness.js";
import { isPresent } from "../tidewater.js";

const RULES = {
    allow_requests: true,
    auto_approval: false,
    require_mfa_to_request: false,
    require_support_ticket: false,
    priority: 0,
};

async function openWithGroup(fields: object = {}) {
    const h = await open();
    const { store } = h.service;
    const app = h.named(store.apps.all(), "Tidewater");
    const admin = h.named(store.owners.all(), "Administrators");
    const everyone = h.named(store.groups.all(), "Everyone");
    const create = (more: object) =>
        h.post("/groups", { name: "On call", app_id: app.app_id, group_type: "SVC_GROUP", ...more });
    const created = await create(fields);
    expect(created.status, JSON.stringify(created.body)).toBe(200);
    const group = created.body;
    const update = (more: object) => h.put("/groups", { groups: [{ group_id: group.group_id, ...more }] });
    const stage = { require_manager_approval: false, operator: "AND", owner_ids: [admin.owner_id] };
    return { ...h, store, app, admin, everyone, group, create, update, stage, path: `/groups/${group.group_id}` };
}

describe("create", () => {
    test("sets the defaults", async () => {
        const { group, app, admin, get, path } = await openWithGroup();
        expect(group).toMatchObject({
            app_id: app.app_id,
            description: "",
            admin_owner_id: admin.owner_id,
            group_type: "SVC_GROUP",
            is_requestable: true,
            risk_sensitivity: "UNKNOWN",
        });
        expect(group.request_configurations).toHaveLength(1);
        expect(group.request_configurations[0]).toMatchObject({
            ...RULES,
            condition: null,
            reviewer_stages: [{ operator: "AND", owner_ids: [admin.owner_id] }],
        });
        expect((await get(`${path}/visibility`)).body).toEqual({ visibility: "GLOBAL", visibility_group_ids: [] });
        expect((await get(path)).body).toEqual(group);
    });

    test("keeps a type that the API does not document, as sent", async () => {
        const { group } = await openWithGroup({ group_type: "FUTURE_GROUP", unknown_field: 1 });
        expect(group.group_type).toBe("FUTURE_GROUP");
        expect(group).not.toHaveProperty("unknown_field");
    });

    test("allows duplicate names, with unique ids", async () => {
        const { group, create } = await openWithGroup();
        const again = await create({});
        expect(again.status).toBe(200);
        expect(again.body.group_id).not.toBe(group.group_id);
    });

    test("400 for an unknown app and for a type that belongs to access rules", async () => {
        const { create } = await openWithGroup();
        expect((await create({ app_id: NOBODY })).body.message).toBe(`app_id: the app ${NOBODY} does not exist.`);
        expect((await create({ group_type: "SVC_ACCESS_RULE" })).status).toBe(400);
    });

    test("an import requires the remote_info of its type, and is possible only once", async () => {
        const { create, group, store } = await openWithGroup({
            group_type: "GIT_HUB_TEAM",
            remote_info: { github_team: { team_slug: "ops" } },
        });
        expect(store.groups.get(group.group_id)).toMatchObject({
            remote_info: { github_team: { team_slug: "ops" } },
            remote_id: "ops",
            remote_name: "On call",
        });
        const wrong = await create({ group_type: "OKTA_GROUP", remote_info: { github_team: { team_slug: "ops" } } });
        expect(wrong.body.message).toBe("remote_info must have exactly one field, okta_group; found github_team.");
        expect((await create({ remote_info: { okta_group: { group_id: "1" } } })).status).toBe(400);
        const unknown = { okta_group: { group_id: "1" }, okta_grupo: { group_id: "1" } };
        const more = await create({ group_type: "OKTA_GROUP", remote_info: unknown });
        expect(more.status).toBe(400);
        expect(more.body.message).toBe(
            "remote_info must have exactly one field, okta_group; found okta_group, okta_grupo.",
        );
        const twice = { group_type: "GIT_HUB_TEAM", remote_info: { github_team: { team_slug: "ops" } } };
        expect((await create(twice)).status).toBe(409);
    });

    test("the old forms of remote_info are kept as sent", async () => {
        const { group } = await openWithGroup({ remote_group_id: "00g9", metadata: "{}" });
        expect(group).toMatchObject({ remote_id: "00g9", metadata: "{}" });
    });

    test("a chat user group needs its first members", async () => {
        const { create, store } = await openWithGroup();
        expect((await create({ group_type: "SLACK_USER_GROUP" })).status).toBe(400);
        const ada = store.currentUserId;
        const { body } = await create({ group_type: "SLACK_USER_GROUP", initial_user_ids: [ada] });
        expect(store.groupUsers.where("group_id", body.group_id).map((link) => link.user_id)).toEqual([ada]);
    });
});

describe("bulk update", () => {
    test("keeps omitted properties, replaces lists, and returns the changed properties", async () => {
        const { update, group, store } = await openWithGroup({ description: "old" });
        const info = {
            name: "Renamed",
            group_leader_user_ids: [store.currentUserId],
            risk_sensitivity_override: "HIGH",
        };
        const answer = await update(info);
        expect(answer).toMatchObject({ status: 200, body: { groups: [{ group_id: group.group_id, ...info }] } });
        expect(store.groups.get(group.group_id)).toEqual({ ...group, ...info, risk_sensitivity: "HIGH" });
    });

    test("changes all groups or none", async () => {
        const { put, group, store } = await openWithGroup();
        const groups = [{ group_id: group.group_id, name: "Changed" }, { group_id: NOBODY }];
        expect((await put("/groups", { groups })).status).toBe(404);
        expect(store.groups.get(group.group_id).name).toBe("On call");
    });

    test("400 with the path of an unknown owner or of a wrong type", async () => {
        const { update } = await openWithGroup();
        expect((await update({ admin_owner_id: NOBODY })).body.message).toBe(
            `groups[0].admin_owner_id: the owner ${NOBODY} does not exist.`,
        );
        expect((await update({ name: 7 })).body.message).toMatch(/^groups\[0\]\.name: .*expected string/);
        expect((await update({ risk_sensitivity_override: "HUGE" })).body.message).toMatch(
            /expected one of .*"CRITICAL"/,
        );
    });

    test("400 for a template that does not exist; null detaches a template", async () => {
        const { update, group, store } = await openWithGroup();
        expect((await update({ configuration_template_id: NOBODY })).status).toBe(400);
        store.groups.change(group.group_id, { configuration_template_id: NOBODY });
        await update({ configuration_template_id: null });
        expect(store.groups.get(group.group_id)).not.toHaveProperty("configuration_template_id");
    });
});

describe("request configurations", () => {
    test("are returned in order of priority, with defaults filled in", async () => {
        const { update, group, store, everyone, stage } = await openWithGroup();
        const answer = await update({
            request_configurations: [
                {
                    ...RULES,
                    priority: 1,
                    allow_requests: false,
                    condition: { group_ids: [everyone.group_id] },
                    reviewer_stages: [stage],
                },
                { ...RULES, allow_requests: false, reviewer_stages: [stage] },
            ],
        });
        expect(answer.status).toBe(200);
        const { request_configurations: read, is_requestable } = store.groups.get(group.group_id);
        expect(read?.map((one) => [one.priority, one.condition])).toEqual([
            [0, null],
            [1, { group_ids: [everyone.group_id] }],
        ]);
        expect(read?.[0]).toMatchObject({
            reason_optional: false,
            reviewer_stages: [{ require_admin_approval: false }],
        });
        expect(is_requestable).toBe(false);
    });

    test("without stages the admin owner reviews, unless approval is automatic", async () => {
        const { update, group, store, admin } = await openWithGroup();
        const stages = () => store.groups.get(group.group_id).request_configurations?.[0]?.reviewer_stages;
        await update({ request_configurations: [RULES] });
        expect(stages()).toMatchObject([{ owner_ids: [admin.owner_id] }]);
        await update({ request_configurations: [{ ...RULES, auto_approval: true }] });
        expect(stages()).toEqual([]);
    });

    test.each<[string, RegExp, (x: { everyone: string; staff: string; stage: object; admin: string }) => object[]]>([
        ["no configuration", /must contain the default configuration/, () => []],
        [
            "no priority 0",
            /found 1\.$/,
            ({ everyone }) => [{ ...RULES, priority: 1, condition: { group_ids: [everyone] } }],
        ],
        [
            "a gap",
            /found 0, 2\.$/,
            ({ everyone }) => [RULES, { ...RULES, priority: 2, condition: { group_ids: [everyone] } }],
        ],
        ["two defaults", /found 0, 0\.$/, () => [RULES, RULES]],
        [
            "a default with a condition",
            /\[0\]\.condition must be null/,
            ({ everyone }) => [{ ...RULES, condition: { group_ids: [everyone] } }],
        ],
        ["a second without condition", /\[1\]\.condition must contain/, () => [RULES, { ...RULES, priority: 1 }]],
        ["an invalid condition", /group_ids/, () => [{ ...RULES, condition: { group_ids: "x" } }]],
        [
            "a condition of two groups",
            /at most one group/,
            ({ everyone, staff }) => [RULES, { ...RULES, priority: 1, condition: { group_ids: [everyone, staff] } }],
        ],
        [
            "a condition of an unknown group",
            /\[1\]\.condition\.group_ids\[0\]: the group .* does not exist/,
            () => [RULES, { ...RULES, priority: 1, condition: { group_ids: [NOBODY] } }],
        ],
        ["no stage", /must contain one to three stages unless/, () => [{ ...RULES, reviewer_stages: [] }]],
        [
            "four stages",
            /at most three stages; found 4/,
            ({ stage }) => [{ ...RULES, reviewer_stages: [stage, stage, stage, stage] }],
        ],
        [
            "a reviewer that does not exist",
            /stages\[0\]\.owner_ids\[0\]: the owner .* does not exist/,
            ({ stage }) => [{ ...RULES, reviewer_stages: [{ ...stage, owner_ids: [NOBODY] }] }],
        ],
        [
            "an operator of another kind",
            /operator: .*"AND"\|"OR"/,
            ({ stage }) => [{ ...RULES, reviewer_stages: [{ ...stage, operator: "XOR" }] }],
        ],
        [
            "escalation with AND",
            /operator must be OR/,
            ({ stage, admin }) => [
                { ...RULES, reviewer_stages: [{ ...stage, escalation: { delay_minutes: 5, owner_ids: [admin] } }] },
            ],
        ],
        [
            "escalation only to existing reviewers",
            /must contain an owner or a user who is not already a reviewer/,
            ({ stage, admin }) => [
                {
                    ...RULES,
                    reviewer_stages: [
                        { ...stage, operator: "OR", escalation: { delay_minutes: 5, owner_ids: [admin] } },
                    ],
                },
            ],
        ],
        [
            "escalation after too long a delay",
            /delay_minutes: .*<=1440/,
            ({ stage }) => [
                { ...RULES, reviewer_stages: [{ ...stage, operator: "OR", escalation: { delay_minutes: 1441 } }] },
            ],
        ],
        [
            "an unknown request template",
            /request_template_id: the request template .* does not exist/,
            () => [{ ...RULES, request_template_id: NOBODY }],
        ],
    ])("400 for %s", async (_name, message, build) => {
        const { update, group, store, everyone, admin, stage, named } = await openWithGroup();
        const staff = named(store.groups.all(), "Office staff").group_id;
        const list = build({ everyone: everyone.group_id, staff, stage, admin: admin.owner_id });
        const answer = await update({ request_configurations: list });
        expect(answer.status).toBe(400);
        expect(answer.body.message).toMatch(/^groups\[0\]\.request_configurations/);
        expect(answer.body.message).toMatch(message);
        expect(store.groups.get(group.group_id)).toEqual(group);
    });

    test("may escalate to a user who is not a reviewer yet", async () => {
        const { update, stage, store, named } = await openWithGroup();
        const bruno = store.users.all().find((user) => user.first_name === "Bruno")?.user_id;
        const escalation = { delay_minutes: 30, user_ids: [bruno] };
        const answer = await update({
            request_configurations: [{ ...RULES, reviewer_stages: [{ ...stage, operator: "OR", escalation }] }],
        });
        expect(answer.status).toBe(200);
        expect(
            named(store.groups.all(), "On call").request_configurations?.[0]?.reviewer_stages?.[0]?.escalation,
        ).toEqual(escalation);
    });

    test.each(["max_duration", "recommended_duration"])(
        "refuses %s below -1 in the old settings, because no response may contain such a value",
        async (field) => {
            const { group, update, get, path } = await openWithGroup();
            const { status, body } = await update({ [field]: -2 });
            expect([status, body.message]).toEqual([400, `groups[0].${field} must be -1 (unlimited) or greater.`]);
            expect((await get(path)).body).toEqual(group);
            expect((await update({ [field]: -1 })).status).toBe(200);
        },
    );

    test("refuses an extension below 0 in the old settings, because no response may contain such a value", async () => {
        const { group, update, get, path } = await openWithGroup();
        const { status, body } = await update({ extensions_duration_in_minutes: -1 });
        expect([status, body.message]).toEqual([
            400,
            "groups[0].extensions_duration_in_minutes must be 0 (no extensions) or greater.",
        ]);
        expect((await get(path)).body).toEqual(group);
    });

    test("can still be sent in the old wrapper and with the old top-level flag", async () => {
        const { update, group, store } = await openWithGroup();
        await update({
            request_configuration_list: { request_configurations: [{ ...RULES, max_duration_minutes: 60 }] },
        });
        expect(store.groups.get(group.group_id).request_configurations?.[0]?.max_duration_minutes).toBe(60);
        await update({ is_requestable: false });
        expect(store.groups.get(group.group_id)).toMatchObject({
            is_requestable: false,
            request_configurations: [{ allow_requests: false }],
        });
    });

    test("have the deprecated reviewers and stages in their default configuration", async () => {
        const { get, put, post, path, group, store, stage, admin } = await openWithGroup();
        const { body: other } = await post("/owners", { name: "Others", user_ids: [] });
        expect((await get(`${path}/reviewers`)).body).toEqual([admin.owner_id]);
        const stages = [{ ...stage, owner_ids: [other.owner_id] }, stage];
        const answer = await put(`${path}/reviewer-stages`, { stages });
        expect(answer.body).toMatchObject(stages);
        expect((await get(`${path}/reviewer-stages`)).body).toEqual(answer.body);
        expect(store.groups.get(group.group_id).request_configurations?.[0]?.reviewer_stages).toEqual(answer.body);
        expect((await put(`${path}/reviewers`, { reviewer_ids: [admin.owner_id] })).body).toEqual([admin.owner_id]);
        expect((await get(`${path}/reviewer-stages`)).body).toHaveLength(2);
    });
});

describe("visibility", () => {
    test("type and groups are replaced together", async () => {
        const { get, put, path, everyone } = await openWithGroup();
        const limited = { visibility: "LIMITED", visibility_group_ids: [everyone.group_id] };
        expect((await put(`${path}/visibility`, limited)).body).toEqual(limited);
        expect((await put(`${path}/visibility`, { visibility: "LIMITED" })).status).toBe(200);
        expect((await get(`${path}/visibility`)).body).toEqual({ visibility: "LIMITED", visibility_group_ids: [] });
    });

    test("400 for an unknown group and an unknown type", async () => {
        const { put, path } = await openWithGroup();
        const answer = await put(`${path}/visibility`, { visibility: "LIMITED", visibility_group_ids: [NOBODY] });
        expect(answer.body.message).toBe(`visibility_group_ids[0]: the group ${NOBODY} does not exist.`);
        expect((await put(`${path}/visibility`, { visibility: "SECRET" })).body.message).toMatch(/"GLOBAL"\|"LIMITED"/);
    });
});

describe("channels and schedules", () => {
    test("a read returns audit and reviewer channels, and a write sets the audit channels", async () => {
        const { get, put, path, store, named } = await openWithGroup();
        const audit = named(store.messageChannels.all(), "access-audit");
        const reviews = named(store.messageChannels.all(), "access-reviews");
        expect((await get(`${path}/message-channels`)).body).toEqual({ channels: [reviews] });
        const ids = [audit.message_channel_id];
        expect((await put(`${path}/message-channels`, { message_channel_ids: ids })).body).toEqual(ids);
        expect((await get(`${path}/message-channels`)).body).toEqual({ channels: [audit, reviews] });
        await put(`${path}/message-channels`, { message_channel_ids: [] });
        expect((await get(`${path}/message-channels`)).body).toEqual({ channels: [reviews] });
        expect((await put(`${path}/message-channels`, { message_channel_ids: [NOBODY] })).status).toBe(400);
    });

    test("schedules are replaced as a set", async () => {
        const { get, put, path, store } = await openWithGroup();
        const schedules = store.onCallSchedules.all();
        const ids = schedules.map((schedule) => schedule.on_call_schedule_id);
        expect((await put(`${path}/on-call-schedules`, { on_call_schedule_ids: ids })).body).toEqual(ids);
        expect((await get(`${path}/on-call-schedules`)).body).toEqual({ on_call_schedules: schedules });
        expect((await put(`${path}/on-call-schedules`, { on_call_schedule_ids: [NOBODY] })).status).toBe(400);
    });
});

describe("members, levels and tags", () => {
    test("the members are returned at once without paging parameters, and as a page with one", async () => {
        const { get, everyone } = await openWithGroup();
        const path = `/groups/${everyone.group_id}/users`;
        const { body: all } = await get(path);
        expect(all.results).toHaveLength(8);
        expect(all.next).toBeNull();
        const { body: first } = await get(`${path}?page_size=5`);
        expect(first.results).toEqual(all.results.slice(0, 5));
        const { body: second } = await get(`${path}?cursor=${first.next}`);
        expect(second.results).toEqual(all.results.slice(5));
        expect(all.results[0]).toMatchObject({
            group_name: "Everyone",
            full_name: "Ada Brandt",
            access_level: { access_level_name: "", access_level_remote_id: "" },
            expiration_date: null,
        });
    });

    test("the groups of a user are listed", async () => {
        const { get, store } = await openWithGroup();
        const greta = store.users.all().find((user) => user.first_name === "Greta")?.user_id;
        const { body } = await get(`/groups/users/${greta}`);
        expect(body.results.map((one: { group_name: string }) => one.group_name)).toEqual(["Everyone", "Office staff"]);
        expect((await get(`/groups/users/${NOBODY}`)).status).toBe(404);
    });

    test("the levels are empty for a group with only the default level; 404 for an unknown group", async () => {
        const { get, path, group, store } = await openWithGroup();
        expect((await get(`${path}/access_levels`)).body).toEqual({ results: [] });
        const level = { access_level_remote_id: "maintainer", access_level_name: "Maintainer" };
        store.groupAccessLevels.set({ group_id: group.group_id, ...level });
        expect((await get(`${path}/access_levels`)).body).toEqual({ results: [level] });
        expect((await get(`/groups/${NOBODY}/access_levels`)).status).toBe(404);
    });

    test("the tags of a group are listed", async () => {
        const { get, store, named } = await openWithGroup();
        const staff = named(store.groups.all(), "Office staff");
        const { body } = await get(`/groups/${staff.group_id}/tags`);
        expect(body.tags).toMatchObject([{ key: "region", value: "eu" }]);
    });
});

describe("list filters", () => {
    const names = (answer: { body: { results: { name: string }[] } }) => answer.body.results.map((group) => group.name);

    test("accept ids, comma-separated or repeated, and ignore unknown ones", async () => {
        const { get, group, everyone } = await openWithGroup();
        const ids = [everyone.group_id, group.group_id, NOBODY];
        expect(names(await get(`/groups?group_ids=${ids.join(",")}`))).toEqual(["Everyone", "On call"]);
        expect(names(await get(`/groups?group_ids=${ids.join("&group_ids=")}`))).toEqual(["Everyone", "On call"]);
    });

    test("match by type, name, any of the tags, and requestable", async () => {
        const { get, update, store } = await openWithGroup();
        expect(names(await get("/groups?group_type_filter=OKTA_GROUP"))).toEqual(["Contractors", "Office staff"]);
        expect(names(await get("/groups?group_type_filter=NO_SUCH_TYPE"))).toEqual([]);
        expect(names(await get("/groups?group_name=On%20call"))).toEqual(["On call"]);
        for (const other of ["on%20call", "On", "n%20c", ""]) {
            expect(names(await get(`/groups?group_name=${other}`)), other).toEqual([]);
        }
        const tags = store.tags.all().map((tag) => tag.tag_id);
        expect(names(await get(`/groups?tag_ids=${tags.join("&tag_ids=")}`))).toEqual(["Office staff"]);
        await update({ is_requestable: false });
        expect(names(await get("/groups?requestable=false"))).toEqual(["On call"]);
        expect((await get("/groups?requestable=perhaps")).status).toBe(400);
    });
});

describe("delete", () => {
    test("also removes memberships, links, nesting, bindings, mappings, visibility, tags and the source of owners", async () => {
        const h = await openWithGroup();
        const { store, named, path } = h;
        const staff = named(store.groups.all(), "Office staff");
        const admin_owner_id = h.admin.owner_id;
        const { body: bundle } = await h.post("/bundles", { name: "B", admin_owner_id });
        await h.post(`/bundles/${bundle.bundle_id}/groups`, { group_id: staff.group_id });
        const limited = { visibility: "LIMITED", visibility_group_ids: [staff.group_id, h.everyone.group_id] };
        await h.put(`${path}/visibility`, limited);
        await h.put(`/bundles/${bundle.bundle_id}/visibility`, limited);
        const { body: owner } = await h.post("/owners", {
            name: "Staff",
            user_ids: [],
            source_group_id: staff.group_id,
        });

        const resource = h.named(store.resources.all(), "Freight tracker").resource_id;
        await h.put(`/resources/${resource}/visibility`, limited);
        await h.post(`/groups/${staff.group_id}/resources/${resource}`);
        await h.post(`/groups/${staff.group_id}/containing-groups`, { containing_group_id: h.everyone.group_id });
        await h.post(`${path}/containing-groups`, { containing_group_id: staff.group_id });
        await h.post("/group-bindings", { source_group_id: h.group.group_id, groups: [{ group_id: staff.group_id }] });
        await h.post(`/idp-group-mappings/${resource}/groups/${staff.group_id}`);
        expect(store.groupContainingGroups.size).toBe(2);

        expect(await h.delete(`/groups/${staff.group_id}`)).toMatchObject({ status: 200, body: undefined });

        expect((await h.get(`/groups/${staff.group_id}`)).status).toBe(404);
        expect(store.groupUsers.where("group_id", staff.group_id)).toEqual([]);
        expect(store.groupTags.where("group_id", staff.group_id)).toEqual([]);
        expect(store.bundleGroups.all()).toEqual([]);
        expect(store.bundles.get(bundle.bundle_id).total_num_groups).toBe(0);
        const left = { visibility: "LIMITED", visibility_group_ids: [h.everyone.group_id] };
        expect((await h.get(`${path}/visibility`)).body).toEqual(left);
        expect((await h.get(`/bundles/${bundle.bundle_id}/visibility`)).body).toEqual(left);
        expect((await h.get(`/resources/${resource}/visibility`)).body).toEqual(left);
        expect(store.owners.get(owner.owner_id).source_group_id).toBeNull();
        expect((await h.get(`/owners/${owner.owner_id}/users`)).body.users).toHaveLength(2);
        expect(isPresent(h.service, staff.group_id)).toBe(false);
    });

    test("409 while a condition of a resource refers to it", async () => {
        const h = await openWithGroup();
        const resource_id = h.named(h.store.resources.all(), "Freight tracker").resource_id;
        const conditional = { ...RULES, priority: 1, condition: { group_ids: [h.group.group_id] } };
        await h.put("/resources", { resources: [{ resource_id, request_configurations: [RULES, conditional] }] });
        const answer = await h.delete(h.path);
        expect(answer).toMatchObject({
            status: 409,
            body: { message: expect.stringMatching(/resource "Freight tracker"/) },
        });
        expect(h.store.groups.has(h.group.group_id)).toBe(true);
    });

    test("409 while a condition of another group refers to it", async () => {
        const h = await openWithGroup();
        const conditional = { ...RULES, priority: 1, condition: { group_ids: [h.everyone.group_id] } };
        await h.update({ request_configurations: [RULES, conditional] });
        expect((await h.delete(`/groups/${h.everyone.group_id}`)).status).toBe(409);
        await h.update({ request_configurations: [RULES] });
        expect((await h.delete(`/groups/${h.everyone.group_id}`)).status).toBe(200);
    });
});
