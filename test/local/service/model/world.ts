import { createHash } from "node:crypto";
import { AccessGovernanceClient } from "../../../../src/api/index.js";
import { type Service, startService } from "../../../../src/local/service/index.js";
import type { Organization } from "../../../../src/local/service/storage/organization.js";
import { layouts } from "../../../../src/local/service/storage/records.js";
import { NOW, world } from "../../../api/world.js";

/** The tokens of the callers, by their names in a walk. */
export const TOKENS = {
    admin: "tkn-of-the-first",
    second: "tkn-of-another-admin",
    bruno: "tkn-of-bruno",
    greta: "tkn-of-greta",
    reader: "tkn-that-may-only-read",
    expiring: "tkn-that-expires",
    stranger: "tkn-of-nobody",
} as const;

export type Caller = keyof typeof TOKENS;

/** The users whose tokens are given at the start of the service. */
export const GIVEN = [
    { caller: "second", first: "Elif", role: "ADMIN" },
    { caller: "bruno", first: "Bruno", role: "MEMBER" },
    { caller: "greta", first: "Greta", role: "MEMBER" },
] as const;

/** An organization with at least one object of each kind that calls can create. */
export async function tangled(): Promise<Organization> {
    const service = await startService({ clock: NOW });
    try {
        return await tangledIn(service);
    } finally {
        await service.close();
    }
}

async function tangledIn(service: Service): Promise<Organization> {
    const w = world(new AccessGovernanceClient({ url: service.url, token: service.token }), service);
    await Promise.all([w.filledBundle(), w.child(), w.scopedRole(), w.identityGrant(), w.grant(), w.linked()]);
    await Promise.all([w.member(), w.nested(), w.mapped(), w.accessRule(), w.contextSource(), w.eventStream()]);
    await Promise.all([w.configurationTemplate(), w.requestTemplate(), w.owner(), w.request(), w.startedCampaign()]);
    const { store } = service;
    const current = store.currentUserId;
    for (const [token, access_level, expires_at] of [
        [TOKENS.reader, "READ_ONLY", null],
        [TOKENS.expiring, "FULL_ACCESS", new Date(Date.parse(NOW) + 3_600_000).toISOString()],
    ] as const) {
        const { token_id } = store.tokens.set({
            token_id: store.newId("token", token),
            created_at: NOW,
            token_label: token,
            creator_user_id: current,
            user_id: current,
            access_level,
            expires_at,
        });
        const hash = createHash("sha256").update(token).digest("hex");
        store.tokenSecrets.set({ token_id, hash, preview: "********", role: "ADMIN", given_at_start: false });
    }
    return service.snapshot();
}

/** The kinds of objects that ids refer to, by place. The first matching pattern applies. */
const KINDS: readonly (readonly [RegExp, keyof Organization, string])[] = [
    [/^\.requests\.id$|\.request_id$/, "requests", "id"],
    [/^\.delegations\.(id|delegation_id)$/, "delegations", "id"],
    [/uar_id$/, "uars", "uar_id"],
    [/\.context_source_id$/, "paladinContextSources", "id"],
    [/service_user_ids|paladin_id/, "paladins", "paladin_id"],
    [/\.non_human_identity_id$/, "resources", "resource_id"],
    [/request_template_id$/, "requestTemplates", "request_template_id"],
    [/configuration_template_id$/, "configurationTemplates", "configuration_template_id"],
    [/event_stream_id$/, "eventStreams", "event_stream_id"],
    [/access_rule_id$/, "accessRules", "access_rule_id"],
    [/group_binding_id$/, "groupBindings", "group_binding_id"],
    [/campaign_id$/, "campaigns", "campaign_id"],
    [/event_id$/, "events", "event_id"],
    [/tag_ids?(\[\d\])?(\.tag_ids)?$/, "tags", "tag_id"],
    [/token_ids?(\[\d\])?(\.token_ids)?$|api_token_filter$/, "tokens", "token_id"],
    [/message_channel_ids?|channel_id/, "messageChannels", "message_channel_id"],
    [/on_call_schedule_ids?/, "onCallSchedules", "on_call_schedule_id"],
    [/bundle_id$/, "bundles", "bundle_id"],
    [/app_id$|app_ids?|connection_id$/, "apps", "app_id"],
    [/owner_ids?|owner_filter|reviewer_ids/, "owners", "owner_id"],
    [
        /(user|manager|requester|actor|reviewer|delegator|delegate|assignee)\w*_(ids?|filter)\b|relay\.(from|to)$/,
        "users",
        "user_id",
    ],
    [/app_resource_id$|resource_ids?\b|\.resources\.id$/, "resources", "resource_id"],
    [/group_ids?\b|\.groups\.id$/, "groups", "group_id"],
];

/** Strings that refer to an object. */
const TEXTS: readonly (readonly [RegExp, readonly (keyof Organization)[], string])[] = [
    [/access_level_remote_id$/, ["resourceAccessLevels", "groupAccessLevels"], "access_level_remote_id"],
    [/\.paladin_name$/, ["paladins"], "name"],
    [/\.owner_name$/, ["owners"], "name"],
    [/tag_key$|selectors\[\d\]\.key$/, ["tags"], "key"],
    [/tag_value$|selectors\[\d\]\.value$/, ["tags"], "value"],
];

/** The ids or names that a property may refer to, at a place such as `.groups.body.group_id`. */
export function knownIn(organization: Organization, place: string): readonly string[] | undefined {
    const values = (name: keyof Organization, field: string) =>
        // The compiler does not know that these records have a field of this name.
        (organization[name] as unknown as Record<string, string>[]).map((record) => record[field] ?? "");
    for (const [pattern, kinds, field] of TEXTS) {
        if (!pattern.test(place)) continue;
        const found = kinds.flatMap((kind) => values(kind, field));
        return field === "access_level_remote_id" ? ["", "", "Alba", ...found] : [...found, "made-up"];
    }
    if (/\bremote_\w+$/.test(place)) return undefined;
    const kind = KINDS.find(([pattern]) => pattern.test(place));
    return kind && values(kind[1], kind[2]);
}

/** The ids of all objects of the organization. */
export function idsOf(organization: Organization): Set<string> {
    const ids = new Set<string>();
    for (const [name, { key }] of Object.entries(layouts)) {
        const own = key.length === 1 ? key[0] : OWN_IDS[name];
        if (own === undefined) continue;
        // The compiler does not know the fields of these records.
        for (const record of organization[name as "users"] as unknown as Record<string, string>[]) {
            ids.add(record[own] ?? "");
        }
    }
    return ids;
}

/** The field with the own id of an object whose key contains another id. */
const OWN_IDS: Readonly<Record<string, string>> = {
    campaignItemReviews: "campaign_item_review_id",
    paladinContextSources: "id",
    requestComments: "request_comment_id",
    sessions: "session_id",
};

/** Records that have all of these fields, such as links between two objects or parts of one. */
export function linksWith(organization: Organization, fields: readonly string[]): Record<string, string>[] {
    return Object.values(organization)
        .filter((records) => Array.isArray(records))
        .map((records) => records as unknown as Record<string, string>[])
        .filter(([first]) => first && fields.every((field) => typeof first[field] === "string"))
        .flat();
}

/** The organization as a string, which is the same for equal organizations. */
export function textOf(service: Service): string {
    return JSON.stringify(service.store.view());
}
