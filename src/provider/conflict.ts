/** Output of a resource of a preview that is in conflict with something: a `Conflict`. */
export const CONFLICT = "__conflict";

/** A conflict of a new resource. */
export interface Conflict {
    /** The conflicting object, and the first way to resolve the conflict. */
    readonly text: string;
    /** Further ways to resolve it, shared by similar conflicts. */
    readonly advice: string;
}

/** The conflict in an output. */
export function conflictIn(output: unknown): Conflict | undefined {
    // The provider and its program are of one version of the package.
    return typeof output === "object" && output !== null && "text" in output ? (output as Conflict) : undefined;
}
