import { expect } from "vitest";
import type { ServiceOptions } from "../../../src/local/service/index.js";
import { type Harness, open } from "./harness.js";

/** The time at which the clock of `openTidewater` stands still. */
export const NOW = "2026-03-01T10:00:00.000Z";

/** The required fields of a default request configuration. */
export const RULES = {
    allow_requests: true,
    auto_approval: false,
    require_mfa_to_request: false,
    require_support_ticket: false,
    priority: 0,
};

/** The time that is `minutes` after NOW. */
export function minutesOn(minutes: number): string {
    return new Date(Date.parse(NOW) + minutes * 60_000).toISOString();
}

/** Starts a service with the small organization and a clock that stands still, and returns helpers for its objects. */
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
        /** The id of an existing group, by name. */
        groupId: (name: string) => h.named(store.groups.all(), name).group_id,
        /** Creates a group. Returns its id. */
        group: async (name: string, group_type = "SVC_GROUP") =>
            (await made(h.post("/groups", { name, app_id, group_type }))).group_id as string,
        /** Creates a resource. Returns its id. */
        resource: async (name: string, resource_type = "CUSTOM", more: object = {}) =>
            (await made(h.post("/resources", { name, app_id, resource_type, ...more }))).resource_id as string,
    };
}

/** The body of a response that must be successful. */
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
