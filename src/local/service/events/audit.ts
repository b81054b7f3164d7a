import type { OperationName } from "../../../api/generated/operations.gen.js";
import { deleteAllOf } from "../removal.js";
import type { Store } from "../storage/store.js";
import type { Credential } from "../tokens/credentials.js";

/** Minimum number of newest events to keep. Older ones are dropped to limit memory and the data file. */
export const EVENTS_KEPT = 10_000;
const DROPPED_TOGETHER = 1_000;

/** A call that changed something. */
export interface Mutation {
    readonly operation: OperationName;
    readonly path: unknown;
    readonly body: unknown;
    readonly answer: unknown;
}

/** Adds one event for a call that changed something. Runs in the transaction of the change, so that both are stored or neither. */
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
        // Inferred: one entry for each object, so that readers need not query the objects.
        sub_events: objects.map((object) => ({ sub_event_type: event_type, ...object })),
    });
    for (const object of objects) store.eventObjects.set({ event_id, ...object });
    if (store.events.size < EVENTS_KEPT + DROPPED_TOGETHER) return;
    // Drops old events in batches, because each batch is slow.
    for (const { event_id } of store.events.all().slice(0, DROPPED_TOGETHER)) deleteAllOf(store, "event_id", event_id);
}

/**
 * The event type of an operation: the noun, then the verb in the past tense. createGroup gives GROUP_CREATED, and setGroupVisibility gives
 * GROUP_VISIBILITY_SET. Inferred from USER_MFA_RESET, the only type in the API description.
 */
export function eventType(operation: OperationName): string {
    const [verb = "", ...noun] = wordsOf(operation);
    return [...noun, PAST[verb] ?? `${verb}ed`].join("_").toUpperCase();
}

/** Past tense of verbs that do not just add "ed". */
const PAST: Readonly<Record<string, string>> = {
    cancel: "canceled",
    create: "created",
    delete: "deleted",
    deny: "denied",
    approve: "approved",
    invite: "invited",
    remove: "removed",
    set: "set",
    stop: "stopped",
    update: "updated",
};

/**
 * The objects of a call, with their kinds: those in the path, and those in the body and the answer whose kind is part of the operation's
 * name. For example, updateGroups includes the `group_id` of its entries, but not their `admin_owner_id`.
 */
function objectsOf({ operation, path, body, answer }: Mutation): Map<string, string> {
    const [, ...noun] = wordsOf(operation);
    const kinds = kindsIn(noun);
    const found = new Map<string, string>();
    const add = (kind: string, id: unknown) => {
        if (typeof id === "string" && UUID.test(id) && !found.has(id)) found.set(id, kind);
    };
    for (const [parameter, id] of Object.entries(path ?? {})) {
        // The parameter `id` identifies the first noun of the operation: the request in createRequestComment.
        if (parameter === "id") add(noun[0] ?? "", id);
        else if (parameter.endsWith("_id")) add(parameter.slice(0, -"_id".length), id);
    }
    for (const item of [...itemsOf(body), ...itemsOf(answer)]) {
        for (const kind of kinds) add(kind, Reflect.get(item, `${kind}_id`));
    }
    for (const item of itemsOf(answer)) add(noun.join("_"), Reflect.get(item, "id"));
    return found;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Every sequence of consecutive words. For group, containing, group: group, group_containing, containing, containing_group and so on. */
function kindsIn(noun: readonly string[]): Set<string> {
    const singular = noun.map((word, i) => (i === noun.length - 1 ? word.replace(/s$/, "") : word));
    return new Set(singular.flatMap((_, i) => singular.slice(i).map((_, j) => singular.slice(i, i + j + 1).join("_"))));
}

/** The value itself and the entries of its lists, if they are objects. */
function itemsOf(value: unknown): object[] {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
    const lists = Object.values(value).filter((field) => Array.isArray(field));
    return [value, ...lists.flat().filter((entry) => typeof entry === "object" && entry !== null)];
}

/** The words of a name in camel case: create, uar for createUAR; add, group, user for addGroupUser. */
function wordsOf(operation: OperationName): string[] {
    return (operation.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []).map((word) => word.toLowerCase());
}
