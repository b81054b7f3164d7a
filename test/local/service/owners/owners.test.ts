import { describe, expect, test } from "vitest";
import { type Harness, open } from "../harness.js";

async function openWithOwner(fields: object = {}) {
    const h = await open();
    const [ada, bruno, chiyo] = h.service.store.users.all().map((user) => user.user_id) as [string, string, string];
    const created = await h.post("/owners", { name: "Platform", user_ids: [chiyo, ada], ...fields });
    expect(created.status).toBe(200);
    return { ...h, ada, bruno, chiyo, owner: created.body };
}

function ids(users: { user_id: string }[]): string[] {
    return users.map((user) => user.user_id);
}

function sourceGroup(h: Harness) {
    const group = h.named(h.service.store.groups.all(), "Office staff");
    return { group, members: h.service.store.groupUsers.where("group_id", group.group_id).map((m) => m.user_id) };
}

describe("create", () => {
    test("fills in omitted properties", async () => {
        const { owner, service } = await openWithOwner();
        expect(owner).toEqual({
            owner_id: owner.owner_id,
            name: "Platform",
            description: "",
            access_request_escalation_period: 0,
            reviewer_message_channel_id: null,
            source_group_id: null,
        });
        expect(service.store.owners.find(owner.owner_id)).toEqual(owner);
    });

    test("409 for a name that is taken", async () => {
        const h = await open();
        const answer = await h.post("/owners", { name: "Administrators", user_ids: [] });
        expect(answer.status).toBe(409);
        expect(answer.body.message).toMatch(/^name: the owner .* already has the name "Administrators"\.$/);
    });

    test("400 for a user listed twice and a negative period", async () => {
        const h = await open();
        const ada = h.service.store.currentUserId;
        const refused = async (fields: object) =>
            (await h.post("/owners", { name: "X", user_ids: [], ...fields })).status;
        expect(await refused({ user_ids: [ada, ada] })).toBe(400);
        expect(await refused({ access_request_escalation_period: -1 })).toBe(400);
    });

    test("with a source group, user_ids must be empty, and the users are its members", async () => {
        const h = await open();
        const { group, members } = sourceGroup(h);
        const filled = { name: "Staff", source_group_id: group.group_id, user_ids: members };
        expect((await h.post("/owners", filled)).status).toBe(400);
        const { body: owner } = await h.post("/owners", { ...filled, user_ids: [] });
        const { body } = await h.get(`/owners/${owner.owner_id}/users`);
        expect(ids(body.users).sort()).toEqual([...members].sort());
    });
});

describe("bulk update", () => {
    test("keeps omitted properties and returns the changed ones", async () => {
        const { put, owner, service } = await openWithOwner({
            description: "old",
            access_request_escalation_period: 30,
        });
        const info = { owner_id: owner.owner_id, name: "Platform team" };
        const answer = await put("/owners", { owners: [info] });
        expect(answer).toMatchObject({ status: 200, body: { owners: [info] } });
        expect(service.store.owners.get(owner.owner_id)).toEqual({ ...owner, name: "Platform team" });
    });

    test('"" clears channel and source group, 0 the escalation period', async () => {
        const h = await open();
        const channel = h.service.store.messageChannels.all()[0]?.message_channel_id;
        const { group, members } = sourceGroup(h);
        const fields = { reviewer_message_channel_id: channel, source_group_id: group.group_id };
        const { body: owner } = await h.post("/owners", {
            name: "Staff",
            user_ids: [],
            access_request_escalation_period: 5,
            ...fields,
        });
        expect(owner).toMatchObject(fields);
        const cleared = { reviewer_message_channel_id: "", source_group_id: "", access_request_escalation_period: 0 };
        await h.put("/owners", { owners: [{ owner_id: owner.owner_id, ...cleared }] });
        expect((await h.get(`/owners/${owner.owner_id}`)).body).toMatchObject({
            reviewer_message_channel_id: null,
            source_group_id: null,
            access_request_escalation_period: 0,
        });
        // The members of the former source group stay as the owner's own users.
        expect(h.service.store.ownerUsers.get(owner.owner_id).user_ids.sort()).toEqual([...members].sort());
    });

    test("409 for the name of another owner, but not for its own name", async () => {
        const { put, owner } = await openWithOwner();
        const rename = (name: string) => put("/owners", { owners: [{ owner_id: owner.owner_id, name }] });
        expect((await rename("Administrators")).status).toBe(409);
        expect((await rename("Platform")).status).toBe(200);
    });
});

