import type { OperationName } from "../../../api/generated/operations.gen.js";
import type { Group, Resource } from "../../../api/generated/types.gen.js";
import { DEFAULT_VISIBILITY } from "../access/visibility.js";
import type { Handler, ServiceCall } from "../http/area.js";
import { ownerRoutes } from "../owners/owners.js";
import { emptyOrganization } from "../storage/organization.js";
import { createStore, type Store, uuid } from "../storage/store.js";
import { tagRoutes } from "../tags/tags.js";
import { defaultRequestConfiguration } from "../templates/request-configurations.js";

/** The creation time of all tags. */
const MADE = new Date("2026-01-05T09:00:00.000Z");

/** Creates objects directly in a store, including apps that the API cannot create. */
export class Builder {
    readonly store: Store;
    /** The id of the current user, who owns the token of the service. Every organization has one. */
    readonly administrator: string;

    constructor(
        namespace: string,
        private readonly domain: string,
    ) {
        // The id that the store will generate for the first user with this name.
        const current_user_id = uuid(namespace, `user ada@${domain} 1`);
        this.store = createStore(emptyOrganization(namespace, current_user_id));
        this.administrator = this.user("Ada", "Brandt", "Platform lead");
    }

    /** @param local the part of the email address before the @ */
    user(first_name: string, last_name: string, position: string, local = first_name.toLowerCase()): string {
        const email = `${local}@${this.domain}`;
        const user_id = this.store.newId("user", email);
        const full_name = `${first_name} ${last_name}`;
        const hr_idp_status = "ACTIVE";
        this.store.users.set({ user_id, email, full_name, first_name, last_name, position, hr_idp_status });
        return user_id;
    }

    owner(name: string, user_ids: string[], reviewer_message_channel_id?: string): string {
        const channel = reviewer_message_channel_id !== undefined && { reviewer_message_channel_id };
        return this.call(ownerRoutes.createOwner, MADE, { name, user_ids, ...channel }).owner_id;
    }

    app(name: string, app_type: string, admin_owner_id: string): string {
        const app_id = this.store.newId("app", name);
        this.store.apps.set({ app_id, name, description: "", admin_owner_id, app_type, validations: [] });
        return app_id;
    }

    group(
        name: string,
        app_id: string,
        admin_owner_id: string,
        group_type: string,
        members: readonly string[],
        more: Partial<Group> = {},
    ): string {
        const group_id = this.store.newId("group", name);
        const imported = group_type === "OKTA_GROUP" && {
            remote_info: { okta_group: { group_id: `00g-${name.toLowerCase().replace(/\W/g, "-")}` } },
            remote_name: name,
        };
        this.store.groups.set({
            group_id,
            app_id,
            name,
            description: "",
            admin_owner_id,
            group_leader_user_ids: [],
            group_type,
            require_mfa_to_approve: false,
            is_requestable: true,
            request_configurations: [defaultRequestConfiguration(admin_owner_id)],
            custom_request_notification: null,
            ...imported,
            risk_sensitivity: "UNKNOWN",
            match_remote_name: false,
            match_remote_description: false,
            ...more,
        });
        this.store.groupVisibility.set({ group_id, ...DEFAULT_VISIBILITY });
        for (const user_id of members) {
            const level = { access_level_remote_id: "" };
            this.store.groupUsers.set({ group_id, user_id, ...level, expiration_date: null, propagation_status: null });
        }
        return group_id;
    }

    resource(name: string, app_id: string, admin_owner_id: string, more: Partial<Resource> = {}): string {
        const resource_id = this.store.newId("resource", name);
        this.store.resources.set({
            resource_id,
            app_id,
            name,
            description: "",
            admin_owner_id,
            resource_type: "CUSTOM",
            is_requestable: true,
            request_configurations: [defaultRequestConfiguration(admin_owner_id)],
            ...more,
        });
        return resource_id;
    }

    channel(remote_id: string, name: string): string {
        const message_channel_id = this.store.newId("message channel", `SLACK ${remote_id}`);
        const channel = { third_party_provider: "SLACK", remote_id, name, is_private: false } as const;
        this.store.messageChannels.set({ message_channel_id, ...channel });
        return message_channel_id;
    }

    schedule(third_party_provider: "OPSGENIE" | "PAGER_DUTY", remote_id: string, name: string): string {
        const on_call_schedule_id = this.store.newId("on-call schedule", `${third_party_provider} ${remote_id}`);
        this.store.onCallSchedules.set({ on_call_schedule_id, third_party_provider, remote_id, name });
        return on_call_schedule_id;
    }

    tag(tag_key: string, tag_value: string): string {
        return this.call(tagRoutes.createTag, MADE, { tag_key, tag_value }).tag_id;
    }

    /**
     * Calls a handler, as the administrator by default. Used for objects that have creation rules, so that the rules are not duplicated
     * here.
     */
    call<Name extends OperationName>(
        handler: Handler<Name>,
        now: Date,
        body?: ServiceCall<Name>["body"],
        path: ServiceCall<Name>["path"] | Record<never, never> = {},
        user_id = this.administrator,
    ): ReturnType<Handler<Name>> {
        const caller = { user_id, role: "ADMIN" };
        const call = { store: this.store, caller, now, path, query: {}, body, sent: body };
        // The types of `body` and `path` were checked above. `operation` is not set, because handlers need it only for paging.
        return handler(call as unknown as ServiceCall<Name>);
    }
}
