/** `pulumi-access-governance/access`: who may do what in an organization, before and after a change. Knows neither Pulumi nor HTTP. */
export type * from "./facts.js";
export { type Impact, impactOf, type TargetImpact } from "./impact.js";
export { AccessModel, ASPECTS, type Aspect } from "./model.js";
export { type PathStep, pathOf } from "./path.js";
export { FATES, type Fate, type Shift, type Shifted, WIDENING } from "./shifts.js";
