import type { Target } from "./facts.js";
import type { PathStep } from "./path.js";
import type { OrganizationRole } from "./roles.js";

/** How the output of a path names objects and dates. */
export interface PathNames {
    of(place: { readonly type: Target["type"] | "owner" | "user"; readonly id: string }): string;
    /** Such as ` until 3 March 2027`; "" for no end. */
    end(until: string | null): string;
}

/** Describes a step in words that continue a sentence about a person, such as `in "Payments on-call"` and `which gives "prod-db"`. */
export function stepWords(step: PathStep, names: PathNames): string {
    const target = names.of(step.target);
    const given = ({ level, until }: { level: string; until: string | null }): string =>
        `${atLevel(level)}${names.end(until)}`;
    switch (step.by) {
        case "grant":
            return `has ${target}${atLevel(step.level)} directly${names.end(step.until)}`;
        case "member":
            return `in ${target}${given(step)}`;
        case "leader":
            return `leads ${target}`;
        case "rule":
            return `matches the conditions of ${target}`;
        case "nesting":
            return `which is in ${target}${given(step)}`;
        case "link":
            return `which gives ${target}${given(step)}`;
        case "parent":
            return `which contains ${target}`;
        case "administrator":
            return `in the owner ${names.of({ type: "owner", id: step.ownerId })}, which administers ${target}`;
        case "role":
            return `which allows ${step.permissions.join(", ")} on ${target}`;
        case "organizationRole":
            return step.roleId === undefined
                ? `was invited with a role that ${ROLE_WORDS[step.role]}`
                : `which ${ROLE_WORDS[step.role]}`;
        case "selfGrant":
            return `who may give ${target} to themselves`;
        case "breakGlass":
            return `may take ${target} in an emergency`;
        case "decision":
            return `who may approve any request for ${target}`;
        case "request":
            return requestWords(step, target, names);
        case "autoApproval":
            return "which is approved automatically";
        case "ownApproval":
            return "which they may approve themselves";
        case "reviewer":
            return reviewWords(step, target, names);
        case "everybody":
            return `everybody sees ${target}`;
        case "shownTo":
            return `to which ${target} is shown`;
    }
}

export const ROLE_WORDS: Readonly<Record<OrganizationRole, string>> = {
    admin: "administers the whole organization",
    readOnlyAdmin: "sees the whole organization",
    auditor: "sees the whole organization and runs access reviews",
    globalRequester: "sees the whole catalog and requests access for others",
    impersonator: "sees what any other user sees",
};

function requestWords(
    { level, groupId, linkedId }: Extract<PathStep, { by: "request" }>,
    target: string,
    names: PathNames,
): string {
    const group = (id: string): string => names.of({ type: "group", id });
    const condition = groupId === undefined ? "" : ` as a member of ${group(groupId)}`;
    const linked = linkedId === undefined ? "" : ` through ${group(linkedId)}, which is linked to it`;
    return `may ask for ${target}${atLevel(level)}${condition}${linked}`;
}

function reviewWords(
    { ownerId, standsInFor, stage }: Extract<PathStep, { by: "reviewer" }>,
    target: string,
    names: PathNames,
): string {
    const what = `stage ${stage} of requests for ${target}`;
    if (ownerId !== undefined) return `in the owner ${names.of({ type: "owner", id: ownerId })}, which reviews ${what}`;
    if (standsInFor === undefined) return `reviews ${what}`;
    return `stands in for ${names.of({ type: "user", id: standsInFor })}, who reviews ${what}`;
}

function atLevel(level: string): string {
    return level === "" ? "" : ` at the level ${level}`;
}
