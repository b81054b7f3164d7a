import { describe, expect, test } from "vitest";
import { openTidewater } from "../tidewater.js";

async function openWithDirectory() {
    const t = await openTidewater();
    const app = await t.resource("Directory", "OKTA_APP");
    const staff = t.groupId("Office staff");
    const contractors = t.groupId("Contractors");
    const mappings = () =>
        t.store.idpGroupMappings
            .where("app_resource_id", app)
            .map(({ group_id, alias, hidden_from_end_user }) => [group_id, alias, hidden_from_end_user]);
    return { ...t, app, staff, contractors, mappings, all: `/idp-group-mappings/${app}` };
}

describe("upsert", () => {
    test("creates a missing mapping that is not hidden", async () => {
        const { post, get, app, staff, all, mappings } = await openWithDirectory();
        const answer = await post(`${all}/groups/${staff}`);
        expect(answer.status).toBe(200);
        expect(answer.body).toEqual({ app_resource_id: app, group_id: staff, hidden_from_end_user: false });
        expect((await get(`${all}/groups/${staff}`)).body).toEqual(answer.body);
        expect((await get(all)).body).toEqual({ mappings: [answer.body] });
        expect(mappings()).toEqual([[staff, undefined, false]]);
    });

    test("changes only the fields that are sent; a null alias clears it", async () => {
        const { post, staff, all, mappings } = await openWithDirectory();
        const path = `${all}/groups/${staff}`;
        await post(path, { alias: "Office", hidden_from_end_user: true });
        await post(path);
        expect(mappings()).toEqual([[staff, "Office", true]]);
        await post(path, { alias: "Desk" });
        expect(mappings()).toEqual([[staff, "Desk", true]]);
        await post(path, { hidden_from_end_user: false });
        expect(mappings()).toEqual([[staff, "Desk", false]]);
        expect((await post(path, { alias: null })).body).not.toHaveProperty("alias");
        expect(mappings()).toEqual([[staff, undefined, false]]);
    });
});

describe("bulk update", () => {
    test("replaces the whole list of the app and returns no body", async () => {
        const { put, post, resource, staff, contractors, all, mappings, store } = await openWithDirectory();
        const other = await resource("Another directory", "OKTA_APP");
        await post(`/idp-group-mappings/${other}/groups/${staff}`);
        await post(`${all}/groups/${staff}`, { alias: "Office", hidden_from_end_user: true });
        const answer = await put(all, { mappings: [{ group_id: staff }, { group_id: contractors, alias: "Guests" }] });
        expect(answer).toMatchObject({ status: 200, body: undefined });
        expect(mappings()).toEqual([
            [staff, undefined, false],
            [contractors, "Guests", false],
        ]);
        await put(all, { mappings: [] });
        expect(mappings()).toEqual([]);
        expect(store.idpGroupMappings.where("app_resource_id", other)).toHaveLength(1);
    });

    test("400 with the path of the invalid entry, and nothing is changed", async () => {
        const { put, staff, all, mappings } = await openWithDirectory();
        const send = (...entries: object[]) => put(all, { mappings: [{ group_id: staff }, ...entries] });
        expect((await send({})).body.message).toBe("mappings[1].group_id is required.");
        expect((await send({ group_id: staff })).body.message).toBe("mappings[1].group_id is listed more than once.");
        expect(mappings()).toEqual([]);
    });
});

test("delete removes one mapping, and returns 404 the second time", async () => {
    const { post, get, delete: remove, staff, contractors, all, mappings } = await openWithDirectory();
    await post(`${all}/groups/${staff}`);
    await post(`${all}/groups/${contractors}`);
    expect(await remove(`${all}/groups/${staff}`)).toMatchObject({ status: 200, body: undefined });
    expect(mappings()).toEqual([[contractors, undefined, false]]);
    expect((await remove(`${all}/groups/${staff}`)).status).toBe(404);
    expect((await get(`${all}/groups/${staff}`)).status).toBe(404);
});
