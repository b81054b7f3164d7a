// One line a kind, in alphabetical order. Everything else about a kind stands in its own file.
export { Bundle, type BundleArgs } from "./bundle.js";
export { BundleGroup, type BundleGroupArgs } from "./bundle-group.js";
export { BundleVisibility, type BundleVisibilityArgs } from "./bundle-visibility.js";
export { Group, type GroupArgs } from "./group.js";
export { GroupMessageChannels, type GroupMessageChannelsArgs } from "./group-message-channels.js";
export { GroupOnCallSchedules, type GroupOnCallSchedulesArgs } from "./group-on-call-schedules.js";
export { GroupUser, type GroupUserArgs } from "./group-user.js";
export { GroupVisibility, type GroupVisibilityArgs } from "./group-visibility.js";
export { Owner, type OwnerArgs } from "./owner.js";
export { OwnerUsers, type OwnerUsersArgs } from "./owner-users.js";
