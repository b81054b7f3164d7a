import { describe, expect, test } from "vitest";
import { NOBODY, open } from "../harness.js";
import { RULES } from "../tidewater.js";

async function openWithTemplate(more: object = {}) {
    const h = await open();
    const { store } = h.service;
    const admin = h.named(store.owners.all(), "Administrators").owner_id;
    const group = h.named(store.groups.all(), "Everyone");
    const staff = h.named(store.groups.all(), "Office staff").group_id;
    const resource = h.named(store.resources.all(), "Freight tracker");
    const create = (fields: object = {}) =>
        h.post("/configuration-templates", {
            name: "Strict",
            admin_owner_id: admin,
            visibility: { visibility: "LIMITED", visibility_group_ids: [staff] },
            require_mfa_to_approve: true,
            require_mfa_to_connect: false,
            request_configurations: [{ ...RULES, max_duration_minutes: 60 }],
            ...fields,
        });
    const { status, body: template } = await create(more);
    expect(status, JSON.stringify(template)).toBe(200);
    const id: string = template.configuration_template_id;
    const update = (fields: object) => h.put("/configuration-templates", { configuration_template_id: id, ...fields });
    const setGroup = (fields: object) => h.put("/groups", { groups: [{ group_id: group.group_id, ...fields }] });
    const attach = () => setGroup({ configuration_template_id: id });
    const groupNow = () => store.groups.get(group.group_id);
    const path = `/groups/${group.group_id}`;
    return {
        ...h,
        store,
        admin,
        group,
        staff,
        resource,
        create,
        template,
        id,
        update,
        setGroup,
        attach,
        groupNow,
        path,
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

describe("a template controls the objects that it is attached to", () => {
    test("sets visibility and request configurations as soon as it is attached", async () => {
        const { attach, get, path, groupNow, staff } = await openWithTemplate();
        expect((await attach()).status).toBe(200);
        expect((await get(`${path}/visibility`)).body).toEqual({
            visibility: "LIMITED",
            visibility_group_ids: [staff],
        });
        expect(groupNow()).toMatchObject({
            require_mfa_to_approve: true,
            request_configurations: [{ max_duration_minutes: 60 }],
        });
    });

    test("applies to resources as well as groups", async () => {
        const { put, get, resource, id, staff, store } = await openWithTemplate();
        const { resource_id } = resource;
        await put("/resources", { resources: [{ resource_id, configuration_template_id: id }] });
        const { body } = await get(`/resources/${resource_id}/visibility`);
        expect(body).toEqual({ visibility: "LIMITED", visibility_group_ids: [staff] });
        expect(store.resources.get(resource_id).request_configurations).toMatchObject([{ max_duration_minutes: 60 }]);
    });

    test("applies its own changes to them; an update keeps omitted properties", async () => {
        const { attach, update, get, path, groupNow, template } = await openWithTemplate();
        await attach();
        const { body } = await update({ visibility: { visibility: "GLOBAL" } });
        expect(body).toEqual({ ...template, visibility: { visibility: "GLOBAL", visibility_group_ids: [] } });
        expect((await get(`${path}/visibility`)).body.visibility).toBe("GLOBAL");
        expect(groupNow().request_configurations).toMatchObject([{ max_duration_minutes: 60 }]);
        await update({ request_configurations: [{ ...RULES, allow_requests: false }] });
        expect(groupNow()).toMatchObject({ is_requestable: false });
        expect(groupNow().request_configurations?.[0]).not.toHaveProperty("max_duration_minutes");
    });

    test("409 for setting a property of the group that the template controls, unless the value is the same", async () => {
        const { attach, setGroup, put, path, groupNow, get, staff, admin } = await openWithTemplate();
        await attach();
        const before = groupNow();
        expect((await put(`${path}/visibility`, { visibility: "GLOBAL" })).status).toBe(409);
        expect((await put(`${path}/reviewers`, { reviewer_ids: [] })).status).toBe(409);
        expect((await put(`${path}/reviewer-stages`, { stages: [] })).status).toBe(409);
        expect((await setGroup({ request_configurations: [RULES] })).body.message).toMatch(
            /^groups\[0\]\.request_configurations is set by the configuration template/,
        );
        expect((await setGroup({ is_requestable: false })).status).toBe(409);
        expect((await setGroup({ require_mfa_to_approve: false })).status).toBe(409);
        expect(groupNow()).toEqual(before);
        expect((await get(`${path}/visibility`)).body.visibility).toBe("LIMITED");
        const same = { visibility: "LIMITED", visibility_group_ids: [staff] };
        expect((await put(`${path}/visibility`, same)).status).toBe(200);
        expect((await put(`${path}/reviewers`, { reviewer_ids: [admin] })).status).toBe(200);
        expect((await setGroup({ request_configurations: before.request_configurations })).status).toBe(200);
        expect((await setGroup({ name: "Renamed", require_mfa_to_approve: true })).status).toBe(200);
    });

    test("409 for setting a property of a resource that the template controls", async () => {
        const { put, resource, id } = await openWithTemplate();
        const { resource_id } = resource;
        await put("/resources", { resources: [{ resource_id, configuration_template_id: id }] });
        const path = `/resources/${resource_id}`;
        expect((await put(`${path}/visibility`, { visibility: "GLOBAL" })).status).toBe(409);
        expect((await put(`${path}/reviewers`, { reviewer_ids: [] })).status).toBe(409);
        expect((await put(`${path}/reviewer-stages`, { stages: [] })).status).toBe(409);
        const rules = { resource_id, request_configurations: [RULES] };
        expect((await put("/resources", { resources: [rules] })).status).toBe(409);
    });

    test("is detached by null: its settings stay on the group, and later changes of the template do not apply", async () => {
        const { attach, setGroup, update, get, path, groupNow } = await openWithTemplate();
        await attach();
        const governed = groupNow();
        await setGroup({ configuration_template_id: null });
        const { configuration_template_id, ...same } = governed;
        expect(groupNow()).toEqual(same);
        await update({ visibility: { visibility: "GLOBAL" }, request_configurations: [RULES] });
        expect(groupNow()).toEqual(same);
        expect((await get(`${path}/visibility`)).body.visibility).toBe("LIMITED");
        expect((await setGroup({ request_configurations: [RULES] })).status).toBe(200);
    });

    test("stays attached if an update omits its id", async () => {
        const { attach, setGroup, groupNow, id } = await openWithTemplate();
        await attach();
        await setGroup({ description: "new" });
        expect(groupNow()).toMatchObject({ configuration_template_id: id, description: "new" });
    });
});

describe("references to and from a template", () => {
    test("409 for deleting a template in use; an unused one is deleted with its request configurations", async () => {
        const { attach, setGroup, delete: remove, id, store, get } = await openWithTemplate();
        await attach();
        const refused = await remove(`/configuration-templates/${id}`);
        expect(refused).toMatchObject({ status: 409 });
        expect(refused.body.message).toContain('it is attached to the group "Everyone"');
        await setGroup({ configuration_template_id: null });
        expect(await remove(`/configuration-templates/${id}`)).toMatchObject({ status: 200, body: undefined });
        expect(store.configurationTemplateRules.size).toBe(0);
        expect((await get("/configuration-templates")).body.results).toEqual([]);
        expect((await remove(`/configuration-templates/${id}`)).status).toBe(404);
    });

    test("404 for changing a template that does not exist", async () => {
        const { put } = await openWithTemplate();
        expect((await put("/configuration-templates", { configuration_template_id: NOBODY })).status).toBe(404);
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
        const { update, delete: remove, store, id, staff, user } = await withUser();
        await update({ break_glass_user_ids: [user] });
        expect((await remove(`/users/${user}`)).status).toBe(200);
        expect((await remove(`/groups/${staff}`)).status).toBe(200);
        expect(store.configurationTemplates.get(id)).toMatchObject({
            break_glass_user_ids: [],
            visibility: { visibility: "LIMITED", visibility_group_ids: [] },
        });
    });

    async function withUser() {
        const h = await openWithTemplate();
        const user = h.store.users.all().find((one) => one.first_name === "Hugo")?.user_id;
        return { ...h, user };
    }

    test("409 for deleting a group in a condition of its request configurations", async () => {
        const { update, delete: remove, staff } = await openWithTemplate({ visibility: { visibility: "GLOBAL" } });
        await update({ request_configurations: [RULES, { ...RULES, priority: 1, condition: { group_ids: [staff] } }] });
        expect((await remove(`/groups/${staff}`)).status).toBe(409);
    });
});
