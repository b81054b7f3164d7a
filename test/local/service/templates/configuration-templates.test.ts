import { describe, expect, test } from "vitest";
import { made, openTidewater, RULES } from "../tidewater.js";

/** A template, and a group or resource that it can be attached to. */
async function openWithTemplate(noun: "group" | "resource" = "group", more: object = {}) {
    const t = await openTidewater();
    const staff = t.groupId("Office staff");
    const create = (fields: object = {}) =>
        t.post("/configuration-templates", {
            name: "Strict",
            admin_owner_id: t.admin,
            visibility: { visibility: "LIMITED", visibility_group_ids: [staff] },
            require_mfa_to_approve: true,
            require_mfa_to_connect: false,
            request_configurations: [{ ...RULES, max_duration_minutes: 60 }],
            ...fields,
        });
    const template = await made(create(more));
    const id: string = template.configuration_template_id;
    const object =
        noun === "group" ? t.groupId("Everyone") : t.named(t.store.resources.all(), "Freight tracker").resource_id;
    const set = (fields: object) => t.put(`/${noun}s`, { [`${noun}s`]: [{ [`${noun}_id`]: object, ...fields }] });
    return {
        ...t,
        staff,
        create,
        template,
        id,
        set,
        update: (fields: object) => t.put("/configuration-templates", { configuration_template_id: id, ...fields }),
        attach: () => made(set({ configuration_template_id: id })),
        now: () => (noun === "group" ? t.store.groups.get(object) : t.store.resources.get(object)),
        path: `/${noun}s/${object}`,
    };
}

describe("create", () => {
    test("returns everything except the request configurations, of which only an id is returned", async () => {
        const { template, get, store, admin, staff, id } = await openWithTemplate();
        expect(template).toEqual({
            configuration_template_id: id,
            name: "Strict",
            admin_owner_id: admin,
            visibility: { visibility: "LIMITED", visibility_group_ids: [staff] },
            linked_audit_message_channel_ids: [],
            member_oncall_schedule_ids: [],
            break_glass_user_ids: [],
            require_mfa_to_approve: true,
            require_mfa_to_connect: false,
            request_configuration_id: expect.any(String),
            custom_request_notification: null,
        });
        expect((await get("/configuration-templates")).body).toEqual({ results: [template] });
        // The API cannot read a template by id.
        expect((await get(`/configuration-templates/${id}`)).status).toBe(404);
        const rules = store.configurationTemplateRules.get(id).request_configurations;
        expect(rules).toMatchObject([{ max_duration_minutes: 60, reviewer_stages: [{ owner_ids: [admin] }] }]);
    });

    test.each<[string, object, RegExp]>([
        ["rules without a default", { request_configurations: [] }, /^request_configurations must contain the default/],
        [
            "ticket propagation without a provider",
            { ticket_propagation: { enabled_on_grant: true, enabled_on_revocation: false } },
            /^ticket_propagation\.ticket_provider is required/,
        ],
    ])("400 for %s", async (_name, fields, message) => {
        const { create, store } = await openWithTemplate();
        const answer = await create(fields);
        expect(answer.status).toBe(400);
        expect(answer.body.message).toMatch(message);
        expect(store.configurationTemplates.size).toBe(1);
    });
});

