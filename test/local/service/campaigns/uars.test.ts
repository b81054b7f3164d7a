import { expect, test } from "vitest";
import { NOBODY, open } from "../harness.js";

const REVIEW = {
    name: "Quarter",
    reviewer_assignment_policy: "BY_MANAGER",
    send_reviewer_assignment_notification: true,
    deadline: "2026-06-01T12:00:00Z",
    time_zone: "Europe/Madrid",
    self_review_allowed: false,
};

async function openAt() {
    const h = await open({ clock: "2026-05-01" });
    return { ...h, store: h.service.store, create: (more: object = {}) => h.post("/uar", { ...REVIEW, ...more }) };
}

test("a review is created, read and listed; reminders are not returned", async () => {
    const { create, get, store } = await openAt();
    const { status, body } = await create({
        reminder_schedule: [3],
        uar_scope: { filter_operator: "ANY", names: ["x"] },
    });
    expect(status).toBe(200);
    expect(body).toEqual({
        ...REVIEW,
        uar_id: expect.any(String),
        instantly_action_reviews: false,
        uar_scope: { filter_operator: "ANY", names: ["x"] },
    });
    expect((await get(`/uar/${body.uar_id}`)).body).toEqual(body);
    expect((await get("/uars")).body).toEqual({ results: [body], next: null, previous: null });
    expect(store.uars.all()).toEqual([body]);
});

test.each<[string, object, string]>([
    ["a deadline in the past", { deadline: "2026-04-30T00:00:00Z" }, "deadline must be in the future."],
    [
        "an invalid time zone",
        { time_zone: "Home" },
        'time_zone must be an IANA time zone such as Europe/Madrid; found "Home".',
    ],
    ["an unknown user", { uar_scope: { users: [NOBODY] } }, `uar_scope.users[0]: the user ${NOBODY} does not exist.`],
    ["an unknown app", { uar_scope: { apps: [NOBODY] } }, `uar_scope.apps[0]: the app ${NOBODY} does not exist.`],
    [
        "an unknown owner",
        { uar_scope: { admins: [NOBODY] } },
        `uar_scope.admins[0]: the owner ${NOBODY} does not exist.`,
    ],
    [
        "an unknown object",
        { uar_scope: { entities: [NOBODY] } },
        `uar_scope.entities[0]: the resource or group ${NOBODY} does not exist.`,
    ],
])("400 for %s", async (_name, more, message) => {
    const { create, store } = await openAt();
    expect(await create(more)).toMatchObject({ status: 400, body: { message } });
    expect(store.uars.size).toBe(0);
});
