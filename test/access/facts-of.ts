import type { Facts, Permission, RequestRule } from "../../src/access/model/facts/facts.js";
import type { RequestConfiguration, RuleConjunction, VisibilityInfo } from "../../src/api/generated/types.gen.js";
import { seedOrganization } from "../../src/local/service/seeds/seed.js";
import { createStore, type Store } from "../../src/local/service/storage/store.js";
import { NOW } from "./oracle/organizations.js";

/** Converts the records of the service to facts. Only renames fields and does not evaluate anything. */
export function factsOf(store: Store, at = NOW.toISOString()): Facts {
    const { resourceNonHumanIdentities: identities } = store;
    const given = ({
        access_level_remote_id,
        expiration_date,
    }: {
        access_level_remote_id: string;
        expiration_date: string | null;
    }) => ({
        level: access_level_remote_id,
        until: expiration_date,
    });
    return {
        at,
        users: store.users.all().map(({ user_id, full_name, email, hr_idp_status = "" }) => ({
            id: user_id,
            name: full_name,
            email,
            status: hr_idp_status,
            tags: store.userTags
                .where("user_id", user_id)
                .map(({ tag_id }) => store.tags.get(tag_id))
                .map(({ key = "", value }) => ({ key, value: value ?? "" })),
            managerId: store.userFacts.find(user_id)?.manager_id ?? null,
            ...(store.paladins.has(user_id) && { isMonitor: store.paladins.get(user_id).monitor_mode === true }),
        })),
        identities: [...new Set(identities.all().map((one) => one.non_human_identity_id))].map((id) => ({
            id,
            name: store.resources.get(id).name ?? "",
        })),
        groups: store.groups.all().map((group) => {
            const rule = store.accessRules.find(group.group_id);
            return {
                id: group.group_id,
                name: group.name ?? "",
                leaderIds: group.group_leader_user_ids ?? [],
                ...(group.configuration_template_id && { templateId: group.configuration_template_id }),
                ...(group.admin_owner_id !== undefined && { adminOwnerId: group.admin_owner_id }),
                ...(group.risk_sensitivity && { sensitivity: group.risk_sensitivity }),
                levels: store.groupAccessLevels
                    .where("group_id", group.group_id)
                    .map(({ access_level_remote_id }) => access_level_remote_id),
                requestRules: (group.request_configurations ?? []).map(ruleOf),
                ...seen(store.groupVisibility.find(group.group_id)),
                ...(rule && {
                    rule: {
                        isActive: rule.status === "ACTIVE",
                        when: clausesOf(rule.ruleClauses.when),
                        unless: clausesOf(rule.ruleClauses.unless),
                    },
                }),
            };
        }),
        resources: store.resources.all().map((resource) => ({
            id: resource.resource_id,
            name: resource.name ?? "",
            ...(resource.admin_owner_id !== undefined && { adminOwnerId: resource.admin_owner_id }),
            ...(resource.risk_sensitivity && { sensitivity: resource.risk_sensitivity }),
            ...(resource.resource_type !== undefined && { resourceType: resource.resource_type }),
            ...(resource.parent_resource_id !== undefined && { parentId: resource.parent_resource_id }),
            permissions: (store.resourceScopedRolePermissions.find(resource.resource_id)?.permissions ?? []).map(
                (one) => ({
                    name: one.permission_name,
                    targetType: TARGET_TYPES[one.target_type] ?? "other",
                    allowAll: one.allow_all,
                    targetIds: one.target_ids ?? [],
                }),
            ),
            levels: store.resourceAccessLevels
                .where("resource_id", resource.resource_id)
                .map(({ access_level_remote_id }) => access_level_remote_id),
            requestRules: (resource.request_configurations ?? []).map(ruleOf),
            ...seen(store.resourceVisibility.find(resource.resource_id)),
        })),
        bundles: store.bundles.all().map(({ bundle_id, name = "", admin_owner_id }) => ({
            id: bundle_id,
            name,
            ...(admin_owner_id !== undefined && { adminOwnerId: admin_owner_id }),
            groupIds: store.bundleGroups.where("bundle_id", bundle_id).map(({ group_id }) => group_id),
            resourceIds: store.bundleResources.where("bundle_id", bundle_id).map(({ resource_id }) => resource_id),
            ...seen(store.bundleVisibility.find(bundle_id)),
        })),
        owners: store.owners
            .all()
            .map(({ owner_id, name = "", source_group_id, access_request_escalation_period = 0 }) => ({
                id: owner_id,
                name,
                userIds: store.ownerUsers.find(owner_id)?.user_ids ?? [],
                ...(source_group_id && { sourceGroupId: source_group_id }),
                escalationMinutes: access_request_escalation_period,
            })),
        memberships: store.groupUsers
            .all()
            .map((one) => ({ groupId: one.group_id, userId: one.user_id, ...given(one) })),
        grants: [
            ...store.resourceUsers.all().map((one) => ({ ...one, principal_id: one.user_id })),
            ...identities.all().map((one) => ({ ...one, principal_id: one.non_human_identity_id })),
        ].map((one) => ({ resourceId: one.resource_id, principalId: one.principal_id, ...given(one) })),
        links: store.groupResources
            .all()
            .map((one) => ({ groupId: one.group_id, resourceId: one.resource_id, ...given(one) })),
        nestings: store.groupContainingGroups
            .all()
            .map((one) => ({ groupId: one.group_id, containingGroupId: one.containing_group_id, ...given(one) })),
        bindings: store.groupBindings
            .all()
            .map((one) => ({ id: one.group_binding_id, sourceGroupId: one.source_group_id, groupIds: one.group_ids })),
        delegations: store.delegations.all().map((one) => ({
            id: one.id,
            delegatorId: one.delegator_user_id,
            delegateId: one.delegate_user_id,
            from: one.start_time,
            until: one.end_time,
        })),
        templates: store.configurationTemplates.all().map((one) => ({
            id: one.configuration_template_id ?? "",
            name: one.name ?? "",
            breakGlassUserIds: one.break_glass_user_ids ?? [],
        })),
        unknowns: [],
    };
}

