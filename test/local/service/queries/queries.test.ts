import { describe, expect, test } from "vitest";
import { open } from "../harness.js";

async function openWithAccess() {
    const h = await open();
    const { store } = h.service;
    const run = (query?: object, more: object = {}) => h.post("/queries/run", { type: "NODE", query, ...more });
    const names = async (query?: object): Promise<string[]> => {
        const { status, body } = await run(query);
        expect(status, JSON.stringify(body)).toBe(200);
        return body.edges.map((edge: { node: { name: string } }) => edge.node.name);
    };
    const group = (name: string) => h.named(store.groups.all(), name).group_id;
    const tracker = h.named(store.resources.all(), "Freight tracker").resource_id;
    const staff = group("Office staff");
    store.groupContainingGroups.set({
        group_id: staff,
        containing_group_id: group("Contractors"),
        access_level_remote_id: "",
        expiration_date: null,
    });
    store.resourceAccessLevels.set({
        resource_id: tracker,
        access_level_name: "Writer",
        access_level_remote_id: "w",
    });
    store.groupResources.set({
        group_id: group("Contractors"),
        resource_id: tracker,
        access_level_remote_id: "w",
        expiration_date: null,
    });
    return { ...h, store, run, names, group, tracker, staff };
}

describe("node filters", () => {
    test("are optional: without any, all users, then groups, then resources are found", async () => {
        const { run, store } = await openWithAccess();
        const { body } = await run();
        expect(body.type).toBe("NODE");
        expect(body.edges).toHaveLength(store.users.size + store.groups.size + store.resources.size);
        const nodes = body.edges.map((edge: { node: object }) => edge.node);
        expect(nodes[0]).toEqual({
            id: store.currentUserId,
            name: "Ada Brandt",
            entityType: "USER",
            entityItemType: "USER",
        });
        expect(nodes.at(-1)).toMatchObject({
            name: "Billing archive",
            entityType: "RESOURCE",
            entityItemType: "CUSTOM",
        });
    });

    test.each<[string, object, string[]]>([
        ["entity type", { entityTypes: ["RESOURCE"] }, ["Freight tracker", "Billing archive"]],
        ["entity item type, in either spelling", { entityItemTypes: ["OPAL_GROUP"] }, ["Everyone"]],
        ["part of the name", { entityName: { stringMatchType: "CONTAINS", string: "STAFF" } }, ["Office staff"]],
        ["whole name", { entityName: { stringMatchType: "EQUALS", string: "Everyone" } }, ["Everyone"]],
        ["start of the name", { entityName: { stringMatchType: "STARTS_WITH", string: "ever" } }, ["Everyone"]],
        ["end of the name", { entityName: { stringMatchType: "ENDS_WITH", string: "archive" } }, ["Billing archive"]],
        ["tag", { entityTag: { key: "region" } }, ["Greta Okoye", "Office staff"]],
        ["tag and value", { entityTag: { key: "region", value: "us" } }, []],
        ["all of several", { allOf: [{ entityTypes: ["USER"] }, { entityTag: { key: "region" } }] }, ["Greta Okoye"]],
        [
            "any of several",
            {
                entityTypes: ["GROUP"],
                anyOf: [
                    { entityTag: { key: "region" } },
                    { entityName: { stringMatchType: "EQUALS", string: "Everyone" } },
                ],
            },
            ["Everyone", "Office staff"],
        ],
        [
            "none of several",
            { entityTypes: ["GROUP"], not: { entityTag: { key: "region" } } },
            ["Everyone", "Contractors"],
        ],
        ["identity provider status, which only users have", { hrIdpStatus: { statuses: ["SUSPENDED"] } }, []],
        ["description, which users do not have", { entityDescription: { string: "nothing" } }, []],
    ])("match by %s", async (_name, nodeFilters, expected) => {
        const { names } = await openWithAccess();
        expect(await names({ nodeFilters })).toEqual(expected);
    });

    test("match only nodes that have the property if they are negated", async () => {
        const { names, store, named } = await openWithAccess();
        const users = await names({ nodeFilters: { hrIdpStatus: { statuses: ["SUSPENDED"], not: true } } });
        expect(users).toHaveLength(store.users.size);
        const others = await names({ nodeFilters: { entityDescription: { string: "nothing", not: true } } });
        expect(others).toHaveLength(store.groups.size + store.resources.size);
        const ownerIDs = [named(store.owners.all(), "Administrators").owner_id];
        expect(await names({ nodeFilters: { entityAdminOwner: { ownerIDs, not: true } } })).toEqual([]);
        expect(await names({ nodeFilters: { entityAdminOwner: { ownerIDs } } })).toHaveLength(others.length);
    });

    test("are 400 with another spelling of a filter's property, which would otherwise match every object", async () => {
        const { run, named, store } = await openWithAccess();
        const ownerIds = [named(store.owners.all(), "Administrators").owner_id];
        expect((await run({ nodeFilters: { entityAdminOwner: { ownerIds } } })).status).toBe(400);
    });

    test("match by ids and by apps", async () => {
        const { names, tracker, named, store } = await openWithAccess();
        expect(await names({ nodeFilters: { entityIDs: [tracker] } })).toEqual(["Freight tracker"]);
        const app = named(store.apps.all(), "Tidewater Directory").app_id;
        expect(await names({ nodeFilters: { importedFromApp: [app] } })).toEqual(["Contractors", "Office staff"]);
    });

    test("match service users by their own type", async () => {
        const { names, post, named, store } = await openWithAccess();
        const owner_id = named(store.owners.all(), "Administrators").owner_id;
        await post("/paladin", { name: "Guard", owner_id });
        expect(await names({ nodeFilters: { entityItemTypes: ["SERVICE_USER"] } })).toEqual(["Guard"]);
    });
});

