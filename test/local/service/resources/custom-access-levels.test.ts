import { describe, expect, test } from "vitest";
import { made, minutesOn, NOW, openTidewater } from "../tidewater.js";

const READ = { access_level: { access_level_name: "Reader", access_level_remote_id: "read" } };

async function openWithResource(type = "CUSTOM") {
    const t = await openTidewater();
    const id = await t.resource("Ledger", type);
    const path = `/resources/${id}/custom-access-levels`;
    const levels = (resource: string) =>
        t.store.resourceCustomAccessLevels.where("resource_id", resource).map((level) => level.access_level_remote_id);
    const names = (resource: string) =>
        t.store.resourceAccessLevels.where("resource_id", resource).map((level) => level.access_level_name);
    return { ...t, id, path, levels, names };
}

/** A cluster with two instances, and a role, whose type does not support levels. */
async function openWithChildren() {
    const h = await openWithResource("AWS_RDS_POSTGRES_CLUSTER");
    const one = await h.resource("One", "AWS_RDS_POSTGRES_INSTANCE");
    const two = await h.resource("Two", "AWS_RDS_POSTGRES_INSTANCE");
    const role = await h.resource("Role", "AWS_IAM_ROLE");
    const under = (resource_id: string) => ({ resource_id, parent_resource_id: h.id });
    await made(h.put("/resources", { resources: [under(one), under(two), under(role)] }));
    return { ...h, one, two, role };
}

describe("create", () => {
    test("returns the level with its defaults, and adds it to the levels of the resource", async () => {
        const { post, get, path, id } = await openWithResource();
        const answer = await post(path, READ);
        expect(answer.status).toBe(200);
        expect(answer.body).toEqual({
            resource_custom_access_level_id: expect.any(String),
            resource_id: id,
            ...READ,
            policy: null,
            requestable_by_default: false,
            stackable_sensitivity_index: null,
            member_resource_ids: [],
            created_at: NOW,
            updated_at: NOW,
        });
        expect((await get(path)).body).toEqual({ custom_access_levels: [answer.body] });
        expect((await get(`/resources/${id}/access_levels`)).body).toEqual({ results: [READ.access_level] });
    });

    test("409 if the remote id already exists, for a custom level or another one", async () => {
        const { post, path, id, store, levels } = await openWithResource();
        await post(path, READ);
        expect((await post(path, READ)).status).toBe(409);
        store.resourceAccessLevels.set({ resource_id: id, access_level_name: "W", access_level_remote_id: "write" });
        const write = { access_level: { access_level_name: "Writer", access_level_remote_id: "write" } };
        expect((await post(path, write)).body.message).toMatch(
            /^access_level\.access_level_remote_id: .* already has the access level /,
        );
        expect(levels(id)).toEqual(["read"]);
    });

    test("400 for a type without custom levels and for the default level", async () => {
        const { post, get, resource, path, id, levels } = await openWithResource();
        const role = await resource("Role", "AWS_IAM_ROLE");
        expect((await post(`/resources/${role}/custom-access-levels`, READ)).status).toBe(400);
        expect((await get(`/resources/${role}/custom-access-levels`)).body.message).toMatch(
            /of type AWS_IAM\w* do not support custom access levels/,
        );
        const none = { access_level: { access_level_name: "", access_level_remote_id: "" } };
        expect((await post(path, none)).status).toBe(400);
        expect(levels(id)).toEqual([]);
    });
});

describe("update", () => {
    test("changes only what is sent; the sensitivity index is cleared only by its own flag", async () => {
        const { post, call, path, id, names, passMinutes, store } = await openWithResource();
        await post(path, { ...READ, policy: "select", stackable_sensitivity_index: 3 });
        passMinutes(5);
        const answer = await call("PATCH", `${path}/read`, {
            access_level_name: "Viewer",
            requestable_by_default: true,
        });
        expect(answer).toMatchObject({
            status: 200,
            body: {
                access_level: { access_level_name: "Viewer", access_level_remote_id: "read" },
                policy: "select",
                requestable_by_default: true,
                stackable_sensitivity_index: 3,
                created_at: NOW,
                updated_at: minutesOn(5),
            },
        });
        expect(names(id)).toEqual(["Viewer"]);
        await call("PATCH", `${path}/read`, { clear_stackable_sensitivity_index: true });
        expect(store.resourceCustomAccessLevels.get(id, "read")).toMatchObject({
            policy: "select",
            stackable_sensitivity_index: null,
        });
    });

    test("400 for a sensitivity index together with the flag to clear it; 404 for an unknown level", async () => {
        const { post, call, path, id, store } = await openWithResource();
        await post(path, READ);
        const both = { stackable_sensitivity_index: 1, clear_stackable_sensitivity_index: true };
        expect((await call("PATCH", `${path}/read`, both)).status).toBe(400);
        expect(store.resourceCustomAccessLevels.get(id, "read").stackable_sensitivity_index).toBeNull();
        expect((await call("PATCH", `${path}/write`, { policy: "" })).status).toBe(404);
    });

    test("accepts percent-encoded remote ids with slashes and colons", async () => {
        const { post, call, path, id, store } = await openWithResource();
        const arn = "arn:aws:iam::1:role/reader";
        await post(path, { access_level: { access_level_name: "Reader", access_level_remote_id: arn } });
        const answer = await call("PATCH", `${path}/${encodeURIComponent(arn)}`, { policy: "p" });
        expect(answer.status).toBe(200);
        expect(store.resourceCustomAccessLevels.get(id, arn).policy).toBe("p");
    });
});

