import { describe, expect, test } from "vitest";
import { operations } from "../../../../src/api/generated/operations.gen.js";
import type { OperationName } from "../../../../src/local/service/index.js";
import { type Answer, NOBODY } from "../harness.js";
import { made, openTidewater } from "../tidewater.js";

const BRUNO = { token: "a-token-of-bruno-long-enough", email: "bruno@tidewater.example", role: "MEMBER" } as const;
const CHIYO = { token: "a-token-of-chiyo-long-enough", email: "chiyo@tidewater.example", role: "MEMBER" } as const;
const ELIF = { token: "a-token-of-elif-long-enough!", email: "elif@tidewater.example", role: "MEMBER" } as const;
const LIMITED = { visibility: "LIMITED" };

/** One object of each kind that can be hidden, visible only to administrators, and part of every list that could show it. */
async function openWithHidden() {
    const t = await openTidewater({ tokens: [BRUNO, CHIYO, ELIF] });
    const { store, post, put } = t;
    const group = await t.group("Hidden group");
    const resource = await t.resource("Hidden resource");
    const identity = await t.resource("Hidden identity", "GCP_SERVICE_ACCOUNT");
    const tracker = t.named(store.resources.all(), "Freight tracker").resource_id;
    const contractors = t.groupId("Contractors");
    const newBundle = async (name: string) =>
        (await made(post("/bundles", { name, admin_owner_id: t.admin }))).bundle_id as string;
    const bundle = await newBundle("Hidden bundle");
    const open = await newBundle("Starter kit");
    const rule = (
        await made(
            post("/access-rules", {
                name: "Hidden rule",
                description: "",
                admin_owner_id: t.admin,
                status: "ACTIVE",
                ruleClauses: {
                    when: { clauses: [{ selectors: [{ key: "no", value: "body", connection_id: NOBODY }] }] },
                },
            }),
        )
    ).access_rule_id as string;
    for (const id of [group, rule]) await made(put(`/groups/${id}/visibility`, LIMITED));
    for (const id of [resource, identity]) await made(put(`/resources/${id}/visibility`, LIMITED));
    await made(put(`/bundles/${bundle}/visibility`, LIMITED));

    await made(post(`/bundles/${open}/groups`, { group_id: group }));
    await made(post(`/bundles/${open}/resources`, { resource_id: resource }));
    await made(post(`/groups/${contractors}/resources/${resource}`));
    await made(post(`/groups/${group}/resources/${tracker}`));
    await made(post(`/groups/${contractors}/containing-groups`, { containing_group_id: group }));
    await made(post(`/groups/${group}/users/${t.user("Hugo")}`));
    await made(post(`/resources/${resource}/users/${t.user("Hugo")}`));
    await made(post(`/resources/${tracker}/non-human-identities/${identity}`));
    await made(post(`/idp-group-mappings/${tracker}/groups/${group}`));
    await made(post(`/idp-group-mappings/${resource}/groups/${contractors}`));
    await made(post("/group-bindings", { source_group_id: contractors, groups: [{ group_id: group }] }));
    const request = (
        await made(
            post("/requests", {
                resources: [{ id: resource }, { id: tracker }],
                groups: [],
                reason: "Audit",
                duration_minutes: 60,
            }),
        )
    ).id as string;
    store.syncErrors.set({
        sync_error_id: NOBODY,
        app_id: t.app_id,
        first_seen: "2026-02-01T00:00:00Z",
        last_seen: "2026-02-01T00:00:00Z",
        error_message: "The members of Hidden group could not be read.",
        group_id: group,
    });
    const hidden = { group, resource, identity, bundle, rule, request };
    return { ...t, tracker, contractors, open, hidden };
}

type Hidden = Awaited<ReturnType<typeof openWithHidden>>;

const reads = (Object.keys(operations) as OperationName[]).filter(
    (name) => operations[name].method === "GET" || name === "runQuery",
);

/** Calls a read operation with ids of visible objects, or with the given ids by parameter name. */
async function read(t: Hidden, token: string, name: OperationName, ids: Record<string, string> = {}): Promise<Answer> {
    const given: Record<string, string> = {
        group_id: t.contractors,
        resource_id: t.tracker,
        app_resource_id: t.tracker,
        bundle_id: t.open,
        user_id: t.user("Hugo"),
        ...ids,
    };
    const { method, path } = operations[name];
    const url = path.replace(/\{(\w+)\}/g, (_, parameter) => given[parameter] ?? NOBODY);
    const query =
        name === "getSessions"
            ? `?resource_id=${given.resource_id}`
            : name === "getUser"
              ? `?user_id=${given.user_id}`
              : "";
    return t.callAs(token, method, url + query, method === "POST" ? { type: "NODE" } : undefined);
}

