import { describe, expect, test } from "vitest";
import { made, minutesOn, openTidewater } from "../tidewater.js";

type Tidewater = Awaited<ReturnType<typeof openTidewater>>;

const user = async (t: Tidewater) => t.user("Bruno");
const group = (t: Tidewater) => t.group("Pilots");
const object = { group: (t: Tidewater) => t.group("On call"), resource: (t: Tidewater) => t.resource("Depot") };

/** The kinds of direct grants: who gets access, what has the access levels, and the call that adds the grant. */
const KINDS = [
    {
        name: "a membership",
        table: "groupUsers",
        levels: "group",
        principal: user,
        path: (who: string, what: string) => `/groups/${what}/users/${who}`,
    },
    {
        name: "a nested group",
        table: "groupContainingGroups",
        levels: "group",
        principal: group,
        path: (who: string) => `/groups/${who}/containing-groups`,
        body: (containing_group_id: string) => ({ containing_group_id }),
    },
    {
        name: "the access of a user",
        table: "resourceUsers",
        levels: "resource",
        principal: user,
        path: (who: string, what: string) => `/resources/${what}/users/${who}`,
    },
    {
        name: "the access of a group",
        table: "groupResources",
        levels: "resource",
        principal: group,
        path: (who: string, what: string) => `/groups/${who}/resources/${what}`,
    },
    {
        name: "the access of a non-human identity",
        table: "resourceNonHumanIdentities",
        levels: "resource",
        principal: (t: Tidewater) => t.resource("Robot", "GCP_SERVICE_ACCOUNT"),
        path: (who: string, what: string) => `/resources/${what}/non-human-identities/${who}`,
    },
] as const;

async function openWith({ table, levels, principal, path, ...kind }: (typeof KINDS)[number]) {
    const t = await openTidewater();
    const [who, what] = [await principal(t), await object[levels](t)];
    const { store } = t;
    const before = new Set<object>(store[table].all());
    const at = path(who, what);
    return {
        ...t,
        who,
        what,
        path: at,
        /** The path of the grant itself. */
        one: "body" in kind ? `${at}/${what}` : at,
        add: (terms?: object) => t.post(at, "body" in kind ? { ...kind.body(what), ...terms } : terms),
        level: (...remoteIds: string[]) => {
            for (const access_level_remote_id of remoteIds) {
                const level = { access_level_remote_id, access_level_name: access_level_remote_id.toUpperCase() };
                if (levels === "group") store.groupAccessLevels.set({ group_id: what, ...level });
                else store.resourceAccessLevels.set({ resource_id: what, ...level });
            }
        },
        /** The level and the expiration of each added grant. */
        grants: () =>
            store[table]
                .all()
                .filter((grant) => !before.has(grant))
                .map((grant) => [grant.access_level_remote_id, grant.expiration_date]),
    };
}

const at = (access_level_remote_id: string, duration_minutes = 0) => ({ access_level_remote_id, duration_minutes });

describe.each(KINDS)("$name", (kind) => {
    test("is indefinite and at the default level by default; adding it again sets a new duration", async () => {
        const { add, grants } = await openWith(kind);
        await made(add());
        expect(grants()).toEqual([["", null]]);
        await made(add({ duration_minutes: 90 }));
        expect(grants()).toEqual([["", minutesOn(90)]]);
        await made(add({ duration_minutes: 0 }));
        expect(grants()).toEqual([["", null]]);
    });

    test("has a duration from 0 to 153722867 minutes", async () => {
        const { add, grants } = await openWith(kind);
        const isRequired = !["groupContainingGroups", "groupResources"].includes(kind.table);
        for (const terms of [{ duration_minutes: -1 }, { duration_minutes: 153722868 }, ...(isRequired ? [{}] : [])]) {
            // The API states no maximum for nested groups.
            if (terms.duration_minutes && terms.duration_minutes > 0 && kind.table === "groupContainingGroups")
                continue;
            const { status, body } = await add(terms);
            expect([status, body.message]).toEqual([400, expect.stringMatching(/^duration_minutes\b/)]);
        }
        expect(grants()).toEqual([]);
        await made(add({ duration_minutes: 153722867 }));
        expect(grants()).toEqual([["", minutesOn(153722867)]]);
    });

    test("is at one of the levels of its object, each of which is a separate grant", async () => {
        const { add, level, grants } = await openWith(kind);
        expect((await add(at("lead"))).body.message).toMatch(/^access_level_remote_id must be omitted or empty/);
        level("lead", "member");
        const { access_level, ...link } = await made(add(at("lead")));
        expect(
            access_level ?? { access_level_name: "LEAD", access_level_remote_id: link.access_level_remote_id },
        ).toEqual({
            access_level_name: "LEAD",
            access_level_remote_id: "lead",
        });
        await made(add(at("member", 9)));
        expect((await add(at("boss"))).body.message).toBe("access_level_remote_id must be one of lead, member.");
        // A body without a level means the default level, which the object does not have.
        expect((await add({ duration_minutes: 0 })).status).toBe(400);
        expect(grants()).toEqual([
            ["lead", null],
            ["member", minutesOn(9)],
        ]);
    });

    test.skipIf(kind.table === "groupResources")("is removed at one level, by default the default level", async () => {
        const { add, level, delete: remove, one, grants } = await openWith(kind);
        await made(add());
        level("lead");
        await made(add(at("lead")));
        const status = kind.table === "groupContainingGroups" ? 204 : 200;
        expect(await remove(one)).toMatchObject({ status, body: undefined });
        expect(grants()).toEqual([["lead", null]]);
        expect((await remove(one)).status).toBe(404);
        expect((await remove(`${one}?access_level_remote_id=lead`)).status).toBe(status);
        expect(grants()).toEqual([]);
    });
});

