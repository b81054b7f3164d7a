import type { CreateGroupInfo, Group, UpdateGroupInfo } from "../../../api/generated/types.gen.js";
import type { Store } from "../storage/store.js";
import {
    defaultOf,
    defaultRequestConfiguration,
    sentConfigurations,
    withOldSettings,
} from "./request-configurations.js";
import type { GovernedRecord } from "./reviewer-uses.js";

/** Fields that are common to creating groups and creating resources. */
type NewSettings = Pick<
    CreateGroupInfo,
    | "name"
    | "description"
    | "custom_request_notification"
    | "risk_sensitivity_override"
    | "match_remote_name"
    | "match_remote_description"
>;

/** Fields that are common to the bulk updates of groups and of resources. */
type SettingsInfo = Omit<UpdateGroupInfo, "group_id" | "group_leader_user_ids" | "folder_id">;

/**
 * Returns the admin owner of a new object. The vendor's guides suggest that this is the admin owner of its app.
 * @throws BadRequest if the app does not exist
 */
export function defaultAdministratorId(store: Store, app_id: string): string {
    store.apps.mustKnow("app_id", app_id);
    return store.apps.get(app_id).admin_owner_id;
}

/** Returns the settings of a new object. The vendor's guides suggest that its admin owner also reviews its requests. */
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
        match_remote_name: given.match_remote_name ?? false,
        match_remote_description: given.match_remote_description ?? false,
    } satisfies Partial<Group>;
}

/**
 * Returns the settings that an update changes directly or indirectly. Omitted fields are not included.
 * @param at path of the entry in the body, for error messages
 * @throws BadRequest if an id in the update does not exist or a rule is invalid
 */
export function changedSettings(store: Store, at: string, before: GovernedRecord, info: SettingsInfo) {
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
        // Null detaches the template: the field is removed, and the object keeps the settings that it had from the template.
        configuration_template_id: template ?? undefined,
    } satisfies Partial<Group>;
    // Responses omit fields that do not have a value.
    const present: Partial<typeof changed> = Object.fromEntries(
        Object.entries(changed).filter(([, value]) => value !== undefined),
    );
    return present;
}
