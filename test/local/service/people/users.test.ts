import { describe, expect, test } from "vitest";
import { NOBODY, open } from "../harness.js";

async function withUsers() {
    const h = await open({ clock: "2026-05-01" });
    const [ada, bruno, chiyo] = h.service.store.users.all();
    if (!ada || !bruno || !chiyo) throw new Error("The organization has too few users.");
    const patch = (userId: string, body: unknown) => h.call("PATCH", `/users/${userId}`, body);
    const facts = (user_id: string, more: { idp_managed?: boolean; immutable?: boolean }) =>
        h.service.store.userFacts.set({
            user_id,
            role: "MEMBER",
            manager_id: null,
            idp_managed: false,
            immutable: false,
            ...more,
        });
    return { ...h, ada, bruno, chiyo, patch, facts };
}

const IRIS = { email: "Iris@tidewater.example", first_name: "Iris", last_name: "Moss", role: "ADMIN" };

describe("inviting a user", () => {
    test("returns the new user without the role", async () => {
        const { post, get, service } = await withUsers();
        const { status, body } = await post("/users", IRIS);
        expect(status).toBe(200);
        expect(body).toEqual({
            user_id: expect.any(String),
            email: "Iris@tidewater.example",
            full_name: "Iris Moss",
            first_name: "Iris",
            last_name: "Moss",
            position: "",
            manager_id: null,
        });
        expect(body).toMatchObject(service.store.users.get(body.user_id));
        expect(service.store.userFacts.get(body.user_id)).toMatchObject({ role: "ADMIN", manager_id: null });
        expect((await get("/user?email=iris@tidewater.example")).body).toEqual(body);
    });

    test("400 for invalid input", async () => {
        const { post, service } = await withUsers();
        const messageOf = async (body: unknown) => {
            const answer = await post("/users", body);
            expect(answer.status).toBe(400);
            return answer.body.message;
        };
        expect(await messageOf({ ...IRIS, email: "iris" })).toBe("email: Invalid email address.");
        expect(await messageOf({ ...IRIS, role: "OWNER" })).toMatch(/^role\b/);
        expect(await messageOf({ ...IRIS, last_name: undefined })).toMatch(/^last_name\b/);
        expect(service.store.users.size).toBe(8);
    });

    test("409 if the user belongs to another organization", async () => {
        const { post, service } = await withUsers();
        service.store.foreignUsers.set({ email: "iris@tidewater.example" });
        const { status, body } = await post("/users", IRIS);
        expect(status).toBe(409);
        expect(body.message).toBe("email: the user Iris@tidewater.example belongs to another organization.");
        expect(service.store.users.size).toBe(8);
    });

    test("409 if the user is already in the organization, regardless of the case of the address", async () => {
        const { post, service } = await withUsers();
        expect((await post("/users", { ...IRIS, email: "BRUNO@tidewater.example" })).status).toBe(409);
        expect(service.store.users.size).toBe(8);
    });
});

describe("changing a user", () => {
    test("changes only position and manager", async () => {
        const { patch, get, bruno, ada, service } = await withUsers();
        const { status, body } = await patch(bruno.user_id, { position: "Lead", manager_id: ada.user_id });
        expect(status).toBe(200);
        expect(body).toEqual({ ...bruno, position: "Lead", manager_id: ada.user_id });
        expect((await get(`/users/${bruno.user_id}`)).body).toEqual(body);
        expect(service.store.userFacts.get(bruno.user_id).manager_id).toBe(ada.user_id);
    });

    test("keeps omitted properties; null removes the manager", async () => {
        const { patch, bruno, ada, service } = await withUsers();
        const manager = () => service.store.userFacts.get(bruno.user_id).manager_id;
        await patch(bruno.user_id, { manager_id: ada.user_id });
        await patch(bruno.user_id, { position: "Lead" });
        expect(manager()).toBe(ada.user_id);
        await patch(bruno.user_id, { manager_id: null });
        expect(manager()).toBeNull();
        expect(service.store.users.get(bruno.user_id).position).toBe("Lead");
    });

    test("causes no event if nothing changes", async () => {
        const { patch, bruno, ada, service } = await withUsers();
        const body = { position: "Lead", manager_id: ada.user_id };
        await patch(bruno.user_id, body);
        expect((await patch(bruno.user_id, body)).body.position).toBe("Lead");
        expect(service.store.events.all().map((event) => event.event_type)).toEqual(["USER_UPDATED"]);
    });

    test("ignores email and names, which cannot be changed", async () => {
        const { patch, bruno } = await withUsers();
        const { body } = await patch(bruno.user_id, { email: "b@tidewater.example", first_name: "B" });
        expect(body).toEqual({ ...bruno, manager_id: null });
    });

    test("400 for the user as their own manager", async () => {
        const { patch, bruno } = await withUsers();
        expect((await patch(bruno.user_id, { manager_id: bruno.user_id })).status).toBe(400);
    });

    test("409 if an identity provider manages the user, or the user is immutable", async () => {
        const { patch, facts, bruno, chiyo, service } = await withUsers();
        facts(bruno.user_id, { idp_managed: true });
        facts(chiyo.user_id, { immutable: true });
        const managed = await patch(bruno.user_id, { position: "Lead" });
        expect(managed.status).toBe(409);
        expect(managed.body.message).toBe(
            "The user Bruno Castell is managed by an identity provider. Change the user there.",
        );
        expect((await patch(chiyo.user_id, { position: "Lead" })).status).toBe(409);
        expect(service.store.users.get(bruno.user_id)).toEqual(bruno);
        expect(service.store.users.get(chiyo.user_id)).toEqual(chiyo);
    });
});

