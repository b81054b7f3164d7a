import { describe, expect, test } from "vitest";
import { NOBODY } from "../harness.js";
import { made, NOW, openTidewater } from "../tidewater.js";

async function openWithGroups() {
    const t = await openTidewater();
    const ids = [await t.group("Source"), await t.group("First"), await t.group("Second", "OPAL_GROUP")];
    const [source, first, second] = ids as [string, string, string];
    const bind = (source_group_id: string, ...groups: string[]) =>
        t.post("/group-bindings", { source_group_id, groups: groups.map((group_id) => ({ group_id })) });
    const rebind = (...bindings: [string, string, string[]][]) =>
        t.put("/group-bindings", {
            group_bindings: bindings.map(([group_binding_id, source_group_id, groups]) => ({
                group_binding_id,
                source_group_id,
                groups: groups.map((group_id) => ({ group_id })),
            })),
        });
    const marks = () => ids.map((id) => t.store.groups.get(id).group_binding_id);
    return { ...t, source, first, second, bind, rebind, marks };
}

describe("create", () => {
    test("links groups to a source, returns the user and the time, and marks each group", async () => {
        const { bind, get, source, first, second, marks, store } = await openWithGroups();
        const answer = await bind(source, first, second);
        const id = answer.body.group_binding_id;
        expect(answer).toMatchObject({ status: 200 });
        expect(answer.body).toEqual({
            group_binding_id: id,
            created_by_id: store.currentUserId,
            created_at: NOW,
            source_group_id: source,
            groups: [
                { group_id: first, group_type: "SVC_GROUP" },
                { group_id: second, group_type: "OPAL_GROUP" },
            ],
        });
        expect(marks()).toEqual([id, id, id]);
        expect((await get(`/group-bindings/${id}`)).body).toEqual(answer.body);
        expect((await get(`/groups/${first}`)).body.group_binding_id).toBe(id);
    });

    test("409 for a group that is already in a binding, as a source or linked", async () => {
        const { bind, source, first, second, store } = await openWithGroups();
        await bind(source, first);
        expect((await bind(second, first)).body.message).toMatch(
            /^groups\[0\]\.group_id: the group .* is already in the group binding .*\.$/,
        );
        expect((await bind(second, source)).status).toBe(409);
        expect((await bind(source, second)).status).toBe(409);
        expect(store.groupBindings.size).toBe(1);
        expect(store.groups.get(second)).not.toHaveProperty("group_binding_id");
    });

    test("400 for a group listed twice", async () => {
        const { bind, source, first, store } = await openWithGroups();
        expect((await bind(source, first, first)).body.message).toMatch(
            /^groups\[1\]\.group_id is listed more than once/,
        );
        expect(store.groupBindings.size).toBe(0);
    });

    test("the source may be listed among its groups, and is returned among them", async () => {
        const {
            bind,
            rebind,
            get,
            post,
            delete: remove,
            user,
            source,
            first,
            second,
            marks,
            store,
        } = await openWithGroups();
        const { group_binding_id: id, groups } = await made(bind(source, source, first));
        expect(groups).toMatchObject([{ group_id: source }, { group_id: first }]);
        expect(marks()).toEqual([id, id, undefined]);
        expect((await rebind([id, second, [second, source]])).status).toBe(200);
        expect((await get(`/group-bindings/${id}`)).body.groups).toMatchObject([
            { group_id: second },
            { group_id: source },
        ]);
        expect(marks()).toEqual([id, undefined, id]);
        for (const group of [source, second])
            await made(post(`/groups/${group}/users/${user("Bruno")}`, { duration_minutes: 0 }));
        expect((await remove(`/groups/${second}/users/${user("Bruno")}`)).status).toBe(200);
        expect(store.groupUsers.where("group_id", source)).toEqual([]);
        expect((await remove(`/groups/${second}`)).status).toBe(200);
        expect(store.groupBindings.size).toBe(0);
        expect(store.groups.get(source)).not.toHaveProperty("group_binding_id");
    });
});

