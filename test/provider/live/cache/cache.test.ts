import { execFileSync } from "node:child_process";
import {
    appendFileSync,
    chmodSync,
    existsSync,
    mkdtempSync,
    readFileSync,
    rmSync,
    statSync,
    symlinkSync,
    writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Client } from "../../../../src/api/client.js";
import { Cache } from "../../../../src/provider/live/cache/cache.js";
import { Patience } from "../../../../src/provider/live/patience.js";
import { World } from "../../../proofs/conformance/world.js";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let world: World;
let folder: string;
let path: string;
let key: string;
let groupId: string;
let lines: string[];

beforeEach(async () => {
    world = await World.start([{ token: "other", email: "bruno@tidewater.example", role: "ADMIN" }]);
    folder = mkdtempSync(join(tmpdir(), "cache-"));
    path = join(folder, "kept", "answers.jsonl");
    [groupId = ""] = world.groupIds;
    key = `GroupVisibility ${groupId}`;
    lines = [];
});

afterEach(async () => {
    vi.unstubAllEnvs();
    await world.close();
    rmSync(folder, { recursive: true, force: true });
});

/** Opens the cache as a new run does. */
function run(options: { path?: string | null; url?: string; userId?: string | undefined } = {}) {
    const client = new Client({ url: options.url ?? world.service.url, token: world.service.token, retries: 0 }, () =>
        world.now(),
    );
    const userId = async () => ("userId" in options ? options.userId : world.service.store.currentUserId);
    const say = (line: string) => lines.push(line);
    const cache = new Cache({
        client,
        path: options.path === undefined ? path : options.path,
        mayProbe: true,
        patience: new Patience(0),
        userId,
        say,
    });
    return { client, cache };
}

/** Caches a response that `setGroupVisibility` can change and that was read after the audit events. */
const keep = (cache: Cache, key: string, answer: unknown, object: object = {}) =>
    cache.keep({ key, answer, object, writtenBy: ["setGroupVisibility"], look: cache.look });

/** A run whose writes teach the cache the types of their audit events. */
async function teach(options = {}): Promise<void> {
    const { client, cache } = run(options);
    // A write that changes nothing causes no event.
    const text = new Date(world.now()).toISOString();
    for (const visibility of ["GLOBAL", "LIMITED"] as const) {
        await client.call("setGroupVisibility", { path: { group_id: groupId }, body: { visibility } });
        world.service.clock.advance(MINUTE);
    }
    await client.call("updateOwners", { body: { owners: [{ owner_id: world.ownerId, description: text }] } });
    await client.call("updateUser", { path: { user_id: world.userIds[1] ?? "" }, body: { position: text } });
    await written(cache);
    // The cache is used only after the token has seen an event of another user.
    const position = `since ${text}`;
    await world.api("PATCH", `/users/${world.userIds[1]}`, { position }, "other");
    world.service.clock.advance(20 * MINUTE);
}

/** A run that caches one response; afterwards, the clock is advanced. */
async function readOnly(answer: unknown = { visibility: "LIMITED" }, object: object = {}, options = {}): Promise<void> {
    const { cache } = run(options);
    await written(cache);
    keep(cache, key, answer, object);
    await written(cache);
    world.service.clock.advance(10 * MINUTE);
}

/** A run that caches one response, after a run that has learned the event types. */
async function read(answer?: unknown, object?: object, options = {}): Promise<void> {
    await teach(options);
    await readOnly(answer, object, options);
}

/** Waits until the cache has appended its lines, which happens after the current task. */
async function written(cache: Cache): Promise<void> {
    await cache.recall("");
    await new Promise(setImmediate);
    await new Promise(setImmediate);
}

const setVisibility = () => world.api("PUT", `/groups/${groupId}/visibility`, { visibility: "GLOBAL" });

