import { describe, expect, test } from "vitest";
import { NOBODY } from "../harness.js";
import { made, minutesOn, openTidewater } from "../tidewater.js";

async function openWithResource() {
    const t = await openTidewater();
    const id = await t.resource("Depot");
    const bruno = t.user("Bruno");
    const level = (remoteId: string, resource_id = id) =>
        t.store.resourceAccessLevels.set({
            resource_id,
            access_level_remote_id: remoteId,
            access_level_name: remoteId.toUpperCase(),
        });
    const grants = () =>
        t.store.resourceUsers
            .where("resource_id", id)
            .map((grant) => [grant.user_id, grant.access_level_remote_id, grant.expiration_date]);
    const all = async (path = `/resources/${id}/users`) => (await made(t.get(path))).results;
    return { ...t, id, bruno, level, grants, all, path: `/resources/${id}/users/${bruno}` };
}

describe("one user", () => {
    test("has one entry for each level, or an empty list without access", async () => {
        const { get, post, path, level } = await openWithResource();
        expect((await get(path)).body).toEqual({ data: [], total_count: 0 });
        await post(path, { duration_minutes: 5 });
        level("read");
        await post(path, { duration_minutes: 0, access_level_remote_id: "read" });
        const { body } = await get(path);
        expect(body.total_count).toBe(2);
        expect(body.data).toMatchObject([
            { access_level: { access_level_remote_id: "" }, expiration_date: minutesOn(5) },
            { access_level: { access_level_remote_id: "read", access_level_name: "READ" }, expiration_date: null },
        ]);
        expect(body).not.toHaveProperty("cursor");
    });

    test("has a cursor after 200 entries", async () => {
        const { get, path, store, id, bruno } = await openWithResource();
        for (let i = 0; i < 201; i++) {
            store.resourceUsers.set({
                resource_id: id,
                user_id: bruno,
                access_level_remote_id: `level-${i}`,
                expiration_date: null,
                propagation_status: null,
            });
        }
        const { body } = await get(path);
        expect(body).toMatchObject({ total_count: 201, cursor: expect.any(String) });
        expect(body.data).toHaveLength(200);
        const { body: rest } = await get(`${path}?cursor=${body.cursor}`);
        expect(rest.data).toMatchObject([{ access_level: { access_level_remote_id: "level-200" } }]);
    });
});

describe("direct and inherited access", () => {
    /** Bruno is in the group Inner, which is in the group Outer, which grants the resource. */
    async function openWithNesting() {
        const h = await openWithResource();
        const inner = await h.group("Inner");
        const outer = await h.group("Outer");
        const join = (group: string, body: object = { duration_minutes: 0 }) =>
            made(h.post(`/groups/${group}/users/${h.bruno}`, body));
        await join(inner, { duration_minutes: 300 });
        await made(h.post(`/groups/${inner}/containing-groups`, { containing_group_id: outer, duration_minutes: 200 }));
        await made(h.post(`/groups/${outer}/resources/${h.id}`, { duration_minutes: 400 }));
        return { ...h, inner, outer, join };
    }

    test("a group grants a resource to the members of nested groups until the first link of the path expires", async () => {
        const { all, id, bruno } = await openWithNesting();
        expect(await all()).toEqual([
            {
                resource_id: id,
                resource_name: "Depot",
                description: "",
                user_id: bruno,
                access_level: { access_level_name: "", access_level_remote_id: "" },
                full_name: "Bruno Castell",
                email: "bruno@tidewater.example",
                expiration_date: minutesOn(200),
                has_direct_access: false,
                num_access_paths: 1,
                propagation_status: null,
            },
        ]);
        expect(await all(`/resources/users/${bruno}`)).toEqual(await all());
    });

    test.each([
        { membership: 10, nesting: 20, link: 30 },
        { membership: 20, nesting: 10, link: 30 },
        { membership: 30, nesting: 20, link: 10 },
        { membership: 10, nesting: 0, link: 0 },
        { membership: 0, nesting: 0, link: 10 },
    ])(
        "an access path ends with its first link that expires: $membership, $nesting and $link minutes",
        async (minutes) => {
            const { all, post, join, inner, outer, id, bruno } = await openWithNesting();
            await join(inner, { duration_minutes: minutes.membership });
            const nesting = { containing_group_id: outer, duration_minutes: minutes.nesting };
            await made(post(`/groups/${inner}/containing-groups`, nesting));
            await made(post(`/groups/${outer}/resources/${id}`, { duration_minutes: minutes.link }));
            expect(await all()).toMatchObject([{ expiration_date: minutesOn(10) }]);
            expect(await all(`/resources/users/${bruno}`)).toEqual(await all());
        },
    );

    test("a direct grant counts as one more path, and its expiration is returned", async () => {
        const { all, post, path, bruno } = await openWithNesting();
        await post(path, { duration_minutes: 10 });
        const entry = {
            has_direct_access: true,
            num_access_paths: 2,
            expiration_date: minutesOn(10),
            propagation_status: { status: "SUCCESS" },
        };
        expect(await all()).toMatchObject([entry]);
        expect(await all(`/resources/users/${bruno}`)).toEqual(await all());
    });

    test("the longest of several inherited paths determines the expiration", async () => {
        const { all, join, outer } = await openWithNesting();
        await join(outer);
        expect(await all()).toMatchObject([{ num_access_paths: 2, expiration_date: minutesOn(400) }]);
    });

    test("each level has a separate entry", async () => {
        const { all, post, id, outer, level, bruno } = await openWithNesting();
        level("read");
        await made(post(`/groups/${outer}/resources/${id}`, { access_level_remote_id: "read" }));
        expect(await all()).toMatchObject([
            { access_level: { access_level_remote_id: "" } },
            { access_level: { access_level_remote_id: "read", access_level_name: "READ" } },
        ]);
        expect(await all(`/resources/users/${bruno}`)).toHaveLength(2);
    });

    test("access ends with the nesting and with its expiration", async () => {
        const { all, passMinutes, delete: remove, inner, outer, join } = await openWithNesting();
        await join(outer);
        await remove(`/groups/${inner}/containing-groups/${outer}`);
        expect(await all()).toMatchObject([{ num_access_paths: 1 }]);
        passMinutes(400);
        expect(await all()).toEqual([]);
    });

    test("the list is cut at the limit, without a cursor", async () => {
        const { all, get, post, id, groupId } = await openWithResource();
        await made(post(`/groups/${groupId("Everyone")}/resources/${id}`));
        expect(await all()).toHaveLength(8);
        const { body } = await get(`/resources/${id}/users?limit=3`);
        expect(body.results).toEqual((await all()).slice(0, 3));
        expect(body.next).toBeNull();
        expect((await get(`/resources/${id}/users?limit=0`)).body.message).toBe("limit must be at least 1.");
    });
});

