import { describe, expect, test } from "vitest";
import { operations } from "../../src/api/generated/operations.gen.js";
import { InvalidCallError, NotFoundError } from "../../src/api/index.js";
import { connect, failureOf, NOBODY, record } from "./harness.js";

describe("method names", () => {
    test.each([
        ["getGroups", "groups.list"],
        ["getGroup", "groups.get"],
        ["updateGroups", "groups.update"],
        ["getGroupUsers", "groups.listUsers"],
        ["getGroupVisibility", "groups.getVisibility"],
        ["getUserGroups", "groups.listUserGroups"],
        ["startCampaign", "campaigns.start"],
        ["getOwnerByName", "owners.getByName"],
        ["remindRequestReviewer", "requests.remindReviewer"],
        ["upsertIdpGroupMapping", "idpGroupMappings.upsert"],
        ["getNonHumanIdentities", "nonHumanIdentities.list"],
        ["getPaladinsByName", "paladin.listByName"],
        ["getUARs", "uars.list"],
        ["createUAR", "uars.create"],
        ["runQuery", "queries.run"],
        ["getCurrentUser", "users.getCurrentUser"],
    ] as const)("the method for %s is %s", (operation, call) => {
        expect(operations[operation].call).toBe(call);
    });
});

describe("an owner by name", () => {
    test("is read by path", async () => {
        const { client, service } = await connect();
        const made = await client.owners.create({ name: "Platform: EU", user_ids: [] });
        expect(await client.owners.getByName("Platform: EU")).toEqual(made);
        expect(service.calls.of("getOwnerByName")).toHaveLength(1);
    });

    test("is looked up in the list and compared exactly if the name contains a slash", async () => {
        const { client, service } = await connect();
        await client.owners.create({ name: "Data/Platform, old", user_ids: [] });
        // A service may also match a part of the name.
        const other = await record(() => ({ body: { results: [{ owner_id: NOBODY, name: "Data/Platform, old" }] } }));
        expect(await failureOf(other.client.owners.getByName("Data/Platform"))).toBeInstanceOf(NotFoundError);
        const made = await client.owners.create({ name: "Data/Platform", user_ids: [] });
        expect(await client.owners.getByName("Data/Platform")).toEqual(made);
        expect(service.calls.of("getOwnerByName")).toEqual([]);
        expect(service.calls.of("getOwners").map(({ query }) => query)).toEqual([
            { name: "Data/Platform", page_size: "1000" },
        ]);
    });

    test("causes a NotFoundError if the name contains a slash and no owner has it", async () => {
        const { client } = await connect();
        const error = await failureOf(client.owners.getByName("No/Body"));
        expect(error).toBeInstanceOf(NotFoundError);
        expect(error.message).toContain(
            'GET /owners has no owner named "No/Body". Check the name, and that the token has access to the owner.',
        );
        expect(error.failure.operation).toBe("getOwners");
    });
});

describe("an access level", () => {
    test("is sent even if it is empty", async () => {
        const { client, received } = await record(() => ({ body: "" }));
        await client.bundles.removeResource(NOBODY, NOBODY, { access_level_remote_id: "" }).catch(() => undefined);
        expect(received[0]?.url).toBe(`/v1/bundles/${NOBODY}/resources/${NOBODY}?access_level_remote_id=`);
    });

    test("is percent-encoded, in a path and in a query", async () => {
        const { client, received } = await record(() => ({ body: "" }));
        const arn = "arn:aws:iam::1:role/a b+c,d";
        await client.groups.deleteUser(NOBODY, NOBODY, { access_level_remote_id: arn }).catch(() => undefined);
        await client.resources.deleteCustomAccessLevel(NOBODY, arn).catch(() => undefined);
        expect(received.map(({ url }) => url)).toEqual([
            `/v1/groups/${NOBODY}/users/${NOBODY}?access_level_remote_id=${encodeURIComponent(arn)}`,
            `/v1/resources/${NOBODY}/custom-access-levels/${encodeURIComponent(arn)}`,
        ]);
    });

    test("cannot be empty in a path", async () => {
        const { client } = await connect();
        expect(await failureOf(client.resources.deleteCustomAccessLevel(NOBODY, ""))).toBeInstanceOf(InvalidCallError);
    });
});