describe("users", () => {
    test("keep their order with an escalation period", async () => {
        const { get, put, owner, ada, bruno, chiyo } = await openWithOwner({ access_request_escalation_period: 15 });
        expect(ids((await get(`/owners/${owner.owner_id}/users`)).body.users)).toEqual([chiyo, ada]);
        const answer = await put(`/owners/${owner.owner_id}/users`, { user_ids: [bruno, chiyo, ada] });
        expect(ids(answer.body.users)).toEqual([bruno, chiyo, ada]);
    });

    test("are ordered by name without an escalation period", async () => {
        const { get, owner, ada, chiyo } = await openWithOwner();
        expect(ids((await get(`/owners/${owner.owner_id}/users`)).body.users)).toEqual([ada, chiyo]);
    });

    test("can be reordered with a source group, but not added or removed", async () => {
        const h = await open();
        const { group, members } = sourceGroup(h);
        const { body: owner } = await h.post("/owners", {
            name: "Staff",
            user_ids: [],
            source_group_id: group.group_id,
            access_request_escalation_period: 10,
        });
        const set = (user_ids: string[]) => h.put(`/owners/${owner.owner_id}/users`, { user_ids });
        expect((await set(members.slice(1))).status).toBe(400);
        expect((await set([...members, h.service.store.currentUserId])).status).toBe(400);
        const reversed = [...members].reverse();
        expect(ids((await set(reversed)).body.users)).toEqual(reversed);
    });
});

describe("find", () => {
    test("finds an owner by an encoded name in the path", async () => {
        const h = await open();
        const { body: owner } = await h.post("/owners", { name: "R&D 50% Zürich", user_ids: [] });
        expect((await h.get(`/owners/name/${encodeURIComponent("R&D 50% Zürich")}`)).body).toEqual(owner);
        expect((await h.get("/owners/name/Nobody")).status).toBe(404);
    });

    test("finds a name with a slash only in the list", async () => {
        const h = await open();
        const { body: owner } = await h.post("/owners", { name: "a/b", user_ids: [] });
        expect((await h.get(`/owners/name/${encodeURIComponent("a/b")}`)).status).toBe(404);
        expect((await h.get(`/owners?name=${encodeURIComponent("a/b")}`)).body.results).toEqual([owner]);
    });

    test("finds an owner named users by its name", async () => {
        const h = await open();
        const { body: owner } = await h.post("/owners", { name: "users", user_ids: [] });
        expect((await h.get("/owners/name/users")).body).toEqual(owner);
    });

    test("matches the whole name in the list filter, not a part of it", async () => {
        const { get } = await openWithOwner();
        expect((await get("/owners?name=Platform")).body.results).toHaveLength(1);
        for (const other of ["PLATFORM", "Plat", ""]) {
            expect((await get(`/owners?name=${other}`)).body.results, other).toEqual([]);
        }
    });
});

describe("delete", () => {
    test("deletes the owner", async () => {
        const h = await openWithOwner();
        const answer = await h.delete(`/owners/${h.owner.owner_id}`);
        expect(answer).toMatchObject({ status: 200, body: undefined });
        expect((await h.get(`/owners/${h.owner.owner_id}`)).status).toBe(404);
        expect((await h.delete(`/owners/${h.owner.owner_id}`)).status).toBe(404);
        expect(h.service.store.ownerUsers.has(h.owner.owner_id)).toBe(false);
    });

    test("409 while the owner administers an object", async () => {
        const h = await open();
        const admin = h.named(h.service.store.owners.all(), "Administrators");
        const answer = await h.delete(`/owners/${admin.owner_id}`);
        expect(answer.status).toBe(409);
        expect(answer.body.message).toContain('administers the app "Tidewater');
    });

    test("409 while the owner reviews requests", async () => {
        const h = await openWithOwner();
        const group = h.named(h.service.store.groups.all(), "Everyone");
        const { owner_id } = h.owner;
        await h.put(`/groups/${group.group_id}/reviewers`, { reviewer_ids: [owner_id] });
        const answer = await h.delete(`/owners/${owner_id}`);
        expect(answer.status).toBe(409);
        expect(answer.body.message).toContain('reviews requests for the group "Everyone"');
    });
});
