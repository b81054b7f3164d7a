import { z } from "zod";
import type { CampaignConfiguration, Resource } from "../../../api/generated/types.gen.js";
import * as schemas from "../../../api/generated/zod.gen.js";
import type { Layout } from "./table.js";

/** The layout and the schema of the records in a table. */
type RecordLayout<Schema extends z.ZodType<object>> = Layout<z.output<Schema>> & { readonly schema: Schema };

const id = z.guid();
const ids = z.array(id);
const moment = z.iso.datetime({ offset: true });

/** The access level and expiration date of a grant. A null date means that the access does not expire. */
const grant = { access_level_remote_id: z.string(), expiration_date: moment.nullable() };
const propagated = { ...grant, propagation_status: schemas.zPropagationStatus().nullable() };

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** The stage of a requested item, by its number, and some of its reviewers. */
const stageReviewers = {
    request_id: id,
    item_id: id,
    stage: z.int(),
    user_ids: ids,
    access_level_remote_id: z.string(),
};

// In the input type of the schema, fields with default values are optional; stored configurations contain all fields.
const configuration = schemas.zCampaignConfiguration() as z.ZodType<CampaignConfiguration>;

/**
 * The noun, key and schema of the records in each table. Most schemas are those of API responses. Properties that are not part of a
 * response are stored in separate tables.
 */
