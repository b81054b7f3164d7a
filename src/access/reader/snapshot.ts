import { z } from "zod";
import { extrasIn, isSet } from "../../api/schema-walk.js";
import { foreignJson, jsonFault } from "../../api/transport/json.js";
import { UsageError } from "../../common/errors.js";
import type {
    AccessRule,
    Assumptions,
    Binding,
    Bundle,
    Clause,
    Delegation,
    Facts,
    Governed,
    Grant,
    Group,
    Identity,
    Link,
    Membership,
    Nesting,
    Owner,
    Permission,
    RequestRule,
    Resource,
    Stage,
    Tag,
    Template,
    Unknown,
    User,
    VisibilityFacts,
} from "../model/facts/facts.js";

/**
 * Parses a file written by `access-governance snapshot`.
 * @throws UsageError with the name of the file and the path of the invalid field, or of a field that this version does not know and that may
 * decide who has access
 */
export function parseSnapshot(text: string, file: string): Facts {
    const json = foreignJson(text);
    if (!json) throw new UsageError(`${file} is not a valid snapshot: it is ${jsonFault(text)}.`);
    const { success, data, error } = factsSchema.safeParse(json.value);
    if (success) {
        const [extra] = extrasIn(factsSchema, json.value).filter(({ type, value }) => type === "field" && isSet(value));
        if (!extra) return data;
        throw new UsageError(
            `${file} contains ${extra.place}, which this version does not know. A newer version wrote it: use that version, or take the snapshot again.`,
        );
    }
    const [issue] = error.issues;
    const place = issue?.path.join(".") || "the top level";
    throw new UsageError(`${file} is not a valid snapshot. Error at ${place}: ${issue?.message}.`);
}

/** A schema for each field of a type. The mapped type makes the compiler report missing fields and fields of a different type. */
type Shape<T> = { readonly [Name in keyof T]-?: z.ZodType<T[Name]> };

const id = z.string();
const ids = z.array(id);
const date = z.string().refine((text) => !Number.isNaN(Date.parse(text)), { error: "must be a date" });

const tag = z.object({
    key: z.string(),
    value: z.string(),
    connectionId: id.optional(),
} satisfies Shape<Tag>);

const user = z.object({
    id,
    name: z.string(),
    email: z.string().optional(),
    tags: z.array(tag).optional(),
    status: z.string().optional(),
    managerId: id.nullable().optional(),
    isPaladin: z.boolean().optional(),
    isMonitor: z.boolean().optional(),
    role: z.enum(["ADMIN", "MEMBER"]).optional(),
} satisfies Shape<User>);

const identity = z.object({ id, name: z.string() } satisfies Shape<Identity>);

const clause = z.object({ tags: z.array(tag), statuses: z.array(z.string()) } satisfies Shape<Clause>);

const accessRule = z.object({
    isActive: z.boolean(),
    when: z.array(clause),
    unless: z.array(clause),
} satisfies Shape<AccessRule>);

const stage = z.object({
    operator: z.enum(["AND", "OR"]),
    ownerIds: ids,
    serviceUserIds: ids,
    scriptIds: ids.optional(),
    requireManagerApproval: z.boolean(),
    requireAdminApproval: z.boolean(),
    escalation: z.object({ ownerIds: ids, userIds: ids }).optional(),
} satisfies Shape<Stage>);

const requestRule = z.object({
    priority: z.number(),
    condition: z.object({ groupIds: ids, levels: z.array(z.string()) }).optional(),
    allowRequests: z.boolean(),
    autoApproval: z.boolean(),
    maxMinutes: z.number().optional(),
    unknownFields: ids.optional(),
    stages: z.array(stage),
} satisfies Shape<RequestRule>);

const visibility = z.object({ type: z.enum(["GLOBAL", "LIMITED"]), groupIds: ids } satisfies Shape<VisibilityFacts>);

