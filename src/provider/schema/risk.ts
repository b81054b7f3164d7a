/** Effect of a change on access, the riskiest first: widens it, may widen it, narrows it, or none. */
export const RISKS = ["widens", "mayWiden", "narrows", "none"] as const;
export type Risk = (typeof RISKS)[number];

/** Risk of changing a value. `siblings` are the other fields of the object, before the change. */
export type RiskOf = (from: unknown, to: unknown, siblings: Readonly<Record<string, unknown>>) => Risk;

/** Effect of a field on access. Every field declares it with `irrelevant`, `evaluated` or `unevaluated`. */
export interface FieldAccess {
    readonly risk: RiskOf;
    /** `evaluated`: the access model determines who gains and loses. `unevaluated`: it does not. */
    readonly relevance: "irrelevant" | "evaluated" | "unevaluated";
    /** Whether a new object can have any value here without widening access, because other fields decide who may request and who approves. */
    readonly isHarmlessWhenNew: boolean;
}

/** Effect on access of creating or deleting an object of a kind. */
export interface KindAccess {
    readonly created: Risk;
    readonly deleted: Risk;
}

/** The riskiest of the given risks; `none` for an empty list. */
export function riskiest(risks: readonly Risk[]): Risk {
    return RISKS.find((one) => risks.includes(one)) ?? "none";
}
