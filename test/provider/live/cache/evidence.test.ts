import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Event } from "../../../../src/api/generated/types.gen.js";
import { HOUR, MINUTE, Organization, type Part, SECOND } from "./organization.js";

let world: Organization;
let visibility: Part;
let groupId: string;
let another: string;

beforeEach(async () => {
    world = await Organization.start();
    [groupId = "", another = ""] = world.groupIds;
    visibility = { key: `GroupVisibility ${groupId}`, writtenBy: ["setGroupVisibility"] };
    // The cache is used only after the token has seen an event of another user.
    await edit("LIMITED", another);
    await setVisibility("LIMITED");
    await world.preview(visibility);
});

afterEach(() => world.close());

const edit = (value: "GLOBAL" | "LIMITED", group = groupId, later = 2 * MINUTE) =>
    world.outside("PUT", `/groups/${group}/visibility`, { visibility: value }, "other", later);
/** A run whose write teaches the cache the type of its event. */
const setVisibility = (value: "GLOBAL" | "LIMITED") =>
    world.up((client) =>
        client.call("setGroupVisibility", { path: { group_id: groupId }, body: { visibility: value } }),
    );
const newest = (): string => world.service.store.events.all().at(-1)?.event_id ?? "";
const isOwn = ({ actor_user_id }: Event): boolean => actor_user_id === world.service.store.currentUserId;

/** Expects a preview to take the part from the cache. */
const expectServed = async () => expect(await world.preview(visibility), world.lines.at(-1)).toBe("read");
/** Expects a preview to read the part from the service. */
const expectRead = async () => expect(await world.preview(visibility)).toBeUndefined();
const expectWhy = (why: string) => expect(world.lines.at(-1)).toContain(why);

it("uses a cached response if nothing was changed, and after other objects were edited", async () => {
    await expectServed();
    await edit("GLOBAL", another);
    await expectServed();
});

describe("an outside edit", () => {
    it.each([90, -90, 3_000, -3_000, 200_000])(
        "is detected if the clock of the responses is %i s ahead of the clock of the events",
        async (ahead) => {
            await expectServed();
            world.dateAhead = ahead * SECOND;
            await edit("LIMITED", groupId, 10 * MINUTE);
            // Caches the part with this clock.
            await world.preview(visibility, 10 * SECOND);
            await edit("GLOBAL", groupId, 10 * SECOND);
            await expectRead();
        },
    );

    it.each([90, -90])("is detected if the clock of the responses jumps by %i s between two runs", async (ahead) => {
        await expectServed();
        await world.preview(visibility, SECOND);
        world.dateAhead = ahead * SECOND;
        await edit("GLOBAL", groupId, SECOND);
        await expectRead();
    });

    it("is detected if its event has the time of the last check, or a time long before it", async () => {
        await world.preview(visibility, 0);
        await edit("GLOBAL", groupId, 0);
        await expectRead();
        world.pass(10 * MINUTE);
        await world.preview(visibility);
        world.audits((event) => {
            const early = new Date(Date.parse(event.created_at) - 30 * MINUTE).toISOString();
            return [isOwn(event) || event.event_id !== newestOther ? event : { ...event, created_at: early }];
        });
        await edit("LIMITED");
        const newestOther = newest();
        await expectRead();
    });

    it("is detected by the first run after its event is listed, even if that is late", async () => {
        await expectServed();
        await edit("GLOBAL");
        const late = newest();
        world.lists = (events) => events.filter(({ event_id }) => event_id !== late);
        await world.preview(visibility);
        await world.preview(visibility, 20 * MINUTE);
        world.lists = (events) => events;
        await expectRead();
    });

    it.each<[string, (seen: ReadonlySet<string>) => (events: readonly Event[]) => readonly Event[]]>([
        ["is empty", () => () => []],
        ["does not change", (seen) => (events) => events.filter(({ event_id }) => seen.has(event_id))],
        ["has only its first page", () => (events) => events.slice(0, 3)],
        ["contains only the newest events", () => (events) => events.slice(-2)],
        ["no longer contains events of other users", () => (events) => events.filter(isOwn)],
        [
            "has new ids for all events",
            () => (events) => events.map((event) => ({ ...event, event_id: `x${event.event_id}` })),
        ],
    ])("is detected if the list of events %s", async (_, lists) => {
        await expectServed();
        await edit("LIMITED", another);
        await expectServed();
        world.lists = lists(new Set(world.service.store.events.all().map(({ event_id }) => event_id)));
        await edit("GLOBAL");
        await expectRead();
        await expectRead();
    });

    it("is detected if a run read the part before the edit, and caches it after another run has checked the events", async () => {
        const [one, two] = [world.run(), world.run()];
        await one.cache.recall("");
        const { look } = one.cache;
        await edit("GLOBAL");
        await two.cache.recall("");
        await world.flushed();
        one.cache.keep({ ...visibility, answer: "read", object: {}, look });
        await world.flushed();
        world.pass(5 * MINUTE);
        await expectRead();
    });

    it("is detected if a run caches a response while another run checks the events", async () => {
        const part = { ...visibility, key: `GroupMessageChannels ${groupId}` };
        const [one, two] = [world.run(), world.run()];
        await one.cache.recall("");
        await edit("GLOBAL");
        world.meanwhile = async () => {
            one.cache.keep({ ...part, answer: "read", object: {}, look: one.cache.look });
            await world.flushed();
        };
        await two.cache.recall("");
        await world.flushed();
        world.pass(5 * MINUTE);
        expect(await world.preview(part)).toBeUndefined();
    });

    it("is detected if the cache file is restored from an older copy", async () => {
        const copy = `${world.path}.copy`;
        copyFileSync(world.path, copy);
        await edit("GLOBAL");
        await expectRead();
        await expectServed();
        world.pass(HOUR);
        copyFileSync(copy, world.path);
        await expectRead();
    });

    it("is detected after a run whose clock was ahead treated a response as expired", async () => {
        world.pass(23.5 * HOUR);
        await edit("GLOBAL");
        world.dateAhead = 40 * MINUTE;
        const { cache } = world.run();
        await cache.recall("");
        await world.flushed();
        world.dateAhead = 0;
        await expectRead();
    });
});

