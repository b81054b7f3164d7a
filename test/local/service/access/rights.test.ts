import { describe, expect, test } from "vitest";
import { open } from "../harness.js";
import { made, minutesOn, openTidewater } from "../tidewater.js";

const TOKEN = "bruno's token";
const MEMBER = { token: TOKEN, email: "bruno@tidewater.example", role: "MEMBER" } as const;

describe("a member", () => {
    test("gets the reason for a refusal", async () => {
        const { callAs } = await open({ tokens: [MEMBER] });
        const { status, body } = await callAs(TOKEN, "POST", "/owners", { name: "Mine", user_ids: [] });
        expect(status).toBe(403);
        expect(body).toMatchObject({ code: "forbidden" });
        expect(body.message).toMatch(
            /^Only administrators can call createOwner \(.*\), but this token belongs to a member\.$/,
        );
    });

    test("is the user of the token", async () => {
        const { callAs, service } = await open({ tokens: [MEMBER] });
        const bruno = service.store.users.all()[1];
        expect((await callAs(TOKEN, "GET", "/users/whoami")).body).toEqual({ ...bruno, manager_id: null });
    });
});

describe("a member who leads a group", () => {
    async function openWithLeader() {
        const t = await openTidewater({ tokens: [MEMBER] });
        const [led, other] = [await t.group("Led"), await t.group("Other")];
        const leaders = { groups: [{ group_id: led, group_leader_user_ids: [t.user("Bruno")] }] };
        await made(t.put("/groups", leaders));
        const as = (method: string, path: string, body?: unknown) => t.callAs(TOKEN, method, path, body);
        const members = (group: string) => t.store.groupUsers.where("group_id", group).map((one) => one.user_id);
        return { ...t, led, other, as, members };
    }

    test("does not become a member of the group by leading it", async () => {
        const { get, led, members } = await openWithLeader();
        expect(members(led)).toEqual([]);
        expect((await get(`/groups/${led}/users`)).body.results).toEqual([]);
    });

    test("can add, change and remove its members, but not those of another group", async () => {
        const { as, led, other, user, members, store } = await openWithLeader();
        const at = (group: string) => `/groups/${group}/users/${user("Hugo")}`;
        expect((await as("POST", at(led))).status).toBe(200);
        expect((await as("PUT", at(led), { duration_minutes: 60 })).status).toBe(200);
        expect(store.groupUsers.where("group_id", led)).toMatchObject([{ expiration_date: minutesOn(60) }]);
        expect((await as("DELETE", at(led))).status).toBe(200);
        expect(members(led)).toEqual([]);
        const refused = await as("POST", at(other));
        expect(refused.status).toBe(403);
        expect(refused.body.message).toMatch(
            /^Only an administrator of the organization, or of the group or resource in the path, can call addGroupUser \(.*\)\.$/,
        );
        expect(members(other)).toEqual([]);
    });

    test("can remove resources from it, but not add any", async () => {
        const { as, post, put, resource, led, store } = await openWithLeader();
        const [kept, taken, more] = [await resource("Kept"), await resource("Taken"), await resource("More")];
        for (const id of [kept, taken]) await made(post(`/groups/${led}/resources/${id}`));
        const set = (...ids: string[]) =>
            as("PUT", `/groups/${led}/resources`, { resources: ids.map((resource_id) => ({ resource_id })) });
        const linked = () => store.groupResources.where("group_id", led).map((link) => link.resource_id);
        expect((await set(kept, more)).status).toBe(403);
        await made(put(`/resources/${more}/visibility`, { visibility: "LIMITED" }));
        const { status, body } = await set(kept, more);
        expect([status, body.message]).toEqual([400, `resources[1].resource_id: the resource ${more} does not exist.`]);
        expect(linked()).toEqual([kept, taken]);
        expect((await set(kept)).status).toBe(200);
        expect(linked()).toEqual([kept]);
        expect((await as("POST", `/groups/${led}/resources/${kept}`)).status).toBe(403);
    });

    test("has no access to its resources until they add themselves", async () => {
        const { as, post, put, resource, led, user, store } = await openWithLeader();
        const hidden = await resource("Hidden");
        await made(put(`/resources/${hidden}/visibility`, { visibility: "LIMITED" }));
        await made(post(`/groups/${led}/resources/${hidden}`));
        expect((await as("GET", `/resources/${hidden}`)).status).toBe(404);
        // Resources that the leader cannot see stay when they replace the set.
        expect((await as("PUT", `/groups/${led}/resources`, { resources: [] })).status).toBe(200);
        expect(store.groupResources.where("group_id", led)).toHaveLength(1);
        await made(as("POST", `/groups/${led}/users/${user("Bruno")}`));
        expect((await as("GET", `/resources/${hidden}`)).status).toBe(200);
        expect((await as("PUT", `/groups/${led}/resources`, { resources: [] })).status).toBe(200);
        expect(store.groupResources.where("group_id", led)).toEqual([]);
    });

    test("can request access on its behalf, which other members cannot", async () => {
        const { as, resource, led, other, store } = await openWithLeader();
        const ask = async (target_group_id: string) => {
            const resources = [{ id: await resource("Wanted") }];
            const body = { resources, groups: [], reason: "Audit", duration_minutes: 60, target_group_id };
            return as("POST", "/requests", body);
        };
        const refused = await ask(other);
        expect(refused.status).toBe(403);
        expect(refused.body.message).toMatch(/^target_group_id\b/);
        expect(store.requests.size).toBe(0);
        expect((await ask(led)).status).toBe(200);
        expect(store.requests.all()).toMatchObject([{ target_group_id: led }]);
    });

    test("can only read with a read-only token", async () => {
        const { as, led, user, members, store } = await openWithLeader();
        const token = store.tokens.all().find((one) => one.user_id === user("Bruno"));
        store.tokens.change(token?.token_id ?? "", { access_level: "READ_ONLY" });
        expect((await as("POST", `/groups/${led}/users/${user("Hugo")}`)).status).toBe(403);
        expect(members(led)).toEqual([]);
    });
});

