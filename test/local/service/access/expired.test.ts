import { expect, test } from "vitest";
import { open } from "../harness.js";

const HOUR = 60 * 60_000;

async function withGrant() {
    const h = await open({ clock: "2026-05-01T12:00:00Z" });
    const [, contractors] = h.service.store.groups.all();
    const [, bruno] = h.service.store.users.all();
    if (!contractors || !bruno) throw new Error("The organization lacks what the test is about.");
    const grant = { access_level_remote_id: "", expiration_date: "2026-05-01T13:00:00.000Z" };
    h.service.store.groupUsers.set({
        group_id: contractors.group_id,
        user_id: bruno.user_id,
        propagation_status: null,
        ...grant,
    });
    const members = async () =>
        (await h.get(`/groups/${contractors.group_id}/users`)).body.results.map(
            (member: { full_name: string }) => member.full_name,
        );
    return { ...h, contractors, bruno, grant, members };
}

test("a grant exists until its expiration and not afterwards", async () => {
    const { members, service, bruno, contractors } = await withGrant();
    service.clock.advance(HOUR - 1);
    expect(await members()).toEqual(["Hugo Winter", "Bruno Castell"]);
    service.clock.advance(1);
    expect(await members()).toEqual(["Hugo Winter"]);
    expect(service.store.groupUsers.find(contractors.group_id, bruno.user_id, "")).toBeUndefined();
    service.clock.set(new Date("2026-05-01T12:00:00Z"));
    expect(await members()).toEqual(["Hugo Winter"]);
});

test("the expiration of a grant causes no event, even if the next call is a write or is refused", async () => {
    const { service, post, delete: remove, contractors } = await withGrant();
    service.clock.advance(HOUR);
    expect((await remove("/owners/x")).status).toBe(400);
    expect(service.store.groupUsers.where("group_id", contractors.group_id)).toHaveLength(1);
    await post("/owners", { name: "Platform", user_ids: [] });
    expect(service.store.events.all().map((event) => event.event_type)).toEqual(["OWNER_CREATED"]);
});

test("every kind of grant expires at its expiration, and grants without one do not", async () => {
    const { service, get, bruno, contractors, grant } = await withGrant();
    const { store } = service;
    const [tracker, archive] = store.resources.all();
    const [everyone] = store.groups.all();
    if (!tracker || !archive || !everyone) throw new Error("The organization lacks what the test is about.");
    const { user_id } = bruno;
    const { resource_id } = tracker;
    for (const end of [grant, { access_level_remote_id: "forever", expiration_date: null }]) {
        store.resourceUsers.set({ resource_id, user_id, propagation_status: null, ...end });
        store.resourceNonHumanIdentities.set({ resource_id, non_human_identity_id: archive.resource_id, ...end });
        store.groupResources.set({ group_id: contractors.group_id, resource_id, ...end });
        store.groupContainingGroups.set({
            group_id: contractors.group_id,
            containing_group_id: everyone.group_id,
            ...end,
        });
    }
    service.clock.advance(HOUR);
    await get("/apps");
    const levels = [
        store.resourceUsers,
        store.resourceNonHumanIdentities,
        store.groupResources,
        store.groupContainingGroups,
    ].map((table) => table.all().map((record) => record.access_level_remote_id));
    expect(levels).toEqual([["forever"], ["forever"], ["forever"], ["forever"]]);
});

test("each grant expires at its own date", async () => {
    const { service, members, grant, contractors } = await withGrant();
    const [, , chiyo, dana] = service.store.users.all();
    for (const [user, hour] of [
        [dana, "15"],
        [chiyo, "14"],
    ] as const) {
        const ends = { ...grant, propagation_status: null, expiration_date: `2026-05-01T${hour}:00:00+00:00` };
        service.store.groupUsers.set({ group_id: contractors.group_id, user_id: user?.user_id ?? "", ...ends });
    }
    const left: string[][] = [];
    for (let hour = 12; hour <= 15; hour++) {
        left.push(await members());
        service.clock.advance(HOUR);
    }
    expect(left).toEqual([
        ["Hugo Winter", "Bruno Castell", "Dana Orlov", "Chiyo Marsh"],
        ["Hugo Winter", "Dana Orlov", "Chiyo Marsh"],
        ["Hugo Winter", "Dana Orlov"],
        ["Hugo Winter"],
    ]);
});

test("a member whose grant expires in one linked group is removed from all of them", async () => {
    const { service, get, post, bruno, contractors } = await withGrant();
    const { store } = service;
    const [, , staff] = store.groups.all();
    if (!staff) throw new Error("The organization lacks what the test is about.");
    const groups = [{ group_id: staff.group_id }];
    const made = await post("/group-bindings", { source_group_id: contractors.group_id, groups });
    expect(made.status).toBe(200);
    const forever = { access_level_remote_id: "", expiration_date: null, propagation_status: null };
    store.groupUsers.set({ group_id: staff.group_id, user_id: bruno.user_id, ...forever });
    service.clock.advance(HOUR);
    await get("/apps");
    expect(store.groupUsers.where("user_id", bruno.user_id).map(({ group_id }) => group_id)).toEqual([
        store.groups.all()[0]?.group_id,
    ]);
});

test("grants are not searched until one of them is due", async () => {
    const { service, get } = await withGrant();
    const looked = { times: 0 };
    const { all } = service.store.groupUsers;
    service.store.groupUsers.all = function (this: typeof service.store.groupUsers) {
        looked.times += 1;
        return all.call(this);
    };
    for (let i = 0; i < 5; i++) await get("/apps");
    expect(looked.times).toBe(0);
    service.clock.advance(HOUR);
    for (let i = 0; i < 5; i++) await get("/apps");
    expect(looked.times).toBe(1);
});
