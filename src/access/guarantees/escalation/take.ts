import type { Target } from "../../model/facts/facts.js";
import type { PathStep } from "../../model/path.js";

/** One step of a chain: a person gets a group or a resource without the approval of anyone but their accomplices. */
export interface Take {
    readonly target: Target;
    /** Id of the person who takes it. Default: the person of the chain. */
    readonly personId?: string;
    /** Why the person can take it at this point of the chain. For an assignment: why the accomplice can assign it. */
    readonly path: readonly PathStep[];
    /** Help by accomplices. Default: none. */
    readonly help?: {
        /** `approval`: they approve the request. `assignment`: one of them assigns the access without a request. */
        readonly by: "approval" | "assignment";
        readonly helperIds: readonly string[];
    };
}

/** A chain of takes that leads a person to a target. The last one takes the target, or something that gives it. */
export interface Chain {
    readonly personId: string;
    readonly target: Target;
    readonly takes: readonly Take[];
    /** Whether there is no chain with fewer takes. */
    readonly isShortest: boolean;
}

/** Ids of the accomplices in a chain. */
export function accomplicesIn({ personId, takes }: Pick<Chain, "personId" | "takes">): string[] {
    const all = takes.flatMap((take) => [take.personId ?? personId, ...(take.help?.helperIds ?? [])]);
    return [...new Set(all)].filter((id) => id !== personId);
}
