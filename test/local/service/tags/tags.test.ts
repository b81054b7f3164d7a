import { describe, expect, test } from "vitest";
import { NOBODY, open } from "../harness.js";

describe("creating a tag", () => {
    test("returns it with its creator and the time", async () => {
        const { post, get, service } = await open({ clock: "2026-05-01" });
        const { status, body } = await post("/tag", { tag_key: "stage", tag_value: "test" });
        expect(status).toBe(200);
        expect(body).toEqual({
            tag_id: expect.any(String),
            created_at: "2026-05-01T00:00:00.000Z",
            updated_at: "2026-05-01T00:00:00.000Z",
            user_creator_id: service.store.currentUserId,
            key: "stage",
            value: "test",
        });
        expect((await get("/tag?tag_key=stage&tag_value=test")).body).toEqual(body);
        expect(service.store.tags.get(body.tag_id)).toEqual(body);
    });

    test("also accepts key and value in the query, as earlier versions did; the body takes precedence", async () => {
        const { post } = await open();
        expect((await post("/tag?tag_key=a&tag_value=b")).body).toMatchObject({ key: "a", value: "b" });
        expect((await post("/tag?tag_key=a&tag_value=b", { tag_key: "c" })).body).toMatchObject({
            key: "c",
            value: "",
        });
    });

    test("409 for a pair that exists; 400 without a key or with an unknown owner", async () => {
        const { post, service } = await open();
        const [region] = service.store.tags.all();
        const again = await post("/tag", { tag_key: "region", tag_value: "eu" });
        expect(again.status).toBe(409);
        expect(again.body.message).toBe(`tag_key: the tag region=eu already exists with the id ${region?.tag_id}.`);
        expect((await post("/tag", { tag_key: "region" })).status).toBe(200);
        expect((await post("/tag", { tag_key: "region", tag_value: "" })).status).toBe(409);
        const missing = await post("/tag");
        expect(missing.status).toBe(400);
        expect(missing.body.message).toBe("tag_key is required.");
        expect((await post("/tag", { tag_key: "" })).status).toBe(400);
        expect((await post(`/tag?admin_owner_id=${NOBODY}`, { tag_key: "x" })).status).toBe(400);
        expect(service.store.tags.size).toBe(4);
    });
});

test("deleting a tag removes it from all objects", async () => {
    const { get, post, delete: remove, service } = await open();
    const { store } = service;
    const [region] = store.tags.all();
    const [resource] = store.resources.all();
    await post(`/tags/${region?.tag_id}/resources/${resource?.resource_id}`);
    expect((await remove(`/tag/${region?.tag_id}`)).status).toBe(200);
    expect((await get(`/tag/${region?.tag_id}`)).status).toBe(404);
    expect([store.userTags.size, store.groupTags.size, store.resourceTags.size, store.tags.size]).toEqual([0, 0, 0, 2]);
    expect((await remove(`/tag/${region?.tag_id}`)).status).toBe(404);
});

describe.each(["users", "groups", "resources"] as const)("tags of %s", (kind) => {
    async function withTarget() {
        const h = await open();
        const { store } = h.service;
        const id = {
            users: store.users.all()[0]?.user_id,
            groups: store.groups.all()[0]?.group_id,
            resources: store.resources.all()[0]?.resource_id,
        }[kind];
        const [, team] = store.tags.all();
        const carriers = async () =>
            (await h.get(`/${kind}?tag_ids=${team?.tag_id}`)).body.results.map(
                (item: Record<string, string>) => item[`${kind.slice(0, -1)}_id`],
            );
        return { ...h, id, team, carriers, link: `/tags/${team?.tag_id}/${kind}/${id}` };
    }

    test("are added, read from both sides and removed", async () => {
        const { get, post, delete: remove, id, team, carriers, link } = await withTarget();
        expect((await post(link)).status).toBe(200);
        expect((await get(`/${kind}/${id}/tags`)).body).toEqual({ tags: [team] });
        expect(await carriers()).toEqual([id]);
        expect((await remove(link)).status).toBe(200);
        expect((await get(`/${kind}/${id}/tags`)).body).toEqual({ tags: [] });
        expect(await carriers()).toEqual([]);
    });

    test("are added a second time without effect, and 404 for a second removal", async () => {
        const { get, post, delete: remove, id, team, link, service } = await withTarget();
        await post(link, {});
        const events = service.store.events.size;
        expect((await post(link, {})).status).toBe(200);
        expect(service.store.events.size).toBe(events);
        expect((await get(`/${kind}/${id}/tags`)).body).toEqual({ tags: [team] });
        await remove(link);
        expect((await remove(link)).status).toBe(404);
    });
});
