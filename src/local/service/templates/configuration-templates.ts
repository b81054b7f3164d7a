import { readVisibility } from "../access/visibility.js";
import type { Routes, ServiceCall } from "../http/area.js";
import { BadRequest, Conflict } from "../http/errors.js";
import { deleteAllOf } from "../removal.js";
import type { Store } from "../storage/store.js";
import { defaultRulesOf, governAll, type TemplateRecord } from "./governing.js";
import { sentConfigurations } from "./request-configurations.js";
import { allGoverned } from "./reviewer-uses.js";

export const configurationTemplateRoutes = {
    getConfigurationTemplates: ({ store }) => ({ results: store.configurationTemplates.all() }),

    createConfigurationTemplate({ store, body }) {
        store.owners.mustKnow("admin_owner_id", body.admin_owner_id);
        const rules = sentConfigurations(store, "", body, body.admin_owner_id);
        const configuration_template_id = store.newId("configuration template", body.name);
        const template = store.configurationTemplates.set({
            configuration_template_id,
            name: body.name,
            admin_owner_id: body.admin_owner_id,
            linked_audit_message_channel_ids: [],
            member_oncall_schedule_ids: [],
            break_glass_user_ids: [],
            require_mfa_to_approve: body.require_mfa_to_approve,
            require_mfa_to_connect: body.require_mfa_to_connect,
            ...readPlain(store, body),
            request_configuration_id: store.newId("request configuration", body.name),
            custom_request_notification: body.custom_request_notification ?? null,
        });
        const request_configurations = rules ?? defaultRulesOf(body.admin_owner_id);
        store.configurationTemplateRules.set({ configuration_template_id, request_configurations });
        return template;
    },

    /**
     * The API does not document this; we assume that only the id is required, that omitted fields stay unchanged, and that an unknown id
     * results in status 404, as in other updates with ids in the body.
     */
    updateConfigurationTemplate({ store, body }) {
        const { configuration_template_id } = body;
        const before = store.configurationTemplates.get(configuration_template_id);
        store.owners.mustKnow("admin_owner_id", body.admin_owner_id);
        const rules = sentConfigurations(store, "", body, body.admin_owner_id ?? before.admin_owner_id ?? "");
        const template = store.configurationTemplates.change(configuration_template_id, {
            name: body.name,
            admin_owner_id: body.admin_owner_id,
            require_mfa_to_approve: body.require_mfa_to_approve,
            require_mfa_to_connect: body.require_mfa_to_connect,
            ...readPlain(store, body),
            custom_request_notification: body.custom_request_notification,
        });
        if (rules) {
            store.configurationTemplateRules.set({ configuration_template_id, request_configurations: rules });
        }
        governAll(store, configuration_template_id);
        return template;
    },

    /** The API does not document this; we assume that a template cannot be deleted while it is attached to objects. */
    deleteConfigurationTemplate({ store, path }) {
        const { configuration_template_id, name } = store.configurationTemplates.get(path.configuration_template_id);
        const use = allGoverned(store).find(
            ({ object }) => object.configuration_template_id === configuration_template_id,
        );
        if (use)
            throw new Conflict(
                `The configuration template "${name}" cannot be deleted: it is attached to the ${use.label}.`,
            );
        deleteAllOf(store, configuration_template_id, "configuration_template_id");
    },
} satisfies Routes;

type Info = Omit<ServiceCall<"updateConfigurationTemplate">["body"], "configuration_template_id">;

/** Reads the fields of a body that are stored without conversion. Fields that are not in the body are omitted. */
function readPlain(store: Store, info: Info): Partial<TemplateRecord> {
    const {
        visibility,
        linked_audit_message_channel_ids: channels,
        member_oncall_schedule_ids: schedules,
        break_glass_user_ids: users,
        ticket_propagation,
    } = info;
    store.groups.mustKnow("visibility.visibility_group_ids", visibility?.visibility_group_ids);
    store.messageChannels.mustKnow("linked_audit_message_channel_ids", channels);
    store.onCallSchedules.mustKnow("member_oncall_schedule_ids", schedules);
    store.users.mustKnow("break_glass_user_ids", users);
    const opensTickets = ticket_propagation?.enabled_on_grant || ticket_propagation?.enabled_on_revocation;
    // The API does not document this; we assume that a ticket provider is required for opening tickets.
    if (opensTickets && !ticket_propagation.ticket_provider) {
        throw new BadRequest(
            "ticket_propagation.ticket_provider is required when enabled_on_grant or enabled_on_revocation is true.",
        );
    }
    return {
        ...(visibility && { visibility: readVisibility(store, visibility) }),
        ...(channels && { linked_audit_message_channel_ids: [...new Set(channels)] }),
        ...(schedules && { member_oncall_schedule_ids: [...new Set(schedules)] }),
        ...(users && { break_glass_user_ids: [...new Set(users)] }),
        ...(ticket_propagation && { ticket_propagation }),
    };
}