export const layouts = {
    // Apps, users and owners.
    apps: records("app", ["app_id"], schemas.zApp()),
    /** Properties of a custom connector that are not part of responses. */
    connectorSecrets: recordsOf("secret of connector", ["app_id"], {
        /** SHA-256 hash of the signing secret, in hexadecimal. The secret itself is not stored. */
        hash: sha256,
    }),
    users: records("user", ["user_id"], schemas.zUser()),
    owners: records("owner", ["owner_id"], schemas.zOwner()),
    /** The users of an owner, in the order in which they were set. The order matters only with an escalation period. */
    ownerUsers: recordsOf("owner", ["owner_id"], { user_ids: ids }),
    delegations: records("delegation", ["id"], schemas.zDelegation()),
    /**
     * Properties of a user that are not part of responses. A user without this record is a member who does not have a manager and can be
     * changed and deleted.
     */
    userFacts: recordsOf("facts of user", ["user_id"], {
        role: z.enum(["ADMIN", "MEMBER"]),
        manager_id: id.nullable(),
        /** Whether the user's position and manager are managed by an identity provider. */
        idp_managed: z.boolean(),
        /** Whether the user cannot be changed or deleted, as for the service user of a Paladin. */
        immutable: z.boolean(),
    }),
    /** User accounts in remote systems. */
    remoteUsers: records("remote user", ["user_id", "third_party_provider", "remote_id"], schemas.zRemoteUser()),
    /** Email addresses, in lower case, of users who belong to other organizations. */
    foreignUsers: records("user of another organization", ["email"], z.object({ email: z.string().toLowerCase() })),
    /** Sessions in connected systems. Sessions and sync errors come only from the seed, because the API cannot create them. */
    sessions: recordsOf("session", ["session_id", "resource_id", "user_id"], schemas.zSession().shape),
    /** Sync errors of an app, or of a resource or group in the app. */
    syncErrors: recordsOf("sync error", ["sync_error_id"], {
        ...schemas.zSyncError().shape,
        resource_id: id.optional(),
        group_id: id.optional(),
    }),
    groups: records("group", ["group_id"], schemas.zGroup()),
    groupVisibility: recordsOf("visibility of group", ["group_id"], schemas.zVisibilityInfo().shape),
    /** Contains only audit channels. Reviewer channels are stored with the owners. */
    groupMessageChannels: recordsOf("channels of group", ["group_id"], { message_channel_ids: ids }),
    groupOnCallSchedules: recordsOf("schedules of group", ["group_id"], { on_call_schedule_ids: ids }),
    /** Contains all access levels except the default level. */
    groupAccessLevels: recordsOf("access level", ["group_id"], schemas.zGroupAccessLevel().shape),
    /** Groups that are linked to a source group. */
    groupBindings: records(
        "group binding",
        ["group_binding_id"],
        schemas.zGroupBinding().omit({ groups: true }).extend({ group_ids: ids }),
    ),
    /** Group mappings of a directory app. */
    idpGroupMappings: recordsOf("mapping of group", ["app_resource_id", "group_id"], schemas.zIdpGroupMapping().shape),
    // The generated type omits fields that are read-only in the API, but this service has to write them.
    resources: records("resource", ["resource_id"], schemas.zResource() as z.ZodType<Resource>),
    /** Contains all access levels except the default level. */
    resourceAccessLevels: recordsOf("access level", ["resource_id"], schemas.zResourceAccessLevel().shape),
    resourceVisibility: recordsOf("visibility of resource", ["resource_id"], schemas.zVisibilityInfo().shape),
    /** Contains only audit channels. */
    resourceMessageChannels: recordsOf("channels of resource", ["resource_id"], { message_channel_ids: ids }),
    /** Additional properties of custom access levels. The names of the levels are in `resourceAccessLevels`. */
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
    // Message channels and on-call schedules in third-party systems.
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
    /** The request rules of a configuration template, which are not part of responses. */
    configurationTemplateRules: recordsOf("rules of configuration template", ["configuration_template_id"], {
        request_configurations: z.array(schemas.zRequestConfiguration()),
    }),
    // Memberships, grants and nested groups.
    groupUsers: recordsOf("membership", ["group_id", "user_id"], propagated),
    resourceUsers: recordsOf("access of a user", ["resource_id", "user_id"], propagated),
    resourceNonHumanIdentities: recordsOf(
        "access of a non-human identity",
        ["resource_id", "non_human_identity_id"],
        grant,
    ),
    groupResources: recordsOf("link of group and resource", ["group_id", "resource_id"], grant),
    /** The group `group_id` is nested in the group `containing_group_id`. */
    groupContainingGroups: recordsOf("link of group and containing group", ["group_id", "containing_group_id"], grant),
    /** Additional properties of access rules. Name, description and admin owner are stored in the group with the same id. */
    accessRules: records(
        "access rule",
        ["access_rule_id"],
        schemas.zAccessRule().pick({ access_rule_id: true, status: true, ruleClauses: true }),
    ),
    /** The status is not stored, because it is derived from the timestamps and the reviews. */
    campaigns: records(
        "campaign",
        ["campaign_id"],
        schemas.zCampaign().omit({ status: true }).extend({ configuration }),
    ),
    /** Access that is reviewed by a started campaign, and what came of it. */
    campaignReviews: recordsOf("review", ["campaign_id", "principal_id", "entitlement_id"], {
        access_level_remote_id: z.string(),
        decision: z.enum(["PENDING", "KEEP", "REVOKE"]),
        /** Whether the access has already been revoked, if that is the decision. */
        applied: z.boolean(),
    }),
    /** Who reviews an item of a campaign, and what they decided. */
    campaignItemReviews: recordsOf(
        "review of an item",
        ["campaign_id", "principal_id", "entitlement_id", "reviewer_user_id"],
        {
            ...schemas.zCampaignItemReview().omit({ campaign_item_id: true }).shape,
            access_level_remote_id: z.string(),
            reassigned_to_reviewer_ids: ids,
        },
    ),
    uars: records("access review", ["uar_id"], schemas.zUar()),
    events: records("event", ["event_id"], schemas.zEvent()),
    /** The objects that an event refers to. */
    eventObjects: recordsOf("object of event", ["event_id", "object_id"], { object_kind: z.string() }),
    /** Secrets are stored in masked form, because the service does not deliver events and does not need them. */
    eventStreams: records("event stream", ["event_stream_id"], schemas.zEventStream()),
    /** The service user of a Paladin has the same id as the Paladin. */
    paladins: records("Paladin", ["paladin_id"], schemas.zPaladin()),
    paladinContextSources: records("context source", ["id", "paladin_id"], schemas.zPaladinContextSource()),
    requests: records("request", ["id"], schemas.zRequest()),
    requestComments: recordsOf("comment", ["request_id", "request_comment_id"], schemas.zRequestComment().shape),
    /** The time of the last reminder to a reviewer of a request. */
    requestReminders: recordsOf("reminder", ["request_id", "user_id"], { reminded_at: moment }),
    /** Reviewers that are added to a stage of a pending request after a delay. */
    requestEscalations: records(
        "escalation",
        ["request_id", "item_id", "stage", "delay_minutes", "access_level_remote_id"],
        z.object({
            ...stageReviewers,
            delay_minutes: z.int(),
            /** The time when the stage became current, or null if it is not current yet. */
            since: moment.nullable(),
        }),
    ),
    /**
     * The parties of a stage in which each party must approve. A party is the users of an owner, a manager, or a Paladin. One approval from
     * a party is enough.
     */
    requestParties: records(
        "party of a stage",
        ["request_id", "item_id", "stage", "party", "access_level_remote_id"],
        z.object({
            ...stageReviewers,
            /** The number of the party in its stage. */
            party: z.int(),
        }),
    ),
    scripts: records("script", ["opal_script_id"], schemas.zOpalScript()),
    /** Properties of a script that reviews requests: its owner and its service user. They are not part of responses. */
    scriptReviewers: recordsOf("reviewer of script", ["opal_script_id", "user_id"], { owner_id: id }),
    tokens: records("token", ["token_id"], schemas.zToken()),
    /** Properties of a token that are not part of responses. */
    tokenSecrets: recordsOf("secret of token", ["token_id"], {
        /** SHA-256 hash of the token, in hexadecimal. The token itself is not stored. */
        hash: sha256,
        /** The masked token. */
        preview: z.string(),
        role: z.enum(["ADMIN", "MEMBER"]),
        /** Whether the token was set in the options of the service. It is deleted at the next start if the options no longer contain it. */
        given_at_start: z.boolean(),
    }),
};

/** Describes the records of a table. @param noun name of a record in error messages @param key fields of the key */
function records<Schema extends z.ZodType<object>>(
    noun: string,
    key: readonly (keyof z.output<Schema> & string)[],
    schema: Schema,
): RecordLayout<Schema> {
    return { noun, key, schema };
}

/** Describes records that consist of ids and other fields. The key consists of the ids and, if the fields include one, the access level. */
function recordsOf<const Id extends string, Fields extends z.ZodRawShape>(
    noun: string,
    names: readonly Id[],
    fields: Fields,
) {
    const schema = z.object({ ...fields, ...Object.fromEntries(names.map((name) => [name, id])) });
    const key = "access_level_remote_id" in fields ? [...names, "access_level_remote_id"] : names;
    // The compiler cannot infer this type, because the schema is created with `fromEntries`.
    return { noun, key, schema } as object as RecordLayout<z.ZodObject<Omit<Fields, Id> & Record<Id, typeof id>>>;
}
