import { describe, expect, test } from "vitest";
import { NOBODY } from "../harness.js";
import { openTidewater } from "../tidewater.js";

async function openWithResource() {
    const t = await openTidewater();
    const id = await t.resource("Depot");
    const update = (more: object, resource_id = id) => t.put("/resources", { resources: [{ resource_id, ...more }] });
    const create = (more: object) =>
        t.post("/resources", { name: "Dock", app_id: t.app_id, resource_type: "CUSTOM", ...more });
    const stored = (resourceId = id) => t.store.resources.get(resourceId);
    const names = async (query: string) => {
        const { body } = await t.get(`/resources${query}`);
        return body.results.map((one: { name: string }) => one.name);
    };
    return { ...t, id, update, create, stored, names };
}

describe("create", () => {
    test("refuses a parent, which only an update can set", async () => {
        const { create, id, store } = await openWithResource();
        const size = store.resources.size;
        expect(await create({ parent_resource_id: id })).toMatchObject({
            status: 400,
            body: {
                message:
                    "parent_resource_id cannot be set when a resource is created. Set it with PUT /resources afterwards.",
            },
        });
        expect(store.resources.size).toBe(size);
    });

    test.each([
        ["AWS_EC2_INSTANCE", { aws_ec2_instance: { instance_id: "i-1", region: "eu", account_id: "1" } }, "i-1"],
        ["GCP_BIG_QUERY_TABLE", { gcp_big_query_table: { project_id: "p", dataset_id: "d", table_id: "t" } }, "t"],
        ["SNOWFLAKE_SCHEMA", { snowflake_schema: { database_name: "d", schema_name: "s" } }, "s"],
        ["AWS_ACCOUNT", { aws_account: { account_id: "1", organizational_unit_id: "ou" } }, "1"],
    ])(
        "the remote id of %s is the id of the object itself, not of its account or project",
        async (resource_type, remote_info, id) => {
            const { create } = await openWithResource();
            expect((await create({ resource_type, remote_info })).body.remote_resource_id).toBe(id);
        },
    );
});

describe("hierarchy", () => {
    async function openWithTree() {
        const h = await openWithResource();
        const child = await h.resource("Crane");
        const leaf = await h.resource("Hook");
        await h.update({ parent_resource_id: h.id }, child);
        await h.update({ parent_resource_id: child }, leaf);
        const lists = (id: string) => {
            const { ancestor_resource_ids, descendant_resource_ids } = h.stored(id);
            return [ancestor_resource_ids, descendant_resource_ids];
        };
        return { ...h, child, leaf, lists };
    }

    test("a parent sets the ancestors and descendants at all levels", async () => {
        const { id, child, leaf, lists, get } = await openWithTree();
        expect(lists(id)).toEqual([[], [child, leaf]]);
        expect(lists(child)).toEqual([[id], [leaf]]);
        expect(lists(leaf)).toEqual([[child, id], []]);
        expect((await get(`/resources/${leaf}`)).body).toMatchObject({
            parent_resource_id: child,
            ancestor_resource_ids: [child, id],
        });
    });

    test("null removes a resource from its parent, together with its descendants", async () => {
        const { id, child, leaf, lists, update, stored } = await openWithTree();
        await update({ name: "Left alone" }, child);
        expect(stored(child).parent_resource_id).toBe(id);
        await update({ parent_resource_id: null }, child);
        expect(stored(child)).not.toHaveProperty("parent_resource_id");
        expect(lists(id)).toEqual([[], []]);
        expect(lists(leaf)).toEqual([[child], []]);
    });

    test("400 for the resource itself and for a descendant", async () => {
        const { id, leaf, update, lists } = await openWithTree();
        const before = lists(id);
        expect((await update({ parent_resource_id: id })).status).toBe(400);
        expect((await update({ parent_resource_id: leaf })).body.message).toMatch(/must not be the resource itself/);
        expect(lists(id)).toEqual(before);
    });

    test("lists filter by parent, and by ancestor for all descendants", async () => {
        const { id, names } = await openWithTree();
        expect(await names(`?parent_resource_id=${id}`)).toEqual(["Crane"]);
        expect(await names(`?ancestor_resource_id=${id}`)).toEqual(["Crane", "Hook"]);
        expect(await names(`?ancestor_resource_id=${NOBODY}`)).toEqual([]);
    });

    test("children of a deleted resource have no parent", async () => {
        const { id, child, leaf, lists, stored, delete: remove } = await openWithTree();
        await remove(`/resources/${id}`);
        expect(stored(child)).not.toHaveProperty("parent_resource_id");
        expect(lists(child)).toEqual([[], [leaf]]);
        expect(lists(leaf)).toEqual([[child], []]);
    });
});

test("an update changes the settings that only resources have", async () => {
    const { update, stored } = await openWithResource();
    const ticket_propagation = { enabled_on_grant: true, enabled_on_revocation: false };
    await update({ require_mfa_to_connect: true, ticket_propagation });
    expect(stored()).toMatchObject({ require_mfa_to_connect: true, ticket_propagation });
});

test("the list filter for the remote id requires the type", async () => {
    const { get, names, resource } = await openWithResource();
    const remote_info = { aws_iam_role: { arn: "arn:aws:iam::1:role/a", account_id: "1" } };
    await resource("Role", "AWS_IAM_ROLE", { remote_info });
    const query = `remote_id=${encodeURIComponent("arn:aws:iam::1:role/a")}`;
    expect(await names(`?${query}&resource_type_filter=AWS_IAM_ROLE`)).toEqual(["Role"]);
    expect(await names(`?${query}&resource_type_filter=CUSTOM`)).toEqual([]);
    expect(await names("?remote_id=1&resource_type_filter=AWS_IAM_ROLE")).toEqual([]);
    expect((await get(`/resources?${query}`)).status).toBe(400);
});
