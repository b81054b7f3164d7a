/** Only one process holds a lock at a time, even if the previous holder did not release it. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FileLock } from "../../src/common/file-lock.js";

let folder: string;
let path: string;
beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "lock-"));
    path = join(folder, "file.lock");
});
afterEach(() => {
    vi.restoreAllMocks();
    rmSync(folder, { recursive: true });
});

const DEAD = 2 ** 22 + 1;
const take = (host?: string) => FileLock.take(path, (holder) => new Error(`in use by ${holder?.pid}`), host);
const put = (holder: object) => writeFileSync(path, JSON.stringify(holder));

test("takes over and releases the lock of a process that has ended", () => {
    put({ pid: DEAD, id: "ended" });
    const lock = take();
    expect(JSON.parse(readFileSync(path, "utf8"))).toMatchObject({ pid: process.pid });
    expect(take).toThrow(`in use by ${process.pid}`);
    lock.release();
    expect(existsSync(path)).toBe(false);
});

test("does not take over a stale lock that another process takes over at the same time", () => {
    put({ pid: DEAD, id: "ended" });
    vi.spyOn(process, "kill").mockImplementation((pid) => {
        if (pid !== DEAD) return true;
        put({ pid: process.ppid, id: "faster" });
        throw Object.assign(new Error("kill ESRCH"), { code: "ESRCH" });
    });
    expect(take).toThrow(`in use by ${process.ppid}`);
    expect(JSON.parse(readFileSync(path, "utf8"))).toMatchObject({ id: "faster" });
});

test("does not take over the lock of a process on another machine, which may still be running", () => {
    put({ pid: DEAD, id: "elsewhere", host: `not-${hostname()}` });
    expect(() => take(hostname())).toThrow(`in use by ${DEAD}`);
});

test.each(["", "no JSON", JSON.stringify({ pid: -1, id: "group" })])(
    "replaces a lock file with the invalid content %j",
    (content) => {
        writeFileSync(path, content);
        take().release();
        expect(existsSync(path)).toBe(false);
    },
);

test("does not release a lock that another process has taken over", () => {
    const lock = take();
    put({ pid: process.ppid, id: "later" });
    lock.release();
    expect(existsSync(path)).toBe(true);
});