describe("durations", () => {
    const most = 153_722_867;
    const id = NOBODY;

    test.each([0, 1, most])("a grant of %i minutes is sent", async (duration_minutes) => {
        const { client, received } = await record(() => ({ status: 404, body: {} }));
        const body = { duration_minutes };
        await failureOf(client.groups.addUser(id, id, body));
        await failureOf(client.groups.updateUser(id, id, body));
        await failureOf(client.resources.addUser(id, id, body));
        await failureOf(client.resources.updateUser(id, id, body));
        await failureOf(client.resources.addNonHumanIdentity(id, id, body));
        await failureOf(client.groups.addResource(id, id, body));
        await failureOf(client.groups.addContainingGroup(id, { containing_group_id: id, ...body }));
        expect(received.map(({ body }) => body)).toEqual([
            ...Array.from({ length: 6 }, () => body),
            { containing_group_id: id, ...body },
        ]);
    });

    test("a negative duration is sent by the one operation that uses it to revoke access", async () => {
        const { client, received } = await record(() => ({ status: 404, body: {} }));
        await failureOf(client.groups.updateUser(id, id, { duration_minutes: -1 }));
        expect(received).toHaveLength(1);
    });

    test.each([-1, most + 1, 0.5])("%d minutes are rejected by all other operations", async (duration_minutes) => {
        const { client, received } = await record(() => ({ status: 404, body: {} }));
        const body = { duration_minutes };
        const calls = [
            () => client.groups.addUser(id, id, body),
            () => client.resources.addUser(id, id, body),
            () => client.resources.updateUser(id, id, body),
            () => client.resources.addNonHumanIdentity(id, id, body),
            () => client.groups.addResource(id, id, body),
            () => client.groups.addContainingGroup(id, { containing_group_id: id, ...body }),
            () => client.groups.addUser(id, id, undefined, body),
            () => client.resources.addUser(id, id, undefined, body),
        ];
        for (const call of calls) {
            const error = await failureOf(call());
            expect(error).toBeInstanceOf(InvalidCallError);
            expect(error.message).toContain(`duration_minutes is ${duration_minutes}: `);
        }
        expect(received).toEqual([]);
    });

    test("a request may have -1 minutes (unlimited) or 0, but not less than -1", async () => {
        const { client, received } = await record(() => ({ status: 404, body: {} }));
        const body = { resources: [], groups: [{ id }], reason: "on call" };
        await failureOf(client.requests.create({ ...body, duration_minutes: -1 }));
        await failureOf(client.requests.create({ ...body, duration_minutes: 0 }));
        expect(received).toHaveLength(2);
        const error = await failureOf(client.requests.create({ ...body, duration_minutes: -2 }));
        expect(error.message).toContain("body.duration_minutes is -2: Too small: expected number to be >=-1");
    });
});

describe("unknown data in a response", () => {
    test("is returned unchanged: enumeration members, fields, numbers out of bounds", async () => {
        const { client, service } = await connect();
        const [group] = service.store.groups.all();
        const configuration = { ...group?.request_configurations?.[0], max_duration_minutes: -7, colour: "blue" };
        const sent = { ...group, group_type: "MOON_GROUP", colour: "red", request_configurations: [configuration] };
        const { client: other } = await record(() => ({ body: sent }));
        expect(await other.groups.get(NOBODY)).toEqual(sent);
        expect(await client.groups.get(group?.group_id ?? "")).toEqual(group);
    });
});

describe("a secret in a body", () => {
    test("is not shown in the error for an invalid body", async () => {
        const { client } = await connect();
        const error = await failureOf(
            client.send("createEventStream", {
                body: { name: { secret: "hush-1" }, connection_type: "hush-2", x: "hush-3" },
            }),
        );
        expect(error).toBeInstanceOf(InvalidCallError);
        expect(error.message).not.toContain("hush-1");
    });
});

describe("a list that is requested by POST", () => {
    test("is retried like any other read", async () => {
        let left = 1;
        const pageInfo = { hasNextPage: false, endCursor: "", hasPreviousPage: false, startCursor: "" };
        const { client, received } = await record(() =>
            left-- > 0 ? { status: 503, body: {} } : { body: { type: "NODE", edges: [], pageInfo } },
        );
        await client.queries.run({ type: "NODE", query: {} }).page();
        expect(received).toHaveLength(2);
    });
});
