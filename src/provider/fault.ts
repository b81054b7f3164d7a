/** Name of the output with the `Fault` of a wrong declaration. Only previews set it. */
export const FAULT = "__fault";

/** A wrong declaration. */
export interface Fault {
    /** The faults, each with the first way to resolve it, on one line each. */
    readonly lines: readonly string[];
    /** Further ways to resolve it, shared by similar faults. */
    readonly advice: string;
}

/** Returns the fault in an output; undefined if there is none. */
export function faultIn(output: unknown): Fault | undefined {
    // The provider and its program use the same version of the package.
    return typeof output === "object" && output !== null && "lines" in output ? (output as Fault) : undefined;
}
