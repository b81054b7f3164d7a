import { describe, expect, test } from "vitest";
import { NOBODY } from "../harness.js";
import { made, openTidewater, RULES } from "../tidewater.js";

/** What groups and resources have in common, with the values of each that imports need. */
const KINDS = {
    group: {
        type: "SVC_GROUP",
        imported: { type: "GIT_HUB_TEAM", remote_info: { github_team: { team_slug: "depot" } } },
        field: "github_team",
        other: { type: "OKTA_GROUP", field: "okta_group" },
        remote: { id: "remote_id", name: "remote_name", sent: "remote_group_id" },
    },
    resource: {
        type: "CUSTOM",
        imported: { type: "GIT_HUB_REPO", remote_info: { github_repo: { repo_name: "depot", org_name: "tidewater" } } },
        field: "github_repo",
        other: { type: "OKTA_APP", field: "okta_app" },
        remote: { id: "remote_resource_id", name: "remote_resource_name", sent: "remote_resource_id" },
    },
} as const;

async function openWith(noun: keyof typeof KINDS) {
    const t = await openTidewater();
    const plural = `${noun}s` as const;
    const create = (
        name: string,
        { type = KINDS[noun].type as string, ...more }: { type?: string; [field: string]: unknown } = {},
    ) => t.post(`/${plural}`, { name, app_id: t.app_id, [`${noun}_type`]: type, ...more });
    const object = await made(create("Depot"));
    const id: string = object[`${noun}_id`];
    const other: string = (await made(t.post("/owners", { name: "Others", user_ids: [] }))).owner_id;
    const stored = () => (noun === "group" ? t.store.groups.get(id) : t.store.resources.get(id));
    return {
        ...t,
        object,
        id,
        other,
        create,
        stored,
        path: `/${plural}/${id}`,
        update: (more: object) => t.put(`/${plural}`, { [plural]: [{ [`${noun}_id`]: id, ...more }] }),
        stages: () => stored().request_configurations?.[0]?.reviewer_stages,
        stage: (...owner_ids: string[]) => ({ require_manager_approval: false, operator: "AND", owner_ids }),
        names: async (query: string) =>
            (await made(t.get(`/${plural}?${query}`))).results.map((one: { name: string }) => one.name),
    };
}

type Opened = Awaited<ReturnType<typeof openWith>>;

/** Request configurations that are refused, with the reason. */
const REFUSED: [string, RegExp, (x: Opened) => object[]][] = [
    ["no configuration", /must contain the default configuration/, () => []],
    ["no priority 0", /found 1\.$/, ({ groupId }) => [conditional(groupId("Everyone"))]],
    ["a gap", /found 0, 2\.$/, ({ groupId }) => [RULES, { ...conditional(groupId("Everyone")), priority: 2 }]],
    ["two defaults", /found 0, 0\.$/, () => [RULES, RULES]],
    [
        "a default with a condition",
        /\[0\]\.condition must be null/,
        ({ groupId }) => [{ ...conditional(groupId("Everyone")), priority: 0 }],
    ],
    ["a second without condition", /\[1\]\.condition must contain/, () => [RULES, { ...RULES, priority: 1 }]],
    ["an invalid condition", /group_ids/, () => [{ ...RULES, condition: { group_ids: "x" } }]],
    [
        "a condition of two groups",
        /at most one group/,
        ({ groupId }) => [RULES, conditional(groupId("Everyone"), groupId("Office staff"))],
    ],
    ["no stage", /must contain one to three stages unless/, () => [{ ...RULES, reviewer_stages: [] }]],
    ["four stages", /at most three stages; found 4/, ({ stage, admin }) => reviewed(...Array(4).fill(stage(admin)))],
    [
        "an operator of another kind",
        /operator: .*"AND"\|"OR"/,
        ({ stage, admin }) => reviewed({ ...stage(admin), operator: "XOR" }),
    ],
    [
        "escalation with AND",
        /operator must be OR/,
        ({ stage, admin }) => reviewed({ ...stage(admin), escalation: { delay_minutes: 5, owner_ids: [admin] } }),
    ],
    [
        "escalation only to existing reviewers",
        /must contain an owner or a user who is not already a reviewer/,
        ({ stage, admin }) =>
            reviewed({ ...stage(admin), operator: "OR", escalation: { delay_minutes: 5, owner_ids: [admin] } }),
    ],
    [
        "escalation after too long a delay",
        /delay_minutes: .*<=1440/,
        ({ stage, admin }) => reviewed({ ...stage(admin), operator: "OR", escalation: { delay_minutes: 1441 } }),
    ],
];

