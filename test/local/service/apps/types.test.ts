import { expect, test } from "vitest";
import { normalType, sameType } from "../../../../src/local/service/apps/types.js";
import { openTidewater } from "../tidewater.js";

test("both spellings of a type are the same type, and other types are not", () => {
    expect(sameType("OPAL_GROUP", "SVC_GROUP")).toBe(true);
    expect(sameType("SVC_GROUP", "OPAL_GROUP")).toBe(true);
    expect(sameType("OPAL", "SVC")).toBe(true);
    expect(sameType("OPAL_GROUP", "OPAL_ROLE")).toBe(false);
    expect(sameType(undefined, "SVC")).toBe(false);
    expect(normalType("FUTURE_TYPE")).toBe("FUTURE_TYPE");
});

test("a type is returned as it was sent, and found by either spelling", async () => {
    const { group, resource, groupId, get, store, app_id } = await openTidewater();
    const ours = await group("Ours", "OPAL_GROUP");
    const role = await resource("Role", "OPAL_SCOPED_ROLE");
    expect(store.groups.get(ours).group_type).toBe("OPAL_GROUP");
    expect((await get(`/groups/${ours}`)).body.group_type).toBe("OPAL_GROUP");
    expect(store.resources.get(role).resource_type).toBe("OPAL_SCOPED_ROLE");
    for (const type of ["SVC_GROUP", "OPAL_GROUP"]) {
        const { body } = await get(`/groups?group_type_filter=${type}`);
        expect(body.results.map((one: { group_id: string }) => one.group_id)).toEqual([groupId("Everyone"), ours]);
    }
    const { body: roles } = await get("/resources?resource_type_filter=SVC_SCOPED_ROLE");
    expect(roles.results).toMatchObject([{ resource_id: role, resource_type: "OPAL_SCOPED_ROLE" }]);
    const { body: apps } = await get("/apps?app_type_filter=OPAL");
    expect(apps.apps).toMatchObject([{ app_id, app_type: "SVC" }]);
});

test("rules for a type apply to either spelling", async () => {
    const { post, app_id } = await openTidewater();
    const create = (more: object) => post("/groups", { name: "G", app_id, ...more });
    expect((await create({ group_type: "OPAL_ACCESS_RULE" })).status).toBe(400);
    const remote_info = { okta_group: { group_id: "00g1" } };
    expect((await create({ group_type: "OPAL_GROUP", remote_info })).body.message).toMatch(
        /^remote_info must be omitted/,
    );
});

test("a type that the service sets is spelled like the type of the organization's own app", async () => {
    const { post, get, store, app_id, admin } = await openTidewater();
    const suspended = { selectors: [], attribute_selectors: [{ attribute: "HR_IDP_STATUS", values: ["SUSPENDED"] }] };
    const rule = async (name: string) => {
        const more = { status: "ACTIVE", ruleClauses: { when: { clauses: [suspended] } } };
        const created = await post("/access-rules", { name, description: "", admin_owner_id: admin, ...more });
        expect(created.status, JSON.stringify(created.body)).toBe(201);
        return (await get(`/groups/${created.body.access_rule_id}`)).body.group_type;
    };
    expect(await rule("Ours")).toBe("SVC_ACCESS_RULE");
    store.apps.change(app_id, { app_type: "OPAL" });
    expect(await rule("Public")).toBe("OPAL_ACCESS_RULE");
});
