import type { AccessGovernanceClient } from "../../src/api/index.js";
import type { Service } from "../../src/local/service/index.js";

/** The time at which the clock of the service stands still, so that two services return the same dates. */
export const NOW = "2026-03-01T10:00:00.000Z";

/** Bounds of a period around NOW, for filters. */
export const BEFORE = "2026-02-01T00:00:00.000Z";
export const AFTER = "2026-04-01T00:00:00.000Z";

/** A name in another system that must be percent-encoded in a path. */
export const LEVEL = "arn:aws:iam::123456789012:role/Read only";

/** A name of an owner that must be percent-encoded in a path. */
export const OWNER = "Night shift: on call? 100 %";

/**
 * The small organization and the additional objects that calls need. Objects of the seed are found by name; the others are created once,
 * through the client, when they are first needed.
 */
export class World {
    constructor(
        readonly client: AccessGovernanceClient,
        readonly service: Service,
    ) {}

    private readonly idOf = <T extends object>(
        records: readonly T[],
        id: keyof T,
        name: string,
        field: keyof T,
    ): string => {
        const found = records.find((record) => record[field] === name);
        if (!found) throw new Error(`The small organization has no ${name}.`);
        return String(found[id]);
    };
    readonly user = (first: string) => this.idOf(this.service.store.users.all(), "user_id", first, "first_name");
    readonly app = (name: string) => this.idOf(this.service.store.apps.all(), "app_id", name, "name");
    readonly seedGroup = (name: string) => this.idOf(this.service.store.groups.all(), "group_id", name, "name");
    readonly seedResource = (name: string) =>
        this.idOf(this.service.store.resources.all(), "resource_id", name, "name");
    readonly tag = (key: string) => this.idOf(this.service.store.tags.all(), "tag_id", key, "key");
    readonly channel = (name: string) =>
        this.idOf(this.service.store.messageChannels.all(), "message_channel_id", name, "name");
    readonly schedule = (name: string) =>
        this.idOf(this.service.store.onCallSchedules.all(), "on_call_schedule_id", name, "name");
    get administrators() {
        return this.idOf(this.service.store.owners.all(), "owner_id", "Administrators", "name");
    }
    get app_id() {
        return this.app("Tidewater");
    }

    private readonly makeGroup = async (name: string) => {
        const made = await this.client.call("createGroup", {
            body: { name, app_id: this.app_id, group_type: "SVC_GROUP" },
        });
        return made.group_id;
    };
    private readonly makeResource = async (name: string, resource_type = "CUSTOM") => {
        const made = await this.client.call("createResource", { body: { name, app_id: this.app_id, resource_type } });
        return made.resource_id;
    };

