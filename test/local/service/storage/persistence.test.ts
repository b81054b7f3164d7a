import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { seedOrganization, startService } from "../../../../src/local/service/index.js";
import { readOrganization } from "../../../../src/local/service/storage/file.js";
import { open } from "../harness.js";

let folder: string;
beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "organization-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe("ids", () => {
    const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

    test("are UUIDs that depend only on the seed and the object, not on the order of creation", async () => {
        const ids = async (names: string[]) => {
            const { post } = await open();
            const made = new Map<string, string>();
            for (const name of names) made.set(name, (await post("/owners", { name, user_ids: [] })).body.owner_id);
            return made;
        };
        const first = await ids(["a", "b"]);
        const second = await ids(["b", "a"]);
        expect(first.get("a")).toMatch(UUID);
        expect(second.get("a")).toBe(first.get("a"));
        expect(second.get("b")).toBe(first.get("b"));
    });

    test("differ between organizations", async () => {
        const idsOf = (seed: "small" | "other" | "empty") =>
            new Set(JSON.stringify({ ...seedOrganization(seed), namespace: "" }).match(/[0-9a-f]{8}-[0-9a-f-]{27}/g));
        const [small, other, empty] = [idsOf("small"), idsOf("other"), idsOf("empty")];
        expect(small.size).toBeGreaterThan(20);
        expect([...other, ...empty].filter((id) => small.has(id))).toEqual([]);
    });

    test("are not reused after a deletion", async () => {
        const { post, delete: remove } = await open();
        const first = (await post("/owners", { name: "a", user_ids: [] })).body.owner_id;
        await remove(`/owners/${first}`);
        expect((await post("/owners", { name: "a", user_ids: [] })).body.owner_id).not.toBe(first);
    });
});

describe("a snapshot", () => {
    test("contains everything, and starts a service in the same state", async () => {
        const { post, service } = await open();
        await post("/owners", { name: "Platform", user_ids: [service.store.currentUserId] });
        const snapshot = service.snapshot();
        const again = await open({ organization: JSON.parse(JSON.stringify(snapshot)) });
        expect(again.service.snapshot()).toEqual(snapshot);
        // The next ids are the same as well.
        const next = { name: "Next", user_ids: [] };
        expect((await again.post("/owners", next)).body).toEqual((await post("/owners", next)).body);
    });

    test("is a copy that later changes do not affect", async () => {
        const { post, service } = await open();
        const snapshot = service.snapshot();
        await post("/owners", { name: "Platform", user_ids: [] });
        expect(snapshot.owners).toHaveLength(1);
    });

    test.each(["small", "other", "empty"] as const)("is valid record by record for the seed %s", async (seed) => {
        const file = join(folder, "seed.json");
        writeFileSync(file, JSON.stringify(seedOrganization(seed)));
        // A service also has a token.
        const { tokens, tokenSecrets, ...others } = seedOrganization(seed);
        expect([tokens, tokenSecrets]).toEqual([[], []]);
        expect((await open({ seed: file })).service.snapshot()).toMatchObject(others);
    });

    test("is loaded from a seed file; omitted kinds are empty, and ids differ between files", async () => {
        const user = seedOrganization("empty").users[0];
        const write = (name: string, more: object) => {
            writeFileSync(join(folder, name), JSON.stringify({ users: [user], ...more }));
            return open({ seed: join(folder, name) });
        };
        const one = await write("one.json", {});
        const two = await write("two.json", { tags: [] });
        expect((await one.get("/users/whoami")).body).toEqual(user);
        expect((await one.get("/groups")).body.results).toEqual([]);
        const owner = { name: "a", user_ids: [] };
        expect((await one.post("/owners", owner)).body.owner_id).not.toBe(
            (await two.post("/owners", owner)).body.owner_id,
        );
    });
});

