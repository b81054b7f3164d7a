import type { Target } from "../access/facts.js";
import type { AccessModel, Aspect } from "../access/model.js";
import { type PathStep, pathOf } from "../access/path.js";
import { NEVER } from "../access/principals.js";
import { keyOf, placeOf } from "./ways.js";
import { endText, levelSuffix } from "./wording.js";

/**
 * Why somebody can do something with a target, as words that go on from the person, such as "in the owner Payments, which reviews stage 1";
 * "" if they cannot, nobody knows, or there is nothing to add.
 */
export function reasonOf(
    model: AccessModel,
    who: string,
    aspect: Aspect,
    target: Target,
    nameOf: (key: string) => string,
): string {
    const path = pathOf(model, placeOf(who).id, aspect, target) ?? [];
    // That somebody may ask since they may ask is no reason.
    const [only, ...others] = path;
    if (only?.by === "request" && only.groupId === undefined && others.length === 0) return "";
    return path.map((step) => stepText(step, nameOf, model.records.at)).join(", ");
}

function stepText(step: PathStep, nameOf: (key: string) => string, at: number): string {
    const target = nameOf(keyOf(step.target));
    switch (step.by) {
        case "grant":
            return `has ${target} directly${given(step, at)}`;
        case "member":
            return `in ${target}${given(step, at)}`;
        case "leader":
            return `leads ${target}`;
        case "rule":
            return `fits the conditions of ${target}`;
        case "nesting":
            return `which is in ${target}${given(step, at)}`;
        case "binding":
            return `which ${target} is bound to`;
        case "link":
            return `which gives ${target}${given(step, at)}`;
        case "administrator":
            return `in the owner ${nameOf(`owner ${step.ownerId}`)}, which administers it`;
        case "role":
            return `which allows ${step.permissions.join(", ")}`;
        case "request":
            return `may ask for ${target}${levelSuffix(step.level)}${
                step.groupId === undefined ? "" : ` as a member of ${nameOf(`group ${step.groupId}`)}`
            }`;
        case "autoApproval":
            return "which is approved automatically";
        case "ownApproval":
            return "which they may approve themselves";
        case "reviewer":
            return reviewText(step, nameOf, target);
        case "everybody":
            return "everybody sees it";
        case "shownTo":
            return `to which ${target} is shown`;
    }
}

function reviewText(
    { ownerId, standsInFor, stage }: Extract<PathStep, { by: "reviewer" }>,
    nameOf: (key: string) => string,
    target: string,
): string {
    const what = `stage ${stage} of requests for ${target}`;
    if (ownerId !== undefined) return `in the owner ${nameOf(`owner ${ownerId}`)}, which reviews ${what}`;
    return standsInFor === undefined
        ? `reviews ${what}`
        : `stands in for ${nameOf(`user ${standsInFor}`)}, who reviews ${what}`;
}

function given({ level, until }: { readonly level: string; readonly until: string | null }, at: number): string {
    const end = until === null ? NEVER : Date.parse(until);
    return `${levelSuffix(level)}${end === NEVER ? "" : ` ${endText(end, at)}`}`;
}
