import { counted } from "../../common/counts.js";
import { prose } from "../../common/phrase.js";
import type { Fate } from "../model/change/shifts.js";
import { NEVER } from "../model/facts/principals.js";
import type { Aspect } from "../model/model.js";
import { aspectWords, backReference, dateWords, dayWords, limitWords } from "../model/words.js";
import type { Chosen } from "./search.js";
import type { Cause } from "./ways.js";

/** How a row or line differs before and after the change. */
export type Mark = "same" | "gained" | "lost" | "longer" | "shorter";

/** Signs for the marks, because color alone is not accessible. */
export const SIGNS: Readonly<Record<Mark, string>> = { same: "", gained: "+", lost: "−", longer: "↑", shorter: "↓" };

/** "no end", or "until 3 March 2027". Includes the time of day if the expiration is less than two days after `at`. */
export function endText(end: number, at: number): string {
    if (end === NEVER) return "no end";
    return `until ${end - at > TWO_DAYS ? dayWords(end) : dateWords(end)}`;
}

const TWO_DAYS = 2 * 24 * 60 * 60 * 1000;

/** "no limit", or "for up to 4 hours". Used for access that can be requested. */
export function limitText(end: number, at: number): string {
    return end === NEVER ? "no limit" : limitWords(Math.round((end - at) / 60_000));
}

/** Nouns for the types of objects. */
export const NOUNS: Readonly<Record<Chosen["type"], readonly [one: string, many: string]>> = {
    user: ["person", "people"],
    identity: ["non-human identity", "non-human identities"],
    group: ["group", "groups"],
    resource: ["resource", "resources"],
    bundle: ["bundle", "bundles"],
    owner: ["owner", "owners"],
};

export function peopleText(count: number): string {
    return counted(count, "person", "people");
}

/** Labels of lines in a drawing. Common causes do not have a label. */
export const CAUSE_LABELS: Readonly<Partial<Record<Cause, string>>> = {
    rule: "by rule",
    nesting: "nested",
    parent: "contains",
};

/** Heading for the list of people to whom the aspect applies, such as "Can request it". */
export function aspectTitle(aspect: Aspect): string {
    return aspectWords(aspect, "one", prose`it`).capitalized.toString();
}

/** Headings for the lists of what one person can do. */
export const PERSON_TITLES: Readonly<Record<Aspect, string>> = {
    has: "Has",
    getsWithoutApproval: "Gets without approval",
    mayRequest: "Can request",
    mayApprove: "Can approve requests for",
    administers: "Administers",
    sees: "Sees",
};

/** Describes the effect on a number of people, such as "3 people lose access". */
export function fateText(aspect: Aspect, fate: Fate, count: number): string {
    const can = aspectWords(aspect, count === 1 ? "one" : "many", prose`it`);
    const s = count === 1 ? "s" : "";
    const [did, still] = backReference(can);
    const words: Readonly<Record<Fate, string>> = {
        gained: aspect === "has" ? `gain${s} access` : `now ${can}`,
        lost: aspect === "has" ? `lose${s} access` : `no longer ${can}`,
        maybeGained: `now ${can}, unless they already ${did}`,
        maybeLost: `no longer ${can}, unless they still ${still} by an unknown path`,
        longer: `${can} for longer`,
        shorter: `${can} for less time`,
    };
    return `${peopleText(count)} ${words[fate]}`;
}
