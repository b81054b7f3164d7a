// Phrases that describe access. Shared by answers, reviews, `verify` and the map.

import { counted, durationWords } from "../../common/counts.js";
import { joined, type Phrase, plain, prose } from "../../common/phrase.js";
import type { Target } from "./facts/facts.js";
import type { Aspect } from "./model.js";
import type { PathStep } from "./path-step.js";
import type { OrganizationRole } from "./rules/roles.js";

/** Looks up the names of objects that a sentence mentions. */
export interface NameLookup {
    shortNameOf(id: string, type: Target["type"] | "owner" | "user"): string;
}

/**
 * Describes a path in words, to continue a sentence about its person: `in "Payments on-call" → which grants "prod-db" until 3 March 2027,
 * 14:00 UTC`.
 * @param topic id of the object that the text is about, which the path refers to as "it"
 */
export function pathWords(path: readonly PathStep[], names: NameLookup, topic?: string): Phrase {
    const nameOf: NameOf = ({ type, id }) => (id === topic ? prose`it` : prose`"${names.shortNameOf(id, type)}"`);
    return joined(
        path.map((step) => stepWords(step, nameOf)),
        prose` → `,
    );
}

/** Whether a description of the path would only repeat "can request it". */
export function isPlainRequest([first, ...others]: readonly PathStep[]): boolean {
    return first?.by === "request" && first.groupId === undefined && others.length === 0;
}

/** `has "Payments"`, `have …` for several people, or `does not have …`. */
export function aspectWords(aspect: Aspect, form: "one" | "many" | "not", target: Phrase): Phrase {
    const [one, many = one, not = one.replace("can", "cannot")] = VERBS[aspect];
    const verb = plain({ one, many, not }[form]);
    return prose`${verb} ${target}${aspect === "getsWithoutApproval" ? prose` without approval` : ""}`;
}

/** Refers back to words such as `can request it`, in the past and in the present: `could` and `can`. */
export function backReference(words: Phrase): readonly [past: string, present: string] {
    const [verb] = words.toString().split(" ");
    if (verb === "can") return ["could", "can"];
    return verb === "has" || verb === "have" ? ["had it", "have it"] : ["did", "do"];
}

const VERBS: Readonly<Record<Aspect, readonly [one: string, many?: string, not?: string]>> = {
    has: ["has", "have", "does not have"],
    getsWithoutApproval: ["gets", "get", "does not get"],
    mayRequest: ["can request"],
    mayApprove: ["can approve requests for"],
    administers: ["administers", "administer", "does not administer"],
    sees: ["sees", "see", "does not see"],
};

/** Types of targets, in the order in which lists display them. */
export const TARGET_TYPES = [
    { type: "group", plural: "groups" },
    { type: "resource", plural: "resources" },
    { type: "bundle", plural: "bundles" },
] as const;

/** `2 groups and 1 resource`. Empty if there are no targets. */
export function targetsText(targets: readonly Target[]): string {
    const parts = TARGET_TYPES.map(({ type, plural }) => {
        const count = targets.filter((target) => target.type === type).length;
        return count > 0 ? counted(count, type, plural) : "";
    });
    return AND.format(parts.filter((part) => part !== ""));
}

const AND = new Intl.ListFormat("en-GB");

/** ` at the level admin`. Empty for the default level. */
export function atLevel(level = ""): Phrase {
    return level === "" ? prose`` : prose` at the level ${level}`;
}

/** ` until 3 March 2027, 14:00 UTC`. Empty if the access does not expire. */
export function untilWords(until: string | null): Phrase {
    return until === null ? prose`` : prose` until ${plain(dateWords(until))}`;
}

/** `for up to 4 hours`, for access that can be requested. */
export function limitWords(minutes: number): string {
    return `for up to ${durationWords(minutes)}`;
}

/** `3 March 2027, 14:00 UTC`. */
export function dateWords(date: string | number): string {
    return `${dayWords(date)}, ${TIME.format(new Date(date))} UTC`;
}

/** `3 March 2027`, in UTC. */
export function dayWords(date: string | number): string {
    return DAY_FORMAT.format(new Date(date));
}

const DAY_FORMAT = new Intl.DateTimeFormat("en-GB", {
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: "UTC",
});
const TIME = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone: "UTC" });

type NameOf = (place: { readonly type: Target["type"] | "owner" | "user"; readonly id: string }) => Phrase;

/** Describes one step, such as `in "Payments on-call"` or `which grants "prod-db"`. */
function stepWords(step: PathStep, nameOf: NameOf): Phrase {
    const target = nameOf(step.target);
    const given = ({ level, until }: { level: string; until: string | null }): Phrase =>
        prose`${atLevel(level)}${untilWords(until)}`;
    switch (step.by) {
        case "grant":
            return prose`has ${target}${atLevel(step.level)} directly${untilWords(step.until)}`;
        case "member":
            return prose`in ${target}${given(step)}`;
        case "leader":
            return prose`leads ${target}`;
        case "rule":
            return prose`added to ${target} by its access rule`;
        case "nesting":
            return prose`which is in ${target}${given(step)}`;
        case "link":
            return prose`which grants ${target}${given(step)}`;
        case "parent":
            return prose`which contains ${target}`;
        case "administrator":
            return prose`in the owner ${nameOf({ type: "owner", id: step.ownerId })}, which administers ${target}`;
        case "role":
            return prose`which allows ${step.permissions.join(", ")} on ${target}`;
        case "organizationRole":
            return step.roleId === undefined
                ? prose`was invited with a role that ${ROLE_WORDS[step.role]}`
                : prose`which ${ROLE_WORDS[step.role]}`;
        case "selfGrant":
            return prose`who can grant ${target} to themselves`;
        case "breakGlass":
            return prose`can get ${target} through break-glass access`;
        case "decision":
            return prose`who can approve any request for ${target}`;
        case "request":
            return requestWords(step, target, nameOf);
        case "autoApproval":
            return prose`which is approved automatically`;
        case "ownApproval":
            return prose`which they can approve themselves`;
        case "reviewer":
            return reviewWords(step, target, nameOf);
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
    nameOf: NameOf,
): Phrase {
    const group = (id: string): Phrase => nameOf({ type: "group", id });
    const condition = groupId === undefined ? "" : prose` as a member of ${group(groupId)}`;
    const linked = linkedId === undefined ? "" : prose` through ${group(linkedId)}, which is linked to it`;
    return prose`can request ${target}${atLevel(level)}${condition}${linked}`;
}

function reviewWords(
    { ownerId, standsInFor, stage }: Extract<PathStep, { by: "reviewer" }>,
    target: Phrase,
    nameOf: NameOf,
): Phrase {
    const what = prose`stage ${stage} of requests for ${target}`;
    if (ownerId !== undefined)
        return prose`in the owner ${nameOf({ type: "owner", id: ownerId })}, which reviews ${what}`;
    if (standsInFor === undefined) return prose`reviews ${what}`;
    return prose`stands in for ${nameOf({ type: "user", id: standsInFor })}, who reviews ${what}`;
}