    readonly group = once(() => this.makeGroup("Dispatchers"));
    readonly secondGroup = once(() => this.makeGroup("Harbor pilots"));
    readonly resource = once(() => this.makeResource("Route planner"));
    readonly scopedRole = once(() => this.makeResource("Role of auditors", "SVC_SCOPED_ROLE"));
    readonly identity = once(async () => {
        const body = {
            name: "Manifest importer",
            app_id: this.app_id,
            resource_type: "AWS_IAM_ROLE",
            remote_info: { aws_iam_role: { arn: "arn:aws:iam::123456789012:role/importer" } },
        };
        return (await this.client.call("createResource", { body })).resource_id;
    });
    /** A resource with the level LEVEL. */
    readonly levelled = once(async () => {
        const resource_id = await this.makeResource("Customs ledger");
        const access_level = { access_level_name: "Read only", access_level_remote_id: LEVEL };
        await this.client.call("createResourceCustomAccessLevel", { path: { resource_id }, body: { access_level } });
        return resource_id;
    });
    /** A resource below another one. */
    readonly child = once(async () => {
        const resource_id = await this.makeResource("Route planner archive");
        const parent_resource_id = await this.resource();
        await this.client.call("updateResources", { body: { resources: [{ resource_id, parent_resource_id }] } });
        return resource_id;
    });
    readonly owner = once(async () => {
        const body = { name: OWNER, user_ids: [this.user("Bruno"), this.user("Chiyo")] };
        return (await this.client.call("createOwner", { body })).owner_id;
    });
    /** A request by the administrator for another user. The second administrator must review it. */
    readonly request = once(async () => {
        const body = {
            resources: [{ id: await this.resource() }],
            groups: [],
            target_user_id: this.user("Bruno"),
            reason: "Routes change tonight.",
            duration_minutes: 60,
        };
        // Every response of the API may lack properties that its schema does not require.
        return String((await this.client.call("createRequest", { body })).id);
    });
    readonly bundle = once(async () => {
        const body = { name: "First day", admin_owner_id: this.administrators };
        return (await this.client.call("createBundle", { body })).bundle_id ?? "";
    });
    /** The bundle with two resources, one of them with an access level, and two groups. */
    readonly filledBundle = once(async () => {
        const path = { bundle_id: await this.bundle() };
        await this.client.call("addBundleResource", {
            path,
            body: { resource_id: await this.levelled(), access_level_remote_id: LEVEL },
        });
        await this.client.call("addBundleResource", { path, body: { resource_id: await this.resource() } });
        for (const group_id of [await this.group(), await this.secondGroup()]) {
            await this.client.call("addBundleGroup", { path, body: { group_id } });
        }
        return path.bundle_id;
    });
    readonly campaign = once(async () => {
        const query = { entitlementFilter: { entityIDs: [this.seedGroup("Everyone")] } };
        const made = await this.client.call("createCampaign", {
            body: { name: "Spring review", configuration: { query } },
        });
        return made.campaign_id;
    });
    readonly startedCampaign = once(async () => {
        const path = { campaign_id: await this.campaign() };
        await this.client.call("startCampaign", { path });
        return path.campaign_id;
    });
    /** Ids of items of the started campaign. */
    readonly campaignItems = async (): Promise<[string, string]> => {
        const path = { campaign_id: await this.startedCampaign() };
        const { items } = await this.client.campaigns.listItems(path.campaign_id).page();
        const [first, second] = items.filter(({ principal_id }) => principal_id !== this.user("Ada"));
        if (!first || !second) throw new Error("The campaign has fewer than two items.");
        return [first.campaign_item_id, second.campaign_item_id];
    };
    /** Ids of the administrator's reviews in the started campaign. */
    readonly ownReviews = async (): Promise<[string, string]> => {
        const path = { campaign_id: await this.startedCampaign() };
        const ids = await this.campaignItems();
        const to_assign = ids.map((campaign_item_id) => ({ campaign_item_id, reviewer_id: this.user("Ada") }));
        await this.client.call("updateCampaignItemReviewers", { path, body: { to_assign } });
        const { items } = await this.client.campaigns.listItems(path.campaign_id).page();
        const [first, second] = ids.map((id) =>
            items
                .find((item) => item.campaign_item_id === id)
                ?.reviews.find((one) => one.reviewer_user_id === this.user("Ada")),
        );
        if (!first || !second) throw new Error("The administrator reviews fewer than two items.");
        return [first.campaign_item_review_id, second.campaign_item_review_id];
    };
    /** A request that waits for a manager who has a manager. */
    readonly managedRequest = once(async () => {
        const chain = [this.user("Bruno"), this.user("Chiyo"), this.user("Greta")];
        for (const [i, manager_id] of chain.slice(1).entries())
            await this.client.call("updateUser", { path: { user_id: chain[i] ?? "" }, body: { manager_id } });
        const reviewer_stages = [{ operator: "OR" as const, owner_ids: [], require_manager_approval: true }];
        const request_configurations = [
            {
                priority: 0,
                allow_requests: true,
                auto_approval: false,
                require_mfa_to_request: false,
                require_support_ticket: false,
                reviewer_stages,
            },
        ];
        const resource_id = await this.resource();
        await this.client.call("updateResources", { body: { resources: [{ resource_id, request_configurations }] } });
        return this.request();
    });
    readonly stoppedCampaign = once(async () => {
        const path = { campaign_id: await this.startedCampaign() };
        await this.client.call("stopCampaign", { path });
        return path.campaign_id;
    });
    readonly endedCampaign = once(async () => {
        const path = { campaign_id: await this.stoppedCampaign() };
        await this.client.call("endCampaign", { path });
        return path.campaign_id;
    });
    readonly configurationTemplate = once(async () => {
        const body = {
            name: "Ordinary",
            admin_owner_id: this.administrators,
            visibility: { visibility: "GLOBAL" },
            require_mfa_to_approve: false,
            require_mfa_to_connect: false,
        } as const;
        return (await this.client.call("createConfigurationTemplate", { body })).configuration_template_id ?? "";
    });
    readonly requestTemplate = once(async () => {
        const custom_fields = [{ name: "Which port?", type: "SHORT_TEXT" }];
        const made = await this.client.call("createRequestTemplate", { body: { name: "Ports", custom_fields } });
        return made.request_template_id;
    });
    readonly eventStream = once(async () => {
        const body = {
            name: "Audit copy",
            connection_type: "WEBHOOK",
            webhook_url: "https://hooks.example/in",
        } as const;
        return (await this.client.call("createEventStream", { body })).event_stream_id;
    });
    /** The event of the creation of a group. */
    readonly event = once(async () => {
        await this.group();
        const { items } = await this.client.events.list().page();
        return items[0]?.event_id ?? "";
    });
    readonly ownApp = once(async () => {
        const body = { name: "Tides", description: "Tables", admin_owner_id: this.administrators, app_type: "CUSTOM" };
        return (await this.client.call("createApp", { body })).app_id;
    });
    readonly script = once(async () => {
        const body = {
            name: "Office hours",
            script: "def main(request):\n    return request.approve()\n",
            script_type: "REQUEST_REVIEW",
            owner_id: this.administrators,
        };
        return (await this.client.call("createOpalScript", { body })).opal_script_id;
    });
    readonly paladin = once(async () => {
        const made = await this.client.call("createPaladin", {
            body: { name: "Night watch", owner_id: this.administrators },
        });
        return made.paladin_id;
    });
    readonly contextSource = once(async () => {
        const source = { source_kind: "DOCUMENT", third_party_provider: "NOTION", remote_id: "page-1" } as const;
        const path = { paladin_id: await this.paladin() };
        return (await this.client.call("createPaladinContextSource", { path, body: source })).id;
    });
    readonly accessRule = once(async () => {
        const made = await this.client.call("createAccessRule", { body: this.ruleBody("Staff of the region") });
        return made.access_rule_id ?? "";
    });
    get delegationBody() {
        return {
            delegator_user_id: this.user("Ada"),
            delegate_user_id: this.user("Bruno"),
            start_time: BEFORE,
            end_time: AFTER,
            reason: "At sea.",
        };
    }
    readonly delegation = once(
        async () => (await this.client.call("createDelegation", { body: this.delegationBody })).id,
    );
    get reviewBody() {
        return {
            name: "Spring review",
            deadline: AFTER,
            reviewer_assignment_policy: "BY_OWNING_TEAM_ADMIN" as const,
            send_reviewer_assignment_notification: false,
            time_zone: "Europe/Lisbon",
            self_review_allowed: false,
        };
    }
    readonly review = once(async () => (await this.client.call("createUAR", { body: this.reviewBody })).uar_id);
    /** Creates a token for each of these users. Returns their ids. */
    readonly tokens = (...names: string[]) =>
        names.map((name, i) => {
            const token_id = this.service.store.newId("token", `${name} ${i}`);
            const user_id = this.user(name);
            const made = { creator_user_id: user_id, created_at: BEFORE, access_level: "READ_ONLY" } as const;
            return this.service.store.tokens.set({ token_id, token_label: `${name} ${i}`, user_id, ...made }).token_id;
        });
    /** A link in which Dispatchers is the source group of Harbor pilots. */
    readonly binding = once(async () => {
        const body = { source_group_id: await this.group(), groups: [{ group_id: await this.secondGroup() }] };
        return (await this.client.call("createGroupBinding", { body })).group_binding_id ?? "";
    });
    /** An IdP group mapping between the resource and the group. */
    readonly mapped = once(async () => {
        const path = { app_resource_id: await this.resource(), group_id: await this.group() };
        await this.client.call("upsertIdpGroupMapping", { path, body: { alias: "dispatch" } });
        return path;
    });
    /** A group and the group that contains it. */
    readonly nested = once(async () => {
        const path = { group_id: await this.group() };
        const containing_group_id = await this.secondGroup();
        await this.client.call("addGroupContainingGroup", { path, body: { containing_group_id } });
        return { ...path, containing_group_id };
    });
    readonly member = once(async () => {
        const path = { group_id: await this.group(), user_id: this.user("Dana") };
        await this.client.call("addGroupUser", { path, body: { duration_minutes: 90 } });
        return path;
    });
    /** A user with access to the resource that has levels. */
    readonly grant = once(async () => {
        const path = { resource_id: await this.levelled(), user_id: this.user("Dana") };
        await this.client.call("addResourceUser", {
            path,
            body: { duration_minutes: 90, access_level_remote_id: LEVEL },
        });
        return path;
    });
    readonly identityGrant = once(async () => {
        const path = { resource_id: await this.levelled(), non_human_identity_id: await this.identity() };
        const body = { duration_minutes: 90, access_level_remote_id: LEVEL };
        await this.client.call("addResourceNonHumanIdentity", { path, body });
        return path;
    });
    /** A group that grants access to the resource that has levels. */
    readonly linked = once(async () => {
        const path = { group_id: await this.group(), resource_id: await this.levelled() };
        await this.client.call("addGroupResource", {
            path,
            body: { access_level_remote_id: LEVEL, duration_minutes: 90 },
        });
        return path;
    });

    readonly ruleBody = (name: string) => ({
        name,
        description: "Whoever works in Europe.",
        admin_owner_id: this.administrators,
        status: "ACTIVE" as const,
        ruleClauses: {
            when: {
                clauses: [
                    { selectors: [{ key: "region", value: "eu", connection_id: this.app("Tidewater Directory") }] },
                ],
            },
        },
    });
}

export function world(client: AccessGovernanceClient, service: Service): World {
    return new World(client, service);
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
    let made: Promise<T> | undefined;
    return () => {
        made ??= make();
        return made;
    };
}
