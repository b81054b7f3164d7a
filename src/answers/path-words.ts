import type { PathStep } from "../access/path.js";
import { stepWords } from "../access/path-words.js";
import type { Directory } from "./directory.js";

/** A path in words, without the person it begins with: `in "Payments on-call" → gives "prod-db" until 3 March 2027`. */
export function pathWords(path: readonly PathStep[], directory: Directory): string {
    const names = { of: ({ id }: { id: string }) => `"${directory.shortNameOf(id)}"`, end: untilWords };
    return path.map((step) => stepWords(step, names)).join(" → ");
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
