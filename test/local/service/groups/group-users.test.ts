import { describe, expect, test } from "vitest";
import { NOBODY } from "../harness.js";
import { minutesOn, openTidewater } from "../tidewater.js";

async function openWithGroup() {
    const t = await openTidewater();
    const group_id = await t.group("On call");
    const bruno = t.user("Bruno");
    const memberships = () =>
        t.store.groupUsers
            .where("group_id", group_id)
            .map(({ user_id, access_level_remote_id, expiration_date }) => [
                user_id,
                access_level_remote_id,
                expiration_date,
            ]);
    const level = (remoteId: string) =>
        t.store.groupAccessLevels.set({
            group_id,
            access_level_remote_id: remoteId,
            access_level_name: remoteId.toUpperCase(),
        });
    return { ...t, group_id, bruno, memberships, level, path: `/groups/${group_id}/users/${bruno}` };
}

describe("add", () => {
    test("adds an indefinite membership at the default level without body and parameters", async () => {
        const { post, path, bruno, group_id, memberships } = await openWithGroup();
        const answer = await post(path);
        expect(answer).toMatchObject({
            status: 200,
            body: {
                group_id,
                group_name: "On call",
                description: "",
                user_id: bruno,
                full_name: "Bruno Castell",
                email: "bruno@tidewater.example",
                access_level: { access_level_name: "", access_level_remote_id: "" },
                expiration_date: null,
                propagation_status: { status: "SUCCESS" },
            },
        });
        expect(memberships()).toEqual([[bruno, "", null]]);
    });

    test("a duration is returned as an expiration, and 0 as none", async () => {
        const { post, path, bruno, memberships } = await openWithGroup();
        const answer = await post(path, { duration_minutes: 90 });
        expect(answer.body.expiration_date).toBe(minutesOn(90));
        expect(answer.body).not.toHaveProperty("duration_minutes");
        expect(memberships()).toEqual([[bruno, "", minutesOn(90)]]);
        await post(path, { duration_minutes: 0 });
        expect(memberships()).toEqual([[bruno, "", null]]);
    });

    test("the longest duration is 153722867 minutes", async () => {
        const { post, path, memberships, bruno } = await openWithGroup();
        expect((await post(path, { duration_minutes: 153722868 })).status).toBe(400);
        expect((await post(path, { duration_minutes: 153722867 })).status).toBe(200);
        expect(memberships()).toEqual([[bruno, "", minutesOn(153722867)]]);
    });

    test("the duration is required in a body, and not negative", async () => {
        const { post, path, memberships } = await openWithGroup();
        expect((await post(path, {})).body.message).toMatch(/^duration_minutes\b/);
        expect((await post(path, { duration_minutes: -1 })).body.message).toMatch(/^duration_minutes\b/);
        expect((await post(`${path}?duration_minutes=-1`)).body.message).toMatch(/^duration_minutes\b/);
        expect(memberships()).toEqual([]);
    });

    test("the deprecated parameters apply only without a body", async () => {
        const { post, path, bruno, memberships, level } = await openWithGroup();
        level("lead");
        expect((await post(`${path}?duration_minutes=5&access_level_remote_id=lead`)).status).toBe(200);
        expect(memberships()).toEqual([[bruno, "lead", minutesOn(5)]]);
        const body = { duration_minutes: 0, access_level_remote_id: "lead" };
        await post(`${path}?duration_minutes=7&access_level_remote_id=other`, body);
        expect(memberships()).toEqual([[bruno, "lead", null]]);
        // A body without a level means the default level, which this group does not have.
        expect((await post(`${path}?access_level_remote_id=lead`, { duration_minutes: 0 })).status).toBe(400);
    });

    test("the level is part of the key, and must be one of the group's", async () => {
        const { post, path, bruno, memberships, level } = await openWithGroup();
        const add = (access_level_remote_id: string) => post(path, { duration_minutes: 0, access_level_remote_id });
        expect((await add("lead")).body.message).toMatch(/^access_level_remote_id must be omitted or empty/);
        level("lead");
        level("member");
        expect((await add("lead")).body.access_level).toEqual({
            access_level_remote_id: "lead",
            access_level_name: "LEAD",
        });
        await add("member");
        expect((await add("boss")).body.message).toBe("access_level_remote_id must be one of lead, member.");
        expect(memberships()).toEqual([
            [bruno, "lead", null],
            [bruno, "member", null],
        ]);
    });

    test("404 for an unknown group or user in the path", async () => {
        const { post, bruno, group_id, store } = await openWithGroup();
        const before = store.groupUsers.size;
        expect((await post(`/groups/${NOBODY}/users/${bruno}`)).status).toBe(404);
        expect((await post(`/groups/${group_id}/users/${NOBODY}`)).status).toBe(404);
        expect(store.groupUsers.size).toBe(before);
    });
});

