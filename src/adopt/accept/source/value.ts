import type * as TypeScript from "typescript";

/** A value as the program writes it. */
export type Value =
    /** An expression, in the code that contains the call of this number. */
    | { readonly is: "expression"; readonly node: TypeScript.Expression; readonly depth: number }
    /** An element of an iteration; entries of an object literal have a key and a value. */
    | { readonly is: "tuple"; readonly items: readonly Value[] }
    | { readonly is: "text"; readonly text: string }
    /** An argument or a member that is not given. */
    | { readonly is: "absent" };

/** The literal of a value, and the names that led to it. */
export interface Found {
    readonly value: Value;
    /** Constants on the way, which other code may use as well. */
    readonly through: readonly Constant[];
}

/** A constant and the path to a part of its value: `["teams", "payments"]` of `SETTINGS.teams.payments`. */
export interface Constant {
    readonly symbol: TypeScript.Symbol;
    readonly path: readonly string[];
}

/** The value of a property in an object literal. */
export type Member =
    | Found
    | "absent"
    /** The literal may contain it; only running the program shows it. */
    | "unknown";
