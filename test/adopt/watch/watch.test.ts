/** The reaction of the watch to audit events, step by step, against the local service and its clock. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Memory, recalled, remember } from "../../../src/adopt/watch/memory.js";
import { Watch } from "../../../src/adopt/watch/watch.js";
import { AccessGovernanceClient } from "../../../src/api/access-governance-client.js";
import { type Service, startService } from "../../../src/local/service/index.js";

const SECOND = 1000;
const MINUTE = 60 * SECOND;

let service: Service;
let folder: string;
let lines: string[];
let runs: number;
/** Exit codes of successive checks. The last one is repeated. */
let codes: (number | Error)[];
let declared: () => Promise<{ title: string; id: string }[]>;

beforeEach(async () => {
    service = await startService({ seed: "small" });
    folder = mkdtempSync(join(tmpdir(), "watch-"));
    [lines, runs, codes] = [[], 0, [0]];
    const id = group("Contractors");
    declared = async () => [{ title: "Group contractors", id }];
});

afterEach(async () => {
    await service.close();
    rmSync(folder, { recursive: true });
});

const file = () => join(folder, "memory.json");

/** Creates a watch that continues from the memory of the previous one. */
function begin(): Watch {
    return new Watch({
        connect: () => new AccessGovernanceClient({ url: service.url, token: service.token, retries: 0 }),
        declared: () => declared(),
        look: async () => {
            runs += 1;
            const code = codes.length > 1 ? codes.shift() : codes[0];
            if (code instanceof Error) throw code;
            return code ?? 0;
        },
        say: (line) => void lines.push(line.replace(/^\S+Z /, "")),
        memory: recalled(file(), service.url),
        remember: (memory: Memory) => remember(file(), service.url, memory),
        pollMs: 20 * SECOND,
        quietMs: 30 * SECOND,
        fullMs: 60 * MINUTE,
    });
}

/** Returns a watch that finished its first check ten minutes ago. */
async function running(): Promise<Watch> {
    const watch = begin();
    await watch.step();
    service.clock.advance(10 * MINUTE);
    await watch.step();
    [lines, runs] = [[], 0];
    return watch;
}

function group(name: string): string {
    const found = service.store.groups.all().find((one) => one.name === name);
    if (!found) throw new Error(`There is no group ${name}.`);
    return found.group_id;
}

async function edit(name: string, visibility = "GLOBAL"): Promise<void> {
    const answer = await fetch(`${service.url}/groups/${group(name)}/visibility`, {
        method: "PUT",
        headers: { authorization: `Bearer ${service.token}`, "content-type": "application/json" },
        body: JSON.stringify({ visibility, visibility_group_ids: [] }),
    });
    if (!answer.ok) throw new Error(await answer.text());
}

test("the first check runs immediately, and the next one after a declared object changed and a quiet period", async () => {
    const watch = await running();
    await edit("Office staff");
    expect(await watch.step()).toBeUndefined();
    expect(lines).toEqual([]);

    await edit("Contractors");
    expect(await watch.step()).toBeUndefined();
    expect(lines).toEqual([expect.stringMatching(/^\S+ by ada@tidewater\.example: Group contractors$/)]);
    service.clock.advance(20 * SECOND);
    await edit("Contractors", "LIMITED");
    expect(await watch.step()).toBeUndefined();
    service.clock.advance(20 * SECOND);
    expect(await watch.step()).toBeUndefined();
    service.clock.advance(20 * SECOND);
    codes = [7];
    expect(await watch.step()).toBe(7);
    expect(lines.slice(-2)).toEqual(["running the check: a declared object was changed", "drift found (exit code 7)"]);
    for (let step = 0; step < 20; step += 1) {
        service.clock.advance(20 * SECOND);
        await watch.step();
    }
    expect(runs).toBe(1);
});

test("continuous changes do not prevent a check, and do not cause one after each change", async () => {
    const watch = await running();
    for (let step = 0; step < 30; step += 1) {
        await edit("Contractors", step % 2 === 0 ? "GLOBAL" : "LIMITED");
        await watch.step();
        service.clock.advance(20 * SECOND);
    }
    // Once in ten minutes.
    expect(runs).toBe(1);
});

test("a change during a check causes another check", async () => {
    const watch = await running();
    await edit("Contractors");
    await watch.step();
    service.clock.advance(35 * SECOND);
    expect(await watch.step()).toBe(0);
    await edit("Contractors", "LIMITED");
    await watch.step();
    service.clock.advance(3 * MINUTE);
    expect(await watch.step()).toBe(0);
    expect(runs).toBe(2);
});

