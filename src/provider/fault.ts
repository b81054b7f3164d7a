/** Output of a resource of a preview whose declaration is wrong: a `Fault`. */
export const FAULT = "__fault";

/** What is wrong with a declaration. */
export interface Fault {
    /** What is wrong, and the first way to resolve it, a line each. */
    readonly lines: readonly string[];
    /** Further ways to resolve it, shared by similar faults. */
    readonly advice: string;
}

/** The fault in an output. */
export function faultIn(output: unknown): Fault | undefined {
    // The provider and its program are of one version of the package.
    return typeof output === "object" && output !== null && "lines" in output ? (output as Fault) : undefined;
}