describe("a response cached by an earlier run", () => {
    it("is used until an audit event affects it, and its age is printed", async () => {
        await read();
        expect(await run().cache.recall(key)).toEqual({ visibility: "LIMITED" });
        expect(lines).toHaveLength(1);
        expect(lines[0]).toMatch(
            /^1 cached response used, read up to 1[01] min ago; 0 audit events since then affected 0 others\. `--refresh` reads everything\.$/,
        );
        await setVisibility();
        expect(await run().cache.recall(key)).toBeUndefined();
    });

    it("is discarded after an event about any object named in the response or its parent", async () => {
        const { owner_id, user_id } = { owner_id: world.ownerId, user_id: world.userIds[1] ?? "" };
        await read({ users: [{ user_id }] }, { owner: { owner_id } });
        await world.api("PUT", "/owners", { owners: [{ owner_id, description: "Another" }] });
        expect(await run().cache.recall(key)).toBeUndefined();
        await read({ users: [{ user_id }] });
        await world.api("PATCH", `/users/${user_id}`, { position: "Another" });
        expect(await run().cache.recall(key)).toBeUndefined();
    });

    it("stays discarded in later runs", async () => {
        await read();
        await setVisibility();
        await written(run().cache);
        world.service.clock.advance(HOUR);
        expect(await run().cache.recall(key)).toBeUndefined();
    });

    it("expires at a date that it contains, and after one day", async () => {
        await read({ expires: new Date(world.now() + HOUR).toISOString() });
        expect(await run().cache.recall(key)).toBeDefined();
        world.service.clock.advance(HOUR);
        expect(await run().cache.recall(key)).toBeUndefined();
        await read();
        world.service.clock.advance(23 * HOUR);
        expect(await run().cache.recall(key)).toBeDefined();
        world.service.clock.advance(HOUR);
        expect(await run().cache.recall(key)).toBeUndefined();
    });

    it("is used only for the same organization and the same user", async () => {
        await read();
        expect(await run().cache.recall(key)).toBeDefined();
        expect(await run({ userId: "user-2" }).cache.recall(key)).toBeUndefined();
        await read();
        expect(await run({ url: `${world.service.url}/` }).cache.recall(key)).toBeDefined();
        expect(
            await run({ url: world.service.url.replace("127.0.0.1", "localhost") }).cache.recall(key),
        ).toBeUndefined();
    });

    it("is not used if the user of the token is unknown", async () => {
        await read();
        const { cache } = run({ userId: undefined });
        expect(await cache.recall(key)).toBeUndefined();
        expect(lines.at(-1)).toContain("The cache is not used: the service does not return the user of the token");
    });
});

describe("the cache", () => {
    const all = async (why: string): Promise<void> => {
        expect(await run().cache.recall(key)).toBeUndefined();
        expect(lines.at(-1)).toMatch(/^The cache is not used, and everything is read from the service: /);
        expect(lines.at(-1)).toContain(why);
    };
    const addEvent = (change: object) => {
        const { store } = world.service;
        const [user_id = ""] = world.userIds;
        const event = { actor_user_id: user_id, actor_name: "", event_type: "GROUP_CREATED", sub_events: [] };
        store.events.set({
            event_id: store.newId("event", "added"),
            created_at: new Date(world.now()).toISOString(),
            ...event,
            ...change,
        } as Parameters<typeof store.events.set>[0]);
    };

    it("is not used if the events cannot be read", async () => {
        await read();
        world.service.faults.add({ operation: "getEvents", when: "before", answer: { status: 403 } });
        await all("the audit events could not be read. ");
    });

    it("is not used if an event has an unknown type, which the message contains", async () => {
        await read();
        addEvent({ event_type: "SOMETHING_NEW", sub_events: [{ sub_event_type: "x", object_id: groupId }] });
        await all("SOMETHING_NEW");
    });

    it("is not used if an event does not name an object", async () => {
        await read();
        addEvent({});
        await all("does not contain the id of an object");
    });

    it("is not used if there are more than 1000 events", async () => {
        await read();
        for (let number = 0; number < 1_001; number += 1)
            addEvent({ sub_events: [{ sub_event_type: "", id: groupId }] });
        await all("there are more than 1000 audit events");
    });

    it("is not used until an event reports the last write of the program", async () => {
        await teach();
        const { client, cache } = run();
        await written(cache);
        await client.call("setGroupVisibility", { path: { group_id: groupId }, body: { visibility: "GLOBAL" } });
        keep(cache, key, {});
        await written(cache);
        world.service.clock.advance(2 * HOUR);
        const [event] = world.service.store.events.all().slice(-1);
        if (!event) throw new Error("The write left no event.");
        world.service.store.events.delete(event);
        await all(`no audit event reports that this program wrote to`);
        await readOnly();
        await all(groupId);
        world.service.store.events.set(event);
        await readOnly();
        expect(await run().cache.recall(key)).toBeDefined();
    });
});

