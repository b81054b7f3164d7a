import { z } from "zod";
import { zTicketingProviderEnum } from "../../api/generated/zod.gen.js";
import { evaluated, fewerWidens, irrelevant, lastWidens, mayWiden, unevaluated } from "../../provider/schema/access.js";
import type { Properties } from "../../provider/schema/fields.js";
import type { Rule } from "../../provider/shapes/described.js";
import { configurationTemplates, owners } from "../sources.js";
import { requestConfigurations } from "./request-configurations.js";
import { id } from "./values.js";
import { visibilityPart } from "./visibility.js";

/** Tickets that are opened when access changes. */
export function ticketPropagation() {
    return z
        .strictObject({
            /** Open a ticket when access is given. */
            enabledOnGrant: z.boolean(),
            /** Open a ticket when access is removed. */
            enabledOnRevocation: z.boolean(),
            /** Ticketing system, such as `JIRA`; required if tickets are opened. */
            ticketProvider: zTicketingProviderEnum().optional(),
            /** Project that the tickets go to. */
            ticketProjectId: z.string().optional(),
        })
        .refine((given) => given.ticketProvider !== undefined || !(given.enabledOnGrant || given.enabledOnRevocation), {
            path: ["ticketProvider"],
            error: "it is required if tickets are opened",
        });
}

// Each kind also names this type in its interfaces, because TypeScript drops the comments of spread fields from
// declaration files.
/** Fields shared by groups and resources. */
export const settingsFields = {
    /** What it is for. */
    description: irrelevant(z.string()).optional(),
    /** Owner that administers it. Default: that of the app. */
    adminOwnerId: evaluated(id(owners), mayWiden).optional(),
    /** Reviewers must pass MFA. */
    requireMfaToApprove: unevaluated(z.boolean(), fewerWidens, { isHarmlessWhenNew: true }).optional(),
    /** Request configurations, by priority. Removing them from the program leaves them unchanged. */
    requestConfigurations: evaluated(requestConfigurations, mayWiden).optional(),
    /** Extra text sent to the requester on approval, 800 characters at most; null for none. */
    customRequestNotification: irrelevant(z.string().max(800)).nullable().optional(),
    /** Risk level forced by an administrator. */
    riskSensitivityOverride: evaluated(
        z.enum(["UNKNOWN", "CRITICAL", "HIGH", "MEDIUM", "LOW", "NONE"]),
        mayWiden,
    ).optional(),
    /** Configuration template that governs visibility and request rules, which cannot be declared with it. null detaches it. */
    configurationTemplateId: unevaluated(id(configurationTemplates), mayWiden).nullable().optional(),
    /** Each sync sets the name to that of the end system. If true, add `name` to the option `ignoreChanges`. */
    matchRemoteName: irrelevant(z.boolean()).optional(),
    /** Each sync sets the description to that of the end system; cannot be combined with `description`. */
    matchRemoteDescription: irrelevant(z.boolean()).optional(),
    /** Who can see it. Removing it from the program leaves it unchanged. */
    visibility: evaluated(visibilityPart(), lastWidens("LIMITED", "GLOBAL")).optional(),
};

/** The settings that a create operation accepts; the others are written right after it. */
export const settingsCreated = ["description", "customRequestNotification", "riskSensitivityOverride"];

/**
 * Rules between the settings.
 * @param governed fields of the kind itself that a configuration template also governs
 */
export function settingsRules(governed: readonly string[] = []): Rule[] {
    return [
        ...["visibility", "requestConfigurations", ...governed].map(
            (name): Rule => [
                name,
                "leave it out if configurationTemplateId is given, which governs it",
                (given) => !given.configurationTemplateId || given[name] === undefined,
            ],
        ),
        [
            "description",
            "leave it out if matchRemoteDescription is true: each sync would overwrite it",
            (given) => given.matchRemoteDescription !== true || given.description === undefined,
        ],
    ];
}

/** Returns the `governs` of a kind with these settings, without its parts: request configurations also write `review`. */
export function settingsGovern(documents: { readonly visibility: string; readonly review: string }) {
    return ({ configurationTemplateId: template, requestConfigurations: rules }: Properties): string[] => [
        ...(template ? [documents.visibility] : []),
        ...(template || rules ? [documents.review] : []),
    ];
}
