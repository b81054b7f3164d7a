import type { PathStep } from "../access/path.js";
import { stepWords } from "../access/path-words.js";
import { joined, type Phrase, plain, prose } from "../schema/phrase.js";
import type { Directory } from "./directory.js";

/**
 * A path in words, without the person it begins with: `in "Payments on-call" → gives "prod-db" until 3 March 2027`.
 * @param topic id of what the text is about, which is called "it"
 */
export function pathWords(path: readonly PathStep[], directory: Directory, topic?: string): Phrase {
    const names = {
        of: ({ id }: { id: string }) => (id === topic ? prose`it` : prose`"${directory.shortNameOf(id)}"`),
        end: untilWords,
    };
    return joined(
        path.map((step) => stepWords(step, names)),
        prose` → `,
    );
}

/** `until 3 March 2027, 14:00 UTC`, or nothing for what does not end. */
export function untilWords(until: string | null): Phrase {
    return until === null ? prose`` : prose` until ${plain(dateWords(until))}`;
}

export function dateWords(date: string): string {
    const [day, time] = [DAY.format(new Date(date)), TIME.format(new Date(date))];
    return `${day}, ${time} UTC`;
}

const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
const TIME = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone: "UTC" });
