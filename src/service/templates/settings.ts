import type { CreateGroupInfo, Group, UpdateGroupInfo } from "../../api/generated/types.gen.js";
import type { Store } from "../storage/store.js";
import {
    defaultOf,
    defaultRequestConfiguration,
    readRequestConfigurations,
    withOldSettings,
} from "./request-configurations.js";

/** What a bulk update sets on groups and resources alike. */
export type Settings = Pick<
    Group,
    | "name"
    | "description"
    | "admin_owner_id"
    | "require_mfa_to_approve"
    | "configuration_template_id"
    | "is_requestable"
    | "request_configurations"
    | "custom_request_notification"
    | "risk_sensitivity"
    | "risk_sensitivity_override"
    | "match_remote_name"
    | "match_remote_description"
>;

/** What the creates of groups and resources have in common. */
type NewSettings = Pick<
    CreateGroupInfo,
    "name" | "description" | "app_id" | "custom_request_notification" | "risk_sensitivity_override"
>;

/** An entry of the bulk update of groups, or of resources, without what only one of them has. */
type SettingsInfo = Omit<UpdateGroupInfo, "group_id" | "group_leader_user_ids" | "folder_id">;

/** Inferred (vendor guides): what is new is administered by whoever administers its app, who reviews requests for it as well. */
export function newSettings(store: Store, body: NewSettings): Settings {
    store.apps.mustKnow("app_id", body.app_id);
    const { admin_owner_id } = store.apps.get(body.app_id);
    return {
        name: body.name,
        description: body.description ?? "",
        admin_owner_id,
        require_mfa_to_approve: false,
        is_requestable: true,
        request_configurations: [defaultRequestConfiguration(admin_owner_id)],
        custom_request_notification: body.custom_request_notification ?? null,
        risk_sensitivity: body.risk_sensitivity_override ?? "UNKNOWN",
        ...(body.risk_sensitivity_override && { risk_sensitivity_override: body.risk_sensitivity_override }),
        match_remote_name: false,
        match_remote_description: false,
    };
}

/**
 * All settings after a change: fields that were left out stay.
 * @param at path of the entry in the body, for messages
 * @throws BadRequest
 */
export function changedSettings(store: Store, at: string, before: Settings, info: SettingsInfo): Settings {
    store.owners.mustKnow(`${at}admin_owner_id`, info.admin_owner_id);
    store.requestTemplates.mustKnow(`${at}request_template_id`, info.request_template_id);
    store.configurationTemplates.mustKnow(`${at}configuration_template_id`, info.configuration_template_id);
    const request_configurations = changedConfigurations(store, at, before, info);
    const { configuration_template_id: template = before.configuration_template_id } = info;
    const override = info.risk_sensitivity_override ?? before.risk_sensitivity_override;
    const {
        name = before.name,
        description = before.description,
        admin_owner_id = before.admin_owner_id,
        require_mfa_to_approve = before.require_mfa_to_approve,
        custom_request_notification = before.custom_request_notification,
        match_remote_name = before.match_remote_name,
        match_remote_description = before.match_remote_description,
    } = info;
    const changed = {
        name,
        description,
        admin_owner_id,
        require_mfa_to_approve,
        is_requestable: defaultOf(request_configurations)?.allow_requests ?? false,
        request_configurations,
        custom_request_notification,
        risk_sensitivity: override ?? "UNKNOWN",
        risk_sensitivity_override: override,
        match_remote_name,
        match_remote_description,
        // Null detaches: the field is then absent, and what the template said stays as private settings.
        configuration_template_id: template ?? undefined,
    } satisfies Settings;
    // What has no value is no field of an answer.
    return Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined));
}

function changedConfigurations(store: Store, at: string, before: Settings, info: SettingsInfo) {
    const inWrapper = info.request_configuration_list?.request_configurations;
    const given = info.request_configurations ?? inWrapper;
    if (!given) return withOldSettings(before, at, info);
    const field = info.request_configurations
        ? "request_configurations"
        : "request_configuration_list.request_configurations";
    return readRequestConfigurations(store, at + field, given, info.admin_owner_id ?? before.admin_owner_id ?? "");
}
