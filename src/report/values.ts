import { counted, durationWords } from "../schema/counts.js";

/**
 * What numbers and words of the API mean where they do not say it themselves, by field and value. A number is replaced by its meaning, of
 * everything else it is said beside it.
 */
const MEANINGS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    accessRequestEscalationPeriod: { 0: "never" },
    autoApproval: { true: "nobody has to approve" },
    durationMinutes: { 0: "no end" },
    extensionsDurationInMinutes: { 0: "none" },
    maxDurationMinutes: { [-1]: "no limit" },
    monitorMode: { false: "it decides by itself" },
    operator: { AND: "all approve", OR: "any one approves" },
    recommendedDurationMinutes: { [-1]: "no end" },
    visibility: { GLOBAL: "everybody sees it" },
};

/** Fields in minutes whose names do not say so. */
const MINUTES: readonly string[] = ["accessRequestEscalationPeriod"];

/** What a value of a field means, if it does not say it itself. */
export function meaningOf(field: string, value: unknown): string | undefined {
    return MEANINGS[field]?.[String(value)];
}

/** A number with its unit: `8 hours`, `no limit`, `3 days`. */
export function numberWords(field: string, value: number): string {
    const meaning = meaningOf(field, value);
    if (meaning !== undefined) return meaning;
    if (/Minutes$/.test(field) || MINUTES.includes(field)) return durationWords(value);
    return /Days$/.test(field) ? counted(value, "day") : String(value);
}
