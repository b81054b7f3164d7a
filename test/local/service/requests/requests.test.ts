import { describe, expect, test } from "vitest";
import { NOBODY, open } from "../harness.js";
import { RULES } from "../tidewater.js";

const BRUNO = { token: "a-token-of-bruno-long-enough", email: "bruno@tidewater.example", role: "MEMBER" } as const;
const CHIYO = { token: "a-token-of-chiyo-long-enough", email: "chiyo@tidewater.example", role: "MEMBER" } as const;
const ELIF = { token: "a-token-of-elif-long-enough!", email: "elif@tidewater.example", role: "MEMBER" } as const;
const MEMBER_FACTS = { role: "MEMBER", idp_managed: false, immutable: false } as const;
/** A group that can be requested. Bruno and Chiyo review first, and then Elif. */
async function openWithGroup(configuration: object = {}) {
    const h = await open({ tokens: [BRUNO, CHIYO, ELIF], clock: "2026-05-01" });
    const { store } = h.service;
    const user = (name: string) => store.users.all().find((one) => one.first_name === name)?.user_id ?? "";
    const owner = async (name: string, ...user_ids: string[]): Promise<string> =>
        (await h.post("/owners", { name, user_ids })).body.owner_id;
    const platform = await owner("Platform", user("Bruno"), user("Chiyo"));
    const security = await owner("Security", user("Elif"));
    const app = h.named(store.apps.all(), "Tidewater");
    const group = (await h.post("/groups", { name: "Operators", app_id: app.app_id, group_type: "SVC_GROUP" })).body;
    const stage = (operator: string, ...owner_ids: string[]) => ({
        require_manager_approval: false,
        operator,
        owner_ids,
    });
    const setRules = (rules: object) =>
        h.put("/groups", {
            groups: [
                {
                    group_id: group.group_id,
                    request_configurations: [
                        { ...RULES, reviewer_stages: [stage("OR", platform), stage("AND", security)], ...rules },
                    ],
                },
            ],
        });
    const set = await setRules(configuration);
    expect(set.status, JSON.stringify(set.body)).toBe(200);
    const ask = (more: object = {}, token: string = h.service.token) =>
        h.callAs(token, "POST", "/requests", {
            resources: [],
            groups: [{ id: group.group_id }],
            reason: "On call this week",
            duration_minutes: 120,
            ...more,
        });
    const approve = (id: string, token: string = h.service.token, level = "REGULAR") =>
        h.callAs(token, "POST", `/requests/${id}/approve`, { level });
    const members = () => store.groupUsers.where("group_id", group.group_id);
    return { ...h, store, user, group, platform, security, stage, setRules, ask, approve, members };
}

describe("requests for another user", () => {
    const refusal = /^target_user_id: only the user, their manager, a Global Requester or an administrator /;

    test("only permitted users can request access for others; every user can request it for themselves", async () => {
        const { ask, user } = await openWithGroup();
        const { status, body } = await ask({ target_user_id: user("Femi") }, BRUNO.token);
        expect([status, body.code]).toEqual([403, "forbidden"]);
        expect(body.message).toMatch(refusal);
        expect((await ask({ target_user_id: user("Bruno") }, BRUNO.token)).status).toBe(200);
        expect((await ask({ target_user_id: user("Femi") })).status).toBe(200);
    });

    test("a manager, an owner of the group and a Global Requester can request access", async () => {
        const { ask, user, store, post, group } = await openWithGroup();
        store.userFacts.set({ ...MEMBER_FACTS, user_id: user("Femi"), manager_id: user("Bruno") });
        expect((await ask({ target_user_id: user("Femi") }, BRUNO.token)).status).toBe(200);
        expect((await ask({ target_user_id: user("Greta") }, BRUNO.token)).status).toBe(403);
        // Elif is a user of the owner that administers the group.
        expect((await ask({ target_user_id: user("Femi") }, ELIF.token)).status).toBe(200);
        const role = { name: "Global Requester", app_id: group.app_id, resource_type: "SVC_ROLE" };
        const { resource_id } = (await post("/resources", role)).body;
        expect((await ask({ target_user_id: user("Greta") }, CHIYO.token)).status).toBe(403);
        await post(`/resources/${resource_id}/users/${user("Chiyo")}`);
        expect((await ask({ target_user_id: user("Greta") }, CHIYO.token)).status).toBe(200);
    });

    test("the item must be visible to the requester, but not to the target user", async () => {
        const { ask, user, store, put, post, group } = await openWithGroup();
        store.userFacts.set({ ...MEMBER_FACTS, user_id: user("Femi"), manager_id: user("Bruno") });
        await put(`/groups/${group.group_id}/visibility`, { visibility: "LIMITED", visibility_group_ids: [] });
        expect((await ask({ target_user_id: user("Femi") }, BRUNO.token)).status).toBe(400);
        await post(`/groups/${group.group_id}/users/${user("Bruno")}`);
        expect((await ask({ target_user_id: user("Femi") }, BRUNO.token)).status).toBe(200);
    });
});

