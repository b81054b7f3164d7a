// Made by scripts/generate from the OpenAPI documents in api/; do not edit.
import { ApiArea } from "../area.js";
import { type Answer, type CallOptions, Client } from "../client.js";
import { type Item, List } from "../list.js";
import type * as t from "./types.gen.js";

/** Rules that fill groups. */
export class AccessRulesArea extends ApiArea {
    /**
     * List access rules.
     *
     * `GET /access-rules`, in pages of 200 (`page_size`).
     *
     * @param query.cursor Opaque position from an earlier page.
     * @param query.page_size Items per page; 200 when left out; no maximum is stated.
     * @returns 200: A page of rules.
     * @throws {CallError} The subclass identifies the cause.
     */
    list(
        query?: NonNullable<t.GetAccessRulesData["query"]>,
        options?: CallOptions,
    ): List<Item<"getAccessRules">, Answer<"getAccessRules">> {
        return new List(this.client, "getAccessRules", { query }, options);
    }

    /**
     * Create an access rule. A group with the same id comes with it; its members are computed.
     *
     * `POST /access-rules`
     *
     * @param body Full content of an access rule, for create and for replace.
     * @returns 201: The new rule.
     * @throws {CallError} The subclass identifies the cause.
     */
    create(
        body: NonNullable<t.CreateAccessRuleData["body"]>,
        options?: CallOptions,
    ): Promise<Answer<"createAccessRule">> {
        return this.client.call("createAccessRule", { body }, options);
    }

    /**
     * Read one access rule. The id of a rule is that of its group.
     *
     * `GET /access-rules/{access_rule_id}`
     *
     * @param accessRuleId Access rule id, the same as its group id.
     * @returns 200: The rule.
     * @throws {CallError} The subclass identifies the cause.
     */
    get(accessRuleId: string, options?: CallOptions): Promise<Answer<"getAccessRule">> {
        return this.client.call("getAccessRule", { path: { access_rule_id: accessRuleId } }, options);
    }

    /**
     * Replace an access rule. Every field must be sent. To delete a rule, delete its group.
     *
     * `PUT /access-rules/{access_rule_id}`
     *
     * @param accessRuleId Access rule id, the same as its group id.
     * @param body Full content of an access rule, for create and for replace.
     * @returns 200: The rule.
     * @throws {CallError} The subclass identifies the cause.
     */
    update(
        accessRuleId: string,
        body: NonNullable<t.UpdateAccessRuleData["body"]>,
        options?: CallOptions,
    ): Promise<Answer<"updateAccessRule">> {
        return this.client.call("updateAccessRule", { path: { access_rule_id: accessRuleId }, body }, options);
    }
}

/** Connected systems. */
export class AppsArea extends ApiArea {
    /**
     * List apps. All of them in one answer.
     *
     * `GET /apps`, the whole list in one answer.
     *
     * @param query.app_type_filter Only these kinds; comma-separated.
     * @param query.owner_filter Only apps administered by this owner.
     * @returns 200: Apps.
     * @throws {CallError} The subclass identifies the cause.
     */
    list(query?: NonNullable<t.GetAppsData["query"]>, options?: CallOptions): List<Item<"getApps">, Answer<"getApps">> {
        return new List(this.client, "getApps", { query }, options);
    }

    /**
     * Create an app. Only of the types CUSTOM and CUSTOM_CONNECTOR. The service calls a new connector before it takes it, which is refused with a 400 if the connector does not answer.
     *
     * `POST /apps`
     *
     * @param body Input to create an app.
     * @returns 200: The new app.
     * @throws {CallError} The subclass identifies the cause.
     */
    create(body: NonNullable<t.CreateAppData["body"]>, options?: CallOptions): Promise<Answer<"createApp">> {
        return this.client.call("createApp", { body }, options);
    }

    /**
     * Read one app. Apps of the types CUSTOM and CUSTOM_CONNECTOR can be made and changed; all others are connected in the console, and can only be read.
     *
     * `GET /apps/{app_id}`
     *
     * @param appId App id.
     * @returns 200: The app.
     * @throws {CallError} The subclass identifies the cause.
     */
    get(appId: string, options?: CallOptions): Promise<Answer<"getApp">> {
        return this.client.call("getApp", { path: { app_id: appId } }, options);
    }

    /**
     * Change an app. Fields left out stay. Only of the types CUSTOM and CUSTOM_CONNECTOR; the type cannot change. A change of the connector makes the service call it.
     *
     * `PUT /apps/{app_id}`
     *
     * @param appId App id.
     * @param body Changes to an app. What is left out stays.
     * @returns 200: The changed app.
     * @throws {CallError} The subclass identifies the cause.
     */
    update(
        appId: string,
        body: NonNullable<t.UpdateAppData["body"]>,
        options?: CallOptions,
    ): Promise<Answer<"updateApp">> {
        return this.client.call("updateApp", { path: { app_id: appId }, body }, options);
    }

    /**
     * Delete an app. Its groups and resources go with it. Only of the types CUSTOM and CUSTOM_CONNECTOR.
     *
     * `DELETE /apps/{app_id}`
     *
     * @param appId App id.
     * @returns 200: The app is deleted.
     * @throws {CallError} The subclass identifies the cause.
     */
    delete(appId: string, options?: CallOptions): Promise<Answer<"deleteApp">> {
        return this.client.call("deleteApp", { path: { app_id: appId } }, options);
    }

    /**
     * List recent sync errors.
     *
     * `GET /sync_errors`
     *
     * @param query.app_id Only of this app.
     * @param query.resource_id Only of this resource.
     * @param query.group_id Only of this group.
     * @returns 200: Sync errors since the last good sync.
     * @throws {CallError} The subclass identifies the cause.
     */
    getSyncErrors(
        query?: NonNullable<t.GetSyncErrorsData["query"]>,
        options?: CallOptions,
    ): Promise<Answer<"getSyncErrors">> {
        return this.client.call("getSyncErrors", { query }, options);
    }
}

/** Sets of resources and groups. */
export class BundlesArea extends ApiArea {
    /**
     * List bundles.
     *
     * `GET /bundles`, in pages of 200 (`page_size`, 1000 at most).
     *
     * @param query.cursor Opaque position from an earlier page.
     * @param query.page_size Items per page; 200 when left out, 1000 at most.
     * @param query.contains Only bundles whose name contains this.
     * @returns 200: A page of bundles.
     * @throws {CallError} The subclass identifies the cause.
     */
    list(
        query?: NonNullable<t.GetBundlesData["query"]>,
        options?: CallOptions,
    ): List<Item<"getBundles">, Answer<"getBundles">> {
        return new List(this.client, "getBundles", { query }, options);
    }

    /**
     * Create a bundle. Its visibility is set by a second call.
     *
     * `POST /bundles`
     *
     * @param body Input to create a bundle.
     * @returns 201: The new bundle.
     * @throws {CallError} The subclass identifies the cause.
     */
    create(body: NonNullable<t.CreateBundleData["body"]>, options?: CallOptions): Promise<Answer<"createBundle">> {
        return this.client.call("createBundle", { body }, options);
    }

    /**
     * Read one bundle.
     *
     * `GET /bundles/{bundle_id}`
     *
     * @param bundleId Bundle id.
     * @returns 200: The bundle.
     * @throws {CallError} The subclass identifies the cause.
     */
    get(bundleId: string, options?: CallOptions): Promise<Answer<"getBundle">> {
        return this.client.call("getBundle", { path: { bundle_id: bundleId } }, options);
    }

    /**
     * Change a bundle. What the service sets itself is ignored in the body. When nothing differs it answers 204, without a body.
     *
     * `PUT /bundles/{bundle_id}`
     *
     * @param bundleId Bundle id.
     * @param body A named set of resources and groups. Also the body of its update.
     * @returns 200: The changed bundle. 204: Nothing differed, so nothing was changed; no body. The answer is then `undefined`.
     * @throws {CallError} The subclass identifies the cause.
     */
    update(
        bundleId: string,
        body: NonNullable<t.UpdateBundleData["body"]>,
        options?: CallOptions,
    ): Promise<Answer<"updateBundle">> {
        return this.client.call("updateBundle", { path: { bundle_id: bundleId }, body }, options);
    }

    /**
     * Delete a bundle.
     *
     * `DELETE /bundles/{bundle_id}`
     *
     * @param bundleId Bundle id.
     * @returns 200: Deleted.
     * @throws {CallError} The subclass identifies the cause.
     */
    delete(bundleId: string, options?: CallOptions): Promise<Answer<"deleteBundle">> {
        return this.client.call("deleteBundle", { path: { bundle_id: bundleId } }, options);
    }

    /**
     * List the resources of a bundle.
     *
     * `GET /bundles/{bundle_id}/resources`, in pages of 200 (`page_size`, 1000 at most).
     *
     * @param bundleId Bundle id.
     * @param query.page_size Items per page; 200 when left out, 1000 at most.
     * @param query.cursor Opaque position from an earlier page.
     * @returns 200: A page of resources.
     * @throws {CallError} The subclass identifies the cause.
     */
    listResources(
        bundleId: string,
        query?: NonNullable<t.GetBundleResourcesData["query"]>,
        options?: CallOptions,
    ): List<Item<"getBundleResources">, Answer<"getBundleResources">> {
        return new List(this.client, "getBundleResources", { path: { bundle_id: bundleId }, query }, options);
    }

    /**
     * Put a resource in a bundle. A resource with access levels needs access_level_remote_id.
     *
     * `POST /bundles/{bundle_id}/resources`
     *
     * @param bundleId Bundle id.
     * @param body Resource to put in the bundle.
     * @returns 201: The link.
     * @throws {CallError} The subclass identifies the cause.
     */
    addResource(
        bundleId: string,
        body?: NonNullable<t.AddBundleResourceData["body"]>,
        options?: CallOptions,
    ): Promise<Answer<"addBundleResource">> {
        return this.client.call("addBundleResource", { path: { bundle_id: bundleId }, body }, options);
    }

    /**
     * Take a resource out of a bundle. The access level is part of the link's key: without access_level_remote_id the link of the default level is removed.
     *
     * `DELETE /bundles/{bundle_id}/resources/{resource_id}`
     *
     * @param bundleId Bundle id.
     * @param resourceId Resource id.
     * @param query.access_level_remote_id Access level concerned; "" (default level) when left out.
     * @returns 200: Removed.
     * @throws {CallError} The subclass identifies the cause.
     */
    removeResource(
        bundleId: string,
        resourceId: string,
        query?: NonNullable<t.RemoveBundleResourceData["query"]>,
        options?: CallOptions,
    ): Promise<Answer<"removeBundleResource">> {
        return this.client.call(
            "removeBundleResource",
            { path: { bundle_id: bundleId, resource_id: resourceId }, query },
            options,
        );
    }

    /**
     * List the groups of a bundle.
     *
     * `GET /bundles/{bundle_id}/groups`, in pages of 200 (`page_size`, 1000 at most).
     *
     * @param bundleId Bundle id.
     * @param query.page_size Items per page; 200 when left out, 1000 at most.
     * @param query.cursor Opaque position from an earlier page.
     * @returns 200: A page of groups.
     * @throws {CallError} The subclass identifies the cause.
     */
    listGroups(
        bundleId: string,
        query?: NonNullable<t.GetBundleGroupsData["query"]>,
        options?: CallOptions,
    ): List<Item<"getBundleGroups">, Answer<"getBundleGroups">> {
        return new List(this.client, "getBundleGroups", { path: { bundle_id: bundleId }, query }, options);
    }

    /**
     * Put a group in a bundle. A group with access levels may be given one by access_level_remote_id.
     *
     * `POST /bundles/{bundle_id}/groups`
     *
     * @param bundleId Bundle id.
     * @param body Group to put in the bundle.
     * @returns 201: The link.
     * @throws {CallError} The subclass identifies the cause.
     */
    addGroup(
        bundleId: string,
        body: NonNullable<t.AddBundleGroupData["body"]>,
        options?: CallOptions,
    ): Promise<Answer<"addBundleGroup">> {
        return this.client.call("addBundleGroup", { path: { bundle_id: bundleId }, body }, options);
    }

    /**
     * Take a group out of a bundle. The access level is part of the link's key: without access_level_remote_id the link of the default level is removed.
     *
     * `DELETE /bundles/{bundle_id}/groups/{group_id}`
     *
     * @param bundleId Bundle id.
     * @param groupId Group id.
     * @param query.access_level_remote_id Access level concerned; "" (default level) when left out.
     * @returns 200: Removed.
     * @throws {CallError} The subclass identifies the cause.
     */
    removeGroup(
        bundleId: string,
        groupId: string,
        query?: NonNullable<t.RemoveBundleGroupData["query"]>,
        options?: CallOptions,
    ): Promise<Answer<"removeBundleGroup">> {
        return this.client.call(
            "removeBundleGroup",
            { path: { bundle_id: bundleId, group_id: groupId }, query },
            options,
        );
    }

    /**
     * Read the visibility of a bundle.
     *
     * `GET /bundles/{bundle_id}/visibility`
     *
     * @param bundleId Bundle id.
     * @returns 200: The visibility.
     * @throws {CallError} The subclass identifies the cause.
     */
    getVisibility(bundleId: string, options?: CallOptions): Promise<Answer<"getBundleVisibility">> {
        return this.client.call("getBundleVisibility", { path: { bundle_id: bundleId } }, options);
    }

    /**
     * Replace the visibility of a bundle. Replaces the type and the groups together. LIMITED without groups: only administrators and users with access see the bundle.
     *
     * `PUT /bundles/{bundle_id}/visibility`
     *
     * @param bundleId Bundle id.
     * @param body Visibility of an object. LIMITED with no groups leaves only administrators and those with access.
     * @returns 200: Set; no body.
     * @throws {CallError} The subclass identifies the cause.
     */
    setVisibility(
        bundleId: string,
        body: NonNullable<t.SetBundleVisibilityData["body"]>,
        options?: CallOptions,
    ): Promise<Answer<"setBundleVisibility">> {
        return this.client.call("setBundleVisibility", { path: { bundle_id: bundleId }, body }, options);
    }
}

/** Access review campaigns. */
export class CampaignsArea extends ApiArea {
    /**
     * List campaigns.
     *
     * `GET /campaigns`, in pages of 200 (`page_size`, 1000 at most).
     *
     * @param query.cursor Opaque position from an earlier page.
     * @param query.page_size Items per page; 200 when left out, 1000 at most.
     * @param query.name Only names containing this, ignoring case.
     * @param query.status Only this derived status.
     * @param query.created_at_after Only campaigns created after this moment (exclusive). ISO 8601 date-time.
     * @param query.created_at_before Only campaigns created before this moment (exclusive). ISO 8601 date-time.
     * @param query.started_at_after Only campaigns started after this moment (exclusive). ISO 8601 date-time.
     * @param query.started_at_before Only campaigns started before this moment (exclusive). ISO 8601 date-time.
     * @param query.ended_at_after Only campaigns ended after this moment (exclusive). ISO 8601 date-time.
     * @param query.ended_at_before Only campaigns ended before this moment (exclusive). ISO 8601 date-time.
     * @param query.stopped_at_after Only campaigns stopped after this moment (exclusive). ISO 8601 date-time.
     * @param query.stopped_at_before Only campaigns stopped before this moment (exclusive). ISO 8601 date-time.
     * @returns 200: A page of campaigns.
     * @throws {CallError} The subclass identifies the cause.
     */
    list(
        query?: NonNullable<t.GetCampaignsData["query"]>,
        options?: CallOptions,
    ): List<Item<"getCampaigns">, Answer<"getCampaigns">> {
        return new List(this.client, "getCampaigns", { query }, options);
    }