/** The read operations whose responses contain the name or id of a hidden object. */
async function telling(t: Hidden, token: string): Promise<OperationName[]> {
    const secrets = ["Hidden", ...Object.values(t.hidden)];
    const found: OperationName[] = [];
    for (const name of reads) {
        const text = JSON.stringify((await read(t, token, name)).body ?? "");
        if (secrets.some((secret) => text.includes(secret))) found.push(name);
    }
    return found;
}

/** The path parameters that can have the id of a hidden object. */
function hiddenIn({ hidden }: Hidden): Record<string, string> {
    return {
        group_id: hidden.group,
        containing_group_id: hidden.group,
        resource_id: hidden.resource,
        app_resource_id: hidden.resource,
        bundle_id: hidden.bundle,
        access_rule_id: hidden.rule,
        id: hidden.request,
    };
}

describe("a LIMITED object", () => {
    test("is in no response to a member, except for ids in events and group bindings", async () => {
        const t = await openWithHidden();
        const ids: OperationName[] = ["getEvents", "getGroupBindings"];
        expect((await telling(t, BRUNO.token)).sort()).toEqual(ids);
        // Checks that the lists above contain hidden objects.
        expect((await telling(t, t.service.token)).sort()).toEqual(
            [
                ...ids,
                "getAccessRules",
                "getBundleGroups",
                "getBundleResources",
                "getBundles",
                "getGroupContainingGroups",
                "getGroupResources",
                "getGroups",
                "getIdpGroupMappings",
                "getNonHumanIdentities",
                "getRequests",
                "getRequestsRelay",
                "getResourceGroups",
                "getResourceNonHumanIdentities",
                "getResources",
                "getSyncErrors",
                "getUserGroups",
                "getUserResources",
                "runQuery",
            ].sort(),
        );
    });

    test("does not exist for a member who knows its id", async () => {
        const t = await openWithHidden();
        const checked: string[] = [];
        for (const name of reads) {
            for (const [parameter, id] of Object.entries(hiddenIn(t))) {
                if (!operations[name].path.includes(`{${parameter}}`)) continue;
                const { status, body } = await read(t, BRUNO.token, name, { [parameter]: id });
                const unknown = await read(t, BRUNO.token, name, { [parameter]: NOBODY });
                expect([status, unknown.status], name).toEqual([404, 404]);
                expect(body.message.replaceAll(id, NOBODY), name).toBe(unknown.body.message);
                checked.push(name);
            }
        }
        expect(checked.length).toBeGreaterThan(35);
        const session = (id: string) => read(t, BRUNO.token, "getSessions", { resource_id: id });
        expect((await session(t.hidden.resource)).status).toBe(404);
        expect((await session(t.tracker)).status).toBe(200);
    });

    test("can still be read by an administrator", async () => {
        const t = await openWithHidden();
        for (const name of ["getGroup", "getResource", "getBundle", "getAccessRule", "getRequest"] as const) {
            expect((await read(t, t.service.token, name, hiddenIn(t))).status, name).toBe(200);
        }
    });

    test("does not count in the length of a list", async () => {
        const t = await openWithHidden();
        const { body } = await t.callAs(BRUNO.token, "GET", `/bundles/${t.open}/groups`);
        expect(body).toMatchObject({ bundle_groups: [], total_count: 0 });
        expect((await t.callAs(BRUNO.token, "GET", "/bundles")).body.total_count).toBe(1);
        expect((await t.callAs(BRUNO.token, "GET", `/groups?group_ids=${t.hidden.group}`)).body.results).toEqual([]);
        expect((await t.callAs(BRUNO.token, "GET", "/requests/relay")).body.totalCount).toBe(0);
    });

    test("still grants its access, which is shown for visible resources", async () => {
        const t = await openWithHidden();
        const { body } = await t.callAs(BRUNO.token, "GET", `/resources/${t.tracker}/users`);
        expect(body.results).toMatchObject([{ user_id: t.user("Hugo"), has_direct_access: false }]);
    });
});