describe("create", () => {
    test("returns only the id; the request is pending, for the requester by default, with its stages", async () => {
        const { ask, get, group, store, user } = await openWithGroup();
        const { status, body } = await ask();
        expect({ status, body }).toEqual({ status: 200, body: { id: expect.any(String) } });
        const request = (await get(`/requests/${body.id}`)).body;
        expect(request).toEqual(store.requests.get(body.id));
        expect(request).toMatchObject({
            status: "PENDING",
            requester_id: user("Ada"),
            target_user_id: user("Ada"),
            created_at: "2026-05-01T00:00:00.000Z",
            reason: "On call this week",
            duration_minutes: 120,
            requested_items_list: [{ group_id: group.group_id, resource_id: null, name: "Operators" }],
            custom_fields_responses: [],
        });
        const stages = [
            {
                stage: 1,
                operator: "OR",
                reviewers: [
                    { id: user("Bruno"), full_name: "Bruno Castell", status: "PENDING" },
                    { id: user("Chiyo"), full_name: "Chiyo Marsh", status: "PENDING" },
                ],
            },
            {
                stage: 2,
                operator: "AND",
                reviewers: [{ id: user("Elif"), full_name: "Elif Sorensen", status: "PENDING" }],
            },
        ];
        expect(request.reviewer_stages).toMatchObject([{ item_id: group.group_id, item_name: "Operators", stages }]);
        expect(request.stages).toEqual({ requestedRoleName: "", requestedItemName: "Operators", stages });
    });

    test.each<[string, (x: { user: (name: string) => string; group: { group_id: string } }) => object, string]>([
        ["nothing is requested", () => ({ groups: [] }), "resources must not be empty when groups is empty."],
        [
            "both a user and a group are the target",
            ({ user, group }) => ({ target_user_id: user("Bruno"), target_group_id: group.group_id }),
            "target_group_id cannot be combined with target_user_id.",
        ],
        ["a resource has no id", () => ({ resources: [{}] }), "resources[0].id is required."],
        [
            "the duration is 0",
            () => ({ duration_minutes: 0 }),
            "duration_minutes must be -1 (indefinite) or at least 1.",
        ],
        ["the reason is empty", () => ({ reason: " " }), 'reason must not be empty for groups[0] ("Operators").'],
        [
            "the group does not have the level",
            ({ group }) => ({ groups: [{ id: group.group_id, access_level_remote_id: "x" }] }),
            "groups[0].access_level_remote_id must be omitted or empty: the group has only the default level.",
        ],
        [
            "an item is requested twice",
            ({ group }) => ({ groups: [{ id: group.group_id }, { id: group.group_id }] }),
            "groups[1] is requested more than once.",
        ],
        [
            "the target group is the requested group",
            ({ group }) => ({ target_group_id: group.group_id }),
            "groups[0].id must not be the target group or a group nested in it.",
        ],
    ])("400 when %s", async (_name, build, message) => {
        const h = await openWithGroup();
        const answer = await h.ask(build(h));
        expect(answer).toMatchObject({ status: 400, body: { message } });
        expect(h.store.requests.size).toBe(0);
    });

    test("400 without one of the two lists, and for a duration below -1", async () => {
        const { ask } = await openWithGroup();
        expect((await ask({ resources: undefined })).status).toBe(400);
        expect((await ask({ duration_minutes: -2 })).status).toBe(400);
    });

    test("400 if the request configuration does not allow the request", async () => {
        const { ask, setRules, store } = await openWithGroup();
        const message = async (more: object = {}) => (await ask(more)).body.message;
        await setRules({ max_duration_minutes: 60 });
        expect(await message()).toBe('duration_minutes must be at most 60 for groups[0] ("Operators").');
        expect(await message({ duration_minutes: -1 })).toMatch(/^duration_minutes must be at most 60/);
        await setRules({ require_support_ticket: true });
        expect(await message()).toBe('support_ticket is required for groups[0] ("Operators").');
        await setRules({ allow_requests: false });
        expect(await message()).toBe("groups[0].id does not allow access requests.");
        expect(store.requests.size).toBe(0);
        await setRules({ reason_optional: true });
        expect((await ask({ reason: "" })).status).toBe(200);
    });

    test("automatic approval grants access at once, with an expiration", async () => {
        const { ask, service, members, user, get } = await openWithGroup({ auto_approval: true });
        const { id } = (await ask({ target_user_id: user("Dana") })).body;
        expect((await get(`/requests/${id}`)).body.status).toBe("APPROVED");
        expect(members()).toMatchObject([{ user_id: user("Dana"), expiration_date: "2026-05-01T02:00:00.000Z" }]);
        service.clock.advance(121 * 60_000);
        await get("/users/whoami");
        expect(members()).toEqual([]);
    });

    test("the configuration whose condition matches the target applies, otherwise the default", async () => {
        const { put, post, group, stage, platform, user, ask, store, named } = await openWithGroup();
        const staff = named(store.groups.all(), "Office staff").group_id;
        const contractors = named(store.groups.all(), "Contractors").group_id;
        await put("/groups", {
            groups: [
                {
                    group_id: group.group_id,
                    request_configurations: [
                        { ...RULES, reviewer_stages: [stage("OR", platform)] },
                        { ...RULES, priority: 1, auto_approval: true, condition: { group_ids: [staff] } },
                    ],
                },
            ],
        });
        const status = async (name: string) => {
            const { body } = await ask({ target_user_id: user(name) });
            return store.requests.get(body.id).status;
        };
        expect(await status("Femi")).toBe("APPROVED");
        expect(await status("Dana")).toBe("PENDING");
        // Hugo is a contractor.
        expect(await status("Hugo")).toBe("PENDING");
        await post(`/groups/${contractors}/containing-groups`, { containing_group_id: staff });
        expect(await status("Hugo")).toBe("APPROVED");
    });

    test("the answers must match the questions of the request template, with all required ones", async () => {
        const h = await openWithGroup();
        const { body: template } = await h.post("/request-templates", {
            name: "Questions",
            custom_fields: [
                { name: "Incident", type: "SHORT_TEXT", required: true },
                { name: "Urgent", type: "BOOLEAN" },
                { name: "Area", type: "MULTI_CHOICE", metadata: { multi_choice_data: { options: ["a", "b"] } } },
                { type: "CALLOUT", metadata: { callout_data: { severity: "INFO", text: "Read this" } } },
            ],
        });
        await h.setRules({ request_template_id: template.request_template_id });
        const ask = (...custom_metadata: object[]) => h.ask({ custom_metadata });
        const incident = { name: "Incident", type: "SHORT_TEXT", value: "INC-1" };
        expect((await ask()).body.message).toBe(
            'custom_metadata must contain an answer to the required question "Incident".',
        );
        const message = async (more: object) => (await ask(incident, more)).body.message;
        expect(await message({ name: "Other", type: "SHORT_TEXT", value: "" })).toMatch(
            /^custom_metadata\[1\]\.name\b/,
        );
        expect(await message({ name: "Urgent", type: "LONG_TEXT", value: "" })).toBe(
            "custom_metadata[1].type must be BOOLEAN, as in the request template.",
        );
        expect(await message({ name: "Urgent", type: "BOOLEAN", value: "yes" })).toMatch(/"true" or "false"/);
        expect(await message({ name: "Area", type: "MULTI_CHOICE", value: "c" })).toBe(
            "custom_metadata[1].value must be one of a, b.",
        );
        expect(await message({ name: "Urgent", type: "BOOLEAN", value: true })).toMatch(
            /^custom_metadata\[1\]\.value\b/,
        );
        const { body } = await ask(incident, { name: "Urgent", type: "BOOLEAN", value: "true" });
        expect(h.store.requests.get(body.id).custom_fields_responses).toEqual([
            { field_name: "Incident", field_type: "SHORT_TEXT", field_value: "INC-1" },
            { field_name: "Urgent", field_type: "BOOLEAN", field_value: true },
        ]);
    });

    test("managers and administrators of the object review if a stage requires that", async () => {
        const h = await openWithGroup();
        const [ada, bruno, elif] = [h.user("Ada"), h.user("Bruno"), h.user("Elif")];
        await h.call("PATCH", `/users/${bruno}`, { manager_id: h.user("Greta") });
        const stage = { ...h.stage("AND"), require_manager_approval: true, require_admin_approval: true };
        await h.setRules({ reviewer_stages: [stage] });
        const { body } = await h.ask({}, BRUNO.token);
        const { stages } = h.store.requests.get(body.id).stages ?? { stages: [] };
        expect(stages[0]?.reviewers.map((reviewer) => reviewer.id)).toEqual([h.user("Greta"), ada, elif]);
    });

    test("the manager is the one of the user who would get access, and a script reviews as its service user", async () => {
        const h = await openWithGroup();
        await h.call("PATCH", `/users/${h.user("Femi")}`, { manager_id: h.user("Greta") });
        const script = async (script_type: string) => {
            const body = { name: `Script ${script_type}`, script: "pass", script_type, owner_id: h.security };
            return (await h.post("/opal-scripts", body)).body.opal_script_id;
        };
        const reviews = await script("REQUEST_REVIEW");
        const stage = { ...h.stage("AND"), require_manager_approval: true, opal_script_ids: [reviews] };
        expect((await h.setRules({ reviewer_stages: [stage] })).status).toBe(200);
        const { body } = await h.ask({ target_user_id: h.user("Femi") });
        const { stages } = h.store.requests.get(body.id).stages ?? { stages: [] };
        const [machine] = h.store.scriptReviewers.where("opal_script_id", reviews);
        expect(stages[0]?.reviewers.map((reviewer) => reviewer.id)).toEqual([h.user("Greta"), machine?.user_id]);
        expect((await h.delete(`/opal-scripts/${reviews}`)).status).toBe(409);
        for (const opal_script_ids of [[NOBODY], [h.user("Greta")]])
            expect((await h.setRules({ reviewer_stages: [{ ...stage, opal_script_ids }] })).status).toBe(400);
    });

    test("the requester escalates to the manager's manager, once", async () => {
        const h = await openWithGroup();
        const escalate = (id: string, token = h.service.token) =>
            h.callAs(token, "POST", `/requests/${id}/escalate`, {});
        const byManager = { ...h.stage("AND"), require_manager_approval: true };
        await h.call("PATCH", `/users/${h.user("Femi")}`, { manager_id: h.user("Bruno") });
        await h.setRules({ reviewer_stages: [byManager] });
        const { id } = (await h.ask({ target_user_id: h.user("Femi") })).body;
        expect((await escalate(id)).status).toBe(400);
        await h.call("PATCH", `/users/${h.user("Bruno")}`, { manager_id: h.user("Chiyo") });
        expect((await escalate(id, ELIF.token)).status).toBe(403);
        expect(await escalate(id)).toMatchObject({ status: 200, body: { success: true } });
        expect((await escalate(id)).status).toBe(409);
        expect((await h.approve(id, CHIYO.token)).status).toBe(200);
        expect(h.members().map(({ user_id }) => user_id)).toEqual([h.user("Femi")]);
        expect(await escalate(id)).toMatchObject({ status: 200, body: { success: true } });
        const { id: other } = (await h.ask()).body;
        expect((await escalate(other)).status).toBe(400);
    });

    test("existing access is extended but never shortened", async () => {
        const { ask, members, user, call, group } = await openWithGroup({ auto_approval: true });
        const path = `/groups/${group.group_id}/users/${user("Dana")}`;
        const ends = async (duration_minutes: number, asked: number) => {
            await call("POST", path, { duration_minutes });
            await ask({ target_user_id: user("Dana"), duration_minutes: asked });
            return members().map((one) => one.expiration_date);
        };
        expect(await ends(0, 60)).toEqual([null]);
        expect(await ends(180, 60)).toEqual(["2026-05-01T03:00:00.000Z"]);
        expect(await ends(60, 120)).toEqual(["2026-05-01T02:00:00.000Z"]);
        expect(await ends(60, -1)).toEqual([null]);
    });

    test("a request for a linked group becomes one for the source of its binding", async () => {
        const { ask, post, group, named, store, user } = await openWithGroup({ auto_approval: true });
        const linked = named(store.groups.all(), "Office staff").group_id;
        const groups = [{ group_id: linked, group_type: "OKTA_GROUP" }];
        const bound = await post("/group-bindings", { source_group_id: group.group_id, groups });
        expect(bound.status, JSON.stringify(bound.body)).toBe(200);
        const { body } = await ask({ groups: [{ id: linked }], target_user_id: user("Dana") });
        expect(store.requests.get(body.id).requested_items_list).toMatchObject([{ group_id: group.group_id }]);
        expect(store.groupUsers.has(group.group_id, user("Dana"), "")).toBe(true);
    });

    test("approved access for a group links it to the requested items", async () => {
        const h = await openWithGroup({ auto_approval: true });
        const staff = h.named(h.store.groups.all(), "Office staff").group_id;
        const tracker = h.named(h.store.resources.all(), "Freight tracker");
        await h.put("/resources", {
            resources: [
                { resource_id: tracker.resource_id, request_configurations: [{ ...RULES, auto_approval: true }] },
            ],
        });
        const asked = await h.ask({
            target_group_id: staff,
            duration_minutes: -1,
            resources: [{ id: tracker.resource_id }],
        });
        expect(asked.status, JSON.stringify(asked.body)).toBe(200);
        const link = { access_level_remote_id: "", expiration_date: null };
        expect(h.store.groupResources.where("group_id", staff)).toEqual([
            { group_id: staff, resource_id: tracker.resource_id, ...link },
        ]);
        expect(h.store.groupContainingGroups.where("group_id", staff)).toEqual([
            { group_id: staff, containing_group_id: h.group.group_id, ...link },
        ]);
    });
});