const governed = {
    id,
    name: z.string(),
    adminOwnerId: id.optional(),
    connectionId: id.optional(),
    sensitivity: z.string().optional(),
    tags: z.array(tag).optional(),
    levels: z.array(z.string()).optional(),
    requestRules: z.array(requestRule).optional(),
    visibility: visibility.optional(),
} satisfies Shape<Governed>;

const group = z.object({
    ...governed,
    leaderIds: ids.optional(),
    templateId: id.optional(),
    rule: accessRule.optional(),
} satisfies Shape<Group>);

const permission = z.object({
    name: z.string(),
    targetType: z.enum(["group", "resource", "bundle", "connection", "owner", "user", "other", "unknown"]),
    allowAll: z.boolean(),
    targetIds: ids,
    unknownFields: ids.optional(),
} satisfies Shape<Permission>);

const resource = z.object({
    ...governed,
    resourceType: z.string().optional(),
    parentId: id.optional(),
    permissions: z.array(permission).optional(),
} satisfies Shape<Resource>);

const bundle = z.object({
    id,
    name: z.string(),
    adminOwnerId: id.optional(),
    visibility: visibility.optional(),
    groupIds: ids,
    resourceIds: ids,
} satisfies Shape<Bundle>);

const owner = z.object({
    id,
    name: z.string(),
    userIds: ids,
    sourceGroupId: id.optional(),
    escalationMinutes: z.number(),
} satisfies Shape<Owner>);

const leveledShape = { level: z.string(), until: date.nullable() };
const membership = z.object({ ...leveledShape, groupId: id, userId: id } satisfies Shape<Membership>);
const grant = z.object({ ...leveledShape, resourceId: id, principalId: id } satisfies Shape<Grant>);
const link = z.object({ ...leveledShape, groupId: id, resourceId: id } satisfies Shape<Link>);
const nesting = z.object({ ...leveledShape, groupId: id, containingGroupId: id } satisfies Shape<Nesting>);
const binding = z.object({ id, sourceGroupId: id, groupIds: ids } satisfies Shape<Binding>);

const delegation = z.object({
    id,
    delegatorId: id,
    delegateId: id,
    from: date,
    until: date,
} satisfies Shape<Delegation>);

const template = z.object({ id, name: z.string(), breakGlassUserIds: ids } satisfies Shape<Template>);

const unknown = z.object({
    type: z.enum(["group", "resource", "bundle", "owner", "assigners", "powers"]),
    id,
    because: z.string(),
    variant: z.string().optional(),
} satisfies Shape<Unknown>);

/** Schema for assumptions in configuration and snapshot files. */
export const assumptionsSchema = z
    .strictObject({
        ownerPermissions: z
            .enum(["full", "limited", "attribution"])
            .describe("What owners can do with the groups and resources that they own. Default: full."),
        selfApproval: z.boolean().describe("Whether reviewers can approve their own requests. Default: true."),
        inheritGrants: z
            .boolean()
            .describe("Whether access to a resource includes the resources below it. Default: true."),
        singleValuedTags: z
            .array(z.string())
            .describe(
                "Keys of tags for which a user has no more than one value. Only used by `test --future`. Default: none.",
            ),
    } satisfies Shape<Assumptions>)
    .partial();

const factsSchema = z.object({
    at: date,
    readBy: z.string().optional(),
    users: z.array(user),
    identities: z.array(identity),
    groups: z.array(group),
    resources: z.array(resource),
    bundles: z.array(bundle),
    owners: z.array(owner),
    memberships: z.array(membership),
    grants: z.array(grant),
    links: z.array(link),
    nestings: z.array(nesting),
    bindings: z.array(binding),
    delegations: z.array(delegation),
    templates: z.array(template).optional(),
    unknowns: z.array(unknown),
    tagIds: z.record(id, tag).optional(),
    assumptions: assumptionsSchema.optional(),
} satisfies Shape<Facts>);
