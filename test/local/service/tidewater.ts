import { expect } from "vitest";
import type { Service, ServiceOptions } from "../../../src/local/service/index.js";
import { type Harness, open } from "./harness.js";

/** When the clock of `openTidewater` stands. */
export const NOW = "2026-03-01T10:00:00.000Z";

/** So many minutes later. */
export function minutesOn(minutes: number): string {
    return new Date(Date.parse(NOW) + minutes * 60_000).toISOString();
}

/** The small organization with a clock that stands still, and short ways to what tests need of it. */
export async function openTidewater(options: ServiceOptions = {}) {
    const h = await open({ clock: NOW, ...options });
    const { store, clock } = h.service;
    const app_id = h.named(store.apps.all(), "Tidewater").app_id;
    const admin = h.named(store.owners.all(), "Administrators").owner_id;
    return {
        ...h,
        store,
        app_id,
        admin,
        passMinutes: (minutes: number) => clock.advance(minutes * 60_000),
        patch: (path: string, body: unknown) => h.call("PATCH", path, body),
        /** The id of a user, by first name. */
        user: (first: string) => idOf(store.users.all(), (user) => user.first_name === first, "user_id"),
        /** The id of a group that is there, by name. */
        groupId: (name: string) => h.named(store.groups.all(), name).group_id,
        /** A new group's id. */
        group: async (name: string, group_type = "SVC_GROUP") =>
            (await made(h.post("/groups", { name, app_id, group_type }))).group_id as string,
        /** A new resource's id. */
        resource: async (name: string, resource_type = "CUSTOM", more: object = {}) =>
            (await made(h.post("/resources", { name, app_id, resource_type, ...more }))).resource_id as string,
    };
}

/** Whether an id is anywhere in the organization but in its history. */
export function isPresent(service: Service, id: string): boolean {
    return JSON.stringify({ ...service.snapshot(), ids_made: {}, events: [], eventObjects: [] }).includes(id);
}

/** The body of an answer that must be a success. */
export async function made(answer: ReturnType<Harness["post"]>) {
    const { status, body } = await answer;
    expect([200, 201], JSON.stringify(body)).toContain(status);
    return body;
}

function idOf<T>(records: readonly T[], fits: (record: T) => boolean, field: keyof T): string {
    const found = records.find(fits);
    if (!found) throw new Error("The organization has no such record.");
    return String(found[field]);
}
