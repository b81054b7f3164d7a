import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readOrganization } from "../../../src/adopt/export/export.js";
import type { OrganizationInventory } from "../../../src/adopt/export/inventory/inventory.js";
import { type Service, startService } from "../../../src/local/service/index.js";
import { newFolder, readingOf } from "./organization.js";

let service: Service;
let folder: string;
let inventory: OrganizationInventory;

beforeAll(async () => {
    service = await startService({ seed: "medium" });
    folder = newFolder();
    inventory = await read();
});
afterAll(async () => {
    rmSync(folder, { recursive: true });
    await service.close();
});

test("members that come from a rule, a sync or a schedule are not declared", () => {
    const { accessRules, groups, groupOnCallSchedules, groupUsers } = service.store;
    const hasMembers = (groupId: string) => groupUsers.where("group_id", groupId).length > 0;
    const rules = accessRules.all().map(({ access_rule_id }) => access_rule_id);
    const synced = groups
        .all()
        .flatMap(({ group_id, remote_info }) => (remote_info && hasMembers(group_id) ? [group_id] : []));
    const onCall = groupOnCallSchedules
        .all()
        .flatMap((one) => (one.on_call_schedule_ids.length > 0 ? [one.group_id] : []));
    const derived = [...rules, ...synced, ...onCall];
    expect([rules, synced, onCall].map(({ length }) => length > 0)).toEqual([true, true, true]);
    expect(membersOf(inventory).filter((id) => derived.includes(groupIn(id)))).toEqual([]);
    const left = inventory.undeclared.filter(({ kind, isFault }) => kind.name === "GroupUser" && !isFault);
    expect(derived.filter((id) => !left.some((one) => groupIn(one.id) === id))).toEqual([]);
});

test("leaders are declared once for each group: apart only for the group of an access rule, also if it has none", () => {
    const rules = service.store.accessRules.all().map(({ access_rule_id }) => access_rule_id);
    const apart = inventory.declarable.filter(({ kind }) => kind.name === "GroupLeaders");
    expect(apart.map(({ id }) => id).sort()).toEqual(rules.sort());
    expect(apart.map(({ given }) => given.userIds)).toContainEqual([]);
    const groups = inventory.declarable.filter(({ kind }) => kind.name === "Group");
    expect(groups.length).toBeGreaterThan(0);
    expect(groups.filter(({ given }) => !Array.isArray(given.groupLeaderUserIds))).toEqual([]);
});

test("tokens are not looked for; an export of tokens says so", async () => {
    service.calls.clear();
    const tokens = (await read({ include: ["ServiceUserToken"] })).undeclared;
    expect(tokens).toMatchObject([{ kind: { name: "ServiceUserToken" }, because: expect.any(String) }]);
    expect(service.calls.all().filter(({ operation }) => operation === "getTokens")).toEqual([]);
    expect(inventory.undeclared.filter(({ kind }) => kind.name === "ServiceUserToken")).toEqual([]);
});

test("excluding the groups does not change which members are declared", async () => {
    const members = membersOf(await read({ exclude: ["Group", "AccessRule"] }));
    expect(members).toEqual(membersOf(inventory));
});

test("members with an expiration are declared until then", () => {
    const { groups, groupUsers } = service.store;
    const declared = new Map(
        inventory.declarable.flatMap(({ kind, id, given: { users } }) =>
            kind.name === "Group" && Array.isArray(users) ? [[id, users] as const] : [],
        ),
    );
    const expiring = groupUsers
        .all()
        .filter(({ group_id, expiration_date: end }) => end !== null && declared.has(group_id))
        .filter(({ group_id }) => !groups.get(group_id).remote_info);
    expect(expiring.length).toBeGreaterThan(0);
    for (const { group_id, user_id, expiration_date: expirationDate } of expiring)
        expect(declared.get(group_id)).toContainEqual({ userId: user_id, expirationDate });
});

test("campaigns that have started are not declared, except templates", () => {
    const campaigns = inventory.declarable.filter(({ kind }) => kind.name === "Campaign");
    const open = service.store.campaigns.all().filter(({ started_at, is_template }) => !started_at || is_template);
    expect(campaigns.map(({ id }) => id).sort()).toEqual(open.map(({ campaign_id }) => campaign_id).sort());
});

async function read(selection = {}): Promise<OrganizationInventory> {
    const found = await readOrganization({ ...readingOf(service), selection }, join(folder, "journal"));
    found.done();
    return found.inventory;
}

/** The ids of the memberships that are declared, in any form. */
function membersOf({ declarable }: OrganizationInventory): string[] {
    const found = declarable.flatMap(({ kind, id, given }) => {
        if (kind.name === "GroupUser") return [id];
        const { users } = given;
        return Array.isArray(users) ? users.map(({ userId }) => `${id}/${userId}`) : [];
    });
    return found.sort();
}

function groupIn(id: string): string {
    return id.split("/")[0] ?? "";
}

test("an access rule has the properties of its group, such as the app", () => {
    const [rule] = service.store.accessRules.all();
    const id = rule?.access_rule_id ?? "";
    expect(inventory.things.get(id)).toMatchObject({ kind: { name: "AccessRule" } });
    expect(inventory.things.get(id)?.live).toMatchObject({
        appId: service.store.groups.get(id).app_id,
        status: rule?.status,
    });
});
