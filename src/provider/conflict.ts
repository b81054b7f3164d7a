/** Output of a resource of a preview that is in conflict with something: a `Conflict`. */
export const CONFLICT = "__conflict";

/** What a new resource is in conflict with. */
export interface Conflict {
    /** What is in the way, and the first way out. */
    readonly text: string;
    /** Other ways out, which conflicts of one sort share. */
    readonly advice: string;
}

/** The conflict that an output tells of. */
export function conflictIn(output: unknown): Conflict | undefined {
    // The provider and its program are of one version of the package.
    return typeof output === "object" && output !== null && "text" in output ? (output as Conflict) : undefined;
}
