import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Client } from "../../../src/api/client.js";
import { type Service, startService } from "../../../src/local/service/index.js";
import type { Forecast } from "../../../src/provider/forecast.js";
import { Live } from "../../../src/provider/live/live.js";
import { Locks } from "../../../src/provider/live/locks.js";
import { ReadAhead } from "../../../src/provider/run/read-ahead.js";
import type { Scope } from "../../../src/provider/shapes/kind.js";
import { Group } from "../../../src/resources/kinds/groups/group.js";
import { GroupVisibility } from "../../../src/resources/kinds/groups/group-visibility.js";
import { Owner } from "../../../src/resources/kinds/owners/owner.js";

const kinds = [Owner.kind, Group.kind, GroupVisibility.kind];

let service: Service;
let scope: Scope;

beforeEach(async () => {
    service = await startService({ seed: "medium" });
    const client = new Client({ url: service.url, token: service.token, retries: 0 });
    scope = { client, live: new Live(client), locks: new Locks(), now: Date.now };
});

afterEach(() => service.close());

const first = { kind: "Owner", name: "first", parent: "" };

const forecast = (kind: string, name: string, more: Partial<Forecast> = {}): Forecast => ({
    kind,
    name,
    provider: 0,
    key: {},
    ids: {},
    given: [],
    ...more,
});

/** Announces `told`, requests the first `asked`, and waits for `expected` calls and until no more follow. Returns the operations called. */
async function calls(told: readonly Forecast[], asked = 2, expected = 0): Promise<string[]> {
    const poll = vi.fn().mockReturnValueOnce(told).mockReturnValue([]);
    const ahead = new ReadAhead({ poll }, kinds);
    service.calls.clear();
    for (const { kind, name } of told.slice(0, asked)) ahead.asked({ kind, name, parent: "" }, scope);
    await expect.poll(() => operations().length).toBeGreaterThanOrEqual(expected);
    await settled();
    return operations();
}

/** Called by the tests themselves, and by no kind. */
const FENCE = "getCurrentUser";

const operations = (): string[] =>
    service.calls.all().flatMap(({ operation }) => (operation && operation !== FENCE ? [operation] : []));

/**
 * Waits until every call has a response and none follows. A further call would be sent as soon as a response arrives, so it would reach the
 * service before the call of this function.
 */
async function settled(): Promise<void> {
    const open = () => service.calls.all().some(({ status }) => status === 0);
    for (let before = -1; open() || before !== operations().length; ) {
        before = operations().length;
        await new Promise(setImmediate);
        await scope.client.call(FENCE);
    }
}

/** Forecasts of `count` groups of the organization, each with its visibility as a separate resource. */
function groups(count: number): Forecast[] {
    return service.store.groups
        .all()
        .slice(0, count)
        .flatMap(({ name, app_id, group_type }, index) => [
            forecast("Group", `group ${index}`, {
                key: { name: `${name}`, appId: `${app_id}`, groupType: `${group_type}` },
                given: ["name", "onCallScheduleIds"],
            }),
            forecast("GroupVisibility", `visibility ${index}`, { ids: { groupId: 2 * index } }),
        ]);
}

describe("a resource that the program is about to declare", () => {
    it("is read before the engine requests it: one list, and each part once", async () => {
        const called = await calls(groups(5), 3, 11);
        expect(called.filter((name) => name === "getGroups")).toHaveLength(1);
        expect(called.filter((name) => name === "getGroupOnCallSchedules")).toHaveLength(5);
        expect(called.filter((name) => name === "getGroupVisibility")).toHaveLength(5);
        expect(called).toHaveLength(11);
        for (const { group_id } of service.store.groups.all().slice(0, 5)) {
            await Group.kind.observe(scope.live, group_id, ["name", "onCallScheduleIds"]);
            await GroupVisibility.kind.observe(scope.live, group_id, []);
        }
        expect(operations()).toHaveLength(11);
    });

    it("is read ahead of the last request, further ahead after more requests", async () => {
        const visibilities = async (asked: number, expected: number) =>
            (await calls(groups(40), asked, expected)).filter((name) => name === "getGroupVisibility").length;
        expect(await visibilities(1, 1 + 4 + 4)).toBe(4);
        scope = { ...scope, live: new Live(scope.client) };
        expect(await visibilities(10, 1 + 20 + 20)).toBe(20);
    });

    it("is not read if the engine requests only other resources, as with --target", async () => {
        const told = groups(40);
        const poll = vi.fn().mockReturnValueOnce(told).mockReturnValue([]);
        const ahead = new ReadAhead({ poll }, kinds);
        service.calls.clear();
        ahead.asked({ kind: "Group", name: "group 30", parent: "" }, scope);
        await expect.poll(() => operations().length).toBeGreaterThanOrEqual(9);
        await settled();
        expect(operations().filter((name) => name === "getGroupVisibility")).toHaveLength(4);
        expect(operations()).toHaveLength(9);
    });

    it("is not read if there are too few resources to read a list", async () => {
        expect(await calls(groups(3))).toEqual([]);
    });

    it("has no parts read if it does not exist", async () => {
        const missing = Array.from({ length: 5 }, (_, index) =>
            forecast("Owner", `owner ${index}`, { key: { name: `nobody ${index}` }, given: ["userIds"] }),
        );
        expect(await calls(missing, 2, 1)).toEqual(["getOwners"]);
    });

    it("is not read if another provider of the program manages it", async () => {
        const told = groups(5).map((one, index) => ({ ...one, provider: index === 0 ? 1 : 0 }));
        expect(await calls(told, 1)).toEqual([]);
    });

    it("is not read until the provider knows its own number", async () => {
        const ahead = new ReadAhead({ poll: () => groups(5) }, kinds);
        service.calls.clear();
        ahead.asked(first, scope);
        await settled();
        expect(operations()).toEqual([]);
    });

    it("is not read ahead after the engine has requested it", async () => {
        const told = groups(5);
        const poll = vi.fn().mockReturnValueOnce(told).mockReturnValue([]);
        const ahead = new ReadAhead({ poll }, kinds);
        for (const { group_id } of service.store.groups.all()) {
            ahead.pass("Group", group_id);
            ahead.pass("GroupVisibility", group_id);
        }
        service.calls.clear();
        ahead.asked({ kind: "Group", name: "group 0", parent: "" }, scope);
        await expect.poll(() => operations().length).toBeGreaterThan(0);
        await settled();
        expect(operations()).toEqual(["getGroups"]);
    });

    it("is requested again if reading it ahead failed", async () => {
        service.faults.add({ operation: "getGroupVisibility", when: "before", answer: { status: 500 }, times: 5 });
        await calls(groups(5), 3, 11);
        const [group] = service.store.groups.all();
        const found = await GroupVisibility.kind.observe(scope.live, group?.group_id ?? "", []);
        expect(found).toMatchObject({ groupId: group?.group_id });
    });
});
