import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { seedOrganization, startService } from "../../../../src/local/service/index.js";
import { readOrganizationFile } from "../../../../src/local/service/storage/organization-file.js";
import { open, temporaryFolder } from "../harness.js";

let folder: string;
let data: string;
beforeEach(() => {
    folder = temporaryFolder();
    data = join(folder, "organization.json");
});

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
});

describe("a snapshot", () => {
    test("is a copy that later changes do not affect", async () => {
        const { post, service } = await open();
        const snapshot = service.snapshot();
        await post("/owners", { name: "Platform", user_ids: [] });
        expect(snapshot.owners).toHaveLength(1);
    });

    test("is loaded from a seed file; omitted kinds are empty, and ids differ between files", async () => {
        const user = seedOrganization("empty").users[0];
        const write = (name: string, more: object) => {
            writeFileSync(join(folder, name), JSON.stringify({ users: [user], ...more }));
            return open({ seed: join(folder, name) });
        };
        const one = await write("one.json", {});
        const two = await write("two.json", { tags: [] });
        expect((await one.get("/users/whoami")).body).toEqual({ ...user, manager_id: null });
        expect((await one.get("/groups")).body.results).toEqual([]);
        const owner = { name: "a", user_ids: [] };
        expect((await one.post("/owners", owner)).body.owner_id).not.toBe(
            (await two.post("/owners", owner)).body.owner_id,
        );
    });
});

describe("a data file", () => {
    test("keeps the organization across restarts, and takes precedence over the seed", async () => {
        const first = await open({ data });
        const { body: owner } = await first.post("/owners", { name: "Platform", user_ids: [] });
        await first.service.close();
        const second = await open({ data, seed: "empty" });
        expect((await second.get(`/owners/${owner.owner_id}`)).body).toEqual(owner);
        expect(second.service.snapshot()).toEqual(first.service.snapshot());
    });

    test("has a change when the response arrives, and nothing else remains after the service ends", async () => {
        const { post, service } = await open({ data });
        const made = await Promise.all(
            Array.from({ length: 30 }, async (_, i) => {
                const { body } = await post("/owners", { name: `o${i}`, user_ids: [] });
                return [body.owner_id, readFileSync(data, "utf8")] as const;
            }),
        );
        for (const [id, text] of made) expect(text).toContain(`"owner_id":"${id}"`);
        expect(readOrganizationFile(data)).toEqual(service.snapshot());
        await service.close();
        expect(readdirSync(folder)).toEqual(["organization.json"]);
        expect(JSON.parse(readFileSync(data, "utf8"))).toEqual(service.snapshot());
    });

    test("has the changes made in the store without a call after the service ends", async () => {
        const { service } = await open({ data });
        const [first] = service.store.owners.all();
        if (first) service.store.owners.change(first.owner_id, { name: "Renamed" });
        await service.close();
        expect(readOrganizationFile(data).owners.map(({ name }) => name)).toEqual(["Renamed"]);
    });

    test("is not written by reads and refusals", async () => {
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
        writeFileSync(data, text);
        await expect(startService({ data })).rejects.toThrow(message);
        expect(readFileSync(data, "utf8")).toBe(text);
    });

    test("keeps deletions, and the order of recreated records", async () => {
        const { post, service } = await open({ data });
        const { store } = service;
        await post("/tags", { key: "a", value: "1" });
        const [first] = store.tags.all();
        if (first) store.tags.delete(first);
        if (first) store.tags.set({ ...first });
        const [, second] = store.tags.all();
        if (second) store.tags.delete(second);
        await post("/owners", { name: "o", user_ids: [] });
        expect(readOrganizationFile(data).tags).toEqual(store.tags.all());
        expect(readOrganizationFile(data)).toEqual(service.snapshot());
    });

    test("is used by only one service at a time", async () => {
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
        writeFileSync(`${data}.lock`, JSON.stringify({ pid: process.ppid, id: "of another" }));
        await expect(startService({ data })).rejects.toThrow(`${data} is in use by process ${process.ppid}: `);
        expect(readdirSync(folder)).toEqual(["organization.json.lock"]);
    });

    test("is free if its service was killed, or if its lock has a process id from before a restart", async () => {
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