    /**
     * Create a campaign (as a draft). configuration.query.edgeFilter.directOnly is true when left out, and must not be false. A campaign cannot be deleted.
     *
     * `POST /campaigns`
     *
     * @param body Input to create a campaign.
     * @returns 201: The new draft or template.
     * @throws {BadRequestError} 400: edgeFilter.directOnly was false.
     * @throws {CallError} The subclass identifies the cause.
     */
    create(body: NonNullable<t.CreateCampaignData["body"]>, options?: CallOptions): Promise<Answer<"createCampaign">> {
        return this.client.call("createCampaign", { body }, options);
    }

    /**
     * Read one campaign.
     *
     * `GET /campaigns/{campaign_id}`
     *
     * @param campaignId Campaign id.
     * @returns 200: The campaign.
     * @throws {CallError} The subclass identifies the cause.
     */
    get(campaignId: string, options?: CallOptions): Promise<Answer<"getCampaign">> {
        return this.client.call("getCampaign", { path: { campaign_id: campaignId } }, options);
    }

    /**
     * Change a campaign in part. What is left out stays. The query, the reviewer assignment policy and is_template cannot be changed; after stop or end only the name can.
     *
     * `PUT /campaigns/{campaign_id}`
     *
     * @param campaignId Campaign id.
     * @param body Changes to a campaign; fields left out stay.
     * @returns 200: The changed campaign.
     * @throws {BadRequestError} 400: query or reviewer_assignment_policy present; cron or recurring window on a one-off; configuration change after stop or end.
     * @throws {CallError} The subclass identifies the cause.
     */
    update(
        campaignId: string,
        body: NonNullable<t.UpdateCampaignData["body"]>,
        options?: CallOptions,
    ): Promise<Answer<"updateCampaign">> {
        return this.client.call("updateCampaign", { path: { campaign_id: campaignId }, body }, options);
    }

    /**
     * Start a draft. Sets started_at and started_by_user_id. A template is never started.
     *
     * `POST /campaigns/{campaign_id}/start`
     *
     * @param campaignId Campaign id.
     * @returns 200: The started campaign.
     * @throws {BadRequestError} 400: A template, or not a draft.
     * @throws {CallError} The subclass identifies the cause.
     */
    start(campaignId: string, options?: CallOptions): Promise<Answer<"startCampaign">> {
        return this.client.call("startCampaign", { path: { campaign_id: campaignId } }, options);
    }

    /**
     * Stop a started campaign. Sets stopped_at and stopped_by_user_id.
     *
     * `POST /campaigns/{campaign_id}/stop`
     *
     * @param campaignId Campaign id.
     * @param body How to stop.
     * @returns 200: The stopped campaign.
     * @throws {BadRequestError} 400: Not started, or already stopped.
     * @throws {CallError} The subclass identifies the cause.
     */
    stop(
        campaignId: string,
        body?: NonNullable<t.StopCampaignData["body"]>,
        options?: CallOptions,
    ): Promise<Answer<"stopCampaign">> {
        return this.client.call("stopCampaign", { path: { campaign_id: campaignId }, body }, options);
    }

    /**
     * End a stopped campaign. Sets ended_at and ended_by_user_id, applies pending access changes and queues a report. It cannot be undone.
     *
     * `POST /campaigns/{campaign_id}/end`
     *
     * @param campaignId Campaign id.
     * @returns 200: The ended campaign.
     * @throws {BadRequestError} 400: Not started and stopped, or already ended.
     * @throws {CallError} The subclass identifies the cause.
     */
    end(campaignId: string, options?: CallOptions): Promise<Answer<"endCampaign">> {
        return this.client.call("endCampaign", { path: { campaign_id: campaignId } }, options);
    }

    /**
     * List the items of a campaign. One item for each access that the campaign asks about, whoever reviews it, also for access that was deleted since.
     *
     * `GET /campaigns/{campaign_id}/items`, in pages of 200 (`page_size`, 500 at most).
     *
     * @param campaignId Campaign id.
     * @param query.cursor Opaque position from an earlier page.
     * @param query.page_size Items per page; 200 when left out, 500 at most.
     * @param query.statuses Only items in one of these states.
     * @param query.reviewer_user_id Only items that this user reviews.
     * @param query.unassigned True: only items that nobody reviews.
     * @param query.search Only items with this in the name of the principal, of what is accessed or of a reviewer, ignoring case.
     * @returns 200: Items.
     * @throws {NotFoundError} 404: There is no such campaign.
     * @throws {CallError} The subclass identifies the cause.
     */
    listItems(
        campaignId: string,
        query?: NonNullable<t.GetCampaignItemsData["query"]>,
        options?: CallOptions,
    ): List<Item<"getCampaignItems">, Answer<"getCampaignItems">> {
        return new List(this.client, "getCampaignItems", { path: { campaign_id: campaignId }, query }, options);
    }

    /**
     * Assign and unassign reviewers of campaign items. All of it or nothing. A pair that is assigned already, or not there to be unassigned, is passed over; a review that was decided is never removed. The caller needs the permission to edit the settings of the campaign.
     *
     * `POST /campaigns/{campaign_id}/item-reviewers`
     *
     * @param campaignId Campaign id.
     * @param body Reviewers to assign and to unassign.
     * @returns 200: All reviews of the items that were named.
     * @throws {BadRequestError} 400: Invalid input, an item of another campaign, a campaign that has ended, or somebody who would review their own access.
     * @throws {ForbiddenError} 403: Not allowed to edit the settings.
     * @throws {NotFoundError} 404: There is no such campaign, or no such item.
     * @throws {CallError} The subclass identifies the cause.
     */
    updateItemReviewers(
        campaignId: string,
        body: NonNullable<t.UpdateCampaignItemReviewersData["body"]>,
        options?: CallOptions,
    ): Promise<Answer<"updateCampaignItemReviewers">> {
        return this.client.call("updateCampaignItemReviewers", { path: { campaign_id: campaignId }, body }, options);
    }

    /**
     * Decide on campaign items. Only reviews of this campaign that are assigned to the caller. APPROVED, REVOKED, CHANGE_ROLE and REASSIGNED can be decided here. REASSIGNED needs allow_reviewer_reassignment in the campaign. With revoke_on ACTION, REVOKED takes the access away at once.
     *
     * `POST /campaigns/{campaign_id}/reviews`
     *
     * @param campaignId Campaign id.
     * @param body Decisions on reviews of the caller.
     * @returns 200: The changed reviews.
     * @throws {CallError} The subclass identifies the cause.
     */
    reviewItems(
        campaignId: string,
        body: NonNullable<t.ReviewCampaignItemsData["body"]>,
        options?: CallOptions,
    ): Promise<Answer<"reviewCampaignItems">> {
        return this.client.call("reviewCampaignItems", { path: { campaign_id: campaignId }, body }, options);
    }

    /**
     * List the items of a campaign that the caller reviews. Only the caller's own reviews; an administrator who reviews nothing gets an empty page. Needs the permission to read access reviews, or a review in the campaign; a 403 otherwise, as for the campaign itself.
     *
     * `GET /campaigns/{campaign_id}/viewer-items`, in pages of 200 (`page_size`, 500 at most).
     *
     * @param campaignId Campaign id.
     * @param query.cursor Opaque position from an earlier page.
     * @param query.page_size Items per page; 200 when left out, 500 at most.
     * @param query.sort_field What to sort by; the time of creation when left out.
     * @param query.sort_direction Which way to sort.
     * @param query.statuses Only reviews in one of these states.
     * @param query.access_level_names Only access at these levels.
     * @param query.principal_ids Only access of these users or groups.
     * @param query.entity_ids Only access to these groups or resources.
     * @param query.item_ids Only these reviews, by review id and not by item id.
     * @param query.ai_bucket_id Only items in this group of generated suggestions.
     * @returns 200: Items.
     * @throws {CallError} The subclass identifies the cause.
     */
    listViewerItems(
        campaignId: string,
        query?: NonNullable<t.GetCampaignViewerItemsData["query"]>,
        options?: CallOptions,
    ): List<Item<"getCampaignViewerItems">, Answer<"getCampaignViewerItems">> {
        return new List(this.client, "getCampaignViewerItems", { path: { campaign_id: campaignId }, query }, options);
    }
}

/** Shared settings. */
export class ConfigurationTemplatesArea extends ApiArea {
    /**
     * List configuration templates. All of them in one answer; one template cannot be read by itself.
     *
     * `GET /configuration-templates`, the whole list in one answer.
     *
     * @returns 200: All templates.
     * @throws {CallError} The subclass identifies the cause.
     */
    list(options?: CallOptions): List<Item<"getConfigurationTemplates">, Answer<"getConfigurationTemplates">> {
        return new List(this.client, "getConfigurationTemplates", {}, options);
    }

    /**
     * Create a configuration template. The answer does not hold the request configurations.
     *
     * `POST /configuration-templates`
     *
     * @param body Input to create a configuration template.
     * @returns 200: The new template.
     * @throws {CallError} The subclass identifies the cause.
     */
    create(
        body: NonNullable<t.CreateConfigurationTemplateData["body"]>,
        options?: CallOptions,
    ): Promise<Answer<"createConfigurationTemplate">> {
        return this.client.call("createConfigurationTemplate", { body }, options);
    }

    /**
     * Change a configuration template. The id is a field of the body; fields left out stay.
     *
     * `PUT /configuration-templates`
     *
     * @param body Changes to a template; the id travels in the body.
     * @returns 200: The changed template.
     * @throws {CallError} The subclass identifies the cause.
     */
    update(
        body: NonNullable<t.UpdateConfigurationTemplateData["body"]>,
        options?: CallOptions,
    ): Promise<Answer<"updateConfigurationTemplate">> {
        return this.client.call("updateConfigurationTemplate", { body }, options);
    }

    /**
     * Delete a configuration template.
     *
     * `DELETE /configuration-templates/{configuration_template_id}`
     *
     * @param configurationTemplateId Configuration template id.
     * @returns 200: Deleted.
     * @throws {CallError} The subclass identifies the cause.
     */
    delete(configurationTemplateId: string, options?: CallOptions): Promise<Answer<"deleteConfigurationTemplate">> {
        return this.client.call(
            "deleteConfigurationTemplate",
            { path: { configuration_template_id: configurationTemplateId } },
            options,
        );
    }
}

/** Reviews handed over. */
export class DelegationsArea extends ApiArea {
    /**
     * List delegations.
     *
     * `GET /delegations`, in pages of 200 (`page_size`, 1000 at most).
     *
     * @param query.delegator_user_id Only from this user.
     * @param query.delegate_user_id Only to this user.
     * @param query.cursor Opaque position from an earlier page.
     * @param query.page_size Items per page; 200 when left out, 1000 at most.
     * @returns 200: A page of delegations.
     * @throws {CallError} The subclass identifies the cause.
     */
    list(
        query?: NonNullable<t.GetDelegationsData["query"]>,
        options?: CallOptions,
    ): List<Item<"getDelegations">, Answer<"getDelegations">> {
        return new List(this.client, "getDelegations", { query }, options);
    }

    /**
     * Create a delegation. It can be deleted afterwards, not changed.
     *
     * `POST /delegations`
     *
     * @param body Input to create a delegation.
     * @returns 200: The delegation.
     * @throws {CallError} The subclass identifies the cause.
     */
    create(
        body: NonNullable<t.CreateDelegationData["body"]>,
        options?: CallOptions,
    ): Promise<Answer<"createDelegation">> {
        return this.client.call("createDelegation", { body }, options);
    }

    /**
     * Read one delegation.
     *
     * `GET /delegations/{delegation_id}`
     *
     * @param delegationId Delegation id.
     * @returns 200: The delegation.
     * @throws {CallError} The subclass identifies the cause.
     */
    get(delegationId: string, options?: CallOptions): Promise<Answer<"getDelegation">> {
        return this.client.call("getDelegation", { path: { delegation_id: delegationId } }, options);
    }

    /**
     * Delete a delegation.
     *
     * `DELETE /delegations/{delegation_id}`
     *
     * @param delegationId Delegation id.
     * @returns 200: Deleted.
     * @throws {CallError} The subclass identifies the cause.
     */
    delete(delegationId: string, options?: CallOptions): Promise<Answer<"deleteDelegation">> {
        return this.client.call("deleteDelegation", { path: { delegation_id: delegationId } }, options);
    }
}

/** Outgoing event connections. */
export class EventStreamsArea extends ApiArea {
    /**
     * List event streams. All of them in one answer, credentials masked; one stream cannot be read by itself.
     *
     * `GET /event-streams`, the whole list in one answer.
     *
     * @returns 200: All streams; secrets masked.
     * @throws {CallError} The subclass identifies the cause.
     */
    list(options?: CallOptions): List<Item<"getEventStreams">, Answer<"getEventStreams">> {
        return new List(this.client, "getEventStreams", {}, options);
    }

    /**
     * Create an event stream. This answer is the only one that holds the credentials in clear text.
     *
     * `POST /event-streams`
     *
     * @param body Input to create a stream.
     * @returns 200: The new stream, with credentials in clear text.
     * @throws {CallError} The subclass identifies the cause.
     */
    create(
        body: NonNullable<t.CreateEventStreamData["body"]>,
        options?: CallOptions,
    ): Promise<Answer<"createEventStream">> {
        return this.client.call("createEventStream", { body }, options);
    }

    /**
     * Change an event stream.
     *
     * `PUT /event-streams/{event_stream_id}`
     *
     * @param eventStreamId Event stream id.
     * @param body Changes to a stream; the transport cannot change.
     * @returns 200: The changed stream.
     * @throws {CallError} The subclass identifies the cause.
     */
    update(
        eventStreamId: string,
        body: NonNullable<t.UpdateEventStreamData["body"]>,
        options?: CallOptions,
    ): Promise<Answer<"updateEventStream">> {
        return this.client.call("updateEventStream", { path: { event_stream_id: eventStreamId }, body }, options);
    }

    /**
     * Delete an event stream.
     *
     * `DELETE /event-streams/{event_stream_id}`
     *
     * @param eventStreamId Event stream id.
     * @returns 200: Deleted.
     * @throws {CallError} The subclass identifies the cause.
     */
    delete(eventStreamId: string, options?: CallOptions): Promise<Answer<"deleteEventStream">> {
        return this.client.call("deleteEventStream", { path: { event_stream_id: eventStreamId } }, options);
    }
}

