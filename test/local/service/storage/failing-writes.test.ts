import { existsSync, mkdirSync, rmSync } from "node:fs";
import promises from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type ServiceOptions, seedOrganization } from "../../../../src/local/service/index.js";
import { readOrganizationFile } from "../../../../src/local/service/storage/organization-file.js";
import { type Answer, open, temporaryFolder } from "../harness.js";

type DiskStep = "writeFile" | "rename";

/** Called before each step of a write to disk. A rejection is the error of that step. */
const none = async (_step: DiskStep): Promise<void> => {};
const disk = { before: none, writes: 0 };

/** Replaces the functions that write to disk for all modules that have imported them. */
function interceptDisk(): void {
    const { writeFile, rename } = promises;
    vi.spyOn(promises, "writeFile").mockImplementation(async (...args) => {
        disk.writes += 1;
        await disk.before("writeFile");
        await writeFile(...args);
    });
    vi.spyOn(promises, "rename").mockImplementation(async (...args) => {
        await disk.before("rename");
        await rename(...args);
    });
    syncBuiltinESMExports();
}

let folder: string;
let data: string;
beforeEach(() => {
    folder = temporaryFolder();
    data = join(folder, "organization.json");
    disk.before = none;
    interceptDisk();
    vi.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
});

/** Lets one step of all writes fail, as on a full disk. */
function failAt(failing: DiskStep): void {
    disk.before = async (step) => {
        if (step === failing)
            throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
    };
}

async function openKept(options: ServiceOptions = {}) {
    const opened = await open({ data, ...options });
    const make = (name: string) => opened.post("/owners", { name, user_ids: [] });
    const names = () => opened.service.store.owners.all().map(({ name }) => name);
    const onDisk = () => readOrganizationFile(data).owners.map(({ name }) => name);
    return { ...opened, make, names, onDisk };
}

describe("a failed write", () => {
    test.each(["writeFile", "rename"] as const)("has no effect if it fails at %s", async (step) => {
        const { make, names, onDisk, get, service } = await openKept();
        await make("before");
        const before = service.snapshot();
        failAt(step);
        const answer = await make("refused");
        expect(answer).toMatchObject({ status: 500, body: { code: "not_kept" } });
        expect(answer.body.message).toMatch(/nothing was changed.*again/);
        expect(answer.body.message).not.toContain(folder);
        expect(service.snapshot()).toEqual(before);
        expect((await get("/owners?name=refused")).body.results).toEqual([]);
        expect(onDisk()).toEqual(["Administrators", "before"]);
        expect(existsSync(`${data}.new`)).toBe(false);
        disk.before = none;
        expect((await make("refused")).status).toBe(200);
        expect(names()).toEqual(["Administrators", "before", "refused"]);
        expect(onDisk()).toEqual(names());
        await service.close();
        expect(readOrganizationFile(data)).toEqual(service.snapshot());
    });

    test("is reported with the path of the file if a folder blocks it", async () => {
        const { make, names } = await openKept();
        mkdirSync(`${data}.new`);
        expect((await make("refused")).status).toBe(500);
        expect(vi.mocked(console.error).mock.calls.flat().join()).toMatch(/Cannot write .*organization\.json: EISDIR/);
        expect(names()).toEqual(["Administrators"]);
        rmSync(`${data}.new`, { recursive: true });
    });

    test("also fails the calls that share it or wait for it, and concurrent reads", async () => {
        const { make, names, onDisk, get, call, service } = await openKept();
        const { body } = await make("kept");
        const reads: Promise<Answer>[] = [];
        // During the write, when the store has the changes but the disk does not.
        disk.before = async () => {
            disk.before = none;
            await expect.poll(names).toContain("first");
            const before = service.calls.all().length;
            reads.push(get("/owners?name=first"), make("first"));
            const added = () => service.calls.all().slice(before);
            await expect
                .poll(() => added().map(({ body }) => body))
                .toEqual([undefined, { name: "first", user_ids: [] }]);
            await new Promise(setImmediate);
            throw new Error("EIO: i/o error, write");
        };
        const answers = await Promise.all([
            make("first"),
            ...Array.from({ length: 20 }, (_, i) => make(`owner ${i}`)),
            call("DELETE", `/owners/${body.owner_id}`),
            call("PUT", "/owners", { owners: [{ owner_id: body.owner_id, name: "renamed" }] }),
        ]);
        expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([500]));
        // Neither the list nor the conflict is returned, because both depend on the failed write.
        expect((await Promise.all(reads)).map(({ status }) => status)).toEqual([500, 500]);
        expect(names()).toEqual(["Administrators", "kept"]);
        expect(onDisk()).toEqual(names());
        const again = await Promise.all([make("first"), make("second")]);
        expect(again.map(({ status }) => status)).toEqual([200, 200]);
        expect(onDisk()).toEqual(["Administrators", "kept", "first", "second"]);
        expect(readOrganizationFile(data)).toEqual(service.snapshot());
    });

    test.each(["other", "small"] as const)("has no effect if it would replace the organization (%s)", async (seed) => {
        const { make, service, get } = await openKept();
        await make("kept");
        const before = service.snapshot();
        failAt("rename");
        const headers = { authorization: `Bearer ${service.token}` };
        const body = JSON.stringify(seedOrganization(seed));
        const put = () =>
            service.fetch(new Request(`${service.controlUrl}/snapshot`, { method: "PUT", headers, body }));
        expect((await put()).status).toBe(500);
        expect(service.snapshot()).toEqual(before);
        expect((await get("/users/whoami")).body.email).toBe("ada@tidewater.example");
        expect(readOrganizationFile(data)).toEqual(before);
        disk.before = none;
        expect((await put()).status).toBe(204);
        expect(readOrganizationFile(data)).toEqual(service.snapshot());
    });

    test("is not visible to stale reads, even after they have caught up", async () => {
        const { make, get, service } = await openKept({ clock: "2026-03-02T09:00:00Z" });
        service.faults.add({ operation: "getOwners", times: 9, answer: { staleMs: 1000 } });
        failAt("writeFile");
        expect((await make("refused")).status).toBe(500);
        disk.before = none;
        service.clock.advance(2000);
        expect((await get("/owners?name=refused")).body.results).toEqual([]);
    });
});

test("many failures and successes leave the successful writes", async () => {
    const { make, names, onDisk, service } = await openKept();
    const kept = ["Administrators"];
    for (let i = 0; i < 40; i++) {
        if (i % 3 === 1) failAt(i % 2 ? "writeFile" : "rename");
        const { status } = await make(`o${i}`);
        expect(status).toBe(i % 3 === 1 ? 500 : 200);
        if (status === 200) kept.push(`o${i}`);
        disk.before = none;
    }
    expect(names()).toEqual(kept);
    expect(onDisk()).toEqual(kept);
    expect(readOrganizationFile(data)).toEqual(service.snapshot());
});

test("changes that are made during a write are saved together by the next one", async () => {
    const { make, onDisk } = await openKept();
    let go = () => {};
    const gate = new Promise<void>((resolve) => {
        go = resolve;
    });
    disk.before = () => gate;
    disk.writes = 0;
    let answered = 0;
    const count = async (i: number) => {
        const { status } = await make(`o${i}`);
        answered += 1;
        return status;
    };
    const first = count(0);
    await expect.poll(() => disk.writes).toBe(1);
    const answers = [first, ...Array.from({ length: 29 }, (_, i) => count(i + 1))];
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(answered).toBe(0);
    go();
    expect(new Set(await Promise.all(answers))).toEqual(new Set([200]));
    expect(disk.writes).toBe(2);
    expect(onDisk()).toHaveLength(31);
});