describe("update", () => {
    test("sets the duration; 0 makes it indefinite", async () => {
        const { post, put, path, bruno, memberships } = await openWithGroup();
        await post(path);
        expect((await put(path, { duration_minutes: 60 })).body.expiration_date).toBe(minutesOn(60));
        expect(memberships()).toEqual([[bruno, "", minutesOn(60)]]);
        expect((await put(path, { duration_minutes: 0 })).body.expiration_date).toBeNull();
        expect(memberships()).toEqual([[bruno, "", null]]);
        expect((await put(path, {})).body.message).toMatch(/^duration_minutes\b/);
    });

    test("a negative duration revokes the membership, and returns it as it was", async () => {
        const { post, put, path, bruno, memberships } = await openWithGroup();
        await post(path, { duration_minutes: 60 });
        expect(await put(path, { duration_minutes: -1 })).toMatchObject({
            status: 200,
            body: { user_id: bruno, expiration_date: minutesOn(60) },
        });
        expect(memberships()).toEqual([]);
    });

    test("changes the level of the only membership", async () => {
        const { post, put, path, bruno, memberships, level } = await openWithGroup();
        await post(path);
        level("lead");
        level("member");
        expect((await put(path, { duration_minutes: 0, access_level_remote_id: "lead" })).status).toBe(200);
        expect(memberships()).toEqual([[bruno, "lead", null]]);
        expect((await put(path, { duration_minutes: 5, access_level_remote_id: "boss" })).status).toBe(400);
        await post(path, { duration_minutes: 0, access_level_remote_id: "member" });
        await put(path, { duration_minutes: 9, access_level_remote_id: "member" });
        expect(memberships()).toEqual([
            [bruno, "lead", null],
            [bruno, "member", minutesOn(9)],
        ]);
    });

    test("404 for a user who is not a member, for a change and for a revocation", async () => {
        const { put, path, bruno, memberships, store, group_id, level } = await openWithGroup();
        expect((await put(path, { duration_minutes: 60 })).status).toBe(404);
        expect((await put(path, { duration_minutes: -1 })).status).toBe(404);
        level("lead");
        store.groupUsers.set({
            group_id,
            user_id: bruno,
            access_level_remote_id: "lead",
            expiration_date: null,
            propagation_status: null,
        });
        expect((await put(path, { duration_minutes: 60 })).status).toBe(404);
        expect(memberships()).toEqual([[bruno, "lead", null]]);
    });
});

describe("delete", () => {
    test("removes only the membership at the default level if no level is given", async () => {
        const { post, delete: remove, path, bruno, memberships, level } = await openWithGroup();
        await post(path);
        level("lead");
        await post(path, { duration_minutes: 0, access_level_remote_id: "lead" });
        expect(await remove(path)).toMatchObject({ status: 200, body: undefined });
        expect(memberships()).toEqual([[bruno, "lead", null]]);
        expect((await remove(path)).status).toBe(404);
        expect((await remove(`${path}?access_level_remote_id=lead`)).status).toBe(200);
        expect(memberships()).toEqual([]);
    });

    test("removes the user from all groups of a binding", async () => {
        const { post, delete: remove, put, path, bruno, group, group_id, store } = await openWithGroup();
        const linked = await group("Linked");
        await post("/group-bindings", { source_group_id: group_id, groups: [{ group_id: linked }] });
        await post(path);
        await post(`/groups/${linked}/users/${bruno}`);
        await remove(`/groups/${linked}/users/${bruno}`);
        const left = () => [group_id, linked].flatMap((id) => store.groupUsers.where("group_id", id));
        expect(left()).toEqual([]);
        await post(path);
        await post(`/groups/${linked}/users/${bruno}`);
        await put(path, { duration_minutes: -5 });
        expect(left()).toEqual([]);
    });
});

test("the groups of a user are paged, with the expiration of each membership", async () => {
    const { post, get, path, bruno, group_id } = await openWithGroup();
    await post(path, { duration_minutes: 60 });
    const { body } = await get(`/groups/users/${bruno}?page_size=1`);
    expect(body.results).toMatchObject([{ group_name: "Everyone", expiration_date: null }]);
    const { body: rest } = await get(`/groups/users/${bruno}?page_size=1&cursor=${body.next}`);
    expect(rest.results).toMatchObject([{ group_id, expiration_date: minutesOn(60) }]);
    expect(rest.next).toBeNull();
});

test("an expired membership no longer exists", async () => {
    const { post, get, path, group_id, passMinutes } = await openWithGroup();
    await post(path, { duration_minutes: 60 });
    passMinutes(59);
    expect((await get(`/groups/${group_id}/users`)).body.results).toHaveLength(1);
    passMinutes(1);
    expect((await get(`/groups/${group_id}/users`)).body.results).toEqual([]);
});