describe.each(["group", "resource"] as const)("a template that is attached to a %s", (noun) => {
    test("sets visibility and request configurations at once, and when it changes", async () => {
        const { attach, update, get, path, now, staff, template } = await openWithTemplate(noun);
        await attach();
        const limited = { visibility: "LIMITED", visibility_group_ids: [staff] };
        expect((await get(`${path}/visibility`)).body).toEqual(limited);
        const rules = { require_mfa_to_approve: true, request_configurations: [{ max_duration_minutes: 60 }] };
        expect(now()).toMatchObject(rules);
        const body = await made(update({ visibility: { visibility: "GLOBAL" } }));
        expect(body).toEqual({ ...template, visibility: { visibility: "GLOBAL", visibility_group_ids: [] } });
        expect((await get(`${path}/visibility`)).body.visibility).toBe("GLOBAL");
        expect(now()).toMatchObject(rules);
        await made(update({ request_configurations: [{ ...RULES, allow_requests: false }] }));
        expect(now()).toMatchObject({ is_requestable: false });
        expect(now().request_configurations?.[0]).not.toHaveProperty("max_duration_minutes");
    });

    test("409 for setting a property that the template controls, unless the value is the same", async () => {
        const { attach, set, put, path, now, get, staff, admin } = await openWithTemplate(noun);
        await attach();
        const before = now();
        expect((await put(`${path}/visibility`, { visibility: "GLOBAL" })).status).toBe(409);
        expect((await put(`${path}/reviewers`, { reviewer_ids: [] })).status).toBe(409);
        expect((await put(`${path}/reviewer-stages`, { stages: [] })).status).toBe(409);
        expect((await set({ request_configurations: [RULES] })).body.message).toMatch(
            `${noun}s[0].request_configurations is set by the configuration template`,
        );
        expect((await set({ is_requestable: false })).status).toBe(409);
        expect((await set({ require_mfa_to_approve: false })).status).toBe(409);
        expect(now()).toEqual(before);
        expect((await get(`${path}/visibility`)).body.visibility).toBe("LIMITED");
        await made(put(`${path}/visibility`, { visibility: "LIMITED", visibility_group_ids: [staff] }));
        await made(put(`${path}/reviewers`, { reviewer_ids: [admin] }));
        await made(set({ request_configurations: before.request_configurations }));
        await made(set({ name: "Renamed", require_mfa_to_approve: true }));
    });

    test("stays attached until null detaches it; then its settings stay, and its later changes do not apply", async () => {
        const { attach, set, update, get, path, now, id } = await openWithTemplate(noun);
        await attach();
        await made(set({ description: "new" }));
        const { configuration_template_id, ...same } = now();
        expect(configuration_template_id).toBe(id);
        await made(set({ configuration_template_id: null }));
        expect(now()).toEqual(same);
        await made(update({ visibility: { visibility: "GLOBAL" }, request_configurations: [RULES] }));
        expect(now()).toEqual(same);
        expect((await get(`${path}/visibility`)).body.visibility).toBe("LIMITED");
        await made(set({ request_configurations: [RULES] }));
    });
});

describe("references to and from a template", () => {
    test("409 for deleting a template in use; an unused one is deleted with its request configurations", async () => {
        const { attach, set, delete: remove, id, store, get } = await openWithTemplate();
        await attach();
        const refused = await remove(`/configuration-templates/${id}`);
        expect(refused).toMatchObject({ status: 409 });
        expect(refused.body.message).toContain('it is attached to the group "Everyone"');
        await set({ configuration_template_id: null });
        expect(await remove(`/configuration-templates/${id}`)).toMatchObject({ status: 200, body: undefined });
        expect(store.configurationTemplateRules.size).toBe(0);
        expect((await get("/configuration-templates")).body.results).toEqual([]);
        expect((await remove(`/configuration-templates/${id}`)).status).toBe(404);
    });

    test("409 for deleting an owner that administers a template or reviews in it", async () => {
        const { post, update, delete: remove } = await openWithTemplate();
        const { body: owner } = await post("/owners", { name: "Reviewers", user_ids: [] });
        const stage = { require_manager_approval: false, operator: "AND", owner_ids: [owner.owner_id] };
        await update({ request_configurations: [{ ...RULES, reviewer_stages: [stage] }] });
        const refused = await remove(`/owners/${owner.owner_id}`);
        expect(refused.status).toBe(409);
        expect(refused.body.message).toContain('reviews requests for the configuration template "Strict"');
    });

    test("a deleted group is removed from its visibility, and a deleted user from its emergency access", async () => {
        const { update, delete: remove, store, id, staff, user } = await openWithTemplate();
        await update({ break_glass_user_ids: [user("Hugo")] });
        expect((await remove(`/users/${user("Hugo")}`)).status).toBe(200);
        expect((await remove(`/groups/${staff}`)).status).toBe(200);
        expect(store.configurationTemplates.get(id)).toMatchObject({
            break_glass_user_ids: [],
            visibility: { visibility: "LIMITED", visibility_group_ids: [] },
        });
    });

    test("409 for deleting a group in a condition of its request configurations", async () => {
        const {
            update,
            delete: remove,
            staff,
        } = await openWithTemplate("group", { visibility: { visibility: "GLOBAL" } });
        await update({ request_configurations: [RULES, { ...RULES, priority: 1, condition: { group_ids: [staff] } }] });
        expect((await remove(`/groups/${staff}`)).status).toBe(409);
    });
});
