import type {
    AccessRule,
    Clause,
    Governed,
    RequestRule,
    Resource,
    Stage,
    Tag,
} from "../../access/model/facts/facts.js";
import { NEVER } from "../../access/model/facts/principals.js";
import type { Edge, Records } from "../../access/model/facts/records.js";
import type { Entry } from "../../access/model/facts/row.js";

/** Namespace of the ids of a copy. */
export const NAMESPACE = "00000000-0000-4000-8000-000000000000";

/** Returns the email address of a user in a copy. The records may not contain the real address. */
export function copiedEmail(userId: string): string {
    return `${userId}@copy.invalid`;
}

/** Returns the records in the format of a seed file for the local service. */
export function organizationJson(records: Records): object {
    const { principals, levels, at } = records;
    const users = [...records.users.values()];
    const groups = [...records.groups.values()];
    const resources = [...records.resources.values()];
    const bundles = [...records.bundles.values()];
    const owners = [...records.owners.values()];
    const bindings = [...records.bindings.values()];
    const tags = new TagIds();
    const given = ({ level, end }: Pick<Entry, "level" | "end">) => ({
        access_level_remote_id: levels.id(level),
        expiration_date: end === NEVER ? null : new Date(end).toISOString(),
    });
    const named = ({ member, ...entry }: Entry, name: "user_id" | "non_human_identity_id") => ({
        [name]: principals.id(member),
        ...given(entry),
    });
    const rows = (table: Records["memberships"], key: "group_id" | "resource_id", isIdentity: boolean) =>
        [...table].flatMap(([id, row]) =>
            row
                .entries()
                .filter(({ member }) => records.identities.has(member) === isIdentity)
                .map((entry) => ({
                    [key]: id,
                    ...named(entry, isIdentity ? "non_human_identity_id" : "user_id"),
                    ...(!isIdentity && { propagation_status: null }),
                })),
        );
    const edges = (table: ReadonlyMap<string, readonly Edge[]>, key: "resource_id" | "containing_group_id") =>
        [...table].flatMap(([id, list]) =>
            list.map(({ groupId, ...edge }) => ({ [key]: id, group_id: groupId, ...given(edge) })),
        );
    const userTags = users.flatMap(({ id, tags: own = [] }) =>
        own.map((tag) => ({ user_id: id, tag_id: tags.of(tag) })),
    );
    const bindingIds = new Map(
        bindings.flatMap(({ id, sourceGroupId, groupIds }) => [sourceGroupId, ...groupIds].map((one) => [one, id])),
    );
    const date = new Date(at).toISOString();
    return {
        current_user_id: users[0]?.id,
        users: users.map(({ id, name, status }) => ({
            user_id: id,
            email: copiedEmail(id),
            full_name: name,
            first_name: name,
            last_name: "",
            position: "",
            ...(status && { hr_idp_status: status }),
        })),
        userFacts: users.map(({ id, role = "MEMBER", managerId = null }) => ({
            user_id: id,
            role,
            manager_id: managerId,
            idp_managed: false,
            immutable: false,
        })),
        paladins: users
            .filter(({ isPaladin, isMonitor }) => isPaladin === true || isMonitor !== undefined)
            .map(({ id, name, isMonitor = false }) => ({
                paladin_id: id,
                owner_id: id,
                name,
                monitor_mode: isMonitor,
                admin_view_only: false,
                enabled_connectors: [],
                instructions: "",
            })),
        userTags,
        tags: tags.all(),
        owners: owners.map(({ id, name, sourceGroupId = null, escalationMinutes }) => ({
            owner_id: id,
            name,
            description: "",
            access_request_escalation_period: escalationMinutes,
            reviewer_message_channel_id: null,
            source_group_id: sourceGroupId,
        })),
        ownerUsers: owners.map(({ id, userIds }) => ({ owner_id: id, user_ids: userIds })),
        delegations: [...records.delegations.values()].map(({ id, delegatorId, delegateId, from, until }) => ({
            id,
            delegator_user_id: delegatorId,
            delegate_user_id: delegateId,
            start_time: from,
            end_time: until,
            reason: "",
            created_at: date,
            updated_at: date,
        })),
        configurationTemplates: [...records.templates.values()].map(({ id, name, breakGlassUserIds }) => ({
            configuration_template_id: id,
            name,
            break_glass_user_ids: breakGlassUserIds,
        })),
        groups: groups.map((group) => {
            const bindingId = bindingIds.get(group.id);
            return {
                group_id: group.id,
                ...governedOf(group),
                group_leader_user_ids: group.leaderIds ?? [],
                ...(records.templates.has(group.templateId ?? "") && { configuration_template_id: group.templateId }),
                ...(bindingId !== undefined && { group_binding_id: bindingId }),
            };
        }),
        groupVisibility: groups.flatMap((one) => visibilityOf("group_id", one)),
        groupAccessLevels: groups.flatMap((one) => levelsOf("group_id", one)),
        groupBindings: bindings.map(({ id, sourceGroupId, groupIds }) => ({
            group_binding_id: id,
            created_by_id: users[0]?.id,
            created_at: date,
            source_group_id: sourceGroupId,
            group_ids: groupIds,
        })),
        accessRules: groups.flatMap(({ id, rule }) => (rule ? [{ access_rule_id: id, ...accessRuleOf(rule) }] : [])),
        resources: resources.map((resource) => ({
            resource_id: resource.id,
            ...governedOf(resource),
            ...(resource.resourceType !== undefined && { resource_type: resource.resourceType }),
            ...(resource.parentId !== undefined && { parent_resource_id: resource.parentId }),
        })),
        resourceVisibility: resources.flatMap((one) => visibilityOf("resource_id", one)),
        resourceAccessLevels: resources.flatMap((one) => levelsOf("resource_id", one)),
        resourceScopedRolePermissions: resources.flatMap(permissionsOf),
        bundles: bundles.map(({ id, name, adminOwnerId }) => ({
            bundle_id: id,
            name,
            ...(adminOwnerId !== undefined && { admin_owner_id: adminOwnerId }),
        })),
        bundleVisibility: bundles.flatMap((one) => visibilityOf("bundle_id", one)),
        bundleGroups: bundles.flatMap(({ id, groupIds }) =>
            groupIds.map((group_id) => ({ bundle_id: id, group_id, ...DEFAULT_LEVEL })),
        ),
        bundleResources: bundles.flatMap(({ id, resourceIds }) =>
            resourceIds.map((resource_id) => ({ bundle_id: id, resource_id, ...DEFAULT_LEVEL })),
        ),
        groupUsers: rows(records.memberships, "group_id", false),
        resourceUsers: rows(records.grants, "resource_id", false),
        resourceNonHumanIdentities: rows(records.grants, "resource_id", true),
        groupResources: edges(records.links, "resource_id"),
        groupContainingGroups: edges(records.nestings, "containing_group_id"),
    };
}

