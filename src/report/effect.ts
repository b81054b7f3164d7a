import { isObject, same } from "../schema/equality.js";
import { isUnknown } from "../schema/fields.js";

/** What something does to access, the riskiest first: it lets somebody do more, it may, it lets somebody do less, or nothing of that. */
export const EFFECTS = ["widens", "mayWiden", "narrows", "none"] as const;
export type Effect = (typeof EFFECTS)[number];

/** The riskiest of them; `none` of nothing. */
export function riskiest(effects: readonly Effect[]): Effect {
    return EFFECTS.find((one) => effects.includes(one)) ?? "none";
}

/** What it does that an object of a kind is made. */
export function effectOfMaking(kind: string): Effect {
    return KINDS[kind]?.made ?? "mayWiden";
}

/** What it does that an object of a kind is deleted. */
export function effectOfDeleting(kind: string): Effect {
    return KINDS[kind]?.deleted ?? "mayWiden";
}

/** What it does that the value at a path becomes another one. `beside` holds the other fields of the object as it was. */
export function effectOfChange(
    path: string,
    from: unknown,
    to: unknown,
    beside: Readonly<Record<string, unknown>> = {},
): Effect {
    if (same(from, to)) return "none";
    if (isObject(to) && !isUnknown(to) && (isNothing(from) || isObject(from))) {
        const old = isObject(from) ? from : {};
        const names = new Set([...Object.keys(old), ...Object.keys(to)]);
        return riskiest(
            [...names].map((name) => effectOfChange(`${path}.${name}`, Reflect.get(old, name), to[name], old)),
        );
    }
    return ruleOf(path)(from, to, beside);
}

/** What it does that something new has a value. What only may do something is not said of it: nobody had it before. */
export function effectOfSetting(path: string, value: unknown): Effect {
    if (Array.isArray(value) && value.some(isObject))
        return riskiest(value.map((inner, index) => effectOfSetting(`${path}[${index}]`, inner)));
    if (isObject(value))
        return riskiest(Object.entries(value).map(([name, inner]) => effectOfSetting(`${path}.${name}`, inner)));
    const isUsual = NOT_OF_NEW.some((name) => namesIn(path).at(-1) === name);
    return !isUsual && effectOfChange(path, undefined, value) === "widens" ? "widens" : "none";
}

/** Whether it is said, for a kind and for a path in one, what they do. */
export function isKnown(kind: string, path: string): boolean {
    return kind in KINDS && namesIn(path).some((name) => name in FIELDS);
}

/** Whether no value at a path lets anybody do more or less. */
export function isWithoutEffect(path: string): boolean {
    return ruleOf(path) === none;
}

/** Of something new these let nobody do more: others say who may ask, and who approves. */
const NOT_OF_NEW: readonly string[] = ["allowRequests", "operator", "visibilityGroupIds"];

type Rule = (from: unknown, to: unknown, beside: Readonly<Record<string, unknown>>) => Effect;

const none: Rule = () => "none";
const unclear: Rule = () => "mayWiden";

/** More of it lets somebody do more: members of a list, and yes instead of no. */
const more: Rule = (from, to) => {
    const { isMore, isLess } = moves(from, to);
    return isMore ? "widens" : isLess ? "narrows" : "none";
};

/** The other way round. What comes in the place of something else may ask for less. */
const less: Rule = (from, to) => {
    const { isMore, isLess } = moves(from, to);
    return isLess ? (isMore ? "mayWiden" : "widens") : isMore ? "narrows" : "none";
};

/** A number of minutes, or a date: the later the end, the longer somebody may. `endless` is the number that means no end. */
function longer(endless?: number): Rule {
    return (from, to) => {
        const [old, now] = [from, to].map((one) => lengthOf(one, endless));
        if (now === undefined) return "mayWiden";
        if (old === undefined) return now === Number.POSITIVE_INFINITY ? "widens" : "mayWiden";
        return now > old ? "widens" : "narrows";
    };
}

/** One of several words, the narrowest first. */
function among(...words: readonly string[]): Rule {
    return (from, to) => {
        const [old, now] = [from, to].map((one) => words.indexOf(String(one)));
        if (now === words.length - 1) return "widens";
        if (old === words.length - 1 && now !== undefined && now >= 0) return "narrows";
        return "mayWiden";
    };
}

