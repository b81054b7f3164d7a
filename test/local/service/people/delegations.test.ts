import { describe, expect, test } from "vitest";
import { open } from "../harness.js";

async function withUsers() {
    const h = await open({ clock: "2026-05-01" });
    const [ada, bruno, chiyo] = h.service.store.users.all().map((user) => user.user_id);
    const body = {
        delegator_user_id: ada,
        delegate_user_id: bruno,
        start_time: "2026-05-02T00:00:00Z",
        end_time: "2026-05-09T00:00:00Z",
        reason: "Away",
    };
    return { ...h, ada, bruno, chiyo, body };
}

describe("delegations", () => {
    test("are created, read, listed and deleted", async () => {
        const { get, post, delete: remove, body, service } = await withUsers();
        const { status, body: made } = await post("/delegations", body);
        expect(status).toBe(200);
        const now = "2026-05-01T00:00:00.000Z";
        expect(made).toEqual({ ...body, id: expect.any(String), created_at: now, updated_at: now });
        expect(service.store.delegations.all()).toEqual([made]);
        expect((await get(`/delegations/${made.id}`)).body).toEqual(made);
        expect((await get("/delegations")).body.results).toEqual([made]);
        expect((await remove(`/delegations/${made.id}`)).status).toBe(200);
        expect((await get(`/delegations/${made.id}`)).status).toBe(404);
        expect((await remove(`/delegations/${made.id}`)).status).toBe(404);
        expect(service.store.delegations.size).toBe(0);
    });

    test("are filtered by either user", async () => {
        const { get, post, body, ada, bruno, chiyo } = await withUsers();
        const one = (await post("/delegations", body)).body;
        const two = (await post("/delegations", { ...body, delegate_user_id: chiyo })).body;
        const three = (await post("/delegations", { ...body, delegator_user_id: chiyo })).body;
        const found = async (query: string) => (await get(`/delegations?${query}`)).body.results;
        expect(await found(`delegator_user_id=${ada}`)).toEqual([one, two]);
        expect(await found(`delegate_user_id=${bruno}`)).toEqual([one, three]);
        expect(await found(`delegator_user_id=${ada}&delegate_user_id=${bruno}`)).toEqual([one]);
    });

    test("require two different users, and an end after the start", async () => {
        const { post, body, ada, service } = await withUsers();
        const messageOf = async (more: object) => {
            const answer = await post("/delegations", { ...body, ...more });
            expect(answer.status).toBe(400);
            return answer.body.message;
        };
        expect(await messageOf({ delegate_user_id: ada })).toBe(
            "delegate_user_id must be different from delegator_user_id.",
        );
        // The same moment, written in another time zone.
        expect(await messageOf({ end_time: "2026-05-02T02:00:00+02:00" })).toBe("end_time must be after start_time.");
        expect(await messageOf({ start_time: "tomorrow" })).toMatch(/^start_time\b/);
        expect(service.store.delegations.size).toBe(0);
    });

    test("still exist after their end", async () => {
        const { get, post, body, service } = await withUsers();
        const { body: made } = await post("/delegations", body);
        service.clock.set(new Date("2027-01-01"));
        expect((await get(`/delegations/${made.id}`)).body).toEqual(made);
    });
});