describe("a data file", () => {
    test("keeps the organization across restarts, and takes precedence over the seed", async () => {
        const data = join(folder, "organization.json");
        const first = await open({ data });
        const { body: owner } = await first.post("/owners", { name: "Platform", user_ids: [] });
        await first.service.close();
        const second = await open({ data, seed: "empty" });
        expect((await second.get(`/owners/${owner.owner_id}`)).body).toEqual(owner);
        expect(second.service.snapshot()).toEqual(first.service.snapshot());
    });

    test("has a change in its journal when the response arrives, and is complete without a journal after the service ends", async () => {
        const data = join(folder, "organization.json");
        const { post, service } = await open({ data });
        const file = readFileSync(data, "utf8");
        const made = await Promise.all(
            Array.from({ length: 30 }, async (_, i) => {
                const { body } = await post("/owners", { name: `o${i}`, user_ids: [] });
                return [body.owner_id, readFileSync(`${data}.journal`, "utf8")] as const;
            }),
        );
        for (const [id, journal] of made) expect(journal).toContain(`"owner_id":"${id}"`);
        expect(readFileSync(data, "utf8")).toBe(file);
        expect(readOrganization(data)).toEqual(service.snapshot());
        // Changes that arrive during a write are combined in the next one.
        expect(linesOf(`${data}.journal`).length).toBeLessThan(10);
        await service.close();
        expect(readdirSync(folder)).toEqual(["organization.json"]);
        expect(JSON.parse(readFileSync(data, "utf8"))).toEqual(service.snapshot());
    });

    test("includes the journal when the journal has grown as large as the file", async () => {
        const data = join(folder, "organization.json");
        const { post, service } = await open({ data, smallJournal: 2000 });
        const before = readFileSync(data).length;
        for (let i = 0; i < 60; i++) await post("/owners", { name: `o${i}`, user_ids: [] });
        expect(readFileSync(data).length).toBeGreaterThan(before + 30 * 100);
        expect(readFileSync(`${data}.journal`).length).toBeLessThan(readFileSync(data).length + 2000);
        expect(readOrganization(data)).toEqual(service.snapshot());
    });

    test("is not written by reads and refusals", async () => {
        const data = join(folder, "organization.json");
        const { get, post } = await open({ data });
        rmSync(data);
        await get("/groups");
        expect((await post("/owners", { name: "Administrators", user_ids: [] })).status).toBe(409);
        expect(existsSync(data)).toBe(false);
    });

    test.each([
        ["invalid JSON", "{ nonsense", /organization\.json is not valid JSON: .*\.$/],
        [
            "an unknown kind",
            '{"grups":[]}',
            /organization\.json is not a valid organization: the top level: Unrecognized key: "grups"\.$/,
        ],
        [
            "a broken record",
            '{"users":[{"user_id":"x"}]}',
            /is not a valid organization: users\[0\]\.user_id must be a UUID; .*\.$/,
        ],
        ["no users", "{}", /current_user_id must be the id of one of its users\.$/],
    ])("is refused with a short message if it contains %s", async (_what, text, message) => {
        const data = join(folder, "organization.json");
        writeFileSync(data, text);
        await expect(startService({ data })).rejects.toThrow(message);
        expect(readFileSync(data, "utf8")).toBe(text);
    });

    test("does not use the journal of an earlier state of the file", async () => {
        const data = join(folder, "organization.json");
        const { post, service } = await open({ data });
        await post("/owners", { name: "early", user_ids: [] });
        const journal = readFileSync(`${data}.journal`);
        await service.close();
        const closed = service.snapshot();
        writeFileSync(`${data}.journal`, journal);
        expect(readOrganization(data)).toEqual(closed);
    });

    test("keeps deletions, and the order of recreated records", async () => {
        const data = join(folder, "organization.json");
        const { post, service } = await open({ data });
        const { store } = service;
        await post("/tags", { key: "a", value: "1" });
        const [first] = store.tags.all();
        if (first) store.tags.delete(first);
        if (first) store.tags.set({ ...first });
        const [, second] = store.tags.all();
        if (second) store.tags.delete(second);
        await post("/owners", { name: "o", user_ids: [] });
        expect(readOrganization(data).tags).toEqual(store.tags.all());
        expect(readOrganization(data)).toEqual(service.snapshot());
    });

    test("is used by only one service at a time", async () => {
        const data = join(folder, "organization.json");
        const { service } = await open({ data });
        await expect(startService({ data })).rejects.toThrow(
            `${data} is in use by process ${process.pid}: stop it first, or remove ${data}.lock if that process is not a local service.`,
        );
        symlinkSync(data, join(folder, "link.json"));
        await expect(startService({ data: join(folder, "link.json") })).rejects.toThrow(/is in use by process/);
        await service.close();
        await open({ data });
    });

    test("is not taken from another living process", async () => {
        const data = join(folder, "organization.json");
        writeFileSync(`${data}.lock`, JSON.stringify({ pid: process.ppid, id: "of another" }));
        await expect(startService({ data })).rejects.toThrow(`${data} is in use by process ${process.ppid}: `);
        expect(readdirSync(folder)).toEqual(["organization.json.lock"]);
    });

    test("is free if its service was killed, or if its lock has a process id from before a restart", async () => {
        const data = join(folder, "organization.json");
        const child = spawn(process.execPath, ["-e", ""]);
        await once(child, "close");
        for (const pid of [child.pid, process.pid]) {
            writeFileSync(`${data}.lock`, JSON.stringify({ pid, id: "of another" }));
            const { service } = await open({ data });
            expect(JSON.parse(readFileSync(`${data}.lock`, "utf8")).pid).toBe(process.pid);
            await service.close();
            expect(readdirSync(folder)).toEqual(["organization.json"]);
        }
    });

    test("is released if the service cannot start", async () => {
        const data = join(folder, "organization.json");
        const port = Number(new URL((await open()).service.url).port);
        await expect(startService({ data, port })).rejects.toThrow(/the port is in use/);
        await open({ data });
    });

    test("is reported at the start if it cannot be read or written", async () => {
        await expect(startService({ seed: join(folder, "missing.json") })).rejects.toThrow(
            `Cannot read ${join(folder, "missing.json")}: ENOENT: no such file or directory.`,
        );
        await expect(startService({ data: join(folder, "no/such/folder.json") })).rejects.toThrow(
            /^Cannot write .*\.$/,
        );
    });
});

function linesOf(file: string): string[] {
    return readFileSync(file, "utf8").trimEnd().split("\n");
}