describe("approve", () => {
    test("OR needs one approval, AND needs all, and the last stage grants access", async () => {
        const { ask, approve, members, user, store } = await openWithGroup();
        const { id } = (await ask()).body;
        const first = await approve(id, CHIYO.token);
        expect(first).toMatchObject({ status: 200, body: { request: { status: "PENDING" } } });
        expect(members()).toEqual([]);
        const last = await approve(id, ELIF.token);
        expect(last.body.request.status).toBe("APPROVED");
        expect(store.requests.get(id)).toEqual(last.body.request);
        expect(members()).toMatchObject([{ user_id: user("Ada"), expiration_date: "2026-05-01T02:00:00.000Z" }]);
    });

    test("AND of two owners waits for the second owner, and no longer for other users of the first", async () => {
        const { ask, approve, setRules, stage, platform, security, user, store } = await openWithGroup();
        await setRules({ reviewer_stages: [stage("AND", platform, security)] });
        const { id } = (await ask()).body;
        const [first] = (await approve(id, CHIYO.token)).body.request.reviewer_stages;
        expect(first.stages[0].reviewers.map((one: { id: string }) => one.id)).toEqual([user("Chiyo"), user("Elif")]);
        expect(store.requests.get(id).status).toBe("PENDING");
        expect((await approve(id, BRUNO.token)).status).toBe(403);
        expect((await approve(id, ELIF.token)).body.request.status).toBe("APPROVED");
        expect(store.requestParties.size).toBe(0);
    });

    test("AND needs only one approval by a user of both owners", async () => {
        const { ask, approve, setRules, stage, platform, security, put, user } = await openWithGroup();
        await put(`/owners/${security}/users`, { user_ids: [user("Elif"), user("Bruno")] });
        await setRules({ reviewer_stages: [stage("AND", platform, security)] });
        const { id } = (await ask()).body;
        expect((await approve(id, BRUNO.token)).body.request.status).toBe("APPROVED");
    });

    test("403 for a user who is not a current reviewer, even if they review a later stage", async () => {
        const { ask, approve, store } = await openWithGroup();
        const { id } = (await ask()).body;
        const before = store.requests.get(id);
        expect((await approve(id)).status).toBe(403);
        expect((await approve(id, ELIF.token)).status).toBe(403);
        expect(store.requests.get(id)).toEqual(before);
    });

    test("the level is required; ADMIN approves at once, and only for administrators", async () => {
        const { ask, approve, post, members } = await openWithGroup();
        const { id } = (await ask({ duration_minutes: -1 })).body;
        expect((await post(`/requests/${id}/approve`, {})).body.message).toMatch(/^level\b/);
        expect((await approve(id, BRUNO.token, "ADMIN")).status).toBe(403);
        expect((await approve(id, undefined, "ADMIN")).body.request.status).toBe("APPROVED");
        expect(members()).toMatchObject([{ expiration_date: null }]);
    });

    test("without stages, only administrators can approve", async () => {
        const { ask, approve, put, group, store } = await openWithGroup();
        await put(`/groups/${group.group_id}/reviewer-stages`, { stages: [] });
        const { id } = (await ask()).body;
        expect(store.requests.get(id).status).toBe("PENDING");
        expect((await approve(id)).status).toBe(403);
        expect((await approve(id, undefined, "ADMIN")).body.request.status).toBe("APPROVED");
    });

    test("409 if the groups have since been nested the other way round", async () => {
        const { ask, approve, post, group, named, store } = await openWithGroup();
        const staff = named(store.groups.all(), "Office staff").group_id;
        const { id } = (await ask({ target_group_id: staff })).body;
        const nested = await post(`/groups/${group.group_id}/containing-groups`, { containing_group_id: staff });
        expect(nested.status, JSON.stringify(nested.body)).toBe(200);
        expect((await approve(id, undefined, "ADMIN")).status).toBe(409);
        expect(store.requests.get(id).status).toBe("PENDING");
        expect(store.groupContainingGroups.size).toBe(1);
    });

    test("409 for a decided request", async () => {
        const { ask, approve, post } = await openWithGroup();
        const { id } = (await ask()).body;
        await approve(id, undefined, "ADMIN");
        expect((await approve(id, undefined, "ADMIN")).status).toBe(409);
        expect((await post(`/requests/${id}/deny`, { comment: "No" })).status).toBe(409);
    });

    test("a delegate decides for a reviewer during the delegation", async () => {
        const { ask, approve, post, user, service } = await openWithGroup();
        const made = await post("/delegations", {
            delegator_user_id: user("Bruno"),
            delegate_user_id: user("Elif"),
            start_time: "2026-05-02T00:00:00Z",
            end_time: "2026-05-03T00:00:00Z",
            reason: "Away",
        });
        expect(made.status, JSON.stringify(made.body)).toBe(200);
        const { id } = (await ask()).body;
        expect((await approve(id, ELIF.token)).status).toBe(403);
        service.clock.set(new Date("2026-05-02T12:00:00Z"));
        const { request } = (await approve(id, ELIF.token)).body;
        expect(request.stages.stages[0].reviewers[0]).toMatchObject({ id: user("Bruno"), status: "APPROVED" });
    });

    test("a stage escalates to other users after its delay", async () => {
        const { ask, get, setRules, stage, platform, user, service } = await openWithGroup();
        const escalation = { delay_minutes: 30, user_ids: [user("Hugo")] };
        await setRules({ reviewer_stages: [{ ...stage("OR", platform), escalation }] });
        const { id } = (await ask()).body;
        const reviewers = async () =>
            (await get(`/requests/${id}`)).body.stages.stages[0].reviewers.map((one: { id: string }) => one.id);
        service.clock.advance(29 * 60_000);
        expect(await reviewers()).not.toContain(user("Hugo"));
        service.clock.advance(60_000);
        expect(await reviewers()).toEqual([user("Bruno"), user("Chiyo"), user("Hugo")]);
    });

    test("the users of an owner with an escalation period become reviewers one after the other", async () => {
        const { ask, get, put, platform, user, service } = await openWithGroup();
        await put("/owners", { owners: [{ owner_id: platform, access_request_escalation_period: 10 }] });
        await put(`/owners/${platform}/users`, { user_ids: [user("Chiyo"), user("Bruno")] });
        const { id } = (await ask()).body;
        const reviewers = async () =>
            (await get(`/requests/${id}`)).body.stages.stages[0].reviewers.map((one: { id: string }) => one.id);
        expect(await reviewers()).toEqual([user("Chiyo")]);
        service.clock.advance(10 * 60_000);
        expect(await reviewers()).toEqual([user("Chiyo"), user("Bruno")]);
    });
});

