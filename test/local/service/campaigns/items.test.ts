import { expect, test } from "vitest";
import { NOBODY, open } from "../harness.js";

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
        reviews: [{ assignment_source: "ASSET_ADMIN_OWNER", decision: null }],
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
    expect((await items(`?reviewer_user_id=${NOBODY}`)).total_count).toBe(0);
});

interface Item {
    readonly campaign_item_id: string;
    readonly principal_id: string;
    readonly reviews: readonly { campaign_item_review_id: string; reviewer_user_id: string }[];
}

/** A campaign in which the administrator reviews the first two items of others. */
async function openWithReviews(settings: object = {}) {
    const h = await open();
    const ada = h.service.store.currentUserId;
    const everyone = h.named(h.service.store.groups.all(), "Everyone").group_id;
    const configuration = {
        query: { entitlementFilter: { entityIDs: [everyone] } },
        reviewer_assignment_policy: "MANUALLY",
        ...settings,
    };
    const { body: campaign } = await h.post("/campaigns", { name: "Spring", configuration });
    const path = `/campaigns/${campaign.campaign_id}`;
    await h.post(`${path}/start`);
    const items = async (): Promise<Item[]> => (await h.get(`${path}/items`)).body.results;
    const others = (await items()).filter(({ principal_id }) => principal_id !== ada);
    const ids = others.slice(0, 2).map(({ campaign_item_id }) => campaign_item_id);
    const to_assign = ids.map((campaign_item_id) => ({ campaign_item_id, reviewer_id: ada }));
    const assigned = await h.post(`${path}/item-reviewers`, { to_assign });
    const decide = (...decisions: object[]) =>
        h.post(`${path}/reviews`, {
            decisions: decisions.map((one, i) => ({
                campaign_item_review_id: assigned.body.reviews[i].campaign_item_review_id,
                ...one,
            })),
        });
    const member = (i: number) => h.service.store.groupUsers.find(everyone, others[i]?.principal_id ?? "", "");
    return { ...h, ada, path, items, others, ids, to_assign, decide, member };
}

test("reviewers are assigned and unassigned; what was decided stays", async () => {
    const { post, path, ids, to_assign, decide, items, ada, service } = await openWithReviews();
    // A pair that exists is passed over.
    expect((await post(`${path}/item-reviewers`, { to_assign })).body.reviews).toHaveLength(2);
    expect((await decide({ decision: "APPROVED", note: "Still needed." })).status).toBe(200);
    expect((await post(`${path}/item-reviewers`, { to_unassign: to_assign })).body.reviews).toMatchObject([
        { campaign_item_id: ids[0], decision: "APPROVED" },
    ]);
    const own = (await items()).find(({ principal_id }) => principal_id === ada);
    const before = service.store.view();
    const bad = [
        { campaign_item_id: ids[1], reviewer_id: ada },
        { campaign_item_id: own?.campaign_item_id, reviewer_id: ada },
    ];
    expect((await post(`${path}/item-reviewers`, { to_assign: bad })).status).toBe(400);
    expect(service.store.view()).toEqual(before);
});

test.each([
    ["BY_SELF", "PRINCIPAL_SELF"],
    ["BY_OWNING_TEAM_ADMIN_ALL", "ASSET_ADMIN_OWNER"],
])("with the policy %s, reviewers come from %s", async (reviewer_assignment_policy, source) => {
    const { items, others } = await openWithReviews({ reviewer_assignment_policy, allow_self_review: true });
    for (const item of await items()) {
        expect(item.reviews).toContainEqual(expect.objectContaining({ assignment_source: source }));
        if (source === "PRINCIPAL_SELF" && item.principal_id === others[2]?.principal_id)
            expect(item.reviews.map((one) => one.reviewer_user_id)).toEqual([item.principal_id]);
    }
});

test("a decision to revoke acts at the end, or at once if the campaign says so", async () => {
    const later = await openWithReviews();
    await later.decide({ decision: "REVOKED" });
    expect(later.member(0)).toBeDefined();
    await later.post(`${later.path}/stop`, {});
    await later.post(`${later.path}/end`);
    expect(later.member(0)).toBeUndefined();
    expect(later.member(1)).toBeDefined();
    const atOnce = await openWithReviews({ revoke_on: "ACTION" });
    await atOnce.decide({ decision: "REVOKED" });
    expect(atOnce.member(0)).toBeUndefined();
});

test("decisions are all recorded or none; each needs what belongs to it", async () => {
    const { decide, service, others, path, get } = await openWithReviews({
        require_reason_on_denial: true,
        allow_reviewer_reassignment: false,
    });
    const before = service.store.view();
    for (const wrong of [
        { decision: "REVOKED" },
        { decision: "CHANGE_ROLE" },
        { decision: "REDUCE_EXPIRATION" },
        { decision: "REASSIGNED", new_reviewer_user_ids: [others[2]?.principal_id] },
        { decision: "APPROVED", campaign_item_review_id: NOBODY },
    ])
        expect((await decide({ decision: "APPROVED" }, wrong)).status, JSON.stringify(wrong)).toBeGreaterThanOrEqual(
            400,
        );
    expect(service.store.view()).toEqual(before);
    await decide({ decision: "CHANGE_ROLE", access_level_remote_id: "reader" }, { decision: "REVOKED", note: "Gone." });
    const { body } = await get(`${path}/viewer-items?sort_field=PRINCIPAL_NAME&statuses=CHANGE_ROLE&statuses=REVOKED`);
    expect(body.total_count).toBe(2);
    expect(body.results).toContainEqual(
        expect.objectContaining({ decision: "CHANGE_ROLE", updated_access_level_remote_id: "reader" }),
    );
});

test("a review that was reassigned no longer counts, and the new reviewer's does", async () => {
    const { decide, service, others, items } = await openWithReviews();
    const other = others[2]?.principal_id;
    expect((await decide({ decision: "REASSIGNED", new_reviewer_user_ids: [other] })).body.reviews).toMatchObject([
        { reassigned_to_reviewer_ids: [other] },
    ]);
    const [first] = (await items()).filter(({ campaign_item_id }) => campaign_item_id === others[0]?.campaign_item_id);
    expect(first?.reviews.map((one) => one.reviewer_user_id)).toContain(other);
    expect(service.store.campaignReviews.all().map(({ decision }) => decision)).not.toContain("KEEP");
});
