/** `pulumi-access-governance/access`: who may do what in an organization, before and after a change. Depends on neither Pulumi nor HTTP. */

export { type Impact, impactOf, type TargetImpact } from "./model/change/impact.js";
export { FATES, type Fate, type Shift, type Shifted, WIDENING } from "./model/change/shifts.js";
export type { Change } from "./model/facts/change.js";
export type * from "./model/facts/facts.js";
export { AccessModel, ASPECTS, type Aspect } from "./model/model.js";
export { pathOf } from "./model/path.js";
export type { PathStep } from "./model/path-step.js";
