import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type OrganizationInventory, takeInventory } from "../../../../src/adopt/export/inventory/inventory.js";
import type { ExportSelection } from "../../../../src/adopt/export/inventory/selection.js";
import { Client } from "../../../../src/api/client.js";
import { AccessGovernanceClient } from "../../../../src/api/index.js";
import { type Organization, type Service, startService } from "../../../../src/local/service/index.js";
import { kinds } from "../../../../src/resources/kinds.js";
import { NOW, world } from "../../../api/world.js";

let service: Service;
let start: Organization;
let client: AccessGovernanceClient;

beforeAll(async () => {
    service = await startService({ clock: NOW });
    start = service.snapshot();
    client = new AccessGovernanceClient({ url: service.url, token: service.token, writesPerSecond: 1e6 });
});
beforeEach(() => service.store.restore(start));
afterAll(() => service.close());

async function taken(selection: ExportSelection = {}): Promise<OrganizationInventory> {
    service.calls.clear();
    return takeInventory({
        client: new Client({ url: service.url, token: service.token, readsPerSecond: 1e6 }),
        kinds,
        selection: { single: true, ...selection },
    });
}
const named = ({ declarable }: OrganizationInventory, kind: string) =>
    declarable.filter((one) => one.kind.name === kind);
const reasons = ({ undeclared }: OrganizationInventory, kind: string) =>
    undeclared.filter((one) => one.kind.name === kind).map(({ because }) => because);

describe("two groups with the same key", () => {
    test("the first of two groups with the same key is declared, and the second is reported", async () => {
        const [one] = service.store.groups.all();
        if (!one) throw new Error("There is no group.");
        const id = service.store.newId("group", "twin");
        service.store.groups.set({ ...one, group_id: id });
        const inventory = await taken({ include: ["Group"] });
        expect(named(inventory, "Group").map((all) => all.id)).toContain(one.group_id);
        expect(inventory.undeclared.filter((all) => all.id === id)).toEqual([
            expect.objectContaining({
                because: expect.stringContaining("another group has the same key"),
                isFault: true,
            }),
        ]);
    });

    test("the members of the second group are not read", async () => {
        const [one] = service.store.groups.all();
        const id = service.store.newId("group", "twin");
        if (one) service.store.groups.set({ ...one, group_id: id });
        await taken();
        expect(service.calls.all().filter(({ path }) => path === `/groups/${id}/users`)).toEqual([]);
    });
});

describe("an access level", () => {
    test("an access level is declared on the resource where it was created, but not on child resources", async () => {
        const [app] = service.store.apps.all();
        const make = async (name: string, resource_type: string) =>
            (await client.call("createResource", { body: { name, resource_type, app_id: app?.app_id ?? "" } }))
                .resource_id;
        const parent = await make("Ledgers", "AWS_RDS_POSTGRES_CLUSTER");
        const child = await make("Ledger one", "AWS_RDS_POSTGRES_INSTANCE");
        await client.call("updateResources", {
            body: { resources: [{ resource_id: child, parent_resource_id: parent }] },
        });
        const level = async (resource_id: string, access_level_remote_id: string) =>
            client.call("createResourceCustomAccessLevel", {
                path: { resource_id },
                body: { access_level: { access_level_name: "Reader", access_level_remote_id } },
            });
        await level(parent, "reader");
        await level(child, "writer");
        const inventory = await taken();
        const levels = named(inventory, "CustomAccessLevel").map(({ given }) => given);
        expect(levels).toEqual(
            expect.arrayContaining([
                expect.objectContaining({
                    resourceId: parent,
                    accessLevelRemoteId: "reader",
                    memberResourceIds: [child],
                }),
                expect.objectContaining({ resourceId: parent, accessLevelRemoteId: "writer" }),
            ]),
        );
        expect(levels).toHaveLength(2);
        const because = "another declaration of this kind contains it";
        expect(reasons(inventory, "CustomAccessLevel")).toEqual([because, because]);
    });
});

