import type { Target } from "../../access/model/facts/facts.js";
import type { PathStep } from "../../access/model/path-step.js";
import type { RuleNumber } from "../../access/model/step-rules.js";
import type { OperationName } from "../../api/generated/operations.gen.js";

/** A difference between the model and the service about the access of one user to one target. */
export interface Disagreement {
    /**
     * `model`: the user has access only in the model. `service`: only on the service. `level`: in both, at different levels. `end`: in both
     * at the same level, with different ends. `direct`: in both at the same level, granted directly in only one of them.
     */
    readonly side: "model" | "service" | "level" | "end" | "direct";
    readonly target: Target;
    readonly personId: string;
    /** Ids of the levels that only the model has. For `end` and `direct`: the level of the access. */
    readonly modelLevels: readonly string[];
    /** Ids of the levels that only the service has. For `end` and `direct`: the level of the access. */
    readonly serviceLevels: readonly string[];
    /** For `end`: when the access ends. Null if it does not. */
    readonly ends?: { readonly model: string | null; readonly service: string | null };
    /** For `direct`: whether the access is direct in the model. */
    readonly isDirect?: boolean;
    /** Operations that contradict the model. */
    readonly against: readonly OperationName[];
    /** Operations that agree with the model. */
    readonly agreeing: readonly OperationName[];
    /** Path to the target in the model; empty if there is none. */
    readonly path: readonly PathStep[];
    /** The rule that grants the access in the model. For `service`: the rule that most likely explains the access, if any. */
    readonly rule?: RuleNumber;
}

/** Returns a key that identifies a disagreement across comparisons. */
export function disagreementKey({
    side,
    target,
    personId,
    modelLevels,
}: Pick<Disagreement, "side" | "target" | "personId" | "modelLevels">): string {
    const level = side === "end" || side === "direct" ? modelLevels : [];
    return JSON.stringify([side, target.type, target.id, personId, ...level]);
}

/** Joins the disagreements of several operations about the same user and target. */
export function joinedDisagreements(all: readonly Disagreement[]): Disagreement[] {
    const found = new Map<string, Disagreement>();
    for (const one of all) {
        const key = disagreementKey(one);
        const known = found.get(key);
        if (!known) found.set(key, one);
        else
            found.set(key, {
                ...known,
                modelLevels: [...new Set([...known.modelLevels, ...one.modelLevels])],
                serviceLevels: [...new Set([...known.serviceLevels, ...one.serviceLevels])],
                against: [...new Set([...known.against, ...one.against])],
            });
    }
    return [...found.values()];
}
