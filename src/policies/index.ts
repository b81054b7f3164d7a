/** Rules for what programs declare, as a policy pack for `pulumi preview --policy-pack`. Requires `@pulumi/policy`. */

export type { Properties } from "../common/properties.js";
export { accessPolicies, type PolicyOptions, policiesOf, type RuleOptions } from "./pack.js";
export { type Place, Program, type ProgramResource } from "./program.js";
export {
    type EnforcementLevel,
    type Fault,
    faultAt,
    type PolicyRule,
    resourceRule,
    type Setting,
    type Settings,
    type SettingValue,
    type SettingValues,
    stackRule,
    type ValuesOf,
    type Violation,
} from "./rule.js";
export { rules } from "./rules/index.js";
