import type { Properties } from "../../../src/common/properties.js";
import { marksOf } from "../../../src/provider/schema/fields.js";
import type { Kind } from "../../../src/provider/shapes/kind.js";
import type { KindName } from "../../../src/verify/write/naming.js";

/** A declaration that must be rejected before any request, and the path in the error. */
export type BadCase = readonly [path: string, declared: Properties];

/** Returns the invalid declarations of a kind: what is true of each property, and the special cases of the kind. */
export function badOf(kind: Kind, args: Properties): readonly BadCase[] {
    const missing = Object.entries(args).flatMap(([name]) =>
        kind.fields[name]?.safeParse(undefined).success === false && marksOf(kind.fields[name]).default === undefined
            ? [[name, without(args, name)] as const]
            : [],
    );
    const notAnId = Object.entries(args).flatMap(([name, value]) => {
        if (/Id$/.test(name) && UUID.test(String(value))) return [[name, { ...args, [name]: "Everyone" }] as const];
        if (!/Ids$/.test(name) || !Array.isArray(value)) return [];
        return [[`${name}[0]`, { ...args, [name]: ["Everyone"] }] as const];
    });
    const special = SPECIAL[kind.name as KindName]?.(args) ?? {};
    const changed = Object.entries(special).map(
        ([path, change]) => [path, withoutUndefined({ ...args, ...change })] as const,
    );
    return [...missing, ...notAnId, ["nmae", { ...args, nmae: "Everyone" }], ...changed];
}

const UUID = /^[0-9a-f-]{36}$/;
const TEMPLATE = "0b7f1a52-5a3b-4a4f-8f3a-1f1f1f1f1f1f";

