import { type Phrase, prose } from "../schema/phrase.js";
import type { Target } from "./facts.js";
import type { PathStep } from "./path.js";
import type { OrganizationRole } from "./roles.js";

/** How the output of a path names objects and dates. */
export interface PathNames {
    of(place: { readonly type: Target["type"] | "owner" | "user"; readonly id: string }): Phrase;
    /** Such as ` until 3 March 2027`; "" for no end. */
    end(until: string | null): Phrase;
}

/** Describes a step in words that continue a sentence about a person, such as `in "Payments on-call"` and `which gives "prod-db"`. */
export function stepWords(step: PathStep, names: PathNames): Phrase {
    const target = names.of(step.target);
    const given = ({ level, until }: { level: string; until: string | null }): Phrase =>
        prose`${atLevel(level)}${names.end(until)}`;
    switch (step.by) {
        case "grant":
            return prose`has ${target}${atLevel(step.level)} directly${names.end(step.until)}`;
        case "member":
            return prose`in ${target}${given(step)}`;
        case "leader":
            return prose`leads ${target}`;
        case "rule":
            return prose`matches the conditions of ${target}`;
        case "nesting":
            return prose`which is in ${target}${given(step)}`;
        case "link":
            return prose`which gives ${target}${given(step)}`;
        case "parent":
            return prose`which contains ${target}`;
        case "administrator":
            return prose`in the owner ${names.of({ type: "owner", id: step.ownerId })}, which administers ${target}`;
        case "role":
            return prose`which allows ${step.permissions.join(", ")} on ${target}`;
        case "organizationRole":
            return step.roleId === undefined
                ? prose`was invited with a role that ${ROLE_WORDS[step.role]}`
                : prose`which ${ROLE_WORDS[step.role]}`;
        case "selfGrant":
            return prose`who may give ${target} to themselves`;
        case "breakGlass":
            return prose`may take ${target} in an emergency`;
        case "decision":
            return prose`who may approve any request for ${target}`;
        case "request":
            return requestWords(step, target, names);
        case "autoApproval":
            return prose`which is approved automatically`;
        case "ownApproval":
            return prose`which they may approve themselves`;
        case "reviewer":
            return reviewWords(step, target, names);
        case "everybody":
            return prose`everybody sees ${target}`;
        case "shownTo":
            return prose`to which ${target} is shown`;
    }
}

export const ROLE_WORDS: Readonly<Record<OrganizationRole, Phrase>> = {
    admin: prose`administers the whole organization`,
    readOnlyAdmin: prose`sees the whole organization`,
    auditor: prose`sees the whole organization and runs access reviews`,
    globalRequester: prose`sees the whole catalog and requests access for others`,
    impersonator: prose`sees what any other user sees`,
};

function requestWords(
    { level, groupId, linkedId }: Extract<PathStep, { by: "request" }>,
    target: Phrase,
    names: PathNames,
): Phrase {
    const group = (id: string): Phrase => names.of({ type: "group", id });
    const condition = groupId === undefined ? "" : prose` as a member of ${group(groupId)}`;
    const linked = linkedId === undefined ? "" : prose` through ${group(linkedId)}, which is linked to it`;
    return prose`may ask for ${target}${atLevel(level)}${condition}${linked}`;
}

function reviewWords(
    { ownerId, standsInFor, stage }: Extract<PathStep, { by: "reviewer" }>,
    target: Phrase,
    names: PathNames,
): Phrase {
    const what = prose`stage ${stage} of requests for ${target}`;
    if (ownerId !== undefined)
        return prose`in the owner ${names.of({ type: "owner", id: ownerId })}, which reviews ${what}`;
    if (standsInFor === undefined) return prose`reviews ${what}`;
    return prose`stands in for ${names.of({ type: "user", id: standsInFor })}, who reviews ${what}`;
}

function atLevel(level: string): Phrase {
    return level === "" ? prose`` : prose` at the level ${level}`;
}
