import { describe, expect, test } from "vitest";
import { minutesOn, openTidewater } from "../tidewater.js";

async function openWithLink() {
    const t = await openTidewater();
    const group_id = await t.group("Carriers");
    const one = await t.resource("Depot");
    const two = await t.resource("Harbor");
    const links = () =>
        t.store.groupResources
            .where("group_id", group_id)
            .map((link) => [link.resource_id, link.access_level_remote_id, link.expiration_date]);
    const level = (resource_id: string, remoteId: string) =>
        t.store.resourceAccessLevels.set({
            resource_id,
            access_level_remote_id: remoteId,
            access_level_name: remoteId.toUpperCase(),
        });
    return { ...t, group_id, one, two, links, level, path: `/groups/${group_id}/resources` };
}

describe("replacing the set of resources", () => {
    test("replaces the whole set and returns no body; links that stay keep their duration", async () => {
        const { post, put, get, path, one, two, links, level } = await openWithLink();
        level(two, "read");
        await post(`${path}/${one}`, { duration_minutes: 30 });
        const resources = [{ resource_id: one }, { resource_id: two, access_level_remote_id: "read" }];
        expect(await put(path, { resources })).toMatchObject({ status: 200, body: undefined });
        expect(links()).toEqual([
            [one, "", minutesOn(30)],
            [two, "read", null],
        ]);
        const { body } = await get(path);
        expect(body.group_resources).toMatchObject([{ resource_id: one }, { resource_id: two }]);
        await put(path, { resources: resources.slice(1) });
        expect(links()).toEqual([[two, "read", null]]);
        await put(path, { resources: [] });
        expect(links()).toEqual([]);
    });

    test("a resource sent twice is linked once", async () => {
        const { put, path, one, links } = await openWithLink();
        await put(path, { resources: [{ resource_id: one }, { resource_id: one, access_level_remote_id: "" }] });
        expect(links()).toEqual([[one, "", null]]);
    });

    test("400 with the path of an unknown level, and nothing is changed", async () => {
        const { post, put, path, one, links } = await openWithLink();
        await post(`${path}/${one}`);
        const level = await put(path, { resources: [{ resource_id: one, access_level_remote_id: "read" }] });
        expect(level.body.message).toMatch(/^resources\[0\]\.access_level_remote_id must be omitted or empty/);
        expect(links()).toEqual([[one, "", null]]);
    });
});

test("the groups that grant access to a resource are listed", async () => {
    const { post, get, path, one, two, group_id } = await openWithLink();
    await post(`${path}/${one}`);
    const { body } = await get(`/resources/${one}/groups`);
    expect(body.group_resources).toMatchObject([{ group_id, group_name: "Carriers" }]);
    expect((await get(`/resources/${two}/groups`)).body).toEqual({ group_resources: [] });
});
