import { describe, expect, test } from "vitest";
import { open } from "../harness.js";

const CONNECTION = "5b0f1c1e-9a43-4a51-8d0e-6f7d3c2b1a90";
const tag = (key: string, value: string) => ({ key, value, connection_id: CONNECTION });
const when = (...selectors: object[]) => ({ when: { clauses: selectors.map((one) => ({ selectors: [one] })) } });

async function openWithRule(more: object = {}) {
    const h = await open();
    const { store } = h.service;
    const admin = h.named(store.owners.all(), "Administrators").owner_id;
    const info = {
        name: "Europe",
        description: "Everybody in Europe",
        admin_owner_id: admin,
        status: "ACTIVE",
        ruleClauses: when(tag("region", "eu")),
    };
    const created = await h.post("/access-rules", { ...info, ...more });
    expect(created.status, JSON.stringify(created.body)).toBe(201);
    const rule = created.body;
    const id: string = rule.access_rule_id;
    const user = (name: string) => store.users.all().find((one) => one.first_name === name)?.user_id ?? "";
    const members = () => store.groupUsers.where("group_id", id).map((one) => store.users.get(one.user_id).first_name);
    const update = (fields: object) => h.put(`/access-rules/${id}`, { ...info, ...fields });
    const region = store.tags.all().find((one) => one.key === "region")?.tag_id;
    const give = (name: string, tag_id = region) => h.post(`/tags/${tag_id}/users/${user(name)}`);
    const take = (name: string, tag_id = region) => h.delete(`/tags/${tag_id}/users/${user(name)}`);
    return { ...h, store, info, rule, id, members, update, give, take, user };
}

describe("a rule is a group", () => {
    test("201 with the id of a group of type SVC_ACCESS_RULE, which is listed among the groups", async () => {
        const { rule, info, id, get, store } = await openWithRule();
        expect(rule).toEqual({ access_rule_id: id, ...info });
        expect((await get(`/access-rules/${id}`)).body).toEqual(rule);
        const { results } = (await get("/groups?group_type_filter=SVC_ACCESS_RULE")).body;
        expect(results).toMatchObject([{ group_id: id, name: "Europe", group_type: "SVC_ACCESS_RULE" }]);
        expect(store.groups.get(id)).toMatchObject({ admin_owner_id: info.admin_owner_id, is_requestable: false });
    });

    test("operations on groups apply to it, and a renamed group is a renamed rule", async () => {
        const { put, get, id } = await openWithRule();
        expect((await put("/groups", { groups: [{ group_id: id, name: "EU" }] })).status).toBe(200);
        expect((await get(`/access-rules/${id}`)).body.name).toBe("EU");
        expect((await put(`/groups/${id}/visibility`, { visibility: "LIMITED" })).status).toBe(200);
    });

    test("it is deleted as a group, because rules have no delete operation", async () => {
        const { delete: remove, get, id, store } = await openWithRule();
        expect((await remove(`/access-rules/${id}`)).status).toBe(404);
        expect(store.accessRules.size).toBe(1);
        expect((await remove(`/groups/${id}`)).status).toBe(200);
        expect((await get(`/access-rules/${id}`)).status).toBe(404);
        expect(store.accessRules.size).toBe(0);
        expect(store.groupUsers.where("group_id", id)).toEqual([]);
    });

    test("default reviewers change with the administrator, so that the former owner can be deleted", async () => {
        const { post, update, delete: remove, store, id } = await openWithRule();
        const owner = async (name: string) => (await post("/owners", { name, user_ids: [] })).body.owner_id;
        const [first, second] = [await owner("First"), await owner("Second")];
        for (const admin_owner_id of [first, second]) expect((await update({ admin_owner_id })).status).toBe(200);
        expect(store.groups.get(id).request_configurations?.[0]?.reviewer_stages?.[0]?.owner_ids).toEqual([second]);
        expect((await remove(`/owners/${first}`)).status).toBe(200);
    });

    test("the list is paged without a maximum size, and omits cursors instead of returning null", async () => {
        const { get, post, info, rule } = await openWithRule();
        const { body: other } = await post("/access-rules", { ...info, name: "Other" });
        expect((await get("/access-rules")).body).toEqual({ results: [rule, other] });
        expect((await get("/access-rules?page_size=100000")).body).toEqual({ results: [rule, other] });
        const first = (await get("/access-rules?page_size=1")).body;
        expect(first).toEqual({ results: [rule], next: expect.any(String) });
    });

    test("404 for the id of a group that is not a rule", async () => {
        const { get, store, named } = await openWithRule();
        const { group_id } = named(store.groups.all(), "Everyone");
        expect((await get(`/access-rules/${group_id}`)).status).toBe(404);
    });
});

