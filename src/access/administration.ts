import type { Target } from "./facts.js";
import type { People } from "./people.js";
import { PrincipalSet } from "./principals.js";
import type { Records } from "./records.js";

/** Who administers targets: owners, leaders, and holders of scoped roles. Administrators of the organization are not told of by the API. */
export class Administration {
    readonly #roles: readonly string[];

    constructor(
        private readonly records: Records,
        private readonly people: People,
    ) {
        this.#roles = [...records.resources.values()]
            .filter(({ permissions = [] }) => permissions.length > 0)
            .map(({ id }) => id);
    }

    of(target: Target): PrincipalSet {
        const { groups, resources, bundles } = this.records;
        const found = (target.type === "group" ? groups : target.type === "resource" ? resources : bundles).get(
            target.id,
        );
        const leaders = found && "leaderIds" in found ? (found.leaderIds ?? []) : [];
        const { memberships } = this.people;
        return memberships.together([
            this.people.ownersUsers(found?.adminOwnerId),
            leaders.length > 0 ? this.people.users(leaders) : PrincipalSet.empty,
            ...this.rolesOver(target).map((id) => memberships.holders({ type: "resource", id })),
        ]).withoutEnds;
    }

    /** Scoped roles whose holders may do something with the target. */
    rolesOver({ type, id }: Target): string[] {
        return this.#roles.filter((role) =>
            this.records.resources
                .get(role)
                ?.permissions?.some(
                    ({ targetType, allowAll, targetIds }) =>
                        targetType === type && (allowAll || targetIds.includes(id)),
                ),
        );
    }
}