describe("deny and cancel", () => {
    test("a denial requires a comment, which is stored, and ends the request", async () => {
        const { ask, callAs, get, members, store } = await openWithGroup();
        const { id } = (await ask()).body;
        expect((await callAs(BRUNO.token, "POST", `/requests/${id}/deny`, {})).body.message).toMatch(/^comment\b/);
        const denied = await callAs(BRUNO.token, "POST", `/requests/${id}/deny`, { comment: "Not this week" });
        expect(denied.body.request).toMatchObject({
            status: "DENIED",
            stages: { stages: [{ reviewers: [{ status: "REJECTED" }, { status: "PENDING" }] }, {}] },
        });
        expect(store.requests.get(id).status).toBe("DENIED");
        expect(members()).toEqual([]);
        expect((await get(`/requests/${id}/comments`)).body.comments).toMatchObject([
            { request_id: id, comment: "Not this week", user_full_name: "Bruno Castell" },
        ]);
    });

    test("403 for a denial by a member who is not a reviewer; administrators of the organization or the group can deny", async () => {
        const { ask, callAs, post, setRules, stage, security } = await openWithGroup();
        await setRules({ reviewer_stages: [stage("AND", security)] });
        const deny = (id: string, token: string) => callAs(token, "POST", `/requests/${id}/deny`, { comment: "No" });
        const { id } = (await ask()).body;
        expect((await deny(id, BRUNO.token)).status).toBe(403);
        expect((await post(`/requests/${id}/deny`, { comment: "No" })).body.request.status).toBe("DENIED");
        const other = (await ask()).body.id;
        expect((await deny(other, ELIF.token)).body.request.status).toBe("DENIED");
    });

    test("cancel returns the request without a wrapper, and is allowed only for the requester and administrators", async () => {
        const { ask, callAs, post, store } = await openWithGroup();
        const { id } = (await ask({}, BRUNO.token)).body;
        const other = await callAs(CHIYO.token, "POST", `/requests/${id}/cancel`);
        expect(other.status).toBe(403);
        expect(store.requests.get(id).status).toBe("PENDING");
        const own = await callAs(BRUNO.token, "POST", `/requests/${id}/cancel`);
        expect(own).toMatchObject({ status: 200, body: { id, status: "CANCELED" } });
        const again = (await ask({}, BRUNO.token)).body.id;
        expect((await post(`/requests/${again}/cancel`)).status).toBe(200);
    });

    test("cancel is 409 for a decided request, which is not changed", async () => {
        const { ask, approve, post, store } = await openWithGroup();
        const { id } = (await ask()).body;
        await approve(id, undefined, "ADMIN");
        expect((await post(`/requests/${id}/cancel`)).status).toBe(409);
        expect(store.requests.get(id).status).toBe("APPROVED");
    });

    test("a pending request is canceled if its item or its target user is deleted", async () => {
        const { ask, delete: remove, group, store, user } = await openWithGroup();
        const one = (await ask({ target_user_id: user("Hugo") })).body.id;
        const other = (await ask()).body.id;
        expect((await remove(`/users/${user("Hugo")}`)).status).toBe(200);
        expect([one, other].map((id) => store.requests.get(id).status)).toEqual(["CANCELED", "PENDING"]);
        expect((await remove(`/groups/${group.group_id}`)).status).toBe(200);
        expect(store.requests.get(other).status).toBe("CANCELED");
    });
});