describe("access", () => {
    test("access that expires or comes only from a group is not declared", async () => {
        const w = world(client, service);
        const [group, resource] = [await w.group(), await w.resource()];
        const [ada, bruno, chiyo] = [w.user("Ada"), w.user("Bruno"), w.user("Chiyo")];
        await client.call("addGroupResource", { path: { group_id: group, resource_id: resource }, body: {} });
        for (const user_id of [ada, bruno])
            await client.call("addGroupUser", { path: { group_id: group, user_id }, body: { duration_minutes: 0 } });
        // Ada has both inherited and direct access, and the direct access does not expire.
        await client.call("addResourceUser", {
            path: { resource_id: resource, user_id: ada },
            body: { duration_minutes: 0 },
        });
        await client.call("addResourceUser", {
            path: { resource_id: resource, user_id: chiyo },
            body: { duration_minutes: 60 },
        });
        const inventory = await taken();
        const direct = named(inventory, "ResourceUser").filter(({ given }) => given.resourceId === resource);
        expect(direct.map(({ given }) => given.userId)).toEqual([ada]);
        expect(reasons(inventory, "ResourceUser")).toEqual([expect.stringMatching(/^it expires on /)]);
    });

    test("direct access without an expiration is declared, even if inherited access expires", async () => {
        const w = world(client, service);
        const [group, resource, ada] = [await w.group(), await w.resource(), w.user("Ada")];
        await client.call("addGroupResource", { path: { group_id: group, resource_id: resource }, body: {} });
        await client.call("addGroupUser", { path: { group_id: group, user_id: ada }, body: { duration_minutes: 60 } });
        await client.call("addResourceUser", {
            path: { resource_id: resource, user_id: ada },
            body: { duration_minutes: 0 },
        });
        const direct = named(await taken(), "ResourceUser").filter(({ given }) => given.resourceId === resource);
        expect(direct.map(({ given }) => given.userId)).toEqual([ada]);
    });
});

test("a selection of resources reads the access of only those users who can reach them", async () => {
    const w = world(client, service);
    const [resource, ada] = [await w.resource(), w.user("Ada")];
    await client.call("updateResources", {
        body: { resources: [{ resource_id: resource, admin_owner_id: await w.owner() }] },
    });
    await client.call("addResourceUser", {
        path: { resource_id: resource, user_id: ada },
        body: { duration_minutes: 0 },
    });
    const [owner] = service.store.owners.all().filter(({ owner_id }) => owner_id !== w.administrators);
    const inventory = await taken({ team: [owner?.name ?? ""] });
    expect(named(inventory, "ResourceUser").map(({ given }) => given.userId)).toEqual([ada]);
    expect(service.calls.of("getUserResources").map(({ path }) => path)).toEqual([`/resources/users/${ada}`]);
    // If the query is refused, the access of every user is read.
    service.faults.add({ operation: "runQuery", times: 100, answer: { status: 403 } });
    const again = await taken({ team: [owner?.name ?? ""] });
    service.faults.clear();
    expect(named(again, "ResourceUser").map(({ given }) => given.userId)).toEqual([ada]);
});

test("kinds that are not selected are not read", async () => {
    await taken({ include: ["Tag"] });
    // Only lists are read, no single objects or subresources.
    expect(service.calls.all().filter(({ path }) => /[\da-f]{8}-[\da-f]{4}-/.test(path))).toEqual([]);
});

test("nothing is written, and each list is read once", async () => {
    await taken();
    expect(service.calls.writes().filter(({ operation }) => operation !== "runQuery")).toEqual([]);
    for (const operation of ["getGroups", "getResources", "getUsers", "getOwners", "getApps"] as const)
        expect(service.calls.of(operation).filter(({ query }) => !query.tag_ids)).toHaveLength(1);
});

test("two inventories list the objects in the same order", async () => {
    const first = await taken();
    const again = await taken();
    const labelsOf = ({ declarable }: OrganizationInventory) => declarable.map(({ kind, id }) => `${kind.name} ${id}`);
    expect(labelsOf(again)).toEqual(labelsOf(first));
});
