import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { describe, expect, test } from "vitest";
import { type Organization, type SeedName, seedOrganization } from "../../../../src/local/service/index.js";
import { toOrganization } from "../../../../src/local/service/storage/organization.js";
import { layouts } from "../../../../src/local/service/storage/records.js";
import { open } from "../harness.js";

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const SEEDS: SeedName[] = ["small", "medium", "large", "other", "empty"];

const organizations = new Map<SeedName, Organization>();

/** Created once for all tests that only read it. */
function made(seed: SeedName): Organization {
    const organization = organizations.get(seed) ?? seedOrganization(seed);
    organizations.set(seed, organization);
    return organization;
}

/** Number of records of each kind, without empty kinds. */
function sizesOf(organization: Organization): Record<string, number> {
    const kinds = Object.keys(layouts) as (keyof typeof layouts)[];
    return Object.fromEntries(
        kinds.flatMap((kind) => (organization[kind].length > 0 ? [[kind, organization[kind].length]] : [])),
    );
}

/** Fields with ids of connected systems, and of parts that are not referenced. */
const FOREIGN = new Set([
    "namespace",
    "connection_id",
    "configuration_id",
    "request_configuration_id",
    "request_comment_id",
    "resource_custom_access_level_id",
    "campaign_item_review_id",
]);

/** Ids that are referenced but belong to no record. */
function dangling(organization: Organization): string[] {
    const records = Object.entries(layouts).flatMap(([kind, { key }]) =>
        (organization[kind as keyof typeof layouts] as object[]).map((record) =>
            String(Reflect.get(record, key[0] ?? "")),
        ),
    );
    const known = new Set(records);
    const { ids_made, ...rest } = organization;
    const named = JSON.stringify(rest, (field, value) => (FOREIGN.has(field) ? undefined : value)).match(UUID) ?? [];
    return [...new Set(named)].filter((id) => !known.has(id));
}

const LISTS = [
    "/users",
    "/groups",
    "/resources",
    "/owners",
    "/bundles",
    "/tags",
    "/non-human-identities",
    "/access-rules",
    "/campaigns",
    "/requests",
    "/group-bindings",
    "/users/remote_users",
    "/delegations",
];

/** Kinds that only a running service creates, or that this kind of company does not need. */
const ABSENT = [
    "connectorSecrets",
    "eventObjects",
    "events",
    "foreignUsers",
    "groupAccessLevels",
    "scriptReviewers",
    "scripts",
    "tokenSecrets",
    "tokens",
];

describe("the small organization", () => {
    test("has not changed, including its ids", () => {
        const small = seedOrganization("small");
        expect(sizesOf(small)).toEqual({
            apps: 2,
            users: 8,
            owners: 1,
            ownerUsers: 1,
            groups: 3,
            groupVisibility: 3,
            groupMessageChannels: 1,
            groupUsers: 11,
            resources: 2,
            messageChannels: 2,
            onCallSchedules: 2,
            tags: 3,
            groupTags: 1,
            userTags: 1,
        });
        const ids = [...new Set(JSON.stringify(small).match(UUID))].sort().join();
        expect(createHash("sha256").update(ids).digest("hex")).toBe(
            "034017e1c054796401b98ee9129958caa5481b1d603da0b24b3fdabe6674a87a",
        );
        expect(small.users[0]).toMatchObject({ email: "ada@tidewater.example", user_id: small.current_user_id });
    });
});

describe("every organization", () => {
    test.each(SEEDS)("%s is valid record by record, without dangling references", (seed) => {
        const organization = made(seed);
        const read = toOrganization(seed, JSON.parse(JSON.stringify(organization)), "");
        expect(isDeepStrictEqual(read, organization)).toBe(true);
        expect(dangling(organization)).toEqual([]);
    });

    test("has its own ids for every seed and seed number", () => {
        const idsOf = (organization: Organization) => new Set(JSON.stringify(organization).match(UUID));
        const all = [...SEEDS.map(made), seedOrganization("medium", 7)].map(idsOf);
        for (const [i, ids] of all.entries()) {
            for (const others of all.slice(i + 1)) expect([...ids].filter((id) => others.has(id))).toEqual([]);
        }
    });
});

