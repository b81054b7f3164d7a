import { atMostOne } from "../api/absent.js";
import { listing, operation } from "../api/calls.js";
import type { Campaign, EventStream } from "../api/generated/types.gen.js";
import { paladinIds } from "../api/holders.js";
import { fromWire } from "../common/wire-names.js";
import type { Source } from "../provider/live/source.js";

/** Natural key that includes the name of the object. */
interface NamedKey {
    readonly name?: unknown;
}

/** Sources of objects, shared by kinds and lookups. */
export const accessRuleSource = source("AccessRule", operation("getAccessRule"), listing("getAccessRules"));
export const appSource = source("App", operation("getApp"), listing("getApps"));
export const groupBindingSource = source("GroupBinding", operation("getGroupBinding"), listing("getGroupBindings"));
export const messageChannelSource = source(
    "MessageChannel",
    operation("getMessageChannel"),
    listing("getMessageChannels"),
);
export const onCallScheduleSource = source(
    "OnCallSchedule",
    operation("getOnCallSchedule"),
    listing("getOnCallSchedules"),
);
export const requestTemplateSource = source(
    "RequestTemplate",
    operation("getRequestTemplate"),
    listing("getRequestTemplates"),
);
export const tagSource = source("Tag", operation("getTag"), listing("getTags"));

export const ownerSource: Source = {
    ...source("Owner", operation("getOwner"), listing("getOwners")),
    find: listing("getOwners", ({ name }: NamedKey) => ({ query: { name: String(name) } })),
};

export const groupSource: Source = {
    ...source("Group", operation("getGroup"), listing("getGroups")),
    find: listing("getGroups", ({ name }: NamedKey) => ({ query: { group_name: String(name) } })),
    levels: listing("getGroupAccessLevels"),
    // Native groups do not have access levels, because levels come from the end system.
    isLevelless: ({ groupType }) => groupType === "OPAL_GROUP" || groupType === "SVC_GROUP",
};

export const bundleSource: Source = {
    ...source("Bundle", operation("getBundle"), listing("getBundles")),
    find: listing("getBundles", ({ name }: NamedKey) => ({ query: { contains: String(name) } })),
};

export const configurationTemplateSource: Source = {
    name: "ConfigurationTemplate",
    id: "configurationTemplateId",
    list: listing("getConfigurationTemplates"),
};

export const delegationSource: Source = {
    name: "Delegation",
    id: "id",
    read: operation("getDelegation"),
    list: listing("getDelegations"),
    find: listing("getDelegations", (key: { delegatorUserId?: unknown; delegateUserId?: unknown }) => ({
        query: { delegator_user_id: String(key.delegatorUserId), delegate_user_id: String(key.delegateUserId) },
    })),
};

export const paladinSource: Source = {
    name: "Paladin",
    id: "paladinId",
    read: operation("getPaladin"),
    ids: paladinIds,
    find: listing("getPaladinsByName", ({ name }: NamedKey) => ({ path: { paladin_name: String(name) } })),
};

export const resourceSource: Source = {
    ...source("Resource", operation("getResource"), listing("getResources")),
    find: listing("getResources", ({ name }: NamedKey) => ({ query: { resource_name: String(name) } })),
    levels: listing("getResourceAccessLevels"),
    // The levels of other types may come from the end system, and those of a child resource from its parent.
    hasOnlyAddedLevels: ({ resourceType, remoteInfo, parentResourceId }) =>
        resourceType === "CUSTOM" && remoteInfo === undefined && (parentResourceId ?? undefined) === undefined,
};

export const eventStreamSource: Source = {
    name: "EventStream",
    id: "eventStreamId",
    list: listing("getEventStreams"),
    value: ({ event_stream_id, connection }: EventStream) => {
        const { credentials, ...settings } = connection;
        const {
            auth_type = "NONE",
            api_key_credentials = [],
            hmac_credential_1,
            hmac_credential_2,
        } = credentials ?? {};
        return {
            eventStreamId: event_stream_id,
            ...fromWire(settings),
            authType: auth_type,
            // The API masks secrets, so only their presence is known.
            apiKeyCredentials: api_key_credentials.map(({ name, location }) => ({ name, location })),
            hmacCredential1: hmac_credential_1 ? {} : null,
            hmacCredential2: hmac_credential_2 ? {} : null,
        };
    },
};

export const scriptSource: Source = {
    name: "Script",
    id: "opalScriptId",
    read: operation("getOpalScript"),
    list: listing("getOpalScripts"),
};

export const userSource: Source = {
    ...source(
        "User",
        operation("getUser", (id: string) => ({ query: { user_id: id } })),
        listing("getUsers"),
    ),
    called: "fullName",
    isPerson: true,
    find: {
        name: "getUser",
        all: async (client, { email }) => atMostOne(client.call("getUser", { query: { email: String(email) } })),
    },
};

export const campaignSource: Source = {
    ...source("Campaign", operation("getCampaign"), listing("getCampaigns")),
    find: listing("getCampaigns", ({ name }: NamedKey) => ({ query: { name: String(name) } })),
    // Do not convert the keys of the query to camelCase.
    value: ({ configuration, ...campaign }: Campaign) => ({
        ...fromWire(configuration ?? {}),
        query: configuration?.query ?? null,
        ...fromWire(campaign),
    }),
};

/**
 * Creates a source that reads objects by id or lists them all. The property for the id is named after the kind: an `App` has an `appId`.
 */
function source(name: string, read: Source["read"], list: Source["list"]): Source {
    return { name, id: `${name.charAt(0).toLowerCase()}${name.slice(1)}Id`, read, list };
}
