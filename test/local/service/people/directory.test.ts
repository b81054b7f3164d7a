import { describe, expect, test } from "vitest";
import { NOBODY, open } from "../harness.js";

describe("apps", () => {
    test("are listed, with both filters", async () => {
        const { get, service, named } = await open();
        const apps = service.store.apps.all();
        expect((await get("/apps")).body).toEqual({ apps });
        const native = named(apps, "Tidewater");
        expect((await get("/apps?app_type_filter=SVC")).body.apps).toEqual([native]);
        expect((await get("/apps?app_type_filter=SVC,OKTA_DIRECTORY")).body.apps).toEqual(apps);
        expect((await get(`/apps?owner_filter=${native.admin_owner_id}`)).body.apps).toEqual(apps);
        expect((await get(`/apps?owner_filter=${NOBODY}`)).body.apps).toEqual([]);
    });

    test("are read by id", async () => {
        const { get, service } = await open();
        const app = service.store.apps.all()[0];
        expect((await get(`/apps/${app?.app_id}`)).body).toEqual(app);
    });
});

describe("users", () => {
    test("are found by id or email; the id takes precedence; neither is a 400", async () => {
        const { get, service } = await open();
        const [ada, stored] = service.store.users.all();
        const bruno = stored && { ...stored, manager_id: null };
        expect((await get(`/user?user_id=${bruno?.user_id}`)).body).toEqual(bruno);
        expect((await get(`/user?email=${bruno?.email.toUpperCase()}`)).body).toEqual(bruno);
        expect((await get(`/user?user_id=${bruno?.user_id}&email=${ada?.email}`)).body).toEqual(bruno);
        expect((await get("/user")).status).toBe(400);
        expect((await get("/user?email=nobody@nowhere.example")).status).toBe(404);
        expect((await get(`/user?user_id=${NOBODY}`)).status).toBe(404);
    });

    test("are listed by tag, and the tags of a user are listed", async () => {
        const { get, service } = await open();
        const region = service.store.tags.all()[0];
        expect((await get("/users")).body.results).toEqual(
            service.store.users.all().map((user) => ({ ...user, manager_id: null })),
        );
        const { body } = await get(`/users?tag_ids=${region?.tag_id}`);
        expect(body.results).toMatchObject([{ first_name: "Greta" }]);
        expect((await get(`/users/${body.results[0].user_id}/tags`)).body).toEqual({ tags: [region] });
    });
});

describe("tags", () => {
    test("are found by id, by key and value, and in a list", async () => {
        const { get, service } = await open();
        const [region] = service.store.tags.all();
        expect((await get(`/tag/${region?.tag_id}`)).body).toEqual(region);
        expect((await get("/tag?tag_key=region&tag_value=eu")).body).toEqual(region);
        expect((await get("/tag?tag_key=region&tag_value=us")).status).toBe(404);
        expect((await get("/tag?tag_key=region")).status).toBe(404);
        expect((await get("/tag")).body.message).toMatch(/^tag_key\b/);
        expect((await get("/tags")).body.results).toEqual(service.store.tags.all());
    });
});

describe.each([
    ["/message-channels", "channels", "SLACK", "message_channel_id"],
    ["/on-call-schedules", "on_call_schedules", "PAGER_DUTY", "on_call_schedule_id"],
])("%s", (path, items, third_party_provider, idField) => {
    test("are created, listed and read", async () => {
        const { get, post } = await open();
        const { body: before } = await get(path);
        const { status, body } = await post(path, { third_party_provider, remote_id: "X1" });
        expect(status).toBe(200);
        expect(body).toMatchObject({ third_party_provider, remote_id: "X1", name: expect.any(String) });
        expect((await get(`${path}/${body[idField]}`)).body).toEqual(body);
        expect((await get(path)).body).toEqual({ [items]: [...before[items], body] });
    });

    test("creating an object again returns the existing one", async () => {
        const { get, post } = await open();
        const { body } = await post(path, { third_party_provider, remote_id: "X1" });
        expect((await post(path, { third_party_provider, remote_id: "X1" })).body).toEqual(body);
        expect((await get(path)).body[items]).toHaveLength(3);
    });

    test("an undocumented provider is refused", async () => {
        const { post } = await open();
        const answer = await post(path, { third_party_provider: "CARRIER_PIGEON", remote_id: "X1" });
        expect(answer.status).toBe(400);
        expect(answer.body.message).toMatch(/^third_party_provider\b/);
    });
});
