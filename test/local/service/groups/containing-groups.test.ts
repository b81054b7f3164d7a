import { describe, expect, test } from "vitest";
import { NOBODY } from "../harness.js";
import { minutesOn, openTidewater } from "../tidewater.js";

async function openWithNesting() {
    const t = await openTidewater();
    const inner = await t.group("Inner");
    const middle = await t.group("Middle");
    const outer = await t.group("Outer");
    const nest = (member: string, containing_group_id: string, more: object = {}) =>
        t.post(`/groups/${member}/containing-groups`, { containing_group_id, ...more });
    const links = () =>
        t.store.groupContainingGroups
            .all()
            .map((link) => [link.group_id, link.containing_group_id, link.access_level_remote_id]);
    const level = (remoteId: string) =>
        t.store.groupAccessLevels.set({
            group_id: outer,
            access_level_remote_id: remoteId,
            access_level_name: remoteId.toUpperCase(),
        });
    return { ...t, inner, middle, outer, nest, links, level, path: `/groups/${inner}/containing-groups` };
}

describe("add", () => {
    test("the group in the path is the member; the duration is not returned", async () => {
        const { nest, get, inner, outer, links, path, store } = await openWithNesting();
        const answer = await nest(inner, outer, { duration_minutes: 15 });
        const link = { containing_group_id: outer, access_level_remote_id: "" };
        expect(answer).toMatchObject({ status: 200, body: link });
        expect(answer.body).toEqual(link);
        expect(links()).toEqual([[inner, outer, ""]]);
        expect(store.groupContainingGroups.all()[0]?.expiration_date).toBe(minutesOn(15));
        expect((await get(path)).body).toEqual({ containing_groups: [link] });
        expect((await get(`${path}/${outer}`)).body).toEqual(link);
        expect((await get(`/groups/${outer}/containing-groups`)).body).toEqual({ containing_groups: [] });
    });

    test("400 for a cycle, however long", async () => {
        const { nest, inner, middle, outer, links } = await openWithNesting();
        expect((await nest(inner, inner)).body.message).toMatch(/^containing_group_id must not be the group itself/);
        await nest(inner, middle);
        await nest(middle, outer);
        expect((await nest(middle, inner)).status).toBe(400);
        expect((await nest(outer, inner)).status).toBe(400);
        expect((await nest(inner, outer)).status).toBe(200);
        expect(links()).toHaveLength(3);
    });

    test("400 for an unknown container, an unknown level and a negative duration; 404 for an unknown member", async () => {
        const { nest, inner, outer, links } = await openWithNesting();
        expect((await nest(inner, NOBODY)).body.message).toBe(
            `containing_group_id: the group ${NOBODY} does not exist.`,
        );
        expect((await nest(inner, outer, { access_level_remote_id: "lead" })).status).toBe(400);
        expect((await nest(inner, outer, { duration_minutes: -1 })).status).toBe(400);
        expect((await nest(NOBODY, outer)).status).toBe(404);
        expect(links()).toEqual([]);
    });
});

describe("members of the nested group", () => {
    test("have the access of the container as inherited access, and are not listed as its direct members", async () => {
        const { nest, get, post, resource, inner, outer, user } = await openWithNesting();
        const vault = await resource("Vault");
        await post(`/groups/${inner}/users/${user("Bruno")}`);
        await post(`/groups/${outer}/resources/${vault}`);
        await nest(inner, outer);
        const access = { resource_id: vault, user_id: user("Bruno"), has_direct_access: false };
        expect((await get(`/resources/${vault}/users`)).body.results).toMatchObject([access]);
        expect((await get(`/resources/users/${user("Bruno")}`)).body.results).toMatchObject([access]);
        expect((await get(`/groups/${outer}/users`)).body.results).toEqual([]);
        const groups = (await get(`/groups/users/${user("Bruno")}`)).body.results;
        expect(groups.map(({ group_id }: { group_id: string }) => group_id)).not.toContain(outer);
        expect((await get(`/resources/${vault}/users/${user("Bruno")}`)).body.data).toEqual([]);
    });
});

describe("levels are part of the key", () => {
    test("the list filters by level, a single read finds the default level, a delete removes one level", async () => {
        const { nest, get, delete: remove, inner, outer, links, level, path } = await openWithNesting();
        await nest(inner, outer);
        level("lead");
        await nest(inner, outer, { access_level_remote_id: "lead" });
        const lead = { containing_group_id: outer, access_level_remote_id: "lead" };
        expect((await get(path)).body.containing_groups).toHaveLength(2);
        expect((await get(`${path}?access_level_remote_id=lead`)).body).toEqual({ containing_groups: [lead] });
        expect((await get(`${path}/${outer}`)).body.access_level_remote_id).toBe("");
        expect(await remove(`${path}/${outer}`)).toMatchObject({ status: 204, body: undefined });
        expect(links()).toEqual([[inner, outer, "lead"]]);
        expect((await get(`${path}/${outer}`)).status).toBe(404);
        expect((await remove(`${path}/${outer}`)).status).toBe(404);
        expect((await remove(`${path}/${outer}?access_level_remote_id=lead`)).status).toBe(204);
        expect(links()).toEqual([]);
    });
});
