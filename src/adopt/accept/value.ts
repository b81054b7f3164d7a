import type * as TypeScript from "typescript";

/** A value as the program writes it. */
export type Value =
    /** An expression, in the code that contains the call of this number. */
    | { readonly is: "expression"; readonly node: TypeScript.Expression; readonly depth: number }
    /** What iterating makes of a value: the entries of an object literal have a key and a value. */
    | { readonly is: "tuple"; readonly items: readonly Value[] }
    | { readonly is: "text"; readonly text: string }
    /** An argument or a member that is not given. */
    | { readonly is: "absent" };

/** Where a value is written in the end, and by which names it was found. */
export interface Found {
    readonly value: Value;
    /** Constants on the way, which other code may use as well. */
    readonly through: readonly Constant[];
}

/** A constant, and which part of its value is meant: `["teams", "payments"]` of `SETTINGS.teams.payments`. */
export interface Constant {
    readonly symbol: TypeScript.Symbol;
    readonly path: readonly string[];
}

/** What an object literal has under a name. */
export type Member =
    | Found
    | "absent"
    /** The literal may contain it, which only running the program can show. */
    | "unknown";