describe.each(KINDS.filter(({ table }) => table === "groupUsers" || table === "resourceUsers"))("$name", (kind) => {
    test("is returned with its user, level and expiration", async () => {
        const { add, who, what, one, put } = await openWith(kind);
        const grant = {
            [`${kind.levels}_id`]: what,
            user_id: who,
            full_name: "Bruno Castell",
            email: "bruno@tidewater.example",
            access_level: { access_level_name: "", access_level_remote_id: "" },
            expiration_date: null,
        };
        expect(await made(add())).toMatchObject(grant);
        expect(await made(put(one, { duration_minutes: 60 }))).toMatchObject({
            ...grant,
            expiration_date: minutesOn(60),
        });
    });

    test("ignores the deprecated parameters if there is a body", async () => {
        const { post, path, level, grants } = await openWith(kind);
        level("lead");
        await made(post(`${path}?duration_minutes=5&access_level_remote_id=lead`));
        expect(grants()).toEqual([["lead", minutesOn(5)]]);
        await made(post(`${path}?duration_minutes=7&access_level_remote_id=other`, at("lead")));
        expect(grants()).toEqual([["lead", null]]);
        expect((await post(`${path}?access_level_remote_id=lead`, { duration_minutes: 0 })).status).toBe(400);
        expect((await post(`${path}?duration_minutes=-1`)).body.message).toMatch(/^duration_minutes\b/);
    });

    test("gets the duration and the level of an update, which needs an existing grant", async () => {
        const { add, put, one, level, grants } = await openWith(kind);
        expect((await put(one, { duration_minutes: 60 })).status).toBe(404);
        await made(add());
        await made(put(one, { duration_minutes: 60 }));
        expect(grants()).toEqual([["", minutesOn(60)]]);
        expect((await put(one, {})).body.message).toMatch(/^duration_minutes\b/);
        level("lead", "member");
        await made(put(one, at("lead")));
        expect(grants()).toEqual([["lead", null]]);
        expect((await put(one, at("boss", 5))).status).toBe(400);
        // An omitted level means the default level.
        expect((await put(one, { duration_minutes: 5 })).status).toBe(404);
        await made(add(at("member")));
        await made(put(one, at("member", 9)));
        expect(grants()).toEqual([
            ["lead", null],
            ["member", minutesOn(9)],
        ]);
    });
});

test("a negative duration revokes a membership, and returns it as it was", async () => {
    const { add, put, one, who, grants } = await openWith(KINDS[0]);
    expect((await put(one, { duration_minutes: -1 })).status).toBe(404);
    await made(add({ duration_minutes: 60 }));
    const last = await made(put(one, { duration_minutes: -1 }));
    expect(last).toMatchObject({ user_id: who, expiration_date: minutesOn(60) });
    expect(grants()).toEqual([]);
});

test("a negative duration is refused for the access to a resource", async () => {
    const { add, put, one, grants } = await openWith(KINDS[2]);
    await made(add());
    expect((await put(one, { duration_minutes: -1 })).body.message).toMatch(/^duration_minutes\b/);
    expect(grants()).toEqual([["", null]]);
});

test("leaving a group also removes a user from the other groups of its binding", async () => {
    const { add, post, put, delete: remove, one, who, what, group, grants } = await openWith(KINDS[0]);
    const linked = await group("Linked");
    await made(post("/group-bindings", { source_group_id: what, groups: [{ group_id: linked }] }));
    for (const leave of [() => remove(`/groups/${linked}/users/${who}`), () => put(one, { duration_minutes: -5 })]) {
        await made(add());
        await made(post(`/groups/${linked}/users/${who}`));
        await made(leave());
        expect(grants()).toEqual([]);
    }
});

