import { FACT_LISTS } from "../../../src/access/map/page-data.js";
import type { Clause, Facts, Governed, RequestRule } from "../../../src/access/model/facts/facts.js";
import type { Organization } from "../../../src/local/service/index.js";

/** Converts an organization of the local service to facts, as far as a map shows them. */
export function factsOf(organization: Organization, at = "2027-01-11T09:00:00.000Z"): Facts {
    const { groups, resources, bundles, users, accessRules, tags } = organization;
    const tagOf = new Map(tags.map(({ tag_id, key, value }) => [tag_id, { key: key ?? "", value: value ?? "" }]));
    const tagsByUser = grouped(organization.userTags, ({ user_id }) => user_id);
    const levelsByResource = grouped(organization.resourceAccessLevels, ({ resource_id }) => resource_id);
    const visibilities = new Map(
        [
            ...organization.groupVisibility.map((one) => [one.group_id, one] as const),
            ...organization.resourceVisibility.map((one) => [one.resource_id, one] as const),
            ...organization.bundleVisibility.map((one) => [one.bundle_id, one] as const),
        ].map(([id, one]) => [id, { type: one.visibility, groupIds: one.visibility_group_ids ?? [] }]),
    );
    const rules = new Map(accessRules.map((rule) => [rule.access_rule_id, rule]));
    const managers = new Map(organization.userFacts.map(({ user_id, manager_id }) => [user_id, manager_id]));
    const machines = new Set(organization.resourceNonHumanIdentities.map((one) => one.non_human_identity_id));
    const governed = (id: string, one: (typeof groups)[number] | (typeof resources)[number]): Governed => ({
        id,
        name: one.name ?? "",
        ...(one.admin_owner_id && { adminOwnerId: one.admin_owner_id }),
        ...(one.risk_sensitivity && { sensitivity: one.risk_sensitivity }),
        requestRules: (one.request_configurations ?? []).map(requestRuleOf),
        visibility: visibilities.get(id) ?? { type: "GLOBAL", groupIds: [] },
    });
    const given = (one: { access_level_remote_id: string; expiration_date: string | null }) => ({
        level: one.access_level_remote_id,
        until: one.expiration_date,
    });
    return {
        at,
        users: users.map(({ user_id, full_name, email, hr_idp_status }) => ({
            id: user_id,
            name: full_name,
            email,
            status: hr_idp_status ?? "",
            managerId: managers.get(user_id) ?? null,
            tags: (tagsByUser.get(user_id) ?? []).flatMap(({ tag_id }) => tagOf.get(tag_id) ?? []),
        })),
        identities: resources
            .filter(({ resource_id }) => machines.has(resource_id))
            .map(({ resource_id, name }) => ({ id: resource_id, name: name ?? "" })),
        groups: groups.map((group) => {
            const rule = rules.get(group.group_id);
            const { when, unless } = rule?.ruleClauses ?? {};
            return {
                ...governed(group.group_id, group),
                leaderIds: group.group_leader_user_ids ?? [],
                ...(rule && {
                    rule: {
                        isActive: rule.status === "ACTIVE",
                        when: (when?.clauses ?? []).map(clauseOf),
                        unless: (unless?.clauses ?? []).map(clauseOf),
                    },
                }),
            };
        }),
        resources: resources.map((resource) => ({
            ...governed(resource.resource_id, resource),
            ...(resource.resource_type && { resourceType: resource.resource_type }),
            levels: (levelsByResource.get(resource.resource_id) ?? []).map((one) => one.access_level_remote_id),
        })),
        bundles: bundles.map(({ bundle_id, name = "", admin_owner_id }) => ({
            id: bundle_id,
            name,
            ...(admin_owner_id && { adminOwnerId: admin_owner_id }),
            visibility: visibilities.get(bundle_id) ?? { type: "GLOBAL", groupIds: [] },
            groupIds: organization.bundleGroups.filter((one) => one.bundle_id === bundle_id).map((one) => one.group_id),
            resourceIds: organization.bundleResources
                .filter((one) => one.bundle_id === bundle_id)
                .map((one) => one.resource_id),
        })),
        owners: organization.owners.map((owner) => ({
            id: owner.owner_id,
            name: owner.name ?? "",
            userIds: organization.ownerUsers.find(({ owner_id }) => owner_id === owner.owner_id)?.user_ids ?? [],
            ...(owner.source_group_id && { sourceGroupId: owner.source_group_id }),
            escalationMinutes: owner.access_request_escalation_period ?? 0,
        })),
        memberships: organization.groupUsers.map((one) => ({
            groupId: one.group_id,
            userId: one.user_id,
            ...given(one),
        })),
        grants: [
            ...organization.resourceUsers.map((one) => ({
                resourceId: one.resource_id,
                principalId: one.user_id,
                ...given(one),
            })),
            ...organization.resourceNonHumanIdentities.map((one) => ({
                resourceId: one.resource_id,
                principalId: one.non_human_identity_id,
                ...given(one),
            })),
        ],
        links: organization.groupResources.map((one) => ({
            groupId: one.group_id,
            resourceId: one.resource_id,
            ...given(one),
        })),
        nestings: organization.groupContainingGroups.map((one) => ({
            groupId: one.group_id,
            containingGroupId: one.containing_group_id,
            ...given(one),
        })),
        bindings: organization.groupBindings.map((one) => ({
            id: one.group_binding_id,
            sourceGroupId: one.source_group_id,
            groupIds: one.group_ids,
        })),
        delegations: organization.delegations.map((one) => ({
            id: one.id,
            delegatorId: one.delegator_user_id,
            delegateId: one.delegate_user_id,
            from: one.start_time,
            until: one.end_time,
        })),
        unknowns: [],
    };
}

/** Merges two organizations into one. */
export function together(one: Facts, other: Facts): Facts {
    const lists = FACT_LISTS.map((name) => [name, [...(one[name] ?? []), ...(other[name] ?? [])]]);
    // Each list has the elements of both organizations.
    return { at: one.at, ...Object.fromEntries(lists) } as unknown as Facts;
}

type Clauses = NonNullable<Organization["accessRules"][number]["ruleClauses"]["when"]["clauses"]>;
type Configuration = NonNullable<Organization["groups"][number]["request_configurations"]>[number];

function clauseOf({ selectors = [], attribute_selectors }: Clauses[number]): Clause {
    return {
        tags: selectors.map(({ key, value = "" }) => ({ key, value })),
        statuses: (attribute_selectors ?? []).flatMap(({ values }) => values),
    };
}

function requestRuleOf(one: Configuration): RequestRule {
    return {
        priority: one.priority,
        ...(one.condition && {
            condition: {
                groupIds: one.condition.group_ids ?? [],
                levels: one.condition.role_remote_ids ?? [],
            },
        }),
        allowRequests: one.allow_requests,
        autoApproval: one.auto_approval,
        stages: (one.reviewer_stages ?? []).map((stage) => ({
            operator: stage.operator ?? "AND",
            ownerIds: stage.owner_ids,
            serviceUserIds: stage.service_user_ids ?? [],
            requireManagerApproval: stage.require_manager_approval,
            requireAdminApproval: stage.require_admin_approval ?? false,
        })),
    };
}

function grouped<T>(list: readonly T[], keyOf: (one: T) => string): Map<string, T[]> {
    const groups = new Map<string, T[]>();
    for (const one of list) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
    return groups;
}
