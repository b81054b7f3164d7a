import { isUnknown } from "../../common/unknown.js";
import { sensitiveRule } from "../classes.js";
import { isNotTrue, type Place, type Program, type ProgramResource, resourcePlace } from "../program.js";
import { requestableOf } from "../requests.js";
import { type Fault, faultAt, type PolicyRule, resourceRule } from "../rule.js";

export const mfa: readonly PolicyRule[] = [
    sensitiveRule({
        name: "sensitive-mfa-to-approve",
        description: "Approving access to a sensitive group or resource requires MFA.",
        enforcementLevel: "mandatory",
        find: (target, program) => unlessTrue(program, target, "requireMfaToApprove"),
    }),
    sensitiveRule({
        name: "sensitive-mfa-to-connect",
        description: "Connecting to a sensitive resource requires MFA.",
        enforcementLevel: "mandatory",
        find: (target, program) =>
            target.kind === "Resource" ? unlessTrue(program, target, "requireMfaToConnect") : [],
    }),
    sensitiveRule({
        name: "sensitive-mfa-to-request",
        description: "Requesting a sensitive group or resource requires MFA.",
        enforcementLevel: "mandatory",
        find: (target, program) =>
            requestableOf(program, target)
                .filter(({ given }) => isNotTrue(given.requireMfaToRequest))
                .map((place) => faultAt(place, "requireMfaToRequest", "is not true for a sensitive group or resource")),
    }),
    resourceRule({
        name: "template-mfa-to-approve",
        description: "Configuration templates require MFA to approve requests.",
        enforcementLevel: "advisory",
        kinds: ["ConfigurationTemplate"],
        find: (place) => unlessTrueAt(place, "requireMfaToApprove", "is not true"),
    }),
];

/**
 * Reports a target unless it or its configuration template requires MFA. Ignores targets with a template that the program only looks up.
 */
function unlessTrue(program: Program, target: ProgramResource, property: string): Fault[] {
    const { configurationTemplateId: template } = target.given;
    const templates = program.usedBy(target, "configurationTemplateId", "ConfigurationTemplate");
    const isGovernedElsewhere = templates.length === 0 && (isUnknown(template) || typeof template === "string");
    if (target.given[property] !== false && isGovernedElsewhere) return [];
    if (templates.some(({ given }) => !isNotTrue(given[property]))) return [];
    return unlessTrueAt(resourcePlace(target), property, "is not true for a sensitive group or resource");
}

function unlessTrueAt(place: Place, property: string, reason: string): Fault[] {
    return isNotTrue(place.given[property]) ? [faultAt(place, property, reason)] : [];
}