describe("a nested group", () => {
    test("is listed by level, without its duration; a single read finds the default level", async () => {
        const { add, get, level, path, one, what } = await openWith(KINDS[1]);
        await made(add({ duration_minutes: 15 }));
        level("lead");
        await made(add(at("lead")));
        const [link, lead] = ["", "lead"].map((id) => ({ containing_group_id: what, access_level_remote_id: id }));
        expect((await get(path)).body).toEqual({ containing_groups: [link, lead] });
        expect((await get(`${path}?access_level_remote_id=lead`)).body).toEqual({ containing_groups: [lead] });
        expect((await get(one)).body).toEqual(link);
        expect((await get(`/groups/${what}/containing-groups`)).body).toEqual({ containing_groups: [] });
    });

    test("cannot contain its container, however deep", async () => {
        const { group, post, store } = await openTidewater();
        const [inner, middle, outer] = [await group("Inner"), await group("Middle"), await group("Outer")];
        const nest = async (member: string, containing_group_id: string) =>
            (await post(`/groups/${member}/containing-groups`, { containing_group_id })).status;
        expect(await nest(inner, inner)).toBe(400);
        expect([await nest(inner, middle), await nest(middle, outer)]).toEqual([200, 200]);
        expect([await nest(middle, inner), await nest(outer, inner), await nest(inner, outer)]).toEqual([
            400, 400, 200,
        ]);
        expect(store.groupContainingGroups.size).toBe(3);
    });

    test("gives its members the access of the container, but not a membership that is listed", async () => {
        const { add, get, post, resource, user, who, what } = await openWith(KINDS[1]);
        const vault = await resource("Vault");
        const bruno = user("Bruno");
        await made(post(`/groups/${who}/users/${bruno}`));
        await made(post(`/groups/${what}/resources/${vault}`));
        await made(add());
        const access = { resource_id: vault, user_id: bruno, has_direct_access: false };
        expect((await get(`/resources/${vault}/users`)).body.results).toMatchObject([access]);
        expect((await get(`/resources/users/${bruno}`)).body.results).toMatchObject([access]);
        expect((await get(`/groups/${what}/users`)).body.results).toEqual([]);
        expect(JSON.stringify((await get(`/groups/users/${bruno}`)).body)).not.toContain(what);
        expect((await get(`/resources/${vault}/users/${bruno}`)).body.data).toEqual([]);
    });
});

test("the link of a group and a resource has their names; a level in the body precedes the deprecated parameter", async () => {
    const { add, post, path, who, what, level, grants } = await openWith(KINDS[3]);
    level("read", "write");
    expect(await made(add(at("read", 30)))).toEqual({
        group_id: who,
        group_name: "Pilots",
        resource_id: what,
        resource_name: "Depot",
        access_level: { access_level_remote_id: "read", access_level_name: "READ" },
        expiration_date: minutesOn(30),
    });
    await made(post(`${path}?access_level_remote_id=read`, { access_level_remote_id: "write" }));
    expect(grants()).toEqual([
        ["read", minutesOn(30)],
        ["write", null],
    ]);
});

describe("a non-human identity", () => {
    test("is a resource of an identity type", async () => {
        const { get, post, resource, store, who, what } = await openWith(KINDS[4]);
        const second = await resource("Second robot", "AZURE_USER_ASSIGNED_MANAGED_Identity");
        const { results } = (await get("/non-human-identities")).body;
        expect(results).toEqual([store.resources.get(who), store.resources.get(second)]);
        const { status, body } = await post(`/resources/${what}/non-human-identities/${what}`);
        expect([status, body.message]).toEqual([
            400,
            expect.stringMatching(/^non_human_identity_id must be a non-human/),
        ]);
    });

    test("is listed with its direct access, up to the limit", async () => {
        const { add, get, post, resource, level, who, what } = await openWith(KINDS[4]);
        const second = await resource("Second robot", "AWS_IAM_ROLE");
        level("read");
        expect(await made(add(at("read", 5)))).toMatchObject({ resource_id: what, non_human_identity_id: who });
        const list = `/resources/${what}/non-human-identities`;
        await made(post(`${list}/${second}`, at("read")));
        const { results } = (await get(list)).body;
        expect(results).toHaveLength(2);
        expect(results[0]).toEqual({
            principal_id: who,
            principal_type: "RESOURCE",
            entity_id: what,
            entity_type: "RESOURCE",
            access_level: { access_level_name: "READ", access_level_remote_id: "read" },
            expiration_date: minutesOn(5),
            has_direct_access: true,
            num_access_paths: 1,
        });
        expect((await get(`${list}?limit=1`)).body.results).toEqual(results.slice(0, 1));
        expect((await get(`${list}?limit=0`)).status).toBe(400);
    });
});
