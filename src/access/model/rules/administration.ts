import type { Target } from "../facts/facts.js";
import { PrincipalSet } from "../facts/principals.js";
import type { Records } from "../facts/records.js";
import { type Ground, Grounds, type GroundsName } from "./grounds.js";
import type { People } from "./people.js";
import { ORGANIZATION_ROLES, type OrganizationRole } from "./roles.js";

/** Determines who administers, assigns, approves and sees targets: the set of people to whom at least one ground applies. */
export class Administration {
    readonly grounds: Grounds;
    readonly #holding = new Map<OrganizationRole, PrincipalSet>();

    constructor(
        private readonly records: Records,
        private readonly people: People,
    ) {
        this.grounds = new Grounds(records);
    }

    /** Users to whom at least one of these grounds for a target applies. */
    who(name: GroundsName, target: Target): PrincipalSet {
        const { memberships, everybody } = this.people;
        const all = memberships.together(this.grounds[name](target).map((ground) => this.#people(ground))).withoutEnds;
        if (all === everybody || this.records.identities.size === 0) return all;
        // Non-human identities cannot administer or see anything.
        return memberships.union.common(all, everybody);
    }

    /**
     * Users who can get membership in a group for twelve hours through break-glass access. Contains only the break-glass users of the
     * group's configuration template, because the API does not return those of the group.
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

    /** Users and non-human identities that have a role in the organization, each with the end of that role. */
    holding(role: OrganizationRole): PrincipalSet {
        const known = this.#holding.get(role);
        if (known) return known;
        const invited: number[] = [];
        if (role === "admin")
            for (const [number, user] of this.records.users) if (user.role === "ADMIN") invited.push(number);
        const found = this.people.memberships.together([
            PrincipalSet.of(invited),
            ...this.grounds
                .organizationRoles(role)
                .map((id) => this.people.memberships.holders({ type: "resource", id })),
        ]);
        this.#holding.set(role, found);
        return found;
    }

    /** Whether the service shows all data to a user. It does so only for holders of a role in the organization, such as administrators. */
    seesEverything(number: number): boolean {
        return ORGANIZATION_ROLES.some((role) => this.holding(role).has(number));
    }

    #people(ground: Ground): PrincipalSet {
        const { people } = this;
        switch (ground.by) {
            case "everybody":
                return people.everybody;
            case "administrator":
                return people.ownersUsers(ground.ownerId);
            case "leader":
                return people.users(ground.userIds);
            case "role":
                return people.memberships.holders({ type: "resource", id: ground.roleId });
            case "organizationRole":
                return this.holding(ground.role);
            case "shownTo":
                return people.memberships.of(ground.groupId);
            case "holder":
                return people.memberships.holders(ground.target);
            case "unknown":
                return PrincipalSet.unknown(
                    ground.roleId === undefined
                        ? ground.unknown
                        : {
                              ...ground.unknown,
                              among: people.memberships.holders({ type: "resource", id: ground.roleId }),
                          },
                );
        }
    }
}

function unreadTemplate(id: string): PrincipalSet {
    const because = "its configuration template, which may name break-glass users, could not be read";
    return new PrincipalSet(new Uint32Array(0), undefined, new Set([{ type: "group", id, because }]));
}

/** Duration of break-glass access. */
const BREAK_GLASS_MS = 12 * 60 * 60_000;
