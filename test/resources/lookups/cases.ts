import { runtime } from "@pulumi/pulumi";
import type * as access from "../../../src/index.js";
import { AccessGovernanceClient, type Lookup } from "../../../src/index.js";
import { type Service, startService } from "../../../src/local/service/index.js";
import { LEVEL, NOW, OWNER, type World, world as worldOf } from "../../api/world.js";

export let service: Service;
export let world: World;
/** Options of a lookup: URL and token of the service. */
export let here: { url: string; token: string };

/** Starts the service for all cases. */
export async function open(): Promise<void> {
    // Tests of other files may have set mocks, which answer every lookup.
    runtime.setMockOptions(undefined);
    service = await startService({ seed: "small", clock: NOW });
    here = { url: service.url, token: service.token };
    world = worldOf(new AccessGovernanceClient(here), service);
}

/** Returns the arguments of a lookup, and a path of the API with the same result: alone, or as the list in the response. */
export type CaseOf<Args> = () => Promise<readonly [args: Args | undefined, path: string, isEmpty?: "empty"]>;

type CasesOf<Exported> = {
    readonly [Name in keyof Exported as Name extends `get${string}` ? Name : never]?: Exported[Name] extends Lookup<
        infer Args,
        unknown
    >
        ? readonly CaseOf<Args>[]
        : never;
};