/** Audit events. */
export class EventsArea extends ApiArea {
    /**
     * List audit events.
     *
     * `GET /events`, in pages of 200 (`page_size`, 1000 at most).
     *
     * @param query.cursor Opaque position from an earlier page.
     * @param query.page_size Items per page; 200 when left out, 1000 at most.
     * @param query.start_date_filter Not before this. A date or an ISO 8601 date-time.
     * @param query.end_date_filter Not after this. A date or an ISO 8601 date-time.
     * @param query.actor_filter Only by this actor.
     * @param query.object_filter Only about this object.
     * @param query.event_type_filter Only this type, an open string.
     * @param query.api_token_filter Only through this token: its name plus its masked preview.
     * @returns 200: A page of events.
     * @throws {CallError} The subclass identifies the cause.
     */
    list(
        query?: NonNullable<t.GetEventsData["query"]>,
        options?: CallOptions,
    ): List<Item<"getEvents">, Answer<"getEvents">> {
        return new List(this.client, "getEvents", { query }, options);
    }

    /**
     * Read one event.
     *
     * `GET /events/{event_id}`
     *
     * @param eventId Event id.
     * @returns 200: The event.
     * @throws {NotFoundError} 404: No such event.
     * @throws {CallError} The subclass identifies the cause.
     */
    get(eventId: string, options?: CallOptions): Promise<Answer<"getEvent">> {
        return this.client.call("getEvent", { path: { event_id: eventId } }, options);
    }
}

/** Linked groups. */
export class GroupBindingsArea extends ApiArea {
    /**
     * List group bindings.
     *
     * `GET /group-bindings`, in pages of 200 (`page_size`, 1000 at most).
     *
     * @param query.cursor Opaque position from an earlier page.
     * @param query.page_size Items per page; 200 when left out, 1000 at most.
     * @returns 200: A page of bindings.
     * @throws {CallError} The subclass identifies the cause.
     */
    list(
        query?: NonNullable<t.GetGroupBindingsData["query"]>,
        options?: CallOptions,
    ): List<Item<"getGroupBindings">, Answer<"getGroupBindings">> {
        return new List(this.client, "getGroupBindings", { query }, options);
    }

    /**
     * Link groups to a source group.
     *
     * `POST /group-bindings`
     *
     * @param body Input to link groups.
     * @returns 200: The new binding.
     * @throws {CallError} The subclass identifies the cause.
     */
    create(
        body: NonNullable<t.CreateGroupBindingData["body"]>,
        options?: CallOptions,
    ): Promise<Answer<"createGroupBinding">> {
        return this.client.call("createGroupBinding", { body }, options);
    }

    /**
     * Rewrite several bindings. Each entry holds the whole binding and replaces it.
     *
     * `PUT /group-bindings`
     *
     * @param body Bulk rewrite of bindings.
     * @returns 200: Done; no body.
     * @throws {CallError} The subclass identifies the cause.
     */
    update(
        body: NonNullable<t.UpdateGroupBindingsData["body"]>,
        options?: CallOptions,
    ): Promise<Answer<"updateGroupBindings">> {
        return this.client.call("updateGroupBindings", { body }, options);
    }

    /**
     * Read one binding.
     *
     * `GET /group-bindings/{group_binding_id}`
     *
     * @param groupBindingId Group binding id.
     * @returns 200: The binding.
     * @throws {CallError} The subclass identifies the cause.
     */
    get(groupBindingId: string, options?: CallOptions): Promise<Answer<"getGroupBinding">> {
        return this.client.call("getGroupBinding", { path: { group_binding_id: groupBindingId } }, options);
    }

    /**
     * Delete a binding.
     *
     * `DELETE /group-bindings/{group_binding_id}`
     *
     * @param groupBindingId Group binding id.
     * @returns 200: Deleted.
     * @throws {CallError} The subclass identifies the cause.
     */
    delete(groupBindingId: string, options?: CallOptions): Promise<Answer<"deleteGroupBinding">> {
        return this.client.call("deleteGroupBinding", { path: { group_binding_id: groupBindingId } }, options);
    }
}

/** Groups and their parts. */
export class GroupsArea extends ApiArea {
    /**
     * List groups. Groups of access rules are among them.
     *
     * `GET /groups`, in pages of 200 (`page_size`, 1000 at most).
     *
     * @param query.cursor Opaque position from an earlier page.
     * @param query.page_size Items per page; 200 when left out, 1000 at most.
     * @param query.group_type_filter Only this kind.
     * @param query.group_ids Only these groups; comma-separated.
     * @param query.group_name Only groups of this name.
     * @param query.tag_ids Only groups carrying any of these tags.
     * @param query.requestable Only groups that allow requests, without checking the rights of the caller.
     * @returns 200: A page of groups.
     * @throws {CallError} The subclass identifies the cause.
     */
    list(
        query?: NonNullable<t.GetGroupsData["query"]>,
        options?: CallOptions,
    ): List<Item<"getGroups">, Answer<"getGroups">> {
        return new List(this.client, "getGroups", { query }, options);
    }

    /**
     * Change several groups. Each entry needs the id of its group; fields left out stay. The answer repeats the entries. This is the only way to change a group.
     *
     * `PUT /groups`
     *
     * @param body Bulk update of groups; also the answer.
     * @returns 200: The applied changes.
     * @throws {CallError} The subclass identifies the cause.
     */
    update(body: NonNullable<t.UpdateGroupsData["body"]>, options?: CallOptions): Promise<Answer<"updateGroups">> {
        return this.client.call("updateGroups", { body }, options);
    }

    /**
     * Create a group or import a remote one. Owner, request configurations and visibility are set by further calls.
     *
     * `POST /groups`
     *
     * @param body Input to create or import a group. Everything else is set by a bulk PUT afterwards.
     * @returns 200: The new group.
     * @throws {CallError} The subclass identifies the cause.
     */
    create(body: NonNullable<t.CreateGroupData["body"]>, options?: CallOptions): Promise<Answer<"createGroup">> {
        return this.client.call("createGroup", { body }, options);
    }

    /**
     * Read one group.
     *
     * `GET /groups/{group_id}`
     *
     * @param groupId Group id.
     * @returns 200: The group.
     * @throws {CallError} The subclass identifies the cause.
     */
    get(groupId: string, options?: CallOptions): Promise<Answer<"getGroup">> {
        return this.client.call("getGroup", { path: { group_id: groupId } }, options);
    }

    /**
     * Delete a group. Also the way to delete an access rule, whose id is that of its group.
     *
     * `DELETE /groups/{group_id}`
     *
     * @param groupId Group id.
     * @returns 200: Deleted.
     * @throws {CallError} The subclass identifies the cause.
     */
    delete(groupId: string, options?: CallOptions): Promise<Answer<"deleteGroup">> {
        return this.client.call("deleteGroup", { path: { group_id: groupId } }, options);
    }

    /**
     * Read the audit and reviewer channels of a group. Both the audit channels of the group and the reviewer channels of its owners.
     *
     * `GET /groups/{group_id}/message-channels`, the whole list in one answer.
     *
     * @param groupId Group id.
     * @returns 200: Channels of both kinds.
     * @throws {CallError} The subclass identifies the cause.
     */
    listMessageChannels(
        groupId: string,
        options?: CallOptions,
    ): List<Item<"getGroupMessageChannels">, Answer<"getGroupMessageChannels">> {
        return new List(this.client, "getGroupMessageChannels", { path: { group_id: groupId } }, options);
    }

    /**
     * Replace the audit channels of a group.
     *
     * `PUT /groups/{group_id}/message-channels`
     *
     * @param groupId Group id.
     * @param body Replacement set of audit channels.
     * @returns 200: Ids of the audit channels.
     * @throws {CallError} The subclass identifies the cause.
     */
    setMessageChannels(
        groupId: string,
        body: NonNullable<t.SetGroupMessageChannelsData["body"]>,
        options?: CallOptions,
    ): Promise<Answer<"setGroupMessageChannels">> {
        return this.client.call("setGroupMessageChannels", { path: { group_id: groupId }, body }, options);
    }

    /**
     * Read the on-call schedules of a group.
     *
     * `GET /groups/{group_id}/on-call-schedules`, the whole list in one answer.
     *
     * @param groupId Group id.
     * @returns 200: Schedules.
     * @throws {CallError} The subclass identifies the cause.
     */
    listOnCallSchedules(
        groupId: string,
        options?: CallOptions,
    ): List<Item<"getGroupOnCallSchedules">, Answer<"getGroupOnCallSchedules">> {
        return new List(this.client, "getGroupOnCallSchedules", { path: { group_id: groupId } }, options);
    }

    /**
     * Replace the on-call schedules of a group.
     *
     * `PUT /groups/{group_id}/on-call-schedules`
     *
     * @param groupId Group id.
     * @param body Replacement set of schedules.
     * @returns 200: Ids of the schedules.
     * @throws {CallError} The subclass identifies the cause.
     */
    setOnCallSchedules(
        groupId: string,
        body: NonNullable<t.SetGroupOnCallSchedulesData["body"]>,
        options?: CallOptions,
    ): Promise<Answer<"setGroupOnCallSchedules">> {
        return this.client.call("setGroupOnCallSchedules", { path: { group_id: groupId }, body }, options);
    }

    /**
     * List the access levels of a group. Empty for a group that has only the default level.
     *
     * `GET /groups/{group_id}/access_levels`, the whole list in one answer.
     *
     * @param groupId Group id.
     * @returns 200: Levels; empty when there is only the default one.
     * @throws {NotFoundError} 404: No such group.
     * @throws {CallError} The subclass identifies the cause.
     */
    listAccessLevels(
        groupId: string,
        options?: CallOptions,
    ): List<Item<"getGroupAccessLevels">, Answer<"getGroupAccessLevels">> {
        return new List(this.client, "getGroupAccessLevels", { path: { group_id: groupId } }, options);
    }

    /**
     * List the resources a group gives access to.
     *
     * `GET /groups/{group_id}/resources`, the whole list in one answer.
     *
     * @param groupId Group id.
     * @returns 200: Links.
     * @throws {CallError} The subclass identifies the cause.
     */
    listResources(
        groupId: string,
        options?: CallOptions,
    ): List<Item<"getGroupResources">, Answer<"getGroupResources">> {
        return new List(this.client, "getGroupResources", { path: { group_id: groupId } }, options);
    }

    /**
     * Replace the resources of a group. Replaces the whole set. It is also the way to remove one resource: send the others.
     *
     * `PUT /groups/{group_id}/resources`
     *
     * @param groupId Group id.
     * @param body Replacement set of resources of a group.
     * @returns 200: Set; no body.
     * @throws {CallError} The subclass identifies the cause.
     */
    setResources(
        groupId: string,
        body: NonNullable<t.SetGroupResourcesData["body"]>,
        options?: CallOptions,
    ): Promise<Answer<"setGroupResources">> {
        return this.client.call("setGroupResources", { path: { group_id: groupId }, body }, options);
    }

    /**
     * Add one resource to a group. The access level is part of the link's key.
     *
     * `POST /groups/{group_id}/resources/{resource_id}`
     *
     * @param groupId Group id.
     * @param resourceId Resource id.
     * @param body Level and duration of the link.
     * @param query.access_level_remote_id Deprecated. Old place of the access level; send it in the body.
     * @returns 200: The link.
     * @throws {CallError} The subclass identifies the cause.
     */
    addResource(
        groupId: string,
        resourceId: string,
        body?: NonNullable<t.AddGroupResourceData["body"]>,
        query?: NonNullable<t.AddGroupResourceData["query"]>,
        options?: CallOptions,
    ): Promise<Answer<"addGroupResource">> {
        return this.client.call(
            "addGroupResource",
            { path: { group_id: groupId, resource_id: resourceId }, body, query },
            options,
        );
    }

    /**
     * List the groups this group is nested into.
     *
     * `GET /groups/{group_id}/containing-groups`, the whole list in one answer.
     *
     * @param groupId Group id.
     * @param query.access_level_remote_id Only links at this level.
     * @returns 200: Links.
     * @throws {CallError} The subclass identifies the cause.
     */
    listContainingGroups(
        groupId: string,
        query?: NonNullable<t.GetGroupContainingGroupsData["query"]>,
        options?: CallOptions,
    ): List<Item<"getGroupContainingGroups">, Answer<"getGroupContainingGroups">> {
        return new List(this.client, "getGroupContainingGroups", { path: { group_id: groupId }, query }, options);
    }

    /**
     * Nest this group into another. The group of the path is the member; the body names the group it goes into.
     *
     * `POST /groups/{group_id}/containing-groups`
     *
     * @param groupId Group id.
     * @param body Nesting of the path group (member) into another group. Both body and answer.
     * @returns 200: The link.
     * @throws {CallError} The subclass identifies the cause.
     */
    addContainingGroup(
        groupId: string,
        body: NonNullable<t.AddGroupContainingGroupData["body"]>,
        options?: CallOptions,
    ): Promise<Answer<"addGroupContainingGroup">> {
        return this.client.call("addGroupContainingGroup", { path: { group_id: groupId }, body }, options);
    }

    /**
     * Read one nesting. Only the nesting by the default access level; the list shows the others.
     *
     * `GET /groups/{group_id}/containing-groups/{containing_group_id}`
     *
     * @param groupId Group id.
     * @param containingGroupId Id of the group that contains.
     * @returns 200: The link.
     * @throws {CallError} The subclass identifies the cause.
     */
    getContainingGroup(
        groupId: string,
        containingGroupId: string,
        options?: CallOptions,
    ): Promise<Answer<"getGroupContainingGroup">> {
        return this.client.call(
            "getGroupContainingGroup",
            { path: { group_id: groupId, containing_group_id: containingGroupId } },
            options,
        );
    }

    /**
     * Undo a nesting. The access level is part of the key: without access_level_remote_id the nesting by the default level is removed.
     *
     * `DELETE /groups/{group_id}/containing-groups/{containing_group_id}`
     *
     * @param groupId Group id.
     * @param containingGroupId Id of the group that contains.
     * @param query.access_level_remote_id Access level concerned; "" (default level) when left out.
     * @returns 204: Undone.
     * @throws {CallError} The subclass identifies the cause.
     */
    removeContainingGroup(
        groupId: string,
        containingGroupId: string,
        query?: NonNullable<t.RemoveGroupContainingGroupData["query"]>,
        options?: CallOptions,
    ): Promise<Answer<"removeGroupContainingGroup">> {
        return this.client.call(
            "removeGroupContainingGroup",
            { path: { group_id: groupId, containing_group_id: containingGroupId }, query },
            options,
        );
    }

    /**
     * Read the visibility of a group.
     *
     * `GET /groups/{group_id}/visibility`
     *
     * @param groupId Group id.
     * @returns 200: The visibility.
     * @throws {ForbiddenError} 403: Not allowed to see the visibility of the group.
     * @throws {CallError} The subclass identifies the cause.
     */
    getVisibility(groupId: string, options?: CallOptions): Promise<Answer<"getGroupVisibility">> {
        return this.client.call("getGroupVisibility", { path: { group_id: groupId } }, options);
    }

    /**
     * Replace the visibility of a group.
     *
     * `PUT /groups/{group_id}/visibility`
     *
     * @param groupId Group id.
     * @param body Visibility of an object. LIMITED with no groups leaves only administrators and those with access.
     * @returns 200: The visibility.
     * @throws {CallError} The subclass identifies the cause.
     */
    setVisibility(
        groupId: string,
        body: NonNullable<t.SetGroupVisibilityData["body"]>,
        options?: CallOptions,
    ): Promise<Answer<"setGroupVisibility">> {
        return this.client.call("setGroupVisibility", { path: { group_id: groupId }, body }, options);
    }

