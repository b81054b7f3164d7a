import type { Properties } from "../../../src/common/properties.js";
import type { ProgramResource } from "../../../src/policies/program.js";
import type { SettingValues } from "../../../src/policies/rule.js";

/** A program that violates a rule, the places of the violations, and a program that complies with it. */
export interface Example {
    readonly failing: readonly ProgramResource[];
    /** Places of the violations, each as `name: path`. */
    readonly at: readonly string[];
    readonly passing: readonly ProgramResource[];
    readonly settings?: SettingValues;
}

/** A resource named after its kind, unless `kind` is `Kind/name`. `uses` refers to other resources in the same form. */
export function resource(
    kind: string,
    given: Properties,
    uses: Readonly<Record<string, string>> = {},
): ProgramResource {
    const [type = "", name = type.toLowerCase()] = kind.split("/");
    return {
        kind: type,
        name,
        urn: urnOf(kind),
        given,
        uses: Object.fromEntries(Object.entries(uses).map(([property, used]) => [property, [urnOf(used)]])),
    };
}

/** A request configuration that complies with all rules. */
export function asked(more: Properties = {}): Properties {
    return {
        priority: 0,
        allowRequests: true,
        autoApproval: false,
        requireMfaToRequest: true,
        maxDurationMinutes: 60,
        reviewerStages: [
            { operator: "OR", ownerIds: ["id-of-one-owner"] },
            { operator: "OR", ownerIds: ["id-of-other-owner"] },
        ],
        ...more,
    };
}

/** A sensitive group. */
export function sensitiveGroup(more: Properties = {}): ProgramResource {
    return resource("Group", { name: "value of name", riskSensitivityOverride: "CRITICAL", ...more });
}

/** A sensitive resource. */
export function sensitiveResource(more: Properties = {}, uses: Readonly<Record<string, string>> = {}): ProgramResource {
    return resource("Resource", { name: "value of name", riskSensitivityOverride: "HIGH", ...more }, uses);
}

function urnOf(kind: string): string {
    const [type = "", name = type.toLowerCase()] = kind.split("/");
    return `urn:pulumi:dev::program::pulumi-nodejs:dynamic/access-governance:${type}::${name}`;
}
