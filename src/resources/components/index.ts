/** Components for common access patterns. */
export { AccessTeam, type AccessTeamArgs } from "./access-team.js";
export type { ApprovalStage } from "./approvals.js";
export { BreakGlass, type BreakGlassArgs } from "./break-glass.js";
export type { Ids } from "./component.js";
export { days, hours, type Minutes, minutes } from "./durations.js";
export { JustInTimeAccess, type JustInTimeAccessArgs } from "./just-in-time-access.js";
export type { ResourceAtLevel, ResourcesAtLevels } from "./links.js";
export type { NativeGroupArgs } from "./native-group.js";
export { Onboarding, type OnboardingArgs } from "./onboarding.js";
export { QuarterlyReview, type QuarterlyReviewArgs, type Reviewers } from "./quarterly-review.js";
export { VendorAccess, type VendorAccessArgs, type VendorPerson } from "./vendor-access.js";