describe("delete", () => {
    test("also removes the access at that level, but not at other levels", async () => {
        const {
            post,
            delete: remove,
            path,
            id,
            admin,
            user,
            groupId,
            resource,
            store,
            levels,
        } = await openWithResource();
        const robot = await resource("Robot", "GCP_SERVICE_ACCOUNT");
        const { bundle_id } = await made(post("/bundles", { name: "B", admin_owner_id: admin }));
        await made(post(`/resources/${id}/users/${user("Bruno")}`));
        await post(path, READ);
        const at = { duration_minutes: 0, access_level_remote_id: "read" };
        await made(post(`/resources/${id}/users/${user("Bruno")}`, at));
        await made(post(`/resources/${id}/non-human-identities/${robot}`, at));
        await made(post(`/groups/${groupId("Everyone")}/resources/${id}`, at));
        await made(post(`/bundles/${bundle_id}/resources`, { resource_id: id, access_level_remote_id: "read" }));
        await post(path, { access_level: { access_level_name: "Writer", access_level_remote_id: "write" } });
        await made(post(`/bundles/${bundle_id}/resources`, { resource_id: id, access_level_remote_id: "write" }));

        expect(await remove(`${path}/read`)).toMatchObject({ status: 200, body: undefined });

        expect(levels(id)).toEqual(["write"]);
        expect(store.resourceAccessLevels.where("resource_id", id)).toHaveLength(1);
        expect(store.resourceUsers.all().map((grant) => grant.access_level_remote_id)).toEqual([""]);
        expect(store.resourceNonHumanIdentities.size).toBe(0);
        expect(store.groupResources.size).toBe(0);
        expect(store.bundleResources.all()).toMatchObject([{ access_level_remote_id: "write" }]);
        expect(store.bundles.get(bundle_id).total_num_items).toBe(1);
        expect((await remove(`${path}/read`)).status).toBe(404);
    });

    test("cancels requests for that level, but not for others", async () => {
        const { post, delete: remove, path, id, store } = await openWithResource();
        await post(path, READ);
        await post(path, { access_level: { access_level_name: "Writer", access_level_remote_id: "write" } });
        const ask = async (access_level_remote_id: string) => {
            const resources = [{ id, access_level_remote_id }];
            const asked = await made(post("/requests", { resources, groups: [], reason: "r", duration_minutes: 60 }));
            return asked.id as string;
        };
        const [read, write] = [await ask("read"), await ask("write")];
        await made(remove(`${path}/read`));
        expect(store.requests.get(read).status).toBe("CANCELED");
        expect(store.requests.get(write).status).toBe("PENDING");
    });

    test("404 for a level of the resource that is not a custom one", async () => {
        const { delete: remove, path, id, store } = await openWithResource();
        store.resourceAccessLevels.set({ resource_id: id, access_level_name: "W", access_level_remote_id: "write" });
        expect((await remove(`${path}/write`)).status).toBe(404);
        expect(store.resourceAccessLevels.has(id, "write")).toBe(true);
    });
});

describe("custom levels of a parent type", () => {
    test("a level is created on every child that can have it", async () => {
        const { post, path, one, two, role, id, levels } = await openWithChildren();
        const answer = await post(path, READ);
        expect(answer.body).toMatchObject({ resource_id: id, member_resource_ids: [one, two] });
        expect([id, one, two, role].map(levels)).toEqual([["read"], ["read"], ["read"], []]);
    });

    test("the list aggregates over the children and contains the ids of those with a level", async () => {
        const { post, get, delete: remove, path, one, two, id } = await openWithChildren();
        await post(path, READ);
        const write = { access_level: { access_level_name: "Writer", access_level_remote_id: "write" } };
        await made(post(`/resources/${two}/custom-access-levels`, write));
        await made(remove(`/resources/${one}/custom-access-levels/read`));
        const { body } = await get(path);
        expect(body.custom_access_levels).toMatchObject([
            { resource_id: id, ...READ, member_resource_ids: [two] },
            { resource_id: id, ...write, member_resource_ids: [two] },
        ]);
    });

    test("409 if one child already has the level, and nothing is created", async () => {
        const { post, path, one, two, id, levels } = await openWithChildren();
        await made(post(`/resources/${two}/custom-access-levels`, READ));
        expect((await post(path, READ)).status).toBe(409);
        expect([id, one, two].map(levels)).toEqual([[], [], ["read"]]);
    });

    test("an update and a delete apply to the children", async () => {
        const { post, call, delete: remove, path, one, two, id, names, levels, store } = await openWithChildren();
        await post(path, READ);
        await call("PATCH", `${path}/read`, { access_level_name: "Viewer", policy: "p" });
        expect([id, one, two].map(names)).toEqual([["Viewer"], ["Viewer"], ["Viewer"]]);
        expect(store.resourceCustomAccessLevels.get(two, "read").policy).toBe("p");
        await remove(`${path}/read`);
        expect([id, one, two].map(levels)).toEqual([[], [], []]);
    });
});
