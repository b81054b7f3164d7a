import type { RequestConfiguration, VisibilityInfo } from "../api/generated/types.gen.js";
import { Conflict } from "./errors.js";
import type { Records } from "./organization.js";
import { defaultOf, defaultRequestConfiguration } from "./request-configurations.js";
import type { Store } from "./store.js";
import { DEFAULT_VISIBILITY } from "./visibility.js";

/**
 * A configuration template governs visibility and request rules of the groups and resources that it is attached to. These hold copies,
 * which are brought in line whenever the template changes or is attached: so what is detached keeps private settings of the same content.
 */
export type Template = Records["configurationTemplates"];

/** A group or a resource. */
interface Governed {
    readonly name?: string;
    readonly configuration_template_id?: string;
}

/**
 * Inferred: what a template governs is set there alone.
 * @param field what cannot be set, as the body calls it
 * @throws Conflict
 */
export function mustNotBeGoverned(field: string, object: Governed): void {
    if (!object.configuration_template_id) return;
    throw new Conflict(
        `${field}: is governed by the configuration template ${object.configuration_template_id} on ${object.name}; ` +
            "change the template, or detach it with configuration_template_id null.",
    );
}

/** The request rules of a template, in order of priority. */
export function rulesOf(store: Store, templateId: string): RequestConfiguration[] {
    return store.configurationTemplateRules.find(templateId)?.request_configurations ?? [];
}

/** Inferred: a template without rules of its own lets access be requested from its administrator. */
export function defaultRulesOf(adminOwnerId: string): RequestConfiguration[] {
    return [defaultRequestConfiguration(adminOwnerId)];
}

/** Brings everything that the template is attached to in line with it. */
export function govern(store: Store, templateId: string): void {
    for (const group of store.groups.all()) {
        if (group.configuration_template_id === templateId) governGroup(store, group.group_id);
    }
    for (const resource of store.resources.all()) {
        if (resource.configuration_template_id === templateId) governResource(store, resource.resource_id);
    }
}

/** Brings a group in line with its template, if it has one. */
export function governGroup(store: Store, group_id: string): void {
    const content = contentFor(store, store.groups.get(group_id));
    if (!content) return;
    store.groups.change(group_id, content.rules);
    store.groupVisibility.set({ group_id, ...content.visibility });
}

/** Brings a resource in line with its template, if it has one. */
export function governResource(store: Store, resource_id: string): void {
    const content = contentFor(store, store.resources.get(resource_id));
    if (!content) return;
    store.resources.change(resource_id, content.rules);
    store.resourceVisibility.set({ resource_id, ...content.visibility });
}

/** What a template is attached to, by name; empty when it is not in use. */
export function usesOfTemplate(store: Store, templateId: string): string[] {
    const attached = (object: Governed) => object.configuration_template_id === templateId;
    return [
        ...store.groups
            .all()
            .filter(attached)
            .map((group) => `group ${group.name}`),
        ...store.resources
            .all()
            .filter(attached)
            .map((resource) => `resource ${resource.name}`),
    ];
}

/** Takes a user that is deleted out of those who may take emergency access. */
export function removeUserFromTemplates(store: Store, userId: string): void {
    for (const template of store.configurationTemplates.all()) {
        const ids = template.break_glass_user_ids ?? [];
        if (!ids.includes(userId)) continue;
        const break_glass_user_ids = ids.filter((id) => id !== userId);
        store.configurationTemplates.change(template.configuration_template_id, { break_glass_user_ids });
    }
}

/** Takes a group that is deleted out of those that can see what a template governs. */
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

function contentFor(store: Store, { configuration_template_id }: Governed) {
    if (!configuration_template_id) return undefined;
    const { visibility = DEFAULT_VISIBILITY } = store.configurationTemplates.get(configuration_template_id);
    const request_configurations = rulesOf(store, configuration_template_id);
    const is_requestable = defaultOf(request_configurations)?.allow_requests ?? false;
    return { rules: { request_configurations, is_requestable }, visibility: visibility satisfies VisibilityInfo };
}
