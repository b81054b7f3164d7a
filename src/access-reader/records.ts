import { z } from "zod";
import type {
    AccessRule,
    Bundle,
    Clause,
    Delegation,
    Group,
    Owner,
    Permission,
    RequestRule,
    Resource,
    Stage,
    Tag,
    Template,
    User,
    Visibility,
} from "../access/facts.js";
import type { Properties } from "../schema/fields.js";

// What the service answers and what a program declares have the same names in camelCase: both are read here. Fields that are not said stay
// as they are in `base`, the record before.

const text = z.string().catch("");
const texts = z.array(z.string()).catch([]);

/** Users from what the API tells of them: neither their tags nor their manager is in it. */
export function userOf(given: Properties, base?: User): User {
    const { userId, fullName, firstName, lastName, email, hrIdpStatus, managerId, role } = given;
    const name = fullName ?? [firstName, lastName].filter(Boolean).join(" ");
    return {
        ...base,
        id: text.parse(userId ?? base?.id),
        name: text.parse(name || base?.name),
        ...(typeof email === "string" && { email }),
        ...(hrIdpStatus !== undefined ? { status: text.parse(hrIdpStatus) } : base ? {} : { status: "" }),
        ...((role === "ADMIN" || role === "MEMBER") && { role }),
        ...(managerId !== undefined && { managerId: z.string().nullable().catch(null).parse(managerId) }),
    };
}

export function groupOf(given: Properties, id: string, base?: Group): Group {
    const { templateId: _, ...known } = base ?? {};
    const { configurationTemplateId: templateId = base?.templateId } = given;
    return {
        ...known,
        ...governedOf(given, id, base),
        ...(typeof templateId === "string" && templateId !== "" && { templateId }),
        ...(given.groupLeaderUserIds !== undefined && { leaderIds: texts.parse(given.groupLeaderUserIds) }),
    };
}

export function resourceOf(given: Properties, id: string, base?: Resource): Resource {
    const { parentId: _, ...known } = base ?? {};
    const { parentResourceId: parentId = base?.parentId } = given;
    return {
        ...known,
        ...governedOf(given, id, base),
        ...(typeof parentId === "string" && parentId !== "" && { parentId }),
        ...(given.resourceType !== undefined && { resourceType: text.parse(given.resourceType) }),
        ...(given.permissions !== undefined && { permissions: permissionsOf(given.permissions) }),
    };
}

export function bundleOf(given: Properties, id: string, base?: Bundle): Bundle {
    return {
        groupIds: [],
        resourceIds: [],
        ...base,
        id,
        name: text.parse(given.name ?? base?.name),
        ...(typeof given.adminOwnerId === "string" && { adminOwnerId: given.adminOwnerId }),
        ...(given.visibility !== undefined && { visibility: visibilityOf(given.visibility) }),
    };
}

export function ownerOf(given: Properties, id: string, base?: Owner): Owner {
    const { sourceGroupId = base?.sourceGroupId, accessRequestEscalationPeriod: minutes } = given;
    return {
        id,
        name: text.parse(given.name ?? base?.name),
        userIds: given.userIds === undefined ? (base?.userIds ?? []) : texts.parse(given.userIds),
        escalationMinutes: z
            .number()
            .catch(0)
            .parse(minutes === undefined ? base?.escalationMinutes : minutes),
        ...(typeof sourceGroupId === "string" && sourceGroupId !== "" && { sourceGroupId }),
    };
}

export function templateOf(given: Properties, id: string, base?: Template): Template {
    const { name = base?.name, breakGlassUserIds = base?.breakGlassUserIds } = given;
    return { id, name: text.parse(name), breakGlassUserIds: texts.parse(breakGlassUserIds) };
}

export function delegationOf(given: Properties, id: string): Delegation {
    const { delegatorUserId, delegateUserId, startTime, endTime } = given;
    return {
        id,
        delegatorId: text.parse(delegatorUserId),
        delegateId: text.parse(delegateUserId),
        from: text.parse(startTime),
        until: text.parse(endTime),
    };
}

/** Visibility as an object, or as the fields of a document. */
export function visibilityOf(given: unknown): Visibility {
    const { visibility, visibilityGroupIds } = visibilityShape.parse(given);
    return { type: visibility === "LIMITED" ? "LIMITED" : "GLOBAL", groupIds: visibilityGroupIds };
}

const visibilityShape = z.looseObject({ visibility: text, visibilityGroupIds: texts });

