import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Client } from "../../../src/api/client.js";
import { Authors, type ChangedObject } from "../../../src/provider/run/authors.js";
import { Group } from "../../../src/resources/kinds/groups/group.js";
import { World } from "../../proofs/conformance/world.js";

let world: World;
let client: Client;

beforeEach(async () => {
    world = await World.start();
    client = new Client({ url: world.service.url, token: world.service.token, retryDelayMs: 1 }, () => world.now());
});

afterEach(async () => {
    vi.restoreAllMocks();
    await world.close();
});

/** Replaces the waits of this many milliseconds by ones that the test ends: on a slow machine, they would end before the call is sent. */
function waitsEndedByTest(milliseconds: number) {
    const controller = new AbortController();
    const { timeout } = AbortSignal;
    const limits = vi
        .spyOn(AbortSignal, "timeout")
        .mockImplementation((ms) => (ms === milliseconds ? controller.signal : timeout.call(AbortSignal, ms)));
    return { limits, endWaits: () => controller.abort(new DOMException("The test ended the wait", "TimeoutError")) };
}

const changed = (at: number, createdBy?: string): ChangedObject => ({
    kind: Group.kind,
    id: world.groupIds[at] ?? "",
    event: "change",
    createdBy,
});

const edit = (at: number) =>
    world.api("PUT", "/groups", { groups: [{ group_id: world.groupIds[at], description: "By hand" }] });

const asked = () => world.service.calls.of("getEvents").length;

it("reads the events once for each object, even for two callers", async () => {
    await edit(0);
    const authors = new Authors(client);
    const [one, other] = await Promise.all([authors.textOf(changed(0)), authors.textOf(changed(0))]);
    expect(one).toMatch(
        /^last changed by ada@tidewater\.example just now \(.*\), with an API token that may belong to this program$/,
    );
    expect(other).toBe(one);
    expect(asked()).toBe(1);
});

it("does not attribute the change of another user to an earlier run", async () => {
    await edit(0);
    const text = await new Authors(client).textOf(changed(0, world.userIds[1]));
    expect(text).toMatch(/^last changed by ada@tidewater\.example just now \([^)]*\)$/);
});

it("waits no longer than the time left for all objects, and sends no more requests after that", async () => {
    for (const at of [0, 1]) await edit(at);
    world.service.faults.add({ operation: "getEvents", answer: { delayMs: 60_000 } });
    const { endWaits, limits } = waitsEndedByTest(50);
    const authors = new Authors(client, { each: 10_000, all: 50 });
    const text = authors.textOf(changed(0));
    await expect.poll(asked).toBe(1);
    endWaits();
    expect(await text).toBeUndefined();
    expect(limits).toHaveBeenCalledWith(50);
    expect(await authors.textOf(changed(1))).toBeUndefined();
    expect(world.service.calls.of("getEvents").map(({ status }) => status)).toEqual([0]);
});

it("waits for evidence even after it has given up reading an author for a message", async () => {
    await edit(0);
    world.service.faults.add({ operation: "getEvents", times: 1, answer: { delayMs: 60_000 } });
    world.service.faults.add({ operation: "getEvents", when: "before", skip: 1, times: 1, answer: { status: 503 } });
    const { endWaits } = waitsEndedByTest(50);
    const authors = new Authors(client, { each: 50, all: 50 });
    const text = authors.textOf(changed(0));
    await expect.poll(asked).toBe(1);
    endWaits();
    expect(await text).toBeUndefined();
    expect(await authors.evidence(changed(0))).toMatchObject({ by: "ada@tidewater.example" });
    expect(await authors.textOf(changed(0))).toMatch(/^last changed by ada/);
});

it("reads the evidence of an object once, even if there is none", async () => {
    const authors = new Authors(client);
    const gone: ChangedObject = { ...changed(0), event: "deletion" };
    expect(await Promise.all([authors.evidence(gone), authors.evidence(gone)])).toEqual([undefined, undefined]);
    expect(await authors.evidence(gone)).toBeUndefined();
    expect(asked()).toBe(1);
});

it("sends only one request for evidence if the token may not read the events", async () => {
    for (const at of [0, 1]) await edit(at);
    world.service.faults.add({ operation: "getEvents", answer: { status: 403 } });
    const authors = new Authors(client);
    for (const at of [0, 1]) expect(await authors.evidence(changed(at))).toBeUndefined();
    expect(asked()).toBe(1);
});

it("describes an event of an unknown type without calling it a change", async () => {
    const event = {
        event_id: "11111111-1111-4111-8111-111111111111",
        actor_user_id: "22222222-2222-4222-8222-222222222222",
        actor_name: "Ada Brandt",
        event_type: "ROW_TOUCHED",
        created_at: new Date(world.now()).toISOString(),
        sub_events: [{ sub_event_type: "ROW_TOUCHED", object_id: world.groupIds[0] }],
    };
    const answer = { status: 200, body: { results: [event], next: null, previous: null } };
    world.service.faults.add({ operation: "getEvents", answer });
    expect(await new Authors(client).textOf(changed(0))).toMatch(
        /^its last audit event is "ROW_TOUCHED", by Ada Brandt just now \([^)]*\)$/,
    );
});

it("recognizes an object created by another user, even if it was changed later", async () => {
    const made = (await world.api("POST", "/groups", {
        name: "Made by ada",
        app_id: world.appId,
        group_type: "SVC_GROUP",
    })) as { group_id: string };
    world.service.clock.advance(60_000);
    await world.api("PUT", "/groups", { groups: [{ group_id: made.group_id, description: "Changed" }] });
    const of = { kind: Group.kind, id: made.group_id };
    const [ada, grace] = ["ada@tidewater.example", "grace"].map(
        (email) => world.service.store.users.all().find((user) => user.email.startsWith(email))?.user_id,
    );
    const others = async (createdBy: string | undefined) => new Authors(client).isCreatedByOthers({ ...of, createdBy });
    expect(await others(ada)).toBe(false);
    expect(await others(undefined)).toBe(false);
    expect(await others(grace ?? "somebody else")).toBe(true);
    // No event shows who created the objects of the seed.
    expect(await new Authors(client).isCreatedByOthers({ ...of, id: world.groupIds[0] ?? "", createdBy: grace })).toBe(
        false,
    );
});