/** Cases by the exported name of the lookup. */
export const cases = {
    getApp: [
        async () => [{ name: "Tidewater" }, `/apps/${world.app("Tidewater")}`],
        async () => [{ appId: world.app("Tidewater") }, `/apps/${world.app("Tidewater")}`],
    ],
    getApps: [
        async () => [{}, "/apps"],
        async () => [
            { appTypes: ["OKTA_DIRECTORY"], ownerId: world.administrators },
            `/apps?app_type_filter=OKTA_DIRECTORY&owner_filter=${world.administrators}`,
        ],
    ],
    getUser: [
        async () => [{ email: "ada@tidewater.example" }, `/user?user_id=${world.user("Ada")}`],
        async () => [{ userId: world.user("Bruno") }, "/user?email=bruno@tidewater.example"],
    ],
    getUsers: [
        async () => [undefined, "/users"],
        async () => [{ tagIds: [world.tag("region")] }, `/users?tag_ids=${world.tag("region")}`],
    ],
    getCurrentUser: [async () => [{}, "/users/whoami"]],
    getRemoteUsers: [
        async () => [{}, "/users/remote_users", "empty"],
        async () => [
            { thirdPartyProviders: ["SLACK"], userIds: [world.user("Ada")] },
            `/users/remote_users?third_party_provider=SLACK&user_id=${world.user("Ada")}`,
            "empty",
        ],
    ],
    getGroup: [
        async () => [{ name: "Office staff" }, `/groups/${world.seedGroup("Office staff")}`],
        async () => [{ groupId: world.seedGroup("Everyone") }, `/groups/${world.seedGroup("Everyone")}`],
    ],
    getGroups: [
        async () => [{ groupType: "OKTA_GROUP" }, "/groups?group_type_filter=OKTA_GROUP"],
        async () => [{ name: "Everyone" }, "/groups?group_name=Everyone"],
        async () => [
            { groupIds: [world.seedGroup("Everyone")], requestable: true },
            `/groups?group_ids=${world.seedGroup("Everyone")}&requestable=true`,
        ],
    ],
    getGroupBindings: [
        async () => {
            await world.binding();
            return [{}, "/group-bindings"];
        },
    ],
    getGroupReviewers: [async () => [{ groupId: await world.group() }, `/groups/${await world.group()}/reviewers`]],
    getGroupReviewerStages: [
        async () => [{ groupId: await world.group() }, `/groups/${await world.group()}/reviewer-stages`],
    ],
    getResource: [
        async () => [{ name: "Freight tracker" }, `/resources/${world.seedResource("Freight tracker")}`],
        async () => [
            { resourceId: world.seedResource("Freight tracker") },
            `/resources/${world.seedResource("Freight tracker")}`,
        ],
    ],
    getResources: [
        async () => [{}, "/resources"],
        async () => {
            await world.child();
            return [
                { parentResourceId: await world.resource() },
                `/resources?parent_resource_id=${await world.resource()}`,
            ];
        },
        async () => {
            await world.identity();
            const remoteId = "arn:aws:iam::123456789012:role/importer";
            return [{ resourceType: "AWS_IAM_ROLE", remoteId }, `/resources?resource_ids=${await world.identity()}`];
        },
    ],
    getNonHumanIdentities: [
        async () => {
            await world.identity();
            return [{}, "/non-human-identities"];
        },
    ],
    getOwner: [
        async () => {
            await world.owner();
            return [{ name: OWNER }, `/owners/${await world.owner()}`];
        },
        async () => [{ ownerId: await world.owner() }, `/owners/${await world.owner()}`],
        async () => {
            await world.client.owners.create({ name: "North/South", user_ids: [world.user("Ada")] });
            const [owner] = await world.client.owners.list({ name: "North/South" }).all();
            return [{ name: "North/South" }, `/owners/${owner?.owner_id}`];
        },
    ],
    getOwners: [async () => [{}, "/owners"]],
    getOwnerUsers: [async () => [{ ownerId: await world.owner() }, `/owners/${await world.owner()}/users`]],
    getBundle: [
        async () => {
            await world.filledBundle();
            return [{ name: "First day" }, `/bundles/${await world.bundle()}`];
        },
        async () => [{ bundleId: await world.bundle() }, `/bundles/${await world.bundle()}`],
    ],
    getBundles: [async () => [{ contains: "First" }, "/bundles?contains=First"]],
    getBundleGroups: [
        async () => [{ bundleId: await world.filledBundle() }, `/bundles/${await world.bundle()}/groups`],
    ],
    getBundleResources: [
        async () => [{ bundleId: await world.filledBundle() }, `/bundles/${await world.bundle()}/resources`],
    ],
    getGroupUsers: [
        async () => [{ groupId: (await world.member()).group_id }, `/groups/${(await world.member()).group_id}/users`],
    ],
    getUserGroups: [
        async () => [{ userId: (await world.member()).user_id }, `/groups/users/${(await world.member()).user_id}`],
    ],
    getGroupResources: [
        async () => [
            { groupId: (await world.linked()).group_id },
            `/groups/${(await world.linked()).group_id}/resources`,
        ],
    ],
    getResourceGroups: [
        async () => [
            { resourceId: (await world.linked()).resource_id },
            `/resources/${(await world.linked()).resource_id}/groups`,
        ],
    ],
    getGroupContainingGroups: [
        async () => [
            { groupId: (await world.nested()).group_id },
            `/groups/${(await world.nested()).group_id}/containing-groups`,
        ],
    ],
    getGroupContainingGroup: [
        async () => {
            const { group_id, containing_group_id } = await world.nested();
            return [
                { groupId: group_id, containingGroupId: containing_group_id },
                `/groups/${group_id}/containing-groups/${containing_group_id}`,
            ];
        },
    ],
    getResourceUsers: [
        async () => [
            { resourceId: (await world.grant()).resource_id },
            `/resources/${(await world.grant()).resource_id}/users`,
        ],
    ],
    getResourceUser: [
        async () => {
            const { resource_id, user_id } = await world.grant();
            return [{ resourceId: resource_id, userId: user_id }, `/resources/${resource_id}/users/${user_id}`];
        },
    ],
    getUserResources: [
        async () => [
            { userId: (await world.grant()).user_id, includeUnmanaged: true },
            `/resources/users/${(await world.grant()).user_id}?include_unmanaged=true`,
        ],
    ],
    getResourceNonHumanIdentities: [
        async () => [
            { resourceId: (await world.identityGrant()).resource_id },
            `/resources/${(await world.identityGrant()).resource_id}/non-human-identities`,
        ],
    ],
    getResourceUserAccessStatus: [
        async () => {
            const { resource_id, user_id } = await world.grant();
            const asked = { resourceId: resource_id, userId: user_id, accessLevelRemoteId: LEVEL };
            const level = encodeURIComponent(LEVEL);
            return [asked, `/resource-user-access-status/${resource_id}/${user_id}?access_level_remote_id=${level}`];
        },
    ],
    getGroupAccessLevels: [
        async () => [{ groupId: await world.group() }, `/groups/${await world.group()}/access_levels`, "empty"],
    ],
    getResourceAccessLevels: [
        async () => [{ resourceId: await world.levelled() }, `/resources/${await world.levelled()}/access_levels`],
    ],
    getTag: [
        async () => [{ key: "region", value: "eu" }, `/tag/${world.tag("region")}`],
        async () => [{ tagId: world.tag("team") }, "/tag?tag_key=team&tag_value=platform"],
    ],
    getTags: [async () => [{}, "/tags"]],
    getGroupTags: [
        async () => [{ groupId: world.seedGroup("Office staff") }, `/groups/${world.seedGroup("Office staff")}/tags`],
    ],
    getResourceTags: [
        async () => [
            { resourceId: world.seedResource("Freight tracker") },
            `/resources/${world.seedResource("Freight tracker")}/tags`,
            "empty",
        ],
    ],
    getUserTags: [async () => [{ userId: world.user("Greta") }, `/users/${world.user("Greta")}/tags`]],
    getEvents: [
        async () => {
            await world.event();
            return [{ objectId: await world.group() }, `/events?object_filter=${await world.group()}`];
        },
        async () => [{ startDate: "2026-03-02" }, "/events?start_date_filter=2026-03-02", "empty"],
    ],
    getEvent: [async () => [{ eventId: await world.event() }, `/events/${await world.event()}`]],
    getEventStreams: [
        async () => {
            await world.eventStream();
            return [{}, "/event-streams"];
        },
    ],
    getSessions: [
        async () => [
            { resourceId: await world.resource(), userId: world.user("Ada") },
            `/sessions?resource_id=${await world.resource()}&user_id=${world.user("Ada")}`,
            "empty",
        ],
    ],
    getCampaign: [
        async () => [{ campaignId: await world.startedCampaign() }, `/campaigns/${await world.campaign()}`],
        async () => [{ name: "Spring review" }, `/campaigns/${await world.campaign()}`],
    ],
    getCampaignItems: [
        async () => [
            { campaignId: await world.startedCampaign() },
            `/campaigns/${await world.startedCampaign()}/items`,
        ],
    ],
    getCampaigns: [
        async () => [
            { name: "spring", createdAtAfter: "2026-02-01T00:00:00Z", status: "ONGOING" },
            "/campaigns?name=spring&status=ONGOING",
        ],
    ],
    getUars: [async () => [{}, "/uars", "empty"]],
    getRequest: [async () => [{ requestId: await world.request() }, `/requests/${await world.request()}`]],
    getRequests: [
        async () => [
            { resourceId: await world.resource(), pendingOnly: true },
            `/requests?resource_id=${await world.resource()}&show_pending_only=true`,
        ],
    ],
    getRequestComments: [
        async () => {
            const id = await world.request();
            await world.client.requests.createComment(id, { comment: "Which routes?" });
            return [{ requestId: id }, `/requests/${await world.request()}/comments`];
        },
    ],
    getAccessRule: [
        async () => [{ accessRuleId: await world.accessRule() }, `/access-rules/${await world.accessRule()}`],
        async () => [{ name: "Staff of the region" }, `/access-rules/${await world.accessRule()}`],
    ],
    getAccessRules: [async () => [{}, "/access-rules"]],
    getConfigurationTemplates: [
        async () => {
            await world.configurationTemplate();
            return [{}, "/configuration-templates"];
        },
    ],
    getRequestTemplate: [
        async () => [
            { requestTemplateId: await world.requestTemplate() },
            `/request-templates/${await world.requestTemplate()}`,
        ],
        async () => [{ name: "Ports" }, `/request-templates/${await world.requestTemplate()}`],
    ],
    getRequestTemplates: [async () => [{}, "/request-templates"]],
    getMessageChannel: [
        async () => [{ name: "access-audit" }, `/message-channels/${world.channel("access-audit")}`],
        async () => [
            { messageChannelId: world.channel("access-reviews") },
            `/message-channels/${world.channel("access-reviews")}`,
        ],
    ],
    getMessageChannels: [async () => [{}, "/message-channels"]],
    getOnCallSchedule: [
        async () => [
            { remoteId: "PPLAT01", thirdPartyProvider: "PAGER_DUTY" },
            `/on-call-schedules/${world.schedule("Platform on call")}`,
        ],
        async () => [
            { onCallScheduleId: world.schedule("Data on call") },
            `/on-call-schedules/${world.schedule("Data on call")}`,
        ],
    ],
    getOnCallSchedules: [async () => [{}, "/on-call-schedules"]],
    getPaladin: [
        async () => [{ paladinId: await world.paladin() }, `/paladin/${await world.paladin()}`],
        async () => [{ name: "Night watch" }, `/paladin/${await world.paladin()}`],
    ],
    getScript: [
        async () => [{ opalScriptId: await world.script() }, `/opal-scripts/${await world.script()}`],
        async () => [{ name: "Office hours" }, `/opal-scripts/${await world.script()}`],
    ],
    getScripts: [
        async () => {
            await world.script();
            return [{}, "/opal-scripts"];
        },
    ],
    getPaladinContextSources: [
        async () => {
            await world.contextSource();
            return [{ paladinId: await world.paladin() }, `/paladin/${await world.paladin()}/context-sources`];
        },
    ],
    getDelegations: [async () => [{ delegatorUserId: world.user("Ada") }, "/delegations", "empty"]],
    getTokens: [async () => [{ userId: world.user("Ada") }, `/tokens?user_id=${world.user("Ada")}`]],
    getIdpGroupMapping: [
        async () => {
            const { app_resource_id, group_id } = await world.mapped();
            return [
                { appResourceId: app_resource_id, groupId: group_id },
                `/idp-group-mappings/${app_resource_id}/groups/${group_id}`,
            ];
        },
    ],
    getIdpGroupMappings: [
        async () => [
            { appResourceId: (await world.mapped()).app_resource_id },
            `/idp-group-mappings/${(await world.mapped()).app_resource_id}`,
        ],
    ],
} satisfies CasesOf<typeof access>;
