import { describe, expect, test } from "vitest";
import { NOBODY } from "../harness.js";
import { made, openTidewater, RULES } from "../tidewater.js";

describe("create", () => {
    test("400 for a type that belongs to access rules and for an unknown first member", async () => {
        const { post, app_id, store } = await openTidewater();
        const before = store.groups.size;
        const create = (more: object) => post("/groups", { name: "Europe", app_id, group_type: "SVC_GROUP", ...more });
        expect((await create({ group_type: "SVC_ACCESS_RULE" })).status).toBe(400);
        expect((await create({ initial_user_ids: [NOBODY] })).status).toBe(400);
        expect(store.groups.size).toBe(before);
    });

    test("a chat user group needs its first members", async () => {
        const { post, app_id, store, user } = await openTidewater();
        const group = { name: "Chat", app_id, group_type: "SLACK_USER_GROUP" };
        expect((await post("/groups", group)).status).toBe(400);
        const { group_id } = await made(post("/groups", { ...group, initial_user_ids: [user("Ada"), user("Ada")] }));
        expect(store.groupUsers.where("group_id", group_id)).toMatchObject([{ user_id: user("Ada") }]);
    });
});

test("schedules are replaced as a set", async () => {
    const { get, put, groupId, store } = await openTidewater();
    const path = `/groups/${groupId("Everyone")}/on-call-schedules`;
    const schedules = store.onCallSchedules.all();
    const on_call_schedule_ids = schedules.map((schedule) => schedule.on_call_schedule_id);
    expect(await made(put(path, { on_call_schedule_ids }))).toEqual(on_call_schedule_ids);
    expect((await get(path)).body).toEqual({ on_call_schedules: schedules });
    await made(put(path, { on_call_schedule_ids: [] }));
    expect((await get(path)).body).toEqual({ on_call_schedules: [] });
});

test("memberships are listed for a group and for a user", async () => {
    const { get, groupId, user } = await openTidewater();
    const list = async (path: string) => (await made(get(path))).results;
    const ofGroup = await list(`/groups/${groupId("Everyone")}/users`);
    expect(ofGroup).toHaveLength(8);
    expect(ofGroup[0]).toMatchObject({ group_name: "Everyone", full_name: "Ada Brandt", expiration_date: null });
    const ofUser = await list(`/groups/users/${user("Greta")}`);
    expect(ofUser).toMatchObject([{ group_name: "Everyone" }, { group_name: "Office staff" }]);
});

test("the list filters by whether requests are allowed", async () => {
    const { get, put, group } = await openTidewater();
    const group_id = await group("On call");
    await made(put("/groups", { groups: [{ group_id, is_requestable: false }] }));
    expect((await get("/groups?requestable=false")).body.results).toMatchObject([{ group_id }]);
    expect((await get("/groups?requestable=perhaps")).status).toBe(400);
});

describe("delete", () => {
    // Nothing that refers to a deleted object stays: storage/integrity.test.ts.
    test("updates the counts of bundles, and owners keep the members of their source group", async () => {
        const { get, post, delete: remove, admin, groupId, store } = await openTidewater();
        const staff = groupId("Office staff");
        const { bundle_id } = await made(post("/bundles", { name: "B", admin_owner_id: admin }));
        await made(post(`/bundles/${bundle_id}/groups`, { group_id: staff }));
        const { owner_id } = await made(post("/owners", { name: "Staff", user_ids: [], source_group_id: staff }));
        expect(await remove(`/groups/${staff}`)).toMatchObject({ status: 200, body: undefined });
        expect(store.bundles.get(bundle_id).total_num_groups).toBe(0);
        expect(store.owners.get(owner_id).source_group_id).toBeNull();
        expect((await get(`/owners/${owner_id}/users`)).body.users).toHaveLength(2);
    });

    test.each(["group", "resource"] as const)("409 while a condition of a %s refers to the group", async (noun) => {
        const { put, delete: remove, group, groupId, store } = await openTidewater();
        const condition = await group("Condition");
        const resource_id = store.resources.all()[0]?.resource_id;
        const key = noun === "group" ? { group_id: groupId("Everyone") } : { resource_id };
        const set = (...request_configurations: object[]) =>
            made(put(`/${noun}s`, { [`${noun}s`]: [{ ...key, request_configurations }] }));
        await set(RULES, { ...RULES, priority: 1, condition: { group_ids: [condition] } });
        const { status, body } = await remove(`/groups/${condition}`);
        expect([status, body.message]).toEqual([409, expect.stringMatching(`${noun} "(Everyone|Freight tracker)"`)]);
        await set(RULES);
        expect((await remove(`/groups/${condition}`)).status).toBe(200);
    });
});