const DEFAULT_LEVEL = { access_level_name: "", access_level_remote_id: "" };

function governedOf({ name, adminOwnerId, connectionId, requestRules = [] }: Governed) {
    return {
        name,
        ...(adminOwnerId !== undefined && { admin_owner_id: adminOwnerId }),
        ...(connectionId !== undefined && { app_id: connectionId }),
        request_configurations: requestRules.map(configurationOf),
    };
}

/** Omits requirements that any requester can meet: a reason, a ticket and a second factor. */
function configurationOf({ priority, condition, allowRequests, autoApproval, maxMinutes, stages }: RequestRule) {
    return {
        priority,
        condition: condition ? { group_ids: condition.groupIds, role_remote_ids: condition.levels } : null,
        allow_requests: allowRequests,
        auto_approval: autoApproval,
        require_mfa_to_request: false,
        require_support_ticket: false,
        reason_optional: true,
        ...(maxMinutes !== undefined && { max_duration_minutes: maxMinutes }),
        reviewer_stages: stages.map(stageOf),
    };
}

function stageOf({ operator, ownerIds, serviceUserIds, escalation, ...stage }: Stage) {
    return {
        operator,
        owner_ids: ownerIds,
        service_user_ids: serviceUserIds,
        require_manager_approval: stage.requireManagerApproval,
        require_admin_approval: stage.requireAdminApproval,
        // An arbitrary delay, because the records do not contain the real one.
        ...(escalation && {
            escalation: { delay_minutes: 1, owner_ids: escalation.ownerIds, user_ids: escalation.userIds },
        }),
    };
}

function visibilityOf(key: string, { id, visibility }: Pick<Governed, "id" | "visibility">) {
    if (!visibility) return [];
    return [{ [key]: id, visibility: visibility.type, visibility_group_ids: visibility.groupIds }];
}

function levelsOf(key: string, { id, levels = [] }: Governed) {
    return levels.map((level) => ({ [key]: id, access_level_remote_id: level, access_level_name: level }));
}

function permissionsOf({ id, permissions = [] }: Resource) {
    if (permissions.length === 0) return [];
    return [
        {
            resource_id: id,
            permissions: permissions.map(({ name, targetType, allowAll, targetIds }) => ({
                permission_name: name,
                // `other` and `unknown` become types that do not occur in the local service, so they do not cover any group or resource.
                target_type: targetType.toUpperCase(),
                allow_all: allowAll,
                target_ids: targetIds,
            })),
        },
    ];
}

function accessRuleOf({ isActive, when, unless }: AccessRule) {
    return {
        status: isActive ? "ACTIVE" : "PAUSED",
        ruleClauses: {
            when: { clauses: when.map(clauseOf) },
            ...(unless.length > 0 && { unless: { clauses: unless.map(clauseOf) } }),
        },
    };
}

function clauseOf({ tags, statuses }: Clause) {
    return {
        selectors: tags.map(({ key, value }) => ({ key, value, connection_id: NAMESPACE })),
        ...(statuses.length > 0 && { attribute_selectors: [{ attribute: "HR_IDP_STATUS", values: statuses }] }),
    };
}

/** Assigns ids to tags, which the records identify by key and value. */
class TagIds {
    readonly #ids = new Map<string, { readonly tag_id: string; readonly key: string; readonly value: string }>();

    of({ key, value }: Tag): string {
        const name = JSON.stringify([key, value]);
        const tag = this.#ids.get(name) ?? { tag_id: uuidOf(this.#ids.size), key, value };
        this.#ids.set(name, tag);
        return tag.tag_id;
    }

    all() {
        return [...this.#ids.values()];
    }
}

function uuidOf(number: number): string {
    return `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
}