    /**
     * Read the reviewers of a group.
     *
     * `GET /groups/{group_id}/reviewers`
     *
     * @param groupId Group id.
     * @returns 200: Owner ids.
     * @throws {CallError} The subclass identifies the cause.
     * @deprecated Use request_configurations[].reviewer_stages through PUT /groups.
     */
    getReviewers(groupId: string, options?: CallOptions): Promise<Answer<"getGroupReviewers">> {
        return this.client.call("getGroupReviewers", { path: { group_id: groupId } }, options);
    }

    /**
     * Replace the reviewers of a group.
     *
     * `PUT /groups/{group_id}/reviewers`
     *
     * @param groupId Group id.
     * @param body Replacement set of reviewers.
     * @returns 200: Owner ids.
     * @throws {CallError} The subclass identifies the cause.
     * @deprecated Use request_configurations[].reviewer_stages through PUT /groups.
     */
    setReviewers(
        groupId: string,
        body: NonNullable<t.SetGroupReviewersData["body"]>,
        options?: CallOptions,
    ): Promise<Answer<"setGroupReviewers">> {
        return this.client.call("setGroupReviewers", { path: { group_id: groupId }, body }, options);
    }

    /**
     * Read the reviewer stages of a group.
     *
     * `GET /groups/{group_id}/reviewer-stages`
     *
     * @param groupId Group id.
     * @returns 200: Stages in order.
     * @throws {CallError} The subclass identifies the cause.
     * @deprecated Use request_configurations[].reviewer_stages through PUT /groups.
     */
    getReviewerStages(groupId: string, options?: CallOptions): Promise<Answer<"getGroupReviewerStages">> {
        return this.client.call("getGroupReviewerStages", { path: { group_id: groupId } }, options);
    }

    /**
     * Replace the reviewer stages of a group.
     *
     * `PUT /groups/{group_id}/reviewer-stages`
     *
     * @param groupId Group id.
     * @param body Replacement list of stages.
     * @returns 200: Stages in order.
     * @throws {CallError} The subclass identifies the cause.
     * @deprecated Use request_configurations[].reviewer_stages through PUT /groups.
     */
    setReviewerStages(
        groupId: string,
        body: NonNullable<t.SetGroupReviewerStagesData["body"]>,
        options?: CallOptions,
    ): Promise<Answer<"setGroupReviewerStages">> {
        return this.client.call("setGroupReviewerStages", { path: { group_id: groupId }, body }, options);
    }

    /**
     * List the tags on a group.
     *
     * `GET /groups/{group_id}/tags`, the whole list in one answer.
     *
     * @param groupId Group id.
     * @returns 200: Tags.
     * @throws {CallError} The subclass identifies the cause.
     */
    listTags(groupId: string, options?: CallOptions): List<Item<"getGroupTags">, Answer<"getGroupTags">> {
        return new List(this.client, "getGroupTags", { path: { group_id: groupId } }, options);
    }

    /**
     * List the members of a group. Without page_size and cursor the whole membership comes in one answer.
     *
     * `GET /groups/{group_id}/users`, in pages of 200 (`page_size`, 1000 at most); without `page_size` and `cursor` the whole list at once.
     *
     * @param groupId Group id.
     * @param query.cursor Opaque position from an earlier page.
     * @param query.page_size Items per page, 1000 at most. With page_size or cursor one page is returned (200 by default); with neither, everybody at once.
     * @returns 200: Members.
     * @throws {CallError} The subclass identifies the cause.
     */
    listUsers(
        groupId: string,
        query?: NonNullable<t.GetGroupUsersData["query"]>,
        options?: CallOptions,
    ): List<Item<"getGroupUsers">, Answer<"getGroupUsers">> {
        return new List(this.client, "getGroupUsers", { path: { group_id: groupId }, query }, options);
    }

    /**
     * Change the duration or level of a membership. A negative duration revokes the membership.
     *
     * `PUT /groups/{group_id}/users/{user_id}`
     *
     * @param groupId Group id.
     * @param userId User id.
     * @param body New duration and level of a membership.
     * @returns 200: The membership.
     * @throws {CallError} The subclass identifies the cause.
     */
    updateUser(
        groupId: string,
        userId: string,
        body: NonNullable<t.UpdateGroupUserData["body"]>,
        options?: CallOptions,
    ): Promise<Answer<"updateGroupUser">> {
        return this.client.call("updateGroupUser", { path: { group_id: groupId, user_id: userId }, body }, options);
    }

    /**
     * Add a user to a group. The access level is part of the membership's key.
     *
     * `POST /groups/{group_id}/users/{user_id}`
     *
     * @param groupId Group id.
     * @param userId User id.
     * @param body Duration and level of a membership.
     * @param query.duration_minutes Deprecated. Old place of the duration; send it in the body. From 0 to 153722867.
     * @param query.access_level_remote_id Deprecated. Old place of the access level; send it in the body.
     * @returns 200: The membership.
     * @throws {CallError} The subclass identifies the cause.
     */
    addUser(
        groupId: string,
        userId: string,
        body?: NonNullable<t.AddGroupUserData["body"]>,
        query?: NonNullable<t.AddGroupUserData["query"]>,
        options?: CallOptions,
    ): Promise<Answer<"addGroupUser">> {
        return this.client.call("addGroupUser", { path: { group_id: groupId, user_id: userId }, body, query }, options);
    }

    /**
     * Remove a user from a group. The access level is part of the key: without access_level_remote_id the membership of the default level is removed.
     *
     * `DELETE /groups/{group_id}/users/{user_id}`
     *
     * @param groupId Group id.
     * @param userId User id.
     * @param query.access_level_remote_id Level of the membership to remove; "" when left out.
     * @returns 200: Removed.
     * @throws {CallError} The subclass identifies the cause.
     */
    deleteUser(
        groupId: string,
        userId: string,
        query?: NonNullable<t.DeleteGroupUserData["query"]>,
        options?: CallOptions,
    ): Promise<Answer<"deleteGroupUser">> {
        return this.client.call("deleteGroupUser", { path: { group_id: groupId, user_id: userId }, query }, options);
    }

    /**
     * List the groups of a user.
     *
     * `GET /groups/users/{user_id}`, in pages of 200 (`page_size`, 1000 at most).
     *
     * @param userId User id.
     * @param query.cursor Opaque position from an earlier page.
     * @param query.page_size Items per page; 200 when left out, 1000 at most.
     * @returns 200: A page of memberships.
     * @throws {CallError} The subclass identifies the cause.
     */
    listUserGroups(
        userId: string,
        query?: NonNullable<t.GetUserGroupsData["query"]>,
        options?: CallOptions,
    ): List<Item<"getUserGroups">, Answer<"getUserGroups">> {
        return new List(this.client, "getUserGroups", { path: { user_id: userId }, query }, options);
    }
}

/** Groups of directory apps. */
export class IdpGroupMappingsArea extends ApiArea {
    /**
     * List the mappings of a directory app.
     *
     * `GET /idp-group-mappings/{app_resource_id}`, the whole list in one answer.
     *
     * @param appResourceId Resource id of the directory app.
     * @returns 200: Mappings.
     * @throws {CallError} The subclass identifies the cause.
     */
    list(
        appResourceId: string,
        options?: CallOptions,
    ): List<Item<"getIdpGroupMappings">, Answer<"getIdpGroupMappings">> {
        return new List(this.client, "getIdpGroupMappings", { path: { app_resource_id: appResourceId } }, options);
    }

    /**
     * Set the mappings of a directory app. Replaces the whole list of mappings.
     *
     * `PUT /idp-group-mappings/{app_resource_id}`
     *
     * @param appResourceId Resource id of the directory app.
     * @param body Mappings of the app.
     * @returns 200: Done; no body.
     * @throws {CallError} The subclass identifies the cause.
     */
    update(
        appResourceId: string,
        body: NonNullable<t.UpdateIdpGroupMappingsData["body"]>,
        options?: CallOptions,
    ): Promise<Answer<"updateIdpGroupMappings">> {
        return this.client.call("updateIdpGroupMappings", { path: { app_resource_id: appResourceId }, body }, options);
    }

    /**
     * Read one mapping.
     *
     * `GET /idp-group-mappings/{app_resource_id}/groups/{group_id}`
     *
     * @param appResourceId Resource id of the directory app.
     * @param groupId Group id.
     * @returns 200: The mapping.
     * @throws {CallError} The subclass identifies the cause.
     */
    get(appResourceId: string, groupId: string, options?: CallOptions): Promise<Answer<"getIdpGroupMapping">> {
        return this.client.call(
            "getIdpGroupMapping",
            { path: { app_resource_id: appResourceId, group_id: groupId } },
            options,
        );
    }

    /**
     * Create or change one mapping. Of a mapping that exists, only the fields sent change.
     *
     * `POST /idp-group-mappings/{app_resource_id}/groups/{group_id}`
     *
     * @param appResourceId Resource id of the directory app.
     * @param groupId Group id.
     * @param body Fields of the mapping; those left out keep their value.
     * @returns 200: The mapping.
     * @throws {CallError} The subclass identifies the cause.
     */
    upsert(
        appResourceId: string,
        groupId: string,
        body?: NonNullable<t.UpsertIdpGroupMappingData["body"]>,
        options?: CallOptions,
    ): Promise<Answer<"upsertIdpGroupMapping">> {
        return this.client.call(
            "upsertIdpGroupMapping",
            { path: { app_resource_id: appResourceId, group_id: groupId }, body },
            options,
        );
    }

    /**
     * Delete one mapping.
     *
     * `DELETE /idp-group-mappings/{app_resource_id}/groups/{group_id}`
     *
     * @param appResourceId Resource id of the directory app.
     * @param groupId Group id.
     * @returns 200: Deleted.
     * @throws {CallError} The subclass identifies the cause.
     */
    delete(appResourceId: string, groupId: string, options?: CallOptions): Promise<Answer<"deleteIdpGroupMapping">> {
        return this.client.call(
            "deleteIdpGroupMapping",
            { path: { app_resource_id: appResourceId, group_id: groupId } },
            options,
        );
    }
}

/** Chat channels. */
export class MessageChannelsArea extends ApiArea {
    /**
     * List message channels.
     *
     * `GET /message-channels`, the whole list in one answer.
     *
     * @returns 200: All channels.
     * @throws {CallError} The subclass identifies the cause.
     */
    list(options?: CallOptions): List<Item<"getMessageChannels">, Answer<"getMessageChannels">> {
        return new List(this.client, "getMessageChannels", {}, options);
    }

    /**
     * Register a message channel. It can be neither changed nor deleted afterwards.
     *
     * `POST /message-channels`
     *
     * @param body Input to register a chat channel.
     * @returns 200: The channel.
     * @throws {CallError} The subclass identifies the cause.
     */
    create(
        body: NonNullable<t.CreateMessageChannelData["body"]>,
        options?: CallOptions,
    ): Promise<Answer<"createMessageChannel">> {
        return this.client.call("createMessageChannel", { body }, options);
    }

    /**
     * Read one message channel.
     *
     * `GET /message-channels/{message_channel_id}`
     *
     * @param messageChannelId Message channel id.
     * @returns 200: The channel.
     * @throws {CallError} The subclass identifies the cause.
     */
    get(messageChannelId: string, options?: CallOptions): Promise<Answer<"getMessageChannel">> {
        return this.client.call("getMessageChannel", { path: { message_channel_id: messageChannelId } }, options);
    }
}

/** Service accounts and the like. */
export class NonHumanIdentitiesArea extends ApiArea {
    /**
     * List non-human identities.
     *
     * `GET /non-human-identities`, in pages of 200 (`page_size`, 1000 at most).
     *
     * @param query.cursor Opaque position from an earlier page.
     * @param query.page_size Items per page; 200 when left out, 1000 at most.
     * @returns 200: A page of identities, as resources.
     * @throws {CallError} The subclass identifies the cause.
     */
    list(
        query?: NonNullable<t.GetNonHumanIdentitiesData["query"]>,
        options?: CallOptions,
    ): List<Item<"getNonHumanIdentities">, Answer<"getNonHumanIdentities">> {
        return new List(this.client, "getNonHumanIdentities", { query }, options);
    }
}

/** On-call schedules. */
export class OnCallSchedulesArea extends ApiArea {
    /**
     * List on-call schedules.
     *
     * `GET /on-call-schedules`, the whole list in one answer.
     *
     * @returns 200: All schedules.
     * @throws {CallError} The subclass identifies the cause.
     */
    list(options?: CallOptions): List<Item<"getOnCallSchedules">, Answer<"getOnCallSchedules">> {
        return new List(this.client, "getOnCallSchedules", {}, options);
    }

    /**
     * Register an on-call schedule. It can be neither changed nor deleted afterwards.
     *
     * `POST /on-call-schedules`
     *
     * @param body Input to register an on-call schedule.
     * @returns 200: The schedule.
     * @throws {CallError} The subclass identifies the cause.
     */
    create(
        body: NonNullable<t.CreateOnCallScheduleData["body"]>,
        options?: CallOptions,
    ): Promise<Answer<"createOnCallSchedule">> {
        return this.client.call("createOnCallSchedule", { body }, options);
    }

    /**
     * Read one on-call schedule.
     *
     * `GET /on-call-schedules/{on_call_schedule_id}`
     *
     * @param onCallScheduleId On-call schedule id.
     * @returns 200: The schedule.
     * @throws {CallError} The subclass identifies the cause.
     */
    get(onCallScheduleId: string, options?: CallOptions): Promise<Answer<"getOnCallSchedule">> {
        return this.client.call("getOnCallSchedule", { path: { on_call_schedule_id: onCallScheduleId } }, options);
    }
}

/** Administrators and reviewers. */
export class OwnersArea extends ApiArea {
    /**
     * List owners.
     *
     * `GET /owners`, in pages of 200 (`page_size`, 1000 at most).
     *
     * @param query.cursor Opaque position from an earlier page.
     * @param query.page_size Items per page; 200 when left out, 1000 at most.
     * @param query.name Only owners of this name.
     * @returns 200: A page of owners.
     * @throws {CallError} The subclass identifies the cause.
     */
    list(
        query?: NonNullable<t.GetOwnersData["query"]>,
        options?: CallOptions,
    ): List<Item<"getOwners">, Answer<"getOwners">> {
        return new List(this.client, "getOwners", { query }, options);
    }

    /**
     * Create an owner. With a source group, user_ids must be empty.
     *
     * `POST /owners`
     *
     * @param body Input to create an owner.
     * @returns 200: The new owner.
     * @throws {CallError} The subclass identifies the cause.
     */
    create(body: NonNullable<t.CreateOwnerData["body"]>, options?: CallOptions): Promise<Answer<"createOwner">> {
        return this.client.call("createOwner", { body }, options);
    }

    /**
     * Change several owners. Each entry needs the id of its owner; fields left out stay. The users of an owner are not touched.
     *
     * `PUT /owners`
     *
     * @param body Bulk update of owners; also the answer.
     * @returns 200: The applied changes.
     * @throws {CallError} The subclass identifies the cause.
     */
    update(body: NonNullable<t.UpdateOwnersData["body"]>, options?: CallOptions): Promise<Answer<"updateOwners">> {
        return this.client.call("updateOwners", { body }, options);
    }

