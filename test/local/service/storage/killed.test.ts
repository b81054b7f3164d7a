import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { randomNumbers } from "../../../../src/local/service/control/random.js";
import { open } from "../harness.js";

const SERVE = `
    const [service, data] = process.argv.slice(1);
    require(service).startService({ data }).then(({ url }) => console.log(url));
`;
const TOKEN = "local-token";
const WRITERS = 6;

let folder: string;
const started: ChildProcess[] = [];
beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "killed-"));
});
afterEach(() => {
    for (const child of started.splice(0)) child.kill("SIGKILL");
});
afterAll(() => rmSync(folder, { recursive: true }));

test.each(Array.from({ length: 10 }, (_, i) => [i + 1]))(
    "a service killed at a random time during writes restarts with every acknowledged write (seed %i)",
    async (seed) => {
        const random = randomNumbers(seed);
        const data = join(folder, `${seed}.json`);
        const { child, url } = await serve(data);
        const owners = new Map<string, Expected>();
        const writers = Array.from({ length: WRITERS }, (_, i) => write(url, owners, `seed ${seed}, writer ${i}`));
        await expect.poll(() => owners.size, { interval: 1 }).toBeGreaterThan(3);
        await new Promise((resolve) => setTimeout(resolve, 400 * random()));
        child.kill("SIGKILL");
        await once(child, "close");
        await Promise.all(writers);
        expect(existsSync(`${data}.lock`)).toBe(true);

        const { service } = await open({ data });
        const found = new Map(service.store.owners.all().map(({ owner_id, name }) => [owner_id, name]));
        for (const [id, allowed] of owners)
            expect(allowed, `${id} of ${[...owners.keys()].indexOf(id)}`).toContain(found.get(id));
        // A change that was only half written would show here.
        expect(service.store.ownerUsers.size).toBe(service.store.owners.size);
    },
);

test.skipIf(process.platform === "win32")(
    "a service killed after its files reached a size limit restarts with all acknowledged writes and no refused ones",
    async () => {
        const data = join(folder, "full.json");
        // A limit on file sizes acts like a full disk: a part is written, followed by an error.
        const { child, url } = await serve(data, ["sh", "-c", 'ulimit -f 240; exec "$0" "$@"']);
        const statuses = new Map<string, number>();
        const headers = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" };
        const make = async (name: string) => {
            const body = JSON.stringify({ name, description: "x".repeat(1000), user_ids: [] });
            statuses.set(name, (await fetch(`${url}/owners`, { method: "POST", headers, body })).status);
        };
        for (let i = 0; i < 300; i += 3) await Promise.all([i, i + 1, i + 2].map((name) => make(`owner ${name}`)));
        expect(new Set(statuses.values())).toEqual(new Set([200, 500]));
        const made = [...statuses].filter(([, status]) => status === 200).map(([name]) => name);
        const read = await fetch(`${url}/owners?page_size=1000`, { headers });
        const listed = (await read.json()) as { results: { name: string }[] };
        const names = (owners: readonly { name?: string }[]) =>
            owners.flatMap(({ name }) => (name?.startsWith("owner ") ? [name] : [])).sort();
        expect(names(listed.results)).toEqual(made.sort());
        child.kill("SIGKILL");
        await once(child, "close");

        const { service } = await open({ data });
        expect(names(service.store.owners.all())).toEqual(made);
    },
);

/** The names that an owner may have, or undefined if it may be deleted. There are several while a call is pending. */
type Expected = readonly (string | undefined)[];

/** Creates, renames and deletes owners until the service ends. */
async function write(url: string, owners: Map<string, Expected>, writer: string): Promise<void> {
    const call = async (method: string, path: string, body?: object) => {
        const headers = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" };
        const response = await fetch(url + path, { method, headers, body: body && JSON.stringify(body) });
        const text = await response.text();
        if (response.status !== 200) throw new TypeError(`${method} ${path}: ${response.status} ${text}`);
        return text && JSON.parse(text);
    };
    try {
        for (let i = 0; ; i++) {
            const name = `${writer}, ${i}`;
            const { owner_id } = await call("POST", "/owners", { name, user_ids: [] });
            owners.set(owner_id, [name]);
            if (i % 3 === 1) {
                owners.set(owner_id, [name, `${name}, renamed`]);
                await call("PUT", "/owners", { owners: [{ owner_id, name: `${name}, renamed` }] });
                owners.set(owner_id, [`${name}, renamed`]);
            }
            if (i % 3 === 2) {
                owners.set(owner_id, [name, undefined]);
                await call("DELETE", `/owners/${owner_id}`);
                owners.set(owner_id, [undefined]);
            }
        }
    } catch (error) {
        // The error of fetch if the service has ended. Errors thrown above start with the method and the path.
        if (!(error instanceof TypeError) || /^[A-Z]+ \//.test(error.message)) throw error;
    }
}

/** @param wrapper a command that runs the command after it */
async function serve(data: string, wrapper: string[] = []): Promise<{ child: ChildProcess; url: string }> {
    const [command = "", ...args] = [
        ...wrapper,
        process.execPath,
        "-e",
        SERVE,
        resolve("dist/local/service/index.js"),
        data,
    ];
    const child = spawn(command, args, { stdio: ["ignore", "pipe", wrapper.length > 0 ? "ignore" : "inherit"] });
    started.push(child);
    const [url] = await once(createInterface(child.stdout), "line");
    return { child, url };
}