describe("the cache", () => {
    it("is not used, and no tag is created, if cacheProbe is not set", async () => {
        world.mayProbe = false;
        world.service.calls.clear();
        await expectRead();
        expect(world.lines.at(-1)).toContain("access-governance:cacheProbe is not set. Set it to true");
        expect(world.service.calls.all()).toEqual([]);
    });

    it("is not used if the probe tag cannot be created", async () => {
        world.service.faults.add({ operation: "createTag", when: "before", answer: { status: 403 }, times: 2 });
        await expectRead();
        expectWhy("the tag that shows whether the audit events are up to date could not be created.");
    });

    it("is not used until the token has seen an event of another user or of the console", async () => {
        world.lists = (events) => events.filter(isOwn);
        writeFileSync(world.path, "");
        await setVisibility("GLOBAL");
        await world.preview(visibility);
        await expectRead();
        expectWhy("this token has not yet seen an audit event caused by another user or the console");
        world.lists = (events) => events;
        await edit("LIMITED", another, 10 * MINUTE);
        await world.preview(visibility);
        await expectServed();
        // After a long time without such an event, the cache checks that the last one is still listed.
        world.pass(5 * HOUR);
        await expectServed();
        world.pass(5 * HOUR);
        await expectServed();
    });

    it("is not used once the list lacks an event that an earlier run saw, until its file is deleted", async () => {
        await expectServed();
        await edit("LIMITED", another);
        await expectServed();
        const lost = newest();
        world.lists = (events) => events.filter(({ event_id }) => event_id !== lost);
        await expectRead();
        expectWhy(`the audit events no longer contain ${lost}, which an earlier run saw`);
        world.lists = (events) => events;
        await expectRead();
        expectWhy(`To use the cache again, delete ${world.path}.`);
        writeFileSync(world.path, "");
        await world.preview(visibility);
        await expectRead();
    });

    it("is not used if its file has the format of an earlier version", async () => {
        await expectServed();
        const [head = "", ...lines] = readFileSync(world.path, "utf8").split("\n");
        writeFileSync(world.path, [head.replace(/,"format":\d+/, ""), ...lines].join("\n"));
        await expectRead();
    });
});

it("waits for the event of its probe tag, and deletes the tag", async () => {
    let listings = 0;
    const now = () => world.service.store.events.all().slice(0, -2);
    world.lists = (events) => {
        listings += 1;
        const old = new Set(now().map(({ event_id }) => event_id));
        return listings === 1 ? events.filter(({ event_id }) => old.has(event_id)) : events;
    };
    await expectServed();
    expect(listings).toBe(2);
    expect(world.service.snapshot().tags.filter(({ key }) => key?.includes("probe"))).toEqual([]);
});

it("reports a probe tag that could not be deleted, and finds one whose create response was lost", async () => {
    world.service.faults.add({ operation: "createTag", when: "after", answer: "reset" });
    world.service.faults.add({ operation: "deleteTag", when: "before", answer: { status: 403 } });
    await expectServed();
    const [tag] = world.service.snapshot().tags.filter(({ key }) => key?.includes("probe"));
    expect(world.lines.join("\n")).toContain(
        `The tag access-governance-cache-probe: ${tag?.value} could not be deleted. Delete it manually.`,
    );
});
