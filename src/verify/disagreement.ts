import type { Target } from "../access/facts.js";
import type { PathStep } from "../access/path.js";
import type { RuleNumber } from "../access/step-rules.js";
import type { OperationName } from "../api/generated/operations.gen.js";

/** The model and an answer of the service do not agree on what somebody has. */
export interface Disagreement {
    /** `model`: only the model says that they have it. `service`: only the service. `level`: both do, at different levels. */
    readonly side: "model" | "service" | "level";
    readonly target: Target;
    readonly personId: string;
    /** Levels that the model says, by id. Empty if it says none. */
    readonly modelLevels: readonly string[];
    /** Levels that the service says. Empty if it says none, or does not tell levels. */
    readonly serviceLevels: readonly string[];
    /** Operations that contradict the model. */
    readonly against: readonly OperationName[];
    /** Operations that say the same as the model, although others contradict it. */
    readonly agreeing: readonly OperationName[];
    /** What the model concludes it from; empty if it concludes nothing. */
    readonly path: readonly PathStep[];
    /** The rule that the model's answer comes from; of what no rule explains the nearest one, if there is any. */
    readonly rule?: RuleNumber;
}

/** The same disagreement has the same key in every comparison. */
export function keyOf({ side, target, personId }: Pick<Disagreement, "side" | "target" | "personId">): string {
    return `${side} ${target.type} ${target.id} ${personId}`;
}

/** Joins what several operations say of the same person and target. */
export function joined(all: readonly Disagreement[]): Disagreement[] {
    const found = new Map<string, Disagreement>();
    for (const one of all) {
        const key = keyOf(one);
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