test("a check that was killed is repeated by the next process", async () => {
    const watch = await running();
    await edit("Contractors");
    await watch.step();
    service.clock.advance(5 * MINUTE);
    codes = [new Error("killed"), 0];
    await expect(watch.step()).rejects.toThrow("killed");
    const next = begin();
    expect(await next.step()).toBe(0);
    expect(await next.step()).toBeUndefined();
});

test("a process reacts to changes made before it started", async () => {
    await running();
    service.clock.advance(20 * MINUTE);
    await edit("Contractors");
    service.clock.advance(20 * MINUTE);
    expect(await begin().step({ isQuiet: false })).toBe(0);
});

test("an event that arrives late causes one check", async () => {
    const watch = await running();
    await edit("Contractors");
    const [late] = service.store.events.all().slice(-1);
    if (!late) throw new Error("There is no event.");
    service.store.events.delete(late);
    service.clock.advance(4 * MINUTE);
    expect(await watch.step()).toBeUndefined();
    service.store.events.set(late);
    await watch.step();
    expect(lines).toHaveLength(1);
    service.clock.advance(MINUTE);
    expect(await watch.step()).toBe(0);
    await watch.step();
    expect(runs).toBe(1);
});

test("if events cannot be read, the reason is reported once and checks run at an interval", async () => {
    const watch = await running();
    service.faults.add({ operation: "getEvents", times: 8, answer: { status: 403 } });
    for (let step = 0; step < 8; step += 1) {
        service.clock.advance(10 * MINUTE);
        await watch.step();
    }
    expect(lines[0]).toMatch(/returned 403.* Until events are readable, the check runs at the interval only\.$/);
    expect(lines.filter((line) => line.includes("403"))).toHaveLength(1);
    expect(runs).toBe(1);
    await watch.step();
    expect(lines.at(-1)).toBe("audit events are readable again");
});

test("rate limits and outages only delay a check", async () => {
    const watch = await running();
    await edit("Contractors");
    for (const status of [429, 503]) {
        service.faults.add({ operation: "getEvents", answer: { status } });
        expect(await watch.step()).toBeUndefined();
    }
    service.clock.advance(MINUTE);
    await watch.step();
    service.clock.advance(MINUTE);
    expect(await watch.step()).toBe(0);
});

test("a failed check runs again after a delay", async () => {
    const watch = await running();
    codes = [1, 0];
    service.clock.advance(60 * MINUTE);
    expect(await watch.step()).toBe(1);
    expect(lines.at(-1)).toBe("check failed (exit code 1); next try in 5 minutes");
    expect(await watch.step()).toBeUndefined();
    // The client knows the service's clock only to the second.
    service.clock.advance(5 * MINUTE + 5 * SECOND);
    expect(await watch.step()).toBe(0);
});

test("a clock that was set back does not prevent a check", async () => {
    await running();
    const memory = recalled(file(), service.url);
    if (memory) remember(file(), service.url, { ...memory, lookedAt: Date.now() + 48 * 60 * MINUTE });
    expect(await begin().step()).toBe(0);
});

test("a process that is ending does not start a check", async () => {
    await running();
    service.clock.advance(60 * MINUTE);
    expect(await begin().step({ signal: AbortSignal.abort() })).toBeUndefined();
    expect(await begin().step()).toBe(0);
});

test("an event counts as relevant if its objects or the declared objects are unknown", async () => {
    const watch = await running();
    const event = {
        actor_user_id: "00000000-0000-4000-8000-000000000001",
        actor_name: "Somebody",
        event_type: "SOMETHING_DONE",
        created_at: new Date(service.clock.now()).toISOString(),
        sub_events: [{ sub_event_type: "SOMETHING", name: "prod" }],
    };
    service.store.events.set({ ...event, event_id: "00000000-0000-4000-8000-00000000e001" });
    await watch.step();
    expect(lines).toEqual(["SOMETHING_DONE by Somebody: names no object"]);
    declared = async () => Promise.reject(new Error("the backend is gone"));
    service.store.events.set({ ...event, event_id: "00000000-0000-4000-8000-00000000e002" });
    await watch.step();
    expect(lines[1]).toBe("cannot determine which events are relevant: the backend is gone");
});

test("a step makes one call and writes nothing", async () => {
    const watch = await running();
    service.calls.clear();
    for (let step = 0; step < 5; step += 1) await watch.step();
    expect(service.calls.all().map(({ operation }) => operation)).toEqual(Array(5).fill("getEvents"));
});

test.each([
    ["not JSON", "{"],
    ["of another version", JSON.stringify({ version: 2, url: "", memory: {} })],
    [
        "of another organization",
        JSON.stringify({ version: 1, url: "https://elsewhere", memory: { since: 0, seen: {} } }),
    ],
])("a memory that is %s is ignored", async (_, text) => {
    writeFileSync(file(), text);
    expect(await begin().step()).toBe(0);
    expect(lines[0]).toBe("running the check: no earlier check");
});
