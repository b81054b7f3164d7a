import { expect, test } from "vitest";
import { NOBODY, open } from "../harness.js";

const SECRET = "only-the-connector-knows";
const custom_connector = { identifier: "billing", base_url: "https://billing.example/c", signing_secret: SECRET };

async function openWithApp(more: object = {}) {
    const h = await open();
    const { body: owner } = await h.post("/owners", { name: "Finance", user_ids: [] });
    const given = { name: "Billing", description: "", admin_owner_id: owner.owner_id, app_type: "CUSTOM_CONNECTOR" };
    const create = (fields: object = {}) => h.post("/apps", { ...given, custom_connector, ...fields });
    const { status, body: app } = await create(more);
    expect(status, JSON.stringify(app)).toBe(200);
    return { ...h, owner, create, app, path: `/apps/${app.app_id}` };
}

test("a connector is returned with its capabilities, but its secret is neither returned nor stored", async () => {
    const { app, get, path, service } = await openWithApp();
    const { signing_secret, ...shown } = custom_connector;
    expect(app).toMatchObject({
        visibility: "GLOBAL",
        visibility_group_ids: [],
        import_visibility: "GLOBAL",
        custom_connector: {
            ...shown,
            tls_mode: true,
            supports_groups: false,
            supports_nested_resources: false,
            supports_nested_groups: false,
            supports_event_ingestion: false,
        },
    });
    expect((await get(path)).body).toEqual(app);
    expect((await get("/apps")).body.apps).toContainEqual(app);
    expect(JSON.stringify([app, service.snapshot()])).not.toContain(SECRET);
});

test("an update does not change omitted properties or an omitted secret", async () => {
    const { app, put, path, service } = await openWithApp();
    const hash = () => service.store.connectorSecrets.get(app.app_id).hash;
    const before = hash();
    const { body } = await put(path, { custom_connector: { supports_groups: true } });
    expect(body).toEqual({ ...app, custom_connector: { ...app.custom_connector, supports_groups: true } });
    expect(hash()).toBe(before);
    await put(path, { custom_connector: { signing_secret: "another-one" } });
    expect(hash()).not.toBe(before);
});

test("deleting an app deletes its contents and all references to it", async () => {
    const { app, post, put, get, path, service, ...h } = await openWithApp();
    const { body: group } = await post("/groups", { name: "Payers", app_id: app.app_id, group_type: "SVC_GROUP" });
    await post("/resources", { name: "Ledger", app_id: app.app_id, resource_type: "CUSTOM" });
    await put(path, { visibility: "LIMITED", visibility_group_ids: [group.group_id] });
    expect((await h.delete(path)).status).toBe(200);
    expect((await get(path)).status).toBe(404);
    expect(JSON.stringify({ ...service.snapshot(), events: [], eventObjects: [] })).not.toContain(app.app_id);
});

test("deleting a visibility group removes it from the app, which stays LIMITED", async () => {
    const { app, post, put, get, path, ...h } = await openWithApp();
    const { body: group } = await post("/groups", { name: "Payers", app_id: app.app_id, group_type: "SVC_GROUP" });
    await put(path, { visibility: "LIMITED", visibility_group_ids: [group.group_id] });
    await h.delete(`/groups/${group.group_id}`);
    expect((await get(path)).body).toMatchObject({ visibility: "LIMITED", visibility_group_ids: [] });
});

test("invalid values are refused", async () => {
    const { create, put, path, service, ...h } = await openWithApp();
    for (const [fields, field] of [
        [{ app_type: "OKTA_DIRECTORY" }, "app_type"],
        [{ custom_connector: undefined }, "custom_connector"],
        [{ app_type: "CUSTOM" }, "custom_connector"],
        [{ admin_owner_id: NOBODY }, "admin_owner_id"],
        [{ name: " " }, "name"],
        [
            { visibility: "GLOBAL", visibility_group_ids: [service.store.groups.all()[0]?.group_id] },
            "visibility_group_ids",
        ],
        [{ visibility: "LIMITED", visibility_group_ids: [NOBODY] }, "visibility_group_ids[0]"],
        [{ custom_connector: { ...custom_connector, base_url: "billing" } }, "custom_connector.base_url"],
        [{ custom_connector: { ...custom_connector, signing_secret: "" } }, "custom_connector.signing_secret"],
    ] as const) {
        const { status, body } = await create(fields);
        expect([status, body.message], field).toEqual([400, expect.stringContaining(field)]);
    }
    expect((await put(path, { custom_connector: { identifier: "" } })).status).toBe(400);
    const directory = service.store.apps.all().find(({ app_type }) => app_type === "OKTA_DIRECTORY");
    for (const answer of [
        await put(`/apps/${directory?.app_id}`, { name: "x" }),
        await h.delete(`/apps/${directory?.app_id}`),
    ]) {
        expect([answer.status, answer.body.message]).toEqual([
            400,
            expect.stringContaining("Only CUSTOM and CUSTOM_CONNECTOR"),
        ]);
    }
});