/** Groups to which something is shown: while everybody sees it, they mean nothing. */
const shownTo: Rule = (from, to, beside) => (beside.visibility === "GLOBAL" ? "none" : more(from, to, beside));

/**
 * Fields by name: the API calls the same thing by the same name in every kind. A field that is not here does what the object does that it
 * stands in.
 */
const FIELDS: Readonly<Record<string, Rule>> = {
    accessLevelName: none,
    accessLevelRemoteId: unclear,
    accessRequestEscalationPeriod: none,
    adminOwnerId: unclear,
    adminViewOnly: less,
    alias: none,
    allowAll: more,
    allowRequests: more,
    allowReviewerReassignment: none,
    allowSelfReview: more,
    apiKeyCredentials: none,
    appId: none,
    appResourceId: none,
    appType: none,
    authType: none,
    autoApproval: more,
    breakGlassUserIds: more,
    baseUrl: unclear,
    bundleId: none,
    condition: unclear,
    configurationTemplateId: unclear,
    connectionType: none,
    containingGroupId: none,
    cronExpression: none,
    customConnector: unclear,
    customFields: none,
    customRequestNotification: none,
    customStartMessage: none,
    delayMinutes: unclear,
    delegateUserId: unclear,
    delegatorUserId: unclear,
    description: none,
    durationMinutes: longer(0),
    email: none,
    enabled: none,
    enabledConnectors: more,
    endDate: none,
    endTime: longer(),
    excludedRoleAssignmentIds: none,
    extensionsDurationInMinutes: longer(),
    firstName: none,
    groupAssetVisibilityPolicy: none,
    groupId: unclear,
    groupLeaderUserIds: more,
    groupType: none,
    groups: more,
    handle: none,
    hiddenFromEndUser: less,
    hideAiSuggestions: none,
    hmacCredential1: none,
    hmacCredential2: none,
    importVisibility: among("LIMITED", "GLOBAL"),
    initialUserIds: more,
    instructions: unclear,
    isTemplate: none,
    key: unclear,
    lastName: none,
    linkedAuditMessageChannelIds: none,
    managerId: unclear,
    mappings: unclear,
    matchRemoteDescription: none,
    matchRemoteName: none,
    maxDurationMinutes: longer(-1),
    memberOncallScheduleIds: more,
    memberResourceIds: more,
    messageChannelIds: none,
    monitorMode: less,
    name: none,
    nonHumanIdentityId: unclear,
    onCallScheduleIds: more,
    operator: among("AND", "OR"),
    ownerId: unclear,
    ownerIds: unclear,
    paladinId: none,
    parentResourceId: unclear,
    permissions: more,
    policy: unclear,
    position: unclear,
    priority: unclear,
    query: none,
    reason: none,
    reasonOptional: none,
    recommendedDurationMinutes: none,
    recurringDurationDays: none,
    reminderIncludeManager: none,
    reminderSchedule: none,
    remoteId: unclear,
    remoteInfo: none,
    renew: more,
    requestConfigurations: unclear,
    requestTemplateId: none,
    requestableByDefault: more,
    requireAdminApproval: unclear,
    requireManagerApproval: unclear,
    requireMfaToApprove: less,
    requireMfaToConnect: less,
    requireMfaToRequest: less,
    requireReasonOnDenial: none,
    requireSupportTicket: less,
    resourceId: unclear,
    resourceType: none,
    resources: more,
    reviewerAssignmentPolicy: none,
    reviewerIds: unclear,
    reviewerMessageChannelId: none,
    reviewerStages: less,
    revokeOn: none,
    riskSensitivityOverride: unclear,
    role: unclear,
    ruleClauses: unclear,
    script: unclear,
    scriptType: none,
    sendReviewerAssignmentNotification: none,
    serviceUserIds: unclear,
    signingSecret: none,
    sourceGroupId: unclear,
    sourceKind: none,
    stackableSensitivityIndex: unclear,
    stages: less,
    startDate: none,
    startTime: (from, to, beside) => longer()(to, from, beside),
    status: among("PAUSED", "ACTIVE"),
    tagId: unclear,
    targetIds: more,
    teamId: none,
    thirdPartyProvider: none,
    ticketPropagation: none,
    timezone: none,
    url: none,
    userId: unclear,
    userIds: more,
    users: more,
    value: unclear,
    visibility: among("LIMITED", "GLOBAL"),
    visibilityGroupIds: shownTo,
    webhookUrl: none,
};

