import { describe, expect, test } from "vitest";
import { NOBODY } from "../harness.js";
import { minutesOn, openTidewater } from "../tidewater.js";

async function openWithIdentity() {
    const t = await openTidewater();
    const id = await t.resource("Depot");
    const robot = await t.resource("Robot", "GCP_SERVICE_ACCOUNT");
    const path = `/resources/${id}/non-human-identities`;
    const grants = () =>
        t.store.resourceNonHumanIdentities
            .where("resource_id", id)
            .map((grant) => [grant.non_human_identity_id, grant.access_level_remote_id, grant.expiration_date]);
    const level = (remoteId: string) =>
        t.store.resourceAccessLevels.set({
            resource_id: id,
            access_level_remote_id: remoteId,
            access_level_name: remoteId.toUpperCase(),
        });
    return { ...t, id, robot, path, grants, level };
}

test("resources of an identity type are listed as non-human identities, in pages", async () => {
    const { get, resource, store, robot } = await openWithIdentity();
    const second = await resource("Second robot", "AZURE_USER_ASSIGNED_MANAGED_Identity");
    const { body } = await get("/non-human-identities?page_size=1");
    expect(body.results).toEqual([store.resources.get(robot)]);
    const { body: rest } = await get(`/non-human-identities?page_size=1&cursor=${body.next}`);
    expect(rest.results).toEqual([store.resources.get(second)]);
    expect(rest.next).toBeNull();
});

describe("access of an identity", () => {
    test("an add returns the access, which is indefinite and at the default level without a body", async () => {
        const { post, path, robot, id, grants } = await openWithIdentity();
        const answer = await post(`${path}/${robot}`);
        expect(answer.status).toBe(200);
        expect(answer.body).toEqual({
            resource_id: id,
            non_human_identity_id: robot,
            access_level: { access_level_name: "", access_level_remote_id: "" },
            expiration_date: null,
        });
        await post(`${path}/${robot}`, { duration_minutes: 20 });
        expect(grants()).toEqual([[robot, "", minutesOn(20)]]);
    });

    test("the duration is required in a body, from 0 to 153722867 minutes", async () => {
        const { post, path, robot, grants } = await openWithIdentity();
        for (const body of [{}, { duration_minutes: -1 }, { duration_minutes: 153722868 }]) {
            expect((await post(`${path}/${robot}`, body)).body.message).toMatch(/^duration_minutes\b/);
        }
        expect(grants()).toEqual([]);
    });

    test("the list of a resource contains direct access, up to the limit", async () => {
        const { post, get, path, robot, id, level, resource } = await openWithIdentity();
        const second = await resource("Second robot", "AWS_IAM_ROLE");
        level("read");
        await post(`${path}/${robot}`, { duration_minutes: 5, access_level_remote_id: "read" });
        await post(`${path}/${second}`, { duration_minutes: 0, access_level_remote_id: "read" });
        const { body } = await get(path);
        expect(body.results).toHaveLength(2);
        expect(body.results[0]).toEqual({
            principal_id: robot,
            principal_type: "RESOURCE",
            entity_id: id,
            entity_type: "RESOURCE",
            access_level: { access_level_name: "READ", access_level_remote_id: "read" },
            expiration_date: minutesOn(5),
            has_direct_access: true,
            num_access_paths: 1,
        });
        expect((await get(`${path}?limit=1`)).body.results).toEqual(body.results.slice(0, 1));
        expect((await get(`${path}?limit=0`)).status).toBe(400);
    });

    test("a delete removes only the default level, unless another one is specified", async () => {
        const { post, delete: remove, path, robot, level, grants } = await openWithIdentity();
        await post(`${path}/${robot}`);
        level("read");
        await post(`${path}/${robot}`, { duration_minutes: 0, access_level_remote_id: "read" });
        expect(await remove(`${path}/${robot}`)).toMatchObject({ status: 200, body: undefined });
        expect(grants()).toEqual([[robot, "read", null]]);
        expect((await remove(`${path}/${robot}`)).status).toBe(404);
        await remove(`${path}/${robot}?access_level_remote_id=read`);
        expect(grants()).toEqual([]);
    });

    test("400 for a resource that is not an identity and for an unknown level; 404 for an unknown resource", async () => {
        const { post, path, robot, id, grants } = await openWithIdentity();
        expect((await post(`${path}/${id}`)).body.message).toMatch(/^non_human_identity_id must be a non-human/);
        expect((await post(`${path}/${robot}`, { duration_minutes: 0, access_level_remote_id: "x" })).status).toBe(400);
        expect((await post(`${path}/${NOBODY}`)).status).toBe(404);
        expect((await post(`/resources/${NOBODY}/non-human-identities/${robot}`)).status).toBe(404);
        expect(grants()).toEqual([]);
    });
});