describe("the resources of a user", () => {
    async function openWithThree() {
        const h = await openWithResource();
        const ids = [h.id, await h.resource("Harbor"), await h.resource("Crane")];
        for (const id of [...ids].reverse()) await made(h.post(`/resources/${id}/users/${h.bruno}`));
        const page = async (query: string) => (await h.get(`/resources/users/${h.bruno}?${query}`)).body;
        const idsOf = (body: { results: { resource_id: string }[] }) => body.results.map((one) => one.resource_id);
        return { ...h, ids, page, idsOf };
    }

    test("are paged by limit and cursor, in order of creation", async () => {
        const { ids, page, idsOf } = await openWithThree();
        const first = await page("limit=2");
        expect(idsOf(first)).toEqual(ids.slice(0, 2));
        const second = await page(`limit=2&cursor=${first.next}`);
        expect(idsOf(second)).toEqual(ids.slice(2));
        expect(second.next).toBeNull();
        expect(idsOf(await page("include_unmanaged=true"))).toEqual(ids);
    });

    test("a cursor stays valid after the access to its resource was deleted", async () => {
        const { ids, page, idsOf, bruno, delete: remove } = await openWithThree();
        const first = await page("limit=2");
        await remove(`/resources/${ids[1]}/users/${bruno}`);
        expect(idsOf(await page(`limit=2&cursor=${first.next}`))).toEqual(ids.slice(2));
    });

    test("400 for a cursor of another list and a limit below 1", async () => {
        const { get, page } = await openWithThree();
        const { body } = await get("/users?page_size=1");
        expect((await page(`cursor=${body.next}`)).message).toMatch(/^cursor\b/);
        expect((await page("limit=0")).message).toMatch(/^limit\b/);
    });
});

describe("access status (deprecated)", () => {
    test("is AUTHORIZED, REQUESTED or UNAUTHORIZED", async () => {
        const { get, post, path, id, bruno, store } = await openWithResource();
        const status = async (query = "") => (await get(`/resource-user-access-status/${id}/${bruno}${query}`)).body;
        const access_level = { access_level_name: "", access_level_remote_id: "" };
        expect(await status()).toEqual({
            resource_id: id,
            user_id: bruno,
            access_level,
            status: "UNAUTHORIZED",
            expiration_date: null,
        });
        store.requests.set({
            id: NOBODY,
            created_at: minutesOn(0),
            updated_at: minutesOn(0),
            requester_id: bruno,
            target_user_id: bruno,
            status: "PENDING",
            reason: "",
            requested_items_list: [{ resource_id: id, access_level_remote_id: "" }],
        });
        expect(await status()).toMatchObject({ status: "REQUESTED" });
        expect(await status("?access_level_remote_id=read")).toMatchObject({ status: "UNAUTHORIZED" });
        await post(path, { duration_minutes: 5 });
        expect(await status()).toMatchObject({ status: "AUTHORIZED", expiration_date: minutesOn(5) });
    });

    test("includes inherited access and ignores valid paging parameters", async () => {
        const { get, post, id, bruno, groupId } = await openWithResource();
        await made(post(`/groups/${groupId("Everyone")}/resources/${id}`));
        const path = `/resource-user-access-status/${id}/${bruno}`;
        expect((await get(`${path}?page_size=5`)).body.status).toBe("AUTHORIZED");
        expect((await get(`${path}?page_size=1001`)).status).toBe(400);
    });
});
