import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Client } from "../../../../src/api/client.js";
import type { Event } from "../../../../src/api/generated/types.gen.js";
import { idsIn } from "../../../../src/provider/live/cache/ids.js";
import { type PendingWrite, settledUntil } from "../../../../src/provider/live/cache/lessons.js";
import { type Auditing, MINUTE, Organization, type Part, SECOND } from "./organization.js";

let world: Organization;
let groupId: string;
let another: string;
let bundleId: string;
let visibility: Part;
let bundled: Part;

beforeEach(async () => {
    world = await Organization.start();
    [groupId = "", another = ""] = world.groupIds;
    const [{ owner_id }] = world.service.snapshot().owners as [{ owner_id: string }];
    await world.outside("POST", "/bundles", { name: "Night shift", description: "", admin_owner_id: owner_id });
    bundleId = world.service.snapshot().bundles.find(({ name }) => name === "Night shift")?.bundle_id ?? "";
    visibility = { key: `GroupVisibility ${groupId}`, writtenBy: ["setGroupVisibility"] };
    bundled = { key: `BundleGroup ${bundleId}`, writtenBy: ["addBundleGroup"] };
    world.pass(20 * MINUTE);
});

afterEach(() => world.close());

const setVisibility =
    (value: "GLOBAL" | "LIMITED", group_id = groupId) =>
    (client: Client) =>
        client.call("setGroupVisibility", { path: { group_id }, body: { visibility: value } });
const setChannels = (client: Client) =>
    client.call("setGroupMessageChannels", {
        path: { group_id: groupId },
        body: { message_channel_ids: world.service.snapshot().messageChannels.map((one) => one.message_channel_id) },
    });
const addToBundle =
    (group_id = groupId) =>
    (client: Client) =>
        client.call("addBundleGroup", { path: { bundle_id: bundleId }, body: { group_id } });
const setBundleVisibility = (value: "GLOBAL" | "LIMITED") => (client: Client) =>
    client.call("setBundleVisibility", { path: { bundle_id: bundleId }, body: { visibility: value } });
const editVisibility = (value: "GLOBAL" | "LIMITED", group = groupId, token?: string) =>
    world.outside("PUT", `/groups/${group}/visibility`, { visibility: value }, token);
const editBundle = (group_id: string) => world.outside("POST", `/bundles/${bundleId}/groups`, { group_id });

/** Returns an `Auditing` that changes events by their type. The local service has one type for each operation. */
const auditing =
    (byType: Readonly<Record<string, Auditing>>): Auditing =>
    (event) =>
        (byType[event.event_type] ?? byType.others ?? ((same) => [same]))(event);
const as = (event: Event, event_type: string, ids: readonly string[]): Event => ({
    ...event,
    event_type,
    sub_events: ids.map((object_id) => ({ sub_event_type: "OBJECT", object_id })),
});
const none: Auditing = () => [];
/** A copy of the event with another id, for an operation that causes two events. */
const also = (event: Event): Event => ({ ...event, event_id: event.event_id.replace(/^.{4}/, "0000") });

/** Expects that one preview stores the part and the next one gets it from the cache. */
async function expectServed(part: Part): Promise<void> {
    await world.preview(part);
    expect(await world.preview(part), world.lines.at(-1)).toBe("read");
}

async function expectNeverServed(part: Part): Promise<void> {
    for (let number = 0; number < 3; number += 1) expect(await world.preview(part)).toBeUndefined();
}