function conditional(...group_ids: string[]) {
    return { ...RULES, priority: 1, condition: { group_ids } };
}

function reviewed(...reviewer_stages: object[]) {
    return [{ ...RULES, reviewer_stages }];
}

describe.each(["group", "resource"] as const)("a new %s", (noun) => {
    test("gets the defaults: the owner of its app administers and reviews it, and everyone sees it", async () => {
        const { object, path, get, admin, app_id, create } = await openWith(noun);
        expect(object).toMatchObject({
            app_id,
            description: "",
            admin_owner_id: admin,
            [`${noun}_type`]: KINDS[noun].type,
            is_requestable: true,
            require_mfa_to_approve: false,
            request_configurations: [
                { ...RULES, condition: null, reviewer_stages: [{ operator: "AND", owner_ids: [admin] }] },
            ],
            custom_request_notification: null,
            risk_sensitivity: "UNKNOWN",
        });
        expect((await get(path)).body).toEqual(object);
        expect((await get(`${path}/visibility`)).body).toEqual({ visibility: "GLOBAL", visibility_group_ids: [] });
        expect((await get(`${path}/access_levels`)).body).toEqual({ results: [] });
        const risk = { risk_sensitivity: "LOW", risk_sensitivity_override: "LOW" };
        const more = { description: "Two cranes", risk_sensitivity_override: "LOW" };
        expect(await made(create("Dock", more))).toMatchObject({ ...more, ...risk });
    });

    test("keeps a type that the API does not document, but no unknown fields; names are not unique", async () => {
        const { object, create, id } = await openWith(noun);
        const again = await made(create("Depot", { type: "FUTURE", unknown_field: 1 }));
        expect(again).toMatchObject({ name: object.name, [`${noun}_type`]: "FUTURE" });
        expect(again).not.toHaveProperty("unknown_field");
        expect(again[`${noun}_id`]).not.toBe(id);
    });

    test("is imported only once, by the remote_info of its type", async () => {
        const { create } = await openWith(noun);
        const { imported, field, other, remote, type } = KINDS[noun];
        const { remote_info } = imported;
        const object = await made(create("Imported", imported));
        expect(object).toMatchObject({ remote_info, [remote.id]: "depot", [remote.name]: "Imported" });
        expect((await create("Again", imported)).status).toBe(409);
        const refused = async (type: string, remote_info: object) => {
            const { status, body } = await create("Wrong", { type, remote_info });
            expect(status).toBe(400);
            return body.message;
        };
        const allowed = `remote_info must have exactly one field, ${other.field}`;
        expect(await refused(other.type, remote_info)).toBe(`${allowed}; found ${field}.`);
        const unknown = { [other.field]: { group_id: "1", app_id: "1" }, okta: {} };
        expect(await refused(other.type, unknown)).toBe(`${allowed}; found ${other.field}, okta.`);
        expect(await refused(type, remote_info)).toMatch(`must be omitted for the type ${type}`);
        expect((await create("Future", { type: "FUTURE", remote_info })).status).toBe(200);
    });

    test("keeps the old forms of remote_info as sent", async () => {
        const { create } = await openWith(noun);
        const { sent, id } = KINDS[noun].remote;
        const object = await made(create("Old", { [sent]: "00g9", metadata: "{}" }));
        expect(object).toMatchObject({ [id]: "00g9", metadata: "{}" });
    });
});

describe.each(["group", "resource"] as const)("an update of a %s", (noun) => {
    test("keeps omitted properties, and returns the changed ones", async () => {
        const { update, object, id, stored } = await openWith(noun);
        const info = { name: "Pier", risk_sensitivity_override: "HIGH", match_remote_name: true };
        const { status, body } = await update(info);
        expect([status, body]).toEqual([200, { [`${noun}s`]: [{ [`${noun}_id`]: id, ...info }] }]);
        expect(stored()).toEqual({ ...object, ...info, risk_sensitivity: "HIGH" });
    });

    test("cannot change app, type or remote_info", async () => {
        const { update, object, stored } = await openWith(noun);
        const { imported } = KINDS[noun];
        await made(update({ app_id: NOBODY, [`${noun}_type`]: imported.type, remote_info: imported.remote_info }));
        expect(stored()).toEqual(object);
    });

    test("is 400 with the path of an invalid value", async () => {
        const { update, create } = await openWith(noun);
        expect((await update({ name: 7 })).body.message).toMatch(`${noun}s[0].name: `);
        expect((await update({ risk_sensitivity_override: "HUGE" })).body.message).toMatch(/one of .*"CRITICAL"/);
        expect((await create("Loud", { custom_request_notification: "x".repeat(801) })).status).toBe(400);
    });
});

