import type { PathStep } from "../access/path.js";
import type { Directory } from "./directory.js";

/** A path in words, without the person it begins with: `in "Payments on-call" → gives "prod-db" until 3 March 2027`. */
export function pathWords(path: readonly PathStep[], directory: Directory): string {
    return path.map((step) => stepWords(step, directory)).join(" → ");
}

/** `until 3 March 2027, 14:00 UTC`, or nothing for what does not end. */
export function untilWords(until: string | null): string {
    return until === null ? "" : ` until ${dateWords(until)}`;
}

export function dateWords(date: string): string {
    const [day, time] = [DAY.format(new Date(date)), TIME.format(new Date(date))];
    return `${day}, ${time} UTC`;
}

const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
const TIME = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone: "UTC" });

function stepWords(step: PathStep, directory: Directory): string {
    const target = `"${directory.shortNameOf(step.target.id)}"`;
    const name = (id: string): string => `"${directory.shortNameOf(id)}"`;
    switch (step.by) {
        case "grant":
            return `has ${target}${atLevel(step.level)} directly${untilWords(step.until)}`;
        case "member":
            return `in ${target}${atLevel(step.level)}${untilWords(step.until)}`;
        case "leader":
            return `leads ${target}`;
        case "rule":
            return `fits the conditions of ${target}`;
        case "nesting":
            return `which is in ${target}${atLevel(step.level)}${untilWords(step.until)}`;
        case "binding":
            return `which ${target} is bound to`;
        case "link":
            return `which gives ${target}${atLevel(step.level)}${untilWords(step.until)}`;
        case "administrator":
            return `in the owner ${name(step.ownerId)}, which administers ${target}`;
        case "role":
            return `which allows ${step.permissions.join(", ")} on ${target}`;
        case "request":
            return `may ask for ${target}${atLevel(step.level)}${step.groupId === undefined ? "" : ` as a member of ${name(step.groupId)}`}`;
        case "autoApproval":
            return "which is approved automatically";
        case "ownApproval":
            return "which they may approve themselves";
        case "reviewer":
            return reviewWords(step, target, name);
        case "everybody":
            return `everybody sees ${target}`;
        case "shownTo":
            return `to which ${target} is shown`;
    }
}

function reviewWords(
    { ownerId, standsInFor, stage }: Extract<PathStep, { by: "reviewer" }>,
    target: string,
    name: (id: string) => string,
): string {
    const what = `stage ${stage} of requests for ${target}`;
    if (ownerId !== undefined) return `in the owner ${name(ownerId)}, which reviews ${what}`;
    return standsInFor === undefined ? `reviews ${what}` : `stands in for ${name(standsInFor)}, who reviews ${what}`;
}

function atLevel(level: string): string {
    return level === "" ? "" : ` at the level ${level}`;
}
