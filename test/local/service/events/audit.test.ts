import { describe, expect, test } from "vitest";
import { operations } from "../../../../src/api/generated/operations.gen.js";
import { mutates } from "../../../../src/local/service/access/rights.js";
import { EVENTS_KEPT, eventType } from "../../../../src/local/service/events/audit.js";
import type { OperationName } from "../../../../src/local/service/index.js";
import { NOBODY, open } from "../harness.js";

describe("an event", () => {
    test("is recorded for each change, with the user, the token and the time", async () => {
        const token = "a-token-of-bruno-long-enough";
        const h = await open({
            clock: "2026-05-01",
            tokens: [{ token, email: "bruno@tidewater.example", role: "ADMIN" }],
        });
        const bruno = h.named(
            h.service.store.users.all().map((user) => ({ ...user, name: user.first_name })),
            "Bruno",
        );
        const owner = await h.callAs(token, "POST", "/owners", { name: "Platform", user_ids: [] });
        expect(h.service.store.events.all()).toEqual([
            {
                event_id: expect.any(String),
                actor_user_id: bruno.user_id,
                actor_name: "Bruno Castell",
                actor_email: "bruno@tidewater.example",
                event_type: "OWNER_CREATED",
                created_at: "2026-05-01T00:00:00.000Z",
                api_token_name: "Local token of Bruno Castell",
                api_token_preview: "********ough",
                sub_events: [{ sub_event_type: "OWNER_CREATED", object_id: owner.body.owner_id, object_kind: "owner" }],
            },
        ]);
        const { event_id } = h.service.store.events.all()[0] ?? {};
        expect(h.service.store.eventObjects.all()).toEqual([
            { event_id, object_id: owner.body.owner_id, object_kind: "owner" },
        ]);
    });

    test("is not recorded for a read, a refusal, or a write that changes nothing", async () => {
        const h = await open();
        const [owner] = h.service.store.owners.all();
        const admin_owner_id = owner?.owner_id;
        const { body: bundle } = await h.post("/bundles", { name: "b", description: "", admin_owner_id });
        const before = h.service.store.events.all();
        expect(before.map((event) => event.event_type)).toEqual(["BUNDLE_CREATED"]);
        await h.get("/groups");
        expect((await h.post("/owners", { name: "X", user_ids: [NOBODY] })).status).toBe(400);
        expect((await h.delete(`/groups/${NOBODY}`)).status).toBe(404);
        expect((await h.put(`/bundles/${bundle.bundle_id}`, bundle)).status).toBe(204);
        expect(h.service.store.events.all()).toEqual(before);
    });

    test("contains the objects of its path and of its body entries", async () => {
        const h = await open();
        const [everyone, contractors] = h.service.store.groups.all();
        const about = () => {
            const last = h.service.store.events.all().at(-1);
            const objects = h.service.store.eventObjects.where("event_id", last?.event_id ?? "");
            return [last?.event_type, ...objects.map((object) => `${object.object_kind} ${object.object_id}`)];
        };
        const ids = [everyone?.group_id, contractors?.group_id];
        await h.put("/groups", { groups: ids.map((group_id) => ({ group_id, description: "One of two" })) });
        expect(about()).toEqual(["GROUPS_UPDATED", ...ids.map((id) => `group ${id}`)]);
        await h.put(`/groups/${ids[0]}/visibility`, { visibility: "LIMITED", visibility_group_ids: [ids[1]] });
        expect(about()).toEqual(["GROUP_VISIBILITY_SET", `group ${ids[0]}`]);
        const asked = { resources: [], groups: [{ id: ids[1] }], reason: "Work", duration_minutes: 60 };
        const { id } = (await h.post("/requests", asked)).body;
        expect(about()).toEqual(["REQUEST_CREATED", `request ${id}`]);
        await h.post(`/requests/${id}/comments`, { comment: "Please" });
        expect(about()).toEqual(["REQUEST_COMMENT_CREATED", `request ${id}`]);
        const [resource] = h.service.store.resources.all();
        const [owner] = h.service.store.owners.all();
        const bundle = { name: "b", description: "", admin_owner_id: owner?.owner_id };
        const { bundle_id } = (await h.post("/bundles", bundle)).body;
        await h.post(`/bundles/${bundle_id}/resources`, { resource_id: resource?.resource_id });
        expect(about()).toEqual(["BUNDLE_RESOURCE_ADDED", `bundle ${bundle_id}`, `resource ${resource?.resource_id}`]);
    });

    test.each([
        ["createGroup", "GROUP_CREATED"],
        ["setGroupMessageChannels", "GROUP_MESSAGE_CHANNELS_SET"],
        ["approveRequest", "REQUEST_APPROVED"],
        ["denyRequest", "REQUEST_DENIED"],
        ["cancelRequest", "REQUEST_CANCELED"],
        ["remindRequestReviewer", "REQUEST_REVIEWER_REMINDED"],
        ["stopCampaign", "CAMPAIGN_STOPPED"],
        ["createUAR", "UAR_CREATED"],
        ["upsertIdpGroupMapping", "IDP_GROUP_MAPPING_UPSERTED"],
        ["inviteUser", "USER_INVITED"],
        ["addResourceNonHumanIdentity", "RESOURCE_NON_HUMAN_IDENTITY_ADDED"],
    ] as const)("caused by %s has the type %s", (operation, type) => {
        expect(eventType(operation)).toBe(type);
    });
});

test("no two operations cause events of the same type", () => {
    const types = (Object.keys(operations) as OperationName[]).filter(mutates).map(eventType);
    expect(types.length).toBeGreaterThan(80);
    expect(types.filter((type, i) => types.indexOf(type) !== i)).toEqual([]);
    expect(types.filter((type) => !/^[A-Z]+(_[A-Z]+)+$/.test(type))).toEqual([]);
});

test("the oldest events are deleted when there are too many", async () => {
    const h = await open();
    const actor = {
        actor_user_id: NOBODY,
        actor_name: "Nobody",
        event_type: "OLD",
        created_at: "2026-01-01T00:00:00Z",
    };
    for (let i = 0; i < EVENTS_KEPT + 999; i++) {
        const event_id = h.service.store.newId("event", "OLD");
        h.service.store.events.set({ ...actor, event_id });
        h.service.store.eventObjects.set({ event_id, object_id: NOBODY, object_kind: "group" });
    }
    await h.post("/owners", { name: "Platform", user_ids: [] });
    const kept = h.service.store.events.all();
    expect(kept).toHaveLength(EVENTS_KEPT);
    expect(kept.at(-1)?.event_type).toBe("OWNER_CREATED");
    expect(h.service.store.eventObjects.size).toBe(EVENTS_KEPT);
});
