// Made by scripts/kinds/lists.ts; do not edit.
// biome-ignore-all assist/source/organizeImports: one line for each kind
export { AccessRule, type AccessRuleArgs } from "./rules/access-rule.js";
export { Bundle, type BundleArgs } from "./bundles/bundle.js";
export { BundleGroup, type BundleGroupArgs } from "./bundles/bundle-group.js";
export { BundleResource, type BundleResourceArgs } from "./bundles/bundle-resource.js";
export { BundleVisibility, type BundleVisibilityArgs } from "./bundles/bundle-visibility.js";
export { Campaign, type CampaignArgs } from "./campaigns/campaign.js";
export { ConfigurationTemplate, type ConfigurationTemplateArgs } from "./templates/configuration-template.js";
export { ContainingGroup, type ContainingGroupArgs } from "./groups/containing-group.js";
export { CustomAccessLevel, type CustomAccessLevelArgs } from "./resources/custom-access-level.js";
export { Delegation, type DelegationArgs } from "./people/delegation.js";
export { EventStream, type EventStreamArgs } from "./events/event-stream.js";
export { Group, type GroupArgs } from "./groups/group.js";
export { GroupBinding, type GroupBindingArgs } from "./groups/group-binding.js";
export { GroupMessageChannels, type GroupMessageChannelsArgs } from "./groups/group-message-channels.js";
export { GroupOnCallSchedules, type GroupOnCallSchedulesArgs } from "./groups/group-on-call-schedules.js";
export { GroupResource, type GroupResourceArgs } from "./groups/group-resource.js";
export { GroupResources, type GroupResourcesArgs } from "./groups/group-resources.js";
export { GroupReviewerStages, type GroupReviewerStagesArgs } from "./groups/group-reviewer-stages.js";
export { GroupTag, type GroupTagArgs } from "./tags/group-tag.js";
export { GroupUser, type GroupUserArgs } from "./groups/group-user.js";
export { GroupUsers, type GroupUsersArgs } from "./groups/group-users.js";
export { GroupVisibility, type GroupVisibilityArgs } from "./groups/group-visibility.js";
export { IdpGroupMapping, type IdpGroupMappingArgs } from "./groups/idp-group-mapping.js";
export { IdpGroupMappings, type IdpGroupMappingsArgs } from "./groups/idp-group-mappings.js";
export { MessageChannel, type MessageChannelArgs } from "./channels/message-channel.js";
export { OnCallSchedule, type OnCallScheduleArgs } from "./channels/on-call-schedule.js";
export { Owner, type OwnerArgs } from "./owners/owner.js";
export { OwnerUsers, type OwnerUsersArgs } from "./owners/owner-users.js";
export { Paladin, type PaladinArgs } from "./paladins/paladin.js";
export { PaladinContextSource, type PaladinContextSourceArgs } from "./paladins/paladin-context-source.js";
export { RequestTemplate, type RequestTemplateArgs } from "./templates/request-template.js";
export { Resource, type ResourceArgs } from "./resources/resource.js";
export { ResourceMessageChannels, type ResourceMessageChannelsArgs } from "./resources/resource-message-channels.js";
export {
    ResourceNonHumanIdentity,
    type ResourceNonHumanIdentityArgs,
} from "./resources/resource-non-human-identity.js";
export { ResourceReviewerStages, type ResourceReviewerStagesArgs } from "./resources/resource-reviewer-stages.js";
export { ResourceReviewers, type ResourceReviewersArgs } from "./resources/resource-reviewers.js";
export { ResourceTag, type ResourceTagArgs } from "./tags/resource-tag.js";
export { ResourceUser, type ResourceUserArgs } from "./resources/resource-user.js";
export { ResourceVisibility, type ResourceVisibilityArgs } from "./resources/resource-visibility.js";
export { ScopedRolePermissions, type ScopedRolePermissionsArgs } from "./resources/scoped-role-permissions.js";
export { Tag, type TagArgs } from "./tags/tag.js";
export { User, type UserArgs } from "./people/user.js";
export { UserTag, type UserTagArgs } from "./tags/user-tag.js";
