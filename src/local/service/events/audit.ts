import type { OperationName } from "../../../api/generated/operations.gen.js";
import { deleteAllOf } from "../removal.js";
import type { Store } from "../storage/store.js";
import type { Credential } from "../tokens/credentials.js";

/** Minimum number of recent events to keep. Older events are deleted to limit memory use and file size. */
export const EVENTS_KEPT = 10_000;
const DROPPED_TOGETHER = 1_000;

/** A call that changed the organization. */
export interface Mutation {
    readonly operation: OperationName;
    readonly path: unknown;
    readonly body: unknown;
    readonly answer: unknown;
}

/**
 * Records an event for a call that changed the organization. Runs in the same transaction as the change, so either both or neither are
 * stored.
 */
export function recordEvent(store: Store, { caller, token, preview }: Credential, mutation: Mutation, now: Date): void {
    const actor = store.users.get(caller.user_id);
    const event_type = eventType(mutation.operation);
    const objects = [...objectsOf(mutation)].map(([object_id, object_kind]) => ({ object_id, object_kind }));
    const { event_id } = store.events.set({
        event_id: store.newId("event", event_type),
        actor_user_id: actor.user_id,
        actor_name: actor.full_name,
        actor_email: actor.email,
        event_type,
        created_at: now.toISOString(),
        api_token_name: token.token_label,
        api_token_preview: preview,
        // The API does not document this; we add one entry for each object, so that clients do not have to read the objects.
        sub_events: objects.map((object) => ({ sub_event_type: event_type, ...object })),
    });
    for (const object of objects) store.eventObjects.set({ event_id, ...object });
    if (store.events.size < EVENTS_KEPT + DROPPED_TOGETHER) return;
    // Deletes old events in batches, because each deletion is slow.
    for (const { event_id } of store.events.all().slice(0, DROPPED_TOGETHER)) deleteAllOf(store, event_id, "event_id");
}

/**
 * Returns the event type of an operation: the noun followed by the verb in the past tense. For example, createGroup becomes GROUP_CREATED,
 * and setGroupVisibility becomes GROUP_VISIBILITY_SET. The API documents only one type, USER_MFA_RESET, so we assume the same form for all
 * others.
 */
export function eventType(operation: OperationName): string {
    const [verb = "", ...noun] = operationWords(operation);
    const past = PAST[verb] ?? `${verb}${verb.endsWith("e") ? "d" : "ed"}`;
    return [...noun, past].join("_").toUpperCase();
}

/** Past tense of verbs that do not form it with "d" or "ed". */
const PAST: Readonly<Record<string, string>> = { deny: "denied", set: "set", stop: "stopped" };

/**
 * Returns the ids of the objects that a call affected, with their types. These are all ids in the path, and those ids in the body and the
 * response whose type is part of the operation name. For example, updateGroups includes the `group_id` of each entry but not its
 * `admin_owner_id`.
 */
function objectsOf({ operation, path, body, answer }: Mutation): Map<string, string> {
    const [, ...noun] = operationWords(operation);
    const kinds = kindsIn(noun);
    const found = new Map<string, string>();
    const add = (kind: string, id: unknown) => {
        if (typeof id === "string" && UUID.test(id) && !found.has(id)) found.set(id, kind);
    };
    for (const [parameter, id] of Object.entries(path ?? {})) {
        // A parameter named `id` identifies the first noun of the operation, such as the request in createRequestComment.
        if (parameter === "id") add(noun[0] ?? "", id);
        else if (parameter.endsWith("_id")) add(parameter.slice(0, -"_id".length), id);
    }
    for (const item of [...objectsIn(body), ...objectsIn(answer)]) {
        for (const kind of kinds) add(kind, Reflect.get(item, `${kind}_id`));
    }
    for (const item of objectsIn(answer)) add(noun.join("_"), Reflect.get(item, "id"));
    return found;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Returns all sequences of consecutive words. For group, containing, group: group, group_containing, containing, containing_group and so
 * on.
 */
function kindsIn(noun: readonly string[]): Set<string> {
    const singular = noun.map((word, i) => (i === noun.length - 1 ? word.replace(/s$/, "") : word));
    return new Set(singular.flatMap((_, i) => singular.slice(i).map((_, j) => singular.slice(i, i + j + 1).join("_"))));
}

/** Returns the value itself if it is an object, and all objects in its list fields. */
function objectsIn(value: unknown): object[] {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
    const lists = Object.values(value).filter((field) => Array.isArray(field));
    return [value, ...lists.flat().filter((entry) => typeof entry === "object" && entry !== null)];
}

/** Splits a camel-case name into lower-case words: createUAR becomes create, uar; addGroupUser becomes add, group, user. */
function operationWords(operation: OperationName): string[] {
    return (operation.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []).map((word) => word.toLowerCase());
}
