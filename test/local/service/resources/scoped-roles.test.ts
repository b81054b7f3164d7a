import { describe, expect, test } from "vitest";
import { open } from "../harness.js";
import { made, openTidewater } from "../tidewater.js";

const READ = { target_type: "GROUP", permission_name: "READ", allow_all: false };

async function openWithRole(type = "SVC_SCOPED_ROLE") {
    const t = await openTidewater();
    const id = await t.resource("Auditors", type);
    const path = `/resources/${id}/scoped-role-permissions`;
    const stored = () => t.store.resourceScopedRolePermissions.find(id)?.permissions;
    return { ...t, id, path, stored, set: (permissions: object[]) => t.put(path, { permissions }) };
}

describe.each(["SVC_SCOPED_ROLE", "OPAL_SCOPED_ROLE"])(
    "scoped role permissions of a resource of the type %s",
    (type) => {
        test("permissions are replaced together; omitted targets are an empty list", async () => {
            const { get, set, path, groupId, stored } = await openWithRole(type);
            expect((await get(path)).body).toEqual({ permissions: [] });
            const permissions = [
                { ...READ, target_ids: [groupId("Everyone")] },
                { target_type: "EVENT", permission_name: "EXPORT", allow_all: true },
            ];
            const answer = await set(permissions);
            expect(answer).toMatchObject({ status: 200, body: { permissions: [permissions[0], { target_ids: [] }] } });
            expect(stored()).toEqual(answer.body.permissions);
            expect((await get(path)).body).toEqual(answer.body);
            await set([READ]);
            expect(stored()).toEqual([{ ...READ, target_ids: [] }]);
        });
    },
);

test("400 on a resource of any other type", async () => {
    const { get, set, path, stored } = await openWithRole("SVC_ROLE");
    expect((await get(path)).body.message).toMatch(/must be a resource of type SVC_SCOPED_ROLE; .* SVC_ROLE\.$/);
    expect((await set([READ])).status).toBe(400);
    expect(stored()).toBeUndefined();
});

test("errors use the organization's spelling of the type", async () => {
    const { get, service } = await open({ publicSpelling: true });
    const other = service.store.resources.all().find(({ resource_type }) => resource_type !== "OPAL_SCOPED_ROLE");
    const { body } = await get(`/resources/${other?.resource_id}/scoped-role-permissions`);
    expect(body.message).toMatch(/must be a resource of type OPAL_SCOPED_ROLE;/);
});

test("a deleted group is removed from the targets, and a permission without other targets is deleted", async () => {
    const { set, groupId, group, stored, delete: remove } = await openWithRole();
    const gone = await group("Gone");
    await set([
        { ...READ, target_ids: [groupId("Everyone"), gone] },
        { ...READ, target_ids: [gone] },
        { ...READ, allow_all: true, target_ids: [gone] },
    ]);
    await remove(`/groups/${gone}`);
    expect(stored()).toEqual([
        { ...READ, target_ids: [groupId("Everyone")] },
        { ...READ, allow_all: true, target_ids: [] },
    ]);
});

test.each<[string, string, (t: Awaited<ReturnType<typeof openWithRole>>) => Promise<string>]>([
    ["RESOURCE", "/resources", ({ resource }) => resource("Gone")],
    [
        "BUNDLE",
        "/bundles",
        async ({ post, admin }) => (await made(post("/bundles", { name: "Gone", admin_owner_id: admin }))).bundle_id,
    ],
    ["OWNER", "/owners", async ({ post }) => (await made(post("/owners", { name: "Gone", user_ids: [] }))).owner_id],
    ["USER", "/users", async ({ user }) => user("Hugo")],
])("a deleted object is removed from the targets of the type %s", async (target_type, path, gone) => {
    const t = await openWithRole();
    const id = await gone(t);
    await made(t.set([{ ...READ, target_type, target_ids: [id] }]));
    await made(t.delete(`${path}/${id}`));
    expect(t.stored()).toEqual([]);
});
