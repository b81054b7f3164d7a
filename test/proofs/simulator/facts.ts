import type { Store } from "../../../src/local/service/storage/store.js";

/**
 * All data of an organization that the simulator checks, read from its store. Keys are texts such as "group <id> member <user> <level>", with a
 * value such as the expiration of the membership. A key of two words stands for the object itself.
 */
export type Facts = Map<string, string>;

/** Value of a grant without an expiration. */
export const ENDLESS = "endless";

export function factsOf(store: Store): Facts {
    const facts: Facts = new Map();
    const put = (key: string, value: unknown) => facts.set(key, value == null ? "" : String(value));
    const rules = new Set(store.accessRules.all().map((rule) => rule.access_rule_id));
    for (const one of store.owners.all()) {
        const owner = `owner ${one.owner_id}`;
        put(owner, one.name);
        put(`${owner} description`, one.description);
        put(`${owner} reviewer-channel`, one.reviewer_message_channel_id);
    }
    for (const { owner_id, user_ids } of store.ownerUsers.all())
        for (const user of user_ids) put(`owner ${owner_id} user ${user}`, "");
    for (const one of store.groups.all()) {
        const group = `group ${one.group_id}`;
        put(group, one.name);
        put(`${group} description`, one.description);
        put(`${group} mfa`, one.require_mfa_to_approve ?? false);
        put(`${group} admin`, one.admin_owner_id);
        for (const asked of rules.has(one.group_id) ? [] : (one.request_configurations ?? [])) {
            const audience = audienceText(asked.condition);
            put(`${group} audience ${audience}`, "");
            put(`${group} requests ${audience}`, asked.allow_requests);
            put(`${group} unreviewed ${audience}`, asked.auto_approval);
            put(`${group} mfa-to-request ${audience}`, asked.require_mfa_to_request);
        }
    }
    const sees = (object: string, { visibility, visibility_group_ids }: Visibility) => {
        if (visibility === "GLOBAL") put(`${object} sees everybody`, "");
        for (const to of visibility_group_ids ?? []) put(`${object} sees ${to}`, "");
    };
    for (const one of store.groupVisibility.all()) sees(`group ${one.group_id}`, one);
    for (const { resource_id: id } of store.resources.all())
        sees(`resource ${id}`, store.resourceVisibility.find(id) ?? { visibility: "GLOBAL" });
    for (const { bundle_id: id } of store.bundles.all())
        sees(`bundle ${id}`, store.bundleVisibility.find(id) ?? { visibility: "GLOBAL" });
    for (const { group_id, message_channel_ids } of store.groupMessageChannels.all())
        for (const channel of message_channel_ids) put(`group ${group_id} channel ${channel}`, "");
    for (const { resource_id, message_channel_ids } of store.resourceMessageChannels.all())
        for (const channel of message_channel_ids) put(`resource ${resource_id} channel ${channel}`, "");
    for (const one of store.groupUsers.all())
        if (!rules.has(one.group_id))
            put(`group ${one.group_id} member ${one.user_id} ${one.access_level_remote_id}`, endOf(one));
    for (const one of store.groupResources.all())
        put(`group ${one.group_id} link ${one.resource_id} ${one.access_level_remote_id}`, endOf(one));
    for (const one of store.groupTags.all()) put(`group ${one.group_id} tag ${one.tag_id}`, "");
    for (const one of store.resourceTags.all()) put(`resource ${one.resource_id} tag ${one.tag_id}`, "");
    for (const one of store.userTags.all()) put(`user ${one.user_id} tag ${one.tag_id}`, "");
    for (const one of store.groupContainingGroups.all())
        put(`group ${one.group_id} inside ${one.containing_group_id}`, endOf(one));
    for (const one of store.bundles.all()) {
        const bundle = `bundle ${one.bundle_id}`;
        put(bundle, one.name);
        put(`${bundle} description`, one.description);
        put(`${bundle} admin`, one.admin_owner_id);
    }
    for (const one of store.bundleGroups.all())
        put(`bundle ${one.bundle_id} holds ${one.group_id} ${one.access_level_remote_id}`, "");
    for (const one of store.bundleResources.all())
        put(`bundle ${one.bundle_id} holds ${one.resource_id} ${one.access_level_remote_id}`, "");
    for (const one of store.accessRules.all()) {
        put(`group ${one.access_rule_id} status`, one.status);
        put(`group ${one.access_rule_id} clauses`, clausesText(one.ruleClauses));
    }
    for (const one of store.resources.all()) {
        const resource = `resource ${one.resource_id}`;
        put(resource, one.name);
        put(`${resource} description`, one.description);
        put(`${resource} mfa`, one.require_mfa_to_approve ?? false);
        put(`${resource} admin`, one.admin_owner_id);
    }
    for (const one of store.resourceUsers.all())
        put(`resource ${one.resource_id} access ${one.user_id} ${one.access_level_remote_id}`, endOf(one));
    for (const one of store.tags.all()) put(`tag ${one.tag_id}`, `${one.key}=${one.value ?? ""}`);
    return facts;
}

/** The object that a fact is about. */
export const objectOf = (key: string): string => key.split(" ", 2).join(" ");

/** Whether a fact is the object itself. */
export const isObject = (key: string): boolean => key.split(" ").length === 2;

/** Whether a fact grants access, visibility, or the right to approve. */
export const isAccess = (key: string): boolean => ACCESS.has(key.split(" ")[2] ?? "");

/** Facts that restrict access: access is wider without them. */
const GUARDS = ["mfa", "mfa-to-request"];
/** Facts that widen access if true. */
const OPENINGS = ["requests", "unreviewed"];
const ACCESS = new Set([
    ...["user", "member", "link", "sees", "access", "clauses", "inside", "holds"],
    ...GUARDS,
    ...OPENINGS,
]);

/** Whether a fact with this value does not widen access: a guard that is on, or an opening that is off. */
export function isShut(key: string, value: string): boolean {
    const word = key.split(" ")[2] ?? "";
    return GUARDS.includes(word) ? value === "true" : OPENINGS.includes(word) && value === "false";
}

/** Whether a fact is a switch, whose value determines its effect. */
export const isSwitch = (key: string): boolean => [...GUARDS, ...OPENINGS].includes(key.split(" ")[2] ?? "");

interface Visibility {
    readonly visibility: string;
    readonly visibility_group_ids?: readonly string[] | null | undefined;
}

/** Audience of a request configuration, as one word. */
export function audienceText(condition: unknown): string {
    return condition == null ? "everybody" : clausesText(condition).replaceAll(" ", "");
}

/** Normalized clauses of an access rule. */
export function clausesText(clauses: unknown): string {
    return JSON.stringify(sorted(clauses));
}

function sorted(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(sorted).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value).filter(
        ([, part]) => part != null && !(Array.isArray(part) && part.length === 0),
    );
    return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, part]) => [key, sorted(part)]));
}

function endOf({ expiration_date }: { expiration_date: string | null }): string {
    return expiration_date === null ? ENDLESS : String(Date.parse(expiration_date));
}

/** Key of the audience of a request configuration. Undefined for other facts. */
export function audienceOf(key: string): string | undefined {
    const [object, id, word = "", audience] = key.split(" ");
    return ["requests", "unreviewed", "mfa-to-request"].includes(word)
        ? `${object} ${id} audience ${audience}`
        : undefined;
}

/** Ids in the key of a fact. */
export function idsIn(key: string): readonly string[] {
    return key.match(/[0-9a-f]{8}-[0-9a-f-]{27}/g) ?? [];
}
