import type { Target } from "../../model/facts/facts.js";
import type { PathStep } from "../../model/path-step.js";

/** One step of a chain: a person obtains a group or resource without approval by anyone except their accomplices. */
export interface Take {
    readonly target: Target;
    /** Id of the person who obtains the target. Default: the person whose chain this is. */
    readonly personId?: string;
    /** Why this step is possible at this point of the chain. For an assignment: why the accomplice can assign the target. */
    readonly path: readonly PathStep[];
    /** Help from accomplices. Default: none. */
    readonly help?: {
        /** `approval`: they approve the request. `assignment`: one of them assigns the target without a request. */
        readonly by: "approval" | "assignment";
        readonly helperIds: readonly string[];
    };
}

/** A series of steps through which a person obtains a target. The last step obtains the target, or something that grants it. */
export interface Chain {
    readonly personId: string;
    readonly target: Target;
    readonly takes: readonly Take[];
    /** Whether no shorter chain exists. */
    readonly isShortest: boolean;
}

/** Ids of all accomplices in a chain. */
export function accomplicesIn({ personId, takes }: Pick<Chain, "personId" | "takes">): string[] {
    const all = takes.flatMap((take) => [take.personId ?? personId, ...(take.help?.helperIds ?? [])]);
    return [...new Set(all)].filter((id) => id !== personId);
}
