import type { Change } from "../../../src/access/model/facts/change.js";
import type { Facts } from "../../../src/access/model/facts/facts.js";

/** Sample changes that widen, narrow, lengthen and shorten access. The facts must be those of a large organization. */
export function changesOf(facts: Facts): readonly Change[] {
    const [links, memberships] = [[...facts.links], [...facts.memberships]];
    const giving = links[0];
    const other = links.find(({ groupId }) => groupId !== giving?.groupId);
    const someone = facts.users[1500];
    const member = memberships.find(({ groupId }) => groupId === giving?.groupId);
    const others = memberships.filter(({ groupId }) => groupId === other?.groupId);
    if (!giving || !other || !someone || !member || others.length < 2)
        throw new Error("The organization is too small.");
    const [shortened, removed] = others.slice(-2);
    if (!shortened || !removed) throw new Error("The organization is too small.");
    const until = "2027-03-03T00:00:00.000Z";
    return [
        // One team gets the access of another one.
        { put: "nesting", value: { groupId: other.groupId, containingGroupId: giving.groupId, level: "", until } },
        { put: "membership", value: { groupId: giving.groupId, userId: someone.id, level: "", until: null } },
        { put: "membership", value: { ...shortened, until } },
        { remove: "membership", value: removed },
        { remove: "link", value: other },
    ];
}
