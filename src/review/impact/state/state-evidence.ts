import type { Facts, Nesting } from "../../../access/model/facts/facts.js";
import { stateOf } from "../../../provider/metadata.js";
import { kindNameOf } from "../../../provider/schema/pulumi-type.js";
import { type History, isDeclared } from "../../report/history.js";

/** The kind that declares nestings. */
const KIND = "ContainingGroup";

/**
 * Adds the ends of nestings from the state, since no operation returns them. Without its end, a nesting would seem to be permanent, and access
 * that replaces it would not count as a gain.
 */
export function withNestingEnds(facts: Facts, histories: readonly History[]): Facts {
    const ends = new Map(histories.flatMap(endIn));
    if (ends.size === 0) return facts;
    const nestings = [...facts.nestings].map((one) => ({ ...one, until: ends.get(keyOf(one)) ?? one.until }));
    return { ...facts, nestings };
}

/** Whether the lists lack an existing object of the program. If so, the token does not see everything. */
export function isUnseen({ groups, resources, bundles, owners }: Facts, histories: readonly History[]): boolean {
    const listed = new Set([...groups, ...resources, ...bundles, ...owners].map(({ id }) => id));
    return histories.some((history) => {
        const { type, before, ops, isGone } = history;
        const isThere = isDeclared(history) && !isGone && [...ops].every((op) => op === "same" || op === "update");
        return isThere && LISTED.includes(kindNameOf(type) ?? "") && before?.id !== undefined && !listed.has(before.id);
    });
}

/** Kinds whose objects the lists contain. */
const LISTED = ["AccessRule", "Bundle", "Group", "Owner", "Resource"];

function endIn({ type, before }: History): [key: string, until: string][] {
    if (kindNameOf(type) !== KIND || !before?.outputs) return [];
    const { groupId, containingGroupId, accessLevelRemoteId } = before.outputs;
    const { expires } = stateOf(KIND, before.outputs);
    if (typeof expires !== "string") return [];
    const level = typeof accessLevelRemoteId === "string" ? accessLevelRemoteId : "";
    return [[keyOf({ groupId: String(groupId), containingGroupId: String(containingGroupId), level }), expires]];
}

function keyOf({ groupId, containingGroupId, level }: Omit<Nesting, "until">): string {
    return JSON.stringify([groupId, containingGroupId, level]);
}
