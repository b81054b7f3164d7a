import type { Target } from "../facts/facts.js";
import { PrincipalSet } from "../facts/principals.js";
import { type Records, recordOf, unknownKey } from "../facts/records.js";
import type { Administration } from "./administration.js";
import type { People } from "./people.js";

/**
 * Users who see a target: all users, or, if its visibility is limited, members of the listed groups, administrators, users with a role that
 * shows it, and holders.
 */
export function viewersOf(
    records: Records,
    people: People,
    administration: Administration,
    target: Target,
): PrincipalSet {
    const { memberships, everybody } = people;
    const visibility = recordOf(records, target)?.visibility;
    // Visibility may be among the facts that could not be read.
    const unknowns = visibility ? undefined : records.unknowns.get(unknownKey(target));
    if (visibility?.type !== "LIMITED" && !unknowns) return everybody;
    const seen = memberships.together([
        ...(visibility?.groupIds ?? []).map((id) => memberships.of(id)),
        administration.viewers(target),
        ...holdersOf(records, people, target),
        ...(unknowns ? [new PrincipalSet(new Uint32Array(0), undefined, new Set(unknowns))] : []),
    ]).withoutEnds;
    // Non-human identities see nothing.
    return records.identities.size === 0 ? seen : memberships.union.common(seen, everybody);
}

/** Holders of the target; for a bundle, holders of anything in it. */
function holdersOf(records: Records, { memberships }: People, target: Target): PrincipalSet[] {
    if (target.type !== "bundle") return [memberships.holders(target)];
    const { groupIds = [], resourceIds = [] } = records.bundles.get(target.id) ?? {};
    return [
        ...groupIds.map((id) => memberships.of(id)),
        ...resourceIds.map((id) => memberships.holders({ type: "resource", id })),
    ];
}