    /**
     * Read one owner.
     *
     * `GET /owners/{owner_id}`
     *
     * @param ownerId Owner id.
     * @returns 200: The owner.
     * @throws {CallError} The subclass identifies the cause.
     */
    get(ownerId: string, options?: CallOptions): Promise<Answer<"getOwner">> {
        return this.client.call("getOwner", { path: { owner_id: ownerId } }, options);
    }

    /**
     * Delete an owner.
     *
     * `DELETE /owners/{owner_id}`
     *
     * @param ownerId Owner id.
     * @returns 200: Deleted.
     * @throws {CallError} The subclass identifies the cause.
     */
    delete(ownerId: string, options?: CallOptions): Promise<Answer<"deleteOwner">> {
        return this.client.call("deleteOwner", { path: { owner_id: ownerId } }, options);
    }

    /**
     * Read an owner by name. An owner whose name holds a slash cannot be read by this path: list the owners of that name.
     *
     * `GET /owners/name/{owner_name}`
     *
     * @param ownerName Owner name; no slash.
     * @returns 200: The owner.
     * @throws {CallError} The subclass identifies the cause.
     */
    getByName(ownerName: string, options?: CallOptions): Promise<Answer<"getOwnerByName">> {
        return this.client.call("getOwnerByName", { path: { owner_name: ownerName } }, options);
    }

    /**
     * List the users of an owner.
     *
     * `GET /owners/{owner_id}/users`, the whole list in one answer.
     *
     * @param ownerId Owner id.
     * @returns 200: Users, in escalation order where that applies.
     * @throws {CallError} The subclass identifies the cause.
     */
    listUsers(ownerId: string, options?: CallOptions): List<Item<"getOwnerUsers">, Answer<"getOwnerUsers">> {
        return new List(this.client, "getOwnerUsers", { path: { owner_id: ownerId } }, options);
    }

    /**
     * Replace the users of an owner. With an escalation period their order is the order of escalation. With a source group they can be put in another order, not added or removed.
     *
     * `PUT /owners/{owner_id}/users`
     *
     * @param ownerId Owner id.
     * @param body User ids.
     * @returns 200: The users now.
     * @throws {CallError} The subclass identifies the cause.
     */
    setUsers(
        ownerId: string,
        body: NonNullable<t.SetOwnerUsersData["body"]>,
        options?: CallOptions,
    ): Promise<Answer<"setOwnerUsers">> {
        return this.client.call("setOwnerUsers", { path: { owner_id: ownerId }, body }, options);
    }
}

/** Agent-style reviewers. */
export class PaladinArea extends ApiArea {
    /**
     * Create a Paladin.
     *
     * `POST /paladin`
     *
     * @param body Input to create a Paladin.
     * @returns 200: The new Paladin.
     * @throws {CallError} The subclass identifies the cause.
     */
    create(body: NonNullable<t.CreatePaladinData["body"]>, options?: CallOptions): Promise<Answer<"createPaladin">> {
        return this.client.call("createPaladin", { body }, options);
    }

    /**
     * Read one Paladin.
     *
     * `GET /paladin/{paladin_id}`
     *
     * @param paladinId Paladin id.
     * @returns 200: The Paladin.
     * @throws {CallError} The subclass identifies the cause.
     */
    get(paladinId: string, options?: CallOptions): Promise<Answer<"getPaladin">> {
        return this.client.call("getPaladin", { path: { paladin_id: paladinId } }, options);
    }

    /**
     * Change a Paladin. The name must be sent; other fields left out stay. The owner cannot change.
     *
     * `PUT /paladin/{paladin_id}`
     *
     * @param paladinId Paladin id.
     * @param body Changes to a Paladin. name is needed; the rest stays when left out. The owner cannot change.
     * @returns 200: The changed Paladin.
     * @throws {CallError} The subclass identifies the cause.
     */
    update(
        paladinId: string,
        body: NonNullable<t.UpdatePaladinData["body"]>,
        options?: CallOptions,
    ): Promise<Answer<"updatePaladin">> {
        return this.client.call("updatePaladin", { path: { paladin_id: paladinId }, body }, options);
    }

    /**
     * Delete a Paladin. Also removes the service user behind it.
     *
     * `DELETE /paladin/{paladin_id}`
     *
     * @param paladinId Paladin id.
     * @returns 200: Deleted, with its service user.
     * @throws {CallError} The subclass identifies the cause.
     */
    delete(paladinId: string, options?: CallOptions): Promise<Answer<"deletePaladin">> {
        return this.client.call("deletePaladin", { path: { paladin_id: paladinId } }, options);
    }

    /**
     * Find Paladins by exact name. Names are not unique, so there may be several. There is no list of all Paladins.
     *
     * `GET /paladin/name/{paladin_name}`, the whole list in one answer.
     *
     * @param paladinName Paladin name, percent-encoded.
     * @returns 200: Matches; may be empty.
     * @throws {CallError} The subclass identifies the cause.
     */
    listByName(
        paladinName: string,
        options?: CallOptions,
    ): List<Item<"getPaladinsByName">, Answer<"getPaladinsByName">> {
        return new List(this.client, "getPaladinsByName", { path: { paladin_name: paladinName } }, options);
    }

    /**
     * List the context sources of a Paladin.
     *
     * `GET /paladin/{paladin_id}/context-sources`, the whole list in one answer.
     *
     * @param paladinId Paladin id.
     * @returns 200: Chat channels and documents.
     * @throws {CallError} The subclass identifies the cause.
     */
    listContextSources(
        paladinId: string,
        options?: CallOptions,
    ): List<Item<"getPaladinContextSources">, Answer<"getPaladinContextSources">> {
        return new List(this.client, "getPaladinContextSources", { path: { paladin_id: paladinId } }, options);
    }

    /**
     * Add a context source. A source that is there already is answered as it is.
     *
     * `POST /paladin/{paladin_id}/context-sources`
     *
     * @param paladinId Paladin id.
     * @param body Input to add a context source. Nothing in it can change later.
     * @returns 200: The new or already present source.
     * @throws {CallError} The subclass identifies the cause.
     */
    createContextSource(
        paladinId: string,
        body: NonNullable<t.CreatePaladinContextSourceData["body"]>,
        options?: CallOptions,
    ): Promise<Answer<"createPaladinContextSource">> {
        return this.client.call("createPaladinContextSource", { path: { paladin_id: paladinId }, body }, options);
    }

    /**
     * Remove a context source.
     *
     * `DELETE /paladin/{paladin_id}/context-sources/{context_source_id}`
     *
     * @param paladinId Paladin id.
     * @param contextSourceId Context source id.
     * @returns 200: Removed.
     * @throws {CallError} The subclass identifies the cause.
     */
    deleteContextSource(
        paladinId: string,
        contextSourceId: string,
        options?: CallOptions,
    ): Promise<Answer<"deletePaladinContextSource">> {
        return this.client.call(
            "deletePaladinContextSource",
            { path: { paladin_id: paladinId, context_source_id: contextSourceId } },
            options,
        );
    }
}

/** Ad-hoc queries. */
export class QueriesArea extends ApiArea {
    /**
     * Run an ad-hoc query. A beta that the vendor enables on request. NODE finds users, resources and groups; ACCESS finds access, one result for each principal, entitlement and access level.
     *
     * `POST /queries/run`, in pages of 200 (`first`).
     *
     * @param body An ad-hoc query; type picks the shape.
     * @returns 200: Results.
     * @throws {CallError} The subclass identifies the cause.
     */
    run(body: NonNullable<t.RunQueryData["body"]>, options?: CallOptions): List<Item<"runQuery">, Answer<"runQuery">> {
        return new List(this.client, "runQuery", { body }, options);
    }
}

/** Questions to requesters. */
export class RequestTemplatesArea extends ApiArea {
    /**
     * List request templates. All of them in one answer.
     *
     * `GET /request-templates`, the whole list in one answer.
     *
     * @returns 200: Request templates.
     * @throws {CallError} The subclass identifies the cause.
     */
    list(options?: CallOptions): List<Item<"getRequestTemplates">, Answer<"getRequestTemplates">> {
        return new List(this.client, "getRequestTemplates", {}, options);
    }

    /**
     * Create a request template.
     *
     * `POST /request-templates`
     *
     * @param body Input to create a request template.
     * @returns 200: The new template.
     * @throws {CallError} The subclass identifies the cause.
     */
    create(
        body: NonNullable<t.CreateRequestTemplateData["body"]>,
        options?: CallOptions,
    ): Promise<Answer<"createRequestTemplate">> {
        return this.client.call("createRequestTemplate", { body }, options);
    }

    /**
     * Change a request template. The id is a field of the body; fields left out stay, but custom_fields replaces every question.
     *
     * `PUT /request-templates`
     *
     * @param body Changes to a request template. What is left out stays, but custom_fields, when sent, replaces every question.
     * @returns 200: The changed template.
     * @throws {CallError} The subclass identifies the cause.
     */
    update(
        body: NonNullable<t.UpdateRequestTemplateData["body"]>,
        options?: CallOptions,
    ): Promise<Answer<"updateRequestTemplate">> {
        return this.client.call("updateRequestTemplate", { body }, options);
    }

    /**
     * Read one request template.
     *
     * `GET /request-templates/{request_template_id}`
     *
     * @param requestTemplateId Request template id.
     * @returns 200: The template.
     * @throws {CallError} The subclass identifies the cause.
     */
    get(requestTemplateId: string, options?: CallOptions): Promise<Answer<"getRequestTemplate">> {
        return this.client.call("getRequestTemplate", { path: { request_template_id: requestTemplateId } }, options);
    }

    /**
     * Delete a request template.
     *
     * `DELETE /request-templates/{request_template_id}`
     *
     * @param requestTemplateId Request template id.
     * @returns 200: Deleted.
     * @throws {CallError} The subclass identifies the cause.
     */
    delete(requestTemplateId: string, options?: CallOptions): Promise<Answer<"deleteRequestTemplate">> {
        return this.client.call("deleteRequestTemplate", { path: { request_template_id: requestTemplateId } }, options);
    }
}

/** Access requests. */
export class RequestsArea extends ApiArea {
    /**
     * List access requests.
     *
     * `GET /requests`, in pages of 200 (`page_size`, 1000 at most).
     *
     * @param query.cursor Opaque position from an earlier page.
     * @param query.page_size Items per page; 200 when left out, 1000 at most.
     * @param query.start_date_filter Not before this. A date or an ISO 8601 date-time.
     * @param query.end_date_filter Not after this. A date or an ISO 8601 date-time.
     * @param query.requester_id Only by this requester.
     * @param query.target_user_id Only for this user.
     * @param query.resource_id Only for this resource.
     * @param query.group_id Only for this group.
     * @param query.show_pending_only Only pending ones.
     * @returns 200: A page of requests.
     * @throws {CallError} The subclass identifies the cause.
     */
    list(
        query?: NonNullable<t.GetRequestsData["query"]>,
        options?: CallOptions,
    ): List<Item<"getRequests">, Answer<"getRequests">> {
        return new List(this.client, "getRequests", { query }, options);
    }

    /**
     * Ask for access.
     *
     * `POST /requests`
     *
     * @param body Input to ask for access.
     * @returns 200: Id of the new request.
     * @throws {CallError} The subclass identifies the cause.
     */
    create(body: NonNullable<t.CreateRequestData["body"]>, options?: CallOptions): Promise<Answer<"createRequest">> {
        return this.client.call("createRequest", { body }, options);
    }

    /**
     * List access requests, Relay style. Forward by first and after, or backward by last and before, not both.
     *
     * `GET /requests/relay`, in pages (`first`, 100 at most).
     *
     * @param query.first Page size going forward. From 1 to 100.
     * @param query.after Go forward from here.
     * @param query.last Page size going backward. From 1 to 100.
     * @param query.before Go backward from here.
     * @param query.status Only this state.
     * @param query.to Only assigned to this user.
     * @param query.from Only asked by this user.
     * @returns 200: A Relay page.
     * @throws {CallError} The subclass identifies the cause.
     * @deprecated Use GET /requests.
     */
    listRelay(
        query?: NonNullable<t.GetRequestsRelayData["query"]>,
        options?: CallOptions,
    ): List<Item<"getRequestsRelay">, Answer<"getRequestsRelay">> {
        return new List(this.client, "getRequestsRelay", { query }, options);
    }

    /**
     * Read one request.
     *
     * `GET /requests/{id}`
     *
     * @param id Request id.
     * @returns 200: The request.
     * @throws {CallError} The subclass identifies the cause.
     */
    get(id: string, options?: CallOptions): Promise<Answer<"getRequest">> {
        return this.client.call("getRequest", { path: { id } }, options);
    }

    /**
     * Approve a request. Records the caller's approval; the last one that is needed grants the access.
     *
     * `POST /requests/{id}/approve`
     *
     * @param id Request id.
     * @param body An approval.
     * @returns 200: The request.
     * @throws {CallError} The subclass identifies the cause.
     */
    approve(
        id: string,
        body: NonNullable<t.ApproveRequestData["body"]>,
        options?: CallOptions,
    ): Promise<Answer<"approveRequest">> {
        return this.client.call("approveRequest", { path: { id }, body }, options);
    }

    /**
     * Deny a request. The comment tells the requester why.
     *
     * `POST /requests/{id}/deny`
     *
     * @param id Request id.
     * @param body A denial.
     * @returns 200: The request.
     * @throws {CallError} The subclass identifies the cause.
     */
    deny(
        id: string,
        body: NonNullable<t.DenyRequestData["body"]>,
        options?: CallOptions,
    ): Promise<Answer<"denyRequest">> {
        return this.client.call("denyRequest", { path: { id }, body }, options);
    }

    /**
     * Cancel a request. A request that is decided cannot be cancelled.
     *
     * `POST /requests/{id}/cancel`
     *
     * @param id Request id.
     * @returns 200: The cancelled request.
     * @throws {ForbiddenError} 403: The caller may not cancel it.
     * @throws {NotFoundError} 404: No such request.
     * @throws {ConflictError} 409: Already decided or cancelled.
     * @throws {CallError} The subclass identifies the cause.
     */
    cancel(id: string, options?: CallOptions): Promise<Answer<"cancelRequest">> {
        return this.client.call("cancelRequest", { path: { id } }, options);
    }

    /**
     * Remind all pending reviewers. Also answers success when the request is decided already.
     *
     * `POST /requests/{id}/remind`
     *
     * @param id Request id.
     * @param body No fields; unknown fields give 400.
     * @returns 200: Sent, or the request was already resolved.
     * @throws {BadRequestError} 400: Unknown fields in the body.
     * @throws {NotFoundError} 404: No such request.
     * @throws {CooldownError} 429: The reminder cooldown has not run out.
     * @throws {CallError} The subclass identifies the cause.
     */
    remind(
        id: string,
        body?: NonNullable<t.RemindRequestData["body"]>,
        options?: CallOptions,
    ): Promise<Answer<"remindRequest">> {
        return this.client.call("remindRequest", { path: { id }, body }, options);
    }

