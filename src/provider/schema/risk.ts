/** Possible effects of a change on access, the riskiest first. */
export const RISKS = ["widens", "mayWiden", "narrows", "none"] as const;
export type Risk = (typeof RISKS)[number];

/** Risk of changing a value. `siblings` are the other fields of the object, before the change. */
export type RiskOf = (from: unknown, to: unknown, siblings: Readonly<Record<string, unknown>>) => Risk;

/** Effect of a field on access. Every field declares it with `irrelevant`, `evaluated` or `unevaluated`. */
export interface FieldAccess {
    readonly risk: RiskOf;
    /** `evaluated`: the access model determines who gains and loses access. `unevaluated`: it does not. */
    readonly relevance: "irrelevant" | "evaluated" | "unevaluated";
    /** Whether any value of this field in a new object is safe, because other fields determine who can request and who approves. */
    readonly isHarmlessWhenNew: boolean;
}

/** Effect on access of creating or deleting an object of a kind. */
export interface KindAccess {
    readonly created: Risk;
    readonly deleted: Risk;
}

/** Returns the riskiest of the given risks; `none` for an empty list. */
export function riskiest(risks: readonly Risk[]): Risk {
    return RISKS.find((one) => risks.includes(one)) ?? "none";
}
