import { isDeepStrictEqual } from "node:util";
import type { RequestConfiguration, UpdateGroupInfo, VisibilityInfo } from "../../../api/generated/types.gen.js";
import { DEFAULT_VISIBILITY } from "../access/visibility.js";
import { Conflict } from "../http/errors.js";
import type { Records } from "../storage/organization.js";
import type { Store } from "../storage/store.js";
import { defaultOf, defaultRequestConfiguration, OLD_NAMES, type SentRules } from "./request-configurations.js";
import { allGoverned, type Governed } from "./reviewer-uses.js";

/**
 * A configuration template governs visibility and request rules of the groups and resources that it is attached to. They hold copies,
 * updated whenever the template changes or is attached, so a detached object keeps them as private settings.
 * Inferred: what both call the same (MFA to approve, the notification) is part of the rules; nothing else that a template holds governs.
 */
export type Template = Records["configurationTemplates"];

/** Template settings for both groups and resources. */
interface Content {
    readonly visibility: VisibilityInfo;
    readonly request_configurations: RequestConfiguration[];
    readonly require_mfa_to_approve: boolean;
    readonly custom_request_notification: string | null;
}

/** Request rules in an entry of a bulk update, in any of their forms. */
type Info = SentRules & Pick<UpdateGroupInfo, "require_mfa_to_approve" | "custom_request_notification">;

const FIELDS = [
    "visibility",
    "request_configurations",
    "require_mfa_to_approve",
    "custom_request_notification",
] as const satisfies (keyof Content)[];

/**
 * Inferred: a governed setting may be sent only with the value that the template has.
 * @param at path in the body
 * @returns the content of the template; undefined if there is none
 * @throws Conflict
 */
export function mustAgree(store: Store, at: string, object: Governed, said: Partial<Content>): Content | undefined {
    const content = contentFor(store, object);
    if (!content) return undefined;
    for (const field of FIELDS) {
        if (said[field] === undefined || isDeepStrictEqual(said[field], content[field])) continue;
        throw new Conflict(
            `${at}${field}: is governed by the configuration template ${object.configuration_template_id} on ` +
                `${object.name}; change the template, or detach it with configuration_template_id null.`,
        );
    }
    return content;
}

/** Brings a group or a resource in line with its template, if it has one, after an update that must agree with it. @throws Conflict */
export function govern(store: Store, object: Governed, at = "", info: Info = {}): void {
    const content = mustAgree(store, at, object, saidOf(object, info));
    if (!content) return;
    if ("group_id" in object) {
        const { group_id } = store.groups.change(object.group_id, rulesOf(content));
        store.groupVisibility.set({ group_id, ...content.visibility });
    } else {
        const { resource_id } = store.resources.change(object.resource_id, rulesOf(content));
        store.resourceVisibility.set({ resource_id, ...content.visibility });
    }
}

/** Updates everything that the template is attached to. */
export function governAll(store: Store, templateId: string): void {
    for (const { object } of allGoverned(store)) {
        if (object.configuration_template_id === templateId) govern(store, object);
    }
}

/** Inferred: a template without rules of its own lets access be requested from its administrator. */
export function defaultRulesOf(adminOwnerId: string): RequestConfiguration[] {
    return [defaultRequestConfiguration(adminOwnerId)];
}

/** Removes a deleted group from the visibility in templates. */
export function removeGroupFromTemplates(store: Store, groupId: string): void {
    for (const template of store.configurationTemplates.all()) {
        const { visibility = DEFAULT_VISIBILITY } = template;
        const ids = visibility.visibility_group_ids ?? [];
        if (!ids.includes(groupId)) continue;
        const visibility_group_ids = ids.filter((id) => id !== groupId);
        store.configurationTemplates.change(template.configuration_template_id, {
            visibility: { ...visibility, visibility_group_ids },
        });
    }
}

function contentFor(store: Store, { configuration_template_id: id }: Governed): Content | undefined {
    if (!id) return undefined;
    const template = store.configurationTemplates.get(id);
    const { require_mfa_to_approve = false, custom_request_notification = null } = template;
    const rules = store.configurationTemplateRules.find(id)?.request_configurations;
    return {
        visibility: template.visibility ?? DEFAULT_VISIBILITY,
        request_configurations: rules ?? defaultRulesOf(template.admin_owner_id ?? ""),
        require_mfa_to_approve,
        custom_request_notification,
    };
}

function rulesOf({ visibility, ...rules }: Content) {
    return { ...rules, is_requestable: defaultOf(rules.request_configurations)?.allow_requests ?? false };
}

/** Fields that affect request configurations. */
const SAYING_RULES: readonly (keyof Info)[] = [
    "request_configurations",
    "request_configuration_list",
    // Older than request configurations: these change the default one.
    ...OLD_NAMES,
    "require_manager_approval",
];

/** The governed settings in an update, as understood. */
function saidOf({ request_configurations }: Governed, info: Info): Partial<Content> {
    const { require_mfa_to_approve, custom_request_notification } = info;
    const saysRules = SAYING_RULES.some((field) => info[field] !== undefined);
    return { ...(saysRules && { request_configurations }), require_mfa_to_approve, custom_request_notification };
}