describe.each(["group", "resource"] as const)("the request configurations of a %s", (noun) => {
    test("are in order of priority, with defaults filled in", async () => {
        const { update, stored, stages, stage, admin, groupId } = await openWith(noun);
        const everyone = groupId("Everyone");
        const rules = { allow_requests: false, reviewer_stages: [stage(admin)] };
        await made(
            update({
                request_configurations: [
                    { ...conditional(everyone), ...rules },
                    { ...RULES, ...rules },
                ],
            }),
        );
        expect(stored().is_requestable).toBe(false);
        expect(stored().request_configurations).toMatchObject([
            { priority: 0, condition: null, reason_optional: false },
            { priority: 1, condition: { group_ids: [everyone] } },
        ]);
        expect(stages()).toMatchObject([{ require_admin_approval: false }]);
    });

    test("have the admin owner as a reviewer without stages, unless approval is automatic", async () => {
        const { update, stages, admin } = await openWith(noun);
        await made(update({ request_configurations: [RULES] }));
        expect(stages()).toMatchObject([{ owner_ids: [admin] }]);
        await made(update({ request_configurations: [{ ...RULES, auto_approval: true }] }));
        expect(stages()).toEqual([]);
    });

    test.each(REFUSED)("are refused with %s", async (_name, message, build) => {
        const opened = await openWith(noun);
        const { status, body } = await opened.update({ request_configurations: build(opened) });
        expect([status, body.message]).toEqual([400, expect.stringMatching(message)]);
        expect(body.message).toContain(`${noun}s[0].request_configurations`);
        expect(opened.stored()).toEqual(opened.object);
    });

    test("may escalate to a user who is not a reviewer yet", async () => {
        const { update, stage, stages, admin, user } = await openWith(noun);
        const escalation = { delay_minutes: 30, user_ids: [user("Bruno")] };
        await made(update({ request_configurations: reviewed({ ...stage(admin), operator: "OR", escalation }) }));
        expect(stages()).toMatchObject([{ escalation }]);
    });

    test("can still be sent in the old wrapper", async () => {
        const { update, stored } = await openWith(noun);
        const request_configurations = [{ ...RULES, max_duration_minutes: 60 }];
        await made(update({ request_configuration_list: { request_configurations } }));
        expect(stored().request_configurations).toMatchObject(request_configurations);
    });

    test("can still be changed by old settings; 0 clears the recommended duration", async () => {
        const { update, stored } = await openWith(noun);
        const same = {
            extensions_duration_in_minutes: 5,
            require_mfa_to_request: true,
            require_support_ticket: true,
        };
        const old = { max_duration: 600, recommended_duration: -1, is_requestable: false };
        await made(update({ ...same, ...old, require_manager_approval: true }));
        expect(stored().request_configurations).toMatchObject([
            {
                ...same,
                max_duration_minutes: 600,
                recommended_duration_minutes: -1,
                allow_requests: false,
                reviewer_stages: [{ require_manager_approval: true }],
            },
        ]);
        expect(stored().is_requestable).toBe(false);
        expect(stored()).not.toHaveProperty("max_duration");
        await made(update({ recommended_duration: 0 }));
        expect(stored().request_configurations?.[0]).not.toHaveProperty("recommended_duration_minutes");
        expect(stored().request_configurations).toMatchObject([{ max_duration_minutes: 600 }]);
    });

    test.each([
        ["max_duration", "-1 (unlimited)"],
        ["recommended_duration", "-1 (unlimited)"],
        ["extensions_duration_in_minutes", "0 (no extensions)"],
    ])("have a minimum for the old setting %s", async (field, least) => {
        const { update, stored, object } = await openWith(noun);
        const minimum = Number.parseInt(least, 10);
        const { status, body } = await update({ [field]: minimum - 1 });
        expect([status, body.message]).toEqual([400, `${noun}s[0].${field} must be ${least} or greater.`]);
        expect(stored()).toEqual(object);
        await made(update({ [field]: minimum }));
    });

    test("contain the deprecated reviewers and stages: those of the default configuration", async () => {
        const { get, put, update, path, stages, stage, admin, other } = await openWith(noun);
        const read = async () => [
            (await made(get(`${path}/reviewers`))) as unknown,
            ((await made(get(`${path}/reviewer-stages`))) as { owner_ids: string[] }[]).map((one) => one.owner_ids),
        ];
        expect(await read()).toEqual([[admin], [[admin]]]);
        const set = await made(put(`${path}/reviewer-stages`, { stages: [stage(other), stage(admin)] }));
        expect(set).toEqual(stages());
        expect(await read()).toEqual([[other], [[other], [admin]]]);
        expect(await made(put(`${path}/reviewers`, { reviewer_ids: [admin, admin] }))).toEqual([admin]);
        expect(await read()).toEqual([[admin], [[admin], [admin]]]);
        await made(update({ request_configurations: reviewed(stage(other)) }));
        expect(await read()).toEqual([[other], [[other]]]);
        expect((await put(`${path}/reviewer-stages`, { stages: Array(4).fill(stage(admin)) })).status).toBe(400);
        expect(await made(put(`${path}/reviewer-stages`, { stages: [] }))).toEqual([]);
        expect(await read()).toEqual([[], []]);
    });
});