it("the cache is used again once an event reports the last write, even if a run in between could not read the events", async () => {
    const { client, cache } = run();
    await client.call("setGroupVisibility", { path: { group_id: groupId }, body: { visibility: "GLOBAL" } });
    await written(cache);
    await read();
    world.service.faults.add({ operation: "getEvents", when: "before", answer: { status: 403 }, times: 1 });
    expect(await run().cache.recall(key)).toBeUndefined();
    await read();
    expect(await run().cache.recall(key)).toBeDefined();
    // A preview that began before the write does not treat the write as reported.
    const preview = run();
    const up = run();
    await Promise.all([written(preview.cache), written(up.cache)]);
    await up.client.call("setGroupVisibility", { path: { group_id: groupId }, body: { visibility: "GLOBAL" } });
    await written(up.cache);
    const [event] = world.service.store.events.all().slice(-1);
    if (event) world.service.store.events.delete(event);
    keep(preview.cache, key, 1);
    await written(preview.cache);
    world.service.clock.advance(HOUR);
    expect(await run().cache.recall(key)).toBeUndefined();
    expect(lines.at(-1)).toContain("no audit event reports that this program wrote to");
});

it("the cache is neither opened nor mentioned by a run that requests nothing from it", async () => {
    await read();
    world.service.calls.clear();
    const { cache } = run();
    keep(cache, key, { visibility: "PRIVATE" });
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    expect(world.service.calls.all()).toEqual([]);
    expect(lines).toEqual([]);
    world.service.clock.advance(HOUR);
    // The new response was not cached, because that run had not read the events before it.
    expect(await run().cache.recall(key)).toEqual({ visibility: "LIMITED" });
});

