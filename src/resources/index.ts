// One line a kind, in alphabetical order. Everything else about a kind stands in its own file.
export { AccessRule, type AccessRuleArgs } from "./access-rule.js";
export { Bundle, type BundleArgs } from "./bundle.js";
export { BundleGroup, type BundleGroupArgs } from "./bundle-group.js";
export { BundleVisibility, type BundleVisibilityArgs } from "./bundle-visibility.js";
export { ConfigurationTemplate, type ConfigurationTemplateArgs } from "./configuration-template.js";
export { Delegation, type DelegationArgs } from "./delegation.js";
export { Group, type GroupArgs } from "./group.js";
export { GroupMessageChannels, type GroupMessageChannelsArgs } from "./group-message-channels.js";
export { GroupOnCallSchedules, type GroupOnCallSchedulesArgs } from "./group-on-call-schedules.js";
export { GroupResource, type GroupResourceArgs } from "./group-resource.js";
export { GroupResources, type GroupResourcesArgs } from "./group-resources.js";
export { GroupUser, type GroupUserArgs } from "./group-user.js";
export { GroupUsers, type GroupUsersArgs } from "./group-users.js";
export { GroupVisibility, type GroupVisibilityArgs } from "./group-visibility.js";
export { Owner, type OwnerArgs } from "./owner.js";
export { OwnerUsers, type OwnerUsersArgs } from "./owner-users.js";
export { Paladin, type PaladinArgs } from "./paladin.js";
