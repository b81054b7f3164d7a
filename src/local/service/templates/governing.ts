import { isDeepStrictEqual } from "node:util";
import type { RequestConfiguration, UpdateGroupInfo, VisibilityInfo } from "../../../api/generated/types.gen.js";
import { DEFAULT_VISIBILITY } from "../access/visibility.js";
import { Conflict } from "../http/errors.js";
import type { Records } from "../storage/organization.js";
import type { Store } from "../storage/store.js";
import { defaultOf, defaultRequestConfiguration, OLD_NAMES, type SentRules } from "./request-configurations.js";
import { allGoverned, type GovernedRecord } from "./reviewer-uses.js";

/**
 * A configuration template controls the visibility and request rules of the groups and resources that it is attached to. These objects have
 * copies of the template's settings, which are updated when the template changes or is attached. If the template is detached, the object
 * keeps the copied settings. We assume that the request rules include the settings that have the same name in both (MFA to approve, and the
 * notification), and that a template does not control other settings (not documented by the API).
 */
export type TemplateRecord = Records["configurationTemplates"];

/** The settings that a template controls. */
interface Content {
    readonly visibility: VisibilityInfo;
    readonly request_configurations: RequestConfiguration[];
    readonly require_mfa_to_approve: boolean;
    readonly custom_request_notification: string | null;
}

/** The request rules in an entry of a bulk update, in any format that the API supports. */
type Info = SentRules & Pick<UpdateGroupInfo, "require_mfa_to_approve" | "custom_request_notification">;

/**
 * Checks that the settings in a body equal those of the object's template. We assume that other values are refused (not documented by the
 * API).
 * @param at path of the settings in the body
 * @param sent settings in the body
 * @returns the settings of the template, or undefined if the object does not have a template
 * @throws Conflict if a setting is different
 */
export function mustAgree(
    store: Store,
    at: string,
    object: GovernedRecord,
    sent: Partial<Content>,
): Content | undefined {
    const content = contentFor(store, object);
    if (!content) return undefined;
    for (const [field, value] of Object.entries(content)) {
        const given = sent[field as keyof Content]; // the fields of `content` are those of its type
        if (given === undefined || isDeepStrictEqual(given, value)) continue;
        throw new Conflict(
            `${at}${field} is set by the configuration template ${object.configuration_template_id} of the object ` +
                `"${object.name}". Change the template, or set configuration_template_id to null to detach it.`,
        );
    }
    return content;
}

/**
 * Applies the template of a group or resource, if it has one, after an update.
 * @throws Conflict if the update contradicts the template
 */
export function govern(store: Store, object: GovernedRecord, at = "", info: Info = {}): void {
    const content = mustAgree(store, at, object, sentSettings(object, info));
    if (!content) return;
    if ("group_id" in object) {
        const { group_id } = store.groups.change(object.group_id, rulesOf(content));
        store.groupVisibility.set({ group_id, ...content.visibility });
    } else {
        const { resource_id } = store.resources.change(object.resource_id, rulesOf(content));
        store.resourceVisibility.set({ resource_id, ...content.visibility });
    }
}

/** Applies a template to all objects that it is attached to. */
export function governAll(store: Store, templateId: string): void {
    for (const { object } of allGoverned(store)) {
        if (object.configuration_template_id === templateId) govern(store, object);
    }
}

/**
 * Returns the rules of a template that does not define any. We assume that access can be requested and that the admin owner reviews
 * requests (not documented by the API).
 */
export function defaultRulesOf(adminOwnerId: string): RequestConfiguration[] {
    return [defaultRequestConfiguration(adminOwnerId)];
}

/** Removes a deleted group from the visibility settings of templates. */
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

function contentFor(store: Store, { configuration_template_id: id }: GovernedRecord): Content | undefined {
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

/** Fields in a body that change request configurations. */
const RULE_FIELDS: readonly (keyof Info)[] = [
    "request_configurations",
    "request_configuration_list",
    // Legacy settings that change the default configuration.
    ...OLD_NAMES,
    "require_manager_approval",
];

/** Returns the settings in an update that are controlled by a template. */
function sentSettings({ request_configurations }: GovernedRecord, info: Info): Partial<Content> {
    const { require_mfa_to_approve, custom_request_notification } = info;
    const hasRules = RULE_FIELDS.some((field) => info[field] !== undefined);
    return { ...(hasRules && { request_configurations }), require_mfa_to_approve, custom_request_notification };
}