/** A LIMITED group, resource and bundle. `seen` returns which of them Bruno can read. */
async function openWithVault() {
    const t = await openTidewater({ tokens: [BRUNO] });
    const bruno = t.user("Bruno");
    const keepers = await t.group("Vault keepers");
    const vault = await t.resource("Vault");
    const kit = (await made(t.post("/bundles", { name: "Vault kit", admin_owner_id: t.admin }))).bundle_id as string;
    const paths = { group: `/groups/${keepers}`, resource: `/resources/${vault}`, bundle: `/bundles/${kit}` };
    const limit = async (...visibility_group_ids: string[]) => {
        for (const path of Object.values(paths)) {
            await made(t.put(`${path}/visibility`, { ...LIMITED, visibility_group_ids }));
        }
    };
    await limit();
    return {
        ...t,
        keepers,
        vault,
        kit,
        limit,
        join: (group: string) => made(t.post(`/groups/${group}/users/${bruno}`)),
        nest: (inner: string, containing_group_id: string) =>
            made(t.post(`/groups/${inner}/containing-groups`, { containing_group_id })),
        grant: (resource: string) => made(t.post(`/resources/${resource}/users/${bruno}`)),
        link: (group: string, resource: string) => made(t.post(`/groups/${group}/resources/${resource}`)),
        lead: (group_id: string) => made(t.put("/groups", { groups: [{ group_id, group_leader_user_ids: [bruno] }] })),
        own: async () => (await made(t.post("/owners", { name: "Platform", user_ids: [bruno] }))).owner_id as string,
        seen: async () => {
            const found: string[] = [];
            for (const [kind, path] of Object.entries(paths)) {
                const { status, body } = await t.callAs(BRUNO.token, "GET", `/${kind}s`);
                const listed = JSON.stringify([status, body]).includes('"Vault');
                const readable = (await t.callAs(BRUNO.token, "GET", path)).status === 200;
                expect(listed, `${kind}s lists what can be read`).toBe(readable);
                if (readable) found.push(kind);
            }
            return found;
        },
    };
}

type Vault = Awaited<ReturnType<typeof openWithVault>>;

const ALL = ["group", "resource", "bundle"];

test.each<[string, string[], (t: Vault) => Promise<unknown>]>([
    ["administrators only", [], async () => {}],
    [
        "the members of a listed group",
        ALL,
        async ({ group, join, limit }) => {
            const readers = await group("Readers");
            await join(readers);
            await limit(readers);
        },
    ],
    [
        "the members of a group in a listed group",
        ALL,
        async ({ group, join, nest, limit }) => {
            const [readers, inner] = [await group("Readers"), await group("Inner")];
            await join(inner);
            await nest(inner, readers);
            await limit(readers);
        },
    ],
    [
        "no member of a group that contains a listed group",
        [],
        async ({ group, join, nest, limit }) => {
            const [readers, outer] = [await group("Readers"), await group("Outer")];
            await join(outer);
            await nest(readers, outer);
            await limit(readers);
        },
    ],
    ["the members of the group", ["group"], ({ keepers, join }) => join(keepers)],
    [
        "the members of a group in the group",
        ["group"],
        async ({ group, keepers, join, nest }) => {
            const inner = await group("Inner");
            await join(inner);
            await nest(inner, keepers);
        },
    ],
    ["the leaders of the group", ["group"], ({ keepers, lead }) => lead(keepers)],
    ["the users of the resource", ["resource"], ({ vault, grant }) => grant(vault)],
    [
        "the members of a group that grants the resource",
        ["resource"],
        async ({ group, vault, join, link }) => {
            const readers = await group("Readers");
            await join(readers);
            await link(readers, vault);
        },
    ],
    [
        "the users of a resource in the bundle",
        ["bundle"],
        async ({ resource, kit, post, grant }) => {
            const [one, other] = [await resource("One"), await resource("Other")];
            for (const resource_id of [one, other]) await made(post(`/bundles/${kit}/resources`, { resource_id }));
            await grant(one);
        },
    ],
    [
        "the members of a group in the bundle",
        ["bundle"],
        async ({ group, kit, post, join }) => {
            const readers = await group("Readers");
            await made(post(`/bundles/${kit}/groups`, { group_id: readers }));
            await join(readers);
        },
    ],
    [
        "the users of the owner that administers it",
        ALL,
        async ({ keepers, vault, kit, put, own }) => {
            const admin_owner_id = await own();
            await made(put("/groups", { groups: [{ group_id: keepers, admin_owner_id }] }));
            await made(put("/resources", { resources: [{ resource_id: vault, admin_owner_id }] }));
            await made(put(`/bundles/${kit}`, { admin_owner_id }));
        },
    ],
])("a LIMITED object is visible to %s", async (_, seen, prepare) => {
    const t = await openWithVault();
    await prepare(t);
    expect(await t.seen()).toEqual(seen);
});

test("an object is hidden again when the access to it expires", async () => {
    const { keepers, user, post, seen, passMinutes } = await openWithVault();
    await made(post(`/groups/${keepers}/users/${user("Bruno")}`, { duration_minutes: 30 }));
    expect(await seen()).toEqual(["group"]);
    passMinutes(30);
    expect(await seen()).toEqual([]);
});