interface Fate {
    readonly made: Effect;
    readonly deleted: Effect;
}

/** Gives somebody something by being there. */
const gives: Fate = { made: "widens", deleted: "narrows" };
/** Has what others get: with it they lose it. */
const holds: Fate = { made: "none", deleted: "narrows" };
/** Is there to be asked for. */
const offers: Fate = { made: "mayWiden", deleted: "narrows" };
/** Says what others may do, in a way that its presence alone does not tell. */
const governs: Fate = { made: "mayWiden", deleted: "mayWiden" };
const neither: Fate = { made: "none", deleted: "none" };

/** For the model of access, too: what it does not evaluate must be neither here. */
const KINDS: Readonly<Record<string, Fate>> = {
    AccessRule: gives,
    App: holds,
    Bundle: holds,
    BundleGroup: offers,
    BundleResource: offers,
    BundleVisibility: governs,
    Campaign: neither,
    ConfigurationTemplate: governs,
    ContainingGroup: gives,
    CustomAccessLevel: holds,
    Delegation: gives,
    EventStream: neither,
    Group: holds,
    GroupBinding: governs,
    GroupMessageChannels: neither,
    GroupOnCallSchedules: gives,
    GroupResource: gives,
    GroupResources: gives,
    GroupReviewerStages: governs,
    GroupTag: governs,
    GroupUser: gives,
    GroupUsers: gives,
    GroupVisibility: governs,
    IdpGroupMapping: neither,
    IdpGroupMappings: neither,
    MessageChannel: neither,
    OnCallSchedule: neither,
    Owner: holds,
    OwnerUsers: gives,
    Paladin: governs,
    PaladinContextSource: neither,
    RequestTemplate: neither,
    Resource: holds,
    ResourceMessageChannels: neither,
    ResourceNonHumanIdentity: gives,
    ResourceReviewerStages: governs,
    ResourceReviewers: governs,
    ResourceTag: governs,
    ResourceUser: gives,
    ResourceVisibility: governs,
    ScopedRolePermissions: gives,
    Script: governs,
    Tag: neither,
    User: holds,
    UserTag: governs,
};

/** The rule of the innermost field of a path that has one. */
function ruleOf(path: string): Rule {
    const name = namesIn(path).findLast((one) => one in FIELDS);
    return FIELDS[name ?? ""] ?? unclear;
}

function namesIn(path: string): string[] {
    const names = path.match(/[^.[\]]+/g) ?? [];
    return names.filter((name) => !/^\d+$/.test(name));
}

/** Minutes, or the moment of a date; undefined for nothing, and for what is not known yet. */
function lengthOf(value: unknown, endless: number | undefined): number | undefined {
    if (typeof value === "number") return value === endless ? Number.POSITIVE_INFINITY : value;
    const moment = typeof value === "string" ? Date.parse(value) : Number.NaN;
    return Number.isNaN(moment) ? undefined : moment;
}

function moves(from: unknown, to: unknown): { readonly isMore: boolean; readonly isLess: boolean } {
    // Of what was not given before nobody knows what it was.
    if (typeof to === "boolean" || typeof from === "boolean") return { isMore: to === true, isLess: to !== true };
    if (!isList(from) || !isList(to)) return { isMore: true, isLess: true };
    const [old, now] = [from ?? [], to ?? []];
    return {
        isMore: now.some((item) => isUnknown(item) || !old.some((one) => same(one, item))),
        isLess: old.some((item) => !now.some((one) => same(one, item))),
    };
}

function isList(value: unknown): value is readonly unknown[] | undefined | null {
    return Array.isArray(value) || isNothing(value);
}

function isNothing(value: unknown): value is undefined | null {
    return value === undefined || value === null;
}
