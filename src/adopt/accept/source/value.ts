import type * as TypeScript from "typescript";

/** A value as it is written in the program. */
export type ProgramValue = ExpressionValue | OtherValue;

/** A value that is an expression of the program. */
export interface ExpressionValue extends Reached {
    readonly is: "expression";
    readonly node: TypeScript.Expression;
    /** Index of the call whose code contains the expression. */
    readonly depth: number;
}

type OtherValue = Reached &
    (
        | { readonly is: "text"; readonly text: string }
        /** An element of an iteration over entries: a key and a value. */
        | { readonly is: "tuple"; readonly items: readonly ProgramValue[] }
        /** An argument or member that is not specified. */
        | { readonly is: "absent" }
    );

interface Reached {
    /** The constants through which the value was reached. Other code may use them as well. */
    readonly through: readonly Constant[];
}

/** A constant and the path to a part of its value: `["teams", "payments"]` for `SETTINGS.teams.payments`. */
export interface Constant {
    readonly symbol: TypeScript.Symbol;
    readonly path: readonly string[];
}

/** The value of a property in an object literal. Unknown if only running the program would show whether the literal contains it. */
export type Member = ProgramValue | "unknown";

export const ABSENT_VALUE: ProgramValue = { is: "absent", through: [] };

/** Returns the value of an expression in the code of the call at `depth`. */
export function expressionValue(
    node: TypeScript.Expression,
    depth: number,
    through: readonly Constant[] = [],
): ExpressionValue {
    return { is: "expression", node, depth, through };
}

/** Returns a value that was reached through more constants. */
export function reachedThrough(through: readonly Constant[], value: ProgramValue): ProgramValue {
    return { ...value, through: [...through, ...value.through] };
}
