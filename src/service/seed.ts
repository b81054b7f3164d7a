import { emptyOrganization, type Organization } from "./organization.js";
import { defaultRequestConfiguration } from "./request-configurations.js";
import { createStore, type Store, uuid } from "./store.js";
import { DEFAULT_VISIBILITY } from "./visibility.js";

export type SeedName = "small" | "other" | "empty";

interface Seed {
    /** Any fixed UUID, different for each: no two organizations share an id. */
    readonly namespace: string;
    readonly domain: string;
    readonly build: (build: Builder) => void;
}

const SEEDS: Readonly<Record<SeedName, Seed>> = {
    small: { namespace: "3f0c5a1e-8d52-5b3c-9a47-6f1d2e9b7c01", domain: "tidewater.example", build: small },
    other: { namespace: "c94d7b60-1e2f-5a88-b6d3-0a5f8e7c4d02", domain: "quarry-hill.example", build: other },
    empty: { namespace: "7a61e8d3-94bc-5f17-8c20-d3b9f6a15e03", domain: "empty.example", build: empty },
};

export function isSeedName(name: string): name is SeedName {
    return Object.hasOwn(SEEDS, name);
}

/** One of the organizations that come with the service; the same every time. */
export function seedOrganization(name: SeedName): Organization {
    const builder = new Builder(SEEDS[name]);
    SEEDS[name].build(builder);
    return builder.store.snapshot();
}

/** A made-up company of eight, Tidewater Freight: something to look up, nothing that a program would declare. */
function small(build: Builder): void {
    const ada = build.administrator;
    const bruno = build.user("Bruno", "Castell", "Site reliability engineer");
    const chiyo = build.user("Chiyo", "Marsh", "Site reliability engineer");
    const dana = build.user("Dana", "Orlov", "Data engineer");
    const elif = build.user("Elif", "Sorensen", "Security engineer");
    const femi = build.user("Femi", "Laurent", "Support lead");
    const greta = build.user("Greta", "Okoye", "People partner");
    const hugo = build.user("Hugo", "Winter", "Contractor");

    const audit = build.channel("C0AUDIT", "access-audit");
    const reviews = build.channel("C0REVIEW", "access-reviews");
    build.schedule("PAGER_DUTY", "PPLAT01", "Platform on call");
    build.schedule("OPSGENIE", "ODATA01", "Data on call");

    const administrators = build.owner("Administrators", [ada, elif], reviews);
    const native = build.app("Tidewater", "SVC", administrators);
    const directory = build.app("Tidewater Directory", "OKTA_DIRECTORY", administrators);

    const everyone = build.group("Everyone", native, administrators, "SVC_GROUP", [
        ada,
        bruno,
        chiyo,
        dana,
        elif,
        femi,
        greta,
        hugo,
    ]);
    build.group("Contractors", directory, administrators, "OKTA_GROUP", [hugo]);
    const staff = build.group("Office staff", directory, administrators, "OKTA_GROUP", [femi, greta]);
    build.store.groupMessageChannels.set({ group_id: everyone, message_channel_ids: [audit] });

    build.resource("Freight tracker", native, administrators);
    build.resource("Billing archive", native, administrators);

    const region = build.tag("region", "eu");
    build.tag("team", "platform");
    build.tag("tier", "critical");
    build.store.groupTags.set({ tag_id: region, group_id: staff });
    build.store.userTags.set({ tag_id: region, user_id: greta });
}

/** Another made-up company, which shares names with the first and not one id. */
function other(build: Builder): void {
    const administrators = build.owner("Administrators", [build.administrator]);
    const native = build.app("Quarry Hill", "SVC", administrators);
    const ivo = build.user("Ivo", "Sandoval", "Engineer");
    build.group("Everyone", native, administrators, "SVC_GROUP", [build.administrator, ivo]);
    build.channel("C0QUARRY", "quarry-audit");
    build.schedule("PAGER_DUTY", "PQUARRY1", "Quarry on call");
    build.tag("team", "platform");
}

/** Nothing but the user that the token stands for. */
function empty(): void {}

/** Puts objects straight into a store, apps included, which the interface cannot make. */
class Builder {
    readonly store: Store;
    /** The user that the token stands for, whom every organization has. */
    readonly administrator: string;
    readonly #domain: string;

    constructor({ namespace, domain }: Seed) {
        this.#domain = domain;
        // The first id that the store gives for this name.
        const current_user_id = uuid(namespace, `user ada@${domain} 1`);
        this.store = createStore(emptyOrganization(namespace, current_user_id));
        this.administrator = this.user("Ada", "Brandt", "Platform lead");
    }

    user(first_name: string, last_name: string, position: string): string {
        const email = `${first_name.toLowerCase()}@${this.#domain}`;
        const user_id = this.store.newId("user", email);
        const full_name = `${first_name} ${last_name}`;
        const hr_idp_status = "ACTIVE";
        this.store.users.set({ user_id, email, full_name, first_name, last_name, position, hr_idp_status });
        return user_id;
    }

    owner(name: string, user_ids: string[], channel: string | null = null): string {
        const owner_id = this.store.newId("owner", name);
        this.store.owners.set({
            owner_id,
            name,
            description: "",
            access_request_escalation_period: 0,
            reviewer_message_channel_id: channel,
            source_group_id: null,
        });
        this.store.ownerUsers.set({ owner_id, user_ids });
        return owner_id;
    }

    app(name: string, app_type: string, admin_owner_id: string): string {
        const app_id = this.store.newId("app", name);
        this.store.apps.set({ app_id, name, description: "", admin_owner_id, app_type, validations: [] });
        return app_id;
    }

    group(name: string, app_id: string, admin_owner_id: string, group_type: string, members: string[]): string {
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
        });
        this.store.groupVisibility.set({ group_id, ...DEFAULT_VISIBILITY });
        for (const user_id of members) {
            const level = { access_level_remote_id: "" };
            this.store.groupUsers.set({ group_id, user_id, ...level, expiration_date: null, propagation_status: null });
        }
        return group_id;
    }

    resource(name: string, app_id: string, admin_owner_id: string): string {
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
        });
        return resource_id;
    }

    channel(remote_id: string, name: string): string {
        const message_channel_id = this.store.newId("message channel", `SLACK ${remote_id}`);
        const third_party_provider = "SLACK";
        this.store.messageChannels.set({
            message_channel_id,
            third_party_provider,
            remote_id,
            name,
            is_private: false,
        });
        return message_channel_id;
    }

    schedule(third_party_provider: "OPSGENIE" | "PAGER_DUTY", remote_id: string, name: string): void {
        const on_call_schedule_id = this.store.newId("on-call schedule", `${third_party_provider} ${remote_id}`);
        this.store.onCallSchedules.set({ on_call_schedule_id, third_party_provider, remote_id, name });
    }

    tag(key: string, value: string): string {
        const tag_id = this.store.newId("tag", `${key}=${value}`);
        const made = "2026-01-05T09:00:00.000Z";
        const user_creator_id = this.administrator;
        this.store.tags.set({ tag_id, created_at: made, updated_at: made, user_creator_id, key, value });
        return tag_id;
    }
}
