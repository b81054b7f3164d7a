import { z } from "zod";
import type * as t from "../api/generated/types.gen.js";
import * as schemas from "../api/generated/zod.gen.js";
import { StartError } from "./errors.js";
import { type AccessRuleRecords, accessRuleLayouts } from "./records/access-rules.js";
import { type CampaignRecords, campaignLayouts } from "./records/campaigns.js";
import { type DelegationRecords, delegationLayouts } from "./records/delegations.js";
import { type EventStreamRecords, eventStreamLayouts } from "./records/event-streams.js";
import { type EventRecords, eventLayouts } from "./records/events.js";
import { type GrantRecords, grantLayouts } from "./records/grants.js";
import { type LinkedGroupRecords, linkedGroupLayouts } from "./records/linked-groups.js";
import { type ObservationRecords, observationLayouts } from "./records/observations.js";
import { type PaladinRecords, paladinLayouts } from "./records/paladins.js";
import { type RequestRecords, requestLayouts } from "./records/requests.js";
import { type ResourcePartRecords, resourcePartLayouts } from "./records/resource-parts.js";
import { type TemplateRuleRecords, templateRuleLayouts } from "./records/template-rules.js";
import { type TokenRecords, tokenLayouts } from "./records/tokens.js";
import { type UarRecords, uarLayouts } from "./records/uars.js";
import { type UserFactRecords, userFactLayouts } from "./records/user-facts.js";
import type { Layout } from "./table.js";
import { problemsOf } from "./validation.js";

/** Everything an organization holds, kind by kind. Objects have the shape they have in answers; what no answer shows of an object is a record of its own. */
export interface Records
    extends GrantRecords,
        LinkedGroupRecords,
        ResourcePartRecords,
        AccessRuleRecords,
        CampaignRecords,
        EventStreamRecords,
        PaladinRecords,
        RequestRecords,
        TemplateRuleRecords,
        UarRecords,
        DelegationRecords,
        EventRecords,
        ObservationRecords,
        TokenRecords,
        UserFactRecords {
    apps: t.App;
    users: t.User;
    owners: t.Owner;
    /** In the order last given, which counts only with an escalation period. */
    ownerUsers: { owner_id: string; user_ids: string[] };
    groups: t.Group;
    groupVisibility: t.VisibilityInfo & { group_id: string };
    /** Audit channels; reviewer channels are those of the owners. */
    groupMessageChannels: { group_id: string; message_channel_ids: string[] };
    groupOnCallSchedules: { group_id: string; on_call_schedule_ids: string[] };
    /** Levels besides the default one. */
    groupAccessLevels: t.GroupAccessLevel & { group_id: string };
    groupUsers: {
        group_id: string;
        user_id: string;
        access_level_remote_id: string;
        /** Null: the membership does not lapse. */
        expiration_date: string | null;
        propagation_status: t.PropagationStatus | null;
    };
    resources: t.Resource;
    /** Levels besides the default one. */
    resourceAccessLevels: t.ResourceAccessLevel & { resource_id: string };
    bundles: t.Bundle & { bundle_id: string };
    bundleVisibility: t.VisibilityInfo & { bundle_id: string };
    bundleResources: Required<t.BundleResource>;
    bundleGroups: Required<t.BundleGroup>;
    messageChannels: t.MessageChannel;
    onCallSchedules: t.OnCallSchedule;
    tags: t.Tag;
    groupTags: { tag_id: string; group_id: string };
    resourceTags: { tag_id: string; resource_id: string };
    userTags: { tag_id: string; user_id: string };
    requestTemplates: t.RequestTemplate;
    configurationTemplates: t.ConfigurationTemplate & { configuration_template_id: string };
}

/** An organization as JSON: what a data file, a seed file and a snapshot hold. */
export type Organization = {
    /** A UUID that the ids of new objects derive from: two organizations never share an id. */
    namespace: string;
    /** The user that the token stands for. */
    current_user_id: string;
    /** How many ids were made from each name, so that what is made again after a deletion gets another id. */
    ids_made: Record<string, number>;
} & { [Name in keyof Records]: Records[Name][] };

const ids = z.array(z.guid());

