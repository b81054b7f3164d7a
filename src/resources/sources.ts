import type { Source } from "../provider/live.js";
import { listing, operation } from "../provider/operation.js";

/** Where the objects are read that several kinds and lookups speak of. */
export const owners: Source = {
    name: "Owner",
    id: "ownerId",
    read: operation("getOwner", (id: string) => ({ path: { owner_id: id } })),
    list: listing("getOwners", () => ({})),
    find: listing("getOwners", (key: { name?: unknown }) => ({ query: { name: String(key.name) } })),
};

export const groups: Source = {
    name: "Group",
    id: "groupId",
    read: operation("getGroup", (id: string) => ({ path: { group_id: id } })),
    list: listing("getGroups", () => ({})),
    find: listing("getGroups", (key: { name?: unknown }) => ({ query: { group_name: String(key.name) } })),
};

export const bundles: Source = {
    name: "Bundle",
    id: "bundleId",
    read: operation("getBundle", (id: string) => ({ path: { bundle_id: id } })),
    list: listing("getBundles", () => ({})),
    find: listing("getBundles", (key: { name?: unknown }) => ({ query: { contains: String(key.name) } })),
};

export const apps: Source = {
    name: "App",
    id: "appId",
    read: operation("getApp", (id: string) => ({ path: { app_id: id } })),
    list: listing("getApps", () => ({})),
};

export const accessRules: Source = {
    name: "AccessRule",
    id: "accessRuleId",
    read: operation("getAccessRule", (id: string) => ({ path: { access_rule_id: id } })),
    list: listing("getAccessRules", () => ({})),
};

export const configurationTemplates: Source = {
    name: "ConfigurationTemplate",
    id: "configurationTemplateId",
    list: listing("getConfigurationTemplates", () => ({})),
};

export const delegations: Source = {
    name: "Delegation",
    id: "id",
    read: operation("getDelegation", (id: string) => ({ path: { delegation_id: id } })),
    list: listing("getDelegations", () => ({})),
    find: listing("getDelegations", (key: { delegatorUserId?: unknown; delegateUserId?: unknown }) => ({
        query: { delegator_user_id: String(key.delegatorUserId), delegate_user_id: String(key.delegateUserId) },
    })),
};

export const paladins: Source = {
    name: "Paladin",
    id: "paladinId",
    read: operation("getPaladin", (id: string) => ({ path: { paladin_id: id } })),
    find: listing("getPaladinsByName", (key: { name?: unknown }) => ({ path: { paladin_name: String(key.name) } })),
};

export const resources: Source = {
    name: "Resource",
    id: "resourceId",
    read: operation("getResource", (id: string) => ({ path: { resource_id: id } })),
    list: listing("getResources", () => ({})),
    find: listing("getResources", (key: { name?: unknown }) => ({ query: { resource_name: String(key.name) } })),
};

export const tags: Source = {
    name: "Tag",
    id: "tagId",
    read: operation("getTag", (id: string) => ({ path: { tag_id: id } })),
    list: listing("getTags", () => ({})),
};

export const groupBindings: Source = {
    name: "GroupBinding",
    id: "groupBindingId",
    read: operation("getGroupBinding", (id: string) => ({ path: { group_binding_id: id } })),
    list: listing("getGroupBindings", () => ({})),
};

export const messageChannels: Source = {
    name: "MessageChannel",
    id: "messageChannelId",
    read: operation("getMessageChannel", (id: string) => ({ path: { message_channel_id: id } })),
    list: listing("getMessageChannels", () => ({})),
};

export const onCallSchedules: Source = {
    name: "OnCallSchedule",
    id: "onCallScheduleId",
    read: operation("getOnCallSchedule", (id: string) => ({ path: { on_call_schedule_id: id } })),
    list: listing("getOnCallSchedules", () => ({})),
};
