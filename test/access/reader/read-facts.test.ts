import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { AccessModel } from "../../../src/access/model/model.js";
import { readFacts, readFactsAround } from "../../../src/access/reader/read-facts.js";
import { Client } from "../../../src/api/client.js";
import { ForbiddenError } from "../../../src/api/errors.js";
import { type Service, startService } from "../../../src/local/service/index.js";
import { seedOrganization } from "../../../src/local/service/seeds/seed.js";

let service: Service;
let client: Client;

const start = (seed: "small" | "medium") => async () => {
    service = await startService({ seed });
    client = new Client({ url: service.url, token: service.token, retries: 0, readsPerSecond: 10_000 });
};
afterEach(() => service.close());

const refuse = (operation: Parameters<Service["faults"]["add"]>[0]["operation"], status = 403) =>
    service.faults.add({ operation, when: "before", answer: { status }, times: 10_000 });

describe("data that the token may not read", () => {
    beforeEach(start("small"));

    test.each(["getUsers", "getGroups", "getResources", "getOwners"] as const)(
        "fails if %s is forbidden",
        async (operation) => {
            refuse(operation);
            await expect(readFacts(client)).rejects.toBeInstanceOf(ForbiddenError);
        },
    );

    test.each([
        ["getAccessRules", "group", "groups"],
        ["getGroupBindings", "group", "groups"],
        ["getDelegations", "owner", "owners"],
        ["getNonHumanIdentities", "resource", "resources"],
        ["getBundles", "bundle", "bundles"],
    ] as const)("if %s is forbidden, the access of each %s is marked as unknown", async (operation, type, table) => {
        refuse(operation);
        const facts = await readFacts(client);
        const unknown = facts.unknowns.filter((one) => one.type === type && one.because.includes("403"));
        expect(unknown.map(({ id }) => id).sort()).toEqual(facts[table].map(({ id }) => id).sort());
        // If bundles cannot be listed, no bundle remains that could be marked.
        expect(unknown.length > 0).toBe(type !== "bundle");
    });

    test("if configuration templates are forbidden, break-glass users are unknown but members are known", async () => {
        const [group] = service.store.groups.all();
        const id = group?.group_id ?? "";
        service.store.groups.change(id, { configuration_template_id: "11111111-2222-4333-8444-555555555555" });
        refuse("getConfigurationTemplates");
        const model = AccessModel.of(await readFacts(client));
        const target = { type: "group", id } as const;
        expect([...model.withoutApproval(target).unknowns].map(({ because }) => because)).toContain(
            "its configuration template, which may name break-glass users, could not be read",
        );
        expect([...model.holders(target).unknowns].join()).not.toContain("template");
    });

    test("if members are forbidden, they are unknown rather than an empty list", async () => {
        const [group] = service.snapshot().groups;
        const id = group?.group_id ?? "";
        refuse("getGroupUsers");
        const facts = await readFacts(client, { around: () => around(id) });
        const holders = AccessModel.of(facts).holders({ type: "group", id });
        expect(facts.memberships).toEqual([]);
        expect([...holders.unknowns].map(({ because }) => because).join()).toContain("403");
    });

    test("if tags are forbidden, the tags of all users are unknown", async () => {
        refuse("getTags");
        const { users } = await readFacts(client);
        expect(users.every(({ tags }) => tags === undefined)).toBe(service.snapshot().accessRules.length > 0);
    });

    test("an operation that the service does not implement leaves nothing unknown", async () => {
        refuse("getDelegations", 501);
        expect((await readFacts(client)).unknowns.filter(({ type }) => type === "owner")).toEqual([]);
    });
});

describe("roles whose holders may not be read", () => {
    beforeEach(start("medium"));

    test("have permissions, so that their power over other objects is unknown", async () => {
        refuse("getResourceUsers");
        const { resources, unknowns } = await readFacts(client);
        const roles = resources.filter(({ resourceType }) => resourceType?.endsWith("_SCOPED_ROLE"));
        expect(roles.length).toBeGreaterThan(0);
        for (const { id, permissions } of roles) {
            expect(permissions).toBeDefined();
            expect(unknowns).toContainEqual(expect.objectContaining({ type: "resource", id }));
        }
    });
});

