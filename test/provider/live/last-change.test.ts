import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Client } from "../../../src/api/client.js";
import { ForbiddenError, RateLimitedError } from "../../../src/api/errors.js";
import type { Event } from "../../../src/api/generated/types.gen.js";
import { type Service, startService } from "../../../src/local/service/index.js";
import {
    type ChangedSubject,
    changedByText,
    type LastChange,
    lastChange,
} from "../../../src/provider/live/last-change.js";
import { Group } from "../../../src/resources/kinds/groups/group.js";
import { GroupUser } from "../../../src/resources/kinds/groups/group-user.js";
import { GroupUsers } from "../../../src/resources/kinds/groups/group-users.js";
import { GroupVisibility } from "../../../src/resources/kinds/groups/group-visibility.js";
import { inMemory, type Transport } from "../../support/transport.js";

const HOUR = 3_600_000;

let service: Service;
let transport: Transport;
let groupId: string;
let ada: string;

beforeEach(async () => {
    const tokens = [{ token: "grace", email: "bruno@tidewater.example", role: "ADMIN" as const }];
    service = await startService({ seed: "small", tokens });
    transport = inMemory(service, service.url);
    [{ group_id: groupId } = { group_id: "" }] = service.snapshot().groups;
    ada = service.snapshot().users.find(({ email }) => email === "ada@tidewater.example")?.user_id ?? "";
});

afterEach(async () => {
    transport.close();
    await service.close();
});

const client = () => new Client({ url: service.url, token: service.token }, () => service.clock.now().getTime());

const group = (more: Partial<ChangedSubject> = {}): ChangedSubject => ({
    ids: [groupId],
    operations: Group.kind.operations,
    event: "change",
    ...more,
});

/** Calls the API directly, with the token of a user. */
async function by(token: string, method: string, path: string, body?: unknown): Promise<void> {
    const { status } = await service.fetch(
        new Request(`${service.url}${path}`, {
            method,
            headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
            ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        }),
    );
    expect(status).toBeLessThan(300);
}

const rename = (token: string, name: string) => by(token, "PUT", "/groups", { groups: [{ group_id: groupId, name }] });

/** Makes the next reads of events return `results`. */
function events(results: readonly Event[], next?: string): void {
    transport.between = async () => Response.json({ results, ...(next ? { next } : {}) });
}

const event = (more: Partial<Event> = {}): Event => ({
    event_id: "11111111-1111-4111-8111-111111111111",
    actor_user_id: "22222222-2222-4222-8222-222222222222",
    actor_name: "Grace",
    event_type: "GROUPS_UPDATED",
    created_at: "2026-11-24T01:12:00Z",
    sub_events: [{ sub_event_type: "GROUPS_UPDATED", object_id: groupId }],
    ...more,
});

