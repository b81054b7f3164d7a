// Made by scripts/generate from the OpenAPI documents in api/; do not edit.
import type * as t from "./types.gen.js";
import * as z from "./zod.gen.js";
import type { OperationEntry } from "../operation.js";

/** Parameters, body and answers of every operation, by its name; for a list the property that holds its items. */
export interface OperationTypes {
    getApps: { data: t.GetAppsData; answers: t.GetAppsResponses; items: "apps" };
    createApp: { data: t.CreateAppData; answers: t.CreateAppResponses };
    getApp: { data: t.GetAppData; answers: t.GetAppResponses };
    updateApp: { data: t.UpdateAppData; answers: t.UpdateAppResponses };
    deleteApp: { data: t.DeleteAppData; answers: t.DeleteAppResponses };
    getBundles: { data: t.GetBundlesData; answers: t.GetBundlesResponses; items: "bundles" };
    createBundle: { data: t.CreateBundleData; answers: t.CreateBundleResponses };
    getBundle: { data: t.GetBundleData; answers: t.GetBundleResponses };
    updateBundle: { data: t.UpdateBundleData; answers: t.UpdateBundleResponses };
    deleteBundle: { data: t.DeleteBundleData; answers: t.DeleteBundleResponses };
    getBundleResources: {
        data: t.GetBundleResourcesData;
        answers: t.GetBundleResourcesResponses;
        items: "bundle_resources";
    };
    addBundleResource: { data: t.AddBundleResourceData; answers: t.AddBundleResourceResponses };
    removeBundleResource: { data: t.RemoveBundleResourceData; answers: t.RemoveBundleResourceResponses };
    getBundleGroups: { data: t.GetBundleGroupsData; answers: t.GetBundleGroupsResponses; items: "bundle_groups" };
    addBundleGroup: { data: t.AddBundleGroupData; answers: t.AddBundleGroupResponses };
    removeBundleGroup: { data: t.RemoveBundleGroupData; answers: t.RemoveBundleGroupResponses };
    getBundleVisibility: { data: t.GetBundleVisibilityData; answers: t.GetBundleVisibilityResponses };
    setBundleVisibility: { data: t.SetBundleVisibilityData; answers: t.SetBundleVisibilityResponses };
    getCampaigns: { data: t.GetCampaignsData; answers: t.GetCampaignsResponses; items: "results" };
    createCampaign: { data: t.CreateCampaignData; answers: t.CreateCampaignResponses };
    getCampaign: { data: t.GetCampaignData; answers: t.GetCampaignResponses };
    updateCampaign: { data: t.UpdateCampaignData; answers: t.UpdateCampaignResponses };
    startCampaign: { data: t.StartCampaignData; answers: t.StartCampaignResponses };
    stopCampaign: { data: t.StopCampaignData; answers: t.StopCampaignResponses };
    endCampaign: { data: t.EndCampaignData; answers: t.EndCampaignResponses };
    getConfigurationTemplates: {
        data: t.GetConfigurationTemplatesData;
        answers: t.GetConfigurationTemplatesResponses;
        items: "results";
    };
    createConfigurationTemplate: {
        data: t.CreateConfigurationTemplateData;
        answers: t.CreateConfigurationTemplateResponses;
    };
    updateConfigurationTemplate: {
        data: t.UpdateConfigurationTemplateData;
        answers: t.UpdateConfigurationTemplateResponses;
    };
    deleteConfigurationTemplate: {
        data: t.DeleteConfigurationTemplateData;
        answers: t.DeleteConfigurationTemplateResponses;
    };
    getEventStreams: { data: t.GetEventStreamsData; answers: t.GetEventStreamsResponses; items: "event_streams" };
    createEventStream: { data: t.CreateEventStreamData; answers: t.CreateEventStreamResponses };
    updateEventStream: { data: t.UpdateEventStreamData; answers: t.UpdateEventStreamResponses };
    deleteEventStream: { data: t.DeleteEventStreamData; answers: t.DeleteEventStreamResponses };
    getEvents: { data: t.GetEventsData; answers: t.GetEventsResponses; items: "results" };
    getEvent: { data: t.GetEventData; answers: t.GetEventResponses };
    getGroups: { data: t.GetGroupsData; answers: t.GetGroupsResponses; items: "results" };
    updateGroups: { data: t.UpdateGroupsData; answers: t.UpdateGroupsResponses };
    createGroup: { data: t.CreateGroupData; answers: t.CreateGroupResponses };
    getGroup: { data: t.GetGroupData; answers: t.GetGroupResponses };
    deleteGroup: { data: t.DeleteGroupData; answers: t.DeleteGroupResponses };
    getGroupMessageChannels: {
        data: t.GetGroupMessageChannelsData;
        answers: t.GetGroupMessageChannelsResponses;
        items: "channels";
    };
    setGroupMessageChannels: { data: t.SetGroupMessageChannelsData; answers: t.SetGroupMessageChannelsResponses };
    getGroupOnCallSchedules: {
        data: t.GetGroupOnCallSchedulesData;
        answers: t.GetGroupOnCallSchedulesResponses;
        items: "on_call_schedules";
    };
    setGroupOnCallSchedules: { data: t.SetGroupOnCallSchedulesData; answers: t.SetGroupOnCallSchedulesResponses };
    getGroupAccessLevels: {
        data: t.GetGroupAccessLevelsData;
        answers: t.GetGroupAccessLevelsResponses;
        items: "results";
    };
    getGroupResources: {
        data: t.GetGroupResourcesData;
        answers: t.GetGroupResourcesResponses;
        items: "group_resources";
    };
    setGroupResources: { data: t.SetGroupResourcesData; answers: t.SetGroupResourcesResponses };
    addGroupResource: { data: t.AddGroupResourceData; answers: t.AddGroupResourceResponses };
    getGroupContainingGroups: {
        data: t.GetGroupContainingGroupsData;
        answers: t.GetGroupContainingGroupsResponses;
        items: "containing_groups";
    };
    addGroupContainingGroup: { data: t.AddGroupContainingGroupData; answers: t.AddGroupContainingGroupResponses };
    getGroupContainingGroup: { data: t.GetGroupContainingGroupData; answers: t.GetGroupContainingGroupResponses };
    removeGroupContainingGroup: {
        data: t.RemoveGroupContainingGroupData;
        answers: t.RemoveGroupContainingGroupResponses;
    };
    getGroupVisibility: { data: t.GetGroupVisibilityData; answers: t.GetGroupVisibilityResponses };
    setGroupVisibility: { data: t.SetGroupVisibilityData; answers: t.SetGroupVisibilityResponses };
    getGroupReviewers: { data: t.GetGroupReviewersData; answers: t.GetGroupReviewersResponses };
    setGroupReviewers: { data: t.SetGroupReviewersData; answers: t.SetGroupReviewersResponses };
    getGroupReviewerStages: { data: t.GetGroupReviewerStagesData; answers: t.GetGroupReviewerStagesResponses };
    setGroupReviewerStages: { data: t.SetGroupReviewerStagesData; answers: t.SetGroupReviewerStagesResponses };
    getGroupTags: { data: t.GetGroupTagsData; answers: t.GetGroupTagsResponses; items: "tags" };
    getGroupUsers: { data: t.GetGroupUsersData; answers: t.GetGroupUsersResponses; items: "results" };
    updateGroupUser: { data: t.UpdateGroupUserData; answers: t.UpdateGroupUserResponses };
    addGroupUser: { data: t.AddGroupUserData; answers: t.AddGroupUserResponses };
    deleteGroupUser: { data: t.DeleteGroupUserData; answers: t.DeleteGroupUserResponses };
    getUserGroups: { data: t.GetUserGroupsData; answers: t.GetUserGroupsResponses; items: "results" };
    getGroupBindings: { data: t.GetGroupBindingsData; answers: t.GetGroupBindingsResponses; items: "results" };
    createGroupBinding: { data: t.CreateGroupBindingData; answers: t.CreateGroupBindingResponses };
    updateGroupBindings: { data: t.UpdateGroupBindingsData; answers: t.UpdateGroupBindingsResponses };
    getGroupBinding: { data: t.GetGroupBindingData; answers: t.GetGroupBindingResponses };
    deleteGroupBinding: { data: t.DeleteGroupBindingData; answers: t.DeleteGroupBindingResponses };
    getIdpGroupMappings: {
        data: t.GetIdpGroupMappingsData;
        answers: t.GetIdpGroupMappingsResponses;
        items: "mappings";
    };
    updateIdpGroupMappings: { data: t.UpdateIdpGroupMappingsData; answers: t.UpdateIdpGroupMappingsResponses };
    getIdpGroupMapping: { data: t.GetIdpGroupMappingData; answers: t.GetIdpGroupMappingResponses };
    upsertIdpGroupMapping: { data: t.UpsertIdpGroupMappingData; answers: t.UpsertIdpGroupMappingResponses };
    deleteIdpGroupMapping: { data: t.DeleteIdpGroupMappingData; answers: t.DeleteIdpGroupMappingResponses };
    getOwners: { data: t.GetOwnersData; answers: t.GetOwnersResponses; items: "results" };
    createOwner: { data: t.CreateOwnerData; answers: t.CreateOwnerResponses };
    updateOwners: { data: t.UpdateOwnersData; answers: t.UpdateOwnersResponses };
    getOwner: { data: t.GetOwnerData; answers: t.GetOwnerResponses };
    deleteOwner: { data: t.DeleteOwnerData; answers: t.DeleteOwnerResponses };
    getOwnerByName: { data: t.GetOwnerByNameData; answers: t.GetOwnerByNameResponses };
    getOwnerUsers: { data: t.GetOwnerUsersData; answers: t.GetOwnerUsersResponses; items: "users" };
    setOwnerUsers: { data: t.SetOwnerUsersData; answers: t.SetOwnerUsersResponses };
    getRequestTemplates: { data: t.GetRequestTemplatesData; answers: t.GetRequestTemplatesResponses; items: "results" };
    createRequestTemplate: { data: t.CreateRequestTemplateData; answers: t.CreateRequestTemplateResponses };
    updateRequestTemplate: { data: t.UpdateRequestTemplateData; answers: t.UpdateRequestTemplateResponses };
    getRequestTemplate: { data: t.GetRequestTemplateData; answers: t.GetRequestTemplateResponses };
    deleteRequestTemplate: { data: t.DeleteRequestTemplateData; answers: t.DeleteRequestTemplateResponses };
    getRequests: { data: t.GetRequestsData; answers: t.GetRequestsResponses; items: "requests" };
    createRequest: { data: t.CreateRequestData; answers: t.CreateRequestResponses };
    getRequestsRelay: { data: t.GetRequestsRelayData; answers: t.GetRequestsRelayResponses; items: "edges" };
    getRequest: { data: t.GetRequestData; answers: t.GetRequestResponses };
    approveRequest: { data: t.ApproveRequestData; answers: t.ApproveRequestResponses };
    denyRequest: { data: t.DenyRequestData; answers: t.DenyRequestResponses };
    cancelRequest: { data: t.CancelRequestData; answers: t.CancelRequestResponses };
    remindRequest: { data: t.RemindRequestData; answers: t.RemindRequestResponses };
    remindRequestReviewer: { data: t.RemindRequestReviewerData; answers: t.RemindRequestReviewerResponses };
    getRequestComments: { data: t.GetRequestCommentsData; answers: t.GetRequestCommentsResponses; items: "comments" };
    createRequestComment: { data: t.CreateRequestCommentData; answers: t.CreateRequestCommentResponses };
    getResources: { data: t.GetResourcesData; answers: t.GetResourcesResponses; items: "results" };
    updateResources: { data: t.UpdateResourcesData; answers: t.UpdateResourcesResponses };
    createResource: { data: t.CreateResourceData; answers: t.CreateResourceResponses };
    getResource: { data: t.GetResourceData; answers: t.GetResourceResponses };
    deleteResource: { data: t.DeleteResourceData; answers: t.DeleteResourceResponses };
    getResourceMessageChannels: {
        data: t.GetResourceMessageChannelsData;
        answers: t.GetResourceMessageChannelsResponses;
        items: "channels";
    };
    setResourceMessageChannels: {
        data: t.SetResourceMessageChannelsData;
        answers: t.SetResourceMessageChannelsResponses;
    };
    getResourceVisibility: { data: t.GetResourceVisibilityData; answers: t.GetResourceVisibilityResponses };
    setResourceVisibility: { data: t.SetResourceVisibilityData; answers: t.SetResourceVisibilityResponses };
    getResourceReviewers: { data: t.GetResourceReviewersData; answers: t.GetResourceReviewersResponses };
    setResourceReviewers: { data: t.SetResourceReviewersData; answers: t.SetResourceReviewersResponses };
    getResourceReviewerStages: { data: t.GetResourceReviewerStagesData; answers: t.GetResourceReviewerStagesResponses };
    setResourceReviewerStages: { data: t.SetResourceReviewerStagesData; answers: t.SetResourceReviewerStagesResponses };
    getNonHumanIdentities: {
        data: t.GetNonHumanIdentitiesData;
        answers: t.GetNonHumanIdentitiesResponses;
        items: "results";
    };
    getResourceNonHumanIdentities: {
        data: t.GetResourceNonHumanIdentitiesData;
        answers: t.GetResourceNonHumanIdentitiesResponses;
        items: "results";
    };
    getResourceUsers: { data: t.GetResourceUsersData; answers: t.GetResourceUsersResponses; items: "results" };
    addResourceNonHumanIdentity: {
        data: t.AddResourceNonHumanIdentityData;
        answers: t.AddResourceNonHumanIdentityResponses;
    };
    deleteResourceNonHumanIdentity: {
        data: t.DeleteResourceNonHumanIdentityData;
        answers: t.DeleteResourceNonHumanIdentityResponses;
    };
    addResourceUser: { data: t.AddResourceUserData; answers: t.AddResourceUserResponses };
    updateResourceUser: { data: t.UpdateResourceUserData; answers: t.UpdateResourceUserResponses };
    deleteResourceUser: { data: t.DeleteResourceUserData; answers: t.DeleteResourceUserResponses };
    getResourceUser: { data: t.GetResourceUserData; answers: t.GetResourceUserResponses; items: "data" };
    getResourceUserAccessStatus: {
        data: t.GetResourceUserAccessStatusData;
        answers: t.GetResourceUserAccessStatusResponses;
    };
    getResourceTags: { data: t.GetResourceTagsData; answers: t.GetResourceTagsResponses; items: "tags" };
    getResourceScopedRolePermissions: {
        data: t.GetResourceScopedRolePermissionsData;
        answers: t.GetResourceScopedRolePermissionsResponses;
        items: "permissions";
    };
    setResourceScopedRolePermissions: {
        data: t.SetResourceScopedRolePermissionsData;
        answers: t.SetResourceScopedRolePermissionsResponses;
    };
    getResourceCustomAccessLevels: {
        data: t.GetResourceCustomAccessLevelsData;
        answers: t.GetResourceCustomAccessLevelsResponses;
        items: "custom_access_levels";
    };
    createResourceCustomAccessLevel: {
        data: t.CreateResourceCustomAccessLevelData;
        answers: t.CreateResourceCustomAccessLevelResponses;
    };
    updateResourceCustomAccessLevel: {
        data: t.UpdateResourceCustomAccessLevelData;
        answers: t.UpdateResourceCustomAccessLevelResponses;
    };
    deleteResourceCustomAccessLevel: {
        data: t.DeleteResourceCustomAccessLevelData;
        answers: t.DeleteResourceCustomAccessLevelResponses;
    };
    getUserResources: { data: t.GetUserResourcesData; answers: t.GetUserResourcesResponses; items: "results" };
    getResourceGroups: {
        data: t.GetResourceGroupsData;
        answers: t.GetResourceGroupsResponses;
        items: "group_resources";
    };
    getResourceAccessLevels: {
        data: t.GetResourceAccessLevelsData;
        answers: t.GetResourceAccessLevelsResponses;
        items: "results";
    };
    createPaladin: { data: t.CreatePaladinData; answers: t.CreatePaladinResponses };
    getPaladin: { data: t.GetPaladinData; answers: t.GetPaladinResponses };
    updatePaladin: { data: t.UpdatePaladinData; answers: t.UpdatePaladinResponses };
    deletePaladin: { data: t.DeletePaladinData; answers: t.DeletePaladinResponses };
    getPaladinsByName: { data: t.GetPaladinsByNameData; answers: t.GetPaladinsByNameResponses; items: "results" };
    getPaladinContextSources: {
        data: t.GetPaladinContextSourcesData;
        answers: t.GetPaladinContextSourcesResponses;
        items: "results";
    };
    createPaladinContextSource: {
        data: t.CreatePaladinContextSourceData;
        answers: t.CreatePaladinContextSourceResponses;
    };
    deletePaladinContextSource: {
        data: t.DeletePaladinContextSourceData;
        answers: t.DeletePaladinContextSourceResponses;
    };
    getSessions: { data: t.GetSessionsData; answers: t.GetSessionsResponses; items: "results" };
    getUser: { data: t.GetUserData; answers: t.GetUserResponses };
    getUsers: { data: t.GetUsersData; answers: t.GetUsersResponses; items: "results" };
    inviteUser: { data: t.InviteUserData; answers: t.InviteUserResponses };
    deleteUser: { data: t.DeleteUserData; answers: t.DeleteUserResponses };
    updateUser: { data: t.UpdateUserData; answers: t.UpdateUserResponses };
    getUserById: { data: t.GetUserByIdData; answers: t.GetUserByIdResponses };
    getRemoteUsers: { data: t.GetRemoteUsersData; answers: t.GetRemoteUsersResponses; items: "results" };
    getCurrentUser: { data: t.GetCurrentUserData; answers: t.GetCurrentUserResponses };
    getUserTags: { data: t.GetUserTagsData; answers: t.GetUserTagsResponses; items: "tags" };
    getAccessRules: { data: t.GetAccessRulesData; answers: t.GetAccessRulesResponses; items: "results" };
    createAccessRule: { data: t.CreateAccessRuleData; answers: t.CreateAccessRuleResponses };
    getAccessRule: { data: t.GetAccessRuleData; answers: t.GetAccessRuleResponses };
    updateAccessRule: { data: t.UpdateAccessRuleData; answers: t.UpdateAccessRuleResponses };
    getTag: { data: t.GetTagData; answers: t.GetTagResponses };
    deleteTag: { data: t.DeleteTagData; answers: t.DeleteTagResponses };
    findTag: { data: t.FindTagData; answers: t.FindTagResponses };
    createTag: { data: t.CreateTagData; answers: t.CreateTagResponses };
    getTags: { data: t.GetTagsData; answers: t.GetTagsResponses; items: "results" };
    addUserTag: { data: t.AddUserTagData; answers: t.AddUserTagResponses };
    removeUserTag: { data: t.RemoveUserTagData; answers: t.RemoveUserTagResponses };
    addGroupTag: { data: t.AddGroupTagData; answers: t.AddGroupTagResponses };
    removeGroupTag: { data: t.RemoveGroupTagData; answers: t.RemoveGroupTagResponses };
    addResourceTag: { data: t.AddResourceTagData; answers: t.AddResourceTagResponses };
    removeResourceTag: { data: t.RemoveResourceTagData; answers: t.RemoveResourceTagResponses };
    getMessageChannels: { data: t.GetMessageChannelsData; answers: t.GetMessageChannelsResponses; items: "channels" };
    createMessageChannel: { data: t.CreateMessageChannelData; answers: t.CreateMessageChannelResponses };
    getMessageChannel: { data: t.GetMessageChannelData; answers: t.GetMessageChannelResponses };
    getOnCallSchedules: {
        data: t.GetOnCallSchedulesData;
        answers: t.GetOnCallSchedulesResponses;
        items: "on_call_schedules";
    };
    createOnCallSchedule: { data: t.CreateOnCallScheduleData; answers: t.CreateOnCallScheduleResponses };
    getOnCallSchedule: { data: t.GetOnCallScheduleData; answers: t.GetOnCallScheduleResponses };
    runQuery: { data: t.RunQueryData; answers: t.RunQueryResponses; items: "edges" };
    getTokens: { data: t.GetTokensData; answers: t.GetTokensResponses; items: "results" };
    createToken: { data: t.CreateTokenData; answers: t.CreateTokenResponses };
    deleteToken: { data: t.DeleteTokenData; answers: t.DeleteTokenResponses };
    getUARs: { data: t.GetUarsData; answers: t.GetUarsResponses; items: "results" };
    createUAR: { data: t.CreateUarData; answers: t.CreateUarResponses };
    getUAR: { data: t.GetUarData; answers: t.GetUarResponses };
    getSyncErrors: { data: t.GetSyncErrorsData; answers: t.GetSyncErrorsResponses };
    getDelegations: { data: t.GetDelegationsData; answers: t.GetDelegationsResponses; items: "results" };
    createDelegation: { data: t.CreateDelegationData; answers: t.CreateDelegationResponses };
    getDelegation: { data: t.GetDelegationData; answers: t.GetDelegationResponses };
    deleteDelegation: { data: t.DeleteDelegationData; answers: t.DeleteDelegationResponses };
    getCampaignItems: { data: t.GetCampaignItemsData; answers: t.GetCampaignItemsResponses; items: "results" };
    getOpalScripts: { data: t.GetOpalScriptsData; answers: t.GetOpalScriptsResponses; items: "results" };
    createOpalScript: { data: t.CreateOpalScriptData; answers: t.CreateOpalScriptResponses };
    getOpalScriptByName: { data: t.GetOpalScriptByNameData; answers: t.GetOpalScriptByNameResponses };
    getOpalScript: { data: t.GetOpalScriptData; answers: t.GetOpalScriptResponses };
    updateOpalScript: { data: t.UpdateOpalScriptData; answers: t.UpdateOpalScriptResponses };
    deleteOpalScript: { data: t.DeleteOpalScriptData; answers: t.DeleteOpalScriptResponses };
    updateCampaignItemReviewers: {
        data: t.UpdateCampaignItemReviewersData;
        answers: t.UpdateCampaignItemReviewersResponses;
    };
    reviewCampaignItems: { data: t.ReviewCampaignItemsData; answers: t.ReviewCampaignItemsResponses };
    getCampaignViewerItems: {
        data: t.GetCampaignViewerItemsData;
        answers: t.GetCampaignViewerItemsResponses;
        items: "results";
    };
    escalateRequest: { data: t.EscalateRequestData; answers: t.EscalateRequestResponses };
}

