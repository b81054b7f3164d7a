import { NotFoundError } from "../api/errors.js";
import type { Campaign, EventStream } from "../api/generated/types.gen.js";
import type { Source } from "../live/live.js";
import { listing, operation } from "../live/operation.js";
import { fromWire } from "../schema/wire.js";

/** Where the objects are read that several kinds and lookups speak of. */
export const owners: Source = {
    name: "Owner",
    id: "ownerId",
    read: operation("getOwner"),
    list: listing("getOwners"),
    find: listing("getOwners", (key: { name?: unknown }) => ({ query: { name: String(key.name) } })),
};

export const groups: Source = {
    name: "Group",
    id: "groupId",
    read: operation("getGroup"),
    list: listing("getGroups"),
    find: listing("getGroups", (key: { name?: unknown }) => ({ query: { group_name: String(key.name) } })),
};

export const bundles: Source = {
    name: "Bundle",
    id: "bundleId",
    read: operation("getBundle"),
    list: listing("getBundles"),
    find: listing("getBundles", (key: { name?: unknown }) => ({ query: { contains: String(key.name) } })),
};

export const apps: Source = {
    name: "App",
    id: "appId",
    read: operation("getApp"),
    list: listing("getApps"),
};

export const accessRules: Source = {
    name: "AccessRule",
    id: "accessRuleId",
    read: operation("getAccessRule"),
    list: listing("getAccessRules"),
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
    find: listing("getPaladinsByName", (key: { name?: unknown }) => ({ path: { paladin_name: String(key.name) } })),
};

export const resources: Source = {
    name: "Resource",
    id: "resourceId",
    read: operation("getResource"),
    list: listing("getResources"),
    find: listing("getResources", (key: { name?: unknown }) => ({ query: { resource_name: String(key.name) } })),
};

export const tags: Source = {
    name: "Tag",
    id: "tagId",
    read: operation("getTag"),
    list: listing("getTags"),
};

export const groupBindings: Source = {
    name: "GroupBinding",
    id: "groupBindingId",
    read: operation("getGroupBinding"),
    list: listing("getGroupBindings"),
};

export const messageChannels: Source = {
    name: "MessageChannel",
    id: "messageChannelId",
    read: operation("getMessageChannel"),
    list: listing("getMessageChannels"),
};

export const onCallSchedules: Source = {
    name: "OnCallSchedule",
    id: "onCallScheduleId",
    read: operation("getOnCallSchedule"),
    list: listing("getOnCallSchedules"),
};

export const requestTemplates: Source = {
    name: "RequestTemplate",
    id: "requestTemplateId",
    read: operation("getRequestTemplate"),
    list: listing("getRequestTemplates"),
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
            // What is read of a secret is a mask: only that there is one counts.
            apiKeyCredentials: api_key_credentials.map(({ name, location }) => ({ name, location })),
            hmacCredential1: hmac_credential_1 ? {} : null,
            hmacCredential2: hmac_credential_2 ? {} : null,
        };
    },
};

export const users: Source = {
    name: "User",
    id: "userId",
    read: operation("getUser", (id: string) => ({ query: { user_id: id } })),
    list: listing("getUsers"),
    find: {
        name: "getUser",
        all: async (client, { email }) => {
            try {
                return [await client.call("getUser", { query: { email: String(email) } })];
            } catch (error) {
                if (error instanceof NotFoundError) return [];
                throw error;
            }
        },
    },
};

export const campaigns: Source = {
    name: "Campaign",
    id: "campaignId",
    read: operation("getCampaign"),
    list: listing("getCampaigns"),
    find: listing("getCampaigns", (key: { name?: unknown }) => ({ query: { name: String(key.name) } })),
    // The keys inside of the query are the API's own.
    value: ({ configuration, ...campaign }: Campaign) => ({
        ...fromWire(configuration ?? {}),
        query: configuration?.query ?? null,
        ...fromWire(campaign),
    }),
};