describe("a member who administers something", () => {
    test("can change who has access to their own groups and resources, but nothing else", async () => {
        const t = await openTidewater({ tokens: [MEMBER] });
        const as = (method: string, path: string, body?: unknown) => t.callAs(TOKEN, method, path, body);
        const [group, resource] = [await t.group("Owned"), await t.resource("Owned")];
        const adds = async () => [
            (await as("POST", `/groups/${group}/users/${t.user("Hugo")}`)).status,
            (await as("POST", `/resources/${resource}/users/${t.user("Hugo")}`)).status,
        ];
        expect(await adds()).toEqual([403, 403]);
        const owner = (await t.post("/owners", { name: "Mine", user_ids: [t.user("Bruno")] })).body.owner_id;
        await made(t.put("/groups", { groups: [{ group_id: group, admin_owner_id: owner }] }));
        await made(t.put("/resources", { resources: [{ resource_id: resource, admin_owner_id: owner }] }));
        expect(await adds()).toEqual([200, 200]);
        expect((await as("PUT", "/groups", { groups: [{ group_id: group, name: "Mine" }] })).status).toBe(403);
    });

    test.each([
        ["READ", "GROUP", "group", [403, 403]],
        ["EDIT_ASSIGNMENTS", "GROUP", "group", [200, 403]],
        ["EDIT_ASSIGNMENTS", "GROUP", "nothing", [200, 403]],
        ["EDIT_ASSIGNMENTS", "RESOURCE", "parent", [404, 200]],
        ["EDIT_ASSIGNMENTS", "CONNECTION", "app", [200, 200]],
        ["EDIT_ASSIGNMENTS", "OWNER", "owner", [200, 200]],
    ] as const)(
        "has the permissions of a custom role: %s on %s of %s",
        async (permission_name, target_type, of, expected) => {
            const t = await openTidewater({ tokens: [MEMBER] });
            const as = (method: string, path: string) => t.callAs(TOKEN, method, path);
            const [group, parent, resource] = [
                await t.group("Group"),
                await t.resource("Parent"),
                await t.resource("Below"),
            ];
            await made(t.put("/resources", { resources: [{ resource_id: resource, parent_resource_id: parent }] }));
            const { app_id: app = "", admin_owner_id: owner = "" } = t.store.groups.get(group);
            const role = { name: "Role", resource_type: "SVC_SCOPED_ROLE", app_id: app };
            const { resource_id } = (await t.post("/resources", role)).body;
            const target_ids = { group: [group], parent: [parent], app: [app], owner: [owner], nothing: [] }[of];
            const permissions = [{ permission_name, target_type, target_ids, allow_all: false }];
            await made(t.put(`/resources/${resource_id}/scoped-role-permissions`, { permissions }));
            await made(t.post(`/resources/${resource_id}/users/${t.user("Bruno")}`));
            await made(t.put(`/groups/${group}/visibility`, { visibility: "LIMITED", visibility_group_ids: [] }));
            expect((await as("GET", `/groups/${group}`)).status).toBe(target_type === "RESOURCE" ? 404 : 200);
            const adds = [
                (await as("POST", `/groups/${group}/users/${t.user("Hugo")}`)).status,
                (await as("POST", `/resources/${resource}/users/${t.user("Hugo")}`)).status,
            ];
            expect(adds).toEqual(expected);
        },
    );

    test("has the permissions of an organization role: Admin for everything, Read-only Admin for all reads", async () => {
        const t = await openTidewater({ tokens: [MEMBER] });
        const as = (method: string, path: string, body?: unknown) => t.callAs(TOKEN, method, path, body);
        const hidden = await t.group("Hidden");
        await made(t.put(`/groups/${hidden}/visibility`, { visibility: "LIMITED", visibility_group_ids: [] }));
        const { app_id } = t.store.groups.get(hidden);
        const give = async (name: string): Promise<void> => {
            const { resource_id } = (await t.post("/resources", { name, resource_type: "SVC_ROLE", app_id })).body;
            await made(t.post(`/resources/${resource_id}/users/${t.user("Bruno")}`, { duration_minutes: 60 }));
        };
        expect((await as("GET", `/groups/${hidden}`)).status).toBe(404);
        await give("Read-only Admin");
        expect((await as("GET", `/groups/${hidden}`)).status).toBe(200);
        expect((await as("POST", "/owners", { name: "Mine", user_ids: [] })).status).toBe(403);
        await give("Opal Admin");
        expect((await as("POST", "/owners", { name: "Mine", user_ids: [] })).status).toBe(200);
        t.service.clock.advance(61 * 60_000);
        expect((await as("POST", "/owners", { name: "Again", user_ids: [] })).status).toBe(403);
    });
});

test("a second administrator has the same permissions as the first", async () => {
    const { callAs, service } = await open({ tokens: [{ ...MEMBER, role: "ADMIN" }] });
    expect((await callAs(TOKEN, "POST", "/owners", { name: "Mine", user_ids: [] })).status).toBe(200);
    expect(service.store.owners.all().map((owner) => owner.name)).toContain("Mine");
});

test("an administrator's read-only token cannot change anything", async () => {
    const { get, post, service } = await open();
    const [token] = service.store.tokens.all();
    service.store.tokens.change(token?.token_id ?? "", { access_level: "READ_ONLY" });
    expect((await get("/tokens")).status).toBe(200);
    const { status, body } = await post("/owners", { name: "Mine", user_ids: [] });
    expect(status).toBe(403);
    expect(body.message).toMatch(/^The token "Local token of Ada Brandt" is read-only and cannot call createOwner/);
    expect(service.store.owners.all()).toHaveLength(1);
});
