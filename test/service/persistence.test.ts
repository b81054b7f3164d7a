import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { seedOrganization, startService } from "../../src/service/index.js";
import { open } from "./harness.js";

let folder: string;
beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "organization-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe("ids", () => {
    const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

    test("are UUIDs, the same from the same seed in whatever order objects are made", async () => {
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

    test("are not given again after a deletion", async () => {
        const { post, delete: remove } = await open();
        const first = (await post("/owners", { name: "a", user_ids: [] })).body.owner_id;
        await remove(`/owners/${first}`);
        expect((await post("/owners", { name: "a", user_ids: [] })).body.owner_id).not.toBe(first);
    });
});

describe("a snapshot", () => {
    test("holds everything and starts a service like the one it was taken from", async () => {
        const { post, service } = await open();
        await post("/owners", { name: "Platform", user_ids: [service.store.currentUserId] });
        const snapshot = service.snapshot();
        const again = await open({ organization: JSON.parse(JSON.stringify(snapshot)) });
        expect(again.service.snapshot()).toEqual(snapshot);
        // The next ids are the same as well.
        const next = { name: "Next", user_ids: [] };
        expect((await again.post("/owners", next)).body).toEqual((await post("/owners", next)).body);
    });

    test("is a copy: later changes do not show in it", async () => {
        const { post, service } = await open();
        const snapshot = service.snapshot();
        await post("/owners", { name: "Platform", user_ids: [] });
        expect(snapshot.owners).toHaveLength(1);
    });

    test.each(["small", "other", "empty"] as const)("of the seed %s is valid record by record", async (seed) => {
        const file = join(folder, "seed.json");
        writeFileSync(file, JSON.stringify(seedOrganization(seed)));
        expect((await open({ seed: file })).service.snapshot()).toEqual(seedOrganization(seed));
    });

    test("loads from a seed file; kinds left out are empty and ids differ from file to file", async () => {
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
    test("keeps the organization across restarts, and wins over the seed", async () => {
        const data = join(folder, "organization.json");
        const first = await open({ data });
        const { body: owner } = await first.post("/owners", { name: "Platform", user_ids: [] });
        await first.service.close();
        const second = await open({ data, seed: "empty" });
        expect((await second.get(`/owners/${owner.owner_id}`)).body).toEqual(owner);
        expect(second.service.snapshot()).toEqual(first.service.snapshot());
    });

    test("is whole and in place when a change is answered; nothing else is left beside it", async () => {
        const data = join(folder, "organization.json");
        const { post, service } = await open({ data });
        const made = await Promise.all(
            Array.from({ length: 30 }, async (_, i) => {
                const { body } = await post("/owners", { name: `o${i}`, user_ids: [] });
                return [body.owner_id, readFileSync(data, "utf8")] as const;
            }),
        );
        for (const [id, text] of made) {
            expect(JSON.parse(text).owners.map((owner: { owner_id: string }) => owner.owner_id)).toContain(id);
        }
        expect(JSON.parse(readFileSync(data, "utf8"))).toEqual(JSON.parse(JSON.stringify(service.snapshot())));
        expect(readdirSync(folder)).toEqual(["organization.json"]);
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
        ["not JSON", "{ nonsense", /organization\.json is not JSON: .*\.$/],
        [
            "an unknown kind",
            '{"grups":[]}',
            /organization\.json is not an organization: the top level: Unrecognized key: "grups"\.$/,
        ],
        [
            "a broken record",
            '{"users":[{"user_id":"x"}]}',
            /is not an organization: users\[0\]\.user_id: must be a UUID; .*\.$/,
        ],
        ["nobody", "{}", /users must hold the user that the token stands for\.$/],
    ])("with %s is refused in one sentence", async (_what, text, message) => {
        const data = join(folder, "organization.json");
        writeFileSync(data, text);
        await expect(startService({ data })).rejects.toThrow(message);
        expect(readFileSync(data, "utf8")).toBe(text);
    });

    test("that cannot be read or written is told at the start", async () => {
        await expect(startService({ seed: join(folder, "missing.json") })).rejects.toThrow(
            `Cannot read ${join(folder, "missing.json")}: ENOENT: no such file or directory.`,
        );
        await expect(startService({ data: join(folder, "no/such/folder.json") })).rejects.toThrow(
            /^Cannot write .*\.$/,
        );
    });
});