describe("reminders", () => {
    test("are sent to the current reviewers, and again only after the cooldown", async () => {
        const { ask, post, service, store, user } = await openWithGroup();
        const { id } = (await ask()).body;
        const remind = async () => {
            const { status, body } = await post(`/requests/${id}/remind`);
            return status === 200 ? body : status;
        };
        expect(await remind()).toEqual({ success: true });
        const reminded = store.requestReminders.where("request_id", id);
        expect(reminded.map((one) => one.user_id)).toEqual([user("Bruno"), user("Chiyo")]);
        expect(await remind()).toBe(429);
        service.clock.advance(59 * 60_000);
        expect(await remind()).toBe(429);
        service.clock.advance(60_000);
        expect(await remind()).toEqual({ success: true });
    });

    test("return 400 for a reviewer who is not pending, and 429 within the cooldown", async () => {
        const { ask, post, user, store } = await openWithGroup();
        const { id } = (await ask()).body;
        const remind = async (reviewer: string) => (await post(`/requests/${id}/reviewers/${reviewer}/remind`)).status;
        expect(await remind(user("Elif"))).toBe(400);
        expect(await remind(user("Bruno"))).toBe(200);
        expect(await remind(user("Bruno"))).toBe(429);
        expect(await remind(user("Chiyo"))).toBe(200);
        expect(store.requestReminders.size).toBe(2);
    });

    test("succeed for a decided request, but send nothing", async () => {
        const { ask, approve, post, user, store } = await openWithGroup();
        const { id } = (await ask()).body;
        await post(`/requests/${id}/remind`);
        await approve(id, undefined, "ADMIN");
        const sent = store.requestReminders.all();
        expect((await post(`/requests/${id}/remind`)).body).toEqual({ success: true });
        expect((await post(`/requests/${id}/reviewers/${user("Elif")}/remind`)).body).toEqual({ success: true });
        expect(store.requestReminders.all()).toEqual(sent);
    });
});

