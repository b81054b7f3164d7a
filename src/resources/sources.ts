import type { Campaign, EventStream } from "../api/generated/types.gen.js";
import { atMostOne } from "../provider/live/absent.js";
import { listing, operation } from "../provider/live/operation.js";
import type { Source } from "../provider/live/source.js";
import { fromWire } from "../provider/schema/wire.js";
import { paladinIds } from "./queries/holders.js";

/** Natural key that includes the name of the object. */
interface Named {
    readonly name?: unknown;
}

/** Sources of objects, shared by kinds and lookups. */
export const accessRules = source("AccessRule", operation("getAccessRule"), listing("getAccessRules"));
export const apps = source("App", operation("getApp"), listing("getApps"));
export const groupBindings = source("GroupBinding", operation("getGroupBinding"), listing("getGroupBindings"));
export const messageChannels = source("MessageChannel", operation("getMessageChannel"), listing("getMessageChannels"));
export const onCallSchedules = source("OnCallSchedule", operation("getOnCallSchedule"), listing("getOnCallSchedules"));
export const requestTemplates = source(
    "RequestTemplate",
    operation("getRequestTemplate"),
    listing("getRequestTemplates"),
);
export const tags = source("Tag", operation("getTag"), listing("getTags"));

export const owners: Source = {
    ...source("Owner", operation("getOwner"), listing("getOwners")),
    find: listing("getOwners", ({ name }: Named) => ({ query: { name: String(name) } })),
};

export const groups: Source = {
    ...source("Group", operation("getGroup"), listing("getGroups")),
    find: listing("getGroups", ({ name }: Named) => ({ query: { group_name: String(name) } })),
    levels: listing("getGroupAccessLevels"),
    // Native groups do not have access levels, because levels come from the end system.
    isLevelless: ({ groupType }) => groupType === "OPAL_GROUP" || groupType === "SVC_GROUP",
};

export const bundles: Source = {
    ...source("Bundle", operation("getBundle"), listing("getBundles")),
    find: listing("getBundles", ({ name }: Named) => ({ query: { contains: String(name) } })),
};

export const configurationTemplates: Source = {
    name: "ConfigurationTemplate",
    id: "configurationTemplateId",
    list: listing("getConfigurationTemplates"),
};

export const delegations: Source = {
    name: "Delegation",
    id: "id",
    read: operation("getDelegation"),
    list: listing("getDelegations"),
    find: listing("getDelegations", (key: { delegatorUserId?: unknown; delegateUserId?: unknown }) => ({
        query: { delegator_user_id: String(key.delegatorUserId), delegate_user_id: String(key.delegateUserId) },
    })),
};

export const paladins: Source = {
    name: "Paladin",
    id: "paladinId",
    read: operation("getPaladin"),
    ids: paladinIds,
    find: listing("getPaladinsByName", ({ name }: Named) => ({ path: { paladin_name: String(name) } })),
};

export const resources: Source = {
    ...source("Resource", operation("getResource"), listing("getResources")),
    find: listing("getResources", ({ name }: Named) => ({ query: { resource_name: String(name) } })),
    levels: listing("getResourceAccessLevels"),
};

export const eventStreams: Source = {
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

export const scripts: Source = {
    name: "Script",
    id: "opalScriptId",
    read: operation("getOpalScript"),
    list: listing("getOpalScripts"),
};

export const users: Source = {
    ...source(
        "User",
        operation("getUser", (id: string) => ({ query: { user_id: id } })),
        listing("getUsers"),
    ),
    called: "fullName",
    find: {
        name: "getUser",
        all: async (client, { email }) => atMostOne(client.call("getUser", { query: { email: String(email) } })),
    },
};

export const campaigns: Source = {
    ...source("Campaign", operation("getCampaign"), listing("getCampaigns")),
    find: listing("getCampaigns", ({ name }: Named) => ({ query: { name: String(name) } })),
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