describe("bulk update", () => {
    test("replaces the source and the whole list, and returns no body", async () => {
        const { bind, rebind, get, source, first, second, marks } = await openWithGroups();
        const { group_binding_id: id } = await made(bind(source, first));
        expect(await rebind([id, second, [source]])).toMatchObject({ status: 200, body: undefined });
        expect((await get(`/group-bindings/${id}`)).body).toMatchObject({
            created_at: NOW,
            source_group_id: second,
            groups: [{ group_id: source }],
        });
        expect(marks()).toEqual([id, undefined, id]);
    });

    test("groups can move from one binding to another within a call", async () => {
        const { bind, rebind, group, source, first, second, marks, store } = await openWithGroups();
        const other = await group("Other");
        const { group_binding_id: one } = await made(bind(source, first));
        const { group_binding_id: two } = await made(bind(other, second));
        expect((await rebind([one, source, [second]], [two, other, [first]])).status).toBe(200);
        expect(marks()).toEqual([one, two, one]);
        expect(store.groupBindings.get(one).group_ids).toEqual([second]);
    });

    test("404 for an unknown binding, 409 for a group of another one, and nothing is changed", async () => {
        const { bind, rebind, group, source, first, second, marks, store } = await openWithGroups();
        const other = await group("Other");
        const { group_binding_id: one } = await made(bind(source, first));
        const { group_binding_id: two } = await made(bind(other, second));
        expect((await rebind([one, source, []], [NOBODY, first, []])).status).toBe(404);
        expect((await rebind([one, source, [second]])).status).toBe(409);
        expect(marks()).toEqual([one, one, two]);
        expect(store.groupBindings.get(one).group_ids).toEqual([first]);
    });
});

describe("members", () => {
    /** Bruno is in the access rule because of his tag, and was added to the group that is linked with it. */
    async function openWithRule() {
        const t = await openWithGroups();
        const { store, post, delete: remove, admin, first, user } = t;
        const tag_id = store.tags.all().find(({ key }) => key === "team")?.tag_id;
        const selectors = [{ key: "team", value: "platform", connection_id: NOBODY }];
        const newRule = async (name: string): Promise<string> =>
            (
                await made(
                    post("/access-rules", {
                        name,
                        description: "",
                        admin_owner_id: admin,
                        status: "ACTIVE",
                        ruleClauses: { when: { clauses: [{ selectors }] } },
                    }),
                )
            ).access_rule_id;
        const rule = await newRule("Platform");
        await made(post(`/tags/${tag_id}/users/${user("Bruno")}`));
        await made(post(`/groups/${first}/users/${user("Bruno")}`));
        const members = (group: string) => store.groupUsers.where("group_id", group).map((one) => one.user_id);
        return { ...t, rule, newRule, members, untag: () => remove(`/tags/${tag_id}/users/${user("Bruno")}`) };
    }

    test("are separate for each linked group: a binding adds no members", async () => {
        const { bind, rebind, post, source, first, second, user, store } = await openWithGroups();
        const join = (group: string, name: string) => made(post(`/groups/${group}/users/${user(name)}`));
        const members = (group: string) => store.groupUsers.where("group_id", group).map((one) => one.user_id);
        await join(source, "Bruno");
        const { group_binding_id: id } = await made(bind(source, first));
        await join(source, "Chiyo");
        await join(first, "Hugo");
        await rebind([id, source, [first, second]]);
        expect([source, first, second].map(members)).toEqual([[user("Bruno"), user("Chiyo")], [user("Hugo")], []]);
    });

    test("leaving an access rule also removes a user from the linked groups", async () => {
        const { bind, rule, first, members, untag, user } = await openWithRule();
        await made(bind(first, rule));
        expect([rule, first].map(members)).toEqual([[user("Bruno")], [user("Bruno")]]);
        await made(untag());
        expect([rule, first].map(members)).toEqual([[], []]);
    });

    test("leaving a linked group does not remove a user from an access rule, which depends only on its conditions", async () => {
        const { bind, post, put, get, rule, first, members, user, delete: remove } = await openWithRule();
        await made(bind(rule, first));
        const { access_rule_id, ...info } = (await get(`/access-rules/${rule}`)).body;
        for (const status of ["ACTIVE", "PAUSED"]) {
            await made(put(`/access-rules/${access_rule_id}`, { ...info, status }));
            await made(post(`/groups/${first}/users/${user("Bruno")}`));
            await made(remove(`/groups/${first}/users/${user("Bruno")}`));
            expect([rule, first].map(members)).toEqual([[user("Bruno")], []]);
        }
    });
});

describe("delete", () => {
    test("releases the groups", async () => {
        const { bind, delete: remove, source, first, marks, store } = await openWithGroups();
        const { group_binding_id: id } = await made(bind(source, first));
        expect(await remove(`/group-bindings/${id}`)).toMatchObject({ status: 200, body: undefined });
        expect(store.groupBindings.size).toBe(0);
        expect(marks()).toEqual([undefined, undefined, undefined]);
        expect((await remove(`/group-bindings/${id}`)).status).toBe(404);
    });

    test("removes a deleted linked group from the binding, and deletes the binding with its source", async () => {
        const { bind, delete: remove, source, first, second, store } = await openWithGroups();
        const { group_binding_id: id } = await made(bind(source, first, second));
        await remove(`/groups/${first}`);
        expect(store.groupBindings.get(id).group_ids).toEqual([second]);
        await remove(`/groups/${source}`);
        expect(store.groupBindings.size).toBe(0);
        expect(store.groups.get(second)).not.toHaveProperty("group_binding_id");
    });
});