export type OperationName = keyof OperationTypes;

/** Every operation of the API, by its name. */
export const operations: { readonly [Name in OperationName]: OperationEntry } = {
    getApps: {
        method: "GET",
        path: "/apps",
        area: "apps",
        call: "apps.list",
        summary: "List apps.",
        get query() {
            return z.zGetAppsQuery();
        },
        arrays: { app_type_filter: "comma" },
        answers: {
            get 200() {
                return z.zGetAppsResponse();
            },
        },
        paging: { style: "none", items: "apps" },
    },
    createApp: {
        method: "POST",
        path: "/apps",
        area: "apps",
        call: "apps.create",
        summary: "Create an app.",
        get body() {
            return z.zCreateAppBody();
        },
        bodyRequired: true,
        answers: {
            get 200() {
                return z.zCreateAppResponse();
            },
        },
    },
    getApp: {
        method: "GET",
        path: "/apps/{app_id}",
        area: "apps",
        call: "apps.get",
        summary: "Read one app.",
        get pathParameters() {
            return z.zGetAppPath();
        },
        answers: {
            get 200() {
                return z.zGetAppResponse();
            },
        },
    },
    updateApp: {
        method: "PUT",
        path: "/apps/{app_id}",
        area: "apps",
        call: "apps.update",
        summary: "Change an app.",
        get pathParameters() {
            return z.zUpdateAppPath();
        },
        get body() {
            return z.zUpdateAppBody();
        },
        bodyRequired: true,
        answers: {
            get 200() {
                return z.zUpdateAppResponse();
            },
        },
    },
    deleteApp: {
        method: "DELETE",
        path: "/apps/{app_id}",
        area: "apps",
        call: "apps.delete",
        summary: "Delete an app.",
        get pathParameters() {
            return z.zDeleteAppPath();
        },
        answers: { 200: null },
    },
    getBundles: {
        method: "GET",
        path: "/bundles",
        area: "bundles",
        call: "bundles.list",
        summary: "List bundles.",
        get query() {
            return z.zGetBundlesQuery();
        },
        answers: {
            get 200() {
                return z.zGetBundlesResponse();
            },
        },
        paging: {
            style: "cursor",
            items: "bundles",
            request: ["cursor", "page_size"],
            next: "next",
            previous: "previous",
            defaultSize: 200,
            maxSize: 1000,
        },
    },
    createBundle: {
        method: "POST",
        path: "/bundles",
        area: "bundles",
        call: "bundles.create",
        summary: "Create a bundle.",
        get body() {
            return z.zCreateBundleBody();
        },
        bodyRequired: true,
        answers: {
            get 201() {
                return z.zCreateBundleResponse();
            },
        },
    },
    getBundle: {
        method: "GET",
        path: "/bundles/{bundle_id}",
        area: "bundles",
        call: "bundles.get",
        summary: "Read one bundle.",
        get pathParameters() {
            return z.zGetBundlePath();
        },
        answers: {
            get 200() {
                return z.zGetBundleResponse();
            },
        },
    },
    updateBundle: {
        method: "PUT",
        path: "/bundles/{bundle_id}",
        area: "bundles",
        call: "bundles.update",
        summary: "Change a bundle.",
        get pathParameters() {
            return z.zUpdateBundlePath();
        },
        get body() {
            return z.zUpdateBundleBody();
        },
        bodyRequired: true,
        answers: {
            get 200() {
                return z.zUpdateBundleResponse().options[0];
            },
            204: null,
        },
    },
    deleteBundle: {
        method: "DELETE",
        path: "/bundles/{bundle_id}",
        area: "bundles",
        call: "bundles.delete",
        summary: "Delete a bundle.",
        get pathParameters() {
            return z.zDeleteBundlePath();
        },
        answers: { 200: null },
    },
    getBundleResources: {
        method: "GET",
        path: "/bundles/{bundle_id}/resources",
        area: "bundles",
        call: "bundles.listResources",
        summary: "List the resources of a bundle.",
        get pathParameters() {
            return z.zGetBundleResourcesPath();
        },
        get query() {
            return z.zGetBundleResourcesQuery();
        },
        answers: {
            get 200() {
                return z.zGetBundleResourcesResponse();
            },
        },
        paging: {
            style: "cursor",
            items: "bundle_resources",
            request: ["cursor", "page_size"],
            next: "next",
            previous: "previous",
            defaultSize: 200,
            maxSize: 1000,
        },
    },
    addBundleResource: {
        method: "POST",
        path: "/bundles/{bundle_id}/resources",
        area: "bundles",
        call: "bundles.addResource",
        summary: "Put a resource in a bundle.",
        get pathParameters() {
            return z.zAddBundleResourcePath();
        },
        get body() {
            return z.zAddBundleResourceBody();
        },
        bodyRequired: false,
        answers: {
            get 201() {
                return z.zAddBundleResourceResponse();
            },
        },
    },
    removeBundleResource: {
        method: "DELETE",
        path: "/bundles/{bundle_id}/resources/{resource_id}",
        area: "bundles",
        call: "bundles.removeResource",
        summary: "Take a resource out of a bundle.",
        get pathParameters() {
            return z.zRemoveBundleResourcePath();
        },
        get query() {
            return z.zRemoveBundleResourceQuery();
        },
        answers: { 200: null },
    },
    getBundleGroups: {
        method: "GET",
        path: "/bundles/{bundle_id}/groups",
        area: "bundles",
        call: "bundles.listGroups",
        summary: "List the groups of a bundle.",
        get pathParameters() {
            return z.zGetBundleGroupsPath();
        },
        get query() {
            return z.zGetBundleGroupsQuery();
        },
        answers: {
            get 200() {
                return z.zGetBundleGroupsResponse();
            },
        },
        paging: {
            style: "cursor",
            items: "bundle_groups",
            request: ["cursor", "page_size"],
            next: "next",
            previous: "previous",
            defaultSize: 200,
            maxSize: 1000,
        },
    },
    addBundleGroup: {
        method: "POST",
        path: "/bundles/{bundle_id}/groups",
        area: "bundles",
        call: "bundles.addGroup",
        summary: "Put a group in a bundle.",
        get pathParameters() {
            return z.zAddBundleGroupPath();
        },
        get body() {
            return z.zAddBundleGroupBody();
        },
        bodyRequired: true,
        answers: {
            get 201() {
                return z.zAddBundleGroupResponse();
            },
        },
    },
    removeBundleGroup: {
        method: "DELETE",
        path: "/bundles/{bundle_id}/groups/{group_id}",
        area: "bundles",
        call: "bundles.removeGroup",
        summary: "Take a group out of a bundle.",
        get pathParameters() {
            return z.zRemoveBundleGroupPath();
        },
        get query() {
            return z.zRemoveBundleGroupQuery();
        },
        answers: { 200: null },
    },
    getBundleVisibility: {
        method: "GET",
        path: "/bundles/{bundle_id}/visibility",
        area: "bundles",
        call: "bundles.getVisibility",
        summary: "Read the visibility of a bundle.",
        get pathParameters() {
            return z.zGetBundleVisibilityPath();
        },
        answers: {
            get 200() {
                return z.zGetBundleVisibilityResponse();
            },
        },
    },
    setBundleVisibility: {
        method: "PUT",
        path: "/bundles/{bundle_id}/visibility",
        area: "bundles",
        call: "bundles.setVisibility",
        summary: "Replace the visibility of a bundle.",
        get pathParameters() {
            return z.zSetBundleVisibilityPath();
        },
        get body() {
            return z.zSetBundleVisibilityBody();
        },
        bodyRequired: true,
        answers: { 200: null },
    },
    getCampaigns: {
        method: "GET",
        path: "/campaigns",
        area: "campaigns",
        call: "campaigns.list",
        summary: "List campaigns.",
        get query() {
            return z.zGetCampaignsQuery();
        },
        answers: {
            get 200() {
                return z.zGetCampaignsResponse();
            },
        },
        paging: {
            style: "cursor",
            items: "results",
            request: ["cursor", "page_size"],
            next: "next",
            previous: "previous",
            defaultSize: 200,
            maxSize: 1000,
        },
    },
    createCampaign: {
        method: "POST",
        path: "/campaigns",
        area: "campaigns",
        call: "campaigns.create",
        summary: "Create a campaign (as a draft).",
        get body() {
            return z.zCreateCampaignBody();
        },
        bodyRequired: true,
        answers: {
            get 201() {
                return z.zCreateCampaignResponse();
            },
        },
        errors: [400],
    },
    getCampaign: {
        method: "GET",
        path: "/campaigns/{campaign_id}",
        area: "campaigns",
        call: "campaigns.get",
        summary: "Read one campaign.",
        get pathParameters() {
            return z.zGetCampaignPath();
        },
        answers: {
            get 200() {
                return z.zGetCampaignResponse();
            },
        },
    },
    updateCampaign: {
        method: "PUT",
        path: "/campaigns/{campaign_id}",
        area: "campaigns",
        call: "campaigns.update",
        summary: "Change a campaign in part.",
        get pathParameters() {
            return z.zUpdateCampaignPath();
        },
        get body() {
            return z.zUpdateCampaignBody();
        },
        bodyRequired: true,
        answers: {
            get 200() {
                return z.zUpdateCampaignResponse();
            },
        },
        errors: [400],
    },
    startCampaign: {
        method: "POST",
        path: "/campaigns/{campaign_id}/start",
        area: "campaigns",
        call: "campaigns.start",
        summary: "Start a draft.",
        get pathParameters() {
            return z.zStartCampaignPath();
        },
        answers: {
            get 200() {
                return z.zStartCampaignResponse();
            },
        },
        errors: [400],
    },
    stopCampaign: {
        method: "POST",
        path: "/campaigns/{campaign_id}/stop",
        area: "campaigns",
        call: "campaigns.stop",
        summary: "Stop a started campaign.",
        get pathParameters() {
            return z.zStopCampaignPath();
        },
        get body() {
            return z.zStopCampaignBody();
        },
        bodyRequired: false,
        answers: {
            get 200() {
                return z.zStopCampaignResponse();
            },
        },
        errors: [400],
    },
    endCampaign: {
        method: "POST",
        path: "/campaigns/{campaign_id}/end",
        area: "campaigns",
        call: "campaigns.end",
        summary: "End a stopped campaign.",
        get pathParameters() {
            return z.zEndCampaignPath();
        },
        answers: {
            get 200() {
                return z.zEndCampaignResponse();
            },
        },
        errors: [400],
    },
    getConfigurationTemplates: {
        method: "GET",
        path: "/configuration-templates",
        area: "configuration-templates",
        call: "configurationTemplates.list",
        summary: "List configuration templates.",
        answers: {
            get 200() {
                return z.zGetConfigurationTemplatesResponse();
            },
        },
        paging: { style: "none", items: "results" },
    },
    createConfigurationTemplate: {
        method: "POST",
        path: "/configuration-templates",
        area: "configuration-templates",
        call: "configurationTemplates.create",
        summary: "Create a configuration template.",
        get body() {
            return z.zCreateConfigurationTemplateBody();
        },
        bodyRequired: true,
        answers: {
            get 200() {
                return z.zCreateConfigurationTemplateResponse();
            },
        },
    },
    updateConfigurationTemplate: {
        method: "PUT",
        path: "/configuration-templates",
        area: "configuration-templates",
        call: "configurationTemplates.update",
        summary: "Change a configuration template.",
        get body() {
            return z.zUpdateConfigurationTemplateBody();
        },
        bodyRequired: true,
        answers: {
            get 200() {
                return z.zUpdateConfigurationTemplateResponse();
            },
        },
    },
    deleteConfigurationTemplate: {
        method: "DELETE",
        path: "/configuration-templates/{configuration_template_id}",
        area: "configuration-templates",
        call: "configurationTemplates.delete",
        summary: "Delete a configuration template.",
        get pathParameters() {
            return z.zDeleteConfigurationTemplatePath();
        },
        answers: { 200: null },
    },
    getEventStreams: {
        method: "GET",
        path: "/event-streams",
        area: "event-streams",
        call: "eventStreams.list",
        summary: "List event streams.",
        answers: {
            get 200() {
                return z.zGetEventStreamsResponse();
            },
        },
        paging: { style: "none", items: "event_streams" },
    },
    createEventStream: {
        method: "POST",
        path: "/event-streams",
        area: "event-streams",
        call: "eventStreams.create",
        summary: "Create an event stream.",
        get body() {
            return z.zCreateEventStreamBody();
        },
        bodyRequired: true,
        answers: {
            get 200() {
                return z.zCreateEventStreamResponse();
            },
        },
    },
    updateEventStream: {
        method: "PUT",
        path: "/event-streams/{event_stream_id}",
        area: "event-streams",
        call: "eventStreams.update",
        summary: "Change an event stream.",
        get pathParameters() {
            return z.zUpdateEventStreamPath();
        },
        get body() {
            return z.zUpdateEventStreamBody();
        },
        bodyRequired: true,
        answers: {
            get 200() {
                return z.zUpdateEventStreamResponse();
            },
        },
    },
    deleteEventStream: {
        method: "DELETE",
        path: "/event-streams/{event_stream_id}",
        area: "event-streams",
        call: "eventStreams.delete",
        summary: "Delete an event stream.",
        get pathParameters() {
            return z.zDeleteEventStreamPath();
        },
        answers: { 200: null },
    },
    getEvents: {
        method: "GET",
        path: "/events",
        area: "events",
        call: "events.list",
        summary: "List audit events.",
        get query() {
            return z.zGetEventsQuery();
        },
        answers: {
            get 200() {
                return z.zGetEventsResponse();
            },
        },
        paging: {
            style: "cursor",
            items: "results",
            request: ["cursor", "page_size"],
            next: "next",
            previous: "previous",
            defaultSize: 200,
            maxSize: 1000,
        },
    },
    getEvent: {
        method: "GET",
        path: "/events/{event_id}",
        area: "events",
        call: "events.get",
        summary: "Read one event.",
        get pathParameters() {
            return z.zGetEventPath();
        },
        answers: {
            get 200() {
                return z.zGetEventResponse();
            },
        },
        errors: [404],
    },
    getGroups: {
        method: "GET",
        path: "/groups",
        area: "groups",
        call: "groups.list",
        summary: "List groups.",
        get query() {
            return z.zGetGroupsQuery();
        },
        arrays: { group_ids: "comma", tag_ids: "repeat" },
        answers: {
            get 200() {
                return z.zGetGroupsResponse();
            },
        },
        paging: {
            style: "cursor",
            items: "results",
            request: ["cursor", "page_size"],
            next: "next",
            previous: "previous",
            defaultSize: 200,
            maxSize: 1000,
        },
    },
    updateGroups: {
        method: "PUT",
        path: "/groups",
        area: "groups",
        call: "groups.update",
        summary: "Change several groups.",
        get body() {
            return z.zUpdateGroupsBody();
        },
        bodyRequired: true,
        answers: {
            get 200() {
                return z.zUpdateGroupsResponse();
            },
        },
    },
    createGroup: {
        method: "POST",
        path: "/groups",
        area: "groups",
        call: "groups.create",
        summary: "Create a group or import a remote one.",
        get body() {
            return z.zCreateGroupBody();
        },
        bodyRequired: true,
        answers: {
            get 200() {
                return z.zCreateGroupResponse();
            },
        },
    },
    getGroup: {
        method: "GET",
        path: "/groups/{group_id}",
        area: "groups",
        call: "groups.get",
        summary: "Read one group.",
        get pathParameters() {
            return z.zGetGroupPath();
        },
        answers: {
            get 200() {
                return z.zGetGroupResponse();
            },
        },
    },
    deleteGroup: {
        method: "DELETE",
        path: "/groups/{group_id}",
        area: "groups",
        call: "groups.delete",
        summary: "Delete a group.",
        get pathParameters() {
            return z.zDeleteGroupPath();
        },
        answers: { 200: null },
    },
    getGroupMessageChannels: {
        method: "GET",
        path: "/groups/{group_id}/message-channels",
        area: "groups",
        call: "groups.listMessageChannels",
        summary: "Read the audit and reviewer channels of a group.",
        get pathParameters() {
            return z.zGetGroupMessageChannelsPath();
        },
        answers: {
            get 200() {
                return z.zGetGroupMessageChannelsResponse();
            },
        },
        paging: { style: "none", items: "channels" },
    },
    setGroupMessageChannels: {
        method: "PUT",
        path: "/groups/{group_id}/message-channels",
        area: "groups",
        call: "groups.setMessageChannels",
        summary: "Replace the audit channels of a group.",
        get pathParameters() {
            return z.zSetGroupMessageChannelsPath();
        },
        get body() {
            return z.zSetGroupMessageChannelsBody();
        },
        bodyRequired: true,
        answers: {
            get 200() {
                return z.zSetGroupMessageChannelsResponse();
            },
        },
    },
    getGroupOnCallSchedules: {
        method: "GET",
        path: "/groups/{group_id}/on-call-schedules",
        area: "groups",
        call: "groups.listOnCallSchedules",
        summary: "Read the on-call schedules of a group.",
        get pathParameters() {
            return z.zGetGroupOnCallSchedulesPath();
        },
        answers: {
            get 200() {
                return z.zGetGroupOnCallSchedulesResponse();
            },
        },
        paging: { style: "none", items: "on_call_schedules" },
    },
    setGroupOnCallSchedules: {
        method: "PUT",
        path: "/groups/{group_id}/on-call-schedules",
        area: "groups",
        call: "groups.setOnCallSchedules",
        summary: "Replace the on-call schedules of a group.",
        get pathParameters() {
            return z.zSetGroupOnCallSchedulesPath();
        },
        get body() {
            return z.zSetGroupOnCallSchedulesBody();
        },
        bodyRequired: true,
        answers: {
            get 200() {
                return z.zSetGroupOnCallSchedulesResponse();
            },
        },
    },
    getGroupAccessLevels: {
        method: "GET",
        path: "/groups/{group_id}/access_levels",
        area: "groups",
        call: "groups.listAccessLevels",
        summary: "List the access levels of a group.",
        get pathParameters() {
            return z.zGetGroupAccessLevelsPath();
        },
        answers: {
            get 200() {
                return z.zGetGroupAccessLevelsResponse();
            },
        },
        errors: [404],
        paging: { style: "none", items: "results" },
    },
    getGroupResources: {
        method: "GET",
        path: "/groups/{group_id}/resources",
        area: "groups",
        call: "groups.listResources",
        summary: "List the resources a group gives access to.",
        get pathParameters() {
            return z.zGetGroupResourcesPath();
        },
        answers: {
            get 200() {
                return z.zGetGroupResourcesResponse();
            },
        },
        paging: { style: "none", items: "group_resources" },
    },
    setGroupResources: {
        method: "PUT",
        path: "/groups/{group_id}/resources",
        area: "groups",
        call: "groups.setResources",
        summary: "Replace the resources of a group.",
        get pathParameters() {
            return z.zSetGroupResourcesPath();
        },
        get body() {
            return z.zSetGroupResourcesBody();
        },
        bodyRequired: true,
        answers: { 200: null },
    },
    addGroupResource: {
        method: "POST",
        path: "/groups/{group_id}/resources/{resource_id}",
        area: "groups",
        call: "groups.addResource",
        summary: "Add one resource to a group.",
        get pathParameters() {
            return z.zAddGroupResourcePath();
        },
        get query() {
            return z.zAddGroupResourceQuery();
        },
        get body() {
            return z.zAddGroupResourceBody();
        },
        bodyRequired: false,
        answers: {
            get 200() {
                return z.zAddGroupResourceResponse();
            },
        },
    },
    getGroupContainingGroups: {
        method: "GET",
        path: "/groups/{group_id}/containing-groups",
        area: "groups",
        call: "groups.listContainingGroups",
        summary: "List the groups this group is nested into.",
        get pathParameters() {
            return z.zGetGroupContainingGroupsPath();
        },
        get query() {
            return z.zGetGroupContainingGroupsQuery();
        },
        answers: {
            get 200() {
                return z.zGetGroupContainingGroupsResponse();
            },
        },
        paging: { style: "none", items: "containing_groups" },
    },
    addGroupContainingGroup: {
        method: "POST",
        path: "/groups/{group_id}/containing-groups",
        area: "groups",
        call: "groups.addContainingGroup",
        summary: "Nest this group into another.",
        get pathParameters() {
            return z.zAddGroupContainingGroupPath();
        },
        get body() {
            return z.zAddGroupContainingGroupBody();
        },
        bodyRequired: true,
        answers: {
            get 200() {
                return z.zAddGroupContainingGroupResponse();
            },
        },
    },
    getGroupContainingGroup: {
        method: "GET",
        path: "/groups/{group_id}/containing-groups/{containing_group_id}",
        area: "groups",
        call: "groups.getContainingGroup",
        summary: "Read one nesting.",
        get pathParameters() {
            return z.zGetGroupContainingGroupPath();
        },
        answers: {
            get 200() {
                return z.zGetGroupContainingGroupResponse();
            },
        },
    },
    removeGroupContainingGroup: {
        method: "DELETE",
        path: "/groups/{group_id}/containing-groups/{containing_group_id}",
        area: "groups",
        call: "groups.removeContainingGroup",
        summary: "Undo a nesting.",
        get pathParameters() {
            return z.zRemoveGroupContainingGroupPath();
        },
        get query() {
            return z.zRemoveGroupContainingGroupQuery();
        },
        answers: { 204: null },
    },
    getGroupVisibility: {
        method: "GET",
        path: "/groups/{group_id}/visibility",
        area: "groups",
        call: "groups.getVisibility",
        summary: "Read the visibility of a group.",
        get pathParameters() {
            return z.zGetGroupVisibilityPath();
        },
        answers: {
            get 200() {
                return z.zGetGroupVisibilityResponse();
            },
        },
        errors: [403],
    },
    setGroupVisibility: {
        method: "PUT",
        path: "/groups/{group_id}/visibility",
        area: "groups",
        call: "groups.setVisibility",
        summary: "Replace the visibility of a group.",
        get pathParameters() {
            return z.zSetGroupVisibilityPath();
        },
        get body() {
            return z.zSetGroupVisibilityBody();
        },
        bodyRequired: true,
        answers: {
            get 200() {
                return z.zSetGroupVisibilityResponse();
            },
        },
    },
    getGroupReviewers: {
        method: "GET",
        path: "/groups/{group_id}/reviewers",
        area: "groups",
        call: "groups.getReviewers",
        summary: "Read the reviewers of a group.",
        deprecated: true,
        get pathParameters() {
            return z.zGetGroupReviewersPath();
        },
        answers: {
            get 200() {
                return z.zGetGroupReviewersResponse();
            },
        },
    },
    setGroupReviewers: {
        method: "PUT",
        path: "/groups/{group_id}/reviewers",
        area: "groups",
        call: "groups.setReviewers",
        summary: "Replace the reviewers of a group.",
        deprecated: true,
        get pathParameters() {
            return z.zSetGroupReviewersPath();
        },
        get body() {
            return z.zSetGroupReviewersBody();
        },
        bodyRequired: true,
        answers: {
            get 200() {
                return z.zSetGroupReviewersResponse();
            },
        },
    },
    getGroupReviewerStages: {
        method: "GET",
        path: "/groups/{group_id}/reviewer-stages",
        area: "groups",
        call: "groups.getReviewerStages",
        summary: "Read the reviewer stages of a group.",
        deprecated: true,
        get pathParameters() {
            return z.zGetGroupReviewerStagesPath();
        },
        answers: {
            get 200() {
                return z.zGetGroupReviewerStagesResponse();
            },
        },
    },
    setGroupReviewerStages: {
        method: "PUT",
        path: "/groups/{group_id}/reviewer-stages",
        area: "groups",
        call: "groups.setReviewerStages",
        summary: "Replace the reviewer stages of a group.",
        deprecated: true,
        get pathParameters() {
            return z.zSetGroupReviewerStagesPath();
        },
        get body() {
            return z.zSetGroupReviewerStagesBody();
        },
        bodyRequired: true,
        answers: {
            get 200() {
                return z.zSetGroupReviewerStagesResponse();
            },
        },
    },
    getGroupTags: {
        method: "GET",
        path: "/groups/{group_id}/tags",
        area: "groups",
        call: "groups.listTags",
        summary: "List the tags on a group.",
        get pathParameters() {
            return z.zGetGroupTagsPath();
        },
        answers: {
            get 200() {
                return z.zGetGroupTagsResponse();
            },
        },
        paging: { style: "none", items: "tags" },
    },
    getGroupUsers: {
        method: "GET",
        path: "/groups/{group_id}/users",
        area: "groups",
        call: "groups.listUsers",
        summary: "List the members of a group.",
        get pathParameters() {
            return z.zGetGroupUsersPath();
        },
        get query() {
            return z.zGetGroupUsersQuery();
        },
        answers: {
            get 200() {
                return z.zGetGroupUsersResponse();
            },
        },
        paging: {
            style: "cursor",
            items: "results",
            request: ["cursor", "page_size"],
            next: "next",
            previous: "previous",
            defaultSize: 200,
            maxSize: 1000,
            optIn: true,
        },
    },
    updateGroupUser: {
        method: "PUT",
        path: "/groups/{group_id}/users/{user_id}",
        area: "groups",
        call: "groups.updateUser",
        summary: "Change the duration or level of a membership.",
        get pathParameters() {
            return z.zUpdateGroupUserPath();
        },
        get body() {
            return z.zUpdateGroupUserBody();
        },
        bodyRequired: true,
        answers: {
            get 200() {
                return z.zUpdateGroupUserResponse();
            },
        },
    },
    addGroupUser: {
        method: "POST",
        path: "/groups/{group_id}/users/{user_id}",
        area: "groups",
        call: "groups.addUser",
        summary: "Add a user to a group.",
        get pathParameters() {
            return z.zAddGroupUserPath();
        },
        get query() {
            return z.zAddGroupUserQuery();
        },
        get body() {
            return z.zAddGroupUserBody();
        },
        bodyRequired: false,
        answers: {
            get 200() {
                return z.zAddGroupUserResponse();
            },
        },
    },
    deleteGroupUser: {
        method: "DELETE",
        path: "/groups/{group_id}/users/{user_id}",
        area: "groups",
        call: "groups.deleteUser",
        summary: "Remove a user from a group.",
        get pathParameters() {
            return z.zDeleteGroupUserPath();
        },
        get query() {
            return z.zDeleteGroupUserQuery();
        },
        answers: { 200: null },
    },
    getUserGroups: {
        method: "GET",
        path: "/groups/users/{user_id}",
        area: "groups",
        call: "groups.listUserGroups",
        summary: "List the groups of a user.",
        get pathParameters() {
            return z.zGetUserGroupsPath();
        },
        get query() {
            return z.zGetUserGroupsQuery();
        },
        answers: {
            get 200() {
                return z.zGetUserGroupsResponse();
            },
        },
        paging: {
            style: "cursor",
            items: "results",
            request: ["cursor", "page_size"],
            next: "next",
            previous: "previous",
            defaultSize: 200,
            maxSize: 1000,
        },
    },
    getGroupBindings: {
        method: "GET",
        path: "/group-bindings",
        area: "group-bindings",
        call: "groupBindings.list",
        summary: "List group bindings.",
        get query() {
            return z.zGetGroupBindingsQuery();
        },
        answers: {
            get 200() {
                return z.zGetGroupBindingsResponse();
            },
        },
        paging: {
            style: "cursor",
            items: "results",
            request: ["cursor", "page_size"],
            next: "next",
            previous: "previous",
            defaultSize: 200,
            maxSize: 1000,
        },
    },
    createGroupBinding: {
        method: "POST",
        path: "/group-bindings",
        area: "group-bindings",
        call: "groupBindings.create",
        summary: "Link groups to a source group.",
        get body() {
            return z.zCreateGroupBindingBody();
        },
        bodyRequired: true,
        answers: {
            get 200() {
                return z.zCreateGroupBindingResponse();
            },
        },
    },
    updateGroupBindings: {
        method: "PUT",
        path: "/group-bindings",
        area: "group-bindings",
        call: "groupBindings.update",
        summary: "Rewrite several bindings.",
        get body() {
            return z.zUpdateGroupBindingsBody();
        },
        bodyRequired: true,
        answers: { 200: null },
    },
    getGroupBinding: {
        method: "GET",
        path: "/group-bindings/{group_binding_id}",
        area: "group-bindings",
        call: "groupBindings.get",
        summary: "Read one binding.",
        get pathParameters() {
            return z.zGetGroupBindingPath();
        },
        answers: {
            get 200() {
                return z.zGetGroupBindingResponse();
            },
        },
    },
    deleteGroupBinding: {
        method: "DELETE",
        path: "/group-bindings/{group_binding_id}",
        area: "group-bindings",
        call: "groupBindings.delete",
        summary: "Delete a binding.",
        get pathParameters() {
            return z.zDeleteGroupBindingPath();
        },
        answers: { 200: null },
    },
    getIdpGroupMappings: {
        method: "GET",
        path: "/idp-group-mappings/{app_resource_id}",
        area: "idp-group-mappings",
        call: "idpGroupMappings.list",
        summary: "List the mappings of a directory app.",
        get pathParameters() {
            return z.zGetIdpGroupMappingsPath();
        },
        answers: {
            get 200() {
                return z.zGetIdpGroupMappingsResponse();
            },
        },
        paging: { style: "none", items: "mappings" },
    },
    updateIdpGroupMappings: {
        method: "PUT",
        path: "/idp-group-mappings/{app_resource_id}",
        area: "idp-group-mappings",
        call: "idpGroupMappings.update",
        summary: "Set the mappings of a directory app.",
        get pathParameters() {
            return z.zUpdateIdpGroupMappingsPath();
        },
        get body() {
            return z.zUpdateIdpGroupMappingsBody();
        },
        bodyRequired: true,
        answers: { 200: null },
    },
    getIdpGroupMapping: {
        method: "GET",
        path: "/idp-group-mappings/{app_resource_id}/groups/{group_id}",
        area: "idp-group-mappings",
        call: "idpGroupMappings.get",
        summary: "Read one mapping.",
        get pathParameters() {
            return z.zGetIdpGroupMappingPath();
        },
        answers: {
            get 200() {
                return z.zGetIdpGroupMappingResponse();
            },
        },
    },
    upsertIdpGroupMapping: {
        method: "POST",
        path: "/idp-group-mappings/{app_resource_id}/groups/{group_id}",
        area: "idp-group-mappings",
        call: "idpGroupMappings.upsert",
        summary: "Create or change one mapping.",
        get pathParameters() {
            return z.zUpsertIdpGroupMappingPath();
        },
        get body() {
            return z.zUpsertIdpGroupMappingBody();
        },
        bodyRequired: false,
        answers: {
            get 200() {
                return z.zUpsertIdpGroupMappingResponse();
            },
        },
    },
    deleteIdpGroupMapping: {
        method: "DELETE",
        path: "/idp-group-mappings/{app_resource_id}/groups/{group_id}",
        area: "idp-group-mappings",
        call: "idpGroupMappings.delete",
        summary: "Delete one mapping.",
        get pathParameters() {
            return z.zDeleteIdpGroupMappingPath();
        },
        answers: { 200: null },
    },
    getOwners: {
        method: "GET",
        path: "/owners",
        area: "owners",
        call: "owners.list",
        summary: "List owners.",
        get query() {
            return z.zGetOwnersQuery();
        },
        answers: {
            get 200() {
                return z.zGetOwnersResponse();
            },
        },
        paging: {
            style: "cursor",
            items: "results",
            request: ["cursor", "page_size"],
            next: "next",
            previous: "previous",
            defaultSize: 200,
            maxSize: 1000,
        },
    },
    createOwner: {
        method: "POST",
        path: "/owners",
        area: "owners",
        call: "owners.create",
        summary: "Create an owner.",
        get body() {
            return z.zCreateOwnerBody();
        },
        bodyRequired: true,
        answers: {
            get 200() {
                return z.zCreateOwnerResponse();
            },
        },
    },
    updateOwners: {
        method: "PUT",
        path: "/owners",
        area: "owners",
        call: "owners.update",
        summary: "Change several owners.",
        get body() {
            return z.zUpdateOwnersBody();
        },
        bodyRequired: true,
        answers: {
            get 200() {
                return z.zUpdateOwnersResponse();
            },
        },
    },
    getOwner: {
        method: "GET",
        path: "/owners/{owner_id}",
        area: "owners",
        call: "owners.get",
        summary: "Read one owner.",
        get pathParameters() {
            return z.zGetOwnerPath();
        },
        answers: {
            get 200() {
                return z.zGetOwnerResponse();
            },
        },
    },
    deleteOwner: {
        method: "DELETE",
        path: "/owners/{owner_id}",
        area: "owners",
        call: "owners.delete",
        summary: "Delete an owner.",
        get pathParameters() {
            return z.zDeleteOwnerPath();
        },
        answers: { 200: null },
    },
    getOwnerByName: {
        method: "GET",
        path: "/owners/name/{owner_name}",
        area: "owners",
        call: "owners.getByName",
        summary: "Read an owner by name.",
        get pathParameters() {
            return z.zGetOwnerByNamePath();
        },
        answers: {
            get 200() {
                return z.zGetOwnerByNameResponse();
            },
        },
    },
    getOwnerUsers: {
        method: "GET",
        path: "/owners/{owner_id}/users",
        area: "owners",
        call: "owners.listUsers",
        summary: "List the users of an owner.",
        get pathParameters() {
            return z.zGetOwnerUsersPath();
        },
        answers: {
            get 200() {
                return z.zGetOwnerUsersResponse();
            },
        },
        paging: { style: "none", items: "users" },
    },
    setOwnerUsers: {
        method: "PUT",
        path: "/owners/{owner_id}/users",
        area: "owners",
        call: "owners.setUsers",
        summary: "Replace the users of an owner.",
        get pathParameters() {
            return z.zSetOwnerUsersPath();
        },
        get body() {
            return z.zSetOwnerUsersBody();
        },
        bodyRequired: true,
        answers: {
            get 200() {
                return z.zSetOwnerUsersResponse();
            },
        },
    },
    getRequestTemplates: {
        method: "GET",
        path: "/request-templates",
        area: "request-templates",
        call: "requestTemplates.list",
        summary: "List request templates.",
        answers: {
            get 200() {
                return z.zGetRequestTemplatesResponse();
            },
        },
        paging: { style: "none", items: "results" },
    },
    createRequestTemplate: {
        method: "POST",
        path: "/request-templates",
        area: "request-templates",
        call: "requestTemplates.create",
        summary: "Create a request template.",
        get body() {
            return z.zCreateRequestTemplateBody();
        },
        bodyRequired: true,
        answers: {
            get 200() {
                return z.zCreateRequestTemplateResponse();
            },
        },
    },
    updateRequestTemplate: {
        method: "PUT",
        path: "/request-templates",
        area: "request-templates",
        call: "requestTemplates.update",
        summary: "Change a request template.",
        get body() {
            return z.zUpdateRequestTemplateBody();
        },
        bodyRequired: true,
        answers: {
            get 200() {
                return z.zUpdateRequestTemplateResponse();
            },
        },
    },
    getRequestTemplate: {
        method: "GET",
        path: "/request-templates/{request_template_id}",
        area: "request-templates",
        call: "requestTemplates.get",
        summary: "Read one request template.",
        get pathParameters() {
            return z.zGetRequestTemplatePath();
        },
        answers: {
            get 200() {
                return z.zGetRequestTemplateResponse();
            },
        },
    },
    deleteRequestTemplate: {
        method: "DELETE",
        path: "/request-templates/{request_template_id}",
        area: "request-templates",
        call: "requestTemplates.delete",
        summary: "Delete a request template.",
        get pathParameters() {
            return z.zDeleteRequestTemplatePath();
        },
        answers: { 200: null },
    },
    getRequests: {
        method: "GET",
        path: "/requests",
        area: "requests",
        call: "requests.list",
        summary: "List access requests.",
        get query() {
            return z.zGetRequestsQuery();
        },
        answers: {
            get 200() {
                return z.zGetRequestsResponse();
            },
        },
        paging: {
            style: "cursor",
            items: "requests",
            request: ["cursor", "page_size"],
            next: "cursor",
            defaultSize: 200,
            maxSize: 1000,
        },
    },
    createRequest: {
        method: "POST",
        path: "/requests",
        area: "requests",
        call: "requests.create",
        summary: "Ask for access.",
        get body() {
            return z.zCreateRequestBody();
        },
        bodyRequired: true,
        answers: {
            get 200() {
                return z.zCreateRequestResponse();
            },
        },
    },
    getRequestsRelay: {
        method: "GET",
        path: "/requests/relay",
        area: "requests",
        call: "requests.listRelay",
        summary: "List access requests, Relay style.",
        deprecated: true,
        get query() {
            return z.zGetRequestsRelayQuery();
        },
        answers: {
            get 200() {
                return z.zGetRequestsRelayResponse();
            },
        },
        paging: { style: "relay", items: "edges", request: ["first", "after", "last", "before"], maxSize: 100 },
    },
    getRequest: {
        method: "GET",
        path: "/requests/{id}",
        area: "requests",
        call: "requests.get",
        summary: "Read one request.",
        get pathParameters() {
            return z.zGetRequestPath();
        },
        answers: {
            get 200() {
                return z.zGetRequestResponse();
            },
        },
    },
    approveRequest: {
        method: "POST",
        path: "/requests/{id}/approve",
        area: "requests",
        call: "requests.approve",
        summary: "Approve a request.",
        get pathParameters() {
            return z.zApproveRequestPath();
        },
        get body() {
            return z.zApproveRequestBody();
        },
        bodyRequired: true,
        answers: {
            get 200() {
                return z.zApproveRequestResponse();
            },
        },
    },
    denyRequest: {
        method: "POST",
        path: "/requests/{id}/deny",
        area: "requests",
        call: "requests.deny",
        summary: "Deny a request.",
        get pathParameters() {
            return z.zDenyRequestPath();
        },
        get body() {
            return z.zDenyRequestBody();
        },
        bodyRequired: true,
        answers: {
            get 200() {
                return z.zDenyRequestResponse();
            },
        },
    },
    cancelRequest: {
        method: "POST",
        path: "/requests/{id}/cancel",
        area: "requests",
        call: "requests.cancel",
        summary: "Cancel a request.",
        get pathParameters() {
            return z.zCancelRequestPath();
        },
        answers: {
            get 200() {
                return z.zCancelRequestResponse();
            },
        },
        errors: [403, 404, 409],
    },
    remindRequest: {
        method: "POST",
        path: "/requests/{id}/remind",
        area: "requests",
        call: "requests.remind",
        summary: "Remind all pending reviewers.",
        get pathParameters() {
            return z.zRemindRequestPath();
        },
        get body() {
            return z.zRemindRequestBody();
        },
        bodyRequired: false,
        answers: {
            get 200() {
                return z.zRemindRequestResponse();
            },
        },
        errors: [400, 404, 429],
    },
    remindRequestReviewer: {
        method: "POST",
        path: "/requests/{id}/reviewers/{reviewer_id}/remind",
        area: "requests",
        call: "requests.remindReviewer",
        summary: "Remind one pending reviewer.",
        get pathParameters() {
            return z.zRemindRequestReviewerPath();
        },
        get body() {
            return z.zRemindRequestReviewerBody();
        },
        bodyRequired: false,
        answers: {
            get 200() {
                return z.zRemindRequestReviewerResponse();
            },
        },
        errors: [400, 404, 429],
    },
    getRequestComments: {
        method: "GET",
        path: "/requests/{id}/comments",
        area: "requests",
        call: "requests.listComments",
        summary: "List the comments on a request.",
        get pathParameters() {
            return z.zGetRequestCommentsPath();
        },
        answers: {
            get 200() {
                return z.zGetRequestCommentsResponse();
            },
        },
        paging: { style: "none", items: "comments" },
    },
    createRequestComment: {
        method: "POST",
        path: "/requests/{id}/comments",
        area: "requests",
        call: "requests.createComment",
        summary: "Comment on a request.",
        get pathParameters() {
            return z.zCreateRequestCommentPath();
        },
        get body() {
            return z.zCreateRequestCommentBody();
        },
        bodyRequired: true,
        answers: {
            get 200() {
                return z.zCreateRequestCommentResponse();
            },
        },
    },
    getResources: {
        method: "GET",
        path: "/resources",
        area: "resources",
        call: "resources.list",
        summary: "List resources.",
        get query() {
            return z.zGetResourcesQuery();
        },
        arrays: { resource_ids: "comma", tag_ids: "repeat" },
        answers: {
            get 200() {
                return z.zGetResourcesResponse();
            },
        },
        paging: {
            style: "cursor",
            items: "results",
            request: ["cursor", "page_size"],
            next: "next",
            previous: "previous",
            defaultSize: 200,
            maxSize: 1000,
        },
    },
    updateResources: {
        method: "PUT",
        path: "/resources",
        area: "resources",
        call: "resources.update",
        summary: "Change several resources.",
        get body() {
            return z.zUpdateResourcesBody();
        },
        bodyRequired: true,
        answers: {
            get 200() {
                return z.zUpdateResourcesResponse();
            },
        },
    },
    createResource: {
        method: "POST",
        path: "/resources",
        area: "resources",
        call: "resources.create",
        summary: "Create or import a resource.",
        get body() {
            return z.zCreateResourceBody();
        },
        bodyRequired: true,
        answers: {
            get 200() {
                return z.zCreateResourceResponse();
            },
        },
    },
    getResource: {
        method: "GET",
        path: "/resources/{resource_id}",
        area: "resources",
        call: "resources.get",
        summary: "Read one resource.",
        get pathParameters() {
            return z.zGetResourcePath();
        },
        answers: {
            get 200() {
                return z.zGetResourceResponse();
            },
        },
    },
    deleteResource: {
        method: "DELETE",
        path: "/resources/{resource_id}",
        area: "resources",
        call: "resources.delete",
        summary: "Delete a resource.",
        get pathParameters() {
            return z.zDeleteResourcePath();
        },
        answers: { 200: null },
    },
    getResourceMessageChannels: {
        method: "GET",
        path: "/resources/{resource_id}/message-channels",
        area: "resources",
        call: "resources.listMessageChannels",
        summary: "Read the audit channels of a resource.",
        get pathParameters() {
            return z.zGetResourceMessageChannelsPath();
        },
        answers: {
            get 200() {
                return z.zGetResourceMessageChannelsResponse();
            },
        },
        paging: { style: "none", items: "channels" },
    },
    setResourceMessageChannels: {
        method: "PUT",
        path: "/resources/{resource_id}/message-channels",
        area: "resources",
        call: "resources.setMessageChannels",
        summary: "Replace the audit channels of a resource.",
        get pathParameters() {
            return z.zSetResourceMessageChannelsPath();
        },
        get body() {
            return z.zSetResourceMessageChannelsBody();
        },
        bodyRequired: true,
        answers: {
            get 200() {
                return z.zSetResourceMessageChannelsResponse();
            },
        },
    },
    getResourceVisibility: {
        method: "GET",
        path: "/resources/{resource_id}/visibility",
        area: "resources",
        call: "resources.getVisibility",
        summary: "Read the visibility of a resource.",
        get pathParameters() {
            return z.zGetResourceVisibilityPath();
        },
        answers: {
            get 200() {
                return z.zGetResourceVisibilityResponse();
            },
        },
        errors: [403],
    },
    setResourceVisibility: {
        method: "PUT",
        path: "/resources/{resource_id}/visibility",
        area: "resources",
        call: "resources.setVisibility",
        summary: "Replace the visibility of a resource.",
        get pathParameters() {
            return z.zSetResourceVisibilityPath();
        },
        get body() {
            return z.zSetResourceVisibilityBody();
        },
        bodyRequired: true,
        answers: {
            get 200() {
                return z.zSetResourceVisibilityResponse();
            },
        },
    },
    getResourceReviewers: {
        method: "GET",
        path: "/resources/{resource_id}/reviewers",
        area: "resources",
        call: "resources.getReviewers",
        summary: "Read the reviewers of a resource.",
        get pathParameters() {
            return z.zGetResourceReviewersPath();
        },
        answers: {
            get 200() {
                return z.zGetResourceReviewersResponse();
            },
        },
    },
    setResourceReviewers: {
        method: "PUT",
        path: "/resources/{resource_id}/reviewers",
        area: "resources",
        call: "resources.setReviewers",
        summary: "Replace the reviewers of a resource.",
        get pathParameters() {
            return z.zSetResourceReviewersPath();
        },
        get body() {
            return z.zSetResourceReviewersBody();
        },
        bodyRequired: true,
        answers: {
            get 200() {
                return z.zSetResourceReviewersResponse();
            },
        },
    },
    getResourceReviewerStages: {
        method: "GET",
        path: "/resources/{resource_id}/reviewer-stages",
        area: "resources",
        call: "resources.getReviewerStages",
        summary: "Read the reviewer stages of a resource.",
        get pathParameters() {
            return z.zGetResourceReviewerStagesPath();
        },
        answers: {
            get 200() {
                return z.zGetResourceReviewerStagesResponse();
            },
        },
    },
    setResourceReviewerStages: {
        method: "PUT",
        path: "/resources/{resource_id}/reviewer-stages",
        area: "resources",
        call: "resources.setReviewerStages",
        summary: "Replace the reviewer stages of a resource.",
        get pathParameters() {
            return z.zSetResourceReviewerStagesPath();
        },
        get body() {
            return z.zSetResourceReviewerStagesBody();
        },
        bodyRequired: true,
        answers: {
            get 200() {
                return z.zSetResourceReviewerStagesResponse();
            },
        },
    },
    getNonHumanIdentities: {
        method: "GET",
        path: "/non-human-identities",
        area: "non-human-identities",
        call: "nonHumanIdentities.list",
        summary: "List non-human identities.",
        get query() {
            return z.zGetNonHumanIdentitiesQuery();
        },
        answers: {
            get 200() {
                return z.zGetNonHumanIdentitiesResponse();
            },
        },
        paging: {
            style: "cursor",
            items: "results",
            request: ["cursor", "page_size"],
            next: "next",
            previous: "previous",
            defaultSize: 200,
            maxSize: 1000,
        },
    },
    getResourceNonHumanIdentities: {
        method: "GET",
        path: "/resources/{resource_id}/non-human-identities",
        area: "resources",
        call: "resources.listNonHumanIdentities",
        summary: "List non-human identities with access to a resource.",
        get pathParameters() {
            return z.zGetResourceNonHumanIdentitiesPath();
        },
        get query() {
            return z.zGetResourceNonHumanIdentitiesQuery();
        },
        answers: {
            get 200() {
                return z.zGetResourceNonHumanIdentitiesResponse();
            },
        },
        paging: { style: "limit", items: "results", request: ["limit"] },
    },
    getResourceUsers: {
        method: "GET",
        path: "/resources/{resource_id}/users",
        area: "resources",
        call: "resources.listUsers",
        summary: "List users with access to a resource.",
        get pathParameters() {
            return z.zGetResourceUsersPath();
        },
        get query() {
            return z.zGetResourceUsersQuery();
        },
        answers: {
            get 200() {
                return z.zGetResourceUsersResponse();
            },
        },
        paging: { style: "limit", items: "results", request: ["limit"], next: "next", previous: "previous" },
    },
    addResourceNonHumanIdentity: {
        method: "POST",
        path: "/resources/{resource_id}/non-human-identities/{non_human_identity_id}",
        area: "resources",
        call: "resources.addNonHumanIdentity",
        summary: "Give a non-human identity access to a resource.",
        get pathParameters() {
            return z.zAddResourceNonHumanIdentityPath();
        },
        get body() {
            return z.zAddResourceNonHumanIdentityBody();
        },
        bodyRequired: false,
        answers: {
            get 200() {
                return z.zAddResourceNonHumanIdentityResponse();
            },
        },
    },
    deleteResourceNonHumanIdentity: {
        method: "DELETE",
        path: "/resources/{resource_id}/non-human-identities/{non_human_identity_id}",
        area: "resources",
        call: "resources.deleteNonHumanIdentity",
        summary: "Take that access away.",
        get pathParameters() {
            return z.zDeleteResourceNonHumanIdentityPath();
        },
        get query() {
            return z.zDeleteResourceNonHumanIdentityQuery();
        },
        answers: { 200: null },
    },
    addResourceUser: {
        method: "POST",
        path: "/resources/{resource_id}/users/{user_id}",
        area: "resources",
        call: "resources.addUser",
        summary: "Give a user access to a resource.",
        get pathParameters() {
            return z.zAddResourceUserPath();
        },
        get query() {
            return z.zAddResourceUserQuery();
        },
        get body() {
            return z.zAddResourceUserBody();
        },
        bodyRequired: false,
        answers: {
            get 200() {
                return z.zAddResourceUserResponse();
            },
        },
    },
    updateResourceUser: {
        method: "PUT",
        path: "/resources/{resource_id}/users/{user_id}",
        area: "resources",
        call: "resources.updateUser",
        summary: "Change the duration or level of that access.",
        get pathParameters() {
            return z.zUpdateResourceUserPath();
        },
        get body() {
            return z.zUpdateResourceUserBody();
        },
        bodyRequired: true,
        answers: {
            get 200() {
                return z.zUpdateResourceUserResponse();
            },
        },
    },
    deleteResourceUser: {
        method: "DELETE",
        path: "/resources/{resource_id}/users/{user_id}",
        area: "resources",
        call: "resources.deleteUser",
        summary: "Take direct access away from a user.",
        get pathParameters() {
            return z.zDeleteResourceUserPath();
        },
        get query() {
            return z.zDeleteResourceUserQuery();
        },
        answers: { 200: null },
    },
    getResourceUser: {
        method: "GET",
        path: "/resources/{resource_id}/users/{user_id}",
        area: "resources",
        call: "resources.listUser",
        summary: "Read the accesses of one user to one resource.",
        get pathParameters() {
            return z.zGetResourceUserPath();
        },
        get query() {
            return z.zGetResourceUserQuery();
        },
        answers: {
            get 200() {
                return z.zGetResourceUserResponse();
            },
        },
        errors: [404],
        paging: { style: "cursor", items: "data", request: ["cursor"], next: "cursor", total: "total_count" },
    },
    getResourceUserAccessStatus: {
        method: "GET",
        path: "/resource-user-access-status/{resource_id}/{user_id}",
        area: "resources",
        call: "resources.getUserAccessStatus",
        summary: "Read whether a user may use a resource.",
        deprecated: true,
        get pathParameters() {
            return z.zGetResourceUserAccessStatusPath();
        },
        get query() {
            return z.zGetResourceUserAccessStatusQuery();
        },
        answers: {
            get 200() {
                return z.zGetResourceUserAccessStatusResponse();
            },
        },
    },
    getResourceTags: {
        method: "GET",
        path: "/resources/{resource_id}/tags",
        area: "resources",
        call: "resources.listTags",
        summary: "List the tags on a resource.",
        get pathParameters() {
            return z.zGetResourceTagsPath();
        },
        answers: {
            get 200() {
                return z.zGetResourceTagsResponse();
            },
        },
        paging: { style: "none", items: "tags" },
    },
    getResourceScopedRolePermissions: {
        method: "GET",
        path: "/resources/{resource_id}/scoped-role-permissions",
        area: "resources",
        call: "resources.listScopedRolePermissions",
        summary: "Read the permissions of a scoped role.",
        get pathParameters() {
            return z.zGetResourceScopedRolePermissionsPath();
        },
        answers: {
            get 200() {
                return z.zGetResourceScopedRolePermissionsResponse();
            },
        },
        paging: { style: "none", items: "permissions" },
    },
    setResourceScopedRolePermissions: {
        method: "PUT",
        path: "/resources/{resource_id}/scoped-role-permissions",
        area: "resources",
        call: "resources.setScopedRolePermissions",
        summary: "Replace the permissions of a scoped role.",
        get pathParameters() {
            return z.zSetResourceScopedRolePermissionsPath();
        },
        get body() {
            return z.zSetResourceScopedRolePermissionsBody();
        },
        bodyRequired: true,
        answers: {
            get 200() {
                return z.zSetResourceScopedRolePermissionsResponse();
            },
        },
    },
    getResourceCustomAccessLevels: {
        method: "GET",
        path: "/resources/{resource_id}/custom-access-levels",
        area: "resources",
        call: "resources.listCustomAccessLevels",
        summary: "List the custom access levels of a resource.",
        get pathParameters() {
            return z.zGetResourceCustomAccessLevelsPath();
        },
        answers: {
            get 200() {
                return z.zGetResourceCustomAccessLevelsResponse();
            },
        },
        errors: [400, 404],
        paging: { style: "none", items: "custom_access_levels" },
    },
    createResourceCustomAccessLevel: {
        method: "POST",
        path: "/resources/{resource_id}/custom-access-levels",
        area: "resources",
        call: "resources.createCustomAccessLevel",
        summary: "Create a custom access level.",
        get pathParameters() {
            return z.zCreateResourceCustomAccessLevelPath();
        },
        get body() {
            return z.zCreateResourceCustomAccessLevelBody();
        },
        bodyRequired: true,
        answers: {
            get 200() {
                return z.zCreateResourceCustomAccessLevelResponse();
            },
        },
        errors: [400, 404, 409],
    },
    updateResourceCustomAccessLevel: {
        method: "PATCH",
        path: "/resources/{resource_id}/custom-access-levels/{access_level_remote_id}",
        area: "resources",
        call: "resources.updateCustomAccessLevel",
        summary: "Change a custom access level.",
        get pathParameters() {
            return z.zUpdateResourceCustomAccessLevelPath();
        },
        get body() {
            return z.zUpdateResourceCustomAccessLevelBody();
        },
        bodyRequired: true,
        answers: {
            get 200() {
                return z.zUpdateResourceCustomAccessLevelResponse();
            },
        },
        errors: [400, 404],
    },
    deleteResourceCustomAccessLevel: {
        method: "DELETE",
        path: "/resources/{resource_id}/custom-access-levels/{access_level_remote_id}",
        area: "resources",
        call: "resources.deleteCustomAccessLevel",
        summary: "Delete a custom access level.",
        get pathParameters() {
            return z.zDeleteResourceCustomAccessLevelPath();
        },
        answers: { 200: null },
        errors: [400, 404],
    },
    getUserResources: {
        method: "GET",
        path: "/resources/users/{user_id}",
        area: "resources",
        call: "resources.listUserResources",
        summary: "List the resources of a user.",
        get pathParameters() {
            return z.zGetUserResourcesPath();
        },
        get query() {
            return z.zGetUserResourcesQuery();
        },
        answers: {
            get 200() {
                return z.zGetUserResourcesResponse();
            },
        },
        paging: { style: "cursor", items: "results", request: ["cursor", "limit"], next: "next", previous: "previous" },
    },
    getResourceGroups: {
        method: "GET",
        path: "/resources/{resource_id}/groups",
        area: "resources",
        call: "resources.listGroups",
        summary: "List the groups that give access to a resource.",
        get pathParameters() {
            return z.zGetResourceGroupsPath();
        },
        answers: {
            get 200() {
                return z.zGetResourceGroupsResponse();
            },
        },
        paging: { style: "none", items: "group_resources" },
    },
    getResourceAccessLevels: {
        method: "GET",
        path: "/resources/{resource_id}/access_levels",
        area: "resources",
        call: "resources.listAccessLevels",
        summary: "List the access levels of a resource.",
        get pathParameters() {
            return z.zGetResourceAccessLevelsPath();
        },
        answers: {
            get 200() {
                return z.zGetResourceAccessLevelsResponse();
            },
        },
        errors: [404],
        paging: { style: "none", items: "results" },
    },
    createPaladin: {
        method: "POST",
        path: "/paladin",
        area: "paladin",
        call: "paladin.create",
        summary: "Create a Paladin.",
        get body() {
            return z.zCreatePaladinBody();
        },
        bodyRequired: true,
        answers: {
            get 200() {
                return z.zCreatePaladinResponse();
            },
        },
    },
    getPaladin: {
        method: "GET",
        path: "/paladin/{paladin_id}",
        area: "paladin",
        call: "paladin.get",
        summary: "Read one Paladin.",
        get pathParameters() {
            return z.zGetPaladinPath();
        },
        answers: {
            get 200() {
                return z.zGetPaladinResponse();
            },
        },
    },
    updatePaladin: {
        method: "PUT",
        path: "/paladin/{paladin_id}",
        area: "paladin",
        call: "paladin.update",
        summary: "Change a Paladin.",
        get pathParameters() {
            return z.zUpdatePaladinPath();
        },
        get body() {
            return z.zUpdatePaladinBody();
        },
        bodyRequired: true,
        answers: {
            get 200() {
                return z.zUpdatePaladinResponse();
            },
        },
    },
    deletePaladin: {
        method: "DELETE",
        path: "/paladin/{paladin_id}",
        area: "paladin",
        call: "paladin.delete",
        summary: "Delete a Paladin.",
        get pathParameters() {
            return z.zDeletePaladinPath();
        },
        answers: { 200: null },
    },
    getPaladinsByName: {
        method: "GET",
        path: "/paladin/name/{paladin_name}",
        area: "paladin",
        call: "paladin.listByName",
        summary: "Find Paladins by exact name.",
        get pathParameters() {
            return z.zGetPaladinsByNamePath();
        },
        answers: {
            get 200() {
                return z.zGetPaladinsByNameResponse();
            },
        },
        paging: { style: "none", items: "results" },
    },
    getPaladinContextSources: {
        method: "GET",
        path: "/paladin/{paladin_id}/context-sources",
        area: "paladin",
        call: "paladin.listContextSources",
        summary: "List the context sources of a Paladin.",
        get pathParameters() {
            return z.zGetPaladinContextSourcesPath();
        },
        answers: {
            get 200() {
                return z.zGetPaladinContextSourcesResponse();
            },
        },
        paging: { style: "none", items: "results" },
    },
    createPaladinContextSource: {
        method: "POST",
        path: "/paladin/{paladin_id}/context-sources",
        area: "paladin",
        call: "paladin.createContextSource",
        summary: "Add a context source.",
        get pathParameters() {
            return z.zCreatePaladinContextSourcePath();
        },
        get body() {
            return z.zCreatePaladinContextSourceBody();
        },
        bodyRequired: true,
        answers: {
            get 200() {
                return z.zCreatePaladinContextSourceResponse();
            },
        },
    },
    deletePaladinContextSource: {
        method: "DELETE",
        path: "/paladin/{paladin_id}/context-sources/{context_source_id}",
        area: "paladin",
        call: "paladin.deleteContextSource",
        summary: "Remove a context source.",
        get pathParameters() {
            return z.zDeletePaladinContextSourcePath();
        },
        answers: { 200: null },
    },
    getSessions: {
        method: "GET",
        path: "/sessions",
        area: "sessions",
        call: "sessions.list",
        summary: "List sessions of a resource.",
        get query() {
            return z.zGetSessionsQuery();
        },
        answers: {
            get 200() {
                return z.zGetSessionsResponse();
            },
        },
        paging: { style: "none", items: "results" },
    },
    getUser: {
        method: "GET",
        path: "/user",
        area: "users",
        call: "users.get",
        summary: "Read one user by id or email.",
        get query() {
            return z.zGetUserQuery();
        },
        answers: {
            get 200() {
                return z.zGetUserResponse();
            },
        },
    },
    getUsers: {
        method: "GET",
        path: "/users",
        area: "users",
        call: "users.list",
        summary: "List users.",
        get query() {
            return z.zGetUsersQuery();
        },
        arrays: { tag_ids: "repeat" },
        answers: {
            get 200() {
                return z.zGetUsersResponse();
            },
        },
        paging: {
            style: "cursor",
            items: "results",
            request: ["cursor", "page_size"],
            next: "next",
            previous: "previous",
            defaultSize: 200,
            maxSize: 1000,
        },
    },
    inviteUser: {
        method: "POST",
        path: "/users",
        area: "users",
        call: "users.invite",
        summary: "Invite a user.",
        get body() {
            return z.zInviteUserBody();
        },
        bodyRequired: true,
        answers: {
            get 200() {
                return z.zInviteUserResponse();
            },
        },
        errors: [400, 403, 409],
    },
    deleteUser: {
        method: "DELETE",
        path: "/users/{user_id}",
        area: "users",
        call: "users.delete",
        summary: "Delete a user.",
        get pathParameters() {
            return z.zDeleteUserPath();
        },
        answers: {
            get 200() {
                return z.zDeleteUserResponse();
            },
        },
        errors: [403, 404, 409],
    },
    updateUser: {
        method: "PATCH",
        path: "/users/{user_id}",
        area: "users",
        call: "users.update",
        summary: "Change the position or manager of a user.",
        get pathParameters() {
            return z.zUpdateUserPath();
        },
        get body() {
            return z.zUpdateUserBody();
        },
        bodyRequired: true,
        answers: {
            get 200() {
                return z.zUpdateUserResponse();
            },
        },
        errors: [400, 403, 404, 409],
    },
    getUserById: {
        method: "GET",
        path: "/users/{user_id}",
        area: "users",
        call: "users.getById",
        summary: "Read one user.",
        get pathParameters() {
            return z.zGetUserByIdPath();
        },
        answers: {
            get 200() {
                return z.zGetUserByIdResponse();
            },
        },
        errors: [404],
    },
    getRemoteUsers: {
        method: "GET",
        path: "/users/remote_users",
        area: "users",
        call: "users.listRemoteUsers",
        summary: "List remote identities.",
        get query() {
            return z.zGetRemoteUsersQuery();
        },
        arrays: { third_party_provider: "repeat", user_id: "repeat", remote_id: "repeat" },
        answers: {
            get 200() {
                return z.zGetRemoteUsersResponse();
            },
        },
        paging: {
            style: "cursor",
            items: "results",
            request: ["cursor", "page_size"],
            next: "next",
            previous: "previous",
            defaultSize: 200,
            maxSize: 1000,
        },
    },
    getCurrentUser: {
        method: "GET",
        path: "/users/whoami",
        area: "users",
        call: "users.getCurrentUser",
        summary: "Read the user the token acts as.",
        answers: {
            get 200() {
                return z.zGetCurrentUserResponse();
            },
        },
    },
    getUserTags: {
        method: "GET",
        path: "/users/{user_id}/tags",
        area: "users",
        call: "users.listTags",
        summary: "List the tags on a user.",
        get pathParameters() {
            return z.zGetUserTagsPath();
        },
        answers: {
            get 200() {
                return z.zGetUserTagsResponse();
            },
        },
        paging: { style: "none", items: "tags" },
    },
    getAccessRules: {
        method: "GET",
        path: "/access-rules",
        area: "access-rules",
        call: "accessRules.list",
        summary: "List access rules.",
        get query() {
            return z.zGetAccessRulesQuery();
        },
        answers: {
            get 200() {
                return z.zGetAccessRulesResponse();
            },
        },
        paging: {
            style: "cursor",
            items: "results",
            request: ["cursor", "page_size"],
            next: "next",
            previous: "previous",
            defaultSize: 200,
        },
    },
    createAccessRule: {
        method: "POST",
        path: "/access-rules",
        area: "access-rules",
        call: "accessRules.create",
        summary: "Create an access rule.",
        get body() {
            return z.zCreateAccessRuleBody();
        },
        bodyRequired: true,
        answers: {
            get 201() {
                return z.zCreateAccessRuleResponse();
            },
        },
    },
    getAccessRule: {
        method: "GET",
        path: "/access-rules/{access_rule_id}",
        area: "access-rules",
        call: "accessRules.get",
        summary: "Read one access rule.",
        get pathParameters() {
            return z.zGetAccessRulePath();
        },
        answers: {
            get 200() {
                return z.zGetAccessRuleResponse();
            },
        },
    },
    updateAccessRule: {
        method: "PUT",
        path: "/access-rules/{access_rule_id}",
        area: "access-rules",
        call: "accessRules.update",
        summary: "Replace an access rule.",
        get pathParameters() {
            return z.zUpdateAccessRulePath();
        },
        get body() {
            return z.zUpdateAccessRuleBody();
        },
        bodyRequired: true,
        answers: {
            get 200() {
                return z.zUpdateAccessRuleResponse();
            },
        },
    },
    getTag: {
        method: "GET",
        path: "/tag/{tag_id}",
        area: "tags",
        call: "tags.get",
        summary: "Read one tag by id.",
        get pathParameters() {
            return z.zGetTagPath();
        },
        answers: {
            get 200() {
                return z.zGetTagResponse();
            },
        },
    },
    deleteTag: {
        method: "DELETE",
        path: "/tag/{tag_id}",
        area: "tags",
        call: "tags.delete",
        summary: "Delete a tag.",
        get pathParameters() {
            return z.zDeleteTagPath();
        },
        answers: { 200: null },
    },
    findTag: {
        method: "GET",
        path: "/tag",
        area: "tags",
        call: "tags.find",
        summary: "Find a tag by key and value.",
        get query() {
            return z.zFindTagQuery();
        },
        answers: {
            get 200() {
                return z.zFindTagResponse();
            },
        },
    },
    createTag: {
        method: "POST",
        path: "/tag",
        area: "tags",
        call: "tags.create",
        summary: "Create a tag.",
        get query() {
            return z.zCreateTagQuery();
        },
        get body() {
            return z.zCreateTagBody();
        },
        bodyRequired: false,
        answers: {
            get 200() {
                return z.zCreateTagResponse();
            },
        },
    },
    getTags: {
        method: "GET",
        path: "/tags",
        area: "tags",
        call: "tags.list",
        summary: "List tags.",
        get query() {
            return z.zGetTagsQuery();
        },
        answers: {
            get 200() {
                return z.zGetTagsResponse();
            },
        },
        paging: {
            style: "cursor",
            items: "results",
            request: ["cursor", "page_size"],
            next: "next",
            previous: "previous",
            defaultSize: 200,
            maxSize: 1000,
        },
    },
    addUserTag: {
        method: "POST",
        path: "/tags/{tag_id}/users/{user_id}",
        area: "tags",
        call: "tags.addUserTag",
        summary: "Put a tag on a user.",
        get pathParameters() {
            return z.zAddUserTagPath();
        },
        get body() {
            return z.zAddUserTagBody();
        },
        bodyRequired: false,
        answers: { 200: null },
    },
    removeUserTag: {
        method: "DELETE",
        path: "/tags/{tag_id}/users/{user_id}",
        area: "tags",
        call: "tags.removeUserTag",
        summary: "Take a tag off a user.",
        get pathParameters() {
            return z.zRemoveUserTagPath();
        },
        answers: { 200: null },
    },
    addGroupTag: {
        method: "POST",
        path: "/tags/{tag_id}/groups/{group_id}",
        area: "tags",
        call: "tags.addGroupTag",
        summary: "Put a tag on a group.",
        get pathParameters() {
            return z.zAddGroupTagPath();
        },
        answers: { 200: null },
    },
    removeGroupTag: {
        method: "DELETE",
        path: "/tags/{tag_id}/groups/{group_id}",
        area: "tags",
        call: "tags.removeGroupTag",
        summary: "Take a tag off a group.",
        get pathParameters() {
            return z.zRemoveGroupTagPath();
        },
        answers: { 200: null },
    },
    addResourceTag: {
        method: "POST",
        path: "/tags/{tag_id}/resources/{resource_id}",
        area: "tags",
        call: "tags.addResourceTag",
        summary: "Put a tag on a resource.",
        get pathParameters() {
            return z.zAddResourceTagPath();
        },
        answers: { 200: null },
    },
    removeResourceTag: {
        method: "DELETE",
        path: "/tags/{tag_id}/resources/{resource_id}",
        area: "tags",
        call: "tags.removeResourceTag",
        summary: "Take a tag off a resource.",
        get pathParameters() {
            return z.zRemoveResourceTagPath();
        },
        answers: { 200: null },
    },
    getMessageChannels: {
        method: "GET",
        path: "/message-channels",
        area: "message-channels",
        call: "messageChannels.list",
        summary: "List message channels.",
        answers: {
            get 200() {
                return z.zGetMessageChannelsResponse();
            },
        },
        paging: { style: "none", items: "channels" },
    },
    createMessageChannel: {
        method: "POST",
        path: "/message-channels",
        area: "message-channels",
        call: "messageChannels.create",
        summary: "Register a message channel.",
        get body() {
            return z.zCreateMessageChannelBody();
        },
        bodyRequired: true,
        answers: {
            get 200() {
                return z.zCreateMessageChannelResponse();
            },
        },
    },
    getMessageChannel: {
        method: "GET",
        path: "/message-channels/{message_channel_id}",
        area: "message-channels",
        call: "messageChannels.get",
        summary: "Read one message channel.",
        get pathParameters() {
            return z.zGetMessageChannelPath();
        },
        answers: {
            get 200() {
                return z.zGetMessageChannelResponse();
            },
        },
    },
    getOnCallSchedules: {
        method: "GET",
        path: "/on-call-schedules",
        area: "on-call-schedules",
        call: "onCallSchedules.list",
        summary: "List on-call schedules.",
        answers: {
            get 200() {
                return z.zGetOnCallSchedulesResponse();
            },
        },
        paging: { style: "none", items: "on_call_schedules" },
    },
    createOnCallSchedule: {
        method: "POST",
        path: "/on-call-schedules",
        area: "on-call-schedules",
        call: "onCallSchedules.create",
        summary: "Register an on-call schedule.",
        get body() {
            return z.zCreateOnCallScheduleBody();
        },
        bodyRequired: true,
        answers: {
            get 200() {
                return z.zCreateOnCallScheduleResponse();
            },
        },
    },
    getOnCallSchedule: {
        method: "GET",
        path: "/on-call-schedules/{on_call_schedule_id}",
        area: "on-call-schedules",
        call: "onCallSchedules.get",
        summary: "Read one on-call schedule.",
        get pathParameters() {
            return z.zGetOnCallSchedulePath();
        },
        answers: {
            get 200() {
                return z.zGetOnCallScheduleResponse();
            },
        },
    },
    runQuery: {
        method: "POST",
        path: "/queries/run",
        area: "queries",
        call: "queries.run",
        summary: "Run an ad-hoc query.",
        get body() {
            return z.zRunQueryBody();
        },
        bodyRequired: true,
        answers: {
            get 200() {
                return z.zRunQueryResponse();
            },
        },
        paging: { style: "relay", items: "edges", request: ["first", "after"], defaultSize: 200, inBody: true },
    },
    getTokens: {
        method: "GET",
        path: "/tokens",
        area: "tokens",
        call: "tokens.list",
        summary: "List API tokens.",
        get query() {
            return z.zGetTokensQuery();
        },
        arrays: { token_ids: "comma" },
        answers: {
            get 200() {
                return z.zGetTokensResponse();
            },
        },
        paging: {
            style: "cursor",
            items: "results",
            request: ["cursor", "page_size"],
            next: "next",
            previous: "previous",
            defaultSize: 200,
            maxSize: 1000,
        },
    },
    createToken: {
        method: "POST",
        path: "/tokens",
        area: "tokens",
        call: "tokens.create",
        summary: "Create an API token.",
        get body() {
            return z.zCreateTokenBody();
        },
        bodyRequired: true,
        answers: {
            get 201() {
                return z.zCreateTokenResponse();
            },
        },
        errors: [400, 403, 409],
    },
    deleteToken: {
        method: "DELETE",
        path: "/tokens/{token_id}",
        area: "tokens",
        call: "tokens.delete",
        summary: "Delete an API token.",
        get pathParameters() {
            return z.zDeleteTokenPath();
        },
        answers: { 200: null },
        errors: [403, 404],
    },
    getUARs: {
        method: "GET",
        path: "/uars",
        area: "uars",
        call: "uars.list",
        summary: "List access reviews.",
        deprecated: true,
        get query() {
            return z.zGetUarsQuery();
        },
        answers: {
            get 200() {
                return z.zGetUarsResponse();
            },
        },
        paging: {
            style: "cursor",
            items: "results",
            request: ["cursor", "page_size"],
            next: "next",
            previous: "previous",
            defaultSize: 200,
            maxSize: 1000,
        },
    },
    createUAR: {
        method: "POST",
        path: "/uar",
        area: "uars",
        call: "uars.create",
        summary: "Start an access review.",
        deprecated: true,
        get body() {
            return z.zCreateUarBody();
        },
        bodyRequired: true,
        answers: {
            get 200() {
                return z.zCreateUarResponse();
            },
        },
    },
    getUAR: {
        method: "GET",
        path: "/uar/{uar_id}",
        area: "uars",
        call: "uars.get",
        summary: "Read one access review.",
        deprecated: true,
        get pathParameters() {
            return z.zGetUarPath();
        },
        answers: {
            get 200() {
                return z.zGetUarResponse();
            },
        },
    },
    getSyncErrors: {
        method: "GET",
        path: "/sync_errors",
        area: "apps",
        call: "apps.getSyncErrors",
        summary: "List recent sync errors.",
        get query() {
            return z.zGetSyncErrorsQuery();
        },
        answers: {
            get 200() {
                return z.zGetSyncErrorsResponse();
            },
        },
        paging: { style: "none" },
    },
    getDelegations: {
        method: "GET",
        path: "/delegations",
        area: "delegations",
        call: "delegations.list",
        summary: "List delegations.",
        get query() {
            return z.zGetDelegationsQuery();
        },
        answers: {
            get 200() {
                return z.zGetDelegationsResponse();
            },
        },
        paging: {
            style: "cursor",
            items: "results",
            request: ["cursor", "page_size"],
            next: "next",
            previous: "previous",
            defaultSize: 200,
            maxSize: 1000,
        },
    },
    createDelegation: {
        method: "POST",
        path: "/delegations",
        area: "delegations",
        call: "delegations.create",
        summary: "Create a delegation.",
        get body() {
            return z.zCreateDelegationBody();
        },
        bodyRequired: true,
        answers: {
            get 200() {
                return z.zCreateDelegationResponse();
            },
        },
    },
    getDelegation: {
        method: "GET",
        path: "/delegations/{delegation_id}",
        area: "delegations",
        call: "delegations.get",
        summary: "Read one delegation.",
        get pathParameters() {
            return z.zGetDelegationPath();
        },
        answers: {
            get 200() {
                return z.zGetDelegationResponse();
            },
        },
    },
    deleteDelegation: {
        method: "DELETE",
        path: "/delegations/{delegation_id}",
        area: "delegations",
        call: "delegations.delete",
        summary: "Delete a delegation.",
        get pathParameters() {
            return z.zDeleteDelegationPath();
        },
        answers: { 200: null },
    },
    getCampaignItems: {
        method: "GET",
        path: "/campaigns/{campaign_id}/items",
        area: "campaigns",
        call: "campaigns.listItems",
        summary: "List the items of a campaign.",
        get pathParameters() {
            return z.zGetCampaignItemsPath();
        },
        get query() {
            return z.zGetCampaignItemsQuery();
        },
        arrays: { statuses: "repeat" },
        answers: {
            get 200() {
                return z.zGetCampaignItemsResponse();
            },
        },
        errors: [404],
        paging: {
            style: "cursor",
            items: "results",
            request: ["cursor", "page_size"],
            next: "next",
            previous: "previous",
            defaultSize: 200,
            maxSize: 500,
        },
    },
    getOpalScripts: {
        method: "GET",
        path: "/opal-scripts",
        area: "opal-scripts",
        call: "opalScripts.list",
        summary: "List scripts.",
        answers: {
            get 200() {
                return z.zGetOpalScriptsResponse();
            },
        },
        paging: { style: "none", items: "results" },
    },
    createOpalScript: {
        method: "POST",
        path: "/opal-scripts",
        area: "opal-scripts",
        call: "opalScripts.create",
        summary: "Create a script.",
        get body() {
            return z.zCreateOpalScriptBody();
        },
        bodyRequired: true,
        answers: {
            get 200() {
                return z.zCreateOpalScriptResponse();
            },
        },
    },
    getOpalScriptByName: {
        method: "GET",
        path: "/opal-scripts/name/{opal_script_name}",
        area: "opal-scripts",
        call: "opalScripts.getByName",
        summary: "Read the script of a name.",
        get pathParameters() {
            return z.zGetOpalScriptByNamePath();
        },
        answers: {
            get 200() {
                return z.zGetOpalScriptByNameResponse();
            },
        },
        errors: [404],
    },
    getOpalScript: {
        method: "GET",
        path: "/opal-scripts/{opal_script_id}",
        area: "opal-scripts",
        call: "opalScripts.get",
        summary: "Read one script.",
        get pathParameters() {
            return z.zGetOpalScriptPath();
        },
        answers: {
            get 200() {
                return z.zGetOpalScriptResponse();
            },
        },
        errors: [404],
    },
    updateOpalScript: {
        method: "PUT",
        path: "/opal-scripts/{opal_script_id}",
        area: "opal-scripts",
        call: "opalScripts.update",
        summary: "Change a script.",
        get pathParameters() {
            return z.zUpdateOpalScriptPath();
        },
        get body() {
            return z.zUpdateOpalScriptBody();
        },
        bodyRequired: true,
        answers: {
            get 200() {
                return z.zUpdateOpalScriptResponse();
            },
        },
    },
    deleteOpalScript: {
        method: "DELETE",
        path: "/opal-scripts/{opal_script_id}",
        area: "opal-scripts",
        call: "opalScripts.delete",
        summary: "Delete a script.",
        get pathParameters() {
            return z.zDeleteOpalScriptPath();
        },
        answers: { 200: null },
        errors: [404],
    },
    updateCampaignItemReviewers: {
        method: "POST",
        path: "/campaigns/{campaign_id}/item-reviewers",
        area: "campaigns",
        call: "campaigns.updateItemReviewers",
        summary: "Assign and unassign reviewers of campaign items.",
        get pathParameters() {
            return z.zUpdateCampaignItemReviewersPath();
        },
        get body() {
            return z.zUpdateCampaignItemReviewersBody();
        },
        bodyRequired: true,
        answers: {
            get 200() {
                return z.zUpdateCampaignItemReviewersResponse();
            },
        },
        errors: [400, 403, 404],
    },
    reviewCampaignItems: {
        method: "POST",
        path: "/campaigns/{campaign_id}/reviews",
        area: "campaigns",
        call: "campaigns.reviewItems",
        summary: "Decide on campaign items.",
        get pathParameters() {
            return z.zReviewCampaignItemsPath();
        },
        get body() {
            return z.zReviewCampaignItemsBody();
        },
        bodyRequired: true,
        answers: {
            get 200() {
                return z.zReviewCampaignItemsResponse();
            },
        },
    },
    getCampaignViewerItems: {
        method: "GET",
        path: "/campaigns/{campaign_id}/viewer-items",
        area: "campaigns",
        call: "campaigns.listViewerItems",
        summary: "List the items of a campaign that the caller reviews.",
        get pathParameters() {
            return z.zGetCampaignViewerItemsPath();
        },
        get query() {
            return z.zGetCampaignViewerItemsQuery();
        },
        arrays: {
            statuses: "repeat",
            access_level_names: "repeat",
            principal_ids: "repeat",
            entity_ids: "repeat",
            item_ids: "repeat",
        },
        answers: {
            get 200() {
                return z.zGetCampaignViewerItemsResponse();
            },
        },
        paging: {
            style: "cursor",
            items: "results",
            request: ["cursor", "page_size"],
            next: "next",
            previous: "previous",
            defaultSize: 200,
            maxSize: 500,
        },
    },
    escalateRequest: {
        method: "POST",
        path: "/requests/{id}/escalate",
        area: "requests",
        call: "requests.escalate",
        summary: "Escalate a request to the manager's manager.",
        get pathParameters() {
            return z.zEscalateRequestPath();
        },
        get body() {
            return z.zEscalateRequestBody();
        },
        bodyRequired: false,
        answers: {
            get 200() {
                return z.zEscalateRequestResponse();
            },
        },
        errors: [400, 403, 404, 409],
    },
};
