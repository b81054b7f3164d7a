import { counted, durationWords } from "../../common/counts.js";
import { type Phrase, prose } from "../../common/phrase.js";

/**
 * Converts a property path to words. For example, `requestConfigurations[0].reviewerStages[1].ownerIds` becomes "request configuration 1 ›
 * reviewer stage 2 › owners".
 */
export function propertyWords(path: string): string {
    const words: string[] = [];
    for (const step of path.match(/[^.[\]]+/g) ?? []) {
        if (/^\d+$/.test(step)) words.push(`${singular(words.pop() ?? "")} ${Number(step) + 1}`);
        else if (fieldWords(step) !== words.at(-1)) words.push(fieldWords(step));
    }
    return words.join(" › ");
}

/** Returns an explanation of a value that is not self-explanatory. */
export function meaningOf(field: string, value: unknown): string | undefined {
    return MEANINGS[field]?.[String(value)];
}

/** Formats a number with its unit: `8 hours`, `no limit`, `3 days`. */
export function numberWords(field: string, value: number): string {
    const meaning = meaningOf(field, value);
    if (meaning !== undefined) return meaning;
    if (/Minutes$/.test(field) || MINUTES.includes(field)) return durationWords(value);
    return /Days$/.test(field) ? counted(value, "day") : String(value);
}

/**
 * Formats a boolean in words. `propertyWords` drops the prefix of names such as `requireMfaToApprove`, so their values are `required` or
 * `not required`.
 */
export function booleanWords(field: string, given: boolean): Phrase {
    if (REQUIRES.test(field)) return given ? prose`required` : prose`not required`;
    return given ? prose`yes` : prose`no`;
}

/**
 * Explanations of numbers and words of the API that are not self-explanatory, by property and value. The explanation replaces a number, and
 * is added to any other value.
 */
const MEANINGS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    accessRequestEscalationPeriod: { 0: "never" },
    autoApproval: { true: "no approval required" },
    durationMinutes: { 0: "no end" },
    extensionsDurationInMinutes: { 0: "none" },
    maxDurationMinutes: { [-1]: "no limit" },
    monitorMode: { false: "makes decisions" },
    operator: { AND: "all must approve", OR: "one approval is enough" },
    recommendedDurationMinutes: { [-1]: "no end" },
    visibility: { GLOBAL: "visible to everyone" },
};

/** Properties in minutes whose names do not include the unit. */
const MINUTES: readonly string[] = ["accessRequestEscalationPeriod"];

const REQUIRES = /^require(?=[A-Z])/;

function fieldWords(name: string): string {
    const words = name
        .replace(REQUIRES, "")
        .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
        .toLowerCase()
        .replace(/( in)? minutes$/, "")
        .replace(/\bmfa\b/, "MFA")
        .replace(/^access level remote id$/, "access level");
    if (/\bremote ids?$/.test(words)) return words;
    return words
        .replace(/ id$/, "")
        .replace(/y ids$/, "ies")
        .replace(/(\w) ids$/, "$1s");
}

function singular(words: string): string {
    return words.replace(/ies$/, "y").replace(/s$/, "");
}
