import { describe, expect, test } from "vitest";
import { NOBODY, open } from "../harness.js";

async function openWithPaladin(more: object = {}) {
    const h = await open();
    const { store } = h.service;
    const { body: owner } = await h.post("/owners", { name: "Security", user_ids: [] });
    const create = (fields: object = {}) => h.post("/paladin", { name: "Guard", owner_id: owner.owner_id, ...fields });
    const { status, body: paladin } = await create(more);
    expect(status, JSON.stringify(paladin)).toBe(200);
    const path = `/paladin/${paladin.paladin_id}`;
    return { ...h, store, owner, create, paladin, path, sources: `${path}/context-sources` };
}

describe("a Paladin", () => {
    test("is in monitor mode and visible to all by default", async () => {
        const { paladin, owner, get, path, store } = await openWithPaladin();
        expect(paladin).toEqual({
            paladin_id: expect.any(String),
            owner_id: owner.owner_id,
            name: "Guard",
            monitor_mode: true,
            admin_view_only: false,
            enabled_connectors: [],
            instructions: "",
        });
        expect((await get(path)).body).toEqual(paladin);
        expect(store.paladins.all()).toEqual([paladin]);
    });

    test("has a service user with its id, which is deleted only together with it", async () => {
        const { paladin, get, delete: remove, path, store } = await openWithPaladin();
        const user = (await get(`/user?user_id=${paladin.paladin_id}`)).body;
        expect(user).toMatchObject({ full_name: "Guard", position: "Paladin" });
        expect((await remove(`/users/${paladin.paladin_id}`)).status).toBe(409);
        expect(await remove(path)).toMatchObject({ status: 200, body: undefined });
        expect(store.users.has(paladin.paladin_id)).toBe(false);
        expect(store.userFacts.has(paladin.paladin_id)).toBe(false);
        expect((await get(path)).status).toBe(404);
    });

    test("is found by its exact name, which is not unique; an unknown name returns an empty list", async () => {
        const { paladin, create, get } = await openWithPaladin({ name: "Night / guard" });
        const { body: twin } = await create({ name: "Night / guard" });
        expect(twin.paladin_id).not.toBe(paladin.paladin_id);
        const find = async (name: string) => (await get(`/paladin/name/${encodeURIComponent(name)}`)).body;
        expect(await find("Night / guard")).toEqual({ results: [paladin, twin] });
        expect(await find("night / guard")).toEqual({ results: [] });
    });

    test("can be updated in part, but requires the name; the owner cannot change", async () => {
        const { paladin, put, path, store } = await openWithPaladin({ instructions: "Be kind" });
        expect((await put(path, { monitor_mode: false })).body.message).toMatch(/^name\b/);
        const { body } = await put(path, { name: "Gate", enabled_connectors: ["JIRA", "SLACK"], owner_id: NOBODY });
        expect(body).toEqual({ ...paladin, name: "Gate", enabled_connectors: ["JIRA", "SLACK"] });
        expect(store.users.get(paladin.paladin_id).full_name).toBe("Gate");
    });

    test("409 for deleting the owner of a Paladin", async () => {
        const { owner, delete: remove } = await openWithPaladin();
        const refused = await remove(`/owners/${owner.owner_id}`);
        expect(refused).toMatchObject({ status: 409 });
        expect(refused.body.message).toContain('owns the Paladin "Guard"');
    });

    test("409 for deleting a Paladin that reviewer stages contain", async () => {
        const { paladin, path, named, store, put, delete: remove } = await openWithPaladin();
        const group = named(store.groups.all(), "Everyone");
        const stage = {
            require_manager_approval: false,
            operator: "AND",
            owner_ids: [group.admin_owner_id],
            service_user_ids: [paladin.paladin_id],
        };
        const set = (stages: object[]) => put(`/groups/${group.group_id}/reviewer-stages`, { stages });
        expect((await set([stage])).status).toBe(200);
        const refused = await remove(path);
        expect(refused).toMatchObject({ status: 409 });
        expect(refused.body.message).toContain('it reviews requests for the group "Everyone"');
        expect(store.users.has(paladin.paladin_id)).toBe(true);
        await set([{ ...stage, service_user_ids: [] }]);
        expect((await remove(path)).status).toBe(200);
    });

    test.each([
        [true, false],
        [false, true],
    ])("in monitor mode (%s) must approve requests: %s", async (monitor_mode, waits) => {
        const { paladin, named, store, put, post } = await openWithPaladin({ monitor_mode });
        const group = named(store.groups.all(), "Everyone");
        const service_user_ids = [paladin.paladin_id];
        const stages = [{ require_manager_approval: false, operator: "AND", owner_ids: [], service_user_ids }];
        await put(`/groups/${group.group_id}/reviewer-stages`, { stages });
        const groups = [{ id: group.group_id }];
        const { body } = await post("/requests", { resources: [], groups, reason: "Please", duration_minutes: 5 });
        const [stage] = store.requests.get(body.id).stages?.stages ?? [];
        expect(stage?.reviewers.map((one) => one.id)).toEqual(waits ? [paladin.paladin_id] : []);
        expect(store.requests.get(body.id).status).toBe("PENDING");
    });
});

describe("context sources", () => {
    const CHANNEL = { source_kind: "SLACK_CHANNEL", third_party_provider: "SLACK", remote_id: "C1" };
    const PAGE = { source_kind: "DOCUMENT", third_party_provider: "NOTION", remote_id: "p1" };

    test("are listed, and adding one again returns the existing one", async () => {
        const { post, get, sources, paladin, store } = await openWithPaladin();
        const first = await post(sources, { ...CHANNEL, name: "Help", url: "https://chat.example/C1" });
        expect(first.body).toEqual({
            ...CHANNEL,
            id: expect.any(String),
            paladin_id: paladin.paladin_id,
            name: "Help",
            url: "https://chat.example/C1",
        });
        expect(first.status).toBe(200);
        expect((await post(sources, { ...CHANNEL, name: "Other" })).body).toEqual(first.body);
        const { body: page } = await post(sources, PAGE);
        expect((await get(sources)).body).toEqual({ results: [first.body, page] });
        expect(store.paladinContextSources.size).toBe(2);
    });

    test.each([
        ["SLACK", "DOCUMENT", 400],
        ["NOTION", "SLACK_CHANNEL", 400],
        ["CONFLUENCE", "SLACK_CHANNEL", 400],
        ["CONFLUENCE", "DOCUMENT", 200],
    ])(
        "are SLACK_CHANNEL for SLACK and DOCUMENT for other providers: %s and %s is %i",
        async (provider, kind, status) => {
            const { post, sources, store } = await openWithPaladin();
            const source = { source_kind: kind, third_party_provider: provider, remote_id: "x" };
            expect((await post(sources, source)).status).toBe(status);
            expect(store.paladinContextSources.size).toBe(status === 200 ? 1 : 0);
        },
    );

    test("are deleted one by one, and with their Paladin", async () => {
        const { post, delete: remove, sources, path, store } = await openWithPaladin();
        const { body } = await post(sources, CHANNEL);
        await post(sources, PAGE);
        expect(await remove(`${sources}/${body.id}`)).toMatchObject({ status: 200, body: undefined });
        expect((await remove(`${sources}/${body.id}`)).status).toBe(404);
        expect(store.paladinContextSources.size).toBe(1);
        await remove(path);
        expect(store.paladinContextSources.size).toBe(0);
    });
});