/** Conditions of an access rule, with its status. */
export function accessRuleOf({ status, ruleClauses }: Properties, base?: AccessRule): AccessRule {
    const clauses = ruleClauses === undefined ? undefined : clausesShape.parse(ruleClauses);
    return {
        isActive: status === undefined ? (base?.isActive ?? true) : status === "ACTIVE",
        when: clauses ? clausesOf(clauses.when) : (base?.when ?? []),
        unless: clauses ? clausesOf(clauses.unless) : (base?.unless ?? []),
    };
}

const clauseShape = z.looseObject({
    selectors: z.array(z.looseObject({ key: text, value: text, connectionId: z.string().optional() })).catch([]),
    attributeSelectors: z.array(z.looseObject({ values: texts })).catch([]),
});
const conjunctionShape = z
    .looseObject({ clauses: z.array(clauseShape).catch([]) })
    .nullish()
    .catch(null);
const clausesShape = z.looseObject({ when: conjunctionShape, unless: conjunctionShape });

function clausesOf(given: z.output<typeof conjunctionShape>): Clause[] {
    return (given?.clauses ?? []).map(({ selectors, attributeSelectors }) => ({
        tags: selectors.map(
            ({ key, value, connectionId }): Tag => ({
                key,
                value,
                ...(connectionId !== undefined && { connectionId }),
            }),
        ),
        statuses: attributeSelectors.flatMap(({ values }) => values),
    }));
}

/** Stages that are declared apart from the configurations: they are those of the default one. */
export function withStages(rules: readonly RequestRule[] | undefined, stages: unknown): RequestRule[] {
    const known = rules ?? [];
    const standard = known.find(({ priority }) => priority === 0) ?? NEW_RULE;
    const given = z.array(stageShape).catch([]).parse(stages);
    return [
        ...known.filter(({ priority }) => priority !== 0),
        { ...standard, stages: stagesOf(given, standard.stages) },
    ];
}

/** Owners who review first, declared apart from the configurations. */
export function withReviewers(rules: readonly RequestRule[] | undefined, ownerIds: unknown): RequestRule[] {
    const standard = (rules ?? []).find(({ priority }) => priority === 0) ?? NEW_RULE;
    const [first = NEW_STAGE, ...others] = standard.stages;
    const stages = [{ ...first, ownerIds: texts.parse(ownerIds) }, ...others];
    return [...(rules ?? []).filter(({ priority }) => priority !== 0), { ...standard, stages }];
}

/** Who reviews if nobody says so: the owner that administers. */
export function administratorsReview(rules: readonly RequestRule[] | undefined, adminOwnerId?: string): RequestRule[] {
    const stage = { ...NEW_STAGE, ownerIds: adminOwnerId === undefined ? [] : [adminOwnerId] };
    const standard = (rules ?? []).find(({ priority }) => priority === 0) ?? NEW_RULE;
    return [...(rules ?? []).filter(({ priority }) => priority !== 0), { ...standard, stages: [stage] }];
}

const NEW_STAGE: Stage = {
    operator: "AND",
    ownerIds: [],
    serviceUserIds: [],
    requireManagerApproval: false,
    requireAdminApproval: false,
};

const NEW_RULE: RequestRule = { priority: 0, allowRequests: true, autoApproval: false, stages: [NEW_STAGE] };

const stageShape = z.looseObject({
    operator: z.enum(["AND", "OR"]).catch("AND"),
    ownerIds: texts.optional(),
    serviceUserIds: texts.optional(),
    requireManagerApproval: z.boolean().optional().catch(false),
    requireAdminApproval: z.boolean().optional().catch(false),
    escalation: z.looseObject({ ownerIds: texts.optional(), userIds: texts.optional() }).nullish().catch(null),
});

const ruleShape = z.looseObject({
    priority: z.number().catch(0),
    condition: z.looseObject({ groupIds: texts, roleRemoteIds: texts }).nullish().catch(null),
    allowRequests: z.boolean().catch(true),
    autoApproval: z.boolean().catch(false),
    maxDurationMinutes: z.number().nullish().catch(null),
    reviewerStages: z.array(stageShape).optional().catch([]),
});