    /**
     * Remind one pending reviewer. Also answers success when the request is decided already.
     *
     * `POST /requests/{id}/reviewers/{reviewer_id}/remind`
     *
     * @param id Request id.
     * @param reviewerId User id of the reviewer.
     * @param body No fields; unknown fields give 400.
     * @returns 200: Sent, or the request was already resolved.
     * @throws {BadRequestError} 400: Unknown fields in the body, or the user is not a pending reviewer.
     * @throws {NotFoundError} 404: No such request or reviewer.
     * @throws {CooldownError} 429: The reminder cooldown has not run out.
     * @throws {CallError} The subclass identifies the cause.
     */
    remindReviewer(
        id: string,
        reviewerId: string,
        body?: NonNullable<t.RemindRequestReviewerData["body"]>,
        options?: CallOptions,
    ): Promise<Answer<"remindRequestReviewer">> {
        return this.client.call("remindRequestReviewer", { path: { id, reviewer_id: reviewerId }, body }, options);
    }

    /**
     * List the comments on a request.
     *
     * `GET /requests/{id}/comments`, the whole list in one answer.
     *
     * @param id Request id.
     * @returns 200: Comments.
     * @throws {CallError} The subclass identifies the cause.
     */
    listComments(id: string, options?: CallOptions): List<Item<"getRequestComments">, Answer<"getRequestComments">> {
        return new List(this.client, "getRequestComments", { path: { id } }, options);
    }

    /**
     * Comment on a request. The answer is the request.
     *
     * `POST /requests/{id}/comments`
     *
     * @param id Request id.
     * @param body A comment.
     * @returns 200: The request.
     * @throws {CallError} The subclass identifies the cause.
     */
    createComment(
        id: string,
        body: NonNullable<t.CreateRequestCommentData["body"]>,
        options?: CallOptions,
    ): Promise<Answer<"createRequestComment">> {
        return this.client.call("createRequestComment", { path: { id }, body }, options);
    }

    /**
     * Escalate a request to the manager's manager. Asks the manager of the manager of the user whom the access is for. Only who made the request may do it. Also answers success when the request is decided already.
     *
     * `POST /requests/{id}/escalate`
     *
     * @param id Request id.
     * @param body No fields; unknown fields give 400.
     * @returns 200: Escalated, or already approved or denied.
     * @throws {BadRequestError} 400: Unknown fields in the body, no manager needs to approve, or the user has no manager or the manager has none.
     * @throws {ForbiddenError} 403: Not allowed; only who made the request is.
     * @throws {NotFoundError} 404: There is no such request.
     * @throws {ConflictError} 409: Escalated before, or the manager has approved.
     * @throws {CallError} The subclass identifies the cause.
     */
    escalate(
        id: string,
        body?: NonNullable<t.EscalateRequestData["body"]>,
        options?: CallOptions,
    ): Promise<Answer<"escalateRequest">> {
        return this.client.call("escalateRequest", { path: { id }, body }, options);
    }
}

/** Resources and their parts. */
export class ResourcesArea extends ApiArea {
    /**
     * List resources.
     *
     * `GET /resources`, in pages of 200 (`page_size`, 1000 at most).
     *
     * @param query.cursor Opaque position from an earlier page.
     * @param query.page_size Items per page; 200 when left out, 1000 at most.
     * @param query.resource_type_filter Only this kind; required together with remote_id.
     * @param query.resource_ids Only these resources; comma-separated.
     * @param query.resource_name Only resources of this name.
     * @param query.parent_resource_id Only direct children of this one.
     * @param query.ancestor_resource_id Only descendants of this one.
     * @param query.remote_id Only this id in the end system; needs resource_type_filter.
     * @param query.tag_ids Only resources carrying any of these tags.
     * @returns 200: A page of resources.
     * @throws {CallError} The subclass identifies the cause.
     */
    list(
        query?: NonNullable<t.GetResourcesData["query"]>,
        options?: CallOptions,
    ): List<Item<"getResources">, Answer<"getResources">> {
        return new List(this.client, "getResources", { query }, options);
    }

    /**
     * Change several resources. Each entry needs the id of its resource; fields left out stay. The answer repeats the entries. This is the only way to change a resource.
     *
     * `PUT /resources`
     *
     * @param body Bulk update of resources; also the answer.
     * @returns 200: The applied changes.
     * @throws {CallError} The subclass identifies the cause.
     */
    update(
        body: NonNullable<t.UpdateResourcesData["body"]>,
        options?: CallOptions,
    ): Promise<Answer<"updateResources">> {
        return this.client.call("updateResources", { body }, options);
    }

    /**
     * Create or import a resource. Owner, parent, request configurations and visibility are set by further calls.
     *
     * `POST /resources`
     *
     * @param body Input to create or import a resource. Everything else is set by a bulk PUT afterwards.
     * @returns 200: The new resource.
     * @throws {CallError} The subclass identifies the cause.
     */
    create(body: NonNullable<t.CreateResourceData["body"]>, options?: CallOptions): Promise<Answer<"createResource">> {
        return this.client.call("createResource", { body }, options);
    }

    /**
     * Read one resource.
     *
     * `GET /resources/{resource_id}`
     *
     * @param resourceId Resource id.
     * @returns 200: The resource.
     * @throws {CallError} The subclass identifies the cause.
     */
    get(resourceId: string, options?: CallOptions): Promise<Answer<"getResource">> {
        return this.client.call("getResource", { path: { resource_id: resourceId } }, options);
    }

    /**
     * Delete a resource.
     *
     * `DELETE /resources/{resource_id}`
     *
     * @param resourceId Resource id.
     * @returns 200: Deleted.
     * @throws {CallError} The subclass identifies the cause.
     */
    delete(resourceId: string, options?: CallOptions): Promise<Answer<"deleteResource">> {
        return this.client.call("deleteResource", { path: { resource_id: resourceId } }, options);
    }

    /**
     * Read the audit channels of a resource.
     *
     * `GET /resources/{resource_id}/message-channels`, the whole list in one answer.
     *
     * @param resourceId Resource id.
     * @returns 200: Audit channels.
     * @throws {CallError} The subclass identifies the cause.
     */
    listMessageChannels(
        resourceId: string,
        options?: CallOptions,
    ): List<Item<"getResourceMessageChannels">, Answer<"getResourceMessageChannels">> {
        return new List(this.client, "getResourceMessageChannels", { path: { resource_id: resourceId } }, options);
    }

    /**
     * Replace the audit channels of a resource.
     *
     * `PUT /resources/{resource_id}/message-channels`
     *
     * @param resourceId Resource id.
     * @param body Replacement set of audit channels.
     * @returns 200: Ids of the audit channels.
     * @throws {CallError} The subclass identifies the cause.
     */
    setMessageChannels(
        resourceId: string,
        body: NonNullable<t.SetResourceMessageChannelsData["body"]>,
        options?: CallOptions,
    ): Promise<Answer<"setResourceMessageChannels">> {
        return this.client.call("setResourceMessageChannels", { path: { resource_id: resourceId }, body }, options);
    }

    /**
     * Read the visibility of a resource.
     *
     * `GET /resources/{resource_id}/visibility`
     *
     * @param resourceId Resource id.
     * @returns 200: The visibility.
     * @throws {ForbiddenError} 403: Not allowed to see the visibility of the resource.
     * @throws {CallError} The subclass identifies the cause.
     */
    getVisibility(resourceId: string, options?: CallOptions): Promise<Answer<"getResourceVisibility">> {
        return this.client.call("getResourceVisibility", { path: { resource_id: resourceId } }, options);
    }

    /**
     * Replace the visibility of a resource.
     *
     * `PUT /resources/{resource_id}/visibility`
     *
     * @param resourceId Resource id.
     * @param body Visibility of an object. LIMITED with no groups leaves only administrators and those with access.
     * @returns 200: The visibility.
     * @throws {CallError} The subclass identifies the cause.
     */
    setVisibility(
        resourceId: string,
        body: NonNullable<t.SetResourceVisibilityData["body"]>,
        options?: CallOptions,
    ): Promise<Answer<"setResourceVisibility">> {
        return this.client.call("setResourceVisibility", { path: { resource_id: resourceId }, body }, options);
    }

    /**
     * Read the reviewers of a resource. The owners of the first reviewer stage.
     *
     * `GET /resources/{resource_id}/reviewers`
     *
     * @param resourceId Resource id.
     * @returns 200: Owner ids.
     * @throws {CallError} The subclass identifies the cause.
     */
    getReviewers(resourceId: string, options?: CallOptions): Promise<Answer<"getResourceReviewers">> {
        return this.client.call("getResourceReviewers", { path: { resource_id: resourceId } }, options);
    }

    /**
     * Replace the reviewers of a resource.
     *
     * `PUT /resources/{resource_id}/reviewers`
     *
     * @param resourceId Resource id.
     * @param body Replacement set of reviewers.
     * @returns 200: Owner ids.
     * @throws {CallError} The subclass identifies the cause.
     */
    setReviewers(
        resourceId: string,
        body: NonNullable<t.SetResourceReviewersData["body"]>,
        options?: CallOptions,
    ): Promise<Answer<"setResourceReviewers">> {
        return this.client.call("setResourceReviewers", { path: { resource_id: resourceId }, body }, options);
    }

    /**
     * Read the reviewer stages of a resource. Those of the default request configuration.
     *
     * `GET /resources/{resource_id}/reviewer-stages`
     *
     * @param resourceId Resource id.
     * @returns 200: Stages in order.
     * @throws {CallError} The subclass identifies the cause.
     */
    getReviewerStages(resourceId: string, options?: CallOptions): Promise<Answer<"getResourceReviewerStages">> {
        return this.client.call("getResourceReviewerStages", { path: { resource_id: resourceId } }, options);
    }

    /**
     * Replace the reviewer stages of a resource. Replaces the ordered list.
     *
     * `PUT /resources/{resource_id}/reviewer-stages`
     *
     * @param resourceId Resource id.
     * @param body Replacement list of stages.
     * @returns 200: Stages in order.
     * @throws {CallError} The subclass identifies the cause.
     */
    setReviewerStages(
        resourceId: string,
        body: NonNullable<t.SetResourceReviewerStagesData["body"]>,
        options?: CallOptions,
    ): Promise<Answer<"setResourceReviewerStages">> {
        return this.client.call("setResourceReviewerStages", { path: { resource_id: resourceId }, body }, options);
    }

    /**
     * List non-human identities with access to a resource.
     *
     * `GET /resources/{resource_id}/non-human-identities`, one answer, cut by `limit`.
     *
     * @param resourceId Resource id.
     * @param query.limit Maximum number of results; no bound is stated.
     * @returns 200: Accesses.
     * @throws {CallError} The subclass identifies the cause.
     */
    listNonHumanIdentities(
        resourceId: string,
        query?: NonNullable<t.GetResourceNonHumanIdentitiesData["query"]>,
        options?: CallOptions,
    ): List<Item<"getResourceNonHumanIdentities">, Answer<"getResourceNonHumanIdentities">> {
        return new List(
            this.client,
            "getResourceNonHumanIdentities",
            { path: { resource_id: resourceId }, query },
            options,
        );
    }

    /**
     * List users with access to a resource. Direct and inherited access; has_direct_access tells them apart. What limit cuts off cannot be asked for.
     *
     * `GET /resources/{resource_id}/users`, one answer, cut by `limit`.
     *
     * @param resourceId Resource id.
     * @param query.limit Maximum number of results; no bound is stated.
     * @returns 200: Users, direct or inherited.
     * @throws {CallError} The subclass identifies the cause.
     */
    listUsers(
        resourceId: string,
        query?: NonNullable<t.GetResourceUsersData["query"]>,
        options?: CallOptions,
    ): List<Item<"getResourceUsers">, Answer<"getResourceUsers">> {
        return new List(this.client, "getResourceUsers", { path: { resource_id: resourceId }, query }, options);
    }

    /**
     * Give a non-human identity access to a resource. The access level is part of the key. To change a duration, remove the access and give it again.
     *
     * `POST /resources/{resource_id}/non-human-identities/{non_human_identity_id}`
     *
     * @param resourceId Resource id.
     * @param nonHumanIdentityId Resource id of the identity.
     * @param body Duration and level of an access.
     * @returns 200: The access.
     * @throws {CallError} The subclass identifies the cause.
     */
    addNonHumanIdentity(
        resourceId: string,
        nonHumanIdentityId: string,
        body?: NonNullable<t.AddResourceNonHumanIdentityData["body"]>,
        options?: CallOptions,
    ): Promise<Answer<"addResourceNonHumanIdentity">> {
        return this.client.call(
            "addResourceNonHumanIdentity",
            { path: { resource_id: resourceId, non_human_identity_id: nonHumanIdentityId }, body },
            options,
        );
    }

    /**
     * Take that access away.
     *
     * `DELETE /resources/{resource_id}/non-human-identities/{non_human_identity_id}`
     *
     * @param resourceId Resource id.
     * @param nonHumanIdentityId Resource id of the identity.
     * @param query.access_level_remote_id Access level concerned; "" (default level) when left out.
     * @returns 200: Removed.
     * @throws {CallError} The subclass identifies the cause.
     */
    deleteNonHumanIdentity(
        resourceId: string,
        nonHumanIdentityId: string,
        query?: NonNullable<t.DeleteResourceNonHumanIdentityData["query"]>,
        options?: CallOptions,
    ): Promise<Answer<"deleteResourceNonHumanIdentity">> {
        return this.client.call(
            "deleteResourceNonHumanIdentity",
            { path: { resource_id: resourceId, non_human_identity_id: nonHumanIdentityId }, query },
            options,
        );
    }

    /**
     * Give a user access to a resource. The access level is part of the key.
     *
     * `POST /resources/{resource_id}/users/{user_id}`
     *
     * @param resourceId Resource id.
     * @param userId User id.
     * @param body Duration and level of an access.
     * @param query.duration_minutes Deprecated. Old place of the duration; send it in the body. From 0 to 153722867.
     * @param query.access_level_remote_id Deprecated. Old place of the access level; send it in the body.
     * @returns 200: The access.
     * @throws {CallError} The subclass identifies the cause.
     */
    addUser(
        resourceId: string,
        userId: string,
        body?: NonNullable<t.AddResourceUserData["body"]>,
        query?: NonNullable<t.AddResourceUserData["query"]>,
        options?: CallOptions,
    ): Promise<Answer<"addResourceUser">> {
        return this.client.call(
            "addResourceUser",
            { path: { resource_id: resourceId, user_id: userId }, body, query },
            options,
        );
    }

    /**
     * Change the duration or level of that access. A negative duration is refused; remove the access instead.
     *
     * `PUT /resources/{resource_id}/users/{user_id}`
     *
     * @param resourceId Resource id.
     * @param userId User id.
     * @param body New duration and level of an access.
     * @returns 200: The access.
     * @throws {CallError} The subclass identifies the cause.
     */
    updateUser(
        resourceId: string,
        userId: string,
        body: NonNullable<t.UpdateResourceUserData["body"]>,
        options?: CallOptions,
    ): Promise<Answer<"updateResourceUser">> {
        return this.client.call(
            "updateResourceUser",
            { path: { resource_id: resourceId, user_id: userId }, body },
            options,
        );
    }

