import type { Target } from "./facts.js";
import type { People } from "./people.js";
import type { PrincipalSet } from "./principals.js";
import type { Records } from "./records.js";

/** Who sees a target: everybody, or, if it is limited, its groups, its administrators, its leaders, and whoever has it. */
export function viewersOf(records: Records, people: People, target: Target): PrincipalSet {
    const { memberships, everybody } = people;
    const found = recordOf(records, target);
    if (found?.visibility?.type !== "LIMITED") return everybody;
    const listed = found.visibility.groupIds.map((id) => memberships.of(id));
    const leaders = "leaderIds" in found ? people.users(found.leaderIds ?? []) : undefined;
    const seen = memberships.together([
        ...listed,
        people.ownersUsers(found.adminOwnerId),
        ...(leaders ? [leaders] : []),
        ...havingOf(records, people, target),
    ]).withoutEnds;
    // Machines see nothing.
    return records.identities.size === 0 ? seen : memberships.union.common(seen, everybody);
}

function recordOf(records: Records, { type, id }: Target) {
    if (type === "group") return records.groups.get(id);
    return type === "resource" ? records.resources.get(id) : records.bundles.get(id);
}

/** Whoever has the target; of a bundle whoever has anything in it. */
function havingOf(records: Records, { memberships }: People, target: Target): PrincipalSet[] {
    if (target.type !== "bundle") return [memberships.holders(target)];
    const { groupIds = [], resourceIds = [] } = records.bundles.get(target.id) ?? {};
    return [
        ...groupIds.map((id) => memberships.of(id)),
        ...resourceIds.map((id) => memberships.holders({ type: "resource", id })),
    ];
}
