import { describe, expect, test } from "vitest";
import { NOBODY, open } from "../harness.js";

describe("sessions", () => {
    async function withSessions() {
        const h = await open({ clock: "2026-05-01" });
        const { store } = h.service;
        const [tracker, archive] = store.resources.all();
        const [ada, bruno] = store.users.all();
        if (!tracker || !archive || !ada || !bruno) throw new Error("The organization has too little.");
        const add = (user_id: string, resource_id: string) => {
            const session = {
                connection_id: NOBODY,
                user_id,
                resource_id,
                access_level: { access_level_name: "", access_level_remote_id: "" },
                expiration_date: "2026-05-01T08:00:00Z",
            };
            store.sessions.set({ ...session, session_id: store.newId("session", user_id) });
            return session;
        };
        const one = add(ada.user_id, tracker.resource_id);
        const two = add(bruno.user_id, tracker.resource_id);
        add(ada.user_id, archive.resource_id);
        return { ...h, tracker, archive, bruno, one, two };
    }

    test("are listed for one resource, optionally for one user", async () => {
        const { get, tracker, bruno, one, two } = await withSessions();
        const { status, body } = await get(`/sessions?resource_id=${tracker.resource_id}`);
        expect(status).toBe(200);
        expect(body).toEqual({ results: [one, two], next: null, previous: null });
        const found = async (user: string) =>
            (await get(`/sessions?resource_id=${tracker.resource_id}&user_id=${user}`)).body.results;
        expect(await found(bruno.user_id)).toEqual([two]);
        // The API accepts any string here.
        expect(await found("somebody")).toEqual([]);
    });

    test("require a known resource_id", async () => {
        const { get } = await withSessions();
        const missing = await get("/sessions");
        expect(missing.status).toBe(400);
        expect(missing.body.message).toMatch(/^resource_id\b/);
        expect((await get(`/sessions?resource_id=${NOBODY}`)).status).toBe(404);
    });

    test("end at their expiration, and with their resource", async () => {
        const { get, delete: remove, tracker, archive, service } = await withSessions();
        expect((await remove(`/resources/${archive.resource_id}`)).status).toBe(200);
        expect(service.store.sessions.size).toBe(2);
        service.clock.set(new Date("2026-05-01T08:00:00Z"));
        expect((await get(`/sessions?resource_id=${tracker.resource_id}`)).body.results).toEqual([]);
    });
});

describe("sync errors", () => {
    test("are returned as one list in a list, filtered by app, resource and group", async () => {
        const { get, delete: remove, service } = await open();
        const { store } = service;
        const [app, directory] = store.apps.all().map((one) => one.app_id);
        const resource_id = store.resources.all()[0]?.resource_id;
        const group_id = store.groups.all()[1]?.group_id;
        const seen = { first_seen: "2026-05-01T00:00:00Z", last_seen: "2026-05-02T00:00:00Z" };
        const add = (error_message: string, about: { app_id?: string; resource_id?: string; group_id?: string }) => {
            store.syncErrors.set({
                ...seen,
                error_message,
                ...about,
                sync_error_id: store.newId("sync error", error_message),
            });
        };
        add("The app is down.", { app_id: app });
        add("The resource is gone.", { app_id: app, resource_id });
        add("The group is gone.", { app_id: directory, group_id });
        const { status, body } = await get("/sync_errors");
        expect(status).toBe(200);
        expect(body).toEqual([
            {
                sync_errors: [
                    { ...seen, error_message: "The app is down.", app_id: app },
                    { ...seen, error_message: "The resource is gone.", app_id: app },
                    { ...seen, error_message: "The group is gone.", app_id: directory },
                ],
            },
        ]);
        const messages = async (query: string) =>
            (await get(`/sync_errors?${query}`)).body[0].sync_errors.map(
                (error: { error_message: string }) => error.error_message,
            );
        expect(await messages(`app_id=${app}`)).toEqual(["The app is down.", "The resource is gone."]);
        expect(await messages(`resource_id=${resource_id}`)).toEqual(["The resource is gone."]);
        expect(await messages(`group_id=${group_id}`)).toEqual(["The group is gone."]);
        expect(await messages(`app_id=${NOBODY}`)).toEqual([]);
        await remove(`/groups/${group_id}`);
        await remove(`/resources/${resource_id}`);
        expect(await messages("")).toEqual(["The app is down."]);
    });
});

test("apps are filtered by either spelling of a type", async () => {
    const { get, service } = await open();
    const [native] = service.store.apps.all();
    expect((await get("/apps?app_type_filter=OPAL")).body.apps).toEqual([native]);
});