describe("writes", () => {
    test.each(["name", "description", "admin_owner_id", "status", "ruleClauses"])("require %s", async (field) => {
        const { post, update, info, id, store } = await openWithRule();
        const { [field as keyof typeof info]: _left, ...rest } = info;
        expect((await post("/access-rules", rest)).body.message).toMatch(new RegExp(`^${field}: `));
        const before = store.accessRules.get(id);
        expect((await update({ [field]: undefined })).status).toBe(400);
        expect(store.accessRules.get(id)).toBe(before);
    });

    test("replace everything in an update", async () => {
        const { update, get, id, info } = await openWithRule({
            ruleClauses: { ...when(tag("region", "eu")), unless: when(tag("tier", "critical")).when },
        });
        const whole = { ...info, name: "New", description: "", ruleClauses: when(tag("team", "platform")) };
        expect((await update(whole)).body).toEqual({ access_rule_id: id, ...whole });
        expect((await get(`/groups/${id}`)).body).toMatchObject({ name: "New", description: "" });
    });

    test.each<[string, object, RegExp]>([
        ["a rule without clauses", { ruleClauses: { when: { clauses: [] } } }, /^ruleClauses\.when\.clauses\b/],
        [
            "a clause without a test",
            { ruleClauses: { when: { clauses: [{ selectors: [] }] } } },
            /^ruleClauses\.when\.clauses\[0\] must contain a selector/,
        ],
        ["an unknown status", { status: "OFF" }, /^status: .*"ACTIVE"\|"PAUSED"/],
    ])("400 for %s", async (_name, fields, message) => {
        const { post, info, store } = await openWithRule();
        const answer = await post("/access-rules", { ...info, ...fields });
        expect(answer.status).toBe(400);
        expect(answer.body.message).toMatch(message);
        expect(store.accessRules.size).toBe(1);
    });
});

describe("membership", () => {
    test("consists of the users who match, and changes with their tags", async () => {
        const { members, give, take } = await openWithRule();
        expect(members()).toEqual(["Greta"]);
        await give("Hugo");
        expect(members()).toEqual(["Greta", "Hugo"]);
        await take("Greta");
        expect(members()).toEqual(["Hugo"]);
    });

    test("requires all clauses, and one selector of each clause", async () => {
        const { members, update, give, store } = await openWithRule();
        const platform = store.tags.all().find((one) => one.key === "team")?.tag_id;
        await give("Hugo");
        await give("Hugo", platform);
        await update({ ruleClauses: when(tag("region", "eu"), tag("team", "platform")) });
        expect(members()).toEqual(["Hugo"]);
        const either = { selectors: [tag("region", "eu"), tag("team", "platform")] };
        await update({ ruleClauses: { when: { clauses: [either] } } });
        expect(members().sort()).toEqual(["Greta", "Hugo"]);
    });

    test("excludes users who match the clauses of unless", async () => {
        const { members, update, give } = await openWithRule();
        await give("Hugo");
        const unless = {
            clauses: [{ selectors: [], attribute_selectors: [{ attribute: "HR_IDP_STATUS", values: ["ACTIVE"] }] }],
        };
        await update({ ruleClauses: { ...when(tag("region", "eu")), unless } });
        expect(members()).toEqual([]);
    });

    test("can depend on attributes of users as well as tags", async () => {
        const { members, update, store } = await openWithRule();
        const attribute_selectors = [{ attribute: "HR_IDP_STATUS", values: ["ACTIVE", "SUSPENDED"] }];
        await update({ ruleClauses: { when: { clauses: [{ selectors: [], attribute_selectors }] } } });
        expect(members()).toHaveLength(store.users.size);
    });

    test("does not grow while PAUSED, and existing members stay", async () => {
        const { members, update, give, take } = await openWithRule();
        await update({ status: "PAUSED" });
        await give("Hugo");
        await take("Greta");
        expect(members()).toEqual(["Greta"]);
        await update({ status: "ACTIVE" });
        expect(members()).toEqual(["Hugo"]);
    });

    test("409 for adding or removing a member, or changing a duration", async () => {
        const { post, put, delete: remove, id, members, user } = await openWithRule();
        const path = (name: string) => `/groups/${id}/users/${user(name)}`;
        const answers = [
            await post(path("Hugo"), { duration_minutes: 0 }),
            await put(path("Greta"), { duration_minutes: 5 }),
            await remove(path("Greta")),
        ];
        expect(answers.map(({ status }) => status)).toEqual([409, 409, 409]);
        expect(members()).toEqual(["Greta"]);
    });

    test("cannot be requested", async () => {
        const { post, id } = await openWithRule();
        const asked = { resources: [], groups: [{ id }], reason: "Please", duration_minutes: -1 };
        expect((await post("/requests", asked)).body.message).toMatch(
            /^groups\[0\]\.id: membership in an access rule cannot be requested/,
        );
    });
});
