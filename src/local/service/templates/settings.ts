import type { CreateGroupInfo, Group, UpdateGroupInfo } from "../../../api/generated/types.gen.js";
import type { Store } from "../storage/store.js";
import {
    defaultOf,
    defaultRequestConfiguration,
    sentConfigurations,
    withOldSettings,
} from "./request-configurations.js";
import type { Governed } from "./reviewer-uses.js";

/** What the creates of groups and resources have in common. */
type NewSettings = Pick<
    CreateGroupInfo,
    "name" | "description" | "custom_request_notification" | "risk_sensitivity_override"
>;

/** An entry of the bulk update of groups, or of resources, without what only one of them has. */
type SettingsInfo = Omit<UpdateGroupInfo, "group_id" | "group_leader_user_ids" | "folder_id">;

/** Inferred (vendor guides): new objects are administered by the owner of their app. @throws BadRequest */
export function administratorOf(store: Store, app_id: string): string {
    store.apps.mustKnow("app_id", app_id);
    return store.apps.get(app_id).admin_owner_id;
}

/** Inferred (vendor guides): the administrator of a new object also reviews requests for it. */
export function newSettings(admin_owner_id: string, given: NewSettings) {
    return {
        name: given.name,
        description: given.description ?? "",
        admin_owner_id,
        require_mfa_to_approve: false,
        is_requestable: true,
        request_configurations: [defaultRequestConfiguration(admin_owner_id)],
        custom_request_notification: given.custom_request_notification ?? null,
        risk_sensitivity: given.risk_sensitivity_override ?? "UNKNOWN",
        ...(given.risk_sensitivity_override && { risk_sensitivity_override: given.risk_sensitivity_override }),
        match_remote_name: false,
        match_remote_description: false,
    } satisfies Partial<Group>;
}

/**
 * The settings that an update changes, and what follows from them. Fields that were left out are not among them.
 * @param at path of the entry in the body, for messages
 * @throws BadRequest
 */
export function changedSettings(store: Store, at: string, before: Governed, info: SettingsInfo) {
    store.owners.mustKnow(`${at}admin_owner_id`, info.admin_owner_id);
    store.requestTemplates.mustKnow(`${at}request_template_id`, info.request_template_id);
    store.configurationTemplates.mustKnow(`${at}configuration_template_id`, info.configuration_template_id);
    const adminOwnerId = info.admin_owner_id ?? before.admin_owner_id ?? "";
    const request_configurations =
        sentConfigurations(store, at, info, adminOwnerId) ?? withOldSettings(before, at, info);
    const { configuration_template_id: template = before.configuration_template_id } = info;
    const override = info.risk_sensitivity_override ?? before.risk_sensitivity_override;
    const changed = {
        name: info.name,
        description: info.description,
        admin_owner_id: info.admin_owner_id,
        require_mfa_to_approve: info.require_mfa_to_approve,
        is_requestable: defaultOf(request_configurations)?.allow_requests ?? false,
        request_configurations,
        custom_request_notification: info.custom_request_notification,
        risk_sensitivity: override ?? "UNKNOWN",
        risk_sensitivity_override: override,
        match_remote_name: info.match_remote_name,
        match_remote_description: info.match_remote_description,
        // Null detaches: the field is then absent, and the template's values stay as private settings.
        configuration_template_id: template ?? undefined,
    } satisfies Partial<Group>;
    // Answers omit fields without a value.
    const said: Partial<typeof changed> = Object.fromEntries(
        Object.entries(changed).filter(([, value]) => value !== undefined),
    );
    return said;
}