describe("requests for LIMITED objects", () => {
    const ask = (items: object) => ({ resources: [], groups: [], reason: "Audit", duration_minutes: 60, ...items });

    test("are refused to members who cannot see the object, as if it did not exist", async () => {
        const { callAs, post, keepers, vault, store, resource, limit, join, group } = await openWithVault();
        const open = await resource("Open");
        for (const [items, field] of [
            [{ groups: [{ id: keepers }] }, "groups[0].id"],
            [{ resources: [{ id: open }, { id: vault }] }, "resources[1].id"],
            [{ resources: [{ id: open }], target_group_id: keepers }, "target_group_id"],
        ] as const) {
            const answer = await callAs(BRUNO.token, "POST", "/requests", ask(items));
            expect(answer.status, field).toBe(400);
            const noun = field.startsWith("resources") ? `resource ${vault}` : `group ${keepers}`;
            expect(answer.body.message).toBe(`${field}: the ${noun} does not exist.`);
        }
        expect(store.requests.size).toBe(0);
        expect((await post("/requests", ask({ groups: [{ id: keepers }] }))).status).toBe(200);
        const readers = await group("Readers");
        await join(readers);
        await limit(readers);
        const items = { groups: [{ id: keepers }], resources: [{ id: vault }] };
        expect((await callAs(BRUNO.token, "POST", "/requests", ask(items))).status).toBe(200);
    });

    /** A request by Ada for Hugo, for a visible and a hidden group, with Chiyo as a reviewer. */
    async function openWithRequest() {
        const t = await openTidewater({ tokens: [BRUNO, CHIYO, ELIF] });
        const keepers = await t.group("Vault keepers");
        const owner_ids = [(await made(t.post("/owners", { name: "Vault", user_ids: [t.user("Chiyo")] }))).owner_id];
        const stages = [{ require_manager_approval: false, operator: "AND", owner_ids }];
        await made(t.put(`/groups/${keepers}/reviewer-stages`, { stages }));
        await made(t.put(`/groups/${keepers}/visibility`, LIMITED));
        const everyone = [{ id: await t.group("Open") }, { id: keepers }];
        const { id } = await made(t.post("/requests", ask({ groups: everyone, target_user_id: t.user("Hugo") })));
        const finds = async (token: string) => {
            const { body } = await t.callAs(token, "GET", "/requests");
            const relay = await t.callAs(token, "GET", "/requests/relay");
            const { status } = await t.callAs(token, "GET", `/requests/${id}`);
            expect([body.requests.length, relay.body.totalCount]).toEqual(status === 200 ? [1, 1] : [0, 0]);
            return status === 200;
        };
        return { ...t, id, finds };
    }

    test("cannot be read or decided on by others, as if they did not exist", async () => {
        const { callAs, store, id, finds } = await openWithRequest();
        const before = store.requests.get(id);
        expect(await finds(BRUNO.token)).toBe(false);
        for (const [call, body] of [
            ["approve", { level: "REGULAR" }],
            ["deny", { comment: "No" }],
            ["cancel", undefined],
            ["remind", undefined],
            ["comments", { comment: "Why?" }],
        ] as const) {
            const path = (of: string) => `/requests/${of}/${call}`;
            const { status, body: refusal } = await callAs(BRUNO.token, "POST", path(id), body);
            expect(status, call).toBe(404);
            expect(refusal.message).toBe(`The request ${id} does not exist.`);
        }
        expect(store.requests.get(id)).toEqual(before);
        expect(store.requestComments.size).toBe(0);
    });

    test("are visible to the requester, the target user, the reviewers and their delegates", async () => {
        const { callAs, post, user, id, finds, store, passMinutes } = await openWithRequest();
        expect(await finds(CHIYO.token)).toBe(true);
        store.requests.change(id, { target_user_id: user("Bruno") });
        expect(await finds(BRUNO.token)).toBe(true);
        store.requests.change(id, { target_user_id: user("Hugo"), requester_id: user("Bruno") });
        expect(await finds(BRUNO.token)).toBe(true);
        store.requests.change(id, { requester_id: user("Ada") });
        expect(await finds(BRUNO.token)).toBe(false);
        const handed = {
            delegator_user_id: user("Chiyo"),
            delegate_user_id: user("Bruno"),
            start_time: "2026-03-01T11:00:00Z",
            end_time: "2026-03-01T12:00:00Z",
            reason: "Leave",
        };
        await made(post("/delegations", handed));
        expect(await finds(BRUNO.token)).toBe(false);
        passMinutes(60);
        expect(await finds(BRUNO.token)).toBe(true);
        passMinutes(60);
        expect(await finds(BRUNO.token)).toBe(false);
        expect((await callAs(CHIYO.token, "POST", `/requests/${id}/approve`, { level: "REGULAR" })).status).toBe(200);
    });
});