describe("an event type", () => {
    it("is unknown until a write of the program causes an event of this type", async () => {
        await expectNeverServed(visibility);
        expect(world.lines.at(-1)).toBe(
            "1 cached response not used, because it is not yet known which audit events report setGroupVisibility.",
        );
        await editVisibility("LIMITED", another);
        await expectNeverServed(visibility);
        expect(world.lines.join()).toContain(
            "everything is read from the service: it is not yet known what some types of audit events mean (GROUP_VISIBILITY_SET).",
        );
    });

    it("is learned with any name and any properties, without additional calls", async () => {
        const names = new Map<string, string>();
        world.audits((event) => {
            const type = names.get(event.event_type) ?? `T${names.size}`;
            names.set(event.event_type, type);
            const parts = idsIn(event.sub_events).map((id) => ({
                sub_event_type: "changed",
                target: { ref: `x/${id}` },
            }));
            return [{ ...event, event_type: type, sub_events: parts }];
        });
        await world.up(setVisibility("LIMITED"));
        await world.preview(visibility);
        world.service.calls.clear();
        expect(await world.preview(visibility)).toBe("read");
        expect(world.service.calls.all().map(({ operation }) => operation)).toEqual([
            "getCurrentUser",
            "createTag",
            "deleteTag",
            "getEvents",
        ]);
        await editVisibility("GLOBAL", another);
        expect(await world.preview(visibility)).toBe("read");
        await editVisibility("GLOBAL");
        expect(await world.preview(visibility)).toBeUndefined();
    });

    it("is still known after the cache file is rewritten", async () => {
        await world.up(setVisibility("LIMITED"));
        await expectServed(visibility);
        for (let round = 0; round < 3; round += 1) {
            const { cache } = world.run();
            await cache.recall("");
            for (let number = 0; number < 600; number += 1)
                cache.keep({ ...visibility, answer: "read", object: {}, look: cache.look });
            await new Promise(setImmediate);
            world.pass(20 * MINUTE);
        }
        await editVisibility("GLOBAL", another);
        expect(await world.preview(visibility)).toBe("read");
    });

    it("is learned even if the writes are only milliseconds apart", async () => {
        const channels: Part = { key: `GroupMessageChannels ${groupId}`, writtenBy: ["setGroupMessageChannels"] };
        await world.up(async (client) => {
            await setVisibility("LIMITED")(client);
            world.pass(5);
            await setChannels(client);
        });
        await expectServed(visibility);
        await expectServed(channels);
    });

    it("is learned from an event that is listed late", async () => {
        let isLate = true;
        world.audits(auditing({ BUNDLE_GROUP_ADDED: (event) => (isLate ? [as(event, "SIDE", [groupId])] : [event]) }));
        await world.up(addToBundle(), MINUTE);
        await expectNeverServed(bundled);
        isLate = false;
        world.pass(10 * MINUTE);
        await expectServed(bundled);
    });

    it("invalidates, while it is unknown, responses read before its event or within a minute after it", async () => {
        await world.up(setVisibility("LIMITED"));
        await expectServed(visibility);
        const invite = (email: string, later?: number) =>
            world.outside("POST", "/users", { email, first_name: "N", last_name: "N", role: "MEMBER" }, "other", later);
        await invite("one@tidewater.example");
        expect(await world.preview(visibility)).toBeUndefined();
        expect(await world.preview(visibility)).toBe("read");
        await invite("two@tidewater.example", 30 * SECOND);
        expect(await world.preview(visibility)).toBeUndefined();
        expect(await world.preview(visibility)).toBeUndefined();
        expect(await world.preview(visibility)).toBe("read");
    });

    it("is not learned in a run with more writes than the cache remembers", async () => {
        const { client, cache, pretend } = world.run();
        await cache.recall("");
        await setVisibility("LIMITED")(client);
        const at = world.service.clock.now().getTime();
        const parts = { path: { group_id: another } };
        for (let number = 0; number < 10_000; number += 1)
            pretend({ operation: "setGroupVisibility", parts, answer: undefined, from: at, at });
        // The last write has an event: without one, the cache would not be used for that reason.
        await setVisibility("GLOBAL", another)(client);
        await world.flushed();
        world.pass(20 * MINUTE);
        await expectNeverServed(visibility);
    });

    it("stays trusted if another run writes while the events are read", async () => {
        await world.up(setVisibility("LIMITED"));
        await expectServed(visibility);
        const other = world.run();
        await other.cache.recall("");
        await addToBundle()(other.client);
        await world.flushed();
        world.meanwhile = async () => {
            world.pass(5 * SECOND);
            await setVisibility("LIMITED", another)(other.client);
            await setVisibility("GLOBAL")(other.client);
        };
        await world.preview(visibility);
        world.pass(20 * MINUTE);
        await expectServed(visibility);
        await editVisibility("GLOBAL", another);
        expect(await world.preview(visibility)).toBe("read");
    });
});