/** Facts of a seeded organization. */
export function seededFacts(...seed: Parameters<typeof seedOrganization>): Facts {
    return factsOf(createStore(seedOrganization(...seed)), "2027-01-11T09:00:00.000Z");
}

/** Merges the lists of two organizations. */
export function joinedFacts(one: Facts, other: Facts): Facts {
    const lists = Object.entries(one).map(([name, value]) => {
        const list: unknown = other[name as keyof Facts]; // both have the same properties
        return [name, Array.isArray(value) && Array.isArray(list) ? [...value, ...list] : value];
    });
    return Object.fromEntries(lists);
}

const TARGET_TYPES: Readonly<Record<string, Permission["targetType"]>> = {
    GROUP: "group",
    RESOURCE: "resource",
    BUNDLE: "bundle",
    OWNER: "owner",
    USER: "user",
};

function ruleOf({
    priority,
    condition,
    allow_requests,
    auto_approval,
    reviewer_stages = [],
}: RequestConfiguration): RequestRule {
    return {
        priority,
        ...(condition && {
            condition: { groupIds: condition.group_ids ?? [], levels: condition.role_remote_ids ?? [] },
        }),
        allowRequests: allow_requests,
        autoApproval: auto_approval,
        stages: reviewer_stages.map((stage) => ({
            operator: stage.operator,
            ownerIds: stage.owner_ids,
            serviceUserIds: stage.service_user_ids ?? [],
            requireManagerApproval: stage.require_manager_approval,
            requireAdminApproval: stage.require_admin_approval ?? false,
            ...(stage.escalation && {
                escalation: { ownerIds: stage.escalation.owner_ids ?? [], userIds: stage.escalation.user_ids ?? [] },
            }),
        })),
    };
}

function clausesOf(conjunction: RuleConjunction | undefined | null) {
    return (conjunction?.clauses ?? []).map(({ selectors, attribute_selectors = [] }) => ({
        tags: selectors.map(({ key, value }) => ({ key, value })),
        statuses: attribute_selectors.flatMap(({ values }) => values),
    }));
}

function seen(info: VisibilityInfo | undefined) {
    if (!info) return {};
    return { visibility: { type: info.visibility, groupIds: info.visibility_group_ids ?? [] } } as const;
}