describe.each(["group", "resource"] as const)("a %s", (noun) => {
    test("has a visibility, whose type and groups are replaced together", async () => {
        const { get, put, path, groupId } = await openWith(noun);
        const limited = { visibility: "LIMITED", visibility_group_ids: [groupId("Everyone")] };
        expect(await made(put(`${path}/visibility`, limited))).toEqual(limited);
        await made(put(`${path}/visibility`, { visibility: "LIMITED" }));
        expect((await get(`${path}/visibility`)).body).toEqual({ visibility: "LIMITED", visibility_group_ids: [] });
        expect((await put(`${path}/visibility`, { visibility: "SECRET" })).body.message).toMatch(/"GLOBAL"\|"LIMITED"/);
    });

    test("has audit channels, which are replaced as a set; a group also shows its reviewer channels", async () => {
        const { get, put, path, store, named } = await openWith(noun);
        const audit = named(store.messageChannels.all(), "access-audit");
        const reviewers = noun === "group" ? [named(store.messageChannels.all(), "access-reviews")] : [];
        const ids = [audit.message_channel_id];
        const at = `${path}/message-channels`;
        expect((await get(at)).body).toEqual({ channels: reviewers });
        expect(await made(put(at, { message_channel_ids: [...ids, ...ids] }))).toEqual(ids);
        expect((await get(at)).body).toEqual({ channels: [audit, ...reviewers] });
        await made(put(at, { message_channel_ids: [] }));
        expect((await get(at)).body).toEqual({ channels: reviewers });
    });

    test("has the levels that were synced", async () => {
        const { get, path, id, store } = await openWith(noun);
        const level = { access_level_remote_id: "arn:aws:iam::1:role/a", access_level_name: "A" };
        if (noun === "group") store.groupAccessLevels.set({ group_id: id, ...level });
        else store.resourceAccessLevels.set({ resource_id: id, ...level });
        expect((await get(`${path}/access_levels`)).body).toEqual({ results: [level] });
    });

    test("is found by ids, type, exact name and any of the tags", async () => {
        const { id, names, create, store } = await openWith(noun);
        const { imported } = KINDS[noun];
        const pier: string = (await made(create("Pier", { type: imported.type })))[`${noun}_id`];
        expect(await names(`${noun}_ids=${pier},${id},${NOBODY}`)).toEqual(["Depot", "Pier"]);
        expect(await names(`${noun}_ids=${pier}&${noun}_ids=${id}`)).toEqual(["Depot", "Pier"]);
        expect(await names(`${noun}_type_filter=${imported.type}`)).toEqual(["Pier"]);
        expect(await names(`${noun}_type_filter=NO_SUCH_TYPE`)).toEqual([]);
        expect(await names(`${noun}_name=Pier`)).toEqual(["Pier"]);
        for (const part of ["pier", "Pie", "ier", ""]) expect(await names(`${noun}_name=${part}`), part).toEqual([]);
        const [first, second] = store.tags.all().map((tag) => tag.tag_id) as [string, string, string];
        if (noun === "group") store.groupTags.set({ tag_id: second, group_id: pier });
        else store.resourceTags.set({ tag_id: second, resource_id: pier });
        expect(await names(`tag_ids=${second}`)).toEqual(["Pier"]);
        expect(await names(`tag_ids=${first}&tag_ids=${second}`)).toContain("Pier");
        expect(await names(`tag_ids=${NOBODY}`)).toEqual([]);
    });
});
