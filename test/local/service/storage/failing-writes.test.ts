import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { type FileHandle, open as openFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type ServiceOptions, seedOrganization } from "../../../../src/local/service/index.js";
import { readOrganization } from "../../../../src/local/service/storage/file.js";
import { type Answer, open } from "../harness.js";

let folder: string;
let data: string;
let handles: FileHandle;
beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "failing-"));
    data = join(folder, "organization.json");
    const handle = await openFile(join(folder, "any"), "w");
    handles = Object.getPrototypeOf(handle) as FileHandle;
    await handle.close();
    vi.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(() => {
    vi.restoreAllMocks();
    rmSync(folder, { recursive: true });
});

const full = () => Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });

/** Simulates a full disk: the part that fits is written before the error. */
function fillDisk(room: number) {
    type Write = (buffer: Buffer, offset: number, length: number, position: number) => Promise<object>;
    // The overload that the service uses.
    const write = handles.write as object as Write;
    let left = room;
    const filling: Write = async function (this: FileHandle, buffer, offset, length, position) {
        // Overwriting needs no additional space.
        if (position === 0) return write.call(this, buffer, offset, length, position);
        if (left === 0) throw full();
        const part = Math.min(left, length);
        left -= part;
        return write.call(this, buffer, offset, part, position);
    };
    return vi.spyOn(handles, "write").mockImplementation(filling as never);
}

async function openKept(options: ServiceOptions = {}) {
    const opened = await open({ data, ...options });
    const make = (name: string) => opened.post("/owners", { name, user_ids: [] });
    const names = () => opened.service.store.owners.all().map(({ name }) => name);
    const onDisk = () => readOrganization(data).owners.map(({ name }) => name);
    return { ...opened, make, names, onDisk };
}

