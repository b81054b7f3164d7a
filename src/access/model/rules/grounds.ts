import type { Resource, Target, Unknown } from "../facts/facts.js";
import { type Records, targetRecord, unknownFieldsText, unknownKey } from "../facts/records.js";
import {
    ORGANIZATION_ROLES,
    type OrganizationRole,
    organizationRoleOf,
    type Power,
    rolePermissionsOver,
} from "./roles.js";

/** A reason why people can see, administer, assign or approve a target. Sets of people and paths evaluate the same grounds. */
export type Ground =
    | { readonly by: "everybody" }
    /** Users of the admin owner. */
    | { readonly by: "administrator"; readonly ownerId: string }
    /** Leaders of the group. */
    | { readonly by: "leader"; readonly userIds: readonly string[] }
    /** Holders of a scoped role with these permissions. */
    | { readonly by: "role"; readonly roleId: string; readonly permissions: readonly string[] }
    /** Holders of a role in the organization. */
    | { readonly by: "organizationRole"; readonly role: OrganizationRole }
    /** Members of a group that the target is visible to. */
    | { readonly by: "shownTo"; readonly groupId: string }
    /** Holders of a group or a resource. */
    | { readonly by: "holder"; readonly target: Target }
    /** A fact could not be read, so there may be further people: among the holders of the role, or anyone. */
    | { readonly by: "unknown"; readonly unknown: Unknown; readonly roleId?: string };

/** What the grounds are for: the methods of `Grounds` that list the grounds for a power over a target. */
export type GroundsName = "administering" | "assigning" | "admitting" | "approving" | "seeing";

/** Lists the grounds for each power over a target. */
export class Grounds {
    /** Resources that represent scoped roles. */
    readonly #scoped: readonly Resource[];
    /** Ids of the resources that represent each role in the organization. */
    readonly #organization = new Map<OrganizationRole, string[]>();

    constructor(private readonly records: Records) {
        const resources = [...records.resources.values()];
        this.#scoped = resources.filter(({ permissions = [] }) => permissions.length > 0);
        for (const resource of resources) {
            const role = organizationRoleOf(resource);
            if (role) this.#organization.set(role, [...(this.#organization.get(role) ?? []), resource.id]);
        }
    }

    /** Grounds for administering a target. */
    administering(target: Target): Ground[] {
        return this.#having("administers", target);
    }

    /** Grounds for granting oneself a target without a request. */
    assigning(target: Target): Ground[] {
        return target.type === "bundle" ? [] : this.#having("assigns", target);
    }

    /** Grounds for adding oneself to a group with an active access rule, by changing what it matches: users or their tags. */
    admitting({ type, id }: Target): Ground[] {
        if (type !== "group" || this.records.groups.get(id)?.rule?.isActive !== true) return [];
        return this.assigning({ type, id }).filter(
            (ground) => ground.by === "role" && this.#changesUsers(ground.roleId, { type, id }),
        );
    }

    #changesUsers(roleId: string, target: Target): boolean {
        const role = this.records.resources.get(roleId);
        const found = role ? rolePermissionsOver(this.records, role, target, "assigns") : [];
        return found.some(({ targetType }) => targetType === "user" || targetType === "unknown");
    }

    /** Grounds for approving any request for a target, in addition to its reviewers. */
    approving(target: Target): Ground[] {
        return [
            ...this.#owning(target),
            { by: "organizationRole", role: "admin" },
            ...unknown(unknownPowers(this.records, target)),
        ];
    }

    /**
     * Grounds for seeing a target. If its visibility is limited: membership in a listed group, a power over the target, or access to it.
     */
    seeing(target: Target): Ground[] {
        const visibility = targetRecord(this.records, target)?.visibility;
        // Visibility may be among the facts that could not be read.
        const unknowns = visibility ? undefined : this.records.unknowns.get(unknownKey(target));
        if (visibility?.type !== "LIMITED" && !unknowns) return [{ by: "everybody" }];
        return [
            ...(visibility?.groupIds ?? []).map((groupId): Ground => ({ by: "shownTo", groupId })),
            ...this.#having("sees", target),
            ...this.#contentOf(target).map((one): Ground => ({ by: "holder", target: one })),
            ...unknown(unknowns),
        ];
    }

    /** Ids of the resources that represent a role in the organization. Default: those of all roles. */
    organizationRoles(role?: OrganizationRole): readonly string[] {
        return role === undefined ? [...this.#organization.values()].flat() : (this.#organization.get(role) ?? []);
    }

    #having(power: Power, target: Target): Ground[] {
        return [
            ...(power === "sees" ? this.#administrators(target) : this.#owning(target)),
            ...this.#leading(target),
            ...unknown(unknownPowers(this.records, target)),
            ...this.#scoped.flatMap((role): Ground[] => {
                const permissions = rolePermissionsOver(this.records, role, target, power).map(({ name }) => name);
                return [
                    ...(permissions.length > 0 ? [{ by: "role", roleId: role.id, permissions } as const] : []),
                    ...unknownPermissions(role),
                ];
            }),
            ...(power === "sees" ? ORGANIZATION_ROLES : (["admin"] as const)).map(
                (role): Ground => ({ by: "organizationRole", role }),
            ),
        ];
    }

    /** The admin owner, unless owners do not administer what they own. */
    #owning(target: Target): Ground[] {
        return this.records.assumptions.ownerPermissions === "attribution" ? [] : this.#administrators(target);
    }

    #administrators(target: Target): Ground[] {
        const ownerId = targetRecord(this.records, target)?.adminOwnerId;
        return ownerId ? [{ by: "administrator", ownerId }] : [];
    }

    #leading({ type, id }: Target): Ground[] {
        if (type !== "group") return [];
        const userIds = this.records.groups.get(id)?.leaderIds ?? [];
        return [
            { by: "leader", userIds },
            ...unknown(this.records.unknowns.get(unknownKey({ type: "assigners", id }))),
        ];
    }

    /** The groups and resources in a bundle; otherwise the target itself. */
    #contentOf(target: Target): Target[] {
        if (target.type !== "bundle") return [target];
        const { groupIds = [], resourceIds = [] } = this.records.bundles.get(target.id) ?? {};
        return [
            ...groupIds.map((id): Target => ({ type: "group", id })),
            ...resourceIds.map((id): Target => ({ type: "resource", id })),
        ];
    }
}

/**
 * Reasons why it is unknown what users can do with a target, apart from having it. A changed target counts as a different reason, because
 * what is not known may have another effect then.
 */
export function unknownPowers(records: Records, target: Target): readonly Unknown[] {
    const found = records.unknowns.get(unknownKey({ type: "powers", id: target.id })) ?? [];
    if (found.length === 0) return found;
    const { name: _, ...rest } = targetRecord(records, target) ?? { name: "" };
    return found.map((one) => ({ ...one, variant: JSON.stringify(rest) }));
}

/** A role may have any power over any target if this version does not know fields of its permissions. */
function unknownPermissions({ id: roleId, permissions = [] }: Resource): Ground[] {
    const fields = [...new Set(permissions.flatMap(({ unknownFields = [] }) => unknownFields))];
    if (fields.length === 0) return [];
    const because = unknownFieldsText(fields);
    return [
        {
            by: "unknown",
            roleId,
            unknown: { type: "resource", id: roleId, because, variant: JSON.stringify(permissions) },
        },
    ];
}

function unknown(unknowns: readonly Unknown[] = []): Ground[] {
    return unknowns.map((one) => ({ by: "unknown", unknown: one }));
}