describe("access filters", () => {
    test("follow access paths of any length in both directions", async () => {
        const { names, tracker } = await openWithAccess();
        const hasAccessTo = { entityIDs: [tracker] };
        const users = { nodeFilters: { entityTypes: ["USER"] }, accessFilters: { hasAccessTo } };
        // Hugo is a contractor. Femi and Greta are staff, a group that is nested in the contractors.
        expect(await names(users)).toEqual(["Femi Laurent", "Greta Okoye", "Hugo Winter"]);
        const isAccessibleBy = { entityName: { stringMatchType: "CONTAINS", string: "Femi" } };
        expect(await names({ accessFilters: { isAccessibleBy } })).toEqual([
            "Everyone",
            "Contractors",
            "Office staff",
            "Freight tracker",
        ]);
        const both = { isAccessibleBy, hasAccessTo };
        expect(await names({ accessFilters: both })).toEqual(["Contractors", "Office staff"]);
    });

    test("accept roles inside hasAccessTo, and are 400 with roles elsewhere", async () => {
        const { names, run } = await openWithAccess();
        const groups = (hasAccessTo: object) =>
            names({ nodeFilters: { entityTypes: ["GROUP"] }, accessFilters: { hasAccessTo } });
        expect(await groups({ roleRemoteIds: ["w"] })).toEqual(["Contractors", "Office staff"]);
        expect(await groups({ roleNames: ["Writer"] })).toEqual(["Contractors", "Office staff"]);
        expect(await groups({ roleNames: ["Reader"] })).toEqual([]);
        const message = async (query: object) => (await run(query)).body.message;
        expect(await message({ nodeFilters: { roleNames: ["x"] } })).toBe(
            "query.nodeFilters.roleNames is allowed only inside hasAccessTo.",
        );
        expect(await message({ accessFilters: { isAccessibleBy: { anyOf: [{ roleRemoteIds: ["x"] }] } } })).toBe(
            "query.accessFilters.isAccessibleBy.anyOf[0].roleRemoteIds is allowed only inside hasAccessTo.",
        );
    });
});

