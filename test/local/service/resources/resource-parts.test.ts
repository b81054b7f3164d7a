import { describe, expect, test } from "vitest";
import { NOBODY } from "../harness.js";
import { openTidewater } from "../tidewater.js";

async function openWithResource() {
    const t = await openTidewater();
    const id = await t.resource("Depot");
    const { body: other } = await t.post("/owners", { name: "Others", user_ids: [] });
    const stored = () => t.store.resources.get(id).request_configurations?.[0]?.reviewer_stages;
    const stage = (owner: string) => ({ require_manager_approval: false, operator: "AND", owner_ids: [owner] });
    return { ...t, id, other: other.owner_id as string, stored, stage, path: `/resources/${id}` };
}

describe("visibility", () => {
    test("type and groups are replaced together and returned", async () => {
        const { get, put, path, groupId, store, id } = await openWithResource();
        const limited = { visibility: "LIMITED", visibility_group_ids: [groupId("Everyone")] };
        expect(await put(`${path}/visibility`, limited)).toMatchObject({ status: 200, body: limited });
        expect(store.resourceVisibility.get(id)).toEqual({ resource_id: id, ...limited });
        await put(`${path}/visibility`, { visibility: "LIMITED" });
        expect((await get(`${path}/visibility`)).body).toEqual({ visibility: "LIMITED", visibility_group_ids: [] });
    });

    test("400 for an unknown group, 404 for an unknown resource", async () => {
        const { put, get, path } = await openWithResource();
        const answer = await put(`${path}/visibility`, { visibility: "LIMITED", visibility_group_ids: [NOBODY] });
        expect(answer).toMatchObject({
            status: 400,
            body: { message: `visibility_group_ids[0]: the group ${NOBODY} does not exist.` },
        });
        expect((await get(`/resources/${NOBODY}/visibility`)).status).toBe(404);
    });
});

test("audit channels are replaced as a set; reviewer channels are not listed", async () => {
    const { get, put, path, store, id } = await openWithResource();
    const [audit] = store.messageChannels.all();
    const ids = [audit?.message_channel_id];
    expect((await put(`${path}/message-channels`, { message_channel_ids: [...ids, ...ids] })).body).toEqual(ids);
    expect(store.resourceMessageChannels.get(id).message_channel_ids).toEqual(ids);
    expect((await get(`${path}/message-channels`)).body).toEqual({ channels: [audit] });
    expect((await put(`${path}/message-channels`, { message_channel_ids: [NOBODY] })).status).toBe(400);
    await put(`${path}/message-channels`, { message_channel_ids: [] });
    expect((await get(`${path}/message-channels`)).body).toEqual({ channels: [] });
});

describe("reviewers, stages and request configurations overlap", () => {
    test("reviewers are the owners of the first stage of the default configuration", async () => {
        const { get, put, path, admin, other, stored, stage } = await openWithResource();
        expect((await get(`${path}/reviewers`)).body).toEqual([admin]);
        await put(`${path}/reviewer-stages`, { stages: [stage(admin), stage(admin)] });
        expect((await put(`${path}/reviewers`, { reviewer_ids: [other, other] })).body).toEqual([other]);
        expect(stored()?.map((one) => one.owner_ids)).toEqual([[other], [admin]]);
        expect((await get(`${path}/reviewer-stages`)).body).toEqual(stored());
    });

    test("stages are the ordered stages of the default configuration, sent in a wrapper and returned without one", async () => {
        const { get, put, path, admin, other, stored, stage } = await openWithResource();
        const answer = await put(`${path}/reviewer-stages`, { stages: [stage(other), stage(admin)] });
        expect(answer.body).toEqual(stored());
        expect(stored()?.map((one) => one.owner_ids)).toEqual([[other], [admin]]);
        expect((await get(`${path}/reviewers`)).body).toEqual([other]);
        expect((await put(`${path}/reviewer-stages`, { stages: [] })).body).toEqual([]);
        expect((await get(`${path}/reviewers`)).body).toEqual([]);
    });

    test("writing request configurations changes both the reviewers and the stages", async () => {
        const { get, put, path, id, other, stage } = await openWithResource();
        const rules = {
            allow_requests: true,
            auto_approval: false,
            require_mfa_to_request: false,
            require_support_ticket: false,
            priority: 0,
            reviewer_stages: [stage(other)],
        };
        await put("/resources", { resources: [{ resource_id: id, request_configurations: [rules] }] });
        expect((await get(`${path}/reviewers`)).body).toEqual([other]);
        expect((await get(`${path}/reviewer-stages`)).body).toMatchObject([stage(other)]);
    });

    test("400 for an unknown owner and for more than three stages", async () => {
        const { put, path, admin, stored, stage } = await openWithResource();
        const before = stored();
        expect((await put(`${path}/reviewers`, { reviewer_ids: [NOBODY] })).body.message).toBe(
            `reviewer_ids[0]: the owner ${NOBODY} does not exist.`,
        );
        expect((await put(`${path}/reviewer-stages`, { stages: [stage(NOBODY)] })).body.message).toBe(
            `stages[0].owner_ids[0]: the owner ${NOBODY} does not exist.`,
        );
        const four = [admin, admin, admin, admin].map(stage);
        expect((await put(`${path}/reviewer-stages`, { stages: four })).status).toBe(400);
        expect(stored()).toEqual(before);
    });
});

test("the levels are empty for a resource with only the default level; 404 for an unknown resource", async () => {
    const { get, path, id, store } = await openWithResource();
    expect((await get(`${path}/access_levels`)).body).toEqual({ results: [] });
    const level = { access_level_remote_id: "arn:aws:iam::1:role/a", access_level_name: "A" };
    store.resourceAccessLevels.set({ resource_id: id, ...level });
    expect((await get(`${path}/access_levels`)).body).toEqual({ results: [level] });
    expect((await get(`/resources/${NOBODY}/access_levels`)).status).toBe(404);
});

test("the tags of a resource are listed", async () => {
    const { get, path, id, store } = await openWithResource();
    const [tag] = store.tags.all();
    store.resourceTags.set({ tag_id: String(tag?.tag_id), resource_id: id });
    expect((await get(`${path}/tags`)).body).toEqual({ tags: [tag] });
    expect((await get(`/resources/${NOBODY}/tags`)).status).toBe(404);
});
