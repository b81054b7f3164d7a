import { z } from "zod";
import { zTicketingProviderEnum } from "../../api/generated/zod.gen.js";
import type { Properties } from "../../common/properties.js";
import { evaluated, fewerWidens, harmlessWhenNew, irrelevant, unevaluated } from "../../provider/schema/access.js";
import { field } from "../../provider/schema/fields.js";
import type { FieldRule } from "../../provider/shapes/described.js";
import { configurationTemplateSource, ownerSource } from "../sources.js";
import { requestConfigurations } from "./request-configurations.js";
import { id } from "./values.js";
import { visibilityPart } from "./visibility.js";

/** Tickets to open when access changes. */
export function ticketPropagation() {
    return z.strictObject({
        /** Opens a ticket when access is granted. */
        enabledOnGrant: z.boolean(),
        /** Opens a ticket when access is revoked. */
        enabledOnRevocation: z.boolean(),
        /** Ticketing system, such as `JIRA`. Tickets cannot be opened without it. */
        ticketProvider: zTicketingProviderEnum().optional(),
        /** Project to open the tickets in. */
        ticketProjectId: z.string().optional(),
    });
}

// Kinds include the type of these fields in their interfaces, because TypeScript drops the comments of spread fields from declaration
// files.
/** Fields shared by groups and resources. */
export const settingsFields = {
    /** Purpose of the object. */
    description: irrelevant(z.string()).optional(),
    /** Owner that administers the object. Default: the owner of the app. */
    adminOwnerId: evaluated(field(id(ownerSource), { inheritedFrom: "appId" })).optional(),
    /** Reviewers must pass MFA. */
    requireMfaToApprove: harmlessWhenNew(unevaluated(z.boolean(), fewerWidens)).optional(),
    /**
     * Rules for requesting access. Default for a new object: everybody who sees it can request access, and its admin owner approves.
     * Removing them from the program leaves them unchanged.
     */
    requestConfigurations: evaluated(field(requestConfigurations, { usual: usualRules })).optional(),
    /** Extra text sent to the requester on approval, 800 characters at most; null for none. */
    customRequestNotification: irrelevant(z.string().max(800)).nullable().optional(),
    /** Risk level that overrides the computed one. */
    riskSensitivityOverride: evaluated(z.enum(["UNKNOWN", "CRITICAL", "HIGH", "MEDIUM", "LOW", "NONE"])).optional(),
    /**
     * Configuration template that determines visibility, request rules and the notification, which cannot be declared together with it.
     * null detaches the template.
     */
    configurationTemplateId: unevaluated(id(configurationTemplateSource)).nullable().optional(),
    /** At every sync, sets the name to the name in the end system. If true, add `name` to the option `ignoreChanges`. */
    matchRemoteName: irrelevant(z.boolean()).optional(),
    /** At every sync, sets the description to the description in the end system. Leave `description` out then. */
    matchRemoteDescription: irrelevant(z.boolean()).optional(),
    /** Visibility of the object. Removing it from the program leaves it unchanged. */
    visibility: evaluated(visibilityPart()).optional(),
};

/** Returns the documented rules of a new group or resource. */
function usualRules({ adminOwnerId }: Properties): Properties[] {
    const stage = { operator: "AND", ownerIds: [adminOwnerId], serviceUserIds: [], requireManagerApproval: false };
    return [{ priority: 0, condition: null, allowRequests: true, autoApproval: false, reviewerStages: [stage] }];
}

/** Settings that the create operation accepts. The others are written by an update right after it. */
export const settingsCreated = ["description", "customRequestNotification", "riskSensitivityOverride"];

/**
 * Validation rules that involve several settings.
 * @param governed names of further properties that a configuration template determines
 */
export function settingsRules(governed: readonly string[] = []): FieldRule[] {
    return [
        ...["visibility", "requestConfigurations", "customRequestNotification", ...governed].map(
            (name): FieldRule => [
                name,
                "leave it out if configurationTemplateId is set, because the template determines it",
                (given) => !given.configurationTemplateId || given[name] === undefined,
            ],
        ),
    ];
}

/** What an export leaves out: a description that each sync overwrites. */
export const settingsExportRules: readonly FieldRule[] = [
    [
        "description",
        "leave it out if matchRemoteDescription is true: each sync would overwrite it",
        (given) => given.matchRemoteDescription !== true || given.description === undefined,
    ],
];

/**
 * Returns the function `governs` of a kind with these settings: it returns the names of the documents that these settings determine. A
 * template determines visibility and review; request configurations determine review.
 */
export function settingsGovern(documents: {
    readonly visibility: string;
    readonly review: string;
    readonly leaders?: string;
}) {
    return ({
        configurationTemplateId: template,
        requestConfigurations: rules,
        groupLeaderUserIds: leaders,
    }: Properties): string[] => [
        ...(template ? [documents.visibility] : []),
        ...(template || rules ? [documents.review] : []),
        ...(leaders && documents.leaders ? [documents.leaders] : []),
    ];
}
