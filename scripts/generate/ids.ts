import * as sources from "../../src/resources/sources.js";

/** The kind of each source, by the name of its id in the API without `_id`. */
const KINDS = Object.values(sources).map(({ id, name }) => [
    id.replace(/Id$/, "").replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    name,
]);

/**
 * The kind of object that an id identifies, by the name of its parameter or field without `_id` and `_ids`. Undefined if users do not know its
 * objects by name. Names that are not in the table are matched by their ending: `break_glass_user` is a `user`.
 */
const OBJECTS: Readonly<Record<string, string | undefined>> = {
    ...Object.fromEntries(KINDS),
    oncall_schedule: "OnCallSchedule",
    // Named after their role.
    actor_filter: "User",
    from: "User",
    manager: "User",
    non_human_identity: "Resource",
    owner_filter: "Owner",
    requester: "User",
    reviewer: "User",
    to: "User",
    // Of more than one kind.
    entity: undefined,
    principal: undefined,
    // Objects without a name, or without a unique one.
    ai_bucket: undefined,
    campaign_item_review: undefined,
    context_source: undefined,
    delegation: undefined,
    event: undefined,
    event_stream: undefined,
    group_binding: undefined,
    id: undefined,
    item: undefined,
    object_filter: undefined,
    role_assignment: undefined,
    token: undefined,
    uar: undefined,
};

/** Ids whose names have another meaning than elsewhere. */
const EXCEPTIONS: Readonly<Record<string, string>> = { reviewer_ids: "Owner" };

/** Returns the kind of object that an id identifies, if its objects have names. @throws Error for an id that is not in the table */
export function objectOf(name: string): string | undefined {
    if (name in EXCEPTIONS) return EXCEPTIONS[name];
    const noun = name.replace(/_ids?$/, "");
    const entry = Object.keys(OBJECTS)
        .filter((one) => noun === one || noun.endsWith(`_${one}`))
        .sort((a, b) => b.length - a.length)[0];
    if (entry === undefined) throw new Error(`Unknown id ${name}. Add its kind to scripts/generate/ids.ts.`);
    return OBJECTS[entry];
}