test("pages are selected by first and after in the body", async () => {
    const { run, store } = await openWithAccess();
    const found: string[] = [];
    let after: string | undefined;
    do {
        const { body } = await run(undefined, { first: 3, after });
        expect(body.edges.length).toBeLessThanOrEqual(3);
        found.push(...body.edges.map((edge: { node: { id: string } }) => edge.node.id));
        after = body.pageInfo.hasNextPage ? body.pageInfo.endCursor : undefined;
    } while (after !== undefined);
    expect(found).toHaveLength(new Set(found).size);
    expect(found).toHaveLength(store.users.size + store.groups.size + store.resources.size);
    expect((await run(undefined, { first: 0 })).status).toBe(400);
    expect((await run(undefined, { after: "x" })).body.message).toMatch(/^after\b/);
    expect((await run(undefined, { type: "EDGE" })).status).toBe(400);
});

describe("queries for access", () => {
    async function openWithAnswers() {
        const h = await openWithAccess();
        const found = async (query: object) => {
            const { status, body } = await h.post("/queries/run", { type: "ACCESS", query });
            expect(status, JSON.stringify(body)).toBe(200);
            return body.edges.map(({ node }: { node: object }) => node);
        };
        const user = (first: string) => h.store.users.all().find((one) => one.first_name === first)?.user_id ?? "";
        return { ...h, found, user };
    }

    test("return one result for each principal, entitlement and level, with all ways and the latest end", async () => {
        const { found, store, tracker, staff, group } = await openWithAnswers();
        const [member] = store.groupUsers.where("group_id", staff);
        const user_id = member?.user_id ?? "";
        const end = "2027-01-01T00:00:00.000Z";
        store.resourceUsers.set({
            resource_id: tracker,
            user_id,
            access_level_remote_id: "w",
            expiration_date: end,
            propagation_status: null,
        });
        const query = { principalFilter: { entityIDs: [user_id] }, entitlementFilter: { entityIDs: [tracker] } };
        const written = (await found(query)).filter(
            (one: { accessLevelRemoteId: string }) => one.accessLevelRemoteId === "w",
        );
        expect(written).toEqual([
            {
                principalId: user_id,
                entitlementId: tracker,
                accessLevelRemoteId: "w",
                accessLevelName: "Writer",
                effectiveExpiration: null,
                isDirect: true,
                paths: expect.arrayContaining([
                    { path: [user_id, tracker], expiration: end },
                    { path: [user_id, staff, group("Contractors"), tracker], expiration: null },
                ]),
            },
        ]);
        expect(await found({ ...query, edgeFilter: { directOnly: true } })).toMatchObject([
            { accessLevelRemoteId: "w", effectiveExpiration: end, paths: [{ path: [user_id, tracker] }] },
        ]);
        expect(
            await found({
                ...query,
                accessLevelNames: ["Writer"],
                edgeFilter: { directOnly: false, accessDurationType: "EXPIRING_ONLY" },
            }),
        ).toEqual([]);
    });

    test("need a filter for one of the two ends, and are paged", async () => {
        const { post, staff, store } = await openWithAnswers();
        expect((await post("/queries/run", { type: "ACCESS", query: {} })).status).toBe(400);
        const query = { entitlementFilter: { entityIDs: [staff] } };
        const first = await post("/queries/run", { type: "ACCESS", query, first: 1 });
        expect(first.body).toMatchObject({ type: "ACCESS", pageInfo: { hasNextPage: true } });
        const rest = await post("/queries/run", { type: "ACCESS", query, after: first.body.pageInfo.endCursor });
        expect(rest.body.edges.length + 1).toBeGreaterThanOrEqual(store.groupUsers.where("group_id", staff).length);
        expect(rest.body.edges).not.toContainEqual(first.body.edges[0]);
    });

    test("end at a group that contains itself", async () => {
        const { found, store, staff, group, user } = await openWithAnswers();
        store.groupContainingGroups.set({
            group_id: group("Contractors"),
            containing_group_id: staff,
            access_level_remote_id: "",
            expiration_date: null,
        });
        expect((await found({ principalFilter: { entityIDs: [user("Bruno")] } })).length).toBeGreaterThan(0);
    });
});

test("names match a regular expression in any case; one that is not valid is a 400", async () => {
    const { names, run } = await openWithAccess();
    const named = (string: string) => ({ nodeFilters: { entityName: { stringMatchType: "REGEX", string } } });
    expect(await names(named("^office st.ff$"))).toEqual(["Office staff"]);
    expect((await run(named("("))).status).toBe(400);
});
