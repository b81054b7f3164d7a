import type { Target } from "../facts/facts.js";
import { PrincipalSet } from "../facts/principals.js";
import { type Records, recordOf, unknownKey } from "../facts/records.js";
import type { People } from "./people.js";
import { ORGANIZATION_ROLES, type OrganizationRole, organizationRoleOf, type Power, permissionsOver } from "./roles.js";

/** Finds the administrators of targets: users of the admin owner, leaders, and holders of scoped roles and of roles in the organization. */
export class Administration {
    /** Ids of scoped roles. */
    readonly #scoped: readonly string[];
    /** Ids of the resources that represent each role in the organization. */
    readonly #organization = new Map<OrganizationRole, string[]>();
    readonly #holding = new Map<OrganizationRole, PrincipalSet>();

    constructor(
        private readonly records: Records,
        private readonly people: People,
    ) {
        const resources = [...records.resources.values()];
        this.#scoped = resources.filter(({ permissions = [] }) => permissions.length > 0).map(({ id }) => id);
        for (const resource of resources) {
            const role = organizationRoleOf(resource);
            if (role) this.#organization.set(role, [...(this.#organization.get(role) ?? []), resource.id]);
        }
    }

    /** Users who administer a target. */
    of(target: Target): PrincipalSet {
        return this.#together([
            this.#owners(target),
            this.#leaders(target),
            ...this.#holders(this.rolesOver(target, "administers")),
            this.holding("admin"),
        ]);
    }

    /** Users who may give a target to themselves, without a request. */
    assigners(target: Target): PrincipalSet {
        if (target.type === "bundle") return PrincipalSet.empty;
        return this.#together([
            this.#owners(target),
            this.#leaders(target),
            ...this.#holders(this.rolesOver(target, "assigns")),
            this.holding("admin"),
        ]);
    }

    /** Users who may approve any request for a target, even if they are not reviewers of it. */
    approvers(target: Target): PrincipalSet {
        return this.#together([this.#owners(target), this.holding("admin")]);
    }

    /** Users who see a target because they administer it or have a role that shows it. */
    viewers(target: Target): PrincipalSet {
        return this.#together([
            this.people.ownersUsers(this.#adminOwnerOf(target)),
            this.#leaders(target),
            ...this.#holders(this.rolesOver(target, "sees")),
            ...ORGANIZATION_ROLES.map((role) => this.holding(role)),
        ]);
    }

    /**
     * Users who may take a group for twelve hours with break-glass access. Contains only the break-glass users of its configuration template,
     * because no operation returns those of the group itself.
     */
    breakGlassUsers({ type, id }: Target): PrincipalSet {
        const { groups, templates } = this.records;
        const templateId = type === "group" ? groups.get(id)?.templateId : undefined;
        const template = templates.get(templateId ?? "");
        if (templateId !== undefined && !template) return unreadTemplate(id);
        const users = template?.breakGlassUserIds ?? [];
        if (users.length === 0) return PrincipalSet.empty;
        const { members } = this.people.users(users);
        const end = this.records.at + BREAK_GLASS_MS;
        return new PrincipalSet(
            members,
            Float64Array.from(members, () => end),
        );
    }

    /** Ids of the scoped roles that give their holders at least this power over a target. */
    rolesOver(target: Target, power: Power): string[] {
        return this.#scoped.filter((id) => {
            const role = this.records.resources.get(id);
            return role !== undefined && permissionsOver(this.records, role, target, power).length > 0;
        });
    }

    /** Users and non-human identities that have a role in the organization, each with the end of that role. */
    holding(role: OrganizationRole): PrincipalSet {
        const known = this.#holding.get(role);
        if (known) return known;
        const invited: number[] = [];
        if (role === "admin")
            for (const [number, user] of this.records.users) if (user.role === "ADMIN") invited.push(number);
        const found = this.people.memberships.together([
            PrincipalSet.of(invited),
            ...this.#holders(this.organizationRoles(role)),
        ]);
        this.#holding.set(role, found);
        return found;
    }

    /** Whether the service shows everything to a user. It does so only for holders of a role in the organization, such as administrators. */
    seesEverything(number: number): boolean {
        return ORGANIZATION_ROLES.some((role) => this.holding(role).has(number));
    }

    /** Ids of the resources that represent a role in the organization. Default: those of all roles. */
    organizationRoles(role?: OrganizationRole): readonly string[] {
        return role === undefined ? [...this.#organization.values()].flat() : (this.#organization.get(role) ?? []);
    }

    /** The users of the admin owner, or none if owners do not administer what they own. */
    #owners(target: Target): PrincipalSet {
        if (this.records.assumptions.ownerPermissions === "attribution") return PrincipalSet.empty;
        return this.people.ownersUsers(this.#adminOwnerOf(target));
    }

    #adminOwnerOf(target: Target): string | undefined {
        return recordOf(this.records, target)?.adminOwnerId;
    }

    #leaders({ type, id }: Target): PrincipalSet {
        if (type !== "group") return PrincipalSet.empty;
        const { members } = this.people.users(this.records.groups.get(id)?.leaderIds ?? []);
        const unknowns = this.records.unknowns.get(unknownKey({ type: "assigners", id })) ?? [];
        return members.length + unknowns.length > 0
            ? new PrincipalSet(members, undefined, new Set(unknowns))
            : PrincipalSet.empty;
    }

    #holders(roles: readonly string[]): PrincipalSet[] {
        return roles.map((id) => this.people.memberships.holders({ type: "resource", id }));
    }

    /** Removes ends and non-human identities, which administer nothing. */
    #together(sets: readonly PrincipalSet[]): PrincipalSet {
        const { memberships, everybody } = this.people;
        const all = memberships.together(sets).withoutEnds;
        return this.records.identities.size === 0 ? all : memberships.union.common(all, everybody);
    }
}

function unreadTemplate(id: string): PrincipalSet {
    const because = "its configuration template, which may name break-glass users, could not be read";
    return new PrincipalSet(new Uint32Array(0), undefined, new Set([{ type: "group", id, because }]));
}

/** Duration of break-glass access. */
const BREAK_GLASS_MS = 12 * 60 * 60_000;
