import { expect, test } from "vitest";
import { open } from "../harness.js";

async function openWithCampaign() {
    const h = await open();
    const everyone = h.named(h.service.store.groups.all(), "Everyone").group_id;
    const query = { entitlementFilter: { entityIDs: [everyone] } };
    const { body: campaign } = await h.post("/campaigns", { name: "Spring", configuration: { query } });
    const path = `/campaigns/${campaign.campaign_id}`;
    const items = async (filter = "") => (await h.get(`${path}/items${filter}`)).body;
    return { ...h, everyone, path, items };
}

test("a started campaign has one item for each access, with stable ids", async () => {
    const { post, path, items, everyone, service } = await openWithCampaign();
    expect(await items()).toEqual({ results: [], total_count: 0, next: null, previous: null });
    await post(`${path}/start`);
    const first = await items();
    const members = service.store.groupUsers.where("group_id", everyone);
    expect(first.total_count).toBe(members.length);
    expect(first.results.map((one: { principal_id: string }) => one.principal_id).sort()).toEqual(
        members.map(({ user_id }) => user_id).sort(),
    );
    expect(first.results[0]).toMatchObject({
        target_type: "ROLE_ASSIGNMENT",
        status: "PENDING",
        is_target_deleted: false,
        principal_type: "USER",
        entity_id: everyone,
        entity_type: "GROUP",
        reviews: [],
    });
    expect(await items()).toEqual(first);
});

test("items show decisions and deleted targets, and filters change the total count", async () => {
    const { post, path, items, everyone, service, ...h } = await openWithCampaign();
    await post(`${path}/start`);
    const [member] = service.store.groupUsers.where("group_id", everyone);
    const user = service.store.users.get(String(member?.user_id));
    await h.delete(`/groups/${everyone}/users/${user.user_id}`);
    const found = (await items(`?search=${encodeURIComponent(user.full_name.toUpperCase())}`)).results;
    expect(found).toMatchObject([{ principal_id: user.user_id, is_target_deleted: true }]);
    await post(`${path}/stop`, { revoke_unreviewed: true });
    expect((await items("?statuses=PENDING")).total_count).toBe(0);
    expect((await items("?statuses=REVOKED&statuses=APPROVED")).total_count).toBe((await items()).total_count);
    expect((await items(`?reviewer_user_id=${user.user_id}`)).total_count).toBe(0);
});