describe("reading around a change", () => {
    beforeEach(start("medium"));

    test("uses less than a third of the calls and leaves nothing about the group unknown", async () => {
        const calls = async (read: () => Promise<unknown>) => {
            service.calls.clear();
            await read();
            return service.calls.all().length;
        };
        const [group] = service.snapshot().groups;
        const id = group?.group_id ?? "";
        const all = await calls(() => readFacts(client));
        const some = await calls(async () => {
            const { unknowns } = await readFacts(client, { around: () => around(id) });
            expect(unknowns.filter((one) => one.id === id)).toEqual([]);
        });
        expect(some).toBeLessThan(all / 3);
    });

    test("reads the visibility groups of a target, because their members can see and request it", async () => {
        const [group, shownTo] = service.snapshot().groups;
        const [id, other] = [group?.group_id ?? "", shownTo?.group_id ?? ""];
        const response = await fetch(`${service.url}/groups/${id}/visibility`, {
            method: "PUT",
            headers: { authorization: `Bearer ${service.token}`, "content-type": "application/json" },
            body: JSON.stringify({ visibility: "LIMITED", visibility_group_ids: [other] }),
        });
        expect(response.status).toBe(200);
        const facts = await readFacts(client, { around: () => around(id) });
        const model = AccessModel.of(facts);
        const viewers = model.viewers({ type: "group", id });
        expect([...viewers.unknowns].filter((one) => one.id === other)).toEqual([]);
        const members = service.snapshot().groupUsers.filter(({ group_id }) => group_id === other);
        expect(members.length).toBeGreaterThan(0);
        for (const { user_id } of members) {
            const number = model.records.principals.find(user_id);
            expect(number !== undefined && viewers.has(number)).toBe(true);
        }
    });

    test("reads the levels of the changed target, because the change may add the first configuration for a level", async () => {
        const id = service.snapshot().groups[0]?.group_id ?? "";
        const { groups } = await readFacts(client, { around: () => around(id) });
        expect(groups.find((one) => one.id === id)?.levels).toBeDefined();
        expect(groups.filter(({ levels }) => levels !== undefined)).toHaveLength(1);
    });

    test("reads for each Paladin whether it only monitors or reviews", async () => {
        const paladins = service.store.paladins.all();
        const [one] = paladins;
        service.store.paladins.change(one?.paladin_id ?? "", { monitor_mode: !one?.monitor_mode });
        const { users } = await readFacts(client, {
            around: () => around(service.snapshot().groups[0]?.group_id ?? ""),
        });
        const found = users.filter(({ isPaladin }) => isPaladin).map(({ id, isMonitor }) => [id, isMonitor]);
        expect(found.sort()).toEqual(
            service.store.paladins
                .all()
                .map(({ paladin_id, monitor_mode }) => [paladin_id, monitor_mode])
                .sort(),
        );
        expect(found.length).toBeGreaterThan(0);
    });
});

describe("reading around a user who joins a group", () => {
    beforeEach(start("medium"));

    const [group, shown] = seedOrganization("medium").groups.map(({ group_id }) => group_id);
    const groupId = group ?? "";
    const join = (isWhole: boolean) => {
        const userId = service.snapshot().users.find(({ user_id }) => !isMember(user_id))?.user_id ?? "";
        const membership = { groupId, userId, level: "", until: null };
        const changes = () => [{ put: "membership", value: membership } as const];
        return readFactsAround(client, { around: () => around(groupId), changes, isWhole });
    };
    const isMember = (userId: string): boolean =>
        service.snapshot().groupUsers.some((one) => one.group_id === groupId && one.user_id === userId);
    const visibilityCalls = () =>
        service.calls.all().filter(({ operation }) => operation?.endsWith("Visibility")).length;

    test("summarizes other targets that the user may see in one sentence instead of a call for each", async () => {
        const { notRead, notReadable } = await join(false);
        expect(notRead).toHaveLength(1);
        expect(notRead[0]?.toJSON()).toMatch(
            /^new members of "[^"]+" may also be able to see and request some of \d+ other groups, resources and bundles, whose visibility was not read; these all require approval$/,
        );
        expect(notReadable).toEqual([]);
        expect(visibilityCalls()).toBeLessThan(50);
    });

    test("reads every target that the user may see if an access rule needs it", async () => {
        const hidden = { visibility: "LIMITED" as const, visibility_group_ids: [groupId] };
        service.store.groupVisibility.change(shown ?? "", hidden);
        const { facts, notRead } = await join(true);
        expect(notRead).toEqual([]);
        expect(facts.unknowns.filter(({ id }) => id === shown)).toEqual([]);
        expect(facts.groups.every(({ visibility }) => visibility !== undefined)).toBe(true);
    });

    test("reads nothing more if no user joins", async () => {
        const { notRead } = await readFactsAround(client, { around: () => around(groupId), changes: () => [] });
        expect(notRead).toEqual([]);
    });

    test("reports that new members may get targets without approval if visibility is forbidden", async () => {
        service.store.groups.change(shown ?? "", {
            request_configurations: [{ ...OPEN, priority: 0, allow_requests: true, auto_approval: true }],
        });
        refuse("getGroupVisibility");
        const { notReadable } = await join(false);
        expect(notReadable.join()).toMatch(/^new members of .* may get some of \d+ other groups.* without approval/);
    });
});

const OPEN = {
    reason_optional: true,
    require_mfa_to_request: false,
    require_support_ticket: false,
    condition: null,
    reviewer_stages: [],
};

function around(groupId: string) {
    return {
        targets: [{ type: "group" as const, id: groupId }],
        ownerIds: [],
        tags: [],
        reviewerIds: [],
        templateIds: [],
        permissions: [],
        hasOtherTags: false,
        named: { groupIds: [], resourceIds: [], ownerIds: [] },
    };
}