describe("the larger organizations", () => {
    test("large has all kinds of records", () => {
        const large = made("large");
        expect(sizesOf(large)).toMatchObject({ users: 2000, groups: 1000, resources: 3000, owners: 200, bundles: 100 });
        const absent = (Object.keys(layouts) as (keyof typeof layouts)[]).filter((kind) => large[kind].length === 0);
        expect(absent.sort()).toEqual(ABSENT);
        expect(large.campaigns.map((campaign) => campaign.is_template)).toContain(true);
        const statuses = new Set(large.requests.map((request) => request.status));
        expect([...statuses].sort()).toEqual(["APPROVED", "CANCELED", "DENIED", "PENDING"]);
        expect(large.resources.filter((resource) => resource.parent_resource_id).length).toBeGreaterThan(2000);
        expect(large.groupContainingGroups.length).toBeGreaterThan(100);
    });

    test("medium has about a tenth of the records of large", () => {
        const [medium, large] = [sizesOf(made("medium")), sizesOf(made("large"))];
        expect(medium).toMatchObject({ users: 200, groups: 100, resources: 300, owners: 20, bundles: 10 });
        const sum = (sizes: Record<string, number>) => Object.values(sizes).reduce((all, size) => all + size, 0);
        expect(sum(medium) / sum(large)).toBeGreaterThan(0.05);
        expect(sum(medium) / sum(large)).toBeLessThan(0.15);
    });

    test("are the same for the same seed number, and different for another", () => {
        expect(seedOrganization("medium", 3)).toEqual(seedOrganization("medium", 3));
        expect(seedOrganization("medium", 3).users).not.toEqual(seedOrganization("medium", 4).users);
        expect(seedOrganization("medium")).toEqual(seedOrganization("medium", 0));
        expect(seedOrganization("small", 3)).toEqual(seedOrganization("small"));
    });

    test("start a service that returns each of their lists", async () => {
        const { get, service } = await open({ seed: "medium", seedNumber: 5 });
        for (const path of LISTS) {
            const { status, body } = await get(`${path}?page_size=1000`);
            expect([path, status]).toEqual([path, 200]);
            const [items] = Object.values(body).filter((value) => Array.isArray(value));
            expect(items, path).not.toHaveLength(0);
        }
        expect(service.store.users.all()[1]).toEqual(seedOrganization("medium", 5).users[1]);
    });
});

test("the public spelling applies to every type of the seed, and to nothing else", async () => {
    const { service } = await open({ seed: "medium", publicSpelling: true });
    const expected = JSON.stringify(made("medium")).replaceAll('"SVC_', '"OPAL_').replaceAll('"SVC"', '"OPAL"');
    const { apps, groups, resources } = JSON.parse(expected) as Organization;
    const { store } = service;
    expect({ apps: store.apps.all(), groups: store.groups.all(), resources: store.resources.all() }).toEqual({
        apps,
        groups,
        resources,
    });
    expect(JSON.stringify(groups)).toContain("OPAL_GROUP");
});

test("the documentation lists each seed with its size", () => {
    const page = readFileSync(join(__dirname, "../../../../docs/local-service.md"), "utf8");
    for (const seed of SEEDS) expect(page).toContain(`\n| \`${seed}\` | `);
    const row = (seed: SeedName) => page.split("\n").find((line) => line.startsWith(`| \`${seed}\` |`)) ?? "";
    const { users, groups, resources, apps, owners, bundles } = made("medium");
    for (const count of [
        `${users.length} people`,
        `${groups.length} groups`,
        `${resources.length} resources in ${apps.length} apps`,
        `${owners.length} owners`,
        `${bundles.length} bundles`,
    ])
        expect(row("medium")).toContain(count);
    expect(row("large")).toContain(`${made("large").users.length.toLocaleString("en")} people`);
    const small = made("small");
    expect(row("small")).toContain(
        `${small.users.length} people, ${small.groups.length} groups, ${small.resources.length} resources`,
    );
});
