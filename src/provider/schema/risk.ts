/** What a change does to access, the riskiest first: it gives somebody more, it may, it gives somebody less, or none of that. */
export const RISKS = ["widens", "mayWiden", "narrows", "none"] as const;
export type Risk = (typeof RISKS)[number];

/** The risk of a change of a value. `siblings` are the other fields of the same object, before the change. */
export type RiskOf = (from: unknown, to: unknown, siblings: Readonly<Record<string, unknown>>) => Risk;

/** What a field means for access. Every field of every kind states it, by `irrelevant`, `evaluated` or `unevaluated`. */
export interface FieldAccess {
    readonly risk: RiskOf;
    /** `evaluated`: the access model finds out who gains and who loses. `unevaluated`: nobody does. */
    readonly relevance: "irrelevant" | "evaluated" | "unevaluated";
    /** In a new object, no value lets anybody do more: other fields decide who may ask, and who approves. */
    readonly isHarmlessWhenNew: boolean;
}

/** What an object of a kind means for access by being there. */
export interface KindAccess {
    readonly created: Risk;
    readonly deleted: Risk;
}

/** The riskiest of them; `none` of nothing. */
export function riskiest(risks: readonly Risk[]): Risk {
    return RISKS.find((one) => risks.includes(one)) ?? "none";
}
