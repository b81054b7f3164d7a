import { z } from "zod";
import type { Properties } from "../../../common/properties.js";
import type {
    AccessRule,
    Bundle,
    Clause,
    Delegation,
    Group,
    Owner,
    Permission,
    Resource,
    Tag,
    Template,
    User,
    VisibilityFacts,
} from "../../model/facts/facts.js";
import { administratorsReview, requestRulesOf } from "./request-rules.js";

// Parses both responses of the service and declarations in a program, since both use the same camelCase names. Properties that are not set
// keep their values from `base`, the previous record.

const textShape = z.string().catch("");
const textsShape = z.array(z.string()).catch([]);

/** Parses a user. API responses do not contain the user's tags or manager. */
export function userOf(given: Properties, base?: User): User {
    const { userId, fullName, firstName, lastName, email, hrIdpStatus, managerId, role } = given;
    const name = fullName ?? [firstName, lastName].filter(Boolean).join(" ");
    return {
        ...base,
        id: textShape.parse(userId ?? base?.id),
        name: textShape.parse(name || base?.name),
        ...(typeof email === "string" && { email }),
        ...(hrIdpStatus !== undefined ? { status: textShape.parse(hrIdpStatus) } : base ? {} : { status: "" }),
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
        ...(given.groupLeaderUserIds !== undefined && { leaderIds: textsShape.parse(given.groupLeaderUserIds) }),
    };
}

export function resourceOf(given: Properties, id: string, base?: Resource): Resource {
    const { parentId: _, ...known } = base ?? {};
    const { parentResourceId: parentId = base?.parentId } = given;
    return {
        ...known,
        ...governedOf(given, id, base),
        ...(typeof parentId === "string" && parentId !== "" && { parentId }),
        ...(given.resourceType !== undefined && { resourceType: textShape.parse(given.resourceType) }),
        ...(given.permissions !== undefined && { permissions: permissionsOf(given.permissions) }),
    };
}

export function bundleOf(given: Properties, id: string, base?: Bundle): Bundle {
    return {
        groupIds: [],
        resourceIds: [],
        ...base,
        ...(given.groups !== undefined && { groupIds: itemIds(given.groups, "groupId") }),
        ...(given.resources !== undefined && { resourceIds: itemIds(given.resources, "resourceId") }),
        id,
        name: textShape.parse(given.name ?? base?.name),
        ...(typeof given.adminOwnerId === "string" && { adminOwnerId: given.adminOwnerId }),
        ...(given.visibility !== undefined && { visibility: parseVisibility(given.visibility) }),
    };
}

/** Returns the ids of the items of a bundle, each once. */
function itemIds(items: unknown, key: string): string[] {
    const ids = z
        .array(z.object({ [key]: z.string() }))
        .catch([])
        .parse(items);
    return [...new Set(ids.flatMap((one) => one[key] ?? []))];
}

export function ownerOf(given: Properties, id: string, base?: Owner): Owner {
    const { sourceGroupId = base?.sourceGroupId, accessRequestEscalationPeriod: minutes } = given;
    return {
        id,
        name: textShape.parse(given.name ?? base?.name),
        userIds: given.userIds === undefined ? (base?.userIds ?? []) : textsShape.parse(given.userIds),
        escalationMinutes: z
            .number()
            .catch(0)
            .parse(minutes === undefined ? base?.escalationMinutes : minutes),
        ...(typeof sourceGroupId === "string" && sourceGroupId !== "" && { sourceGroupId }),
    };
}

export function templateOf(given: Properties, id: string, base?: Template): Template {
    const { name = base?.name, breakGlassUserIds = base?.breakGlassUserIds } = given;
    return { id, name: textShape.parse(name), breakGlassUserIds: textsShape.parse(breakGlassUserIds) };
}

export function delegationOf(given: Properties, id: string): Delegation {
    const { delegatorUserId, delegateUserId, startTime, endTime } = given;
    return {
        id,
        delegatorId: textShape.parse(delegatorUserId),
        delegateId: textShape.parse(delegateUserId),
        from: textShape.parse(startTime),
        until: textShape.parse(endTime),
    };
}

/** Parses visibility, either from an object or from the fields of a response. */
export function parseVisibility(given: unknown): VisibilityFacts {
    const { visibility, visibilityGroupIds } = visibilityShape.parse(given);
    return { type: visibility === "LIMITED" ? "LIMITED" : "GLOBAL", groupIds: visibilityGroupIds };
}

const visibilityShape = z.looseObject({ visibility: textShape, visibilityGroupIds: textsShape });

/** Parses the conditions and the status of an access rule. */
export function accessRuleOf({ status, ruleClauses }: Properties, base?: AccessRule): AccessRule {
    const clauses = ruleClauses === undefined ? undefined : clausesShape.parse(ruleClauses);
    return {
        isActive: status === undefined ? (base?.isActive ?? true) : status === "ACTIVE",
        when: clauses ? clausesOf(clauses.when) : (base?.when ?? []),
        unless: clauses ? clausesOf(clauses.unless) : (base?.unless ?? []),
    };
}

const clauseShape = z.looseObject({
    selectors: z
        .array(z.looseObject({ key: textShape, value: textShape, connectionId: z.string().optional() }))
        .catch([]),
    attributeSelectors: z.array(z.looseObject({ values: textsShape })).catch([]),
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

function governedOf(given: Properties, id: string, base?: Group | Resource) {
    const adminOwnerId = typeof given.adminOwnerId === "string" ? given.adminOwnerId : base?.adminOwnerId;
    const sensitivity = given.riskSensitivityOverride ?? given.riskSensitivity;
    const rules = given.requestConfigurations;
    return {
        id,
        name: textShape.parse(given.name ?? base?.name),
        ...(adminOwnerId !== undefined && { adminOwnerId }),
        ...(typeof given.appId === "string" && { connectionId: given.appId }),
        ...(typeof sensitivity === "string" && { sensitivity }),
        ...(rules !== undefined
            ? { requestRules: requestRulesOf(rules, base?.requestRules ?? [], adminOwnerId) }
            : base === undefined && { requestRules: administratorsReview(undefined, adminOwnerId) }),
        ...(given.visibility !== undefined && { visibility: parseVisibility(given.visibility) }),
    };
}

const PERMISSION_TARGETS: ReadonlyMap<string, Permission["targetType"]> = new Map([
    ["GROUP", "group"],
    ["RESOURCE", "resource"],
    ["BUNDLE", "bundle"],
    ["CONNECTION", "connection"],
    ["OWNER", "owner"],
    ["USER", "user"],
    ["ACCESS_REVIEW", "other"],
    ["EVENT", "other"],
]);

export function permissionsOf(given: unknown): Permission[] {
    return z
        .array(
            z.looseObject({
                targetType: textShape,
                permissionName: textShape,
                allowAll: z.boolean().catch(false),
                targetIds: textsShape,
                unknownFields: textsShape.optional(),
            }),
        )
        .catch([])
        .parse(given)
        .map(({ targetType, permissionName, allowAll, targetIds, unknownFields }) => ({
            ...(unknownFields && { unknownFields }),
            name: permissionName,
            targetType: PERMISSION_TARGETS.get(targetType.toUpperCase()) ?? "unknown",
            allowAll,
            targetIds,
        }));
}
