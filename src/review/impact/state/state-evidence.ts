import type { Facts, Nesting } from "../../../access/model/facts/facts.js";
import { type Phrase, plain, prose } from "../../../common/phrase.js";
import { kindNameOf } from "../../../common/pulumi-type.js";
import { parseState } from "../../../kernel.js";
import { type History, isStillDeclared, programName } from "../../report/history.js";

/** Name of the kind that declares nestings. */
const KIND = "ContainingGroup";

/**
 * Adds the expiration of nestings from the state, because the API does not return it. Otherwise a nesting would appear to be permanent, and
 * permanent access that replaces it would not be reported as a gain.
 */
export function withNestingEnds(facts: Facts, histories: readonly History[]): Facts {
    const ends = new Map(histories.flatMap(endIn));
    if (ends.size === 0) return facts;
    const nestings = [...facts.nestings].map((one) => ({ ...one, until: ends.get(nestingKey(one)) ?? one.until }));
    return { ...facts, nestings };
}

/** Existing objects of the program that are missing from the lists, such as `Group "vault"`. The token cannot see them. */
export function unseenObjects({ groups, resources, bundles, owners }: Facts, histories: readonly History[]): Phrase[] {
    const listed = new Set([...groups, ...resources, ...bundles, ...owners].map(({ id }) => id));
    return histories.flatMap((history) => {
        const { urn, type, before, ops, isGone } = history;
        const kind = kindNameOf(type) ?? "";
        const isThere = isStillDeclared(history) && !isGone && [...ops].every((op) => op === "same" || op === "update");
        const isUnseen = isThere && LISTED.includes(kind) && before?.id !== undefined && !listed.has(before.id);
        return isUnseen ? [prose`${plain(kind)} "${programName(urn)}"`] : [];
    });
}

/** Names of the kinds whose objects occur in the lists. */
const LISTED = ["AccessRule", "Bundle", "Group", "Owner", "Resource"];

function endIn({ type, before }: History): [key: string, until: string][] {
    if (kindNameOf(type) !== KIND || !before?.outputs) return [];
    const { groupId, containingGroupId, accessLevelRemoteId } = before.outputs;
    const { expires } = parseState(KIND, before.outputs);
    if (typeof expires !== "string") return [];
    const level = typeof accessLevelRemoteId === "string" ? accessLevelRemoteId : "";
    return [[nestingKey({ groupId: String(groupId), containingGroupId: String(containingGroupId), level }), expires]];
}

function nestingKey({ groupId, containingGroupId, level }: Omit<Nesting, "until">): string {
    return JSON.stringify([groupId, containingGroupId, level]);
}
