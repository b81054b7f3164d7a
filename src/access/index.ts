/** `pulumi-access-governance/access`: who may do what in an organization, before and after a change. Knows neither Pulumi nor HTTP. */
export type * from "./facts.js";
export {
    FATES,
    type Fate,
    type Impact,
    impactOf,
    type Shift,
    type Shifted,
    type TargetImpact,
    WIDENING,
} from "./impact.js";
export { AccessModel, ASPECTS, type Aspect } from "./model.js";
export { type PathStep, pathOf } from "./path.js";
