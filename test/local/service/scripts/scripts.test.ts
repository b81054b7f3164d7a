import { expect, test } from "vitest";
import { open } from "../harness.js";
import { RULES } from "../tidewater.js";

const SOURCE = "def main(request):\n    return request.approve()\n";

async function openWithScript(more: object = {}) {
    const h = await open();
    const { body: owner } = await h.post("/owners", { name: "Security", user_ids: [] });
    const given = { name: "Short requests", script: SOURCE, script_type: "REQUEST_REVIEW", owner_id: owner.owner_id };
    const create = (fields: object = {}) => h.post("/opal-scripts", { ...given, ...fields });
    const { status, body: script } = await create(more);
    expect(status, JSON.stringify(script)).toBe(200);
    const [reviewer] = h.service.store.scriptReviewers.where("opal_script_id", script.opal_script_id);
    return { ...h, owner, create, script, path: `/opal-scripts/${script.opal_script_id}`, reviewer };
}

test("only a review script has a service user, which is deleted with the script", async () => {
    const { script, reviewer, create, path, get, delete: del, post, service } = await openWithScript();
    expect(script).toEqual({
        opal_script_id: expect.any(String),
        name: "Short requests",
        script: SOURCE,
        script_type: "REQUEST_REVIEW",
        version: 1,
        updated_at: expect.any(String),
    });
    const user_id = String(reviewer?.user_id);
    expect((await get(`/user?user_id=${user_id}`)).body).toMatchObject({ full_name: "Short requests" });
    const query = { type: "NODE", query: { nodeFilters: { entityItemTypes: ["SERVICE_USER"] } } };
    expect(JSON.stringify((await post("/queries/run", query)).body)).toContain(user_id);
    const { body: other } = await create({ name: "Who is on duty", script_type: "CONTEXT_PROVIDER" });
    expect(service.store.scriptReviewers.where("opal_script_id", other.opal_script_id)).toEqual([]);
    expect((await del(path)).status).toBe(200);
    expect((await get(`/user?user_id=${user_id}`)).status).toBe(404);
    expect((await get(path)).status).toBe(404);
});

test("a changed source increases the version, and an unchanged one does not", async () => {
    const { put, path, reviewer, get } = await openWithScript();
    expect((await put(path, { script: SOURCE })).body.version).toBe(1);
    expect((await put(path, { script: "def main(request):\n    pass\n" })).body.version).toBe(2);
    const { body } = await put(path, { name: "Long requests" });
    expect(body).toMatchObject({ name: "Long requests", version: 2 });
    expect((await get(`/user?user_id=${reviewer?.user_id}`)).body.full_name).toBe("Long requests");
});

test("a script cannot be read by name if two scripts have that name", async () => {
    const { create, get, script } = await openWithScript();
    const byName = () => get(`/opal-scripts/name/${encodeURIComponent("Short requests")}`);
    expect((await byName()).body).toEqual(script);
    await create();
    expect((await byName()).status).toBe(400);
    expect((await get("/opal-scripts/name/Nobody")).status).toBe(404);
});

test("a missing owner, an empty name and an empty source are refused", async () => {
    const { create, put, path } = await openWithScript();
    for (const [fields, field] of [
        [{ owner_id: undefined }, "owner_id"],
        [{ name: " " }, "name"],
        [{ script: "" }, "script"],
    ] as const) {
        const { status, body } = await create(fields);
        expect([status, body.message], field).toEqual([400, expect.stringContaining(field)]);
    }
    expect((await put(path, { script: "" })).status).toBe(400);
});

test("a script in a reviewer stage cannot be deleted, and neither can its owner", async () => {
    const { owner, reviewer, path, delete: del, post, put, service, script } = await openWithScript();
    expect((await del(`/owners/${owner.owner_id}`)).body.message).toContain('owns the script "Short requests"');
    const [app] = service.store.apps.all();
    const { body: group } = await post("/groups", { name: "Pilots", app_id: app?.app_id, group_type: "SVC_GROUP" });
    const configuration = (stages: object[]) => ({
        groups: [
            {
                group_id: group.group_id,
                request_configurations: [{ ...RULES, reviewer_stages: stages }],
            },
        ],
    });
    const stage = {
        require_manager_approval: false,
        require_admin_approval: false,
        operator: "AND",
        owner_ids: [],
        service_user_ids: [reviewer?.user_id],
    };
    expect((await put("/groups", configuration([stage]))).status).toBe(200);
    const refused = await del(path);
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('the group "Pilots"')]);
    expect(service.store.scripts.has(script.opal_script_id)).toBe(true);
    expect(
        (await put("/groups", configuration([{ ...stage, service_user_ids: [], owner_ids: [owner.owner_id] }]))).status,
    ).toBe(200);
    expect((await del(path)).status).toBe(200);
});
