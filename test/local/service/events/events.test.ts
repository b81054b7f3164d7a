import { describe, expect, test } from "vitest";
import { NOBODY, open } from "../harness.js";

const TOKEN = "a-token-of-bruno-long-enough";

/** Four changes, a day and a half apart; the third is by another user. */
async function withEvents() {
    const bruno = { token: TOKEN, email: "bruno@tidewater.example", role: "ADMIN" } as const;
    const h = await open({ clock: "2026-05-01", tokens: [bruno] });
    const pause = () => h.service.clock.advance(36 * 60 * 60_000);
    const { owner_id } = (await h.post("/owners", { name: "Platform", user_ids: [] })).body;
    pause();
    await h.put(`/owners/${owner_id}/users`, { user_ids: [h.service.store.currentUserId] });
    pause();
    await h.callAs(TOKEN, "POST", "/owners", { name: "Data", user_ids: [] });
    pause();
    await h.delete(`/owners/${owner_id}`);
    const typesOf = async (query: string) =>
        (await h.get(`/events?${query}`)).body.results.map((event: { event_type: string }) => event.event_type);
    return { ...h, owner_id, typesOf };
}

const ALL = ["OWNER_CREATED", "OWNER_USERS_SET", "OWNER_CREATED", "OWNER_DELETED"];

describe("events", () => {
    test("are listed in order of creation, and read one by one", async () => {
        const { get, service } = await withEvents();
        const { body } = await get("/events");
        expect(body.results).toEqual(service.store.events.all());
        expect(body.results.map((event: { event_type: string }) => event.event_type)).toEqual(ALL);
        const one = body.results[2];
        expect((await get(`/events/${one.event_id}`)).body).toEqual(one);
    });

    test("are filtered by dates and date-times, with inclusive bounds", async () => {
        const { typesOf } = await withEvents();
        // The events are at 1 May 0:00, 2 May 12:00, 4 May 0:00, 5 May 12:00.
        expect(await typesOf("start_date_filter=2026-05-02")).toEqual(ALL.slice(1));
        expect(await typesOf("start_date_filter=2026-05-02T12:00:00Z")).toEqual(ALL.slice(1));
        expect(await typesOf("start_date_filter=2026-05-02T12:00:00.001Z")).toEqual(ALL.slice(2));
        expect(await typesOf("end_date_filter=2026-05-02")).toEqual(ALL.slice(0, 2));
        expect(await typesOf("end_date_filter=2026-05-03")).toEqual(ALL.slice(0, 2));
        expect(await typesOf("end_date_filter=2026-05-02T11:59:59Z")).toEqual(ALL.slice(0, 1));
        expect(await typesOf("end_date_filter=2026-05-02T14:00:00%2B02:00")).toEqual(ALL.slice(0, 2));
        expect(await typesOf("start_date_filter=2026-05-02&end_date_filter=2026-05-04T00:00:00")).toEqual(
            ALL.slice(1, 3),
        );
    });

    test.each(["yesterday", "2026", "2026-13-01", "05/02/2026"])(
        "%s is not a valid date for a filter",
        async (text) => {
            const { get } = await open();
            for (const field of ["start_date_filter", "end_date_filter"]) {
                const { status, body } = await get(`/events?${field}=${encodeURIComponent(text)}`);
                expect(status).toBe(400);
                expect(body.message).toBe(`${field} must be a date or an ISO 8601 date-time; found "${text}".`);
            }
        },
    );

    test("are filtered by type, actor and object", async () => {
        const { typesOf, owner_id, service } = await withEvents();
        const [ada, bruno] = service.store.users.all();
        expect(await typesOf("event_type_filter=OWNER_CREATED")).toEqual(["OWNER_CREATED", "OWNER_CREATED"]);
        expect(await typesOf("event_type_filter=USER_MFA_RESET")).toEqual([]);
        expect(await typesOf(`actor_filter=${bruno?.user_id}`)).toEqual(["OWNER_CREATED"]);
        expect(await typesOf(`actor_filter=${ada?.user_id}`)).toHaveLength(3);
        expect(await typesOf(`object_filter=${owner_id}`)).toEqual([
            "OWNER_CREATED",
            "OWNER_USERS_SET",
            "OWNER_DELETED",
        ]);
        expect(await typesOf(`object_filter=${NOBODY}`)).toEqual([]);
    });

    test("are filtered by the name of the token plus its masked preview", async () => {
        const { typesOf } = await withEvents();
        const filter = (text: string) => typesOf(`api_token_filter=${encodeURIComponent(text)}`);
        expect(await filter("Local token of Bruno Castell ********ough")).toEqual(["OWNER_CREATED"]);
        expect(await filter("Local token of Bruno Castell********ough")).toEqual(["OWNER_CREATED"]);
        for (const between of [" - ", ": ", " (", "/"])
            expect(await filter(`Local token of Bruno Castell${between}********ough`)).toEqual(["OWNER_CREATED"]);
        expect(await filter("Local token of Bruno Castell (********ough)")).toEqual(["OWNER_CREATED"]);
        expect(await filter("Local token of Bruno Castell x ********ough")).toEqual([]);
        expect(await filter("Local token of Bruno Castell ********tough")).toEqual([]);
        expect(await filter("Local token of Bruno Castell")).toEqual([]);
        expect(await filter("********ough")).toEqual([]);
    });
});