/** Request configurations. What one does not say stays as it is in its counterpart in `base`. */
function requestRulesOf(given: unknown, base: readonly RequestRule[], adminOwnerId?: string): RequestRule[] {
    const read = z.array(ruleShape).catch([]).parse(given);
    const known = counterparts(read, base);
    return read.map((one, place): RequestRule => {
        const { priority, allowRequests, autoApproval, reviewerStages } = one;
        const before = known[place];
        const condition = conditionOf(one);
        const administrators = { ...NEW_STAGE, ownerIds: adminOwnerId === undefined ? [] : [adminOwnerId] };
        const unsaid = before?.stages ?? (autoApproval ? [] : [administrators]);
        const stages = reviewerStages ? stagesOf(reviewerStages, before?.stages) : unsaid;
        // -1 is no limit.
        const most = one.maxDurationMinutes ?? before?.maxMinutes ?? -1;
        const limit = most > 0 && { maxMinutes: most };
        return { priority, ...(condition && { condition }), allowRequests, autoApproval, ...limit, stages };
    });
}

type ReadRule = z.output<typeof ruleShape>;

/** The rule of the same condition, or else, if its condition is given no more, that of the same rank. */
function counterparts(read: readonly ReadRule[], base: readonly RequestRule[]): (RequestRule | undefined)[] {
    const textOf = (condition: RequestRule["condition"]): string => JSON.stringify(condition ?? null);
    const same = read.map((one) => base.find(({ condition }) => textOf(condition) === textOf(conditionOf(one))));
    return read.map(
        ({ priority }, place) => same[place] ?? base.find((one) => one.priority === priority && !same.includes(one)),
    );
}

function conditionOf({ condition }: ReadRule): RequestRule["condition"] {
    return condition ? { groupIds: condition.groupIds, levels: condition.roleRemoteIds } : undefined;
}

/** What a stage does not say stays as it is in the stage at its place; if their number changes, nobody knows which is which. */
function stagesOf(given: readonly ReadStage[], base: readonly Stage[] = []): Stage[] {
    return given.map((stage, place) => stageOf(stage, given.length === base.length ? base[place] : undefined));
}

type ReadStage = z.output<typeof stageShape>;

function stageOf(given: ReadStage, base: Stage = NEW_STAGE): Stage {
    const { operator } = given;
    // Only one of OR escalates.
    const kept = operator === "OR" ? base.escalation : undefined;
    const escalation = given.escalation === undefined ? kept : given.escalation;
    return {
        operator,
        ownerIds: given.ownerIds ?? base.ownerIds,
        serviceUserIds: given.serviceUserIds ?? base.serviceUserIds,
        requireManagerApproval: given.requireManagerApproval ?? base.requireManagerApproval,
        requireAdminApproval: given.requireAdminApproval ?? base.requireAdminApproval,
        ...(escalation && {
            escalation: {
                ownerIds: escalation.ownerIds ?? kept?.ownerIds ?? [],
                userIds: escalation.userIds ?? kept?.userIds ?? [],
            },
        }),
    };
}

function governedOf(given: Properties, id: string, base?: Group | Resource) {
    const adminOwnerId = typeof given.adminOwnerId === "string" ? given.adminOwnerId : base?.adminOwnerId;
    const sensitivity = given.riskSensitivityOverride ?? given.riskSensitivity;
    const rules = given.requestConfigurations;
    return {
        id,
        name: text.parse(given.name ?? base?.name),
        ...(adminOwnerId !== undefined && { adminOwnerId }),
        ...(typeof given.appId === "string" && { connectionId: given.appId }),
        ...(typeof sensitivity === "string" && { sensitivity }),
        ...(rules !== undefined
            ? { requestRules: requestRulesOf(rules, base?.requestRules ?? [], adminOwnerId) }
            : base === undefined && { requestRules: administratorsReview(undefined, adminOwnerId) }),
        ...(given.visibility !== undefined && { visibility: visibilityOf(given.visibility) }),
    };
}

const PERMISSION_TARGETS: ReadonlyMap<string, Permission["targetType"]> = new Map([
    ["GROUP", "group"],
    ["RESOURCE", "resource"],
    ["BUNDLE", "bundle"],
    ["CONNECTION", "connection"],
    ["OWNER", "owner"],
    ["USER", "other"],
    ["ACCESS_REVIEW", "other"],
    ["EVENT", "other"],
]);

export function permissionsOf(given: unknown): Permission[] {
    return z
        .array(
            z.looseObject({
                targetType: text,
                permissionName: text,
                allowAll: z.boolean().catch(false),
                targetIds: texts,
            }),
        )
        .catch([])
        .parse(given)
        .map(({ targetType, permissionName, allowAll, targetIds }) => ({
            name: permissionName,
            targetType: PERMISSION_TARGETS.get(targetType.toUpperCase()) ?? "unknown",
            allowAll,
            targetIds,
        }));
}