describe("a failed write", () => {
    test.each([0, 1, 30])("has no effect if the disk is full after %d more bytes", async (room) => {
        const { make, names, onDisk, get, service } = await openKept();
        await make("before");
        const before = service.snapshot();
        const disk = fillDisk(room);
        const answer = await make("refused");
        expect(answer).toMatchObject({ status: 500, body: { code: "not_kept" } });
        expect(answer.body.message).toMatch(/nothing was changed.*again/);
        expect(answer.body.message).not.toContain(folder);
        expect(service.snapshot()).toEqual(before);
        expect((await get("/owners?name=refused")).body.results).toEqual([]);
        expect(onDisk()).toEqual(["Administrators", "before"]);
        disk.mockRestore();
        expect((await make("refused")).status).toBe(200);
        expect(names()).toEqual(["Administrators", "before", "refused"]);
        expect(onDisk()).toEqual(names());
        await service.close();
        expect(readOrganization(data)).toEqual(service.snapshot());
    });

    test("has no effect if the disk cannot be synced and the journal cannot be truncated", async () => {
        const { make, names, onDisk } = await openKept();
        vi.spyOn(handles, "sync").mockRejectedValueOnce(full());
        vi.spyOn(handles, "truncate").mockRejectedValueOnce(full());
        expect((await make("refused")).status).toBe(500);
        expect(names()).toEqual(["Administrators"]);
        expect((await make("next")).status).toBe(200);
        expect(onDisk()).toEqual(["Administrators", "next"]);
    });

    test("also fails the calls that share it or wait for it, and concurrent reads", async () => {
        const { make, names, onDisk, get, call, service } = await openKept();
        const { body } = await make("kept");
        const disk = fillDisk(0);
        const reads: Promise<Answer>[] = [];
        // During the write, when the store has the changes but the disk does not.
        vi.spyOn(handles, "truncate").mockImplementationOnce(async () => {
            await expect.poll(names).toContain("first");
            const before = service.calls.all().length;
            reads.push(get("/owners?name=first"), make("first"));
            const added = () => service.calls.all().slice(before);
            await expect
                .poll(() => added().map(({ body }) => body))
                .toEqual([undefined, { name: "first", user_ids: [] }]);
            await new Promise(setImmediate);
        });
        const answers = await Promise.all([
            make("first"),
            ...Array.from({ length: 20 }, (_, i) => make(`owner ${i}`)),
            call("DELETE", `/owners/${body.owner_id}`),
            call("PUT", "/owners", { owners: [{ owner_id: body.owner_id, name: "renamed" }] }),
        ]);
        expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([500]));
        // Neither the list nor the conflict is returned, because both depend on the failed write.
        expect((await Promise.all(reads)).map(({ status }) => status)).toEqual([500, 500]);
        disk.mockRestore();
        expect(names()).toEqual(["Administrators", "kept"]);
        expect(onDisk()).toEqual(names());
        const again = await Promise.all([make("first"), make("second")]);
        expect(again.map(({ status }) => status)).toEqual([200, 200]);
        expect(onDisk()).toEqual(["Administrators", "kept", "first", "second"]);
        expect(readOrganization(data)).toEqual(service.snapshot());
    });

    test("has no effect if the whole organization cannot be written", async () => {
        const { make, names, onDisk } = await openKept({ smallJournal: 0 });
        // A folder blocks the path of the new file: the first writes fill the journal, the later ones need the file.
        mkdirSync(`${data}.new`);
        const statuses: number[] = [];
        for (let i = 0; i < 60; i++) statuses.push((await make(`o${i}`)).status);
        const made = statuses.filter((status) => status === 200).length;
        expect(made).toBeGreaterThan(0);
        expect(statuses.at(-1)).toBe(500);
        expect(vi.mocked(console.error).mock.calls.flat().join()).toMatch(/Cannot write .*organization\.json: EISDIR/);
        expect(names()).toEqual(["Administrators", ...Array.from({ length: made }, (_, i) => `o${i}`)]);
        expect(onDisk()).toEqual(names());
        rmSync(`${data}.new`, { recursive: true });
        expect((await make("last")).status).toBe(200);
        expect(onDisk()).toEqual(names());
    });

    test.each(["other", "small"] as const)("has no effect if it would replace the organization (%s)", async (seed) => {
        const { make, service, get } = await openKept();
        await make("kept");
        const before = service.snapshot();
        mkdirSync(`${data}.new`);
        const headers = { authorization: `Bearer ${service.token}` };
        const body = JSON.stringify(seedOrganization(seed));
        const put = () =>
            service.fetch(new Request(`${service.controlUrl}/snapshot`, { method: "PUT", headers, body }));
        expect((await put()).status).toBe(500);
        expect(service.snapshot()).toEqual(before);
        expect((await get("/users/whoami")).body.email).toBe("ada@tidewater.example");
        expect(readOrganization(data)).toEqual(before);
        rmSync(`${data}.new`, { recursive: true });
        expect((await put()).status).toBe(204);
        expect(readOrganization(data)).toEqual(service.snapshot());
    });

    test("is not visible to stale reads, even after they have caught up", async () => {
        const { make, get, service } = await openKept({ clock: "2026-03-02T09:00:00Z" });
        service.faults.add({ operation: "getOwners", times: 9, answer: { staleMs: 1000 } });
        const disk = fillDisk(0);
        expect((await make("refused")).status).toBe(500);
        disk.mockRestore();
        service.clock.advance(2000);
        expect((await get("/owners?name=refused")).body.results).toEqual([]);
    });
});

test("the journal is intact after many failures and successes", async () => {
    const { make, names, onDisk, service } = await openKept({ smallJournal: 2000 });
    const kept = ["Administrators"];
    for (let i = 0; i < 40; i++) {
        const disk = i % 3 === 1 ? fillDisk(i) : undefined;
        const { status } = await make(`o${i}`);
        if (status === 200) kept.push(`o${i}`);
        disk?.mockRestore();
    }
    // Some writes failed, but not those that rewrote the file.
    expect(kept.length).toBeGreaterThan(26);
    expect(kept.length).toBeLessThan(41);
    expect(names()).toEqual(kept);
    expect(onDisk()).toEqual(kept);
    expect(readOrganization(data)).toEqual(service.snapshot());
    expect(readFileSync(`${data}.journal`).length).toBeGreaterThan(0);
});