describe("an outside edit", () => {
    it("is detected if all events have one type and name only the parent of the changed object", async () => {
        world.audits((event) => [as(event, "OBJECT_UPDATED", idsIn(event.sub_events).slice(0, 1))]);
        await world.up(setVisibility("LIMITED"));
        await expectServed(visibility);
        // An event that names a bundle may report a change of its groups, but no write has taught that yet.
        await expectNeverServed(bundled);
        await world.up(addToBundle(another));
        await expectNeverServed(bundled);
        await editBundle(groupId);
        expect(await world.preview(bundled)).toBeUndefined();
        expect(world.lines.at(-1)).toContain(
            "it is not yet known what some types of audit events mean (OBJECT_UPDATED)",
        );
        expect(await world.preview(visibility)).toBeUndefined();
    });

    it("is detected if all events have one type and name only the other object, which the response does not contain yet", async () => {
        world.audits((event) => [as(event, "OBJECT_UPDATED", idsIn(event.sub_events).slice(-1))]);
        await world.up(setBundleVisibility("LIMITED"));
        await expectServed({ key: `BundleVisibility ${bundleId}`, writtenBy: ["setBundleVisibility"] });
        await world.preview(bundled);
        await editBundle(groupId);
        expect(await world.preview(bundled)).toBeUndefined();
    });

    it.each([
        [
            "fewer objects",
            (group: string) => [bundleId, group].map((id) => ({ sub_event_type: "OBJECT", id })),
            (group: string) => [{ sub_event_type: "OBJECT", id: group }],
        ],
        [
            "objects of other kinds",
            (group: string) => [
                { sub_event_type: "BUNDLE", id: bundleId },
                { sub_event_type: "GROUP", id: group },
            ],
            (group: string) => [
                { sub_event_type: "OWNER", id: world.groupIds[2] },
                { sub_event_type: "GROUP", id: group },
            ],
        ],
        [
            "objects in other properties",
            (group: string) => [{ sub_event_type: "OBJECT", bundle_id: bundleId, group_id: group }],
            (group: string) => [{ sub_event_type: "OBJECT", owner_id: world.groupIds[2], group_id: group }],
        ],
    ])("is detected if a learned type names %s for another change", async (_, whole, lessened) => {
        let isOutside = false;
        world.audits(
            auditing({
                BUNDLE_GROUP_ADDED: (event) => {
                    const isLessened = isOutside && idsIn(event.sub_events).includes(groupId);
                    return [{ ...event, sub_events: isLessened ? lessened(groupId) : whole(another) }];
                },
            }),
        );
        await world.up(addToBundle(another));
        await expectServed(bundled);
        isOutside = true;
        await editBundle(groupId);
        expect(await world.preview(bundled)).toBeUndefined();
        expect(world.lines.at(-1)).toContain(
            "it is not yet known what some types of audit events mean (BUNDLE_GROUP_ADDED)",
        );
    });

    it("is detected if an event type that names too few objects could belong to another write of the same run", async () => {
        const side = (event: Event) => also(as(event, "TOUCHED", idsIn(event.sub_events).slice(-1)));
        world.audits(auditing({ BUNDLE_GROUP_ADDED: (event) => [event, side(event)] }));
        await world.up(async (client) => {
            await setVisibility("LIMITED")(client);
            world.pass(50);
            await addToBundle()(client);
        });
        await expectServed(bundled);
        // In the console, the same change causes only the event that names too few objects.
        world.audits(auditing({ BUNDLE_GROUP_ADDED: (event) => [side(event)] }));
        await editBundle(another);
        expect(await world.preview(bundled)).toBeUndefined();
    });

    it("is detected if a learned type turns out to name too few objects, which is never trusted again", async () => {
        world.audits(
            auditing({
                GROUP_VISIBILITY_SET: (event) => [as(event, "TOUCHED", [groupId])],
                BUNDLE_GROUP_ADDED: (event) => [event, also(as(event, "TOUCHED", idsIn(event.sub_events).slice(-1)))],
            }),
        );
        await world.up(setVisibility("LIMITED"));
        await expectServed(visibility);
        await world.up(addToBundle());
        await expectServed(bundled);
        // In the console, the same change causes only the event that names too few objects.
        world.audits(auditing({ BUNDLE_GROUP_ADDED: (event) => [as(event, "TOUCHED", [another])] }));
        await editBundle(another);
        expect(await world.preview(bundled)).toBeUndefined();
        await world.up(setVisibility("GLOBAL"));
        await editVisibility("LIMITED");
        await world.preview(bundled);
        expect(await world.preview(visibility)).toBeUndefined();
    });

    it("is detected if the event of a bulk update names only some of its objects", async () => {
        world.audits(
            auditing({ GROUPS_UPDATED: (event) => [as(event, "GROUPS", idsIn(event.sub_events).slice(0, 2))] }),
        );
        const describeAll = (text: string, ids: readonly string[]) => (client: Client) =>
            client.call("updateGroups", { body: { groups: ids.map((group_id) => ({ group_id, description: text })) } });
        await world.up(setVisibility("LIMITED"));
        await world.up(describeAll("One", world.groupIds.slice(0, 2)));
        await world.up(describeAll("Two", world.groupIds.slice(0, 3)));
        await world.preview(visibility);
        await world.outside("PUT", "/groups", {
            groups: world.groupIds.map((group_id) => ({ group_id, description: "3" })),
        });
        expect(await world.preview(visibility)).toBeUndefined();
        expect(world.lines.at(-1)).toContain("it is not yet known what some types of audit events mean (GROUPS)");
    });

    it.each([10 * MINUTE, -10 * MINUTE])("is detected if the clock of the events is %i ms ahead", async (ahead) => {
        world.audits((event) => [
            { ...event, created_at: new Date(Date.parse(event.created_at) + ahead).toISOString() },
        ]);
        await world.up(setVisibility("LIMITED"));
        await world.preview(visibility);
        await editVisibility("GLOBAL");
        expect(await world.preview(visibility)).toBeUndefined();
        await expectNeverServed(visibility);
    });

    it("is detected if each event is listed twice", async () => {
        world.audits((event) => [event, event]);
        await world.up(async (client) => {
            await setVisibility("LIMITED")(client);
            world.pass(50);
            await setVisibility("GLOBAL")(client);
        });
        await expectServed(visibility);
        await editVisibility("LIMITED");
        expect(await world.preview(visibility)).toBeUndefined();
    });

    it("is detected if one operation causes two events and another none", async () => {
        const channels: Part = { key: `GroupMessageChannels ${groupId}`, writtenBy: ["setGroupMessageChannels"] };
        world.audits(
            auditing({
                GROUP_VISIBILITY_SET: (event) => [event, also({ ...event, event_type: "TOO" })],
                GROUP_MESSAGE_CHANNELS_SET: none,
            }),
        );
        await world.up(async (client) => {
            await setVisibility("LIMITED")(client);
            world.pass(SECOND);
            await setChannels(client);
            world.pass(SECOND);
            // The last write has an event: without one, the cache would not be used for that reason.
            await setVisibility("GLOBAL", another)(client);
        });
        await expectNeverServed(channels);
    });

    it.each([
        ["of another user", "other", (event: Event) => event],
        ["of the same user in the console", "own", ({ api_token_name: _, ...event }: Event) => event],
    ])("is detected if an event %s follows a write that causes no event", async (_, who, seen) => {
        const silent = new Set<string>();
        world.audits((event) => (silent.has(event.created_at) ? [] : [seen(event)]));
        await world.up(async (client) => {
            silent.add(world.service.clock.now().toISOString());
            await setVisibility("GLOBAL")(client);
            world.pass(50);
            await editVisibility("LIMITED", groupId, who === "own" ? world.service.token : who);
        });
        await world.preview(visibility);
        await world.preview(visibility);
        silent.add(world.service.clock.now().toISOString());
        await editVisibility("GLOBAL");
        expect(await world.preview(visibility)).toBeUndefined();
    });
});

it("pending writes are forgotten once no more events of them, or of writes near them, can arrive", () => {
    const write = (from: number, at = from): PendingWrite => ({ operation: "updateUser", from, at, touched: [["x"]] });
    const until = (writes: readonly PendingWrite[], final: number) => settledUntil(writes, ({ at }) => at <= final);
    expect(until([], 0)).toBeUndefined();
    expect(until([write(0), write(60_000)], 60_000)).toBe(60_000);
    expect(until([write(0), write(60_000)], 50_000)).toBe(0);
    expect(until([write(0), write(5_000)], 4_000)).toBeUndefined();
    expect(until([write(0), write(60_000), write(10_000, 70_000)], 60_000)).toBeUndefined();
});
