import type * as TypeScript from "typescript";

/** A value as it is written in the program. */
export type ProgramValue =
    /** An expression. `depth` is the index of the call whose code contains it. */
    | { readonly is: "expression"; readonly node: TypeScript.Expression; readonly depth: number }
    /** An element of an iteration over entries: a key and a value. */
    | { readonly is: "tuple"; readonly items: readonly ProgramValue[] }
    | { readonly is: "text"; readonly text: string }
    /** An argument or member that is not specified. */
    | { readonly is: "absent" };

/** A resolved value, and the constants through which it was reached. */
export interface ResolvedValue {
    readonly value: ProgramValue;
    /** The constants through which the value was reached. Other code may use them as well. */
    readonly through: readonly Constant[];
}

/** A constant and the path to a part of its value: `["teams", "payments"]` for `SETTINGS.teams.payments`. */
export interface Constant {
    readonly symbol: TypeScript.Symbol;
    readonly path: readonly string[];
}

/** The value of a property in an object literal. */
export type Member =
    | ResolvedValue
    | "absent"
    /** The literal may contain the property, but only running the program would show it. */
    | "unknown";