    /**
     * Take direct access away from a user.
     *
     * `DELETE /resources/{resource_id}/users/{user_id}`
     *
     * @param resourceId Resource id.
     * @param userId User id.
     * @param query.access_level_remote_id Access level concerned; "" (default level) when left out.
     * @returns 200: Removed.
     * @throws {CallError} The subclass identifies the cause.
     */
    deleteUser(
        resourceId: string,
        userId: string,
        query?: NonNullable<t.DeleteResourceUserData["query"]>,
        options?: CallOptions,
    ): Promise<Answer<"deleteResourceUser">> {
        return this.client.call(
            "deleteResourceUser",
            { path: { resource_id: resourceId, user_id: userId }, query },
            options,
        );
    }

    /**
     * Read the accesses of one user to one resource. One entry for each access level; none at all is an empty list.
     *
     * `GET /resources/{resource_id}/users/{user_id}`, in pages.
     *
     * @param resourceId Resource id.
     * @param userId User id.
     * @param query.cursor Opaque position from an earlier page.
     * @returns 200: One entry per level.
     * @throws {NotFoundError} 404: No such resource or user.
     * @throws {CallError} The subclass identifies the cause.
     */
    listUser(
        resourceId: string,
        userId: string,
        query?: NonNullable<t.GetResourceUserData["query"]>,
        options?: CallOptions,
    ): List<Item<"getResourceUser">, Answer<"getResourceUser">> {
        return new List(
            this.client,
            "getResourceUser",
            { path: { resource_id: resourceId, user_id: userId }, query },
            options,
        );
    }

    /**
     * Read whether a user may use a resource.
     *
     * `GET /resource-user-access-status/{resource_id}/{user_id}`
     *
     * @param resourceId Resource id.
     * @param userId User id.
     * @param query.access_level_remote_id Level asked about; "" when left out.
     * @param query.cursor Opaque position from an earlier page.
     * @param query.page_size Items per page; 200 when left out, 1000 at most.
     * @returns 200: The standing.
     * @throws {CallError} The subclass identifies the cause.
     * @deprecated Use GET /resources/{resource_id}/users/{user_id}.
     */
    getUserAccessStatus(
        resourceId: string,
        userId: string,
        query?: NonNullable<t.GetResourceUserAccessStatusData["query"]>,
        options?: CallOptions,
    ): Promise<Answer<"getResourceUserAccessStatus">> {
        return this.client.call(
            "getResourceUserAccessStatus",
            { path: { resource_id: resourceId, user_id: userId }, query },
            options,
        );
    }

    /**
     * List the tags on a resource.
     *
     * `GET /resources/{resource_id}/tags`, the whole list in one answer.
     *
     * @param resourceId Resource id.
     * @returns 200: Tags.
     * @throws {CallError} The subclass identifies the cause.
     */
    listTags(resourceId: string, options?: CallOptions): List<Item<"getResourceTags">, Answer<"getResourceTags">> {
        return new List(this.client, "getResourceTags", { path: { resource_id: resourceId } }, options);
    }

    /**
     * Read the permissions of a scoped role. Only resources of the type SVC_SCOPED_ROLE have them.
     *
     * `GET /resources/{resource_id}/scoped-role-permissions`, the whole list in one answer.
     *
     * @param resourceId Resource id.
     * @returns 200: Permissions.
     * @throws {CallError} The subclass identifies the cause.
     */
    listScopedRolePermissions(
        resourceId: string,
        options?: CallOptions,
    ): List<Item<"getResourceScopedRolePermissions">, Answer<"getResourceScopedRolePermissions">> {
        return new List(
            this.client,
            "getResourceScopedRolePermissions",
            { path: { resource_id: resourceId } },
            options,
        );
    }

    /**
     * Replace the permissions of a scoped role. Replaces all of them. Only resources of the type SVC_SCOPED_ROLE have them.
     *
     * `PUT /resources/{resource_id}/scoped-role-permissions`
     *
     * @param resourceId Resource id.
     * @param body Permissions of a scoped role.
     * @returns 200: Permissions.
     * @throws {CallError} The subclass identifies the cause.
     */
    setScopedRolePermissions(
        resourceId: string,
        body: NonNullable<t.SetResourceScopedRolePermissionsData["body"]>,
        options?: CallOptions,
    ): Promise<Answer<"setResourceScopedRolePermissions">> {
        return this.client.call(
            "setResourceScopedRolePermissions",
            { path: { resource_id: resourceId }, body },
            options,
        );
    }

    /**
     * List the custom access levels of a resource.
     *
     * `GET /resources/{resource_id}/custom-access-levels`, the whole list in one answer.
     *
     * @param resourceId Resource id.
     * @returns 200: Levels; aggregated over the children for a parent type.
     * @throws {BadRequestError} 400: The type does not support it.
     * @throws {NotFoundError} 404: Not found, or no access.
     * @throws {CallError} The subclass identifies the cause.
     */
    listCustomAccessLevels(
        resourceId: string,
        options?: CallOptions,
    ): List<Item<"getResourceCustomAccessLevels">, Answer<"getResourceCustomAccessLevels">> {
        return new List(this.client, "getResourceCustomAccessLevels", { path: { resource_id: resourceId } }, options);
    }

    /**
     * Create a custom access level. On a resource whose type is a parent it is created on every child.
     *
     * `POST /resources/{resource_id}/custom-access-levels`
     *
     * @param resourceId Resource id.
     * @param body Input to create a custom access level.
     * @returns 200: The new level.
     * @throws {BadRequestError} 400: The type does not support it.
     * @throws {NotFoundError} 404: Not found, or no access.
     * @throws {ConflictError} 409: The remote id is taken.
     * @throws {CallError} The subclass identifies the cause.
     */
    createCustomAccessLevel(
        resourceId: string,
        body: NonNullable<t.CreateResourceCustomAccessLevelData["body"]>,
        options?: CallOptions,
    ): Promise<Answer<"createResourceCustomAccessLevel">> {
        return this.client.call(
            "createResourceCustomAccessLevel",
            { path: { resource_id: resourceId }, body },
            options,
        );
    }

    /**
     * Change a custom access level. On a resource whose type is a parent it is changed on every child.
     *
     * `PATCH /resources/{resource_id}/custom-access-levels/{access_level_remote_id}`
     *
     * @param resourceId Resource id.
     * @param accessLevelRemoteId Machine id of the level, percent-encoded.
     * @param body Changes to a custom access level; fields left out stay.
     * @returns 200: The changed level.
     * @throws {BadRequestError} 400: The type does not support it.
     * @throws {NotFoundError} 404: Not found, or no access.
     * @throws {CallError} The subclass identifies the cause.
     */
    updateCustomAccessLevel(
        resourceId: string,
        accessLevelRemoteId: string,
        body: NonNullable<t.UpdateResourceCustomAccessLevelData["body"]>,
        options?: CallOptions,
    ): Promise<Answer<"updateResourceCustomAccessLevel">> {
        return this.client.call(
            "updateResourceCustomAccessLevel",
            { path: { resource_id: resourceId, access_level_remote_id: accessLevelRemoteId }, body },
            options,
        );
    }

    /**
     * Delete a custom access level. On a resource whose type is a parent it is deleted on every child.
     *
     * `DELETE /resources/{resource_id}/custom-access-levels/{access_level_remote_id}`
     *
     * @param resourceId Resource id.
     * @param accessLevelRemoteId Machine id of the level, percent-encoded.
     * @returns 200: Deleted.
     * @throws {BadRequestError} 400: The type does not support it.
     * @throws {NotFoundError} 404: Not found, or no access.
     * @throws {CallError} The subclass identifies the cause.
     */
    deleteCustomAccessLevel(
        resourceId: string,
        accessLevelRemoteId: string,
        options?: CallOptions,
    ): Promise<Answer<"deleteResourceCustomAccessLevel">> {
        return this.client.call(
            "deleteResourceCustomAccessLevel",
            { path: { resource_id: resourceId, access_level_remote_id: accessLevelRemoteId } },
            options,
        );
    }

    /**
     * List the resources of a user.
     *
     * `GET /resources/users/{user_id}`, in pages (`limit`).
     *
     * @param userId User id.
     * @param query.limit Maximum number of results; no bound is stated.
     * @param query.cursor Opaque position from an earlier page.
     * @param query.include_unmanaged Also resources the service does not manage.
     * @returns 200: Accesses.
     * @throws {CallError} The subclass identifies the cause.
     */
    listUserResources(
        userId: string,
        query?: NonNullable<t.GetUserResourcesData["query"]>,
        options?: CallOptions,
    ): List<Item<"getUserResources">, Answer<"getUserResources">> {
        return new List(this.client, "getUserResources", { path: { user_id: userId }, query }, options);
    }

    /**
     * List the groups that give access to a resource.
     *
     * `GET /resources/{resource_id}/groups`, the whole list in one answer.
     *
     * @param resourceId Resource id.
     * @returns 200: Links.
     * @throws {CallError} The subclass identifies the cause.
     */
    listGroups(
        resourceId: string,
        options?: CallOptions,
    ): List<Item<"getResourceGroups">, Answer<"getResourceGroups">> {
        return new List(this.client, "getResourceGroups", { path: { resource_id: resourceId } }, options);
    }

    /**
     * List the access levels of a resource. Empty for a resource that has only the default level.
     *
     * `GET /resources/{resource_id}/access_levels`, the whole list in one answer.
     *
     * @param resourceId Resource id.
     * @returns 200: Levels; empty when there is only the default one.
     * @throws {NotFoundError} 404: No such resource.
     * @throws {CallError} The subclass identifies the cause.
     */
    listAccessLevels(
        resourceId: string,
        options?: CallOptions,
    ): List<Item<"getResourceAccessLevels">, Answer<"getResourceAccessLevels">> {
        return new List(this.client, "getResourceAccessLevels", { path: { resource_id: resourceId } }, options);
    }
}

/** Time-bound sessions. */
export class SessionsArea extends ApiArea {
    /**
     * List sessions of a resource. All of them in one answer.
     *
     * `GET /sessions`, the whole list in one answer.
     *
     * @param query.resource_id Required. Resource whose sessions are listed.
     * @param query.user_id Only of this user.
     * @returns 200: Sessions.
     * @throws {CallError} The subclass identifies the cause.
     */
    list(
        query: NonNullable<t.GetSessionsData["query"]>,
        options?: CallOptions,
    ): List<Item<"getSessions">, Answer<"getSessions">> {
        return new List(this.client, "getSessions", { query }, options);
    }
}

/** Labels (unstable). */
export class TagsArea extends ApiArea {
    /**
     * Read one tag by id.
     *
     * `GET /tag/{tag_id}` Unstable: it may be removed at any time.
     *
     * @param tagId Tag id.
     * @returns 200: The tag.
     * @throws {CallError} The subclass identifies the cause.
     */
    get(tagId: string, options?: CallOptions): Promise<Answer<"getTag">> {
        return this.client.call("getTag", { path: { tag_id: tagId } }, options);
    }

    /**
     * Delete a tag.
     *
     * `DELETE /tag/{tag_id}` Unstable: it may be removed at any time.
     *
     * @param tagId Tag id.
     * @returns 200: Deleted.
     * @throws {CallError} The subclass identifies the cause.
     */
    delete(tagId: string, options?: CallOptions): Promise<Answer<"deleteTag">> {
        return this.client.call("deleteTag", { path: { tag_id: tagId } }, options);
    }

    /**
     * Find a tag by key and value.
     *
     * `GET /tag`
     *
     * @param query.tag_key Required. Key.
     * @param query.tag_value Value.
     * @returns 200: The tag.
     * @throws {CallError} The subclass identifies the cause.
     */
    find(query: NonNullable<t.FindTagData["query"]>, options?: CallOptions): Promise<Answer<"findTag">> {
        return this.client.call("findTag", { query }, options);
    }

    /**
     * Create a tag.
     *
     * `POST /tag`
     *
     * @param body Input to create a tag.
     * @param query.tag_key Deprecated. Old place of the key.
     * @param query.tag_value Deprecated. Old place of the value.
     * @param query.admin_owner_id Deprecated. Owner that administers the tag.
     * @returns 200: The new tag.
     * @throws {CallError} The subclass identifies the cause.
     */
    create(
        body?: NonNullable<t.CreateTagData["body"]>,
        query?: NonNullable<t.CreateTagData["query"]>,
        options?: CallOptions,
    ): Promise<Answer<"createTag">> {
        return this.client.call("createTag", { body, query }, options);
    }

    /**
     * List tags.
     *
     * `GET /tags`, in pages of 200 (`page_size`, 1000 at most).
     *
     * @param query.cursor Opaque position from an earlier page.
     * @param query.page_size Items per page; 200 when left out, 1000 at most.
     * @returns 200: A page of tags.
     * @throws {CallError} The subclass identifies the cause.
     */
    list(query?: NonNullable<t.GetTagsData["query"]>, options?: CallOptions): List<Item<"getTags">, Answer<"getTags">> {
        return new List(this.client, "getTags", { query }, options);
    }

    /**
     * Put a tag on a user.
     *
     * `POST /tags/{tag_id}/users/{user_id}`
     *
     * @param tagId Tag id.
     * @param userId User id.
     * @param body An empty object.
     * @returns 200: Tagged.
     * @throws {CallError} The subclass identifies the cause.
     */
    addUserTag(
        tagId: string,
        userId: string,
        body?: NonNullable<t.AddUserTagData["body"]>,
        options?: CallOptions,
    ): Promise<Answer<"addUserTag">> {
        return this.client.call("addUserTag", { path: { tag_id: tagId, user_id: userId }, body }, options);
    }

    /**
     * Take a tag off a user.
     *
     * `DELETE /tags/{tag_id}/users/{user_id}`
     *
     * @param tagId Tag id.
     * @param userId User id.
     * @returns 200: Untagged.
     * @throws {CallError} The subclass identifies the cause.
     */
    removeUserTag(tagId: string, userId: string, options?: CallOptions): Promise<Answer<"removeUserTag">> {
        return this.client.call("removeUserTag", { path: { tag_id: tagId, user_id: userId } }, options);
    }

    /**
     * Put a tag on a group.
     *
     * `POST /tags/{tag_id}/groups/{group_id}`
     *
     * @param tagId Tag id.
     * @param groupId Group id.
     * @returns 200: Tagged.
     * @throws {CallError} The subclass identifies the cause.
     */
    addGroupTag(tagId: string, groupId: string, options?: CallOptions): Promise<Answer<"addGroupTag">> {
        return this.client.call("addGroupTag", { path: { tag_id: tagId, group_id: groupId } }, options);
    }

    /**
     * Take a tag off a group.
     *
     * `DELETE /tags/{tag_id}/groups/{group_id}`
     *
     * @param tagId Tag id.
     * @param groupId Group id.
     * @returns 200: Untagged.
     * @throws {CallError} The subclass identifies the cause.
     */
    removeGroupTag(tagId: string, groupId: string, options?: CallOptions): Promise<Answer<"removeGroupTag">> {
        return this.client.call("removeGroupTag", { path: { tag_id: tagId, group_id: groupId } }, options);
    }