/** Invalid values that only the rules of a kind find, by the path in the error: the properties to change. */
const SPECIAL: { readonly [Name in KindName]?: (args: Properties) => Readonly<Record<string, Properties>> } = {
    AccessRule: () => ({
        name: { name: " " },
        status: { status: "OFF" },
        "ruleClauses.when.clauses": { ruleClauses: { when: { clauses: [] } } },
        "ruleClauses.when.clauses[0]": { ruleClauses: { when: { clauses: [{ selectors: [] }] } } },
    }),
    App: ({ customConnector }) => ({
        name: { name: "" },
        appType: { appType: "OKTA_DIRECTORY" },
        visibilityGroupIds: { visibility: "GLOBAL" },
        customConnector: { customConnector: undefined },
        "customConnector.baseUrl": { customConnector: { ...Object(customConnector), baseUrl: "billing" } },
        "customConnector.signingSecret": { customConnector: { ...Object(customConnector), signingSecret: "" } },
    }),
    Bundle: () => ({
        name: { name: " " },
        "visibility.visibility": { visibility: { visibility: "PUBLIC" } },
    }),
    BundleResource: () => ({ accessLevelRemoteId: { accessLevelRemoteId: 1 } }),
    BundleVisibility: visibilityCases,
    Campaign: ({ query }) => ({
        name: { name: "" },
        query: { query: {} },
        "query.edgeFilter.directOnly": { query: { ...Object(query), edgeFilter: { directOnly: false } } },
        "query.principalFiltr": { query: { ...Object(query), principalFiltr: {} } },
        "query.entitlementFilter.not.entityIDs[0]": {
            query: { entitlementFilter: { not: { entityIDs: ["Everyone"] } } },
        },
        cronExpression: { isTemplate: false },
        endDate: { startDate: "2099-01-01T00:00:00Z" },
        recurringDurationDays: { recurringDurationDays: 0 },
    }),
    ConfigurationTemplate: () => ({
        name: { name: "" },
        "visibility.visibility": { visibility: { visibility: "SECRET" } },
        "ticketPropagation.ticketProvider": {
            ticketPropagation: { enabledOnGrant: true, enabledOnRevocation: false },
        },
    }),
    ContainingGroup: () => ({
        durationMinutes: { durationMinutes: 153_722_868 },
        renew: { renew: "always" },
    }),
    CustomAccessLevel: () => ({
        accessLevelRemoteId: { accessLevelRemoteId: "" },
        stackableSensitivityIndex: { stackableSensitivityIndex: 1.5 },
        "memberResourceIds[0]": { memberResourceIds: ["Ledger one"] },
    }),
    Delegation: ({ delegatorUserId }) => ({
        startTime: { startTime: "tomorrow" },
        endTime: { endTime: "2099-06-01T00:00:00Z" },
        delegateUserId: { delegateUserId: delegatorUserId },
    }),
    EventStream: ({ apiKeyCredentials }) => ({
        name: { name: "" },
        connectionType: { connectionType: "PIGEON" },
        webhookUrl: { webhookUrl: "log.example" },
        authType: { authType: undefined },
        apiKeyCredentials: { apiKeyCredentials: [] },
        hmacCredential1: { hmacCredential1: { secret: "s" } },
        "apiKeyCredentials[0].value": {
            apiKeyCredentials: [{ ...Object(apiKeyCredentials)[0], value: "" }],
        },
    }),
    Group: (args) => ({ name: { name: "" }, ...requestCases(args), visibility: { configurationTemplateId: TEMPLATE } }),
    GroupBinding: ({ groups }) => ({
        "groups[0].groupId": { groups: [{ groupId: "Chat" }] },
        "groups[1]": { groups: [Object(groups)[0], Object(groups)[0]] },
    }),
    GroupResource: () => ({ durationMinutes: { durationMinutes: 1.5 } }),
    GroupResources: ({ resources }) => ({
        "resources[0].resourceId": { resources: [{ resourceId: "db" }] },
        "resources[1]": { resources: [Object(resources)[0], Object(resources)[0]] },
    }),
    GroupReviewerStages: stageCases,
    GroupUser: () => ({ durationMinutes: { durationMinutes: -1 }, renew: { renew: "always" } }),
    GroupUsers: ({ users }) => ({
        "users[0].userId": { users: [{ userId: "ada" }] },
        "users[1]": { users: [Object(users)[0], { ...Object(users)[0], accessLevelRemoteId: "" }] },
    }),
    GroupVisibility: visibilityCases,
    IdpGroupMapping: () => ({ alias: { alias: 1 }, hiddenFromEndUser: { hiddenFromEndUser: "no" } }),
    IdpGroupMappings: ({ mappings }) => ({
        "mappings[0].groupId": { mappings: [{ groupId: "Engineers" }] },
        "mappings[1]": { mappings: [Object(mappings)[0], { ...Object(mappings)[0], alias: "again" }] },
    }),
    MessageChannel: () => ({
        thirdPartyProvider: { thirdPartyProvider: "CARRIER_PIGEON" },
        name: { name: "platform" },
    }),
    OnCallSchedule: () => ({ thirdPartyProvider: { thirdPartyProvider: "WALL_CALENDAR" }, name: { name: "Nights" } }),
    Owner: ({ userIds }) => ({
        name: { name: "   " },
        accessRequestEscalationPeriod: { accessRequestEscalationPeriod: -5 },
        "userIds[1]": { userIds: [Object(userIds)[0], "bruno@tidewater.example"] },
        userIds: { sourceGroupId: TEMPLATE },
    }),
    Paladin: () => ({ name: { name: "" }, "enabledConnectors[0]": { enabledConnectors: [" "] } }),
    PaladinContextSource: () => ({
        sourceKind: { sourceKind: "SLACK_CHANNEL" },
        thirdPartyProvider: { thirdPartyProvider: "WIKI" },
        remoteId: { remoteId: "" },
    }),
    RequestTemplate: ({ customFields }) => {
        const [callout, ticket, region] = Object(customFields);
        return {
            name: { name: " " },
            "customFields[0].name": { customFields: [{ ...callout, name: "Notice" }] },
            "customFields[0].required": { customFields: [{ ...callout, required: true }] },
            "customFields[0].metadata.calloutData": { customFields: [{ type: "CALLOUT" }] },
            "customFields[1].metadata.multiChoiceData": { customFields: [ticket, { ...region, type: "SHORT_TEXT" }] },
            "customFields[2].name": { customFields: [ticket, region, { ...ticket }] },
        };
    },
    Resource: (args) => ({
        name: { name: "" },
        ...requestCases(args),
        visibility: { configurationTemplateId: TEMPLATE },
        reviewerIds: { reviewerIds: [args.adminOwnerId] },
        remoteInfo: { remoteInfo: { awsAccount: { accountId: "1" }, githubOrg: { orgName: "tidewater" } } },
    }),
    ResourceNonHumanIdentity: () => ({ durationMinutes: { durationMinutes: -1 }, renew: { renew: "always" } }),
    ResourceReviewerStages: stageCases,
    ResourceUser: () => ({ durationMinutes: { durationMinutes: -1 }, renew: { renew: "always" } }),
    ResourceVisibility: visibilityCases,
    ScopedRolePermissions: ({ permissions }) => {
        const [read] = Object(permissions);
        return {
            "permissions[0].permissionName": { permissions: [{ ...read, permissionName: "" }] },
            "permissions[0].allowAll": { permissions: [{ ...read, allowAll: "yes" }] },
            "permissions[1]": { permissions: [read, { ...read, targetIds: [] }] },
        };
    },
    Script: () => ({
        name: { name: "" },
        scriptType: { scriptType: "REQUEST_REVIEWS" },
        script: { script: " " },
    }),
    ServiceUserToken: () => ({
        tokenLabel: { tokenLabel: " " },
        accessLevel: { accessLevel: "WRITE" },
        expiresAt: { expiresAt: "tomorrow" },
        rotateEveryDays: { rotateEveryDays: 0.5 },
        overlapDays: { rotateEveryDays: 7, overlapDays: 7 },
    }),
    Tag: () => ({ value: { value: 1 } }),
    User: () => ({
        email: { email: "noa" },
        firstName: { firstName: "" },
        role: { role: "OWNER" },
        fullName: { fullName: "Noa Berg" },
    }),
};

