import { describe, expect, test } from "vitest";
import { NOBODY } from "../harness.js";
import { isPresent, made, openTidewater } from "../tidewater.js";

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

const RULES = {
    allow_requests: true,
    auto_approval: false,
    require_mfa_to_request: false,
    require_support_ticket: false,
    priority: 0,
};

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

    test("sets the defaults: owner and reviewers of the app, global visibility, no audit channels", async () => {
        const { create, get, admin, app_id, store } = await openWithResource();
        const answer = await create({ description: "Two cranes", risk_sensitivity_override: "LOW" });
        const id = answer.body.resource_id;
        expect(answer).toMatchObject({
            status: 200,
            body: {
                app_id,
                name: "Dock",
                description: "Two cranes",
                admin_owner_id: admin,
                resource_type: "CUSTOM",
                is_requestable: true,
                require_mfa_to_approve: false,
                require_mfa_to_connect: false,
                request_configurations: [{ ...RULES, condition: null, reviewer_stages: [{ owner_ids: [admin] }] }],
                custom_request_notification: null,
                risk_sensitivity: "LOW",
                risk_sensitivity_override: "LOW",
                ancestor_resource_ids: [],
                descendant_resource_ids: [],
            },
        });
        expect(store.resources.get(id)).toEqual(answer.body);
        expect((await get(`/resources/${id}`)).body).toEqual(answer.body);
        expect((await get(`/resources/${id}/visibility`)).body).toEqual({
            visibility: "GLOBAL",
            visibility_group_ids: [],
        });
        expect((await get(`/resources/${id}/message-channels`)).body).toEqual({ channels: [] });
        expect((await get(`/resources/${id}/access_levels`)).body).toEqual({ results: [] });
    });

    test("imports a resource by the remote_info of its type, only once", async () => {
        const { create, store } = await openWithResource();
        const remote_info = { github_repo: { repo_name: "cranes", org_name: "tidewater" } };
        const answer = await create({ resource_type: "GIT_HUB_REPO", remote_info });
        expect(answer.body).toMatchObject({ remote_info, remote_resource_name: "Dock", remote_resource_id: "cranes" });
        expect((await create({ resource_type: "GIT_HUB_REPO", remote_info })).status).toBe(409);
        const before = store.resources.size;
        const wrong = await create({ resource_type: "OKTA_APP", remote_info });
        expect(wrong.body.message).toBe("remote_info must have exactly one field, okta_app; found github_repo.");
        expect((await create({ resource_type: "OKTA_ROLE", remote_info })).body.message).toMatch(
            /okta_standard_role or okta_custom_role/,
        );
        expect((await create({ remote_info })).body.message).toMatch(/must be omitted for the type CUSTOM/);
        expect((await create({ resource_type: "FUTURE_TYPE", remote_info })).status).toBe(200);
        expect(store.resources.size).toBe(before + 1);
    });

    test("the old forms of remote_info are kept as sent", async () => {
        const { create, names } = await openWithResource();
        const answer = await create({ remote_resource_id: "dock-7", metadata: "{}" });
        expect(answer.body).toMatchObject({ remote_resource_id: "dock-7", metadata: "{}" });
        expect(await names("?remote_id=dock-7&resource_type_filter=CUSTOM")).toEqual(["Dock"]);
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

    test("400 for an unknown app or an invalid value", async () => {
        const { create } = await openWithResource();
        expect((await create({ app_id: NOBODY })).body.message).toBe(`app_id: the app ${NOBODY} does not exist.`);
        expect((await create({ resource_type: 7 })).status).toBe(400);
        expect((await create({ custom_request_notification: "x".repeat(801) })).status).toBe(400);
    });
});

