import { describe, expect, test } from "vitest";
import { NOBODY, open } from "../harness.js";

async function openWithBundle() {
    const h = await open({ clock: "2026-05-01" });
    const { store } = h.service;
    const admin_owner_id = h.named(store.owners.all(), "Administrators").owner_id;
    const created = await h.post("/bundles", { name: "Starter kit", admin_owner_id });
    const bundle = created.body;
    const resource_id = h.named(store.resources.all(), "Freight tracker").resource_id;
    const group_id = h.named(store.groups.all(), "Everyone").group_id;
    return {
        ...h,
        store,
        admin_owner_id,
        created,
        bundle,
        resource_id,
        group_id,
        path: `/bundles/${bundle.bundle_id}`,
    };
}

test("create returns 201 with counts of 0; visibility is GLOBAL", async () => {
    const { created, bundle, get, path } = await openWithBundle();
    expect(created.status).toBe(201);
    expect(bundle).toMatchObject({ description: "", total_num_items: 0, total_num_resources: 0, total_num_groups: 0 });
    const now = "2026-05-01T00:00:00.000Z";
    expect(bundle).toMatchObject({ created_at: now, updated_at: now });
    expect((await get(path)).body).toEqual(bundle);
    expect((await get(`${path}/visibility`)).body).toEqual({ visibility: "GLOBAL", visibility_group_ids: [] });
});

describe("update", () => {
    test("keeps omitted properties and ignores read-only ones", async () => {
        const { put, path, bundle, service } = await openWithBundle();
        service.clock.advance(1000);
        const answer = await put(path, { description: "new", total_num_items: 9, bundle_id: NOBODY });
        expect(answer.status).toBe(200);
        expect(answer.body).toEqual({ ...bundle, description: "new", updated_at: "2026-05-01T00:00:01.000Z" });
    });
});

test("PUT of the visibility returns no body and replaces both parts", async () => {
    const { get, put, path, group_id } = await openWithBundle();
    const limited = { visibility: "LIMITED", visibility_group_ids: [group_id] };
    expect(await put(`${path}/visibility`, limited)).toMatchObject({ status: 200, body: undefined });
    expect((await get(`${path}/visibility`)).body).toEqual(limited);
    await put(`${path}/visibility`, { visibility: "LIMITED" });
    expect((await get(`${path}/visibility`)).body).toEqual({ visibility: "LIMITED", visibility_group_ids: [] });
});

describe("links", () => {
    test("adding a link returns 201 and increases the counts; adding it again returns the existing link", async () => {
        const { post, get, path, resource_id, group_id, bundle } = await openWithBundle();
        const level = { access_level_remote_id: "", access_level_name: "" };
        const resource = { bundle_id: bundle.bundle_id, resource_id, ...level };
        expect(await post(`${path}/resources`, { resource_id })).toMatchObject({ status: 201, body: resource });
        expect(await post(`${path}/resources`, { resource_id })).toMatchObject({ status: 201, body: resource });
        const group = { bundle_id: bundle.bundle_id, group_id, ...level };
        expect(await post(`${path}/groups`, { group_id })).toMatchObject({ status: 201, body: group });
        expect((await get(path)).body).toMatchObject({
            total_num_items: 2,
            total_num_resources: 1,
            total_num_groups: 1,
        });
        expect((await get(`${path}/resources`)).body).toMatchObject({ bundle_resources: [resource], total_count: 1 });
        expect((await get(`${path}/groups`)).body).toMatchObject({ bundle_groups: [group], total_count: 1 });
    });

    test("the access level is part of the key: only the given level is removed, or the default one if none is given", async () => {
        const { post, delete: remove, get, path, group_id, store } = await openWithBundle();
        const arn = "arn:aws:iam::1:role/x";
        await post(`${path}/groups`, { group_id });
        for (const [id, name] of [
            ["read", "Reader"],
            [arn, "X"],
        ] as const) {
            store.groupAccessLevels.set({ group_id, access_level_remote_id: id, access_level_name: name });
            expect((await post(`${path}/groups`, { group_id, access_level_remote_id: id })).status).toBe(201);
        }
        expect(await remove(`${path}/groups/${group_id}`)).toMatchObject({ status: 200, body: undefined });
        const left = [{ access_level_name: "Reader" }, { access_level_name: "X" }];
        expect((await get(`${path}/groups`)).body.bundle_groups).toMatchObject(left);
        expect((await remove(`${path}/groups/${group_id}`)).status).toBe(404);
        const level = encodeURIComponent(arn);
        expect((await remove(`${path}/groups/${group_id}?access_level_remote_id=${level}`)).status).toBe(200);
        expect((await get(`${path}/groups`)).body.bundle_groups).toMatchObject(left.slice(0, 1));
    });

    test("an object without levels is linked only at the default level", async () => {
        const { post, path, group_id } = await openWithBundle();
        const refused = await post(`${path}/groups`, { group_id, access_level_remote_id: "nope" });
        expect(refused.status).toBe(400);
        expect(refused.body.message).toMatch(/^access_level_remote_id\b/);
    });

    test("an object with levels requires one of them, and the link gets the name of that level", async () => {
        const { post, path, resource_id, store } = await openWithBundle();
        store.resourceAccessLevels.set({ resource_id, access_level_remote_id: "read", access_level_name: "Reader" });
        const without = await post(`${path}/resources`, { resource_id });
        expect(without).toMatchObject({
            status: 400,
            body: { message: "access_level_remote_id must be one of read." },
        });
        const answer = await post(`${path}/resources`, { resource_id, access_level_remote_id: "read" });
        expect(answer).toMatchObject({ status: 201, body: { access_level_name: "Reader" } });
    });

    test("400 without a body or without an id", async () => {
        const { post, path } = await openWithBundle();
        expect((await post(`${path}/resources`)).body.message).toBe("resource_id is required in the body.");
        expect((await post(`${path}/resources`, {})).body.message).toMatch(/^resource_id\b/);
        expect((await post(`${path}/groups`)).body.message).toBe("body is required.");
    });
});

test("the filter contains matches parts of names", async () => {
    const { get } = await openWithBundle();
    expect((await get("/bundles?contains=kit")).body).toMatchObject({
        bundles: [{ name: "Starter kit" }],
        total_count: 1,
    });
    expect((await get("/bundles?contains=nothing")).body.bundles).toEqual([]);
});
