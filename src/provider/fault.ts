/** Name of the output that contains the `DeclarationFault` of a wrong declaration. Set only in previews. */
export const FAULT = "__fault";

/** A wrong declaration. */
export interface DeclarationFault {
    /** The error messages, one line each, with the first way to resolve it. */
    readonly lines: readonly string[];
    /** Other ways to resolve the errors, shared by similar ones. */
    readonly advice: string;
}

/** Returns the fault contained in an output, or undefined if there is none. */
export function faultIn(output: unknown): DeclarationFault | undefined {
    // The value is trusted: the provider and its program use the same version of the package.
    return typeof output === "object" && output !== null && "lines" in output
        ? (output as DeclarationFault)
        : undefined;
}
