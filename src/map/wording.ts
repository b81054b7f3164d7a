import type { Fate } from "../access/impact.js";
import type { Aspect } from "../access/model.js";
import { NEVER } from "../access/principals.js";
import { durationWords } from "../schema/durations.js";
import type { Cause, Step } from "./ways.js";

/** How something fares from before to after. */
export type Mark = "same" | "gained" | "lost" | "longer" | "shorter";

/** A sign for each, so that no colour is needed. */
export const SIGNS: Readonly<Record<Mark, string>> = { same: "", gained: "+", lost: "−", longer: "↑", shorter: "↓" };

export const MARK_WORDS: Readonly<Record<Mark, string>> = {
    same: "",
    gained: "gained",
    lost: "lost",
    longer: "longer",
    shorter: "shorter",
};

const DAY = 24 * 60 * 60 * 1000;

/** "no end", or "until 3 March 2027"; with the time of day if that is within two days of `at`. */
export function endText(end: number, at: number): string {
    if (end === NEVER) return "no end";
    const date = new Date(end);
    const day = `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
    return end - at > 2 * DAY ? `until ${day}` : `until ${day}, ${date.toISOString().slice(11, 16)} UTC`;
}

/** "no limit", or "for up to 4 hours", for what may be requested. */
export function limitText(end: number, at: number): string {
    return end === NEVER ? "no limit" : `for up to ${durationWords(Math.round((end - at) / 60_000))}`;
}

export function dayText(at: number): string {
    const date = new Date(at);
    return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

export function levelText(level: string): string {
    return level === "" ? "default" : level;
}

/** " at the level admin", or nothing for the default level. */
export function levelSuffix(level: string): string {
    return level === "" ? "" : ` at the level ${level}`;
}

/** "1 person", "2,000 people". */
export function countText(count: number, one: string, many = `${one}s`): string {
    return `${numberText(count)} ${count === 1 ? one : many}`;
}

export function numberText(count: number): string {
    return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

export function people(count: number): string {
    return countText(count, "person", "people");
}

/** A step as a sentence without its full stop. */
export function stepText(step: Step, nameOf: (key: string) => string, at: number): string {
    const [from, to] = [nameOf(step.from), nameOf(step.to)];
    const level = step.cause === "contains" ? "" : levelSuffix(step.level);
    const end = step.end === NEVER ? "" : ` ${endText(step.end, at)}`;
    return `${STEPS[step.cause](from, to)}${level}${end}`;
}

const STEPS: Readonly<Record<Cause, (from: string, to: string) => string>> = {
    member: (from, to) => `${from} is a member of ${to}`,
    rule: (from, to) => `${from} matches the conditions of ${to}`,
    grant: (from, to) => `${from} has ${to} directly`,
    nested: (from, to) => `${from} is nested in ${to}`,
    gives: (from, to) => `${from} gives ${to}`,
    contains: (from, to) => `${from} contains ${to}`,
};

/** What stands beside a line of a drawing, where the common case stays silent. */
export const CAUSE_LABELS: Readonly<Record<Cause, string>> = {
    member: "",
    rule: "by rule",
    grant: "",
    nested: "nested",
    gives: "",
    contains: "contains",
};

/** Headings of who can do what with a group, a resource or a bundle. */
export const ASPECT_TITLES: Readonly<Record<Aspect, string>> = {
    has: "Has it",
    getsWithoutApproval: "Gets it without approval",
    mayRequest: "May ask for it",
    mayApprove: "May approve requests for it",
    administers: "Administers it",
    sees: "Sees it",
};

/** The same, of one person. */
export const PERSON_TITLES: Readonly<Record<Aspect, string>> = {
    has: "Has",
    getsWithoutApproval: "Gets without approval",
    mayRequest: "May ask for",
    mayApprove: "May approve requests for",
    administers: "Administers",
    sees: "Sees",
};

const PLURAL: Readonly<Record<Aspect, string>> = {
    has: "have access",
    getsWithoutApproval: "get it without approval",
    mayRequest: "may ask for it",
    mayApprove: "may approve requests",
    administers: "administer it",
    sees: "see it",
};
const SINGULAR: Readonly<Record<Aspect, string>> = {
    ...PLURAL,
    has: "has access",
    getsWithoutApproval: "gets it without approval",
    administers: "administers it",
    sees: "sees it",
};

/** What happens to people, such as "3 people no longer have access". */
export function fateText(aspect: Aspect, fate: Fate, count: number): string {
    const who = people(count);
    const verb = (count === 1 ? SINGULAR : PLURAL)[aspect];
    switch (fate) {
        case "gained":
            return aspect === "has" ? `${who} ${count === 1 ? "gains" : "gain"} access` : `${who} now ${verb}`;
        case "lost":
            return aspect === "has" ? `${who} ${count === 1 ? "loses" : "lose"} access` : `${who} no longer ${verb}`;
        case "maybeGained":
            return `${who} now ${verb}, if not already before`;
        case "maybeLost":
            return `${who} no longer ${verb}, if nothing unknown gives it`;
        case "longer":
            return `${who} ${verb} for longer`;
        case "shorter":
            return `${who} ${verb} for less time`;
    }
}

const MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
