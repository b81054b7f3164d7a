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

export type World = ReturnType<typeof world>;

/**
 * The small organization and the additional objects that calls need. Objects of the seed are found by name; the others are created once,
 * through the client, when they are first needed.
 */
export function world(client: AccessGovernanceClient, service: Service) {
    const { store } = service;
    const idOf = <T extends object>(records: readonly T[], id: keyof T, name: string, field: keyof T): string => {
        const found = records.find((record) => record[field] === name);
        if (!found) throw new Error(`The small organization has no ${name}.`);
        return String(found[id]);
    };
    const user = (first: string) => idOf(store.users.all(), "user_id", first, "first_name");
    const app = (name: string) => idOf(store.apps.all(), "app_id", name, "name");
    const seedGroup = (name: string) => idOf(store.groups.all(), "group_id", name, "name");
    const seedResource = (name: string) => idOf(store.resources.all(), "resource_id", name, "name");
    const tag = (key: string) => idOf(store.tags.all(), "tag_id", key, "key");
    const channel = (name: string) => idOf(store.messageChannels.all(), "message_channel_id", name, "name");
    const schedule = (name: string) => idOf(store.onCallSchedules.all(), "on_call_schedule_id", name, "name");
    const administrators = idOf(store.owners.all(), "owner_id", "Administrators", "name");
    const app_id = app("Tidewater");

    const makeGroup = async (name: string) => {
        const made = await client.call("createGroup", { body: { name, app_id, group_type: "SVC_GROUP" } });
        return made.group_id;
    };
    const makeResource = async (name: string, resource_type = "CUSTOM") => {
        const made = await client.call("createResource", { body: { name, app_id, resource_type } });
        return made.resource_id;
    };

    const group = once(() => makeGroup("Dispatchers"));
    const secondGroup = once(() => makeGroup("Harbor pilots"));
    const resource = once(() => makeResource("Route planner"));
    const scopedRole = once(() => makeResource("Role of auditors", "SVC_SCOPED_ROLE"));
    const identity = once(async () => {
        const body = {
            name: "Manifest importer",
            app_id,
            resource_type: "AWS_IAM_ROLE",
            remote_info: { aws_iam_role: { arn: "arn:aws:iam::123456789012:role/importer" } },
        };
        return (await client.call("createResource", { body })).resource_id;
    });
    /** A resource with the level LEVEL. */
    const levelled = once(async () => {
        const resource_id = await makeResource("Customs ledger");
        const access_level = { access_level_name: "Read only", access_level_remote_id: LEVEL };
        await client.call("createResourceCustomAccessLevel", { path: { resource_id }, body: { access_level } });
        return resource_id;
    });
    /** A resource below another one. */
    const child = once(async () => {
        const resource_id = await makeResource("Route planner archive");
        const parent_resource_id = await resource();
        await client.call("updateResources", { body: { resources: [{ resource_id, parent_resource_id }] } });
        return resource_id;
    });
    const owner = once(async () => {
        const body = { name: OWNER, user_ids: [user("Bruno"), user("Chiyo")] };
        return (await client.call("createOwner", { body })).owner_id;
    });
    /** A request by the administrator for another user. The second administrator must review it. */
    const request = once(async () => {
        const body = {
            resources: [{ id: await resource() }],
            groups: [],
            target_user_id: user("Bruno"),
            reason: "Routes change tonight.",
            duration_minutes: 60,
        };
        // Every response of the API may lack properties that its schema does not require.
        return String((await client.call("createRequest", { body })).id);
    });
    const bundle = once(async () => {
        const body = { name: "First day", admin_owner_id: administrators };
        return (await client.call("createBundle", { body })).bundle_id ?? "";
    });
    /** The bundle with two resources, one of them with an access level, and two groups. */
    const filledBundle = once(async () => {
        const path = { bundle_id: await bundle() };
        await client.call("addBundleResource", {
            path,
            body: { resource_id: await levelled(), access_level_remote_id: LEVEL },
        });
        await client.call("addBundleResource", { path, body: { resource_id: await resource() } });
        for (const group_id of [await group(), await secondGroup()]) {
            await client.call("addBundleGroup", { path, body: { group_id } });
        }
        return path.bundle_id;
    });
    const campaign = once(async () => {
        const query = { entitlementFilter: { entityIDs: [seedGroup("Everyone")] } };
        const made = await client.call("createCampaign", { body: { name: "Spring review", configuration: { query } } });
        return made.campaign_id;
    });
    const startedCampaign = once(async () => {
        const path = { campaign_id: await campaign() };
        await client.call("startCampaign", { path });
        return path.campaign_id;
    });
    const stoppedCampaign = once(async () => {
        const path = { campaign_id: await startedCampaign() };
        await client.call("stopCampaign", { path });
        return path.campaign_id;
    });
    const endedCampaign = once(async () => {
        const path = { campaign_id: await stoppedCampaign() };
        await client.call("endCampaign", { path });
        return path.campaign_id;
    });
    const configurationTemplate = once(async () => {
        const body = {
            name: "Ordinary",
            admin_owner_id: administrators,
            visibility: { visibility: "GLOBAL" },
            require_mfa_to_approve: false,
            require_mfa_to_connect: false,
        } as const;
        return (await client.call("createConfigurationTemplate", { body })).configuration_template_id ?? "";
    });
    const requestTemplate = once(async () => {
        const custom_fields = [{ name: "Which port?", type: "SHORT_TEXT" }];
        const made = await client.call("createRequestTemplate", { body: { name: "Ports", custom_fields } });
        return made.request_template_id;
    });
    const eventStream = once(async () => {
        const body = {
            name: "Audit copy",
            connection_type: "WEBHOOK",
            webhook_url: "https://hooks.example/in",
        } as const;
        return (await client.call("createEventStream", { body })).event_stream_id;
    });
    /** The event of the creation of a group. */
    const event = once(async () => {
        await group();
        const { items } = await client.events.list().page();
        return items[0]?.event_id ?? "";
    });
    const ownApp = once(async () => {
        const body = { name: "Tides", description: "Tables", admin_owner_id: administrators, app_type: "CUSTOM" };
        return (await client.call("createApp", { body })).app_id;
    });
    const script = once(async () => {
        const body = {
            name: "Office hours",
            script: "def main(request):\n    return request.approve()\n",
            script_type: "REQUEST_REVIEW",
            owner_id: administrators,
        };
        return (await client.call("createOpalScript", { body })).opal_script_id;
    });
    const paladin = once(async () => {
        const made = await client.call("createPaladin", { body: { name: "Night watch", owner_id: administrators } });
        return made.paladin_id;
    });
    const contextSource = once(async () => {
        const source = { source_kind: "DOCUMENT", third_party_provider: "NOTION", remote_id: "page-1" } as const;
        const path = { paladin_id: await paladin() };
        return (await client.call("createPaladinContextSource", { path, body: source })).id;
    });
    const accessRule = once(async () => {
        const made = await client.call("createAccessRule", { body: ruleBody("Staff of the region") });
        return made.access_rule_id ?? "";
    });
    const delegationBody = {
        delegator_user_id: user("Ada"),
        delegate_user_id: user("Bruno"),
        start_time: BEFORE,
        end_time: AFTER,
        reason: "At sea.",
    };
    const delegation = once(async () => (await client.call("createDelegation", { body: delegationBody })).id);
    const reviewBody = {
        name: "Spring review",
        deadline: AFTER,
        reviewer_assignment_policy: "BY_OWNING_TEAM_ADMIN" as const,
        send_reviewer_assignment_notification: false,
        time_zone: "Europe/Lisbon",
        self_review_allowed: false,
    };
    const review = once(async () => (await client.call("createUAR", { body: reviewBody })).uar_id);
    /** Creates a token for each of these users. Returns their ids. */
    const tokens = (...names: string[]) =>
        names.map((name, i) => {
            const token_id = store.newId("token", `${name} ${i}`);
            const user_id = user(name);
            const made = { creator_user_id: user_id, created_at: BEFORE, access_level: "READ_ONLY" } as const;
            return store.tokens.set({ token_id, token_label: `${name} ${i}`, user_id, ...made }).token_id;
        });
    /** A link in which Dispatchers is the source group of Harbor pilots. */
    const binding = once(async () => {
        const body = { source_group_id: await group(), groups: [{ group_id: await secondGroup() }] };
        return (await client.call("createGroupBinding", { body })).group_binding_id ?? "";
    });
    /** An IdP group mapping between the resource and the group. */
    const mapped = once(async () => {
        const path = { app_resource_id: await resource(), group_id: await group() };
        await client.call("upsertIdpGroupMapping", { path, body: { alias: "dispatch" } });
        return path;
    });
    /** A group and the group that contains it. */
    const nested = once(async () => {
        const path = { group_id: await group() };
        const containing_group_id = await secondGroup();
        await client.call("addGroupContainingGroup", { path, body: { containing_group_id } });
        return { ...path, containing_group_id };
    });
    const member = once(async () => {
        const path = { group_id: await group(), user_id: user("Dana") };
        await client.call("addGroupUser", { path, body: { duration_minutes: 90 } });
        return path;
    });
    /** A user with access to the resource that has levels. */
    const grant = once(async () => {
        const path = { resource_id: await levelled(), user_id: user("Dana") };
        await client.call("addResourceUser", { path, body: { duration_minutes: 90, access_level_remote_id: LEVEL } });
        return path;
    });
    const identityGrant = once(async () => {
        const path = { resource_id: await levelled(), non_human_identity_id: await identity() };
        const body = { duration_minutes: 90, access_level_remote_id: LEVEL };
        await client.call("addResourceNonHumanIdentity", { path, body });
        return path;
    });
    /** A group that grants access to the resource that has levels. */
    const linked = once(async () => {
        const path = { group_id: await group(), resource_id: await levelled() };
        await client.call("addGroupResource", { path, body: { access_level_remote_id: LEVEL, duration_minutes: 90 } });
        return path;
    });

    const ruleBody = (name: string) => ({
        name,
        description: "Whoever works in Europe.",
        admin_owner_id: administrators,
        status: "ACTIVE" as const,
        ruleClauses: {
            when: {
                clauses: [{ selectors: [{ key: "region", value: "eu", connection_id: app("Tidewater Directory") }] }],
            },
        },
    });

    return {
        client,
        service,
        user,
        app,
        app_id,
        administrators,
        seedGroup,
        seedResource,
        tag,
        channel,
        schedule,
        group,
        secondGroup,
        resource,
        scopedRole,
        identity,
        levelled,
        child,
        owner,
        request,
        bundle,
        filledBundle,
        campaign,
        startedCampaign,
        stoppedCampaign,
        endedCampaign,
        configurationTemplate,
        requestTemplate,
        eventStream,
        event,
        paladin,
        script,
        ownApp,
        contextSource,
        accessRule,
        binding,
        delegation,
        delegationBody,
        review,
        reviewBody,
        tokens,
        mapped,
        nested,
        member,
        grant,
        identityGrant,
        linked,
        ruleBody,
    };
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
    let made: Promise<T> | undefined;
    return () => {
        made ??= make();
        return made;
    };
}