describe("the cache file", () => {
    it("does not give one user the responses of another", async () => {
        const admin = run().cache;
        await written(admin);
        const { cache } = run({ userId: "user-2" });
        await written(cache);
        keep(admin, key, "what the administrator sees");
        await written(admin);
        world.service.clock.advance(HOUR);
        expect(await run({ userId: "user-2" }).cache.recall(key)).toBeUndefined();
    });

    it("loses no lines after an incomplete line of another run", async () => {
        await read();
        const { cache } = run();
        await written(cache);
        appendFileSync(path, '{"key":"GroupVis');
        await setVisibility();
        keep(cache, "GroupVisibility other", 1);
        cache.forget(key);
        await written(cache);
        world.service.store.events.delete(world.service.store.events.all().slice(-1)[0] as never);
        world.service.clock.advance(HOUR);
        expect(await run().cache.recall("GroupVisibility other")).toBe(1);
        expect(await run().cache.recall(key)).toBeUndefined();
    });

    it("is not used if it was written with a clock that was ahead", async () => {
        world.service.clock.advance(48 * HOUR);
        await read();
        await written(run().cache);
        world.service.clock.set(new Date(world.now() - 48 * HOUR));
        expect(await run().cache.recall(key)).toBeUndefined();
    });

    it("is not recreated by a run if it is deleted during that run", async () => {
        await read();
        const { cache } = run();
        await written(cache);
        rmSync(path);
        keep(cache, key, 1);
        await written(cache);
        expect(existsSync(path)).toBe(false);
    });

    it("is still used if it contains invalid lines", async () => {
        await read();
        appendFileSync(path, '{"looked":"x"}\n{"key":1}\n{"written":{}}\nnull\n');
        expect(await run().cache.recall(key)).toBeDefined();
    });

    it("is readable only by its user, and does not contain the token", async () => {
        await read();
        expect(statSync(path).mode & 0o777).toBe(0o600);
        expect(statSync(join(folder, "kept")).mode & 0o777).toBe(0o700);
        expect(readFileSync(path, "utf8")).not.toContain(world.service.token);
        chmodSync(path, 0o644);
        expect(await run().cache.recall(key)).toBeDefined();
        expect(statSync(path).mode & 0o777).toBe(0o600);
    });

    it.skipIf(process.platform === "win32")("is refused at once if it is a pipe or a folder", async () => {
        const pipe = join(folder, "pipe");
        execFileSync("mkfifo", ["-m", "600", pipe]);
        expect(await run({ path: pipe }).cache.recall(key)).toBeUndefined();
        expect(lines).toEqual([`The cache is not used: ${pipe} is not a regular file. Specify a different file.`]);
        expect(await run({ path: folder }).cache.recall(key)).toBeUndefined();
        expect(lines.at(-1)).toBe(`The cache is not used: ${folder} is not a regular file. Specify a different file.`);
    });

    it("is refused if other users can write to it, or if it is a symbolic link", async () => {
        await read();
        chmodSync(path, 0o666);
        expect(await run().cache.recall(key)).toBeUndefined();
        expect(lines.at(-1)).toBe(`The cache is not used: other users can write to ${path}. Delete it.`);
        const link = join(folder, "link");
        symlinkSync(path, link);
        expect(await run({ path: link }).cache.recall(key)).toBeUndefined();
        expect(lines.at(-1)).toContain("The cache is not used: ELOOP");
    });

    it("is used despite an incomplete last line, and is written again if it is not a cache file", async () => {
        await read();
        appendFileSync(path, '{"key":"GroupVis');
        const { cache } = run();
        expect(await cache.recall(key)).toBeDefined();
        keep(cache, "GroupVisibility other", 1);
        await written(cache);
        expect(await run().cache.recall("GroupVisibility other")).toBe(1);
        writeFileSync(path, "not a cache\n");
        expect(await run().cache.recall(key)).toBeUndefined();
        await read();
        expect(await run().cache.recall(key)).toBeDefined();
    });

    it("can be used by two runs at the same time", async () => {
        await teach();
        const [one, two] = [run().cache, run().cache];
        await Promise.all([written(one), written(two)]);
        keep(one, "GroupVisibility one", 1);
        keep(two, "GroupVisibility two", 2);
        await Promise.all([written(one), written(two)]);
        const { cache } = run();
        expect(await Promise.all(["one", "two"].map((name) => cache.recall(`GroupVisibility ${name}`)))).toEqual([
            1, 2,
        ]);
    });

    it("does not grow without limit", async () => {
        await teach();
        for (let round = 0; round < 5; round += 1) {
            const { cache } = run();
            await written(cache);
            for (let number = 0; number < 600; number += 1) {
                keep(cache, key, "x".repeat(100));
            }
            await written(cache);
        }
        await written(run().cache);
        expect(readFileSync(path, "utf8").split("\n").length).toBeLessThan(1_700);
        expect(await run().cache.recall(key)).toBeDefined();
    });

    it("has a default path for each organization and user", async () => {
        vi.stubEnv("XDG_CACHE_HOME", folder);
        await read(undefined, {}, { path: null });
        expect(existsSync(join(folder, "access-governance"))).toBe(true);
        expect(await run({ path: null, userId: "user-2" }).cache.recall(key)).toBeUndefined();
        expect(await run({ path: null }).cache.recall(key)).toBeDefined();
    });

    it("does not cause a failure if it cannot be written", async () => {
        writeFileSync(join(folder, "file"), "");
        const { cache } = run({ path: join(folder, "file", "cache.jsonl") });
        keep(cache, key, 1);
        expect(await cache.recall(key)).toBeUndefined();
        expect(lines.join()).toContain("The cache is not used: ");
    });
});
