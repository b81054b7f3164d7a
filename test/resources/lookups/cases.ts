import * as access from "../../../src/index.js";
import { type Service, startService } from "../../../src/local/service/index.js";
import { LEVEL, NOW, OWNER, type World, world as worldOf } from "../../api/world.js";

export let service: Service;
export let world: World;
/** Options of a lookup: URL and token of the service. */
export let here: { url: string; token: string };

/** Starts the service for all cases. */
export async function open(): Promise<void> {
    service = await startService({ seed: "small", clock: NOW });
    here = { url: service.url, token: service.token };
    world = worldOf(new access.AccessGovernanceClient(here), service);
}

/** One way to call a lookup. */
export interface Case {
    /** Calls the lookup as a program would. */
    look(): Promise<unknown>;
    /** Path of the API that returns the expected result. `items` is the property of the response that contains it. */
    path(): Promise<string> | string;
    items?: string;
    /** True if the expected list is empty. */
    isEmpty?: true;
}

/** Cases by the exported name of the lookup. */
export const cases: Readonly<Record<string, readonly Case[]>> = {
    getApp: [
        { look: () => access.getApp({ name: "Tidewater" }, here), path: () => `/apps/${world.app("Tidewater")}` },
        {
            look: () => access.getApp({ appId: world.app("Tidewater") }, here),
            path: () => `/apps/${world.app("Tidewater")}`,
        },
    ],
    getApps: [
        { look: () => access.getApps({}, here), path: () => "/apps", items: "apps" },
        {
            look: () => access.getApps({ appTypes: ["OKTA_DIRECTORY"], ownerId: world.administrators }, here),
            path: () => `/apps?app_type_filter=OKTA_DIRECTORY&owner_filter=${world.administrators}`,
            items: "apps",
        },
    ],
    getUser: [
        {
            look: () => access.getUser({ email: "ada@tidewater.example" }, here),
            path: () => `/user?user_id=${world.user("Ada")}`,
        },
        {
            look: () => access.getUser({ userId: world.user("Bruno") }, here),
            path: () => "/user?email=bruno@tidewater.example",
        },
    ],
    getUsers: [
        { look: () => access.getUsers(undefined, here), path: () => "/users", items: "results" },
        {
            look: () => access.getUsers({ tagIds: [world.tag("region")] }, here),
            path: () => `/users?tag_ids=${world.tag("region")}`,
            items: "results",
        },
    ],
    getCurrentUser: [{ look: () => access.getCurrentUser({}, here), path: () => "/users/whoami" }],
    getRemoteUsers: [
        {
            look: () => access.getRemoteUsers({}, here),
            path: () => "/users/remote_users",
            items: "results",
            isEmpty: true,
        },
        {
            look: () => access.getRemoteUsers({ thirdPartyProviders: ["SLACK"], userIds: [world.user("Ada")] }, here),
            path: () => `/users/remote_users?third_party_provider=SLACK&user_id=${world.user("Ada")}`,
            items: "results",
            isEmpty: true,
        },
    ],
    getGroup: [
        {
            look: () => access.getGroup({ name: "Office staff" }, here),
            path: () => `/groups/${world.seedGroup("Office staff")}`,
        },
        {
            look: () => access.getGroup({ groupId: world.seedGroup("Everyone") }, here),
            path: () => `/groups/${world.seedGroup("Everyone")}`,
        },
    ],
    getGroups: [
        {
            look: () => access.getGroups({ groupType: "OKTA_GROUP" }, here),
            path: () => "/groups?group_type_filter=OKTA_GROUP",
            items: "results",
        },
        {
            look: () => access.getGroups({ name: "Everyone" }, here),
            path: () => "/groups?group_name=Everyone",
            items: "results",
        },
        {
            look: () => access.getGroups({ groupIds: [world.seedGroup("Everyone")], requestable: true }, here),
            path: () => `/groups?group_ids=${world.seedGroup("Everyone")}&requestable=true`,
            items: "results",
        },
    ],
    getGroupBindings: [
        {
            look: async () => {
                await world.binding();
                return access.getGroupBindings({}, here);
            },
            path: () => "/group-bindings",
            items: "results",
        },
    ],
    getGroupReviewers: [
        {
            look: async () => access.getGroupReviewers({ groupId: await world.group() }, here),
            path: async () => `/groups/${await world.group()}/reviewers`,
        },
    ],
    getGroupReviewerStages: [
        {
            look: async () => access.getGroupReviewerStages({ groupId: await world.group() }, here),
            path: async () => `/groups/${await world.group()}/reviewer-stages`,
        },
    ],
    getResource: [
        {
            look: () => access.getResource({ name: "Freight tracker" }, here),
            path: () => `/resources/${world.seedResource("Freight tracker")}`,
        },
        {
            look: () => access.getResource({ resourceId: world.seedResource("Freight tracker") }, here),
            path: () => `/resources/${world.seedResource("Freight tracker")}`,
        },
    ],
    getResources: [
        { look: () => access.getResources({}, here), path: () => "/resources", items: "results" },
        {
            look: async () => {
                await world.child();
                return access.getResources({ parentResourceId: await world.resource() }, here);
            },
            path: async () => `/resources?parent_resource_id=${await world.resource()}`,
            items: "results",
        },
        {
            look: async () => {
                await world.identity();
                const remoteId = "arn:aws:iam::123456789012:role/importer";
                return access.getResources({ resourceType: "AWS_IAM_ROLE", remoteId }, here);
            },
            path: async () => `/resources?resource_ids=${await world.identity()}`,
            items: "results",
        },
    ],
    getNonHumanIdentities: [
        {
            look: async () => {
                await world.identity();
                return access.getNonHumanIdentities({}, here);
            },
            path: () => "/non-human-identities",
            items: "results",
        },
    ],
    getOwner: [
        {
            look: async () => {
                await world.owner();
                return access.getOwner({ name: OWNER }, here);
            },
            path: async () => `/owners/${await world.owner()}`,
        },
        {
            look: async () => access.getOwner({ ownerId: await world.owner() }, here),
            path: async () => `/owners/${await world.owner()}`,
        },
        {
            look: async () => {
                await world.client.owners.create({ name: "North/South", user_ids: [world.user("Ada")] });
                return access.getOwner({ name: "North/South" }, here);
            },
            path: async () => {
                const [owner] = await world.client.owners.list({ name: "North/South" }).all();
                return `/owners/${owner?.owner_id}`;
            },
        },
    ],
    getOwners: [{ look: () => access.getOwners({}, here), path: () => "/owners", items: "results" }],
    getOwnerUsers: [
        {
            look: async () => access.getOwnerUsers({ ownerId: await world.owner() }, here),
            path: async () => `/owners/${await world.owner()}/users`,
            items: "users",
        },
    ],
    getBundle: [
        {
            look: async () => {
                await world.filledBundle();
                return access.getBundle({ name: "First day" }, here);
            },
            path: async () => `/bundles/${await world.bundle()}`,
        },
        {
            look: async () => access.getBundle({ bundleId: await world.bundle() }, here),
            path: async () => `/bundles/${await world.bundle()}`,
        },
    ],
    getBundles: [
        {
            look: () => access.getBundles({ contains: "First" }, here),
            path: () => "/bundles?contains=First",
            items: "bundles",
        },
    ],
    getBundleGroups: [
        {
            look: async () => access.getBundleGroups({ bundleId: await world.filledBundle() }, here),
            path: async () => `/bundles/${await world.bundle()}/groups`,
            items: "bundle_groups",
        },
    ],
    getBundleResources: [
        {
            look: async () => access.getBundleResources({ bundleId: await world.filledBundle() }, here),
            path: async () => `/bundles/${await world.bundle()}/resources`,
            items: "bundle_resources",
        },
    ],
    getGroupUsers: [
        {
            look: async () => access.getGroupUsers({ groupId: (await world.member()).group_id }, here),
            path: async () => `/groups/${(await world.member()).group_id}/users`,
            items: "results",
        },
    ],
    getUserGroups: [
        {
            look: async () => access.getUserGroups({ userId: (await world.member()).user_id }, here),
            path: async () => `/groups/users/${(await world.member()).user_id}`,
            items: "results",
        },
    ],
    getGroupResources: [
        {
            look: async () => access.getGroupResources({ groupId: (await world.linked()).group_id }, here),
            path: async () => `/groups/${(await world.linked()).group_id}/resources`,
            items: "group_resources",
        },
    ],
    getResourceGroups: [
        {
            look: async () => access.getResourceGroups({ resourceId: (await world.linked()).resource_id }, here),
            path: async () => `/resources/${(await world.linked()).resource_id}/groups`,
            items: "group_resources",
        },
    ],
    getGroupContainingGroups: [
        {
            look: async () => access.getGroupContainingGroups({ groupId: (await world.nested()).group_id }, here),
            path: async () => `/groups/${(await world.nested()).group_id}/containing-groups`,
            items: "containing_groups",
        },
    ],
    getGroupContainingGroup: [
        {
            look: async () => {
                const { group_id, containing_group_id } = await world.nested();
                return access.getGroupContainingGroup(
                    { groupId: group_id, containingGroupId: containing_group_id },
                    here,
                );
            },
            path: async () => {
                const { group_id, containing_group_id } = await world.nested();
                return `/groups/${group_id}/containing-groups/${containing_group_id}`;
            },
        },
    ],
    getResourceUsers: [
        {
            look: async () => access.getResourceUsers({ resourceId: (await world.grant()).resource_id }, here),
            path: async () => `/resources/${(await world.grant()).resource_id}/users`,
            items: "results",
        },
    ],
    getResourceUser: [
        {
            look: async () => {
                const { resource_id, user_id } = await world.grant();
                return access.getResourceUser({ resourceId: resource_id, userId: user_id }, here);
            },
            path: async () => {
                const { resource_id, user_id } = await world.grant();
                return `/resources/${resource_id}/users/${user_id}`;
            },
            items: "data",
        },
    ],
    getUserResources: [
        {
            look: async () =>
                access.getUserResources({ userId: (await world.grant()).user_id, includeUnmanaged: true }, here),
            path: async () => `/resources/users/${(await world.grant()).user_id}?include_unmanaged=true`,
            items: "results",
        },
    ],
    getResourceNonHumanIdentities: [
        {
            look: async () =>
                access.getResourceNonHumanIdentities({ resourceId: (await world.identityGrant()).resource_id }, here),
            path: async () => `/resources/${(await world.identityGrant()).resource_id}/non-human-identities`,
            items: "results",
        },
    ],
    getResourceUserAccessStatus: [
        {
            look: async () => {
                const { resource_id, user_id } = await world.grant();
                const asked = { resourceId: resource_id, userId: user_id, accessLevelRemoteId: LEVEL };
                return access.getResourceUserAccessStatus(asked, here);
            },
            path: async () => {
                const { resource_id, user_id } = await world.grant();
                const level = encodeURIComponent(LEVEL);
                return `/resource-user-access-status/${resource_id}/${user_id}?access_level_remote_id=${level}`;
            },
        },
    ],
    getGroupAccessLevels: [
        {
            look: async () => access.getGroupAccessLevels({ groupId: await world.group() }, here),
            path: async () => `/groups/${await world.group()}/access_levels`,
            items: "results",
            isEmpty: true,
        },
    ],
    getResourceAccessLevels: [
        {
            look: async () => access.getResourceAccessLevels({ resourceId: await world.levelled() }, here),
            path: async () => `/resources/${await world.levelled()}/access_levels`,
            items: "results",
        },
    ],
    getTag: [
        { look: () => access.getTag({ key: "region", value: "eu" }, here), path: () => `/tag/${world.tag("region")}` },
        {
            look: () => access.getTag({ tagId: world.tag("team") }, here),
            path: () => "/tag?tag_key=team&tag_value=platform",
        },
    ],
    getTags: [{ look: () => access.getTags({}, here), path: () => "/tags", items: "results" }],
    getGroupTags: [
        {
            look: () => access.getGroupTags({ groupId: world.seedGroup("Office staff") }, here),
            path: () => `/groups/${world.seedGroup("Office staff")}/tags`,
            items: "tags",
        },
    ],
    getResourceTags: [
        {
            look: () => access.getResourceTags({ resourceId: world.seedResource("Freight tracker") }, here),
            path: () => `/resources/${world.seedResource("Freight tracker")}/tags`,
            items: "tags",
            isEmpty: true,
        },
    ],
    getUserTags: [
        {
            look: () => access.getUserTags({ userId: world.user("Greta") }, here),
            path: () => `/users/${world.user("Greta")}/tags`,
            items: "tags",
        },
    ],
    getEvents: [
        {
            look: async () => {
                await world.event();
                return access.getEvents({ objectId: await world.group() }, here);
            },
            path: async () => `/events?object_filter=${await world.group()}`,
            items: "results",
        },
        {
            look: () => access.getEvents({ startDate: "2026-03-02" }, here),
            path: () => "/events?start_date_filter=2026-03-02",
            items: "results",
            isEmpty: true,
        },
    ],
    getEvent: [
        {
            look: async () => access.getEvent({ eventId: await world.event() }, here),
            path: async () => `/events/${await world.event()}`,
        },
    ],
    getEventStreams: [
        {
            look: async () => {
                await world.eventStream();
                return access.getEventStreams({}, here);
            },
            path: () => "/event-streams",
            items: "event_streams",
        },
    ],
    getSessions: [
        {
            look: async () =>
                access.getSessions({ resourceId: await world.resource(), userId: world.user("Ada") }, here),
            path: async () => `/sessions?resource_id=${await world.resource()}&user_id=${world.user("Ada")}`,
            items: "results",
            isEmpty: true,
        },
    ],
    getCampaign: [
        {
            look: async () => access.getCampaign({ campaignId: await world.startedCampaign() }, here),
            path: async () => `/campaigns/${await world.campaign()}`,
        },
        {
            look: () => access.getCampaign({ name: "Spring review" }, here),
            path: async () => `/campaigns/${await world.campaign()}`,
        },
    ],
    getCampaignItems: [
        {
            look: async () => access.getCampaignItems({ campaignId: await world.startedCampaign() }, here),
            path: async () => `/campaigns/${await world.startedCampaign()}/items`,
            items: "results",
        },
    ],
    getCampaigns: [
        {
            look: () =>
                access.getCampaigns(
                    { name: "spring", createdAtAfter: "2026-02-01T00:00:00Z", status: "ONGOING" },
                    here,
                ),
            path: () => "/campaigns?name=spring&status=ONGOING",
            items: "results",
        },
    ],
    getUars: [{ look: () => access.getUars({}, here), path: () => "/uars", items: "results", isEmpty: true }],
    getRequest: [
        {
            look: async () => access.getRequest({ requestId: await world.request() }, here),
            path: async () => `/requests/${await world.request()}`,
        },
    ],
    getRequests: [
        {
            look: async () => access.getRequests({ resourceId: await world.resource(), pendingOnly: true }, here),
            path: async () => `/requests?resource_id=${await world.resource()}&show_pending_only=true`,
            items: "requests",
        },
    ],
    getRequestComments: [
        {
            look: async () => {
                const id = await world.request();
                await world.client.requests.createComment(id, { comment: "Which routes?" });
                return access.getRequestComments({ requestId: id }, here);
            },
            path: async () => `/requests/${await world.request()}/comments`,
            items: "comments",
        },
    ],
    getAccessRule: [
        {
            look: async () => access.getAccessRule({ accessRuleId: await world.accessRule() }, here),
            path: async () => `/access-rules/${await world.accessRule()}`,
        },
        {
            look: () => access.getAccessRule({ name: "Staff of the region" }, here),
            path: async () => `/access-rules/${await world.accessRule()}`,
        },
    ],
    getAccessRules: [{ look: () => access.getAccessRules({}, here), path: () => "/access-rules", items: "results" }],
    getConfigurationTemplates: [
        {
            look: async () => {
                await world.configurationTemplate();
                return access.getConfigurationTemplates({}, here);
            },
            path: () => "/configuration-templates",
            items: "results",
        },
    ],
    getRequestTemplate: [
        {
            look: async () => access.getRequestTemplate({ requestTemplateId: await world.requestTemplate() }, here),
            path: async () => `/request-templates/${await world.requestTemplate()}`,
        },
        {
            look: () => access.getRequestTemplate({ name: "Ports" }, here),
            path: async () => `/request-templates/${await world.requestTemplate()}`,
        },
    ],
    getRequestTemplates: [
        {
            look: () => access.getRequestTemplates({}, here),
            path: () => "/request-templates",
            items: "results",
        },
    ],
    getMessageChannel: [
        {
            look: () => access.getMessageChannel({ name: "access-audit" }, here),
            path: () => `/message-channels/${world.channel("access-audit")}`,
        },
        {
            look: () => access.getMessageChannel({ messageChannelId: world.channel("access-reviews") }, here),
            path: () => `/message-channels/${world.channel("access-reviews")}`,
        },
    ],
    getMessageChannels: [
        { look: () => access.getMessageChannels({}, here), path: () => "/message-channels", items: "channels" },
    ],
    getOnCallSchedule: [
        {
            look: () => access.getOnCallSchedule({ remoteId: "PPLAT01", thirdPartyProvider: "PAGER_DUTY" }, here),
            path: () => `/on-call-schedules/${world.schedule("Platform on call")}`,
        },
        {
            look: () => access.getOnCallSchedule({ onCallScheduleId: world.schedule("Data on call") }, here),
            path: () => `/on-call-schedules/${world.schedule("Data on call")}`,
        },
    ],
    getOnCallSchedules: [
        {
            look: () => access.getOnCallSchedules({}, here),
            path: () => "/on-call-schedules",
            items: "on_call_schedules",
        },
    ],
    getPaladin: [
        {
            look: async () => access.getPaladin({ paladinId: await world.paladin() }, here),
            path: async () => `/paladin/${await world.paladin()}`,
        },
        {
            look: () => access.getPaladin({ name: "Night watch" }, here),
            path: async () => `/paladin/${await world.paladin()}`,
        },
    ],
    getScript: [
        {
            look: async () => access.getScript({ opalScriptId: await world.script() }, here),
            path: async () => `/opal-scripts/${await world.script()}`,
        },
        {
            look: () => access.getScript({ name: "Office hours" }, here),
            path: async () => `/opal-scripts/${await world.script()}`,
        },
    ],
    getScripts: [
        {
            look: async () => {
                await world.script();
                return access.getScripts({}, here);
            },
            path: () => "/opal-scripts",
            items: "results",
        },
    ],
    getPaladinContextSources: [
        {
            look: async () => {
                await world.contextSource();
                return access.getPaladinContextSources({ paladinId: await world.paladin() }, here);
            },
            path: async () => `/paladin/${await world.paladin()}/context-sources`,
            items: "results",
        },
    ],
    getDelegations: [
        {
            look: () => access.getDelegations({ delegatorUserId: world.user("Ada") }, here),
            path: () => "/delegations",
            items: "results",
            isEmpty: true,
        },
    ],
    getTokens: [
        {
            look: () => access.getTokens({ userId: world.user("Ada") }, here),
            path: () => `/tokens?user_id=${world.user("Ada")}`,
            items: "results",
        },
    ],
    getIdpGroupMapping: [
        {
            look: async () => {
                const { app_resource_id, group_id } = await world.mapped();
                return access.getIdpGroupMapping({ appResourceId: app_resource_id, groupId: group_id }, here);
            },
            path: async () => {
                const { app_resource_id, group_id } = await world.mapped();
                return `/idp-group-mappings/${app_resource_id}/groups/${group_id}`;
            },
        },
    ],
    getIdpGroupMappings: [
        {
            look: async () =>
                access.getIdpGroupMappings({ appResourceId: (await world.mapped()).app_resource_id }, here),
            path: async () => `/idp-group-mappings/${(await world.mapped()).app_resource_id}`,
            items: "mappings",
        },
    ],
};