describe("the last change of an object", () => {
    it("is the newest change event with its author, read in one call", async () => {
        await rename(service.token, "One");
        service.clock.advance(HOUR);
        await rename("grace", "Two");
        const at = service.clock.now().getTime();
        service.clock.advance(2 * HOUR);
        service.calls.clear();
        expect(await lastChange(client(), group())).toEqual({
            by: "bruno@tidewater.example",
            userId: service.snapshot().users.find(({ email }) => email === "bruno@tidewater.example")?.user_id,
            at: expect.closeTo(at, -3),
            type: "GROUPS_UPDATED",
            isKnown: true,
            token: expect.any(String),
        });
        expect(service.calls.all().map(({ operation }) => operation)).toEqual(["getEvents"]);
    });

    it("is undefined if nothing was changed, or only another part of the object", async () => {
        expect(await lastChange(client(), group())).toBeUndefined();
        await by("grace", "POST", `/groups/${groupId}/users/${ada}`, { duration_minutes: 60 });
        expect(await lastChange(client(), group({ operations: GroupVisibility.kind.operations }))).toBeUndefined();
        const members = await lastChange(client(), group({ operations: GroupUsers.kind.operations }));
        expect(members?.type).toBe("GROUP_USER_ADDED");
    });

    it("is found for a deleted membership by both ids, and is undefined once the membership exists again", async () => {
        const member: ChangedSubject = {
            ids: [groupId, ada],
            operations: GroupUser.kind.operations,
            event: "deletion",
        };
        await by(service.token, "POST", `/groups/${groupId}/users/${ada}`, { duration_minutes: 60 });
        expect(await lastChange(client(), member)).toBeUndefined();
        await by("grace", "DELETE", `/groups/${groupId}/users/${ada}`);
        expect(await lastChange(client(), member)).toMatchObject({
            type: "GROUP_USER_DELETED",
            by: "bruno@tidewater.example",
        });
        await by(service.token, "POST", `/groups/${groupId}/users/${ada}`, { duration_minutes: 60 });
        expect(await lastChange(client(), member)).toBeUndefined();
        await by("grace", "DELETE", `/groups/${groupId}/users/${ada}`);
        const another = service.snapshot().groups[1]?.group_id ?? "";
        expect(await lastChange(client(), { ...member, ids: [another, ada] })).toBeUndefined();
    });

    it("is undefined if it is older than 30 days", async () => {
        await rename("grace", "Two");
        service.clock.advance(29 * 24 * HOUR);
        expect(await lastChange(client(), group())).toBeDefined();
        service.clock.advance(2 * 24 * HOUR);
        expect(await lastChange(client(), group())).toBeUndefined();
    });

    it("is the newest event of a list in any order, and undefined if the newest may be on another page", async () => {
        const [old, young] = [event(), event({ actor_name: "Ada", created_at: "2026-11-24T01:13:00Z" })];
        for (const results of [
            [old, young],
            [young, old],
        ]) {
            events(results);
            expect((await lastChange(client(), group()))?.by).toBe("Ada");
        }
        events([young, old], "more");
        expect((await lastChange(client(), group()))?.by).toBe("Ada");
        events([old, young], "more");
        expect(await lastChange(client(), group())).toBeUndefined();
        const later = { ...old, actor_name: "Later" };
        events([old, later]);
        expect((await lastChange(client(), group()))?.by).toBe("Later");
    });

    it("has isKnown: false if the event type is unknown, and is never the creation of the object", async () => {
        events([event({ event_type: "ROW_TOUCHED" })]);
        expect(await lastChange(client(), group())).toMatchObject({ type: "ROW_TOUCHED", isKnown: false });
        events([event({ event_type: "GROUP_CREATED" })]);
        expect(await lastChange(client(), group())).toBeUndefined();
    });

    it("is not requested for an object without an id that events can contain", async () => {
        service.calls.clear();
        expect(await lastChange(client(), group({ ids: ["CRITICAL"] }))).toBeUndefined();
        expect(await lastChange(client(), group({ ids: [] }))).toBeUndefined();
        expect(service.calls.all()).toEqual([]);
    });

    it("is requested only once, even if the request fails", async () => {
        for (const [status, error] of [[403, ForbiddenError] as const, [429, RateLimitedError] as const]) {
            let calls = 0;
            transport.between = async () => {
                calls += 1;
                return Response.json({ message: "no" }, { status, headers: { "retry-after": "60" } });
            };
            await expect(lastChange(client(), group(), { retries: 0 })).rejects.toThrow(error);
            expect(calls).toBe(1);
        }
    });
});

it.each([
    [0, "just now"],
    [60_000, "1 minute ago"],
    [119 * 60_000, "119 minutes ago"],
    [2 * HOUR, "2 hours ago"],
    [47 * HOUR, "47 hours ago"],
    [48 * HOUR, "2 days ago"],
    [-5_000, "just now"],
])("a change %i ms ago is described as %s", (age, text) => {
    const at = Date.parse("2026-11-24T01:12:34Z");
    const change: LastChange = { by: "ada@x.example", userId: "u1", at, type: "GROUPS_UPDATED", isKnown: true };
    expect(changedByText(change, at + age)).toBe(`ada@x.example ${text} (2026-11-24T01:12Z)`);
});
