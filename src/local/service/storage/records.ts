import { z } from "zod";
import type { CampaignConfiguration, Resource } from "../../../api/generated/types.gen.js";
import * as schemas from "../../../api/generated/zod.gen.js";
import type { Layout } from "./table.js";

/** The layout of the records of one kind, and their shape. */
type RecordLayout<Schema extends z.ZodType<object>> = Layout<z.output<Schema>> & { readonly schema: Schema };

const id = z.guid();
const ids = z.array(id);
const moment = z.iso.datetime({ offset: true });

/** Something at a level, for as long as the date says; null: it does not expire. */
const grant = { access_level_remote_id: z.string(), expiration_date: moment.nullable() };
const propagated = { ...grant, propagation_status: schemas.zPropagationStatus().nullable() };

// A configuration on its way in may leave out what the schema fills in.
const configuration = schemas.zCampaignConfiguration() as z.ZodType<CampaignConfiguration>;

/**
 * Noun, key and shape of the records of every kind. Objects have the shape of answers; properties that no answer contains are records
 * of their own.
 */
export const layouts = {
    // Systems, people, and groups of people who answer for things.
    apps: records("app", ["app_id"], schemas.zApp()),
    /** What no answer shows of a connector. */
    connectorSecrets: recordsOf("secret of connector", ["app_id"], {
        /** SHA-256 of the signing secret in hexadecimal; the secret itself is kept nowhere. */
        hash: z.string().regex(/^[0-9a-f]{64}$/),
    }),
    users: records("user", ["user_id"], schemas.zUser()),
    owners: records("owner", ["owner_id"], schemas.zOwner()),
    /** In the order last given, which counts only with an escalation period. */
    ownerUsers: recordsOf("owner", ["owner_id"], { user_ids: ids }),
    delegations: records("delegation", ["id"], schemas.zDelegation()),
    /** What no answer shows of a user. Without one: a member without a manager who may be changed and deleted. */
    userFacts: recordsOf("facts of user", ["user_id"], {
        role: z.enum(["ADMIN", "MEMBER"]),
        manager_id: id.nullable(),
        /** Position and manager come from an identity provider. */
        idp_managed: z.boolean(),
        /** Neither changed nor deleted, such as the service user of something else. */
        immutable: z.boolean(),
    }),
    /** Who the same person is in other systems. */
    remoteUsers: records("remote user", ["user_id", "third_party_provider", "remote_id"], schemas.zRemoteUser()),
    /** Addresses, in lower case, of people who belong to another organization. */
    foreignUsers: records("user of another organization", ["email"], z.object({ email: z.string().toLowerCase() })),
    /** What happens in the connected systems. No operation creates these and the next: they come with an organization. */
    sessions: recordsOf("session", ["session_id", "resource_id", "user_id"], schemas.zSession().shape),
    /** Of an app, or of one resource or group in it. */
    syncErrors: recordsOf("sync error", ["sync_error_id"], {
        ...schemas.zSyncError().shape,
        resource_id: id.optional(),
        group_id: id.optional(),
    }),
    groups: records("group", ["group_id"], schemas.zGroup()),
    groupVisibility: recordsOf("visibility of group", ["group_id"], schemas.zVisibilityInfo().shape),
    /** Audit channels; reviewer channels are those of the owners. */
    groupMessageChannels: recordsOf("channels of group", ["group_id"], { message_channel_ids: ids }),
    groupOnCallSchedules: recordsOf("schedules of group", ["group_id"], { on_call_schedule_ids: ids }),
    /** Levels besides the default one. */
    groupAccessLevels: recordsOf("access level", ["group_id"], schemas.zGroupAccessLevel().shape),
    /** Groups tied to a source group. */
    groupBindings: records(
        "group binding",
        ["group_binding_id"],
        schemas.zGroupBinding().omit({ groups: true }).extend({ group_ids: ids }),
    ),
    /** Groups as a directory app shows them. */
    idpGroupMappings: recordsOf("mapping of group", ["app_resource_id", "group_id"], schemas.zIdpGroupMapping().shape),
    // Fields that the API marks as read-only are written by this service.
    resources: records("resource", ["resource_id"], schemas.zResource() as z.ZodType<Resource>),
    /** Levels besides the default one. */
    resourceAccessLevels: recordsOf("access level", ["resource_id"], schemas.zResourceAccessLevel().shape),
    resourceVisibility: recordsOf("visibility of resource", ["resource_id"], schemas.zVisibilityInfo().shape),
    /** Audit channels. */
    resourceMessageChannels: recordsOf("channels of resource", ["resource_id"], { message_channel_ids: ids }),
    /** What makes an access level of the resource a custom one; its name is where the names of all levels are. */
    resourceCustomAccessLevels: records(
        "custom access level",
        ["resource_id", "access_level_remote_id"],
        schemas
            .zResourceCustomAccessLevelResponse()
            .omit({ access_level: true, member_resource_ids: true })
            .extend({ access_level_remote_id: z.string() }),
    ),
    resourceScopedRolePermissions: recordsOf(
        "permissions of resource",
        ["resource_id"],
        schemas.zScopedRolePermissionList().shape,
    ),
    bundles: records("bundle", ["bundle_id"], schemas.zBundle().required({ bundle_id: true })),
    bundleVisibility: recordsOf("visibility of bundle", ["bundle_id"], schemas.zVisibilityInfo().shape),
    bundleResources: recordsOf(
        "link of bundle and resource",
        ["bundle_id", "resource_id"],
        schemas.zResourceAccessLevel().shape,
    ),
    bundleGroups: recordsOf("link of bundle and group", ["bundle_id", "group_id"], schemas.zGroupAccessLevel().shape),
    // Where messages and shifts come from in other systems.
    messageChannels: records("message channel", ["message_channel_id"], schemas.zMessageChannel()),
    onCallSchedules: records("on-call schedule", ["on_call_schedule_id"], schemas.zOnCallSchedule()),
    tags: records("tag", ["tag_id"], schemas.zTag()),
    groupTags: recordsOf("tag of group", ["tag_id", "group_id"], {}),
    resourceTags: recordsOf("tag of resource", ["tag_id", "resource_id"], {}),
    userTags: recordsOf("tag of user", ["tag_id", "user_id"], {}),
    requestTemplates: records("request template", ["request_template_id"], schemas.zRequestTemplate()),
    configurationTemplates: records(
        "configuration template",
        ["configuration_template_id"],
        schemas.zConfigurationTemplate().required({ configuration_template_id: true }),
    ),
    /** The request rules of a configuration template, which no answer contains. */
    configurationTemplateRules: recordsOf("rules of configuration template", ["configuration_template_id"], {
        request_configurations: z.array(schemas.zRequestConfiguration()),
    }),
    // Who has access to a resource or is in a group, and which groups give access.
    groupUsers: recordsOf("membership", ["group_id", "user_id"], propagated),
    resourceUsers: recordsOf("access of a user", ["resource_id", "user_id"], propagated),
    resourceNonHumanIdentities: recordsOf(
        "access of a non-human identity",
        ["resource_id", "non_human_identity_id"],
        grant,
    ),
    groupResources: recordsOf("link of group and resource", ["group_id", "resource_id"], grant),
    /** The group is the member of the containing group. */
    groupContainingGroups: recordsOf("link of group and containing group", ["group_id", "containing_group_id"], grant),
    /** What makes a group a rule. Name, description and administrator are those of the group of the same id. */
    accessRules: records(
        "access rule",
        ["access_rule_id"],
        schemas.zAccessRule().pick({ access_rule_id: true, status: true, ruleClauses: true }),
    ),
    /** Without the status, which follows from the timestamps and the reviews. */
    campaigns: records(
        "campaign",
        ["campaign_id"],
        schemas.zCampaign().omit({ status: true }).extend({ configuration }),
    ),
    /** One access that a started campaign asks about. No operation decides it. */
    campaignReviews: recordsOf("review", ["campaign_id", "principal_id", "entitlement_id"], {
        access_level_remote_id: z.string(),
        decision: z.enum(["PENDING", "KEEP", "REVOKE"]),
        /** Whether the access of a decision to revoke was taken away. */
        applied: z.boolean(),
    }),
    uars: records("access review", ["uar_id"], schemas.zUar()),
    events: records("event", ["event_id"], schemas.zEvent()),
    /** What an event is about. */
    eventObjects: recordsOf("object of event", ["event_id", "object_id"], { object_kind: z.string() }),
    /**
     * Secrets are masked in storage too, because the service delivers no events and never needs
     * them.
     */
    eventStreams: records("event stream", ["event_stream_id"], schemas.zEventStream()),
    /** Each has a user of the same id: its service user. */
    paladins: records("Paladin", ["paladin_id"], schemas.zPaladin()),
    paladinContextSources: records("context source", ["id", "paladin_id"], schemas.zPaladinContextSource()),
    requests: records("request", ["id"], schemas.zRequest()),
    requestComments: recordsOf("comment", ["request_id", "request_comment_id"], schemas.zRequestComment().shape),
    /** When a reviewer of a request was last reminded. */
    requestReminders: recordsOf("reminder", ["request_id", "user_id"], { reminded_at: moment }),
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
    /** Reviewers of whom one approval is enough in a stage that needs several: the users of an owner, a manager, or a Paladin. */
    requestParties: records(
        "party of a stage",
        ["request_id", "item_id", "stage", "party", "access_level_remote_id"],
        z.object({
            request_id: id,
            item_id: id,
            /** Number of the stage. */
            stage: z.int(),
            /** Number of the party in its stage. */
            party: z.int(),
            user_ids: ids,
            access_level_remote_id: z.string(),
        }),
    ),
    scripts: records("script", ["opal_script_id"], schemas.zOpalScript()),
    /** What no answer shows of a script that reviews requests: who owns it, and the user who reviews in its name. */
    scriptReviewers: recordsOf("reviewer of script", ["opal_script_id", "user_id"], { owner_id: id }),
    tokens: records("token", ["token_id"], schemas.zToken()),
    /** Properties of a token that no answer contains. */
    tokenSecrets: recordsOf("secret of token", ["token_id"], {
        /** SHA-256 of the value in hexadecimal; the value itself is kept nowhere. */
        hash: z.string().regex(/^[0-9a-f]{64}$/),
        /** What may be shown of the value. */
        preview: z.string(),
        role: z.enum(["ADMIN", "MEMBER"]),
        /** Comes from the options of the service, so that it ends with them. */
        given_at_start: z.boolean(),
    }),
};

/** Layout of records of this shape, with their noun in messages and the fields of their key. */
function records<Schema extends z.ZodType<object>>(
    noun: string,
    key: readonly (keyof z.output<Schema> & string)[],
    schema: Schema,
): RecordLayout<Schema> {
    return { noun, key, schema };
}

/**
 * Layout of records that link these ids and have these fields: one record per link or, if the
 * fields include an access level, one per link and level.
 */
function recordsOf<const Id extends string, Fields extends z.ZodRawShape>(
    noun: string,
    names: readonly Id[],
    fields: Fields,
) {
    const schema = z.object({ ...fields, ...Object.fromEntries(names.map((name) => [name, id])) });
    const key = "access_level_remote_id" in fields ? [...names, "access_level_remote_id"] : names;
    // The compiler cannot follow names through fromEntries.
    return { noun, key, schema } as object as RecordLayout<z.ZodObject<Omit<Fields, Id> & Record<Id, typeof id>>>;
}