function visibilityCases(): Record<string, Properties> {
    return { visibility: { visibility: "HIDDEN" } };
}

function stageCases({ stages }: Properties): Record<string, Properties> {
    const [first, second] = Object(stages);
    return {
        stages: { stages: [first, first, first, first] },
        "stages[0].operator": { stages: [{ ...first, operator: "XOR" }] },
        "stages[0].escalation": { stages: [{ ...second, operator: "AND" }] },
    };
}

/** Cases of groups and resources. */
function requestCases({ requestConfigurations }: Properties): Record<string, Properties> {
    const [usual, special] = Object(requestConfigurations);
    const [stage] = special.reviewerStages;
    const [path, escalation] = [
        "requestConfigurations[0].reviewerStages[0]",
        { delayMinutes: 5, ownerIds: stage.ownerIds },
    ];
    const staged = (change: object): Properties => ({
        requestConfigurations: [{ ...usual, reviewerStages: [{ ...stage, ...change }] }],
    });
    return {
        [`${path}.operator`]: staged({ operator: "XOR" }),
        [`${path}.escalation.delayMinutes`]: staged({ escalation: { ...escalation, delayMinutes: -5 } }),
        [`${path}.escalation`]: staged({ operator: "AND", escalation }),
        requestConfigurations: { requestConfigurations: [usual, { ...special, priority: 2 }] },
        "requestConfigurations[1].condition": { requestConfigurations: [usual, { ...special, condition: null }] },
        "requestConfigurations[0].reviewerStages": {
            requestConfigurations: [{ ...usual, autoApproval: false, reviewerStages: [] }],
        },
    };
}

function withoutUndefined(properties: Properties): Properties {
    return Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== undefined));
}

function without(properties: Properties, name: string): Properties {
    return Object.fromEntries(Object.entries(properties).filter(([key]) => key !== name));
}