describe("comments", () => {
    test("can be added in every state, and the response is the request", async () => {
        const { ask, post, get, approve } = await openWithGroup();
        const { id } = (await ask()).body;
        const added = await post(`/requests/${id}/comments`, { comment: "Please" });
        expect(added.body).toMatchObject({ request: { id, status: "PENDING" } });
        await approve(id, undefined, "ADMIN");
        await post(`/requests/${id}/comments`, { comment: "Thanks" });
        const { comments } = (await get(`/requests/${id}/comments`)).body;
        expect(comments.map((one: { comment: string }) => one.comment)).toEqual(["Please", "Thanks"]);
        expect((await post(`/requests/${id}/comments`, { comment: "" })).status).toBe(400);
        expect(comments[0]).toEqual({
            created_at: "2026-05-01T00:00:00.000Z",
            request_id: id,
            user_id: expect.any(String),
            user_full_name: "Ada Brandt",
            user_email: "ada@tidewater.example",
            comment: "Please",
        });
    });
});

describe("lists", () => {
    async function openWithThree() {
        const h = await openWithGroup();
        const ids: string[] = [];
        for (const day of [1, 2, 3]) {
            h.service.clock.set(new Date(`2026-05-0${day}T12:00:00Z`));
            const token = day === 2 ? BRUNO.token : h.service.token;
            if (day === 2)
                h.store.userFacts.set({ ...MEMBER_FACTS, user_id: h.user("Femi"), manager_id: h.user("Bruno") });
            ids.push((await h.ask({ target_user_id: h.user(day === 3 ? "Dana" : "Femi") }, token)).body.id);
        }
        const list = async (query: string) => (await h.get(`/requests?${query}`)).body;
        const found = async (query: string) =>
            (await list(query)).requests.map((request: { id: string }) => ids.indexOf(request.id) + 1);
        return { ...h, ids, list, found };
    }

    test("filter by dates, people, objects and state", async () => {
        const { found, user, group, ids, post, get } = await openWithThree();
        expect(await found("start_date_filter=2026-05-02")).toEqual([2, 3]);
        expect(await found("end_date_filter=2026-05-02")).toEqual([1, 2]);
        expect(await found("end_date_filter=2026-05-02T11:00:00Z")).toEqual([1]);
        expect((await get("/requests?start_date_filter=soon")).status).toBe(400);
        expect(await found(`requester_id=${user("Bruno")}`)).toEqual([2]);
        expect(await found(`target_user_id=${user("Femi")}`)).toEqual([1, 2]);
        expect(await found(`group_id=${group.group_id}`)).toEqual([1, 2, 3]);
        expect(await found(`resource_id=${NOBODY}`)).toEqual([]);
        await post(`/requests/${ids[0]}/cancel`);
        expect(await found("show_pending_only=true")).toEqual([2, 3]);
        expect(await found("show_pending_only=false")).toEqual([1, 2, 3]);
    });

    test("the relay list goes forward by first and after, or backward by last and before", async () => {
        const { get, ids } = await openWithThree();
        const relay = async (query: string) => {
            const { body } = await get(`/requests/relay?${query}`);
            return {
                ...body,
                found: body.edges?.map((edge: { node: { id: string } }) => ids.indexOf(edge.node.id) + 1),
            };
        };
        const first = await relay("first=2");
        expect(first).toMatchObject({
            found: [1, 2],
            totalCount: 3,
            pageInfo: { hasNextPage: true, hasPreviousPage: false, startCursor: first.edges[0].cursor },
        });
        const next = await relay(`first=2&after=${first.pageInfo.endCursor}`);
        expect(next).toMatchObject({ found: [3], pageInfo: { hasNextPage: false, hasPreviousPage: true } });
        expect((await relay("last=2")).found).toEqual([2, 3]);
        expect((await relay(`last=1&before=${next.pageInfo.startCursor}`)).found).toEqual([2]);
        expect((await get("/requests/relay?first=1&last=1")).status).toBe(400);
        expect((await get("/requests/relay?first=101")).status).toBe(400);
        expect((await get("/requests/relay?first=0")).status).toBe(400);
        expect((await get("/requests/relay?first=1&after=x")).body.message).toMatch(/^after\b/);
    });

    test("the relay list filters by state, reviewer and requester", async () => {
        const { get, user, post, ids } = await openWithThree();
        await post(`/requests/${ids[2]}/cancel`);
        const count = async (query: string) => (await get(`/requests/relay?${query}`)).body.totalCount;
        expect(await count("status=PENDING")).toBe(2);
        expect(await count(`from=${user("Bruno")}`)).toBe(1);
        expect(await count(`to=${user("Chiyo")}`)).toBe(3);
        expect(await count(`to=${user("Elif")}`)).toBe(0);
    });
});