    /**
     * Put a tag on a resource.
     *
     * `POST /tags/{tag_id}/resources/{resource_id}`
     *
     * @param tagId Tag id.
     * @param resourceId Resource id.
     * @returns 200: Tagged.
     * @throws {CallError} The subclass identifies the cause.
     */
    addResourceTag(tagId: string, resourceId: string, options?: CallOptions): Promise<Answer<"addResourceTag">> {
        return this.client.call("addResourceTag", { path: { tag_id: tagId, resource_id: resourceId } }, options);
    }

    /**
     * Take a tag off a resource.
     *
     * `DELETE /tags/{tag_id}/resources/{resource_id}`
     *
     * @param tagId Tag id.
     * @param resourceId Resource id.
     * @returns 200: Untagged.
     * @throws {CallError} The subclass identifies the cause.
     */
    removeResourceTag(tagId: string, resourceId: string, options?: CallOptions): Promise<Answer<"removeResourceTag">> {
        return this.client.call("removeResourceTag", { path: { tag_id: tagId, resource_id: resourceId } }, options);
    }
}

/** API tokens. */
export class TokensArea extends ApiArea {
    /**
     * List API tokens. Needs administrator access.
     *
     * `GET /tokens`, in pages of 200 (`page_size`, 1000 at most).
     *
     * @param query.cursor Opaque position from an earlier page.
     * @param query.page_size Items per page; 200 when left out, 1000 at most.
     * @param query.token_ids Only these tokens; comma-separated.
     * @param query.user_id Only of this user.
     * @returns 200: A page of tokens.
     * @throws {CallError} The subclass identifies the cause.
     */
    list(
        query?: NonNullable<t.GetTokensData["query"]>,
        options?: CallOptions,
    ): List<Item<"getTokens">, Answer<"getTokens">> {
        return new List(this.client, "getTokens", { query }, options);
    }

    /**
     * Create an API token. For the caller, or for a service user; never for another person. This answer is the only one with the secret.
     *
     * `POST /tokens`
     *
     * @param body Input to create an API token.
     * @returns 201: The new token, with its secret.
     * @throws {BadRequestError} 400: Invalid input.
     * @throws {ForbiddenError} 403: Not allowed to create this token.
     * @throws {ConflictError} 409: The service user has two active tokens, which is the most; delete one first.
     * @throws {CallError} The subclass identifies the cause.
     */
    create(body: NonNullable<t.CreateTokenData["body"]>, options?: CallOptions): Promise<Answer<"createToken">> {
        return this.client.call("createToken", { body }, options);
    }

    /**
     * Delete an API token. Administrators can delete every token; others only their own, if the organization lets all users create tokens.
     *
     * `DELETE /tokens/{token_id}`
     *
     * @param tokenId Token id.
     * @returns 200: Deleted.
     * @throws {ForbiddenError} 403: Not allowed to delete this token.
     * @throws {NotFoundError} 404: No such token.
     * @throws {CallError} The subclass identifies the cause.
     */
    delete(tokenId: string, options?: CallOptions): Promise<Answer<"deleteToken">> {
        return this.client.call("deleteToken", { path: { token_id: tokenId } }, options);
    }
}

/** Access reviews, deprecated in favor of campaigns. */
export class UarsArea extends ApiArea {
    /**
     * List access reviews.
     *
     * `GET /uars`, in pages of 200 (`page_size`, 1000 at most).
     *
     * @param query.cursor Opaque position from an earlier page.
     * @param query.page_size Items per page; 200 when left out, 1000 at most.
     * @returns 200: A page of reviews.
     * @throws {CallError} The subclass identifies the cause.
     * @deprecated Use the campaigns area.
     */
    list(query?: NonNullable<t.GetUarsData["query"]>, options?: CallOptions): List<Item<"getUARs">, Answer<"getUARs">> {
        return new List(this.client, "getUARs", { query }, options);
    }

    /**
     * Start an access review.
     *
     * `POST /uar`
     *
     * @param body Input to start an access review.
     * @returns 200: The review.
     * @throws {CallError} The subclass identifies the cause.
     * @deprecated Use the campaigns area.
     */
    create(body: NonNullable<t.CreateUarData["body"]>, options?: CallOptions): Promise<Answer<"createUAR">> {
        return this.client.call("createUAR", { body }, options);
    }

    /**
     * Read one access review.
     *
     * `GET /uar/{uar_id}`
     *
     * @param uarId Access review id.
     * @returns 200: The review.
     * @throws {CallError} The subclass identifies the cause.
     * @deprecated Use the campaigns area.
     */
    get(uarId: string, options?: CallOptions): Promise<Answer<"getUAR">> {
        return this.client.call("getUAR", { path: { uar_id: uarId } }, options);
    }
}

/** People and service users. */
export class UsersArea extends ApiArea {
    /**
     * Read one user by id or email. With both, the id wins; one of them must be given.
     *
     * `GET /user`
     *
     * @param query.user_id User id; wins over email.
     * @param query.email Email.
     * @returns 200: The user.
     * @throws {CallError} The subclass identifies the cause.
     */
    get(query?: NonNullable<t.GetUserData["query"]>, options?: CallOptions): Promise<Answer<"getUser">> {
        return this.client.call("getUser", { query }, options);
    }

    /**
     * List users. Also lists identities that are labelled as agents. Classic service accounts are not listed.
     *
     * `GET /users`, in pages of 200 (`page_size`, 1000 at most).
     *
     * @param query.cursor Opaque position from an earlier page.
     * @param query.page_size Items per page; 200 when left out, 1000 at most.
     * @param query.tag_ids Only users carrying any of these tags.
     * @returns 200: A page of users.
     * @throws {CallError} The subclass identifies the cause.
     */
    list(
        query?: NonNullable<t.GetUsersData["query"]>,
        options?: CallOptions,
    ): List<Item<"getUsers">, Answer<"getUsers">> {
        return new List(this.client, "getUsers", { query }, options);
    }

    /**
     * Invite a user.
     *
     * `POST /users`
     *
     * @param body Input to invite a user. No operation changes these later.
     * @returns 200: The invited user.
     * @throws {BadRequestError} 400: Invalid input.
     * @throws {ForbiddenError} 403: Not allowed to invite.
     * @throws {ConflictError} 409: The user belongs to another organization.
     * @throws {CallError} The subclass identifies the cause.
     */
    invite(body: NonNullable<t.InviteUserData["body"]>, options?: CallOptions): Promise<Answer<"inviteUser">> {
        return this.client.call("inviteUser", { body }, options);
    }

    /**
     * Delete a user. The answer is the user as it was.
     *
     * `DELETE /users/{user_id}`
     *
     * @param userId User id.
     * @returns 200: The deleted user.
     * @throws {ForbiddenError} 403: Not allowed to delete.
     * @throws {NotFoundError} 404: No such user.
     * @throws {ConflictError} 409: Cannot be deleted in the present state.
     * @throws {CallError} The subclass identifies the cause.
     */
    delete(userId: string, options?: CallOptions): Promise<Answer<"deleteUser">> {
        return this.client.call("deleteUser", { path: { user_id: userId } }, options);
    }

    /**
     * Change the position or manager of a user.
     *
     * `PATCH /users/{user_id}`
     *
     * @param userId User id.
     * @param body Changes to a user; fields left out stay.
     * @returns 200: The changed user.
     * @throws {BadRequestError} 400: Invalid input.
     * @throws {ForbiddenError} 403: Not allowed to update.
     * @throws {NotFoundError} 404: No such user.
     * @throws {ConflictError} 409: Managed by an identity provider, or immutable.
     * @throws {CallError} The subclass identifies the cause.
     */
    update(
        userId: string,
        body: NonNullable<t.UpdateUserData["body"]>,
        options?: CallOptions,
    ): Promise<Answer<"updateUser">> {
        return this.client.call("updateUser", { path: { user_id: userId }, body }, options);
    }

    /**
     * Read one user.
     *
     * `GET /users/{user_id}`
     *
     * @param userId User id.
     * @returns 200: The user.
     * @throws {NotFoundError} 404: There is no such user.
     * @throws {CallError} The subclass identifies the cause.
     */
    getById(userId: string, options?: CallOptions): Promise<Answer<"getUserById">> {
        return this.client.call("getUserById", { path: { user_id: userId } }, options);
    }

    /**
     * List remote identities.
     *
     * `GET /users/remote_users`, in pages of 200 (`page_size`, 1000 at most).
     *
     * @param query.cursor Opaque position from an earlier page.
     * @param query.page_size Items per page; 200 when left out, 1000 at most.
     * @param query.third_party_provider Only of these systems.
     * @param query.user_id Only of these users.
     * @param query.remote_id Only these remote ids.
     * @returns 200: A page of identities.
     * @throws {CallError} The subclass identifies the cause.
     */
    listRemoteUsers(
        query?: NonNullable<t.GetRemoteUsersData["query"]>,
        options?: CallOptions,
    ): List<Item<"getRemoteUsers">, Answer<"getRemoteUsers">> {
        return new List(this.client, "getRemoteUsers", { query }, options);
    }

    /**
     * Read the user the token acts as.
     *
     * `GET /users/whoami`
     *
     * @returns 200: The user.
     * @throws {CallError} The subclass identifies the cause.
     */
    getCurrentUser(options?: CallOptions): Promise<Answer<"getCurrentUser">> {
        return this.client.call("getCurrentUser", {}, options);
    }

    /**
     * List the tags on a user.
     *
     * `GET /users/{user_id}/tags`, the whole list in one answer.
     *
     * @param userId User id.
     * @returns 200: Tags.
     * @throws {CallError} The subclass identifies the cause.
     */
    listTags(userId: string, options?: CallOptions): List<Item<"getUserTags">, Answer<"getUserTags">> {
        return new List(this.client, "getUserTags", { path: { user_id: userId } }, options);
    }
}

/** Scripts that automate parts of access. */
export class OpalScriptsArea extends ApiArea {
    /**
     * List scripts. All of them in one answer, each with its latest source.
     *
     * `GET /opal-scripts`, the whole list in one answer.
     *
     * @returns 200: Scripts.
     * @throws {CallError} The subclass identifies the cause.
     */
    list(options?: CallOptions): List<Item<"getOpalScripts">, Answer<"getOpalScripts">> {
        return new List(this.client, "getOpalScripts", {}, options);
    }

    /**
     * Create a script. A script that reviews requests gets a service user of its own, which can be named as a reviewer.
     *
     * `POST /opal-scripts`
     *
     * @param body Input to create a script.
     * @returns 200: The new script.
     * @throws {CallError} The subclass identifies the cause.
     */
    create(
        body: NonNullable<t.CreateOpalScriptData["body"]>,
        options?: CallOptions,
    ): Promise<Answer<"createOpalScript">> {
        return this.client.call("createOpalScript", { body }, options);
    }

    /**
     * Read the script of a name. The name is compared exactly. Names are not unique; it fails if several scripts have this one.
     *
     * `GET /opal-scripts/name/{opal_script_name}`
     *
     * @param opalScriptName Name of the script.
     * @returns 200: The script.
     * @throws {NotFoundError} 404: No script has this name.
     * @throws {CallError} The subclass identifies the cause.
     */
    getByName(opalScriptName: string, options?: CallOptions): Promise<Answer<"getOpalScriptByName">> {
        return this.client.call("getOpalScriptByName", { path: { opal_script_name: opalScriptName } }, options);
    }

    /**
     * Read one script.
     *
     * `GET /opal-scripts/{opal_script_id}`
     *
     * @param opalScriptId Script id.
     * @returns 200: The script.
     * @throws {NotFoundError} 404: There is no such script.
     * @throws {CallError} The subclass identifies the cause.
     */
    get(opalScriptId: string, options?: CallOptions): Promise<Answer<"getOpalScript">> {
        return this.client.call("getOpalScript", { path: { opal_script_id: opalScriptId } }, options);
    }

    /**
     * Change a script. Fields left out stay. Another source is a new version. Type and owner cannot change.
     *
     * `PUT /opal-scripts/{opal_script_id}`
     *
     * @param opalScriptId Script id.
     * @param body Changes to a script. What is left out stays.
     * @returns 200: The changed script.
     * @throws {CallError} The subclass identifies the cause.
     */
    update(
        opalScriptId: string,
        body: NonNullable<t.UpdateOpalScriptData["body"]>,
        options?: CallOptions,
    ): Promise<Answer<"updateOpalScript">> {
        return this.client.call("updateOpalScript", { path: { opal_script_id: opalScriptId }, body }, options);
    }

    /**
     * Delete a script. Its service user goes with it. A script that still reviews, or that a delegation names, is not deleted.
     *
     * `DELETE /opal-scripts/{opal_script_id}`
     *
     * @param opalScriptId Script id.
     * @returns 200: The script is deleted.
     * @throws {NotFoundError} 404: There is no such script.
     * @throws {CallError} The subclass identifies the cause.
     */
    delete(opalScriptId: string, options?: CallOptions): Promise<Answer<"deleteOpalScript">> {
        return this.client.call("deleteOpalScript", { path: { opal_script_id: opalScriptId } }, options);
    }
}

/** The areas of the API. */
export class Areas extends Client {
    /** Rules that fill groups. */
    readonly accessRules = new AccessRulesArea(this);
    /** Connected systems. */
    readonly apps = new AppsArea(this);
    /** Sets of resources and groups. */
    readonly bundles = new BundlesArea(this);
    /** Access review campaigns. */
    readonly campaigns = new CampaignsArea(this);
    /** Shared settings. */
    readonly configurationTemplates = new ConfigurationTemplatesArea(this);
    /** Reviews handed over. */
    readonly delegations = new DelegationsArea(this);
    /** Outgoing event connections. */
    readonly eventStreams = new EventStreamsArea(this);
    /** Audit events. */
    readonly events = new EventsArea(this);
    /** Linked groups. */
    readonly groupBindings = new GroupBindingsArea(this);
    /** Groups and their parts. */
    readonly groups = new GroupsArea(this);
    /** Groups of directory apps. */
    readonly idpGroupMappings = new IdpGroupMappingsArea(this);
    /** Chat channels. */
    readonly messageChannels = new MessageChannelsArea(this);
    /** Service accounts and the like. */
    readonly nonHumanIdentities = new NonHumanIdentitiesArea(this);
    /** On-call schedules. */
    readonly onCallSchedules = new OnCallSchedulesArea(this);
    /** Administrators and reviewers. */
    readonly owners = new OwnersArea(this);
    /** Agent-style reviewers. */
    readonly paladin = new PaladinArea(this);
    /** Ad-hoc queries. */
    readonly queries = new QueriesArea(this);
    /** Questions to requesters. */
    readonly requestTemplates = new RequestTemplatesArea(this);
    /** Access requests. */
    readonly requests = new RequestsArea(this);
    /** Resources and their parts. */
    readonly resources = new ResourcesArea(this);
    /** Time-bound sessions. */
    readonly sessions = new SessionsArea(this);
    /** Labels (unstable). */
    readonly tags = new TagsArea(this);
    /** API tokens. */
    readonly tokens = new TokensArea(this);
    /** Access reviews, deprecated in favor of campaigns. */
    readonly uars = new UarsArea(this);
    /** People and service users. */
    readonly users = new UsersArea(this);
    /** Scripts that automate parts of access. */
    readonly opalScripts = new OpalScriptsArea(this);
}