/** Noun, key and shape of the records of every kind. */
export const layouts: { readonly [Name in keyof Records]: Layout<Records[Name]> & { readonly schema: z.ZodType } } = {
    apps: { noun: "app", key: ["app_id"], schema: schemas.zApp },
    users: { noun: "user", key: ["user_id"], schema: schemas.zUser },
    owners: { noun: "owner", key: ["owner_id"], schema: schemas.zOwner },
    ownerUsers: { noun: "owner", key: ["owner_id"], schema: z.object({ owner_id: z.guid(), user_ids: ids }) },
    groups: { noun: "group", key: ["group_id"], schema: schemas.zGroup },
    groupVisibility: {
        noun: "visibility of group",
        key: ["group_id"],
        schema: schemas.zVisibilityInfo.extend({ group_id: z.guid() }),
    },
    groupMessageChannels: {
        noun: "channels of group",
        key: ["group_id"],
        schema: z.object({ group_id: z.guid(), message_channel_ids: ids }),
    },
    groupOnCallSchedules: {
        noun: "schedules of group",
        key: ["group_id"],
        schema: z.object({ group_id: z.guid(), on_call_schedule_ids: ids }),
    },
    groupAccessLevels: {
        noun: "access level",
        key: ["group_id", "access_level_remote_id"],
        schema: schemas.zGroupAccessLevel.extend({ group_id: z.guid() }),
    },
    groupUsers: {
        noun: "membership",
        key: ["group_id", "user_id", "access_level_remote_id"],
        schema: z.object({
            group_id: z.guid(),
            user_id: z.guid(),
            access_level_remote_id: z.string(),
            expiration_date: z.iso.datetime({ offset: true }).nullable(),
            propagation_status: schemas.zPropagationStatus.nullable(),
        }),
    },
    resources: { noun: "resource", key: ["resource_id"], schema: schemas.zResource },
    resourceAccessLevels: {
        noun: "access level",
        key: ["resource_id", "access_level_remote_id"],
        schema: schemas.zResourceAccessLevel.extend({ resource_id: z.guid() }),
    },
    bundles: { noun: "bundle", key: ["bundle_id"], schema: schemas.zBundle.required({ bundle_id: true }) },
    bundleVisibility: {
        noun: "visibility of bundle",
        key: ["bundle_id"],
        schema: schemas.zVisibilityInfo.extend({ bundle_id: z.guid() }),
    },
    bundleResources: {
        noun: "link of bundle and resource",
        key: ["bundle_id", "resource_id", "access_level_remote_id"],
        schema: schemas.zBundleResource.required(),
    },
    bundleGroups: {
        noun: "link of bundle and group",
        key: ["bundle_id", "group_id", "access_level_remote_id"],
        schema: schemas.zBundleGroup.required(),
    },
    messageChannels: { noun: "message channel", key: ["message_channel_id"], schema: schemas.zMessageChannel },
    onCallSchedules: { noun: "on-call schedule", key: ["on_call_schedule_id"], schema: schemas.zOnCallSchedule },
    tags: { noun: "tag", key: ["tag_id"], schema: schemas.zTag },
    groupTags: link("tag of group", "group_id"),
    resourceTags: link("tag of resource", "resource_id"),
    userTags: link("tag of user", "user_id"),
    requestTemplates: {
        noun: "request template",
        key: ["request_template_id"],
        schema: schemas.zRequestTemplate,
    },
    configurationTemplates: {
        noun: "configuration template",
        key: ["configuration_template_id"],
        schema: schemas.zConfigurationTemplate.required({ configuration_template_id: true }),
    },
    ...grantLayouts,
    ...linkedGroupLayouts,
    ...resourcePartLayouts,
    ...accessRuleLayouts,
    ...campaignLayouts,
    ...eventStreamLayouts,
    ...paladinLayouts,
    ...requestLayouts,
    ...templateRuleLayouts,
    ...uarLayouts,
    ...delegationLayouts,
    ...eventLayouts,
    ...observationLayouts,
    ...tokenLayouts,
    ...userFactLayouts,
};

export function emptyOrganization(namespace: string, current_user_id: string): Organization {
    const records = Object.fromEntries(Object.keys(layouts).map((name) => [name, []]));
    // Every kind is there: the names are those of the layouts.
    return { namespace, current_user_id, ids_made: {}, ...records } as unknown as Organization;
}

/**
 * Reads the JSON form of an organization. Kinds that are left out are empty; without `namespace` the caller's default counts, without
 * `current_user_id` the first user.
 * @throws StartError with a sentence that begins with `source`.
 */
export function toOrganization(source: string, json: unknown, defaultNamespace: string): Organization {
    const form = z.strictObject({
        namespace: z.guid().default(defaultNamespace),
        current_user_id: z.guid().optional(),
        ids_made: z.record(z.string(), z.int()).default({}),
        ...Object.fromEntries(Object.entries(layouts).map(([name, { schema }]) => [name, z.array(schema).default([])])),
    });
    const read = form.safeParse(json);
    if (!read.success)
        throw new StartError(`${source} is not an organization: ${problemsOf(read.error, "the top level")}.`);
    // The schema is built kind by kind from the layouts, which the compiler cannot follow through fromEntries.
    const organization = read.data as unknown as Omit<Organization, "current_user_id"> & { current_user_id?: string };
    const current = organization.current_user_id ?? organization.users[0]?.user_id;
    if (!current || !organization.users.some((user) => user.user_id === current)) {
        throw new StartError(`${source} is not an organization: users must hold the user that the token stands for.`);
    }
    return { ...organization, current_user_id: current };
}

function link<F extends string>(
    noun: string,
    field: F,
): Layout<{ tag_id: string } & Record<F, string>> & { schema: z.ZodType } {
    return { noun, key: ["tag_id", field], schema: z.object({ tag_id: z.guid(), [field]: z.guid() }) };
}