describe("bulk update", () => {
    test("keeps omitted properties, replaces lists, and returns the changed properties", async () => {
        const { update, stored, id } = await openWithResource();
        const before = stored();
        const info = {
            name: "Pier",
            require_mfa_to_connect: true,
            ticket_propagation: { enabled_on_grant: true, enabled_on_revocation: false },
            risk_sensitivity_override: "HIGH",
            match_remote_name: true,
        };
        expect(await update(info)).toMatchObject({ status: 200, body: { resources: [{ resource_id: id, ...info }] } });
        expect(stored()).toEqual({ ...before, ...info, risk_sensitivity: "HIGH" });
        await update({ request_configurations: [{ ...RULES, allow_requests: false }] });
        expect(stored().is_requestable).toBe(false);
        expect(stored().request_configurations).toHaveLength(1);
    });

    test("cannot change app, type or remote_info", async () => {
        const { update, stored } = await openWithResource();
        const before = stored();
        await update({ app_id: NOBODY, resource_type: "OKTA_APP", remote_info: { okta_app: { app_id: "1" } } });
        expect(stored()).toEqual(before);
    });

    test("404 for an unknown id, 400 with the path of an invalid value, and nothing is changed", async () => {
        const { put, update, stored, id } = await openWithResource();
        const before = stored();
        const resources = [{ resource_id: id, name: "Pier" }, { resource_id: NOBODY }];
        expect((await put("/resources", { resources })).status).toBe(404);
        expect((await update({ name: "Pier", admin_owner_id: NOBODY })).body.message).toBe(
            `resources[0].admin_owner_id: the owner ${NOBODY} does not exist.`,
        );
        expect((await update({ request_configurations: [] })).body.message).toMatch(
            /^resources\[0\]\.request_configurations must contain the default/,
        );
        expect((await update({ configuration_template_id: NOBODY })).status).toBe(400);
        expect(stored()).toEqual(before);
    });

    test("old top-level settings apply to the default configuration; 0 clears the recommended duration", async () => {
        const { update, stored } = await openWithResource();
        await update({
            max_duration: 600,
            recommended_duration: -1,
            extensions_duration_in_minutes: 5,
            require_mfa_to_request: true,
            require_support_ticket: true,
            require_manager_approval: true,
            is_requestable: false,
        });
        const first = () => stored().request_configurations?.[0];
        expect(first()).toMatchObject({
            max_duration_minutes: 600,
            recommended_duration_minutes: -1,
            extensions_duration_in_minutes: 5,
            require_mfa_to_request: true,
            require_support_ticket: true,
            allow_requests: false,
            reviewer_stages: [{ require_manager_approval: true }],
        });
        expect(stored().is_requestable).toBe(false);
        expect(stored()).not.toHaveProperty("max_duration");
        await update({ recommended_duration: 0 });
        expect(first()).not.toHaveProperty("recommended_duration_minutes");
        expect(first()?.max_duration_minutes).toBe(600);
    });

    test("null detaches a template, whose settings become those of the resource; an omitted template is not changed", async () => {
        const { update, get, post, stored, admin, id, groupId } = await openWithResource();
        const visibility = { visibility: "LIMITED", visibility_group_ids: [groupId("Everyone")] };
        const { configuration_template_id } = await made(
            post("/configuration-templates", {
                name: "Strict",
                admin_owner_id: admin,
                visibility,
                require_mfa_to_approve: true,
                require_mfa_to_connect: false,
                request_configurations: [{ ...RULES, max_duration_minutes: 30 }],
            }),
        );
        await update({ configuration_template_id });
        await update({ description: "Attached" });
        expect(stored().configuration_template_id).toBe(configuration_template_id);
        await update({ configuration_template_id: null });
        expect(stored()).not.toHaveProperty("configuration_template_id");
        expect(stored().require_mfa_to_approve).toBe(true);
        expect(stored().request_configurations?.[0]?.max_duration_minutes).toBe(30);
        expect((await get(`/resources/${id}/visibility`)).body).toEqual(visibility);
    });
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

    test("400 for an unknown parent, for the resource itself and for a descendant", async () => {
        const { id, leaf, update, lists } = await openWithTree();
        const before = lists(id);
        expect((await update({ parent_resource_id: NOBODY })).body.message).toBe(
            `resources[0].parent_resource_id: the resource ${NOBODY} does not exist.`,
        );
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

describe("list filters", () => {
    test("match by ids, type, name and any of the tags", async () => {
        const { id, names, resource, store } = await openWithResource();
        const repo = await resource("Depot code", "GIT_HUB_REPO");
        expect(await names(`?resource_ids=${repo},${id},${NOBODY}`)).toEqual(["Depot", "Depot code"]);
        expect(await names(`?resource_ids=${repo}&resource_ids=${id}`)).toEqual(["Depot", "Depot code"]);
        expect(await names("?resource_type_filter=GIT_HUB_REPO")).toEqual(["Depot code"]);
        expect(await names("?resource_name=Depot")).toEqual(["Depot"]);
        expect(await names("?resource_name=depot")).toEqual([]);
        const [first, second] = store.tags.all().map((tag) => tag.tag_id);
        store.resourceTags.set({ tag_id: String(first), resource_id: repo });
        expect(await names(`?tag_ids=${first}&tag_ids=${second}`)).toEqual(["Depot code"]);
        expect(await names(`?tag_ids=${second}`)).toEqual([]);
    });

    test("require the type together with the remote id", async () => {
        const { get, names, resource } = await openWithResource();
        const remote_info = { aws_iam_role: { arn: "arn:aws:iam::1:role/a", account_id: "1" } };
        await resource("Role", "AWS_IAM_ROLE", { remote_info });
        const query = `remote_id=${encodeURIComponent("arn:aws:iam::1:role/a")}`;
        expect(await names(`?${query}&resource_type_filter=AWS_IAM_ROLE`)).toEqual(["Role"]);
        expect(await names(`?${query}&resource_type_filter=CUSTOM`)).toEqual([]);
        expect(await names("?remote_id=1&resource_type_filter=AWS_IAM_ROLE")).toEqual([]);
        expect((await get(`/resources?${query}`)).body.message).toBe(
            "resource_type_filter is required when remote_id is set.",
        );
    });

    test("are applied page by page", async () => {
        const { get, store } = await openWithResource();
        const { body } = await get("/resources?page_size=2");
        expect(body.results).toHaveLength(2);
        const { body: rest } = await get(`/resources?page_size=2&cursor=${body.next}`);
        expect([...body.results, ...rest.results]).toEqual(store.resources.all());
        expect((await get("/resources?page_size=1001")).status).toBe(400);
    });
});

describe("delete", () => {
    test("also removes everything that belongs to the resource", async () => {
        const h = await openWithResource();
        const { store, post, put, id, user, groupId, admin, resource } = h;
        const identity = await resource("Robot", "GCP_SERVICE_ACCOUNT");
        const role = await resource("Role", "SVC_SCOPED_ROLE");
        const bundle = await made(post("/bundles", { name: "B", admin_owner_id: admin }));
        const everyone = groupId("Everyone");
        await made(post(`/bundles/${bundle.bundle_id}/resources`, { resource_id: id }));
        await made(post(`/resources/${id}/users/${user("Bruno")}`));
        await made(post(`/resources/${id}/non-human-identities/${identity}`));
        await made(post(`/groups/${everyone}/resources/${id}`));
        await made(post(`/idp-group-mappings/${id}/groups/${everyone}`));
        const permission = { target_type: "RESOURCE", permission_name: "READ", allow_all: false };
        const permissions = [
            { ...permission, target_ids: [id] },
            { ...permission, target_ids: [id, role] },
        ];
        await made(put(`/resources/${role}/scoped-role-permissions`, { permissions }));
        const access_level = { access_level_name: "Reader", access_level_remote_id: "read" };
        await made(post(`/resources/${id}/custom-access-levels`, { access_level }));
        store.resourceTags.set({ tag_id: String(store.tags.all()[0]?.tag_id), resource_id: id });
        const channels = store.messageChannels.all().map((channel) => channel.message_channel_id);
        await made(put(`/resources/${id}/message-channels`, { message_channel_ids: channels }));

        expect(await h.delete(`/resources/${id}`)).toMatchObject({ status: 200, body: undefined });

        expect((await h.get(`/resources/${id}`)).status).toBe(404);
        expect(store.bundles.get(bundle.bundle_id).total_num_resources).toBe(0);
        // A permission without targets would apply to everything.
        expect(store.resourceScopedRolePermissions.get(role).permissions).toEqual([
            { ...permission, target_ids: [role] },
        ]);
        expect(isPresent(h.service, id)).toBe(false);
    });

    test("also removes the access of a deleted identity", async () => {
        const { store, post, id, resource, delete: remove } = await openWithResource();
        const identity = await resource("Robot", "GCP_SERVICE_ACCOUNT");
        await made(post(`/resources/${id}/non-human-identities/${identity}`));
        await remove(`/resources/${identity}`);
        expect(store.resourceNonHumanIdentities.size).toBe(0);
    });

    test("404 for an unknown resource", async () => {
        const { delete: remove } = await openWithResource();
        expect((await remove(`/resources/${NOBODY}`)).status).toBe(404);
    });
});