describe("deleting a user", () => {
    test("returns the deleted user", async () => {
        const { delete: remove, get, bruno, service } = await withUsers();
        const { status, body } = await remove(`/users/${bruno.user_id}`);
        expect(status).toBe(200);
        expect(body).toEqual({ ...bruno, manager_id: null });
        expect(service.store.users.has(bruno.user_id)).toBe(false);
        expect((await get(`/user?user_id=${bruno.user_id}`)).status).toBe(404);
        expect((await remove(`/users/${bruno.user_id}`)).status).toBe(404);
    });

    test("409 for a user who is immutable, managed by an identity provider, or the caller", async () => {
        const { delete: remove, facts, ada, bruno, chiyo, service } = await withUsers();
        facts(bruno.user_id, { idp_managed: true });
        facts(chiyo.user_id, { immutable: true });
        const messages = await Promise.all(
            [ada, bruno, chiyo].map(async ({ user_id }) => {
                const { status, body } = await remove(`/users/${user_id}`);
                expect(status).toBe(409);
                return body.message;
            }),
        );
        expect(messages).toEqual([
            "The user Ada Brandt cannot be deleted: this call uses the user's own token.",
            "The user Bruno Castell cannot be deleted: the user is managed by an identity provider, which would recreate it.",
            "The user Chiyo Marsh cannot be deleted: the user is immutable.",
        ]);
        expect(service.store.users.size).toBe(8);
    });

    test("409 for the current user of the service, even for another administrator", async () => {
        const token = "chiyo";
        const h = await open({ tokens: [{ token, email: "chiyo@tidewater.example", role: "ADMIN" }] });
        const answer = await h.callAs(token, "DELETE", `/users/${h.service.store.currentUserId}`);
        expect(answer.status).toBe(409);
        expect(h.service.store.users.size).toBe(8);
    });

    test("409 while requests escalate to the user", async () => {
        const { put, delete: remove, bruno, service } = await withUsers();
        const [group] = service.store.groups.all();
        const [owner] = service.store.owners.all();
        const stage = {
            require_manager_approval: false,
            operator: "OR",
            owner_ids: [owner?.owner_id],
            escalation: { delay_minutes: 60, user_ids: [bruno.user_id] },
        };
        const [configuration] = group?.request_configurations ?? [];
        const request_configurations = [{ ...configuration, reviewer_stages: [stage] }];
        const set = await put("/groups", { groups: [{ group_id: group?.group_id, request_configurations }] });
        expect(set.status).toBe(200);
        const { status, body } = await remove(`/users/${bruno.user_id}`);
        expect(status).toBe(409);
        expect(body.message).toBe(
            'The user Bruno Castell cannot be deleted: requests for the group "Everyone" escalate to this user.',
        );
        expect(service.store.groupUsers.where("user_id", bruno.user_id)).toHaveLength(1);
    });
});

describe("remote users", () => {
    test("are filtered by lists of systems, users and remote ids", async () => {
        const { get, ada, bruno, service } = await withUsers();
        const one = { user_id: ada.user_id, remote_id: "U1", third_party_provider: "SLACK" };
        const two = { user_id: bruno.user_id, remote_id: "U2", third_party_provider: "SLACK" };
        const three = { user_id: bruno.user_id, remote_id: "b", third_party_provider: "GIT_HUB" };
        for (const record of [one, two, three] as const) {
            service.store.remoteUsers.set(record as typeof record & { third_party_provider: "SLACK" });
        }
        const found = async (query: string) => (await get(`/users/remote_users?${query}`)).body.results;
        expect(await found("")).toEqual([one, two, three]);
        expect(await found("third_party_provider=SLACK")).toEqual([one, two]);
        expect(await found(`user_id=${bruno.user_id}&third_party_provider=SLACK`)).toEqual([two]);
        expect(await found("remote_id=U1&remote_id=b")).toEqual([one, three]);
        expect(await found("page_size=2")).toEqual([one, two]);
        expect(await found(`user_id=${NOBODY}`)).toEqual([]);
    });
});
