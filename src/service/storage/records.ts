import { z } from "zod";
import type { CampaignConfiguration, Resource } from "../../api/generated/types.gen.js";
import * as schemas from "../../api/generated/zod.gen.js";
import type { Layout } from "./table.js";

const id = z.guid();
const ids = z.array(z.guid());
const moment = z.iso.datetime({ offset: true });

/** Something at a level, for as long as the date says; null: it does not expire. */
const grant = z.object({ access_level_remote_id: z.string(), expiration_date: moment.nullable() });
const propagated = grant.extend({ propagation_status: schemas.zPropagationStatus.nullable() });

// A configuration on its way in may leave out what the schema fills in.
const configuration = schemas.zCampaignConfiguration as z.ZodType<CampaignConfiguration>;

/**
 * Noun, key and shape of the records of every kind. Objects have the shape that they have in answers; what no answer shows of an object is a record
 * of its own.
 */
export const layouts = {
    apps: records("app", ["app_id"], schemas.zApp),
    users: records("user", ["user_id"], schemas.zUser),
    owners: records("owner", ["owner_id"], schemas.zOwner),
    /** In the order last given, which counts only with an escalation period. */
    ownerUsers: records("owner", ["owner_id"], z.object({ owner_id: id, user_ids: ids })),
    delegations: records("delegation", ["id"], schemas.zDelegation),
    /** What no answer shows of a user. Without one: a member without a manager who may be changed and deleted. */
    userFacts: records(
        "facts of user",
        ["user_id"],
        z.object({
            user_id: id,
            role: z.enum(["ADMIN", "MEMBER"]),
            manager_id: id.nullable(),
            /** Position and manager come from an identity provider. */
            idp_managed: z.boolean(),
            /** Neither changed nor deleted, such as the service user of something else. */
            immutable: z.boolean(),
        }),
    ),
    /** Who the same person is in other systems. */
    remoteUsers: records("remote user", ["user_id", "third_party_provider", "remote_id"], schemas.zRemoteUser),
    /** Addresses, in lower case, of people who belong to another organization. */
    foreignUsers: records("user of another organization", ["email"], z.object({ email: z.string().toLowerCase() })),
    /** What happens in the connected systems. No operation makes these and the next: they come with an organization. */
    sessions: records("session", ["session_id", "resource_id", "user_id"], schemas.zSession.extend({ session_id: id })),
    /** Of an app, or of one resource or group in it. */
    syncErrors: records(
        "sync error",
        ["sync_error_id"],
        schemas.zSyncError.extend({ sync_error_id: id, resource_id: id.optional(), group_id: id.optional() }),
    ),

    groups: records("group", ["group_id"], schemas.zGroup),
    groupVisibility: records("visibility of group", ["group_id"], schemas.zVisibilityInfo.extend({ group_id: id })),
    /** Audit channels; reviewer channels are those of the owners. */
    groupMessageChannels: records(
        "channels of group",
        ["group_id"],
        z.object({ group_id: id, message_channel_ids: ids }),
    ),
    groupOnCallSchedules: records(
        "schedules of group",
        ["group_id"],
        z.object({ group_id: id, on_call_schedule_ids: ids }),
    ),
    /** Levels besides the default one. */
    groupAccessLevels: records(
        "access level",
        ["group_id", "access_level_remote_id"],
        schemas.zGroupAccessLevel.extend({ group_id: id }),
    ),
    /** Groups tied to a source group. */
    groupBindings: records(
        "group binding",
        ["group_binding_id"],
        schemas.zGroupBinding.omit({ groups: true }).extend({ group_ids: ids }),
    ),
    /** Groups as a directory app shows them. */
    idpGroupMappings: records(
        "mapping of group",
        ["app_resource_id", "group_id"],
        schemas.zIdpGroupMapping.required({ app_resource_id: true }),
    ),

    // What the API calls read-only is written here: by this service.
    resources: records("resource", ["resource_id"], schemas.zResource as z.ZodType<Resource>),
    /** Levels besides the default one. */
    resourceAccessLevels: records(
        "access level",
        ["resource_id", "access_level_remote_id"],
        schemas.zResourceAccessLevel.extend({ resource_id: id }),
    ),
    resourceVisibility: records(
        "visibility of resource",
        ["resource_id"],
        schemas.zVisibilityInfo.extend({ resource_id: id }),
    ),
    /** Audit channels. */
    resourceMessageChannels: records(
        "channels of resource",
        ["resource_id"],
        z.object({ resource_id: id, message_channel_ids: ids }),
    ),
    /** What makes an access level of the resource a custom one; its name is where the names of all levels are. */
    resourceCustomAccessLevels: records(
        "custom access level",
        ["resource_id", "access_level_remote_id"],
        schemas.zResourceCustomAccessLevelResponse
            .omit({ access_level: true, member_resource_ids: true })
            .extend({ access_level_remote_id: z.string() }),
    ),
    resourceScopedRolePermissions: records(
        "permissions of resource",
        ["resource_id"],
        schemas.zScopedRolePermissionList.extend({ resource_id: id }),
    ),

    bundles: records("bundle", ["bundle_id"], schemas.zBundle.required({ bundle_id: true })),
    bundleVisibility: records("visibility of bundle", ["bundle_id"], schemas.zVisibilityInfo.extend({ bundle_id: id })),
    bundleResources: records(
        "link of bundle and resource",
        ["bundle_id", "resource_id", "access_level_remote_id"],
        schemas.zBundleResource.required(),
    ),
    bundleGroups: records(
        "link of bundle and group",
        ["bundle_id", "group_id", "access_level_remote_id"],
        schemas.zBundleGroup.required(),
    ),

    // Where messages and shifts come from in other systems.
    messageChannels: records("message channel", ["message_channel_id"], schemas.zMessageChannel),
    onCallSchedules: records("on-call schedule", ["on_call_schedule_id"], schemas.zOnCallSchedule),

    tags: records("tag", ["tag_id"], schemas.zTag),
    groupTags: records("tag of group", ["tag_id", "group_id"], z.object({ tag_id: id, group_id: id })),
    resourceTags: records("tag of resource", ["tag_id", "resource_id"], z.object({ tag_id: id, resource_id: id })),
    userTags: records("tag of user", ["tag_id", "user_id"], z.object({ tag_id: id, user_id: id })),

    requestTemplates: records("request template", ["request_template_id"], schemas.zRequestTemplate),
    configurationTemplates: records(
        "configuration template",
        ["configuration_template_id"],
        schemas.zConfigurationTemplate.required({ configuration_template_id: true }),
    ),
    /** The request rules of a configuration template, which no answer shows. */
    configurationTemplateRules: records(
        "rules of configuration template",
        ["configuration_template_id"],
        z.object({ configuration_template_id: id, request_configurations: z.array(schemas.zRequestConfiguration) }),
    ),

    // Who has access to a resource or is in a group, and which groups give access.
    groupUsers: records(
        "membership",
        ["group_id", "user_id", "access_level_remote_id"],
        propagated.extend({ group_id: id, user_id: id }),
    ),
    resourceUsers: records(
        "access of a user",
        ["resource_id", "user_id", "access_level_remote_id"],
        propagated.extend({ resource_id: id, user_id: id }),
    ),
    resourceNonHumanIdentities: records(
        "access of a non-human identity",
        ["resource_id", "non_human_identity_id", "access_level_remote_id"],
        grant.extend({ resource_id: id, non_human_identity_id: id }),
    ),
    groupResources: records(
        "link of group and resource",
        ["group_id", "resource_id", "access_level_remote_id"],
        grant.extend({ group_id: id, resource_id: id }),
    ),
    /** The group is the member of the containing group. */
    groupContainingGroups: records(
        "link of group and containing group",
        ["group_id", "containing_group_id", "access_level_remote_id"],
        grant.extend({ group_id: id, containing_group_id: id }),
    ),

    /** What makes a group a rule. Name, description and administrator are those of the group of the same id. */
    accessRules: records(
        "access rule",
        ["access_rule_id"],
        schemas.zAccessRule.pick({ access_rule_id: true, status: true, ruleClauses: true }),
    ),

    /** Without the status, which follows from the timestamps and the reviews. */
    campaigns: records("campaign", ["campaign_id"], schemas.zCampaign.omit({ status: true }).extend({ configuration })),
    /** One access that a started campaign asks about. No operation shows or decides it. */
    campaignReviews: records(
        "review",
        ["campaign_id", "principal_id", "entitlement_id", "access_level_remote_id"],
        z.object({
            campaign_id: id,
            principal_id: id,
            entitlement_id: id,
            access_level_remote_id: z.string(),
            decision: z.enum(["PENDING", "KEEP", "REVOKE"]),
            /** Whether the access of a decision to revoke was taken away. */
            applied: z.boolean(),
        }),
    ),
    uars: records("access review", ["uar_id"], schemas.zUar),

    events: records("event", ["event_id"], schemas.zEvent),
    /** What an event is about. */
    eventObjects: records(
        "object of event",
        ["event_id", "object_id"],
        z.object({ event_id: id, object_id: id, object_kind: z.string() }),
    ),
    /** Secrets are masked here too: nothing is delivered, so nobody needs them again. */
    eventStreams: records("event stream", ["event_stream_id"], schemas.zEventStream),

    /** Each has a user of the same id: its service user. */
    paladins: records("Paladin", ["paladin_id"], schemas.zPaladin),
    paladinContextSources: records("context source", ["id", "paladin_id"], schemas.zPaladinContextSource),

    requests: records("request", ["id"], schemas.zRequest),
    requestComments: records(
        "comment",
        ["request_id", "request_comment_id"],
        schemas.zRequestComment.extend({ request_comment_id: id }),
    ),
    /** When a reviewer of a request was last reminded. */
    requestReminders: records(
        "reminder",
        ["request_id", "user_id"],
        z.object({ request_id: id, user_id: id, reminded_at: moment }),
    ),
    /** Whom else a stage of a pending request asks when it waited so long. */
    requestEscalations: records(
        "escalation",
        ["request_id", "item_id", "stage", "delay_minutes", "access_level_remote_id"],
        z.object({
            request_id: id,
            item_id: id,
            /** Number of the stage. */
            stage: z.int(),
            delay_minutes: z.int(),
            /** When the stage began to wait; null before. */
            since: moment.nullable(),
            user_ids: ids,
            access_level_remote_id: z.string(),
        }),
    ),

    tokens: records("token", ["token_id"], schemas.zToken),
    /** What no answer shows of a token. */
    tokenSecrets: records(
        "secret of token",
        ["token_id"],
        z.object({
            token_id: id,
            /** SHA-256 of the value in hexadecimal; the value itself is kept nowhere. */
            hash: z.string().regex(/^[0-9a-f]{64}$/),
            /** What may be shown of the value. */
            preview: z.string(),
            role: z.enum(["ADMIN", "MEMBER"]),
            /** Comes from the options of the service, so that it ends with them. */
            given_at_start: z.boolean(),
        }),
    ),
};

/** Records of this shape, called so in messages and told apart by these fields. */
function records<Schema extends z.ZodType<object>>(
    noun: string,
    key: readonly (keyof z.output<Schema> & string)[],
    schema: Schema,
): Layout<z.output<Schema>> & { readonly schema: Schema } {
    return { noun, key, schema };
}
